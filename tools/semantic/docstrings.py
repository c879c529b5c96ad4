"""Prints training pairs of what Python functions and classes say of themselves and their code.

Usage: python3 docstrings.py FOLDER... > docstrings.jsonl

A folder is an unpacked package of one licence; `s` of its pairs is `py/` and the folder's name. One JSON object a line:
{"s": source, "q": first paragraph of the docstring, "d": code without docstrings}.
"""

import ast
import json
import re
import sys
from pathlib import Path

# Longer code says little more: the trainer takes the first 80 tokens.
MAX_CODE = 1200
MAX_FILE = 400_000
MIN_WORDS = 4


def first_paragraph(docstring):
    paragraph = re.split(r"\n\s*\n", docstring.strip())[0]
    return re.sub(r"\s+", " ", paragraph)


def pairs_of(tree):
    for node in ast.walk(tree):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        docstring = ast.get_docstring(node)
        if docstring is None or len(node.body) < 2:
            continue
        summary = first_paragraph(docstring)
        if len(summary.split()) < MIN_WORDS:
            continue
        node.body = node.body[1:]
        yield summary, ast.unparse(node)[:MAX_CODE]


def main(folders):
    for folder in map(Path, folders):
        seen = set()
        for file in sorted(folder.rglob("*.py")):
            if {"tests", "test", "_vendor", "vendored"} & set(file.parts):
                continue
            if file.stat().st_size > MAX_FILE:
                continue
            try:
                tree = ast.parse(file.read_text(encoding="utf-8"))
            except (SyntaxError, ValueError):
                continue
            for summary, code in pairs_of(tree):
                if summary in seen:
                    continue
                seen.add(summary)
                print(json.dumps({"s": f"py/{folder.name}", "q": summary, "d": code}, ensure_ascii=False))


if __name__ == "__main__":
    main(sys.argv[1:])
