// What drawings of a playground are made of.

/**
 * @typedef {object} Point
 * @property {string} label
 * @property {number[]} at all coordinates of a vector; two are shown
 * @property {"token" | "value" | "context"} kind
 * @property {boolean} [on] the one whose row is shown
 * @property {boolean} [hidden]
 */
/**
 * @typedef {object} Picture
 * @property {Point[]} points
 * @property {{from: number[], to: number[], weight: number}[]} links
 * @property {number[][]} hull of points, which is filled
 */

const playgroundGeometry = (() => {
  "use strict";
  const { element } = attention;
  const SIZE = 320; // of a drawing, in its own units
  const LETTER = { wide: 8.5, high: 15 }; // about
  const FAR = 0.2; // of what is shown, around the points

  /**
   * The corners of the smallest convex shape around points of two numbers.
   * @param {number[][]} points
   */
  const hull = (points) => {
    const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    /** @param {number[][]} list */
    const half = (list) => {
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
    };
    return [...half(sorted), ...half(sorted.reverse())];
  };

  /**
   * The least and the most that a plane shows, the same in both directions,
   * with zero and some room.
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
   * Where a point's label lies on no other: to its right or left, in its line
   * or the one above or below. Where there is no such place, to its right.
   * @param {string} label
   * @param {number} x of the point
   * @param {number} y
   * @param {number[][]} taken ends and lines of labels, which gets one more
   */
  const free = (label, x, y, taken) => {
    const wide = LETTER.wide * label.length + 11;
    const places = [0, -LETTER.high, LETTER.high].flatMap((down) =>
      [1, -1].map((side) => ({ side, down }))
    );
    /** @param {{side: number, down: number}} place */
    const box = ({ side, down }) => [
      Math.min(x, x + side * wide), Math.max(x, x + side * wide), y + down,
    ];
    /** @param {number[]} box */
    const fits = ([from, to, line]) =>
      from >= 0 && to <= SIZE && line >= LETTER.high && line <= SIZE &&
      taken.every(([start, end, other]) =>
        to < start || from > end || Math.abs(line - other) >= LETTER.high
      );
    const place = places.find((one) => fits(box(one))) ?? places[0];
    if (label) taken.push(box(place));
    return place;
  };

  /** @type {(value: number, shown: {low: number, high: number}) => number} */
  const scaled = (value, { low, high }) => ((value - low) / (high - low)) * SIZE;

  /**
   * The axes of a plane: what they are called, where they end.
   * @param {{low: number, high: number}} shown
   * @param {string[]} names
   * @param {(value: number) => string} written
   */
  const axes = (shown, names, written) => {
    const zero = scaled(0, shown);
    const line = SIZE - zero;
    const ticks = [shown.low, shown.high].filter((value) => value);
    return [
      element("path", { d: `M0 ${line}H${SIZE}M${zero} 0V${SIZE}` }),
      element("text", { x: SIZE - 4, y: line - 6, class: "end" }, names[0]),
      element("text", { x: zero + 6, y: 14 }, names[1]),
      ...ticks.flatMap((value) => {
        const [x, side] = value > 0 ? [SIZE - 4, "end"] : [4, ""];
        const y = value > 0 ? 14 : SIZE - 4;
        return [
          element("text", { x, y: line + 15, class: side }, written(value)),
          element("text", { x: zero - 5, y, class: "end" }, written(value)),
        ];
      }),
    ];
  };

  /**
   * What kinds of points look like; a finger needs room around a token.
   * @type {Record<Point["kind"], () => SVGElement[]>}
   */
  const marks = {
    token: () => [element("circle", { class: "touch", r: 22 }), element("circle", { r: 8 })],
    value: () => [element("circle", { r: 6 })],
    context: () => [element("path", { d: "M0 -8L8 0L0 8L-8 0Z" })],
  };

  return { SIZE, axes, free, hull, marks, range, scaled };
})();
