// What is chosen in the bar: which collection, in which layout, order and groups.

import { element } from "../elements/element.js";
import { title } from "../values/fields.js";
import { canGroup, fieldOf } from "../values/groups.js";

const layouts = { grid: "Grid", justified: "Rows", stack: "Stack", strip: "Strip", pages: "Pages" };

const orders = {
  name: ["Name", "Name, last first"], date: ["Date, oldest first", "Date, newest first"],
  size: ["Size, smallest first", "Size, largest first"], colour: ["Colour", "Colour, last first"],
  likeness: ["Likeness", "Likeness, last first"],
};
const groups = [["", "No groups"], ["folder", "Folders"], ["month", "Months"]];
/** What the two directions of an order are called, by the kind of its field. */
const directions = {
  time: ["oldest first", "newest first"], number: ["smallest first", "largest first"],
};
/** Fields by which the collection's own orders sort. */
const ownOrders = { name: "name", bytes: "size" };
const units = ["year", "month", "day"];

/** The fields that can be sorted by, each with the names of both orders. */
function ordersOf(fields) {
  return fields.filter(({ name, kind }) => kind !== "position" && !ownOrders[name]).map(({ name, kind }) => {
    const [up, down] = directions[kind] ?? ["A to Z", "Z to A"];
    return [new Option(`${title(name)}, ${up}`, name), new Option(`${title(name)}, ${down}`, `-${name}`)];
  });
}

/** The groups that fields make: `[value, title]`. */
function groupsOf(fields) {
  return fields.flatMap(({ name, kind }) => {
    if (kind === "time") return units.map(unit => [`${name}:${unit}`, `${title(name)}, by ${unit}`]);
    return ["category", "number"].includes(kind) && name !== "folder" && !ownOrders[name] ? [[name, title(name)]] : [];
  });
}

/**
 * Keys open a list that is closed, rather than choosing from it unseen, which would show something else at once (WCAG 2.2,
 * 3.2.2).
 */
export function openByKeys(select) {
  const isOpen = () => CSS.supports("selector(:open)") && select.matches(":open");
  select.addEventListener("keydown", event => {
    const chooses = /^(Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown| )$/.test(event.key) || event.key.length === 1;
    // Of an open list the browser's own window has the keys.
    if (!chooses || event.ctrlKey || event.metaKey || event.altKey || isOpen()) return;
    event.preventDefault();
    select.showPicker?.();
  });
}

export class Pickers {
  #collection; #layouts; #order; #group;
  #on;
  /** What is shown, and the names of the fields that its pictures have a value of; null while nobody has asked. */
  #entry = null;
  /** @type {{layout?: string, order?: string, group?: string}} */
  #view = {};
  #present = null;
  /** Whether keys choose: then the list keeps the focus. */
  #isByKeys = false;
  /** The pages that were opened last, behind the collections of the list. */
  #pages = new Option();

  /**
   * @param byId gives an element by its id.
   * @param on has `collection(id)`, for another collection, and `change(view)`, for another view of the same one;
   *   `chosen()`, when a pointer has chosen; and `fields()`, a promise of the fields that the collection has values of.
   */
  constructor(byId, on) {
    [this.#collection, this.#layouts, this.#order, this.#group] = ["collection", "layout", "order", "group"].map(byId);
    this.#on = on;
    for (const id of ["collection", "order", "group", "range"]) openByKeys(byId(id));
    byId("more-button").addEventListener("click", () => this.#learn());
    const chosen = () => {
      if (this.#isByKeys) this.#isByKeys = false;
      else on.chosen();
    };
    for (const button of this.#layouts.children) {
      button.ariaLabel = layouts[button.dataset.layout];
      button.addEventListener("click", event => {
        on.change({ layout: button.dataset.layout });
        // A press by a key comes without a pointer; then the button keeps the focus.
        if (event.detail) on.chosen();
      });
    }
    for (const picker of [this.#collection, this.#order, this.#group]) {
      picker.addEventListener("keydown", () => { this.#isByKeys = true; });
      picker.addEventListener("pointerdown", () => { this.#isByKeys = false; });
      picker.addEventListener("change", () => {
        if (picker === this.#collection) on.collection(picker.value);
        else on.change({ [picker.id]: picker.value });
        chosen();
      });
    }
  }

  /** Takes the server's collections, and the paths that it does not show, which are there with the reason. */
  list(collections, unshown) {
    const others = unshown.map(({ reason }) => {
      const option = new Option(reason, "");
      option.disabled = true;
      return option;
    });
    this.#collection.replaceChildren(...collections.map(({ id, name }) => new Option(name, id)), ...others);
  }

  /** A collection is not there any more. */
  forget(collection) {
    for (const option of this.#collection.querySelectorAll("option")) if (option.value === collection) option.remove();
  }

  /** Offers what a collection can be seen in, and says what it is seen in. */
  show(entry, view) {
    if (entry.of) {
      Object.assign(this.#pages, { value: entry.id, text: `Pages of ${entry.name}` });
      this.#collection.append(this.#pages);
    }
    this.#collection.value = entry.id;
    for (const button of this.#layouts.children) {
      const number = entry.layouts.indexOf(button.dataset.layout);
      button.hidden = number < 0;
      button.title = `${button.ariaLabel} (${number + 1})`;
    }
    this.#layouts.hidden = entry.layouts.length < 2;
    this.layout = view.layout;
    if (entry !== this.#entry) this.#present = null;
    [this.#entry, this.#view] = [entry, view];
    this.#offer();
  }

  /** Fields that no picture has a value of are not offered: which these are is asked when somebody is about to choose. */
  async #learn() {
    const entry = this.#entry;
    const fields = entry?.fields ? await this.#on.fields() : null;
    if (!fields || entry !== this.#entry) return;
    this.#present = new Set(fields.map(({ name }) => name));
    this.#offer();
  }

  /** Orders and groups: those of the collection, then those of its fields. What is chosen is among them in any case. */
  #offer() {
    const [entry, view] = [this.#entry, this.#view];
    const chosen = [fieldOf(entry, view.order), fieldOf(entry, view.group)];
    const fields = (entry.fields ?? []).filter(field => this.#present?.has(field.name) || chosen.includes(field));
    const own = (entry.orders ?? []).flatMap(name => orders[name]
      ? [new Option(orders[name][0], name), new Option(orders[name][1], `-${name}`)] : []);
    this.#list(this.#order, own, ordersOf(fields).flat(), view.order ?? "name");
    const groupable = list => list.filter(([name]) => canGroup(entry, name, view)).map(([name, title]) => new Option(title, name));
    this.#list(this.#group, groupable(groups), groupable(groupsOf(fields)), view.group ?? "");
    // Where there are fields, there may be more than is known yet.
    this.#order.hidden = this.#order.options.length < 2 && !entry.fields;
    this.#group.hidden = this.#group.options.length < 2 && !(entry.fields && canGroup(entry, entry.fields[0].name, view));
  }

  #list(picker, own, others, value) {
    picker.replaceChildren(...own);
    if (others.length) {
      picker.append(element("optgroup", { label: "What is known of the pictures" }, ...others));
    }
    picker.value = value;
  }

  /** A single picture is a page that has been looked into. */
  set layout(name) {
    const shown = name === "item" ? "pages" : name;
    for (const button of this.#layouts.children) button.ariaPressed = String(button.dataset.layout === shown);
  }
}
