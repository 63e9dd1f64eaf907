// The model that writes letters backwards, and what can be changed of it when
// it has been trained.

import { linear, sinusoidalEncoding, stack } from "./layers.js";
import { add, sum } from "./tensor.js";

/** @import { Matrix } from "./tensor.js" */

/**
 * What is taken from a model, or put in its place.
 * @typedef {object} Switches
 * @property {boolean} [positions] - false: no position is added to a letter
 * @property {boolean} [scaled] - false: scores are not divided by √d_k
 * @property {boolean[]} [heads] - false: what this head found is not used
 * @property {"own" | "even" | "pattern"} [weights] - where all heads look
 */

/** @type {(weights: Matrix) => number} how much copies letter T - 1 - i to i */
export const mass = (weights) =>
  sum(weights.map((row, i) => row[row.length - 1 - i])) / weights.length;

/** @type {Record<string, (own: Matrix) => Matrix>} */
const WEIGHTS = {
  own: (own) => own,
  even: (own) => own.map((row) => row.map(() => 1 / row.length)),
  pattern: (own) =>
    own.map((row, i) => row.map((_, j) => Number(i + j === row.length - 1))),
};

/**
 * An encoder between embeddings and a score for each letter:
 * ids (T) -> scores (T, letters), weights: H matrices (T, T).
 * @type {(part: any, numHeads: number, ids: number[], switches: Switches) =>
 *   {scores: Matrix, weights: Matrix[]}}
 */
export const reverser = (part, numHeads, ids, switches) => {
  const { heads, scaled = true, weights = "own" } = switches;
  const divisor = scaled ? undefined : 1;
  const back = { divisor, heads, replace: WEIGHTS[weights] };
  /** @type {Matrix} */
  const letters = ids.map((id) => part.embedding.weight[id]);
  const positions = sinusoidalEncoding(ids.length, letters[0].length);
  const x = switches.positions === false ? letters : add(letters, positions);
  const { y, maps } = stack(x, part.encoder, numHeads, { back });
  return { scores: linear(y, part.read_out), weights: maps[0].back };
};
