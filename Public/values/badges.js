// What a cell says about its picture: its kind, the number of its pages, what is noted of it, and a video's length.

import { length, lengthInWords } from "./fields.js";
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
 * Whether there is more to see than the cell shows: a film, the film of a live photo, or an animation.
 * @param {{badge?: Badge, duration?: number}} tile
 */
export const moves = ({ badge, duration }) => duration !== undefined || badge?.kind === "live" || badge?.kind === "animated";

/**
 * The same, stars, flag and label in words for screen readers: ["raw", "3 stars", "picked"].
 * @param {{badge?: Badge, duration?: number}} tile
 */
export function badgeWords({ badge = {}, duration }) {
  const { kind, rating } = badge;
  const count = stars(rating).length;
  return [
    duration === undefined ? "" : lengthInWords(duration),
    kinds[kind]?.words, pagesOf(badge),
    count ? `${count} star${count === 1 ? "" : "s"}` : "", ...notedWords(badge),
  ].filter(Boolean);
}

/** @param {Badge} badge */
const pagesOf = ({ pages }) => (pages > 1 ? `${pages.toLocaleString()} pages` : "");
