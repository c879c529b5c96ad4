"""Prints training pairs of what kind of thing a word is, out of WordNet.

Usage: python3 wordNet.py DICT WORDS.json > wordnet.jsonl

DICT is the folder of WordNet's files (in Debian /usr/share/wordnet), WORDS.json general word vectors (README.md), of
which only the list of words is read: words that are not among the most frequent of it teach nothing about memories.
One JSON object a line: {"s": "wnkind", "q": words, "d": words of the broader concept and its gloss}, for adjectives of a
similar one; {"s": "wnis", "q": gloss, "d": words and those of the two broader concepts}.
"""

import json
import sys
from pathlib import Path

MOST_FREQUENT = 60_000
BROADER = ("@", "@i")
SIMILAR = "&"
MAX_WORDS = 4
MAX_SIMILAR = 4


def read_concepts(folder):
    """By part of speech and offset: words, gloss, and pointers (symbol, part of speech, offset). The format: wndb(5)."""
    concepts = {}
    for kind, name in (("n", "noun"), ("v", "verb"), ("a", "adj"), ("r", "adv")):
        for line in (folder / f"data.{name}").read_text(encoding="utf-8").splitlines():
            if line.startswith(" "):
                continue
            entry, text = line.split(" | ", 1)
            fields = entry.split()
            count = int(fields[3], 16)
            words = [fields[4 + 2 * n].replace("_", " ").split("(")[0] for n in range(count)]
            at = 4 + 2 * count
            pointers = [
                (fields[place], fields[place + 2], fields[place + 1])
                for place in range(at + 1, at + 1 + 4 * int(fields[at]), 4)
            ]
            concepts[kind, fields[0]] = (words, text.strip().split('; "')[0], pointers)
    return concepts


def reached(concepts, concept, symbols):
    """The concepts that the pointers of one lead to. A satellite (s) of an adjective stands among the adjectives."""
    for symbol, kind, offset in concept[2]:
        if symbol in symbols:
            yield concepts["a" if kind == "s" else kind, offset]


def pairs_of(concepts, frequent):
    for (kind, _), concept in concepts.items():
        words, gloss, _ = concept
        known = [word for word in words if all(part.lower() in frequent for part in word.split())]
        if not known:
            continue
        broader = next(reached(concepts, concept, BROADER), None)
        if broader is not None:
            broadest = next(reached(concepts, broader, BROADER), ([],))
            above = broader[0] + broadest[0]
            yield "wnkind", known[:MAX_WORDS], above + [broader[1]]
            yield "wnis", [gloss], known[:MAX_WORDS] + above
        elif kind == "a":
            for similar in list(reached(concepts, concept, SIMILAR))[:MAX_SIMILAR]:
                yield "wnkind", known[:MAX_WORDS] + [gloss], similar[0] + [similar[1]]


def main(folder, words):
    frequent = set(json.loads(Path(words).read_text(encoding="utf-8"))["words"][:MOST_FREQUENT])
    for source, question, answer in pairs_of(read_concepts(Path(folder)), frequent):
        print(json.dumps({"s": source, "q": " ".join(question), "d": " ".join(answer)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
