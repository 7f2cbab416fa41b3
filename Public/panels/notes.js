// Notes about a collection: which rows of a table were left out and why, whether a folder's changes show late, whether a list can still
// be read, and what was guessed.

import { element } from "../elements/element.js";
import { known, Latest } from "../wire/api.js";

export class Notes {
  #button; #dialog; #bar; #entry = null;
  #latest = new Latest();

  /** @param button opens the dialog with the notes. @param bar holds the button where it would cover pictures. */
  constructor(button, dialog, bar) {
    this.#button = button;
    this.#bar = bar;
    this.#dialog = dialog;
    button.addEventListener("click", () => this.#open());
  }

  /**
   * A plan has `chart`, undefined for pictures, and `notice`, undefined for none.
   * @param {Wire.Collection} entry @param {Page.Plan} plan
   */
  show(entry, { chart, notice }) {
    this.#entry = entry;
    const { badRows = 0, notices = [] } = chart ?? {};
    this.#button.hidden = !badRows && !notices.length && !notice;
    const rows = badRows === 1 ? "1 row left out" : `${badRows.toLocaleString()} rows left out`;
    this.#button.textContent = badRows ? rows : "Notes";
    this.#dialog.querySelector("h1").textContent = chart ? "What was read" : "What there is to know";
    const place = chart ? document.body : this.#bar;
    if (this.#button.parentElement !== place) place.append(this.#button);
    this.#button.classList.toggle("row", !chart);
  }

  async #open() {
    /** @type {Wire.CollectionDetails | null | undefined} */
    const answer = await this.#latest.only(signal => known(this.#entry.links.self, null, { signal }));
    if (answer === undefined || this.#dialog.open) return;
    const { table = undefined, notice } = answer ?? { notice: "It cannot be looked up just now" };
    const rows = (table?.badRows ?? []).map(({ line, reason }) => `Line ${line.toLocaleString()}: ${reason}`);
    const more = (table?.badRowCount ?? 0) - rows.length;
    const texts = [...(notice ? [`${notice}.`] : []), ...(table?.notices ?? []), ...rows, ...(more > 0 ? [`… and ${more.toLocaleString()} more`] : [])];
    this.#dialog.querySelector("ul").replaceChildren(...texts.map(text => element("li", {}, text)));
    this.#dialog.showModal();
  }
}
