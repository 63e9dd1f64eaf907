// Layer normalisation, and the residual connection around a sublayer.

// (x - mean) / √(var + ε) * weight + bias over each row (Ba et al. 2016).
attention.LayerNorm = class LayerNorm {
  /** @param {attention.State} state */
  constructor(state, eps = 1e-5) {
    this.weight = state.vector("weight");
    this.bias = state.vector("bias");
    this.eps = eps;
  }

  /**
   * @param {Matrix} x
   * @returns {Matrix}
   */
  forward(x) {
    return x.map((row) => {
      const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
      const centred = row.map((value) => value - mean);
      const variance = centred.reduce((sum, value) => sum + value ** 2, 0) / row.length;
      const deviation = Math.sqrt(variance + this.eps);
      return centred.map((value, k) => (value / deviation) * this.weight[k] + this.bias[k]);
    });
  }
};

// Post-norm: norm(x + sublayer(x)), as in Vaswani et al. 2017. Pre-norm
// (normFirst): x + sublayer(norm(x)), see Xiong et al. 2020.
attention.Residual = class Residual {
  /**
   * @param {attention.State} state
   * @param {boolean} normFirst
   */
  constructor(state, normFirst) {
    this.norm = new attention.LayerNorm(state);
    this.normFirst = normFirst;
  }

  /**
   * x (T, D) -> (T, D), and the weights if the sublayer has any
   * @param {Matrix} x
   * @param {(x: Matrix) => [Matrix, Matrix[]]} sublayer
   * @returns {[Matrix, Matrix[]]}
   */
  forward(x, sublayer) {
    const [y, weights] = sublayer(this.normFirst ? this.norm.forward(x) : x);
    const sum = attention.add(x, y);
    return [this.normFirst ? sum : this.norm.forward(sum), weights];
  }
};
