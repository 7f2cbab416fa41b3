// Writes dates in the reader's own language and style: one style for each length of time, everywhere in the page.

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const styles = {
  year: { year: "numeric" },
  month: { year: "numeric", month: "long" },
  // Beside a scrubber, where the year stands above.
  monthAlone: { month: "short" },
  day: { dateStyle: "medium" },
  hour: { dateStyle: "medium", timeStyle: "short" },
  minute: { dateStyle: "medium", timeStyle: "short" },
  second: { dateStyle: "medium", timeStyle: "medium" },
};

/** Style and zone → the browser's formatter, which is slow to make. */
const formats = new Map();

/** @returns {Intl.DateTimeFormat} @param zone is undefined for that of the reader. */
function format(step, zone = undefined) {
  const key = `${step} ${zone}`;
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(undefined, { ...styles[step], timeZone: zone }));
  return formats.get(key);
}

/** The precision of a date by the number of characters in its text. */
const lengths = { 4: "year", 7: "month", 10: "day" };

/** The styles that fit a text of so many characters: a year alone has no month to show. */
const fitting = { 4: ["year"], 7: ["year", "month", "monthAlone"] };

/** Returns a moment in universal time. `Date.UTC` would read the years 1 to 99 as 1901 to 1999. */
function moment(year, month, day, hour, minute, second) {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  return date;
}

/**
 * Formats a date of the server, such as 2019, 2019-05, 2019-05-03 or 2019-05-03T14:30:00. A date without a zone is a camera's clock
 * time, which is shown unchanged.
 * @param step is the precision, a key of `styles`; by default, and at most, that of the text.
 */
export function dateText(text, step = lengths[text.length] ?? "second") {
  const clock = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?/.exec(text);
  if (!clock) return text;
  if (fitting[text.length]?.includes(step) === false) return dateText(text);
  if (/[Z+]|\d-\d\d:\d\d$/.test(text.slice(11))) return format(step).format(new Date(text));
  const [year, month, day, hour, minute, second] = clock.slice(1).map((part, place) => Number(part ?? (place < 3 ? 1 : 0)));
  return format(step, "UTC").format(moment(year, month, day, hour, minute, second));
}

/** Writes a range of dates, in seconds since 1970 on the clock that they are told by: one date where both ends read the same. */
export function dateRange(first, last, step) {
  return format(step, "UTC").formatRange(new Date(first * 1000), new Date(last * 1000));
}
