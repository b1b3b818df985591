"""The command line: arguments to options, answers to JSON or to tables for people."""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from reprlib import repr as shortened
from typing import Any, NoReturn

from tqdm import tqdm

from nearlydone.commands import COMMANDS, ask
from nearlydone.figures import TAKE_AWAY
from nearlydone.figures.links import decode
from nearlydone.options import Option
from nearlydone.printing import PRINTERS
from nearlydone.totals import Totals


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and stops with status 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {' '.join(message.split())}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and print its answer; returns the exit status."""
    try:
        try:
            return run(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has seen enough, as `| head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def run(arguments: Sequence[str] | None) -> int:
    parser = build_parser()
    given = vars(parser.parse_args(arguments))
    name, as_json = given.pop("command"), given.pop("json", False)
    try:
        if name == "csv":
            print(csv_of_link(**given), end="")
            return 0
        answer = ask(name, given, show_progress)
    except ValueError as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        print(f"{parser.prog}: stopped", file=sys.stderr)
        return 130
    if as_json:
        print(json.dumps(answer))
    else:
        print(*PRINTERS[name](answer), sep="\n")
    return 0


def build_parser() -> Parser:
    parser = Parser(prog="nearlydone", description="A task scheduler from scratch, and how long is left.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        sub = commands.add_parser(name, help=command.help, description=command.help)
        sub.add_argument("--json", action="store_true", help="print the answer as one JSON object")
        for option in command.options:
            add_option(sub, option)
    about = "the numbers of a figure of the article, as a link to it has it"
    sub = commands.add_parser("csv", help=about, description=about)
    sub.add_argument("link", metavar="LINK", help="what Copy link copies, or what stands behind its #")
    return parser


def csv_of_link(link: str) -> str:
    """The figure's numbers. Raises ValueError for what is no link, or says something that cannot be."""
    figure, settings, note = decode(link.rpartition("#")[2])
    if note or settings is None:
        raise ValueError(note or f"{shortened(link)} is no link to a figure, such as figure-5/v1/workers=12")
    return str(TAKE_AWAY[f"{figure}-csv"].ask(settings)["csv"])


def add_option(parser: argparse.ArgumentParser, option: Option) -> None:
    flag = "--" + option.name.replace("_", "-")
    shared: dict[str, Any] = {"dest": option.name, "default": argparse.SUPPRESS, "help": option.help}
    match option.kind:
        case "switch":
            parser.add_argument(flag, action="store_true", **shared)
        case "word":
            parser.add_argument(flag, choices=option.words, **shared)
        case "failures":
            parser.add_argument(flag, action="append", type=failure, metavar="TASK=MINUTE", **shared)
        case "faults":
            parser.add_argument(flag, action="append", metavar="JOB=STEP", **shared)
        case _:
            shared["help"] += f" (default {option.default:g})"
            parser.add_argument(flag, type=int if option.kind == "whole" else float, metavar="N", **shared)


def failure(text: str) -> tuple[int, float]:
    """TASK=MINUTE, as numbers; argparse says what the error says."""
    task, _, minute = text.partition("=")
    try:
        return int(task), float(minute)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not TASK=MINUTE, such as 21=7.5") from None


def show_progress(pieces: Iterable[Totals], of: int) -> Iterator[Totals]:
    """A progress bar on standard error, when that is a terminal."""
    with tqdm(total=of, unit=" jobs", disable=None, leave=False) as bar:
        for piece in pieces:
            yield piece
            bar.update(piece.jobs)
