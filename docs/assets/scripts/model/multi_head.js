// Multi-head attention: several heads side by side.

/**
 * (T, H * d_k) -> H matrices (T, d_k)
 * @param {Matrix} x
 * @param {number} numHeads
 * @returns {Matrix[]}
 */
attention.splitHeads = (x, numHeads) => {
  const size = x[0].length / numHeads;
  return Array.from({ length: numHeads }, (_, h) =>
    x.map((row) => row.slice(h * size, (h + 1) * size))
  );
};

/**
 * H matrices (T, d_v) -> (T, H * d_v)
 * @param {Matrix[]} heads
 * @returns {Matrix}
 */
attention.mergeHeads = (heads) => heads[0].map((_, t) => heads.flatMap((head) => head[t]));

// All heads at once, each of size D / H (Vaswani et al. 2017, section 3.2.2).
// Heads are changed through `change`, without touching what is computed here.
attention.MultiHeadSelfAttention = class MultiHeadSelfAttention {
  /**
   * @param {attention.State} state
   * @param {number} numHeads
   */
  constructor(state, numHeads) {
    const { Linear } = attention;
    this.numHeads = numHeads;
    this.W_query = new Linear(state.part("W_query"));
    this.W_key = new Linear(state.part("W_key"));
    this.W_value = new Linear(state.part("W_value"));
    this.out_proj = new Linear(state.part("out_proj"));
    /** @type {Change} */
    this.change = {};
  }

  /**
   * x (T, D) -> queries, keys, values: of each, H matrices (T, d_k)
   * @param {Matrix} x
   */
  project(x) {
    const layers = [this.W_query, this.W_key, this.W_value];
    return layers.map((W) => attention.splitHeads(W.forward(x), this.numHeads));
  }

  /**
   * x (T, D) -> context (T, D), weights: H matrices (T, T)
   * @param {Matrix} x
   * @param {Mask} [mask]
   */
  forward(x, mask) {
    const [q, k, v] = this.project(x);
    return this.attend(q, k, v, mask);
  }

  /**
   * Go on from H matrices q (T, d_k), k and v (S, d_k).
   * @param {Matrix[]} q
   * @param {Matrix[]} k
   * @param {Matrix[]} v
   * @param {Mask} [mask]
   * @returns {[Matrix, Matrix[]]}
   */
  attend(q, k, v, mask) {
    const heads = q.map((_, h) =>
      attention.scaledDotProductAttention(q[h], k[h], v[h], mask, this.change, h)
    );
    const context = attention.mergeHeads(heads.map(([context]) => context));
    return [this.out_proj.forward(context), heads.map(([, weights]) => weights)];
  }
};
