// A picture that is gone through in steps, as sitebuild/widgets/stepper.py marks
// them: two buttons, or the arrow keys on them, light a part of the drawing, its
// sentence, its rows of the code and its terms of the formula, and say its name.
// Before the first step all is shown; on paper a still of each step.

import { button, filled, h, onPaper } from "./element.js";

// As in stepper.css.
const small = matchMedia("(max-width: 39.98em), (max-height: 40em)");

/** @param {HTMLElement} stepper */
const make = (stepper) => {
  const said = /** @type {Record<string, string>} */ (stepper.dataset);
  const parts = said.parts.split(" ");
  /** @type {(selector: string) => Element} */
  const find = (selector) =>
    /** @type {Element} */ (stepper.querySelector(selector));
  const [figure, picture, list] = ["figure", "[role=img]", "ol"].map(find);
  // Its first words in bold are a step's name, without a term's definition.
  const titles = [...list.children].map((item, k) => {
    item.classList.add(`step-${k + 1}`);
    const bold = item.querySelector("strong:not(:has(a)), strong a") ?? item;
    return bold.firstChild?.textContent ?? "";
  });
  const output = h.output();
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

  // On a small screen the picture, the code and the formula are windows
  // (stepper.css): what is lit is moved into their middle, or its start to theirs.
  const reveal = () => {
    const selector = "[role=img], pre, :scope > .formula";
    /** @type {NodeListOf<HTMLElement>} */
    const rooms = stepper.querySelectorAll(selector);
    for (const room of rooms) {
      const lit = [...room.querySelectorAll(".now")].map((part) =>
        part.getBoundingClientRect(),
      );
      const { top, bottom } = room.getBoundingClientRect();
      const first = Math.min(...lit.map((box) => box.top));
      const last = Math.max(...lit.map((box) => box.bottom));
      const middle = (first + last - top - bottom) / 2;
      room.scrollBy(0, Math.min(middle, first - top));
      room.tabIndex = room.scrollHeight > room.clientHeight ? 0 : -1;
    }
    stepper.scrollIntoView({ block: "nearest" });
  };

  /** @param {number} step */
  const show = (step) => {
    now = step;
    light(stepper, step);
    stepper.classList.toggle("going", step > 0);
    const steps = parts.length;
    const title = titles[step - 1];
    const sentence = step ? said.step : said.all;
    output.textContent = filled(sentence, { step, steps, title });
    back.ariaDisabled = String(!step);
    next.ariaDisabled = String(step === steps);
  };

  /** @param {number} step */
  const go = (step) => {
    if (step < 0 || step > parts.length) return;
    show(step);
    if (step && small.matches) reveal();
  };
  const back = button(said.back, () => go(now - 1));
  const next = button(said.next, () => go(now + 1));
  const controls = h.div({ class: "controls flow" }, back, next, output);
  controls.addEventListener("keydown", (event) => {
    const { altKey, ctrlKey, metaKey, shiftKey, key } = event;
    if (altKey || ctrlKey || metaKey || shiftKey) return; // the browser's
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!by) return;
    event.preventDefault();
    go(now + by);
  });
  figure.after(controls, list);
  show(0);

  onPaper(picture, () => {
    show(0);
    return parts.map((_, k) => {
      const still = /** @type {Element} */ (
        picture.children[0].cloneNode(true)
      );
      light(still, k + 1);
      return still;
    });
  });
};

/** @type {NodeListOf<HTMLElement>} */
const steppers = document.querySelectorAll(".stepper");
steppers.forEach(make);
