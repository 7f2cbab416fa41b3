// All requests of the page: one way of asking, one way of failing, and one rule for which of several answers counts.

/** What the page itself knows by name; every other address comes from the server, whole. */
export const entry = { collections: "api/collections", about: "api/about", health: "healthz", states: "api/state/" };

const lost = "The server does not answer. Is it still running?";
const foreign = "Something between this page and the server answers in its place. Load the page again; it may ask to sign in.";

/** Why there is no answer: a sentence in `message`, and what it was. */
export class Failure extends Error {
  /**
   * @param kind is "network" where nothing answers, "status" where the server refuses, "format" where what answers is not the server,
   *   or "aborted" where nobody waits any more.
   * @param {{status?: number, problem?: any, retryAfter?: number}} more `problem` is what the server says of it: {status, detail,
   *   parameter, …}; `retryAfter` is in seconds, where the reason may pass.
   */
  constructor(kind, message, more = {}) {
    super(message);
    Object.assign(this, { kind, ...more });
  }
}

/** Parameters as the query of an address: what is no text becomes text, a list with commas between its parts. */
export const queryOf = parameters => String(new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])));

const withParameters = (address, parameters) => {
  if (!parameters) return address;
  const query = typeof parameters === "string" ? parameters : queryOf(parameters);
  return `${address}?${query}`;
};

/**
 * Sends a request. @param parameters are those of the address: an object, or a query as text.
 * @returns the response, whose status says that all went well.
 * @throws a Failure, and nothing else.
 */
export async function send(address, parameters, options) {
  let answer;
  try {
    answer = await fetch(withParameters(address, parameters), options);
  } catch {
    throw options?.signal?.aborted ? new Failure("aborted", "") : new Failure("network", lost);
  }
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => null);
  const detail = typeof problem?.detail === "string" ? problem.detail : answer.statusText || `The server answers ${answer.status}`;
  throw new Failure("status", detail, {
    status: answer.status, problem: { status: answer.status, ...problem, detail },
    retryAfter: Number(answer.headers.get("Retry-After")) || undefined,
  });
}

/** What an answer holds, by one of its methods: a body may end in its middle, too. */
async function body(answer, read, signal) {
  try {
    return await answer[read]();
  } catch (error) {
    if (signal?.aborted) throw new Failure("aborted", "");
    throw error instanceof SyntaxError ? new Failure("format", foreign) : new Failure("network", lost);
  }
}

const isOfType = (answer, type) => (answer.headers.get("Content-Type") ?? "").startsWith(type);

/** The JSON at an address. @throws a Failure. */
export async function json(address, parameters, options) {
  const value = await body(await send(address, parameters, options), "json", options?.signal);
  // A page of a proxy could be one, too; the server sends nothing but objects.
  if (value === null || typeof value !== "object") throw new Failure("format", foreign);
  return value;
}

/** The same for what the page can do without: null where there is no answer. */
export const known = (address, parameters, options) => json(address, parameters, options).catch(() => null);

/** The bytes of a picture. @throws a Failure. */
export async function picture(address, options) {
  const answer = await send(address, null, options);
  if (isOfType(answer, "text/html")) throw new Failure("format", foreign);
  return body(answer, "blob", options?.signal);
}

/** Has something done that needs no answer. @returns whether it was. */
export const tell = (address, options) => send(address, null, options).then(() => true, () => false);

/** Of several questions about one thing the answer to the newest counts: a late one does not take the place of a newer one. */
export class Latest {
  #asked = 0; #answered = 0;
  #stop = new AbortController();

  /**
   * @param ask is given a signal that ends the request.
   * @returns what it promises, or undefined where that does not count any more. What it throws is thrown where it counts.
   */
  async of(ask) {
    this.#asked += 1;
    const [number, { signal }] = [this.#asked, this.#stop];
    const isNew = () => number > this.#answered;
    let value;
    try {
      value = await ask(signal);
    } catch (error) {
      if (!isNew()) return undefined;
      this.#answered = number;
      throw error;
    }
    if (!isNew()) return undefined;
    this.#answered = number;
    return value;
  }

  /** The same where what was asked before is of something else: nothing of that counts. */
  only(ask) {
    this.forget();
    return this.of(ask);
  }

  /** Nobody waits for an answer any more. */
  forget() {
    this.#answered = this.#asked;
    this.#stop.abort();
    this.#stop = new AbortController();
  }
}
