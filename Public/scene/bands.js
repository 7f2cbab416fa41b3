// Paints bands: stretches of content beneath the slots, in which each picture is a patch of its colour until its tiny picture comes.

import { element } from "../elements/element.js";
import { common } from "./sheets.js";

/** The colour of a picture until its own is known: a grey that shows on light and dark grounds. */
const unknown = "rgb(128 128 128 / 13%)";

/** Numbers in a row for each patch: column, row, columns, rows, and 0xRRGGBB, or −1. */
const fieldCount = 5;

export class Bands {
  #parent; #sheets;
  /** number → {band, canvas, x, y} in runway px. */
  #shown = new Map();
  #free = [];
  /** The bands that have changed since they were last asked for: see `takeChanges`. */
  #changes = [];

  /** @param sheets are the `ContactSheets`. */
  constructor(parent, sheets) {
    this.#parent = parent;
    this.#sheets = sheets;
  }

  /** Bands painted, for tests: number → {band, canvas}; a canvas has the `sheets` that were drawn on it. */
  get shown() { return this.#shown; }

  /** The rectangles, in runway px, of what has changed since the last call. */
  takeChanges() {
    const changed = new Set(this.#changes.splice(0));
    return [...changed].map(({ band: { width, height }, x, y }) => ({ x, y, width, height }));
  }

  get isShown() { return this.#shown.size > 0; }

  /** The bands' canvases with their rectangles in runway px: {canvas, x, y, width, height}. */
  get pictures() { return [...this.#shown.values()].map(({ band: { width, height }, canvas, x, y }) => ({ canvas, x, y, width, height })); }

  /**
   * Paints a plan's bands.
   * @param {Page.Plan} plan
   * @param {import("./painter.js").At} at
   */
  paint({ bands = [] }, { corner }) {
    const wanted = new Set(bands.map(({ number }) => number));
    for (const [number, one] of this.#shown) if (!wanted.has(number)) this.#release(number, one);
    for (const band of bands) {
      let one = this.#shown.get(band.number);
      if (!one) {
        one = { band: null, canvas: this.#next() };
        this.#shown.set(band.number, one);
      }
      if (one.band?.patches !== band.patches) {
        draw(one.canvas, band);
        this.#changes.push(one);
        for (const sheet of sheetsOf(band)) this.#drawPictures(one, band, sheet);
      }
      one.band = band;
      this.#put(one, corner.x + band.x, corner.y + band.y);
    }
  }

  /** Draws a contact sheet that has come, or has become better. */
  redraw(sheet) {
    for (const one of this.#shown.values()) {
      if (sheetsOf(one.band).has(sheet)) this.#drawPictures(one, one.band, sheet);
    }
  }

  /** Draws the pictures of one contact sheet. Each is the square middle of an item's picture. */
  #drawPictures(one, /** @type {Page.Band} */ { patches, runs, cut }, sheet) {
    const pictures = this.#sheets.of(sheet);
    if (!pictures) return;
    const { canvas } = one;
    const { bitmap, side, columns } = pictures;
    canvas.sheets.add(sheet);
    this.#changes.push(one);
    const context = canvas.getContext("2d");
    let patch = 0;
    for (let at = 0; at < runs.length; at += 3) {
      const [of, first, count] = [runs[at], runs[at + 1], runs[at + 2]];
      for (let cell = first; cell < first + count; cell += 1, patch += 1) {
        if (of !== sheet) continue;
        const [x, y, width, height] = placeOf(cut, patch) ?? patches.slice(patch * fieldCount, patch * fieldCount + 4);
        const length = Math.min(width, height);
        // Half a pixel is left out at each edge: interpolation would mix in a neighbour.
        context.drawImage(bitmap, cell % columns * side + 0.5, Math.floor(cell / columns) * side + 0.5, side - 1, side - 1,
          x + (width - length) / 2, y + (height - length) / 2, length, length);
      }
    }
  }

  /**
   * What the bands show of the picture in a rectangle: for each band that has a part of it, the `canvas`, and the rectangles of the canvas,
   * `frame`, and of the picture's `patch`, in runway px; and `isOpaque`, whether its colour is known. One of which nothing is known is
   * left out.
   */
  patchesAt(rectangle) {
    const found = [];
    for (const { band: { width, height, columns, rows, patches, cut = [] }, canvas, x, y } of this.#shown.values()) {
      const frame = { x, y, width, height }, part = common(rectangle, frame);
      if (part.width <= 0 || part.height <= 0) continue;
      const [across, down] = [width / columns, height / rows];
      const [column, row] = [(part.x + part.width / 2 - x) / across, (part.y + part.height / 2 - y) / down];
      const at = patchAt(patches, column, row);
      if (at < 0 || patches[at + 4] < 0 && !canvas.sheets.size) continue;
      const [first, top, wide, high] = placeOf(cut, at / fieldCount) ?? patches.slice(at, at + 4);
      const patch = { x: x + first * across, y: y + top * down, width: wide * across, height: high * down };
      found.push({ canvas, frame, patch, isOpaque: patches[at + 4] >= 0 });
    }
    return found;
  }

  /** Moves what is painted by as much as the runway's origin has moved. */
  shift(dx, dy) {
    for (const one of this.#shown.values()) this.#put(one, one.x + dx, one.y + dy);
  }

  /** Removes all bands before another collection or layout. */
  clear() {
    for (const [number, one] of this.#shown) this.#release(number, one);
  }

  #release(number, { canvas }) {
    this.#shown.delete(number);
    canvas.hidden = true;
    this.#free.push(canvas);
  }

  #next() {
    const canvas = this.#free.pop() ?? this.#parent.appendChild(element("canvas"));
    canvas.hidden = false;
    return canvas;
  }

  #put(one, x, y) {
    if (one.x === x && one.y === y) return;
    Object.assign(one, { x, y });
    one.canvas.style.transform = `translate(${x}px, ${y}px)`;
  }
}

/** The sheets that a band's pictures are on. */
const sheetsOf = ({ runs = [] }) => new Set(runs.filter((_, at) => at % 3 === 0));

/** The place of a whole patch that extends beyond its band: [column, row, columns, rows]; null where it does not. */
function placeOf(cut, patch) {
  const at = cut.findIndex((number, index) => index % fieldCount === 0 && number === patch);
  return at < 0 ? null : cut.slice(at + 1, at + fieldCount);
}

/** Where the numbers of the patch at a step begin; −1 where there is none. */
function patchAt(patches, column, row) {
  for (let at = 0; at < patches.length; at += fieldCount) {
    if (column >= patches[at] && column < patches[at] + patches[at + 2] && row >= patches[at + 1] && row < patches[at + 1] + patches[at + 3]) return at;
  }
  return -1;
}

function draw(canvas, { columns, rows, width, height, patches }) {
  // Setting its size also empties it.
  Object.assign(canvas, { width: columns, height: rows, sheets: new Set() });
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  for (let at = 0; at < patches.length; at += fieldCount) {
    const colour = patches[at + 4];
    context.fillStyle = colour < 0 ? unknown : `#${colour.toString(16).padStart(6, "0")}`;
    context.fillRect(patches[at], patches[at + 1], patches[at + 2], patches[at + 3]);
  }
}
