// The panel for a chart's columns, lines, axes and time zone.

import { button, element } from "../elements/element.js";
import { json, Latest } from "../wire/api.js";
import { columnNames, forms, formsText, formulas, list, names, units, unitsText } from "../values/chartchoice.js";
import { choiceOf, remember } from "../state/chartmemory.js";
import { sentence } from "../values/fields.js";
import { openByKeys } from "../panels/pickers.js";
import { Formulas } from "./formulas.js";
import { TableReading } from "./tablereading.js";

/** Milliseconds from a choice of values until the table is read: more may be chosen meanwhile. */
const pause = 500;
/** For each parameter: the end of its field's id, and the parameters that are dropped with it. */
const fields = {
  xColumn: { id: "x", dependents: ["keys", "lines"] }, keyColumn: { id: "key", dependents: ["keys"] }, keys: { id: "lines", dependents: [] },
  lines: { id: "lines", dependents: [] }, axis: { id: "spacing", dependents: [] }, band: { id: "band", dependents: [] },
  timeZone: { id: "zone", dependents: [] }, units: { id: "units", dependents: [] }, ranges: { id: "ranges", dependents: [] },
  valueAxes: { id: "axes", dependents: [] }, valueScale: { id: "scale", dependents: [] }, hide: { id: "lines", dependents: [] },
  line: { id: "line", dependents: [] }, lineForms: { id: "forms", dependents: [] },
  show: { id: "lines", dependents: [] }, range: { id: "ranges", dependents: [] },
  separator: { id: "separator", dependents: ["xColumn", "keyColumn", "keys", "lines", "columnKinds"] },
  headerLine: { id: "header", dependents: ["xColumn", "keyColumn", "keys", "lines", "columnKinds"] },
  dateOrder: { id: "order", dependents: [] }, decimalMark: { id: "mark", dependents: [] }, columnKinds: { id: "kinds", dependents: [] },
  formulas: { id: "formula", dependents: [] },
};
/** The most entries that a list shows. */
const most = 500;

export class ChartPanel {
  #button; #dialog; #chart; #on; #field; #reading; #formulas;
  /** @type {import("../state/shown.js").Shown} */
  #shown;
  /** @type {Wire.Table | null} */
  #table = null;
  /** @type {Wire.Chart | null} A plan's chart; null where there is none. */
  #plan = null;
  #timer = 0;
  /** The timer of the next question while the table is read. */
  #poll = 0;
  #latest = new Latest();
  /** Whether the next plan fetches the table's description again. */
  #isStale = false;
  /** The last choice that was painted, and its collection: a refused choice returns to it. */
  #good = { collection: null, choice: {} };
  /** The field of a refused choice, and the reason; null for none. */
  #refused = null;

