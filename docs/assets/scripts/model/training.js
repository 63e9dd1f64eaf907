// How a model learns to write letters backwards, with nothing but numbers: the
// forward pass, the backward pass and Adam, as snippets/training.py has them.
//
// A tensor has its numbers, row after row, and for each how fast the loss grows
// with it. An operation makes y from its inputs and knows the way back: from
// dy = ∂loss/∂y it adds what it owes to dx = ∂loss/∂x of each input x (chain
// rule). The model is a list of operations: forward goes down, backward up.
//
// Sizes: N = B * T letters, in B sequences of T; D = d_model, H heads of d_k.

import { sinusoidalEncoding } from "./layers.js";

/** @typedef {Float64Array} Numbers */
/** @typedef {{data: Numbers, grad: Numbers}} Tensor */
/** @typedef {Record<string, Tensor>} Parameters - by their names in state_dict */
/** @typedef {() => number} Random - from 0 to 1, but not 1 */
/**
 * Both ways of an operation; of both, y comes first and its inputs follow.
 * @typedef {object} Operation
 * @property {(...values: Numbers[]) => void} forward - fills y
 * @property {(values: Numbers[], grads: Numbers[]) => void} backward
 */
/**
 * What a model has: positions, and scores that are divided by √d_k.
 * @typedef {{positions: boolean, scaled: boolean}} Switches
 */

const LETTERS = 26;
const D = 16;
const D_FF = 64;
const H = 2;
const D_K = D / H;

/**
 * y = E[ids] + P, a row for each letter: dE[id] = the sum of dy where id stands.
 * @type {Operation}
 */
const embed = {
  forward: (y, ids, E, P) => {
    for (let n = 0; n < ids.length; n++) {
      for (let d = 0; d < D; d++) {
        const i = n * D + d;
        y[i] = E[ids[n] * D + d] + P[i % P.length];
      }
    }
  },
  backward: ([, ids], [dy, , dE]) => {
    for (let n = 0; n < ids.length; n++) {
      for (let d = 0; d < D; d++) dE[ids[n] * D + d] += dy[n * D + d];
    }
  },
};

/**
 * y = x Wᵀ + b: dx = dy W, dW = dyᵀ x, db = the sum of the rows of dy.
 * @type {Operation}
 */
const linear = {
  forward: (y, x, W, b) => {
    const outputs = b.length;
    const inputs = W.length / outputs;
    for (let n = 0; n < y.length / outputs; n++) {
      for (let j = 0; j < outputs; j++) {
        let sum = b[j];
        for (let i = 0; i < inputs; i++) {
          sum += x[n * inputs + i] * W[j * inputs + i];
        }
        y[n * outputs + j] = sum;
      }
    }
  },
  backward: ([, x, W], [dy, dx, dW, db]) => {
    const outputs = db.length;
    const inputs = W.length / outputs;
    for (let k = 0; k < dy.length; k++) db[k % outputs] += dy[k];
    for (let n = 0; n < dy.length / outputs; n++) {
      for (let i = 0; i < inputs; i++) {
        const input = x[n * inputs + i];
        let sum = 0;
        for (let j = 0; j < outputs; j++) {
          const slope = dy[n * outputs + j];
          sum += slope * W[j * inputs + i];
          dW[j * inputs + i] += slope * input;
        }
        dx[n * inputs + i] += sum;
      }
    }
  },
};

/**
 * y = max(0, x): dx = dy where x > 0, else 0.
 * @type {Operation}
 */
const relu = {
  forward: (y, x) => {
    for (let i = 0; i < y.length; i++) y[i] = x[i] > 0 ? x[i] : 0;
  },
  backward: ([y], [dy, dx]) => {
    for (let i = 0; i < y.length; i++) if (y[i] > 0) dx[i] += dy[i];
  },
};

/**
 * A residual connection, y = a + b: da = db = dy.
 * @type {Operation}
 */
const add = {
  forward: (y, a, b) => {
    for (let i = 0; i < y.length; i++) y[i] = a[i] + b[i];
  },
  backward: ([y], [dy, da, db]) => {
    for (let i = 0; i < y.length; i++) {
      da[i] += dy[i];
      db[i] += dy[i];
    }
  },
};

