"""The web pages: templates, styles, scripts, and their translations."""
