// What the model needs of PyTorch. A vector is a list of numbers, a matrix a
// list of its rows; all numbers are doubles. Each file of this folder adds one
// concept to `attention`, with the names of the file in `snippets` that is
// called like it. Sizes: T tokens that ask, S that answer, D = d_model.

/** @typedef {number[]} Vector */
/** @typedef {Vector[]} Matrix */
/** @typedef {(t: number, s: number) => boolean} Mask - true = may attend */

const attention = {};

/**
 * a (n, m), b (m, p) -> (n, p)
 * @param {Matrix} a
 * @param {Matrix} b
 * @returns {Matrix}
 */
attention.product = (a, b) =>
  a.map((row) =>
    b[0].map((_, k) => row.reduce((sum, value, m) => sum + value * b[m][k], 0))
  );

/**
 * (n, m) -> (m, n)
 * @param {Matrix} a
 * @returns {Matrix}
 */
attention.transpose = (a) => a[0].map((_, k) => a.map((row) => row[k]));

/**
 * The sum of two matrices of one shape.
 * @param {Matrix} a
 * @param {Matrix} b
 * @returns {Matrix}
 */
attention.add = (a, b) => a.map((row, i) => row.map((value, k) => value + b[i][k]));

/**
 * Stable, as the maximum is subtracted; a row of -Infinity gives 0.
 * @param {Vector} scores
 * @returns {Vector}
 */
attention.softmax = (scores) => {
  const most = Math.max(...scores);
  if (most === -Infinity) return scores.map(() => 0);
  const powers = scores.map((score) => Math.exp(score - most));
  const total = powers.reduce((sum, power) => sum + power);
  return powers.map((power) => power / total);
};

// x Wᵀ + b, as nn.Linear: x (T, d_in) -> (T, d_out).
attention.Linear = class Linear {
  /** @param {attention.State} state */
  constructor(state) {
    this.weight = state.matrix("weight"); // (d_out, d_in)
    this.bias = state.vector("bias");
  }

  /** @param {Matrix} x */
  forward(x) {
    return x.map((row) =>
      this.weight.map((column, k) =>
        row.reduce((sum, value, m) => sum + value * column[m], this.bias[k])
      )
    );
  }
};
