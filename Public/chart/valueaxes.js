// The value axes beside a chart: labels, units, and a strip on which a drag fixes the range.

import { element } from "../elements/element.js";

export class ValueAxes {
  #element; #on;
  #panes = [];
  /** Where a press began, and in which pane. */
  #from = null;
  #range = element("div", { className: "axis-range", hidden: true });

  /** @param on has `fix(top, bottom, pane)`, in px of the viewport, `release(pane)`, and `wheel(event)`. */
  constructor(parent, on) {
    this.#element = parent;
    this.#on = on;
    parent.append(this.#range);
  }

  /** @param {Wire.Pane[]} panes are a plan's; empty for none. @param {Wire.Line[]} lines are the plan's, too. */
  paint(panes, lines) {
    while (this.#panes.length > panes.length) this.#panes.pop().remove();
    while (this.#panes.length < panes.length) this.#panes.push(this.#element.appendChild(this.#strip(this.#panes.length)));
    panes.forEach((pane, index) => {
      const strip = this.#panes[index];
      strip.classList.toggle("right", pane.isRight);
      strip.classList.toggle("fixed", pane.isFixed);
      strip.style.setProperty("--top", `${pane.top}px`);
      strip.style.setProperty("--bottom", `${pane.bottom}px`);
      strip.style.setProperty("--colours", panes.length > 1 ? colours(pane.lines.map(line => lines[line].colour)) : "none");
      const texts = [...pane.ticks.map(({ label, y }) => [label, y]), ...(pane.unit ? [[pane.unit, pane.top - 18]] : [])];
      texts.forEach(([text, y], place) => {
        const label = strip.children[place] ?? strip.appendChild(element("span"));
        if (label.textContent !== text) label.textContent = text;
        label.classList.toggle("unit", place >= pane.ticks.length);
        label.style.translate = `0 ${y}px`;
      });
      while (strip.children.length > texts.length) strip.lastChild.remove();
    });
  }

  #strip(pane) {
    const strip = element("div", { className: "axis", title: "Draw over the axis for these values alone; press twice for all" });
    strip.addEventListener("pointerdown", event => {
      if (event.button !== 0) return;
      event.preventDefault();
      strip.setPointerCapture(event.pointerId);
      this.#from = { y: event.clientY, pane };
    });
    strip.addEventListener("pointermove", event => {
      if (!this.#from) return;
      const [top, bottom] = this.#ends(event);
      this.#range.hidden = bottom - top < 4;
      this.#range.classList.toggle("right", strip.classList.contains("right"));
      Object.assign(this.#range.style, { top: `${top}px`, height: `${bottom - top}px` });
    });
    const end = event => {
      if (!this.#from) return;
      const [top, bottom] = this.#ends(event);
      this.#from = null;
      this.#range.hidden = true;
      if (event.type === "pointerup" && bottom - top >= 4) this.#on.fix(top, bottom, pane);
    };
    strip.addEventListener("pointerup", end);
    strip.addEventListener("pointercancel", end);
    // A wheel over the axis scrolls the view.
    strip.addEventListener("wheel", event => {
      event.preventDefault();
      this.#on.wheel(event);
    }, { passive: false });
    strip.addEventListener("dblclick", () => this.#on.release(pane));
    return strip;
  }

  #ends({ clientY }) { return [Math.min(this.#from.y, clientY), Math.max(this.#from.y, clientY)]; }
}

/** Returns the colours of an axis' lines one below the other, each as long, as an image of a style. */
const colours = (/** @type {string[]} */ all) => `linear-gradient(${all.map((colour, index) =>
  `${colour} ${100 * index / all.length}% ${100 * (index + 1) / all.length}%`).join()})`;
