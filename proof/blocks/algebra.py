"""Computes what a formula says, with what its letters stand for.

Letters are tensors, functions, or rows of these; indices count from 1, or from
`first`, which may be said for each letter. All sides between which a formula
puts a relation are compared, for each value of the indices that it leaves open.
"""

import math
from collections.abc import Iterator
from itertools import product, starmap

import torch
from torch import Tensor

from proof.pages.notation import DOTS, Statement, Tree

KNOWN = {"e": math.e, "π": math.pi, "∞": math.inf}
NAMES = str.maketrans({"ℓ": "l"})  # as Python reads names


class Wrong(Exception):
    """What a formula says does not hold, or cannot be computed."""


class Unknown(Wrong):
    """A name that stands for nothing."""


class Chances(list):
    """Values, each with its probability."""


def tensor(value: object) -> Tensor:
    """Return a value as a tensor of doubles."""
    return torch.as_tensor(value, dtype=torch.float64)


def told(value: object) -> str:
    """Tell a value in few digits, or its shape."""
    value = tensor(value).detach()
    if value.numel() > 6:
        return f"a tensor {tuple(value.shape)}"
    return ", ".join(f"{number:.6g}" for number in value.flatten().tolist())


# Functions that have a name of their own


def softmax(x: Tensor) -> Tensor:
    """Return the exponentials of each row, divided by their sum."""
    shares = (x - x.amax(-1, keepdim=True)).exp()
    return shares / shares.sum(-1, keepdim=True)


def extreme(name: str, *values: object) -> Tensor:
    """Return the largest or smallest, entry by entry."""
    same = torch.broadcast_tensors(*map(tensor, values))
    return getattr(torch.stack(same), f"a{name}")(0)


FUNCTIONS = {
    **{name: getattr(torch, name) for name in ("sin", "cos", "tanh", "exp")},
    "ln": torch.log,
    "softmax": softmax,
    "diag": torch.diag,
    "argmax": lambda x: x.argmax(-1),
    "max": lambda *values: extreme("max", *values),
    "min": lambda *values: extreme("min", *values),
    "Concat": lambda *parts: torch.cat(parts, -1),
}

# Two values


def times(a: Tensor, b: Tensor) -> Tensor:
    """Multiply what stands side by side: by a number, or rows by columns."""
    if a.ndim == b.ndim == 1:
        raise Wrong("a row stands behind a row")
    return a @ b if a.ndim and b.ndim else a * b


def dot(a: Tensor, b: Tensor) -> Tensor:
    """Multiply with a sign: two rows, or numbers."""
    if a.ndim and b.ndim and (a.ndim > 1 or a.shape != b.shape):
        raise Wrong("a dot product of what are not two rows of one size")
    return (a * b).sum() if a.ndim and b.ndim else a * b


def over(a: Tensor, b: Tensor) -> Tensor:
    if b.ndim:
        raise Wrong("a division by what is no number")
    return a / b


def plus(a: Tensor, b: Tensor) -> Tensor:
    """Add; a row is added to each row of a matrix."""
    if a.ndim and b.ndim and a.shape[-1] != b.shape[-1]:
        raise Wrong("a sum of what has not one size")
    return a + b


PAIRS = {
    "product": times,
    "dot": dot,
    "ratio": over,
    "mod": torch.remainder,
    "power": torch.pow,
}
ALONE = {
    "minus": torch.neg,
    "root": torch.sqrt,
    "transposed": lambda x: x.mT,
    "norm": lambda x: x.square().sum().sqrt(),
    "factorial": lambda x: math.factorial(int(x)),
}


