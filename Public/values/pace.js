// Measures how fast the view scrolls.

/** Milliseconds over which the velocity is measured, and after which a view without scroll events is at rest. */
const [span, stillAfter] = [100, 150];

export class Pace {
  /** @type {(Wire.Point & {time: number})[]} The last scroll events. */
  #samples = [];

  /** The latest event; undefined at rest. */
  get last() { return this.#samples.at(-1); }

  /** The view has scrolled to an offset. */
  note(/** @type {Wire.Point} */ { x, y }) {
    const time = performance.now();
    this.#samples = this.#samples.filter(sample => time - sample.time < span);
    this.#samples.push({ x, y, time });
  }

  /** The view has come to rest, or has jumped. */
  clear() { this.#samples = []; }

  /** Px per second. */
  get velocity() {
    const [first, { last }] = [this.#samples[0], this];
    const seconds = last && performance.now() - last.time < stillAfter ? (last.time - first.time) / 1000 : 0;
    if (!seconds) return { x: 0, y: 0 };
    return { x: (last.x - first.x) / seconds, y: (last.y - first.y) / seconds };
  }
}
