// What edits of lists say, and what they ask the server for.

/** @typedef {{items: string[]} | {selected: true}} Target the pictures that are meant, as the server takes them */
/** @typedef {{before: string} | {after: string} | {by: number}} Goal where pictures of a list are moved to */

/** More than any list has: by so many places a picture goes to the start, or to the end. */
export const farthest = 2 ** 31;

/** A number of pictures in words. @param {number} count */
export const pictures = count => (count === 1 ? "1 picture" : `${count.toLocaleString()} pictures`);

/** The lists among collections that can be edited. @param {Wire.Collection[]} collections */
export const listsOf = collections => collections.filter(({ links }) => links.undo);

/** How many pictures are meant, in words. @param {Target} target @param {number} count is how many are selected. */
export const targetWords = (target, count) => {
  if ("items" in target && target.items.length === 1) return "This picture.";
  return "items" in target ? `${pictures(target.items.length)}.` : count === 1 ? "The selected picture." : `The ${pictures(count).replace(" ", " selected ")}.`;
};

/** Says what was added. @param {number} added @param {number} meant is how many pictures were to be added. @param {string} name is the list's. */
export function addedWords(added, meant, name) {
  const known = meant - added;
  if (!added) return meant === 1 ? `“${name}” has this picture already.` : `“${name}” has all of these pictures already.`;
  const words = `Added ${pictures(added)} to “${name}”`;
  return known > 0 ? `${words}; it had ${known === 1 ? "1 other" : `${known.toLocaleString()} others`} already.` : `${words}.`;
}

export const madeWords = (count, name) => `Made the list “${name}” of ${pictures(count)}.`;
export const removedWords = (count, name) => `Removed ${pictures(count)} from “${name}”. Nothing happens to the files.`;
export const movedWords = count => `Moved ${pictures(count)}.`;
export const deletionWords = (count, name) => `The list “${name}” goes, and this cannot be undone. ${
  count === 1 ? "Its picture stays where it is" : count ? `Its ${pictures(count)} stay where they are` : "It has no pictures"}.`;

/** Whether a list is shown from its end. @param {Page.View} view */
export const isReversed = view => (view.order ?? "").startsWith("-");

/** Whether a list is shown in its own order, in which pictures can be moved. @param {Page.View} view */
export const isInOwnOrder = view => !view.q && !view.group && ["name", "-name"].includes(view.order ?? "name");

/** The goal of moving pictures by so many places in the order that is shown. @param {number} places @returns {Goal} */
export const goalOf = (places, view) => ({ by: isReversed(view) ? -places : places });

/** The goal of dropping pictures before or behind another one in the order that is shown. @param {boolean} isBehind @returns {Goal} */
export const dropGoal = (item, isBehind, view) => (isBehind === isReversed(view) ? { before: item } : { after: item });

/** Whether a point is in the latter half of a frame. @param {boolean} isDown says that pictures follow one another from top to bottom alone. */
export const isInLatterHalf = ({ x, y }, { left, top, width, height }, isDown) => (isDown ? y > top + height / 2 : x > left + width / 2);

/** The frame around several: a large picture has a tile in each. @param {{left: number, top: number, right: number, bottom: number}[]} frames */
export function frameAround(frames) {
  const [left, top] = [Math.min(...frames.map(frame => frame.left)), Math.min(...frames.map(frame => frame.top))];
  const [right, bottom] = [Math.max(...frames.map(frame => frame.right)), Math.max(...frames.map(frame => frame.bottom))];
  return { left, top, width: right - left, height: bottom - top };
}
