// Says in words where the reader is, how large things are, what is wrong, and what can be done about it.

import { valueText } from "../values/badges.js";
import { dateText } from "../values/dates.js";
import { isAbout } from "../values/conditions.js";
import { size } from "../values/fields.js";
import { seenIn } from "../state/shown.js";

/**
 * Returns the value by which the picture at the top is sorted, else its name.
 * @param {Page.Plan} plan
 */
function sortedBy({ anchor, tiles }, order = "name") {
  const by = order.replace("-", "");
  if (by === "date" && anchor?.date) return dateText(anchor.date, "day");
  if (by === "size" && anchor?.bytes !== undefined) return size(anchor.bytes);
  return valueText(tiles.find(({ index }) => index === anchor?.index) ?? {}) || anchor?.name?.split("/").at(-1);
}

/**
 * What a reader can do about a message.
 * @typedef {{name: string, act: () => void}} Action
 */

export class Status {
  #position; #found; #magnification; #message; #text; #button; #toast; #scrubber; #on;
  /** Whether nothing is shown, so that what is said is all there is. */
  #isBlank = true;
  /** @type {Action | null} */
  #action = null;

  /**
   * @param byId gives an element by its id.
   * @param on has `elsewhere()`, which gives another collection that has pictures, or null; `open(collection)`; and `endSearch()`.
   */
  constructor(byId, scrubber, on) {
    [this.#position, this.#found, this.#magnification, this.#message] = ["position", "find-count", "magnification", "message"].map(byId);
    [this.#text, this.#button] = [this.#message.querySelector("p"), this.#message.querySelector("button")];
    [this.#scrubber, this.#on] = [scrubber, on];
    this.#button.addEventListener("click", () => this.#action?.act());
    this.#toast = byId("noted");
    this.#toast.querySelector("button").addEventListener("click", () => this.#notedAction?.act());
  }

  /**
   * @param {Page.Plan} plan
   * @param isDense says whether zooming changes how many pictures there are to a row. @param order is that of the pictures.
   * @param collection is what the pictures are of. @param {string} query is what was looked for.
   */
  describe(plan, isDense, order, collection, query) {
    clearTimeout(this.#expected);
    this.#isBlank = !plan.visible;
    const total = `${plan.count.toLocaleString()}${plan.hasMore ? "+" : ""}`;
    const isSearch = plan.total !== undefined && !plan.folder;
    this.#found.hidden = !isSearch;
    this.#found.value = isSearch ? `${total} of ${plan.total.toLocaleString()} found` : "";
    this.#position.ariaLabel = null;
    if (plan.chart && plan.visible) {
      this.#position.value = this.#scrubber.label = plan.chart.span;
      this.say(plan.chart.notice);
    } else if (plan.plane && plan.count) {
      const { seen, unplaced } = plan.plane;
      this.#position.value = this.#scrubber.label = `${seen.toLocaleString()} of ${total}`;
      const none = plan.plane.x.scale === "longitude" ? "No picture says where it was taken." : "No picture has both values.";
      this.say(seen || unplaced < plan.count ? null : none);
      this.#position.ariaLabel = unplaced ? `${this.#position.value} shown, ${unplaced.toLocaleString()} without a value` : null;
    } else if (plan.visible) {
      const [first, last] = Object.values(seenIn(plan)).map(index => (index + 1).toLocaleString());
      // In a mosaic the range of pictures matters.
      const position = `${plan.mosaic ? `${first}–${last}` : first} of ${total}`;
      this.#position.value = position;
      if (plan.hasMore) this.#position.ariaLabel = `${position.slice(0, -1)} so far, more to come`;
      const sorted = sortedBy(plan, order);
      this.#scrubber.label = sorted ? `${position} · ${sorted}` : position;
      this.say(null);
    } else {
      this.#position.value = "";
      // The footer says that more is on its way.
      if (plan.footer && plan.footer.state !== "end") this.say(null);
      else if (plan.hasMore) this.say("Looking for pictures…");
      else this.#sayNone(plan, isSearch ? plan.understood ?? query : null, collection);
    }
    this.#magnification.value = plan.layout === "item" ? `${Math.round(plan.zoomScale * devicePixelRatio * 100)} %`
      : isDense || plan.layout === "pages" || plan.zoomScale === 1 ? ""
      // A plane is zoomed by thousands; the axes of a map say where one is.
      : plan.plane ? plan.plane.x.scale === "longitude" ? "" : `${plan.zoomScale.toLocaleString(undefined, { maximumSignificantDigits: 2 })}×`
      : `${Math.round(plan.zoomScale * 100)} %`;
  }

  /** Says that there are no pictures, and offers what leads to some. @param {string | null} search is a query; null for none. */
  #sayNone(/** @type {Page.Plan} */ { folder, notice }, search, { kind, name }) {
    const [end, other] = [this.#on.endSearch, this.#on.elsewhere()];
    // What is looked for may be what a folder leaves out; those of lists say how they were read.
    const noticed = notice && kind === "folder" ? `${notice}.` : "";
    // The search itself says what it has not found.
    if (search !== null) this.say(isAbout(noticed, search) ? noticed : "", { name: "Clear the search", act: end });
    else if (folder) this.say(`There are no pictures in “${folder}”. ${noticed}`.trim(), { name: `Show all of “${name}”`, act: end });
    else {
      this.say(`There are no pictures in “${name}”. Those that come show up by themselves. ${noticed}`.trim(),
        other && { name: `Open “${other.name}”`, act: () => this.#on.open(other.id) });
    }
  }

  /** Says that nothing is shown. */
  empty() {
    clearTimeout(this.#expected);
    this.#isBlank = true;
    this.#position.value = this.#found.value = this.#magnification.value = "";
    this.#position.ariaLabel = null;
    this.#found.hidden = true;
    this.say(null);
  }

  /** Says that something is loading, unless it comes at once. */
  expect() {
    clearTimeout(this.#expected);
    this.#expected = setTimeout(() => { if (!this.#said) this.say("Loading…"); }, 300);
  }
  #expected = 0;

  /**
   * Shows a sentence on the page, or none.
   * @param {string | null} text is empty for a button alone.
   * @param {Action | null} action is a button below it.
   */
  say(text, action = null) {
    [this.#said, this.#saidAction] = [text, action];
    this.#write();
  }

  /**
   * Shows a sentence for some seconds, unless another one comes.
   * @param {string} text @param {Action | null} action is a button beside it.
   */
  note(text, action = null) {
    clearTimeout(this.#timer);
    [this.#noted, this.#notedAction] = [text, action];
    this.#write();
    this.#timer = setTimeout(() => {
      this.#noted = this.#notedAction = null;
      this.#write();
    }, 8000);
  }

  #write() {
    // Where no picture is shown, what is said there stays, and what was done is noted at the foot.
    const isBeside = this.#isBlank && this.#said !== null && Boolean(this.#noted);
    const isNote = !this.#said && Boolean(this.#noted) && !isBeside;
    const words = isNote ? this.#noted : this.#said || "";
    this.#action = isNote ? this.#notedAction : this.#saidAction;
    this.#writeToast(isBeside);
    this.#message.classList.remove("late");
    this.#message.classList.toggle("alone", this.#isBlank);
    this.#message.hidden = !words && !this.#action;
    if (!this.#message.hidden && this.#text.textContent !== words) this.#text.textContent = words;
    this.#button.hidden = !this.#action;
    // A hidden button adds no words to the message. It keeps a name.
    this.#button.textContent = this.#action?.name ?? "";
    this.#button.ariaLabel = this.#action ? null : "Try again";
  }

  /** @param isShown says whether there is a note beside what is said. */
  #writeToast(isShown) {
    const [text, button] = [this.#toast.querySelector("p"), this.#toast.querySelector("button")];
    this.#toast.hidden = !isShown;
    text.textContent = isShown ? this.#noted : "";
    button.hidden = !this.#notedAction;
    button.textContent = this.#notedAction?.name ?? "";
    button.ariaLabel = this.#notedAction ? null : "Undo";
  }

  #said = null;
  #saidAction = null;
  #noted = null;
  /** @type {Action | null} */
  #notedAction = null;
  #timer = 0;
}
