"""What the letters of this page's formula stand for, by the code."""

from snippets.chapters.self_attention.formulas import attended

formula_1 = attended