/**
 * y = g x̂ + b, where x̂ = (x - mean) / σ and σ = √(variance + ε) in each row.
 * With dx̂ = g dy: dx = (dx̂ - mean of dx̂ - x̂ * mean of x̂ dx̂) / σ; dg is the sum
 * of x̂ dy over the rows, db that of dy.
 * @type {Operation}
 */
const layerNorm = {
  forward: (y, x, g, b, normal, deviation) => {
    for (let n = 0; n < deviation.length; n++) {
      let mean = 0;
      let variance = 0;
      for (let d = 0; d < D; d++) mean += x[n * D + d] / D;
      for (let d = 0; d < D; d++) variance += (x[n * D + d] - mean) ** 2 / D;
      deviation[n] = Math.sqrt(variance + 1e-5);
      for (let d = 0; d < D; d++) {
        const i = n * D + d;
        normal[i] = (x[i] - mean) / deviation[n];
        y[i] = g[d] * normal[i] + b[d];
      }
    }
  },
  backward: ([, , g, , normal, deviation], [dy, dx, dg, db]) => {
    for (let n = 0; n < deviation.length; n++) {
      let mean = 0; // of dx̂
      let along = 0; // mean of x̂ dx̂
      for (let d = 0; d < D; d++) {
        const i = n * D + d;
        dg[d] += normal[i] * dy[i];
        db[d] += dy[i];
        mean += (g[d] * dy[i]) / D;
        along += (normal[i] * g[d] * dy[i]) / D;
      }
      for (let d = 0; d < D; d++) {
        const i = n * D + d;
        dx[i] += (g[d] * dy[i] - mean - normal[i] * along) / deviation[n];
      }
    }
  },
};

/** @type {(row: Numbers, start: number, end: number) => void} in its place */
const softmax = (row, start, end) => {
  let most = -Infinity;
  let total = 0;
  for (let i = start; i < end; i++) most = Math.max(most, row[i]);
  for (let i = start; i < end; i++) {
    row[i] = Math.exp(row[i] - most);
    total += row[i];
  }
  for (let i = start; i < end; i++) row[i] /= total;
};

// Attention needs no splitting of heads: row n of q holds the heads one after
// another, so head h of letter n is row r = n H + h of the same numbers, D_K in a
// row. It looks at rows first, first + H, first + 2H, … of k: the same head, in
// the same sequence.

/** @type {(r: number, T: number) => number} */
const firstKey = (r, T) => r - (r % (T * H)) + (r % H);

/**
 * α = softmax(s) in each row, s = q kᵀ / √d_k: ds = α (dα - the sum of α dα),
 * dq = ds k / √d_k, dk = dsᵀ q / √d_k.
 * @type {Operation}
 */
const look = {
  forward: (alpha, q, k, [divisor]) => {
    const T = (alpha.length * D_K) / q.length;
    for (let r = 0; r < alpha.length / T; r++) {
      for (let s = 0; s < T; s++) {
        const key = firstKey(r, T) + s * H;
        let score = 0;
        for (let i = 0; i < D_K; i++)
          score += q[r * D_K + i] * k[key * D_K + i];
        alpha[r * T + s] = score / divisor;
      }
      softmax(alpha, r * T, r * T + T);
    }
  },
  backward: ([alpha, q, k, [divisor]], [dalpha, dq, dk]) => {
    const T = (alpha.length * D_K) / q.length;
    for (let r = 0; r < alpha.length / T; r++) {
      let mean = 0;
      for (let j = r * T; j < r * T + T; j++) mean += alpha[j] * dalpha[j];
      for (let s = 0; s < T; s++) {
        const key = firstKey(r, T) + s * H;
        const j = r * T + s;
        const slope = (alpha[j] * (dalpha[j] - mean)) / divisor;
        for (let i = 0; i < D_K; i++) {
          dq[r * D_K + i] += slope * k[key * D_K + i];
          dk[key * D_K + i] += slope * q[r * D_K + i];
        }
      }
    }
  },
};

/**
 * z = α v in each head: dα = dz vᵀ, dv = αᵀ dz.
 * @type {Operation}
 */