class Machine:
    """Computes trees."""

    def __init__(self, letters: dict[str, object]):
        self.letters = letters

    def given(self, **more: object) -> "Machine":
        """Return one that knows more letters."""
        return Machine(self.letters | more)

    def value(self, tree: Tree) -> object:
        """Compute a tree; raises Wrong."""
        kind, *parts = tree
        if kind in PAIRS:
            return PAIRS[kind](*map(self.tensor, parts))
        if kind in ALONE:
            return ALONE[kind](*map(self.tensor, parts))
        return getattr(self, f"of_{kind}")(*parts)

    def tensor(self, tree: Tree) -> Tensor:
        return tensor(self.value(tree))

    def whole(self, tree: Tree) -> int:
        return int(self.value(tree))

    def all(self, trees: tuple) -> list[Tensor]:
        """Compute several, and those that dots between them stand for."""
        return [*map(self.tensor, self.undotted(trees))]

    def of_number(self, text: str) -> float | int:
        return float(text) if "." in text else int(text)

    def of_name(self, name: str) -> object:
        known = KNOWN | self.letters
        if (name := name.translate(NAMES)) not in known:
            raise Unknown(f"`{name}` stands for nothing")
        return known[name]

    def of_sum(self, *terms: Tree) -> Tensor:
        result, *others = self.all(terms)
        for other in others:
            result = plus(result, other)
        return result

    def of_vector(self, *items: Tree) -> Tensor:
        return torch.stack(self.all(items))

    def of_list(self, *items: Tree) -> list:
        return [*map(self.value, self.undotted(items))]

    def of_set(self, *items: Tree) -> object:
        raise Wrong("a set stands where a value should")

    def of_matrix(self, *rows: Tree) -> Tensor:
        """Put rows one below the other; an entry may be a row or a block."""
        wide = [
            DOTS if {*row[1:]} == {DOTS} else ("row", *self.undotted(row[1:]))
            for row in rows
        ]
        return torch.cat(self.all(wide), -2)

    def of_row(self, *cells: Tree) -> Tensor:
        return torch.cat([*map(torch.atleast_2d, self.all(cells))], -1)

    def of_call(self, function: Tree, *parts: Tree) -> object:
        """Apply a function: one of the letters, else one with a known name."""
        kind, name, *_ = function
        if kind != "name" or name in self.letters:
            values = map(self.value, self.undotted(parts))
            return self.value(function)(*values)
        if name in ("E", "Var"):
            drawn = self.drawn(*parts)
            return drawn.mean(0) if name == "E" else drawn.var(0, correction=0)
        return FUNCTIONS[name](*self.all(parts))

    def drawn(self, tree: Tree) -> Tensor:
        """Compute a tree in each outcome; one is as likely as another."""
        outcomes = self.of_name("outcomes")
        return torch.stack([self.given(**one).tensor(tree) for one in outcomes])

    def of_cases(self, *cases: tuple[Tree, Statement | None]) -> object:
        """Return the value of the first case that applies, or all chances."""
        for tree, when in cases:
            if when and not when.relations and when.sides[0][0] != "name":
                return Chances(
                    (self.value(one), self.value(chance.sides[0]))
                    for one, chance in cases
                )
            if not when or not when.relations or self.holds(when):
                return self.value(tree)
        raise Wrong("no case applies")

    def of_slope(self, above: Tree, below: Tree) -> Tensor:
        """Differentiate; of rows, entry i, j is that of j by that of i."""
        value, (start, indices) = self.tensor(above), self.indexed(below)
        slopes = [
            torch.autograd.grad(one, start, retain_graph=True)[0]
            for one in value.flatten()
        ]
        slope = torch.stack(slopes, -1)
        for index in indices:
            slope = self.entry(slope, self.whole(index), below[1][1])
        return slope if value.ndim else slope.squeeze(-1)

    # Indices

    def of_entry(self, *parts: object) -> object:
        """Return what a name with an index is: another name, or an entry."""
        values, indices = self.indexed(("entry", *parts))
        for index in indices:
            values = self.entry(values, self.whole(index), parts[0][1])
        return values

    def indexed(self, tree: Tree) -> tuple[object, tuple[Tree, ...]]:
        """Return what has indices, and these; of what has none, itself."""
        if tree[0] != "entry":
            return self.value(tree), ()
        _, base, label, before, after = tree
        named = f"{base[1]}_{label}".translate(NAMES)
        if base[0] == "name" and named in self.letters:
            values = self.letters[named]
            return values, before + after * isinstance(values, list | tuple)
        return self.value(base), before + after

    def first(self, name: object) -> int:
        """Return the index of the first entry of what has this name."""
        first = self.letters.get("first", 1)
        return first if isinstance(first, int) else first.get(name, 1)

    def entry(self, values: object, index: int, name: object) -> object:
        place = index - self.first(name)
        if not 0 <= place < len(values):
            raise Wrong(f"`{name}` has no entry {index}")
        return values[place]

    def of_repeated(
        self, sign: str, letter: Tree, body: Tree, *bounds: Tree
    ) -> Tensor:
        """Add or multiply for each value of a letter."""
        values = self.over(letter[1], body, *bounds)
        if not values:
            raise Wrong(f"`{letter[1]}` has no values between its bounds")
        if sign == "∑":
            return sum(values)
        result, *others = values
        for value in others:
            result = times(result, value)
        return result

    def of_best(self, sign: str, letter: Tree, body: Tree) -> Tensor:
        return extreme(sign, *self.over(letter[1], body))

    def over(self, letter: str, body: Tree, *bounds: Tree) -> list[Tensor]:
        """Compute a tree for a letter's values: to a bound, or all indices."""
        if letter in self.letters:
            raise Wrong(f"`{letter}` stands for something already")
        if bounds:
            low, high = map(self.whole, bounds)
            values = range(low, high + 1)
        elif not (values := dict(self.ranges(body)).get(letter)):
            raise Unknown(f"`{letter}` has no values")
        return [self.given(**{letter: k}).tensor(body) for k in values]

    def ranges(self, tree: object) -> Iterator[tuple[str, range]]:
        """Yield letters that are an index alone, and the values of each."""
        kind = tree[0] if isinstance(tree, tuple) and tree else None
        if kind == "name" and isinstance(self.letters.get(tree[1]), range):
            yield tree[1], self.letters[tree[1]]
        if kind == "entry" and tree[1][0] == "name":
            yield from self.ranges_of_indices(tree)
        inner = tree[3:] if kind in ("repeated", "best") else tree
        for part in inner if isinstance(inner, tuple) else ():
            for name, values in self.ranges(part):
                if inner is tree or name != tree[2][1]:
                    yield name, values

    def ranges_of_indices(self, tree: Tree) -> Iterator[tuple[str, range]]:
        try:
            values, indices = self.indexed(tree)
        except Unknown:  # each outcome has its own
            return
        sizes = values.shape if isinstance(values, Tensor) else None
        for k, index in enumerate(indices):
            if index[0] == "name" and index[1] not in self.letters:
                start = self.first(tree[1][1])
                size = sizes[k] if sizes else len(values)
                yield index[1], range(start, start + size)

    # Rows with dots

    def undotted(self, trees: tuple | list) -> list[Tree]:
        """Return trees, and those that dots between them stand for."""
        trees = [*trees]
        dots = [k for k, tree in enumerate(trees) if tree == DOTS]
        if not dots:
            return trees
        low, high = dots[0] - 1, dots[-1] + 1
        first, last = trees[low], trees[high]
        if len(dots) == 3:  # a … b … y … z
            first, last = (
                ("row", *self.undotted(part))
                for part in (trees[low : low + 3], trees[high - 2 : high + 1])
            )
        found = self.between(first, last)
        if len(dots) == 3:
            found = [cell for row in found for cell in row[1:]]
        return [*trees[:low], *found, *trees[high + 1 :]]

    def between(self, first: Tree, last: Tree) -> list[Tree]:
        """Return trees from the first to the last, which differ by counting."""
        steps = {*self.steps(first, last)}
        if len(steps) != 1:
            raise Wrong("dots stand between what does not differ by counting")
        return [self.moved(first, last, k) for k in range(steps.pop() + 1)]

    def steps(self, a: Tree, b: Tree) -> Iterator[int]:
        """Yield how far apart the numbers are in which two trees differ."""
        if a != b and not alike(a, b):
            yield self.whole(b) - self.whole(a)
        elif a != b:
            for one, other in zip(*map(without_label, (a, b))):
                yield from self.steps(one, other)

    def moved(self, a: Tree, b: Tree, k: int) -> Tree:
        """Return the first tree, its numbers k steps nearer to the last."""
        if a == b:
            return a
        if not alike(a, b):
            return ("number", str(self.whole(a) + k))
        pairs = zip(*map(without_label, (a, b)))
        return tuple(self.moved(one, other, k) for one, other in pairs)

    # Statements

    def holds(self, said: Statement) -> bool:
        pairs = zip(said.relations, said.sides, said.sides[1:])
        return not any(starmap(self.difference, pairs))

    of_said = holds

    def compare(self, said: Statement) -> int:
        """Compare all sides; return how often; raise Wrong if they differ."""
        found: dict[str, range] = {}
        for name, values in self.ranges((*said.sides, *said.where)):
            known = found.setdefault(name, values)
            low, high = max(known[0], values[0]), min(known[-1], values[-1])
            found[name] = range(low, high + 1)
        count = 0
        for values in product(*found.values()):
            machine = self.given(**dict(zip(found, values)))
            if all(map(machine.holds, said.where)):
                for pair in zip(said.relations, said.sides, said.sides[1:]):
                    count += 1
                    if reason := machine.difference(*pair):
                        raise Wrong(reason)
        return count

    def difference(self, relation: str, left: Tree, right: Tree) -> str:
        """Say how two sides are not related as is said; empty if they are."""
        if relation == "∈":
            value, within = self.value(left), self.is_in(right)
            return "" if within(value) else f"{told(value)} is not in it"
        within = self.letters.get("within", 0)
        b = self.value(right)
        if isinstance(b, Chances):
            drawn = self.drawn(left)
            shares = [(drawn == one).double().mean() for one, _ in b]
            wanted = [chance for _, chance in b]
            a, b = torch.stack(shares), torch.stack([*map(tensor, wanted)])
        else:
            a, b = self.tensor(left), tensor(b)
        if right == ("number", "0"):
            b = torch.zeros_like(a)
        if RELATED[relation](a, b, max(within, rounding(left, right))):
            return ""
        return f"{told(a)} {relation} {told(b)} does not hold"

    def is_in(self, tree: Tree):
        """Return what tells whether something is in a set, or in a space."""
        if tree[0] == "set":
            items = [*map(self.value, self.undotted(tree[1:]))]
            return lambda value: value in items
        if tree[:2] != ("power", ("name", "ℝ")):
            raise Wrong("this is no set")
        sizes = self.value(tree[2]).tolist()
        return lambda value: [*value.shape] == sizes


