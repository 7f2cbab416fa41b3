// The line below a picture: its name, size, date and position.

import { button, element } from "../elements/element.js";
import { dateText } from "../values/dates.js";
import { known, Latest } from "../wire/api.js";

/**
 * Returns a button for the pages of a picture.
 * @param {Wire.Item["pages"]} pages @param open is given them.
 */
export function pagesButton(pages, open) {
  return button({ className: "plain pages", title: "Show each page", on: { click: () => open(pages) } }, `${pages.count.toLocaleString()} pages`);
}

export class Caption {
  #element; #openPages; #url = null; #revision = null; #details = null; #place = ""; #written = "";
  #latest = new Latest();

  /** @param openPages opens the pages of a picture: see `pagesButton`. */
  constructor(element, openPages) { [this.#element, this.#openPages] = [element, openPages]; }

  /**
   * Shows the item at a plan's anchor; null hides the line.
   * @param {Wire.Anchor | null} anchor @param {number} count is the number of items.
   * @param revision is the plan's: a new one may mean a new file.
   */
  async show(anchor, count, revision) {
    const url = anchor?.url ?? null;
    this.#element.hidden = !url;
    // The position in the current order, as in the bar.
    this.#place = anchor ? `${(anchor.index + 1).toLocaleString()} of ${count.toLocaleString()}` : "";
    if (this.#url !== url) {
      [this.#url, this.#details, this.#revision] = [url, null, null];
      this.#latest.forget();
    }
    if (!url) return;
    if (this.#details) this.#write(this.#details);
    if (this.#revision === revision) return;
    this.#revision = revision;
    const details = await this.#latest.of(signal => known(url, null, { signal }));
    if (!details) return;
    this.#details = details;
    this.#write(details);
  }

  /** @param {Wire.ItemDetails} details */
  #write({ name, width, height, taken, modified, pages, facts }) {
    // By the same clock as in the panel, and marked as “modified”, since it is not the date taken.
    const written = facts?.find(fact => fact.name === "modified")?.text ?? modified;
    const date = taken ? dateText(taken, "day") : written ? `modified ${dateText(written, "day")}` : null;
    // Writing the same words again would have them read out twice.
    const words = JSON.stringify([name, width, height, date, pages, this.#place]);
    if (this.#written === words) return;
    this.#written = words;
    const slash = name.lastIndexOf("/");
    const parts = [
      width ? `${width.toLocaleString()} × ${height.toLocaleString()}` : null,
      date,
      this.#place,
    ];
    // The spaces are for screen readers.
    const about = element("span", { className: "about" }, element("span", {}, parts.filter(Boolean).join(" · ")),
      ...(slash > 0 ? [" ", element("span", { className: "folder" }, name.slice(0, slash))] : []),
      ...(pages ? [" ", pagesButton(pages, this.#openPages)] : []));
    this.#element.replaceChildren(element("b", {}, name.slice(slash + 1)), " ", about);
  }
}
