// The slider of the chapter on learning: it turns three arrows, and shows where
// that stands on the curve of the loss. sitebuild/widgets/live_forms.py makes
// the form.

import { drawnChip, filled, h, render, say } from "./element.js";
import { loss, slope, weights } from "./model/turn.js";
import { typeset } from "./number.js";

const RADIUS = 72;
const [LEFT, BOTTOM, WIDTH, HEIGHT] = [24, 200, 270, 48]; // of the curve
const REACH = 40; // degrees, of the line that shows the slope
const FLAT = 0.05;

const radians = (/** @type {number} */ degrees) => (degrees * Math.PI) / 180;
const across = (/** @type {number} */ degrees) =>
  LEFT + (WIDTH * degrees) / 360;
const down = (/** @type {number} */ value) => BOTTOM - HEIGHT * value;

const LOSSES = Array.from(
  { length: 73 },
  (_, k) => `${across(5 * k)} ${down(loss(radians(5 * k)))}`,
);

/** @type {(degrees: number, far: number) => {x: string, y: string}} */
const around = (degrees, far) => ({
  x: (150 + far * Math.cos(radians(degrees))).toFixed(1),
  y: (120 - far * Math.sin(radians(degrees))).toFixed(1),
});

/** @type {(degrees: number, names: string[]) => SVGElement} */
const arrows = (degrees, names) =>
  h.svg(
    { viewBox: "0 0 300 240" },
    ...names.flatMap((name, k) => {
      const place = 90 + 120 * k;
      const { x: cx, y: cy } = around(place, RADIUS);
      const { x, y } = around(place + degrees, 0.8 * RADIUS);
      const chip = around(place, RADIUS + 37);
      return [
        h.circle({ class: "as-key", cx, cy, r: 6 }),
        h.g({ class: "as-key" }, drawnChip(name, chip.x, chip.y)),
        h.path({ class: "as-query", d: `M 150 120 L ${x} ${y}` }),
        h.circle({ class: "as-query", cx: x, cy: y, r: 4 }),
        h.text(
          { class: "as-query", ...around(place + degrees + 18, 50) },
          name[0],
        ),
      ];
    }),
  );

/** @type {(degrees: number, label: string) => SVGElement} */
const curve = (degrees, label) => {
  const turn = radians(degrees);
  /** @type {(way: number) => string} */
  const tip = (way) =>
    `${across(degrees + way * REACH)} ` +
    down(loss(turn) + way * slope(turn) * radians(REACH));
  return h.svg(
    { viewBox: "0 0 320 240" },
    h.path({ d: `M ${LOSSES.join(" L ")}` }),
    h.path({ class: "slope", d: `M ${tip(-1)} L ${tip(1)}` }),
    h.circle({ class: "now", cx: across(degrees), cy: down(loss(turn)), r: 6 }),
    h.text({ x: LEFT, y: 14, class: "axis" }, label),
    ...[0, 120, 240, 360].map((tick) =>
      h.text({ x: across(tick), y: 221 }, `${tick}°`),
    ),
  );
};

/** @type {import("./live.js").Start} */
export const start = ({ form, fields, find, said, output }, names) => {
  const slider = fields.turn;

  const show = () => {
    const degrees = Number(slider.value);
    const rise = slope(radians(degrees));
    const way = Math.abs(rise) < FLAT ? "flat" : rise < 0 ? "down" : "up";
    say(find("b"), `${degrees}°`);
    slider.ariaValueText = `${degrees}°`;
    const numbers = {
      weight: weights(radians(degrees))[1].toFixed(2),
      loss: loss(radians(degrees)).toFixed(2),
      slope: typeset(rise, 1),
    };
    say(output, `${filled(said["turn-says"], numbers)} ${said[`turn-${way}`]}`);
    render(
      find(".drawn"),
      arrows(degrees, names),
      curve(degrees, said["turn-loss"]),
    );
  };
  form.addEventListener("input", show);
  show();
};
