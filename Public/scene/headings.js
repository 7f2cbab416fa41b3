// Paints the headings of groups, and the one that stays at the top while its group scrolls by.

import { element, small } from "../elements/element.js";
import { dateText } from "../values/dates.js";
import { isRating, stars, starsInWords } from "../values/fields.js";
import { pictures } from "../values/lists.js";

/**
 * Returns a heading's title: a date in the reader's style, a rating as stars, all else as the server says.
 * @param {{title: string, date?: string}} heading
 * @param group is what pictures are grouped by.
 */
function titleOf({ title, date }, group) {
  if (date) return dateText(date);
  const rating = Number(title);
  return isRating(group, rating) ? element("span", { role: "img", ariaLabel: starsInWords(rating) }, stars(rating)) : title;
}

/**
 * A heading's title as it is spoken.
 * @param {{title: string, date?: string}} heading
 * @param group is what pictures are grouped by.
 */
function wordsOf({ title, date }, group) {
  const rating = Number(title);
  return date ? dateText(date) : isRating(group, rating) ? starsInWords(rating) : title;
}

/**
 * A heading as it is painted.
 * @typedef {object} PaintedHeading
 * @property {HTMLElement} element
 * @property {Omit<Wire.Heading, keyof Wire.Frame>} heading is what the server says of its group
 * @property {string} name the group's title as it is spoken
 */

export class Headings {
  #parent; #sticky; #shown = new Map();
  /** @type {PaintedHeading[]} */
  #painted = [];

  constructor(parent, sticky) {
    this.#parent = parent;
    this.#sticky = sticky;
  }

  /** What was painted last, with the one that stays at the top; of a mosaic nothing, since its labels are small. */
  get painted() { return this.#painted; }

  /**
   * Paints a plan's headings.
   * @param {Partial<Page.Plan>} plan
   * @param {import("./painter.js").At} at
   */
  paint(plan, { corner }) {
    // A mosaic has thin rules between its cells, with a label beside them.
    this.#parent.classList.toggle("rules", Boolean(plan.mosaic));
    this.#sticky.classList.toggle("rule", Boolean(plan.mosaic));
    this.#painted = [];
    const wanted = new Map((plan.headings ?? []).map(heading => [heading.group, heading]));
    for (const [group, heading] of this.#shown) {
      if (wanted.has(group)) continue;
      heading.remove();
      this.#shown.delete(group);
    }
    for (const [group, { x, y, width, height, ...words }] of wanted) {
      let heading = this.#shown.get(group);
      if (!heading) {
        heading = element("h2", { className: "heading" });
        // Tab goes from one to the next.
        const next = [...this.#shown.keys()].filter(other => other > group).sort((one, other) => one - other)[0];
        this.#parent.insertBefore(heading, this.#shown.get(next) ?? null);
        this.#shown.set(group, heading);
      }
      this.#write(heading, { group, ...words }, plan);
      // The one that stays at the top lies over it, or beside it, and says the same.
      heading.classList.toggle("covered", !plan.mosaic && group === plan.sticky?.group);
      heading.at = { x: corner.x + x, y: corner.y + y };
      this.#move(heading);
      heading.style.width = `${width}px`;
      heading.style.height = `${height}px`;
    }
    const { sticky } = plan;
    this.#sticky.hidden = !sticky;
    // A mosaic's own labels stay beside it.
    this.#sticky.ariaHidden = plan.mosaic ? "true" : null;
    if (!sticky) return;
    this.#write(this.#sticky, sticky, plan);
    this.#sticky.style.transform = `translateY(${sticky.y}px)`;
    this.#sticky.style.height = plan.mosaic ? "" : `${sticky.height}px`;
  }

  /** Takes all headings away. */
  clear() { this.paint({}, { corner: { x: 0, y: 0 } }); }

  /** Moves them by as much as the runway's origin has moved. */
  shift(dx, dy) {
    for (const heading of this.#shown.values()) {
      heading.at.x += dx;
      heading.at.y += dy;
      this.#move(heading);
    }
  }

  #move(heading) { heading.style.transform = `translate(${heading.at.x}px, ${heading.at.y}px)`; }

  /** @param {HTMLElement} place @param {PaintedHeading["heading"]} heading @param {Partial<Page.Plan>} plan */
  #write(place, heading, plan) {
    const name = wordsOf(heading, plan.group);
    if (!plan.mosaic) this.#painted.push({ element: place, heading, name });
    const text = `${heading.title} ${heading.count} ${plan.group}`;
    if (place.dataset.text === text) return;
    place.dataset.text = text;
    place.ariaLabel = `${name}, ${pictures(heading.count)}`;
    const words = element("span", {}, element("bdi", {}, titleOf(heading, plan.group)), small(heading.count));
    const before = place.querySelector(":scope > span");
    if (before) before.replaceWith(words);
    else place.prepend(words);
  }
}
