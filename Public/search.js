// The search field: what is looked for, its conditions one by one, and what could come next.

import { conditionsOf, wordsOf, without } from "./conditions.js";

/** Milliseconds after the last key before it is looked for. */
const rest = 250;
const mostOffered = 12;

export class Search {
  #row; #input; #chips; #list; #said; #button; #facetsButton; #on;
  #timer = 0;
  /** The query that was found last, and where the reader was before there was one. */
  #good = "";
  #offers = [];
  #asked = "";

  /**
   * @param find gives an element by its id.
   * @param on has `query()`, what is looked for; `look(query, isTyping)`, which looks for another; `isOffered()`; `facets(query)`, a promise
   *   of what the server counts; `closed()`, and `resized()`, when the row has come or gone.
   */
  constructor(find, on) {
    [this.#row, this.#input, this.#chips, this.#list, this.#said, this.#button, this.#facetsButton] = [
      "find", "find-text", "find-chips", "find-offers", "find-said", "find-button", "facets-button"].map(find);
    this.#on = on;
    this.#button.addEventListener("click", () => (this.isOpen && !on.query() ? this.close() : this.open()));
    find("find-close").addEventListener("click", () => this.close());
    this.#input.addEventListener("input", () => this.#typed());
    this.#input.addEventListener("keydown", event => this.#key(event));
    this.#input.addEventListener("blur", () => this.#offer([]));
    this.#list.addEventListener("pointerdown", event => {
      event.preventDefault();
      const option = event.target.closest("[role=option]");
      if (option) this.#take([...this.#list.children].indexOf(option));
    });
    document.addEventListener("keydown", event => {
      const isFind = event.key === "f" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey
        && !event.target.closest("input, textarea, select, dialog[open]");
      // Where there is nothing to search, the browser's own search is left to be.
      if (!(isFind || isSlash) || !on.isOffered() || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      this.open();
    });
  }

  get isOpen() { return !this.#row.hidden; }
  /** What it covers of the view, in px. */
  get height() { return this.isOpen ? this.#row.offsetHeight : 0; }

  open() {
    this.#show(true);
    this.#input.focus();
    this.#input.select();
  }

  /** Looks for nothing any more. */
  close() {
    this.#input.value = "";
    this.#commit("", false);
    this.#show(false);
    this.#on.closed();
  }

  /** Another view is shown. @param query is what it looks for. */
  show(query) {
    this.#button.hidden = !this.#on.isOffered();
    this.#button.ariaPressed = String(Boolean(query));
    if (document.activeElement !== this.#input) this.#input.value = query;
    if (query) this.#show(true);
    else if (document.activeElement !== this.#input && !this.#row.contains(document.activeElement)) this.#show(false);
    const conditions = conditionsOf(query);
    this.#chips.replaceChildren(...conditions.map((condition, place) => {
      const item = document.createElement("li");
      const chip = document.createElement("button");
      chip.type = "button";
      chip.className = "plain chip";
      chip.textContent = wordsOf(condition);
      chip.ariaLabel = `Take away ${wordsOf(condition)}`;
      chip.title = chip.ariaLabel;
      chip.addEventListener("click", () => {
        const next = without(this.#on.query(), place);
        this.#input.value = next;
        this.#commit(next, false);
        this.#input.focus();
      });
      item.append(chip);
      return item;
    }));
  }

  /** A plan of what is looked for has been painted. */
  found(query) {
    this.#good = query;
    this.#tell("");
  }

  /** The server does not understand what is looked for. @returns whether that was the matter. */
  refuse({ parameter, detail }) {
    if (parameter !== "q") return false;
    this.#show(true);
    this.#tell(`${detail.replace(/^q: /, "")}.`, true);
    this.#on.look(this.#good, true);
    return true;
  }

  /** Says a sentence below the field. */
  #tell(text, isWrong = false) {
    this.#said.textContent = text;
    this.#said.hidden = !text;
    if (isWrong) this.#input.ariaInvalid = "true";
    else this.#input.removeAttribute("aria-invalid");
    this.#on.resized();
  }

  /** Nothing was found: says which conditions to drop. @param query is what was looked for. */
  async missed(query) {
    const conditions = conditionsOf(query);
    this.#tell("Nothing matches all of it.");
    if (conditions.length < 2 || conditions.length > 8) return;
    const counts = await Promise.all(conditions.map((_, place) => this.#on.facets(without(query, place))));
    if (this.#on.query() !== query) return;
    const helps = conditions.map((condition, place) => ({ condition, count: counts[place]?.count ?? 0 })).filter(({ count }) => count);
    if (!helps.length) return;
    const best = helps.reduce((one, other) => (other.count > one.count ? other : one));
    this.#tell(`Nothing matches all of it. Without “${wordsOf(best.condition)}” there would be ${best.count.toLocaleString()}.`);
  }

  #show(isOpen) {
    if (this.#row.hidden === !isOpen) return;
    this.#row.hidden = !isOpen;
    this.#button.ariaExpanded = String(isOpen);
    if (!isOpen) this.#tell("");
    this.#on.resized();
  }

  #typed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#commit(this.#input.value.trim(), true), rest);
    this.#complete();
  }

  #commit(query, isTyping) {
    clearTimeout(this.#timer);
    if (query === this.#on.query() && !this.#input.ariaInvalid) return;
    this.#on.look(query, isTyping);
  }

  #key(event) {
    event.stopPropagation();
    const at = this.#offers.findIndex(({ element }) => element.ariaSelected === "true");
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!this.#offers.length) return void this.#complete();
      const count = this.#offers.length;
      this.#select((at + (event.key === "ArrowDown" ? 1 : at < 0 ? 0 : -1) + count) % count);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (at >= 0) this.#take(at);
      else {
        this.#offer([]);
        this.#commit(this.#input.value.trim(), false);
        this.#on.closed();
      }
    } else if (event.key === "Tab" && at >= 0) {
      event.preventDefault();
      this.#take(at);
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (this.#offers.length) this.#offer([]);
      else if (this.#input.value) {
        this.#input.value = "";
        this.#commit("", false);
      } else this.close();
    }
  }

  // What could come next

  /** The word that is being typed: its start in the text, and itself. */
  get #word() {
    const { value, selectionStart } = this.#input;
    const before = value.slice(0, selectionStart);
    const start = Math.max(before.lastIndexOf(" "), before.lastIndexOf("("), before.lastIndexOf("|")) + 1;
    return { start, text: before.slice(start).replace(/^-/, ""), isNot: before[start] === "-" };
  }

  async #complete() {
    const { start, text } = this.#word;
    if ((this.#input.value.slice(0, start).match(/"/g)?.length ?? 0) % 2) return this.#offer([]);
    const asked = `${this.#input.value}\n${start}`;
    this.#asked = asked;
    const facets = await this.#on.facets(this.#on.query());
    if (this.#asked !== asked || !facets || document.activeElement !== this.#input) return;
    const colon = text.indexOf(":");
    const typed = (colon < 0 ? text : text.slice(colon + 1)).replace(/^="?/, "").toLowerCase();
    if (colon >= 0) {
      const field = facets.fields.find(({ name }) => name === text.slice(0, colon));
      return this.#offer((field?.values ?? []).filter(({ text }) => text.toLowerCase().includes(typed))
        .map(({ text, count }) => ({ label: text, count, insert: `${field.name}:="${text}" ` })));
    }
    if (!typed) return this.#offer([]);
    const fields = facets.fields.filter(({ name }) => name.startsWith(typed))
      .map(({ name, present }) => ({ label: `${name}:`, count: present, insert: `${name}:` }));
    const values = facets.fields.flatMap(({ name, values = [] }) => values.filter(({ text }) => text.toLowerCase().startsWith(typed))
      .map(({ text, count }) => ({ label: `${name}: ${text}`, count, insert: `${name}:="${text}" ` })));
    this.#offer([...fields, ...values.sort((one, other) => other.count - one.count)]);
  }

  #offer(offers) {
    if (!offers.length) this.#asked = "";
    this.#offers = offers.slice(0, mostOffered).map((offer, place) => {
      const element = document.createElement("li");
      element.role = "option";
      element.id = `find-offer-${place}`;
      element.ariaSelected = "false";
      const count = document.createElement("small");
      count.textContent = offer.count.toLocaleString();
      element.append(offer.label, count);
      return { ...offer, element };
    });
    this.#list.replaceChildren(...this.#offers.map(({ element }) => element));
    this.#list.hidden = !this.#offers.length;
    this.#input.ariaExpanded = String(this.#offers.length > 0);
    this.#input.removeAttribute("aria-activedescendant");
  }

  #select(place) {
    for (const [other, { element }] of this.#offers.entries()) element.ariaSelected = String(other === place);
    const { element } = this.#offers[place];
    this.#input.setAttribute("aria-activedescendant", element.id);
    element.scrollIntoView({ block: "nearest" });
  }

  #take(place) {
    const offer = this.#offers[place];
    const { start, isNot } = this.#word;
    const { value, selectionStart } = this.#input;
    const before = value.slice(0, start) + (isNot ? "-" : "") + offer.insert;
    this.#input.value = before + value.slice(selectionStart).trimStart();
    this.#input.setSelectionRange(before.length, before.length);
    this.#offer([]);
    if (offer.insert.endsWith(" ")) this.#commit(this.#input.value.trim(), true);
    else this.#complete();
  }
}
