// The buttons of one picture: to its neighbours, and how large it is seen.

export class Surround {
  #sides; #tools; #fit; #pixels; #on;

  /**
   * @param byId gives an element by its id.
   * @param on has what the buttons do: `turn(by)`, `fit()` and `pixels()`; and `left()`, when one that had the keys has gone.
   */
  constructor(byId, on) {
    this.#on = on;
    this.#sides = [[byId("previous"), -1], [byId("next"), 1]];
    [this.#tools, this.#fit, this.#pixels] = ["looking-tools", "fit-button", "pixels-button"].map(byId);
    for (const [button, by] of this.#sides) button.addEventListener("click", () => on.turn(by));
    this.#fit.addEventListener("click", () => on.fit());
    this.#pixels.addEventListener("click", () => on.pixels());
  }

  /**
   * Shows which neighbours there are, and how large the picture is seen.
   * @param plan is that of one picture; null where there are several.
   * @param isWhole says that all of it is seen, and `isActual` that a pixel of it lies on one of the screen.
   */
  show(plan, isWhole, isActual) {
    const index = plan?.anchor?.index;
    for (const [button, by] of this.#sides) {
      const isThere = index !== undefined && index + by >= 0 && index + by < plan.count;
      const hadKeys = !isThere && button === document.activeElement;
      button.hidden = !isThere;
      if (hadKeys) this.#on.left();
    }
    this.#tools.hidden = !plan;
    this.#fit.ariaPressed = String(isWhole);
    this.#pixels.ariaPressed = String(isActual);
  }
}
