// What forms are made of: elements, which are made anew and then compared with
// those that are there, and sentences that are filled in.

const DRAWN = ["svg", "g", "path", "text", "circle", "line", "polygon"];

/** @typedef {keyof HTMLElementTagNameMap | keyof SVGElementTagNameMap} Name */
/** @typedef {HTMLElementTagNameMap & SVGElementTagNameMap} Elements */
/** @typedef {Node | string | false} Inside */
/** @typedef {{[name in Name]: (first?: Inside | Record<string, any>, ...inside: Inside[]) => Elements[name]}} Maker */

/** @type {(name: string, attributes: Record<string, any>, inside: Inside[]) => any} */
const element = (name, attributes, inside) => {
  const space = DRAWN.includes(name) ? "2000/svg" : "1999/xhtml";
  const made = /** @type {any} */ (
    document.createElementNS(`http://www.w3.org/${space}`, name)
  );
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      made[key] = (/** @type {Event} */ event) => made.handlers[key](event);
      made.handlers = { ...made.handlers, [key]: value };
    } else if (key.startsWith("--")) made.style.setProperty(key, value);
    else if (value !== false)
      made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...inside.filter((part) => part !== false));
  return made;
};

/**
 * Makes elements: `h.td({ class: "x" }, "1")` has attributes, or handlers, and
 * what is in it. What is false is not there; a name with two dashes is one of
 * styles.
 * @type {Maker}
 */
export const h = new Proxy(/** @type {any} */ ({}), {
  get:
    (_, name) =>
    (/** @type {any} */ first, /** @type {Inside[]} */ ...inside) =>
      first?.constructor === Object
        ? element(String(name), first, inside)
        : element(
            String(name),
            {},
            first === undefined ? [] : [first, ...inside],
          ),
});

/**
 * Make an element what another one is. What does not change is left alone, and
 * what a reader types stays; of a style, the page's policy allows the text.
 * @param {any} old
 * @param {any} next
 */
const adopt = (old, next) => {
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (name !== "style" && old.getAttribute(name) !== value) {
      old.setAttribute(name, value);
    }
  }
  if (old.style.cssText !== next.style.cssText) {
    old.style.cssText = next.style.cssText;
  }
  old.handlers = next.handlers;
  if (old instanceof HTMLInputElement) {
    old.checked = next.checked;
    if (old !== document.activeElement) old.value = next.value;
  }
  render(old, ...next.childNodes);
};

/**
 * Show these in a place: of what is there, elements that are of the same kind
 * stay, with the focus that they have.
 * @param {Element} place
 * @param {(Node | string)[]} inside
 */
export const render = (place, ...inside) => {
  inside.forEach((next, k) => {
    const old = place.childNodes[k];
    const text = typeof next === "string" ? next : next.nodeValue;
    if (old === next) return;
    if (!old) place.append(next);
    else if (old instanceof Text && text !== null) {
      if (old.data !== text) old.data = text;
    } else if (next instanceof Element && old.nodeName === next.nodeName) {
      adopt(old, next);
    } else old.replaceWith(next);
  });
  while (place.childNodes[inside.length]) place.lastChild?.remove();
};

/** @type {(sentence: string, words: Record<string, string | number>) => string} */
export const filled = (sentence, words) =>
  sentence.replace(/\{(\w+)\}/g, (_, name) => String(words[name]));

/** @type {(label: string, onclick: (event: MouseEvent) => void, more?: object) => HTMLButtonElement} */
export const button = (label, onclick, more) =>
  h.button({ type: "button", onclick, ...more }, label);

/**
 * Say something in a live region, once.
 * @type {(output: Element, text: string) => void}
 */
export const say = (output, text) => {
  if (output.textContent !== text) output.textContent = text;
};
