// What every page loads; what few pages have, where it is. Forms in which much
// is computed load the rest once a reader comes near them or uses them.

import "./accessible.js";
import "./copy.js";
import "./keys.js";
import "./languages.js";
import "./orientation.js";
import "./terms.js";

const NEAR = "200%"; // of the window's height
/** @type {[string, () => Promise<unknown>][]} */
const PARTS = [
  [".roles", () => import("./roles.js")],
  [".stepper", () => import("./stepper.js")],
  ["figure .reading", () => import("./heatmaps.js")],
  ["details.predicted", () => import("./predictions.js")],
  ["form.answer", () => import("./answers.js")],
  ["form.turn", () => import("./turn.js")],
  ["form.live", () => import("./live.js")],
];
for (const [selector, load] of PARTS) {
  if (document.querySelector(selector)) load();
}

/** @type {[string, () => Promise<unknown>][]} */
const NEAR_PARTS = [
  ["figure:has(+ .mixture)", () => import("./mixture.js")],
  ["form.playground", () => import("./playground.js")],
];
for (const [selector, load] of NEAR_PARTS) {
  const observer = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && load(),
    { rootMargin: NEAR },
  );
  for (const part of document.querySelectorAll(selector))
    observer.observe(part);
}
