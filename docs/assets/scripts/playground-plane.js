// A plane in which vectors are points: those that may be moved are dragged or
// moved by the arrow keys; a context vector lies among the values it mixes.

import { h, render } from "./element.js";
import { short } from "./playground-state.js";

/**
 * @typedef {object} Point
 * @property {string} label
 * @property {number[]} at - all coordinates of a vector; two are shown
 * @property {"token" | "value" | "context"} kind
 * @property {boolean} on - the one whose row is shown
 * @property {boolean} hidden
 */
/**
 * @typedef {object} Picture
 * @property {Point[]} points - first those that may be moved
 * @property {string[]} names - of all coordinates
 * @property {number[]} [pair] - the two coordinates that are shown
 * @property {number[]} [from] - where all links start
 * @property {{to: number[], weight: number}[]} [links]
 * @property {number[][]} [hull] - points, around which it is filled
 */

const SIZE = 320; // of a drawing, in its own units
const LETTER = { wide: 8.5, high: 15 }; // about
const FAR = 0.2; // of what is shown, around the points
const STEP = 0.05; // by an arrow key
/** @type {Record<string, number[]>} */
const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowDown: [0, -1],
  ArrowUp: [0, 1],
};
/**
 * What kinds of points look like; a finger needs room around a token.
 * @type {Record<Point["kind"], () => SVGElement[]>}
 */
const MARKS = {
  token: () => [h.circle({ class: "touch", r: 22 }), h.circle({ r: 8 })],
  value: () => [h.circle({ r: 6 })],
  context: () => [h.path({ d: "M0 -8L8 0L0 8L-8 0Z" })],
};

/**
 * The corners of the smallest convex shape around points of two numbers.
 * @param {number[][]} points
 */
const hull = (points) => {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return [sorted, [...sorted].reverse()].flatMap((list) => {
    /** @type {number[][]} */
    const kept = [];
    for (const [x, y] of list) {
      while (kept.length > 1) {
        const [a, b] = kept.slice(-2);
        if ((b[0] - a[0]) * (y - a[1]) > (b[1] - a[1]) * (x - a[0])) break;
        kept.pop();
      }
      kept.push([x, y]);
    }
    return kept;
  });
};

/**
 * The least and the most that a plane shows, the same in both directions, with
 * zero and some room.
 * @param {number[]} numbers
 */
const range = (numbers) => {
  const low = Math.min(0, ...numbers);
  const high = Math.max(0.5, ...numbers);
  const room = FAR * (high - low);
  const power = 10 ** Math.floor(Math.log10(high - low));
  const unit = high - low < 5 * power ? power / 2 : power;
  return {
    low: Math.floor((low - room) / unit) * unit,
    high: Math.ceil((high + room) / unit) * unit,
  };
};

/**
 * Where a point's label lies on no other and on no point: to its right or left,
 * at most two lines above or below. Where there is no such place, to its right.
 * @param {string} label
 * @param {number[]} point
 * @param {{from: number, to: number, line: number}[]} taken - by points and
 *   labels; it gets one more
 */
const free = (label, [x, y], taken) => {
  const wide = LETTER.wide * label.length + 11;
  const places = [0, -1, 1, -2, 2].flatMap((lines) => {
    const down = lines * LETTER.high;
    return [
      { side: 1, down, from: x + 8, to: x + wide, line: y + down },
      { side: -1, down, from: x - wide, to: x - 8, line: y + down },
    ];
  });
  const isFree = (/** @type {typeof places[0]} */ { from, to, line }) =>
    from >= 0 &&
    to <= SIZE &&
    line >= LETTER.high &&
    line <= SIZE &&
    taken.every(
      (other) =>
        to < other.from ||
        from > other.to ||
        Math.abs(line - other.line) >= LETTER.high,
    );
  const place = places.find(isFree) ?? places[0];
  const { side, down } = place;
  if (label) taken.push(place);
  return { x: 11 * side, y: 5 + down, class: side < 0 && "end" };
};

/**
 * The axes of a plane: what they are called, where they end.
 * @param {number} low
 * @param {number} high
 * @param {string[]} names
 */
const axes = (low, high, names) => {
  const zero = (-low / (high - low)) * SIZE;
  const line = SIZE - zero;
  /** @type {(x: number, y: number, end: boolean, text: string) => Element} */
  const label = (x, y, end, text) =>
    h.text({ x, y, class: end && "end" }, text.replace("-", "\u2212"));
  return [
    h.path({ d: `M0 ${line}H${SIZE}M${zero} 0V${SIZE}` }),
    label(SIZE - 4, line - 6, true, names[0]),
    label(zero + 6, 14, false, names[1]),
    ...[low, high]
      .filter(Boolean)
      .flatMap((value) => [
        label(value > 0 ? SIZE - 4 : 4, line + 15, value > 0, short(value)),
        label(zero - 5, value > 0 ? 14 : SIZE - 4, true, short(value)),
      ]),
  ];
};

