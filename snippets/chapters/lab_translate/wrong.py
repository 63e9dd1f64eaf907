"""Answers to the exercises of the lab lab-translate that must be refused."""

WRONG = {
    "places_of": [
        lambda phrase: list(range(len(phrase))),  # nothing changes places
        lambda phrase: [0, 2, 1] if len(phrase) == 3 else [0, 1],  # good too
        # the whole phrase turned round
        lambda phrase: [len(phrase) - 1 - i for i in range(len(phrase))],
    ],
    "looks_at": [
        lambda w, p: (w.argmax(-1) == p).float().mean(),  # -1 counted
        lambda w, p: w.gather(-1, p.clamp(min=0)[:, None]).mean(),  # mass
        lambda w, p: (w.argmax(0) == p)[p >= 0].float().mean(),  # columns
    ],
}
