// A picture that is gone through in steps, as sitebuild/widgets/stepper.py marks them: two
// buttons, or the arrow keys on them, light a part of the drawing, its rows of
// the code and its terms of the formula, and say its sentence. Before the first
// step all is shown; on paper a still of each step.
(() => {
  const phone = matchMedia("(max-width: 44.98em)"); // as in stepper.css

  /** @param {HTMLElement} stepper */
  function make(stepper) {
    const { parts: names = "", all = "", step: one = "", back: before, next: after } = stepper.dataset;
    const parts = names.split(" ");
    const figure = stepper.querySelector("figure");
    const drawing = figure?.querySelector("svg");
    const list = stepper.querySelector("ol");
    if (!figure || !drawing || !list) return;
    const items = /** @type {HTMLElement[]} */ ([...list.children]);
    const controls = document.createElement("div");
    const said = document.createElement("output");
    controls.className = "controls";
    let now = 0; // 0: all of it
    /** @type {HTMLElement | undefined} */
    let from; // the item whose sentence is lent to the output

    /** @type {(inside: Element, step: number) => NodeListOf<Element>} */
    const marked = (inside, step) =>
      inside.querySelectorAll(`.part-${parts[step - 1]}, .step-${step}`);

    /**
     * What belongs to several steps is there from the first of them.
     * @param {Element} inside
     * @param {number} step
     */
    const light = (inside, step) => {
      for (let k = parts.length; k; k--) {
        for (const { classList } of marked(inside, k)) {
          classList.toggle("later", step > 0 && k > step);
          classList.remove("now");
        }
      }
      if (!step) return;
      for (const { classList } of marked(inside, step)) classList.add("now");
    };

    // On a phone the picture, the code and the formula are windows (stepper.css):
    // what is lit is moved into their middle, or its start to theirs.
    const reveal = () => {
      const rooms = stepper.querySelectorAll("[role=img], pre, :scope > .formula");
      const moves = [...rooms].map((room) => {
        const lit = [...room.querySelectorAll(".now")].map((part) => part.getBoundingClientRect());
        const { top, bottom } = room.getBoundingClientRect();
        const first = Math.min(...lit.map((box) => box.top));
        const last = Math.max(...lit.map((box) => box.bottom));
        return Math.min((first + last - top - bottom) / 2, first - top);
      });
      rooms.forEach((room, k) => room.scrollBy(0, moves[k]));
      if (stepper.offsetHeight <= innerHeight) stepper.scrollIntoView({ block: "nearest" });
    };

    /** @param {number} step */
    const show = (step) => {
      now = step;
      if (from) from.append(...[...said.childNodes].slice(2));
      if (step && !list.hidden) {
        const heights = items.map((item) => item.offsetHeight);
        said.style.minHeight = `${Math.max(...heights)}px`;
      }
      light(stepper, step);
      stepper.classList.toggle("going", step > 0);
      list.hidden = step > 0;
      from = items[step - 1];
      const label = document.createElement("b");
      label.textContent = (step ? one : all)
        .replace("{step}", String(step))
        .replace("{steps}", String(parts.length));
      said.replaceChildren(label, " ", ...(from?.childNodes ?? []));
      if (!step) said.style.minHeight = "";
      back.setAttribute("aria-disabled", String(!step));
      next.setAttribute("aria-disabled", String(step === parts.length));
    };

    /** @param {number} by */
    const go = (by) => {
      const step = Math.min(Math.max(now + by, 0), parts.length);
      if (step === now) return;
      show(step);
      if (step && phone.matches) reveal();
    };
    /** @type {(words: string | undefined, by: number) => HTMLButtonElement} */
    const button = (words = "", by) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = words;
      made.addEventListener("click", () => go(by));
      controls.append(made);
      return made;
    };
    const back = button(before, -1);
    const next = button(after, 1);
    controls.append(said);
    controls.addEventListener("keydown", (event) => {
      const { altKey, ctrlKey, metaKey, shiftKey, key } = event;
      if (altKey || ctrlKey || metaKey || shiftKey) return; // the browser's
      if (!["ArrowLeft", "ArrowRight"].includes(key)) return;
      event.preventDefault();
      go(key === "ArrowRight" ? 1 : -1);
    });
    figure.after(controls);
    show(0);

    // On paper.
    let left = 0; // the step that is gone back to
    addEventListener("beforeprint", () => {
      left = now;
      show(0);
      const strip = document.createElement("div");
      strip.className = "strip";
      parts.forEach((_, k) => {
        const still = /** @type {Element} */ (drawing.cloneNode(true));
        light(still, k + 1);
        strip.append(still);
      });
      figure.prepend(strip);
    });
    addEventListener("afterprint", () => {
      figure.querySelector(".strip")?.remove();
      show(left);
    });
  }

  /** @type {NodeListOf<HTMLElement>} */
  const steppers = document.querySelectorAll(".stepper");
  steppers.forEach(make);
})();
