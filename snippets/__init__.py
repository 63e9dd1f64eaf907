"""The code behind the chapters: one small module per concept.

Letters of shapes, everywhere in this package:

    B  batch            T  query positions    S  key positions
    D  model dimension  H  heads              d_k, d_v  key and value size
"""
