// The menu's part about all that is selected: it takes the rating, the flag, the label and the keywords where the menu's picture is selected.

/** Acts of the menu whose key is one for a picture and for what is selected. */
const shared = ["copy", "list", "unlist", "compare"];

export class SelectedMenu {
  #on;
  #isOfAll = false;

  /**
   * @param byId gives an element by its id.
   * @param on has `menuItem()`, the item that the menu is of, or null where it is of the selection alone; `isSelected(item)`, undefined
   *   where that is not known; `count()`, how many pictures are selected; and `isLooking()`, whether one picture is open.
   */
  constructor(byId, on) {
    this.#on = on;
    const [menu, noting, after, part, words] = ["menu", "menu-noting", "list-item", "menu-selected", "menu-count"].map(byId);
    const rows = [...noting.querySelectorAll("[role=group]")].map(row => ({ row, name: row.ariaLabel }));
    const keyOf = (/** @type {string} */ name) => menu.querySelector(`${name} > kbd`);
    menu.addEventListener("beforetoggle", ({ newState }) => {
      if (newState !== "open") return;
      this.#isOfAll = this.#decide();
      menu.classList.toggle("many", this.#isOfAll);
      // The rows stand in one of two places, so that the keys reach them in the order in which they are seen.
      if (this.#isOfAll) words.after(noting);
      else after.before(noting);
      const count = on.count();
      part.hidden = count === 0;
      // Each key stands once, at what it acts on.
      const areKeysOfAll = count > 0 && !on.isLooking();
      for (const act of shared) {
        keyOf(`[data-act="${act}"]`).hidden = areKeysOfAll;
        keyOf(`[data-act="${act}-selected"]`).hidden = !areKeysOfAll;
      }
      keyOf("[data-noted=keywords]").hidden = areKeysOfAll && !this.#isOfAll;
      for (const { row, name } of rows) row.ariaLabel = this.#isOfAll ? `${name} of all that is selected` : name;
      words.textContent = this.#isOfAll && count > 1 ? `All ${count.toLocaleString()} selected` : `${count.toLocaleString()} selected`;
    });
  }

  /** Whether what the menu notes is noted of all that is selected. An open picture is meant alone, as by keys. */
  #decide() {
    const { menuItem, isSelected, isLooking, count } = this.#on;
    if (!count()) return false;
    return menuItem() === null || !isLooking() && isSelected(menuItem()) === true;
  }

  /** The pictures that the menu notes something of. @returns {import("../annotate/annotating.js").Target} */
  get target() { return this.#isOfAll ? { selected: true } : { items: [this.#on.menuItem()] }; }
}
