// From score to mixture, to play with: keys cast shadows on the line of a query,
// softmax turns these scores into weights, and z hangs on strings to the values.
// mixture.html has the form, which takes the place of a still. `data-start` holds
// the numbers that a block of the page printed (sitebuild/widgets/live_forms.py).

import { calm, drawnChip, filled, h, onPaper, render, say } from "./element.js";
import { product, tensor } from "./model/tensor.js";
import { dot } from "./model/vectors.js";
import { typeset } from "./number.js";
import { attend } from "./playground-state.js";

/** @import { Vector } from "./model/tensor.js" */
/** @import { State } from "./playground-state.js" */

const SIZE = 170; // of a plane, as in mixture.html: pixels on a phone
const SHOWN = 1.8; // of a plane, in each direction
const LIMIT = 1.6; // of where a point is moved
const STRING = 16; // as thick is a weight of 1
const LETTER = 7.5; // about as wide
const LEAST = [1, 2, 1]; // what bars of score, exponential, weight have room for
const LAST = 3; // the stage at which all is seen
const STAGE = 1200; // milliseconds, when it is played
const QUIET = 500; // milliseconds without a change, then it is said
const EQUAL = 0.01; // as far apart are weights that are called equal
const NEAR = 0.12; // as far is z from a value that it lies on
/** @type {Record<string, Vector>} */
const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowDown: [0, -1],
  ArrowUp: [0, 1],
};

/** @type {(low: number, value: number, high: number) => number} */
const clamp = (low, value, high) => Math.max(low, Math.min(value, high));

/** @type {(value: number) => string} */
const two = (value) => typeset(value, 2);

/** @type {(at: Vector) => Vector} where a plane shows a vector */
const place = ([a, b]) => [
  (SIZE * (1 + a / SHOWN)) / 2,
  (SIZE * (1 - b / SHOWN)) / 2,
];
const MIDDLE = place([0, 0]);

/** @type {(kind: string, from: Vector, to: Vector, width?: number) => Element} */
const line = (kind, [x1, y1], [x2, y2], width = 2) =>
  h.line({ class: kind, x1, y1, x2, y2, "stroke-width": width });

/**
 * A point, and on the side that is away from the middle the chip of its token,
 * or the name of the query if no token is one.
 * @type {(at: Vector, token?: string, radius?: number) => Element[]}
 */
const named = (at, token = "", radius = 6) => {
  const [cx, cy] = place(at);
  const half = (LETTER * (token.length + 1)) / 2;
  const x = clamp(half, cx, SIZE - half);
  const y = clamp(14, cy + (at[1] < 0 ? 20 : -20), SIZE - 14);
  const name = token
    ? drawnChip(token, x, y)
    : h.text({ x: x + 8 * Math.sign(at[0]), y }, "q");
  return [h.circle({ cx, cy, r: radius }), name];
};

/** @type {(key: Vector, query: Vector) => Element[]} */
const shadow = (key, query) => {
  const share = dot(key, query) / (dot(query, query) || 1);
  const foot = place(query.map((value) => share * value));
  return [
    line("as-key shadow", MIDDLE, foot, 8),
    line("as-key drop", place(key), foot, 1),
  ];
};

