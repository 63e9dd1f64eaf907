// What a playground holds, and what follows from it. Whatever comes from a
// reader or a link is read by `number` and `name`, which return null if they
// refuse it.

/** @typedef {{name: string, x: number[], hidden: boolean}} Token */
/** @typedef {[Matrix, Matrix, Matrix]} Head of queries, keys and values */
/**
 * Without heads, queries, keys and values are the embeddings themselves.
 * @typedef {object} State
 * @property {Token[]} tokens
 * @property {Head[]} heads
 * @property {string[]} names of the matrices
 * @property {Matrix | null} W_out what mixes the heads
 * @property {number} divisor of the scores
 * @property {boolean} causal
 * @property {number} query the token whose row is shown
 */

/** @typedef {ReturnType<typeof playgroundState.computed>} Results */

const playgroundState = (() => {
  "use strict";
  const TOKENS = 8;
  const LETTERS = 20; // of a token's name
  const NUMBERS = { least: -1000, most: 1000 };
  const DIVISORS = { least: 0.01, most: 1000 };
  const WRITTEN = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;

  /**
   * A number with a decimal point or comma, or null if it is none or too far.
   * @param {string} text
   * @returns {number | null}
   */
  const number = (text, { least, most } = NUMBERS) => {
    const plain = text.trim().replace("\u2212", "-");
    if (!WRITTEN.test(plain)) return null;
    const value = Number(plain.replace(",", "."));
    return value >= least && value <= most ? value : null;
  };

  /**
   * What a token may be called, or null.
   * @param {string} text
   * @returns {string | null}
   */
  const name = (text) => {
    const plain = text.trim();
    const size = [...plain].length;
    return size && size <= LETTERS && !/[\p{C}\p{Zl}\p{Zp}]/u.test(plain)
      ? plain
      : null;
  };

  /** @type {(state: State) => Matrix} embeddings (T, D) */
  const embeddings = ({ tokens }) => tokens.map(({ x }) => x);

  /** @type {(state: State) => Matrix[]} all that is multiplied by */
  const matrices = ({ heads, W_out }) => [
    ...heads.flat(), ...(W_out ? [W_out] : []),
  ];

  /** @type {(state: State) => Mask} */
  const mask = ({ tokens, causal }) => (t, s) =>
    !tokens[s].hidden && (!causal || attention.causalMask(t, s));

  /**
   * Scores, weights and context of each head, with the values they mix; all
   * contexts side by side, and what W_out makes of them.
   * @param {State} state
   */
  const computed = (state) => {
    const { scaledDotProductAttention } = attention;
    const x = embeddings(state), { divisor } = state;
    const projected = state.heads.map((matrices) =>
      matrices.map((W) => attention.product(x, W))
    );
    const heads = (projected.length ? projected : [[x, x, x]]).map(([q, k, v]) => {
      const [context, weights, scores] =
        scaledDotProductAttention(q, k, v, mask(state), { divisor });
      return { v, scores, weights, context };
    });
    /** @type {(parts: Matrix[]) => Matrix} */
    const concat = (parts) => x.map((_, i) => parts.flatMap((part) => part[i]));
    const values = concat(heads.map(({ v }) => v));
    const context = concat(heads.map((head) => head.context));
    const output = state.W_out && attention.product(context, state.W_out);
    return { heads, values, context, output };
  };

  return { TOKENS, LETTERS, NUMBERS, DIVISORS, number, name, embeddings, matrices, computed };
})();
