"""Writes the types of the page's scripts, `serai/web/types.d.ts`, from the server's.

They cover scenes, the messages on sockets, and the initial data of a table's page. A test makes sure that
they are up to date.
"""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parent.parent
TYPES = ROOT / "serai" / "web" / "types.d.ts"
# Modules, and which of their types the scripts use; empty: all.
SOURCES: dict[str, tuple[str, ...]] = {
    "serai/scene/scene.py": (),
    "serai/server/errors.py": (),
    "serai/server/live/messages.py": (),
    "serai/server/routes/contexts.py": ("TableSettings", "InitialTable"),
}
HEAD = """// Written by tools/write_types.py from the server's types. Do not edit.
"""
PLAIN = {
    "str": "string",
    "int": "number",
    "float": "number",
    "bool": "boolean",
    "None": "null",
    "Any": "any",
    "object": "unknown",
}


def type_of(node: ast.expr) -> str:
    """A type in TypeScript.

    >>> type_of(ast.parse("dict[str, list[int] | None]", mode="eval").body)
    'Record<string, number[] | null>'
    """
    match node:
        case ast.Constant(value=None):
            return "null"
        case ast.Name(id=name):
            return PLAIN.get(name, name)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return f"{type_of(left)} | {type_of(right)}"
        case ast.Subscript(value=ast.Name(id="list"), slice=of):
            inner = type_of(of)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case ast.Subscript(value=ast.Name(id="dict" | "Mapping"), slice=ast.Tuple(elts=[key, value])):
            return f"Record<{type_of(key)}, {type_of(value)}>"
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=parts)):
            return f"[{', '.join(map(type_of, parts))}]"
    raise ValueError(f"line {node.lineno}: no type for the scripts: {ast.unparse(node)}")


def fields_of(found: ast.ClassDef, lines: list[str]) -> list[str]:
    """The fields of a class, with their trailing comments."""
    rows = []
    for field in found.body:
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            kind, mark = field.annotation, ""
            if isinstance(kind, ast.Subscript) and ast.unparse(kind.value) == "NotRequired":
                kind, mark = kind.slice, "?"
            remark = lines[field.lineno - 1][field.end_col_offset or 0 :].strip().removeprefix("#").strip()
            row = f"  {field.target.id}{mark}: {type_of(kind)};"
            rows.append(f"{row} // {remark}" if remark else row)
    return rows


def types_in(source: str, known: set[str], wanted: tuple[str, ...]) -> list[str]:
    """The `TypedDict`s of a module, and classes that extend known ones."""
    found = []
    lines = source.splitlines()
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp):
            # Scripts tell them apart by the keys that are present.
            (name,), kinds = map(ast.unparse, node.targets), type_of(node.value).replace(" | ", " & ")
            found.append(f"/** Any of these. */\nexport type {name} = Partial<{kinds}>;\n")
        if (
            isinstance(node, ast.ClassDef)
            and {ast.unparse(base) for base in node.bases} & known
            and (not wanted or node.name in wanted)
        ):
            known.add(node.name)
            bases = [name for name in map(ast.unparse, node.bases) if name != "TypedDict"]
            extends = f" extends {', '.join(bases)}" if bases else ""
            words = ast.get_docstring(node)
            remark = [f"/** {' '.join(words.split())} */"] if words else []
            rows = fields_of(node, lines)
            found.append("\n".join([*remark, f"export interface {node.name}{extends} {{", *rows, "}"]) + "\n")
    return found


def written() -> str:
    """All types."""
    known = {"TypedDict"}
    found = [HEAD]
    for path, wanted in SOURCES.items():
        found += types_in((ROOT / path).read_text(), known, wanted)
    return "\n".join(found)


if __name__ == "__main__":
    TYPES.write_text(written())
