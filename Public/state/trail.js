// Remembers what was changed last in this window, so that one key takes it back, whatever it was.

/**
 * A change of a picture's marks, which the server keeps the history of; or an edit of a list, by the list's address `of`: `revision` is the
 * list's then, `undo` takes the edit back, and of a list that was made by it `isMade` is true.
 * @typedef {{kind: "note"} | {kind: "list", of: string, name: string, revision: number, undo?: string, isMade?: boolean}} Step
 */

/** Most changes that are remembered: as many as the server takes back. */
const most = 100;

export class Trail {
  /** @type {Step[]} The newest is the last. */
  #steps = [];

  /** What was changed last; null where nothing was. */
  get last() { return this.#steps.at(-1) ?? null; }

  /** @param {Step} step */
  push(step) { this.#steps = [...this.#steps.slice(1 - most), step]; }

  /** Forgets the last change, if it is of this kind. @returns {Step | null} it. */
  take(kind) { return this.last?.kind === kind ? this.#steps.pop() : null; }

  /** A list is at another revision after one of its edits was taken back here: the edits before are still the last ones. */
  renew(of, revision) { for (const step of this.#steps) if (step.kind === "list" && step.of === of) step.revision = revision; }

  /** Forgets the edits of a list that has gone. */
  drop(of) { this.#steps = this.#steps.filter(step => step.kind !== "list" || step.of !== of); }
}
