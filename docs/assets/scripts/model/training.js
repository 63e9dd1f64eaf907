// How a model learns to write letters backwards, with nothing but numbers: the
// forward pass, the backward pass and Adam. Model and training are those of
// snippets/training.py.
//
// A tensor x has a value and a gradient, dx: how fast the loss grows with each of
// its numbers. A layer computes y from x, and knows the way back, by the chain
// rule: from dy it computes what it adds to dx. A model is a list of layers.
// Forward goes down the list, backward up.
//
// Sizes: N = B * T letters, in B sequences of T; D = d_model, H heads of D_K.

import { sinusoidalEncoding } from "./layers.js";
import { argmax } from "./tensor.js";

/** @typedef {{value: Matrix, grad: Matrix}} Tensor */
/** @typedef {{forward: () => void, backward: () => void}} Layer */
/** @typedef {Record<string, Tensor>} Parameters - by their names in state_dict */
/** @typedef {() => number} Random - at least 0, less than 1 */

const LETTERS = 26;
const D = 16;
const D_FF = 64;
const H = 2;
const D_K = D / H;

/** A matrix whose numbers stand in a list, or a part of it. */
class Matrix {
  /**
   * @param {Float64Array} numbers
   * @param {number} rows
   * @param {number} columns
   * @param {number} first - the place of its first number
   * @param {number} down - how far it is to the number below
   * @param {number} right - how far to the next one in the row
   * @param {Matrix} [T] - the same numbers, rows as columns
   */
  constructor(numbers, rows, columns, first = 0, down = columns, right = 1, T) {
    this.numbers = numbers;
    this.rows = rows;
    this.columns = columns;
    this.first = first;
    this.down = down;
    this.right = right;
    /** @type {Matrix} */
    this.T = T ?? new Matrix(numbers, columns, rows, first, right, down, this);
  }
}

/** @type {(rows: number, columns: number) => Matrix} */
const zeros = (rows, columns) =>
  new Matrix(new Float64Array(rows * columns), rows, columns);

/** @type {(rows: number, columns: number) => Tensor} */
const tensor = (rows, columns) => ({
  value: zeros(rows, columns),
  grad: zeros(rows, columns),
});

/** @type {(x: Tensor, rows: number, columns: number, first: number, down: number) => Tensor} */
const part = ({ value, grad }, rows, columns, first, down) => ({
  value: new Matrix(value.numbers, rows, columns, first, down),
  grad: new Matrix(grad.numbers, rows, columns, first, down),
});

/**
 * c += a b. It finds four numbers of c at a time, in two rows and two columns, so
 * that each number of a and b that it reads serves twice.
 * @type {(c: Matrix, a: Matrix, b: Matrix) => void}
 */
const addProduct = (c, a, b) => {
  const A = a.numbers;
  const B = b.numbers;
  const C = c.numbers;
  for (let i = 0; i < c.rows; i += 2) {
    const down = i + 1 < c.rows ? a.down : 0; // 0: there is no row below
    for (let j = 0; j < c.columns; j += 2) {
      const right = j + 1 < c.columns ? b.right : 0;
      let p = a.first + i * a.down;
      let q = b.first + j * b.right;
      let here = 0;
      let beside = 0;
      let below = 0;
      let across = 0;
      for (let k = 0; k < a.columns; k++) {
        const a0 = A[p];
        const a1 = A[p + down];
        const b0 = B[q];
        const b1 = B[q + right];
        here += a0 * b0;
        beside += a0 * b1;
        below += a1 * b0;
        across += a1 * b1;
        p += a.right;
        q += b.down;
      }
      const place = c.first + i * c.down + j * c.right;
      C[place] += here;
      if (right) C[place + c.right] += beside;
      if (down) C[place + c.down] += below;
      if (down && right) C[place + c.down + c.right] += across;
    }
  }
};

/** @type {(y: Tensor, x: Tensor, W: Tensor, b: Tensor) => Layer} y = x Wᵀ + b */
const linear = (y, x, W, b) => {
  const ones = zeros(1, x.value.rows);
  ones.numbers.fill(1);
  return {
    forward: () => {
      addProduct(y.value, x.value, W.value.T);
      addProduct(y.value, ones.T, b.value); // b in each row
    },
    backward: () => {
      addProduct(x.grad, y.grad, W.value); // dx = dy W
      addProduct(W.grad, y.grad.T, x.value); // dW = dyᵀ x
      addProduct(b.grad, ones, y.grad); // db = the sum of dy over the rows
    },
  };
};

