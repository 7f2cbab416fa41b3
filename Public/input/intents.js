// Does what keys mean in the order in which they were pressed, even where one of them waits for the server.

/**
 * The keys that move and that act on pictures. Each begins once the one before it has reached its goal, so a mark acts on the picture that
 * had the cursor when its key was pressed. Where none waits, a key acts at once. If a move fails, the keys that were pressed after it are
 * dropped: they meant a picture that is not reached.
 */
export class Intents {
  /** @type {{act: () => any, isMove: boolean}[]} */
  #waiting = [];
  #isRunning = false;
  #on;

  /** @param {{dropped: () => void}} on `dropped` is called when keys are dropped after a move that failed. */
  constructor(on) { this.#on = on; }

  /** Whether a key waits for one before it. */
  get isBusy() { return this.#isRunning; }

  /**
   * Acts after the keys before.
   * @param {() => any} act returns a promise of its goal, or nothing where it is reached at once. The promise gives false where a move
   *   has failed: the server has not said where it leads.
   * @param isMove says that nothing but the cursor or the view changes.
   */
  add(act, isMove = false) {
    this.#waiting.push({ act, isMove });
    if (!this.#isRunning) this.#run();
  }

  async #run() {
    this.#isRunning = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      try {
        const goal = next.act();
        if (goal && await goal === false) this.#drop();
      } catch (fault) {
        // The keys after it still count.
        reportError(fault);
      }
    }
    this.#isRunning = false;
  }

  #drop() {
    if (!this.#waiting.length) return;
    this.#waiting = [];
    this.#on.dropped();
  }

  /** A hand has moved the view: moves that still wait are dropped, unless a mark comes after them. */
  stop() { while (this.#waiting.at(-1)?.isMove) this.#waiting.pop(); }
}
