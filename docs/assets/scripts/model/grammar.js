// Sentences of the small grammar that the translator has learned
// (snippets/translation.py). `next` says for each state of the grammar which
// words may come, null for the end, and where they lead.

/** @typedef {Record<string, [(string | null)[], string][]>} Next */

/**
 * How far words follow the grammar, and which words can come at that place.
 * @type {(words: string[], next: Next) => {at: number, can: (string | null)[]}}
 */
export const follow = (words, next) => {
  let state = "subject";
  let at = 0;
  for (; at < words.length; at++) {
    const lead = next[state].find(([can]) => can.includes(words[at]));
    if (!lead) break;
    state = lead[1];
  }
  return { at, can: next[state].flatMap(([can]) => can) };
};

/** @type {(words: string[], next: Next) => boolean} */
export const isSentence = (words, next) => {
  const { at, can } = follow(words, next);
  return at === words.length && can.includes(null);
};

/**
 * What may stand in the place of a word: what it reads, "–" for nothing, and the
 * whole sentence that it makes.
 * @type {(words: string[], place: number, next: Next) => [string, string[]][]}
 */
export const choices = (words, place, next) => {
  const can = follow(words.slice(0, place), next).can.filter((w) => w !== null);
  const word = words[place];
  const does = words.indexOf("does"); // as in "does not see", else "sees"
  const verb = does < 0 ? word.slice(0, -1) : `${words[does + 2]}s`;
  const isInside = does >= 0 && place >= does && place <= does + 2;
  /** @type {[string, string[]][]} */
  const every = [
    ...can.map((w) => /** @type {any} */ ([w, words.with(place, w)])),
    ["–", words.toSpliced(place, 1)],
    ...can.map(
      (w) =>
        /** @type {any} */ ([`${w} ${word}`, words.toSpliced(place, 0, w)]),
    ),
    ["does not " + verb, words.toSpliced(place, 1, "does", "not", verb)],
    [verb, isInside ? words.toSpliced(does, 3, verb) : []],
  ];
  return every.filter(([, sentence]) => isSentence(sentence, next));
};