/** @type {(x: Tensor) => Layer} x = max(0, x), in its place */
const relu = ({ value: { numbers: x }, grad: { numbers: dx } }) => ({
  forward: () => {
    for (let i = 0; i < x.length; i++) x[i] = Math.max(0, x[i]);
  },
  backward: () => {
    for (let i = 0; i < x.length; i++) if (x[i] === 0) dx[i] = 0;
  },
});

/** @type {(y: Tensor, ids: Int32Array, E: Tensor, P: Matrix) => Layer} y = E[ids] + P */
const embedding = (y, ids, E, P) => ({
  forward: () => {
    for (let i = 0; i < ids.length * D; i++) {
      const place = ids[Math.floor(i / D)] * D + (i % D); // of the letter in E
      const position = P.numbers[i % P.numbers.length];
      y.value.numbers[i] = E.value.numbers[place] + position;
    }
  },
  backward: () => {
    for (let i = 0; i < ids.length * D; i++) {
      const place = ids[Math.floor(i / D)] * D + (i % D);
      E.grad.numbers[place] += y.grad.numbers[i]; // dE[id] = the sum of its dy
    }
  },
});

/**
 * y = g x̂ + b, where x̂ = (x - mean) / σ and σ = √(variance + ε) of each row.
 * @type {(y: Tensor, x: Tensor, g: Tensor, b: Tensor) => Layer}
 */
const layerNorm = (y, x, g, b) => {
  const [out, given, gain, bias] = [y, x, g, b].map((t) => t.value.numbers);
  const [dy, dx, dg, db] = [y, x, g, b].map((t) => t.grad.numbers);
  const normal = new Float64Array(given.length); // x̂
  const deviation = new Float64Array(x.value.rows); // σ
  return {
    forward: () => {
      for (let n = 0; n < deviation.length; n++) {
        let mean = 0;
        let variance = 0;
        for (let i = n * D; i < n * D + D; i++) mean += given[i] / D;
        for (let i = n * D; i < n * D + D; i++) {
          variance += (given[i] - mean) ** 2 / D;
        }
        deviation[n] = Math.sqrt(variance + 1e-5);
        for (let i = n * D; i < n * D + D; i++) {
          normal[i] = (given[i] - mean) / deviation[n];
          out[i] = gain[i % D] * normal[i] + bias[i % D];
        }
      }
    },
    backward: () => {
      for (let n = 0; n < deviation.length; n++) {
        let mean = 0; // of dx̂ = g dy
        let along = 0; // of x̂ dx̂
        for (let i = n * D; i < n * D + D; i++) {
          dg[i % D] += normal[i] * dy[i]; // dg = the sum of x̂ dy
          db[i % D] += dy[i]; // db = the sum of dy
          mean += (gain[i % D] * dy[i]) / D;
          along += (normal[i] * gain[i % D] * dy[i]) / D;
        }
        for (let i = n * D; i < n * D + D; i++) {
          // dx = (dx̂ - mean of dx̂ - x̂ * mean of x̂ dx̂) / σ
          dx[i] +=
            (gain[i % D] * dy[i] - mean - normal[i] * along) / deviation[n];
        }
      }
    },
  };
};

/** @type {(s: Matrix, factor: number) => void} softmax(s * factor), row by row */
const softmax = ({ numbers: s, columns }, factor) => {
  for (let start = 0; start < s.length; start += columns) {
    const end = start + columns;
    let most = -Infinity;
    let total = 0;
    for (let i = start; i < end; i++) most = Math.max(most, s[i]);
    for (let i = start; i < end; i++) {
      s[i] = Math.exp((s[i] - most) * factor);
      total += s[i];
    }
    for (let i = start; i < end; i++) s[i] /= total;
  }
};

/**
 * Of p = softmax(s * factor), row by row: dp becomes ds = p (dp - the sum of
 * p dp) * factor.
 * @type {(p: Tensor, factor: number) => void}
 */
const softmaxBackward = ({ value, grad }, factor) => {
  const [p, dp] = [value.numbers, grad.numbers];
  for (let start = 0; start < p.length; start += value.columns) {
    const end = start + value.columns;
    let sum = 0;
    for (let i = start; i < end; i++) sum += p[i] * dp[i];
    for (let i = start; i < end; i++) dp[i] = p[i] * (dp[i] - sum) * factor;
  }
};

