// What a reader notes about a picture, in words and signs: stars, flags and colour labels.

import { stars, title } from "./fields.js";

/** @typedef {"rating" | "flag" | "label"} Part a part of what is noted, besides keywords */

/** The condition that a picture is not rejected. */
export const unrejected = "-flag:reject";

const flags = { pick: { sign: "⚑", words: "Picked" }, reject: { sign: "✕", words: "Rejected" } };

/**
 * The flag that is seen: other programs write a rating of −1 for rejected pictures.
 * @param {Wire.ItemMarks} marks
 */
export const flagOf = ({ flag, rating = 0 }) => flag ?? (rating < 0 ? "reject" : undefined);

/**
 * The sign of a picture's flag; "" for none.
 * @param {Wire.ItemMarks} marks
 */
export const flagSign = marks => flags[flagOf(marks)]?.sign ?? "";

/**
 * What is noted in words, for sentences and screen readers: ["picked", "red label"]. Stars have signs of their own.
 * @param {Wire.ItemMarks} marks
 */
export const notedWords = marks => [flags[flagOf(marks)]?.words.toLowerCase(), marks.label && `${marks.label} label`].filter(Boolean);

/**
 * What a change is called: “★★★☆☆”, “Picked”, “Red label”.
 * @param {Part} part @param {number | string | null} value is null where the reader's own is taken back.
 */
export function changeWords(part, value) {
  if (part === "rating") return stars(Number(value));
  if (value === "best") return "The best of alike pictures picked, the others rejected";
  if (part === "flag") return flags[value ?? ""]?.words ?? "No flag";
  return value && value !== "none" ? `${title(String(value))} label` : "No label";
}

/**
 * Says that a change was made: “Rated 1,204 pictures ★★★☆☆”, “Red label for 2 pictures”, and of one picture “Picked”.
 * @param {Part} part @param {number | string | null} value @param {number} count is how many pictures were changed.
 */
export function doneWords(part, value, count) {
  const words = changeWords(part, value);
  if (count === 1) return `${words}.`;
  const pictures = `${count.toLocaleString()} pictures`;
  if (part === "rating" && Number(value) > 0) return `Rated ${pictures} ${words}.`;
  if (value === "best") return `${words}: ${pictures}.`;
  return flags[value ?? ""] ? `${words} ${pictures}.` : `${words} for ${pictures}.`;
}

/** Says that a change was taken back, or made again. @param {string} words @param {{count: number, kept?: number}} answer `kept` counts pictures that were changed again since then. */
export function revertedWords(words, { count, kept = 0 }) {
  const pictures = number => (number === 1 ? "1 picture" : `${number.toLocaleString()} pictures`);
  if (!kept) return `${words}: ${pictures(count)}.`;
  const others = kept === 1 ? "it was changed again since, and stays" : "they were changed again since, and stay";
  return count ? `${words}: ${pictures(count)}. Not ${pictures(kept)}: ${others}.` : `Nothing is changed. ${pictures(kept)}: ${others}.`;
}

/**
 * The keywords of a line that is typed: those to add, and those to take away, which begin with a minus.
 * @param {string} text has commas between them.
 */
export function keywordsOf(text) {
  const words = text.split(",").map(word => word.trim()).filter(Boolean);
  const remove = [...new Set(words.filter(word => word.startsWith("-")).map(word => word.slice(1).trim()).filter(Boolean))];
  const add = [...new Set(words.filter(word => !word.startsWith("-")))].filter(word => !remove.includes(word));
  return { add, remove };
}

/**
 * The beginning of a line, and the word at its end that is being typed, without its minus.
 * @param {string} text
 */
export function lastKeyword(text) {
  const [, word] = /^(?:.*,)?\s*(?:-\s*)?([^,]*)$/s.exec(text) ?? ["", text];
  return { before: text.slice(0, text.length - word.length), word: word.trim() };
}
