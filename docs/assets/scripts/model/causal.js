// Causal attention: no token sees the ones after it.

/**
 * Which positions may attend to which: up to and including themselves.
 * @type {Mask}
 */
attention.causalMask = (t, s) => s <= t;

/**
 * Throw if a sequence is longer than its positions.
 * @param {number} length
 * @param {number} contextLength
 */
attention.checkLength = (length, contextLength) => {
  if (length > contextLength) {
    throw new RangeError(`${length} tokens are more than contextLength ${contextLength}`);
  }
};
