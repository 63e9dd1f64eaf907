// What the model needs of PyTorch. A vector is a list of numbers, a matrix a
// list of its rows; all numbers are doubles. Sizes: T tokens that ask, S that
// answer, D = d_model. Names are those of `snippets`, where each is explained.

/** @typedef {number[]} Vector */
/** @typedef {Vector[]} Matrix */
/** @typedef {(t: number, s: number) => boolean} Mask - true = may attend */

/** @type {(numbers: Vector) => number} */
export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** @type {(numbers: Vector) => number} the first place of the highest */
export const argmax = (numbers) => numbers.indexOf(Math.max(...numbers));

/** @type {<T>(a: T[][]) => T[][]} (n, m) -> (m, n) */
export const transpose = (a) => a[0].map((_, k) => a.map((row) => row[k]));

/** @type {(a: Vector, b: Vector) => number} where most of the time goes */
export const dot = (a, b) => {
  let total = 0;
  for (let k = 0; k < a.length; k++) total += a[k] * b[k];
  return total;
};

/** @type {(a: Matrix, b: Matrix) => Matrix} a bᵀ: (n, m), (p, m) -> (n, p) */
export const compare = (a, b) =>
  a.map((row) => b.map((other) => dot(row, other)));

/** @type {(a: Matrix, b: Matrix) => Matrix} (n, m), (m, p) -> (n, p) */
export const product = (a, b) => compare(a, transpose(b));

/** @type {(a: Matrix, b: Matrix) => Matrix} */
export const add = (a, b) =>
  a.map((row, i) => row.map((value, k) => value + b[i][k]));

/** @type {(scores: Vector) => Vector} a row of -Infinity gives 0 */
export const softmax = (scores) => {
  const most = Math.max(...scores);
  if (most === -Infinity) return scores.map(() => 0);
  const powers = scores.map((score) => Math.exp(score - most));
  const total = sum(powers);
  return powers.map((power) => power / total);
};
