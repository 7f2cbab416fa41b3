// Notes what the reader thinks of pictures: stars, flags, colour labels and keywords. The server keeps it, so all windows see the same.

import { sentence } from "../values/fields.js";
import { knowsAlike } from "../values/groups.js";
import { conditionsOf } from "../values/conditions.js";
import { doneWords, revertedWords, unrejected } from "../values/noted.js";
import { change, post } from "../wire/api.js";
import { canHide } from "../state/hiding.js";
import { remember, remembered } from "../state/remembered.js";
import { Best } from "./best.js";
import { Keywords } from "./keywords.js";

/** Under this name the browser remembers whether the next picture is shown after one is noted. */
const key = "advance";

/** @typedef {{items: string[]} | {selected: true}} Target the pictures that are meant, as the server takes them */

/** @typedef {Extract<import("../state/trail.js").Step, {kind: "note"}>} Note a change that can be taken back */

export class Annotating {
  #on; #advance; #rejected; #best; #asking; #keywords; #buttons;
  /** @type {import("../state/shown.js").Shown} */
  #shown;
  /** Changes are sent one after the other. */
  #sending = Promise.resolve();
  #isCapsLocked = false;

  /**
   * @param byId gives an element by its id.
   * @param parts has what is `shown`, the `cursor` and the `navigation`.
   * @param on has `count()`, how many pictures are selected, `settled()`, a promise of all changes of that, and
   *   `hold(change)`, which lets later ones wait for a change of the selected pictures; `item()`, the picture that is open or has the
   *   focus, or null; `menuTarget()`, what the menu is of; `facets(query, field, begins)`, what the server counts; `note(text, action)`,
   *   which says a sentence, with a button; `closed()`, when the element that had the focus may have gone; and `trail`, which remembers
   *   what was changed.
   */
  constructor(byId, { shown, cursor, navigation }, on) {
    [this.#shown, this.#on] = [shown, { ...on, cursor, navigation }];
    this.#best = byId("best-button");
    this.#best.addEventListener("click", () => this.best());
    this.#rejected = byId("hide-rejected");
    this.#rejected.addEventListener("click", () => {
      const others = this.#otherConditions;
      navigation.search([...others, ...(this.#hidesRejected ? [] : [unrejected])].join(" "), false);
    });
    this.#asking = new Best(byId, {
      shown, navigation, count: on.count, note: on.note, noted: answer => this.#sayNoted("flag", "best", answer), closed: on.closed,
      change: (body, query) => this.#change(body, query),
    });
    this.#advance = byId("advance");
    this.#advance.ariaPressed = String(remembered(key) === "on");
    this.#advance.addEventListener("click", () => {
      const isOn = this.#advance.ariaPressed !== "true";
      this.#advance.ariaPressed = String(isOn);
      remember(key, isOn ? "on" : "");
    });
    this.#keywords = new Keywords(byId, {
      links: () => shown.entry?.links, facets: on.facets, closed: on.closed,
      change: (target, keywords) => this.#change({ ...target, keywords }),
      done: (words, isOne) => this.#on.note(words, isOne ? { name: "Undo", act: () => this.undo() } : null),
    });
    const menu = byId("menu");
    this.#buttons = [...menu.querySelectorAll("[data-noted]")];
    for (const button of this.#buttons) {
      button.addEventListener("click", () => {
        const target = on.menuTarget();
        const [part, value] = button.dataset.noted.split(":");
        if (part === "keywords") this.#openKeywords(target);
        else this.#note(target, part, part === "rating" ? Number(value) : value || null);
      });
    }
    menu.addEventListener("beforetoggle", () => {
      for (const button of this.#buttons) button.hidden = !this.isOffered;
    });
    // Keys have told before they act.
    document.addEventListener("keydown", event => { this.#isCapsLocked = event.getModifierState("CapsLock"); }, { capture: true });
  }

  /** Whether pictures of what is shown can be noted: files, on a server that is not read-only. */
  get isOffered() { return Boolean(this.#shown.entry?.links.annotations) && !this.#shown.isChart; }

  get #otherConditions() { return conditionsOf(this.#shown.view.q ?? "").filter(condition => condition !== unrejected); }
  get #hidesRejected() { return conditionsOf(this.#shown.view.q ?? "").includes(unrejected); }

  /** Whether the next picture is shown after one is noted. */
  get #isAdvancing() { return this.#isCapsLocked || this.#advance.ariaPressed === "true"; }

  /**
   * Notes a part of the pictures that are meant: the open one, else the selected ones, else the one with the cursor.
   * Its promise is of the pictures being known: changes are sent in order, so the next key need not wait for the answer.
   * @param {import("../values/noted.js").Part} part @param {number | string | null} value is null to take the reader's own back.
   */
  async note(part, value) {
    const isOpen = this.#shown.isLooking;
    const target = await this.#target();
    if (!target) return this.#sayNone();
    this.#note(target, part, value);
    if (isOpen && this.#isAdvancing) await this.#on.navigation.turn(1);
  }

  /** Opens the dialog for the keywords of the pictures that are meant. */
  async openKeywords() {
    const target = await this.#target();
    if (!target) return this.#sayNone();
    this.#openKeywords(target);
  }

  /** @param {Target} target */
  #openKeywords(target) { this.#keywords.open(target, "selected" in target ? this.#on.count() : 1); }

  /** @returns {Promise<Target | null>} null where no picture is meant. */
  async #target() {
    await this.#on.settled();
    const { isLooking } = this.#shown;
    if (!isLooking && this.#on.count() > 0) return { selected: true };
    // The open picture, or the cursor, may be on its way.
    const here = await (isLooking ? this.#on.navigation.reached() : this.#on.cursor.where());
    const item = here?.item ?? (isLooking ? null : this.#on.item());
    return item ? { items: [item] } : null;
  }

  #sayNone() { this.#on.note("Go to a picture with → and the other arrows, open one, or select some: then the key acts on it."); }

  async #note(target, part, value) {
    const answer = await this.#change({ ...target, [part]: value });
    if (answer) this.#sayNoted(part, value, answer);
  }

  /** Says what was noted; a button takes it back, unless it was so before. @param {Wire.Annotated} answer */
  #sayNoted(part, value, { count, changed }) { this.#on.note(doneWords(part, value, count), changed ? { name: "Undo", act: () => this.undo() } : null); }

  /** Whether groups of alike pictures can be known. */
  get hasAlike() { return this.isOffered && knowsAlike(this.#shown.entry); }

  /** Asks whether the best of each group of alike pictures is to be picked, among the selected ones, else among all that are shown. */
  best() { return this.#asking.ask(); }

  /** Takes back what this window has changed last. What others have changed since stays. */
  async undo() {
    const { trail } = this.#on;
    const answer = await this.#step(() => /** @type {Note | null} */ (trail.take("note")), "undo", step => trail.back(step), step => trail.push(step, true));
    if (answer === undefined) return this.#on.note("There is no change of this window to take back.");
    if (answer) this.#on.note(revertedWords("Undone", answer));
  }

  /** Makes the change again that was taken back last in this window. */
  async redo() {
    const { trail } = this.#on;
    const take = () => (trail.undone?.kind === "note" ? /** @type {Note | null} */ (trail.takeUndone()) : null);
    const answer = await this.#step(take, "redo", step => trail.push(step, true), step => trail.back(step));
    if (answer === undefined) return this.#on.note("Nothing was taken back in this window that could be made again.");
    if (answer) this.#on.note(revertedWords("Redone", answer), { name: "Undo", act: () => this.undo() });
  }

  /**
   * Takes a step from the trail once all changes before it are made, and sends it.
   * @param {() => Note | null} take @param {"undo" | "redo"} way
   * @param {(step: Note) => void} done @param {(step: Note) => void} lost is called where the server was not reached: the step can be sent later.
   * @returns {Promise<Wire.Annotated | null | undefined>} undefined where there is no step.
   */
  async #step(take, way, done, lost) {
    /** @type {Note | null} */
    let step = null;
    const answer = await this.#send(async () => {
      step = take();
      if (!step) return undefined;
      const answer = await post(step[way], { edit: step.edit }).catch(failure => {
        if (failure.kind === "network") lost(step);
        throw failure;
      });
      done(step);
      return answer;
    });
    return answer;
  }

  /** Sends a change of pictures, which the address finds with `query` where the body names none. */
  async #change(body, query = null) {
    const { annotations, undoAnnotations: undo, redoAnnotations: redo } = this.#shown.entry.links;
    const sent = this.#send(async () => {
      const answer = await change(annotations, query, body);
      if (answer.changed) this.#on.trail.push({ kind: "note", edit: answer.edit, undo, redo });
      return answer;
    });
    if (body.selected) this.#on.hold(sent);
    return sent;
  }

  /** Sends a change after those before it. @returns {Promise<Wire.Annotated | null>} the answer; null where it failed. */
  #send(ask) {
    const sent = this.#sending.then(ask).catch(failure => {
      this.#on.note(sentence(failure.message));
      return null;
    });
    this.#sending = sent.then(() => {});
    return sent;
  }

  /** A plan was painted. */
  painted() {
    this.#advance.hidden = !this.isOffered || !this.#shown.isLooking;
    this.#best.hidden = !this.hasAlike;
    this.#rejected.hidden = !this.isOffered || !canHide(this.#shown.entry) || this.#shown.isLooking;
    this.#rejected.ariaPressed = String(this.#hidesRejected);
    this.#asking.painted();
  }
}
