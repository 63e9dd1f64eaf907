// The stored parameters of trained models, by the names that state_dict gives
// them. A block of a lab writes the file (sitebuild/pages/output_types.py).

/** @import { Matrix, Vector } from "./tensor.js" */

/** @typedef {[number[], string[]]} Stored - shape, and float16 in base64 */
/** @typedef {{tensors: Record<string, Stored>, facts: any}} Model */

/** @type {(bits: number) => number} a sign, 5 bits of exponent, 10 of fraction */
const fromFloat16 = (bits) => {
  const sign = bits >> 15 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = (bits & 1023) / 1024;
  if (exponent === 0) return sign * 2 ** -14 * fraction; // subnormal, or 0
  return sign * 2 ** (exponent - 15) * (1 + fraction);
};

// All parameters of a model, or those of one part of it.
export class State {
  /**
   * @param {Model["tensors"]} tensors
   * @param {string} [prefix]
   */
  constructor(tensors, prefix = "") {
    this.tensors = tensors;
    this.prefix = prefix;
  }

  /** @param {string} name */
  has(name) {
    const start = `${this.prefix}${name}.`;
    return Object.keys(this.tensors).some((key) => key.startsWith(start));
  }

  /** @param {string} name */
  part(name) {
    return new State(this.tensors, `${this.prefix}${name}.`);
  }

  /**
   * What is made of the parts name.<first>, name.<first + 1>, …
   * @template Made
   * @param {string} name
   * @param {number} first
   * @param {(part: State) => Made} make
   * @returns {Made[]}
   */
  each(name, first, make) {
    const next = name + first;
    return this.has(next)
      ? [make(this.part(next)), ...this.each(name, first + 1, make)]
      : [];
  }

  /** @type {(name: string) => Vector} */
  vector(name) {
    const [, lines] = this.tensors[this.prefix + name];
    const bytes = Uint8Array.from(atob(lines.join("")), (c) => c.charCodeAt(0));
    const view = new DataView(bytes.buffer);
    return Array.from({ length: bytes.length / 2 }, (_, k) =>
      fromFloat16(view.getUint16(2 * k, true)),
    );
  }

  /** @type {(name: string) => Matrix} */
  matrix(name) {
    const [[rows, columns]] = this.tensors[this.prefix + name];
    const values = this.vector(name);
    return Array.from({ length: rows }, (_, i) =>
      values.slice(i * columns, (i + 1) * columns),
    );
  }
}
