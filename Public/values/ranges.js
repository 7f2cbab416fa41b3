// Ranges of numbers and dates: as queries write them, and as people read them.

import { measure } from "./fields.js";

/** Letters of a date that say no more than its step needs. */
const lengths = { year: 4, month: 7, day: 10, hour: 13, minute: 16, second: 19 };
/** Seconds since 1970 as a date of that length, as queries write it. */
const date = (seconds, step) => new Date(seconds * 1000).toISOString().slice(0, lengths[step]);
/** The same for people. */
const dateText = (seconds, step) => date(seconds, step).replace("T", " ") + (step === "hour" ? ":00" : "");

/** A value of a field for people. @param field is one of the server's facets. */
export const valueText = ({ kind, step, unit }, value) => (kind === "time" ? dateText(value, step) : measure(value, unit));

/** A range for people, whose upper edge is not in it: the last day, month, year or whole number is named. */
export function rangeText(field, lower, upper) {
  const first = valueText(field, lower);
  const last = valueText(field, field.kind === "time" || field.whole ? upper - 1 : upper);
  return first === last ? first : `${first} – ${last}`;
}

/** A range as a query writes it; the upper edge is not in it. @param lower and `upper` are null where it is open. */
export function between({ name, kind, step, whole }, lower, upper) {
  // The last number that is still in it: people count stars, not up to a number.
  if (whole) return lower === null ? `${name}:<=${upper - 1}` : upper === null ? `${name}:>=${lower}` : lower === upper - 1 ? `${name}:${lower}` : `${name}:${lower}..${upper - 1}`;
  if (kind !== "time") return [lower === null ? "" : `${name}:>=${lower}`, upper === null ? "" : `${name}:<${upper}`].join(" ").trim();
  // A second before the upper edge is still in the last year, month or day.
  const [from, to] = [lower === null ? "" : date(lower, step), upper === null ? "" : date(upper - 1, step)];
  return from && to ? `${name}:${from}..${to}` : from ? `${name}:>=${from}` : `${name}:<=${to}`;
}

/** The bars of a facet that conditions of its field choose: the first one, and the one behind the last. */
export function chosenOf({ bars, kind, whole }, conditions) {
  const text = conditions.filter(condition => !condition.startsWith("-")).map(condition => condition.slice(condition.indexOf(":") + 1)).join(" ");
  const [, least, greatest] = /^([^ .<>=]*)\.\.([^ ]*)$/.exec(text)
    ?? (/^-?\d[\dT:-]*$/.test(text) ? [text, text, text] : [text, /(?:^| )>=?([^ ]*)/.exec(text)?.[1], /(?:^| )<=?([^ ]*)/.exec(text)?.[1]]);
  // A date may say less than a bar's edge does, or more.
  const compare = (edge, value) => {
    if (kind !== "time") return edge - Number(value);
    const [one, other] = [date(edge, "second"), value].map((text, _, both) => text.slice(0, Math.min(...both.map(({ length }) => length))));
    return one < other ? -1 : one > other ? 1 : 0;
  };
  // A bar that begins with the greatest has it, unless it is left out.
  const hasGreatest = kind === "time" || whole && !/<(?!=)/.test(text);
  const count = condition => bars.filter(condition).length;
  return [
    least ? count(({ upper }) => (kind === "time" ? compare(upper - 1, least) < 0 : compare(upper, least) <= 0)) : 0,
    greatest ? count(({ lower }) => (hasGreatest ? compare(lower, greatest) <= 0 : compare(lower, greatest) < 0)) : bars.length,
  ];
}
