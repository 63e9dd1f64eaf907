// What the chapter on learning computes (snippets/chapters/learning/steps.py):
// three arrows, a third of a circle apart, look at each other after a turn.

import { softmax, tensor } from "./tensor.js";
import { sum } from "./vectors.js";

const THIRD = (2 * Math.PI) / 3;
const LENGTH = 2; // of an arrow that asks

/** @param {number} turn */
const scores = (turn) =>
  [0, 1, 2].map((k) => LENGTH * Math.cos(k * THIRD - turn));

/**
 * The weights of each word on itself, on the word it beats and on the third.
 * @param {number} turn in radians
 */
export const weights = (turn) => softmax(tensor([scores(turn)])).lists[0];

/** @param {number} turn */
export const loss = (turn) => -Math.log(weights(turn)[1]);

/**
 * How fast the loss grows with the turn.
 * @param {number} turn
 */
export const slope = (turn) => {
  const rises = scores(turn - Math.PI / 2).map((rise) => -rise);
  const mean = sum(weights(turn).map((p, k) => p * rises[k]));
  return mean - rises[1];
};
