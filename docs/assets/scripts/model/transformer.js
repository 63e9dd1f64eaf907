// The whole Transformer: from the ids of a source to scores for a target.

// Ids that each vocabulary begins with.
attention.PAD = 0;
attention.START = 1;
attention.END = 2;

// An encoder reads the source, a decoder scores each next target token.
attention.Transformer = class Transformer {
  /**
   * @param {attention.State} state
   * @param {Form} form
   */
  constructor(state, form, contextLength = 32) {
    const { Encoder, Decoder, Linear, sinusoidalEncoding } = attention;
    this.source_embedding = state.matrix("source_embedding.weight");
    this.target_embedding = state.matrix("target_embedding.weight");
    const D = this.source_embedding[0].length;
    this.positions = sinusoidalEncoding(contextLength, D);
    this.encoder = new Encoder(state.part("encoder"), form);
    this.decoder = new Decoder(state.part("decoder"), form);
    this.read_out = new Linear(state.part("read_out"));
  }

  /**
   * ids (T) at the positions from `first` on -> (T, D)
   * @param {Matrix} embedding
   * @param {number[]} ids
   */
  embed(embedding, ids, first = 0) {
    attention.checkLength(first + ids.length, this.positions.length);
    const positions = this.positions.slice(first, first + ids.length);
    return attention.add(ids.map((id) => embedding[id]), positions);
  }

  /**
   * source (S) -> memory (S, D), its mask, the weights of each layer
   * @param {number[]} source
   * @returns {[Matrix, Mask, Matrix[][]]}
   */
  encode(source) {
    /** @type {Mask} */
    const mask = (_, s) => source[s] !== attention.PAD;
    const x = this.embed(this.source_embedding, source);
    const [memory, maps] = this.encoder.forward(x, mask);
    return [memory, mask, maps];
  }

  /**
   * Score what follows each token of the target: (T, target_size), weights.
   * @param {number[]} target
   * @param {Matrix} memory
   * @param {Mask} memoryMask
   * @returns {[Matrix, Maps[]]}
   */
  decode(target, memory, memoryMask) {
    const x = this.embed(this.target_embedding, target);
    const [y, maps] = this.decoder.forward(x, memory, memoryMask);
    return [this.read_out.forward(y), maps];
  }

  /**
   * source (S) and target (T) from START on -> scores (T, target_size), weights
   * @param {number[]} source
   * @param {number[]} target
   */
  forward(source, target) {
    const [memory, mask] = this.encode(source);
    return this.decode(target, memory, mask);
  }
};
