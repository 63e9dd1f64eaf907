// The whole Transformer: from the ids of a source to scores for a target, and
// how it writes one token after the other.

import { causalMask, linear, sinusoidalEncoding, stack } from "./layers.js";
import { add, argmax, softmax } from "./tensor.js";

/** @import { Change, Form } from "./layers.js" */
/** @import { Mask, Vector } from "./tensor.js" */
/** @import { State } from "./state.js" */

/** @typedef {ReturnType<typeof transformer>} Transformer */

// Ids that each vocabulary begins with.
const PAD = 0;
const START = 1;
const END = 2;

/**
 * An encoder reads the source, a decoder scores each next target token.
 * @param {State} state
 * @param {Form} form
 */
export const transformer = (state, form, contextLength = 32) => {
  const encoder = stack(state.part("encoder"), form);
  const decoder = stack(state.part("decoder"), form);
  const read_out = linear(state.part("read_out"));
  const [source_embedding, target_embedding] = ["source", "target"].map(
    (name) => state.matrix(`${name}_embedding.weight`),
  );
  const positions = sinusoidalEncoding(
    contextLength,
    source_embedding[0].length,
  );
  /** @type {(embedding: Vector[], ids: number[]) => Vector[]} */
  const embed = (embedding, ids) => {
    const tokens = ids.map((id) => embedding[id]);
    return add(tokens, positions);
  };
  return {
    /** @param {number[]} source */
    encode(source) {
      /** @type {Mask} */
      const mask = (_, s) => source[s] !== PAD;
      const x = embed(source_embedding, source);
      const [memory, maps] = encoder(x, { mask });
      return { memory, memoryMask: mask, maps };
    },
    /**
     * Score what follows each token of the target: (T, target_size), weights.
     * @param {number[]} target
     * @param {{memory: Vector[], memoryMask: Mask}} encoded
     * @param {{back?: Change, across?: Change}} [change]
     */
    decode(target, { memory, memoryMask }, change) {
      const given = { mask: causalMask, memory, memoryMask, change };
      const [y, maps] = decoder(embed(target_embedding, target), given);
      return { scores: read_out(y), maps };
    },
  };
};

/**
 * A generator of numbers from 0 to 1, the same ones for the same seed
 * (mulberry32). Its numbers are not PyTorch's.
 * @param {number} seed
 */
export const generator = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
  return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
};

/**
 * The next token: at temperature 0 the best one, the first of several; else one
 * that is drawn in its share of softmax(scores / temperature).
 * @type {(scores: Vector, temperature: number, random: () => number) => number}
 */
export const choose = (scores, temperature, random) => {
  if (temperature === 0) return argmax(scores);
  const shares = softmax(scores.map((score) => score / temperature));
  let rest = random();
  const drawn = shares.findIndex((share) => (rest -= share) < 0);
  return drawn < 0 ? argmax(shares) : drawn; // they may add up to less
};

/**
 * Write a target for a source until END: ids, and for each its row of scores and
 * what it looked at in the last layer (H, S). `forced` says, by their places,
 * which words look at one place alone.
 * @param {Transformer} model
 * @param {number[]} source
 * @param {number} longest
 * @param {{temperature?: number, random?: () => number, forced?: Map<number, number>}} [options]
 */
export const generate = (model, source, longest, options = {}) => {
  const { temperature = 0, random = Math.random, forced = new Map() } = options;
  /** @type {Change["replace"]} */
  const replace = (weights) =>
    weights.map((row, t) =>
      forced.has(t) ? row.map((_, s) => Number(s === forced.get(t))) : row,
    );
  const encoded = model.encode(source);
  const ids = [START];
  const steps = [];
  while (steps.length < longest && ids.at(-1) !== END) {
    const { scores, maps } = model.decode(ids, encoded, {
      across: { replace },
    });
    const last = ids.length - 1;
    const across = maps[maps.length - 1].across.map((head) => head[last]);
    const id = choose(scores[last], temperature, random);
    ids.push(id);
    steps.push({ id, scores: scores[last], across });
  }
  return steps.filter(({ id }) => id !== END);
};
