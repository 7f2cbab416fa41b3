// Asks what there is to show: the server, or the files of a site that was published.

import { answerBy, json, site } from "../wire/api.js";
import { collections as known } from "../wire/collections.js";
import { takeAway } from "./parts.js";

/** Asks until there is an answer. @param {(text: string, action: {name: string, act: () => void}) => void} say is told why there is none yet. */
export const collections = say => (site ? known(say, published) : known(say));

/**
 * The one collection of a site. Nothing can be changed there.
 * @returns {Promise<Wire.Collections>}
 */
async function published() {
  /** @type {Page.SiteEntry} */
  const found = await json(site);
  // Where there is a server, this is not read.
  const { Source } = await import("./source.js");
  answerBy(new Source(found));
  takeAway();
  return { collections: [found], readOnly: true };
}
