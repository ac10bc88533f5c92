"""The page as one file: the template, with the style, the scripts and the data put in.

The scripts in page/ are modules that import from one another, so that they can be read and checked one by
one. A file opened from a disk can't load modules. So each becomes a function here, which returns what it
exports, after those that it imports from.
"""

import json
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

PAGE = Path(__file__).with_name("page")
IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.js";$', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:const|let|function|class) (\w+))", re.MULTILINE)


@cache
def script(first: str) -> str:
    """The scripts as one: the first, after all that it needs."""
    parts: dict[str, str] = {}
    _add(first, parts)
    return '"use strict";\n' + "\n".join(parts.values())


def _add(name: str, parts: dict[str, str]) -> None:
    if name in parts:
        return
    text = (PAGE / f"{name}.js").read_text(encoding="utf-8")
    for _, needed in IMPORT.findall(text):
        _add(needed, parts)
    exported = ", ".join(found for _, found in EXPORT.findall(text))
    body = EXPORT.sub(r"\1", IMPORT.sub(r"const \1 = \2_js;", text))
    parts[name] = f"const {name}_js = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();\n"


def document(data: dict[str, Any]) -> str:
    """The page's HTML.

    In the data every ``<`` is written as JSON's escape, so that no label ends the element that holds it.
    """
    template = (PAGE / "page.html").read_text(encoding="utf-8")
    held = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    parts = {
        "title": escape(data["title"]),
        "style": (PAGE / "page.css").read_text(encoding="utf-8"),
        "data": held,
        "script": script("board" if "board" in data else "main"),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], template)
