// Pictures that are marked for comparison.

import { Tick } from "../scene/tick.js";

/** The most pictures: more would be too small to compare. */
const most = 4;

const enough = "Mark two to four pictures, with x or in their menu: then they can be compared.";

export class Marks {
  /** Collection id → ids of its marked pictures, in the order of marking. */
  #marked = new Map();
  #slots; #on; #bar; #count; #compare; #said; #item; #tick;

  /**
   * @param byId gives an element by its id.
   * @param layer is the one of the slots.
   * @param on has `collection()`, the id of what is shown, null where that is no pictures; `hasCells()`, whether there are several in
   *   cells; `item()`, the picture that is looked at or has the focus, or null; `menuItem()`, the one that the menu is of;
   *   `compare(items)`; `note(text)`, which says a sentence; and `cleared()`, when the button that had the focus has gone.
   */
  constructor(byId, slots, layer, on) {
    this.#slots = slots;
    this.#on = on;
    [this.#bar, this.#count, this.#compare, this.#said, this.#item] = ["marks", "marks-count", "compare-button", "marks-said",
      "mark-item"].map(byId);
    this.#tick = new Tick(layer, slots, { isOffered: () => on.hasCells(), toggle: item => this.toggle(item) });
    this.#compare.addEventListener("click", () => this.compare());
    byId("clear-marks").addEventListener("click", () => this.#clear());
    this.#item.addEventListener("click", () => this.toggle(on.menuItem()));
    byId("menu").addEventListener("beforetoggle", () => {
      this.#item.firstChild.data = this.items.includes(on.menuItem()) ? "Unmark " : "Mark to compare ";
    });
  }

  /** The marked pictures of the collection that is shown. */
  get items() { return this.#marked.get(this.#on.collection()) ?? []; }

  /** Marks or unmarks a picture: the given one, else the current one. */
  toggle(item = this.#on.item()) {
    if (this.#on.collection() === null) return;
    if (!item) return this.#on.note("Go to a picture with Tab and the arrows, or open one: then x marks it.");
    const { items } = this;
    if (items.includes(item)) this.drop(item);
    else if (items.length < most) this.#set([...items, item]);
    else this.#on.note("Four pictures are the most that can be compared. Unmark one of them, or clear the marks.");
  }

  /** Unmarks a picture. */
  drop(item) {
    if (this.items.includes(item)) this.#set(this.items.filter(other => other !== item));
  }

  compare() {
    if (this.#on.collection() === null) return;
    if (this.items.length < 2) this.#on.note(enough);
    else this.#on.compare([...this.items]);
  }

  #clear() {
    this.#set([]);
    this.#on.cleared();
  }

  #set(items) {
    this.#marked.set(this.#on.collection(), items);
    this.#said.textContent = items.length ? `${items.length} marked` : "Nothing is marked";
    this.show();
  }

  /** Shows the marks after each plan, since slots are reused for other pictures. */
  show() {
    const { items } = this;
    for (const slot of this.#slots.shown.values()) slot.mark = slot.tile.isFirst ? items.indexOf(slot.tile.item) + 1 : 0;
    this.#tick.show();
    this.#bar.hidden = !items.length;
    this.#count.textContent = `${items.length} marked`;
    this.#compare.ariaDisabled = items.length < 2;
  }
}
