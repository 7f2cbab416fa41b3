// What readers do with lists: by the selection's bar, the picture's menu, the page's menu, the palette, keys and drags.

import { deletionWords, dropGoal, farthest, goalOf } from "../values/lists.js";
import { Presence } from "../state/presence.js";
import { ListDialog } from "./listdialog.js";
import { ListDrag } from "./listdrag.js";
import { ListEditing } from "./listediting.js";

/** @typedef {import("../values/lists.js").Target} Target */

export class Lists {
  #editing; #dialog; #parts; #on; #buttons; #rename; #delete;
  /** @type {import("../state/shown.js").Shown} */
  #shown;

  /**
   * @param byId gives an element by its id.
   * @param parts has what is `shown`, the `view`, the `slots`, the `cursor`, the `pickers` and the `navigation`.
   * @param trail remembers what was changed.
   * @param on has `count()`, how many pictures are selected; `isSelected(item)`; `item()`, the picture that is open or has the focus, or
   *   null; `menuItem()`, the item that the menu is of; `request()`, which asks for a plan; `note(text, action)`, which says a sentence;
   *   `closed()`, when the element that had the focus may have gone; and `edge`, which scrolls while a drag is near an edge.
   */
  constructor(byId, parts, trail, on) {
    [this.#parts, this.#shown, this.#on] = [parts, parts.shown, on];
    const renamed = () => {
      byId("title").textContent = parts.shown.entry.name;
      on.request();
    };
    this.#editing = new ListEditing(parts, trail, { count: on.count, note: on.note, renamed });
    this.#dialog = new ListDialog(byId, this.#editing, { count: on.count, closed: on.closed });
    const menuItem = () => ({ items: [on.menuItem()] });
    const [add, remove] = [target => this.#dialog.open(target), target => this.#remove(target)];
    const move = places => this.#move(menuItem(), places);
    const acts = {
      "selection-list": () => add({ selected: true }), "selection-list-row": () => add({ selected: true }), "list-selected-item": () => add({ selected: true }), "list-item": () => add(menuItem()),
      "selection-unlist": () => remove({ selected: true }), "unlist-selected-item": () => remove({ selected: true }), "unlist-item": () => remove(menuItem()),
      "earliest-item": () => move(-farthest), "earlier-item": () => move(-1), "later-item": () => move(1), "latest-item": () => move(farthest),
      "rename-list": () => this.rename(), "delete-list": () => this.delete(),
    };
    this.#buttons = Object.fromEntries(Object.keys(acts).map(id => [id, byId(id)]));
    for (const [id, act] of Object.entries(acts)) this.#buttons[id].addEventListener("click", () => act());
    this.#rename = this.#question(byId, "rename", () => this.#editing.rename(byId("list-name").value.trim()));
    byId("list-name").addEventListener("keydown", event => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      byId("list-rename-do").click();
    });
    this.#delete = this.#question(byId, "delete", () => this.#editing.delete());
    new ListDrag(parts.view, byId("drop"), byId("drag"), {
      isOffered: () => this.#canMove && !parts.shown.isLooking && !parts.shown.current?.mosaic && !(parts.shown.plan.zoomScale > 1),
      isDown: () => parts.shown.layout === "stack",
      at: target => parts.slots.of(target)?.element.dataset.item || undefined,
      frames: item => [...parts.slots.shown.values()].filter(({ tile }) => tile.item === item).map(({ element }) => element.getBoundingClientRect()),
      count: item => (on.isSelected(item) ? on.count() : 1),
      edge: on.edge,
      drop: (item, goal, isBehind) => this.#drop(item, dropGoal(goal, isBehind, this.#shown.view)),
    });
  }

  /** Connects a dialog that asks something once: `list-…`, with the button `list-…-do`. @returns its elements. */
  #question(byId, name, act) {
    const [dialog, words, said, go] = ["", "-of", "-said", "-do"].map(part => byId(`list-${name}${part}`));
    go.addEventListener("click", async () => {
      go.disabled = true;
      said.textContent = await act();
      go.disabled = false;
      if (!said.textContent) dialog.close();
    });
    dialog.addEventListener("close", () => this.#on.closed());
    return { dialog, words, said, field: dialog.querySelector("input") };
  }

  /** Whether pictures of what is shown can be in lists. */
  get isOffered() { return this.#editing.isOffered; }
  /** Whether a list is shown that can be edited. */
  get isList() { return Boolean(this.#editing.list); }
  /** Whether pictures of the list that is shown can be moved now. */
  get canMove() { return this.#canMove; }
  get #canMove() { return this.#editing.isMovable; }
  /** Whether the last change in this window was one of a list. */
  get canUndo() { return this.#editing.canUndo; }
  /** Whether what was taken back last in this window was an edit of a list. */
  get canRedo() { return this.#editing.canRedo; }

  /** A picture, or all that is selected if it is one of it. @returns {Target} */
  #all(item) { return this.#on.isSelected(item) ? { selected: true } : { items: [item] }; }

  /**
   * The pictures that a key means: the open one, else the selected ones, else the one with the cursor.
   * @returns {Promise<Target | null>}
   */
  async #target() {
    const { isLooking } = this.#shown;
    if (!isLooking && this.#on.count() > 0) return { selected: true };
    // The cursor may be on its way.
    const item = isLooking ? this.#on.item() : (await this.#parts.cursor.where())?.item ?? this.#on.item();
    if (!item) this.#on.note("Go to a picture with → and the other arrows, open one, or select some: then the key acts on it.");
    return item ? { items: [item] } : null;
  }

  /** Asks for the list to which the pictures that are meant are added. */
  async add() {
    const target = await this.#target();
    if (target) this.#dialog.open(target);
  }

  /** Asks for the list to which the selected pictures are added. */
  addSelected() { return this.#dialog.open({ selected: true }); }

  /** Adds the pictures that are meant to a list. @param {Wire.Collection} list */
  async addTo(list) {
    const target = await this.#target();
    const problem = target && await this.#editing.add(list, target);
    if (problem) this.#on.note(problem);
  }

  /** Removes the pictures that are meant from the list that is shown. */
  async remove() {
    const target = await this.#target();
    if (target) await this.#remove(target);
  }

  /** @param {Target} target */
  #remove(target) {
    if ("items" in target && this.#shown.isLooking) Presence.expect(target.items[0]);
    return this.#editing.remove(target);
  }

  /** Moves the pictures that are meant by so many places. */
  async move(places) {
    const target = await this.#target();
    if (target) await this.#move(target, places);
  }

  /** @param {Target} target */
  async #move(target, places) {
    const isMoved = await this.#editing.move(target, goalOf(places, this.#shown.view));
    // A single picture stays in view, wherever it goes.
    if (isMoved && !this.#shown.isLooking && "items" in target) this.#bring(target.items[0]);
  }

  /** Moves a picture, and all that is selected if it is one of it; it is then seen where it was dropped. */
  async #drop(item, goal) {
    if (await this.#editing.move(this.#all(item), goal)) this.#bring(item);
  }

  #bring(item) {
    this.#shown.bring({ item, align: "nearest" });
    this.#on.request();
  }

  undo() { return this.#editing.undo(); }

  /** Makes the edit of a list again that was taken back last. */
  redo() { return this.#editing.redo(); }

  /** Asks for another name of the list that is shown. */
  rename() {
    const { dialog, said, field } = this.#rename;
    said.textContent = "";
    field.value = this.#editing.list.name;
    dialog.showModal();
    field.select();
  }

  /** Asks whether the list that is shown is to be deleted. */
  delete() {
    const { dialog, words, said } = this.#delete;
    const { name } = this.#editing.list;
    said.textContent = "";
    words.textContent = deletionWords(this.#shown.plan?.count ?? 0, name);
    dialog.showModal();
  }

  /** Further actions: one for each list. @returns {import("../input/actions.js").Action[]} */
  get actions() {
    return this.#editing.others.map(list => ({
      id: `list-${list.id}`, group: "Lists", name: `Add to “${list.name}”`, words: "list put collect", keys: [], needs: "pictures",
      isPossible: () => this.isOffered, run: () => this.addTo(list),
    }));
  }

  /** A plan was painted. */
  painted() {
    const [isSelected, { isOffered, isList }] = [this.#on.count() > 0, this];
    const [isAdding, isRemoving] = [isOffered && isSelected, isList && isSelected];
    const isMoving = isList && this.#canMove;
    const offered = {
      "selection-list": isAdding, "selection-list-row": isAdding, "list-selected-item": isAdding, "list-item": isOffered,
      "selection-unlist": isRemoving, "unlist-selected-item": isRemoving, "unlist-item": isList,
      "earliest-item": isMoving, "earlier-item": isMoving, "later-item": isMoving, "latest-item": isMoving,
      "rename-list": isList, "delete-list": isList,
    };
    for (const [id, isHere] of Object.entries(offered)) this.#buttons[id].hidden = !isHere;
  }
}
