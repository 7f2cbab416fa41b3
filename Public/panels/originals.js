// Opens or downloads a picture's original, copies its path or its link, or prints it: by the picture's menu, a button, and keys.

import { closeBeside } from "../input/beside.js";
import { json, Latest } from "../wire/api.js";
import { isolated } from "../values/fields.js";
import { upTo } from "../values/tokens.js";

export class Originals {
  #view; #menu; #button; #on; #details = null; #item = null;
  #latest = new Latest();

  /**
   * @param menu is a popover whose items are marked by `data-act`; `button` opens it for the picture that is looked at.
   * @param on has `item()`, the one that is looked at or has the focus, or null; `address(item)`, where an item is described, and with which parameters;
   *   `file(details)`, what its file is called; `link(item)`, its page; `isOpen()`, whether one picture fills the view; `open(item)`, which leads to its page; `print(item)`; `note(text)`, which says a
   *   sentence; `isPicture()`, whether there are pictures to have a menu; `isMosaic()`, whether many lie on each tile; and
   *   `at(point)`, the one of those at a point of the window.
   */
  constructor(view, menu, button, on) {
    this.#view = view;
    this.#menu = menu;
    this.#button = button;
    this.#on = on;
    view.addEventListener("contextmenu", async event => {
      const { clientX, clientY } = event;
      const item = event.target.closest(".slot")?.dataset.item;
      // With Shift the browser's own menu opens.
      if (!item && !on.isMosaic() || event.shiftKey || !on.isPicture()) return;
      event.preventDefault();
      // In a mosaic the server finds the picture at a point. Keys open the menu of the cursor's picture.
      const found = item ?? (event.pointerType ? await on.at({ x: clientX, y: clientY }) : on.item());
      if (found) this.#show(found, clientX, clientY);
    });
    button.addEventListener("click", () => {
      const { left, bottom } = button.getBoundingClientRect();
      this.#show(on.item(), left, bottom);
    });
    menu.addEventListener("click", event => {
      const item = event.target.closest("[data-act]");
      if (!item) return;
      this.#do(item.dataset.act, this.#item);
      if (item.dataset.act === "page" && !item.target && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        on.open(this.#item);
      }
      menu.hidePopover();
    });
    menu.addEventListener("keydown", event => this.#step(event));
    menu.addEventListener("toggle", ({ newState }) => this.#outline(newState === "open"));
    closeBeside(() => this.isOpen, target => menu.contains(target), () => menu.hidePopover());
    // The menu stays where the picture was.
    view.addEventListener("scroll", () => menu.hidePopover(), { passive: true });
  }

  /** The item that the menu is of; null where it is of what is selected alone. */
  get item() { return this.#item; }
  /** Whether the menu is shown. */
  get isOpen() { return this.#menu.matches(":popover-open"); }

  /** Whether the button has a picture whose original it can open. */
  set isOffered(isOffered) { this.#button.hidden = !isOffered; }

  /** Acts on the open picture, or the one with the focus. @param act is open, download, copy, link or print. */
  async act(act) {
    const item = this.#on.item();
    if (!item || !await this.#look(item)) return;
    if (["open", "download"].includes(act)) this.#menu.querySelector(`[data-act=${act}]`).click();
    else this.#do(act, item);
  }

  /** Copies the address of what is shown. */
  copyLink() { return this.#copy(location.href, "Link copied."); }

  /** Does what is no link of the menu. */
  #do(act, item) {
    if (act === "print") return this.#on.print(item);
    // People look for it here, and learn why it is not.
    if (act === "rotate") return this.#on.note("Pictures are not rotated or edited here: files are never changed. Once another program has done it, it shows here at once.");
    if (act !== "copy" && act !== "link") return;
    const { name, path = name } = this.#details;
    if (act === "copy") this.#copy(path, `Copied “${isolated(path)}”.`);
    else this.#copy(new URL(this.#on.link(item), location.href).href, `Link to “${isolated(name.split("/").at(-1))}” copied.`);
  }

  async #show(item, x, y) {
    if (!item || !await this.#look(item)) return;
    this.#item = item;
    const menu = this.#menu;
    // There is no way to what is shown already.
    const page = this.#on.isOpen() ? null : this.#on.link(item);
    for (const link of menu.querySelectorAll("[data-page]")) {
      link.hidden = !page;
      if (page) link.href = page;
    }
    this.#open(x, () => y);
  }

  /** Opens the part about what is selected, above a button. @param {HTMLElement} button */
  openSelected(button) {
    const { left, top } = button.getBoundingClientRect();
    this.#item = null;
    this.#open(left, height => top - height - 4);
  }

  /** @param {(height: number) => number} above tells the place of its upper edge, once its height is known. */
  #open(x, above) {
    const menu = this.#menu;
    menu.classList.toggle("alone", !this.#item);
    menu.ariaLabel = this.#item ? "The picture" : "Selected pictures";
    menu.style.setProperty("--x", `${x}px`);
    menu.classList.toggle("wide", matchMedia(upTo("phone")).matches);
    menu.showPopover();
    if (menu.scrollHeight > menu.clientHeight) menu.classList.add("wide");
    // Its height depends on what can be done with the picture.
    const height = menu.offsetHeight;
    menu.style.setProperty("--y", `${Math.max(0, Math.min(above(height), innerHeight - height - 8))}px`);
    this.#items[0]?.focus();
  }

  /** Outlines the picture that the menu is of, until it is closed. */
  #outline(isOpen) {
    for (const slot of this.#view.querySelectorAll(".slot.of-menu")) slot.classList.remove("of-menu");
    if (!isOpen || !this.#item) return;
    for (const slot of this.#view.querySelectorAll(`.slot[data-item="${CSS.escape(this.#item)}"]`)) slot.classList.add("of-menu");
  }

  /** Fetches an item's details. @returns whether it exists. */
  async #look(item) {
    const [address, parameters] = this.#on.address(item);
    /** @type {Wire.ItemDetails} */
    let details;
    try {
      details = await this.#latest.only(signal => json(address, { ...parameters, path: true }, { signal }));
      if (!details) return false;
    } catch (failure) {
      this.#on.note(failure.status === 404 ? "The picture is not there any more." : failure.message);
      return false;
    }
    this.#details = details;
    const [open, download] = ["open", "download"].map(act => this.#menu.querySelector(`[data-act=${act}]`));
    open.href = download.href = details.original;
    download.download = this.#on.file(details);
    return true;
  }

  /** Copies a text. @param {string} said is the sentence after that: an address is too long to be read. */
  async #copy(text, said) {
    // Browsers only let pages of this machine, or with a certificate, write to the clipboard.
    const isDone = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    this.#on.note(isDone ? said : `The browser does not let this page copy: ${isolated(text)}`);
  }

  get #items() { return [...this.#menu.querySelectorAll("[data-act]")].filter(item => item.checkVisibility()); }

  /** Arrows go from item to item. */
  #step(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    event.stopPropagation();
    if (!by) return;
    event.preventDefault();
    const items = this.#items;
    items.at((items.indexOf(document.activeElement) + by) % items.length).focus();
  }
}
