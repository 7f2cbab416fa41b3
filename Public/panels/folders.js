// The folders: a path to the one on top, and a tree that is fetched level by level.

import { button, element, small } from "../elements/element.js";
import { closeBeside } from "../input/beside.js";
import { known, Latest } from "../wire/api.js";

export class Folders {
  #button; #crumbs; #panel; #tree; #on;
  #path = null;
  #latest = new Latest();

  /**
   * @param parts has the `button`, the `panel` that it opens, which holds a list, and `crumbs`, which shows the path.
   * @param on has `entry()`, the collection, and `open({ query, item })`, which opens a folder: by a query for its pictures, or at its
   *   first item if the collection cannot be searched; all folders where it has neither.
   */
  constructor({ button, panel, crumbs }, on) {
    this.#button = button;
    this.#panel = panel;
    this.#tree = panel.querySelector("ul");
    this.#crumbs = crumbs;
    this.#on = on;
    button.addEventListener("click", () => this.#open());
    closeBeside(() => panel.matches(":popover-open"), target => panel.contains(target), () => panel.hidePopover());
    panel.addEventListener("keydown", event => this.#step(event));
  }

  /** @param folder is the path of the folder on top, or of the open picture; null if it says nothing about the others. */
  show(folder) {
    const isOffered = Boolean(this.#on.entry().links.folders);
    this.#button.hidden = !isOffered;
    const path = (isOffered && folder) || "";
    if (path === this.#path) return;
    this.#path = path;
    const parts = path ? path.split("/") : [];
    this.#crumbs.replaceChildren(...parts.map((part, place) => {
      const title = parts.slice(0, place + 1).join("/");
      return button({ title, on: { click: () => this.#goTo(title) } }, element("bdi", {}, part));
    }));
  }

  /** @returns {Promise<Wire.Folders | null>} */
  #level(path) {
    return known(this.#on.entry().links.folders, { path });
  }

  /** Opens a folder by its path. */
  async #goTo(path) {
    const level = await this.#latest.only(() => this.#level(path));
    if (level) this.#on.open(level);
  }

  async #open() {
    this.#panel.showPopover();
    this.#tree.replaceChildren();
    await this.#fill(this.#tree, "");
    if (!this.#path) this.#choose(this.#tree.querySelector("[data-path=\"\"]"));
    // The path to the folder on top is unfolded.
    let list = this.#tree;
    let path = "";
    for (const part of this.#path ? this.#path.split("/") : []) {
      path = path ? `${path}/${part}` : part;
      const branch = [...list.children].find(({ dataset }) => dataset.path === path);
      if (!branch) break;
      if (path === this.#path) this.#choose(branch);
      else if (!await this.#unfold(branch, true)) break;
      list = branch.querySelector("ul");
    }
  }

  /** Marks the folder that is shown, and gives it the keys. */
  #choose(branch) {
    const name = branch?.querySelector(".name");
    if (!name) return;
    name.ariaCurrent = "true";
    name.scrollIntoView({ block: "nearest" });
    name.focus();
  }

  async #fill(list, path) {
    const level = await this.#level(path);
    if (!level) return list.replaceChildren(this.#word("The folders cannot be read just now."));
    list.replaceChildren(...(path ? [] : [this.#all(level)]), ...level.folders.map(folder => this.#branch(folder)));
    if (!path && !level.folders.length) list.append(this.#word("There are no folders in it."));
    if (level.hasMore) list.append(this.#word("… and more"));
  }

  /** The entry that leads back to everything. @param {Wire.Folders} level is the collection's own. */
  #all({ count, folders, hasMore }) {
    const all = hasMore ? null : folders.reduce((sum, folder) => sum + folder.count, count);
    return this.#branch({ path: "", name: "All", count: all, item: null, query: null, hasFolders: false });
  }

  #word(text) { return element("li", { className: "word" }, text); }

  /** @param {Omit<Wire.Folder, "first" | "count"> & {count: number | null}} folder */
  #branch({ path, name, count, item, query, hasFolders }) {
    const fold = button({ className: "fold plain", ariaLabel: `Folders in ${name}`, ariaExpanded: "false", disabled: !hasFolders });
    const click = () => {
      this.#panel.hidePopover();
      this.#on.open({ query, item });
    };
    const label = button({ className: "name plain", on: { click } }, element("bdi", {}, name), ...(count === null ? [] : [small(count)]));
    const branch = element("li", { data: { path } }, fold, label);
    fold.addEventListener("click", () => this.#unfold(branch, fold.ariaExpanded !== "true"));
    return branch;
  }

  /** Unfolds or folds a folder. @returns whether its folders are visible. */
  async #unfold(branch, isOpen) {
    const fold = branch.querySelector(".fold");
    if (fold.disabled) return false;
    fold.ariaExpanded = String(isOpen);
    let list = branch.querySelector("ul");
    if (!list) {
      list = element("ul");
      branch.append(list);
      await this.#fill(list, branch.dataset.path);
    }
    list.hidden = !isOpen;
    return isOpen;
  }

  /** Moves and folds by arrow keys. */
  #step(event) {
    event.stopPropagation();
    const branch = event.target.closest("[data-path]");
    if (!branch) return;
    const names = [...this.#tree.querySelectorAll(".name")].filter(name => name.checkVisibility());
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) names[names.indexOf(branch.querySelector(".name")) + by]?.focus();
    else if (event.key === "ArrowRight") this.#unfold(branch, true);
    else if (event.key === "ArrowLeft") {
      const isOpen = branch.querySelector(".fold").ariaExpanded === "true";
      if (isOpen) this.#unfold(branch, false);
      else branch.parentElement.closest("[data-path]")?.querySelector(".name").focus();
    } else return;
    event.preventDefault();
  }
}
