"""``wavefront strategies``: the methods of searching breadth first, and the options of each."""

from typing import Any

from .console import Format, ReportFormat, print_json
from .strategy_options import OPTIONS, option_name
from .tables import print_text


def strategies(report_format: ReportFormat = Format.text) -> None:
    """List the methods for --strategy, one line each, and their options with values and defaults.

    Example: wavefront strategies
    """
    from ..strategies import METHODS

    records = [_record(name) for name in METHODS]
    if report_format is Format.json:
        print_json({"strategies": records})
        return
    for record in records:
        notes = " (what auto runs)" * record["auto"] + " (no account)" * (not record["account"])
        lines = [f"{record['name']:<21}{record['summary']}{notes}", *map(_option_line, record["options"])]
        print_text("\n".join(lines))


def _record(name: str) -> dict[str, Any]:
    """A strategy's name, its first words on itself, whether auto runs it, its account, its options."""
    from ..strategies import METHODS, NO_ACCOUNT, checked_strategy, options_of

    summary = " ".join((METHODS[name].__doc__ or "").partition(":")[0].split())
    options = [_option_record(name, option, default) for option, default in options_of(name).items()]
    is_auto = checked_strategy("auto", {}) == name
    has_account = name not in NO_ACCOUNT
    return {"name": name, "summary": summary, "auto": is_auto, "account": has_account, "options": options}


def _option_record(strategy: str, name: str, default: Any) -> dict[str, Any]:
    from ..strategies import METHODS

    kind, words, values = OPTIONS[name]
    if name == "layout":
        values = tuple(METHODS[strategy].LAYOUTS)
    return {
        "name": name,
        "option": option_name(name),
        "type": kind.__name__,
        "values": list(values) or None,
        "default": default,
        "help": words,
    }


def _option_line(record: dict[str, Any]) -> str:
    """An option's name, its help, the values there are, and the default; a flag has none to tell."""
    facts = [record["help"]]
    if record["type"] != "bool":
        values = f"One of {', '.join(record['values'])}; by" if record["values"] else "By"
        default = "chosen for the graph and the device" if record["default"] is None else record["default"]
        facts.append(f"{values} default {default}.")
    return f"  {record['option']:<19}{' '.join(facts)}"
