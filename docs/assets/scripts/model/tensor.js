// What the model needs of PyTorch: matrices, what is computed with them, and the
// way back. Names are those of `snippets`, where each is explained.
//
// An operation computes its result y of x at once. While it is recorded it also
// notes the way back, by the chain rule: from y.grad, how fast the loss grows with
// each number of y, it computes what it adds to x.grad. All numbers are doubles.

/** @typedef {number[]} Vector */
/** @typedef {Vector[]} Matrix */
/** @typedef {(t: number, s: number) => boolean} Mask - true = may attend */

/** A matrix whose numbers stand in a list, or in a part of it. */
export class Tensor {
  /** @type {Tensor | undefined} */
  #grad;

  /** @type {Tensor | undefined} whose part it is */
  whole;

  /**
   * @param {number} rows
   * @param {number} columns
   * @param {Float64Array} numbers - row by row
   */
  constructor(rows, columns, numbers = new Float64Array(rows * columns)) {
    this.rows = rows;
    this.columns = columns;
    this.numbers = numbers;
    this.first = 0; // the place of its first number
    this.down = columns; // how far it is to the number below
    this.right = 1; // how far to the next one in the row
  }

  /** @type {(rows: number, columns: number, first: number, down: number, right: number) => Tensor} */
  view(rows, columns, first, down, right) {
    const part = new Tensor(rows, columns, this.numbers);
    part.whole = this.whole ?? this;
    part.first = first;
    part.down = down;
    part.right = right;
    return part;
  }

  /**
   * How fast the loss grows with each number; of a part, a part.
   * @returns {Tensor}
   */
  get grad() {
    const { rows, columns, whole, first, down, right } = this;
    this.#grad ??=
      whole?.grad.view(rows, columns, first, down, right) ??
      new Tensor(rows, columns);
    return this.#grad;
  }

  /** The same numbers, rows as columns. */
  get T() {
    const { rows, columns, first, down, right } = this;
    return this.view(columns, rows, first, right, down);
  }

  /** @type {(below: number, beside?: number) => Tensor[]} equal, row by row */
  parts(below, beside = 1) {
    const { first, down, right } = this;
    const [rows, columns] = [this.rows / below, this.columns / beside];
    return Array.from({ length: below * beside }, (_, i) => {
      const [row, column] = [Math.floor(i / beside), i % beside];
      const place = first + row * rows * down + column * columns * right;
      return this.view(rows, columns, place, down, right);
    });
  }

  /** Its rows, as lists. */
  get lists() {
    return Array.from({ length: this.rows }, (_, i) => {
      const start = this.first + i * this.down;
      return [...this.numbers.subarray(start, start + this.columns)];
    });
  }
}

/** @type {(lists: Matrix) => Tensor} */
export const tensor = (lists) =>
  new Tensor(lists.length, lists[0].length, Float64Array.from(lists.flat()));

/** @type {(() => void)[] | undefined} the ways back of what is recorded */
export let tape;

/**
 * Compute a loss, and record how. Whoever goes back finds in the gradient of each
 * tensor how fast the loss grows with it.
 * @type {(compute: () => Tensor) => {loss: number, backward: () => void}}
 */
export const record = (compute) => {
  /** @type {(() => void)[]} */
  const ways = [];
  tape = ways;
  const { numbers, grad } = compute();
  tape = undefined;
  const backward = () => {
    grad.numbers[0] = 1;
    for (const back of ways.toReversed()) back();
  };
  return { loss: numbers[0], backward };
};

/**
 * c += a b. It finds four numbers of c at a time, in two rows and two columns, so
 * that each number of a and b that it reads serves twice.
 * @type {(c: Tensor, a: Tensor, b: Tensor) => void}
 */
const addProduct = (c, a, b) => {
  const { numbers: A, columns: K, down: aDown, right: aRight } = a;
  const { numbers: B, down: bDown, right: bRight } = b;
  const { numbers: C, rows, columns, down: cDown, right: cRight } = c;
  for (let i = 0; i < rows; i += 2) {
    const down = i + 1 < rows ? aDown : 0; // 0: there is no row below
    for (let j = 0; j < columns; j += 2) {
      const right = j + 1 < columns ? bRight : 0;
      let p = a.first + i * aDown;
      let q = b.first + j * bRight;
      let here = 0;
      let beside = 0;
      let below = 0;
      let across = 0;
      for (let k = 0; k < K; k++) {
        const a0 = A[p];
        const a1 = A[p + down];
        const b0 = B[q];
        const b1 = B[q + right];
        here += a0 * b0;
        beside += a0 * b1;
        below += a1 * b0;
        across += a1 * b1;
        p += aRight;
        q += bDown;
      }
      const place = c.first + i * cDown + j * cRight;
      C[place] += here;
      if (right) C[place + cRight] += beside;
      if (down) C[place + cDown] += below;
      if (down && right) C[place + cDown + cRight] += across;
    }
  }
};

/** @type {(a: Tensor, b: Tensor, c?: Tensor) => Tensor} a b; it is added to c */
export const product = (a, b, c = new Tensor(a.rows, b.columns)) => {
  addProduct(c, a, b);
  tape?.push(() => {
    addProduct(a.grad, c.grad, b.T); // da = dc bᵀ
    addProduct(b.grad, a.T, c.grad); // db = aᵀ dc
  });
  return c;
};

/**
 * softmax(x / divisor) of each row. x is divided in its place; what a mask hides
 * becomes -Infinity there. A row of which all is hidden gives 0.
 * @type {(x: Tensor, divisor?: number, mask?: Mask) => Tensor}
 */
export const softmax = (x, divisor = 1, mask = undefined) => {
  const { rows, columns, numbers: scores } = x;
  const y = new Tensor(rows, columns);
  const p = y.numbers;
  for (let n = 0; n < rows; n++) {
    const [start, end] = [n * columns, n * columns + columns];
    let most = -Number.MAX_VALUE;
    let total = 0;
    for (let i = start; i < end; i++) {
      const isHidden = mask && !mask(n, i - start);
      scores[i] = isHidden ? -Infinity : scores[i] / divisor;
      most = Math.max(most, scores[i]);
    }
    for (let i = start; i < end; i++) {
      p[i] = Math.exp(scores[i] - most);
      total += p[i];
    }
    for (let i = start; i < end; i++) p[i] /= total || 1;
  }
  tape?.push(() => {
    const [dp, dx] = [y.grad.numbers, x.grad.numbers];
    for (let start = 0; start < p.length; start += columns) {
      const end = start + columns;
      let sum = 0;
      for (let i = start; i < end; i++) sum += p[i] * dp[i];
      // dx = p (dp - the sum of p dp) / divisor
      for (let i = start; i < end; i++) {
        dx[i] += (p[i] * (dp[i] - sum)) / divisor;
      }
    }
  });
  return y;
};