def alike(a: Tree, b: Tree) -> bool:
    """Tell whether two trees differ only further down."""
    kinds = {one[0] for one in (a, b) if isinstance(one[0], str)}
    leaf = kinds & {"number", "name"}
    return len(a) == len(b) and len(kinds) < 2 and not leaf


def without_label(tree: Tree) -> Tree:
    """Return a tree whose index is no part of a name."""
    return (*tree[:2], "", *tree[3:]) if tree[0] == "entry" else tree


def same(a: Tensor, b: Tensor, within: float) -> bool:
    """Tell whether two values are equal; a matrix of one row is a row."""
    a, b = (x[0] if x.ndim == 2 and len(x) == 1 else x for x in (a, b))
    if a.shape != b.shape:
        return False
    return torch.allclose(a, b, rtol=1e-9, atol=1e-13 + within)


RELATED = {
    **dict.fromkeys("=≈⟺", same),
    "≠": lambda a, b, _: not same(a, b, 0),
    "<": lambda a, b, _: bool((a < b).all()),
    ">": lambda a, b, _: bool((a > b).all()),
    "≤": lambda a, b, _: bool((a <= b).all()),
    "≥": lambda a, b, _: bool((a >= b).all()),
}


def rounding(left: Tree, right: Tree) -> float:
    """Return how far sides may differ because their numbers are rounded.

    By half a unit of the last place of what stands alone; by a unit where a
    side is computed from numbers of four places or more.
    """
    sides = left, right
    alone = [unit(side) / 2 for side in sides if is_literal(side)]
    mixed = [unit(side) for side in sides if not is_literal(side)]
    rounded = [size for size in mixed if 0 < size < 0.001]
    return 1.0001 * max([*alone, *rounded], default=0)


