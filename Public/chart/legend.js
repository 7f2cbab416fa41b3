// The names of a chart's lines: each is a switch; many of them scroll, and are found by letters.

/** As many lines need no field to find one. */
const few = 12;
const svg = "http://www.w3.org/2000/svg";

export class Legend {
  #element; #on;
  #text = "";
  #lines = [];
  /** The field and the buttons for all of them; null where there are few lines. */
  #tools = null;
  #list = document.createElement("div");

  /** @param on has `toggle(name)`, `all()` and `none()`. */
  constructor(element, on) {
    this.#element = element;
    this.#on = on;
    this.#list.className = "legend-lines";
    element.append(this.#list);
  }

  /** @param lines are a plan's. */
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

  #button({ name, colour, isShown, width = 1, dashes = [] }) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "plain";
    button.ariaPressed = isShown;
    button.append(swatch(colour, width, dashes), name);
    button.addEventListener("click", () => this.#on.toggle(name));
    return button;
  }

  #offerTools() {
    if (this.#tools) return;
    const tools = document.createElement("div");
    tools.className = "legend-tools";
    const field = document.createElement("input");
    field.type = "search";
    field.placeholder = "Find a line";
    field.ariaLabel = "Find a line";
    field.addEventListener("input", () => this.#filter());
    const buttons = [["All", this.#on.all], ["None", this.#on.none]].map(([text, act]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "plain tool";
      button.textContent = text;
      button.addEventListener("click", () => act());
      return button;
    });
    tools.append(field, ...buttons);
    this.#tools = tools;
    this.#element.prepend(tools);
  }

  get #buttons() { return [...this.#list.querySelectorAll("button")]; }

  #filter() {
    const wanted = (this.#tools?.querySelector("input").value ?? "").toLowerCase();
    this.#buttons.forEach((button, index) => {
      button.hidden = !this.#lines[index].name.toLowerCase().includes(wanted);
    });
  }
}

/** A piece of a line as it is drawn. */
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
  // A mark of no length needs a little to be painted.
  line.setAttribute("stroke-dasharray", dashes.map(length => 2 * length || 0.01).join(" "));
  return picture;
}
