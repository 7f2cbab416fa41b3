// Ranges of numbers and dates: as queries write them, and as people read them.

import { dateRange } from "./dates.js";
import { isRating, measure, stars } from "./fields.js";

/** How many letters of a date each step needs. */
const lengths = { year: 4, month: 7, day: 10, hour: 13, minute: 16, second: 19 };
/** Writes seconds since 1970 as a query does, to the given step. */
const date = (seconds, step) => new Date(seconds * 1000).toISOString().slice(0, lengths[step]);

/** A value of a field for people. @param field is one of the server's facets. */
export const valueText = (/** @type {Wire.RangeFacet} */ { name, kind, step, unit }, value) =>
  (kind === "time" ? dateRange(value, value, step) : isRating(name, value) ? stars(value) : measure(value, unit));

/** Writes a range for people, both ends included. */
export function spanText(/** @type {Wire.RangeFacet} */ field, first, last) {
  if (field.kind === "time") return dateRange(first, last, field.step);
  const [from, to] = [valueText(field, first), valueText(field, last)];
  return from === to ? from : `${from} – ${to}`;
}

/** Writes a range for people. The upper edge is excluded, so the last day, month, year or whole number before it is named. */
export const rangeText = (/** @type {Wire.RangeFacet} */ field, lower, upper) => spanText(field, lower, field.kind === "time" || field.whole ? upper - 1 : upper);

/** Writes a range as a query does. The upper edge is excluded. @param lower and `upper` are null where the range is open. */
export function between(/** @type {Wire.RangeFacet} */ { name, kind, step, whole }, lower, upper) {
  // Whole numbers, such as stars, are named up to the last one that is included.
  if (whole) return lower === null ? `${name}:<=${upper - 1}` : upper === null ? `${name}:>=${lower}` : lower === upper - 1 ? `${name}:${lower}` : `${name}:${lower}..${upper - 1}`;
  if (kind !== "time") return [lower === null ? "" : `${name}:>=${lower}`, upper === null ? "" : `${name}:<${upper}`].join(" ").trim();
  // One second before the upper edge lies in the last year, month or day.
  const [from, to] = [lower === null ? "" : date(lower, step), upper === null ? "" : date(upper - 1, step)];
  return from && to ? `${name}:${from}..${to}` : from ? `${name}:>=${from}` : `${name}:<=${to}`;
}

/** Returns which bars of a histogram some conditions choose: the index of the first, and the index after the last. */
export function chosenOf(/** @type {Wire.RangeFacet} */ { bars, kind, whole }, conditions) {
  const text = conditions.filter(condition => !condition.startsWith("-")).map(condition => condition.slice(condition.indexOf(":") + 1)).join(" ");
  const [, least, greatest] = /^([^ .<>=]*)\.\.([^ ]*)$/.exec(text)
    ?? (/^-?\d[\dT:-]*$/.test(text) ? [text, text, text] : [text, /(?:^| )>=?([^ ]*)/.exec(text)?.[1], /(?:^| )<=?([^ ]*)/.exec(text)?.[1]]);
  // A date may be shorter or longer than a bar's edge: the common part is compared.
  const compare = (edge, value) => {
    if (kind !== "time") return edge - Number(value);
    const [one, other] = [date(edge, "second"), value].map((text, _, both) => text.slice(0, Math.min(...both.map(({ length }) => length))));
    return one < other ? -1 : one > other ? 1 : 0;
  };
  // A bar that begins at the greatest value contains it, unless the condition excludes it.
  const hasGreatest = kind === "time" || whole && !/<(?!=)/.test(text);
  const count = condition => bars.filter(condition).length;
  return [
    least ? count(({ upper }) => (kind === "time" ? compare(upper - 1, least) < 0 : compare(upper, least) <= 0)) : 0,
    greatest ? count(({ lower }) => (hasGreatest ? compare(lower, greatest) <= 0 : compare(lower, greatest) < 0)) : bars.length,
  ];
}
