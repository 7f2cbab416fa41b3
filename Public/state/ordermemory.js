// Remembers the order that a reader has chosen for each collection, for ways to it that do not name one.

import { isNearness } from "../values/orders.js";
import { recall } from "./chartmemory.js";

const key = collection => `order:${collection}`;

/**
 * Remembers a collection's order, unless it is about one picture. A browser without storage begins with the collection's own.
 * @param {string} collection @param {string | undefined} order is undefined for the collection's own.
 */
export function rememberOrder(collection, order) {
  if (isNearness(order ?? "")) return;
  try {
    if (order) localStorage.setItem(key(collection), order);
    else localStorage.removeItem(key(collection));
  } catch { /* Nothing is kept. */ }
}

/**
 * Returns what is remembered of a collection, as a part of a view: its order, and a chart's choices.
 * @param {string} collection @returns {Page.View}
 */
export function recalled(collection) {
  try {
    const order = localStorage.getItem(key(collection));
    return { ...(order ? { order } : null), ...recall(collection) };
  } catch {
    return {};
  }
}