/**
 * Make a plane of an empty drawing; `move(k, vector)` is told what the reader
 * does to token k.
 * @param {SVGElement} svg
 * @param {(k: number, vector: number[]) => void} move
 * @returns {(picture: Picture) => void} what shows a picture in it
 */
export const plane = (svg, move) => {
  /** @type {Point[]} */
  let points = [];
  let pair = [0, 1];
  let held = -1; // the point that is dragged: what is shown stays
  let low = 0;
  let high = 1;

  /** @param {number[]} at */
  const place = (at) => {
    const [x, y] = pair.map((k) => ((at[k] - low) / (high - low)) * SIZE);
    return [x, SIZE - y];
  };
  /** @param {Picture} picture */
  const show = (picture) => {
    ({ points, pair = [0, 1] } = picture);
    const { links = [], hull: around = [], from = [] } = picture;
    const names = pair.map((k) => picture.names[k]);
    if (held < 0) {
      ({ low, high } = range(
        points.flatMap(({ at }) => pair.map((k) => at[k])),
      ));
    }
    const taken = points.map(({ at }) => {
      const [x, line] = place(at);
      return { from: x - 7, to: x + 7, line };
    });
    const marks = points.map(({ label, at, kind, on, hidden }, k) => {
      const [x, y] = place(at);
      const slider = kind === "token" && {
        tabindex: 0,
        role: "slider",
        "data-point": k,
        "aria-label": `${label}: ${names.join(", ")}`,
        "aria-valuenow": at[pair[0]],
        "aria-valuetext": pair.map((j) => short(at[j])).join(", "),
      };
      const attributes = {
        class: `${kind}${on ? " on" : ""}${hidden ? " hidden" : ""}`,
        transform: `translate(${x} ${y})`,
        ...slider,
      };
      const text = h.text(free(label, [x, y], taken), label);
      return h.g(attributes, ...MARKS[kind](), text);
    });
    const lines = links.map(({ to, weight }) => {
      const [[x1, y1], [x2, y2]] = [place(from), place(to)];
      return h.line({ x1, y1, x2, y2, "stroke-width": 10 * weight });
    });
    const corners = hull(around.map(place)).join(" ");
    render(
      svg,
      h.g({ class: "ground" }, ...axes(low, high, names)),
      h.g({ class: "links" }, h.polygon({ points: corners }), ...lines),
      h.g({ class: "points" }, ...marks),
    );
  };

  /** @type {(target: EventTarget | null) => number} the point, or -1 */
  const index = (target) => {
    const point = target instanceof Element && target.closest("[data-point]");
    return point ? Number(point.getAttribute("data-point")) : -1;
  };
  /** @type {(k: number, change: (value: number, axis: number) => number) => void} */
  const moved = (k, change) => {
    const at = [...points[k].at];
    pair.forEach((j, axis) => {
      at[j] = Number(change(at[j], axis).toFixed(4));
    });
    move(k, at);
  };

  svg.addEventListener("pointerdown", (event) => {
    const { clientX, clientY, pointerId, target } = event;
    // Where points lie on each other, the one whose row is shown is meant.
    const chosen = svg.querySelector("[data-point].on");
    const under = document.elementsFromPoint(clientX, clientY);
    const isMeant = under.some((part) => chosen?.contains(part));
    held = index(isMeant ? chosen : target);
    if (held < 0) return;
    event.preventDefault(); // no text is selected
    /** @type {SVGElement | null} */
    const point = svg.querySelector(`[data-point="${held}"]`);
    point?.focus({ preventScroll: true });
    svg.setPointerCapture(pointerId);
  });
  svg.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (held < 0) return;
    const { left, top, width, height } = svg.getBoundingClientRect();
    const parts = [(clientX - left) / width, 1 - (clientY - top) / height];
    moved(held, (_, axis) => {
      const inside = Math.min(Math.max(parts[axis], 0), 1);
      return Number((low + inside * (high - low)).toFixed(2));
    });
  });
  const release = () => {
    const k = held;
    held = -1;
    if (k >= 0) moved(k, Number); // the plane grows if it must
  };
  svg.addEventListener("pointerup", release);
  svg.addEventListener("pointercancel", release);
  svg.addEventListener("keydown", (event) => {
    const k = index(event.target);
    const arrow = ARROWS[event.key];
    if (k < 0 || !arrow) return;
    event.preventDefault(); // the page does not scroll
    moved(k, (value, axis) => value + STEP * arrow[axis]);
  });
  return show;
};
