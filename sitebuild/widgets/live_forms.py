"""Let readers compute attention with their own numbers, and try trained models.

An author marks the place of a form. The playground starts with numbers that a
block of its page printed; playground.js fills it in and computes. When a
reader first uses the form of a model, live.js loads its script and its
parameters. Before, the recording stands on the page.
"""

import math
import re
import struct
from ast import literal_eval

from sitebuild.pages.output_types import PARAMETERS, TEXT, from_json
from sitebuild.pages.project import WIDGETS, View
from sitebuild.widgets.attention_arcs import looks, recorded, weights

PRINTED = re.compile(r"^(\S.*?)\s+tensor\((\[[^()]+\])\)", re.M)
# Of queries, keys and values, and what mixes the heads; as blocks print them.
MATRICES = "W_query W_key W_value W_out".split(), "W_Q W_K W_V W_O".split()
LETTERS = "computer"  # that a reader finds in the form
CURVES = "trained", "no-positions"  # that are there before it is played


def playground(view: View, widget: str = "playground") -> dict:
    """Return the state that a playground starts with, from what is recorded.

    Its tokens have D numbers each. `heads` holds for each head its matrices of
    queries, keys and values with D rows; it is empty where these are the
    tokens' vectors themselves. `names` are those of the matrices. Without
    tokens there is no form.
    """
    name = view.page.name
    settings = view.project.widget(widget).get(name, {})
    path = TEXT.path(name, settings.get("block", ""))
    text = view.page.files.text(path)
    printed = {name: literal_eval(x) for name, x in PRINTED.findall(text)}
    names = next((n for n in MATRICES if {*n[:3]} <= {*printed}), [])
    matrices = [printed[name] for name in names[:3]]
    of_heads = [m if isinstance(m[0][0], list) else [m] for m in matrices]
    heads = [*zip(*of_heads)]
    start = {
        "tokens": [
            {"name": name, "x": x, "hidden": False}
            for name, x in printed.items()
            if not isinstance(x[0], list)
        ],
        "heads": heads,
        "W_out": printed.get(names[-1]) if names else None,
        "divisor": math.sqrt(len(heads[0][0][0]) if heads else 1),
        "causal": settings.get("causal", False),
        "query": settings.get("query", 0),
    }
    return {"start": start, "names": names} if start["tokens"] else {}


def mixture(view: View) -> dict:
    """Return what a score is turned into a mixture of, as a playground's state.

    It has three tokens; what they are projected to has two numbers.
    """
    return playground(view, "mixture")


def translator(view: View) -> dict:
    """Return the arcs that the translator starts with; empty without them."""
    return arcs(view, "translator")


def glass(view: View) -> dict:
    """Return the arcs that can be cut in its encoder; empty without them."""
    return arcs(view, "glass")


def arcs(view: View, name: str) -> dict:
    """Return recorded arcs, and the blocks whose model draws them anew."""
    project, settings = view.project, view.project.widget(name)
    table = weights(project, settings.get("weights", ""))
    blocks = settings.get("block", "").split()
    if not table or not all(
        recorded(project, PARAMETERS, block) for block in blocks
    ):
        return {}
    return looks(table, settings) | {"block": settings["block"]}


def film(view: View) -> dict:
    """Return what a film of a training shows before it is played.

    `curves` are losses at each snapshot; `maps` is where each head looks in
    the snapshots that are stills. It is empty without a recording.
    """
    block = view.project.data(WIDGETS).get("film", "")
    script = recorded(view.project, PARAMETERS, block)
    if not script:
        return {}
    stored = from_json(script)
    facts, tensors = stored["facts"], stored["tensors"]
    size = facts["length"]
    curves = {name: numbers(tensors[f"curves.{name}"]) for name in CURVES}
    cells = numbers(tensors["stills"])
    rows = [cells[k : k + size] for k in range(0, len(cells), size)]
    maps = [rows[k : k + size] for k in range(0, len(rows), size)]
    heads = facts["heads"]
    stills = [maps[k : k + heads] for k in range(0, len(maps), heads)]
    return {
        "facts": facts,
        "curves": curves,
        "stills": dict(zip(facts["stills"], stills)),
        "even": math.log(len(facts["letters"])),
        "own": block.startswith(f"{view.page.name}/"),
        "letters": LETTERS,
        "block": block,
    }


def numbers(tensor: tuple[list[int], bytes]) -> tuple[float, ...]:
    """Return the float16 numbers of a stored tensor."""
    return struct.unpack(f"<{math.prod(tensor[0])}e", tensor[1])


def training(view: View) -> dict:
    """Return the word that a training in the page starts with."""
    return {"letters": LETTERS}


def turn(view: View) -> dict:
    """Return the words whose arrows a slider turns; empty without them."""
    block = view.project.data(WIDGETS).get("turn", "")
    table = weights(view.project, block)
    return {"names": table.rows} if table else {}
