// Picks the best of each group of alike pictures and rejects the others, once the reader has seen the groups and agreed.

import { changeWords } from "../values/noted.js";
import { selectedQuery } from "../values/selection.js";

export class Best {
  #dialog; #words; #on;
  /** What was asked about: the body of the change, its query, and the collection. */
  #asked = null;
  /** Whether the question waits for the groups to be seen. */
  #isComing = false;
  /** What was shown before the groups, and what lay there; null where they were shown already. @type {{view: Page.View, hold: Page.Hold | null} | null} */
  #before = null;

  /**
   * @param byId gives an element by its id.
   * @param on has what is `shown`, the `navigation`, `count()`, how many pictures are selected, `change(body, query)`, which sends a
   *   change, `note(text)` and `noted(words, answer)`, which say what was not done, and what was, and `closed()`.
   */
  constructor(byId, on) {
    this.#on = on;
    [this.#dialog, this.#words] = ["best", "best-words"].map(byId);
    byId("best-do").addEventListener("click", () => this.#pick());
    byId("best-cancel").addEventListener("click", () => this.#end());
    this.#dialog.addEventListener("keydown", event => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.#end();
    });
  }

  /** Shows the groups; once they are seen, says how many pictures would be picked and rejected, and asks. */
  async ask() {
    const { shown, navigation } = this.#on;
    const { isLooking, view: { q }, collection } = shown;
    const areSelected = !isLooking && this.#on.count() > 0;
    const body = { ...(areSelected ? { selected: true } : { all: true }), flag: "best" };
    const query = !areSelected && q ? { q } : null;
    const answer = await this.#on.change({ ...body, dryRun: true }, query);
    if (!answer || collection !== shown.collection) return;
    const { count, best = 0 } = answer;
    if (!best) return this.#on.note("No pictures among them look alike.");
    const { layout, group } = shown.view;
    const isOfRows = ["grid", "justified"].includes(layout);
    const [isSearch, isArrangement] = [areSelected && shown.view.q !== selectedQuery, group !== "alike" || !isOfRows];
    // Asked twice, the first place counts.
    if (!this.#isAsking) this.#before = isSearch || isArrangement ? this.#place : null;
    if (isSearch) navigation.search(selectedQuery, false);
    if (isArrangement) navigation.arrange({ group: "alike", ...(isOfRows ? null : { layout: "grid" }) }, true);
    this.#asked = { body, query, collection };
    const [groups, others] = [best === 1 ? "1 group" : `${best.toLocaleString()} groups`, count - best];
    this.#words.textContent = `${areSelected ? "The selection has" : q ? "The search has found" : best === 1 ? "There is" : "There are"} ${groups} of alike pictures. Pick the best${
      best === 1 ? "" : " of each"}, and reject the other ${others === 1 ? "one" : others.toLocaleString()}?`;
    this.#isComing = true;
    if (!isSearch && !isArrangement) this.#open();
  }

  get #isAsking() { return this.#isComing || this.#dialog.open; }

  /** What is shown now, and what lies at its top. */
  get #place() {
    const { isLooking, isAtStart, picture, plan, view } = this.#on.shown;
    // One that is magnified is shown whole again, in its row of pages.
    if (isLooking) {
      const { item, zoom, ...rest } = view;
      return { view: { ...rest, layout: "pages" }, hold: picture ? { item: picture, align: "start" } : null };
    }
    const { item, fractionX, fractionY } = plan?.anchor ?? {};
    return { view: { ...view }, hold: isAtStart || !item ? null : { anchor: item, fractionX, fractionY } };
  }

  #open() {
    this.#isComing = false;
    if (!this.#dialog.open) this.#dialog.show();
  }

  async #pick() {
    const { body, query, collection } = this.#asked;
    const isHere = collection === this.#on.shown.collection;
    this.#end();
    // The next collection may be on its way: what was agreed to was of this one.
    if (!isHere) return;
    const answer = await this.#on.change(body, query);
    if (answer?.count) this.#on.noted(changeWords("flag", "best"), answer);
    else if (answer) this.#on.note("No pictures among them look alike any more.");
  }

  #close() {
    this.#isComing = false;
    if (!this.#dialog.open) return;
    this.#dialog.close();
    this.#on.closed();
  }

  /** Ends the question, and shows again what was shown before it. */
  #end() {
    this.#close();
    const { navigation, shown } = this.#on;
    if (this.#before && this.#asked.collection === shown.collection) navigation.look(this.#before.view, this.#before.hold);
    this.#before = null;
  }

  /** A plan was painted: the question comes with its groups, and ends where the reader leaves them. */
  painted() {
    if (!this.#isAsking) return;
    const { view: { group }, collection } = this.#on.shown;
    if (group !== "alike" || collection !== this.#asked.collection) this.#close();
    else this.#open();
  }
}
