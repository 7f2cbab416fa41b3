// What is shown, as the address bar, the history and the server's memory know it.

/** The parameters that tell one view from another. */
const names = ["layout", "order", "group", "columns", "lead", "rowHeight", "item", "zoom"];

/** A view's own parameters, from a plan. The columns of a grid are the server's choice until somebody has zoomed. */
export function viewOf(plan, before, isZoomed) {
  const view = { layout: plan.layout };
  if (before.order) view.order = before.order;
  if (before.group && ["grid", "justified"].includes(plan.layout)) view.group = before.group;
  if (plan.columns && (before.columns || isZoomed)) Object.assign(view, { columns: plan.columns, lead: plan.lead });
  if (plan.rowHeight && (before.rowHeight || isZoomed)) view.rowHeight = plan.rowHeight;
  if (plan.item) view.item = plan.item;
  if (plan.zoomScale !== 1) view.zoom = plan.zoomScale;
  return view;
}

export const isSame = (one, other) => names.every(name => name === "zoom" || (one?.[name] || null) === (other?.[name] || null));

/** As text for the address bar. `anchor` is a plan's: the item at the top and how much of it lies above. */
export function write({ collection, view, anchor }) {
  const text = new URLSearchParams({ collection });
  for (const name of names) if (view[name] !== undefined && view[name] !== 0) text.set(name, view[name]);
  if (anchor) {
    text.set("anchor", anchor.item);
    text.set("at", `${anchor.fractionX},${anchor.fractionY}`);
  }
  return `#${text}`;
}

/** From the address bar; what is missing or no number is left out, and the server's own default holds. */
export function read(hash) {
  const text = new URLSearchParams(hash.slice(1));
  const view = {};
  for (const name of ["layout", "order", "group", "item"]) if (text.get(name)) view[name] = text.get(name);
  for (const name of ["columns", "lead", "rowHeight", "zoom"]) if (Number(text.get(name)) > 0) view[name] = Number(text.get(name));
  const [fractionX, fractionY] = (text.get("at") ?? "").split(",").map(Number);
  const anchor = text.get("anchor");
  return {
    collection: text.get("collection"), view,
    hold: anchor && { anchor, fractionX: fractionX || 0, fractionY: fractionY || 0 },
  };
}

/** Where this page was when it was last here. */
const url = "/api/state/page";
let saved = "";

export async function load() {
  try {
    const answer = await fetch(url);
    if (!answer.ok) return null;
    const { collection, layout, order, group, columns, lead, rowHeight, item, zoomScale, anchor } = await answer.json();
    const view = { layout };
    for (const [name, value] of Object.entries({ order, group, rowHeight })) if (value) view[name] = value;
    if (columns) Object.assign(view, { columns, lead: lead ?? 0 });
    if (item) view.item = item;
    if (zoomScale !== 1) view.zoom = zoomScale;
    const hold = anchor && { anchor: anchor.item, fractionX: anchor.fractionX, fractionY: anchor.fractionY };
    return { collection, view, hold };
  } catch {
    return null;
  }
}

/** Saves it for the next time; a page that is being closed may do so, too. */
export function save({ collection, view, anchor, inset: [top, left, bottom, right], offset }) {
  const { layout, order = null, group = null, columns = null, lead = null, rowHeight = null, item = null, zoom = 1 } = view;
  const state = JSON.stringify({
    collection, layout, order, group, columns, lead, rowHeight, item, zoomScale: zoom, contentInset: { top, left, bottom, right },
    contentOffset: offset,
    anchor: anchor && { item: anchor.item, fractionX: anchor.fractionX, fractionY: anchor.fractionY },
  });
  if (state === saved) return;
  saved = state;
  fetch(url, { method: "PUT", body: state, keepalive: true }).catch(() => { saved = ""; });
}
