// Edits lists: makes them of pictures, adds, removes and moves pictures, and takes that back. The server keeps lists; files are never touched.

import { sentence } from "../values/fields.js";
import { addedWords, isInOwnOrder, listsOf, madeWords, movedWords, removedWords } from "../values/lists.js";
import { change, drop, entry, known, post } from "../wire/api.js";

/** @typedef {import("../values/lists.js").Target} Target */

export class ListEditing {
  #pickers; #navigation; #on;
  /** @type {import("../state/shown.js").Shown} */
  #shown;
  /** @type {import("../state/trail.js").Trail} */
  #trail;
  /** Edits are sent one after the other. */
  #sending = Promise.resolve();

  /**
   * @param parts has what is `shown`, the `pickers` and the `navigation`; `trail` remembers what was changed.
   * @param on has `count()`, how many pictures are selected; `note(text, action)`, which says a sentence; and `renamed()`, when the collection
   *   that is shown may have another name.
   */
  constructor({ shown, pickers, navigation }, trail, on) {
    [this.#shown, this.#pickers, this.#navigation, this.#trail, this.#on] = [shown, pickers, navigation, trail, on];
  }

  /** Whether pictures of what is shown can be in lists. Pages of a file that a folder has cannot. */
  get isOffered() {
    const { entry, isChart, isReadOnly } = this.#shown;
    return Boolean(entry?.links.selection) && !entry.of && !isChart && !isReadOnly;
  }
  /** The list that is shown, if it can be edited; else null. */
  get list() {
    const { entry } = this.#shown;
    return entry?.links.undo ? entry : null;
  }
  /** Whether its pictures can be moved: it is shown in its own order. */
  get isMovable() { return Boolean(this.list) && isInOwnOrder(this.#shown.view); }
  /** The lists that pictures of what is shown can be added to. */
  get others() { return listsOf(this.#shown.collections).filter(({ id }) => id !== this.#shown.collection); }
  /** Whether the last change in this window was one of a list. */
  get canUndo() { return this.#trail.last?.kind === "list"; }
  /** Whether what was taken back last in this window was an edit of a list. */
  get canRedo() { return this.#trail.undone?.kind === "list"; }

  /** How many pictures are meant. @param {Target} target */
  #meant(target) { return "items" in target ? target.items.length : this.#on.count(); }

  /** The parameters by which the server sorts what is selected. */
  get #order() {
    const { order, group } = this.#shown.view;
    return { ...(order ? { order } : null), ...(group ? { group } : null) };
  }

  /**
   * Sends an edit after those before it.
   * @template Answer
   * @param {() => Promise<Answer>} ask
   * @returns {Promise<{answer?: Answer, failure?: any}>} the answer, or the failure.
   */
  #send(ask) {
    const sent = this.#sending.then(ask).then(answer => ({ answer }), failure => ({ failure }));
    this.#sending = sent.then(() => {});
    return sent;
  }

  /** Asks which collections there are now, and offers them. */
  async refresh() {
    /** @type {Wire.Collections | null} */
    const answer = await known(entry.collections);
    if (!answer) return;
    const { collections, unshown = [] } = answer;
    // Pages that were opened are not listed.
    this.#shown.list([...collections, ...this.#shown.collections.filter(({ of }) => of)]);
    this.#pickers.list(collections, unshown);
    if (!this.#shown.entry) return;
    this.#pickers.show(this.#shown.entry, this.#shown.view);
    this.#on.renamed();
  }

  /** Remembers an edit, so that it can be taken back. @param {Wire.Collection} list */
  #note({ name, links }, revision, text) {
    this.#trail.push({ kind: "list", of: links.self, name, revision, undo: links.undo, redo: links.redo });
    this.#on.note(text, { name: "Undo", act: () => this.undo() });
  }

  /** Adds pictures to a list. @param {Wire.Collection} list @param {Target} target @returns {Promise<string>} why that failed; else nothing. */
  async add(list, target) {
    const { collection } = this.#shown;
    const [meant, order] = [this.#meant(target), this.#order];
    const { answer, failure } = await this.#send(() => post(list.links.items, order, { from: collection, ...target }));
    if (failure) return sentence(failure.message);
    if (answer.count) this.#note(list, answer.revision, addedWords(answer.count, meant, list.name));
    else this.#on.note(addedWords(0, meant, list.name));
    await this.refresh();
    return "";
  }

  /** Makes a list of pictures. @param {string} name @param {Target} target @returns {Promise<string>} why that failed; else nothing. */
  async make(name, target) {
    const { collection } = this.#shown;
    const order = this.#order;
    const { answer, failure } = await this.#send(() => post(entry.collections, order, { name, from: collection, ...target }));
    if (failure) return sentence(failure.message);
    const { id, count, revision, links } = answer;
    this.#trail.push({ kind: "list", of: links.self, name, revision, isMade: true });
    await this.refresh();
    this.#on.note(madeWords(count, name), { name: `Open “${name}”`, act: () => this.#navigation.change(id) });
    return "";
  }

  /** Removes pictures from the list that is shown. @param {Target} target */
  async remove(target) {
    const { list } = this;
    const { answer, failure } = await this.#send(() => change(list.links.items, null, { action: "remove", ...target }));
    if (failure) this.#on.note(sentence(failure.message));
    else this.#note(list, answer.revision, removedWords(answer.count, list.name));
    return Boolean(answer);
  }

  /** Moves pictures of the list that is shown. @param {Target} target @param {import("../values/lists.js").Goal} goal */
  async move(target, goal) {
    const { list } = this;
    const { answer, failure } = await this.#send(() => change(list.links.items, null, { action: "move", ...target, ...goal }));
    if (failure) this.#on.note(sentence(failure.message));
    else this.#note(list, answer.revision, movedWords(answer.count));
    return Boolean(answer);
  }

  /** Gives the list that is shown another name. @returns {Promise<string>} why that failed; else nothing. */
  async rename(name) {
    const { list } = this;
    const { answer, failure } = await this.#send(() => change(list.links.self, null, { name }));
    if (failure) return sentence(failure.message);
    await this.refresh();
    this.#note(this.list ?? list, answer.revision, `The list is called “${name}” now.`);
    return "";
  }

  /** Deletes the list that is shown, and shows another collection. @returns {Promise<string>} why that failed; else nothing. */
  async delete() {
    const { list } = this;
    const { failure } = await this.#send(() => drop(list.links.self));
    if (failure && failure.status !== 404) return sentence(failure.message);
    await this.#forget(list.links.self);
    this.#on.note(`The list “${list.name}” was deleted. Nothing happened to the files.`);
    return "";
  }

  /** A list has gone: another collection is shown if it was shown. */
  async #forget(self) {
    this.#trail.drop(self);
    const isShown = this.#shown.entry?.links.self === self;
    await this.refresh();
    const next = this.#shown.collections[0];
    if (isShown && next) this.#navigation.change(next.id);
  }

  /** Takes the last edit of a list back, unless somebody else has edited that list since. */
  async undo() {
    const step = this.#trail.take("list");
    if (step?.kind !== "list") return;
    const { of, name, revision, undo, isMade } = step;
    const { answer, failure } = await this.#send(() => (isMade ? drop(of, revision) : post(undo, null, null, revision)));
    if (failure) {
      // What did not reach the server can be taken back later.
      if (failure.kind === "network") this.#trail.push(step);
      return this.#on.note(failure.status === 412 ? `“${name}” has been edited elsewhere since then, so nothing was undone.` : sentence(failure.message));
    }
    if (isMade) await this.#forget(of);
    else {
      this.#trail.back(step);
      this.#trail.renew(of, answer.revision);
      await this.refresh();
    }
    // It may have its name of before.
    const now = this.#shown.collections.find(({ links }) => links.self === of)?.name ?? name;
    this.#on.note(isMade ? `Undone: there is no list “${name}” any more.` : `Undone: “${now}” is as it was before.`);
  }

  /** Makes the edit of a list again that was taken back last, unless somebody else has edited that list since. */
  async redo() {
    const step = this.#trail.takeUndone();
    if (step?.kind !== "list") return;
    const { of, name, revision, redo } = step;
    const { answer, failure } = await this.#send(() => post(redo, null, null, revision));
    if (failure) {
      if (failure.kind === "network") this.#trail.back(step);
      return this.#on.note(failure.status === 412 ? `“${name}” has been edited elsewhere since then, so nothing was redone.` : sentence(failure.message));
    }
    this.#trail.push(step, true);
    this.#trail.renew(of, answer.revision);
    await this.refresh();
    this.#on.note(`Redone: “${name}” is as it was before the undo.`, { name: "Undo", act: () => this.undo() });
  }
}
