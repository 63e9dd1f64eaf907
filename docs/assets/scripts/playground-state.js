// What a playground holds, and what follows from it.

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
 * @property {Matrix | null} W_out - what mixes the heads
 * @property {number} divisor - of the scores
 * @property {boolean} causal
 * @property {number} query - the token whose row is shown
 */
/** @typedef {ReturnType<typeof computed>} Results */

/**
 * Scores, weights and context of each head, with the values they mix; all
 * contexts side by side, and what W_out makes of them.
 * @param {State} state
 */
export const computed = (state) => {
  const { tokens, causal, divisor, W_out } = state;
  const x = tokens.map((token) => token.x);
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
  const output = W_out && product(context, W_out);
  return { x, heads, values, context, output };
};
