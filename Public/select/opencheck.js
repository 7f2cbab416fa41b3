// The check beside an open picture: it says whether the picture is selected, and selects it.

export class OpenCheck {
  #button; #on;

  /** @param on has `toggle()`, and `cleared()`, when the button that had the focus has gone. */
  constructor(button, on) {
    [this.#button, this.#on] = [button, on];
    button.addEventListener("click", () => on.toggle());
  }

  /** @param isSelected is undefined where no picture is open that can be selected. */
  show(isSelected) {
    const button = this.#button;
    const hadFocus = button === document.activeElement;
    button.hidden = isSelected === undefined;
    if (hadFocus && button.hidden) this.#on.cleared();
    button.ariaPressed = String(isSelected === true);
  }
}
