"""The pages that a browser shows: templates, styles, scripts, and the words of the page itself."""
