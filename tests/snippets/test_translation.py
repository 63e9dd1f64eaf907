"""The grammar: agreement, alignment, what it refuses, what is held out."""

from itertools import product

import pytest
import torch
from compare import generator
from hypothesis import given
from hypothesis import strategies as st

from snippets.translation import (
    ADJECTIVES,
    ARTICLES,
    COUNT,
    NOUNS,
    OBJECTS,
    PREDICATES,
    SAME_PLACE,
    STAY_BEFORE,
    SUBJECTS,
    check,
    held_out,
    sentence,
    translate,
)

seeds = st.integers(0, 2**32)
clauses = st.integers(1, 3)
GENDERS = dict(NOUNS.values())


def meanings(word: str) -> set[str]:
    """Each Portuguese word that an English one can become."""
    if word in NOUNS:
        return {NOUNS[word][0]}
    agreeing = ARTICLES | ADJECTIVES
    return set(agreeing.get(word, ())) or {SAME_PLACE[word]}


@pytest.mark.parametrize(
    "english, portuguese, places",
    [
        (
            "the cat sees a small house",
            "o gato vê uma casa pequena",
            [0, 1, 2, 3, 5, 4],
        ),
        (
            "a strange girl does not see the good map",
            "uma menina estranha não vê o bom mapa",
            [0, 2, 1, 4, 5, 6, 7, 8],
        ),
        (
            "the child loves the key and a big boy finds a flower",
            "a criança adora a chave e um menino grande encontra uma flor",
            [0, 1, 2, 3, 4, 5, 6, 8, 7, 9, 10, 11],
        ),
    ],
)
def test_translated_by_hand(english, portuguese, places):
    assert translate(english.split()) == (portuguese.split(), places)


def test_how_many_sentences():
    parts = SUBJECTS, PREDICATES, OBJECTS
    assert [len(set(part)) for part in parts] == [96, 10, 192]
    assert COUNT == 96 * 10 * 192 == 184_320


@given(seeds, clauses)
def test_the_alignment_leads_to_the_word_that_is_translated(seed, count):
    english, portuguese, places = sentence(generator(seed), count)
    assert english.count("and") == count - 1
    assert len(portuguese) == len(places)
    for word, place in zip(portuguese, places):
        assert word in meanings(english[place])
    aligned = {english[place] for place in places}
    assert len(set(places)) == len(places)
    assert set(english) - aligned <= {"does"}


def test_articles_and_adjectives_agree_in_every_sentence():
    """Each subject with each object: all noun phrases that there are."""
    for subject, last in product(SUBJECTS, OBJECTS):
        english = [*subject, "sees", *last]
        words, places = translate(english)
        verb = words.index("vê")
        for phrase in (words[:verb], words[verb + 1 :]):
            (gender,) = (GENDERS[word] for word in phrase if word in GENDERS)
            for pair in (ARTICLES | ADJECTIVES).values():
                said = [word for word in phrase if word in pair]
                assert said in ([], [pair[gender]]), (english, words)


def test_adjectives_change_places_with_their_noun():
    for phrase in OBJECTS:
        _, places = translate(["the", "cat", "sees", *phrase])
        moves = len(phrase) == 3 and phrase[1] not in STAY_BEFORE
        assert places[3:] == ([3, 5, 4] if moves else [3, 4, 5][: len(phrase)])


@pytest.mark.parametrize(
    "english, message",
    [
        ("the zebra sees a cat", "'zebra' at place 1 cannot come after 'the'"),
        ("the house sees a cat", "'house' at place 1 .*woman$"),
        ("the cat black sees a dog", "'black' at place 2 .*what can: chooses"),
        ("the cat small sees a dog", "'small' at place 2 "),
        ("the cat does see a dog", "'see' at place 3 .* what can: not$"),
        ("the cat does not sees a dog", "'sees' at place 4 .*protect, see$"),
        ("the cat sees dog", "'dog' at place 3 .* what can: the, a$"),
        ("the cat sees a dog today", "'today' at place 5 .*: and, the end$"),
        ("the cat sees a dog and", "the end .* after 'and'; what can: the, a"),
        ("the cat sees a", "the end cannot come after 'a'; what can: big, "),
        ("", "the end cannot come after the start; what can: the, a$"),
    ],
)
def test_what_the_grammar_cannot_make_is_refused(english, message):
    with pytest.raises(ValueError, match=message):
        translate(english.split())


@given(seeds, st.data())
def test_no_word_can_be_left_out_or_doubled(seed, data):
    english, _, _ = sentence(generator(seed))
    place = data.draw(st.integers(0, len(english) - 1))
    before, word, after = english[:place], english[place], english[place + 1 :]
    check([*before, word, *after])
    with pytest.raises(ValueError):
        check([*before, word, word, *after])
    if word not in ADJECTIVES:
        with pytest.raises(ValueError):
            check([*before, *after])


def test_the_same_seed_draws_the_same_and_nothing_else_is_drawn():
    before = torch.get_rng_state()
    english, portuguese, _ = sentence(generator(0))
    assert " ".join(english) == "the strange dog chooses the pretty book"
    assert " ".join(portuguese) == "o cachorro estranho escolhe o livro bonito"
    assert sentence(generator(0))[0] == english != sentence(generator(1))[0]
    assert torch.equal(torch.get_rng_state(), before)


def test_one_sentence_in_ten_is_held_out_on_every_machine():
    sentences = [
        [*s, *p, *o]
        for s, p, o in product(SUBJECTS[::7], PREDICATES, OBJECTS[::7])
    ]
    share = sum(map(held_out, sentences)) / len(sentences)
    assert 0.08 < share < 0.12
    first = next(filter(held_out, sentences))
    assert " ".join(first) == "the boy chooses a big girl"
