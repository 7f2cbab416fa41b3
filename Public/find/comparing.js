// Waits until files have been compared, which begins once a search asks which of them are equal.

import { conditionsOf } from "../values/conditions.js";
import { known } from "../wire/api.js";

/** Milliseconds between two questions. */
const pause = 1000;

/** Whether a query asks which files are equal. @param {string} query is as the server read it. */
export const asksForDuplicates = query => conditionsOf(query).some(condition => /(^|[\s(])is:duplicate\b/.test(condition));

/**
 * Waits while the server compares the files of a collection.
 * @param {string} collection is the address of its description.
 * @param {() => boolean} isWanted says whether the answer still matters. @param {() => void} waiting is called while it waits.
 * @returns {Promise<boolean>} whether it has waited, and the files are compared now.
 */
export async function compared(collection, isWanted, waiting) {
  for (let hasWaited = false; ; hasWaited = true) {
    /** @type {Wire.CollectionDetails | null} */
    const details = await known(collection);
    if (!isWanted()) return false;
    if (!details?.comparing) return hasWaited;
    waiting();
    await new Promise(resolve => { setTimeout(resolve, pause); });
  }
}
