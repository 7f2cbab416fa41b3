// Picks the best of each group of alike pictures and rejects the others, once the reader has seen the groups and agreed.

import { changeWords } from "../values/noted.js";
import { selectedQuery } from "../values/selection.js";

export class Best {
  #dialog; #words; #on;
  /** What was asked about: the body of the change, its query, and the collection. */
  #asked = null;

  /**
   * @param byId gives an element by its id.
   * @param on has what is `shown`, the `navigation`, `count()`, how many pictures are selected, `change(body, query)`, which sends a
   *   change, `note(text)` and `noted(words, count)`, which say what was not done, and what was, and `closed()`.
   */
  constructor(byId, on) {
    this.#on = on;
    [this.#dialog, this.#words] = ["best", "best-words"].map(byId);
    byId("best-do").addEventListener("click", () => this.#pick());
    byId("best-cancel").addEventListener("click", () => this.#close());
    this.#dialog.addEventListener("keydown", event => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.#close();
    });
  }

  /** Shows the groups, says how many pictures would be picked and rejected, and asks. */
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
    if (areSelected) navigation.search(selectedQuery, false);
    const { layout, group } = shown.view;
    const isOfRows = ["grid", "justified"].includes(layout);
    if (group !== "alike" || !isOfRows) navigation.arrange({ group: "alike", ...(isOfRows ? null : { layout: "grid" }) });
    this.#asked = { body, query, collection };
    const [groups, others] = [best === 1 ? "1 group" : `${best.toLocaleString()} groups`, count - best];
    this.#words.textContent = `${areSelected ? "The selection has" : q ? "The search has found" : best === 1 ? "There is" : "There are"} ${groups} of alike pictures. Pick the best${
      best === 1 ? "" : " of each"}, and reject the other ${others === 1 ? "one" : others.toLocaleString()}?`;
    this.#dialog.show();
  }

  async #pick() {
    const { body, query } = this.#asked;
    this.#close();
    const answer = await this.#on.change(body, query);
    if (answer?.count) this.#on.noted(changeWords("flag", "best"), answer.count);
    else if (answer) this.#on.note("No pictures among them look alike any more.");
  }

  #close() {
    if (!this.#dialog.open) return;
    this.#dialog.close();
    this.#on.closed();
  }

  /** A plan was painted: where the groups are left, the question ends. */
  painted() {
    const { view: { group }, collection } = this.#on.shown;
    if (this.#dialog.open && (group !== "alike" || collection !== this.#asked.collection)) this.#close();
  }
}
