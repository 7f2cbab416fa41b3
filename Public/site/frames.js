// Moves and scales the frames of plans that were made beforehand.

/** Rounds a length to whole device pixels, so that neighbours meet without a seam. @returns {(length: number) => number} */
export const snapping = scale => length => Math.round(length * scale) / scale;

/** Whether two rectangles share an area. @param {Wire.Frame} one @param {Wire.Frame} other */
export const meet = (one, other) =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

/**
 * Scales a rectangle by factors, moves it to `from`, rounds its edges and tells them from `offset`.
 * @param {Wire.Frame} frame @param {Wire.Point} factor @param {Wire.Point} from @param {Wire.Point} offset
 * @returns {Wire.Frame}
 */
export function placed({ x, y, width, height }, factor, from, offset, snap) {
  const [left, right] = [snap(from.x + x * factor.x), snap(from.x + (x + width) * factor.x)];
  const [top, bottom] = [snap(from.y + y * factor.y), snap(from.y + (y + height) * factor.y)];
  return { x: left - offset.x, y: top - offset.y, width: right - left, height: bottom - top };
}

/** The rectangle of a size that lies in the middle of another one. @returns {Wire.Frame} */
export const centred = (/** @type {Wire.Size} */ { width, height }, /** @type {Wire.Frame} */ cell) =>
  ({ x: cell.x + (cell.width - width) / 2, y: cell.y + (cell.height - height) / 2, width, height });

export const clamp = (value, least, most) => Math.min(Math.max(value, least), Math.max(least, most));

/** A distance on which tiles around a view are shown, too, in px. */
export const overscan = 100;
