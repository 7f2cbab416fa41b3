// The menu of orders, and the arrow that turns the order round.

import { button, element } from "../elements/element.js";
import { keyOf, orderOf, ordersOf } from "../values/orders.js";
import { Menu } from "./menu.js";

export class SortMenu {
  #box; #button; #panel; #arrow; #on; #menu;
  #entry = null; #present = null; #order = "name";
  /** Whether all orders are listed, not only the usual ones. */
  #isWide = false;

  /**
   * @param byId gives an element by its id.
   * @param on has `change(order)`, `opening()`, when the reader is about to choose, and `chosen()`, when a pointer has chosen.
   */
  constructor(byId, on) {
    [this.#box, this.#button, this.#panel, this.#arrow] = ["sort", "sort-button", "sort-menu", "direction"].map(byId);
    this.#on = on;
    this.#menu = new Menu(this.#button, this.#panel, {
      opening: () => {
        this.#isWide = false;
        this.#fill();
        on.opening();
      },
    });
    this.#arrow.addEventListener("click", event => this.#turn(!this.#order.startsWith("-"), event));
  }

  /** Offers the orders of a collection. @param present has the names of the fields that have values; null until they are known. */
  show(entry, order, present) {
    [this.#entry, this.#order, this.#present] = [entry, order, present];
    const orders = ordersOf(entry, present, order);
    const chosen = orderOf(orders, order);
    this.#box.hidden = !chosen;
    if (!chosen) return this.#menu.close(false);
    const isDown = order.startsWith("-");
    const way = chosen.directions[isDown ? 1 : 0];
    this.#button.querySelector("span").textContent = chosen.name;
    this.#button.ariaLabel = `Sort by: ${chosen.name}`;
    this.#button.title = `Sort: ${chosen.name}, ${way.charAt(0).toLowerCase()}${way.slice(1)}`;
    this.#arrow.ariaLabel = way;
    this.#arrow.title = `${way}; press for the other way round`;
    this.#arrow.classList.toggle("down", isDown);
    if (this.#menu.isOpen) this.#fill();
  }

  #fill() {
    const orders = ordersOf(this.#entry, this.#present, this.#order);
    const chosen = orderOf(orders, this.#order);
    const { usual, others } = orders;
    const isHidden = others.length > 0 && !this.#isWide;
    const listed = isHidden ? [...usual, ...others.filter(order => order === chosen)] : [...usual, ...others];
    const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest("#sort-menu [data-key]"))?.dataset.key;
    const entry = (key, name, isChecked, click, title = "") => button({
      className: "plain entry", role: "menuitemradio", tabIndex: -1, ariaChecked: String(isChecked), title, data: { key }, on: { click },
    }, name);
    const more = () => {
      this.#isWide = true;
      this.#fill();
      this.#focus(others[0].key);
    };
    const isDown = this.#order.startsWith("-");
    this.#panel.replaceChildren(
      element("div", { role: "group", ariaLabel: "Sort by" },
        ...listed.map(order => entry(order.key, order.name, order === chosen, event => this.#choose(order, event), order.hint)),
        isHidden ? button({ className: "plain entry", role: "menuitem", tabIndex: -1, data: { key: "more" }, on: { click: more } }, "More…") : null),
      element("div", { role: "group", ariaLabel: "Direction" },
        ...(chosen?.directions ?? []).map((name, place) => entry(`way ${place}`, name, isDown === (place === 1), event => this.#turn(place === 1, event)))));
    if (focused) this.#focus(focused);
  }

  #focus(key) { [...this.#panel.querySelectorAll("[data-key]")].find(item => item.dataset.key === key)?.focus(); }

  #choose(order, event) {
    if (order.key === keyOf(this.#order)) this.#end(event);
    else this.#change(`${order.isDown ? "-" : ""}${order.key}`, event);
  }

  #turn(isDown, event) { this.#change(`${isDown ? "-" : ""}${keyOf(this.#order)}`, event); }

  #change(order, event) {
    this.#end(event);
    this.#on.change(order);
    // A press by key has no pointer; the button then keeps the focus.
    if (event.detail) this.#on.chosen();
  }

  #end(event) { this.#menu.close(!event.detail); }
}
