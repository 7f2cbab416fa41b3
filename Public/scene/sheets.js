// The pixels of tiles, side by side on a few canvases: a canvas for each, or an element, would cost a layer each.

import { element } from "../elements/element.js";

const right = ({ x, width }) => x + width;
const bottom = ({ y, height }) => y + height;

/** Whether two rectangles have more in common than an edge. */
export const meets = (one, other) =>
  one.x < right(other) && other.x < right(one) && one.y < bottom(other) && other.y < bottom(one);

/** What two rectangles have in common. */
export function common(one, other) {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  return { x, y, width: Math.min(right(one), right(other)) - x, height: Math.min(bottom(one), bottom(other)) - y };
}

/** Whether all of a rectangle lies in another one, but for what rounding makes. */
export const isWithin = (one, other) => one.x > other.x - 0.01 && one.y > other.y - 0.01
  && right(one) < right(other) + 0.01 && bottom(one) < bottom(other) + 0.01;

/**
 * The least length from this one on that is a whole number of px and of device pixels. Browsers lay out in 64ths of a px: where
 * device pixels end between those, a canvas lacks its last row or is drawn blurred.
 */
function even(px, ratio) {
  for (let side = Math.ceil(px); side < px + 64; side += 1) {
    if (Math.abs(side * ratio - Math.round(side * ratio)) < 1e-4) return side;
  }
  return Math.ceil(px * ratio) / ratio;
}

/** What colours canvases hold: those that the screen can show, where that is more than sRGB. */
const colours = () => ({ colorSpace: matchMedia("(color-gamut: p3)").matches ? "display-p3" : "srgb" });

/** Along the direction of scrolling a sheet has about as many device pixels: less is copied when a part of it changes. */
const stretch = 256;

/**
 * Canvases of one size that lie side by side in the runway, where there is something to be seen. All rectangles are in
 * runway px; `ratio` is how many device pixels a px has.
 */
export class Sheets {
  #parent; #onLost;
  /** "column row" → {canvas, context, column, row}. */
  #sheets = new Map();
  /** The sheets before the content was laid out anew, with where they lay: what they show can be copied. */
  #old = null;
  #free = [];
  /** The corner of column 0, row 0. */
  #base = { x: 0, y: 0 };
  #size = { width: 0, height: 0 };
  /** By how many px a sheet goes on over the next one: while all is scaled, the ground shines through where two only touch. */
  #overlap = 0;
  #ratio = 1;

  /** @param onLost is called when a browser has given up what was painted: a graphics card that was reset. */
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
   * Begins with empty sheets; what was on the ones before can be copied until `end()`.
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

  /** What was there before `begin` is not needed any more. */
  end() {
    for (const { canvas } of this.#old?.sheets.values() ?? []) this.#release(canvas);
    this.#old = null;
  }

  /** Gives back the sheets on which none of these rectangles lies. @param spare is how many are kept for the next plan. */
  keep(frames, spare = 2) {
    const needed = new Set(frames.flatMap(frame => this.#places(frame).map(({ key }) => key)));
    for (const [key, { canvas }] of this.#sheets) {
      if (needed.has(key)) continue;
      this.#sheets.delete(key);
      this.#release(canvas);
    }
    for (const canvas of this.#free.splice(spare)) canvas.remove();
  }

  clear() {
    this.end();
    this.keep([], 0);
  }

  /**
   * Draws a picture over whatever was there, so that nothing shines through where it is transparent.
   * @param frame is where all of it would be.
   * @param seen is as much of it as is to be seen.
   * @param options `holes` are parts that are left as they are; `paper` is a colour to lie beneath, null for none; `share` is how much of it is seen, from 0 to 1: with less than 1, what was there shines through.
   */
  draw(picture, frame, seen, options = {}) {
    const { holes = [], paper = null, isSmooth = true, share = 1 } = /** @type {any} */ (options);
    this.#each(seen, holes, (context, at, area) => {
      context.globalAlpha = share;
      if (share === 1) context.clearRect(...area);
      if (paper) this.#fill(context, paper, area);
      context.imageSmoothingEnabled = isSmooth;
      context.imageSmoothingQuality = "medium";
      context.drawImage(picture, ...at(frame));
    });
  }

  /** Fills with a colour. */
  fill(seen, colour) { this.#each(seen, [], (context, at, area) => this.#fill(context, colour, area)); }

  erase(seen) { this.#each(seen, [], (context, at, area) => context.clearRect(...area)); }

  /** Shows in `seen` what was seen before `begin`, so that what was in the rectangle `from` is in `frame` now. */
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

  /** What is to be seen in a rectangle, on a canvas of its own. */
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

  /** The places of the sheets on which a rectangle lies. */
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
   * Calls `paint(context, at, area)` for each sheet on which a rectangle lies: `at` gives a rectangle as x, y, width and height in
   * whole device pixels of the sheet, `area` is the given one.
   */
  #each(seen, holes, paint) {
    const overlap = this.#overlap, own = new Set(this.#places(seen).map(({ key }) => key));
    const grown = { x: seen.x - overlap, y: seen.y - overlap, width: seen.width + overlap, height: seen.height + overlap };
    for (const { key, column, row } of this.#places(grown)) {
      // A sheet that is not there has nothing to go on over the next one.
      const sheet = this.#sheets.get(key) ?? (own.has(key) ? this.#add(key, column, row) : null);
      if (!sheet) continue;
      const { context, canvas } = sheet;
      const { x, y } = this.#corner(column, row);
      // Plans put edges on whole device pixels; the browser, which scrolls by whole ones, may have moved all by a part of one.
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
    // Also empties it.
    const [width, height] = [this.#size.width + this.#overlap, this.#size.height + this.#overlap];
    canvas.width = Math.round(width * this.#ratio);
    canvas.height = Math.round(height * this.#ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    canvas.hidden = false;
    const sheet = { canvas, context: canvas.getContext("2d", colours()), column, row };
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
    // Gives back its pixels.
    canvas.width = canvas.height = 0;
    this.#free.push(canvas);
  }
}
