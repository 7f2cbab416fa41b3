// The orders that a collection can be sorted by, with the names of both directions, and which way each begins.

import { title } from "./fields.js";

/**
 * @typedef {object} Order
 * @property {string} key its name in addresses, without the sign that turns it round
 * @property {string} name what people call it
 * @property {string} [hint] what it means, where its name does not say all
 * @property {[string, string]} directions what it is called upwards, and downwards
 * @property {boolean} isDown whether it begins with the greatest, as most readers want it
 */

/** By the kind of a field: the names of both directions, and whether it begins downwards. */
const kinds = {
  time: /** @type {const} */ (["Oldest first", "Newest first", true]),
  number: /** @type {const} */ (["Smallest first", "Largest first", true]),
  rating: /** @type {const} */ (["Fewest stars first", "Most stars first", true]),
  text: /** @type {const} */ (["A to Z", "Z to A", false]),
  listed: /** @type {const} */ (["First to last", "Last to first", false]),
  visual: /** @type {const} */ (["Forwards", "Backwards", false]),
  nearness: /** @type {const} */ (["Most similar first", "Least similar first", false]),
  best: /** @type {const} */ (["Best first", "Worst first", false]),
};

/** The orders of collections: which field each is about, and what kind of order it is. */
const own = {
  date: { field: "", name: "Date taken or modified", kind: "time", hint: "When it was taken, else when the file was changed" },
  name: { field: "name", name: "Name", kind: "text" },
  size: { field: "bytes", name: "Size", kind: "number" },
  colour: { field: "", name: "Colour", kind: "visual" },
  likeness: { field: "", name: "Likeness", kind: "visual" },
};
/** What most readers sort by, in this order; all else is behind “More”. Lists sort by a field where folders have an order of their own. */
const usual = [["taken"], ["date"], ["name"], ["size", "bytes"], ["rating"]];

/** @returns {Order} */
function order(key, name, kind, hint = undefined) {
  const [up, down, isDown] = kinds[kind] ?? kinds.text;
  return { key, name, directions: [up, down], isDown, ...(hint ? { hint } : null) };
}

/** What pictures are sorted by that look like one of them. @param {string} item is its id. */
export const nearnessTo = item => `alike:${item}`;

/** Whether an order is by nearness to a picture: of use until another one is looked for. @param {string} order */
export const isNearness = order => /^-?alike:/.test(order);

/** The key of an order in an address, without its direction. */
export const keyOf = order => order.replace(/^-/, "");

/**
 * Returns the orders of a collection: the usual ones, and the others.
 * @param {Wire.Collection} entry is the collection.
 * @param {Set<string> | null} present has the names of the fields that have values; null until they are known.
 * @param {string} chosen is the current order. It is always among them.
 * @returns {{usual: Order[], others: Order[]}}
 */
export function ordersOf(entry, present, chosen) {
  const keys = new Set((entry.orders ?? []).map(keyOf));
  const covered = new Set([...keys].map(key => own[key]?.field));
  // That date is looked for also where it is not known yet, or by hardly any picture.
  const isKnown = name => name === keyOf(chosen) || Boolean(present?.has(name));
  const isOffered = ({ name, kind }) => kind !== "position" && name !== "alike" && !keys.has(name)
    && (name === keyOf(chosen) || (name === "taken" || isKnown(name)) && !covered.has(name));
  // Only folders are sorted by name: all else has an order of its own.
  const names = entry.kind === "folder" ? own : { ...own, name: { ...own.name, name: "As listed", kind: "listed" } };
  const all = [
    ...[...keys].filter(key => names[key]).map(key => order(key, names[key].name, names[key].kind, names[key].hint)),
    ...(entry.fields ?? []).filter(isOffered).map(({ name, kind }) => order(name, title(name), name === "rating" ? "rating" : kind)),
  ];
  // Only offered while it is chosen: it is about one picture.
  if (isNearness(chosen)) all.push(order(keyOf(chosen), "Similarity", "nearness", "How much pictures look like the one that was chosen"));
  if (keyOf(chosen) === "best" && !all.map(({ key }) => key).includes("best")) all.push(order("best", "Best", "best", "Stars, then pixels, then the latest"));
  const found = usual.flatMap(keys => keys.flatMap(key => all.filter(order => order.key === key && (isKnown(key) || !["taken"].includes(key)))).slice(0, 1));
  const others = all.filter(order => !found.includes(order)).sort((one, other) => one.name.localeCompare(other.name));
  return { usual: found, others };
}

/** Returns the order of an address among those of a collection; undefined where there is none such. */
export const orderOf = (orders, chosen) => [...orders.usual, ...orders.others].find(({ key }) => key === keyOf(chosen));
