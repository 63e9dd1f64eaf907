// Numbers that readers write: with a decimal point or comma, or as a fraction;
// and those that they read: decimals, and percents.

import { sum } from "./model/vectors.js";

const DECIMAL = String.raw`([-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+))`;
const NUMBER = RegExp(`^${DECIMAL}(?:\\s*/\\s*${DECIMAL})?$`);

/** @type {(text: string) => number} NaN if it is none */
export const read = (text) => {
  const match = NUMBER.exec(text.trim().replace(/[−–]/g, "-"));
  const [, value = "x", divisor = "1"] = match ?? [];
  return Number(value.replace(",", ".")) / Number(divisor.replace(",", "."));
};

/** @type {(value: number, digits?: number) => string} as blocks of the page print */
export const printed = (value, digits = 4) =>
  value === -Infinity
    ? "\u2212∞"
    : value
        .toFixed(Math.abs(value) < 100 ? digits : 1)
        .replace(/^-(0\.0*)$/, "$1");

/** @type {(value: number, digits: number) => string} with a true minus sign */
export const typeset = (value, digits) =>
  printed(value, digits).replace("-", "−");

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
