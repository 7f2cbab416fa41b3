// What a picture is called, how large it is, when it was taken and which one it is, below it.

import { known, Latest } from "../wire/api.js";

/** What leads to the pages of a picture. @param open takes them: {count, collection, url}. */
export function pagesButton(pages, open) {
  const { count } = pages;
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "plain pages", textContent: `${count.toLocaleString()} pages`, title: "Show each page" });
  button.addEventListener("click", () => open(pages));
  return button;
}

export class Caption {
  #element; #openPages; #url = null; #revision = null; #details = null; #place = ""; #written = "";
  #latest = new Latest();

  /** @param openPages opens the pages of a picture: see `pagesButton`. */
  constructor(element, openPages) { [this.#element, this.#openPages] = [element, openPages]; }

  /**
   * Shows what is known of the item at this anchor of a plan, or nothing where it is null. @param count is how many items there are.
   * @param revision is the plan's: with another one the item's file may be another.
   */
  async show(anchor, count, revision) {
    const url = anchor?.url ?? null;
    this.#element.hidden = !url;
    // Counted in the order that is shown, as in the bar.
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

  #write({ name, width, height, taken, modified, pages }) {
    const day = taken ?? modified;
    const date = day ? new Date(day).toLocaleDateString(undefined, { dateStyle: "medium" }) : null;
    // What is written is read out: words that are there already would be heard twice.
    const written = JSON.stringify([name, width, height, date, pages, this.#place]);
    if (this.#written === written) return;
    this.#written = written;
    const slash = name.lastIndexOf("/");
    const title = document.createElement("b");
    title.textContent = name.slice(slash + 1);
    const parts = [
      width ? `${width.toLocaleString()} × ${height.toLocaleString()}` : null,
      date,
      this.#place,
    ];
    const line = document.createElement("span");
    line.textContent = parts.filter(Boolean).join(" · ");
    const folder = document.createElement("span");
    folder.className = "folder";
    folder.textContent = slash > 0 ? name.slice(0, slash) : "";
    const about = document.createElement("span");
    about.className = "about";
    // The spaces are for those who hear it.
    about.append(line, ...(slash > 0 ? [" ", folder] : []), ...(pages ? [" ", pagesButton(pages, this.#openPages)] : []));
    this.#element.replaceChildren(title, " ", about);
  }
}
