// Paints the headings of groups, and the one that stays at the top while its group scrolls by.

import { element, small } from "../elements/element.js";
import { dateText } from "../values/dates.js";
import { isRating, stars, starsInWords } from "../values/fields.js";

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

export class Headings {
  #parent; #sticky; #shown = new Map();

  constructor(parent, sticky) {
    this.#parent = parent;
    this.#sticky = sticky;
  }

  /**
   * Paints a plan's headings.
   * @param {Partial<Page.Plan>} plan
   * @param {import("./painter.js").At} at
   */
  paint(plan, { corner }) {
    // A mosaic has thin rules between its cells, with a label beside them.
    this.#parent.classList.toggle("rules", Boolean(plan.mosaic));
    this.#sticky.classList.toggle("rule", Boolean(plan.mosaic));
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
        this.#shown.set(group, heading);
        this.#parent.append(heading);
      }
      this.#write(heading, words, plan.group);
      heading.at = { x: corner.x + x, y: corner.y + y };
      this.#move(heading);
      heading.style.width = `${width}px`;
      heading.style.height = `${height}px`;
    }
    const { sticky } = plan;
    this.#sticky.hidden = !sticky;
    if (!sticky) return;
    this.#write(this.#sticky, sticky, plan.group);
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

  #write(heading, /** @type {Omit<Wire.Heading, keyof Wire.Frame>} */ words, group) {
    const text = `${words.title} ${words.count} ${group}`;
    if (heading.dataset.text === text) return;
    heading.dataset.text = text;
    heading.replaceChildren(element("span", {}, element("bdi", {}, titleOf(words, group)), small(words.count)));
  }
}
