// The bar's choices of collection, layout, order and groups.

import { whenChosen } from "../elements/choices.js";
import { element } from "../elements/element.js";
import { title } from "../values/fields.js";
import { canGroup, fieldOf } from "../values/groups.js";
import { SortMenu } from "./sortmenu.js";

/** What each layout is called, and how it shows pictures. */
const layouts = {
  grid: ["Grid", "equal cells"], justified: ["Rows", "whole pictures, in full rows"], stack: ["Stack", "one below the other"],
  strip: ["Strip", "side by side"], pages: ["Pages", "one at a time"],
  plane: ["Plane", "by two of their values"],
};
const groups = [["", "None"], ["folder", "Folder"], ["month", "Month"]];
const units = ["year", "month", "day"];

/** Returns the groups by field: `[value, title]`. */
function groupsOf(fields) {
  return fields.flatMap(({ name, kind }) => {
    if (kind === "time") return units.map(unit => [`${name}:${unit}`, `${title(name)}, by ${unit}`]);
    return ["category", "number"].includes(kind) && name !== "folder" && name !== "bytes" ? [[name, title(name)]] : [];
  });
}

/**
 * Makes keys open a closed list instead of choosing from it, which would change the view at once (WCAG 2.2, 3.2.2).
 */
export function openByKeys(select) {
  const isOpen = () => CSS.supports("selector(:open)") && select.matches(":open");
  select.addEventListener("keydown", event => {
    const chooses = /^(Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown| )$/.test(event.key) || event.key.length === 1;
    // An open list handles keys in the browser's own window.
    if (!chooses || event.ctrlKey || event.metaKey || event.altKey || isOpen()) return;
    event.preventDefault();
    select.showPicker?.();
  });
}

export class Pickers {
  #collection; #layouts; #sort; #group; #whole; #ofPictures;
  #on;
  /** The collection and view that are shown, and the names of the fields that have values; null until they are fetched. */
  /** @type {Wire.Collection | null} */
  #entry = null;
  /** @type {Page.View} */
  #view = {};
  #present = null;
  /** The option for the pages that were opened last, after the collections. */
  #pages = new Option();

  /**
   * @param byId gives an element by its id.
   * @param on has `collection(id)`, for another collection, and `change(view)`, for another view of the same one;
   *   `chosen()`, when a pointer has chosen; and `fields()`, a promise of the fields that the collection has values of.
   */
  constructor(byId, on) {
    [this.#collection, this.#group, this.#whole] = ["collection", "group", "whole-view"].map(byId);
    this.#layouts = ["layout", "layout-names"].map(byId);
    this.#ofPictures = ["names", "play"].map(byId);
    this.#on = on;
    this.#sort = new SortMenu(byId, { opening: () => this.#learn(), change: order => on.change({ order }), chosen: on.chosen });
    for (const id of ["collection", "group", "range"]) openByKeys(byId(id));
    byId("more-button").addEventListener("click", () => this.#learn());
    for (const button of this.#buttons) {
      [button.ariaLabel] = layouts[button.dataset.layout];
      button.title = layouts[button.dataset.layout].join(": ");
      button.addEventListener("click", event => {
        on.change({ layout: button.dataset.layout });
        // A press by key has no pointer; the button then keeps the focus.
        if (event.detail) on.chosen();
      });
    }
    whenChosen(this.#collection, () => on.collection(this.#collection.value), on.chosen);
    whenChosen(this.#group, () => on.change({ group: this.#group.value }), on.chosen);
  }

  /** Lists the server's collections, and the paths that it cannot show with the reason. */
  list(collections, unshown) {
    const others = unshown.map(({ reason }) => {
      const option = new Option(reason, "");
      option.disabled = true;
      return option;
    });
    this.#collection.replaceChildren(...collections.map(({ id, name }) => new Option(name, id)), ...others);
  }

  /** Removes a collection that has gone. */
  forget(collection) {
    for (const option of this.#collection.querySelectorAll("option")) if (option.value === collection) option.remove();
  }

  /** Offers a collection's layouts, orders and groups, and shows the current ones. */
  show(entry, view) {
    if (entry.of) {
      Object.assign(this.#pages, { value: entry.id, text: `Pages of ${entry.name}` });
      this.#collection.append(this.#pages);
    }
    this.#collection.value = entry.id;
    for (const button of this.#buttons) button.hidden = !entry.layouts.includes(button.dataset.layout);
    for (const list of this.#layouts) list.hidden = entry.layouts.length < 2;
    for (const row of this.#ofPictures) row.hidden = entry.kind === "chart";
    this.layout = view.layout;
    if (entry !== this.#entry) this.#present = null;
    [this.#entry, this.#view] = [entry, view];
    this.#offer();
  }

  /** Fetches which fields have values when the reader is about to choose; others are not offered. */
  async #learn() {
    const entry = this.#entry;
    const fields = entry?.fields ? await this.#on.fields() : null;
    if (!fields || entry !== this.#entry) return;
    this.#present = new Set(fields.map(({ name }) => name));
    this.#offer();
  }

  /** Offers the collection's orders and groups, then those of its fields. The current ones are always among them. */
  #offer() {
    const [entry, view] = [this.#entry, this.#view];
    const fields = (entry.fields ?? []).filter(field => this.#present?.has(field.name) || field === fieldOf(entry, view.group));
    this.#sort.show(entry, view.order ?? "name", this.#present);
    const groupable = list => list.filter(([name]) => canGroup(entry, name, view)).map(([name, title]) => new Option(title, name));
    this.#list(this.#group, groupable(groups), groupable(groupsOf(fields)), view.group ?? "");
    // With fields, there may be more choices than are known yet.
    this.#group.hidden = this.#group.options.length < 2 && !(entry.fields && canGroup(entry, entry.fields[0].name, view));
  }

  #list(picker, own, others, value) {
    picker.replaceChildren(...own);
    if (others.length) {
      picker.append(element("optgroup", { label: "What is known of the pictures" }, ...others));
    }
    picker.value = value;
  }

  /** The layouts' buttons: in the bar, and with their names in the menu. */
  get #buttons() { return this.#layouts.flatMap(list => [...list.children]); }

  /** Shows the current layout; a single picture counts as pages. */
  set layout(name) {
    const shown = name === "item" ? "pages" : name;
    for (const button of this.#buttons) button.ariaPressed = String(button.dataset.layout === shown);
    // Other layouts have no mosaic.
    this.#whole.hidden = !["grid", "justified"].includes(shown);
  }
}
