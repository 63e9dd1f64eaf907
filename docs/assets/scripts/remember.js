// What a page keeps in this browser alone. Some let a page keep nothing: then
// nothing is remembered.

/** @type {(key: string) => any} undefined if nothing can be kept */
export const recall = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return undefined;
  }
};

/** @type {(key: string, value: unknown) => void} */
export const remember = (key, value) => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // nothing is remembered
  }
};
