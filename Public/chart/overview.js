// The strip below a chart shows all of it, with the range in view, which can be moved and resized.

import { element as make } from "../elements/element.js";

/** How far a key moves the range, as a fraction of it, and an edge, in px of the strip. */
const [part, step] = [0.1, 8];

export class Overview {
  #element; #window; #edges; #on;
  /** Is in the document only with a chart, to save memory. */
  #picture = make("img", { alt: "", draggable: false });
  /** @type {Wire.Chart["overview"] | null} The last plan's strip; null before the first. */
  #strip = null;
  /** The part that a pointer holds, and the distance from its middle, in px. */
  #held = null;

  /**
   * @param element has a `.range` and two `.edge`s.
   * @param on has `show(parameters, isDragged)`, which asks for a plan of another range; and `end()`, when a pointer has let go.
   */
  constructor(element, on) {
    this.#element = element;
    this.#on = on;
    this.#window = element.querySelector(".range");
    this.#edges = [...element.querySelectorAll(".edge")];
    // The old picture stays until the new one has come; a change meanwhile is fetched then.
    this.#picture.addEventListener("load", () => this.#load());
    this.#picture.addEventListener("error", () => { this.#picture.dataset.failed = this.#picture.getAttribute("src"); });
    element.addEventListener("pointerdown", event => this.#take(event));
    element.addEventListener("pointermove", event => {
      if (this.#held && element.hasPointerCapture(event.pointerId)) this.#drag(event.clientX);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      element.addEventListener(end, () => {
        if (!this.#held) return;
        this.#held = null;
        element.classList.remove("dragging");
        on.end();
      });
    }
    element.addEventListener("keydown", event => this.#key(event));
    new ResizeObserver(() => { if (!element.hidden) on.resized(); }).observe(element);
  }

  /** The strip's size for the next plan; no parameters if it is hidden. */
  question() {
    const { clientWidth, clientHeight } = this.#element;
    return clientWidth >= 16 && clientHeight >= 16 ? { overview: `${clientWidth},${clientHeight}` } : {};
  }

  /** @param {Wire.Chart | undefined} chart is a plan's; undefined for pictures. */
  paint(chart) {
    this.#strip = chart?.overview ?? null;
    if (!this.#strip) return;
    const { start, end } = this.#strip;
    const { style } = this.#element;
    if (!this.#picture.isConnected) this.#element.prepend(this.#picture);
    style.setProperty("--start", `${start}px`);
    style.setProperty("--end", `${end}px`);
    this.#window.setAttribute("aria-valuetext", chart.span);
    this.#window.setAttribute("aria-valuenow", this.#percent((start + end) / 2));
    this.#edges.forEach((edge, index) => edge.setAttribute("aria-valuenow", this.#percent(index ? end : start)));
    this.#load();
  }

  clear() {
    this.#strip = null;
    this.#picture.removeAttribute("src");
    this.#picture.remove();
  }

  #load() {
    const url = this.#strip?.url;
    const [now, isBusy] = [this.#picture.getAttribute("src"), !this.#picture.complete];
    if (url && url !== now && !(isBusy && now !== this.#picture.dataset.failed)) this.#picture.src = url;
  }

  #percent(x) { return Math.round(100 * x / this.#strip.width); }

  #take(event) {
    if (event.button !== 0 || !this.#strip) return;
    const { left } = this.#element.getBoundingClientRect();
    const { start, end } = this.#strip;
    const x = event.clientX - left;
    const edge = this.#edges.indexOf(event.target);
    // A narrow range can be taken a little beyond its edges.
    const isInside = event.target === this.#window;
    this.#held = edge < 0
      ? { by: isInside ? x - (start + end) / 2 : 0 } : { edge, by: x - (edge ? end : start), other: edge ? start : end };
    this.#element.setPointerCapture(event.pointerId);
    this.#element.classList.add("dragging");
    if (edge < 0 && !isInside) this.#drag(event.clientX);
  }

  #drag(clientX) {
    const { left, width } = this.#element.getBoundingClientRect();
    const { edge, by, other } = this.#held;
    const x = Math.min(Math.max(clientX - left - by, 0), width);
    if (edge === undefined) this.#on.show({ overviewX: x }, true);
    else if (x !== other) this.#on.show({ overviewBrush: `${x},${other}` }, true);
  }

  #key(event) {
    if (!this.#strip || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    const { start, end, width } = this.#strip;
    const edge = this.#edges.indexOf(event.target);
    const ends = { Home: 0, End: width };
    if (edge >= 0 && (by || event.key in ends)) {
      const moved = by ? (edge ? end : start) + by * step : ends[event.key];
      const [low, high] = edge ? [start, Math.max(moved, start)] : [Math.min(moved, end), end];
      if (high > low) this.#on.show({ overviewBrush: `${Math.max(low, 0)},${Math.min(high, width)}` });
    } else if (edge < 0 && (by || event.key in ends)) {
      const x = by ? (start + end) / 2 + by * part * (end - start) * (event.shiftKey ? 10 : 1) : ends[event.key];
      this.#on.show({ overviewX: x });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
