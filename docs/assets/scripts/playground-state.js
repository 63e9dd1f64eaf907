// What a playground holds, and what follows from it. Whatever comes from a
// reader or a link is read by `number` and `name`, which return null if they
// refuse it.

import {
  causalMask,
  mergeHeads,
  scaledDotProductAttention,
} from "./model/layers.js";
import { product } from "./model/tensor.js";

/** @import { Matrix } from "./model/tensor.js" */

/** @typedef {{name: string, x: number[], hidden: boolean}} Token */
/**
 * Without heads, queries, keys and values are the embeddings themselves.
 * @typedef {object} State
 * @property {Token[]} tokens
 * @property {Matrix[][]} heads - of queries, keys and values
 * @property {string[]} names - of the matrices
 * @property {Matrix | null} W_out - what mixes the heads
 * @property {number} divisor - of the scores
 * @property {boolean} causal
 * @property {number} query - the token whose row is shown
 */
/** @typedef {ReturnType<typeof computed>} Results */

export const TOKENS = 8;
export const LETTERS = 20; // of a token's name
export const NUMBERS = { least: -1000, most: 1000 };
export const DIVISORS = { least: 0.01, most: 1000 };
const WRITTEN = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;

/** @param {number} value */
export const inside = (value, { least, most } = NUMBERS) =>
  value >= least && value <= most;

/**
 * A number with a decimal point or comma, or null if it is none or too far.
 * @param {string} text
 */
export const number = (text, limits = NUMBERS) => {
  const plain = text.trim().replace("\u2212", "-");
  const value = Number(plain.replace(",", "."));
  return WRITTEN.test(plain) && inside(value, limits) ? value : null;
};

/** @type {(text: string) => string | null} what a token may be called, or null */
export const name = (text) => {
  const plain = text.trim();
  const size = [...plain].length;
  const odd = /[\p{C}\p{Zl}\p{Zp}]/u.test(plain);
  return size && size <= LETTERS && !odd ? plain : null;
};

/** @type {(state: State) => Matrix} embeddings (T, D) */
export const embeddings = ({ tokens }) => tokens.map(({ x }) => x);

/** @type {(state: State) => Matrix[]} all that is multiplied by */
export const matrices = ({ heads, W_out }) => [
  ...heads.flat(),
  ...(W_out ? [W_out] : []),
];

/**
 * Scores, weights and context of each head, with the values they mix; all
 * contexts side by side, and what W_out makes of them.
 * @param {State} state
 */
export const computed = (state) => {
  const { tokens, causal, divisor, W_out } = state;
  const x = embeddings(state);
  /** @type {(t: number, s: number) => boolean} */
  const mask = (t, s) => !tokens[s].hidden && (!causal || causalMask(t, s));
  const projected = state.heads.map((head) => head.map((W) => product(x, W)));
  const heads = (projected.length ? projected : [[x, x, x]]).map(
    ([q, k, v]) => ({
      v,
      ...scaledDotProductAttention(q, k, v, { mask, divisor }),
    }),
  );
  const values = mergeHeads(heads.map(({ v }) => v));
  const context = mergeHeads(heads.map((head) => head.context));
  return { heads, values, context, output: W_out && product(context, W_out) };
};
