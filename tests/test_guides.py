"""The programs in the guide to operators run as they stand and print what it says."""

import re
import subprocess
import sys
from pathlib import Path

GUIDE = Path(__file__).parents[1] / "docs/guide/write-your-own.md"


def test_the_programs_of_write_your_own():
    text = GUIDE.read_text()
    program = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    expected = "".join(re.findall(r"```text\n(.*?)```", text, re.DOTALL))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == expected
