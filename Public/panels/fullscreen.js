// Full screen, by a button and by F11.

export class Fullscreen {
  #button;

  constructor(button) {
    this.#button = button;
    // Not every phone has it.
    button.hidden = !document.fullscreenEnabled;
    button.addEventListener("click", () => this.toggle());
    document.addEventListener("fullscreenchange", () => {
      this.#button.querySelector("span").textContent = document.fullscreenElement ? "Leave full screen" : "Full screen";
    });
  }

  /** Toggles full screen. It needs a press or a key just before, and the browser may refuse. */
  toggle() {
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
    done?.catch(() => {});
  }
}