/**
 * z = α v, where α = softmax(q kᵀ * factor), in each head of each sequence.
 * @type {(z: Tensor, weights: Tensor, q: Tensor, k: Tensor, v: Tensor, factor: number) => Layer}
 */
const attention = (z, weights, q, k, v, factor) => {
  const T = weights.value.columns;
  const heads = Array.from({ length: weights.value.rows / T }, (_, i) => {
    const first = Math.floor(i / H) * T * D + (i % H) * D_K;
    const head = (/** @type {Tensor} */ x) => part(x, T, D_K, first, D);
    const alpha = part(weights, T, T, i * T * T, T);
    return { alpha, z: head(z), q: head(q), k: head(k), v: head(v) };
  });
  return {
    forward: () => {
      for (const { alpha, q, k } of heads) {
        addProduct(alpha.value, q.value, k.value.T);
      }
      softmax(weights.value, factor);
      for (const { alpha, z, v } of heads) {
        addProduct(z.value, alpha.value, v.value);
      }
    },
    backward: () => {
      for (const { alpha, z, v } of heads) {
        addProduct(alpha.grad, z.grad, v.value.T); // dα = dz vᵀ
        addProduct(v.grad, alpha.value.T, z.grad); // dv = αᵀ dz
      }
      softmaxBackward(weights, factor); // ds stands where dα stood
      for (const { alpha, q, k } of heads) {
        addProduct(q.grad, alpha.grad, k.value); // dq = ds k
        addProduct(k.grad, alpha.grad.T, q.value); // dk = dsᵀ q
      }
    },
  };
};

/**
 * The mean of -ln p[target], where p = softmax(scores).
 * @type {(loss: Tensor, scores: Tensor, targets: Int32Array) => Layer}
 */
const crossEntropy = (loss, scores, targets) => {
  const p = zeros(targets.length, LETTERS);
  const dscores = scores.grad.numbers;
  return {
    forward: () => {
      p.numbers.set(scores.value.numbers);
      softmax(p, 1);
      for (let n = 0; n < p.rows; n++) {
        const right = p.numbers[n * LETTERS + targets[n]];
        loss.value.numbers[0] -= Math.log(right) / p.rows;
      }
    },
    backward: () => {
      // dscores = (p - 1 at the target) / N
      for (let i = 0; i < dscores.length; i++) {
        dscores[i] += p.numbers[i] / p.rows;
      }
      for (let n = 0; n < p.rows; n++) {
        dscores[n * LETTERS + targets[n]] -= 1 / p.rows;
      }
    },
  };
};

/**
 * Random numbers that depend on the seed alone (mulberry32, by Tommy Ettinger).
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
 * Random letters, none twice: their ids.
 * @type {(length: number, random: Random) => number[]}
 */
export const draw = (length, random) => {
  const left = [...Array(LETTERS).keys()];
  const next = () => left.splice(Math.floor(random() * left.length), 1)[0];
  return Array.from({ length }, next);
};

/**
 * The model for B sequences of T letters. It draws the parameters that it does not
 * find, from the distributions of PyTorch.
 * @param {Parameters} parameters
 * @param {Random} random
 * @param {number} B
 * @param {number} T
 * @param {{positions: boolean, scaled: boolean}} switches
 */
