// The place that the server remembers for a start whose address names nothing. All windows write it, and the last one holds;
// what a window itself shows is in its own address.

const url = "api/state/page";
let saved = "";

/** The place saved last; null where there is none. */
export async function load() {
  try {
    const answer = await fetch(url);
    if (!answer.ok) return null;
    const { collection, layout, order, group, q, columns, lead, rowHeight, item, zoomScale, anchor } = await answer.json();
    const view = { layout };
    for (const [name, value] of Object.entries({ order, group, q, rowHeight })) if (value) view[name] = value;
    if (columns) Object.assign(view, { columns, lead: lead ?? 0 });
    if (item) view.item = item;
    if (zoomScale !== 1) view.zoom = zoomScale;
    const hold = anchor && { anchor: anchor.item, fractionX: anchor.fractionX, fractionY: anchor.fractionY };
    return { collection, view, hold };
  } catch {
    return null;
  }
}

/** Saves a place for the next start; a page that is being closed may do so, too. */
export function save({ collection, view, anchor, inset: [top, left, bottom, right], offset }) {
  const { layout, order = null, group = null, q = null, columns = null, lead = null, rowHeight = null, item = null, zoom = 1 } = view;
  const state = JSON.stringify({
    collection, layout, order, group, q, columns, lead, rowHeight, item, zoomScale: zoom, contentInset: { top, left, bottom, right },
    contentOffset: offset,
    anchor: anchor && { item: anchor.item, fractionX: anchor.fractionX, fractionY: anchor.fractionY },
  });
  if (state === saved) return;
  saved = state;
  fetch(url, { method: "PUT", body: state, keepalive: true }).catch(() => { saved = ""; });
}
