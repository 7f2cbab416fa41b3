// Outlines the cell of the picture that was looked at last, in a mosaic. The server tells where it is.

/** The outline of one cell, which lies where it is until the cells are laid out anew. */
export class LastCell {
  #element; #on;
  /** The picture that was looked at last: {collection, item}, and its `index` once a plan has told it; null for none. */
  #last = null;
  /** Where its cell is, in runway px; null while that is not known. */
  #frame = null;
  /** What the frame depends on: while it is the same, the cell stays at its place among the others. */
  #key = "";
  #isAsking = false;

  /**
   * @param element is the outline.
   * @param on has `locate({index, item})`, which gives the cell of an item in px from the viewport's corner, or null; `corner()`, that
   *   corner in runway px; and `collection()`, the id of the one that is shown.
   */
  constructor(element, on) {
    this.#element = element;
    this.#on = on;
  }

  /** The id of the picture that is looked at; null for none. */
  set item(item) {
    const collection = this.#on.collection();
    if (this.#last?.item === item && this.#last.collection === collection) return;
    this.#last = item && { collection, item, index: undefined };
  }

  /** The picture, if its cell is outlined and in view; else null. @param {Page.Plan | null} plan */
  seen(plan) {
    const { index, item = null } = this.#last ?? {};
    return this.#frame && plan?.visible && index >= plan.visible.first && index <= plan.visible.last ? item : null;
  }

  /** A plan has been painted. @param {Page.Plan} plan */
  painted(plan) {
    const last = this.#last;
    if (last && plan.anchor?.item === last.item) last.index ??= plan.anchor.index;
    if (!plan.mosaic || last?.index === undefined || last.collection !== this.#on.collection()) return this.clear();
    const { revision, mosaic, columns, lead, group, zoomScale, contentSize } = plan;
    const key = JSON.stringify([last, revision, mosaic, columns, lead, group, zoomScale, contentSize]);
    if (key === this.#key) return;
    this.clear();
    this.#ask(key);
  }

  /** Asks one question at a time; the next plan asks again if this answer is outdated. */
  async #ask(key) {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const last = this.#last;
    const cell = await this.#on.locate({ index: last.index, item: last.item });
    this.#isAsking = false;
    // Without the item the answer is its neighbour.
    if (last !== this.#last || cell?.item !== last.item) return;
    const corner = this.#on.corner();
    this.#frame = { x: corner.x + cell.x, y: corner.y + cell.y, width: cell.width, height: cell.height };
    this.#key = key;
    this.#element.hidden = false;
    placeOutline(this.#element, this.#frame);
  }

  /** Moves by as much as the runway's origin has moved. */
  shift(dx, dy) {
    if (!this.#frame) return;
    this.#frame = { ...this.#frame, x: this.#frame.x + dx, y: this.#frame.y + dy };
    placeOutline(this.#element, this.#frame);
  }

  /** Removes the outline, until a plan of a mosaic is painted. */
  clear() {
    this.#frame = null;
    this.#key = "";
    this.#element.hidden = true;
  }
}

/** Places an outline about a rectangle in runway px. It is at least 5 px wide so that it does not cover a cell. */
export function placeOutline({ style }, { x, y, width, height }) {
  const [across, down] = [width, height].map(side => Math.max(side, 5));
  style.transform = `translate(${x - (across - width) / 2}px, ${y - (down - height) / 2}px)`;
  style.width = `${across}px`;
  style.height = `${down}px`;
}
