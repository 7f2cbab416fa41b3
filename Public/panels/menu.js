// A button of the bar that opens a menu below it.

import { closeBeside } from "../input/beside.js";

/** Opens and closes a menu, and leads the keyboard through it, as menus of the system do. */
export class Menu {
  #button; #panel; #on;

  /**
   * @param {HTMLElement} button
   * @param {HTMLElement} panel has the role `menu`; its entries have roles that begin with `menuitem`.
   * @param on has `opening()`, which fills it.
   */
  constructor(button, panel, on) {
    [this.#button, this.#panel, this.#on] = [button, panel, on];
    button.addEventListener("click", () => (this.isOpen ? this.close() : this.open()));
    button.addEventListener("keydown", event => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      event.stopPropagation();
      this.open(event.key === "ArrowUp");
    });
    panel.addEventListener("keydown", event => this.#step(event));
    closeBeside(() => this.isOpen, target => panel.contains(target) || button.contains(target), () => this.close(false));
    panel.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !panel.contains(relatedTarget) && relatedTarget !== button) this.close(false);
    });
  }

  get isOpen() { return !this.#panel.hidden; }

  open(isFromEnd = false) {
    this.#on.opening();
    this.#panel.hidden = false;
    this.#button.ariaExpanded = "true";
    const items = this.#items;
    (items.find(({ ariaChecked }) => ariaChecked === "true") ?? items.at(isFromEnd ? -1 : 0))?.focus();
  }

  /** @param givesFocus says that the button gets the focus. */
  close(givesFocus = true) {
    if (!this.isOpen) return;
    if (givesFocus) this.#button.focus();
    this.#panel.hidden = true;
    this.#button.ariaExpanded = "false";
  }

  /** The entries that can be chosen now. @returns {any[]} */
  get #items() {
    return [...this.#panel.querySelectorAll("[role^=menuitem]")].filter(item => item.checkVisibility());
  }

  #step(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    const items = this.#items;
    const at = items.indexOf(event.target.closest("[role^=menuitem]"));
    const goals = { ArrowDown: (at + 1) % items.length, ArrowUp: at - 1, Home: 0, End: -1 };
    if (event.key === "Escape") this.close();
    else if (event.key in goals) items.at(goals[event.key])?.focus();
    else if (event.key.length === 1 && event.key !== " ") {
      const from = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      from.find(({ textContent }) => textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    } else return;
    event.preventDefault();
  }
}
