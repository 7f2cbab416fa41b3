// Sends all requests of the page: one way to ask, one kind of failure, and one rule for which of several answers counts.

import { refusals } from "./refusals.js";

/** The addresses that the page knows. All others come from the server and are used as they are. */
export const entry = { collections: "api/collections", about: "api/about", health: "healthz", states: "api/state/" };

/** Where a site that was published as files says what it has; null where there is a server. */
export const site = globalThis.document?.querySelector?.("meta[name=site]")?.getAttribute("content") ?? null;
/** @type {{knows: (address: string) => boolean, answer: (address: string, query: URLSearchParams) => Promise<any>} | null} */
let source = null;
/** Takes what answers some addresses in place of a server: see `site/source.js`. */
export const answerBy = (/** @type {typeof source} */ given) => { source = given; };

const lost = "The server does not answer. Is it still running?";
const foreign = "Something between this page and the server answers in its place. Load the page again; it may ask to sign in.";

/** Why there is no answer; `message` is a sentence. */
export class Failure extends Error {
  /**
   * @param kind is "network" where nothing answers, "status" where the server refuses, "format" where what answers is not the server,
   *   or "aborted" where nobody waits any more.
   * @param {{status?: number, problem?: Wire.Problem, retryAfter?: number}} more `problem` is what the server says of it; `retryAfter` is in seconds, where the reason may pass.
   */
  constructor(kind, message, more = {}) {
    super(message);
    Object.assign(this, { kind, ...more });
  }
}

/** Writes parameters as the query of an address; a list becomes its parts with commas between them. @param {Record<string, any>} parameters */
export const queryOf = parameters => String(new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])));

const withParameters = (address, parameters) => {
  if (!parameters) return address;
  const isQuery = typeof parameters === "string" || parameters instanceof URLSearchParams;
  const query = isQuery ? String(parameters) : queryOf(parameters);
  return `${address}?${query}`;
};

/**
 * Sends a request. @param parameters are those of the address: an object, a `URLSearchParams`, or a query as text.
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
  // What is no JSON comes from something in between. A reason that breaks off is none: it is asked for again.
  const problem = await body(answer, "json", options?.signal).catch(failure => {
    if (failure.kind === "format") return null;
    throw failure;
  });
  const detail = typeof problem?.detail === "string" ? problem.detail : answer.statusText || `The server answers ${answer.status}`;
  throw new Failure("status", detail, {
    status: answer.status, problem: { status: answer.status, ...problem, detail },
    retryAfter: Number(answer.headers.get("Retry-After")) || undefined,
  });
}

/** Reads an answer's body with one of its methods. The connection may fail in the middle of a body. */
async function body(answer, read, signal) {
  try {
    return await answer[read]();
  } catch (error) {
    if (signal?.aborted) throw new Failure("aborted", "");
    throw error instanceof SyntaxError ? new Failure("format", foreign) : new Failure("network", lost);
  }
}

/**
 * Why an address is refused; null where it is not, or not any more. An answer to HEAD says that alone: the words come with an answer to GET.
 * @param {string} address @param {AbortSignal} signal
 * @returns {Promise<Failure | null>}
 */
export async function refusal(address, signal) {
  const failureOf = method => send(address, null, { method, signal }).then(answer => {
    // What comes now is not needed.
    answer.body?.cancel().catch(() => {});
    return null;
  }, failure => failure);
  const failure = await failureOf("HEAD");
  return failure?.kind === "status" ? failureOf("GET") : failure;
}

const isOfType = (answer, type) => (answer.headers.get("Content-Type") ?? "").startsWith(type);

/** The JSON at an address. @throws a Failure. */
export async function json(address, parameters, options) {
  if (source?.knows(address)) return source.answer(address, new URLSearchParams(withParameters("", parameters)));
  const value = await body(await send(address, parameters, options), "json", options?.signal);
  // A proxy may answer with JSON, too, but the server only sends objects.
  if (value === null || typeof value !== "object") throw new Failure("format", foreign);
  return value;
}

/** A signal that gives a request up after so many milliseconds. */
export function within(milliseconds) {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), milliseconds);
  return stop.signal;
}

/** The JSON at an address; null if there is no answer. */
export const known = (address, parameters, options) => json(address, parameters, options).catch(() => null);

/** The text at an address. @throws a Failure. */
export const text = async (address, parameters, options) => body(await send(address, parameters, options), "text", options?.signal);

/** The bytes of a picture. What has been refused for good is not asked for again. @throws a Failure. */
export async function picture(address, options) {
  const refusal = refusals.of(address);
  if (refusal) throw refusal;
  const answer = await send(address, null, options).catch(failure => {
    refusals.note(address, failure);
    throw failure;
  });
  if (isOfType(answer, "text/html")) throw new Failure("format", foreign);
  return body(answer, "blob", options?.signal);
}

/** How long an edit may take, in ms. One of a million pictures takes seconds. Later edits wait for it. */
const longestEdit = 60_000;

/** Edits, with a signal that gives up. @throws a Failure. */
const edit = ask => ask(within(longestEdit)).catch(failure => {
  throw failure.kind === "aborted" ? new Failure("network", lost) : failure;
});

/** Sends a change as JSON. @returns the JSON that answers it. @throws a Failure. */
export const change = (address, parameters, body) =>
  edit(signal => json(address, parameters, { method: "PATCH", body: JSON.stringify(body), signal }));

/** Lets the server refuse an edit of anything that has another revision by now. */
const ifMatch = revision => (revision === null ? null : { headers: { "If-Match": `"${revision}"` } });

/** Asks the server to act, or to add what the body has. @returns the JSON that answers it. @throws a Failure. */
export const post = (address, parameters = null, body = null, revision = null) =>
  edit(signal => json(address, parameters, { method: "POST", ...(body && { body: JSON.stringify(body) }), ...ifMatch(revision), signal }));

/** Deletes what is at an address. @throws a Failure. */
export const drop = (address, revision = null) => edit(signal => send(address, null, { method: "DELETE", ...ifMatch(revision), signal }));

/** Sends a request whose answer has no content. @returns whether it succeeded. */
export const tell = (address, options) => send(address, null, options).then(() => true, () => false);

/** Ignores answers that arrive after the answer to a newer question. */
export class Latest {
  #asked = 0; #answered = 0;
  #stop = new AbortController();

  /**
   * @param ask is given a signal that ends the request.
   * @returns the answer, or undefined if a newer one has come. An error is thrown only if it is the newest.
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

  /** Asks about another thing: answers to earlier questions are ignored. */
  only(ask) {
    this.forget();
    return this.of(ask);
  }

  /** Aborts all requests and ignores their answers. */
  forget() {
    this.#answered = this.#asked;
    this.#stop.abort();
    this.#stop = new AbortController();
  }
}
