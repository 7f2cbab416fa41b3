// What the server makes no picture of, shown from its original by the browser: a video by its own player, a picture where it
// knows the format.

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
  constructor(parent, { original, name, media }, failed) {
    const isVideo = media.startsWith("video/");
    const element = make(isVideo ? "video" : "img");
    this.#element = element;
    element.addEventListener("error", failed);
    if (isVideo) {
      Object.assign(element, { controls: true, playsInline: true, preload: "metadata", ariaLabel: name ?? "Video" });
      // What is done to the player is not done to the picture.
      for (const type of ["pointerdown", "mousedown", "click", "dblclick", "keydown"]) {
        element.addEventListener(type, (/** @type {any} */ event) => {
          if (type !== "keydown" || /^( |Arrow|Enter|Home|End)/.test(event.key)) event.stopPropagation();
        });
      }
    } else Object.assign(element, { alt: "", draggable: false });
    element.src = original;
    parent.append(element);
  }

  /** Also what the browser has fetched is given back. */
  end() {
    const element = this.#element;
    element.removeAttribute("src");
    if (element instanceof HTMLVideoElement) element.load();
    element.remove();
  }
}
