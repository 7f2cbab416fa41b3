// Fetches the scrubber's labels, which say what lies where in the collection, when a reader reaches for it.

import { known as answerOf } from "../wire/api.js";

/**
 * @param {import("../state/shown.js").Shown} shown
 * @param {Page.Question | null} question is the next plan's: see `question.js`.
 * @param known is what the current labels were made for.
 * @returns the labels of a track of `length` px, at least `least` px apart, and what they were made for; null if the current labels are
 *   still right.
 */
export async function scrubberLabels(shown, question, { length, least }, known) {
  // A published site has no labels.
  if (!shown.plan || !question || shown.isChart || !shown.entry.links.marks) return { labels: [], of: "" };
  const { layout, columns, rowHeight, revision, zoomScale } = shown.plan;
  const of = JSON.stringify([shown.collection, shown.view, layout, columns, rowHeight, revision, zoomScale, length, least]);
  if (of === known) return null;
  /** @type {Wire.Marks | null} */
  const answer = await answerOf(shown.entry.links.marks, `${question.query}&length=${length}&least=${least}`);
  return answer ? { labels: answer.marks, of } : { labels: [], of: "" };
}
