"""Write trained parameters as a script that a page loads, and read them back.

The script calls one function with a name, float16 numbers in base64 and facts
as JSON. Reading refuses any other, so editors can change numbers and words.
"""

import base64
import json
import math
import re
from collections.abc import Mapping
from typing import NamedTuple

TENSOR = r'"([\w.]+)": \[\[([\d, ]+)\], `\n([A-Za-z0-9+/=\n]+)`\],\n'
START, END = r'attention\.weights\("([a-z-]+)", \{\n', r"\}, (\{.*\})\);\n"
SCRIPT = re.compile(f"{START}((?:{TENSOR})+){END}", re.S)


class Stored(NamedTuple):
    """A model's name, its tensors as shapes and bytes, and facts about it."""

    name: str
    tensors: dict[str, tuple[tuple[int, ...], bytes]]
    facts: dict


def to_script(name: str, state: Mapping, facts: dict) -> str:
    """Return the tensors of one model as a script."""
    lines = [f'attention.weights("{name}", {{']
    for key, tensor in state.items():
        numbers = tensor.detach().cpu().half().numpy().astype("<f2").tobytes()
        text = base64.encodebytes(numbers).decode()
        lines.append(f'"{key}": [{list(tensor.shape)}, `\n{text}`],')
    entries = (
        f'"{k}": {json.dumps(v, ensure_ascii=False)}' for k, v in facts.items()
    )
    return "\n".join([*lines, "}, {" + ",\n".join(entries) + "});", ""])


def read_script(script: str) -> Stored:
    """Read a script back. Raises ValueError if it is anything else."""
    if not (parts := SCRIPT.fullmatch(script)):
        raise ValueError("it is no call of attention.weights and nothing else")
    name, tensors, *_, facts = parts.groups()
    stored = Stored(name, {}, json.loads(facts))
    for key, sizes, text in re.findall(TENSOR, tensors):
        shape = tuple(map(int, sizes.split(",")))
        numbers = base64.b64decode(text)
        if len(numbers) != 2 * math.prod(shape):
            raise ValueError(f"{key} has not as many numbers as {shape}")
        stored.tensors[key] = shape, numbers
    return stored


def to_state(stored: Stored) -> dict:
    """Return the stored parameters as float32 tensors, by their names."""
    import torch  # reading pages does without

    return {
        name: torch.frombuffer(bytearray(numbers), dtype=torch.float16)
        .view(shape)
        .float()
        for name, (shape, numbers) in stored.tensors.items()
    }
