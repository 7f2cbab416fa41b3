// Asks for the paths of the pictures that are selected.

import { text } from "../wire/api.js";

/** The most paths that are copied at once. */
export const mostPaths = 100_000;

/**
 * Returns the paths of what is selected, one in each line: whole ones where the server tells them, else those below the collection's folder.
 * @param {Wire.Collection} entry @param {Page.View} view sorts them.
 * @throws a Failure.
 */
export async function selectedPaths({ links }, { order, group }) {
  const parameters = { as: "paths.txt", selected: true, ...(order ? { order } : null), ...(group ? { group } : null) };
  try {
    return await text(links.export, { ...parameters, paths: "absolute" });
  } catch (failure) {
    if (failure.status !== 403) throw failure;
    return text(links.export, parameters);
  }
}
