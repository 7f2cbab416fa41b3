// Writes the names and values of fields as people write them.

import { dateText } from "./dates.js";

const titles = {
  taken: "Date taken", modified: "Date modified", date: "Date taken", bytes: "Size", gps: "Location", iso: "ISO", focal: "Focal length",
  zone: "Time zone", negative: "Negative prompt", sublocation: "Place within the city", extras: "Also in the file", pixelsize: "Pixel size",
};
const whole = new Intl.NumberFormat();
const rounded = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 4 });
/** Whole numbers are written in full, others with four digits. */
const number = { format: value => (Number.isInteger(value) ? whole : rounded).format(value) };

/** Whether a field can place pictures in a plane. */
export const places = (/** @type {Wire.Field} */ { name, kind }) => ["number", "time", "category"].includes(kind) && name !== "alike";

/** Whether a field's positions place pictures on a map. */
export const isPosition = (/** @type {Wire.Field} */ { name, kind }) => kind === "position" && name === "gps";

/** A field's name for people. */
export const title = name => titles[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/** A number of bytes, as 282 bytes or 1.2 MB. */
export function size(bytes) {
  const power = Math.min(4, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const unit = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"][power];
  // The short form of a byte is “byte”, however many there are.
  const unitDisplay = power ? "short" : "long";
  return (bytes / 1000 ** power).toLocaleString(undefined, { style: "unit", unit, unitDisplay, maximumSignificantDigits: 3 });
}

/** A number of seconds, as 1:02:03 or 0:07. */
export function length(seconds) {
  const { hours, minutes, seconds: left } = parts(seconds);
  return [...(hours ? [hours, String(minutes).padStart(2, "0")] : [minutes]), String(left).padStart(2, "0")].join(":");
}

/** A number of seconds as it is spoken: 1 hour 2 minutes 3 seconds. */
export function lengthInWords(seconds) {
  const { hours, minutes, seconds: left } = parts(seconds);
  const said = [[hours, "hour"], [minutes, "minute"], [left, "second"]].filter(([count]) => count);
  return said.map(([count, unit]) => `${count} ${unit}${count === 1 ? "" : "s"}`).join(" ") || "0 seconds";
}

function parts(seconds) {
  const whole = Math.round(seconds);
  return { hours: Math.floor(whole / 3600), minutes: Math.floor(whole / 60) % 60, seconds: whole % 60 };
}

/** Whether an exposure is written as a fraction of a second: 1/3, but 0.3 and 0.5. */
function isFraction(seconds) {
  if (!(seconds > 0 && seconds < 0.4)) return false;
  return seconds < 0.3 || Math.abs(1 / seconds - Math.round(1 / seconds)) < 0.01;
}

/** A rating as stars; the ratings of 0 and −1 have words. */
export const stars = rating => (rating > 0 ? "★".repeat(rating) + "☆".repeat(Math.max(0, 5 - rating)) : starsInWords(rating));

/** A rating as it is spoken. */
export const starsInWords = rating => (rating > 0 ? `${rating} star${rating === 1 ? "" : "s"}` : rating < 0 ? "Rejected" : "No stars");

/** Whether a value of a field is a number of stars. */
export const isRating = (name, value) => name === "rating" && Number.isInteger(value) && value >= -1 && value <= 5;

/**
 * What the server says of a picture, for people.
 * @param {{name: string, text: string, kind?: string, unit?: string, number?: number}} fact is one of an item's `facts`.
 */
export function factText({ name, kind, unit, text, number: value }) {
  if (kind === "time") return dateText(text);
  if (name === "format") return text.toUpperCase();
  if (name === "flag") return { pick: "Picked", reject: "Rejected" }[text] ?? text;
  // Shows the path of a keyword in a hierarchy.
  if (kind === "keywords") return text.replaceAll("|", " › ");
  if (kind !== "number" || value === undefined) return text;
  // Film speeds are written without separators of thousands.
  if (name === "iso") return String(value);
  return isRating(name, value) ? stars(value) : unit ? measure(value, unit) : value.toLocaleString(undefined, { maximumSignificantDigits: 15 });
}

/**
 * Units of length, their lengths, and the least that is told in them, in metres.
 * @type {[string, number, number][]}
 */
const lengths = [["km", 1e3, 1e3], ["m", 1, 1], ["mm", 1e-3, 1e-3], ["µm", 1e-6, 1e-8], ["nm", 1e-9, 1e-9], ["pm", 1e-12, -Infinity]];

/** A length in metres, as 0.25 µm or 30 m. */
function distance(metres) {
  // A length that is the least one to within an error of rounding counts as it.
  const [name, unit] = lengths.find(([, , least]) => metres >= least * (1 - 1e-9));
  return `${rounded.format(metres / unit)} ${name}`;
}

/** A value of a field that counts or measures. @param unit is the field's, as the server calls it. */
export function measure(value, unit) {
  switch (unit) {
    case "bytes": return size(value);
    case "duration": return length(value);
    case "seconds": return isFraction(value) ? `1/${number.format(Math.round(1 / value))} s` : `${number.format(value)} s`;
    case "aperture": return `f/${number.format(value)}`;
    case "millimetres": return `${number.format(value)} mm`;
    case "metres": return distance(value);
    case "pixels": return `${number.format(value)} px`;
    case "megapixels": return `${number.format(value)} MP`;
    default: return number.format(value);
  }
}

/** A name within a sentence: its letters may go from right to left, those of the sentence stay as they are. */
export const isolated = name => `\u2068${name}\u2069`;

/** A text for comparing, without case and accents. */
export const folded = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Returns a message of the server as a sentence, without the name of its parameter. @param name is that parameter's. */
export function sentence(text, name = "") {
  const bare = (name && text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text).trim();
  // A parameter that is missing has to be named.
  const words = name && bare.startsWith("is missing") ? `the ${name} ${bare}` : bare;
  return words && `${words[0].toLocaleUpperCase()}${words.slice(1)}${/[.…!?]$/.test(words) ? "" : "."}`;
}

/**
 * The query that finds, among the pictures of another query, those that a plane has no place for.
 * @param {Wire.Plane} plane
 */
export function withoutPlace({ x, y }, query = "") {
  const missing = [x, y].flatMap(({ field, scale }) => (!field ? [] : [`-has:${field}`, ...(scale === "logarithmic" ? [`${field}:<=0`] : [])])).join(" | ");
  if (!query) return missing;
  // Brackets, where words are joined by something else than a blank.
  const [own, other] = [query, missing].map(text => (/\||\bor\b/i.test(text) ? `(${text})` : text));
  return `${own} ${other}`;
}
