// Where a page lies in a stack of pages.

/** The place of a page along an axis, from 0. @param {Wire.StackAxis} axis @param {number} index is the page's. */
export const placeOf = ({ count, step }, index) => Math.floor(index / step) % count;

/** The page at another place along an axis, at the same place along the others. @param {Wire.StackAxis} axis @param {number} index @param {number} place */
export const pageAt = (axis, index, place) => index + (Math.min(Math.max(place, 0), axis.count - 1) - placeOf(axis, index)) * axis.step;

const words = { z: "Depth", t: "Time", c: "Channel" };

/** The name of an axis for people. @param {Wire.StackAxis} axis */
export const nameOf = ({ name }) => words[name];

/** A place along an axis for people. @param {Wire.StackAxis} axis @param {number} place */
export const placeText = ({ count, labels = null }, place) => `${labels ? `${labels[place]}, ` : ""}${place + 1} of ${count}`;
