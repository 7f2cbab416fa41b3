// Asks what there is to show, until the server answers.

import { sentence } from "../values/fields.js";
import { answerBy, entry, json, site } from "./api.js";

/**
 * Asks until there is an answer: the `collections`, the `unshown` paths with reasons, whether the server is `readOnly`, and the saved
 * `states`.
 * @param {(text: string, action: {name: string, act: () => void}) => void} say is told why there is none yet, and what a reader can do.
 */
export async function collections(say) {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    let wake = () => {};
    try {
      if (site) return await published(site);
      /** @type {Wire.Collections} */
      const answer = await json(entry.collections);
      if (Array.isArray(answer.collections)) return answer;
      say("The server's answer cannot be read. Trying again…", { name: "Load the page again", act: () => location.reload() });
    } catch (failure) {
      say(`${sentence(failure.message)} Trying again…`, { name: "Try again", act: () => wake() });
    }
    await new Promise(done => {
      wake = () => done(undefined);
      setTimeout(wake, wait);
    });
  }
}

/**
 * The one collection of a site that was published as files. Nothing can be changed there.
 * @param {string} place is where the site says what it has. @returns {Promise<Wire.Collections>}
 */
async function published(place) {
  /** @type {Page.SiteEntry} */
  const found = await json(place);
  const [{ Source }, { takeAway }] = await Promise.all([import("../site/source.js"), import("../site/parts.js")]);
  answerBy(new Source(found));
  takeAway();
  return { collections: [found], readOnly: true };
}
