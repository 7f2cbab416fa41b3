// The axes of a plane: their ticks, and the two fields that place the pictures.

import { element } from "../elements/element.js";
import { places, title } from "../values/fields.js";

/** Writes a number of pictures as 12 or 3.4K. */
const few = new Intl.NumberFormat(undefined, { notation: "compact" });

/** Px that the axes and their fields cover at the upper edge, at the left one and at the lower one. */
const [head, breadth, foot] = [44, 60, 76];

export class Plane {
  #box; #axes; #on; #show; #legend;
  /** Where the content was when the ticks were told. */
  #offset = { x: 0, y: 0 };
  /** The item in the middle, and where it was: what else is shown of the plane is shown there. @type {Page.Hold | null} */
  #hold = null;

  /**
   * @param byId gives an element by its id.
   * @param on has `entry()`, the collection; `isShown()`, whether a plane is to be shown; `view()`, what is shown; `offset()`, where the
   *   content is; `inset()`, what covers the view's edges, in px; and `change(view, hold)`, for other fields, and for what else is shown.
   */
  constructor(view, byId, on) {
    [this.#box, this.#on] = [byId("plane"), on];
    this.#axes = ["x", "y"].map(name => {
      const [picker, log] = [byId(`field-${name}`), byId(`log-${name}`)];
      const [field, logarithm] = name === "x" ? ["fieldX", "logX"] : ["fieldY", "logY"];
      picker.addEventListener("change", () => on.change({ [field]: picker.value || undefined, [logarithm]: undefined }));
      log.addEventListener("click", () => on.change({ [logarithm]: log.ariaPressed !== "true" || undefined }));
      return { name, picker, log, ticks: byId(`plane-${name}`) };
    });
    [this.#show, this.#legend] = [byId("plane-show"), byId("plane-legend")];
    this.#show.addEventListener("change", () => on.change({ show: this.#show.value || undefined, zoom: on.view().zoom }, this.#hold));
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
    const { anchor, plane: { show, legend = [] } } = plan;
    this.#hold = anchor && { anchor: anchor.item, fractionX: anchor.fractionX, fractionY: anchor.fractionY };
    this.#show.value = this.#on.view().show ?? "";
    this.#box.ariaLabel = this.#said(plan.plane);
    this.#legend.hidden = !legend.length;
    this.#legend.ariaLabel = `Pictures in a pixel: ${legend.map(({ count }) => count.toLocaleString()).join(", ")}`;
    this.#legend.replaceChildren(...legend.map(({ count, colour }) => element("span", { css: { "--colour": colour } }, few.format(count))));
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
    this.#follow();
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
  #follow() {
    const { x, y } = this.#on.offset();
    this.#box.style.setProperty("--x", `${this.#offset.x - x}px`);
    this.#box.style.setProperty("--y", `${this.#offset.y - y}px`);
  }

  shift() {}
  clear() { this.#box.hidden = true; }
}
