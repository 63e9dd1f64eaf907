// Sinusoidal positional encoding.

/**
 * One vector per position (Vaswani et al. 2017, section 3.5): (length, D).
 *
 * Rounded to float32, as PyTorch keeps them, whatever the model computes in.
 * @param {number} length
 * @param {number} D
 * @returns {Matrix}
 */
attention.sinusoidalEncoding = (length, D, base = 10000) =>
  Array.from({ length }, (_, position) =>
    Array.from({ length: D }, (_, i) => {
      const even = i - (i % 2); // 2i of the formula
      const angle = position / base ** (even / D);
      return Math.fround(i % 2 ? Math.cos(angle) : Math.sin(angle));
    })
  );
