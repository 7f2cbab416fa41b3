// What the page says in words: where the reader is, how large things are, and what is the matter.

export class Status {
  #position; #magnification; #message; #scrubber;

  /** @param find gives an element by its id. */
  constructor(find, scrubber) {
    [this.#position, this.#magnification, this.#message] = ["position", "magnification", "message"].map(find);
    this.#scrubber = scrubber;
  }

  /** @param isDense says whether zooming changes how many pictures there are to a row. */
  describe(plan, isDense) {
    const total = plan.count.toLocaleString() + (plan.hasMore ? "+" : "");
    if (plan.chart && plan.visible) {
      this.#position.value = this.#scrubber.label = plan.chart.span;
      this.say(plan.chart.notice);
    } else if (plan.visible) {
      const position = `${((plan.anchor?.index ?? plan.visible.first) + 1).toLocaleString()} of ${total}`;
      this.#position.value = position;
      this.#position.ariaLabel = plan.hasMore ? `${position.slice(0, -1)} so far, more to come` : null;
      this.#scrubber.label = plan.anchor?.name ? `${position} · ${plan.anchor.name}` : position;
      this.say(null);
    } else {
      this.#position.value = "";
      // Where there is a footer, it says so.
      this.say(plan.footer ? null : plan.hasMore ? "Looking for pictures…" : "There are no pictures here.");
    }
    this.#magnification.value = plan.layout === "item" ? `${Math.round(plan.zoomScale * devicePixelRatio * 100)} %`
      : isDense || plan.layout === "pages" || plan.zoomScale === 1 ? "" : `${Math.round(plan.zoomScale * 100)} %`;
  }

  /** Says a sentence amid the page, or none. */
  say(text) {
    this.#said = text;
    const words = text || this.#noted;
    this.#message.hidden = !words;
    if (words && this.#message.textContent !== words) this.#message.textContent = words;
  }

  /** Says a sentence for some seconds, unless there is something else to say. */
  note(text) {
    clearTimeout(this.#timer);
    this.#noted = text;
    this.say(this.#said);
    this.#timer = setTimeout(() => {
      this.#noted = null;
      this.say(this.#said);
    }, 8000);
  }
  #said = null;
  #noted = null;
  #timer = 0;
}
