// Outlines one cell of a mosaic: the one under the pointer, or the one that the keys have reached. The server tells which it is.

import { element, showBlob } from "../elements/element.js";
import { known, picture, within } from "../wire/api.js";
import { seenIn } from "../state/shown.js";
import { LastCell, placeOutline } from "./lastcell.js";

/** Milliseconds after which a cell's picture appears beside it. */
const patience = 150;
/** Milliseconds after which an answer is not waited for any more, so that it holds up no other key. */
const longestAnswer = 10_000;
/** Px between a cell and the picture beside it, and from the view's edges. */
const gap = 12;
/** The most rows that keys can go up or down before the server answers. */
const most = 1000;

export class Cells {
  #view; #outline; #preview; #status; #on; #last;
  /** The cell that is outlined: {index, item, name, x, y, width, height, preview} in px from the viewport's corner; null for none. */
  #cell = null;
  /**
   * What the cell is at: {point}, of the viewport, or where the keys have gone to: {index, item, below}, so many rows below an
   * item, with `isNew` until it has been shown; null for nothing.
   */
  #goal = null;
  /** Is in the document only while it is shown, to save memory. */
  #image = element("img", { alt: "", draggable: false });
  #isAsking = false; #isAgain = false;
  #timer = 0; #words = 0;
  /** Where the outline is, in runway px. */
  #frame = null;