  /**
   * @param byId gives an element by its id.
   * @param chart paints the chart, @param shown is what the page shows.
   * @param on has `read(view, hold)`, for other columns, `closed()`, and `note(text)`, which says a sentence outside of the panel.
   */
  constructor(byId, chart, shown, on) {
    [this.#button, this.#dialog] = ["chart-button", "chart-panel"].map(byId);
    this.#field = id => byId(`panel-${id}`);
    this.#chart = chart;
    this.#shown = shown;
    this.#on = on;
    this.#reading = new TableReading(byId, shown, { read: change => this.#read(change), closed: () => on.closed() });
    this.#formulas = new Formulas(this.#field, shown, { read: change => this.#read(change) });
    this.#field("how").addEventListener("click", () => {
      this.#dialog.close();
      this.#reading.open();
    });
    this.#button.addEventListener("click", () => this.#open());
    this.#dialog.addEventListener("close", () => on.closed());
    for (const id of ["x", "key", "axes", "scale", "spacing", "band", "line"]) openByKeys(this.#field(id));
    this.#listen("x", value => this.#read({ xColumn: value || undefined, keys: undefined, lines: undefined }));
    this.#listen("key", value => this.#read({
      keyColumn: value === "" ? undefined : value === "-" ? "" : value.slice(1), keys: undefined, lines: undefined,
    }));
    this.#listen("axes", value => chart.choose({ valueAxes: value || undefined }));
    this.#listen("scale", value => chart.choose({ valueScale: value || undefined, ranges: undefined }));
    this.#listen("spacing", value => this.#read({ axis: value || undefined }));
    this.#listen("band", value => chart.choose({ band: value || undefined }));
    this.#listen("line", value => chart.choose({ line: value || undefined }));
    const [formed, form] = this.#field("forms").querySelectorAll("select");
    for (const select of [formed, form]) openByKeys(select);
    formed.addEventListener("change", () => this.#fillForm());
    form.addEventListener("change", () =>
      chart.choose({ lineForms: formsText({ ...forms(this.#shown.view.lineForms), [formed.value]: form.value }) }));
    const [line, unit] = this.#field("units").querySelectorAll("select, input");
    openByKeys(line);
    line.addEventListener("change", () => this.#fillUnit());
    unit.addEventListener("change", () => this.#chooseUnit(line.value, unit.value.trim()));
    this.#listen("zone", value => this.#chooseZone(value.trim()));
    const lines = this.#field("lines");
    lines.querySelector("input").addEventListener("input", () => this.#search());
    for (const button of lines.querySelectorAll("[data-all]")) {
      button.addEventListener("click", () => this.#checkAll(Boolean(button.dataset.all)));
    }
    lines.querySelector(".checks").addEventListener("change", () => this.#chooseLines());
  }

  #listen(id, act) {
    this.#field(id).addEventListener("change", event => {
      this.#tell(null);
      act(event.target.value);
    });
  }

  /**
   * Returns to the choice before one that the server has refused, and says why: beside its field, or on the page if the panel is
   * closed.
   * @param {Wire.Problem} problem @returns whether the problem is about a choice.
   */
  refuse({ parameter, detail }) {
    const { view, collection } = this.#shown;
    const field = fields[parameter];
    if (!field || view[parameter] === undefined) return false;
    const { choice } = this.#good;
    const isOther = this.#good.collection !== collection || choice[parameter] === view[parameter];
    const next = Object.fromEntries(Object.entries(view).filter(([name]) =>
      (isOther ? name !== parameter && !field.dependents.includes(name) : !(name in fields))));
    const text = sentence(detail, parameter);
    this.#on.read(isOther ? next : { ...next, ...choice });
    this.#tell({ id: this.#reading.isOpen && ["x", "key"].includes(field.id) ? `reading-${field.id}` : field.id, text });
    if (!this.#dialog.open && !this.#reading.isOpen) this.#on.note(`${parameter}: ${text}`);
    return true;
  }

  /** Shows beside a field why its choice was refused; null shows nothing. */
  #tell(refused) {
    this.#refused = refused;
    for (const element of document.querySelectorAll(".settings .refused")) element.remove();
    for (const element of document.querySelectorAll(".settings [aria-invalid]")) element.removeAttribute("aria-invalid");
    if (!refused) return;
    const field = this.#field(refused.id);
    field.ariaInvalid = "true";
    (field.closest(".row") ?? field).after(element("p", { className: "refused", role: "alert" }, refused.text));
  }

  /** @param {Wire.Chart | undefined} plan is a plan's chart, undefined for pictures. */
  show(plan) {
    this.#plan = plan ?? null;
    this.#button.hidden = !plan;
    this.#reading.offer(Boolean(plan));
    if (plan) {
      const { collection, view } = this.#shown;
      this.#good = { collection, choice: choiceOf(view) };
      remember(collection, view);
    }
    if (this.#isStale && this.#reading.isOpen) {
      this.#isStale = false;
      this.#reading.ask();
    }
    if (!this.#dialog.open) return;
    if (!plan) return this.#dialog.close();
    if (this.#isStale) this.#ask();
    else this.#fill();
  }

  #open() {
    this.#dialog.showModal();
    this.#say("");
    this.#tell(this.#refused);
    this.#ask();
  }

  /** Fetches the table's columns and values. */
  async #ask() {
    this.#isStale = false;
    clearTimeout(this.#poll);
    const { view, entry } = this.#shown;
    const query = new URLSearchParams();
    for (const name of columnNames) if (view[name] !== undefined) query.set(name, view[name]);
    const wanted = this.#field("lines").querySelector("input").value;
    if (wanted) query.set("q", wanted);
    query.set("limit", String(most));
    try {
      // The answer is outdated after another search or choice of columns.
      const table = await this.#latest.only(signal => json(entry.links.table, query, { signal }));
      if (!table) return;
      this.#table = table;
      // The values that tell lines apart are counted while the table is read.
      if (!table.complete && this.#dialog.open) this.#poll = setTimeout(() => this.#ask(), 1000);
      this.#say("");
      this.#fill();
    } catch (error) {
      this.#say(sentence(error.message));
    }
  }

  #say(text) { this.#dialog.querySelector(".said").textContent = text; }

  #read(change) {
    this.#isStale = true;
    this.#tell(null);
    const next = { ...this.#shown.view, ranges: undefined, hide: undefined, show: undefined, ...change };
    // What was in view stays there, unless it is to be told along other values.
    const { current } = this.#shown;
    const isAll = !current?.edges || current.edges.left && current.edges.right;
    const isSameX = !("xColumn" in change) || change.xColumn === this.#shown.view.xColumn;
    const { from, to } = current?.chart?.range ?? {};
    this.#on.read(next, isAll || !isSameX || !(from < to) ? null : { from, to });
  }

  #fill() {
    if (!this.#table || !this.#plan) return;
    const { columns } = this.#table;
    const { view } = this.#shown;
    this.#options("x", columns.filter(({ kind }) => kind !== "text" && kind !== "empty").map(({ name }) => [name, name]),
      columns.filter(({ use }) => use === "x").map(({ name }) => name)[0] ?? view.xColumn ?? "", "the rows’ order");
    this.#options("key", [["", "what the table tells"], ["-", "nothing: each column is a line"],
      ...columns.filter(({ use, kind }) => use !== "x" && kind !== "empty").map(({ name }) => [`=${name}`, name])],
    view.keyColumn === undefined ? "" : view.keyColumn === "" ? "-" : `=${view.keyColumn}`);
    for (const id of ["x", "key"]) this.#field(id).disabled = !columns.length;
    this.#field("axes").value = view.valueAxes ?? "";
    this.#field("scale").value = view.valueScale ?? "";
    this.#field("spacing").value = view.axis ?? "";
    this.#field("band").value = view.band ?? "";
    this.#field("line").value = view.line ?? "";
    this.#fillLines();
    this.#formulas.fill(this.#plan);
    this.#fillRanges();
    this.#fillUnits();
    this.#fillZone();
  }

  #options(id, options, value, none) {
    const select = this.#field(id);
    const all = options.some(([name]) => name === value) ? options : [[value, none ?? value], ...options];
    const text = JSON.stringify(all);
    if (select.dataset.text !== text) {
      select.dataset.text = text;
      select.replaceChildren(...all.map(([name, title]) => new Option(title, name)));
    }
    select.value = value;
  }

  // Lines

  #fillLines() {
    const { keys, columns } = this.#table;
    const fieldset = this.#field("lines");
    const lines = new Map(this.#plan.lines.map(line => [line.name, line]));
    fieldset.querySelector("legend").textContent = keys ? `Values of ${keys.column}` : "Lines";
    const entries = keys
      ? keys.values.map(({ name, rows, isShown }) => ({ name, note: rows.toLocaleString(), isOn: isShown }))
      : (columns.length ? columns.filter(({ kind, use }) => kind === "number" && use !== "x") : [...lines.values()])
        .map(({ name }) => ({ name, note: lines.get(name)?.unit ?? "", isOn: lines.get(name)?.isShown ?? false }));
    const wanted = keys ? "" : fieldset.querySelector("input").value.toLowerCase();
    const found = entries.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, most);
    const checks = fieldset.querySelector(".checks");
    const text = JSON.stringify(found.map(({ name, note }) => [name, note]));
    if (checks.dataset.text !== text) {
      checks.dataset.text = text;
      checks.replaceChildren(...found.map(({ name, note }) =>
        element("label", {}, element("input", { type: "checkbox", value: name }), element("bdi", {}, name), element("small", {}, note))));
    }
    const on = new Set(found.filter(({ isOn }) => isOn).map(({ name }) => name));
    if (!this.#timer) for (const box of checks.querySelectorAll("input")) box.checked = on.has(box.value);
    const more = (keys ? keys.count : entries.length) - found.length;
    if (more > 0 && !wanted) this.#say(`${more.toLocaleString()} more are found by their letters.`);
  }

  #search() {
    if (!this.#table?.keys) return this.#fillLines();
    clearTimeout(this.#searching);
    this.#searching = setTimeout(() => this.#ask(), 200);
  }

  #searching = 0;

  #checkAll(isOn) {
    for (const box of this.#field("lines").querySelectorAll(".checks input")) box.checked = isOn;
    this.#chooseLines();
  }

  #chooseLines() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      const boxes = [...this.#field("lines").querySelectorAll(".checks input")];
      if (this.#table.keys) this.#chooseKeys(boxes);
      else this.#chooseColumns(boxes);
    }, pause);
  }

  /** Chooses the values that become lines of a long table. Values that the filter hides stay as they are. */
  #chooseKeys(boxes) {
    const { view } = this.#shown;
    const listed = new Set(boxes.map(({ value }) => value));
    const chosen = names(view.keys).filter(name => !listed.has(name));
    const keys = [...chosen, ...boxes.filter(({ checked }) => checked).map(({ value }) => value)];
    if (!keys.length) return this.#say("At least one has to be shown.");
    if (keys.length > 256) return this.#say(`${keys.length} are too many: a chart has 256 lines at most.`);
    this.#read({ keys: list(keys), keyColumn: view.keyColumn });
  }

  /** Hides or shows columns that are lines; for other columns the table is read again. */
  #chooseColumns(boxes) {
    const lines = new Set(this.#plan.lines.map(({ name }) => name));
    const added = boxes.filter(({ checked, value }) => checked && !lines.has(value)).map(({ value }) => value);
    const hidden = this.#chart.hidden;
    for (const { checked, value } of boxes) {
      if (checked) hidden.delete(value);
      else if (lines.has(value)) hidden.add(value);
    }
    if (!added.length) return this.#chart.hide(hidden);
    const computed = new Set(formulas(this.#shown.view.formulas).map(([name, text]) => name || text));
    const shown = this.#plan.lines.map(({ name }) => name).filter(name => !hidden.has(name) && !computed.has(name));
    this.#read({ lines: list([...shown, ...added].slice(0, 256)) });
  }

  // Ranges and the zone

  #fillRanges() {
    const element = this.#field("ranges");
    const { panes, lines } = this.#plan;
    while (element.children.length > panes.length) element.lastChild.remove();
    panes.forEach((pane, index) => {
      const row = element.children[index] ?? element.appendChild(this.#range(index));
      const [first, second] = pane.lines.map(line => lines[line].name);
      row.querySelector("span").textContent = panes.length > 1 ? `${first ?? ""}${second ? ", …" : ""}, from, to` : "Values from, to";
      const [low, high] = row.querySelectorAll("input");
      if (![low, high].includes(document.activeElement)) [low.value, high.value] = [pane.minValue, pane.maxValue];
      row.querySelector("button").disabled = !pane.isFixed;
    });
  }

  #range(pane) {
    const change = () => {
      const [low, high] = ends.map(({ value }) => Number(value));
      if (!ends.every(({ value }) => value !== "") || !(low < high)) return this.#say("The lower end has to be below the upper one.");
      this.#say("");
      this.#chart.fix(pane, low, high);
    };
    const ends = ["lower", "upper"].map(end => element("input", {
      type: "number", step: "any", ariaLabel: `The ${end} end of the values of axis ${pane + 1}`, on: { change },
    }));
    const all = button({ ariaLabel: `All values of axis ${pane + 1}`, on: { click: () => this.#chart.release([pane]) } }, "All");
    return element("div", { className: "row" }, element("span"), ...ends, all);
  }

  #fillUnits() {
    const all = this.#plan.lines.map(({ name }) => name);
    const text = JSON.stringify(all);
    for (const select of [this.#field("units").querySelector("select"), this.#field("forms").querySelector("select")]) {
      if (select.dataset.text === text) continue;
      const { value } = select;
      select.dataset.text = text;
      select.replaceChildren(...all.map(name => new Option(name, name)));
      if (all.includes(value)) select.value = value;
    }
    this.#fillUnit();
    this.#fillForm();
  }

  /** The form that the chosen line was given. */
  #fillForm() {
    const [line, form] = this.#field("forms").querySelectorAll("select");
    form.value = forms(this.#shown.view.lineForms)[line.value] ?? "";
  }

  /** The unit that the chosen line has. */
  #fillUnit() {
    const [select, field] = this.#field("units").querySelectorAll("select, input");
    if (document.activeElement !== field) field.value = this.#plan.lines.find(({ name }) => name === select.value)?.unit ?? "";
  }

  #chooseUnit(line, unit) {
    this.#tell(null);
    this.#chart.choose({ units: unitsText({ ...units(this.#shown.view.units), [line]: unit }) });
  }

  #fillZone() {
    const field = this.#field("zone");
    const { zone, axis } = this.#plan;
    field.closest(".row").hidden = axis !== "date";
    this.#field("spacing-row").hidden = axis === "even" && this.#shown.view.axis !== "even";
    field.disabled = !zone.isKnown;
    field.placeholder = zone.isKnown ? this.#table.zone ?? "" : "none is in the file";
    if (document.activeElement !== field) field.value = this.#shown.view.timeZone ?? "";
    const zones = this.#field("zones");
    if (zones.children.length) return;
    zones.append(...["UTC", ...(Intl.supportedValuesOf?.("timeZone") ?? [])].map(name => new Option(name, name)));
  }

  #chooseZone(name) {
    const isKnown = !name || /^(UTC)?([+-]\d\d(:\d\d)?)?$/.test(name) || [...this.#field("zones").children].some(({ value }) => value === name);
    this.#say(isKnown ? "" : `“${name}” is no zone: try Europe/Berlin or UTC+02:00.`);
    if (isKnown) this.#chart.choose({ timeZone: name || undefined });
  }
}
