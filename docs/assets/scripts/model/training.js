// What a training adds to the model that writes letters backwards (reverser.js):
// its first parameters, how wrong it is, and Adam. All is that of
// snippets/training.py.

import { reverser } from "./reverser.js";
import { softmax, tape, Tensor } from "./tensor.js";

/** @typedef {Record<string, Tensor>} Parameters - by their names in state_dict */
/** @typedef {() => number} Random - at least 0, less than 1 */
/** @typedef {{positions: boolean, scaled: boolean}} Switches */

const LETTERS = 26;
const D = 16;
const D_FF = 64;
export const H = 2;

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
 * Parameters to begin with, from the distributions of PyTorch.
 * @param {Random} random
 */
export const initial = (random) => {
  /** @type {Parameters} */
  const all = {};
  /** @type {(name: string, rows: number, columns: number, number: Random) => void} */
  const make = (name, rows, columns, number) => {
    const numbers = new Float64Array(rows * columns).map(number);
    all[name] = new Tensor(rows, columns, numbers);
  };
  /** @type {(name: string, outputs: number, inputs: number) => void} */
  const linear = (name, outputs, inputs) => {
    const even = () => (2 * random() - 1) / Math.sqrt(inputs);
    make(`${name}.weight`, outputs, inputs, even);
    make(`${name}.bias`, 1, outputs, even);
  };
  make("embedding.weight", LETTERS, D, () => normal(random));
  const layer = "encoder.layers.0";
  for (const part of ["W_query", "W_key", "W_value", "out_proj"]) {
    linear(`${layer}.self_attention.${part}`, D, D);
  }
  linear(`${layer}.feed_forward.hidden`, D_FF, D);
  linear(`${layer}.feed_forward.out`, D, D_FF);
  for (const norm of [`${layer}.norm1`, `${layer}.norm2`, "encoder.norm"]) {
    make(`${norm}.weight`, 1, D, () => 1);
    make(`${norm}.bias`, 1, D, () => 0);
  }
  linear("read_out", LETTERS, D);
  return all;
};

/** @type {(ids: number[][]) => number[]} the letters that are right */
export const targets = (ids) => ids.flatMap((row) => row.toReversed());

/**
 * The mean of -ln p[target], where p = softmax(scores).
 * @type {(scores: Tensor, targets: number[]) => Tensor}
 */
const crossEntropy = (scores, targets) => {
  const loss = new Tensor(1, 1);
  const p = softmax(scores);
  const places = targets.map((target, n) => n * LETTERS + target);
  for (const place of places) {
    loss.numbers[0] -= Math.log(p.numbers[place]) / places.length;
  }
  tape?.push(() => {
    const part = loss.grad.numbers[0] / places.length;
    const dp = p.grad.numbers;
    for (const place of places) dp[place] -= part / p.numbers[place];
  });
  return loss;
};

/** @type {(model: any, ids: number[][], switches: Switches) => Tensor} */
export const lossOf = (model, ids, switches) =>
  crossEntropy(reverser(model, H, ids, switches).scores, targets(ids));

/**
 * Adam (Kingma and Ba 2015): a step is as large as the mean gradient m by the
 * root of the mean square v. Both begin at 0, for which 1 - βᵗ makes up.
 * @type {(parameters: Parameters, rate: number) => () => void}
 */
export const adam = (parameters, rate) => {
  const [beta1, beta2, epsilon] = [0.9, 0.999, 1e-8];
  const moments = Object.values(parameters).map(({ numbers, grad }) => ({
    x: numbers,
    dx: grad.numbers,
    m: new Float64Array(numbers.length),
    v: new Float64Array(numbers.length),
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
      dx.fill(0); // the next step has gradients of its own
    }
  };
};
