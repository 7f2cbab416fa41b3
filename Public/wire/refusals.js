// Remembers the addresses of pictures that the server has refused, so that none of them is asked for again and again.

/** Statuses that an address keeps, since it names a version of a file: that cannot be read, or not be shown. */
const lasting = new Set([404, 410, 415, 422]);
/** Milliseconds after which an address is asked for anew, as somebody may have mended a file that nobody watches; and the most addresses. */
const [patience, most] = [120_000, 4000];

/** What has failed is asked for once, until it may have changed. */
export class Refusals {
  /** @type {Map<string, {failure: import("./api.js").Failure, until: number}>} The oldest first. */
  #known = new Map();
  #state = "";
  #now;

  /** @param now gives the time in ms. */
  constructor(now = () => performance.now()) { this.#now = now; }

  /** Why an address has been refused, a `Failure`; null where it has not, or where it may be asked for again. */
  of(address) {
    const known = this.#known.get(address);
    if (!known || known.until > this.#now()) return known?.failure ?? null;
    this.#known.delete(address);
    return null;
  }

  /** An address could not be fetched. @param {import("./api.js").Failure} failure */
  note(address, failure) {
    if (failure.kind !== "status" || !lasting.has(failure.status) || failure.retryAfter) return;
    this.#known.delete(address);
    this.#known.set(address, { failure, until: this.#now() + patience });
    if (this.#known.size > most) this.#known.delete(this.#known.keys().next().value);
  }

  /** Everything may be asked for again once the collection has changed. @param {{collection: string, revision: number}} plan */
  follow({ collection, revision }) {
    const state = `${collection} ${revision}`;
    if (state === this.#state) return;
    this.#state = state;
    this.#known.clear();
  }
}

/** Those of the page. */
export const refusals = new Refusals();
