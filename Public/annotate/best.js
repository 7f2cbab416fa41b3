// Picks the best of each group of alike pictures and rejects the others, once the reader has seen the groups and agreed.

import { keysAsElements } from "../panels/keyhints.js";
import { keyOf } from "../values/keynames.js";
import { selectedQuery } from "../values/selection.js";

/** The keys that agree. */
const agreeing = ["Ctrl+Enter", "Cmd+Enter"];

export class Best {
  #dialog; #words; #does; #on;
  /** What was asked about: the body of the change, its query, and the collection. */
  #asked = null;
  /** Whether the question waits for the groups to be seen. */
  #isComing = false;
  /** What was shown before the groups, and what lay there; null where they were shown already. @type {{view: Page.View, hold: Page.Hold | null} | null} */
  #before = null;

  /**
   * @param byId gives an element by its id.
   * @param on has what is `shown`, the `navigation`, `count()`, how many pictures are selected, `change(body, query)`, which sends a
   *   change, `note(text)` and `noted(answer)`, which say what was not done, and what was, and `closed()`.
   */
  constructor(byId, on) {
    this.#on = on;
    [this.#dialog, this.#words, this.#does] = ["best", "best-words", "best-does"].map(byId);
    const [agree, cancel] = ["best-do", "best-cancel"].map(byId);
    agree.append(" ", ...keysAsElements(agreeing));
    cancel.append(" ", ...keysAsElements(["Escape"]));
    agree.addEventListener("click", () => this.#pick());
    cancel.addEventListener("click", () => this.#end());
    this.#dialog.addEventListener("keydown", event => {
      const isAgreeing = agreeing.includes(keyOf(event));
      if (event.key !== "Escape" && !isAgreeing) return;
      event.stopPropagation();
      event.preventDefault();
      isAgreeing ? this.#pick() : this.#end();
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
    this.#words.textContent = `${areSelected ? "The selection has" : q ? "The search has found" : best === 1 ? "There is" : "There are"} ${groups} of alike pictures.`;
    this.#does.textContent = `Flags the best picture${best === 1 ? "" : " of each group"} as picked, and the other ${
      others === 1 ? "one" : others.toLocaleString()} as rejected. The best has most stars, else most pixels, else it is the newest. No file is touched, and Undo takes it back.`;
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
    if (answer?.count) this.#on.noted(answer);
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
