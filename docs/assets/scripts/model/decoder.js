// The Transformer decoder: it looks back, looks across, and thinks.

/**
 * The weights of a layer: H matrices (T, T), and H matrices (T, S).
 * @typedef {{back: Matrix[], across: Matrix[]}} Maps
 */

// Causal self-attention, cross-attention, feed-forward, each residual.
attention.DecoderLayer = class DecoderLayer {
  /**
   * @param {attention.State} state
   * @param {Form} form
   */
  constructor(state, { numHeads, normFirst }) {
    const { MultiHeadSelfAttention, CrossAttention, FeedForward, Residual } = attention;
    this.self_attention = new MultiHeadSelfAttention(state.part("self_attention"), numHeads);
    this.cross_attention = new CrossAttention(state.part("cross_attention"), numHeads);
    this.feed_forward = new FeedForward(state.part("feed_forward"));
    this.residual1 = new Residual(state.part("norm1"), normFirst);
    this.residual2 = new Residual(state.part("norm2"), normFirst);
    this.residual3 = new Residual(state.part("norm3"), normFirst);
  }

  /**
   * x (T, D), memory (S, D) -> (T, D), weights
   * @param {Matrix} x
   * @param {Matrix} memory
   * @param {Mask} [memoryMask]
   * @returns {[Matrix, Maps]}
   */
  forward(x, memory, memoryMask) {
    return this.through(
      x,
      (y) => this.self_attention.forward(y, attention.causalMask),
      (y) => this.cross_attention.look(y, memory, memoryMask)
    );
  }

  /**
   * The three sublayers, whichever way it looks back and across.
   * @param {Matrix} x
   * @param {(y: Matrix) => [Matrix, Matrix[]]} lookBack
   * @param {(y: Matrix) => [Matrix, Matrix[]]} lookAcross
   * @returns {[Matrix, Maps]}
   */
  through(x, lookBack, lookAcross) {
    const [y, back] = this.residual1.forward(x, lookBack);
    const [z, across] = this.residual2.forward(y, lookAcross);
    const [out] = this.residual3.forward(z, (y) => [this.feed_forward.forward(y), []]);
    return [out, { back, across }];
  }
};

// A stack of decoder layers; the pre-norm form ends with a norm.
attention.Decoder = class Decoder {
  /**
   * @param {attention.State} state
   * @param {Form} form
   */
  constructor(state, form) {
    this.layers = state.parts("layers").map((part) => new attention.DecoderLayer(part, form));
    this.norm = form.normFirst ? new attention.LayerNorm(state.part("norm")) : null;
  }

  /**
   * x (T, D), memory (S, D) -> (T, D), the weights of each layer
   * @param {Matrix} x
   * @param {Matrix} memory
   * @param {Mask} [memoryMask]
   * @returns {[Matrix, Maps[]]}
   */
  forward(x, memory, memoryMask) {
    return this.each(x, (layer, x) => layer.forward(x, memory, memoryMask));
  }

  /**
   * Take x through layer after layer, in the way that is given, and the norm.
   * @param {Matrix} x
   * @param {(layer: attention.DecoderLayer, x: Matrix, number: number) => [Matrix, Maps]} step
   * @returns {[Matrix, Maps[]]}
   */
  each(x, step) {
    /** @type {Maps[]} */
    const maps = [];
    this.layers.forEach((layer, number) => {
      const [y, weights] = step(layer, x, number);
      x = y;
      maps.push(weights);
    });
    return [this.norm ? this.norm.forward(x) : x, maps];
  }
};
