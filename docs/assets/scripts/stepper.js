// A picture that is gone through in steps, as course/stepper.py marks them: two
// buttons, or the arrow keys on them, light a part of the drawing, its rows of
// the code and its terms of the formula, and say its sentence. Before the first
// step all is shown; on paper a still of each step.
(() => {
  const filled = (text, numbers) =>
    text.replace(/\{(\w+)\}/g, (_, name) => numbers[name]);

  function make(stepper) {
    const { dataset } = stepper;
    const parts = dataset.parts.split(" ");
    const figure = stepper.querySelector("figure");
    const list = stepper.querySelector("ol");
    const items = [...list.children];
    const controls = document.createElement("div");
    const said = document.createElement("output");
    controls.className = "controls";
    let now = 0; // 0: all of it
    let from; // the item whose sentence is lent to the output

    const marked = (inside, step) =>
      inside.querySelectorAll(`.part-${parts[step - 1]}, .step-${step}`);

    // What belongs to several steps is there from the first of them.
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

    const show = (step) => {
      now = step;
      if (from) from.append(...[...said.childNodes].slice(2));
      if (step && !list.hidden) {
        const heights = items.map((item) => item.offsetHeight);
        said.style.minHeight = `${Math.max(...heights)}px`;
      }
      light(stepper, step);
      list.hidden = step > 0;
      from = items[step - 1];
      const numbers = { step, steps: parts.length };
      const label = document.createElement("b");
      label.textContent = filled(step ? dataset.step : dataset.all, numbers);
      said.replaceChildren(label, " ", ...(from?.childNodes ?? []));
      if (!step) said.style.minHeight = "";
      back.setAttribute("aria-disabled", !step);
      next.setAttribute("aria-disabled", step === parts.length);
    };

    const button = (words, by) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = words;
      made.addEventListener("click", () => go(by));
      controls.append(made);
      return made;
    };
    const go = (by) => {
      const step = Math.min(Math.max(now + by, 0), parts.length);
      if (step !== now) show(step);
    };
    const back = button(dataset.back, -1);
    const next = button(dataset.next, 1);
    controls.append(said);
    controls.addEventListener("keydown", (event) => {
      const { altKey, ctrlKey, metaKey, shiftKey, key } = event;
      if (altKey || ctrlKey || metaKey || shiftKey) return; // the browser's
      if (!["ArrowLeft", "ArrowRight"].includes(key)) return;
      const { direction } = getComputedStyle(controls);
      const forward = direction === "rtl" ? "ArrowLeft" : "ArrowRight";
      event.preventDefault();
      go(key === forward ? 1 : -1);
    });
    figure.after(controls);
    show(0);

    // On paper.
    let before; // the step that is gone back to
    addEventListener("beforeprint", () => {
      before = now;
      show(0);
      const strip = document.createElement("div");
      strip.className = "strip";
      parts.forEach((_, k) => {
        const still = figure.querySelector("svg").cloneNode(true);
        light(still, k + 1);
        strip.append(still);
      });
      figure.prepend(strip);
    });
    addEventListener("afterprint", () => {
      figure.querySelector(".strip")?.remove();
      show(before ?? 0);
    });
  }

  document.querySelectorAll(".stepper").forEach(make);
})();
