// The place that the server remembers of this browser, for a start whose address names nothing. All of its windows write it, and the
// last one holds; what a window itself shows is in its own address.

import { entry, known, tell } from "../wire/api.js";

const name = "scrollserver-place";
/** Seconds for which a browser is known again. */
const patience = 400 * 86_400;

/**
 * What the place is saved as: each browser has its own. It is a cookie, which a server at another port is told, too. null where the
 * browser keeps none, and so could not be known again.
 */
const identifier = (() => {
  const known = () => document.cookie.split("; ").find(part => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const made = () => [...crypto.getRandomValues(new Uint8Array(12))].map(byte => byte.toString(16).padStart(2, "0")).join("");
  const own = known();
  const value = own && /^page-[0-9a-f]{24}$/.test(own) ? own : `page-${made()}`;
  document.cookie = `${name}=${value}; max-age=${patience}; samesite=strict; path=${new URL(".", location.href).pathname}`;
  return known();
})();
const url = `${entry.states}${identifier}`;
let saved = "";

/** The place saved last; null where there is none. @param states are the names of all that is saved. */
export async function load(states) {
  const state = identifier && states.includes(identifier) ? await known(url) : null;
  if (!state) return null;
  const { collection, layout, order, group, q, columns, lead, rowHeight, item, zoomScale, anchor } = state;
  const view = { layout };
  for (const [name, value] of Object.entries({ order, group, q, rowHeight })) if (value) view[name] = value;
  if (columns) Object.assign(view, { columns, lead: lead ?? 0 });
  if (item) view.item = item;
  if (zoomScale !== 1) view.zoom = zoomScale;
  const hold = anchor && { anchor: anchor.item, fractionX: anchor.fractionX, fractionY: anchor.fractionY };
  return { collection, view, hold };
}

/** Saves a place for the next start; a page that is being closed may do so, too. */
export function save({ collection, view, anchor, inset: [top, left, bottom, right], offset }) {
  const { layout, order = null, group = null, q = null, columns = null, lead = null, rowHeight = null, item = null, zoom = 1 } = view;
  const state = JSON.stringify({
    collection, layout, order, group, q, columns, lead, rowHeight, item, zoomScale: zoom, contentInset: { top, left, bottom, right },
    contentOffset: offset,
    anchor: anchor && { item: anchor.item, fractionX: anchor.fractionX, fractionY: anchor.fractionY },
  });
  if (state === saved || !identifier) return;
  saved = state;
  tell(url, { method: "PUT", body: state, keepalive: true }).then(isSaved => { if (!isSaved && saved === state) saved = ""; });
}
