"""What may be wrong in a line of code: mutants, each one small change.

The operators are those that a reader of this code could get wrong: a
comparison, a sign, a constant, an axis, an argument, a mask, a default.
mutmut leaves out functions with a decorator (as `no_grad`) and what a class
holds, cosmic-ray starts a Python, with PyTorch, for each mutant.
"""

import ast
import copy
import re
from collections.abc import Iterator
from typing import NamedTuple

SWAPPED = {
    ast.Lt: [ast.LtE],
    ast.LtE: [ast.Lt],
    ast.Gt: [ast.GtE],
    ast.GtE: [ast.Gt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Lt, ast.Gt],  # in one direction only
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.Add: [ast.Sub],
    ast.Sub: [ast.Add],
    ast.Mult: [ast.Div],
    ast.Div: [ast.Mult],
    ast.FloorDiv: [ast.Mult],
    ast.Mod: [ast.Mult],
    ast.Pow: [ast.Mult],
    ast.BitAnd: [ast.BitOr],
    ast.BitOr: [ast.BitAnd],
    ast.And: [ast.Or],
    ast.Or: [ast.And],
}
RENAMED = {
    **{"sin": "cos", "cos": "sin", "max": "min", "min": "max"},
    **{"amax": "amin", "argmax": "argmin", "all": "any", "any": "all"},
    **{"mean": "sum", "sum": "mean", "tril": "triu", "zeros": "ones"},
    **{"new_zeros": "new_ones", "square": "abs", "relu": "gelu"},
}
# Methods without which a value may pass for what they make of it.
DROPPED = set(
    """transpose flip detach to cpu double half contiguous unsqueeze squeeze
    flatten tril masked_fill clone eval nan_to_num backward reshape""".split()
)


# Of these the order of the arguments does not matter.
SYMMETRIC = {"transpose", "min", "max", "dot", "equal", "add"}


class Mutant(NamedTuple):
    """A changed text: where, what stood in the line, what stands there now."""

    path: str
    scope: str
    was: str
    now: str
    text: str

    @property
    def name(self) -> str:
        return f"{self.path} {self.scope}: {self.was} => {self.now}"


def nudged(value: object) -> list[object]:
    """The neighbours of a constant; of words there are none."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1]
    return [value * 1.1 if value else 0.1] if isinstance(value, float) else []


def changed(node: ast.AST, **fields) -> ast.AST:
    """A copy of a node with other fields."""
    twin = copy.copy(node)
    for name, value in fields.items():
        setattr(twin, name, value)
    return twin


def of_call(node: ast.Call) -> Iterator[ast.AST]:
    """A keyword dropped, arguments in another order, a method left out."""
    for k in range(len(node.keywords)):
        rest = node.keywords[:k] + node.keywords[k + 1 :]
        yield changed(node, keywords=rest)
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    pairs = [] if name in SYMMETRIC else zip(node.args, node.args[1:])
    for k, pair in enumerate(pairs):
        if not any(isinstance(one, ast.Starred) for one in pair):
            others = node.args[:k], node.args[k + 2 :]
            args = [*others[0], *reversed(pair), *others[1]]
            yield changed(node, args=args)
    match node.func:
        case ast.Attribute(value, attr):
            if attr in DROPPED:
                yield value
            if attr in RENAMED:
                func = changed(node.func, attr=RENAMED[attr])
                yield changed(node, func=func)
            if attr == "masked_fill":
                func = changed(node.func, attr="nan_to_num")
                yield changed(node, func=func, args=[ast.Constant(0)])
        case ast.Name(name) if name in RENAMED:
            yield changed(node, func=changed(node.func, id=RENAMED[name]))


def of(node: ast.AST) -> Iterator[ast.AST]:
    """What a node may become."""
    match node:
        case ast.Compare(ops=ops):
            for k, op in enumerate(ops):
                for other in SWAPPED[type(op)]:
                    new = [*ops[:k], other(), *ops[k + 1 :]]
                    yield changed(node, ops=new)
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op):
            for other in SWAPPED.get(type(op), ()):
                yield changed(node, op=other())
        case ast.UnaryOp(ast.USub(), ast.Constant(int(value))):
            yield ast.Constant(-value - 1 if value < 2 else 1 - value)
        case ast.UnaryOp(ast.Invert() | ast.Not(), operand):
            yield operand
        case ast.Constant(value):
            yield from map(ast.Constant, nudged(value))
        case ast.IfExp(_, body, orelse):
            yield from (body, orelse)
        case ast.Expr(ast.Call(ast.Attribute(attr="register_buffer"))):
            name, value = node.value.args
            target = changed(node.value.func, attr=name.value)
            yield ast.Assign([target], value, lineno=0)  # moves no more
        case ast.Return(ast.Tuple([first, second, *rest])):
            value = ast.Tuple([second, first, *rest], ast.Load())
            yield changed(node, value=value)
        case ast.Call():
            yield from of_call(node)


def inner(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What is computed in a node: no types, no documentation, no messages."""
    for name, field in ast.iter_fields(node):
        if name in ("annotation", "returns") or isinstance(node, ast.Raise):
            continue
        for child in field if isinstance(field, list) else [field]:
            if isinstance(child, ast.AST):
                yield name, child


