// The filters: each field's values, or their histogram, with counts. A choice among them becomes a condition of the query.

import { button, element, small } from "../elements/element.js";
import { Sheet } from "../elements/sheet.js";
import { conditionOf, conditionsOf, excludedBy, excluding, fieldOf, replaced, valuesOf } from "../values/conditions.js";
import { factText, isRating, title } from "../values/fields.js";
import { Ratings } from "./ratings.js";
import { valueRow } from "./valuerow.js";
import { isOfPage } from "../input/keys.js";
import { isActing } from "../state/characterkeys.js";
import { isModified } from "../values/keynames.js";
import { inPlace, rowsInPlace } from "../values/facetrows.js";
import { between, chosenOf, rangeText, spanText, valueText } from "../values/ranges.js";

/** How many values of a field are shown at first. One more is shown in place of a button that says so. */
const shownCount = 8;
/** Milliseconds until counts are fetched again after the collection has changed. */
const patience = 1000;
/** Milliseconds after a press until its click has come: rows that are replaced before would lose it. */
const afterClick = 100;

/** The labels that have colours. */
const colours = /^(red|yellow|green|blue|purple)$/i;

/** What readers note themselves is what they look for most: on a phone it would lie far down. */
const noted = ["rating", "flag", "label"];

/** The condition that a file could not be read. */
const unreadable = "is:unreadable";

/** Whether the bars of a field are numbers of stars. */
const isStars = (/** @type {Wire.RangeFacet} */ { name, bars }) => bars.every(({ lower, upper }) => isRating(name, lower) && upper - lower === 1);

export class Facets {
  #panel; #list; #button; #count; #on; #sheet;
  #ratings = new Ratings();
  /** field → whether all of its values are shown. */
  #wide = new Set();
  #asked = null;
  #timer = 0;
  /** What was counted last, and the fields as they are shown. @type {Wire.Facets} */
  #facets; #fields = [];
  /** Whether rows stay where they are, and those of each field: its values, and whether there is a button for more and a line for others. */
  #staysPut = false;
  #rows = new Map();
  /** The query that was chosen here last, and the one whose counts are shown. Rows only stay for a query that was chosen here. */
  #chosen = null; #painted = null;
  /** Whether a pointer is down in the list, and whether new counts wait for it. */
  #isHeld = false;
  #isLate = false;

