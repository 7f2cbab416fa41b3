// The search field: the query, its conditions as chips, and suggestions.

import { button, element, small } from "../elements/element.js";
import { asksForDuplicates, compared } from "./comparing.js";
import { conditionsOf, fieldOf, whole, wordsOf, without } from "../values/conditions.js";
import { folded, isolated, sentence, title } from "../values/fields.js";
import { between, rangeText, spanText } from "../values/ranges.js";

/** Milliseconds after the last key until the search begins. */
const rest = 250;
const mostOffered = 12;

/** What a picture can be asked to be: the server has no counts of these. */
const kinds = ["landscape", "portrait", "square", "panorama", "video", "raw", "live", "duplicate", "unreadable", "selected"];

/** What is like a picture, and nothing else. */
const likeOne = /^like:\S+$/;

/** How much of a kind has to be typed until it is meant. */
const fewest = 3;

/** The kinds that a word is the beginning of, or the plural. @param {string} word is folded. */
const kindsLike = word => (word.length < fewest ? [] : kinds.filter(kind => kind.startsWith(word) || word === `${kind}s`));

export class Search {
  #row; #input; #chips; #list; #said; #message; #button; #facetsButton; #on;
  #timer = 0;
  /** The last valid query as the server read it, with dates in words replaced by days. */
  #understood = "";
  /** The last valid query, and the one that the server did not understand, while it stands in the field. */
  #good = "";
  #wrong = null;
  /** The query that found nothing, while that is said; null for none. */
  #missed = null;
  #offers = [];
  #asked = "";

