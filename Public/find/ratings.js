// The stars of the filters: a row for each number of them, and a choice whether more or fewer are meant as well.

import { button, element, small } from "../elements/element.js";
import { replaced } from "../values/conditions.js";
import { stars, starsInWords, title } from "../values/fields.js";

/** What a query asks of pictures without a rating, or with 0. */
const unrated = "none";

/** What a press on stars can mean: its sign in queries and in the page, what it adds to the stars, and its name. */
const meanings = [
  { sign: ">=", mark: "≥", more: "and more", name: "That many stars and more" },
  { sign: "", mark: "=", more: "", name: "Exactly that many stars" },
  { sign: "<=", mark: "≤", more: "and fewer", name: "That many stars and fewer" },
];
const [andMore, exactly] = meanings;
const most = 5;

export class Ratings {
  #meaning = andMore;

  /** The elements of a field of stars. @param on has `query()`, `look(query)` and `changed()`, after which it is made again. */
  elements(/** @type {Wire.RangeFacet} */ { name, bars, missing }, /** @type {string[]} */ chosen, on) {
    const [, sign = "", count] = new RegExp(`^${name}:(>=|<=|)(-?\\d+|${unrated})$`).exec(chosen.length === 1 ? chosen[0] : "") ?? [];
    const asked = count === undefined ? null : count === unrated ? 0 : Number(count);
    if (asked > 0) this.#meaning = meanings.find(meaning => meaning.sign === sign) ?? exactly;
    const signs = meanings.map(meaning => {
      const click = () => {
        this.#meaning = meaning;
        if (asked > 0) on.look(replaced(on.query(), name, `${name}:${meaning.sign}${asked}`));
        else on.changed();
      };
      return button({ ariaLabel: meaning.name, title: meaning.name, ariaPressed: String(meaning === this.#meaning), data: { key: `${name}\n${meaning.mark}` }, on: { click } }, meaning.mark);
    });
    // From five stars to none, all stay where they are, whatever is found.
    const rejected = bars.map(({ lower }) => lower).filter(lower => lower < 0).reverse();
    const rows = [...Array.from({ length: most + 1 }, (_, place) => most - place), ...rejected].map(number => {
      const meaning = number > 0 ? this.#meaning : exactly;
      const isChosen = number === asked && sign === meaning.sign;
      const click = () => on.look(replaced(on.query(), name, isChosen ? null : `${name}:${meaning.sign}${number || unrated}`));
      const found = this.#count(bars, number, meaning) + (number ? 0 : missing);
      const more = number === most && meaning === andMore ? "" : meaning.more;
      const words = `${starsInWords(number)}${more ? ` ${more}` : ""}: ${found.toLocaleString()}`;
      return button({ ariaLabel: words, ariaPressed: String(isChosen), data: { key: `${name}\n${number}` }, on: { click } },
        stars(number), more ? element("i", {}, more) : null, small(found));
    });
    return element("div", {}, element("div", { className: "signs", role: "group", ariaLabel: "What a number of stars means" }, ...signs),
      element("div", { className: "checks ratings", role: "group", ariaLabel: title(name) }, ...rows));
  }

  /** How many pictures a row finds, as the server has counted them. @param {Wire.RangeFacet["bars"]} bars */
  #count(bars, number, { sign }) {
    const bar = bars.find(({ lower }) => lower === number);
    if (sign === "") return bar?.count ?? 0;
    // Beyond the bars there are none, or all.
    const nearest = sign === ">=" ? bars.find(({ lower }) => lower >= number) : bars.findLast(({ lower }) => lower <= number);
    return (sign === ">=" ? nearest?.atLeast : nearest?.atMost) ?? 0;
  }
}
