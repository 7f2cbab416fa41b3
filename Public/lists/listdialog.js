// The dialog that adds pictures to a list, or makes a new list of them.

import { button, element, small } from "../elements/element.js";
import { targetWords } from "../values/lists.js";

export class ListDialog {
  #dialog; #of; #list; #name; #make; #said; #editing; #on;
  /** @type {import("../values/lists.js").Target | null} The pictures that are meant. */
  #target = null;
  #isSending = false;

  /**
   * @param byId gives an element by its id.
   * @param {import("./listediting.js").ListEditing} editing
   * @param on has `count()`, how many pictures are selected, and `closed()`.
   */
  constructor(byId, editing, on) {
    [this.#dialog, this.#of, this.#list, this.#name, this.#make, this.#said] =
      ["lists", "lists-of", "lists-known", "lists-name", "lists-make", "lists-said"].map(byId);
    [this.#editing, this.#on] = [editing, on];
    this.#make.addEventListener("click", () => this.#enter());
    this.#name.addEventListener("keydown", event => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      this.#enter();
    });
    this.#dialog.addEventListener("close", () => on.closed());
  }

  /** @param {import("../values/lists.js").Target} target */
  async open(target) {
    this.#target = target;
    this.#name.value = this.#said.textContent = "";
    this.#of.textContent = targetWords(target, this.#on.count());
    this.#write();
    this.#dialog.showModal();
    (this.#list.querySelector("button") ?? this.#name).focus();
    // There may be others by now: other windows make lists, too.
    await this.#editing.refresh();
    if (target === this.#target && this.#dialog.open) this.#write();
  }

  /** Lists what the pictures can be added to. The list with the focus keeps it. */
  #write() {
    const { others } = this.#editing;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.list : undefined;
    this.#list.hidden = !others.length;
    this.#list.replaceChildren(...others.map(list => {
      const click = () => this.#send(() => this.#editing.add(list, this.#target));
      return element("li", {}, button({ className: "plain", data: { list: list.id }, on: { click } },
        element("bdi", {}, list.name), small(list.count)));
    }));
    if (focused !== undefined) (this.#list.querySelector(`[data-list="${focused}"]`) ?? this.#name).focus();
  }

  #enter() {
    const name = this.#name.value.trim();
    if (name) return this.#send(() => this.#editing.make(name, this.#target));
    this.#said.textContent = "Give the list a name first.";
    this.#name.focus();
  }

  /** Sends an edit once, and closes the dialog where nothing is wrong. @param {() => Promise<string>} edit */
  async #send(edit) {
    if (this.#isSending) return;
    this.#isSending = true;
    this.#said.textContent = "";
    const problem = await edit();
    this.#isSending = false;
    if (problem) this.#said.textContent = problem;
    else this.#dialog.close();
  }
}
