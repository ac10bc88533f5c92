"""The page as one file: the template, with the style, the scripts and the data put in.

The scripts in page/ are modules that import from one another, so that they can be read and checked one by one. A file
opened from a disk can't load modules. So they are joined here, each after those that it imports from, in one function:
`import` lines go, and the word `export`.
"""

import json
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

PAGE = Path(__file__).with_name("page")
IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=const|let|function|class)", re.MULTILINE)


@cache
def script() -> str:
    """The joined scripts: all that main.js needs."""
    parts: dict[str, str] = {}
    _add("main", parts)
    return '(() => {\n"use strict";\n' + "\n".join(parts.values()) + "})();\n"


def _add(name: str, parts: dict[str, str]) -> None:
    if name in parts:
        return
    text = (PAGE / f"{name}.js").read_text(encoding="utf-8")
    for needed in IMPORT.findall(text):
        _add(needed, parts)
    parts[name] = EXPORT.sub("", IMPORT.sub("", text)).strip() + "\n"


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
        "script": script(),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], template)
