// From score to mixture, to play with: keys cast shadows on the line of a query,
// softmax turns these scores into weights, and z hangs on strings to the values.
// mixture.html has the form, which takes the place of a still. `data-start` holds
// the numbers that a block of the page printed (sitebuild/widgets/live_forms.py).

import { filled, h, render, say } from "./element.js";
import { scaledDotProductAttention } from "./model/layers.js";
import { product, sum } from "./model/tensor.js";

/** @import { Vector } from "./model/tensor.js" */
/** @import { State } from "./playground-state.js" */

const LIMIT = 1.6; // of what a plane shows, in each direction
const STEP = 0.1; // by an arrow key
const STRING = 16; // pixels: as thick is a weight of 1
const LETTER = 7.5; // pixels: about as wide
const LEAST = [2, 3, 1]; // what the bars of each column have room for
const LAST = 3; // the stage at which all is seen
const STAGE = 1400; // milliseconds, when it is played
const QUIET = 500; // milliseconds without a change, then it is said
const EQUAL = 0.005; // as far apart are weights that are called equal
const NEAR = 0.12; // as far is z from a value that it lies on
const EDGE = 0.05; // of the least weight: z is at the edge
const TRIES = 12; // to do what cannot be done; one at the edge counts for four
/** @type {Record<string, Vector>} */
const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowDown: [0, -1],
  ArrowUp: [0, 1],
};
const CENTRE = { cx: 10, cy: 10 }; // of an eye
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {(low: number, value: number, high: number) => number} */
const clamp = (low, value, high) => Math.max(low, Math.min(value, high));

/** @type {(value: number) => string} */
const two = (value) =>
  value === -Infinity
    ? "−∞"
    : value.toFixed(2).replace("-0.00", "0.00").replace("-", "−");

/** @type {(size: number, at: Vector) => Vector} where a plane shows a vector */
const place = (size, [a, b]) => [
  (size * (1 + a / LIMIT)) / 2,
  (size * (1 - b / LIMIT)) / 2,
];

/** @type {(kind: string, from: Vector, to: Vector, width?: number) => Element} */
const line = (kind, [x1, y1], [x2, y2], width = 2) =>
  h.line({ class: kind, x1, y1, x2, y2, "stroke-width": width });

/** @type {(size: number) => Element[]} */
const axes = (size) => [
  line("axis", [0, size / 2], [size, size / 2], 1),
  line("axis", [size / 2, 0], [size / 2, size], 1),
];

/** @type {(size: number, at: Vector, name: string) => Element} */
const label = (size, at, name) => {
  const [x, y] = place(size, at);
  const half = (LETTER * name.length) / 2;
  const inside = clamp(half, x, size - half);
  const away = at[1] < 0 ? 24 : -13; // from the middle
  return h.text({ x: inside, y: y + away }, name);
};

/**
 * The shadow of a key on the line of a query.
 * @type {(size: number, key: Vector, query: Vector) => Element[]}
 */
const shadow = (size, key, query) => {
  const share =
    sum(key.map((value, d) => value * query[d])) /
    (sum(query.map((value) => value ** 2)) || 1);
  const foot = place(size, [share * query[0], share * query[1]]);
  return [
    line("shadow", place(size, [0, 0]), foot, 8),
    line("drop", place(size, key), foot),
  ];
};

