// Numbers that readers write: with a decimal point or comma, or as a fraction;
// and those that they read as percents.

import { sum } from "./model/tensor.js";

const DECIMAL = String.raw`([-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+))`;
const NUMBER = RegExp(`^${DECIMAL}(?:\\s*/\\s*${DECIMAL})?$`);

/** @type {(text: string) => number} NaN if it is none */
export const read = (text) => {
  const match = NUMBER.exec(text.trim().replace(/[−–]/g, "-"));
  const [, value = "x", divisor = "1"] = match ?? [];
  return Number(value.replace(",", ".")) / Number(divisor.replace(",", "."));
};

/**
 * Shares as whole percents that add up, by the largest remainder: shares of 1
 * together give 100.
 * @param {number[]} shares
 */
export const percents = (shares) => {
  const exact = shares.map((share) => 100 * share);
  const whole = exact.map(Math.floor);
  const missing = Math.floor(sum(exact) + 0.5) - sum(whole);
  const places = [...shares.keys()];
  places.sort((a, b) => whole[a] - exact[a] - (whole[b] - exact[b]));
  for (const place of places.slice(0, missing)) whole[place] += 1;
  return whole;
};
