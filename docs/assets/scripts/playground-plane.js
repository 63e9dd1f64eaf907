// A plane in which vectors are points: those that may be moved are dragged or
// moved by the arrow keys; a context vector lies among the values it mixes.

const playgroundPlane = (() => {
  "use strict";
  const { element, put, attribute } = attention;
  const { SIZE, axes, free, hull, marks, range, scaled } = playgroundGeometry;
  const STEP = 0.05; // by an arrow key
  /** @type {Record<string, number[]>} */
  const ARROWS = {
    ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1],
  };

  /**
   * A plane; `move(k, numbers)` is told what the reader does to token k.
   * @param {(k: number, at: number[]) => void} move
   * @param {(value: number) => string} written
   * @param {string} title
   */
  const plane = (move, written, title) => {
    const svg = element("svg", {
      viewBox: `0 0 ${SIZE} ${SIZE}`, role: "group", "aria-label": title,
    });
    const [ground, lines, things] = ["ground", "links", "points"].map((name) =>
      element("g", { class: name })
    );
    svg.append(ground, lines, things);
    let shown = { low: 0, high: 1 };
    let pair = [0, 1];
    let held = -1; // the point that is being dragged
    let drawn = ""; // the axes
    /** @type {Picture} */
    let last = { points: [], links: [], hull: [] };

    /** @param {number[]} at */
    const place = (at) => {
      const [x, y] = pair.map((k) => scaled(at[k], shown));
      return [x, SIZE - y];
    };

    /**
     * Points are made once, so that what is dragged or focused stays.
     * @param {Point[]} points
     */
    const renew = (points) => {
      things.replaceChildren(...points.map(({ kind }, k) => {
        const slider = { tabindex: 0, role: "slider", "data-point": k };
        const text = element("text", { x: 11, y: 5 });
        return element("g", kind === "token" ? slider : {}, ...marks[kind](), text);
      }));
    };

    /**
     * @param {Picture} picture
     * @param {number[]} chosen the two coordinates that are shown
     * @param {string[]} names what they are called
     */
    const show = (picture, chosen, names) => {
      /** @param {Picture} picture */
      const kinds = ({ points }) => points.map(({ kind }) => kind).join();
      if (kinds(picture) !== kinds(last)) renew(picture.points);
      last = picture;
      pair = chosen;
      if (held < 0) {
        shown = range(picture.points.flatMap(({ at }) => pair.map((k) => at[k])));
      }
      const ends = JSON.stringify([shown, names]);
      if (ends !== drawn) ground.replaceChildren(...axes(shown, names, written));
      drawn = ends;
      const around = hull(picture.hull.map(place));
      lines.replaceChildren(
        element("polygon", { points: around.join(" ") }),
        ...picture.links.map(({ from, to, weight }) => {
          const [x1, y1] = place(from);
          const [x2, y2] = place(to);
          const line = element("line", { x1, y1, x2, y2 });
          line.style.strokeWidth = String(10 * weight);
          return line;
        })
      );
      /** @type {number[][]} */
      const taken = []; // by labels
      picture.points.forEach(({ label, at, kind, on, hidden }, k) => {
        const point = things.children[k];
        const [x, y] = place(at);
        attribute(point, "transform", `translate(${x} ${y})`);
        attribute(point, "class", `${kind}${on ? " on" : ""}${hidden ? " hidden" : ""}`);
        const text = point.children[point.children.length - 1];
        put(text, label);
        const { side, down } = free(label, x, y, taken);
        attribute(text, "class", side < 0 ? "end" : "");
        attribute(text, "x", String(11 * side));
        attribute(text, "y", String(5 + down));
        if (kind !== "token") return;
        attribute(point, "aria-label", `${label}: ${names.join(", ")}`);
        attribute(point, "aria-valuenow", String(at[pair[0]]));
        attribute(point, "aria-valuetext", pair.map((j) => written(at[j])).join(", "));
      });
    };

    /** @param {Event} event */
    const index = ({ target }) => {
      const point = target instanceof Element ? target.closest("[data-point]") : null;
      return Number(point?.getAttribute("data-point") ?? -1);
    };

    /**
     * Where points lie on each other, the one whose row is shown is meant.
     * @param {PointerEvent} event
     */
    const pointed = (event) => {
      const chosen = last.points.findIndex(({ kind, on }) => on && kind === "token");
      const circle = things.children[chosen]?.firstElementChild?.getBoundingClientRect();
      const near = circle && Math.hypot(
        event.clientX - circle.x - circle.width / 2,
        event.clientY - circle.y - circle.height / 2
      ) < circle.width / 2;
      return near ? chosen : index(event);
    };

    /** @type {(k: number, at: number[]) => void} tells which of the tokens it is that moved */
    const told = (k, at) =>
      move(last.points.slice(0, k).filter(({ kind }) => kind === "token").length, at);
    /** @type {(k: number, numbers: number[]) => void} */
    const moved = (k, numbers) => {
      const at = [...last.points[k].at];
      pair.forEach((j, m) => (at[j] = numbers[m]));
      told(k, at);
    };

    svg.addEventListener("pointerdown", (event) => {
      held = pointed(event);
      if (held < 0) return;
      event.preventDefault(); // no text is selected
      const point = things.children[held];
      if (point instanceof SVGElement) point.focus({ preventScroll: true });
      svg.setPointerCapture(event.pointerId);
    });
    // A finger on a point drags it; elsewhere it scrolls the page.
    svg.addEventListener("touchstart", (event) => {
      if (index(event) >= 0) event.preventDefault();
    }, { passive: false });
    svg.addEventListener("pointermove", (event) => {
      if (held < 0) return;
      const { left, top, width, height } = svg.getBoundingClientRect();
      const parts = [(event.clientX - left) / width, 1 - (event.clientY - top) / height];
      moved(held, parts.map((part) => {
        const inside = Math.min(Math.max(part, 0), 1);
        const value = shown.low + inside * (shown.high - shown.low);
        return Math.round(value * 100) / 100;
      }));
    });
    for (const kind of ["pointerup", "pointercancel"]) {
      svg.addEventListener(kind, () => {
        if (held < 0) return;
        const k = held;
        held = -1;
        told(k, last.points[k].at); // the plane grows if it must
      });
    }
    svg.addEventListener("keydown", (event) => {
      const k = index(event);
      const arrow = ARROWS[event.key];
      if (k < 0 || !arrow) return;
      event.preventDefault(); // the page does not scroll
      const step = event.shiftKey ? 10 * STEP : STEP;
      const at = pair.map((j, m) => last.points[k].at[j] + step * arrow[m]);
      moved(k, at.map((value) => Math.round(value * 10000) / 10000));
    });

    return { svg, show };
  };

  return { plane };
})();
