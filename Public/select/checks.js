// Shows which cells are selected, and puts the button that selects into their corner: into the cell with the pointer or the focus, and
// into every cell while anything is selected.

import { element } from "../elements/element.js";
import { Attention } from "../scene/attention.js";
import { characterKeys } from "../state/characterkeys.js";

export class Checks {
  #slots; #on; #attention;
  /** @type {Map<import("../scene/slot.js").Slot, HTMLButtonElement>} */
  #buttons = new Map();

  /**
   * @param layer is the one of the slots.
   * @param on has `isOffered()`, whether pictures can be selected in cells, and `isChoosing()`, whether any is.
   */
  constructor(layer, slots, on) {
    [this.#slots, this.#on] = [slots, on];
    this.#attention = new Attention(layer, slots, () => this.show());
  }

  /** Brings buttons to where they belong. A slot may stand for another picture by now, or for none. */
  show() {
    const [isOffered, isChoosing] = [this.#on.isOffered(), this.#on.isChoosing()];
    const kept = new Set();
    for (const slot of this.#slots.shown.values()) {
      const isCell = isOffered && slot.tile.isFirst && slot.link.hasAttribute("href");
      slot.isSelected = isCell && Boolean(slot.tile.selected);
      if (!isCell || !(isChoosing || this.#attention.slots.includes(slot))) continue;
      kept.add(slot);
      this.#put(slot);
    }
    for (const [slot, button] of this.#buttons) {
      if (kept.has(slot)) continue;
      button.remove();
      this.#buttons.delete(slot);
      slot.isSelected = false;
    }
  }

  #put(slot) {
    let button = this.#buttons.get(slot);
    if (!button) {
      button = element("button", { type: "button", className: "chooser", tabIndex: -1 });
      this.#buttons.set(slot, button);
      slot.element.append(button);
    }
    const [pressed, label] = [String(slot.isSelected), `Select ${slot.name}`];
    if (button.ariaPressed !== pressed) button.ariaPressed = pressed;
    if (button.ariaLabel !== label) button.ariaLabel = label;
    const title = (slot.isSelected ? "Deselect" : "Select") + (characterKeys.areOn ? " (x)" : "");
    if (button.title !== title) button.title = title;
  }
}
