// What the page says in words: where the reader is, how large things are, and what is the matter.

import { size } from "../values/fields.js";
import { seenIn } from "../state/shown.js";

/** What the picture at the top is sorted by. */
function sortedBy(anchor, order = "name") {
  const by = order.replace("-", "");
  if (by === "date" && anchor?.date) return new Date(anchor.date).toLocaleDateString(undefined, { dateStyle: "medium" });
  if (by === "size" && anchor?.bytes !== undefined) return size(anchor.bytes);
  return anchor?.name?.split("/").at(-1);
}

export class Status {
  #position; #magnification; #message; #scrubber;

  /** @param byId gives an element by its id. */
  constructor(byId, scrubber) {
    [this.#position, this.#magnification, this.#message] = ["position", "magnification", "message"].map(byId);
    this.#scrubber = scrubber;
  }

  /**
   * @param isDense says whether zooming changes how many pictures there are to a row. @param order is that of the pictures.
   * @param isLooking says whether one picture fills the view.
   */
  describe(plan, isDense, order, isLooking) {
    clearTimeout(this.#expected);
    const more = plan.hasMore ? "+" : "";
    const total = `${plan.count.toLocaleString()}${more}`;
    /** Of a search how much it has found is of more interest than the place in that. */
    const found = plan.total === undefined || plan.folder ? null : `${total} of ${plan.total.toLocaleString()}`;
    if (plan.chart && plan.visible) {
      this.#position.value = this.#scrubber.label = plan.chart.span;
      this.say(plan.chart.notice);
    } else if (plan.visible) {
      const [first, last] = Object.values(seenIn(plan)).map(index => (index + 1).toLocaleString());
      // In a mosaic the many are what is looked at.
      const run = plan.mosaic ? `${first}–${last}` : first;
      const position = `${run} of ${total}`;
      this.#position.value = found && !plan.mosaic && !isLooking ? found : position;
      this.#position.ariaLabel = found ? `${found.replace(" of ", " found of ")}, at number ${run}`
        : plan.hasMore ? `${position.slice(0, -1)} so far, more to come` : null;
      const sorted = sortedBy(plan.anchor, order);
      this.#scrubber.label = sorted ? `${position} · ${sorted}` : position;
      this.say(null);
    } else {
      this.#position.value = found ?? "";
      this.#position.ariaLabel = null;
      // Where there is a footer, it says so, and what is looked for says it beside its field.
      this.say(plan.footer || found || plan.folder ? null : plan.hasMore ? "Looking for pictures…" : "There are no pictures here.");
    }
    this.#magnification.value = plan.layout === "item" ? `${Math.round(plan.zoomScale * devicePixelRatio * 100)} %`
      : isDense || plan.layout === "pages" || plan.zoomScale === 1 ? "" : `${Math.round(plan.zoomScale * 100)} %`;
  }

  /** Nothing is shown. */
  empty() {
    clearTimeout(this.#expected);
    this.#position.value = this.#magnification.value = "";
    this.#position.ariaLabel = null;
    this.say(null);
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