const mix = {
  forward: (z, alpha, v) => {
    const T = (alpha.length * D_K) / v.length;
    z.fill(0);
    for (let r = 0; r < alpha.length / T; r++) {
      for (let s = 0; s < T; s++) {
        const value = firstKey(r, T) + s * H;
        const weight = alpha[r * T + s];
        for (let i = 0; i < D_K; i++) {
          z[r * D_K + i] += weight * v[value * D_K + i];
        }
      }
    }
  },
  backward: ([, alpha, v], [dz, dalpha, dv]) => {
    const T = (alpha.length * D_K) / v.length;
    for (let r = 0; r < alpha.length / T; r++) {
      for (let s = 0; s < T; s++) {
        const value = firstKey(r, T) + s * H;
        const weight = alpha[r * T + s];
        let sum = 0;
        for (let i = 0; i < D_K; i++) {
          sum += dz[r * D_K + i] * v[value * D_K + i];
          dv[value * D_K + i] += weight * dz[r * D_K + i];
        }
        dalpha[r * T + s] += sum;
      }
    }
  },
};

/**
 * The mean of -ln p(target), where p = softmax(scores) in each row:
 * dscores = (p - 1 at the target) / N.
 * @type {Operation}
 */
const crossEntropy = {
  forward: (loss, scores, targets, p) => {
    p.set(scores);
    loss[0] = 0;
    targets.forEach((target, n) => {
      softmax(p, n * LETTERS, n * LETTERS + LETTERS);
      loss[0] -= Math.log(p[n * LETTERS + target]) / targets.length;
    });
  },
  backward: ([, , targets, p], [, dscores]) => {
    targets.forEach((target, n) => {
      for (let i = 0; i < LETTERS; i++) {
        const wanted = i === target ? 1 : 0;
        dscores[n * LETTERS + i] +=
          (p[n * LETTERS + i] - wanted) / targets.length;
      }
    });
  },
};

/** @type {(length: number) => Tensor} */
const zeros = (length) => ({
  data: new Float64Array(length),
  grad: new Float64Array(length),
});

const LAYER = "encoder.layers.0";
const ATTENTION = `${LAYER}.self_attention`;
const FEED_FORWARD = `${LAYER}.feed_forward`;
/** @type {[string, number, number][]} - and how many outputs, how many inputs */
const LINEAR = [
  [`${ATTENTION}.W_query`, D, D],
  [`${ATTENTION}.W_key`, D, D],
  [`${ATTENTION}.W_value`, D, D],
  [`${ATTENTION}.out_proj`, D, D],
  [`${FEED_FORWARD}.hidden`, D_FF, D],
  [`${FEED_FORWARD}.out`, D, D_FF],
  ["read_out", LETTERS, D],
];
const NORMS = [`${LAYER}.norm1`, `${LAYER}.norm2`, "encoder.norm"];

/**
 * Random numbers that depend on the seed alone (mulberry32, Tommy Ettinger).
 * @type {(seed: number) => Random}
 */
export const generator = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
  return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
};

