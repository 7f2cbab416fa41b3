// The legend: a switch for each line of a chart. What has no room above the data folds into a button.

import { button, element } from "../elements/element.js";

/** Up to this many lines need no filter. */
const few = 12;
/** The part of the window's height that a legend may take from the data. */
const most = 0.08;
const svg = "http://www.w3.org/2000/svg";

export class Legend {
  #element; #on;
  #text = "";
  /** @type {Wire.Line[]} */
  #lines = [];
  /** The filter and the buttons for all lines; null for few lines. */
  #tools = null;
  #list = element("div", { id: "legend-lines", className: "legend-lines" });
  /** Opens a list of all names in full. It is in the document where some are cut, or where there is no room for the switches. */
  #more = button({ className: "plain legend-more", ariaExpanded: "false", on: { click: () => this.#open(!this.#isOpen) } });
  #isOpen = false;
  #overlap = 0;

  /** @param on has `toggle(name)`, `all()`, `none()` and `resized()`, when it covers more or less. */
  constructor(element, on) {
    this.#element = element;
    this.#on = on;
    this.#more.setAttribute("aria-controls", this.#list.id);
    element.append(this.#list);
    element.addEventListener("keydown", event => {
      if (event.key !== "Escape" || !this.#isOpen) return;
      event.stopPropagation();
      event.preventDefault();
      this.#open(false);
      this.#more.focus();
    });
    new ResizeObserver(() => this.#measure()).observe(this.#list);
  }

  /** How much of the view its rows after the first cover, in px: the first has room above the data. */
  get overlap() { return this.#overlap; }

  /** Folds the legend if it has too many rows. While it is open it lies over the data, which stay where they are. */
  #measure() {
    // The keys make a name longer for a while.
    if (this.#isOpen || this.#list.querySelector(":focus-visible")) return;
    const rest = this.#list.scrollHeight - (this.#buttons[0]?.offsetHeight ?? 0);
    const isFolded = this.#lines.length > few || rest > most * innerHeight;
    const isCut = this.#buttons.some(({ lastElementChild: name }) => name.scrollWidth > name.clientWidth);
    this.#element.classList.toggle("folded", isFolded);
    if (!isFolded && !isCut) this.#more.remove();
    else if (!this.#more.isConnected) this.#list.before(this.#more);
    this.#more.textContent = isFolded ? `${this.#lines.length} lines` : "";
    this.#more.ariaLabel = `${this.#lines.length} lines: names in full`;
    const overlap = isFolded ? 0 : Math.max(rest, 0);
    if (overlap === this.#overlap) return;
    this.#overlap = overlap;
    this.#on.resized();
  }

  #open(isOpen) {
    this.#isOpen = isOpen;
    this.#more.ariaExpanded = String(isOpen);
    this.#element.classList.toggle("open", isOpen);
    this.#measure();
  }

  /** @param {Wire.Line[]} lines are a plan's. */
  paint(lines) {
    const text = JSON.stringify(lines);
    if (text === this.#text) return;
    this.#text = text;
    const isOther = lines.length !== this.#lines.length || lines.some(({ name }, index) => name !== this.#lines[index].name);
    this.#lines = lines;
    if (lines.length > few) this.#offerTools();
    else { this.#tools?.remove(); this.#tools = null; }
    const focus = document.activeElement?.closest(".legend-lines button")?.textContent;
    this.#list.replaceChildren(...lines.map(line => this.#button(line)));
    if (focus) this.#buttons.find(({ textContent }) => textContent === focus)?.focus({ preventScroll: true });
    this.#filter();
    if (isOther) this.#open(false);
  }

  /** @param {Wire.Line} line */
  #button({ name, colour, isShown, width = 1, dashes = [], form }) {
    return button({ ariaPressed: isShown, title: name, on: { click: () => this.#on.toggle(name) } },
      swatch(colour, width, dashes, form), element("bdi", {}, name));
  }

  #offerTools() {
    if (this.#tools) return;
    const field = element("input", { type: "search", placeholder: "Find a line", ariaLabel: "Find a line", on: {
      input: () => {
        this.#filter();
        this.#open(true);
      },
    } });
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

/** The path of a sample, and what differs from a line of the chart's width. @type {Record<string, {d: string, width?: number, cap?: string}>} */
const samples = {
  straight: { d: "M2 3H26" }, curve: { d: "M2 3H26" }, steps: { d: "M2 5H10V1H19V5H26" },
  bars: { d: "M6 6V3M14 6V0M22 6V2", width: 2.5, cap: "butt" }, points: { d: "M5 3h.01M14 3h.01M23 3h.01", width: 2.5, cap: "round" },
};

/** Returns a sample of a line as it is drawn. */
export function swatch(colour, width, dashes, form = "straight") {
  const sample = samples[form];
  const picture = document.createElementNS(svg, "svg");
  picture.setAttribute("class", "swatch");
  picture.setAttribute("viewBox", "0 0 28 6");
  picture.setAttribute("aria-hidden", "true");
  const line = picture.appendChild(document.createElementNS(svg, "path"));
  line.setAttribute("d", sample.d);
  line.setAttribute("stroke", colour);
  line.setAttribute("stroke-width", String(2 * width * (sample.width ?? 1)));
  line.setAttribute("stroke-linecap", sample.cap ?? (dashes.length ? "round" : "butt"));
  if (sample.cap) return picture;
  // A dash of length 0 needs a little length to be painted.
  line.setAttribute("stroke-dasharray", dashes.map(length => 2 * length || 0.01).join(" "));
  return picture;
}
