// The axes of a plane: their ticks, the two fields that place the pictures, and the numbers of bars; and the map below the pictures.

import { whenChosen } from "../elements/choices.js";
import { button, element } from "../elements/element.js";
import { isPosition, places, title, withoutPlace } from "../values/fields.js";
import { pictures } from "../values/lists.js";
import { Backdrop } from "./backdrop.js";

/** Writes a number of pictures as 12 or 3.4K. */
const few = new Intl.NumberFormat(undefined, { notation: "compact" });

/** Px that the axes and their fields cover at the upper edge, at the left one and at the lower one. */
const [head, breadth, foot] = [44, 60, 76];

export class Plane {
  #box; #axes; #on; #bars; #all; #unplaced; #map; #show; #legend;
  /** Where the content was when the ticks were told. */
  #offset = { x: 0, y: 0 };
  /** The item in the middle, and where it was: what else is shown of the plane is shown there. @type {Page.Hold | null} */
  #hold = null;
  /** What finds the pictures without a place. */
  #missing = "";

  /**
   * @param byId gives an element by its id.
   * @param on has `entry()`, the collection; `isShown()`, whether a plane is to be shown; `view()`, what is shown; `offset()`, where the
   *   content is; `inset()`, what covers the view's edges, in px; `change(view, hold)`, for other fields, and for what else is shown;
   *   `zoom(bar)`, to show a bar alone; `search(query)`, to show what it finds in a grid; and `chosen()`, when a pointer has chosen.
   */
  constructor(view, byId, on) {
    [this.#box, this.#bars, this.#all, this.#on] = [byId("plane"), byId("plane-bars"), byId("plane-all"), on];
    [this.#unplaced, this.#map] = [byId("unplaced"), new Backdrop(byId("map"))];
    this.#unplaced.addEventListener("click", () => on.search(this.#missing));
    this.#axes = ["x", "y"].map(name => {
      const [picker, log] = [byId(`field-${name}`), byId(`log-${name}`)];
      const [field, logarithm] = name === "x" ? ["fieldX", "logX"] : ["fieldY", "logY"];
      whenChosen(picker, () => on.change({ ...this.#others(name, picker.value), [field]: picker.value || undefined, [logarithm]: undefined }), on.chosen);
      log.addEventListener("click", () => on.change({ [logarithm]: log.ariaPressed !== "true" }));
      return { name, picker, log, ticks: byId(`plane-${name}`) };
    });
    [this.#show, this.#legend] = [byId("plane-show"), byId("plane-legend")];
    whenChosen(this.#show, () => on.change({ show: this.#show.value || undefined, zoom: on.view().zoom }, this.#hold), on.chosen);
    // A wheel over a number zooms as beside it.
    this.#bars.addEventListener("wheel", event => {
      event.preventDefault();
      view.dispatchEvent(new WheelEvent("wheel", event));
    }, { passive: false });
    view.addEventListener("scroll", () => { if (!this.#box.hidden) this.#follow(on.offset()); }, { passive: true });
  }

  /** What another field from left to right does to the one upwards: a map has none, and after it there are bars. */
  #others(/** @type {string} */ name, /** @type {string} */ field) {
    const isMap = this.#map.isShown || this.#fields().some(one => isPosition(one) && one.name === field);
    return name === "x" && isMap ? { fieldY: undefined, logY: undefined } : {};
  }

  #fields() { return this.#on.entry().fields ?? []; }

  /** Adds what the axes cover to what covers the view's edges: [top, left, bottom, right] in px. */
  beside(/** @type {number[]} */ inset) {
    const [top, left, bottom, right] = inset;
    return this.#on.isShown() ? [top + head, left + breadth, bottom + foot, right] : inset;
  }

  /**
   * @param {Page.Plan} plan
   * @param {import("./painter.js").At} at
   */
  paint(plan, at) {
    this.#box.hidden = !plan.plane;
    this.#map.paint(plan, at);
    if (!plan.plane) return;
    const { unplaced, x } = plan.plane;
    this.#unplaced.hidden = !unplaced;
    this.#missing = withoutPlace(plan.plane, this.#on.view().q);
    this.#unplaced.textContent = `${unplaced.toLocaleString()} without ${x.scale === "longitude" ? "a position" : "a value"}`;
    const [top, left, bottom, right] = this.#on.inset();
    for (const [name, value] of Object.entries({ top, left, bottom, right })) this.#box.style.setProperty(`--${name}`, `${value}px`);
    const fields = this.#fields().filter(places);
    const positions = this.#fields().filter(isPosition);
    this.#offset = plan.contentOffset;
    const { anchor, plane: { show, legend = [] } } = plan;
    this.#hold = anchor && { anchor: anchor.item, fractionX: anchor.fractionX, fractionY: anchor.fractionY };
    this.#show.value = this.#on.view().show ?? "";
    // Bars have pictures alone.
    this.#show.hidden = Boolean(plan.plane.bars);
    this.#box.ariaLabel = this.#said(plan.plane);
    this.#legend.hidden = !legend.length;
    this.#legend.ariaLabel = `Pictures in a pixel: ${legend.map(({ count }) => count.toLocaleString()).join(", ")}`;
    this.#legend.replaceChildren(...legend.map(({ count, colour }) => element("span", { css: { "--colour": colour } }, few.format(count))));
    for (const { name, picker, log, ticks } of this.#axes) {
      const axis = plan.plane[/** @type {"x" | "y"} */ (name)];
      const names = fields.map(field => field.name);
      // Without a field upwards, pictures are stacked.
      const options = [
        ...(name === "y" ? [new Option("Number of pictures", "")] : positions.map(({ name }) => new Option("Map", name))),
        ...names.map(name => new Option(title(name), name)),
      ];
      if ([...picker.options].map(({ value }) => value).join() !== options.map(({ value }) => value).join()) picker.replaceChildren(...options);
      picker.value = axis.field ?? "";
      picker.hidden = axis.scale === "latitude";
      log.hidden = !axis.field || !["linear", "logarithmic"].includes(axis.scale);
      log.ariaPressed = String(axis.scale === "logarithmic");
      ticks.replaceChildren(...axis.ticks.map(({ at, label, context }) => element("span", { css: { "--at": `${at}px` } },
        label, ...(context ? [element("b", {}, context)] : []))));
    }
    this.#all.hidden = plan.zoomScale <= 1;
    this.#paintBars(plan.plane.bars ?? []);
    this.#follow(at.offset ?? this.#on.offset());
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

  /** What screen readers are told: the ends of the axes, and how many pictures lie between them. */
  #said(/** @type {Wire.Plane} */ { x, y, seen, show }) {
    const axes = [x, y].filter(({ ticks }) => ticks.length).map(({ field, ticks }) => {
      const [first, last] = [ticks[0], ticks[ticks.length - 1]].map(({ label, context }) => [label, context].filter(Boolean).join(" "));
      return `${field ? title(field) : "number of pictures"} from ${first} to ${last}`;
    });
    return `Axes: ${axes.join("; ")}. ${seen.toLocaleString()} pictures${show === "pictures" ? "" : `, shown as ${show}`}`;
  }

  /** The ticks go with the content, each along its axis. */
  #follow(/** @type {Wire.Point} */ { x, y }) {
    this.#box.style.setProperty("--x", `${this.#offset.x - x}px`);
    this.#box.style.setProperty("--y", `${this.#offset.y - y}px`);
  }

  shift(/** @type {number} */ dx, /** @type {number} */ dy) { this.#map.shift(dx, dy); }

  clear() {
    this.#box.hidden = true;
    this.#map.clear();
  }
}
