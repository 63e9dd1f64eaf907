// The model that writes letters backwards, and what can be changed of it when
// it has been trained.

/**
 * What is taken from a model, or put in its place.
 * @typedef {object} Switches
 * @property {boolean} [positions] - false: no position is added to a letter
 * @property {boolean} [scaled] - false: scores are not divided by √d_k
 * @property {boolean[]} [heads] - false: what this head found is not used
 * @property {"own" | "even" | "pattern"} [weights] - where all heads look
 */

/**
 * The weights that copy letter T - 1 - i to position i: (T, T).
 * @param {number} T
 * @returns {Matrix}
 */
attention.pattern = (T) =>
  Array.from({ length: T }, (_, i) =>
    Array.from({ length: T }, (_, j) => (i + j === T - 1 ? 1 : 0))
  );

/**
 * How much of the attention is on that pattern, from 0 to 1.
 * @param {Matrix} weights
 */
attention.mass = (weights) =>
  weights.reduce((sum, row, i) => sum + row[row.length - 1 - i], 0) / weights.length;

// An encoder between embeddings and a score for each letter.
attention.Reverser = class Reverser {
  /**
   * @param {attention.State} state
   * @param {number} length
   * @param {number} numHeads
   */
  constructor(state, length, numHeads) {
    const { Encoder, Linear, sinusoidalEncoding } = attention;
    this.embedding = state.matrix("embedding.weight");
    this.positions = sinusoidalEncoding(length, this.embedding[0].length);
    this.encoder = new Encoder(state.part("encoder"), { numHeads, normFirst: true });
    this.read_out = new Linear(state.part("read_out"));
    this.projection = this.encoder.layers[0].self_attention.out_proj.weight;
  }

  /**
   * ids (T) -> scores (T, letters), weights: H matrices (T, T)
   * @param {number[]} ids
   * @param {Switches} [switches]
   * @returns {[Matrix, Matrix[]]}
   */
  forward(ids, switches = {}) {
    const T = this.positions.length;
    if (ids.length !== T) throw new RangeError(`${ids.length} letters, not ${T}`);
    this.change(T, switches);
    const letters = ids.map((id) => this.embedding[id]);
    const x = switches.positions === false ? letters : attention.add(letters, this.positions);
    const [y, [weights]] = this.encoder.forward(x);
    return [this.read_out.forward(y), weights];
  }

  /**
   * Change the attention of the first layer, as the lab does.
   * @param {number} T
   * @param {Switches} switches
   */
  change(T, { scaled = true, heads = [], weights = "own" }) {
    const { self_attention: layer } = this.encoder.layers[0];
    const d_k = this.projection[0].length / layer.numHeads;
    const even = attention.pattern(T).map((row) => row.map(() => 1 / T));
    const forced = { own: null, even, pattern: attention.pattern(T) }[weights];
    const divisor = scaled ? undefined : 1;
    layer.change = { divisor, replace: (own) => forced ?? own };
    layer.out_proj.weight = this.projection.map((row) =>
      row.map((value, k) => (heads[Math.floor(k / d_k)] === false ? 0 : value))
    );
  }
};
