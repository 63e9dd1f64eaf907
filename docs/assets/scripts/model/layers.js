// The parts of a Transformer, each with its parameters: linear layers, attention,
// positions, and the pre-norm layers of encoder and decoder. There are B sequences
// at a time, one below the other: T tokens that ask, S that answer, D = d_model.

import { product, softmax, tape, Tensor } from "./tensor.js";

/** @import { Mask } from "./tensor.js" */

/** @typedef {{numHeads?: number, batch?: number}} Shape - 1 of each */
/**
 * Where attention may look, and how its scores are divided, instead of by √d_k.
 * @typedef {Shape & {mask?: Mask, divisor?: number}} Attending
 */
/** @typedef {{weight: Tensor, bias: Tensor}} Linear */

/** @type {Mask} up to and including itself */
export const causalMask = (t, s) => s <= t;

/** @type {(x: Tensor, part: Linear, y?: Tensor) => Tensor} x Wᵀ + b; it is added to y */
export const linear = (x, part, y = new Tensor(x.rows, part.weight.rows)) => {
  const { weight, bias } = part;
  const [out, b] = [y.numbers, bias.numbers];
  for (let i = 0; i < out.length; i += b.length) {
    for (let k = 0; k < b.length; k++) out[i + k] += b[k];
  }
  tape?.push(() => {
    const [dy, db] = [y.grad.numbers, bias.grad.numbers];
    for (let i = 0; i < dy.length; i += db.length) {
      for (let k = 0; k < db.length; k++) db[k] += dy[i + k];
    }
  });
  return product(x, weight.T, y);
};

/** @type {(x: Tensor) => Tensor} max(0, x), in its place */
const relu = (x) => {
  const { numbers } = x;
  for (let i = 0; i < numbers.length; i++) if (numbers[i] < 0) numbers[i] = 0;
  tape?.push(() => {
    const dx = x.grad.numbers;
    for (let i = 0; i < dx.length; i++) if (numbers[i] === 0) dx[i] = 0;
  });
  return x;
};

/**
 * g x̂ + b, where x̂ = (x - mean) / σ and σ = √(variance + ε) of each row (Ba et
 * al. 2016).
 * @type {(x: Tensor, part: Linear) => Tensor}
 */
const layerNorm = (x, { weight, bias }) => {
  const D = x.columns;
  const y = new Tensor(x.rows, D);
  const normal = new Float64Array(x.numbers.length); // x̂
  const deviation = new Float64Array(x.rows); // σ
  const [given, g, b] = [x.numbers, weight.numbers, bias.numbers];
  for (let n = 0; n < x.rows; n++) {
    const start = n * D;
    let mean = 0;
    let variance = 0;
    for (let k = 0; k < D; k++) mean += given[start + k] / D;
    for (let k = 0; k < D; k++) variance += (given[start + k] - mean) ** 2 / D;
    deviation[n] = Math.sqrt(variance + 1e-5);
    for (let k = 0; k < D; k++) {
      normal[start + k] = (given[start + k] - mean) / deviation[n];
      y.numbers[start + k] = g[k] * normal[start + k] + b[k];
    }
  }
  tape?.push(() => {
    const [dx, dy] = [x.grad.numbers, y.grad.numbers];
    const [dg, db] = [weight.grad.numbers, bias.grad.numbers];
    for (let n = 0; n < x.rows; n++) {
      const start = n * D;
      let mean = 0; // of dx̂ = g dy
      let along = 0; // of x̂ dx̂
      for (let k = 0; k < D; k++) {
        dg[k] += normal[start + k] * dy[start + k]; // dg = the sum of x̂ dy
        db[k] += dy[start + k]; // db = the sum of dy
        mean += (g[k] * dy[start + k]) / D;
        along += (normal[start + k] * g[k] * dy[start + k]) / D;
      }
      for (let k = 0; k < D; k++) {
        // dx = (dx̂ - mean of dx̂ - x̂ * mean of x̂ dx̂) / σ
        const rest = g[k] * dy[start + k] - mean - normal[start + k] * along;
        dx[start + k] += rest / deviation[n];
      }
    }
  });
  return y;
};

/**
 * Number k of the D that stand for position t (Vaswani et al. 2017, section 3.5).
 * @type {(t: number, k: number, D: number) => number}
 */
