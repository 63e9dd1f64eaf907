// The stored parameters of trained models, as a tree of the names that
// state_dict gives them: `encoder.layers[0].norm1.weight`. A block of a lab writes
// the file (sitebuild/pages/output_types.py).

import { Tensor } from "./tensor.js";

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

/** @type {(stored: Stored) => Tensor} a vector is a row */
const decoded = ([[first, second], lines]) => {
  const bytes = Uint8Array.from(atob(lines.join("")), (c) => c.charCodeAt(0));
  const bits = Float64Array.from(new Uint16Array(bytes.buffer));
  const [rows, columns] = second ? [first, second] : [1, first];
  return new Tensor(rows, columns, bits.map(fromFloat16));
};

/** @type {(named: Record<string, Tensor>) => any} */
export const tree = (named) => {
  /** @type {any} */
  const root = {};
  for (const [name, tensor] of Object.entries(named)) {
    const path = name.split(".");
    const last = path.splice(-1)[0];
    const part = path.reduce((node, key) => (node[key] ??= {}), root);
    part[last] = tensor;
  }
  return root;
};

/** @type {(tensors: Model["tensors"]) => any} */
export const parameters = (tensors) => {
  const all = Object.entries(tensors);
  return tree(
    Object.fromEntries(all.map(([name, stored]) => [name, decoded(stored)])),
  );
};
