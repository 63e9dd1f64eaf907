// What a playground holds, and what follows from it.

import { causalMask, scaledDotProductAttention } from "./model/layers.js";
import { product, tensor } from "./model/tensor.js";

/** @import { Attending } from "./model/layers.js" */
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

/** @type {(heads: Matrix[]) => Matrix} side by side */
const mergeHeads = (heads) =>
  heads[0].map((_, t) => heads.flatMap((head) => head[t]));

/**
 * What one head computes, in lists.
 * @type {(q: Matrix, k: Matrix, v: Matrix, attending: Attending) =>
 *   Record<"context" | "weights" | "scores", Matrix>}
 */
export const attend = (q, k, v, attending) => {
  const [Q, K, V] = [q, k, v].map(tensor);
  const { context, ...found } = scaledDotProductAttention(Q, K, V, attending);
  const [weights, scores] = [found.weights[0].lists, found.scores[0].lists];
  return { context: context.lists, weights, scores };
};

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
  const projected = state.heads.map((head) =>
    head.map((W) => product(tensor(x), tensor(W)).lists),
  );
  const heads = (projected.length ? projected : [[x, x, x]]).map(
    ([q, k, v]) => ({
      v,
      ...attend(q, k, v, { mask, divisor }),
    }),
  );
  const values = mergeHeads(heads.map(({ v }) => v));
  const context = mergeHeads(heads.map((head) => head.context));
  const output = W_out && product(tensor(context), tensor(W_out)).lists;
  return { x, heads, values, context, output };
};
