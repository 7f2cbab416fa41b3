// Contact sheets: the tiny pictures of many items in one image each, drawn over the patches of bands.

/** Seconds after which a sheet's unused pixels are released; its bytes are kept. */
const patience = 2;

export class ContactSheets {
  #changed;
  /** {side, columns} of the pictures on a sheet; null before the first. */
  #grid = null;
  /** Sheet number → number of the tile that holds it. */
  #numbers = new Map();
  /** Tile number → `Bytes`. */
  #bytes = new Map();
  /** sheet → {number, bitmap, making}: what is drawn, and the number of the tile that is being decoded to replace it; null for none. */
  #shown = new Map();
  #timer = 0;

  /** @param changed is called with each sheet that can be drawn, or drawn better, from now on. */
  constructor(changed) { this.#changed = changed; }

  /** Pixels that are held: for tests. */
  get byteCount() {
    return [...this.#shown.values()].reduce((sum, { bitmap }) => sum + (bitmap ? 4 * bitmap.width * bitmap.height : 0), 0);
  }

  /**
   * Takes a plan's list of sheets.
   * @param {Wire.Sheets} sheets
   */
  plan({ side, columns, fresh, numbers }) {
    if (fresh) this.#forget(() => true);
    this.#grid = { side, columns };
    this.#numbers.clear();
    for (let at = 0; at < numbers.length; at += 2) this.#numbers.set(numbers[at], numbers[at + 1]);
    this.#forget(sheet => !this.#numbers.has(sheet));
    for (const [sheet, { bitmap }] of this.#shown) if (bitmap) this.#decode(sheet);
  }

  /** Takes a tile's bytes if it is a sheet. @returns whether it is. */
  take({ number, bytes }) {
    for (const [sheet, known] of this.#numbers) {
      if (known !== number) continue;
      this.#bytes.set(number, bytes);
      this.#decode(sheet);
      return true;
    }
    return false;
  }

  /** Releases tiles that the server has dropped. */
  drop(numbers) { for (const number of numbers) this.#bytes.delete(number); }

  /** Forgets everything before a new connection or another collection. */
  clear() {
    this.#numbers.clear();
    this.#bytes.clear();
    this.#forget(() => true);
  }

  /**
   * Returns a sheet's pictures, {bitmap, side, columns}; null until they are decoded.
   * @param sheet is its number.
   */
  of(sheet) {
    const bitmap = this.#shown.get(sheet)?.bitmap;
    if (!bitmap) {
      this.#decode(sheet);
      return null;
    }
    this.#releaseLater();
    return { bitmap, ...this.#grid };
  }

  async #decode(sheet) {
    const number = this.#numbers.get(sheet);
    const bytes = this.#bytes.get(number);
    const entry = this.#shown.get(sheet) ?? { number: null, bitmap: null, making: null };
    if (!bytes || entry.making === number || entry.bitmap && entry.number === number) return;
    this.#shown.set(sheet, entry);
    entry.making = number;
    const bitmap = await createImageBitmap(bytes.blob).catch(() => null);
    // Another sheet is wanted by now, or none.
    if (entry.making !== number || this.#shown.get(sheet) !== entry) return bitmap?.close();
    entry.making = null;
    if (!bitmap) return;
    entry.bitmap?.close();
    Object.assign(entry, { number, bitmap });
    this.#changed(sheet);
    this.#releaseLater();
  }

  #forget(isGone) {
    for (const [sheet, { bitmap }] of this.#shown) {
      if (!isGone(sheet)) continue;
      bitmap?.close();
      this.#shown.delete(sheet);
    }
  }

  /** Releases pixels that have not been drawn for a while. */
  #releaseLater() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const entry of this.#shown.values()) {
        entry.bitmap?.close();
        entry.bitmap = null;
      }
    }, patience * 1000);
  }
}
