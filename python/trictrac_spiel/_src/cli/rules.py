"""Print the rules of Trictrac, all of them or one section.

A refusal names the section of the rule that forbids a play:

    trictrac rules                        everything, an hour's reading
    trictrac rules the-first-ten-minutes  enough to begin
    trictrac rules numbers-first          one rule, with its examples
    trictrac rules --list                 the sections
"""

import argparse
import io

from rich.console import Console
from rich.markdown import Markdown

from trictrac_spiel._src.cli.arguments import add_color, wants_color
from trictrac_spiel._src.people.rules_page import section, sections
from trictrac_spiel._src.people.terminal import line_width


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``trictrac rules``."""
    parser.add_argument(
        "anchor", metavar="ANCHOR", nargs="?", help="a section (default: the whole page)"
    )
    parser.add_argument("--list", action="store_true", help="list the sections")
    parser.add_argument("--markdown", action="store_true", help="print the text as it is written")
    add_color(parser)


def run(args: argparse.Namespace) -> None:
    """Prints."""
    if args.list:
        every = sections()
        width = max(len(section.anchor) for section in every)
        for found in every:
            print(f"{found.anchor:<{width}}  {'  ' * (found.level - 1)}{found.title}")
        return
    chosen = sections()[0] if args.anchor is None else section(args.anchor)
    if args.markdown:
        print(chosen.text)
        return
    color = wants_color(args)
    shown = io.StringIO()
    console = Console(
        file=shown,
        width=line_width(),
        force_terminal=color,
        color_system="standard" if color else None,
        highlight=False,
    )
    console.print(Markdown(chosen.text))
    # Rich fills each line with blanks to its end.
    print("\n".join(line.rstrip() for line in shown.getvalue().rstrip().split("\n")))
