// Writes where a reader is, {collection, view, anchor}, to the address bar, and reads it back.

import { read as readChannels } from "./channels.js";
import { chartNames } from "./chartchoice.js";
import { read as readWindow } from "./samplewindow.js";

/** The parameters that tell one view from another. */
const names = ["layout", "order", "group", "q", "columns", "lead", "rowHeight", "item", "zoom", "window", "channels", "fieldX", "fieldY", "logX", "logY", "show"];

/**
 * Returns a view's own parameters from a plan. Until the reader zooms, the server chooses a grid's columns and the empty cells at its
 * start: a plan may have others while pictures in view have to keep their columns.
 * @param {Wire.Plan} plan @param {Page.View} before @param {boolean} isZoomed
 */
export function viewOf(plan, before, isZoomed) {
  /** @type {Page.View} */
  const view = { layout: plan.layout };
  for (const name of ["order", "q"]) if (before[name]) view[name] = before[name];
  if (before.group && ["grid", "justified"].includes(plan.layout)) view.group = before.group;
  if (plan.columns && (before.columns || isZoomed)) view.columns = plan.columns;
  if (plan.columns) view.lead = isZoomed ? plan.lead : before.lead;
  if (plan.rowHeight && (before.rowHeight || isZoomed)) view.rowHeight = plan.rowHeight;
  if (plan.item) view.item = plan.item;
  for (const name of ["window", "channels"]) if (before[name] && ["pages", "item"].includes(plan.layout)) view[name] = before[name];
  if (plan.plane) Object.assign(view, placing(before), { fieldX: plan.plane.x.field, fieldY: plan.plane.y.field });
  if (plan.zoomScale !== 1) view.zoom = plan.zoomScale;
  for (const name of chartNames) if (plan.chart && before[name] !== undefined) view[name] = before[name];
  return view;
}

/** The fields by which a view places pictures in a plane, and what it shows of it; none in another layout. */
export function placing(/** @type {Page.View} */ { layout, fieldX, fieldY, logX, logY, show }) {
  const fields = Object.entries({ fieldX, fieldY, logX, logY, show }).filter(([, value]) => (value || value === false) && layout === "plane");
  return /** @type {Page.View} */ (Object.fromEntries(fields));
}

/** A view's parameter, to be compared: no text and 0 are none, but `false` is a choice. */
const kept = (/** @type {Page.View | null} */ view, /** @type {string} */ name) => (view?.[name] === false ? "false" : view?.[name] || null);

/** @type {(one: Page.View | null, other: Page.View | null) => boolean} Whether two views are the same, apart from their zoom. */
export const isSame = (one, other) => names.every(name => name === "zoom" || kept(one, name) === kept(other, name));

/**
 * Returns a view's parameter as an address has it; null for the default. A zoom has six significant digits: what is lost is less than a
 * pixel, and 0.9999999999999999 is 1.
 */
function written(/** @type {string} */ name, /** @type {any} */ value) {
  const kept = name === "zoom" && value ? Number(value.toPrecision(6)) : value;
  return kept === undefined || kept === 0 || name === "zoom" && kept === 1 ? null : kept;
}

/**
 * Returns a place as text for the address bar. `anchor` is a plan's: the item at the top and the fraction of it that lies above.
 * @param {{collection: string, view: Page.View, anchor?: Wire.Anchor | null}} place
 */
export function write({ collection, view, anchor = null }) {
  const text = new URLSearchParams({ collection });
  for (const name of [...names, ...chartNames]) {
    const value = written(name, view[name]);
    if (value !== null) text.set(name, value);
  }
  if (anchor) {
    text.set("anchor", anchor.item);
    text.set("at", `${anchor.fractionX},${anchor.fractionY}`);
  }
  return `#${text}`;
}

/**
 * Returns a function that gives the address of an item's page.
 * @param {{collection: string, view: Page.View}} place is the view of pages. @param {string} search is the address bar's.
 */
export function linksFrom(place, search) {
  const address = write(place);
  return item => `./${search}${address}&anchor=${encodeURIComponent(item)}&at=0,0`;
}

/** Returns the address of all that a view shows of a collection, for viewers of IIIF. */
export function manifestOf(/** @type {Wire.Collection} */ { links }, /** @type {Page.View} */ view) {
  const query = new URLSearchParams();
  for (const name of ["q", "order", "group"]) if (view[name]) query.set(name, view[name]);
  return `${links.manifest}${String(query) && `?${query}`}`;
}

/**
 * Reads a place from the address bar. A part that is missing or not a number is left out: the server's default holds.
 * @param {string} hash @returns {Page.Place}
 */
export function read(hash) {
  const text = new URLSearchParams(hash.slice(1));
  /** @type {Page.View} */
  const view = {};
  for (const name of ["layout", "order", "group", "q", "item"]) if (text.get(name)) view[name] = text.get(name);
  for (const name of ["fieldX", "fieldY"]) if (text.get(name)) view[name] = text.get(name);
  for (const name of ["logX", "logY"]) if (["true", "false"].includes(text.get(name))) view[name] = text.get(name) === "true";
  for (const name of ["columns", "lead", "rowHeight", "zoom"]) if (Number(text.get(name)) > 0) view[name] = Number(text.get(name));
  if (readChannels(text.get("channels"))) view.channels = text.get("channels");
  else if (readWindow(text.get("window"))) view.window = text.get("window");
  for (const name of chartNames) if (text.has(name)) view[name] = text.get(name);
  const [fractionX, fractionY] = (text.get("at") ?? "").split(",").map(Number);
  const anchor = text.get("anchor");
  return {
    collection: text.get("collection"), view,
    hold: anchor && { anchor, fractionX: fractionX || 0, fractionY: fractionY || 0 },
  };
}
