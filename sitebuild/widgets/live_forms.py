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
TICKS = 0, 50, 100, 200, 400, 600  # steps of a training in the page


def numbers(view: View, widget: str) -> dict:
    """Return the state that a playground or a mixture starts with, as recorded.

    Its tokens have D numbers each. `heads` holds for each head its matrices of
    queries, keys and values with D rows; it is empty where these are the
    tokens' vectors themselves. `names` are those of the matrices. Without
    tokens there is no form. A mixture has three; what they are projected to
    has two numbers.
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


def arcs(view: View, widget: str) -> dict:
    """Return recorded arcs, and the blocks whose model draws them anew.

    It is empty without a recording of these.
    """
    project, settings = view.project, view.project.widget(widget)
    table = weights(project, settings.get("weights", ""))
    blocks = settings.get("block", "").split()
    if not table or not all(
        recorded(project, PARAMETERS, block) for block in blocks
    ):
        return {}
    return looks(table, settings) | {"block": settings["block"]}


def film(view: View) -> dict:
    """Return what a film of a training shows before it is played.

    `losses` are those at each snapshot, `levels` some to compare with, by
    their names; `ticks` are the places of steps below them, in percents;
    `stills` are the weights of all heads in some of the snapshots, one after
    another. It is empty without a recording.
    """
    block = view.project.data(WIDGETS).get("film", "")
    script = recorded(view.project, PARAMETERS, block)
    if not script:
        return {}
    stored = from_json(script)
    facts, tensors = stored["facts"], stored["tensors"]
    steps, letters = facts["steps"], len(facts["letters"])
    last = len(steps) - 1
    *_, missing = floats(tensors["curves.no-positions"])
    return {
        "facts": facts,
        "losses": floats(tensors["curves.trained"]),
        "levels": guess(letters, view) | {view.words["no-positions"]: missing},
        "ticks": {steps[k]: 100 * k / last for k in (*range(0, last, 4), last)},
        "stills": floats(tensors["stills"]),
        "own": block.startswith(f"{view.page.name}/"),
        "letters": LETTERS,
        "block": block,
    }


def floats(tensor: tuple[list[int], bytes]) -> tuple[float, ...]:
    """Return the float16 numbers of a stored tensor."""
    return struct.unpack(f"<{math.prod(tensor[0])}e", tensor[1])


def training(view: View) -> dict:
    """Return the word that a training starts with; it loads no parameters.

    Its curve has more room for its first steps, in which much happens.
    """
    ticks = {step: 100 * math.sqrt(step / TICKS[-1]) for step in TICKS}
    levels = guess(26, view) | guess(len(LETTERS) - 1, view)
    return {"letters": LETTERS, "block": "", "levels": levels, "ticks": ticks}


def guess(count: int, view: View) -> dict[str, float]:
    """Return the loss of guessing among so many letters, by its name."""
    return {view.words["even-guess"].format(count=count): math.log(count)}


def turn(view: View) -> dict:
    """Return the words whose arrows a slider turns; empty without them."""
    block = view.project.data(WIDGETS).get("turn", "")
    table = weights(view.project, block)
    return {"names": table.rows} if table else {}
