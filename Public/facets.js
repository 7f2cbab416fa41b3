// The facets: for each field its values, or a histogram of them, with how many pictures have each; a choice among them is a condition.

import { conditionOf, conditionsOf, fieldOf, replaced, valuesOf } from "./conditions.js";

/** Values of a field that are shown at once. */
const shownCount = 8;
/** Milliseconds after which counts are asked for again where the collection has changed. */
const patience = 1000;
const titles = { iso: "ISO", gps: "Position" };

const title = name => titles[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");
const number = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 4 });

/** Seconds since 1970 as a date of the length that its step needs: a year, a month or a day. */
const date = (seconds, step) => new Date(seconds * 1000).toISOString().slice(0, { year: 4, month: 7 }[step] ?? 10);

export class Facets {
  #panel; #list; #button; #count; #on;
  /** field → whether all of its values are shown. */
  #wide = new Set();
  #asked = null;
  #timer = 0;

  /**
   * @param find gives an element by its id.
   * @param on has `query()`, `look(query)`, `facets(query)`, a promise of what the server counts, and `isOffered()`.
   */
  constructor(find, on) {
    [this.#panel, this.#list, this.#button, this.#count] = ["facets", "facets-list", "facets-button", "facets-count"].map(find);
    this.#on = on;
    this.#button.addEventListener("click", () => this.toggle());
    find("facets-close").addEventListener("click", () => this.toggle(false));
    this.#panel.addEventListener("keydown", event => {
      if (event.key === "Escape") this.toggle(false);
      event.stopPropagation();
    });
  }

  get isOpen() { return !this.#panel.hidden; }

  toggle(isOpen = !this.isOpen) {
    if (isOpen && !this.#on.isOffered()) return;
    this.#panel.hidden = !isOpen;
    this.#button.ariaExpanded = String(isOpen);
    document.body.classList.toggle("choosing", isOpen);
    if (isOpen) {
      this.#ask();
      this.#panel.querySelector("h2").focus();
    } else this.#on.closed();
  }

  /** A plan has been painted. @param key tells apart what was counted: the query and the collection's revision. */
  show(key) {
    if (!this.isOpen || key === this.#asked) return;
    const isFirst = this.#asked?.split("\n")[0] !== key.split("\n")[0];
    this.#asked = key;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), isFirst ? 0 : patience);
  }

  async #ask() {
    const query = this.#on.query();
    const facets = await this.#on.facets(query);
    if (!facets || query !== this.#on.query() || !this.isOpen) return;
    this.#count.textContent = `${facets.count.toLocaleString()} of ${facets.total.toLocaleString()}`;
    // What has the focus keeps it.
    const focus = document.activeElement?.closest?.("[data-key]")?.dataset.key;
    const open = new Set([...this.#list.querySelectorAll("details[open]")].map(({ dataset }) => dataset.field));
    const isFirst = !this.#list.children.length;
    const fields = facets.fields.filter(({ present, values = [], bars = [] }) => present > 0 && (values.length || bars.length));
    this.#list.replaceChildren(...fields.map((field, place) => this.#field(field, isFirst ? place < 4 : open.has(field.name))));
    if (focus) [...this.#list.querySelectorAll("[data-key]")].find(({ dataset }) => dataset.key === focus)?.focus();
  }

  #field(field, isOpen) {
    const details = document.createElement("details");
    details.dataset.field = field.name;
    const chosen = conditionsOf(this.#on.query()).filter(condition => fieldOf(condition) === field.name);
    details.open = isOpen || chosen.length > 0;
    const summary = document.createElement("summary");
    summary.dataset.key = field.name;
    summary.textContent = title(field.name);
    const count = document.createElement("small");
    count.textContent = field.present.toLocaleString();
    summary.append(count);
    details.append(summary, field.bars?.length ? this.#histogram(field, chosen) : this.#values(field, chosen));
    return details;
  }

  #values(field, chosen) {
    const list = document.createElement("div");
    list.className = "checks";
    list.role = "group";
    list.ariaLabel = title(field.name);
    const checked = new Set(chosen.flatMap(condition => valuesOf(condition)?.values ?? []));
    const missing = [...checked].filter(text => !field.values.some(value => value.text === text)).map(text => ({ text, count: 0 }));
    const all = [...field.values, ...missing];
    const isWide = this.#wide.has(field.name);
    const shown = isWide ? all : all.filter(({ text }, place) => place < shownCount || checked.has(text));
    for (const { text, count } of shown) {
      const label = document.createElement("label");
      const box = document.createElement("input");
      box.type = "checkbox";
      box.checked = checked.has(text);
      box.dataset.key = `${field.name}\n${text}`;
      box.addEventListener("change", () => {
        box.checked ? checked.add(text) : checked.delete(text);
        this.#on.look(replaced(this.#on.query(), field.name, conditionOf(field.name, [...checked])));
      });
      const number = document.createElement("small");
      number.textContent = count.toLocaleString();
      label.append(box, text || "(empty)", number);
      list.append(label);
    }
    const more = all.length - shown.length;
    if (more > 0 || isWide && all.length > shownCount) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "plain";
      button.dataset.key = `${field.name}\n`;
      button.textContent = isWide ? "Fewer" : `${more.toLocaleString()} more`;
      button.addEventListener("click", () => {
        isWide ? this.#wide.delete(field.name) : this.#wide.add(field.name);
        this.#ask();
      });
      list.append(button);
    }
    if (field.otherValues > 0 && (isWide || more <= 0)) {
      const note = document.createElement("p");
      note.textContent = `and ${field.otherValues.toLocaleString()} other values (${field.otherCount.toLocaleString()})`;
      list.append(note);
    }
    return list;
  }

  /** Bars, and a handle at each end of what is chosen of them. */
  #histogram(field, chosen) {
    const { name, bars, kind, step } = field;
    const box = document.createElement("div");
    box.className = "histogram";
    const most = Math.max(...bars.map(({ count }) => count), 1);
    const text = value => (kind === "time" ? date(value, step) : number.format(value));
    const drawn = document.createElement("div");
    drawn.className = "histogram-bars";
    drawn.ariaHidden = "true";
    drawn.append(...bars.map(({ lower, upper, count }) => {
      const bar = document.createElement("i");
      bar.style.setProperty("--share", count / most);
      bar.title = `${text(lower)} – ${text(upper)}: ${count.toLocaleString()}`;
      return bar;
    }));
    const [from, to] = this.#range(field, chosen);
    const said = document.createElement("output");
    const ends = [["Least", from], ["Greatest", to]].map(([word, value]) => {
      const end = document.createElement("input");
      Object.assign(end, { type: "range", min: 0, max: bars.length, step: 1, value });
      end.ariaLabel = `${word} ${title(name).toLowerCase()}`;
      end.dataset.key = `${name}\n${word}`;
      return end;
    });
    const read = () => ends.map(({ value }) => Number(value)).sort((one, other) => one - other);
    const edge = place => (place < bars.length ? bars[place].lower : bars.at(-1).upper);
    const paint = () => {
      const [first, last] = read();
      said.value = first === 0 && last === bars.length ? `${text(field.least)} – ${text(field.greatest)}` : `${text(edge(first))} – ${text(edge(last))}`;
      for (const [place, bar] of [...drawn.children].entries()) bar.classList.toggle("out", place < first || place >= last);
      for (const end of ends) end.ariaValueText = text(edge(Number(end.value)));
    };
    for (const end of ends) {
      end.addEventListener("input", paint);
      end.addEventListener("change", () => {
        const [first, last] = read();
        const isAll = first === last || (first === 0 && last === bars.length);
        this.#on.look(replaced(this.#on.query(), name, isAll ? null : this.#between(field, edge(first), edge(last))));
      });
    }
    paint();
    box.append(drawn, ...ends, said);
    return box;
  }

  /** A range as a query writes it; a bar's upper edge is not in it. */
  #between({ name, kind, step }, lower, upper) {
    // A second before the upper edge is still in the last year, month or day.
    if (kind === "time") return `${name}:${date(lower, step)}..${date(upper - 1, step)}`;
    return `${name}:>=${lower} ${name}:<${upper}`;
  }

  /** The bars that are chosen: the first one, and the one behind the last. */
  #range({ bars, kind, step }, chosen) {
    const text = chosen.join(" ");
    const dates = /:([^ ]*)\.\.([^ ]*)/.exec(text);
    const [least, greatest] = dates ? [dates[1], dates[2]] : [/:>=?([^ ]*)/.exec(text)?.[1], /:<=?([^ ]*)/.exec(text)?.[1]];
    const place = (value, isEnd) => {
      const found = bars.findIndex(({ lower, upper }) =>
        (kind === "time" ? date(isEnd ? upper - 1 : lower, step) >= value : (isEnd ? upper : lower) >= Number(value)));
      return found < 0 ? bars.length : found + (isEnd ? 1 : 0);
    };
    return [least ? place(least, false) : 0, greatest ? place(greatest, true) : bars.length];
  }
}
