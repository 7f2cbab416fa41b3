// Paints bands: stretches of content beneath the slots, in which each picture is a patch of its colour.

/** What a picture's colour is until it is known: a grey that shows on the light and on the dark ground. */
const unknown = "rgb(128 128 128 / 13%)";

/** Numbers in a row for each patch: column, row, columns, rows, and 0xRRGGBB, or −1. */
const fieldCount = 5;

export class Bands {
  #parent;
  /** number → {band, canvas, x, y} in runway px. */
  #shown = new Map();
  #free = [];

  constructor(parent) { this.#parent = parent; }

  /** Bands painted, for tests: number → {band, canvas}. */
  get shown() { return this.#shown; }

  /**
   * @param bands are those of a plan; undefined where there are none.
   * @param corner is the viewport's top-left corner, at the time of the plan, in runway px.
   */
  paint(bands = [], corner) {
    const wanted = new Set(bands.map(({ number }) => number));
    for (const [number, one] of this.#shown) if (!wanted.has(number)) this.#release(number, one);
    for (const band of bands) {
      let one = this.#shown.get(band.number);
      if (!one) {
        one = { band: null, canvas: this.#next() };
        this.#shown.set(band.number, one);
      }
      if (one.band?.patches !== band.patches) draw(one.canvas, band);
      one.band = band;
      this.#put(one, corner.x + band.x, corner.y + band.y);
    }
  }

  /** Moves what is painted by as much as the runway's origin has moved. */
  shift(dx, dy) {
    for (const one of this.#shown.values()) this.#put(one, one.x + dx, one.y + dy);
  }

  /** Another collection, or layout, is next. */
  clear() {
    for (const [number, one] of this.#shown) this.#release(number, one);
  }

  #release(number, { canvas }) {
    this.#shown.delete(number);
    canvas.hidden = true;
    this.#free.push(canvas);
  }

  #next() {
    const canvas = this.#free.pop() ?? this.#parent.appendChild(document.createElement("canvas"));
    canvas.hidden = false;
    return canvas;
  }

  #put(one, x, y) {
    if (one.x === x && one.y === y) return;
    Object.assign(one, { x, y });
    one.canvas.style.transform = `translate(${x}px, ${y}px)`;
  }
}

function draw(canvas, { columns, rows, width, height, patches }) {
  // Also empties it.
  Object.assign(canvas, { width: columns, height: rows });
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  for (let at = 0; at < patches.length; at += fieldCount) {
    const colour = patches[at + 4];
    context.fillStyle = colour < 0 ? unknown : `#${colour.toString(16).padStart(6, "0")}`;
    context.fillRect(patches[at], patches[at + 1], patches[at + 2], patches[at + 3]);
  }
}
