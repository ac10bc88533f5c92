"""``wavefront gallery``: broken kernels, and the schedule that shows what goes wrong in each."""

import json
from typing import Annotated

import typer

from ..errors import InputError, shown
from .console import Format, ReportFormat, print_facts, print_json, timed
from .tables import print_text

Name = Annotated[str | None, typer.Argument(metavar="[NAME]", help="The kernel to run.", show_default=False)]


def gallery(name: Name = None, report_format: ReportFormat = Format.text) -> None:
    """List the broken kernels of the race laboratory, or run one and show where it goes wrong.

    Example: wavefront gallery lost-vertex
    """
    from ..laboratory.gallery import GALLERY

    if name is None:
        if report_format is Format.json:
            records = {
                key: {"strategy": row.strategy, "without": row.without, "story": row.story}
                for key, row in GALLERY.items()
            }
            print_json({"gallery": records})
        else:
            print_facts(
                [(key, f"{row.strategy} without {row.without}: {row.story}") for key, row in GALLERY.items()]
            )
        return
    if name not in GALLERY:
        raise InputError(f"gallery {shown(name)}: choose one of {', '.join(GALLERY)}")
    exhibit = GALLERY[name]
    with timed("gallery", {}, name):
        broken = exhibit.run()
        whole = exhibit.run(without=None, schedule="exhaustive")
    if report_format is Format.json:
        record = {"name": name, "story": exhibit.story, "broken": json.loads(broken.to_json())}
        print_json({**record, "unbroken": {"schedules": whole.schedules, "wrong": whole.wrong}})
        return
    edges = ", ".join(f"{src} -> {dst}" for src, dst in zip(*exhibit.edges, strict=True))
    sources = ", ".join(map(str, exhibit.sources))
    turns = ", ".join(exhibit.turns)
    text = [
        exhibit.story,
        f"edges     {edges}\nsources   {sources}\nturns     {turns}; the rest in order",
        f"{broken}",
        f"unbroken, exhaustive: {whole.schedules:,} schedules, {whole.wrong:,} wrong",
    ]
    print_text("\n\n".join(text))
