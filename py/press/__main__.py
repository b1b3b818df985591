"""serve, build, test."""

import argparse
import sys
from collections.abc import Sequence

from press.build import build
from press.errors import PressError
from press.places import HERE


def main(arguments: Sequence[str]) -> int:
    """Run a command and return its exit status. A problem is told in one sentence, with status 1."""
    if arguments[:1] == ["test"]:
        command, port, rest = "test", 0, arguments[1:]
    else:
        asked = parser().parse_args(arguments)
        command, port, rest = asked.command, getattr(asked, "port", 0), []
    try:
        build(HERE)
        if command == "serve":
            from press.server import serve

            serve(HERE.dist, port)
        if command == "test":
            from press.testing import test

            return test(HERE, rest)
    except PressError as error:
        return refuse(str(error))
    except OSError as error:
        return refuse(f"{error.filename or 'The system'}: {error.strerror or error}")
    except KeyboardInterrupt:
        return 130
    return 0


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="build.py")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build", help="write dist/, plain static files")
    serve = commands.add_parser("serve", help="build, then serve dist/ on this machine")
    serve.add_argument("--port", type=port_number, default=8000, help="default %(default)s; 0 picks a free one")
    commands.add_parser("test", help="build, lint, type-check and test; arguments go to pytest")
    return parser


def port_number(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: give a number from 0 to 65535")
    return int(text)


def refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
