"""The site's diagrams: one module a page, one function a diagram.

Pictures hold symbols and names from code, never words: the caption, which is
translated, says what they mean. Command line: `python -m tools.diagrams`
draws all into docs/assets/diagrams/<page>/<function>.svg.
"""
