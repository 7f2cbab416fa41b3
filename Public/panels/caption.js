// The line below a picture: its name, what is noted of it, its size, date and position.

import { button, element } from "../elements/element.js";
import { dateText } from "../values/dates.js";
import { stars, starsInWords } from "../values/fields.js";
import { flagSign, notedWords } from "../values/noted.js";
import { known, Latest } from "../wire/api.js";

/**
 * Returns a button for the pages of a picture.
 * @param {Wire.Item["pages"]} pages @param open is given them.
 */
export function pagesButton(pages, open) {
  return button({ className: "plain pages", title: "Show each page", on: { click: () => open(pages) } }, `${pages.count.toLocaleString()} pages`);
}

/** Returns a button that plays the film of a photo. @param play is called at a press. */
function filmButton(play) {
  return button({ className: "plain pages film", title: "Play the film, or end it", on: { click: play } }, "▶\ufe0e Film");
}

/**
 * Returns the stars, the flag and the colour label of a picture as one sign, whose name says them in words; null for none.
 * @param {Wire.ItemMarks} marks @param {boolean} canRate whether the stars are buttons, also where there are none yet.
 */
function notedSign(marks, canRate) {
  const { rating = 0, label = "" } = marks;
  const words = [...(rating > 0 ? [starsInWords(rating)] : []), ...notedWords(marks)];
  if (!words.length && !canRate) return null;
  const shown = rating > 0 ? stars(rating) : "";
  const buttons = [1, 2, 3, 4, 5].map(star => {
    // A press on the last lit star takes all of them away.
    const given = star === rating ? 0 : star;
    const title = starsInWords(given);
    return button({ className: "star", title, ariaLabel: title, data: { rating: given } }, star <= rating ? "★" : "☆");
  });
  return element("span", {
    className: "noting", role: canRate ? "group" : "img", ariaLabel: words.join(", ") || starsInWords(0), data: { label },
  }, ...(canRate ? buttons : [shown]), flagSign(marks) && ` ${flagSign(marks)}`);
}

export class Caption {
  #element; #on; #url = null; #revision = null; #details = null; #place = ""; #written = "";
  #latest = new Latest();

  /**
   * @param on has `openPages`, which opens the pages of a picture: see `pagesButton`; `playFilm(item, film, failed)`; `canRate()`; and `rate(stars)`, which gives the
   *   picture that is shown stars; 0 for none.
   */
  constructor(element, on) {
    [this.#element, this.#on] = [element, on];
    element.addEventListener("click", ({ target }) => {
      const star = target.closest(".star");
      if (star) on.rate(Number(star.dataset.rating));
    });
  }

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

  #filmButton(item, film) {
    const made = filmButton(() => this.#on.playFilm(item, film, () => {
      made.disabled = true;
      made.textContent = "This browser cannot play the film";
    }));
    return made;
  }

  /** @param {Wire.ItemDetails} details */
  #write({ id, name, width, height, taken, modified, pages, film, facts, marks }) {
    // By the same clock as in the panel, and marked as “modified”, since it is not the date taken.
    const written = facts?.find(fact => fact.name === "modified")?.text ?? modified;
    const date = taken || written ? dateText(taken || written, "day") : null;
    const kind = !taken && written ? "modified " : "";
    // Writing the same words again would have them read out twice.
    const canRate = this.#on.canRate();
    const words = JSON.stringify([id, name, width, height, kind, date, pages, film, marks, canRate, this.#place]);
    if (this.#written === words) return;
    this.#written = words;
    const slash = name.lastIndexOf("/");
    const rest = [date, this.#place].filter(Boolean).join(" · ");
    // What a phone leaves out.
    const spare = (width ? `${width.toLocaleString()} × ${height.toLocaleString()}${rest && " · "}` : "") + kind;
    // The spaces are for screen readers.
    const noted = notedSign(marks ?? {}, canRate);
    const about = element("span", { className: "about" }, ...(noted ? [noted, " "] : []), element("span", {}, spare && element("span", { className: "spare" }, spare), rest),
      ...(slash > 0 ? [" ", element("span", { className: "folder" }, name.slice(0, slash))] : []),
      ...(pages ? [" ", pagesButton(pages, this.#on.openPages)] : []),
      ...(film ? [" ", this.#filmButton(id, film)] : []));
    // A star keeps the focus when it is drawn anew.
    const focused = [...this.#element.querySelectorAll(".star")].indexOf(document.activeElement);
    this.#element.replaceChildren(element("b", { title: name.slice(slash + 1) }, name.slice(slash + 1)), " ", about);
    this.#element.querySelectorAll(".star")[focused]?.focus();
  }
}
