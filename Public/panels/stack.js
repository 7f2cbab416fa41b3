// Goes through a stack of pages, or of files: a slider for each of its axes.

import { element } from "../elements/element.js";
import { nameOf, pageAt, placeOf, placeText } from "../values/stack.js";

export class Stack {
  #panel; #on;
  /** @type {{axis: Wire.StackAxis, slider: HTMLInputElement, said: HTMLOutputElement}[]} */
  #rows = [];
  /** The axes that have sliders, as text. */
  #written = "";
  /** The page that is open, or on its way; −1 for none. */
  #index = -1;
  /** The index of the stack's first page. */
  #first = 0;
  #isGoing = false;

  /** @param panel is the element of the sliders. @param on has `entry()`, the collection, and `go(index)`, which opens a page: a promise that is kept once it is on its way. */
  constructor(panel, on) { [this.#panel, this.#on] = [panel, on]; }

  /** A plan was painted. @param {Page.Plan | null} plan is that of one picture; null where there are several. */
  show(plan) {
    const stack = plan?.picture?.stack;
    /** @type {Wire.StackAxis[]} */
    const axes = plan?.anchor ? stack?.axes ?? this.#on.entry()?.axes ?? [] : [];
    this.#first = stack?.first ?? 0;
    this.#panel.hidden = !axes.length;
    if (!axes.length) return;
    const written = JSON.stringify(axes);
    if (written !== this.#written) this.#write(axes, written);
    if (!this.#isGoing) this.#place(plan.anchor.index);
  }

  #write(axes, written) {
    this.#written = written;
    this.#rows = axes.map(axis => {
      const slider = element("input", { type: "range", min: "0", max: String(axis.count - 1), step: "1", ariaLabel: nameOf(axis) });
      slider.addEventListener("input", () => this.#go(this.#pageAt(axis, Number(slider.value))));
      return { axis, slider, said: element("output") };
    });
    this.#panel.replaceChildren(...this.#rows.map(({ axis, slider, said }) => element("label", {}, element("span", { textContent: nameOf(axis) }), slider, said)));
  }

  #place(index) {
    this.#index = index;
    for (const { axis, slider, said } of this.#rows) {
      const place = placeOf(axis, index - this.#first);
      slider.value = String(place);
      slider.ariaValueText = said.value = placeText(axis, place);
    }
  }

  /** The index of the page at another place along an axis. */
  #pageAt(axis, place) { return this.#first + pageAt(axis, this.#index - this.#first, place); }

  async #go(index) {
    if (index === this.#index) return;
    this.#place(index);
    this.#isGoing = true;
    await this.#on.go(index);
    if (this.#index === index) this.#isGoing = false;
  }

  #row(name) { return this.#panel.hidden ? undefined : this.#rows.find(({ axis }) => axis.name === name); }

  /** Whether the open page lies in a stack along an axis. */
  has(name) { return Boolean(this.#row(name)); }

  /** Goes to a neighbour along an axis. */
  move(name, by) {
    const { axis } = this.#row(name);
    this.#go(this.#pageAt(axis, placeOf(axis, this.#index - this.#first) + by));
  }
}
