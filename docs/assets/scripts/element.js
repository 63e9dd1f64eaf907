// What forms are made of: elements, which are made anew and then compared with
// those that are there, and sentences that are filled in.

const DRAWN = ["svg", "g", "path", "text", "circle", "line", "polygon", "rect"];

/** @typedef {keyof HTMLElementTagNameMap | keyof SVGElementTagNameMap} Name */
/** @typedef {HTMLElementTagNameMap & SVGElementTagNameMap} Elements */
/** @typedef {Record<string, any>} Attributes */
/** @typedef {{[name in Name]: (attributes?: Attributes, ...inside: (Node | string)[]) => Elements[name]}} Maker */

/** @type {(name: string, attributes: Attributes, inside: (Node | string)[]) => any} */
const element = (name, attributes, inside) => {
  const space = DRAWN.includes(name) ? "2000/svg" : "1999/xhtml";
  const made = /** @type {any} */ (
    document.createElementNS(`http://www.w3.org/${space}`, name)
  );
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("--")) made.style.setProperty(key, value);
    else if (value !== false) {
      made.setAttribute(key, value === true ? "" : value);
    }
  }
  made.append(...inside);
  return made;
};

/**
 * Makes elements: `h.td({ class: "x" }, "1")`. An attribute that is false is
 * not there; one with two dashes is a property of styles.
 * @type {Maker}
 */
export const h = new Proxy(/** @type {any} */ ({}), {
  get:
    (_, name) =>
    (/** @type {Attributes} */ attributes = {}, /** @type {any} */ ...inside) =>
      element(String(name), attributes, inside),
});

/**
 * A token; with the attributes of a radio button, it can be picked. In
 * templates, `chip` of forms.html makes the same.
 * @type {(token: string, attributes?: Attributes, radio?: Attributes) => Element}
 */
export const chip = (token, attributes, radio) =>
  radio
    ? h.label(
        { class: "chip", ...attributes },
        h.input({ type: "radio", ...radio }),
        token,
      )
    : h.span({ class: "chip", ...attributes }, token);

/**
 * A token in a drawing, around a place: its letters are about 0.53 em wide.
 * @type {(token: string, x: number | string, y: number | string) => SVGElement}
 */
export const drawnChip = (token, x, y) => {
  const width = 0.53 * token.length + 0.7; // em
  const box = { x: `${-width / 2}em`, y: "-0.7em", width: `${width}em` };
  return h.g(
    { class: "token", transform: `translate(${x} ${y})` },
    h.rect({ ...box, height: "1.4em", rx: "0.7em" }),
    h.text({}, token),
  );
};

/**
 * Make an element what another one is. What does not change is left alone; of a
 * style, the page's policy allows the text.
 * @param {any} old
 * @param {any} next
 */
const adopt = (old, next) => {
  // A drawing has no fields, whose state would be no part of what is compared.
  if (next instanceof SVGElement && old.isEqualNode(next)) return;
  for (const name of old.getAttributeNames()) {
    if (!next.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const name of next.getAttributeNames()) {
    const value = next.getAttribute(name);
    if (name !== "style" && old.getAttribute(name) !== value) {
      old.setAttribute(name, value);
    }
  }
  if (old.getAttribute("style") !== next.getAttribute("style")) {
    old.style.cssText = next.style.cssText;
  }
  if (old instanceof HTMLInputElement) old.checked = next.checked;
  render(old, ...next.childNodes);
};

/**
 * Show these in a place: of what is there, elements that are of the same kind
 * stay, with the focus that they have, and so does the same text.
 * @param {Element} place
 * @param {(Node | string)[]} inside
 */
export const render = (place, ...inside) => {
  inside.forEach((given, k) => {
    const next = given instanceof Node ? given : new Text(given);
    const old = place.childNodes[k];
    if (!old) place.append(next);
    else if (next instanceof Element && old.nodeName === next.nodeName) {
      adopt(old, next);
    } else if (!old.isEqualNode(next)) old.replaceWith(next);
  });
  while (place.childNodes[inside.length]) place.lastChild?.remove();
};

/** @type {(sentence: string, words: Record<string, string | number>) => string} */
export const filled = (sentence, words) =>
  sentence.replace(/\{(\w+)\}/g, (_, name) => String(words[name]));

/** @type {(label: string, press: (event: MouseEvent) => void) => HTMLButtonElement} */
export const button = (label, press) => {
  const made = h.button({ type: "button" }, label);
  made.addEventListener("click", press);
  return made;
};

/** Whether its reader wants that nothing moves: `calm.matches`. */
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Say something in a live region, once.
 * @type {(output: Element, text: string) => void}
 */
export const say = (output, text) => {
  if (output.textContent !== text) output.textContent = text;
};

/**
 * On paper, let stills stand before a part that moves on the screen.
 * @type {(part: Element, stills: () => Node[]) => void}
 */
export const onPaper = (part, stills) => {
  const strip = h.div({ class: "strip" });
  addEventListener("beforeprint", () => {
    strip.replaceChildren(...stills());
    part.before(strip);
  });
  addEventListener("afterprint", () => strip.remove());
};
