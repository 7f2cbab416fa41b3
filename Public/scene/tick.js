// The tick in a cell's corner, which marks its picture, and the button beside it, which compares it. They come to the cell that has the
// pointer or the focus. So a screen reader meets one of each, and not one for each picture.

import { element } from "../elements/element.js";
import { characterKeys } from "../state/characterkeys.js";
import { Attention } from "./attention.js";

export class Tick {
  #on; #attention;
  #button = element("button", { type: "button", className: "marker", role: "checkbox", tabIndex: -1 });
  #compare = element("button", { type: "button", className: "beside", title: "Compare", tabIndex: -1 });
  /** The slot that has the button, and its item. */
  #slot = null;
  #item = null;

  /**
   * @param layer is the one of the slots.
   * @param on has `isOffered()`, whether pictures can be marked, `toggle(item)` and `compare(item)`.
   */
  constructor(layer, slots, on) {
    this.#on = on;
    for (const [button, act] of [[this.#button, on.toggle], [this.#compare, on.compare]]) {
      button.addEventListener("click", event => {
        // A click beside it opens the picture.
        event.stopPropagation();
        act(this.#item);
      });
    }
    this.#attention = new Attention(layer, slots, () => this.show());
  }

  /** Brings the button to where it belongs. A slot may stand for another picture by now, or for none. */
  show() {
    const slot = this.#attention.slots.find(one => one?.url && one.tile.isFirst && one.link.hasAttribute("href")) ?? null;
    if (!slot || !this.#on.isOffered()) {
      [this.#slot, this.#item] = [null, null];
      this.#button.remove();
      this.#compare.remove();
      return;
    }
    this.#item = slot.tile.item;
    const isMarked = slot.mark > 0;
    this.#button.ariaChecked = String(isMarked);
    this.#button.ariaLabel = `Mark ${slot.name} to compare`;
    this.#button.title = (isMarked ? "Unmark" : "Mark to compare") + (characterKeys.areOn ? " (x)" : "");
    if (characterKeys.areOn) this.#button.setAttribute("aria-keyshortcuts", "x");
    else this.#button.removeAttribute("aria-keyshortcuts");
    this.#compare.ariaLabel = `Compare ${slot.name} with another picture`;
    if (slot === this.#slot) return;
    this.#slot = slot;
    slot.element.append(this.#button, this.#compare);
  }
}
