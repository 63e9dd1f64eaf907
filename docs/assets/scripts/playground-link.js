// How a link carries the state of a playground, as JSON. A link may come from a
// stranger: it is data, of which nothing is used unless all of it fits.

import { MOST, TOKENS, name } from "./playground-state.js";

/** @import { State } from "./playground-state.js" */

const ANCHOR = "#playground?";
const LONGEST = 4000; // characters
const LEAST_DIVISOR = 0.01; // as in playground.html

/** @type {(state: State) => string} the end of an address */
export const link = (state) =>
  ANCHOR + encodeURIComponent(JSON.stringify(state));

/**
 * What does not fit beside what is like it, named for the reader; else nothing.
 * @type {(found: any, like: any, place: string) => string}
 */
const odd = (found, like, place) => {
  /** @type {(keys: (string | number)[], nameOf: (key: any) => string) => string} */
  const inside = (keys, nameOf) =>
    keys
      .map((key) => odd(found[key], like[key in like ? key : 0], nameOf(key)))
      .find(Boolean) ?? "";
  if (Array.isArray(like)) {
    const size = Array.isArray(found) ? found.length : -1;
    const fits =
      place === "tokens" ? size > 0 && size <= TOKENS : size === like.length;
    return fits ? inside([...found.keys()], (k) => `${place} ${k + 1}`) : place;
  }
  if (like && typeof like === "object") {
    const keys = found && typeof found === "object" ? Object.keys(found) : [];
    const fits = String(keys) === String(Object.keys(like));
    return fits ? inside(keys, (key) => key) : place;
  }
  const fits =
    (like === null ? found === null : typeof found === typeof like) &&
    (typeof found !== "number" || Math.abs(found) <= MOST) &&
    (typeof found !== "string" || name(found) === found);
  return fits ? "" : place;
};

/**
 * The state that the end of an address carries, of the kind of `start`, or what
 * is odd about it; null if it carries none.
 * @type {(hash: string, start: State) => {state?: State, odd: string} | null}
 */
export const opened = (hash, start) => {
  if (!hash.startsWith(ANCHOR)) return null;
  if (hash.length > LONGEST) return { odd: `> ${LONGEST}` };
  try {
    const state = JSON.parse(decodeURIComponent(hash.slice(ANCHOR.length)));
    const strange =
      odd(state, start, "link") ||
      (state.divisor < LEAST_DIVISOR && "divisor") ||
      (!(state.query in state.tokens) && "query");
    return strange ? { odd: strange } : { odd: "", state };
  } catch {
    return { odd: "JSON" };
  }
};
