// What a published site does without: it has no server to search, to keep what is noted, or to give originals.

import { site } from "../wire/api.js";

const groups = new Set(["Selection", "Lists", "Rating", "Chart", "Comparison"]);
const actions = new Set([
  "original", "download", "copy", "alike", "mark", "compare", "clear-marks", "end-choice", "end-measuring", "deeper", "shallower", "next-time",
  "previous-time", "export", "find", "end-search", "leave-pages", "filters", "unreadable", "folders", "sort", "direction", "measure", "coordinates",
  "save-png", "save-jpeg", "filmstrip", "group", "notes", "about",
]);
/** What the page always has where there is a server. */
const parts = [
  "#compare-button", "#compare-this", "#compare-row", "#compare-item", "#mark-item", "#filmstrip-button", "#menu [data-act=open]",
  "#menu [data-act=download]", "#menu [data-act=copy]", "#menu [data-act=rotate]", "#about", "h2:has(+ #about)", "#about-button",
];

/** Whether an action is there: in a site those that need a server are not. @param {{id: string, group: string}} action */
export const isThere = ({ id, group }) => !site || !groups.has(group) && !actions.has(id);

/** Takes the parts away that are of no use in a site. What shows and hides them elsewhere does not bring them back. */
export function takeAway() {
  for (const part of document.querySelectorAll(parts.join())) /** @type {HTMLElement} */ (part).style.display = "none";
}