def is_literal(tree: Tree) -> bool:
    """Tell whether a tree is a number, or a row or table of numbers."""
    inner = tree[0] in ("minus", "vector", "matrix", "row")
    return tree[0] == "number" or inner and all(map(is_literal, tree[1:]))


def unit(tree: object) -> float:
    """Return one unit of the last place of a tree's most exact decimal, or 0.

    Whole numbers are exact.
    """
    if not isinstance(tree, tuple):
        return 0
    if tree[:1] == ("number",):
        _, point, places = tree[1].partition(".")
        return 10 ** -len(places) if point else 0
    return min(filter(None, map(unit, tree)), default=0)


def check(formula: list[Statement], letters: dict[str, object]) -> list[int]:
    """Compare the sides of all statements; return how often, for each.

    A name that stands for nothing is defined by what it is equal to. `gives`
    are the values that the first sides must have. Raises Wrong.
    """
    machine, counts = Machine(letters), []
    gives = iter(letters.get("gives", ()))
    for k, said in enumerate(formula):
        name, *_ = sides = said.sides
        if said.relations == ("…",):
            low, high = map(machine.whole, sides[1:])
            if letters.get(name[1]) != range(low, high + 1):
                raise Wrong(f"`{name[1]}` has other values")
        elif is_new(machine, said):
            counts.append(int(repr(name) in repr(formula[k + 1 :])))
            value = machine.value(sides[1])
            machine = machine.given(**{name[1].translate(NAMES): value})
        else:
            if (given := next(gives, None)) is not None:
                machine = machine.given(given=given)
                first = Statement((name, ("name", "given")), ("=",))
                counts.append(machine.compare(first))
            if said.relations or given is None:
                counts.append(machine.compare(said))
    return counts