  /**
   * @param byId gives an element by its id.
   * @param on has `query()`, what is looked for; `look(query, isTyping)`, which looks for another; `refused()`, when the server does not
   *   understand it; `isOffered()`; `facets(query, field, begins)`, a promise of what the server counts, of one field or all, of the values
   *   that begin so; `closed()`, when the keys go back to the pictures, and `resized()`, when the row has come or gone;
   *   `collection()`, the address of the collection's description, and `compared()`, when its files have been compared.
   */
  constructor(byId, on) {
    [this.#row, this.#input, this.#chips, this.#list, this.#said, this.#message, this.#button, this.#facetsButton] = [
      "find", "find-text", "find-chips", "find-offers", "find-said", "message", "find-button", "facets-button"].map(byId);
    this.#on = on;
    new ResizeObserver(() => this.#resize()).observe(this.#row);
    this.#button.addEventListener("click", () => (this.isOpen && !on.query() ? this.close() : this.open()));
    byId("find-close").addEventListener("click", () => this.close());
    this.#input.addEventListener("input", () => this.#typed());
    this.#input.addEventListener("keydown", event => this.#key(event));
    this.#input.addEventListener("focus", () => this.#place());
    this.#input.addEventListener("blur", () => {
      this.#offer([]);
      this.#place();
    });
    this.#chips.addEventListener("click", ({ target }) => { if (target === this.#chips) this.#input.focus(); });
    // The field keeps the focus. The suggestion is taken when the press ends; earlier, its end would hit what lies below the list.
    for (const begin of ["pointerdown", "mousedown"]) this.#list.addEventListener(begin, event => event.preventDefault());
    this.#list.addEventListener("click", event => {
      const option = event.target.closest("[role=option]");
      if (option) this.#take([...this.#list.children].indexOf(option));
    });
  }

  /** On a narrow screen the chips have their own line. */
  #resize() {
    if (this.height === this.#told) return;
    this.#told = this.height;
    this.#on.resized();
  }
  /** The last reported height, in px. */
  #told = 0;

  /** Whether there is anything to search: without it the browser's own search works. */
  get isOffered() { return this.#on.isOffered(); }
  get isOpen() { return !this.#row.hidden; }
  /** How much of the view it covers, in px. */
  get height() { return this.isOpen ? this.#row.offsetHeight : 0; }

  open() {
    this.#show(true);
    this.#input.focus();
    this.#input.select();
  }

  /** Begins a search with what was typed elsewhere. @param {string} text */
  write(text) {
    this.open();
    this.#input.value = text;
    this.#typed();
  }

  /** Ends the search. */
  close() {
    this.#input.value = ""; this.#commit("", false);
    this.#show(false);
    this.#on.closed();
    if (this.#on.query()) this.show(this.#on.query());
  }

  /** Shows the query of another view. */
  show(query) {
    this.#button.hidden = !this.#on.isOffered();
    this.#button.ariaPressed = String(Boolean(query));
    if (query !== this.#good) this.#wrong = null;
    if ((document.activeElement !== this.#input || !this.#on.isOffered()) && this.#wrong === null) this.#input.value = query;
    if (query || this.#wrong !== null) this.#show(true);
    else if (!this.#on.isOffered() || !this.#row.contains(document.activeElement)) this.#show(false);
    this.#showChips(query, this.understood(query));
  }

  /** What the chips say, and the query that they are of. */
  #conditions = ""; #named = "";
  /** What people call conditions, as the server has said: "rating:>=4" → "4 stars or more". @type {Map<string, string>} */
  #words = new Map();
  /** @param {string} condition */
  #wordsOf = condition => this.#words.get(condition) ?? wordsOf(condition);

  /** Chips stand in the field, in place of its text: while somebody writes, where they say the same, and else where they are of that text. */
  #place() {
    const { value } = this.#input;
    const isOfText = this.#conditions === conditionsOf(value).join(" ") || document.activeElement !== this.#input && value.trim() === this.#named;
    this.#chips.classList.toggle("same", this.#conditions !== "" && this.#wrong === null && isOfText);
  }

  /** Shows a chip for each condition, which removes it. @param understood is the query as the server read it. */
  #showChips(query, understood) {
    const conditions = conditionsOf(understood);
    [this.#conditions, this.#named] = [conditions.join(" "), query];
    this.#place();
    this.#chips.replaceChildren(...conditions.map((condition, index) => {
      const words = this.#wordsOf(condition);
      const title = `Take away ${words}`;
      const click = () => {
        const next = without(understood, index);
        this.#input.value = next;
        this.#commit(next, false);
        this.#input.focus();
      };
      return element("li", {}, button({ className: "plain chip", ariaLabel: title, title, on: { click } }, words));
    }));
  }

  /** Notes what conditions are called. @param {Wire.Condition[]} conditions */
  #name(conditions) { this.#words = new Map([...[...this.#words].slice(-100), ...conditions.map(({ text, words }) => /** @type {[string, string]} */ ([text, words]))]); }

  /** Notes that a query was valid, after its plan was painted. @param {Page.Plan} plan says how the server has read it. */
  found(query, { understood = query, conditions = [], count }) {
    this.#name(conditions);
    [this.#good, this.#understood] = [query, understood];
    if (this.#wrong !== null && this.#input.value.trim() === this.#wrong) return this.#showChips(query, understood);
    this.#wrong = null;
    this.#showChips(query, understood);
    this.#tell(likeOne.test(understood) && count === 1 ? "No other picture here looks like it." : "");
  }

  /** Forgets the query before another collection. */
  forget() { [this.#good, this.#understood, this.#wrong] = ["", "", null]; }
  /** A query as the server has read it, where that is known. @param {string} query */
  understood(query) { return query === this.#good ? this.#understood : query; }

  /** Says why the server refused the query. @returns whether the problem is about it. */
  refuse({ parameter, detail }) {
    if (parameter !== "q") return false;
    this.#wrong = this.#on.query();
    this.#show(true);
    if (document.activeElement !== this.#input) this.#input.value = this.#wrong;
    this.#place();
    this.#tell(sentence(detail, "q"), true);
    // Earlier results do not answer this query.
    this.#on.refused();
    return true;
  }

  /** Shows a sentence below the field, or in place of the pictures where there are none. */
  #tell(text, isWrong = false) {
    if (isWrong || !text) this.#missed = null;
    const place = this.#missed === null ? this.#row : this.#message;
    if (this.#said.parentElement !== place) place === this.#row ? place.append(this.#said) : place.prepend(this.#said);
    if (this.#said.textContent === text && this.#said.hidden === !text && Boolean(this.#input.ariaInvalid) === isWrong) return;
    this.#said.textContent = text;
    this.#said.hidden = !text;
    if (isWrong) this.#input.ariaInvalid = "true";
    else this.#input.removeAttribute("aria-invalid");
    this.#resize();
  }

  /** Says which conditions to drop after a query has found nothing. @param {Page.Plan} plan says how the server has read it. */
  async missed(query, { understood = query, conditions: named = [] }) {
    this.#name(named);
    this.#showChips(query, understood);
    // The sentence changes the row's height, which leads to another plan: it is said once.
    if (query === this.#missed) return;
    this.#missed = query;
    const conditions = conditionsOf(understood);
    if (asksForDuplicates(understood)) {
      const isWanted = () => this.#missed === query && this.#on.query() === query;
      if (await compared(this.#on.collection(), isWanted, () => this.#tell("Files are being compared. Those that occur more than once show up here."))) {
        // The next plan says whether any were found.
        this.#missed = null;
        return this.#on.compared();
      }
      if (!isWanted()) return;
      if (conditions.length === 1 && /^is:duplicate$/.test(understood) && understood === query) return this.#tell("No two files here have the same contents.");
    }
    if (likeOne.test(understood)) return this.#tell("What this picture looks like is not known yet. Pictures like it show up here once it is.");
    this.#tell(conditions.length > 1 ? "Nothing matches all of it." : "Nothing matches.");
    // A word that was read as a kind may have been meant as a part of a name.
    if (conditions.length === 1 && understood !== query && /^-?is:/.test(understood)) {
      return this.#tell(`There are no ${this.#wordsOf(understood).replace(/^no /, "other ")} here. Names with the word are found by “"${query.replace(/^(-|not |no )/i, "")}"”.`);
    }
    const [kind] = conditions.length === 1 ? kindsLike(folded(query)) : [];
    if (kind) {
      this.#said.append(" A kind is called so: ", this.#offered(`is:${kind}`, `is:${kind}`));
      return this.#resize();
    }
    const near = (await this.#on.facets(understood))?.near ?? [];
    if (this.#on.query() !== query || this.#missed !== query) return;
    if (near.length) return this.#offerNear(near);
    if (conditions.length === 1) return this.#tellValues(query, fieldOf(conditions[0]));
    if (conditions.length > 8) return;
    const counts = await Promise.all(conditions.map((_, index) => this.#on.facets(without(understood, index))));
    if (this.#on.query() !== query) return;
    const helps = conditions.map((condition, index) => ({ condition, count: counts[index]?.count ?? 0 })).filter(({ count }) => count);
    if (!helps.length) return;
    const best = helps.reduce((one, other) => (other.count > one.count ? other : one));
    const words = this.#wordsOf(best.condition);
    this.#tell(`Nothing matches all of it. Without ${words.startsWith("“") ? words : `“${words}”`} there would be ${best.count.toLocaleString()}.`);
  }

  /** Offers words that occur in place of one that does not. @param {Wire.NearWord[]} near */
  #offerNear(near) {
    const words = near.map(({ text, query, count }) => this.#offered(`${text} (${count.toLocaleString()})`, query));
    this.#said.append(near.length > 1 ? " These words occur: " : " This word occurs: ", ...words.flatMap(word => [word, " "]));
    this.#resize();
  }

  /** A button that searches for something else. */
  #offered(text, query) {
    const click = () => {
      this.#input.value = query;
      this.#commit(query, false);
      this.#input.focus();
    };
    return button({ className: "plain near", on: { click } }, text);
  }

  /** Shows a field's most frequent values, after its condition found nothing. @param name is the field's, or null. */
  async #tellValues(query, name) {
    const field = name && name !== "is" && (await this.#on.facets("", name))?.fields.find(field => field.name === name);
    if (!field || this.#on.query() !== query) return;
    const { values = [], bars = [] } = field;
    const most = values.toSorted((one, other) => other.count - one.count).slice(0, 3).map(({ text, count }) => `${isolated(text)} (${count.toLocaleString()})`);
    const rest = values.length - most.length;
    const words = most.length ? `${most.join(", ")}${rest ? ` and ${rest.toLocaleString()} more` : ""}`
      : bars.length ? spanText(field, field.least, field.greatest) : "";
    this.#tell(`Nothing matches. ${words ? `${title(name)} here: ${words}` : `Nothing here has a value for ${title(name)}`}.`);
  }

  #show(isOpen) {
    if (this.#row.hidden === !isOpen) return;
    this.#row.hidden = !isOpen;
    this.#button.ariaExpanded = String(isOpen);
    if (!isOpen) this.#tell("");
    this.#resize();
  }

  #typed() {
    clearTimeout(this.#timer);
    // Enter then searches for what is typed.
    this.#select(-1);
    // While one types, a field or a sign without its value, or an open quotation mark, is no mistake.
    const { value, selectionStart } = this.#input;
    const isBegun = /:$/.test(this.#word.text) || /[<>=≤≥]\s*$/.test(value.slice(0, selectionStart));
    if (!isBegun && (value.match(/"/g)?.length ?? 0) % 2 === 0) {
      this.#timer = setTimeout(() => this.#commit(value.trim(), true), rest);
    }
    this.#complete();
  }

  #commit(query, isTyping) {
    clearTimeout(this.#timer);
    if (query === this.#wrong) return;
    if (query !== this.#on.query()) return this.#on.look(query, isTyping);
    this.#wrong = null;
    if (this.#input.ariaInvalid) this.#tell("");
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
        // The field keeps the focus: what is typed next is text, not keys of the page. A keyboard on the screen leaves.
        if (matchMedia("(pointer: coarse)").matches) this.#on.closed();
      }
    } else if (event.key === "Tab" && at >= 0) {
      event.preventDefault();
      this.#take(at);
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (this.#offers.length) this.#offer([]);
      else if (this.#input.value) this.#on.closed();
      else this.close();
    }
  }

  // Suggestions

  /** The word being typed, and its start in the text. */
  get #word() {
    const { value, selectionStart } = this.#input;
    const before = value.slice(0, selectionStart);
    const start = Math.max(before.lastIndexOf(" "), before.lastIndexOf("("), before.lastIndexOf("|")) + 1;
    return { start, text: before.slice(start).replace(/^-/, ""), isNot: before[start] === "-" };
  }

  async #complete() {
    const { start, text } = this.#word;
    const { value, selectionStart } = this.#input;
    if ((value.slice(0, start).match(/"/g)?.length ?? 0) % 2) return this.#offer([]);
    const asked = `${value}\n${start}`;
    this.#asked = asked;
    // Suggestions are counted without the word that they replace.
    const others = `${value.slice(0, start).replace(/[-(|\s]+$/, "")} ${value.slice(selectionStart).replace(/^[^\s|)]*[|)\s]*/, "")}`.trim();
    const colon = text.indexOf(":");
    const name = colon < 0 ? null : text.slice(0, colon).toLowerCase();
    const begins = text.slice(colon + 1).replace(/^="?/, "");
    if (name === "is") {
      return this.#offer(kinds.filter(kind => kind.startsWith(folded(begins))).map(kind => ({ label: kind, count: null, insert: `is:${kind} ` })));
    }
    const facets = await this.#on.facets(others, name, begins) ?? await this.#on.facets("", name, begins) ?? { fields: [] };
    if (this.#asked !== asked || document.activeElement !== this.#input) return;
    const typed = folded(begins);
    if (name) {
      const field = facets.fields.find(field => field.name === name);
      // The most frequent numbers and dates are suggested; the server completes what was typed, also dates.
      if (field?.bars && (!typed || field.kind === "time" && /^\d/.test(typed))) {
        const most = field.bars.filter(({ count }) => count).sort((one, other) => other.count - one.count).slice(0, mostOffered);
        return this.#offer(most.sort((one, other) => one.lower - other.lower).map(({ lower, upper, count }) =>
          ({ label: rangeText(field, lower, upper), count, insert: `${between(field, lower, upper)} ` })));
      }
      return this.#offer((field?.values ?? []).map(({ text, count }) => ({ label: text, count, insert: `${whole(name, text)} ` })));
    }
    if (!typed) return this.#offer([]);
    const fields = facets.fields.filter(({ name, present }) => name.startsWith(typed) && present > 0)
      .map(({ name, present }) => ({ label: `${name}:`, count: present, insert: `${name}:` }));
    const values = facets.fields.flatMap(({ name, values = [] }) =>
      values.map(({ text, count }) => ({ label: `${name}: ${text}`, count, insert: `${whole(name, text)} ` })));
    const offered = kindsLike(typed).map(kind => ({ label: `is:${kind}`, count: null, insert: `is:${kind} ` }));
    this.#offer([...offered, ...fields, ...values.sort((one, other) => other.count - one.count)]);
  }

  #offer(offers) {
    if (!offers.length) this.#asked = "";
    // A later answer keeps what was chosen from an earlier one.
    const chosen = this.#offers.find(({ element }) => element.ariaSelected === "true")?.insert;
    this.#offers = offers.slice(0, mostOffered).map((offer, place) => ({
      ...offer, element: element("li", { role: "option", id: `find-offer-${place}`, ariaSelected: "false" }, element("bdi", {}, offer.label), small(offer.count)),
    }));
    this.#list.replaceChildren(...this.#offers.map(({ element }) => element));
    this.#list.hidden = !this.#offers.length;
    this.#input.ariaExpanded = String(this.#offers.length > 0);
    this.#select(this.#offers.findIndex(({ insert }) => insert === chosen));
  }

  /** Chooses a suggestion. @param place is its index; -1 for none. */
  #select(place) {
    for (const [other, { element }] of this.#offers.entries()) element.ariaSelected = String(other === place);
    if (place < 0) return this.#input.removeAttribute("aria-activedescendant");
    const { element } = this.#offers[place];
    this.#input.setAttribute("aria-activedescendant", element.id);
    element.scrollIntoView({ block: "nearest" });
  }

  #take(place) {
    clearTimeout(this.#timer);
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
