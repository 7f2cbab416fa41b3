// Rectangles, {x, y, width, height}: comparing them, and finding where one was in the plan before.

/** @typedef {Wire.Frame} Frame */

const isNear = (one, other) => Math.abs(one - other) < 0.01;
/** @type {(one: Frame, other: Frame) => boolean} */
export const isSame = (one, other) => ["x", "y", "width", "height"].every(side => isNear(one[side], other[side]));
/** @type {(one: Wire.Size, other: Wire.Size) => boolean} */
export const isOfSize = (one, other) => isNear(one.width, other.width) && isNear(one.height, other.height);

/** Returns a rectangle enlarged on each side by `times` its width or height. */
export const around = (/** @type {Frame} */ { x, y, width, height }, /** @type {number} */ times) =>
  ({ x: x - times * width, y: y - times * height, width: (1 + 2 * times) * width, height: (1 + 2 * times) * height });

/** Whether content has been magnified or moved since the last plan, other than by scrolling. */
export const isElsewhere = carry => carry && (carry.scale !== 1 || (carry.scaleY ?? 1) !== 1 || Boolean(carry.x) || Boolean(carry.y));

/** Returns where the content of this frame was before a zoom laid out a new mosaic. */
export const divedFrom = (/** @type {Frame} */ { x, y, width, height }, dive) =>
  ({ x: (x - dive.x) / dive.scale, y: (y - dive.y) / dive.scale, width: width / dive.scale, height: height / dive.scale });

/** Returns where the content of this frame was in the last plan. */
export function carriedFrom(/** @type {Frame} */ { x, y, width, height }, { scale, scaleY = scale, x: shiftX = 0, y: shiftY = 0, origin }) {
  return {
    x: (x + origin.x - shiftX) / scale - origin.x, y: (y + origin.y - shiftY) / scaleY - origin.y,
    width: width / scale, height: height / scaleY,
  };
}

/** Returns a rectangle moved and scaled by the map that takes `from` to `to`. */
export function mapped(/** @type {Frame} */ { x, y, width, height }, /** @type {Frame} */ from, /** @type {Frame} */ to) {
  const [across, down] = [to.width / from.width, to.height / from.height];
  return { x: to.x + (x - from.x) * across, y: to.y + (y - from.y) * down, width: width * across, height: height * down };
}
