// What a reader has chosen of each chart, for an address that says nothing of it.

import { chartNames } from "../values/chartchoice.js";

const key = collection => `chart:${collection}`;

/** The choice in a view, without what is none. */
export const choiceOf = view => Object.fromEntries(chartNames.filter(name => view[name] !== undefined).map(name => [name, view[name]]));

/** A browser that keeps nothing for pages shows each chart as its table has it. */
export function remember(collection, view) {
  try {
    const choice = choiceOf(view);
    if (Object.keys(choice).length) localStorage.setItem(key(collection), JSON.stringify(choice));
    else localStorage.removeItem(key(collection));
  } catch { /* Nothing is kept. */ }
}

/** The choice that was remembered last, as a part of a view. */
export function recall(collection) {
  try {
    const choice = JSON.parse(localStorage.getItem(key(collection)) ?? "{}");
    return Object.fromEntries(chartNames.filter(name => typeof choice[name] === "string").map(name => [name, choice[name]]));
  } catch {
    return {};
  }
}
