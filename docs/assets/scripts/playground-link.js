// How a link carries the state of a playground. A link may come from a
// stranger: it is data, of which nothing is used unless all of it fits.

import {
  DIVISORS,
  TOKENS,
  matrices,
  name,
  number,
} from "./playground-state.js";

/** @typedef {import("./playground-state.js").State} State */
/** @typedef {import("./playground-state.js").Token} Token */

const ANCHOR = "#playground?";
const LONGEST = 4000; // characters

/** @type {(state: State) => string} the end of an address */
export const link = (state) => {
  const { tokens, divisor, causal, query } = state;
  const words = new URLSearchParams();
  for (const { name: called, x, hidden } of tokens) {
    words.append(hidden ? "hidden" : "token", [...x, called].join(","));
  }
  for (const matrix of matrices(state))
    words.append("matrix", String(matrix.flat()));
  words.set("divisor", String(divisor));
  words.set("causal", causal ? "1" : "0");
  words.set("query", String(query + 1));
  return ANCHOR + words;
};

/** What does not fit, named for the reader. */
class Odd extends Error {}

/**
 * What was read, which null says was refused.
 * @template Value
 * @param {Value | null} value
 * @param {string} place
 * @param {boolean} [fits]
 * @returns {Value}
 */
const checked = (value, place, fits = true) => {
  if (value === null || !fits) throw new Odd(place);
  return value;
};

/** @type {(texts: string[], place: string) => number[]} */
const numbers = (texts, place) =>
  texts.map((text) => checked(number(text), place));

/** @type {(words: URLSearchParams, size: number) => Token[]} */
const tokensOf = (words, size) => {
  const kinds = [...words].filter(
    ([kind]) => kind === "token" || kind === "hidden",
  );
  checked(kinds, "token", kinds.length > 0 && kinds.length <= TOKENS);
  return kinds.map(([kind, text], k) => {
    const place = `token ${k + 1}`;
    const parts = text.split(",");
    return {
      name: checked(name(parts.slice(size).join(",")), place),
      x: numbers(
        checked(parts, place, parts.length > size).slice(0, size),
        place,
      ),
      hidden: kind === "hidden",
    };
  });
};

/**
 * Put a link's matrices into a state that has some of the same sizes.
 * @type {(words: URLSearchParams, state: State) => void}
 */
const fillMatrices = (words, state) => {
  const given = words.getAll("matrix");
  const targets = matrices(state);
  checked(given, "matrix", given.length === targets.length);
  targets.forEach((target, k) => {
    const place = `matrix ${k + 1}`;
    const wide = target[0].length;
    const read = numbers(given[k].split(","), place);
    checked(read, place, read.length === target.length * wide);
    target.forEach((row, i) =>
      row.forEach((_, j) => (row[j] = read[i * wide + j])),
    );
  });
};

/**
 * @param {URLSearchParams} words
 * @param {State} start
 * @returns {State}
 */
const read = (words, start) => {
  const state = structuredClone(start);
  state.tokens = tokensOf(words, start.tokens[0].x.length);
  fillMatrices(words, state);
  const causal = words.get("causal") ?? "";
  const query = Number(words.get("query")) - 1;
  return {
    ...state,
    divisor: checked(number(words.get("divisor") ?? "", DIVISORS), "divisor"),
    causal: checked(causal === "1", "causal", /^[01]$/.test(causal)),
    query: checked(query, "query", query in state.tokens),
  };
};

/**
 * The state that the end of an address carries, of the kind of `start`, or
 * what is odd about it; null if it carries none.
 * @param {string} hash
 * @param {State} start
 * @returns {{state?: State, odd?: string} | null}
 */
export const opened = (hash, start) => {
  if (!hash.startsWith(ANCHOR)) return null;
  if (hash.length > LONGEST) return { odd: `> ${LONGEST}` };
  try {
    return {
      state: read(new URLSearchParams(hash.slice(ANCHOR.length)), start),
    };
  } catch (error) {
    if (!(error instanceof Odd)) throw error;
    return { odd: error.message };
  }
};
