// All pictures of a grid at once, and the way back to where the reader was.

export class Overview {
  /** @type {import("./shown.js").Shown} */
  #shown;
  #on;
  /** @type {Page.Place | null} Where the reader was before; null if unknown. */
  #before = null;

  /**
   * @param on has `viewport()`, its size in px; `look(view, hold)`, which shows another view; and `leave()`, which begins an entry of the
   *   history.
   */
  constructor(shown, on) { [this.#shown, this.#on] = [shown, on]; }

  /** Shows the whole grid, and where that is shown, the view before it, or the start. Only while a plan is there. */
  toggle() {
    const { plan, view, collection, layout } = this.#shown;
    // Rows have no mosaic: the grid shows all of it.
    const isAll = layout === "grid" && (plan.mosaic?.isAll || (plan.visible?.first === 0 && plan.visible.last === plan.count - 1));
    if (!isAll) {
      const { item, fractionX, fractionY } = plan.anchor ?? {};
      this.#before = { collection, view, hold: item && { anchor: item, fractionX, fractionY } };
      this.#on.leave();
      return this.#on.look({ ...view, layout: "grid", rowHeight: undefined, columns: "all", lead: 0 });
    }
    const before = this.#before;
    this.#before = null;
    if (before && before.collection === collection && before.view.order === view.order && before.view.group === view.group) {
      return this.#on.look(before.view, before.hold);
    }
    const { width, height } = this.#on.viewport();
    const slot = document.elementsFromPoint(width / 2, height / 2).map(element => /** @type {HTMLElement} */ (element.closest(".slot"))).find(Boolean);
    const item = plan.mosaic ? plan.anchor?.item : slot?.dataset.item;
    this.#on.look({ ...view, columns: 0, lead: 0 }, item && { item, align: "center" });
  }
}
