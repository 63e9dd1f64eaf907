// The stored parameters of trained models, by the names that state_dict gives
// them. The files of weights are made by blocks of the labs; each one is a
// script that calls `attention.weights`.

/** @typedef {[number[], string]} Stored - shape, and float16 in base64 */

/** @type {Record<string, {tensors: Record<string, Stored>, facts: any}>} */
attention.stored = {};

/**
 * Keep the parameters of a model, and facts such as its vocabulary.
 * @param {string} name
 * @param {Record<string, Stored>} tensors
 * @param {any} [facts]
 */
attention.weights = (name, tensors, facts) => {
  attention.stored[name] = { tensors, facts };
};

/**
 * 16 bits -> number: a sign, 5 bits of exponent, 10 of fraction (IEEE 754).
 * @param {number} bits
 */
attention.fromFloat16 = (bits) => {
  const sign = bits >> 15 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = (bits & 1023) / 1024;
  if (exponent === 0) return sign * 2 ** -14 * fraction; // subnormal, or 0
  return sign * 2 ** (exponent - 15) * (1 + fraction);
};

// All parameters of a model, or those of one part of it.
attention.State = class State {
  /**
   * @param {Record<string, Stored>} tensors
   * @param {string} [prefix]
   */
  constructor(tensors, prefix = "") {
    this.tensors = tensors;
    this.prefix = prefix;
  }

  /** @param {string} name */
  has(name) {
    return Object.keys(this.tensors).some((key) => key.startsWith(this.prefix + name));
  }

  /**
   * The part of that name.
   * @param {string} name
   */
  part(name) {
    return new attention.State(this.tensors, `${this.prefix}${name}.`);
  }

  /**
   * The parts name.0, name.1, …
   * @param {string} name
   */
  parts(name) {
    const found = [];
    while (this.has(`${name}.${found.length}.`)) {
      found.push(this.part(`${name}.${found.length}`));
    }
    return found;
  }

  /**
   * @param {string} name
   * @returns {Vector}
   */
  vector(name) {
    const [, base64] = this.tensors[this.prefix + name];
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const view = new DataView(bytes.buffer);
    return Array.from({ length: bytes.length / 2 }, (_, k) =>
      attention.fromFloat16(view.getUint16(2 * k, true))
    );
  }

  /**
   * @param {string} name
   * @returns {Matrix}
   */
  matrix(name) {
    const [[rows, columns]] = this.tensors[this.prefix + name];
    const values = this.vector(name);
    return Array.from({ length: rows }, (_, i) =>
      values.slice(i * columns, (i + 1) * columns)
    );
  }
};
