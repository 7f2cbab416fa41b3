// Remembers a reader's choices for each chart, for addresses that do not have them.

import { chartNames } from "../values/chartchoice.js";

const key = collection => `chart:${collection}`;

/** @type {(view: Page.View) => Page.ChartChoice} Returns the choices in a view. */
export const choiceOf = view => Object.fromEntries(chartNames.filter(name => view[name] !== undefined).map(name => [name, view[name]]));

/**
 * Remembers a view's choices. A browser without storage shows each chart as its table says.
 * @param {string} collection @param {Page.View} view
 */
export function remember(collection, view) {
  try {
    const choice = choiceOf(view);
    if (Object.keys(choice).length) localStorage.setItem(key(collection), JSON.stringify(choice));
    else localStorage.removeItem(key(collection));
  } catch { /* Nothing is kept. */ }
}

/**
 * Returns the remembered choices, as a part of a view.
 * @param {string} collection @returns {Page.ChartChoice}
 */
export function recall(collection) {
  try {
    const choice = JSON.parse(localStorage.getItem(key(collection)) ?? "{}");
    return Object.fromEntries(chartNames.filter(name => typeof choice[name] === "string").map(name => [name, choice[name]]));
  } catch {
    return {};
  }
}
