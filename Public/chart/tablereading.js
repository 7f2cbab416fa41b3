// The panel that shows a table's first lines beside how they were read, where each decision can be changed.

import { button, element } from "../elements/element.js";
import { json, Latest } from "../wire/api.js";
import { columnNames, kinds, kindsText } from "../values/chartchoice.js";
import { sentence } from "../values/fields.js";
import { openByKeys } from "../panels/pickers.js";

/** What a line was taken for, in words. */
const uses = { header: "names", units: "units", comment: "comment", data: "values", skipped: "skipped", leftOut: "left out", blank: "blank" };
const separators = { comma: "commas", semicolon: "semicolons", tab: "tabs", bar: "bars", blank: "blanks" };
const orders = { dmy: "day, month, year", mdy: "month, day, year", ymd: "year, month, day" };
const marks = { point: "a point", comma: "a comma" };
const contents = { number: "numbers", time: "times", text: "text", empty: "nothing", minutes: "minutes:seconds", hours: "hours:minutes" };
/** With another division into cells, or other names, no choice of columns holds. */
const ofColumns = { xColumn: undefined, keyColumn: undefined, keys: undefined, lines: undefined, columnKinds: undefined };
/** The most columns whose contents can be chosen here. */
const most = 200;

export class TableReading {
  #open; #dialog; #shown; #on; #field;
  /** @type {Wire.Table | null} */
  #table = null;
  #latest = new Latest();
  #poll = 0;

  /**
   * @param byId gives an element by its id. @param shown is what the page shows.
   * @param on has `read(change)`, for another way to read the table, and `closed()`.
   */
  constructor(byId, shown, on) {
    [this.#open, this.#dialog] = ["table-reading-button", "table-reading"].map(byId);
    [this.#shown, this.#on, this.#field] = [shown, on, id => byId(`panel-${id}`)];
    this.#open.addEventListener("click", () => this.open());
    this.#dialog.addEventListener("close", () => on.closed());
    for (const id of ["separator", "header", "mark", "order", "reading-x", "reading-key"]) openByKeys(this.#field(id));
    this.#listen("separator", value => ({ separator: value || undefined, headerLine: undefined, ...ofColumns }));
    this.#listen("header", value => ({ headerLine: value || undefined, ...ofColumns }));
    this.#listen("mark", value => ({ decimalMark: value || undefined }));
    this.#listen("order", value => ({ dateOrder: value || undefined }));
    this.#listen("reading-x", value => ({ xColumn: value || undefined, keys: undefined, lines: undefined }));
    this.#listen("reading-key", value => ({
      keyColumn: value === "" ? undefined : value === "-" ? "" : value.slice(1), keys: undefined, lines: undefined,
    }));
    this.#field("kinds").addEventListener("change", event => {
      const { name, value } = event.target;
      on.read({ columnKinds: kindsText({ ...kinds(this.#shown.view.columnKinds), [name]: value }), keys: undefined, lines: undefined });
    });
    this.#field("found").addEventListener("click", () =>
      on.read({ separator: undefined, headerLine: undefined, decimalMark: undefined, dateOrder: undefined, ...ofColumns }));
  }

  get isOpen() { return this.#dialog.open; }

  /** @param {boolean} isChart says whether it is offered. */
  offer(isChart) {
    this.#open.hidden = !isChart;
    if (!isChart && this.isOpen) this.#dialog.close();
  }

  open() {
    this.#dialog.showModal();
    this.ask();
  }

  #listen(id, change) {
    this.#field(id).addEventListener("change", event => this.#on.read(change(event.target.value)));
  }

  /** Fetches how the table is read, where the panel is open; again while it is still being read. */
  async ask() {
    clearTimeout(this.#poll);
    if (!this.isOpen) return;
    const { view, entry } = this.#shown;
    const query = new URLSearchParams({ limit: "0" });
    for (const name of columnNames) if (view[name] !== undefined) query.set(name, view[name]);
    const said = this.#dialog.querySelector(".said");
    try {
      const table = await this.#latest.only(signal => json(entry.links.table, query, { signal }));
      if (!table) return;
      this.#table = table;
      said.textContent = table.firstLines.length ? "" : "This chart is made by the program: there is no file.";
      this.#fill();
      if (!table.complete) this.#poll = setTimeout(() => this.ask(), 1000);
    } catch (error) {
      said.textContent = sentence(error.message);
    }
  }

  /** Returns what was found. @param {Wire.TableFinding["what"]} what */
  #value(what) { return this.#table.findings.find(finding => finding.what === what)?.value ?? ""; }

  #fill() {
    const { columns, firstLines, findings } = this.#table;
    const { view } = this.#shown;
    const words = (/** @type {Record<string, string>} */ table, value) => table[value] ?? value;
    const pairs = table => Object.entries(table);
    this.#options("separator", pairs(separators), view.separator, words(separators, this.#value("separator")));
    const header = this.#value("header");
    this.#options("header", [["0", "in no line"], ...firstLines.filter(({ use }) => use !== "blank")
      .map(({ line, text }) => [String(line), `in line ${line}: ${text.trim().slice(0, 40)}`])],
    view.headerLine, header === "none" ? "in no line" : header && `in line ${header}`);
    this.#options("mark", pairs(marks), view.decimalMark, words(marks, this.#value("decimalMark")));
    this.#options("order", pairs(orders), view.dateOrder, words(orders, this.#value("dateOrder")));
    this.#options("reading-x", columns.filter(({ kind }) => kind !== "text" && kind !== "empty").map(({ name }) => [name, name]),
      view.xColumn, this.#value("x") || "the rows’ order");
    this.#options("reading-key", [["-", "nothing: each column is a line"],
      ...columns.filter(({ use, kind }) => use !== "x" && kind !== "empty").map(({ name }) => [`=${name}`, name])],
    view.keyColumn === undefined ? undefined : view.keyColumn === "" ? "-" : `=${view.keyColumn}`, this.#value("key") || "nothing");
    this.#fillLines();
    this.#fillKinds();
    this.#field("findings").replaceChildren(...findings.map(({ because }) => element("li", {}, because)));
    for (const select of this.#dialog.querySelectorAll("select")) select.disabled = !columns.length;
  }

