// The stored parameters of trained models, as a tree of the names that
// state_dict gives them: `encoder.layers[0].norm1.weight`. A block of a lab writes
// the file (sitebuild/pages/output_types.py).

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

/** @type {(stored: Stored) => any} a vector or a matrix */
const tensor = ([[rows, columns], lines]) => {
  const bytes = Uint8Array.from(atob(lines.join("")), (c) => c.charCodeAt(0));
  const values = [...new Uint16Array(bytes.buffer)].map(fromFloat16);
  if (!columns) return values;
  return Array.from({ length: rows }, (_, i) =>
    values.slice(i * columns, (i + 1) * columns),
  );
};

/** @type {(tensors: Model["tensors"]) => any} */
export const parameters = (tensors) => {
  /** @type {any} */
  const tree = {};
  for (const [name, stored] of Object.entries(tensors)) {
    const path = name.split(".");
    const last = path.splice(-1)[0];
    const part = path.reduce((node, key) => (node[key] ??= {}), tree);
    part[last] = tensor(stored);
  }
  return tree;
};
