// Tells words from keys where a key would change many pictures: who types into nothing means the search.

import { isCharacter, isModified } from "../values/keynames.js";

/** Above so many selected pictures a key that changes them waits for what follows. */
export const mostAtOnce = 20;
/** Milliseconds that it waits, and within which a character continues a word. */
const [patience, pause] = [400, 700];
/** Milliseconds after all were selected until the server must have said how many they are. */
const answered = 2000;

const isSign = key => isCharacter(key) && /[\p{L}\p{N}]/u.test(key);

export class Typing {
  #on;
  /** What was typed last, and when. */
  #word = "";
  #last = -Infinity;
  /** The key that waits; null for none. @type {{act: () => void, timer: ReturnType<typeof setTimeout>} | null} */
  #held = null;
  #all = -Infinity;

  /** @param on has `count()`, how many pictures a key changes, `shown()`, how many there are, and `type(word)`, which searches. */
  constructor(on) { this.#on = on; }

  /** All that is shown is being selected. @param {number} now is the event's time, in ms. */
  selectAll(now) { this.#all = now; }

  get #isMany() { return this.#on.count() > mostAtOnce || this.#last - this.#all < answered && this.#on.shown() > mostAtOnce; }

  /**
   * Takes a key: it waits, or is part of a word.
   * @param {KeyboardEvent} event @param {boolean} isChange says that the key changes the pictures that are meant. @param {() => void} act does so.
   * @returns whether it is taken.
   */
  takes(event, isChange, act) {
    const { key, timeStamp: now, repeat } = event;
    const isAfter = now - this.#last < pause;
    if (key === "Escape" && this.#held) return this.#forget();
    if (isModified(event) || !isSign(key) && !(key === " " && this.#held)) {
      this.flush();
      return false;
    }
    this.#word = (isAfter ? this.#word : "") + key;
    this.#last = now;
    if (repeat || !this.#isMany) {
      this.flush();
      return false;
    }
    if (this.#held || isChange && this.#word.length > 1) {
      const word = this.#word;
      this.#forget();
      this.#on.type(word);
      return true;
    }
    if (isChange) this.#held = { act, timer: setTimeout(() => this.flush(), patience) };
    return isChange;
  }

  /** The key that waits acts now. */
  flush() {
    const held = this.#held;
    this.#forget();
    held?.act();
  }

  #forget() {
    clearTimeout(this.#held?.timer);
    this.#held = null;
    this.#word = "";
    return true;
  }
}
