// What stands around a chart's slides: labels, the lines' names, and the values under the pointer.

const isDark = matchMedia("(prefers-color-scheme: dark)");

/** Paints the words of a plan's `chart`, and says what the reader has chosen. It computes nothing: positions come from the plan. */
export class Chart {
  #parts; #changed;
  /** What the reader has chosen: hidden lines, range of values, and the point whose values are read. */
  #hidden = new Set();
  #range = "all";
  #pointer = null;
  #chart = null;
  #ticks = [];

  /**
   * @param parts are the elements: view, ticks, values, legend, cross, reading, range; and the `overview`.
   * @param changed is called when another plan is wanted.
   */
  constructor(parts, changed) {
    this.#parts = parts;
    this.#changed = changed;
    parts.range.addEventListener("change", () => {
      this.#range = parts.range.value;
      changed();
    });
    const point = event => {
      if (!this.isShown || event.target.closest(".scrubber, .bar, .legend, .chart-foot")) return;
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

  /** The parameters of the next plan. @param isFirst says that nothing of the last one is painted. */
  question(isFirst) {
    const { theme } = document.documentElement.dataset;
    // A chart without points says nothing of the next one.
    const painted = this.#chart?.points > 1 && !isFirst && {
      lineGap: this.#chart.lineGap, paintedLineGap: this.#chart.lineGap, paintedMinValue: this.#chart.section.minValue,
      paintedMaxValue: this.#chart.section.maxValue,
    };
    return {
      ...painted, ...this.#pointer, ...this.#parts.overview.question(), range: this.#range, hide: [...this.#hidden].join(","),
      scheme: theme ?? (isDark.matches ? "dark" : "light"),
    };
  }

  /** Goes to the neighbour of the point that is read, or to the newest that is seen. */
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

  /** Another collection is next. */
  clear() {
    this.#hidden.clear();
    this.#pointer = null;
    this.#update(null);
  }

  /** Paints a plan. `corner` is the viewport's top-left corner, at the time of the plan, in runway px. */
  paint(plan, corner) {
    this.#update(plan.chart ?? null);
    const { ticks, values } = this.#parts;
    const wanted = plan.chart?.xTicks ?? [];
    this.#ticks = wanted.map((tick, index) => {
      const element = ticks.children[index] ?? ticks.appendChild(document.createElement("span"));
      element.className = tick.context ? "tick major" : "tick";
      this.#write(element, tick.label, tick.context);
      return { element, x: corner.x + tick.x, y: corner.y + plan.chart.section.bottom };
    });
    while (ticks.children.length > wanted.length) ticks.lastChild.remove();
    this.#parts.overview.paint(plan.chart);
    this.shift(0, 0);
    const levels = plan.chart?.yTicks ?? [];
    levels.forEach(({ y, label }, index) => {
      const element = values.children[index] ?? values.appendChild(document.createElement("span"));
      this.#write(element, label);
      element.style.translate = `0 ${y}px`;
    });
    while (values.children.length > levels.length) values.lastChild.remove();
  }

  /** Moves what scrolls along by as much as the runway's origin has moved. */
  shift(dx, dy) {
    for (const tick of this.#ticks) {
      tick.x += dx;
      tick.y += dy;
      tick.element.style.translate = `${tick.x}px ${tick.y}px`;
    }
  }

  #update(chart) {
    const { values, legend, range } = this.#parts;
    this.#chart = chart;
    values.hidden = legend.hidden = !chart;
    if (!chart) this.#parts.overview.clear();
    range.hidden = !chart;
    range.value = this.#range;
    this.#paintLegend(chart?.lines ?? []);
    this.#paintPointer(chart?.pointer);
  }

  #paintLegend(lines) {
    const { legend } = this.#parts;
    const text = JSON.stringify(lines);
    if (legend.dataset.text === text) return;
    legend.dataset.text = text;
    const focus = [...legend.children].indexOf(document.activeElement);
    legend.replaceChildren(...lines.map(({ name, colour, isShown }, line) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "plain";
      button.ariaPressed = isShown;
      button.style.setProperty("--colour", colour);
      button.textContent = name;
      button.addEventListener("click", () => {
        if (!this.#hidden.delete(line)) this.#hidden.add(line);
        this.#changed();
      });
      return button;
    }));
    legend.children[focus]?.focus({ preventScroll: true });
  }

  /** A line through the point that is read, a dot on each curve, and the values as text. */
  #paintPointer(pointer) {
    const { cross, reading, view } = this.#parts;
    cross.hidden = reading.hidden = !pointer;
    if (!pointer) return;
    cross.style.translate = `${pointer.x}px 0`;
    const shown = pointer.values.filter(({ value }) => value !== null);
    cross.replaceChildren(...shown.map(({ y, colour }) => {
      const dot = document.createElement("i");
      dot.style.translate = `0 ${y}px`;
      dot.style.setProperty("--colour", colour);
      return dot;
    }));
    const text = `${pointer.label} ${JSON.stringify(pointer.values)}`;
    if (reading.dataset.text !== text) {
      reading.dataset.text = text;
      const title = document.createElement("b");
      title.textContent = pointer.label;
      reading.replaceChildren(title, ...pointer.values.map(({ name, value, colour }) => {
        const row = document.createElement("span");
        row.style.setProperty("--colour", colour);
        row.textContent = `${name}: ${value ?? "no value"}`;
        return row;
      }));
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
