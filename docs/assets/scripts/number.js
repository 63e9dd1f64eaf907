// How readers write a number: with a decimal point or comma, or as a fraction.

const DECIMAL = String.raw`([-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+))`;
const NUMBER = RegExp(`^${DECIMAL}(?:\\s*/\\s*${DECIMAL})?$`);

/** @type {(text: string) => number} NaN if it is none */
export const read = (text) => {
  const match = NUMBER.exec(text.trim().replace(/[−–]/g, "-"));
  const [, value = "x", divisor = "1"] = match ?? [];
  return Number(value.replace(",", ".")) / Number(divisor.replace(",", "."));
};
