// Puts the button that selects a whole group into its heading.

import { element } from "../elements/element.js";
import { pictures } from "../values/lists.js";

/** @typedef {import("../scene/headings.js").PaintedHeading} PaintedHeading */

export class GroupChecks {
  /** @type {import("../scene/headings.js").Headings} */
  #headings;
  #on;
  /** @type {Map<HTMLElement, HTMLButtonElement>} */
  #buttons = new Map();
  /** @type {number | null} The group whose check has, or had, the focus. */
  #focused = null;

  /**
   * @param sticky is the heading that stays at the top. @param headings paints them all.
   * @param on has `isOffered()`, whether pictures can be selected in cells; `isChoosing()`, whether any is; `toggle(heading)`, see
   *   `Selecting.group`; and `wheel(event)`, which scrolls by a wheel over something on the view.
   */
  constructor(sticky, headings, on) {
    [this.#headings, this.#on] = [headings, on];
    // It does not scroll with the view, so the browser does not scroll the view for it.
    sticky.addEventListener("wheel", event => {
      event.stopPropagation();
      on.wheel(event);
    }, { passive: true });
  }

  /** Brings buttons to where they belong. Elements stand for other groups by now, or for none. */
  show() {
    const isChoosing = this.#on.isChoosing();
    const painted = this.#on.isOffered() ? this.#headings.painted : [];
    const kept = new Set(painted.map(({ element: place }) => place));
    for (const [place, button] of this.#buttons) {
      if (kept.has(place)) continue;
      button.remove();
      place.classList.remove("choosing");
      this.#buttons.delete(place);
    }
    for (const one of painted) {
      one.element.classList.toggle("choosing", isChoosing);
      this.#put(one);
    }
    this.#keepFocus();
  }

  /** @param {PaintedHeading} painted */
  #put({ element: place, heading, name }) {
    let button = this.#buttons.get(place);
    if (!button) {
      button = element("button", { type: "button", className: "group-check" });
      this.#buttons.set(place, button);
      place.append(button);
    }
    const label = `Select ${name}, ${pictures(heading.count)}`;
    if (button.ariaLabel !== label) button.ariaLabel = label;
    this.#write(button, heading.count, heading.selected);
    button.onclick = () => this.#toggle(button, heading);
    button.onfocus = () => { this.#focused = heading.group; };
  }

  /** @param {HTMLButtonElement} button @param {number | null | undefined} selected is null where the server has not counted. */
  #write(button, count, selected) {
    const pressed = selected === null ? null : !selected ? "false" : selected < count ? "mixed" : "true";
    if (button.ariaPressed !== pressed) button.ariaPressed = pressed;
    const title = `${pressed === "true" ? "Deselect" : "Select"} ${count === 1 ? "the picture" : `all ${pictures(count)}`} of this group`;
    if (button.title !== title) button.title = title;
  }

  /** Says at once what the next plan will say. @param {HTMLButtonElement} button @param {PaintedHeading["heading"]} heading */
  async #toggle(button, heading) {
    const { count, selected } = heading;
    const next = { ...heading, selected: selected === null ? null : selected === count ? 0 : count };
    this.#write(button, count, next.selected);
    button.onclick = () => this.#toggle(button, next);
    if (!await this.#on.toggle(heading)) this.show();
  }

  /** Gives the focus back to the group that had it when its heading has gone, or lies below the one at the top. */
  #keepFocus() {
    const { activeElement: focused } = document;
    if (focused !== document.body && !focused.closest(".heading.covered")) {
      if (!focused.closest(".group-check")) this.#focused = null;
      return;
    }
    const painted = this.#headings.painted.filter(({ heading: { group } }) => group === this.#focused).at(-1);
    if (painted) this.#buttons.get(painted.element)?.focus({ preventScroll: true });
  }
}
