// Draws the pixels of all tiles on a few canvases: a canvas or an element for each tile would cost a layer each.

import { element } from "../elements/element.js";

const right = ({ x, width }) => x + width;
const bottom = ({ y, height }) => y + height;

/** Whether two rectangles overlap by more than an edge. */
export const meets = (one, other) =>
  one.x < right(other) && other.x < right(one) && one.y < bottom(other) && other.y < bottom(one);

/** The intersection of two rectangles. */
export function common(one, other) {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  return { x, y, width: Math.min(right(one), right(other)) - x, height: Math.min(bottom(one), bottom(other)) - y };
}

/** Whether a rectangle lies in another one, apart from rounding errors. */
export const isWithin = (one, other) => one.x > other.x - 0.01 && one.y > other.y - 0.01
  && right(one) < right(other) + 0.01 && bottom(one) < bottom(other) + 0.01;

/**
 * Rounds a length up to a whole number of both px and device pixels. Browsers lay out in 64ths of a px: a canvas whose device pixels
 * end in between lacks its last row or is blurred.
 */
function even(px, ratio) {
  for (let side = Math.ceil(px); side < px + 64; side += 1) {
    if (Math.abs(side * ratio - Math.round(side * ratio)) < 1e-4) return side;
  }
  return Math.ceil(px * ratio) / ratio;
}

/** The colour space of the canvases: Display P3 where the screen shows more than sRGB. */
const colours = () => ({ colorSpace: matchMedia("(color-gamut: p3)").matches ? "display-p3" : "srgb" });

/** About how many device pixels a sheet has in the scrolling direction. Small sheets copy less when a part of them changes. */
const stretch = 256;

/**
 * Canvases of one size, side by side in the runway, where there is something to draw. All rectangles are in runway px; `ratio` is the
 * number of device pixels in a px.
 */
export class Sheets {
  #parent; #onLost;
  /** "column row" → {canvas, context, column, row}. */
  #sheets = new Map();
  /** The sheets of the layout before, and where they lay: their pixels can be copied. */
  #old = null;
  #free = [];
  /** The corner of column 0, row 0. */
  #base = { x: 0, y: 0 };
  #size = { width: 0, height: 0 };
  /** By how many px sheets overlap: while they are scaled, the ground would shine through between two that only touch. */
  #overlap = 0;
  #ratio = 1;

  /** @param onLost is called when the browser has lost the canvases, as after a reset of the graphics card. */
  constructor(parent, onLost) {
    this.#parent = parent;
    this.#onLost = onLost;
  }