const position = (t, k, D) => {
  const even = k - (k % 2); // 2i of the formula
  const angle = t / 10000 ** (even / D);
  return k % 2 ? Math.cos(angle) : Math.sin(angle);
};

/**
 * The vectors of ids, with their positions: B lists of T ids -> (B * T, D).
 * @type {(part: {weight: Tensor}, ids: number[][], positions?: boolean) => Tensor}
 */
export const embedding = ({ weight }, ids, positions = true) => {
  const { numbers: E, columns: D } = weight;
  const T = ids[0].length;
  const y = new Tensor(ids.length * T, D);
  for (let t = 0; t < T; t++) {
    for (let k = 0; k < D; k++) {
      const P = positions ? position(t, k, D) : 0;
      ids.forEach((row, b) => {
        y.numbers[(b * T + t) * D + k] = E[row[t] * D + k] + P;
      });
    }
  }
  tape?.push(() => {
    const [dy, dE] = [y.grad.numbers, weight.grad.numbers];
    ids.flat().forEach((id, n) => {
      // dE[id] = the sum of its dy
      for (let k = 0; k < D; k++) dE[id * D + k] += dy[n * D + k];
    });
  });
  return y;
};

/**
 * softmax(q kᵀ / √d_k) v in each head (Vaswani et al. 2017, eq. 1).
 *
 * q (B * T, H * d_k), k (B * S, H * d_k), v (B * S, H * d_v) -> context (B * T,
 * H * d_v), and B * H weights and scores (T, S). A query that may attend to
 * nothing gets weights and context 0.
 * @param {Tensor} q
 * @param {Tensor} k
 * @param {Tensor} v
 * @param {Attending} attending
 */
export const scaledDotProductAttention = (q, k, v, attending) => {
  const { numHeads = 1, batch = 1, mask } = attending;
  const [Q, K, V] = [q, k, v].map((x) => x.parts(batch, numHeads));
  const [{ rows: T, columns: d_k }, { rows: S }] = [Q[0], K[0]];
  const compared = new Tensor(Q.length * T, S);
  const scores = compared.parts(Q.length);
  scores.forEach((part, i) => product(Q[i], K[i].T, part));
  const { divisor = Math.sqrt(d_k) } = attending;
  /** @type {Mask | undefined} */
  const seen = mask && ((row, s) => mask(row % T, s));
  const weights = softmax(compared, divisor, seen).parts(Q.length);
  const context = new Tensor(q.rows, v.columns);
  const heads = context.parts(batch, numHeads);
  heads.forEach((part, i) => product(weights[i], V[i], part));
  return { context, weights, scores };
};

/**
 * An encoder or a decoder: in each layer attention, in a decoder's twice, then
 * the feed-forward network, each after a norm and in a residual connection.
 * x (B * T, D) -> (B * T, D), and of each layer the weights, B * H matrices (T,
 * T), (T, S), and the vectors (B * T, D) before the feed-forward network.
 * @param {Tensor} x
 * @param {any} part
 * @param {Shape} shape
 * @param {{memory?: Tensor, back?: Attending, across?: Attending}} given
 */
export const stack = (x, part, shape, { memory, back, across }) => {
  const { numHeads, batch } = shape;
  /** @type {(kind: any, y: Tensor, seen: Tensor, attending?: Attending) => Tensor[]} */
  const look = (kind, y, seen, attending) => {
    const q = linear(y, kind.W_query);
    const k = linear(seen, kind.W_key);
    const v = linear(seen, kind.W_value);
    const given = { numHeads, batch, ...attending };
    const found = scaledDotProductAttention(q, k, v, given);
    linear(found.context, kind.out_proj, x); // which is added to x
    return found.weights;
  };
  const maps = Object.values(part.layers).map((layer) => {
    const { self_attention, cross_attention, norm1, norm2 } = layer;
    const y = layerNorm(x, norm1);
    const own = look(self_attention, y, y, back);
    const crossing = memory
      ? look(cross_attention, layerNorm(x, norm2), memory, across)
      : [];
    const attended = new Tensor(x.rows, x.columns, x.numbers.slice());
    const { hidden, out } = layer.feed_forward;
    const z = linear(layerNorm(x, layer.norm3 ?? norm2), hidden);
    linear(relu(z), out, x);
    return { back: own, across: crossing, attended };
  });
  return { y: layerNorm(x, part.norm), maps };
};
