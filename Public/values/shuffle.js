// An order that goes through all numbers below a count once, and looks like chance.

/**
 * A shuffled order of the numbers below a count, however many: it keeps three numbers and no list. It is a linear congruential generator
 * of full period (Hull and Dobell 1962) modulo a power of two, whose numbers beyond the count are left out.
 */
export class Shuffle {
  #count = 0;
  #modulus = 1n;
  #factor = 1n;
  #step = 1n;
  #random;

  /** @param random returns a number from 0 up to 1, without 1. */
  constructor(random = Math.random) { this.#random = random; }

  /** The number after one. From any of them on, all come before one comes again. @param {number} number @param {number} count */
  after(number, count) {
    if (count < 2) return 0;
    if (count !== this.#count) this.#begin(count);
    let next = BigInt(Math.min(number, count - 1));
    do next = (next * this.#factor + this.#step) % this.#modulus;
    while (next >= BigInt(count));
    return Number(next);
  }

  /** Chooses another order. @param {number} count */
  #begin(count) {
    this.#count = count;
    // A smaller one has few orders, some of which are that of the numbers.
    this.#modulus = 4096n;
    while (this.#modulus < BigInt(count)) this.#modulus *= 2n;
    const below = limit => BigInt(Math.floor(this.#random() * Number(limit)));
    // The step is odd, and the factor leaves 1 when it is divided by 4: the condition for a full period.
    this.#factor = below(this.#modulus) * 4n + 5n;
    this.#step = below(this.#modulus) * 2n + 1n;
  }
}
