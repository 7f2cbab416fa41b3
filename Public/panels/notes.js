// What there is to know of a collection: of a table the rows that were left out, by their lines, and why; of a folder
// whether its changes show late; of a list whether it can still be read, and what had to be guessed.

import { element } from "../elements/element.js";
import { known, Latest } from "../wire/api.js";

export class Notes {
  #button; #dialog; #bar; #entry = null;
  #latest = new Latest();

  /** @param button opens the dialog, which lists them. @param bar is where it stands where there are pictures: it would cover one. */
  constructor(button, dialog, bar) {
    this.#button = button;
    this.#bar = bar;
    this.#dialog = dialog;
    button.addEventListener("click", () => this.#open());
  }

  /** @param entry is the collection's; `chart` and `notice` are a plan's, undefined for pictures and where there is nothing to say. */
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
    const answer = await this.#latest.only(signal => known(this.#entry.links.self, null, { signal }));
    if (answer === undefined || this.#dialog.open) return;
    const { table, notice } = answer ?? { notice: "It cannot be looked up just now" };
    const rows = (table?.badRows ?? []).map(({ line, reason }) => `Line ${line.toLocaleString()}: ${reason}`);
    const more = (table?.badRowCount ?? 0) - rows.length;
    const texts = [...(notice ? [`${notice}.`] : []), ...(table?.notices ?? []), ...rows, ...(more > 0 ? [`… and ${more.toLocaleString()} more`] : [])];
    this.#dialog.querySelector("ul").replaceChildren(...texts.map(text => element("li", {}, text)));
    this.#dialog.showModal();
  }
}
