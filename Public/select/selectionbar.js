// The bar that says how much is selected, with what can be done with it, and the entries of menus that do the same.

import { size } from "../values/fields.js";
import { selectedQuery } from "../values/selection.js";

/** The fewest and the most pictures that are compared. */
const [fewest, most] = [2, 4];
/** Milliseconds after which a change is announced: several changes are one. */
const pause = 400;

export class SelectionBar {
  #bar; #count; #said; #on; #buttons; #item;
  #timer = 0;
  #below = "";
  /** What was announced last, and of which collection; null before the first plan. */
  #last = { collection: null, count: 0 };

  /**
   * @param byId gives an element by its id.
   * @param on has `isSelected(item)`, undefined where that is not known; `menuItem()`, the item that the menu is of; `canSearch()`,
   *   `canExport()` and `canNote()`; what the buttons do: `show()`, `export()`, `copy()`, `rate(button)`, `compare()`, `all()`, `invert()`,
   *   `none()` and `toggle(item)`; `resized()`, when the bar covers more or less; and `cleared()`, when the button that had the focus has gone.
   */
  constructor(byId, on) {
    this.#on = on;
    [this.#bar, this.#count, this.#said, this.#item] = ["selection", "selection-count", "selection-said", "select-item"].map(byId);
    const acts = {
      "selection-show": on.show, "selection-export": on.export, "selection-compare": on.compare, "selection-all": on.all,
      "selection-invert": on.invert, "selection-clear": on.none, "select-all-button": on.all,
      "show-selected-item": on.show, "export-selected-item": on.export, "compare-selected-item": on.compare, "select-none-item": on.none,
      "copy-selected-item": on.copy, "selection-rate": () => on.rate(this.#buttons["selection-rate"]),
      "select-item": () => on.toggle(on.menuItem()),
    };
    this.#buttons = Object.fromEntries(Object.keys(acts).map(id => [id, byId(id)]));
    for (const [id, act] of Object.entries(acts)) this.#buttons[id].addEventListener("click", () => act());
    byId("menu").addEventListener("beforetoggle", () => {
      const isSelected = on.isSelected(on.menuItem());
      this.#item.firstChild.data = isSelected === undefined ? "Select, or deselect " : isSelected ? "Deselect " : "Select ";
    });
    new ResizeObserver(() => this.#measure()).observe(this.#bar);
    addEventListener("resize", () => this.#measure());
  }

  /** Called when it may have another size or place: for each plan it would cost a layout. */
  #measure() {
    const height = this.#bar.hidden ? 0 : innerHeight - this.#bar.getBoundingClientRect().top;
    if (height === this.height) return;
    this.height = height;
    document.body.style.setProperty("--selection-height", `${height}px`);
    this.#on.resized();
  }

  /** How much of the view it covers at its foot, in px. */
  height = 0;

  /**
   * A plan was painted.
   * @param {Page.Plan} plan
   * @param isOffered says whether pictures can be selected, and `hasCells`, whether in cells.
   * @param {string} query is what is looked for.
   */
  show({ collection, layout, selection, count: found, total = found }, isOffered, hasCells, query) {
    const count = (isOffered && selection?.count) || 0;
    const canShow = count > 0 && this.#on.canSearch();
    const offered = {
      "selection-show": canShow, "show-selected-item": canShow,
      "selection-export": canShow && this.#on.canExport(), "export-selected-item": canShow && this.#on.canExport(),
      "copy-selected-item": canShow && this.#on.canExport(), "selection-rate": count > 0 && this.#on.canNote(),
      "selection-compare": canShow && count >= fewest && count <= most, "compare-selected-item": canShow && count >= fewest && count <= most,
      "select-none-item": count > 0, "select-item": isOffered, "select-all-button": hasCells,
    };
    for (const [id, isHere] of Object.entries(offered)) this.#buttons[id].hidden = !isHere;
    const name = query === selectedQuery ? "Show all" : "Show selected";
    if (this.#buttons["selection-show"].textContent !== name) {
      this.#buttons["selection-show"].textContent = name;
      this.#buttons["selection-show"].title = query === selectedQuery ? "Show all pictures again" : "Show the selected pictures alone";
    }
    const hadFocus = this.#bar.contains(document.activeElement);
    this.#bar.hidden = !count || !hasCells;
    if (hadFocus && !document.activeElement.checkVisibility()) this.#on.cleared();
    const bytes = selection?.bytes;
    const text = `${count.toLocaleString()} of ${total.toLocaleString()} selected${bytes === undefined ? "" : ` · ${size(bytes)}`}`;
    if (this.#count.textContent !== text) this.#count.textContent = text;
    // On a phone the search field lies below it; over a strip it lies higher.
    const below = `${layout} ${document.body.style.getPropertyValue("--find-height")}`;
    if (below !== this.#below) this.#measure();
    this.#below = below;
    this.#announce(collection, count, count ? text : "Nothing is selected");
  }

  /** Tells screen readers how much is selected once that stops changing; not what was so before. */
  #announce(collection, count, text) {
    const { collection: before, count: last } = this.#last;
    this.#last = { collection, count };
    if (collection !== before) {
      clearTimeout(this.#timer);
      this.#said.textContent = "";
    } else if (count !== last) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => { this.#said.textContent = text; }, pause);
    }
  }
}
