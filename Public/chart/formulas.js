// The formulas of a chart, in its panel: lines that are computed from others.

import { button, element } from "../elements/element.js";
import { formulas, formulasText, list, names } from "../values/chartchoice.js";

/** Names that need no quotation marks in a formula. */
const bare = /^[\p{L}_][\p{L}\p{N}_.]*$/u;

/** A line's name as it is written in a formula. */
export const written = (/** @type {string} */ name) => (bare.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

export class Formulas {
  #rows; #name; #text; #shown; #on;
  /** The formula that was added last: its fields are emptied once it is drawn. */
  #tried = "";

  /**
   * @param field gives an element by the end of its id. @param shown is what the page shows.
   * @param on has `read(change)`, for other formulas.
   */
  constructor(field, shown, on) {
    [this.#rows, this.#name, this.#text] = ["formula-rows", "formula-name", "formula"].map(field);
    [this.#shown, this.#on] = [shown, on];
    for (const input of [this.#name, this.#text]) {
      input.addEventListener("keydown", event => { if (event.key === "Enter" && !event.isComposing) this.#add(); });
    }
    field("formula-add").addEventListener("click", () => this.#add());
  }

  get #all() { return formulas(this.#shown.view.formulas); }

  /** Hidden lines stay hidden, and a new one is seen. @param {string[][]} all @param {string} [added] */
  #choose(all, added) {
    const { hide, show, ranges } = this.#shown.view;
    const shown = show !== undefined && added && !names(show).includes(added) ? list([...names(show), added]) : show;
    this.#on.read({ hide, show: shown, ranges, formulas: formulasText(all) });
  }

  /** Adds the formula that is written, in place of one with its name. */
  #add() {
    const [name, text] = [this.#name.value.trim(), this.#text.value.trim()];
    if (!text) return this.#text.focus();
    this.#tried = text;
    const known = name || text;
    const all = this.#all;
    const place = all.findIndex(([other, formula]) => (other || formula) === known);
    if (place < 0) all.push([name, text]);
    else all[place] = [name, text];
    this.#choose(all, known);
  }

  /** @param {Wire.Chart} plan is the chart that is drawn, with all formulas of the view. */
  fill(plan) {
    const all = this.#all;
    if (this.#tried && all.some(([, text]) => text === this.#tried)) {
      [this.#name.value, this.#text.value, this.#tried] = ["", "", ""];
    }
    const own = new Set(all.map(([name, text]) => name || text));
    const [a, b] = plan.lines.map(({ name }) => name).filter(name => !own.has(name)).map(written);
    if (a) this.#text.placeholder = b ? `${a} - ${b}` : plan.axis === "date" ? `mean(${a}, 24h)` : `mean(${a}, 7)`;
    const text = JSON.stringify(all);
    if (this.#rows.dataset.text === text) return;
    this.#rows.dataset.text = text;
    this.#rows.replaceChildren(...all.map(([name, formula], place) => {
      const title = name || formula;
      const remove = () => this.#choose(all.filter((_, other) => other !== place));
      const change = () => {
        [this.#name.value, this.#text.value] = [name, formula];
        this.#text.focus();
      };
      return element("div", { className: "row" }, element("span", {}, element("bdi", {}, title)),
        name ? element("code", {}, formula) : null,
        button({ ariaLabel: `Change ${title}`, on: { click: change } }, "Change"),
        button({ ariaLabel: `Remove ${title}`, on: { click: remove } }, "Remove"));
    }));
  }
}
