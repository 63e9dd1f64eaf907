// Cross-attention: one sequence asks, another one answers.

// Multi-head attention with queries from x, keys and values from memory.
attention.CrossAttention = class CrossAttention extends attention.MultiHeadSelfAttention {
  /**
   * x (T, D) -> queries: H matrices (T, d_k)
   * @param {Matrix} x
   */
  projectQueries(x) {
    return attention.splitHeads(this.W_query.forward(x), this.numHeads);
  }

  /**
   * memory (S, D) -> keys, values: of each, H matrices (S, d_k)
   * @param {Matrix} memory
   * @returns {[Matrix[], Matrix[]]}
   */
  projectMemory(memory) {
    const { splitHeads } = attention;
    const k = this.W_key.forward(memory), v = this.W_value.forward(memory);
    return [splitHeads(k, this.numHeads), splitHeads(v, this.numHeads)];
  }

  /**
   * x (T, D), memory (S, D) -> context (T, D), weights: H matrices (T, S)
   * @param {Matrix} x
   * @param {Matrix} memory
   * @param {Mask} [mask]
   */
  look(x, memory, mask) {
    const q = this.projectQueries(x), [k, v] = this.projectMemory(memory);
    return this.attend(q, k, v, mask);
  }
};
