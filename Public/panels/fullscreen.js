// The whole screen for the pictures, by a button and by F11.

export class Fullscreen {
  #button;

  constructor(button) {
    this.#button = button;
    // Not on every phone.
    button.hidden = !document.fullscreenEnabled;
    button.addEventListener("click", () => this.toggle());
    document.addEventListener("fullscreenchange", () => {
      this.#button.querySelector("span").textContent = document.fullscreenElement ? "Leave full screen" : "Full screen";
    });
  }

  /** Only what a reader has just done may ask for it; a browser may still refuse. */
  toggle() {
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
    done?.catch(() => {});
  }
}
