// What every page loads; what few pages have, where it is.

import "./accessible.js";
import "./copy.js";
import "./keys.js";
import "./languages.js";
import "./orientation.js";
import "./terms.js";

/** @type {[string, () => Promise<unknown>][]} */
const PARTS = [
  [".roles", () => import("./roles.js")],
  [".stepper", () => import("./stepper.js")],
  ["figure .reading", () => import("./heatmaps.js")],
  ["details.predicted", () => import("./predictions.js")],
  ["form.answer", () => import("./answers.js")],
  ["form[data-script]", () => import("./live.js")],
];
for (const [selector, load] of PARTS) {
  if (document.querySelector(selector)) load();
}
