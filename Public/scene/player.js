// Plays a video, of which the server makes no picture, or the film of a photo, in the browser's player.

import { element as make } from "../elements/element.js";

/** What it is called: “Video”, “XYZ picture”. @param media is a media type. */
export function kindOf(media) {
  const [kind, format] = media.split("/");
  return kind === "video" ? "Video" : `${format.toUpperCase()} picture`;
}

/** Milliseconds for which a pointer counts as what has used a control. */
const patience = 5000;

export class Player {
  #element;

  /**
   * @param parent is where it plays.
   * @param video has the address and the name of what is played.
   * @param failed is called where the browser cannot show it.
   * @param ended is called at the end of a film that plays by itself; null for a video that waits for the reader.
   */
  constructor(parent, /** @type {{original?: string, name?: string}} */ { original, name }, failed, ended = null) {
    const element = make("video");
    this.#element = element;
    element.addEventListener("error", failed);
    Object.assign(element, { controls: true, playsInline: true, preload: "metadata", ariaLabel: name ?? "Video" });
    if (ended) {
      element.autoplay = true;
      element.addEventListener("ended", ended);
    }
    // Events in the player do not reach the page's own gestures and keys.
    for (const type of ["pointerdown", "mousedown", "click", "dblclick", "keydown"]) {
      element.addEventListener(type, (/** @type {any} */ event) => {
        if (type !== "keydown" || /^( |Arrow|Enter|Home|End)/.test(event.key)) event.stopPropagation();
      });
    }
    this.#listen();
    element.src = original;
    parent.append(element);
  }

  /**
   * After a pointer has used a control of the player, the player itself has the keys: while a control of Chromium's has them, the page is told
   * of none, not even of Escape. Who came there by keys stays.
   */
  #listen() {
    const element = this.#element;
    let pointed = -Infinity;
    const take = () => {
      if (document.activeElement !== element || element.matches(":focus") || performance.now() - pointed > patience) return;
      if (element.matches(":active")) setTimeout(take, 50);
      else element.focus({ preventScroll: true });
    };
    for (const type of ["pointermove", "pointerdown"]) element.addEventListener(type, () => { pointed = performance.now(); });
    for (const type of ["focusin", "play", "pause", "seeked", "volumechange"]) element.addEventListener(type, () => setTimeout(take));
  }

  /** Ends the player and releases what the browser has fetched. */
  end() {
    const element = this.#element;
    element.removeAttribute("src");
    element.load();
    element.remove();
  }
}