/** @type {import("./live.js").Start} */
export const start = ({ form, fields, find, said, output }, numbers) => {
  /** @type {State} */
  const { tokens, heads, query: asks } = numbers;
  const room = find(".mixing");
  const rows = [...find("tbody").rows];
  /** @type {SVGElement[]} */
  const [compared, mixed] = room.querySelectorAll("div > svg");
  const { stage, divisor, aim, hide, play, reset } = fields;

  const columns = [...form.querySelectorAll("thead th")];
  const stages = columns.map(({ textContent }) => textContent);
  stages.push(said["mixture-sum"]);
  const names = tokens.map(({ name }) => name);
  const [first, second] = [...names.keys()].filter((k) => k !== asks);
  // Without matrices, a token is query, key and value in one.
  const isOne = !heads.length;
  const x = tokens.map((token) => token.x);
  const [q, k, v] = isOne
    ? [x, x, x]
    : heads[0].map((W) => product(tensor(x), tensor(W)).lists);
  const query = isOne ? asks : names.length; // its place among the points
  const points = isOne ? x : [...k, q[asks]];

  let at = points; // keys, then the query if it is none of them
  let now = LAST; // the stage
  let moved = -1; // the last point that was
  let timer = 0;
  let frame = 0; // that is played next

  /** @type {(key: number) => boolean} */
  const isHidden = (key) => hide[key]?.checked;
  const computed = () => {
    const keys = at.slice(0, names.length);
    const values = isOne ? keys : v;
    const {
      scores: [scores],
      weights: [weights],
      context: [z],
    } = attend([at[query]], keys, values, {
      mask: (_, s) => !isHidden(s),
      divisor: Math.sqrt(divisor.value),
    });
    return { keys, values, scores, weights, z };
  };
  /** @typedef {ReturnType<typeof computed>} Found */

  /** @type {(found: Found) => boolean} whether the aim is */
  const isReached = ({ values, weights, z }) => {
    const [most, least] = [Math.max(...weights), Math.min(...weights)];
    const missed = z.map((value, d) => value - values[second][d]);
    return [
      weights[first] === most,
      moved === query && most - least < EQUAL,
      Math.hypot(...missed) < NEAR,
      at[moved]?.some((value) => Math.abs(value) === LIMIT),
    ][aim.value];
  };

  /** @param {Found} found */
  const compare = ({ keys }) => {
    const far = (3 * LIMIT) / (Math.hypot(...at[query]) || 1);
    const end = at[query].map((value) => far * value);
    const start = end.map((value) => -value);
    const shadows = keys.filter((_, j) => !isHidden(j));
    const handles = at.map((vector, point) => {
      const isQuery = point === query;
      const kind = isQuery ? "as-query" : "as-key";
      const [cx, cy] = place(vector);
      const role = said[point in names ? "mixture-key" : "mixture-query"];
      const slider = {
        tabindex: 0,
        role: "slider",
        "data-point": point,
        "aria-label": filled(role, { token: names[point] ?? names[asks] }),
        "aria-valuenow": vector[0],
        "aria-valuetext": vector.map(two).join(", "),
      };
      const [mark, name] = named(vector, names[point], isQuery ? 8 : 6);
      const touch = h.circle({ class: "touch", cx, cy, r: 22 });
      return h.g(
        { class: isHidden(point) ? `${kind} hidden` : kind },
        line("", MIDDLE, [cx, cy]),
        h.g(slider, touch, mark),
        name,
      );
    });
    render(
      compared,
      line("as-query drop", place(start), place(end), 1),
      h.g({}, ...shadows.flatMap((key) => shadow(key, at[query]))),
      ...handles,
    );
  };

  /** @param {Found} found */
  const weigh = ({ scores, weights }) => {
    const columns = [scores, scores.map(Math.exp), weights];
    rows.forEach(({ cells: [head, ...cells] }, j) => {
      const { classList } = head.firstElementChild;
      classList.toggle("hidden", isHidden(j));
      classList.toggle("as-key", !isHidden(j));
      columns.forEach((column, s) => {
        const sizes = column.filter(isFinite).map(Math.abs);
        const share = column[j] / Math.max(LEAST[s], ...sizes);
        const part = clamp(0, now - s + 1, 1);
        const size = String(isHidden(j) ? 0 : part * share);
        cells[s].style.setProperty("--share", size);
        cells[s].textContent = part < 0.5 ? "" : two(column[j]);
      });
    });
  };

  /** @param {Found} found */
  const mix = ({ values, weights, z }) => {
    const part = clamp(0, now - 2, 1);
    const corners = values.filter((_, j) => !isHidden(j));
    const [x, y] = place(z);
    const strings = values.map((value, j) => {
      const end = value.map((from, d) => from + part * (z[d] - from));
      const width = STRING * weights[j];
      return line("as-weight", place(value), place(end), width);
    });
    render(
      mixed,
      h.polygon({
        class: "as-value",
        points: corners.map(place).join(" "),
      }),
      ...strings,
      ...values.map((value, j) => {
        const kind = isHidden(j) ? "as-value hidden" : "as-value";
        return h.g({ class: kind }, ...named(value, names[j]));
      }),
      h.g(
        { class: "z", opacity: part, transform: `translate(${x} ${y})` },
        h.path({ d: "M0 -8L8 0L0 8L-8 0z" }),
        h.text({ x: z[0] < 0 ? 18 : -18 }, "z"), // towards the middle
      ),
    );
  };

  const tell = () => {
    const { weights, z } = computed();
    const shares = names.map((name, j) => `${name} ${two(weights[j])}`);
    const { classList, dataset } = aim[aim.value].parentElement;
    const done = classList.contains("reached") ? [dataset.done] : [];
    const numbers = `${shares.join(", ")}; z = (${z.map(two).join(", ")})`;
    say(output, [...done, numbers].join("\n"));
  };

  const show = () => {
    const found = computed();
    compare(found);
    weigh(found);
    mix(found);
    stage.value = now;
    stage.ariaValueText = stages[Math.round(now)];
    say(find("b"), stage.ariaValueText);
    if (isReached(found)) aim[aim.value].parentElement.classList.add("reached");
    clearTimeout(timer);
    timer = setTimeout(tell, QUIET);
  };

  /** @type {(point: number, to: Vector) => void} */
  const move = (point, to) => {
    const inside = to.map((value) => clamp(-LIMIT, value, LIMIT));
    at = at.with(point, inside);
    moved = point;
    show();
  };
  /** @type {(event: Event) => number} the point that is meant, or -1 */
  const pointOf = ({ target }) =>
    Number(/** @type {any} */ (target).closest("g")?.dataset.point ?? -1);
  compared.addEventListener("pointerdown", (/** @type {any} */ event) => {
    const { target, pointerId } = event;
    if (pointOf(event) >= 0) target.setPointerCapture(pointerId);
  });
  compared.addEventListener("pointermove", (/** @type {any} */ event) => {
    const { target, pointerId, clientX, clientY } = event;
    if (!target.hasPointerCapture(pointerId)) return;
    const { left, top, width } = compared.getBoundingClientRect();
    const [right, down] = [(clientX - left) / width, (clientY - top) / width];
    move(pointOf(event), [SHOWN * (2 * right - 1), SHOWN * (1 - 2 * down)]);
  });
  compared.addEventListener("keydown", (event) => {
    const [point, arrow] = [pointOf(event), ARROWS[event.key]];
    if (point < 0 || !arrow) return;
    event.preventDefault(); // the page does not scroll
    const to = at[point].map(
      (value, d) => (Math.round(10 * value) + arrow[d]) / 10,
    );
    move(point, to);
  });

  /** @param {number} before - when the last frame was drawn */
  const run = (before) => {
    frame = requestAnimationFrame((time) => {
      now = Math.min(now + (time - before) / STAGE, LAST);
      show();
      if (now < LAST) run(time);
    });
  };
  play.addEventListener("click", () => {
    cancelAnimationFrame(frame);
    if (now === LAST) now = 0;
    else if (calm.matches) now = Math.floor(now) + 1;
    if (!calm.matches) run(performance.now());
    show();
  });
  reset.addEventListener("click", () => {
    at = points;
    for (const box of hide) box.checked = false;
    show();
  });
  form.addEventListener("input", (/** @type {any} */ { target }) => {
    cancelAnimationFrame(frame);
    if (target === stage) now = Number(stage.value);
    if (target.name === "aim") moved = -1;
    const isSeen = rows.some((_, j) => !isHidden(j));
    if (!isSeen) target.checked = false; // one is always seen
    show();
  });

  // It takes the place of the still; on paper there is one of each stage.
  form.previousElementSibling?.querySelector("[role=img]")?.replaceWith(form);
  form.hidden = false;
  if (calm.matches) stage.step = 1;
  onPaper(form, () =>
    [0, 1, 2, LAST].map((step) => {
      now = step;
      show();
      return room.cloneNode(true);
    }),
  );
  show();
};
