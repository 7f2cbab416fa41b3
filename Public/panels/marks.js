// Pictures that are marked for comparison, and the way that leads to one.

import { Tick } from "../scene/tick.js";

/** The most pictures: more would be too small to compare. */
const most = 4;

export class Marks {
  /** Collection id → ids of its marked pictures, in the order of marking. */
  #marked = new Map();
  /** The collection in which pictures to compare are being chosen; null where none are. */
  #choosing = null;
  /** The picture with which the choice began, if it was not marked before. */
  #begun = null;
  #slots; #on; #bar; #count; #compare; #clear; #said; #item; #row; #tick;

  /**
   * @param byId gives an element by its id.
   * @param layer is the one of the slots.
   * @param on has `collection()`, the id of what is shown, null where that is no pictures; `hasCells()`, whether there are several in
   *   cells; `item()`, the picture that is looked at or has the focus, or null; `menuItem()`, the one that the menu is of;
   *   `compare(items)`; `back()`, which leads from one picture to the others; `note(text)`, which says a sentence; and `cleared()`,
   *   when the button that had the focus has gone.
   */
  constructor(byId, slots, layer, on) {
    this.#slots = slots;
    this.#on = on;
    [this.#bar, this.#count, this.#compare, this.#clear, this.#said, this.#item, this.#row] = ["marks", "marks-count", "compare-button",
      "clear-marks", "marks-said", "mark-item", "compare-row"].map(byId);
    this.#tick = new Tick(layer, slots, {
      isOffered: () => on.hasCells(), toggle: item => this.toggle(item), compare: item => this.#begin(item),
    });
    for (const button of [this.#compare, this.#row]) button.addEventListener("click", () => this.compare());
    byId("compare-this").addEventListener("click", () => this.#begin(on.item()));
    byId("compare-item").addEventListener("click", () => this.#begin(on.menuItem()));
    this.#clear.addEventListener("click", () => (this.isChoosing ? this.cancel() : this.#empty()));
    this.#item.addEventListener("click", () => this.toggle(on.menuItem()));
    byId("menu").addEventListener("beforetoggle", () => {
      this.#item.firstChild.data = this.items.includes(on.menuItem()) ? "Unmark " : "Mark to compare ";
    });
  }

  /** The marked pictures of the collection that is shown. */
  get items() { return this.#marked.get(this.#on.collection()) ?? []; }

  /** Whether the next picture that is pressed is taken for the comparison, and not opened. */
  get isChoosing() { return this.#choosing !== null && this.#choosing === this.#on.collection(); }

  /** Marks or unmarks a picture: the given one, else the current one. */
  toggle(item = this.#on.item()) {
    if (this.#on.collection() === null) return;
    if (!item) return this.#on.note("Go to a picture with → and the other arrows, or open one: then x marks it.");
    const { items } = this;
    if (items.includes(item)) this.drop(item);
    else if (items.length < most) this.#add(item);
    else this.#on.note("Four pictures are the most that can be compared. Unmark one of them, or clear the marks.");
  }

  /** Unmarks a picture. */
  drop(item) {
    if (this.items.includes(item)) this.#set(this.items.filter(other => other !== item));
  }

  /** Compares the marked pictures; where there are too few, lets the current one be compared, and others be chosen. */
  compare() {
    if (this.items.length < 2) this.#begin(this.#on.item());
    else this.#open();
  }

  /** Takes a picture that was pressed for the comparison that is being chosen. @returns whether it has. */
  choose(item) {
    if (!this.isChoosing || !item) return false;
    if (!this.items.length) this.#begun = item;
    if (!this.items.includes(item)) this.#add(item);
    return true;
  }

  /** Ends the choice, and forgets what it began with. */
  cancel() {
    const [begun, hadKeys] = [this.#begun, document.activeElement === this.#clear];
    this.#choosing = this.#begun = null;
    this.#set(this.items.filter(item => item !== begun));
    if (hadKeys) this.#on.cleared();
  }

  /** Unmarks all pictures. */
  forget() { this.#set([]); }

  /** Compares a picture with the marked ones, or with those that are chosen next. @param item is null where none is current. */
  #begin(item) {
    const { items } = this;
    if (this.#on.collection() === null) return;
    if (item && !items.includes(item)) {
      if (items.length === most) return this.toggle(item);
      this.#begun = items.length ? null : item;
      this.#set([...items, item]);
    }
    if (this.items.length > 1) return this.#open();
    this.#choosing = this.#on.collection();
    this.#on.back();
    this.#say();
  }

  #open() {
    this.#choosing = this.#begun = null;
    this.show();
    this.#on.compare([...this.items]);
  }

  /** Marks a picture. The second of a choice is what it waited for. */
  #add(item) {
    this.#set([...this.items, item]);
    if (this.isChoosing && this.items.length > 1) this.#open();
  }

  #empty() {
    this.#set([]);
    this.#on.cleared();
  }

  #set(items) {
    this.#marked.set(this.#on.collection(), items);
    this.#say();
  }

  #say() {
    const { length } = this.items;
    this.#said.textContent = this.isChoosing ? this.#next : length ? `${length} marked` : "Nothing is marked";
    this.show();
  }

  /** What is to be done next. */
  get #next() { return `Choose the ${this.items.length ? "second" : "first"} picture`; }

  /** Shows the marks after each plan, since slots are reused for other pictures. */
  show() {
    const { items } = this;
    for (const slot of this.#slots.shown.values()) slot.mark = slot.tile.isFirst ? items.indexOf(slot.tile.item) + 1 : 0;
    this.#tick.show();
    const { isChoosing } = this;
    document.body.classList.toggle("choosing", isChoosing);
    this.#row.hidden = this.#on.collection() === null;
    this.#bar.hidden = !items.length && !isChoosing;
    this.#count.textContent = isChoosing ? this.#next : `${items.length} marked`;
    // Where a press on a picture chooses it, there is nothing else to press.
    this.#compare.hidden = isChoosing && this.#on.hasCells();
    this.#clear.textContent = isChoosing ? "Cancel" : "Clear";
  }
}
