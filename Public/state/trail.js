// Remembers what was changed last in this window, so that one key takes it back, whatever it was.

/**
 * A change of pictures' marks, by its number and the addresses that take it back and make it again; or an edit of a list, by the list's address
 * `of`: `revision` is the list's then, `undo` takes the edit back, `redo` makes it again, and of a list that was made by it `isMade` is true.
 * @typedef {{kind: "note", edit: number, undo: string, redo: string} | {kind: "list", of: string, name: string, revision: number, undo?: string, redo?: string, isMade?: boolean}} Step
 */

/** Most changes that are remembered: as many as the server takes back. */
const most = 100;

export class Trail {
  /** @type {Step[]} The newest is the last. */
  #steps = [];
  /** @type {Step[]} Changes that were taken back, the last of them last. */
  #undone = [];

  /** What was changed last; null where nothing was. */
  get last() { return this.#steps.at(-1) ?? null; }

  /** What was taken back last; null where nothing was. */
  get undone() { return this.#undone.at(-1) ?? null; }

  /** @param {Step} step @param isAgain says whether it was made again. */
  push(step, isAgain = false) {
    this.#steps = [...this.#steps.slice(1 - most), step];
    if (!isAgain) this.#undone = [];
  }

  /** A change was taken back. @param {Step} step */
  back(step) { this.#undone.push(step); }

  /** Forgets the change that was taken back last. @returns {Step | null} it. */
  takeUndone() { return this.#undone.pop() ?? null; }

  /** Forgets the last change, if it is of this kind. @returns {Step | null} it. */
  take(kind) { return this.last?.kind === kind ? this.#steps.pop() : null; }

  /** A list is at another revision after one of its edits was taken back here: the edits before are still the last ones. */
  renew(of, revision) { for (const step of [...this.#steps, ...this.#undone]) if (step.kind === "list" && step.of === of) step.revision = revision; }

  /** Forgets the edits of a list that has gone. */
  drop(of) { for (const steps of [this.#steps, this.#undone]) steps.splice(0, steps.length, ...steps.filter(step => step.kind !== "list" || step.of !== of)); }
}
