// Figures of the range in view: count, extremes, mean, slope and quantiles of each line; and downloads of the range and the view.

import { element } from "../elements/element.js";
import { known, Latest, picture } from "../wire/api.js";
import { columnNames } from "../values/chartchoice.js";
import { durationText } from "../values/durations.js";

/** Milliseconds without movement until the figures are fetched. */
const settleDelay = 200;
/** Writes numbers with at most six digits. */
const format = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 6 });
/** Parameters of a plan that change or keep the view. */
const moving = /^(anchor|brush|overview|toZoom|zoomTo|focus|fraction|start|revision|rows|velocity|lag|names|backdrop|point)/;
const written = (/** @type {number | null | undefined} */ value, /** @type {Wire.ValueKind | undefined} */ kind) =>
  (value === null || value === undefined ? "–" : kind ? durationText(value, kind) : format.format(value));

export class Figures {
  #dialog; #button; #links; #title; #table; #note; #on;
  #timer = 0;
  #asked = "";
  #latest = new Latest();
  /** @type {Page.Plan | null} */
  #plan = null;
  #query = "";

  /**
   * @param on has `entry()` and `note(text)`.
   */
  constructor(byId, on) {
    this.#on = on;
    this.#dialog = byId("figures");
    this.#button = byId("figures-button");
    this.#title = byId("figures-title");
    this.#table = this.#dialog.querySelector("tbody");
    this.#note = this.#dialog.querySelector(".note");
    this.#links = Object.fromEntries(["csv", "jsonl", "svg"].map(name => [name, this.#dialog.querySelector(`[data-as=${name}]`)]));
    this.#dialog.querySelector("[data-as=png]").addEventListener("click", () => this.#savePNG());
    this.#dialog.addEventListener("toggle", ({ newState }) => {
      this.#button.ariaExpanded = newState === "open";
      if (newState === "open") this.#ask();
    });
  }

  /**
   * Follows a plan.
   * @param {Page.Plan} plan @param {string | undefined} query is what it was asked with; undefined for one that came by itself.
   */
  show(plan, query) {
    this.#plan = plan.chart ? plan : null;
    this.#query = query ?? this.#query;
    if (!this.#plan && this.#dialog.matches(":popover-open")) this.#dialog.hidePopover();
    clearTimeout(this.#timer);
    if (this.#plan) this.#timer = setTimeout(() => this.#ask(), settleDelay);
  }

  async #ask() {
    if (!this.#plan || !this.#dialog.matches(":popover-open")) return;
    const { links, name } = this.#on.entry();
    const { range: { from, to }, lines, span } = this.#plan.chart;
    const shown = lines.map(({ isShown }, line) => (isShown ? line : null)).filter(line => line !== null);
    const range = new URLSearchParams({ from: String(from), to: String(to), lines: shown.join() });
    // Other columns are another table; a plan's parameter `lines` has its columns.
    const asked = new URLSearchParams(this.#query);
    for (const name of columnNames) if (asked.has(name)) range.set(name === "lines" ? "columns" : name, asked.get(name));
    for (const format of ["csv", "jsonl"]) {
      Object.assign(this.#links[format], { href: `${links.points}?${range}&format=${format}`, download: `${name}.${format}` });
    }
    Object.assign(this.#links.svg, { href: this.#picture("svg"), download: `${name}.svg` });
    const question = `${links.statistics}?${range}`;
    if (question === this.#asked) return;
    this.#asked = question;
    const answer = await this.#latest.only(signal => known(links.statistics, range, { signal }));
    if (answer === undefined) return;
    if (!answer) {
      this.#asked = "";
      this.#note.textContent = "The server does not answer.";
      return;
    }
    this.#title.textContent = span;
    this.#write(answer, lines);
  }

  /** @param {Wire.Statistics} statistics @param {Wire.Line[]} drawn */
  #write({ lines, slopePer, confidence }, drawn) {
    this.#table.replaceChildren(...lines.map(line => {
      const { kind } = line;
      // Durations say their unit.
      const unit = kind ? "" : drawn[line.line]?.unit ?? line.unit;
      /** Writes a value; `digits` has those that a JavaScript number cannot hold. */
      const read = place => (place?.digits ? BigInt(place.digits).toLocaleString() : written(place?.value, kind));
      const name = unit ? `${line.name} · ${unit}` : line.name;
      const head = element("th", { scope: "row", css: { "--colour": drawn[line.line]?.colour ?? "" } }, element("bdi", {}, name));
      const cells = [
        line.count.toLocaleString(), read(line.first), read(line.last), read(line.min),
        read(line.max), written(line.mean, kind), written(line.slope, kind ? "duration" : undefined),
        ...line.quantiles.map(({ value }) => written(value, kind)),
      ];
      const places = [null, line.first, line.last, line.min, line.max];
      return element("tr", {}, head, ...cells.map((text, index) => element("td", { title: places[index]?.label ?? "" }, text)));
    }));
    const error = Math.max(0, ...lines.map(({ rankError }) => rankError));
    const per = slopePer === "1" ? "unit of x" : slopePer;
    this.#note.textContent = `Slope: least squares, per ${per}. Quantiles: ${error === 0 ? "of all values"
      : `of a sample; ranks right to ±${(100 * error).toFixed(1)} % (certainty ${100 * confidence} %)`}.`;
  }

  /** Returns the address of the view as a picture, with its position instead of the movement that led there. */
  #picture(format) {
    const query = new URLSearchParams(this.#query);
    for (const name of [...query.keys()]) if (moving.test(name)) query.delete(name);
    query.set("x", String(this.#plan.contentOffset.x));
    query.set("lineGap", String(this.#plan.chart.lineGap));
    query.set("paintedLineGap", String(this.#plan.chart.lineGap));
    query.set("paintedMinValue", String(this.#plan.chart.section.minValue));
    query.set("paintedMaxValue", String(this.#plan.chart.section.maxValue));
    query.set("format", format);
    return `${this.#on.entry().links.picture}?${query}`;
  }

  /** Saves the server's drawing as PNG, with the browser's fonts. */
  async #savePNG() {
    let url = null;
    try {
      const image = new Image();
      url = URL.createObjectURL(await picture(this.#picture("svg")));
      image.src = url;
      await image.decode();
      const canvas = element("canvas", { width: image.width * devicePixelRatio, height: image.height * devicePixelRatio });
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      const blob = await new Promise(done => canvas.toBlob(done, "image/png"));
      const link = element("a", { href: URL.createObjectURL(blob), download: `${this.#on.entry().name}.png` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch {
      this.#on.note("The picture could not be made. Is the server still running?");
    } finally {
      if (url) URL.revokeObjectURL(url);
    }
  }
}
