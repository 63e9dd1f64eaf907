// A picture that is gone through in steps, as sitebuild/widgets/stepper.py marks
// them: two buttons, or the arrow keys on them, light a part of the drawing, its
// rows of the code and its terms of the formula, and say its sentence. Before
// the first step all is shown; on paper a still of each step.

import { button, filled, h } from "./element.js";

const phone = matchMedia("(max-width: 44.98em)"); // as in stepper.css

/** @param {HTMLElement} stepper */
const make = (stepper) => {
  const {
    all,
    step: one,
    back: before,
    next: after,
    ...data
  } = /** @type {Record<string, string>} */ (stepper.dataset);
  const parts = data.parts.split(" ");
  const [figure] = stepper.getElementsByTagName("figure");
  const [drawing] = figure.getElementsByTagName("svg");
  const [list] = stepper.getElementsByTagName("ol");
  const items = /** @type {HTMLElement[]} */ ([...list.children]);
  const label = h.b();
  const sentence = h.span();
  const said = h.output({}, label, " ", sentence);
  let now = 0; // 0: all of it

  /**
   * What belongs to several steps is there from the first of them.
   * @type {(inside: Element, step: number) => void}
   */
  const light = (inside, step) => {
    for (let k = parts.length; k; k--) {
      const marked = `.part-${parts[k - 1]}, .step-${k}`;
      for (const { classList } of inside.querySelectorAll(marked)) {
        classList.toggle("later", step > 0 && k > step);
        const own = classList.contains(`step-${step}`);
        classList.toggle("now", k === step || own);
      }
    }
  };

  // On a phone the picture, the code and the formula are windows (stepper.css):
  // what is lit is moved into their middle, or its start to theirs.
  const reveal = () => {
    const selector = "[role=img], pre, :scope > .formula";
    for (const room of stepper.querySelectorAll(selector)) {
      const lit = [...room.querySelectorAll(".now")].map((part) =>
        part.getBoundingClientRect(),
      );
      const { top, bottom } = room.getBoundingClientRect();
      const first = Math.min(...lit.map((box) => box.top));
      const last = Math.max(...lit.map((box) => box.bottom));
      const middle = (first + last - top - bottom) / 2;
      room.scrollBy(0, Math.min(middle, first - top));
    }
    if (stepper.offsetHeight <= innerHeight) {
      stepper.scrollIntoView({ block: "nearest" });
    }
  };

  /** @param {number} step */
  const show = (step) => {
    if (step && !list.hidden) {
      const tallest = Math.max(...items.map((item) => item.offsetHeight));
      said.style.minHeight = `${tallest}px`;
    }
    if (!step) said.style.minHeight = "";
    if (now) items[now - 1].append(...sentence.childNodes);
    now = step;
    light(stepper, step);
    stepper.classList.toggle("going", step > 0);
    list.hidden = step > 0;
    const steps = parts.length;
    label.textContent = filled(step ? one : all, { step, steps });
    if (step) sentence.append(...items[step - 1].childNodes); // it is lent
    back.ariaDisabled = String(!step);
    next.ariaDisabled = String(step === steps);
  };

  /** @param {number} step */
  const go = (step) => {
    if (step < 0 || step > parts.length) return;
    show(step);
    if (step && phone.matches) reveal();
  };
  const back = button(before, () => go(now - 1));
  const next = button(after, () => go(now + 1));
  const controls = h.div({ class: "controls" }, back, next, said);
  controls.addEventListener("keydown", (event) => {
    const { altKey, ctrlKey, metaKey, shiftKey, key } = event;
    if (altKey || ctrlKey || metaKey || shiftKey) return; // the browser's
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!by) return;
    event.preventDefault();
    go(now + by);
  });
  figure.after(controls);
  show(0);

  // On paper.
  let left = 0; // the step that is gone back to
  addEventListener("beforeprint", () => {
    left = now;
    show(0);
    const stills = parts.map((_, k) => {
      const still = /** @type {Element} */ (drawing.cloneNode(true));
      light(still, k + 1);
      return still;
    });
    figure.prepend(h.div({ class: "strip" }, ...stills));
  });
  addEventListener("afterprint", () => {
    figure.querySelector(".strip")?.remove();
    show(left);
  });
};

/** @type {NodeListOf<HTMLElement>} */
const steppers = document.querySelectorAll(".stepper");
steppers.forEach(make);
