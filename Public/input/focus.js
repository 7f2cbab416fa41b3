// Which picture has the keyboard.

/** The focus stays on its picture, whichever slot shows it; when that is out of sight the view has it. */
export class Focus {
  /** Index of the picture that has the focus; null where it is elsewhere. */
  index = null;
  /** A picture that gets it with the next plan. */
  item = null;
  #view; #slots; #on; #isKeeping = false;
  /** Which picture that is: {index, item}, as the last plan had it; null where none has shown it. */
  #kept = null;

  /** @param on has `isHeld()`, whether a picture is on its way into view, and `first()`, the index that Tab goes to. */
  constructor(view, slots, on) {
    this.#view = view;
    this.#slots = slots;
    this.#on = on;
    view.addEventListener("focusin", event => this.#note(event.target));
    // A press on a picture is for the view: only keys go from picture to picture.
    view.addEventListener("mousedown", event => {
      if (event.button !== 0) return;
      event.preventDefault();
      this.#give(view);
    });
    view.addEventListener("blur", () => view.classList.remove("quiet"));
    // Tab goes from the view into its pictures, to the first that is seen.
    view.addEventListener("keydown", event => {
      if (event.key !== "Tab" || event.shiftKey || event.target !== view) return;
      const slot = slots.slot(on.first());
      if (!slot) return;
      event.preventDefault();
      this.#give(slot.link);
    });
  }

  get isAmong() { return this.index !== null; }
  /** The slot of the picture that has it. */
  get slot() { return this.isAmong ? this.#slots.slot(this.index) : null; }

  /** A plan has been painted. */
  keep(plan) {
    if (this.item) this.index = plan.tiles.find(({ item }) => item === this.item)?.index ?? null;
    this.item = null;
    if (!this.isAmong) return;
    // Pictures that come and go before it give it another index.
    if (this.#kept?.index === this.index) {
      const { item: kept } = this.#kept;
      this.index = plan.tiles.find(({ item }) => item === kept)?.index ?? this.index;
    }
    const { slot } = this;
    this.#kept = slot && { index: this.index, item: slot.tile.item };
    const { activeElement } = document;
    if (activeElement !== document.body && !this.#view.contains(activeElement)) return;
    const element = this.slot?.link ?? this.#view;
    if (element === activeElement) return;
    this.#isKeeping = true;
    this.#give(element);
    this.#isKeeping = false;
  }

  /** Other pictures are next. */
  leave() {
    if (this.isAmong) this.#give(this.#view);
    this.index = this.#kept = null;
  }

  /** Gives the view the keys without a focus ring: the reader has not come by keyboard. */
  giveKeys() {
    this.#view.classList.add("quiet");
    this.#give(this.#view);
  }

  #give(element) {
    element.focus({ preventScroll: true });
    // Firefox sends no focus events to a window that is not in front.
    this.#note(element);
  }

  /** An element has got the focus. */
  #note(element) {
    const slot = element.closest(".slot");
    if (slot) this.index = Number(slot.dataset.index);
    // A button among the pictures keeps the focus; no picture has it then.
    else if (element.closest("button")) this.index = null;
    else if (!this.#isKeeping && element === this.#view && !this.#on.isHeld()) this.index = null;
  }
}
