// What the chapter on learning computes (snippets/chapters/learning/steps.py):
// three arrows, a third of a circle apart, look at each other after a turn.

const THIRD = (2 * Math.PI) / 3;
const LENGTH = 2; // of an arrow that asks

/** @param {number} turn */
const scores = (turn) =>
  [0, 1, 2].map((k) => LENGTH * Math.cos(k * THIRD - turn));

/**
 * The weights of each word on itself, on the word it beats and on the third.
 * @param {number} turn in radians
 */
export const weights = (turn) => {
  const powers = scores(turn).map(Math.exp);
  const sum = powers[0] + powers[1] + powers[2];
  return powers.map((power) => power / sum);
};

/** @param {number} turn */
export const loss = (turn) => -Math.log(weights(turn)[1]);

/**
 * How fast the loss grows with the turn.
 * @param {number} turn
 */
export const slope = (turn) => {
  const rises = scores(turn - Math.PI / 2).map((rise) => -rise);
  const mean = weights(turn).reduce((sum, p, k) => sum + p * rises[k], 0);
  return mean - rises[1];
};
