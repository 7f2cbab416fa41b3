// The legend: a switch for each line of a chart. Many lines scroll and can be filtered.

import { button, element } from "../elements/element.js";

/** Up to this many lines need no filter. */
const few = 12;
/** The part of the window's height that a legend may take from the data. */
const most = 0.15;
const svg = "http://www.w3.org/2000/svg";

export class Legend {
  #element; #on;
  #text = "";
  /** @type {Wire.Line[]} */
  #lines = [];
  /** The filter and the buttons for all lines; null for few lines. */
  #tools = null;
  #list = element("div", { className: "legend-lines" });
  #overlap = 0;

  /** @param on has `toggle(name)`, `all()`, `none()` and `resized()`, when it covers more or less. */
  constructor(element, on) {
    this.#element = element;
    this.#on = on;
    element.append(this.#list);
    new ResizeObserver(() => this.#measure()).observe(this.#list);
  }

  /** How much of the view its rows after the first cover, in px: the first has room above the data. */
  get overlap() { return this.#overlap; }

  /** A list of many lines scrolls beside the data; where there is no room, the legend lies over them. */
  #measure() {
    const rest = this.#lines.length > few ? 0 : this.#list.offsetHeight - (this.#buttons[0]?.offsetHeight ?? 0);
    const overlap = rest > 0 && rest <= most * innerHeight ? rest : 0;
    if (overlap === this.#overlap) return;
    this.#overlap = overlap;
    this.#on.resized();
  }

  /** @param {Wire.Line[]} lines are a plan's. */
  paint(lines) {
    const text = JSON.stringify(lines);
    if (text === this.#text) return;
    this.#text = text;
    this.#lines = lines;
    if (lines.length > few) this.#offerTools();
    else { this.#tools?.remove(); this.#tools = null; }
    this.#element.classList.toggle("many", lines.length > few);
    const focus = document.activeElement?.closest(".legend-lines button")?.textContent;
    this.#list.replaceChildren(...lines.map(line => this.#button(line)));
    if (focus) this.#buttons.find(({ textContent }) => textContent === focus)?.focus({ preventScroll: true });
    this.#filter();
  }

  /** @param {Wire.Line} line */
  #button({ name, colour, isShown, width = 1, dashes = [] }) {
    return button({ ariaPressed: isShown, on: { click: () => this.#on.toggle(name) } }, swatch(colour, width, dashes), element("bdi", {}, name));
  }

  #offerTools() {
    if (this.#tools) return;
    const field = element("input", { type: "search", placeholder: "Find a line", ariaLabel: "Find a line", on: { input: () => this.#filter() } });
    const buttons = [["All", this.#on.all], ["None", this.#on.none]].map(([text, act]) =>
      button({ className: "plain tool", on: { click: () => act() } }, text));
    this.#tools = element("div", { className: "legend-tools" }, field, ...buttons);
    this.#element.prepend(this.#tools);
  }

  get #buttons() { return [...this.#list.querySelectorAll("button")]; }

  #filter() {
    const wanted = (this.#tools?.querySelector("input").value ?? "").toLowerCase();
    this.#buttons.forEach((button, index) => {
      button.hidden = !this.#lines[index].name.toLowerCase().includes(wanted);
    });
  }
}

/** Returns a sample of a line as it is drawn. */
export function swatch(colour, width, dashes) {
  const picture = document.createElementNS(svg, "svg");
  picture.setAttribute("class", "swatch");
  picture.setAttribute("viewBox", "0 0 28 6");
  picture.setAttribute("aria-hidden", "true");
  const line = picture.appendChild(document.createElementNS(svg, "path"));
  line.setAttribute("d", "M2 3H26");
  line.setAttribute("stroke", colour);
  line.setAttribute("stroke-width", String(2 * width));
  line.setAttribute("stroke-linecap", dashes.length ? "round" : "butt");
  // A dash of length 0 needs a little length to be painted.
  line.setAttribute("stroke-dasharray", dashes.map(length => 2 * length || 0.01).join(" "));
  return picture;
}