/** @type {(random: Random) => number} of the normal distribution (Box, Muller) */
const normal = (random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/**
 * Parameters from the distributions that PyTorch draws them from.
 * @type {(random: Random) => Parameters}
 */
export const draw = (random) => {
  /** @type {Parameters} */
  const parameters = {};
  /** @type {(name: string, length: number, number: () => number) => void} */
  const fill = (name, length, number) => {
    parameters[name] = zeros(length);
    parameters[name].data.forEach((_, i, data) => (data[i] = number()));
  };
  fill("embedding.weight", LETTERS * D, () => normal(random));
  for (const [name, outputs, inputs] of LINEAR) {
    const even = () => (2 * random() - 1) / Math.sqrt(inputs);
    fill(`${name}.weight`, outputs * inputs, even);
    fill(`${name}.bias`, outputs, even);
  }
  for (const name of NORMS) {
    fill(`${name}.weight`, D, () => 1);
    fill(`${name}.bias`, D, () => 0);
  }
  return parameters;
};

/**
 * The model for B sequences of T letters, whose ids stand in `ids`.
 * @param {Parameters} parameters
 * @param {number} B
 * @param {number} T
 * @param {Switches} switches
 */
export const network = (parameters, B, T, { positions, scaled }) => {
  const N = B * T;
  const [ids, targets, P] = [zeros(N), zeros(N), zeros(T * D)];
  if (positions) P.data.set(sinusoidalEncoding(T, D).flat());
  const divisor = zeros(1);
  divisor.data[0] = scaled ? Math.sqrt(D_K) : 1;

  /** @type {{operation: Operation, values: Numbers[], grads: Numbers[]}[]} */
  const steps = [];
  /** @type {(operation: Operation, length: number, ...inputs: Tensor[]) => Tensor} */
  const apply = (operation, length, ...inputs) => {
    const y = zeros(length);
    const tensors = [y, ...inputs];
    const [values, grads] = [
      tensors.map((t) => t.data),
      tensors.map((t) => t.grad),
    ];
    steps.push({ operation, values, grads });
    return y;
  };
  /** @type {(name: string) => [Tensor, Tensor]} */
  const part = (name) => [
    parameters[`${name}.weight`],
    parameters[`${name}.bias`],
  ];
  /** @type {(x: Tensor, name: string) => Tensor} */
  const project = (x, name) => {
    const [W, b] = part(name);
    return apply(linear, N * b.data.length, x, W, b);
  };
  /** @type {(x: Tensor, name: string) => Tensor} */
  const norm = (x, name) =>
    apply(layerNorm, N * D, x, ...part(name), zeros(N * D), zeros(N));

  const x = apply(embed, N * D, ids, parameters["embedding.weight"], P);
  const seen = norm(x, `${LAYER}.norm1`);
  const q = project(seen, `${ATTENTION}.W_query`);
  const k = project(seen, `${ATTENTION}.W_key`);
  const v = project(seen, `${ATTENTION}.W_value`);
  const weights = apply(look, N * H * T, q, k, divisor);
  const context = apply(mix, N * D, weights, v);
  const y = apply(add, N * D, x, project(context, `${ATTENTION}.out_proj`));
  const hidden = project(norm(y, `${LAYER}.norm2`), `${FEED_FORWARD}.hidden`);
  const positive = apply(relu, N * D_FF, hidden);
  const z = apply(add, N * D, y, project(positive, `${FEED_FORWARD}.out`));
  const scores = project(norm(z, "encoder.norm"), "read_out");
  const loss = apply(crossEntropy, 1, scores, targets, zeros(N * LETTERS));

  const back = steps.toReversed();
  const forward = () => {
    for (const { operation, values } of steps) operation.forward(...values);
    return loss.data[0];
  };
  /** After `forward`. */
  const backward = () => {
    for (const { grads } of steps) grads.forEach((grad) => grad.fill(0));
    loss.grad[0] = 1;
    for (const { operation, values, grads } of back)
      operation.backward(values, grads);
  };
  return { ids, targets, scores, weights, forward, backward };
};

/**
 * Adam (Kingma and Ba 2015): each parameter goes against the mean m of its
 * gradients, by √v of their squares. Both start at 0, which the division by
 * 1 - βᵗ makes up for.
 * @type {(parameters: Parameters, rate: number) => () => void}
 */
export const adam = (parameters, rate) => {
  const [beta1, beta2, epsilon] = [0.9, 0.999, 1e-8];
  const moments = Object.values(parameters).map(({ data, grad }) => ({
    data,
    grad,
    m: new Float64Array(data.length),
    v: new Float64Array(data.length),
  }));
  let t = 0;
  return () => {
    t += 1;
    const first = 1 - beta1 ** t;
    const second = 1 - beta2 ** t;
    for (const { data, grad, m, v } of moments) {
      for (let i = 0; i < data.length; i++) {
        m[i] = beta1 * m[i] + (1 - beta1) * grad[i];
        v[i] = beta2 * v[i] + (1 - beta2) * grad[i] ** 2;
        data[i] -=
          (rate * (m[i] / first)) / (Math.sqrt(v[i] / second) + epsilon);
      }
    }
  };
};
