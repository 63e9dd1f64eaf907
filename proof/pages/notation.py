"""Reads a formula's MathML, as it is shown, into what it says.

First come its signs, then trees: tuples that begin with their kind. What a
letter with an index is, a name such as d_k or an entry of d, is known only
where it is computed; which names are functions is told.
"""

from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element

Tree = tuple
DOTS = ("dots",)
NOTHING = {"\N{FUNCTION APPLICATION}", "\N{INVISIBLE SEPARATOR}", ""}
PAIRS = dict(zip("([{", ")]}"))
BARS = ("|", "‖")
RELATIONS = "=≈<>≤≥≠∈⟺"
BETWEEN = dict.fromkeys("×⋅·", "dot") | {"/": "ratio", "mod": "mod"}  # factors
APPLIED = {"sin", "cos", "tanh", "ln", "max", "min"}  # also without brackets
FUNCTIONS = APPLIED | {"exp", "softmax", "Concat", "argmax", "diag", "E", "Var"}
LONGEST = 1000  # formula that is read, in signs
LONG = ["p", "o", "s"]  # the name of several letters that is set as such


class NotRead(ValueError):
    """A formula that this grammar does not know; the message says what."""


class Sign(NamedTuple):
    """A sign of a formula: its kind, its text, and the signs of its parts."""

    kind: str
    text: str = ""
    parts: tuple = ()


class Statement(NamedTuple):
    """What is said: sides with relations between them, and where it holds.

    Without a relation it is a value. If the relation is `…`, a letter, the
    first side, takes the values from the second to the third.
    """

    sides: tuple[Tree, ...]
    relations: tuple[str, ...] = ()
    where: tuple["Statement", ...] = ()


def scan(element: Element) -> Iterator[Sign]:
    """Yield the signs of MathML; scripts follow what they belong to."""
    tag, text = element.tag, element.text or ""
    if tag in ("math", "mrow", "mstyle", "mtd"):
        for child in element:
            yield from scan(child)
    elif tag == "mn":
        yield Sign("number", text)
    elif tag == "mtext" and text.strip():
        words = text != text.strip() or text.endswith(".")
        yield Sign("words" if words else "name", text.strip())
    elif tag in ("mi", "mo") and text not in NOTHING:
        yield Sign("name" if text.isalpha() or text in "∂∞" else "sign", text)
    elif tag in ("mfrac", "msqrt"):
        yield Sign(tag, "", tuple(map(signs, element)))
    elif tag in ("msub", "msup", "msubsup"):
        base, *scripts = element
        yield from scan(base)
        found = [signs(script) for script in scripts]
        below = [] if tag == "msup" else found[0]
        yield Sign("scripts", "", (below, [] if tag == "msub" else found[-1]))
    elif tag in ("munder", "munderover"):
        base, *limits = element
        (name,) = scan(base)
        yield Sign("limits", name.text, tuple(map(signs, limits)))
    elif tag == "mover":
        name, accent = (one.text for one in element)
        if accent != "˜":
            raise NotRead(f"the accent `{accent}` is not known")
        yield Sign("name", f"{name}_tilde")
    elif tag == "mtable":
        rows = tuple(tuple(map(signs, row)) for row in element)
        aligned = element.get("displaystyle") == "true"
        yield Sign("lines" if aligned else "table", "", rows)
    elif tag not in ("mtext", "mi", "mo", "mspace"):
        raise NotRead(f"<{tag}> is not known")


def signs(element: Element) -> list[Sign]:
    """Return the signs of MathML; three dots are one, and so is a long name."""
    found: list[Sign] = []
    for one in scan(element):
        found.append(one)
        last = [sign.text for sign in found[-3:]]
        if last in ([*"..."], [*"···"]):
            found[-3:] = [Sign("dots")]
        elif last == LONG:
            found[-3:] = [Sign("name", "".join(LONG))]
        elif one.kind == "sign" and one.text in "⋯⋮⋱…":
            found[-1] = Sign("dots")
    return found


def split(found: list[Sign], ends: Callable[[Sign], bool]) -> list[list[Sign]]:
    """Split signs at those that end a part, outside brackets; keep these."""
    parts: list[list[Sign]] = [[]]
    depth = 0
    for one in found:
        if one.kind == "sign":
            depth += (one.text in PAIRS) - (one.text in PAIRS.values())
        if not depth and ends(one):
            parts += [[one], []]
        else:
            parts[-1].append(one)
    return parts


def is_sign(one: Sign, texts: Collection[str]) -> bool:
    return one.kind == "sign" and one.text in texts


def separate(found: list[Sign], texts: Collection[str]) -> list[list[Sign]]:
    """Return the parts between signs, outside brackets."""
    return split(found, lambda one: is_sign(one, texts))[::2]


def lines(found: list[Sign]) -> Iterator[list[Sign]]:
    """Yield the signs of each statement; one may go on in the next line."""
    said = found
    if [one.kind for one in found] == ["lines"]:
        said = []
        for row in found[0].parts:
            for k in range(0, len(row), 2):
                part = sum(row[k : k + 2], [])
                if part and not is_sign(part[0], RELATIONS + "+"):
                    yield from separate(said, ",")
                    said = []
                said = said + part
    yield from separate(said, ",")


