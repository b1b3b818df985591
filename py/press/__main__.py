"""serve, build, test."""

import argparse
import sys
from collections.abc import Sequence

from press.build import build
from press.errors import PressError
from press.places import HERE


def main(arguments: Sequence[str]) -> int:
    """Run a command and return its exit status. A problem is told in one sentence, with status 1."""
    try:
        return run(arguments)
    except PressError as error:
        problem = str(error)
    except OSError as error:
        problem = f"{error.filename or 'The system'}: {error.strerror or error}"
    except KeyboardInterrupt:
        return 130
    print(problem, file=sys.stderr)
    return 1


def run(arguments: Sequence[str]) -> int:
    if arguments[:1] == ["test"]:
        from press.testing import test

        build(HERE)
        return test(HERE, arguments[1:])
    asked = parser().parse_args(arguments)
    build(HERE)
    if asked.command == "serve":
        from press.server import serve

        serve(HERE.dist, asked.port)
    return 0


def parser() -> argparse.ArgumentParser:
    """The commands; what follows `test` is pytest's and never comes here."""
    parser = argparse.ArgumentParser(prog="build.py")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build", help="write dist/, plain static files")
    serve = commands.add_parser("serve", help="build, then serve dist/ on this machine")
    serve.add_argument("--port", type=port_number, default=8000, help="default %(default)s; 0: a free one")
    commands.add_parser("test", help="build, lint, type-check and test; arguments go to pytest")
    return parser


def port_number(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: give a number from 0 to 65535")
    return int(text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
