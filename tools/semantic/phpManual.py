"""Prints training pairs of the PHP manual: its English text and translations, paragraph beside paragraph.

Usage: python3 phpManual.py ENGLISH LANGUAGE=FOLDER... > php.jsonl

The folders are checkouts of github.com/php/doc-en, doc-ru and so on. One JSON object a line: {"s": "x-ru/php", "x": text,
"en": its translation} of each language, {"s": "head/php", "q": what a function is for, "d": its description}, and
{"s": "ict/php", "q": a sentence, "d": its paragraph without it}.
"""

import difflib
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

# Elements that hold a text of their own; those that divide one text from another; what is no prose.
TEXTS = {"para", "simpara", "refpurpose", "title", "titleabbrev", "member", "entry", "term"}
DIVIDING = TEXTS | {
    *("variablelist", "varlistentry", "itemizedlist", "orderedlist", "simplelist", "segmentedlist", "listitem"),
    *("informalexample", "example", "table", "informaltable", "note", "warning", "caution", "tip", "important"),
    *("blockquote", "section", "sect1", "sect2", "sect3", "formalpara"),
}
NO_PROSE = {
    *("programlisting", "screen", "synopsis", "methodsynopsis", "classsynopsis", "constructorsynopsis"),
    *("destructorsynopsis", "indexterm", "refname"),
}
# What a translation leaves as it is: two texts are beside each other where these agree.
NAMES = {
    *("function", "parameter", "methodname", "constant", "classname", "literal", "varname", "type", "filename"),
    "command",
}
CONSTANTS = {"true", "false", "null"}
# A translation into a script with letters is about as long as the original.
ALPHABETIC = {"ru", "de", "es"}


def name_of(element):
    return element.tag.split("}")[-1] if isinstance(element.tag, str) else ""


def prose(element, names):
    """The text of an element without the elements that divide it; the names in it are added to `names`."""
    parts = [element.text or ""]
    for child in element:
        name = name_of(child)
        if name and name not in DIVIDING and name not in NO_PROSE:
            if name in NAMES:
                names.append("".join(child.itertext()).strip())
            parts.append(prose(child, names))
        parts.append(child.tail or "")
    return "".join(parts)


def texts_of(file):
    """Element, names in it and text of each text of a file; none where it is not XML by itself."""
    source = file.read_text(encoding="utf-8", errors="replace")
    source = re.sub(r"<!DOCTYPE.*?\]>", "", source, flags=re.S)
    source = re.sub(
        r"&(?!(?:lt|gt|amp|quot|apos|#\w+);)([\w.:-]+);",
        lambda entity: entity[1] if entity[1] in CONSTANTS else " ",
        source,
    )
    try:
        root = ElementTree.fromstring(source)
    except ElementTree.ParseError:
        return []
    texts = []
    for element in root.iter():
        if name_of(element) not in TEXTS:
            continue
        names = []
        text = re.sub(r"\s+", " ", prose(element, names)).strip()
        if text:
            texts.append((name_of(element), tuple(sorted(filter(str.isascii, names))), text))
    return texts


def beside(english, other):
    """Pairs of texts that are translations of each other: all where the structure is the same, else where names agree."""
    if [name for name, _, _ in english] == [name for name, _, _ in other]:
        return list(zip(english, other))
    keys = [[text[:2] for text in side] for side in (english, other)]
    blocks = difflib.SequenceMatcher(None, *keys, autojunk=False).get_matching_blocks()
    return [(english[a + i], other[b + i]) for a, b, size in blocks for i in range(size)]


def is_translation(language, english, other):
    if english == other or len(english.split()) < 2:
        return False
    if language == "ru" and not re.search("[а-я]", other):
        return False
    return language not in ALPHABETIC or 0.5 < len(other) / len(english) < 2.2


def english_pairs(name, texts):
    purpose = next((text for element, _, text in texts if element == "refpurpose"), None)
    paragraphs = [text for element, _, text in texts if element in ("para", "simpara") and len(text.split()) >= 4]
    if purpose and paragraphs:
        yield "head/php", purpose, f"{name} {paragraphs[0]}"
    for paragraph in paragraphs:
        sentences = re.split(r"(?<=[.!?]) +", paragraph)
        if len(sentences) >= 2:
            middle = len(sentences) // 2
            yield "ict/php", sentences[middle], " ".join(sentences[:middle] + sentences[middle + 1 :])


def show(pair):
    print(json.dumps(pair, ensure_ascii=False))


def main(folder, translations):
    files = {}
    seen = set()
    for file in sorted(folder.rglob("*.xml")):
        place = file.relative_to(folder).as_posix()
        if "license" in place or "aliases" in place:
            continue
        files[place] = texts_of(file)
        for source, question, answer in english_pairs(file.stem.replace("-", "_"), files[place]):
            if len(question.split()) >= 2 and len(answer.split()) >= 4 and (question, answer) not in seen:
                seen.add((question, answer))
                show({"s": source, "q": question, "d": answer})
    for language, other in translations:
        seen = set()
        for place, texts in files.items():
            file = Path(other) / place
            if not texts or not file.exists():
                continue
            for (_, _, english), (_, _, text) in beside(texts, texts_of(file)):
                if is_translation(language, english, text) and (english, text) not in seen:
                    seen.add((english, text))
                    show({"s": f"x-{language}/php", "en": english, "x": text})


if __name__ == "__main__":
    main(Path(sys.argv[1]), [argument.split("=") for argument in sys.argv[2:]])
