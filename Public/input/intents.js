// Does what keys mean in the order in which they were pressed, even where one of them waits for the server.

/**
 * The keys that move and that act on pictures. Each begins once the one before it has reached its goal, so a mark acts on the picture that
 * had the cursor when its key was pressed. Where none waits, a key acts at once.
 */
export class Intents {
  /** @type {{act: () => void | Promise<any>, isMove: boolean}[]} */
  #waiting = [];
  #isRunning = false;

  /** Whether a key waits for one before it. */
  get isBusy() { return this.#isRunning; }

  /**
   * Acts after the keys before.
   * @param {() => void | Promise<any>} act returns a promise of its goal, or nothing where it is reached at once.
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
        if (goal) await goal;
      } catch (fault) {
        // The keys after it still count.
        reportError(fault);
      }
    }
    this.#isRunning = false;
  }

  /** A hand has moved the view: moves that still wait are dropped, unless a mark comes after them. */
  stop() { while (this.#waiting.at(-1)?.isMove) this.#waiting.pop(); }
}
