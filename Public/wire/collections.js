// Asks what there is to show, until the server answers.

import { sentence } from "../values/fields.js";
import { entry, json } from "./api.js";

/**
 * Asks until there is an answer: the `collections`, the `unshown` paths with reasons, whether the server is `readOnly`, and the saved
 * `states`.
 * @param {(text: string, action: {name: string, act: () => void}) => void} say is told why there is none yet, and what a reader can do.
 * @param {() => Promise<Wire.Collections>} ask asks once.
 */
export async function collections(say, ask = () => json(entry.collections)) {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    let wake = () => {};
    try {
      const answer = await ask();
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
