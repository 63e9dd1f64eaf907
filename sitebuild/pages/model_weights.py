"""Trained parameters as a script that a page loads: written and read back.

The script calls one function with a name, with the parameters as float16 in
base64, and with facts as JSON. It does nothing else, which is read back here:
whoever writes such a file by hand can only change numbers and words.
"""

import base64
import json
import math
import re
import textwrap
from collections.abc import Mapping
from typing import NamedTuple

SCRIPT = re.compile(
    r'attention\.weights\("(?P<name>[a-z-]+)", \{\n'
    r'(?P<tensors>(?:"[\w.]+": \[\[[\d, ]+\], `\n[A-Za-z0-9+/=\n]+`\],\n)+)'
    r"\}, (?P<facts>\{.*\})\);\n",
    re.S,
)
TENSOR = re.compile(r'"([\w.]+)": \[\[([\d, ]+)\], `\n([A-Za-z0-9+/=\n]+)`\]')
COLUMNS = 76  # of base64


class Stored(NamedTuple):
    """What a script gives a page: tensors as shapes and bytes, and facts."""

    name: str
    tensors: dict[str, tuple[tuple[int, ...], bytes]]
    facts: dict

    @property
    def form(self) -> tuple:
        """Return all but the numbers: two runs of training share it."""
        shapes = {name: shape for name, (shape, _) in self.tensors.items()}
        return self.name, list(shapes.items()), self.facts


def to_script(name: str, state: Mapping, facts: dict) -> str:
    """Return tensors of one model, in float16, as a script."""
    lines = [f'attention.weights("{name}", {{']
    for key, tensor in state.items():
        numbers = tensor.detach().cpu().half().numpy().astype("<f2").tobytes()
        text = textwrap.wrap(base64.b64encode(numbers).decode(), COLUMNS)
        lines += [f'"{key}": [{list(tensor.shape)}, `', *text, "`],"]
    told = ",\n".join(
        f'"{key}": {json.dumps(fact, ensure_ascii=False)}'
        for key, fact in facts.items()
    )
    return "\n".join([*lines, f"}}, {{{told}}});", ""])


def read_script(script: str) -> Stored:
    """Read a script back. Raises ValueError if it is anything else."""
    found = SCRIPT.fullmatch(script)
    if not found:
        raise ValueError("it is no call of attention.weights and nothing else")
    tensors = {}
    for key, sizes, text in TENSOR.findall(found["tensors"]):
        shape = tuple(json.loads(f"[{sizes}]"))
        numbers = base64.b64decode(text)
        if len(numbers) != 2 * math.prod(shape):
            raise ValueError(f"{key} has not as many numbers as {shape}")
        tensors[key] = shape, numbers
    return Stored(found["name"], tensors, json.loads(found["facts"]))


def to_state(stored: Stored) -> dict:
    """Return the stored parameters as tensors, by their names."""
    import torch  # who only reads pages has none

    return {
        name: torch.frombuffer(bytearray(numbers), dtype=torch.float16)
        .view(shape)
        .float()
        for name, (shape, numbers) in stored.tensors.items()
    }
