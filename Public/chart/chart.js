// Paints what stands around a chart's slides: labels, the legend, and the values under the pointer.

import { element } from "../elements/element.js";
import { hiddenIn, hiding, ranges, rangesText } from "../values/chartchoice.js";
import { nearestElement } from "./below.js";
import { Legend } from "./legend.js";
import { ValueAxes } from "./valueaxes.js";

const isDark = matchMedia("(prefers-color-scheme: dark)");

/** Paints the text of a plan's `chart`, and keeps the reader's choices. All positions come from the plan. */
export class Chart {
  #parts; #changed; #legend; #axes;
  /** @type {import("../state/shown.js").Shown} */
  #shown;
  /** The point whose values are read. */
  #pointer = null;
  /** The part of a value axis that was drawn over, until a plan says its values. */
  #drag = null;
  /** @type {Wire.Chart | null} */
  #chart = null;
  #ticks = [];

  /**
   * @param parts are the elements: view, ticks, context, values, legend, cross, reading, range; and the `overview`, the `flags` and
   *   what lies `below`.
   * @param shown is what the page shows; its view has the reader's choices.
   * @param changed is called when another plan is wanted.
   */
  constructor(parts, shown, changed) {
    this.#parts = parts;
    this.#shown = shown;
    this.#changed = changed;
    parts.range.addEventListener("change", () => this.choose({ range: parts.range.value === "all" ? "all" : undefined }));
    this.#legend = new Legend(parts.legend, {
      toggle: name => {
        const hidden = this.hidden;
        if (!hidden.delete(name)) hidden.add(name);
        this.hide(hidden);
      },
      all: () => this.hide(new Set()),
      none: () => this.hide(new Set(this.#chart.lines.map(({ name }) => name))),
      resized: () => { if (this.isShown) changed(); },
    });
    this.#axes = new ValueAxes(parts.values, {
      fix: (dragTop, dragBottom, dragPane) => {
        this.#drag = { dragTop, dragBottom, dragPane };
        changed();
      },
      release: pane => this.release([pane]),
      wheel: event => parts.view.dispatchEvent(new WheelEvent("wheel", event)),
    });
    const point = event => {
      if (!this.isShown || event.target.closest(".scrubber, .bar, .legend, .axis, .chart-foot, .flag button, .below button")) return;
      this.#pointer = { pointerX: event.clientX };
      changed();
    };
    parts.view.addEventListener("pointermove", event => { if (event.pointerType === "mouse") point(event); });
    parts.view.addEventListener("click", point);
    parts.view.addEventListener("pointerleave", () => this.leave());
    isDark.addEventListener("change", () => { if (this.isShown) changed(); });
    new MutationObserver(() => { if (this.isShown) changed(); })
      .observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  get isShown() { return this.#chart !== null; }
  get chart() { return this.#chart; }
  /** How much of the view's upper part the legend covers, in px. */
  get overlap() { return this.isShown ? this.#legend.overlap : 0; }

  /** The names of the hidden lines, even before a plan says so. */
  get hidden() { return hiddenIn(this.#shown.view, this.#chart?.lines ?? []); }

  hide(hidden) { this.choose(hiding(this.#chart.lines, hidden)); }

  /** Shows the same columns in another way. */
  choose(change) {
    this.#shown.change(change);
    this.#changed();
  }

  /** Fixes the range of values of a pane. */
  fix(pane, low, high) {
    const fixed = this.#without([pane]);
    fixed[this.#chart.lines[this.#chart.panes[pane].lines[0]].name] = [low, high];
    this.choose({ ranges: rangesText(fixed) });
  }

  /** Releases the fixed ranges of panes. @returns whether there was one. */
  release(panes) {
    const { ranges: text } = this.#shown.view;
    const next = rangesText(this.#without(panes));
    if (next !== text) this.choose({ ranges: next });
    return next !== text;
  }

  /** Returns the fixed ranges without those of some panes. */
  #without(panes) {
    const fixed = ranges(this.#shown.view.ranges);
    for (const pane of panes) {
      for (const line of this.#chart?.panes[pane]?.lines ?? []) delete fixed[this.#chart.lines[line].name];
    }
    return fixed;
  }

  /**
   * Returns the chart's parameters of the next plan. @param isFirst whether nothing of the last one is painted.
   * @param isMoving whether the view scrolls.
   */
  question(isFirst, isMoving) {
    const { theme } = document.documentElement.dataset;
    // A chart without points does not determine the next one.
    const painted = this.#chart?.points > 1 && !isFirst && {
      lineGap: this.#chart.lineGap, paintedLineGap: this.#chart.lineGap, paintedMinValue: this.#chart.section.minValue,
      paintedMaxValue: this.#chart.section.maxValue,
      ...(this.#chart.panes.length > 1
        ? { paintedRanges: this.#chart.panes.slice(1).map(({ minValue, maxValue }) => `${minValue}:${maxValue}`).join(",") } : null),
    };
    return {
      ...painted, ...this.#pointer, ...this.#drag, ...this.#parts.overview.question(),
      // Lines that count from the left edge begin anew once the view rests.
      ...(isMoving && this.#chart?.base !== undefined ? { base: this.#chart.base } : null),
      scheme: theme ?? (isDark.matches ? "dark" : "light"),
    };
  }

  /** Reads the next point, or first the newest in view. */
  step(by) {
    const { pointer, visiblePoints } = this.#chart ?? {};
    if (!visiblePoints) return;
    const point = pointer ? pointer.index + by : visiblePoints.last;
    this.#pointer = { point: Math.min(Math.max(point, 0), this.#chart.points - 1) };
    this.#changed();
  }

  /** Stops reading a point. @returns whether one was read. */
  leave() {
    const was = this.#pointer !== null;
    this.#pointer = null;
    if (was) this.#changed();
    return was;
  }

  /** Stops reading a point; if none is read, releases all fixed ranges. */
  escape() { return this.leave() || this.release((this.#chart?.panes ?? []).keys()); }

  /** Removes the chart before another collection. */
  clear() {
    this.#pointer = this.#drag = null;
    this.#update(null);
    this.#parts.ticks.replaceChildren();
    this.#parts.flags.paint(null);
    this.#parts.below.paint(null);
    this.#ticks = [];
  }

  /**
   * Paints a plan.
   * @param {Page.Plan} plan @param {import("../scene/painter.js").At} at
   */
  paint(plan, { corner }) {
    this.#update(plan.chart ?? null);
    if (this.#drag) this.#fixDrawn();
    const { ticks } = this.#parts;
    const wanted = plan.chart?.xTicks ?? [];
    // The date of the first tick is shown at the left edge, unless it begins with that tick.
    const left = plan.chart?.leftContext;
    const first = left ? wanted.findIndex(({ x }) => x >= 0) : -1;
    this.#ticks = wanted.map((tick, index) => {
      const label = ticks.children[index] ?? ticks.appendChild(element("span"));
      const context = index === first && tick.x !== left.end ? null : tick.context;
      label.className = ["tick", context ? "major" : "", tick.align ?? ""].join(" ").trim();
      this.#write(label, tick.label, context);
      return { label, x: corner.x + (tick.labelX ?? tick.x), y: corner.y + plan.chart.section.bottom };
    });
    while (ticks.children.length > wanted.length) ticks.lastChild.remove();
    this.#parts.overview.paint(plan.chart);
    this.#parts.flags.paint(plan.chart, corner);
    this.#parts.below.paint(plan.chart ?? null, corner);
    this.shift(0, 0);
    this.#paintContext(plan.chart);
    this.#axes.paint(plan.chart?.panes ?? [], plan.chart?.lines ?? []);
  }

  /**
   * Shows the date at the left edge, up to the next one, and the time zone.
   * @param {Wire.Chart | undefined} chart
   */
  #paintContext(chart) {
    const { context } = this.#parts;
    const left = chart?.leftContext;
    const zone = chart?.axis === "date" ? chart.zone.name : "";
    context.hidden = !left && !zone;
    if (context.hidden) return;
    const text = [left?.label, zone].filter(Boolean).join(" · ");
    if (context.textContent !== text) context.replaceChildren(element("span", {}, text));
    context.style.setProperty("--end", (left?.end ?? null) === null ? "100vw" : `${left.end}px`);
    context.style.setProperty("--bottom", `${chart.section.bottom}px`);
  }

  /** Fixes the range that was drawn on an axis, whose values the plan tells. */
  #fixDrawn() {
    const { dragPane } = this.#drag;
    const pane = this.#chart?.panes[dragPane];
    if (!pane?.isFixed) return;
    this.#drag = null;
    const fixed = this.#without([dragPane]);
    fixed[this.#chart.lines[pane.lines[0]].name] = [pane.minValue, pane.maxValue];
    this.#shown.change({ ranges: rangesText(fixed) });
  }

  /** Moves what scrolls along by as much as the runway's origin has moved. */
  shift(dx, dy) {
    this.#parts.flags.shift(dx, dy);
    this.#parts.below.shift(dx, dy);
    for (const tick of this.#ticks) {
      tick.x += dx;
      tick.y += dy;
      tick.label.style.translate = `${tick.x}px ${tick.y}px`;
    }
  }

  /** @param {Wire.Chart | null} chart */
  #update(chart) {
    const { values, legend, range } = this.#parts;
    this.#chart = chart;
    values.hidden = legend.hidden = !chart;
    if (!chart) this.#parts.overview.clear();
    range.hidden = !chart;
    range.value = this.#shown.view.range ?? "visible";
    this.#legend.paint(chart?.lines ?? []);
    this.#paintPointer(chart?.pointer, chart?.pictures?.nearest);
  }

  /**
   * Shows a line through the point that is read, a dot on each curve, the values, and the picture nearest in time.
   * @param {Wire.Pointer | null | undefined} pointer @param {Wire.PictureBelow | undefined} nearest
   */
  #paintPointer(pointer, nearest) {
    const { cross, reading, view } = this.#parts;
    cross.hidden = reading.hidden = !pointer;
    if (!pointer) return;
    cross.style.translate = `${pointer.x}px 0`;
    const shown = pointer.values.filter(({ value }) => value !== null);
    cross.replaceChildren(...shown.map(({ y, colour }) => element("i", { css: { translate: `0 ${y}px`, "--colour": colour } })));
    const text = `${pointer.label} ${JSON.stringify(pointer.values)} ${nearest?.url ?? nearest?.item}`;
    if (reading.dataset.text !== text) {
      reading.dataset.text = text;
      reading.replaceChildren(element("b", {}, pointer.label), ...pointer.values.map(({ name, value, colour }) =>
        element("span", { css: { "--colour": colour } }, element("bdi", {}, name), `: ${value ?? "no value"}`)),
        nearestElement(nearest) ?? "");
    }
    // Beside the line, on the side that has more room.
    reading.classList.toggle("before", pointer.x > view.clientWidth / 2);
    reading.style.setProperty("--x", `${pointer.x}px`);
  }

  #write(element, label, context) {
    const text = context ? `${label}\n${context}` : label;
    if (element.textContent !== text) element.textContent = text;
  }
}
