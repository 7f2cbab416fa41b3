// Says in words where the reader is, how large things are, and what is wrong.

import { size } from "../values/fields.js";
import { seenIn } from "../state/shown.js";

/** Returns the value by which the picture at the top is sorted. */
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
    /** For a search, how much was found matters more than the position. */
    const found = plan.total === undefined || plan.folder ? null : `${total} of ${plan.total.toLocaleString()}`;
    if (plan.chart && plan.visible) {
      this.#position.value = this.#scrubber.label = plan.chart.span;
      this.say(plan.chart.notice);
    } else if (plan.visible) {
      const [first, last] = Object.values(seenIn(plan)).map(index => (index + 1).toLocaleString());
      // In a mosaic the range of pictures matters.
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
      // The footer says this, and a search says it beside its field.
      this.say(plan.footer || found || plan.folder ? null : plan.hasMore ? "Looking for pictures…" : "There are no pictures here.");
    }
    this.#magnification.value = plan.layout === "item" ? `${Math.round(plan.zoomScale * devicePixelRatio * 100)} %`
      : isDense || plan.layout === "pages" || plan.zoomScale === 1 ? "" : `${Math.round(plan.zoomScale * 100)} %`;
  }

  /** Says that nothing is shown. */
  empty() {
    clearTimeout(this.#expected);
    this.#position.value = this.#magnification.value = "";
    this.#position.ariaLabel = null;
    this.say(null);
  }

  /** Says that something is loading, unless it comes at once. */
  expect() {
    clearTimeout(this.#expected);
    this.#expected = setTimeout(() => { if (!this.#said) this.say("Loading…"); }, 300);
  }
  #expected = 0;

  /** Shows a sentence on the page, or none. */
  say(text) {
    this.#said = text;
    const words = text || this.#noted;
    this.#message.classList.remove("late");
    this.#message.hidden = !words;
    if (words && this.#message.textContent !== words) this.#message.textContent = words;
  }

  /** Shows a sentence for some seconds, unless another one comes. */
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
