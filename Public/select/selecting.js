// Changes the selection: the pictures of a collection that the reader has chosen. The server keeps it, so all windows see the same.

import { sentence } from "../values/fields.js";
import { changesOf } from "../values/selection.js";
import { change, queryOf } from "../wire/api.js";

/**
 * A picture and its index in what is shown; NaN where that is not known.
 * @typedef {{index: number, item: string}} Place
 */

export class Selecting {
  #on;
  /** @type {import("../state/shown.js").Shown} */
  #shown;
  /** Changes are sent one after the other. */
  #sending = Promise.resolve();
  /**
   * The range that a key, a click or a finger has begun, and what it is a range of; null before the first choice.
   * @type {{from: Place, reached: Place, of: string} | null}
   */
  #range = null;
  /** @type {Place | null} Where the range is to end next. */
  #goal = null;
  #isStretching = false;

  /**
   * @param shown is what the page shows.
   * @param on has `cursor`, the keyboard's; `query()`, the parameters of a plan of what is seen now, or null; `changed(answer)`, after
   *   a change; and `note(text)`, which says a sentence.
   */
  constructor(shown, on) { [this.#shown, this.#on] = [shown, on]; }

  /** Whether pictures of what is shown can be selected. A read-only server refuses every change. */
  get isOffered() { return Boolean(this.#address) && !this.#shown.isReadOnly && !this.#shown.isChart; }
  /** Whether they can be selected in cells. */
  get hasCells() { return this.isOffered && !this.#shown.isLooking; }
  /** How many pictures of the collection are selected. */
  get count() { return this.isOffered ? this.#shown.selectedCount : 0; }
  /** Resolves once all changes so far are made. */
  get settled() { return this.#sending; }

  get #address() { return this.#shown.entry?.links.selection; }

  /** The parameters that say which pictures are found, and in which order. */
  get #arrangement() {
    const { q, order, group } = this.#shown.view;
    return queryOf(Object.fromEntries(Object.entries({ q, order, group }).filter(([, value]) => value)));
  }

  /** Sends a change after those before it. @returns {Promise<Wire.Selection | null>} the answer; null where it failed. */
  #change(body, parameters = this.#arrangement) {
    const { collection } = this.#shown;
    const address = this.#address;
    const sent = this.#sending.then(() => this.#send(collection, address, parameters, body));
    this.#sending = sent.then(() => {});
    return sent;
  }

  async #send(collection, address, parameters, body) {
    try {
      /** @type {Wire.Selection} */
      const answer = await change(address, parameters, body);
      this.#shown.choose(collection, answer);
      this.#on.changed(answer);
      return answer;
    } catch (failure) {
      this.#on.note(sentence(failure.message));
      return null;
    }
  }

  /** Lets changes wait for something that is under way and counts on the selection as it is. @param {Promise<any>} other */
  hold(other) { this.#sending = Promise.all([this.#sending, other]).then(() => {}); }

  /** Selects a picture, or deselects it. Ranges begin with it. @param {Place} place */
  toggle(place) {
    this.#begin(place);
    return this.#change({ action: "toggle", items: [place.item] });
  }

  /** Selects a picture. Ranges begin with it. @param {Place} place */
  add(place) {
    this.#begin(place);
    return this.#change({ action: "add", items: [place.item] });
  }

  /** Selects what lies between the picture that was chosen last and this one. @param {Place} place */
  addTo(place) {
    // Under another search or order, that one may not be shown.
    if (!this.#range || this.#range.of !== this.#key) return this.add(place);
    return this.stretch(place);
  }

  /** Selects all that is shown: under a query, all that it finds. */
  all() { return this.#change({ action: "add", all: true }); }

  /** Selects nothing. */
  none() {
    this.#range = null;
    return this.#change({ action: "replace", items: [] }, null);
  }

  /** Selects what is not selected of what is shown, and deselects what is. */
  invert() { return this.#change({ action: "toggle", all: true }); }

  /**
   * Selects the group below a heading, or deselects it if all of it is selected.
   * @param {{first: number, count: number, selected?: number | null}} heading is a plan's.
   */
  async group({ first, count, selected }) {
    const change = action => this.#change({ action, heading: { first, count } });
    if (selected === count) return change("remove");
    if (selected !== null) return change("add");
    // The server has not counted them. If all were selected before, nothing has changed.
    await this.settled;
    const before = this.#shown.selectionRevision;
    const answer = await change("add");
    return answer && answer.revision === before ? change("remove") : answer;
  }

  /** Selects what a frame meets, or toggles it. @param {Wire.Frame} frame is in px from the viewport's corner. */
  frame(frame, isToggling) {
    const query = this.#on.query();
    if (query) this.#change({ action: isToggling ? "toggle" : "add", frame }, query);
  }

  // Ranges

  get #key() { return `${this.#shown.collection} ${this.#arrangement}`; }
  /** Whether a range can be continued without a cursor. */
  get hasLast() { return this.#range !== null && this.#range.of === this.#key && !Number.isNaN(this.#range.reached.index); }

  /** @param {Place} from */
  #begin(from) {
    this.#range = { from, reached: from, of: this.#key };
    this.#goal = null;
  }

  /** Moves the end of the range. While a change is under way only the newest end counts. @param {Place} to */
  async stretch(to) {
    this.#goal = to;
    if (this.#isStretching) return;
    this.#isStretching = true;
    while (this.#goal && this.#range) {
      const [range, goal] = [this.#range, this.#goal];
      this.#goal = null;
      await Promise.all(changesOf(range.from, range.reached, goal).map(body => this.#change(body)));
      range.reached = goal;
    }
    this.#isStretching = false;
  }

  /** The cursor goes to a neighbour, and the range goes with it. It begins where the cursor is, else where the last choice was. */
  async extend(dx, dy) {
    const { cursor } = this.#on;
    const from = await cursor.where() ?? (this.hasLast ? this.#range.reached : null);
    if (!from) return true;
    if (!this.hasLast || this.#range.reached.item !== from.item) this.#begin(from);
    const next = await cursor.reach(from, dx, dy);
    if (next) await this.stretch({ index: next.index, item: next.item });
    return next !== undefined;
  }
}
