// Scaled dot-product attention, the core of all that follows.

/**
 * What is changed of attention to see what it is good for.
 * @typedef {object} Change
 * @property {number} [divisor] - of the scores, instead of √d_k
 * @property {(weights: Matrix, head: number) => Matrix} [replace] - the weights
 *   (T, S) that a head uses instead of its own
 */

/**
 * softmax(q kᵀ / √d_k) v (Vaswani et al. 2017, eq. 1).
 *
 * q (T, d_k), k (S, d_k), v (S, d_v) -> context (T, d_v), weights and scores
 * (T, S). A query that may attend to nothing gets weights and context 0.
 * @param {Matrix} q
 * @param {Matrix} k
 * @param {Matrix} v
 * @param {Mask} [mask]
 * @param {Change} [change]
 * @returns {[Matrix, Matrix, Matrix]}
 */
attention.scaledDotProductAttention = (q, k, v, mask, change = {}, head = 0) => {
  const { product, transpose, softmax } = attention;
  const { divisor = Math.sqrt(q[0].length), replace } = change;
  const scores = product(q, transpose(k)).map((row, t) =>
    row.map((score, s) => (mask && !mask(t, s) ? -Infinity : score / divisor))
  );
  let weights = scores.map(softmax);
  if (replace) weights = replace(weights, head);
  return [product(weights, v), weights, scores];
};
