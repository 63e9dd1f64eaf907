// The position-wise feed-forward network.

// max(0, x W_1 + b_1) W_2 + b_2 (Vaswani et al. 2017, eq. 2): x (T, D) -> (T, D).
attention.FeedForward = class FeedForward {
  /** @param {attention.State} state */
  constructor(state) {
    this.hidden = new attention.Linear(state.part("hidden"));
    this.out = new attention.Linear(state.part("out"));
  }

  /**
   * @param {Matrix} x
   * @returns {Matrix}
   */
  forward(x) {
    const h = this.hidden.forward(x).map((row) => row.map((value) => Math.max(0, value)));
    return this.out.forward(h);
  }
};
