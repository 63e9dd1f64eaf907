// How a link carries the state of a playground, as JSON. A link may come from a
// stranger: it is data, of which nothing is used unless all of it fits.

import { DIVISORS, TOKENS, inside, name } from "./playground-state.js";

/** @import { State } from "./playground-state.js" */

const ANCHOR = "#playground?";
const LONGEST = 4000; // characters

/** @type {(state: State) => string} the end of an address */
export const link = ({ names, ...state }) =>
  ANCHOR + encodeURIComponent(JSON.stringify(state));

/**
 * What does not fit beside what is like it, named for the reader; else nothing.
 * @type {(found: any, like: any, place: string) => string}
 */
const odd = (found, like, place) => {
  if (Array.isArray(like)) {
    const size = Array.isArray(found) ? found.length : -1;
    const least = place === "tokens" ? 1 : like.length;
    const most = place === "tokens" ? TOKENS : like.length;
    if (size < least || size > most) return place;
    const parts = [...found.entries()];
    return (
      parts
        .map(([k, part]) => odd(part, like[k] ?? like[0], `${place} ${k + 1}`))
        .find(Boolean) ?? ""
    );
  }
  if (like && typeof like === "object") {
    const keys = found && typeof found === "object" ? Object.keys(found) : [];
    if (String(keys) !== String(Object.keys(like))) return place;
    return (
      keys.map((key) => odd(found[key], like[key], key)).find(Boolean) ?? ""
    );
  }
  const fits =
    (like === null ? found === null : typeof found === typeof like) &&
    (typeof found !== "number" || inside(found)) &&
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
    const { names, ...like } = start;
    const state = JSON.parse(decodeURIComponent(hash.slice(ANCHOR.length)));
    const strange =
      odd(state, like, "link") ||
      (!inside(state.divisor, DIVISORS) && "divisor") ||
      (!(state.query in state.tokens) && "query");
    return strange ? { odd: strange } : { odd: "", state: { names, ...state } };
  } catch {
    return { odd: "JSON" };
  }
};
