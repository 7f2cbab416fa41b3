// The map between the points of the view and the pixels of its one picture. The server places the picture: see a plan's `picture`.

/** @typedef {{x: number, y: number, scale: number}} Placement where the picture's corner is, in px, and how wide its pixels are */

/** The place in the picture of a point of the view. @param {Placement} placement @param {Wire.Point} at */
export const toPixels = ({ x, y, scale }, at) => ({ x: (at.x - x) / scale, y: (at.y - y) / scale });

/** The point of the view at which a place in the picture lies. @param {Placement} placement @param {Wire.Point} at */
export const toPoints = ({ x, y, scale }, at) => ({ x: x + at.x * scale, y: y + at.y * scale });
