// The whole Transformer: from the ids of a source to scores for a target, and
// how it writes one token after the other.

import { causalMask, linear, sinusoidalEncoding, stack } from "./layers.js";
import { add, argmax, softmax } from "./tensor.js";

/** @import { Attending } from "./layers.js" */
/** @import { Mask, Matrix, Vector } from "./tensor.js" */

/** @typedef {any} Model - its parameters, and numHeads */

// Ids that each vocabulary begins with.
const PAD = 0;
const START = 1;
const END = 2;

/** @type {(embedding: {weight: Matrix}, ids: number[]) => Matrix} */
const embed = ({ weight }, ids) =>
  add(
    ids.map((id) => weight[id]),
    sinusoidalEncoding(ids.length, weight[0].length),
  );

/**
 * Read a source: the memory of it (S, D), where one may look in it, weights.
 * @param {Model} model
 * @param {number[]} source
 */
export const encode = (model, source) => {
  /** @type {Mask} */
  const mask = (_, s) => source[s] !== PAD;
  const x = embed(model.source_embedding, source);
  const given = { back: { mask } };
  const { y: memory, maps } = stack(x, model.encoder, model.numHeads, given);
  return { memory, mask, maps };
};

/**
 * Score what follows each token of the target: (T, target_size), and weights.
 * @param {Model} model
 * @param {number[]} target
 * @param {{memory: Matrix, mask: Mask}} encoded
 * @param {Attending["replace"]} [replace] - weights that look across
 */
export const decode = (model, target, { memory, mask }, replace) => {
  const x = embed(model.target_embedding, target);
  const given = {
    memory,
    back: { mask: causalMask },
    across: { mask, replace },
  };
  const { y, maps } = stack(x, model.decoder, model.numHeads, given);
  return { scores: linear(y, model.read_out), maps };
};

/**
 * The next token: at temperature 0 the best one, the first of several; else one
 * that is drawn, by a number from 0 to 1, in its share of
 * softmax(scores / temperature).
 * @type {(scores: Vector, temperature: number, draw: number) => number}
 */
export const choose = (scores, temperature, draw) => {
  if (temperature === 0) return argmax(scores);
  const shares = softmax(scores.map((score) => score / temperature));
  const drawn = shares.findIndex((share) => (draw -= share) < 0);
  return drawn < 0 ? argmax(shares) : drawn; // they may add up to less
};

/**
 * Write a target for a source until END, one token for each draw at most: ids,
 * and for each what it looked at in the last layer (H, S).
 * `forced` says, by their places, which words look at one place alone.
 * @param {Model} model
 * @param {number[]} source
 * @param {number} temperature
 * @param {number[]} draws
 * @param {Map<number, number>} forced
 */
export const generate = (model, source, temperature, draws, forced) => {
  /** @type {Attending["replace"]} */
  const replace = (weights) =>
    weights.map((row, t) =>
      forced.has(t) ? row.map((_, s) => Number(s === forced.get(t))) : row,
    );
  const encoded = encode(model, source);
  const ids = [START];
  const steps = [];
  for (const [last, draw] of draws.entries()) {
    const { scores, maps } = decode(model, ids, encoded, replace);
    // What stands before END, padding and START, is no word.
    const id = END + choose(scores[last].slice(END), temperature, draw);
    if (id === END) break;
    const across = maps[maps.length - 1].across.map((head) => head[last]);
    ids.push(id);
    steps.push({ id, across });
  }
  return steps;
};