def is_new(machine: Machine, said: Statement) -> bool:
    """Tell whether a statement begins with a name that has no meaning yet."""
    named = said.relations[:1] == ("=",) and said.sides[0][0] == "name"
    return named and not can_compute(machine, said.sides[0])


def calculate(formula: list[Statement]) -> int:
    """Compare what is made of numbers alone; return how often.

    A letter that a line ends with a number for has it in the lines below.
    """
    machine, count = Machine({}), 0
    for said in formula:
        sides = said.sides
        known = [k for k, one in enumerate(sides) if can_compute(machine, one)]
        for a, b in zip(known, known[1:]):
            if b == a + 1 or {*said.relations[a:b]} <= {"=", "≈"}:
                relation = said.relations[b - 1]
                if reason := machine.difference(relation, sides[a], sides[b]):
                    raise Wrong(reason)
                count += 1
        kind, *parts = sides[0]
        if known and known[-1] and kind in ("name", "entry"):
            name = parts[0] if kind == "name" else f"{parts[0][1]}_{parts[1]}"
            value = machine.value(sides[known[-1]])
            machine = machine.given(**{name.translate(NAMES): value})
    return count


def can_compute(machine: Machine, side: Tree) -> bool:
    """Tell whether all names of a side stand for something."""
    try:
        machine.value(side)
    except Unknown:
        return False
    return True
