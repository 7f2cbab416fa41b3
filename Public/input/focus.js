// Keeps the keyboard focus on its picture.

/** The focus stays on its picture, whichever slot shows it; the view has it while the picture is out of view. */
export class Focus {
  /** Index of the picture with the focus; null if it is elsewhere. */
  index = null;
  /** The picture that gets the focus with the next plan. */
  item = null;
  #view; #slots; #on; #isKeeping = false;
  /** The picture with the focus as it got it, or as the last plan had it: {index, item}; null if neither is known. */
  #kept = null;

  /** @param on has `isHeld()`, whether a picture is on its way into view, and `first()`, the index that Tab goes to. */
  constructor(view, slots, on) {
    this.#view = view;
    this.#slots = slots;
    this.#on = on;
    view.addEventListener("focusin", event => this.#note(event.target));
    // A press on a picture gives the view the focus: only keys go from picture to picture.
    view.addEventListener("mousedown", event => {
      if (event.button !== 0) return;
      event.preventDefault();
      this.#give(view);
    });
    view.addEventListener("blur", () => view.classList.remove("quiet"));
    // Tab goes from the view to the first picture in view.
    view.addEventListener("keydown", event => {
      if (event.key !== "Tab" || event.shiftKey || event.target !== view) return;
      const slot = slots.slot(on.first());
      if (!slot) return;
      event.preventDefault();
      this.#give(slot.link);
    });
  }

  get isAmong() { return this.index !== null; }
  /** Whether nothing beside the pictures has the keys. */
  get hasKeys() { return document.activeElement === document.body || this.#view.contains(document.activeElement); }
  /** The slot of the picture with the focus. */
  get slot() { return this.isAmong ? this.#slots.slot(this.index) : null; }

  /** Restores the focus after a plan was painted. */
  keep(plan) {
    if (this.item) this.index = plan.tiles.find(({ item }) => item === this.item)?.index ?? null;
    this.item = null;
    if (!this.isAmong) return;
    // Pictures that come or go before it change its index.
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

  /** Gives the focus to the view before other pictures are shown. Whoever types in the search field meanwhile keeps it. */
  leave() {
    const { activeElement } = document;
    if (this.isAmong && (activeElement === document.body || this.#view.contains(activeElement))) this.#give(this.#view);
    this.index = this.#kept = null;
  }

  /** Gives the view the focus without a ring, since the reader did not use the keyboard. */
  giveKeys() {
    this.#view.classList.add("quiet");
    this.#give(this.#view);
  }

  /** Gives it the keys if the element that had the focus has gone meanwhile. */
  rescue() {
    const { activeElement } = document;
    // A browser notices only with the next frame that the element is not seen any more.
    if (activeElement === document.body || !activeElement.checkVisibility()) this.giveKeys();
  }

  #give(element) {
    element.focus({ preventScroll: true });
    // Firefox sends no focus events to a window that is not in front.
    this.#note(element);
  }

  /** Notes which element has the focus. */
  #note(element) {
    const slot = element.closest(".slot");
    if (slot) {
      const { index, item } = slot.dataset;
      this.index = Number(index);
      if (item) this.#kept = { index: this.index, item };
    // With a button among the pictures in focus, no picture has it.
    } else if (element.closest("button")) this.index = null;
    else if (!this.#isKeeping && element === this.#view && !this.#on.isHeld()) this.index = null;
  }
}
