"""A small grammar: English sentences, their Portuguese, and the alignment."""

from itertools import product
from zlib import crc32

import torch

ARTICLES = {"the": ("o", "a"), "a": ("um", "uma")}  # masculine, feminine
ADJECTIVES = {
    "big": ("grande", "grande"),
    "famous": ("famoso", "famosa"),
    "good": ("bom", "boa"),
    "pretty": ("bonito", "bonita"),
    "small": ("pequeno", "pequena"),
    "special": ("especial", "especial"),
    "strange": ("estranho", "estranha"),
}
STAY_BEFORE = ("good",)  # the other adjectives follow their noun
MASCULINE, FEMININE = 0, 1
LIVING = {
    "boy": ("menino", MASCULINE),
    "cat": ("gato", MASCULINE),
    "dog": ("cachorro", MASCULINE),
    "child": ("criança", FEMININE),
    "girl": ("menina", FEMININE),
    "woman": ("mulher", FEMININE),
}
NOUNS = LIVING | {
    "book": ("livro", MASCULINE),
    "garden": ("jardim", MASCULINE),
    "map": ("mapa", MASCULINE),
    "flower": ("flor", FEMININE),
    "house": ("casa", FEMININE),
    "key": ("chave", FEMININE),
}
VERBS = {
    "chooses": "escolhe",
    "finds": "encontra",
    "loves": "adora",
    "protects": "protege",
    "sees": "vê",
}
AFTER_NOT = {verb.removesuffix("s"): word for verb, word in VERBS.items()}


def phrases(nouns: dict) -> list[tuple[str, ...]]:
    """Each article, with each adjective and without, before each noun."""
    middles = [(), *((adjective,) for adjective in ADJECTIVES)]
    return [(a, *m, n) for a, m, n in product(ARTICLES, middles, nouns)]


SUBJECTS, OBJECTS = phrases(LIVING), phrases(NOUNS)
PREDICATES = [(verb,) for verb in VERBS]
PREDICATES += [("does", "not", verb) for verb in AFTER_NOT]
COUNT = len(SUBJECTS) * len(PREDICATES) * len(OBJECTS)  # of one clause

# The words that may come next, and where each of them leads.
NEXT = {
    "subject": [(ARTICLES, "acting")],
    "acting": [(ADJECTIVES, "acting noun"), (LIVING, "predicate")],
    "acting noun": [(LIVING, "predicate")],
    "predicate": [(VERBS, "object"), (["does"], "not")],
    "not": [(["not"], "verb after not")],
    "verb after not": [(AFTER_NOT, "object")],
    "object": [(ARTICLES, "seen")],
    "seen": [(ADJECTIVES, "seen noun"), (NOUNS, "end")],
    "seen noun": [(NOUNS, "end")],
    "end": [(["and"], "subject"), ([None], "end")],
}


def check(english: list[str]) -> None:
    """Raise ValueError, naming the word, if the grammar has no such sentence.

    Its sentences are clauses joined by "and".
    """
    state, before = "subject", "the start"
    for place, word in enumerate([*english, None]):
        leads = {w: after for words, after in NEXT[state] for w in words}
        if word not in leads:
            found = "the end" if word is None else f"'{word}' at place {place}"
            may = ", ".join(w or "the end" for w in leads)
            raise ValueError(
                f"{found} cannot come after {before}; what can: {may}"
            )
        state, before = leads[word], f"'{word}'"


SAME_PLACE = VERBS | AFTER_NOT | {"not": "não", "and": "e"}
AGREE = ARTICLES | ADJECTIVES


def translate(english: list[str]) -> tuple[list[str], list[int]]:
    """Portuguese words, and for each the place of its English word.

    Raises ValueError, naming the word, if the grammar has no such sentence.
    """
    check(english)
    translated, waiting = [], []  # places before a noun wait for its gender
    for place, word in enumerate(english):
        if word in AGREE:
            waiting.append(place)
        elif word in NOUNS:
            noun, gender = NOUNS[word]
            phrase = [(AGREE[english[i]][gender], i) for i in waiting]
            follows = len(phrase) == 2 and english[place - 1] not in STAY_BEFORE
            phrase.insert(1 if follows else len(phrase), (noun, place))
            translated, waiting = translated + phrase, []
        elif word in SAME_PLACE:  # all but "does"
            translated.append((SAME_PLACE[word], place))
    portuguese, places = zip(*translated)
    return list(portuguese), list(places)


def sentence(
    generator: torch.Generator, clauses: int = 1
) -> tuple[list[str], list[str], list[int]]:
    """Draw a sentence and translate it, all sentences equally likely.

    Returns its English words, its Portuguese words, and for each Portuguese
    word the place of the English word that it comes from. A generator of the
    CPU draws the same sentences on every machine.
    """
    english = []
    for number in torch.randint(COUNT, (clauses,), generator=generator):
        rest, subject = divmod(number.item(), len(SUBJECTS))
        last, predicate = divmod(rest, len(PREDICATES))
        english += ["and"] if english else []
        english += SUBJECTS[subject] + PREDICATES[predicate] + OBJECTS[last]
    return english, *translate(english)


def held_out(english: list[str]) -> bool:
    """Whether a sentence is kept from training: about one in ten, fixed ones.

    Decided by a checksum of its words, so by no seed and no machine.
    """
    return crc32(" ".join(english).encode()) % 10 == 0