  /** Fills a list, in which the first entry is what was found. */
  #options(id, options, value, found) {
    const select = this.#field(id);
    const all = [["", value === undefined && found ? `as found: ${found}` : "as found"], ...options];
    if (value !== undefined && !all.some(([name]) => name === value)) all.push([value, value]);
    const text = JSON.stringify(all);
    if (select.dataset.text !== text) {
      select.dataset.text = text;
      select.replaceChildren(...all.map(([name, title]) => new Option(title, name)));
    }
    select.value = value ?? "";
  }

  /** The file's first lines. The number of a line makes it the one with the names. */
  #fillLines() {
    const body = this.#field("first-lines");
    const active = body.contains(document.activeElement) ? document.activeElement.textContent : null;
    body.replaceChildren(...this.#table.firstLines.map(({ line, text, use, isCut }) => {
      const take = button({
        ariaLabel: `Names are in line ${line}`, title: `Names are in line ${line}`, ariaPressed: String(use === "header"), disabled: use === "blank",
        on: { click: () => this.#on.read({ headerLine: String(line), ...ofColumns }) },
      }, String(line));
      return element("tr", { className: use }, element("th", { scope: "row" }, take), element("td", {}, uses[use]),
        element("td", {}, element("code", {}, `${text}${isCut ? "…" : ""}`)));
    }));
    if (active) [...body.querySelectorAll("button")].find(({ textContent }) => textContent === active)?.focus();
  }

  #fillKinds() {
    const { columns, findings } = this.#table;
    /** Whether a column's `1:30` may be read both ways. */
    const hasTwo = name => findings.some(({ column, override }) =>
      column === name && override?.values.some(value => value === "minutes" || value === "hours"));
    const box = this.#field("kinds").querySelector(".checks");
    const chosen = kinds(this.#shown.view.columnKinds);
    const shown = columns.slice(0, most);
    const text = JSON.stringify([shown.map(({ name, kind }) => [name, chosen[name] ? "" : kind, hasTwo(name)]), chosen]);
    if (box.dataset.text === text) return;
    box.dataset.text = text;
    const active = box.contains(document.activeElement) ? /** @type {HTMLSelectElement} */ (document.activeElement).name : null;
    box.replaceChildren(...shown.map(({ name, kind }) => {
      const found = chosen[name] ? "as found" : `as found: ${contents[kind]}`;
      const select = element("select", { name }, new Option(found, ""),
        ...["number", "time", "text", ...hasTwo(name) ? ["minutes", "hours"] : []].map(kind => new Option(contents[kind], kind)));
      select.value = chosen[name] ?? "";
      openByKeys(select);
      return element("label", {}, element("bdi", {}, name), select);
    }));
    if (active) [...box.querySelectorAll("select")].find(({ name }) => name === active)?.focus();
  }
}
