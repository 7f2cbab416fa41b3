// Notices that the open picture has gone: after its file was moved or deleted, another picture is shown.

import { json, Latest } from "../wire/api.js";

export class Presence {
  /** Pictures that the reader takes away here, of which nothing needs to be said. @type {Set<string>} */
  static #expected = new Set();
  #note;
  /** @type {{item: string, url: string, name?: string, revision: number} | null} The picture that was open at the last plan; null for none. */
  #last = null;
  #latest = new Latest();

  /** @param note says a sentence. */
  constructor(note) { this.#note = note; }

  /** A picture is taken away by the reader. @param {string} item */
  static expect(item) { Presence.#expected.add(item); }

  /**
   * Checks the picture after a plan was painted.
   * @param {number} revision
   * @param {Wire.Anchor | null} anchor is the plan's if one picture fills the view, else null.
   */
  async watch(anchor, revision) {
    const last = this.#last;
    this.#last = anchor && { item: anchor.item, url: anchor.url, name: anchor.name, revision };
    if (!last || !anchor || last.item === anchor.item || last.revision === revision) return;
    if (Presence.#expected.delete(last.item)) return;
    // The reader may have gone on to another picture.
    const failure = await this.#latest.only(signal => json(last.url, null, { signal }).then(() => null, failure => failure));
    if (failure?.status === 404) this.#note(gone(last.name));
  }
}

/** Returns the sentence for a picture that has gone. @param name is its path; undefined if unknown. */
export function gone(name) {
  const what = name ? `“${name.split("/").at(-1)}”` : "The picture";
  return `${what} is not there any more: it was moved or deleted. Another picture is shown.`;
}
