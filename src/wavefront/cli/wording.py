"""The library's error messages in the words of the command line: options instead of Python parameters.

A command's function names its parameters as the library does, so the name in a message tells the option. A
message names a parameter as its first word (``damping is a chance``), as an argument (``weighted=True``),
anywhere by a name that is no English word (``num_vertices``), or in the list of a strategy's options. It may
also advise a method (``subgraph()``), for which a command has an option.
"""

import re

# Arguments, as messages give them, that the command line calls otherwise than by the parameter's name.
IN_OTHER_WORDS = {"directed=False": "--undirected", "format=": "--input-format", "sources": "--samples"}
IN_OTHER_WORDS["subgraph()"] = "--largest-component"

WORD = re.compile(
    r"""(?<!\w)'[^']*'|"[^"]*"|"""  # what is quoted is the user's
    r"(?<![\w./-])(?P<argument>(?P<name>[a-z]\w*)(\(\)|=(True|False|'(?P<value>[^']*)')?)?)(?![\w/]|\.\w)"
)
OPTION_LIST = re.compile(r"(strategy '\w+'|auto runs '\w+', which) takes ")


def in_options(message: str, options: dict[str, str]) -> str:
    """The message with options in place of parameters; `options` are the command's, by parameter."""
    known = {words: option for words, option in IN_OTHER_WORDS.items() if option in options.values()}
    known |= options
    lists = OPTION_LIST.match(message)

    def replaced(found: re.Match[str]) -> str:
        name, argument = found["name"], found["argument"]
        if argument and argument.endswith("()"):
            return known.get(argument, argument)
        names_parameter = name and (lists or found.start() == 0 or "_" in name or "=" in argument)
        option = (known.get(argument) or known.get(name)) if names_parameter else None
        return f"{option} {found['value'] or ''}".rstrip() if option else found[0]

    return WORD.sub(replaced, message)
