"""Settings of the documentation site: python -m sphinx -W -n --keep-going docs site."""

from __future__ import annotations

import ast
import os
import re
import sys
from pathlib import Path
from textwrap import dedent, indent

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS.parent), str(DOCS.parent / "src")]
# Compiled modules have no docstrings.
os.environ["RUMPUS_PURE"] = "1"

import rumpus  # noqa: E402
from tools.measurements import write_pages as write_measurements  # noqa: E402
from tools.site_pages import write_pages  # noqa: E402

write_pages(DOCS)
write_measurements(DOCS / "measurements")

project = "Rumpus"
author = "The Rumpus authors"
project_copyright = author
release = rumpus.__version__
version = ".".join(release.split(".")[:2])

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
myst_enable_extensions = ["html_image"]
myst_heading_anchors = 3
exclude_patterns = ["pictures"]

# Smart quotes would turn the hyphens of `--option` into a dash.
smartquotes = False

html_theme = "furo"
html_title = "Rumpus"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
# Neither prompts nor output are copied.
copybutton_exclude = ".linenos, .gp, .go"

# Methods of other libraries have docstrings in other formats.
autodoc_inherit_docstrings = False
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
# Annotations also name types that the reference does not list.
nitpick_ignore_regex = [(r"py:.*", r".*")]


def plain_docstring(_app: object, _kind: str, _name: str, _thing: object, _options: object, lines: list[str]) -> None:
    """Turns our docstrings, plain text with names in backticks, into reStructuredText."""
    paragraphs = [restructured(paragraph) for paragraph in re.split(r"\n\s*\n", "\n".join(lines))]
    lines[:] = "\n\n".join(paragraphs).split("\n")


def restructured(paragraph: str) -> str:
    """Marks Python as code, in a paragraph or in its indented lines, and names in backticks as literals."""
    code = dedent(paragraph)
    if is_code(code):
        return f".. code-block:: python\n\n{indent(code, '   ')}"
    text = re.sub(r"(?<!`)`([^`\n]+)`(?!`)", r"``\1``", paragraph)
    first, _, rest = text.partition("\n    ")
    if rest and is_code(dedent(f"    {rest}")):
        return f"{first}\n\n{restructured(f'    {rest}')}"
    return text


def is_code(text: str) -> bool:
    """True if the text is Python that does something; a single word is not."""
    try:
        return any(not isinstance(node, ast.Expr) or isinstance(node.value, ast.Call) for node in ast.parse(text).body)
    except SyntaxError:
        return False


def setup(app: object) -> None:
    app.connect("autodoc-process-docstring", plain_docstring)  # type: ignore[attr-defined]
