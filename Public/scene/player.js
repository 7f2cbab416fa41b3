// Shows an original for which the server makes no picture: a video in the browser's player, a picture if the browser knows its format.

import { element as make } from "../elements/element.js";

/** What it is called: “Video”, “HEIC picture”. @param media is a media type. */
export function kindOf(media) {
  const [kind, format] = media.split("/");
  return kind === "video" ? "Video" : `${format.toUpperCase()} picture`;
}

export class Player {
  #element;

  /**
   * @param parent is where it plays.
   * @param tile is the item's.
   * @param failed is called where the browser cannot show it.
   */
  constructor(parent, /** @type {Page.Tile} */ { original, name, media }, failed) {
    const isVideo = media.startsWith("video/");
    const element = make(isVideo ? "video" : "img");
    this.#element = element;
    element.addEventListener("error", failed);
    if (isVideo) {
      Object.assign(element, { controls: true, playsInline: true, preload: "metadata", ariaLabel: name ?? "Video" });
      // Events in the player do not reach the page's own gestures and keys.
      for (const type of ["pointerdown", "mousedown", "click", "dblclick", "keydown"]) {
        element.addEventListener(type, (/** @type {any} */ event) => {
          if (type !== "keydown" || /^( |Arrow|Enter|Home|End)/.test(event.key)) event.stopPropagation();
        });
      }
    } else Object.assign(element, { alt: "", draggable: false });
    element.src = original;
    parent.append(element);
  }

  /** Ends the player and releases what the browser has fetched. */
  end() {
    const element = this.#element;
    element.removeAttribute("src");
    if (element instanceof HTMLVideoElement) element.load();
    element.remove();
  }
}
