// The parts of a Transformer, each made of its stored parameters: linear layers,
// attention, positions, and the layers of encoder and decoder.

import { add, product, softmax, sum, transpose } from "./tensor.js";

/** @import { State } from "./state.js" */
/** @import { Mask, Matrix, Vector } from "./tensor.js" */

/**
 * What is changed of attention to see what it is good for.
 * @typedef {object} Change
 * @property {number} [divisor] - of the scores, instead of √d_k
 * @property {(weights: Matrix) => Matrix} [replace] - the weights (T, S) that a
 *   head uses instead of its own
 * @property {boolean[]} [heads] - false: what this head found is not used
 */
/**
 * What the names of a state do not say of a model.
 * @typedef {{numHeads: number, normFirst: boolean}} Form
 */
/**
 * What a layer gets beside x: masks, the memory that a decoder looks at, and
 * what is changed of the attention that looks back and across.
 * @typedef {object} Given
 * @property {Mask} [mask]
 * @property {Matrix} [memory]
 * @property {Mask} [memoryMask]
 * @property {{back?: Change, across?: Change}} [change]
 */
/**
 * Weights of a layer: H matrices (T, T), and of a decoder's layer (T, S).
 * @typedef {{back: Matrix[], across: Matrix[]}} Maps
 */

/** @type {Mask} up to and including itself */
export const causalMask = (t, s) => s <= t;

/**
 * softmax(q kᵀ / √d_k) v (Vaswani et al. 2017, eq. 1).
 *
 * q (T, d_k), k (S, d_k), v (S, d_v) -> context (T, d_v), weights and scores
 * (T, S). A query that may attend to nothing gets weights and context 0.
 * @type {(q: Matrix, k: Matrix, v: Matrix, mask?: Mask, change?: Change) =>
 *   {context: Matrix, weights: Matrix, scores: Matrix}}
 */
export const scaledDotProductAttention = (q, k, v, mask, change = {}) => {
  const { divisor = Math.sqrt(q[0].length), replace } = change;
  const scores = product(q, transpose(k)).map((row, t) =>
    row.map((score, s) => (mask && !mask(t, s) ? -Infinity : score / divisor)),
  );
  const own = scores.map(softmax);
  const weights = replace ? replace(own) : own;
  return { context: product(weights, v), weights, scores };
};

/** @type {(state: State) => (x: Matrix) => Matrix} x Wᵀ + b, as nn.Linear */
export const linear = (state) => {
  const columns = transpose(state.matrix("weight")); // (d_in, d_out)
  const bias = state.vector("bias");
  return (x) => product(x, columns).map((row) => add([row], [bias])[0]);
};

/**
 * (x - mean) / √(var + ε) * weight + bias over each row (Ba et al. 2016).
 * @type {(state: State) => (x: Matrix) => Matrix}
 */
const layerNorm = (state) => {
  const weight = state.vector("weight");
  const bias = state.vector("bias");
  const eps = 1e-5;
  return (x) =>
    x.map((row) => {
      const mean = sum(row) / row.length;
      const centred = row.map((value) => value - mean);
      const variance = sum(centred.map((value) => value ** 2)) / row.length;
      const deviation = Math.sqrt(variance + eps);
      return centred.map(
        (value, k) => (value / deviation) * weight[k] + bias[k],
      );
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
 * @param {State} state
 * @param {number} numHeads
 */
const multiHeadAttention = (state, numHeads) => {
  const names = ["W_query", "W_key", "W_value", "out_proj"];
  const [W_query, W_key, W_value, out_proj] = names.map((name) =>
    linear(state.part(name)),
  );
  /** @type {(x: Matrix, memory: Matrix, mask?: Mask, change?: Change) => {context: Matrix, weights: Matrix[]}} */
  return (x, memory, mask, change = {}) => {
    const [q, k, v] = [W_query(x), W_key(memory), W_value(memory)].map((all) =>
      splitHeads(all, numHeads),
    );
    const found = q.map((_, h) =>
      scaledDotProductAttention(q[h], k[h], v[h], mask, change),
    );
    const heads = found.map(({ context }, h) =>
      change.heads?.[h] === false
        ? context.map((row) => row.map(() => 0))
        : context,
    );
    const weights = found.map((head) => head.weights);
    return { context: out_proj(mergeHeads(heads)), weights };
  };
};

/**
 * Attention, in a decoder's layer twice, then the feed-forward network, each in
 * a residual connection: x (T, D) -> (T, D).
 * @param {State} state
 * @param {Form} form
 */
const layer = (state, { numHeads, normFirst }) => {
  const lookBack = multiHeadAttention(state.part("self_attention"), numHeads);
  const lookAcross = state.has("cross_attention")
    ? multiHeadAttention(state.part("cross_attention"), numHeads)
    : null;
  const hidden = linear(state.part("feed_forward.hidden"));
  const out = linear(state.part("feed_forward.out"));
  const norms = state.each("norm", 1, layerNorm);
  /** @type {(x: Matrix, given: Given) => [Matrix, Maps]} */
  return (x, { mask, memory = x, memoryMask, change = {} }) => {
    /** @type {Maps} */
    const maps = { back: [], across: [] };
    /** @type {((y: Matrix) => Matrix)[]} */
    const sublayers = [
      (y) => {
        const found = lookBack(y, y, mask, change.back);
        maps.back = found.weights;
        return found.context;
      },
      (y) =>
        out(hidden(y).map((row) => row.map((value) => Math.max(0, value)))),
    ];
    if (lookAcross) {
      sublayers.splice(1, 0, (y) => {
        const found = lookAcross(y, memory, memoryMask, change.across);
        maps.across = found.weights;
        return found.context;
      });
    }
    sublayers.forEach((sublayer, k) => {
      x = normFirst
        ? add(x, sublayer(norms[k](x)))
        : norms[k](add(x, sublayer(x)));
    });
    return [x, maps];
  };
};

/**
 * An encoder or a decoder; the pre-norm form ends with a norm.
 * @param {State} state
 * @param {Form} form
 */
export const stack = (state, form) => {
  const layers = state.each("layers.", 0, (part) => layer(part, form));
  const norms = form.normFirst ? [layerNorm(state.part("norm"))] : [];
  /** @type {(x: Matrix, given: Given) => [Matrix, Maps[]]} */
  return (x, given) => {
    const maps = layers.map((one) => {
      const [y, found] = one(x, given);
      x = y;
      return found;
    });
    return [norms.reduce((y, norm) => norm(y), x), maps];
  };
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
