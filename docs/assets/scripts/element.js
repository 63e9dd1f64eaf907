// What forms are made of: elements, and sentences that are filled in.

const DRAWN = ["svg", "g", "path", "text", "circle", "line", "polygon"];

/**
 * An element, or one of a drawing, with attributes and what is in it. An
 * attribute may be there or not: true or false.
 * @template {keyof HTMLElementTagNameMap | keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number | boolean>} [attributes]
 * @param {(Node | string)[]} inside
 * @returns {(HTMLElementTagNameMap & SVGElementTagNameMap)[Name]}
 */
attention.element = (name, attributes = {}, ...inside) => {
  const space = DRAWN.includes(name) ? "2000/svg" : "1999/xhtml";
  const made = document.createElementNS(`http://www.w3.org/${space}`, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...inside);
  return /** @type {any} */ (made); // which of the elements, its name says
};

/**
 * A sentence, its {words} filled in.
 * @param {string} sentence
 * @param {Record<string, string | number>} words
 */
attention.filled = (sentence, words) =>
  sentence.replace(/\{(\w+)\}/g, (_, name) => String(words[name]));

/**
 * Write a text where another one stands. What does not change is left alone,
 * or a browser would lay it out anew.
 * @param {Element} place
 * @param {string} text
 */
attention.put = (place, text) => {
  const { firstChild: there } = place;
  if (place.textContent === text) return;
  if (there instanceof Text && there === place.lastChild) there.data = text;
  else place.textContent = text;
};

/**
 * Set an attribute that may have this value already.
 * @param {Element} place
 * @param {string} name
 * @param {string} value
 */
attention.attribute = (place, name, value) => {
  if (place.getAttribute(name) !== value) place.setAttribute(name, value);
};

/**
 * Colour a place by the share of a weight.
 * @param {HTMLElement} place
 * @param {string} share
 */
attention.shade = ({ style }, share) => {
  if (style.getPropertyValue("--share") !== share) style.setProperty("--share", share);
};
