// The palette: any action, found by parts of its name.

import { keysAsElements } from "./keyhints.js";
import { needsOf, ownKeys } from "../input/actions.js";
import { ways } from "../input/ways.js";
import { element } from "../elements/element.js";
import { keyOf } from "../values/keynames.js";
import { matching } from "../values/match.js";

export class Palette {
  #dialog; #input; #list; #said; #actions; #on;
  /** The actions that are listed, and which of them is chosen. */
  #listed = [];
  #chosen = 0;

  /**
   * @param byId gives an element by its id.
   * @param {import("../input/actions.js").Action[]} actions
   * @param on has `more()`, further actions that depend on what is shown, and `closed()`, when the element that had the focus may have gone.
   */
  constructor(byId, actions, on) {
    [this.#dialog, this.#input, this.#list, this.#said] = ["palette", "palette-text", "palette-list", "palette-said"].map(byId);
    [this.#actions, this.#on] = [actions, on];
    byId("palette-button").addEventListener("click", () => this.open());
    this.#input.addEventListener("input", () => this.#write());
    this.#dialog.addEventListener("keydown", event => this.#key(event));
    this.#dialog.addEventListener("close", () => on.closed());
    // A press beside it closes it.
    this.#dialog.addEventListener("click", event => { if (event.target === this.#dialog) this.#dialog.close(); });
    // The field keeps the focus.
    this.#list.addEventListener("mousedown", event => event.preventDefault());
    this.#list.addEventListener("click", event => {
      const place = [...this.#list.children].indexOf(event.target.closest("[role=option]"));
      if (place >= 0) this.#run(place);
    });
  }

  open() {
    this.#input.value = "";
    this.#dialog.showModal();
    this.#write();
    this.#input.focus();
  }

  /** Lists the actions that match: those that are possible, then, for a text, the others. */
  #write() {
    const typed = this.#input.value.trim();
    const all = [...this.#actions.filter(({ id }) => id !== "palette"), ...this.#on.more()];
    const found = matching(all, typed).map(action => ({ action, isNow: action.isPossible() }));
    this.#listed = [...found.filter(({ isNow }) => isNow), ...(typed ? found.filter(({ isNow }) => !isNow) : [])];
    this.#list.replaceChildren(...this.#listed.map(({ action, isNow }, place) => {
      const { name, group } = action;
      const needs = needsOf(action);
      const option = element("li", { role: "option", id: `palette-${place}`, ariaDisabled: String(!isNow) },
        element("span", {}, element("bdi", {}, name), element("small", {}, ` ${isNow || !needs ? group : `needs ${needs}`}`)),
        element("span", { className: "by" }, ...keysAsElements(ownKeys(this.#actions, action))));
      return option;
    }));
    // What hands do, and what is not done here, is said.
    const hands = ways.filter(({ how }) => how).map(way => ({ ...way, words: `${way.words ?? ""} ${way.how}` }));
    const [way] = this.#listed.length ? [] : matching(hands, typed);
    this.#said.textContent = this.#listed.length ? "" : way ? `${way.name}: ${way.how}.` : "No action is called that.";
    this.#input.ariaExpanded = String(this.#listed.length > 0);
    this.#list.hidden = !this.#listed.length;
    this.#choose(0);
  }

  #choose(place) {
    this.#chosen = place;
    for (const [other, option] of [...this.#list.children].entries()) option.ariaSelected = String(other === place);
    const option = this.#list.children[place];
    if (!option) return this.#input.removeAttribute("aria-activedescendant");
    this.#input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  #key(event) {
    const count = this.#listed.length;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && count) this.#choose((this.#chosen + by + count) % count);
    else if (event.key === "Enter") this.#run(this.#chosen);
    else if (this.#actions.find(({ id }) => id === "palette").keys.includes(keyOf(event))) this.#dialog.close();
    else return;
    event.preventDefault();
  }

  /** Closes the palette, which gives back the focus, then runs an action: it may need that focus, or move it. */
  #run(place) {
    const { action, isNow } = this.#listed[place] ?? {};
    if (!isNow) return;
    this.#dialog.close();
    action.run();
  }
}
