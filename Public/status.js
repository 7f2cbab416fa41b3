// What the page says in words: where the reader is, how large things are, and what is the matter.

/** What the picture at the top is sorted by. */
function sortedBy(anchor, order = "name") {
  const by = order.replace("-", "");
  if (by === "date" && anchor?.date) return new Date(anchor.date).toLocaleDateString(undefined, { dateStyle: "medium" });
  if (by === "size" && anchor?.bytes !== undefined) return size(anchor.bytes);
  return anchor?.name;
}

/** A number of bytes, as 1.2 MB. */
function size(bytes) {
  const power = Math.min(4, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const unit = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"][power];
  return (bytes / 1000 ** power).toLocaleString(undefined, { style: "unit", unit, maximumSignificantDigits: 3 });
}

export class Status {
  #position; #magnification; #message; #scrubber;

  /** @param find gives an element by its id. */
  constructor(find, scrubber) {
    [this.#position, this.#magnification, this.#message] = ["position", "magnification", "message"].map(find);
    this.#scrubber = scrubber;
  }

  /** @param isDense says whether zooming changes how many pictures there are to a row. @param order is that of the pictures. */
  describe(plan, isDense, order) {
    clearTimeout(this.#expected);
    const more = plan.hasMore ? "+" : "";
    const total = plan.total === undefined ? `${plan.count.toLocaleString()}${more}`
      : `${plan.count.toLocaleString()} found in ${plan.total.toLocaleString()}${more}`;
    if (plan.chart && plan.visible) {
      this.#position.value = this.#scrubber.label = plan.chart.span;
      this.say(plan.chart.notice);
    } else if (plan.visible) {
      const first = ((plan.anchor?.index ?? plan.visible.first) + 1).toLocaleString();
      // In a mosaic the many are what is looked at.
      const run = plan.mosaic ? `${first}–${(plan.visible.last + 1).toLocaleString()}` : first;
      const position = `${run} of ${total}`;
      this.#position.value = position;
      this.#position.ariaLabel = plan.hasMore ? `${position.slice(0, -1)} so far, more to come` : null;
      const sorted = sortedBy(plan.anchor, order);
      this.#scrubber.label = sorted ? `${position} · ${sorted}` : position;
      this.say(null);
    } else {
      this.#position.value = "";
      // Where there is a footer, it says so.
      this.say(plan.footer ? null : plan.total !== undefined ? "Nothing matches." : plan.hasMore ? "Looking for pictures…" : "There are no pictures here.");
    }
    this.#magnification.value = plan.layout === "item" ? `${Math.round(plan.zoomScale * devicePixelRatio * 100)} %`
      : isDense || plan.layout === "pages" || plan.zoomScale === 1 ? "" : `${Math.round(plan.zoomScale * 100)} %`;
  }

  /** Says that something is on its way, unless it is there in the blink of an eye. */
  expect() {
    clearTimeout(this.#expected);
    this.#expected = setTimeout(() => { if (!this.#said) this.say("Loading…"); }, 300);
  }
  #expected = 0;

  /** Says a sentence amid the page, or none. */
  say(text) {
    this.#said = text;
    const words = text || this.#noted;
    this.#message.classList.remove("late");
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
