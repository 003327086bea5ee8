"""How the documentation is built: `make docs`."""

project = "Serai"
author = "the Serai authors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = "Serai"
source_suffix = {".md": "markdown"}
exclude_patterns: list[str] = []
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
# What the research interfaces adapt: large, and not needed to read their docstrings.
autodoc_mock_imports = ["gymnasium", "numpy", "pettingzoo", "pyarrow", "pyspiel"]