  /**
   * @param byId gives an element by its id.
   * @param on has `query()`, `look(query, isMore)`, `facets(query)`, a promise of what the server counts, `isOffered()`,
   *   `opening()` and `closed()`, and `resized()`, when the panel has come or gone.
   */
  constructor(byId, on) {
    [this.#panel, this.#list, this.#button, this.#count] = ["facets", "facets-list", "facets-button", "facets-count"].map(byId);
    this.#on = {
      ...on,
      look: (query, isMore) => {
        this.#chosen = query;
        on.look(query, isMore);
      },
    };
    this.#button.addEventListener("click", () => this.toggle());
    this.#sheet = new Sheet(this.#panel, { close: () => this.toggle(false), resized: on.resized });
    byId("facets-close").addEventListener("click", () => this.toggle(false));
    this.#panel.addEventListener("keydown", event => {
      if (event.key === "Escape" || event.key === "f" && !isModified(event) && isActing(event)) this.toggle(false);
      else if (isOfPage(event)) return;
      event.stopPropagation();
    });
    this.#panel.addEventListener("pointerleave", ({ pointerType }) => {
      // A finger leaves before its click comes, which would hit another row.
      if (pointerType !== "touch" && this.#staysPut && this.isOpen && !this.#panel.matches(":hover")) this.#paint();
    });
    // A handle that is dragged must not be replaced before it is released.
    this.#list.addEventListener("pointerdown", () => { this.#isHeld = true; });
    for (const end of ["pointerup", "pointercancel"]) {
      addEventListener(end, () => {
        if (!this.#isHeld) return;
        this.#isHeld = false;
        if (this.#isLate) setTimeout(() => this.#ask(), afterClick);
      });
    }
  }

  get isOpen() { return !this.#panel.hidden; }
  /** How much of the view it covers from the right edge, and from the foot, in px. */
  get width() { return this.isOpen ? innerWidth - this.#panel.offsetLeft : 0; }
  get height() { return this.#sheet.height; }

  toggle(isOpen = !this.isOpen) {
    if (isOpen && !this.#on.isOffered()) return;
    if (isOpen) {
      this.#on.opening();
      this.#sheet.open();
    }
    this.#panel.hidden = !isOpen;
    this.#button.ariaExpanded = String(isOpen);
    this.#on.resized();
    if (isOpen) {
      this.#ask();
      this.#panel.querySelector("h2").focus();
    } else this.#on.closed();
  }

  /** Counts again if needed, after a plan was painted. @param key is the query and the collection's revision. */
  show(key) {
    if (!this.isOpen || key === this.#asked) return;
    const isFirst = this.#asked?.split("\n")[0] !== key.split("\n")[0];
    this.#asked = key;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), isFirst ? 0 : patience);
  }

  async #ask() {
    this.#isLate = this.#isHeld;
    if (this.#isHeld) return;
    const query = this.#on.query();
    /** @type {Wire.Facets | null} */
    const facets = await this.#on.facets(query);
    if (query !== this.#on.query() || !this.isOpen) return;
    if (!facets) {
      if (!this.#list.children.length) this.#list.textContent = "Nothing can be counted just now.";
      return;
    }
    this.#isLate = this.#isHeld;
    if (this.#isHeld) return;
    this.#facets = facets;
    const isKnown = [this.#chosen, this.#painted].includes(query);
    if (!isKnown) this.#chosen = null;
    this.#painted = query;
    this.#paint(isKnown);
  }

  /**
   * Shows what was counted last. Rows stay where they are while the pointer is in the panel.
   * @param isKnown says that the query was chosen here, or is the same as before: a search from elsewhere has rows of its own.
   */
  #paint(isKnown = true) {
    const facets = this.#facets;
    const isFirst = !this.#list.children.length;
    this.#staysPut = !isFirst && isKnown && this.#panel.matches(":hover");
    this.#count.textContent = `${facets.count.toLocaleString()} of ${facets.total.toLocaleString()}`;
    // The focused element keeps the focus.
    const focus = /** @type {HTMLElement | null} */ (document.activeElement?.closest("[data-key]"))?.dataset.key;
    const open = new Set([...this.#list.querySelectorAll("details")].filter(({ open }) => open).map(({ dataset }) => dataset.field));
    const present = facets.fields.filter(({ name, present, values = [], bars = [] }) => present > 0 && name !== "alike" && (values.length || bars.length));
    const found = [...present.filter(({ name }) => noted.includes(name)), ...present.filter(({ name }) => !noted.includes(name))];
    this.#fields = this.#staysPut ? inPlace(this.#fields, found, facets.fields) : found;
    this.#list.replaceChildren(this.#unreadable(facets.unreadable), ...this.#fields.map((field, place) => this.#field(field, isFirst ? place < 4 : open.has(field.name))));
    if (focus) [...this.#list.querySelectorAll("[data-key]")].find(({ dataset }) => dataset.key === focus)?.focus({ preventScroll: true });
  }

  /** Returns the button that shows the files that could not be read; hidden where there are none. @param {number} count */
  #unreadable(count) {
    const others = conditionsOf(this.#on.query()).filter(condition => condition !== unreadable);
    const isChosen = others.length < conditionsOf(this.#on.query()).length;
    const click = () => this.#on.look((isChosen ? others : [...others, unreadable]).join(" "));
    const wasThere = this.#staysPut && !/** @type {HTMLElement} */ (this.#list.firstElementChild).hidden;
    const words = `${count.toLocaleString()} ${count === 1 ? "picture" : "pictures"} could not be read`;
    return button({ className: "plain unreadable", ariaPressed: String(isChosen), data: { key: unreadable }, hidden: !count && !isChosen && !wasThere, on: { click } }, words);
  }

  /** @param {Wire.Facet} field */
  #field(field, isOpen) {
    const chosen = conditionsOf(this.#on.query()).filter(condition => fieldOf(condition) === field.name);
    const range = /** @type {Wire.RangeFacet} */ (field);
    return element("details", { data: { field: field.name }, open: isOpen || chosen.length > 0 },
      element("summary", { data: { key: field.name } }, title(field.name), small(field.present)),
      !field.bars?.length ? this.#values(/** @type {Wire.ValueFacet} */ (field), chosen)
        : isStars(range) ? this.#ratings.elements(range, chosen, { ...this.#on, changed: () => this.#ask() }) : this.#histogram(range, chosen));
  }

  /** @param {Wire.ValueFacet} field @param {string[]} chosen */
  #values(field, chosen) {
    const list = element("div", { className: "checks", role: "group", ariaLabel: title(field.name) });
    const checked = new Set(chosen.filter(condition => !condition.startsWith("-")).flatMap(condition => valuesOf(condition)?.values ?? []));
    const excluded = new Set(chosen.flatMap(excludedBy));
    const missing = [...new Set([...checked, ...excluded])].filter(text => !field.values.some(value => value.text === text)).map(text => ({ text, count: 0 }));
    const all = [...field.values, ...missing];
    const isWide = this.#wide.has(field.name);
    const kept = this.#staysPut ? this.#rows.get(field.name) : undefined;
    const isAsked = text => checked.has(text) || excluded.has(text);
    const shown = kept ? rowsInPlace(kept, all, field.otherValues > 0, shownCount)
      : isWide ? all : all.filter(({ text }, place) => place < shownCount || isAsked(text) || all.length === shownCount + 1);
    // A value is asked for, or left out, or neither.
    const put = (text, isChosen, isExcluded) => {
      isChosen ? checked.add(text) : checked.delete(text);
      isExcluded ? excluded.add(text) : excluded.delete(text);
      this.#on.look(excluding(replaced(this.#on.query(), field.name, conditionOf(field.name, [...checked])), field.name, excluded));
    };
    for (const { text, count } of shown) {
      // A colour label is shown in its colour.
      const data = field.name === "label" && colours.test(text) ? { label: text.toLowerCase() } : {};
      list.append(valueRow({
        key: `${field.name}\n${text}`, words: factText({ name: field.name, kind: field.kind, text }) || "(empty)", count, data,
        isChosen: checked.has(text), choose: isOn => put(text, isOn, false),
        isExcluded: excluded.has(text), exclude: isOn => put(text, false, isOn),
      }));
    }
    // Whoever rejects pictures looks for all others here.
    const rejected = field.name === "flag" && field.values.find(({ text }) => text === "reject");
    if (rejected) {
      list.append(valueRow({
        key: "flag not reject", words: "Not rejected", count: field.present + field.missing - rejected.count, data: {},
        isChosen: excluded.has("reject"), choose: isOn => put("reject", false, isOn),
      }));
    }
    const more = Math.max(0, all.length - shown.length);
    const isFewer = isWide && all.length > shownCount + 1;
    const hasMore = kept?.hasMore || more > 0 || isFewer;
    if (hasMore) {
      const click = () => {
        isWide ? this.#wide.delete(field.name) : this.#wide.add(field.name);
        this.#rows.delete(field.name);
        this.#ask();
      };
      // What says nothing any more keeps its place, as the rows below it do.
      const css = more > 0 || isFewer ? {} : { visibility: "hidden" };
      list.append(button({ css, data: { key: `${field.name}\n` }, on: { click } }, isWide ? "Fewer" : `${more.toLocaleString()} more`));
    }
    const hasOthers = kept?.hasOthers || field.otherValues > 0 && (isWide || more <= 0);
    this.#rows.set(field.name, { texts: shown.map(({ text }) => text), hasMore, hasOthers });
    if (hasOthers) {
      list.append(element("p", { css: field.otherValues > 0 ? {} : { visibility: "hidden" } }, `and ${field.otherValues.toLocaleString()} other values (${field.otherCount.toLocaleString()})`));
    }
    return list;
  }

  /**
   * Returns a histogram with a handle at each end of the chosen range.
   * @param {Wire.RangeFacet} field @param {string[]} chosen
   */
  #histogram(field, chosen) {
    const { name, bars } = field;
    const most = Math.max(...bars.map(({ count }) => count), 1);
    const text = value => valueText(field, value);
    const drawn = element("div", { className: "histogram-bars", ariaHidden: "true" }, ...bars.map(({ lower, upper, count }) =>
      element("i", { css: { "--share": count / most }, title: `${rangeText(field, lower, upper)}: ${count.toLocaleString()}` })));
    const [from, to] = chosenOf(field, chosen);
    const said = element("output");
    const ends = [["Least", from], ["Greatest", to]].map(([word, value]) => element("input", {
      type: "range", min: 0, max: bars.length, step: 1, value, ariaLabel: `${word} ${title(name).toLowerCase()}`, data: { key: `${name}\n${word}` },
    }));
    const read = () => ends.map(({ value }) => Number(value)).sort((one, other) => one - other);
    const edge = place => (place < bars.length ? bars[place].lower : bars.at(-1).upper);
    const paint = () => {
      const [first, last] = read();
      said.value = first === 0 && last === bars.length ? spanText(field, field.least, field.greatest) : rangeText(field, edge(first), edge(last));
      for (const [place, bar] of [...drawn.children].entries()) bar.classList.toggle("out", place < first || place >= last);
      for (const [place, end] of ends.entries()) end.ariaValueText = text(edge(Number(end.value)) - (field.whole ? place : 0));
    };
    for (const end of ends) {
      end.addEventListener("input", paint);
      end.addEventListener("change", () => {
        const [first, last] = read();
        const isAll = first === last || (first === 0 && last === bars.length);
        const condition = isAll ? null : between(field, first > 0 ? edge(first) : null, last < bars.length ? edge(last) : null);
        this.#on.look(replaced(this.#on.query(), name, condition), chosen.length > 0);
      });
    }
    paint();
    return element("div", { className: "histogram" }, drawn, ...ends, said);
  }
}
