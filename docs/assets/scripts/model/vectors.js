// What is computed with lists of numbers.

/** @import { Vector } from "./tensor.js" */

/** @type {(numbers: Vector) => number} */
export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** @type {(a: Vector, b: Vector) => number} */
export const dot = (a, b) => sum(a.map((value, k) => value * b[k]));

/** @type {(numbers: Vector) => number} the first place of the highest */
export const argmax = (numbers) => numbers.indexOf(Math.max(...numbers));
