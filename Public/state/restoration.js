// Saves at the server where this browser was, for a start without an address. All windows write it and the last one wins; each window
// has its own place in its address.

import { entry, known, tell } from "../wire/api.js";

const name = "scrollserver-place";
/** Seconds for which a browser is recognized. */
const patience = 400 * 86_400;

/**
 * Returns the name under which this browser's place is saved, from a cookie, which servers at other ports receive, too. Returns null if
 * the browser keeps no cookies.
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

/**
 * Returns the place that was saved last; null if there is none.
 * @param {string[]} states has the names of all saved states. @returns {Promise<Page.Place | null>}
 */
export async function load(states) {
  /** @type {Wire.State | null} */
  const state = identifier && states.includes(identifier) ? await known(url) : null;
  if (!state) return null;
  const { collection, layout, order, group, q, columns, lead, rowHeight, item, zoomScale, anchor } = state;
  /** @type {Page.View} */
  const view = { layout };
  for (const [name, value] of Object.entries({ order, group, q, rowHeight })) if (value) view[name] = value;
  if (columns) Object.assign(view, { columns, lead: lead ?? 0 });
  if (item) view.item = item;
  if (zoomScale !== 1) view.zoom = zoomScale;
  const hold = anchor && { anchor: anchor.item, fractionX: anchor.fractionX, fractionY: anchor.fractionY };
  return { collection, view, hold };
}

/**
 * Saves a place for the next start, even while the page is being closed.
 * @param {{collection: string, view: Page.View, anchor: Wire.Anchor | null, inset: number[], offset: Wire.Point}} place
 */
export function save({ collection, view, anchor, inset: [top, left, bottom, right], offset }) {
  const { layout, order = null, group = null, q = null, columns = null, lead = null, rowHeight = null, item = null, zoom = 1 } = view;
  /** @type {Wire.State} */
  const place = {
    collection, layout, order, group, q, columns: /** @type {number} */ (columns), lead, rowHeight, item, zoomScale: zoom, contentInset: { top, left, bottom, right },
    contentOffset: offset,
    anchor: anchor && { item: anchor.item, fractionX: anchor.fractionX, fractionY: anchor.fractionY },
  };
  const state = JSON.stringify(place);
  if (state === saved || !identifier) return;
  saved = state;
  tell(url, { method: "PUT", body: state, keepalive: true }).then(isSaved => { if (!isSaved && saved === state) saved = ""; });
}
