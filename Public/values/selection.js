// What finds the selection, and what has to change of it when the end of a range moves, as ranges do that Shift or a finger draws.

/** The query that finds the selected pictures. */
export const selectedQuery = "is:selected";

/**
 * Returns the changes, in their order, as bodies of a PATCH of the selection. What is taken back was in the range before.
 * @typedef {{index: number, item: string}} Place
 * @param {Place} from where the range begins
 * @param {Place} reached where it ended until now
 * @param {Place} to where it ends from now on
 */
export function changesOf(from, reached, to) {
  const [was, now] = [reached.index - from.index, to.index - from.index];
  const grown = { action: "add", range: { from: from.item, to: to.item } };
  if (was * now < 0) return [{ action: "remove", range: { from: reached.item, to: from.item } }, grown];
  // The new end lies within the range before, and is in it still.
  if (Math.abs(now) < Math.abs(was)) {
    return [{ action: "remove", range: { from: reached.item, to: to.item } }, { action: "add", items: [to.item] }];
  }
  return [grown];
}