def walk(node: ast.AST, scope: str) -> Iterator[tuple[str, ast.AST, str]]:
    """Each node that may change: its scope, itself, what stands there then."""
    for name, child in inner(node):
        if name == "decorator_list":
            yield scope, child, ""
            continue
        within = scope
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            within = f"{scope}.{child.name}".lstrip(".")
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Call):
            yield within, child, "pass"
        for new in of(child):
            # Brackets keep it one operand, whatever stands around it.
            is_statement = isinstance(new, ast.stmt | ast.Constant | ast.Call)
            text = ast.unparse(new)
            yield within, child, text if is_statement else f"({text})"
        # The 1 of -1 is no number of its own.
        negative = getattr(child, "op", None)
        if not isinstance(negative, ast.USub) and not isinstance(
            child, ast.JoinedStr
        ):
            yield from walk(child, within)


def python(path: str, text: str) -> Iterator[Mutant]:
    """The mutants of a module, in its order."""
    lines = [line.encode() for line in text.splitlines(keepends=True)]
    for scope, node, new in walk(ast.parse(text), ""):
        first, last = node.lineno - 1, node.end_lineno - 1
        start, end = node.col_offset, node.end_col_offset
        if not new and lines[first][:start].strip() == b"@":
            start -= 1  # a decorator, with its sign
        before, after = lines[first][:start], lines[last][end:]
        line = before + new.encode() + after
        was = b"".join(lines[first : last + 1])
        whole = b"".join([*lines[:first], line, *lines[last + 1 :]])
        if flat(line) != flat(was):  # as with two arguments that are alike
            yield Mutant(path, scope, flat(was), flat(line), whole.decode())


def flat(code: bytes) -> str:
    """Code in one line, without its comment."""
    return re.sub(r"\s+", " ", re.sub(r"  #.*", "", code.decode())).strip()


# In a script: what a token may become, comments and words left alone.
TOKEN = re.compile(
    r"(?P<kept>/\*.*?\*/|//[^\n]*|`(?:[^`\\]|\\.)*`|\"[^\"\n]*\"|=>)"
    r"|(?P<sign>===|!==|<=|>=|>>>|>>|<<|&&|\|\||\?\?|\*\*"
    r"|(?<= )[-+*/%<>&|^](?= ))"
    r"|(?P<number>(?<![\w.$])(?:0x[\da-f]+|\d+(?:\.\d+)?(?:e-?\d+)?))"
    r"|(?P<pair>(?<=[\w\]][(])[\w.]+, [\w.]+(?=[,)])"
    r"|(?<=\[)\w+, \w+(?=\] =|\];))"
    r"|(?P<name>Math\.(?:max|min|sin|cos|sqrt|floor|fround)\b|\b(?:true|false)\b"
    r"|\.(?:slice|toReversed)\([^()]*\))",
    re.S,
)
SIGNS = {
    **{"===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">"},
    **{"+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "**": "*"},
    **{"&&": "||", "||": "&&", "??": "&&", ">>": "<<", "<<": ">>"},
    **{">>>": "<<", "&": "|", "|": "&", "^": "&"},
}
NAMES = {
    **{"Math.max": "Math.min", "Math.min": "Math.max"},
    **{"Math.sin": "Math.cos", "Math.cos": "Math.sin", "Math.sqrt": ""},
    **{"Math.floor": "Math.ceil", "Math.fround": ""},
    **{"true": "false", "false": "true"},
}


def script(path: str, text: str) -> Iterator[Mutant]:
    """The mutants of a script, in its order."""
    for found in TOKEN.finditer(text):
        token, kind = found[0], found.lastgroup
        if kind == "kept":
            continue
        if kind == "number":
            new = str(int(token, 16) + 1 if "x" in token else float(token) + 1)
        elif kind == "sign":
            new = SIGNS[token]
        elif kind == "pair":
            new = ", ".join(reversed(token.split(", ")))
        else:
            new = "" if token[0] == "." else NAMES[token]
        before, after = text[: found.start()], text[found.end() :]
        line = before.rpartition("\n")[2], after.partition("\n")[0]
        was, now = (middle.join(line).strip() for middle in (token, new))
        number = before.count("\n") + 1
        yield Mutant(
            path, scope_of(text, number), was, now, before + new + after
        )


def scope_of(text: str, number: int) -> str:
    """The function or method of a script in which a line stands."""
    heads = re.compile(
        r"^attention\.(\w+) =|^  (\w+)\([^)]*\) \{", re.M
    ).finditer(text)
    scope = ""
    for head in heads:
        if text.count("\n", 0, head.start()) < number:
            scope = head[1] or f"{scope.split('.')[0]}.{head[2]}"
    return scope
