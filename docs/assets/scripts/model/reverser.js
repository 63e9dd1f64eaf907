// The model that writes letters backwards (snippets/training.py).

import { embedding, linear, stack } from "./layers.js";

/**
 * An encoder between embeddings and a score for each letter: B lists of T ids ->
 * scores (B * T, letters), weights: B * H matrices (T, T).
 * @param {any} part
 * @param {number} numHeads
 * @param {number[][]} ids
 * @param {{positions?: boolean, scaled?: boolean}} [switches]
 */
export const reverser = (part, numHeads, ids, switches = {}) => {
  const { positions, scaled = true } = switches;
  const x = embedding(part.embedding, ids, positions);
  const shape = { numHeads, batch: ids.length };
  const back = { divisor: scaled ? undefined : 1 };
  const { y, maps } = stack(x, part.encoder, shape, { back });
  return { scores: linear(y, part.read_out), weights: maps[0].back };
};
