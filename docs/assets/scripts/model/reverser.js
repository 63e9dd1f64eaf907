// The model that writes letters backwards (snippets/training.py).

import { linear, sinusoidalEncoding, stack } from "./layers.js";
import { add } from "./tensor.js";

/** @import { Matrix } from "./tensor.js" */

/**
 * An encoder between embeddings and a score for each letter:
 * ids (T) -> scores (T, letters), weights: H matrices (T, T).
 * @type {(part: any, numHeads: number, ids: number[]) =>
 *   {scores: Matrix, weights: Matrix[]}}
 */
export const reverser = (part, numHeads, ids) => {
  /** @type {Matrix} */
  const letters = ids.map((id) => part.embedding.weight[id]);
  const x = add(letters, sinusoidalEncoding(ids.length, letters[0].length));
  const { y, maps } = stack(x, part.encoder, numHeads, {});
  return { scores: linear(y, part.read_out), weights: maps[0].back };
};