def read(formula: Element, functions: Collection[str] = ()) -> list[Statement]:
    """Return what a formula says; raises NotRead."""
    try:
        return statements(formula, functions)
    except NotRead:
        raise
    except (IndexError, ValueError, RecursionError):
        raise NotRead("its signs do not fit together") from None


def statements(formula: Element, functions: Collection[str]) -> list[Statement]:
    """Return what a formula says, statement by statement."""
    found: list[Statement] = []
    whole = signs(formula)
    if len(whole) > LONGEST:  # brackets in brackets take their time
        raise NotRead(f"it has more than {LONGEST} signs")
    for part in filter(None, lines(whole)):
        if any(is_sign(one, "⟶") for one in part):
            continue  # what becomes of what: there is nothing to compute
        said = statement(part, functions)
        bare = said.sides[0] if not said.relations else None
        if bare and found and found[-1].sides == (DOTS,):  # i = 0, 1, …, n
            while found and not found[-1].relations:
                found.pop()
            if not found:
                raise NotRead("a row with dots says nothing by itself")
            first = found.pop()
            found.append(Statement((*first.sides, bare), ("…",)))
        elif "∈" in said.relations:  # a, b ∈ c
            several = [said]
            while found and not found[-1].relations:
                sides = (*found.pop().sides, *said.sides[1:])
                several.insert(0, said._replace(sides=sides))
            found += several
        else:
            found.append(said)
    return found


def statement(found: list[Sign], functions: Collection[str]) -> Statement:
    """Return what signs say; words are a unit, a label, or a condition."""
    said, *rest = split(found, lambda one: one.kind == "words")
    if not said and rest[0][0].text.endswith(":"):
        _, said, *rest = rest, *rest[1:]
    where = tuple(statement(part, functions) for part in rest[1::2] if part)
    equivalent = any(is_sign(one, "⟺") for one in said)
    ends = "⟺" if equivalent else RELATIONS
    parts = split(said, lambda one: is_sign(one, ends))
    sides = tuple(
        ("said", statement(part, functions))
        if equivalent
        else Reader(part, functions).whole()
        for part in parts[::2]
    )
    relations = tuple(sign.text for (sign,) in parts[1::2])
    return Statement(sides, relations, where)


