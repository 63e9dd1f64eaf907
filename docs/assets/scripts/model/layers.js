// The parts of a Transformer, each computed with its stored parameters: linear
// layers, attention, positions, and the pre-norm layers of encoder and decoder.

import { add, compare, dot, product, softmax, sum } from "./tensor.js";

/** @import { Mask, Matrix, Vector } from "./tensor.js" */

/**
 * Where attention may look, and what is changed of it to see what it is good for.
 * @typedef {object} Attending
 * @property {Mask} [mask]
 * @property {number} [divisor] - of the scores, instead of √d_k
 * @property {(weights: Matrix) => Matrix} [replace] - the weights (T, S) that a
 *   head uses instead of its own
 */
/**
 * How a layer looks back, and a decoder's layer across, at the memory.
 * @typedef {{memory?: Matrix, back?: Attending, across?: Attending}} Given
 */
/** @typedef {{weight: Matrix, bias: Vector}} Linear */

/** @type {Mask} up to and including itself */
export const causalMask = (t, s) => s <= t;

/**
 * softmax(q kᵀ / √d_k) v (Vaswani et al. 2017, eq. 1).
 *
 * q (T, d_k), k (S, d_k), v (S, d_v) -> context (T, d_v), weights and scores
 * (T, S). A query that may attend to nothing gets weights and context 0.
 * @param {Matrix} q
 * @param {Matrix} k
 * @param {Matrix} v
 * @param {Attending} attending
 */
export const scaledDotProductAttention = (q, k, v, attending) => {
  const { mask, divisor = Math.sqrt(q[0].length), replace } = attending;
  const scores = compare(q, k).map((row, t) =>
    row.map((score, s) => (mask && !mask(t, s) ? -Infinity : score / divisor)),
  );
  const own = scores.map(softmax);
  const weights = replace ? replace(own) : own;
  return { context: product(weights, v), weights, scores };
};

/** @type {(x: Matrix, part: Linear) => Matrix} x Wᵀ + b, as nn.Linear */
export const linear = (x, { weight, bias }) =>
  x.map((row) => weight.map((other, k) => dot(row, other) + bias[k]));

/**
 * (x - mean) / √(var + ε) * weight + bias over each row (Ba et al. 2016).
 * @type {(x: Matrix, part: {weight: Vector, bias: Vector}) => Matrix}
 */
const layerNorm = (x, { weight, bias }) => {
  const eps = 1e-5;
  return x.map((row) => {
    const mean = sum(row) / row.length;
    const centred = row.map((value) => value - mean);
    const variance = sum(centred.map((value) => value ** 2)) / row.length;
    const deviation = Math.sqrt(variance + eps);
    return centred.map((value, k) => (value / deviation) * weight[k] + bias[k]);
  });
};

/** @type {(x: Matrix, numHeads: number) => Matrix[]} (T, H * d_k) -> H (T, d_k) */
const splitHeads = (x, numHeads) => {
  const size = x[0].length / numHeads;
  return Array.from({ length: numHeads }, (_, h) =>
    x.map((row) => row.slice(h * size, (h + 1) * size)),
  );
};

/** @type {(heads: Matrix[]) => Matrix} H matrices (T, d_v) -> (T, H * d_v) */
export const mergeHeads = (heads) =>
  heads[0].map((_, t) => heads.flatMap((head) => head[t]));

/**
 * All heads at once, each of size D / H (Vaswani et al. 2017, section 3.2.2):
 * x (T, D) asks, memory (S, D) answers -> context (T, D), weights H (T, S).
 * @param {Matrix} x
 * @param {Matrix} memory
 * @param {Record<"W_query" | "W_key" | "W_value" | "out_proj", Linear>} part
 * @param {number} numHeads
 * @param {Attending} attending
 */
const multiHeadAttention = (x, memory, part, numHeads, attending) => {
  const q = splitHeads(linear(x, part.W_query), numHeads);
  const k = splitHeads(linear(memory, part.W_key), numHeads);
  const v = splitHeads(linear(memory, part.W_value), numHeads);
  const found = q.map((_, h) =>
    scaledDotProductAttention(q[h], k[h], v[h], attending),
  );
  const heads = found.map((head) => head.context);
  const weights = found.map((head) => head.weights);
  return { context: linear(mergeHeads(heads), part.out_proj), weights };
};

/**
 * An encoder or a decoder: in each layer attention, in a decoder's twice, then
 * the feed-forward network, each after a norm and in a residual connection.
 * x (T, D) -> (T, D), and of each layer the weights, H matrices (T, T), (T, S),
 * and the vectors (T, D) before the feed-forward network.
 * @param {Matrix} x
 * @param {any} part
 * @param {number} numHeads
 * @param {Given} given
 */
export const stack = (x, part, numHeads, given) => {
  const { memory, back = {}, across = {} } = given;
  /** @type {(kind: any, y: Matrix, seen: Matrix, attending: Attending) => Matrix[]} */
  const look = (kind, y, seen, attending) => {
    const found = multiHeadAttention(y, seen, kind, numHeads, attending);
    x = add(x, found.context);
    return found.weights;
  };
  const maps = Object.values(part.layers).map((layer) => {
    const { self_attention, cross_attention, norm1, norm2 } = layer;
    const y = layerNorm(x, norm1);
    const own = look(self_attention, y, y, back);
    const crossing = memory
      ? look(cross_attention, layerNorm(x, norm2), memory, across)
      : [];
    const attended = x;
    const { hidden, out } = layer.feed_forward;
    const z = linear(layerNorm(x, layer.norm3 ?? norm2), hidden);
    const positive = z.map((row) => row.map((value) => Math.max(0, value)));
    x = add(x, linear(positive, out));
    return { back: own, across: crossing, attended };
  });
  return { y: layerNorm(x, part.norm), maps };
};

/**
 * One vector per position (Vaswani et al. 2017, section 3.5): (length, D).
 * @type {(length: number, D: number) => Matrix}
 */
export const sinusoidalEncoding = (length, D) =>
  Array.from({ length }, (_, position) =>
    Array.from({ length: D }, (_, i) => {
      const even = i - (i % 2); // 2i of the formula
      const angle = position / 10000 ** (even / D);
      return i % 2 ? Math.cos(angle) : Math.sin(angle);
    }),
  );
