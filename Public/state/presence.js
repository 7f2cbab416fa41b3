// Whether the picture that is looked at is still there: where its file is moved or deleted, another one comes in its place.

import { json, Latest } from "../wire/api.js";

export class Presence {
  #note;
  /** The picture that was looked at last: {item, url, name, revision}; null for none. */
  #last = null;
  #latest = new Latest();

  /** @param note says a sentence. */
  constructor(note) { this.#note = note; }

  /** A plan has been painted. @param anchor is its own where one picture fills the view, else null. */
  async watch(anchor, revision) {
    const last = this.#last;
    this.#last = anchor && { item: anchor.item, url: anchor.url, name: anchor.name, revision };
    if (!last || !anchor || last.item === anchor.item || last.revision === revision) return;
    // It may as well be the reader who has gone on.
    const failure = await this.#latest.only(signal => json(last.url, null, { signal }).then(() => null, failure => failure));
    if (failure?.status === 404) this.#note(gone(last.name));
  }
}

/** What is said of a picture that is gone. @param name is its path; undefined where it is not known. */
export function gone(name) {
  const what = name ? `“${name.split("/").at(-1)}”` : "The picture";
  return `${what} is not there any more: it was moved or deleted. Another picture is shown.`;
}