/** @param {HTMLFormElement} form */
const start = (form) => {
  /** @type {Record<string, string>} */
  const words = JSON.parse(form.dataset.words ?? "");
  /** @type {State} */
  const { tokens, heads, query: asks } = JSON.parse(form.dataset.start ?? "");
  /** @type {(selector: string) => any} */
  const find = (selector) => form.querySelector(selector);
  const room = find(".mixing");
  const [compared, mixed] = room.querySelectorAll("svg");
  const { stage, divisor, aim } = /** @type {any} */ (form.elements);

  const names = tokens.map(({ name }) => name);
  const [first, second] = [...names.keys()].filter((k) => k !== asks);
  // Without matrices, a token is query, key and value in one.
  const isOne = !heads.length;
  const x = tokens.map((token) => token.x);
  const [q, k, v] = isOne ? [x, x, x] : heads[0].map((W) => product(x, W));
  const query = isOne ? asks : names.length; // its place among the points
  const points = isOne ? x : [...k, q[asks]];

  let at = points; // keys, then the query if it is none of them
  let hidden = names.map(() => false);
  let tries = 0;
  let praise = "";
  let timer = 0;
  let held = -1; // the point that is dragged
  let frame = 0; // that is played next

  const computed = () => {
    const keys = at.slice(0, names.length);
    const values = isOne ? keys : v;
    const { scores, weights, context } = scaledDotProductAttention(
      [at[query]],
      keys,
      values,
      { mask: (_, s) => !hidden[s], divisor: Math.sqrt(divisor.value) },
    );
    return { values, scores: scores[0], weights: weights[0], z: context[0] };
  };
  /** @typedef {ReturnType<typeof computed>} Found */

  /** @type {(found: Found, point: number) => boolean} by a change of a point */
  const isReached = ({ values, weights, z }, point) => {
    const [most, least] = [Math.max(...weights), Math.min(...weights)];
    const [right, up] = z.map((value, d) => value - values[second][d]);
    tries += least < EDGE ? 4 : 1;
    return [
      weights[first] === most,
      point === query && most - least < EQUAL,
      Math.hypot(right, up) < NEAR,
      tries >= TRIES,
    ][aim.value];
  };

  /** @param {number} size */
  const compare = (size) => {
    const [a, b] = at[query];
    const far = (1.5 * LIMIT) / (Math.hypot(a, b) || 1);
    const [from, to] = [-far, far].map((by) => place(size, [by * a, by * b]));
    const seen = at.slice(0, names.length).filter((_, key) => !hidden[key]);
    const handles = at.map((vector, point) => {
      const isQuery = point === query;
      const kind = isQuery ? "query" : hidden[point] ? "key hidden" : "key";
      const [cx, cy] = place(size, vector);
      const role = words[point in names ? "mixture-key" : "mixture-query"];
      const slider = {
        tabindex: 0,
        role: "slider",
        "data-point": point,
        "aria-label": filled(role, { token: names[point] ?? names[asks] }),
        "aria-valuenow": vector[0],
        "aria-valuetext": vector.map(two).join(", "),
      };
      return h.g(
        { class: kind, ...slider },
        line(kind, place(size, [0, 0]), [cx, cy]),
        h.circle({ class: "touch", cx, cy, r: 22 }),
        h.circle({ cx, cy, r: isQuery ? 8 : 6 }),
        label(size, vector, names[point] ?? "q"),
      );
    });
    render(
      compared,
      ...axes(size),
      line("along", from, to, 1),
      h.g({}, ...seen.flatMap((key) => shadow(size, key, at[query]))),
      ...handles,
    );
  };

  /** @type {(found: Found, now: number) => void} */
  const weigh = ({ scores, weights }, now) => {
    const columns = [scores, scores.map(Math.exp), weights];
    const rows = names.map((name, j) => {
      const cells = columns.map((column, s) => {
        const most = Math.max(
          LEAST[s],
          ...column.filter(isFinite).map(Math.abs),
        );
        const share = hidden[j] ? 0 : column[j] / most;
        const part = clamp(0, now - s + 1, 1);
        const shown = { "--share": part * share, class: part < 0.5 && "later" };
        return h.td(shown, two(column[j]));
      });
      const hide = filled(words["mixture-hide"], { token: name });
      const field = { type: "checkbox", name: "hide", value: j };
      const eye = h.label(
        {},
        h.input({ ...field, checked: hidden[j], "aria-label": hide }),
        h.svg(
          { viewBox: "0 0 20 20", "aria-hidden": "true" },
          h.path({ d: "M1 10Q10 0 19 10Q10 20 1 10z" }),
          hidden[j]
            ? h.path({ d: "M3 18L17 2" })
            : h.circle({ ...CENTRE, r: 3 }),
        ),
        name,
      );
      return h.tr({}, h.th({ scope: "row" }, eye), ...cells);
    });
    render(find("tbody"), ...rows);
  };

  /** @type {(size: number, found: Found, part: number) => void} */
  const mix = (size, { values, weights, z }, part) => {
    const corners = values.filter((_, j) => !hidden[j]);
    const [x, y] = place(size, z);
    const strings = values.map((value, j) => {
      const end = value.map((from, d) => from + part * (z[d] - from));
      const width = STRING * weights[j];
      return line("string", place(size, value), place(size, end), width);
    });
    const dots = values.map((value, j) => {
      const [cx, cy] = place(size, value);
      const kind = hidden[j] ? "value hidden" : "value";
      const dot = h.circle({ cx, cy, r: 6 });
      return h.g({ class: kind }, dot, label(size, value, names[j]));
    });
    render(
      mixed,
      ...axes(size),
      h.polygon({ points: corners.map((at) => place(size, at)).join(" ") }),
      ...strings,
      ...dots,
      h.g(
        { class: "z", opacity: part, transform: `translate(${x} ${y})` },
        h.path({ d: "M0 -8L8 0L0 8L-8 0z" }),
        h.text({ x: 20, y: 5 }, "z"),
      ),
    );
  };

  const tell = () => {
    const { weights, z } = computed();
    const shares = names.map((name, j) => `${name} ${two(weights[j])}`);
    const said = { weights: shares.join(", "), z: z.map(two).join(", ") };
    const numbers = filled(words["mixture-says"], said);
    say(find("output"), [praise, numbers].filter(Boolean).join("\n"));
  };

  /** @param {number} [point] - that has changed */
  const show = (point) => {
    const found = computed();
    const now = Number(stage.value);
    const size = compared.getBoundingClientRect().width;
    for (const svg of [compared, mixed]) {
      svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
    }
    compare(size);
    weigh(found, now);
    mix(size, found, clamp(0, now - 2, 1));
    const names = find(".stages").children;
    stage.ariaValueText = names[Math.round(now)].textContent;
    if (point !== undefined && isReached(found, point)) {
      const { parentElement } = aim[aim.value];
      parentElement.classList.add("reached");
      praise = parentElement.dataset.done;
    }
    clearTimeout(timer);
    timer = setTimeout(tell, QUIET);
  };

  /** @type {(point: number, to: Vector) => void} */
  const move = (point, to) => {
    const inside = to.map((value) => clamp(-LIMIT, value, LIMIT));
    at = at.with(
      point,
      inside.map((value) => Number(value.toFixed(4))),
    );
    show(point);
  };
  /** @type {(event: Event) => number} the point that is meant, or -1 */
  const pointOf = ({ target }) =>
    Number(/** @type {any} */ (target).closest("g")?.dataset.point ?? -1);
  compared.addEventListener("pointerdown", (event) => {
    held = pointOf(event);
    if (held < 0) return;
    event.preventDefault(); // no text is selected
    find(`[data-point="${held}"]`).focus({ preventScroll: true });
    compared.setPointerCapture(event.pointerId);
  });
  compared.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (held < 0) return;
    const { left, top, width } = compared.getBoundingClientRect();
    const [right, down] = [clientX - left, clientY - top];
    move(held, [
      LIMIT * ((2 * right) / width - 1),
      LIMIT * (1 - (2 * down) / width),
    ]);
  });
  const release = () => {
    held = -1;
  };
  compared.addEventListener("pointerup", release);
  compared.addEventListener("pointercancel", release);
  compared.addEventListener("keydown", (event) => {
    const arrow = ARROWS[event.key];
    const point = pointOf(event);
    if (!arrow || point < 0) return;
    event.preventDefault(); // the page does not scroll
    move(
      point,
      at[point].map((value, d) => value + STEP * arrow[d]),
    );
  });

  const again = () => {
    tries = 0;
    praise = "";
    show();
  };
  /** @param {number} before - when the last frame was drawn */
  const play = (before) => {
    frame = requestAnimationFrame((time) => {
      stage.value = Number(stage.value) + (time - before) / STAGE;
      show();
      if (Number(stage.value) < LAST) play(time);
    });
  };
  /** @type {Record<string, () => void>} */
  const actions = {
    play: () => {
      cancelAnimationFrame(frame);
      const now = Number(stage.value);
      stage.value = now === LAST ? 0 : calm.matches ? Math.floor(now) + 1 : now;
      show();
      if (!calm.matches) play(performance.now());
    },
    reset: () => {
      at = points;
      hidden = names.map(() => false);
      again();
    },
  };
  form.addEventListener("click", ({ target }) => {
    actions[/** @type {HTMLButtonElement} */ (target).name]?.();
  });
  form.addEventListener("input", ({ target }) => {
    const { name, value } = /** @type {HTMLInputElement} */ (target);
    cancelAnimationFrame(frame);
    if (name === "aim") return again();
    const key = Number(value);
    const next = name === "hide" ? hidden.with(key, !hidden[key]) : hidden;
    if (!next.every(Boolean)) hidden = next; // one is always seen
    show(name === "hide" ? key : undefined);
  });

  // It takes the place of the still; on paper there is one of each stage.
  form.previousElementSibling?.querySelector("[role=img]")?.replaceWith(form);
  form.hidden = false;
  addEventListener("resize", () => show());
  addEventListener("beforeprint", () => {
    const before = stage.value;
    const stills = [0, 1, 2, LAST].map((now) => {
      stage.value = now;
      show();
      return room.cloneNode(true);
    });
    form.after(h.div({ class: "strip" }, ...stills));
    stage.value = before;
    show();
  });
  addEventListener("afterprint", () => form.nextElementSibling?.remove());
  show();
};

for (const form of document.forms) if (form.matches(".mixture")) start(form);