  /** Canvases in use, for tests. */
  get all() { return [...this.#sheets.values()]; }

  /** Whether sheets were made for a viewport of this size. */
  fits({ width, height, isAcross }) {
    const { width: across, height: down, isAcross: was } = this.#viewport;
    return this.#ratio === devicePixelRatio && across === width && down === height && was === isAcross;
  }
  #viewport = {};

  /**
   * Begins with empty sheets; the previous ones can be copied from until `end()`.
   * @param corner is where the viewport's corner lies.
   * @param viewport is {width, height, isAcross}: in px, and whether content is long from left to right.
   */
  begin(corner, viewport) {
    this.end();
    this.#old = { sheets: this.#sheets, base: this.#base, size: this.#size, ratio: this.#ratio };
    const isOther = !this.fits(viewport);
    this.#sheets = new Map();
    this.#ratio = devicePixelRatio;
    this.#viewport = { ...viewport };
    const sides = [viewport.width, viewport.height, stretch / this.#ratio];
    const [width, height, short] = sides.map(side => even(side, this.#ratio));
    this.#size = viewport.isAcross ? { width: short, height } : { width, height: short };
    this.#overlap = even(1 / this.#ratio, this.#ratio);
    this.#base = { ...corner };
    if (isOther) for (const canvas of this.#free.splice(0)) canvas.remove();
  }

  /** Releases the sheets from before `begin`. */
  end() {
    for (const { canvas } of this.#old?.sheets.values() ?? []) this.#release(canvas);
    this.#old = null;
  }

  /**
   * Releases the sheets that none of these rectangles touches.
   * @param spare is how many empty ones are kept for the next plan.
   * @param isReady whether these keep the memory of their pixels: the next plan comes at once.
   */
  keep(frames, spare = 2, isReady = false) {
    const needed = new Set(frames.flatMap(frame => this.#places(frame).map(({ key }) => key)));
    for (const [key, { canvas }] of this.#sheets) {
      if (needed.has(key)) continue;
      this.#sheets.delete(key);
      this.#release(canvas);
    }
    for (const canvas of this.#free.splice(spare)) canvas.remove();
    if (!isReady) for (const canvas of this.#free) canvas.width = canvas.height = 0;
  }

  clear() {
    this.end();
    this.keep([], 0);
  }

  /**
   * Draws a picture in place of what was there, which does not shine through transparent parts.
   * @param frame is the whole picture's rectangle.
   * @param seen is the part to draw.
   * @param options `holes` are parts that are left as they are; `paper` is a colour to lie beneath, null for none; `isOver` leaves what was
   *   there beneath; `share` is how much of it is seen, from 0 to 1: with less than 1, what was there shines through.
   */
  draw(picture, frame, seen, options = {}) {
    const { holes = [], paper = null, isSmooth = true, isOver = false, share = 1 } = /** @type {any} */ (options);
    this.#each(seen, holes, (context, at, area) => {
      context.globalAlpha = share;
      if (share === 1 && !isOver) context.clearRect(...area);
      if (paper) this.#fill(context, paper, area);
      context.imageSmoothingEnabled = isSmooth;
      context.imageSmoothingQuality = "medium";
      context.drawImage(picture, ...at(frame));
    });
  }

  /** Fills with a colour. @param holes are parts that are left as they are. */
  fill(seen, colour, holes = []) { this.#each(seen, holes, (context, at, area) => this.#fill(context, colour, area)); }

  erase(seen) { this.#each(seen, [], (context, at, area) => context.clearRect(...area)); }

  /** Copies pixels from before `begin`: what was in the rectangle `from` is drawn to `frame`, within `seen`. */
  copy(from, frame, seen) {
    const { sheets, base, size, ratio } = this.#old;
    const [scaleX, scaleY] = [frame.width / from.width, frame.height / from.height];
    for (const { canvas, column, row } of sheets.values()) {
      const sheet = { x: base.x + column * size.width, y: base.y + row * size.height, ...size };
      if (!meets(sheet, from)) continue;
      const to = {
        x: frame.x + (sheet.x - from.x) * scaleX, y: frame.y + (sheet.y - from.y) * scaleY,
        width: (canvas.width / ratio) * scaleX, height: (canvas.height / ratio) * scaleY,
      };
      if (!meets(to, seen)) continue;
      this.#each(seen, [], (context, at) => {
        context.imageSmoothingEnabled = true;
        context.drawImage(canvas, ...at(to));
      });
    }
  }

  /** Returns a canvas with the pixels of a rectangle. */
  picture(seen) {
    const canvas = element("canvas");
    canvas.width = Math.max(1, Math.round(seen.width * this.#ratio));
    canvas.height = Math.max(1, Math.round(seen.height * this.#ratio));
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", colours()));
    for (const { key, column, row } of this.#places(seen)) {
      const sheet = this.#sheets.get(key);
      const { x, y } = this.#corner(column, row);
      if (sheet) context.drawImage(sheet.canvas, Math.round((x - seen.x) * this.#ratio), Math.round((y - seen.y) * this.#ratio));
    }
    return canvas;
  }

  /** Moves all by as much as the runway's origin has moved. */
  shift(dx, dy) {
    this.#base = { x: this.#base.x + dx, y: this.#base.y + dy };
    for (const sheet of this.#sheets.values()) this.#put(sheet);
  }

  #fill(context, colour, area) {
    context.fillStyle = colour;
    context.fillRect(...area);
  }

  #corner(column, row) {
    return { x: this.#base.x + column * this.#size.width, y: this.#base.y + row * this.#size.height };
  }

  /** Returns the columns and rows of the sheets that a rectangle touches. */
  #places({ x, y, width, height }) {
    const places = [];
    // A thousandth of a px is a rounding error.
    const first = (from, side) => Math.floor((from + 0.001) / side), last = (to, side) => Math.ceil((to - 0.001) / side);
    const { width: across, height: down } = this.#size;
    for (let row = first(y - this.#base.y, down); row < last(y + height - this.#base.y, down); row += 1) {
      for (let column = first(x - this.#base.x, across); column < last(x + width - this.#base.x, across); column += 1) {
        places.push({ key: `${column} ${row}`, column, row });
      }
    }
    return places;
  }

  /**
   * Calls `paint(context, at, area)` for each sheet that a rectangle touches: `at` converts a rectangle to x, y, width and height in
   * whole device pixels of the sheet; `area` is the given rectangle.
   */
  #each(seen, holes, paint) {
    const overlap = this.#overlap, own = new Set(this.#places(seen).map(({ key }) => key));
    const grown = { x: seen.x - overlap, y: seen.y - overlap, width: seen.width + overlap, height: seen.height + overlap };
    for (const { key, column, row } of this.#places(grown)) {
      // A sheet that does not exist overlaps nothing.
      const sheet = this.#sheets.get(key) ?? (own.has(key) ? this.#add(key, column, row) : null);
      if (!sheet) continue;
      const { context, canvas } = sheet;
      const { x, y } = this.#corner(column, row);
      // Plans put edges on whole device pixels, but the browser's scroll position may be a fraction of one.
      const at = frame => {
        const [left, top] = [Math.round((frame.x - x) * this.#ratio), Math.round((frame.y - y) * this.#ratio)];
        return [left, top, Math.round((right(frame) - x) * this.#ratio) - left, Math.round((bottom(frame) - y) * this.#ratio) - top];
      };
      context.save();
      const area = at(seen);
      context.beginPath();
      context.rect(...area);
      context.clip();
      for (const hole of holes) {
        context.beginPath();
        context.rect(0, 0, canvas.width, canvas.height);
        context.rect(...at(hole));
        context.clip("evenodd");
      }
      paint(context, at, area);
      context.restore();
    }
  }

  #add(key, column, row) {
    const canvas = this.#free.pop() ?? this.#make();
    const [width, height] = [this.#size.width + this.#overlap, this.#size.height + this.#overlap];
    const [across, down] = [Math.round(width * this.#ratio), Math.round(height * this.#ratio)];
    const context = canvas.getContext("2d", colours());
    if (canvas.width === across && canvas.height === down) context.clearRect(0, 0, across, down);
    else {
      // Also empties it.
      [canvas.width, canvas.height] = [across, down];
      [canvas.style.width, canvas.style.height] = [`${width}px`, `${height}px`];
    }
    canvas.hidden = false;
    const sheet = { canvas, context, column, row };
    this.#sheets.set(key, sheet);
    this.#put(sheet);
    return sheet;
  }

  #make() {
    const canvas = this.#parent.appendChild(element("canvas"));
    canvas.addEventListener("contextrestored", () => this.#onLost());
    return canvas;
  }

  #put({ canvas, column, row }) {
    const { x, y } = this.#corner(column, row);
    const whole = value => Math.round(value * this.#ratio) / this.#ratio;
    canvas.style.transform = `translate(${whole(x)}px, ${whole(y)}px)`;
  }

  #release(canvas) {
    canvas.hidden = true;
    this.#free.push(canvas);
  }
}