  /**
   * @param byId gives an element by its id.
   * @param on has `plan()`, the plan of a mosaic that is painted, or null; `entry()`; `query()`, the parameters of a plan of
   *   what is seen now, or null; `isHeld()`, whether the pointed cell stays outlined, as its menu is open; `inset()`, what covers the view's edges, in px; `corner()`, the viewport's corner in runway px; `show(index)`, which brings an item into view;
   *   and `open(item)`.
   */
  constructor(view, byId, on) {
    this.#view = view;
    [this.#outline, this.#preview, this.#status] = ["cell", "preview", "cell-status"].map(byId);
    this.#on = on;
    this.#last = new LastCell(byId("last-cell"), {
      locate: goal => this.locate(goal), corner: on.corner, collection: () => on.entry()?.id,
    });
    view.addEventListener("pointermove", event => {
      // Fingers scroll, and cover the cell beneath them.
      if (event.pointerType === "touch" || event.buttons || !on.plan()) return;
      this.#goal = { point: this.#point(event) };
      this.#ask();
    }, { passive: true });
    view.addEventListener("pointerleave", () => { if (this.#goal?.point && !on.isHeld()) this.#leave(); });
    view.addEventListener("scroll", () => this.#hidePreview(), { passive: true });
  }

  /** Whether the arrow keys go from cell to cell. */
  get isThere() { return Boolean(this.#on.plan()); }
  /** The item that the cursor is on; null for none. */
  get item() { return this.isThere ? this.#cell?.item ?? null : null; }
  /** Where the cursor is, {index, item}; null for nowhere. */
  get place() { return this.isThere && this.#cell ? { index: this.#cell.index, item: this.#cell.item } : null; }
  /** Whether the cell that is outlined is in the view, or on its way there. */
  get isSeen() {
    if (!this.#cell || !this.#frame) return false;
    if (this.#goal?.isNew || this.#goal?.isComing) return true;
    const { x, y } = this.#on.corner();
    return this.#isSeen({ ...this.#frame, x: this.#frame.x - x, y: this.#frame.y - y });
  }
  /**
   * Where the keys have led, also where the server has not told the cell yet.
   * @returns {Promise<{index: number, item: string} | null>} null for nowhere, or out of view.
   */
  async reached() {
    const goal = this.#goal;
    if (!goal?.isNew) return this.isSeen ? this.place : null;
    const cell = await this.locate(goal);
    if (cell && goal === this.#goal) this.#show(cell);
    return cell && { index: cell.index, item: cell.item };
  }
  /** The outline of the cell that the keys have gone to. */
  get element() { return this.isThere && this.#goal?.index !== undefined && this.#cell ? this.#outline : null; }

  /** Where an item's cell is, in runway px: a picture grows out of it. */
  frame(item) { return this.#cell?.item === item && this.#frame ? { ...this.#frame } : null; }

  /** The id of the picture that is looked at: its cell is outlined among the others afterwards. */
  set last(item) { this.#last.item = item; }
  /** That picture, if its cell is outlined in what a plan shows; else null. @param {Page.Plan | null} plan */
  lastSeen(plan) { return this.#last.seen(plan); }

  /** What is outlined is asked for once the plan is settled, see `painted`. Nothing stays at its place in another view. */
  paint(_plan, { carry }) { if (!carry) this.#last.clear(); }

  /** A plan has been painted: what lies at the pointer, or where the cursor's cell is, may have changed. */
  painted(plan) {
    this.#last.painted(plan);
    if (!plan.mosaic) return this.#leave();
    this.#count(plan);
    if (this.#goal) this.#ask();
  }

  /** Moves by as much as the runway's origin has moved. */
  shift(dx, dy) {
    this.#last.shift(dx, dy);
    if (!this.#frame) return;
    this.#frame = { ...this.#frame, x: this.#frame.x + dx, y: this.#frame.y + dy };
    this.#place();
  }

  /** Removes all outlines. */
  clear() {
    this.#last.clear();
    this.#leave();
  }

  /** Removes the outline of the cell that is pointed at, or that the keys have reached. */
  #leave() {
    this.#goal = this.#cell = this.#frame = null;
    this.#outline.hidden = true;
    this.#hidePreview();
  }

  /** The cursor goes to a cell beside, or first to the one at the top. */
  step(dx, dy) {
    const plan = this.#on.plan();
    if (!plan) return;
    const { index = this.#cell?.index, item = this.#cell?.item, below = 0 } = this.#goal ?? {};
    // There is no cursor, or its cell has left the view.
    if (index === undefined || (this.#cell && !this.isSeen)) return this.go(plan.anchor?.index ?? 0);
    const next = index + dx;
    if (next < 0 || next >= plan.count) return;
    // Only the server knows which cell lies below: groups end with rows that are not full.
    this.#goal = { index: next, item: dx ? undefined : item, below: Math.max(-most, Math.min(most, below + dy)), isNew: true };
    this.#ask();
  }

  /** The cursor goes to the cell of an item, if there is one with this index. */
  go(index) {
    if (index < 0 || index >= (this.#on.plan()?.count ?? 0)) return;
    this.goTo(index);
    this.#ask();
  }

  /** The cursor goes to a cell that `locate` has told. */
  lead(cell) {
    this.#goal = { index: cell.index, item: cell.item, isNew: true };
    this.#show(cell);
  }

  /** The item of the cell at a point of the window; null where there is none. */
  async at(point) { return (await this.find(point))?.item ?? null; }

  /** The cell at a point of the window; null where there is none. */
  async find({ x, y }) { return this.locate({ point: this.#point({ clientX: x, clientY: y }) }); }

  /** The cursor goes to an item, as soon as a mosaic is painted. */
  goTo(index) { this.#goal = { index, isNew: true }; }

  /** Opens the picture of the cell at a point of the window, or of the one that the cursor is on. */
  async open(at) {
    const point = at && this.#point({ clientX: at.x, clientY: at.y });
    // The outlined cell is opened even if the collection changes meanwhile.
    const cell = point && !this.#isOutlined(point) ? await this.locate({ point }) : this.#cell;
    if (!cell) return;
    this.#show(cell);
    this.#on.open(cell.item);
  }

  #point({ clientX, clientY }) {
    const { x, y } = this.#view.getBoundingClientRect();
    return { x: clientX - x, y: clientY - y };
  }

  #isOutlined({ x, y }) {
    if (!this.#cell || !this.#frame) return false;
    const corner = this.#on.corner(), frame = this.#frame;
    const [across, down] = [x + corner.x - frame.x, y + corner.y - frame.y];
    return across >= 0 && down >= 0 && across < frame.width && down < frame.height;
  }

  /** Sends one question at a time, the newest next. */
  async #ask() {
    if (this.#isAsking) { this.#isAgain = true; return; }
    this.#isAsking = true;
    const goal = this.#goal;
    const cell = goal && await this.locate(goal);
    this.#isAsking = false;
    if (this.#isAgain) {
      this.#isAgain = false;
      this.#ask();
    }
    if (!goal || goal !== this.#goal || !this.isThere) return;
    if (cell) this.#show(cell);
    else if (goal.point) {
      this.#cell = this.#frame = null;
      this.#outline.hidden = true;
      this.#hidePreview();
    }
  }

  /** The cell at a {point} of the viewport, or of an item: see `#goal`; null where there is none, undefined where the server does not answer. */
  async locate(goal) {
    const query = this.#on.query();
    if (!query) return null;
    const { point, index, item, below, beside } = goal;
    const place = point ? { pointX: point.x, pointY: point.y } : { at: index, ...(item && { on: item }), ...(below && { below }), ...(beside && { beside }) };
    /** @type {Wire.CellAnswer | null} */
    const answer = await known(this.#on.entry().links.cell, `${query}&${new URLSearchParams(place)}`, { signal: within(longestAnswer) });
    return answer ? answer.cell ?? null : undefined;
  }

  #show(cell) {
    const isOther = cell.item !== this.#cell?.item;
    this.#cell = cell;
    const corner = this.#on.corner();
    this.#frame = { x: corner.x + cell.x, y: corner.y + cell.y, width: cell.width, height: cell.height };
    this.#outline.hidden = false;
    this.#place();
    if (this.#goal?.index !== undefined) {
      const { isNew, isComing } = this.#goal, isSeen = this.#isSeen(cell);
      // The cursor follows this item from now on, wherever it moves. A key that is pressed before the view has followed continues from it.
      this.#goal = { index: cell.index, item: cell.item, isComing: Boolean(isNew || isComing) && !isSeen };
      if (isNew && !isSeen) this.#on.show(cell.index);
      this.#say(cell);
    }
    if (isOther) this.#hidePreview();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#showPreview(cell), patience);
  }

  #isSeen({ x, y, width, height }) {
    const { clientWidth, clientHeight } = this.#view;
    return x + width > 0 && y + height > 0 && x < clientWidth && y < clientHeight;
  }

  #place() { placeOutline(this.#outline, this.#frame); }

  #title({ name, index }) {
    const count = this.#on.plan()?.count ?? 0;
    return [name?.split("/").at(-1), `${(index + 1).toLocaleString()} of ${count.toLocaleString()}`].filter(Boolean);
  }

  /** Shows the picture beside the cell, where there is room. */
  async #showPreview(cell) {
    if (cell !== this.#cell || !this.isThere) return;
    const [name, place] = this.#preview.querySelectorAll("b, span");
    const image = this.#image;
    const words = this.#title(cell);
    [name.textContent, place.textContent] = words.length > 1 ? words : ["", words[0]];
    image.remove();
    if (cell.preview) {
      const blob = await picture(cell.preview).catch(() => null);
      if (cell !== this.#cell || !this.isThere) return;
      const isSeen = blob && await showBlob(image, blob);
      if (cell !== this.#cell || !this.isThere) return;
      if (isSeen) this.#preview.prepend(image);
    }
    this.#preview.hidden = false;
    const { width, height } = this.#preview.getBoundingClientRect();
    const { clientWidth, clientHeight } = this.#view;
    // The bar and the panels lie over it.
    const [top, left, bottom, right] = this.#on.inset();
    const beside = cell.x + cell.width + gap;
    const x = beside + width + gap <= clientWidth - right ? beside : Math.max(left + gap, cell.x - gap - width);
    const y = Math.max(top + gap, Math.min(cell.y + cell.height / 2 - height / 2, clientHeight - bottom - height - gap));
    this.#preview.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }

  #hidePreview() {
    clearTimeout(this.#timer);
    this.#preview.hidden = true;
    this.#image.remove();
    this.#image.removeAttribute("src");
  }

  /** Announces the cursor's cell to screen readers after a key; a pointer needs no announcement. */
  #say(cell) {
    const words = this.#title(cell).join(", ");
    clearTimeout(this.#words);
    if (words !== this.#status.textContent) this.#status.textContent = words;
  }

  /** Announces how many pictures are in view once the number stops changing. */
  #count(plan) {
    const seen = seenIn(plan);
    const count = seen ? seen.last - seen.first + 1 : 0;
    if (count === this.#counted) return;
    this.#counted = count;
    // The cursor's announcement has the number, too.
    if (this.#goal?.index !== undefined && this.#cell) return;
    clearTimeout(this.#words);
    this.#words = setTimeout(() => { this.#status.textContent = `${count.toLocaleString()} pictures shown`; }, 500);
  }
  #counted = 0;
}
