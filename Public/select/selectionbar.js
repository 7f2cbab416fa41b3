// The bar that says how much is selected, with what can be done with it, and the entries of menus that do the same.

import { element } from "../elements/element.js";
import { Menu } from "../panels/menu.js";
import { size } from "../values/fields.js";
import { selectedQuery } from "../values/selection.js";

/** The fewest and the most pictures that are compared. */
const [fewest, most] = [2, 4];
/** Milliseconds after which a change is announced: several changes are one. */
const pause = 400;

export class SelectionBar {
  #bar; #count; #said; #on; #buttons; #item; #menu;
  #timer = 0;
  #below = "";
  /** What was announced last, and of which collection; null before the first plan. */
  #last = { collection: null, count: 0 };

  /**
   * @param byId gives an element by its id.
   * @param on has `isSelected(item)`, undefined where that is not known; `menuItem()`, the item that the menu is of; `canSearch()`,
   *   `canNote()` and `canExport()`, whether the selected ones of them can be exported; what the buttons do: `show()`,
   *   `export()`, `copy()`, `keywords()`, `rate(button)`, `compare()`, `all()`, `invert()`, `none()` and `toggle(item)`; `note(text)`, which says a
   *   sentence; `resized()`, when the bar covers more or less; and `cleared()`, when the button that had the focus has gone.
   */
  constructor(byId, on) {
    this.#on = on;
    [this.#bar, this.#count, this.#said, this.#item] = ["selection", "selection-count", "selection-said", "select-item"].map(byId);
    const acts = {
      "selection-show": on.show, "selection-export": on.export, "selection-compare": () => this.#compare(), "selection-all": on.all,
      "selection-invert": on.invert, "selection-clear": on.none, "select-all-button": on.all,
      "show-selected-item": on.show, "export-selected-item": on.export, "compare-selected-item": on.compare, "select-none-item": on.none,
      "copy-selected-item": on.copy, "selection-copy-row": on.copy, "selection-export-row": on.export, "selection-keywords-row": on.keywords, "selection-rate": () => on.rate(this.#buttons["selection-rate"]),
      "select-item": () => on.toggle(on.menuItem()),
    };
    this.#buttons = Object.fromEntries(Object.keys(acts).map(id => [id, byId(id)]));
    for (const [id, act] of Object.entries(acts)) this.#buttons[id].addEventListener("click", () => act());
    const menu = byId("selection-menu");
    this.#menu = new Menu(byId("selection-more"), menu, { opening() {} });
    menu.addEventListener("click", () => this.#menu.close());
    byId("menu").addEventListener("beforetoggle", () => {
      const isSelected = on.isSelected(on.menuItem());
      this.#item.firstChild.data = isSelected === undefined ? "Select, or deselect " : isSelected ? "Deselect " : "Select ";
    });
    new ResizeObserver(() => this.#measure()).observe(this.#bar);
    addEventListener("resize", () => this.#measure());
  }

  #compare() {
    if (this.#buttons["selection-compare"].ariaDisabled === "true") this.#on.note(`Select ${fewest} to ${most} pictures: then they are compared.`);
    else this.#on.compare();
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
    const { canSearch, canNote, canExport } = this.#on;
    const [isAny, canCompare] = [count > 0, count >= fewest && count <= most];
    const offered = {
      // What the bar has depends on the collection alone, so that no button moves while the selection grows.
      "selection-show": canSearch(), "selection-rate": canNote(), "selection-keywords-row": canNote(), "selection-export": canExport(),
      "show-selected-item": isAny && canSearch(), "export-selected-item": isAny && canExport(), "copy-selected-item": isAny && canExport(),
      "selection-copy-row": canExport(), "selection-export-row": canExport(),
      "compare-selected-item": canCompare, "select-none-item": isAny, "select-item": isOffered, "select-all-button": hasCells,
    };
    for (const [id, isHere] of Object.entries(offered)) this.#buttons[id].hidden = !isHere;
    this.#buttons["selection-compare"].ariaDisabled = String(!canCompare);
    this.#nameShow(query === selectedQuery);
    const hadFocus = this.#bar.contains(document.activeElement);
    this.#bar.hidden = !count || !hasCells;
    if (this.#bar.hidden) this.#menu.close(false);
    if (hadFocus && !document.activeElement.checkVisibility()) this.#on.cleared();
    const bytes = selection?.bytes;
    const text = `${count.toLocaleString()} of ${total.toLocaleString()} selected${bytes === undefined ? "" : ` · ${size(bytes)}`}`;
    if (this.#count.textContent !== text) this.#count.textContent = text;
    const [all, widest] = [total.toLocaleString(), bytes === undefined ? "" : " · 888.8 MB"];
    const longest = `${all} of ${all} selected${widest}`;
    if (this.#count.dataset.widest !== longest) this.#count.dataset.widest = longest;
    // On a phone the search field lies below it; over a strip it lies higher.
    const below = `${layout} ${document.body.style.getPropertyValue("--find-height")}`;
    if (below !== this.#below) this.#measure();
    this.#below = below;
    this.#announce(collection, count, count ? text : "Nothing is selected");
  }

  /** @param isAlone says whether the selected pictures are shown alone. */
  #nameShow(isAlone) {
    const show = this.#buttons["selection-show"];
    if (show.textContent === (isAlone ? "Show all" : "Show selected")) return;
    // Where there is little room, the long part is left out.
    if (isAlone) show.replaceChildren(element("span", { className: "long" }, "Show "), "all");
    else show.replaceChildren("Show", element("span", { className: "long" }, " selected"));
    show.ariaLabel = show.textContent;
    show.title = isAlone ? "Show all pictures again" : "Show the selected pictures alone";
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
