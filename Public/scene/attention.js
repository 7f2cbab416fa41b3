// Knows the slots with the pointer and with the focus.

export class Attention {
  #changed;
  #pointed = null;
  #focused = null;

  /**
   * @param layer is the one of the slots.
   * @param {() => void} changed is called when another slot has the pointer or the focus.
   */
  constructor(layer, slots, changed) {
    this.#changed = changed;
    layer.addEventListener("pointerover", event => {
      // A finger points at nothing before it presses.
      if (event.pointerType !== "touch") this.#point(slots.of(event.target));
    }, { passive: true });
    layer.addEventListener("pointerleave", () => this.#point(null), { passive: true });
    layer.addEventListener("focusin", event => this.#hold(slots.of(event.target)));
    layer.addEventListener("focusout", event => { if (!layer.contains(event.relatedTarget)) this.#hold(null); });
  }

  /** The slot with the pointer, then the one with the focus; null for none. */
  get slots() { return [this.#pointed, this.#focused]; }

  #point(slot) {
    if (slot === this.#pointed) return;
    this.#pointed = slot;
    this.#changed();
  }

  #hold(slot) {
    if (slot === this.#focused) return;
    this.#focused = slot;
    this.#changed();
  }
}