export const network = (parameters, random, B, T, { positions, scaled }) => {
  const N = B * T;
  const [ids, targets] = [new Int32Array(N), new Int32Array(N)];
  /** @type {Tensor[]} */
  const tensors = [];
  /** @type {Layer[]} */
  const layers = [];

  /** @type {(rows: number, columns: number) => Tensor} */
  const make = (rows, columns) => {
    tensors.push(tensor(rows, columns));
    return tensors[tensors.length - 1];
  };
  /** @type {(name: string, rows: number, columns: number, number: Random) => Tensor} */
  const parameter = (name, rows, columns, number) => {
    if (!parameters[name]) {
      parameters[name] = tensor(rows, columns);
      const { numbers } = parameters[name].value;
      for (let i = 0; i < numbers.length; i++) numbers[i] = number();
    }
    return parameters[name];
  };
  /** @type {(x: Tensor, name: string, outputs: number, y?: Tensor) => Tensor} */
  const project = (x, name, outputs, y = make(N, outputs)) => {
    const inputs = x.value.columns;
    const even = () => (2 * random() - 1) / Math.sqrt(inputs);
    const W = parameter(`${name}.weight`, outputs, inputs, even);
    const b = parameter(`${name}.bias`, 1, outputs, even);
    layers.push(linear(y, x, W, b));
    return y;
  };
  /** @type {(x: Tensor, name: string) => Tensor} */
  const norm = (x, name) => {
    const y = make(N, D);
    const g = parameter(`${name}.weight`, 1, D, () => 1);
    const b = parameter(`${name}.bias`, 1, D, () => 0);
    layers.push(layerNorm(y, x, g, b));
    return y;
  };

  const x = make(N, D);
  const E = parameter("embedding.weight", LETTERS, D, () => normal(random));
  const P = zeros(T, D);
  if (positions) P.numbers.set(sinusoidalEncoding(T, D).flat());
  layers.push(embedding(x, ids, E, P));

  const layer = "encoder.layers.0";
  const look = `${layer}.self_attention`;
  const seen = norm(x, `${layer}.norm1`);
  const q = project(seen, `${look}.W_query`, D);
  const k = project(seen, `${look}.W_key`, D);
  const v = project(seen, `${look}.W_value`, D);
  const z = make(N, D);
  const weights = make(N * H, T);
  const factor = scaled ? 1 / Math.sqrt(D_K) : 1;
  layers.push(attention(z, weights, q, k, v, factor));
  project(z, `${look}.out_proj`, D, x); // is added to x: a residual connection

  const think = `${layer}.feed_forward`;
  const hidden = project(norm(x, `${layer}.norm2`), `${think}.hidden`, D_FF);
  layers.push(relu(hidden));
  project(hidden, `${think}.out`, D, x);

  const scores = project(norm(x, "encoder.norm"), "read_out", LETTERS);
  const loss = make(1, 1);
  layers.push(crossEntropy(loss, scores, targets));

  const upwards = layers.toReversed();
  const gradients = [...tensors, ...Object.values(parameters)];
  return {
    targets,
    scores: scores.value.numbers, // (B, T, letters)
    weights: weights.value.numbers, // (B, H, T, T)
    /** @type {(sequences: number[][]) => void} */
    read: (sequences) => {
      ids.set(sequences.flat());
      targets.set(sequences.flatMap((row) => row.toReversed()));
    },
    forward: () => {
      for (const { value } of tensors) value.numbers.fill(0);
      for (const { forward } of layers) forward();
      return loss.value.numbers[0];
    },
    /** The letters with the highest scores: N ids. */
    answers: () => {
      const { numbers } = scores.value;
      const best = (/** @type {number} */ row) =>
        argmax([...numbers.slice(row * LETTERS, (row + 1) * LETTERS)]);
      return [...ids.keys()].map(best);
    },
    /** The gradient of each parameter, of what `forward` has computed. */
    backward: () => {
      for (const { grad } of gradients) grad.numbers.fill(0);
      loss.grad.numbers[0] = 1;
      for (const { backward } of upwards) backward();
    },
  };
};

/**
 * Adam (Kingma and Ba 2015): a step is as large as the mean gradient m by the
 * root of the mean square v. Both begin at 0, for which 1 - βᵗ makes up.
 * @type {(parameters: Parameters, rate: number) => () => void}
 */
export const adam = (parameters, rate) => {
  const [beta1, beta2, epsilon] = [0.9, 0.999, 1e-8];
  const moments = Object.values(parameters).map(({ value, grad }) => ({
    x: value.numbers,
    dx: grad.numbers,
    m: new Float64Array(value.numbers.length),
    v: new Float64Array(value.numbers.length),
  }));
  let t = 0;
  return () => {
    t += 1;
    const [less, lesser] = [1 - beta1 ** t, 1 - beta2 ** t];
    for (const { x, dx, m, v } of moments) {
      for (let i = 0; i < x.length; i++) {
        m[i] = beta1 * m[i] + (1 - beta1) * dx[i];
        v[i] = beta2 * v[i] + (1 - beta2) * dx[i] ** 2;
        x[i] -= (rate * (m[i] / less)) / (Math.sqrt(v[i] / lesser) + epsilon);
      }
    }
  };
};
