// What a cell says about its picture: its kind, the number of its pages, what is noted of it, a video's length, and the value that
// the pictures are sorted by.

import { dateText } from "./dates.js";
import { factText, length, lengthInWords } from "./fields.js";
import { notedWords } from "./noted.js";

/** @typedef {Wire.Badge} Badge what the server tells of a picture's cell beside its name */

const kinds = {
  raw: { text: "RAW", words: "raw" },
  animated: { text: "Animated", words: "animated" },
  live: { text: "Live", words: "live photo" },
};

/** The stars of a rating as letters, such as ★★★; "" for none. @param {number} [rating] */
export const stars = rating => "★".repeat(Math.min(5, Math.max(0, Math.round(rating ?? 0))));

/**
 * The few letters in a cell's corner: RAW, 12 pages, 1:23; "" for an ordinary picture.
 * @param {{badge?: Badge, duration?: number}} tile
 */
export function cornerText({ badge = {}, duration }) {
  if (duration !== undefined) return length(duration);
  return [kinds[badge.kind]?.text, pagesOf(badge)].filter(Boolean).join(" · ");
}

/**
 * The value that the pictures are sorted by, where the cell does not say it elsewhere; "" for none.
 * @param {{sortValue?: Wire.SortValue}} tile
 */
export function valueText({ sortValue }) {
  // The other corner has the length of a video.
  if (!sortValue || sortValue.name === "duration") return "";
  return sortValue.kind === "time" ? dateText(sortValue.text, "day") : factText(sortValue).replace(/\s+/g, " ");
}

/**
 * The same, where a cell says it at rest. Of dates there would be one on each of a reader's pictures, most of the time: they come with
 * the name.
 * @param {{sortValue?: Wire.SortValue}} tile
 */
export const restingValue = tile => (tile.sortValue?.kind === "time" ? "" : valueText(tile));

/**
 * The lines below a picture: its stars, its name, and the value that it is sorted by, which stays where it was at rest.
 * @param {{badge?: Badge, sortValue?: Wire.SortValue}} tile @param {string} name
 */
export const captionOf = (tile, name) =>
  [tile.sortValue?.name === "rating" ? "" : stars(tile.badge?.rating), name, valueText(tile)].filter(Boolean).join("\n");

/**
 * Whether there is more to see than the cell shows: a film, the film of a live photo, or an animation.
 * @param {{badge?: Badge, duration?: number}} tile
 */
export const moves = ({ badge, duration }) => duration !== undefined || badge?.kind === "live" || badge?.kind === "animated";

/**
 * The same, stars, flag and label in words for screen readers: ["raw", "3 stars", "picked"].
 * @param {{badge?: Badge, duration?: number, sortValue?: Wire.SortValue, count?: number}} tile
 */
export function badgeWords({ badge = {}, duration, sortValue, count: held }) {
  const { kind, rating } = badge;
  const count = stars(rating).length;
  // Stars have words of their own.
  const value = sortValue?.name === "rating" ? "" : valueText({ sortValue });
  return [
    duration === undefined ? "" : lengthInWords(duration),
    kinds[kind]?.words, pagesOf(badge),
    count ? `${count} star${count === 1 ? "" : "s"}` : "", ...notedWords(badge), value,
    held ? `the first of ${held.toLocaleString()} here` : "",
  ].filter(Boolean);
}

/** @param {Badge} badge */
const pagesOf = ({ pages }) => (pages > 1 ? `${pages.toLocaleString()} pages` : "");
