// What is chosen in the bar: which collection, in which layout, order and groups.

const layouts = { grid: "Grid", justified: "Rows", stack: "Stack", strip: "Strip", pages: "Pages" };

const orders = {
  name: ["Name", "Name, last first"], date: ["Date, oldest first", "Date, newest first"],
  size: ["Size, smallest first", "Size, largest first"], colour: ["Colour", "Colour, last first"],
  likeness: ["Likeness", "Likeness, last first"],
};
const groups = [["", "No groups"], ["folder", "Folders"], ["month", "Months"]];

/** Folders lie together in the order of names, months in that of dates; rows of pictures have room for headings. */
export function canGroup(entry, name, { layout, order = "name" }) {
  if (!name) return true;
  if (!["grid", "justified"].includes(layout) || entry.kind !== "folder") return false;
  return order.replace("-", "") === (name === "month" ? "date" : "name");
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
  /** Whether keys choose: then the list keeps the focus. */
  #isByKeys = false;

  /**
   * @param find gives an element by its id.
   * @param on has `collection(id)`, for another collection, and `change(view)`, for another view of the same one; and
   *   `chosen()`, when a pointer has chosen.
   */
  constructor(find, on) {
    [this.#collection, this.#layouts, this.#order, this.#group] = ["collection", "layout", "order", "group"].map(find);
    for (const id of ["collection", "order", "group", "range"]) openByKeys(find(id));
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

  /** Offers what a collection can be seen in, and says what it is seen in. */
  show(entry, view) {
    this.#collection.value = entry.id;
    for (const button of this.#layouts.children) {
      const number = entry.layouts.indexOf(button.dataset.layout);
      button.hidden = number < 0;
      button.title = `${button.ariaLabel} (${number + 1})`;
    }
    this.#layouts.hidden = entry.layouts.length < 2;
    this.layout = view.layout;
    this.#order.replaceChildren(...(entry.orders ?? []).flatMap(name => orders[name]
      ? [new Option(orders[name][0], name), new Option(orders[name][1], `-${name}`)] : []));
    this.#order.value = view.order ?? "name";
    this.#order.hidden = this.#order.options.length < 2;
    const possible = groups.filter(([name]) => canGroup(entry, name, view));
    this.#group.replaceChildren(...possible.map(([name, title]) => new Option(title, name)));
    this.#group.value = view.group ?? "";
    this.#group.hidden = possible.length < 2;
  }

  /** A single picture is a page that has been looked into. */
  set layout(name) {
    const shown = name === "item" ? "pages" : name;
    for (const button of this.#layouts.children) button.ariaPressed = String(button.dataset.layout === shown);
  }
}