class Reader:
    """Reads one side of a statement, or what is in brackets."""

    def __init__(self, found: list[Sign], functions: Collection[str]):
        self.found, self.functions = found, functions
        self.bars: list[str] = []  # that are open
        self.place = 0

    def whole(self) -> Tree:
        """Read all of it."""
        tree = self.sum()
        if self.found[self.place :] not in ([], [Sign("sign", ".")]):
            self.fail()
        return tree

    def fail(self):
        after = self.found[self.place :][:1]
        what = f"`{after[0].text or after[0].kind}`" if after else "its end"
        raise NotRead(f"{what} stands where the grammar does not know it")

    def inner(self, found: list[Sign]) -> Tree:
        """Read signs that stand by themselves."""
        return Reader(found, self.functions).whole()

    def next(self) -> Sign:
        """Return the next sign, an empty one at the end."""
        return (*self.found[self.place : self.place + 1], Sign(""))[0]

    def take(self, texts: Collection[str]) -> str:
        """Go past a sign if it is one of these; return it, or nothing."""
        _, text, _ = one = self.next()
        if is_sign(one, texts) or text == "mod" in texts:
            self.place += 1
            return text
        return ""

    def sum(self) -> Tree:
        terms: list[Tree] = []
        operation = self.take("+−") or "+"
        while operation:
            if self.next().kind == "dots" and operation == "+":
                self.place += 1
                terms.append(DOTS)
            else:
                term = self.product()
                terms.append(("minus", term) if operation == "−" else term)
            operation = self.take("+−")
        return ("sum", *terms) if len(terms) > 1 else terms[0]

    def product(self) -> Tree:
        tree = self.factor()
        while (sign := self.take(BETWEEN)) or self.begins():
            tree = (BETWEEN.get(sign, "product"), tree, self.factor())
        return tree

    def begins(self) -> bool:
        """Tell whether a factor begins here."""
        kind, text, _ = self.next()
        if kind == "sign":
            return text in PAIRS or text in BARS and self.bars[-1:] != [text]
        return kind not in ("", "dots") and text != "mod"

    def factor(self) -> Tree:
        if self.next().text in ("∑", "∏"):
            return self.repeated()
        tree = self.atom()
        while self.next().kind == "scripts":
            tree = self.scripts(tree)
        return ("factorial", tree) if self.take("!") else tree

    def repeated(self) -> Tree:
        """Read a sum or product over a letter, to the end of its term."""
        _, text, limits = self.next()
        self.place += 1
        below = separate(limits[0], "=")
        bounds = [self.inner(part) for part in (*below[1:], *limits[1:])]
        return ("repeated", text, self.inner(below[0]), self.product(), *bounds)

    def atom(self) -> Tree:
        kind, text, parts = self.next()
        if not self.begins():
            self.fail()
        if text in PAIRS:
            items = self.bracketed()
            if text == "{" and items[0][0] != "cases":
                return ("set", *items)
            return items[0] if len(items) == 1 else ("vector", *items)
        self.place += 1
        if kind == "number":
            return ("number", text)
        if kind == "mfrac":
            above, below = parts
            if above[0].text == below[0].text == "∂":
                return ("slope", self.inner(above[1:]), self.inner(below[1:]))
            return ("ratio", self.inner(above), self.inner(below))
        if kind == "msqrt":
            return ("root", self.inner(*parts))
        if text in BARS:
            self.bars.append(text)
            tree = self.sum()
            if not self.take(self.bars.pop()):
                self.fail()
            return ("norm", tree)
        if kind == "limits":
            return ("best", text, self.inner(*parts), self.argument())
        if kind == "name":
            return self.named(("name", text))
        self.place -= 1
        self.fail()

    def named(self, tree: Tree) -> Tree:
        """Read what follows a name: its scripts, and to what it is applied."""
        name = tree[1]
        if self.next().kind == "scripts":
            tree = self.scripts(tree)
        if name in ("max", "min") and tree[0] == "entry":
            return ("best", name, *tree[4], self.argument())
        labelled = f"{name}_{tree[2]}" if tree[0] == "entry" else name
        if not {name, labelled} & {*self.functions, *FUNCTIONS}:
            return tree
        if self.next().text in ("(", "["):
            return ("call", tree, *self.bracketed())
        return ("call", tree, self.argument()) if name in APPLIED else tree

    def argument(self) -> Tree:
        """Read to what a function without brackets is applied."""
        tree = self.factor()
        while self.begins() and self.next().text not in (*APPLIED, "∑", "∏"):
            tree = ("product", tree, self.factor())
        return tree

    def bracketed(self) -> list[Tree]:
        """Read what is in brackets, between commas; a table by itself."""
        opening, first, *_ = (*self.found[self.place :], Sign(""))
        if opening.text == "{" and first.kind == "table":
            self.place += 2
            return [("cases", *map(self.case, first.parts))]
        closing = PAIRS.values()
        (_, *inside), *rest = split(
            self.found[self.place :], lambda one: is_sign(one, closing)
        )
        if not rest:
            self.fail()
        self.place += len(inside) + 2
        if [one.kind for one in inside] == ["table"]:
            rows = [[*map(self.cell, row)] for row in inside[0].parts]
            return [("matrix", *(("row", *row) for row in rows))]
        bars = [one for one in inside if is_sign(one, "|")]
        if len(bars) % 2:  # p(y | x)
            sides = separate(inside, "|")
            return [("list", *self.items(side)) for side in sides]
        return self.items(inside)

    def items(self, found: list[Sign]) -> list[Tree]:
        return [self.cell(part) for part in separate(found, ",") if part]

    def cell(self, found: list[Sign]) -> Tree:
        dots = all(one.kind == "dots" for one in found)
        return DOTS if dots else self.inner(found)

    def case(self, row: list[list[Sign]]) -> Tree:
        """Read a value, and when it is taken: a statement, or how often."""
        value, (_, *when) = row
        said = statement(when, self.functions) if when else ()
        return (self.inner(value), said)

    def scripts(self, tree: Tree) -> Tree:
        """Read what is below and above what has been read."""
        below, above = self.next().parts
        self.place += 1
        power = None
        before: tuple[Tree, ...] = ()
        transposed = [one.text for one in above] == ["⊤"]
        if above and is_sign(above[0], "("):
            before = (self.inner(above),)
        elif tree[0] == "name" and [one.text for one in above] == ["′"]:
            tree = ("name", f"{tree[1]}_prime")
        elif tree[0] == "name" and len(above) == 1 and above[0].text.isupper():
            tree = ("name", f"{tree[1]}_{above[0].text}")
        elif above and tree == ("name", "ℝ"):
            power = ("vector", *map(self.inner, separate(above, "×")))
        elif above and not transposed:
            power = self.inner(above)
        if below or before:
            label = "".join(one.text for one in below)
            tree = ("entry", tree, label, before, self.indices(below))
        if transposed:
            return ("transposed", tree)
        return ("power", tree, power) if power else tree

    def indices(self, found: list[Sign]) -> tuple[Tree, ...]:
        """Read indices: one after the other, or between commas."""
        trees: list[Tree] = []
        for part in separate(found, ",") if found else ():
            kinds = {one.kind for one in part}
            if kinds - {"name", "number", "scripts"}:
                trees.append(self.inner(part))
                continue
            if len(part) == 1 and part[0].text in FUNCTIONS:  # x_max
                continue
            reader = Reader(part, ())
            while reader.next().kind:
                if reader.next().kind == "number":
                    trees += [("number", digit) for digit in reader.next().text]
                    reader.place += 1
                else:
                    trees.append(reader.factor())
        return tuple(trees)
