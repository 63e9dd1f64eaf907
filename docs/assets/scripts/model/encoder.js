// The Transformer encoder: layers of attention and feed-forward.

/**
 * What the names of a state do not say of a model.
 * @typedef {{numHeads: number, normFirst: boolean}} Form
 */

// Self-attention, then feed-forward, each in a residual connection.
attention.EncoderLayer = class EncoderLayer {
  /**
   * @param {attention.State} state
   * @param {Form} form
   */
  constructor(state, { numHeads, normFirst }) {
    const { MultiHeadSelfAttention, FeedForward, Residual } = attention;
    this.self_attention = new MultiHeadSelfAttention(state.part("self_attention"), numHeads);
    this.feed_forward = new FeedForward(state.part("feed_forward"));
    this.residual1 = new Residual(state.part("norm1"), normFirst);
    this.residual2 = new Residual(state.part("norm2"), normFirst);
  }

  /**
   * x (T, D) -> (T, D), weights: H matrices (T, T)
   * @param {Matrix} x
   * @param {Mask} [mask]
   * @returns {[Matrix, Matrix[]]}
   */
  forward(x, mask) {
    const [y, weights] = this.residual1.forward(x, (y) => this.self_attention.forward(y, mask));
    const [z] = this.residual2.forward(y, (y) => [this.feed_forward.forward(y), []]);
    return [z, weights];
  }
};

// A stack of encoder layers; the pre-norm form ends with a norm.
attention.Encoder = class Encoder {
  /**
   * @param {attention.State} state
   * @param {Form} form
   */
  constructor(state, form) {
    this.layers = state.parts("layers").map((part) => new attention.EncoderLayer(part, form));
    this.norm = form.normFirst ? new attention.LayerNorm(state.part("norm")) : null;
  }

  /**
   * x (T, D) -> (T, D), weights: of each layer H matrices (T, T)
   * @param {Matrix} x
   * @param {Mask} [mask]
   * @returns {[Matrix, Matrix[][]]}
   */
  forward(x, mask) {
    const maps = [];
    for (const layer of this.layers) {
      const [y, weights] = layer.forward(x, mask);
      x = y;
      maps.push(weights);
    }
    return [this.norm ? this.norm.forward(x) : x, maps];
  }
};
