// The axes of a plane: their ticks, the two fields that place the pictures, and the numbers of bars.

import { button, element } from "../elements/element.js";
import { places, title } from "../values/fields.js";
import { pictures } from "../values/lists.js";

const few = new Intl.NumberFormat(undefined, { notation: "compact" });

/** Px that the axes and their fields cover at the upper edge, at the left one and at the lower one. */
const [head, breadth, foot] = [44, 60, 76];

export class Plane {
  #box; #axes; #on; #bars; #all;
  /** Where the content was when the ticks were told. */
  #offset = { x: 0, y: 0 };

  /**
   * @param byId gives an element by its id.
   * @param on has `entry()`, the collection; `isShown()`, whether a plane is to be shown; `offset()`, where the content is;
   *   `inset()`, what covers the view's edges, in px; `change(view)`, for other fields; and `zoom(bar)`, to show a bar alone.
   */
  constructor(view, byId, on) {
    [this.#box, this.#bars, this.#all, this.#on] = [byId("plane"), byId("plane-bars"), byId("plane-all"), on];
    this.#axes = ["x", "y"].map(name => {
      const [picker, log] = [byId(`field-${name}`), byId(`log-${name}`)];
      const [field, logarithm] = name === "x" ? ["fieldX", "logX"] : ["fieldY", "logY"];
      picker.addEventListener("change", () => on.change({ [field]: picker.value || undefined, [logarithm]: undefined }));
      log.addEventListener("click", () => on.change({ [logarithm]: log.ariaPressed !== "true" }));
      return { name, picker, log, ticks: byId(`plane-${name}`) };
    });
    // A wheel over a number zooms as beside it.
    this.#bars.addEventListener("wheel", event => {
      event.preventDefault();
      view.dispatchEvent(new WheelEvent("wheel", event));
    }, { passive: false });
    view.addEventListener("scroll", () => { if (!this.#box.hidden) this.#follow(); }, { passive: true });
  }

  /** Adds what the axes cover to what covers the view's edges: [top, left, bottom, right] in px. */
  beside(/** @type {number[]} */ inset) {
    const [top, left, bottom, right] = inset;
    return this.#on.isShown() ? [top + head, left + breadth, bottom + foot, right] : inset;
  }

  /** @param {Page.Plan} plan */
  paint(plan) {
    this.#box.hidden = !plan.plane;
    if (!plan.plane) return;
    const [top, left, bottom, right] = this.#on.inset();
    for (const [name, value] of Object.entries({ top, left, bottom, right })) this.#box.style.setProperty(`--${name}`, `${value}px`);
    const fields = (this.#on.entry().fields ?? []).filter(places);
    this.#offset = plan.contentOffset;
    for (const { name, picker, log, ticks } of this.#axes) {
      const axis = plan.plane[/** @type {"x" | "y"} */ (name)];
      const names = fields.map(field => field.name);
      // Without a field upwards, pictures are stacked.
      const options = [...(name === "y" ? [new Option("Number of pictures", "")] : []), ...names.map(name => new Option(title(name), name))];
      if ([...picker.options].map(({ value }) => value).join() !== options.map(({ value }) => value).join()) picker.replaceChildren(...options);
      picker.value = axis.field ?? "";
      log.hidden = !axis.field || !["linear", "logarithmic"].includes(axis.scale);
      log.ariaPressed = String(axis.scale === "logarithmic");
      ticks.replaceChildren(...axis.ticks.map(({ at, label, context }) => element("span", { css: { "--at": `${at}px` } },
        label, ...(context ? [element("b", {}, context)] : []))));
    }
    this.#all.hidden = plan.zoomScale <= 1;
    this.#paintBars(plan.plane.bars ?? []);
    this.#follow();
  }

  /** The number of each bar's pictures, above it: a press shows this bar alone. @param {Wire.PlaneBar[]} bars */
  #paintBars(bars) {
    const focused = /** @type {HTMLElement} */ (this.#bars.contains(document.activeElement) ? document.activeElement : null)?.dataset.bar;
    this.#bars.replaceChildren(...bars.map(bar => button({
      className: "", title: bar.label, ariaLabel: `${bar.label}: ${pictures(bar.count)}`, data: { bar: bar.label },
      css: { "--at": `${bar.at}px`, "--upper": `${bar.top}px`, "--width": `${bar.width}px` }, on: { click: () => this.#on.zoom(bar) },
    }, few.format(bar.count))));
    if (focused !== undefined) /** @type {HTMLElement[]} */ ([...this.#bars.children]).find(({ dataset }) => dataset.bar === focused)?.focus({ preventScroll: true });
  }

  /** The ticks go with the content, each along its axis. */
  #follow() {
    const { x, y } = this.#on.offset();
    this.#box.style.setProperty("--x", `${this.#offset.x - x}px`);
    this.#box.style.setProperty("--y", `${this.#offset.y - y}px`);
  }

  shift() {}
  clear() { this.#box.hidden = true; }
}
