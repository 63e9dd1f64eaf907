// The whole Transformer: from the ids of a source to scores for a target, and
// how it writes one token after the other.

import { causalMask, embedding, linear, stack } from "./layers.js";
import { argmax } from "./vectors.js";

/** @import { Mask, Tensor } from "./tensor.js" */

/** @typedef {any} Model - its parameters, and numHeads */
/** @typedef {{memory: Tensor, mask: Mask}} Encoded */

// Ids that each vocabulary begins with.
const PAD = 0;
const START = 1;
export const END = 2;
const LONGEST = 12; // tokens that are written at most

/**
 * Read a source: the memory of it (S, D), where one may look in it, weights, and
 * the vectors after attention. `allowed` says which arcs are not cut.
 * @param {Model} model
 * @param {number[]} source
 * @param {Mask} [allowed]
 */
export const encode = (model, source, allowed = () => true) => {
  /** @type {Mask} */
  const mask = (_, s) => source[s] !== PAD;
  /** @type {Mask} */
  const reading = (t, s) => mask(t, s) && allowed(t, s);
  const x = embedding(model.source_embedding, [source]);
  const given = { back: { mask: reading } };
  const { y: memory, maps } = stack(x, model.encoder, model, given);
  return { memory, mask, maps };
};

/**
 * Score what follows each token of the target: (T, target_size), and weights.
 * `forced` says, by their places, which tokens look across at one place alone.
 * @param {Model} model
 * @param {number[]} target
 * @param {Encoded} encoded
 * @param {Map<number, number>} [forced]
 */
export const decode = (model, target, { memory, mask }, forced = new Map()) => {
  /** @type {Mask} */
  const looking = (t, s) => mask(t, s) && (forced.get(t) ?? s) === s;
  const x = embedding(model.target_embedding, [target]);
  const given = {
    memory,
    back: { mask: causalMask },
    across: { mask: looking },
  };
  const { y, maps } = stack(x, model.decoder, model, given);
  return { scores: linear(y, model.read_out), maps };
};

/**
 * Write a target for what is encoded, up to END: ids, and for each what it
 * looked at in the last layer (H, S). Each token is the best one, the first of
 * several. All tokens of a guess are tried at once; where one is wrong, what the
 * model would write behind it is the next guess.
 * @param {Model} model
 * @param {Encoded} encoded
 * @param {Map<number, number>} forced
 * @param {number[]} [guess]
 */
export const generate = (model, encoded, forced, guess = []) => {
  for (;;) {
    const ids = [START, ...guess.slice(0, LONGEST - 1)];
    const { scores, maps } = decode(model, ids, encoded, forced);
    // What stands before END, padding and START, is no word.
    const best = scores.lists.map((row) => END + argmax(row.slice(END)));
    const last = best.findIndex((id, t) => id === END || id !== ids[t + 1]);
    if (best[last] === END || last === LONGEST - 1) {
      const heads = maps[maps.length - 1].across.map(({ lists }) => lists);
      return best.slice(0, last + 1).map((id, t) => ({
        id,
        across: heads.map((head) => head[t]),
      }));
    }
    guess = best.slice(0, [...best, END].indexOf(END));
  }
};
