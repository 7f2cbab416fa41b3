// Paints a chart's marks as flags: a line over the chart's height, and the name at its foot.

import { button, element } from "../elements/element.js";

export class Flags {
  #element; #note;
  #flags = [];

  /** @param note says a sentence: all names of a flag that is pressed. */
  constructor(element, note) {
    this.#element = element;
    this.#note = note;
    element.addEventListener("click", event => {
      const flag = this.#flags.find(({ button }) => button === event.target.closest("button"));
      if (flag) this.#note(flag.words);
    });
  }

  /**
   * @param {Wire.Chart | null} chart is a plan's, null for none. @param corner is the viewport's top-left corner in runway px.
   */
  paint(chart, corner) {
    const marks = chart?.marks ?? [];
    this.#element.hidden = !marks.length;
    for (const side of ["top", "bottom"]) this.#element.style.setProperty(`--${side}`, `${chart?.section[side] ?? 0}px`);
    while (this.#element.children.length > marks.length) this.#element.lastChild.remove();
    this.#flags = marks.map((mark, index) => {
      const flag = this.#element.children[index] ?? this.#element.appendChild(this.#make());
      const button = flag.firstChild;
      if (button.textContent !== mark.label) button.textContent = mark.label;
      const hidden = mark.count - mark.labels.length;
      const words = mark.labels.map(({ text, place }) => `${text} (${place})`).join(", ") + (hidden > 0 ? ` and ${hidden} more` : "");
      if (button.title !== words) button.title = words;
      flag.style.setProperty("--room", `${mark.room}px`);
      return { flag, button, words, x: corner.x + mark.x, y: corner.y + chart.section.top };
    });
    this.shift(0, 0);
  }

  shift(dx, dy) {
    for (const flag of this.#flags) {
      flag.x += dx;
      flag.y += dy;
      flag.flag.style.translate = `${flag.x}px ${flag.y}px`;
    }
  }

  #make() {
    const flag = element("div", { className: "flag", role: "listitem" }, button({ className: "" }));
    return flag;
  }
}
