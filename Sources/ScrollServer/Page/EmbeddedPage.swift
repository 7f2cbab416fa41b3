// swift-format-ignore-file
// The page's files, for a program that has left its checkout. Made by .ci/embed-page; do not edit.

/// The files of Public, by path.
enum EmbeddedPage {
    static let files: [String: String] = [
        "annotate/annotating.js": ###"""
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

"""###,
        "annotate/best.js": ###"""
// Picks the best of each group of alike pictures and rejects the others, once the reader has seen the groups and agreed.

import { keysAsElements } from "../panels/keyhints.js";
import { keyOf } from "../values/keynames.js";
import { selectedQuery } from "../values/selection.js";

/** The keys that agree. */
const agreeing = ["Ctrl+Enter", "Cmd+Enter"];

export class Best {
  #dialog; #words; #does; #on;
  /** What was asked about: the body of the change, its query, and the collection. */
  #asked = null;
  /** Whether the question waits for the groups to be seen. */
  #isComing = false;
  /** What was shown before the groups, and what lay there; null where they were shown already. @type {{view: Page.View, hold: Page.Hold | null} | null} */
  #before = null;

  /**
   * @param byId gives an element by its id.
   * @param on has what is `shown`, the `navigation`, `count()`, how many pictures are selected, `change(body, query)`, which sends a
   *   change, `note(text)` and `noted(answer)`, which say what was not done, and what was, and `closed()`.
   */
  constructor(byId, on) {
    this.#on = on;
    [this.#dialog, this.#words, this.#does] = ["best", "best-words", "best-does"].map(byId);
    const [agree, cancel] = ["best-do", "best-cancel"].map(byId);
    agree.append(" ", ...keysAsElements(agreeing));
    cancel.append(" ", ...keysAsElements(["Escape"]));
    agree.addEventListener("click", () => this.#pick());
    cancel.addEventListener("click", () => this.#end());
    this.#dialog.addEventListener("keydown", event => {
      const isAgreeing = agreeing.includes(keyOf(event));
      if (event.key !== "Escape" && !isAgreeing) return;
      event.stopPropagation();
      event.preventDefault();
      isAgreeing ? this.#pick() : this.#end();
    });
  }

  /** Shows the groups; once they are seen, says how many pictures would be picked and rejected, and asks. */
  async ask() {
    const { shown, navigation } = this.#on;
    const { isLooking, view: { q }, collection } = shown;
    const areSelected = !isLooking && this.#on.count() > 0;
    const body = { ...(areSelected ? { selected: true } : { all: true }), flag: "best" };
    const query = !areSelected && q ? { q } : null;
    const answer = await this.#on.change({ ...body, dryRun: true }, query);
    if (!answer || collection !== shown.collection) return;
    const { count, best = 0 } = answer;
    if (!best) return this.#on.note("No pictures among them look alike.");
    const { layout, group } = shown.view;
    const isOfRows = ["grid", "justified"].includes(layout);
    const [isSearch, isArrangement] = [areSelected && shown.view.q !== selectedQuery, group !== "alike" || !isOfRows];
    // Asked twice, the first place counts.
    if (!this.#isAsking) this.#before = isSearch || isArrangement ? this.#place : null;
    if (isSearch) navigation.search(selectedQuery, false);
    if (isArrangement) navigation.arrange({ group: "alike", ...(isOfRows ? null : { layout: "grid" }) }, true);
    this.#asked = { body, query, collection };
    const [groups, others] = [best === 1 ? "1 group" : `${best.toLocaleString()} groups`, count - best];
    this.#words.textContent = `${areSelected ? "The selection has" : q ? "The search has found" : best === 1 ? "There is" : "There are"} ${groups} of alike pictures.`;
    this.#does.textContent = `Flags the best picture${best === 1 ? "" : " of each group"} as picked, and the other ${
      others === 1 ? "one" : others.toLocaleString()} as rejected. The best has most stars, else most pixels, else it is the newest. No file is touched, and Undo takes it back.`;
    this.#isComing = true;
    if (!isSearch && !isArrangement) this.#open();
  }

  get #isAsking() { return this.#isComing || this.#dialog.open; }

  /** What is shown now, and what lies at its top. */
  get #place() {
    const { isLooking, isAtStart, picture, plan, view } = this.#on.shown;
    // One that is magnified is shown whole again, in its row of pages.
    if (isLooking) {
      const { item, zoom, ...rest } = view;
      return { view: { ...rest, layout: "pages" }, hold: picture ? { item: picture, align: "start" } : null };
    }
    const { item, fractionX, fractionY } = plan?.anchor ?? {};
    return { view: { ...view }, hold: isAtStart || !item ? null : { anchor: item, fractionX, fractionY } };
  }

  #open() {
    this.#isComing = false;
    if (!this.#dialog.open) this.#dialog.show();
  }

  async #pick() {
    const { body, query, collection } = this.#asked;
    const isHere = collection === this.#on.shown.collection;
    this.#end();
    // The next collection may be on its way: what was agreed to was of this one.
    if (!isHere) return;
    const answer = await this.#on.change(body, query);
    if (answer?.count) this.#on.noted(answer);
    else if (answer) this.#on.note("No pictures among them look alike any more.");
  }

  #close() {
    this.#isComing = false;
    if (!this.#dialog.open) return;
    this.#dialog.close();
    this.#on.closed();
  }

  /** Ends the question, and shows again what was shown before it. */
  #end() {
    this.#close();
    const { navigation, shown } = this.#on;
    if (this.#before && this.#asked.collection === shown.collection) navigation.look(this.#before.view, this.#before.hold);
    this.#before = null;
  }

  /** A plan was painted: the question comes with its groups, and ends where the reader leaves them. */
  painted() {
    if (!this.#isAsking) return;
    const { view: { group }, collection } = this.#on.shown;
    if (group !== "alike" || collection !== this.#asked.collection) this.#close();
    else this.#open();
  }
}

"""###,
        "annotate/keywords.js": ###"""
// The dialog that adds keywords to pictures, and takes them away.

import { button, element } from "../elements/element.js";
import { keywordsOf, lastKeyword } from "../values/noted.js";
import { known, Latest } from "../wire/api.js";

/** The most keywords that are offered. */
const most = 50;

export class Keywords {
  #dialog; #of; #list; #input; #known; #said; #on;
  /** @type {import("./annotating.js").Target | null} The pictures that are meant. */
  #target = null;
  /** What was added since the dialog was opened; of one picture all its keywords. */
  #words = [];
  /** How many changes were made since then. */
  #changes = 0;
  #offering = new Latest();

  /**
   * @param byId gives an element by its id.
   * @param on has `links()`, those of the collection; `change(target, keywords)`, which sends a change; `facets(query, field, begins)`, what
   *   the server counts; `done(words, isOne)`, which says what was changed once the dialog has gone, and whether by one change; and `closed()`.
   */
  constructor(byId, on) {
    [this.#dialog, this.#of, this.#list, this.#input, this.#known, this.#said] =
      ["keywords", "keywords-of", "keywords-list", "keywords-text", "keywords-known", "keywords-said"].map(byId);
    this.#on = on;
    this.#input.addEventListener("input", () => this.#offer());
    this.#input.addEventListener("keydown", event => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      if (this.#input.value.trim()) this.#enter();
      else this.#dialog.close();
    });
    // What was typed is meant, also without Enter.
    byId("keywords-done").addEventListener("click", event => {
      if (!this.#input.value.trim()) return;
      event.preventDefault();
      this.#enter().then(isDone => { if (isDone) this.#dialog.close(); });
    });
    this.#dialog.addEventListener("close", () => {
      if (this.#changes) on.done(this.#said.textContent, this.#changes === 1);
      on.closed();
    });
  }

  /** @param {import("./annotating.js").Target} target @param {number} count is how many pictures that are. */
  async open(target, count) {
    [this.#target, this.#words, this.#changes] = [target, [], 0];
    this.#input.value = this.#said.textContent = "";
    this.#of.textContent = count === 1 ? "For this picture." : `For all ${count.toLocaleString()} selected pictures.`;
    this.#write();
    this.#dialog.showModal();
    this.#input.focus();
    this.#offer();
    await this.#read();
  }

  /** Asks for the keywords of one picture. */
  async #read() {
    const target = this.#target;
    if (!("items" in target)) return;
    /** @type {Wire.ItemDetails | null} */
    const details = await known(this.#on.links().item, { id: target.items[0] });
    if (target !== this.#target || !details) return;
    this.#words = details.marks?.keywords ?? [];
    this.#of.textContent = `For ${details.name.split("/").at(-1)}.`;
    this.#write();
  }

  #write() {
    this.#list.hidden = !this.#words.length;
    this.#list.replaceChildren(...this.#words.map(word => {
      const click = () => {
        this.#input.focus();
        this.#change({ add: [], remove: [word] });
      };
      const title = `Remove ${word}`;
      return element("li", {}, button({ className: "plain chip", ariaLabel: title, title, on: { click } }, word));
    }));
  }

  /** Sends what is typed. */
  async #enter() {
    const text = this.#input.value;
    this.#input.value = "";
    const isDone = await this.#change(keywordsOf(text));
    // What failed can be sent again.
    if (!isDone && !this.#input.value) this.#input.value = text;
    this.#offer();
    return isDone;
  }

  async #change(keywords) {
    if (!keywords.add.length && !keywords.remove.length) return true;
    const target = this.#target;
    const answer = await this.#on.change(target, keywords);
    if (target !== this.#target) return false;
    this.#said.textContent = answer ? "" : "Nothing was changed. The page says why.";
    if (!answer) return false;
    if (answer.changed) this.#changes += 1;
    this.#words = [...new Set([...this.#words, ...keywords.add])].filter(word => !keywords.remove.includes(word));
    this.#write();
    const parts = [["Added", keywords.add], ["Removed", keywords.remove]].filter(([, words]) => words.length).map(([done, words]) => `${done} ${words.join(", ")}`);
    this.#said.textContent = `${parts.join(". ")}: ${answer.count === 1 ? "1 picture" : `${answer.count.toLocaleString()} pictures`}.`;
    await this.#read();
    return true;
  }

  /** Offers the keywords of the collection that begin as the last word that is typed. */
  async #offer() {
    const { before, word } = lastKeyword(this.#input.value);
    if (!this.#on.links()?.facets) return;
    const answer = await this.#offering.only(() => this.#on.facets("", "keywords", word));
    if (answer === undefined) return;
    const values = answer?.fields.find(({ name }) => name === "keywords")?.values ?? [];
    this.#known.replaceChildren(...values.slice(0, most).map(({ text }) => element("option", { value: `${before}${text}` })));
  }
}

"""###,
        "app.webmanifest": ###"""
{
  "name": "ScrollServer",
  "short_name": "ScrollServer",
  "description": "A million pictures, scrolled smoothly",
  "id": "./",
  "start_url": "./",
  "scope": "./",
  "display": "standalone",
  "theme_color": "#fafafa",
  "background_color": "#fafafa",
  "icons": [
    { "src": "icon.svg", "type": "image/svg+xml", "sizes": "any" },
    { "src": "icon-full.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "maskable" }
  ]
}

"""###,
        "chart/brush.js": ###"""
// Draws a range of a chart: with Shift and a pointer, with the brush switched on, also by finger, and with a mouse alone where all of
// the chart is in view, so that there is nothing to drag along.

/** The shortest range, in px; less is a tap. */
const shortest = 6;

export class Brush {
  #view; #range; #button; #on;
  #from = null;
  /** Where a mouse went down that may draw a range once it moves; null for none. */
  #down = null;

  /** @param on has `isChart()`, `isAll()`, whether all of it is in view, and `show(parameters)`, which asks for a plan of another range. */
  constructor(view, range, button, on) {
    this.#view = view;
    this.#range = range;
    this.#button = button;
    this.#on = on;
    button.addEventListener("click", () => this.toggle());
    // In the capture phase, before others take a drag for scrolling.
    const first = { capture: true };
    view.addEventListener("pointerdown", event => this.#begin(event), first);
    view.addEventListener("pointermove", event => {
      if (this.#down !== null) this.#follow(event);
      if (this.#from === null) return;
      event.stopImmediatePropagation();
      this.#paint(event.clientX);
    }, first);
    view.addEventListener("pointerup", event => this.#end(event), first);
    view.addEventListener("pointercancel", () => this.#leave(), first);
    for (const name of ["touchstart", "touchmove"]) {
      view.addEventListener(name, event => {
        if (!this.isHeld || event.touches.length > 1) return;
        if (event.cancelable) event.preventDefault();
        event.stopImmediatePropagation();
      }, { capture: true, passive: false });
    }
  }

  get isHeld() { return this.#button.ariaPressed === "true"; }

  /** Switches the brush on for one range, or off. */
  toggle() { this.#hold(!this.isHeld); }

  /** @returns whether it was in use. */
  leave() {
    const was = this.isHeld || this.#from !== null;
    this.#leave();
    return was;
  }

  #hold(isHeld) {
    this.#button.ariaPressed = isHeld;
    this.#view.classList.toggle("brushing", isHeld);
  }

  #begin(event) {
    if (!this.#on.isChart() || event.button !== 0) return;
    if (!(event.shiftKey || this.isHeld)) {
      // A press alone reads a point.
      this.#down = event.pointerType === "mouse" && this.#on.isAll() && !event.target.closest("button, .axis, .legend") ? event.clientX : null;
      return;
    }
    if (!event.isPrimary) return this.#leave();
    event.stopImmediatePropagation();
    event.preventDefault();
    this.#take(event, event.clientX);
  }

  /** Draws from where the mouse went down once it has moved far enough. */
  #follow(event) {
    if (!(event.buttons & 1)) this.#down = null;
    else if (Math.abs(event.clientX - this.#down) >= shortest) this.#take(event, this.#down);
  }

  #take(event, from) {
    this.#view.setPointerCapture(event.pointerId);
    [this.#from, this.#down] = [from, null];
    this.#paint(event.clientX);
  }

  #paint(x) {
    this.#range.hidden = false;
    this.#range.style.setProperty("--from", `${Math.min(x, this.#from)}px`);
    this.#range.style.setProperty("--to", `${Math.max(x, this.#from)}px`);
  }

  #end(event) {
    this.#down = null;
    if (this.#from === null) return;
    event.stopImmediatePropagation();
    const [from, to] = [this.#from, event.clientX];
    this.#leave();
    // The browser sends a click after it, which would read a point.
    const eat = click => { click.stopImmediatePropagation(); click.preventDefault(); };
    this.#view.addEventListener("click", eat, { capture: true, once: true });
    setTimeout(() => this.#view.removeEventListener("click", eat, { capture: true }));
    if (Math.abs(to - from) >= shortest) this.#on.show({ brush: `${from},${to}` });
  }

  #leave() {
    this.#from = this.#down = null;
    this.#range.hidden = true;
    this.#hold(false);
  }
}

"""###,
        "chart/chart.js": ###"""
// Paints what stands around a chart's slides: labels, the legend, and the values under the pointer.

import { element } from "../elements/element.js";
import { hiddenIn, hiding, ranges, rangesText } from "../values/chartchoice.js";
import { Legend } from "./legend.js";
import { ValueAxes } from "./valueaxes.js";

const isDark = matchMedia("(prefers-color-scheme: dark)");

/** Paints the text of a plan's `chart`, and keeps the reader's choices. All positions come from the plan. */
export class Chart {
  #parts; #changed; #legend; #axes;
  /** @type {import("../state/shown.js").Shown} */
  #shown;
  /** The point whose values are read. */
  #pointer = null;
  /** The part of a value axis that was drawn over, until a plan says its values. */
  #drag = null;
  /** @type {Wire.Chart | null} */
  #chart = null;
  #ticks = [];

  /**
   * @param parts are the elements: view, ticks, context, values, legend, cross, reading, range; and the `overview` and the `flags`.
   * @param shown is what the page shows; its view has the reader's choices.
   * @param changed is called when another plan is wanted.
   */
  constructor(parts, shown, changed) {
    this.#parts = parts;
    this.#shown = shown;
    this.#changed = changed;
    parts.range.addEventListener("change", () => this.choose({ range: parts.range.value === "all" ? "all" : undefined }));
    this.#legend = new Legend(parts.legend, {
      toggle: name => {
        const hidden = this.hidden;
        if (!hidden.delete(name)) hidden.add(name);
        this.hide(hidden);
      },
      all: () => this.hide(new Set()),
      none: () => this.hide(new Set(this.#chart.lines.map(({ name }) => name))),
      resized: () => { if (this.isShown) changed(); },
    });
    this.#axes = new ValueAxes(parts.values, {
      fix: (dragTop, dragBottom, dragPane) => {
        this.#drag = { dragTop, dragBottom, dragPane };
        changed();
      },
      release: pane => this.release([pane]),
      wheel: event => parts.view.dispatchEvent(new WheelEvent("wheel", event)),
    });
    const point = event => {
      if (!this.isShown || event.target.closest(".scrubber, .bar, .legend, .axis, .chart-foot, .flag button")) return;
      this.#pointer = { pointerX: event.clientX };
      changed();
    };
    parts.view.addEventListener("pointermove", event => { if (event.pointerType === "mouse") point(event); });
    parts.view.addEventListener("click", point);
    parts.view.addEventListener("pointerleave", () => this.leave());
    isDark.addEventListener("change", () => { if (this.isShown) changed(); });
    new MutationObserver(() => { if (this.isShown) changed(); })
      .observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  get isShown() { return this.#chart !== null; }
  get chart() { return this.#chart; }
  /** How much of the view's upper part the legend covers, in px. */
  get overlap() { return this.isShown ? this.#legend.overlap : 0; }

  /** The names of the hidden lines, even before a plan says so. */
  get hidden() { return hiddenIn(this.#shown.view, this.#chart?.lines ?? []); }

  hide(hidden) { this.choose(hiding(this.#chart.lines, hidden)); }

  /** Shows the same columns in another way. */
  choose(change) {
    this.#shown.change(change);
    this.#changed();
  }

  /** Fixes the range of values of a pane. */
  fix(pane, low, high) {
    const fixed = this.#without([pane]);
    fixed[this.#chart.lines[this.#chart.panes[pane].lines[0]].name] = [low, high];
    this.choose({ ranges: rangesText(fixed) });
  }

  /** Releases the fixed ranges of panes. @returns whether there was one. */
  release(panes) {
    const { ranges: text } = this.#shown.view;
    const next = rangesText(this.#without(panes));
    if (next !== text) this.choose({ ranges: next });
    return next !== text;
  }

  /** Returns the fixed ranges without those of some panes. */
  #without(panes) {
    const fixed = ranges(this.#shown.view.ranges);
    for (const pane of panes) {
      for (const line of this.#chart?.panes[pane]?.lines ?? []) delete fixed[this.#chart.lines[line].name];
    }
    return fixed;
  }

  /**
   * Returns the chart's parameters of the next plan. @param isFirst whether nothing of the last one is painted.
   * @param isMoving whether the view scrolls.
   */
  question(isFirst, isMoving) {
    const { theme } = document.documentElement.dataset;
    // A chart without points does not determine the next one.
    const painted = this.#chart?.points > 1 && !isFirst && {
      lineGap: this.#chart.lineGap, paintedLineGap: this.#chart.lineGap, paintedMinValue: this.#chart.section.minValue,
      paintedMaxValue: this.#chart.section.maxValue,
      ...(this.#chart.panes.length > 1
        ? { paintedRanges: this.#chart.panes.slice(1).map(({ minValue, maxValue }) => `${minValue}:${maxValue}`).join(",") } : null),
    };
    return {
      ...painted, ...this.#pointer, ...this.#drag, ...this.#parts.overview.question(),
      // Lines that count from the left edge begin anew once the view rests.
      ...(isMoving && this.#chart?.base !== undefined ? { base: this.#chart.base } : null),
      scheme: theme ?? (isDark.matches ? "dark" : "light"),
    };
  }

  /** Reads the next point, or first the newest in view. */
  step(by) {
    const { pointer, visiblePoints } = this.#chart ?? {};
    if (!visiblePoints) return;
    const point = pointer ? pointer.index + by : visiblePoints.last;
    this.#pointer = { point: Math.min(Math.max(point, 0), this.#chart.points - 1) };
    this.#changed();
  }

  /** Stops reading a point. @returns whether one was read. */
  leave() {
    const was = this.#pointer !== null;
    this.#pointer = null;
    if (was) this.#changed();
    return was;
  }

  /** Stops reading a point; if none is read, releases all fixed ranges. */
  escape() { return this.leave() || this.release((this.#chart?.panes ?? []).keys()); }

  /** Removes the chart before another collection. */
  clear() {
    this.#pointer = this.#drag = null;
    this.#update(null);
    this.#parts.ticks.replaceChildren();
    this.#parts.flags.paint(null);
    this.#ticks = [];
  }

  /**
   * Paints a plan.
   * @param {Page.Plan} plan @param {import("../scene/painter.js").At} at
   */
  paint(plan, { corner }) {
    this.#update(plan.chart ?? null);
    if (this.#drag) this.#fixDrawn();
    const { ticks } = this.#parts;
    const wanted = plan.chart?.xTicks ?? [];
    // The date of the first tick is shown at the left edge, unless it begins with that tick.
    const left = plan.chart?.leftContext;
    const first = left ? wanted.findIndex(({ x }) => x >= 0) : -1;
    this.#ticks = wanted.map((tick, index) => {
      const label = ticks.children[index] ?? ticks.appendChild(element("span"));
      const context = index === first && tick.x !== left.end ? null : tick.context;
      label.className = ["tick", context ? "major" : "", tick.align ?? ""].join(" ").trim();
      this.#write(label, tick.label, context);
      return { label, x: corner.x + (tick.labelX ?? tick.x), y: corner.y + plan.chart.section.bottom };
    });
    while (ticks.children.length > wanted.length) ticks.lastChild.remove();
    this.#parts.overview.paint(plan.chart);
    this.#parts.flags.paint(plan.chart, corner);
    this.shift(0, 0);
    this.#paintContext(plan.chart);
    this.#axes.paint(plan.chart?.panes ?? [], plan.chart?.lines ?? []);
  }

  /**
   * Shows the date at the left edge, up to the next one, and the time zone.
   * @param {Wire.Chart | undefined} chart
   */
  #paintContext(chart) {
    const { context } = this.#parts;
    const left = chart?.leftContext;
    const zone = chart?.axis === "date" ? chart.zone.name : "";
    context.hidden = !left && !zone;
    if (context.hidden) return;
    const text = [left?.label, zone].filter(Boolean).join(" · ");
    if (context.textContent !== text) context.replaceChildren(element("span", {}, text));
    context.style.setProperty("--end", (left?.end ?? null) === null ? "100vw" : `${left.end}px`);
    context.style.setProperty("--bottom", `${chart.section.bottom}px`);
  }

  /** Fixes the range that was drawn on an axis, whose values the plan tells. */
  #fixDrawn() {
    const { dragPane } = this.#drag;
    const pane = this.#chart?.panes[dragPane];
    if (!pane?.isFixed) return;
    this.#drag = null;
    const fixed = this.#without([dragPane]);
    fixed[this.#chart.lines[pane.lines[0]].name] = [pane.minValue, pane.maxValue];
    this.#shown.change({ ranges: rangesText(fixed) });
  }

  /** Moves what scrolls along by as much as the runway's origin has moved. */
  shift(dx, dy) {
    this.#parts.flags.shift(dx, dy);
    for (const tick of this.#ticks) {
      tick.x += dx;
      tick.y += dy;
      tick.label.style.translate = `${tick.x}px ${tick.y}px`;
    }
  }

  /** @param {Wire.Chart | null} chart */
  #update(chart) {
    const { values, legend, range } = this.#parts;
    this.#chart = chart;
    values.hidden = legend.hidden = !chart;
    if (!chart) this.#parts.overview.clear();
    range.hidden = !chart;
    range.value = this.#shown.view.range ?? "visible";
    this.#legend.paint(chart?.lines ?? []);
    this.#paintPointer(chart?.pointer);
  }

  /**
   * Shows a line through the point that is read, a dot on each curve, and the values.
   * @param {Wire.Pointer | null | undefined} pointer
   */
  #paintPointer(pointer) {
    const { cross, reading, view } = this.#parts;
    cross.hidden = reading.hidden = !pointer;
    if (!pointer) return;
    cross.style.translate = `${pointer.x}px 0`;
    const shown = pointer.values.filter(({ value }) => value !== null);
    cross.replaceChildren(...shown.map(({ y, colour }) => element("i", { css: { translate: `0 ${y}px`, "--colour": colour } })));
    const text = `${pointer.label} ${JSON.stringify(pointer.values)}`;
    if (reading.dataset.text !== text) {
      reading.dataset.text = text;
      reading.replaceChildren(element("b", {}, pointer.label), ...pointer.values.map(({ name, value, colour }) =>
        element("span", { css: { "--colour": colour } }, element("bdi", {}, name), `: ${value ?? "no value"}`)));
    }
    // Beside the line, on the side that has more room.
    reading.classList.toggle("before", pointer.x > view.clientWidth / 2);
    reading.style.setProperty("--x", `${pointer.x}px`);
  }

  #write(element, label, context) {
    const text = context ? `${label}\n${context}` : label;
    if (element.textContent !== text) element.textContent = text;
  }
}

"""###,
        "chart/chartpanel.js": ###"""
// The panel for a chart's columns, lines, axes and time zone.

import { button, element } from "../elements/element.js";
import { json, Latest } from "../wire/api.js";
import { columnNames, forms, formsText, formulas, list, names, units, unitsText } from "../values/chartchoice.js";
import { choiceOf, remember } from "../state/chartmemory.js";
import { sentence } from "../values/fields.js";
import { openByKeys } from "../panels/pickers.js";
import { Formulas } from "./formulas.js";
import { TableReading } from "./tablereading.js";

/** Milliseconds from a choice of values until the table is read: more may be chosen meanwhile. */
const pause = 500;
/** For each parameter: the end of its field's id, and the parameters that are dropped with it. */
const fields = {
  xColumn: { id: "x", dependents: ["keys", "lines"] }, keyColumn: { id: "key", dependents: ["keys"] }, keys: { id: "lines", dependents: [] },
  lines: { id: "lines", dependents: [] }, axis: { id: "spacing", dependents: [] }, band: { id: "band", dependents: [] },
  timeZone: { id: "zone", dependents: [] }, units: { id: "units", dependents: [] }, ranges: { id: "ranges", dependents: [] },
  valueAxes: { id: "axes", dependents: [] }, valueScale: { id: "scale", dependents: [] }, hide: { id: "lines", dependents: [] },
  line: { id: "line", dependents: [] }, lineForms: { id: "forms", dependents: [] },
  show: { id: "lines", dependents: [] }, range: { id: "ranges", dependents: [] },
  separator: { id: "separator", dependents: ["xColumn", "keyColumn", "keys", "lines", "columnKinds"] },
  headerLine: { id: "header", dependents: ["xColumn", "keyColumn", "keys", "lines", "columnKinds"] },
  dateOrder: { id: "order", dependents: [] }, decimalMark: { id: "mark", dependents: [] }, columnKinds: { id: "kinds", dependents: [] },
  formulas: { id: "formula", dependents: [] },
};
/** The most entries that a list shows. */
const most = 500;

export class ChartPanel {
  #button; #dialog; #chart; #on; #field; #reading; #formulas;
  /** @type {import("../state/shown.js").Shown} */
  #shown;
  /** @type {Wire.Table | null} */
  #table = null;
  /** @type {Wire.Chart | null} A plan's chart; null where there is none. */
  #plan = null;
  #timer = 0;
  /** The timer of the next question while the table is read. */
  #poll = 0;
  #latest = new Latest();
  /** Whether the next plan fetches the table's description again. */
  #isStale = false;
  /** The last choice that was painted, and its collection: a refused choice returns to it. */
  #good = { collection: null, choice: {} };
  /** The field of a refused choice, and the reason; null for none. */
  #refused = null;

  /**
   * @param byId gives an element by its id.
   * @param chart paints the chart, @param shown is what the page shows.
   * @param on has `read(view, hold)`, for other columns, `closed()`, and `note(text)`, which says a sentence outside of the panel.
   */
  constructor(byId, chart, shown, on) {
    [this.#button, this.#dialog] = ["chart-button", "chart-panel"].map(byId);
    this.#field = id => byId(`panel-${id}`);
    this.#chart = chart;
    this.#shown = shown;
    this.#on = on;
    this.#reading = new TableReading(byId, shown, { read: change => this.#read(change), closed: () => on.closed() });
    this.#formulas = new Formulas(this.#field, shown, { read: change => this.#read(change) });
    this.#field("how").addEventListener("click", () => {
      this.#dialog.close();
      this.#reading.open();
    });
    this.#button.addEventListener("click", () => this.#open());
    this.#dialog.addEventListener("close", () => on.closed());
    for (const id of ["x", "key", "axes", "scale", "spacing", "band", "line"]) openByKeys(this.#field(id));
    this.#listen("x", value => this.#read({ xColumn: value || undefined, keys: undefined, lines: undefined }));
    this.#listen("key", value => this.#read({
      keyColumn: value === "" ? undefined : value === "-" ? "" : value.slice(1), keys: undefined, lines: undefined,
    }));
    this.#listen("axes", value => chart.choose({ valueAxes: value || undefined }));
    this.#listen("scale", value => chart.choose({ valueScale: value || undefined, ranges: undefined }));
    this.#listen("spacing", value => this.#read({ axis: value || undefined }));
    this.#listen("band", value => chart.choose({ band: value || undefined }));
    this.#listen("line", value => chart.choose({ line: value || undefined }));
    const [formed, form] = this.#field("forms").querySelectorAll("select");
    for (const select of [formed, form]) openByKeys(select);
    formed.addEventListener("change", () => this.#fillForm());
    form.addEventListener("change", () =>
      chart.choose({ lineForms: formsText({ ...forms(this.#shown.view.lineForms), [formed.value]: form.value }) }));
    const [line, unit] = this.#field("units").querySelectorAll("select, input");
    openByKeys(line);
    line.addEventListener("change", () => this.#fillUnit());
    unit.addEventListener("change", () => this.#chooseUnit(line.value, unit.value.trim()));
    this.#listen("zone", value => this.#chooseZone(value.trim()));
    const lines = this.#field("lines");
    lines.querySelector("input").addEventListener("input", () => this.#search());
    for (const button of lines.querySelectorAll("[data-all]")) {
      button.addEventListener("click", () => this.#checkAll(Boolean(button.dataset.all)));
    }
    lines.querySelector(".checks").addEventListener("change", () => this.#chooseLines());
  }

  #listen(id, act) {
    this.#field(id).addEventListener("change", event => {
      this.#tell(null);
      act(event.target.value);
    });
  }

  /**
   * Returns to the choice before one that the server has refused, and says why: beside its field, or on the page if the panel is
   * closed.
   * @param {Wire.Problem} problem @returns whether the problem is about a choice.
   */
  refuse({ parameter, detail }) {
    const { view, collection } = this.#shown;
    const field = fields[parameter];
    if (!field || view[parameter] === undefined) return false;
    const { choice } = this.#good;
    const isOther = this.#good.collection !== collection || choice[parameter] === view[parameter];
    const next = Object.fromEntries(Object.entries(view).filter(([name]) =>
      (isOther ? name !== parameter && !field.dependents.includes(name) : !(name in fields))));
    const text = sentence(detail, parameter);
    this.#on.read(isOther ? next : { ...next, ...choice });
    this.#tell({ id: this.#reading.isOpen && ["x", "key"].includes(field.id) ? `reading-${field.id}` : field.id, text });
    if (!this.#dialog.open && !this.#reading.isOpen) this.#on.note(`${parameter}: ${text}`);
    return true;
  }

  /** Shows beside a field why its choice was refused; null shows nothing. */
  #tell(refused) {
    this.#refused = refused;
    for (const element of document.querySelectorAll(".settings .refused")) element.remove();
    for (const element of document.querySelectorAll(".settings [aria-invalid]")) element.removeAttribute("aria-invalid");
    if (!refused) return;
    const field = this.#field(refused.id);
    field.ariaInvalid = "true";
    (field.closest(".row") ?? field).after(element("p", { className: "refused", role: "alert" }, refused.text));
  }

  /** @param {Wire.Chart | undefined} plan is a plan's chart, undefined for pictures. */
  show(plan) {
    this.#plan = plan ?? null;
    this.#button.hidden = !plan;
    this.#reading.offer(Boolean(plan));
    if (plan) {
      const { collection, view } = this.#shown;
      this.#good = { collection, choice: choiceOf(view) };
      remember(collection, view);
    }
    if (this.#isStale && this.#reading.isOpen) {
      this.#isStale = false;
      this.#reading.ask();
    }
    if (!this.#dialog.open) return;
    if (!plan) return this.#dialog.close();
    if (this.#isStale) this.#ask();
    else this.#fill();
  }

  #open() {
    this.#dialog.showModal();
    this.#say("");
    this.#tell(this.#refused);
    this.#ask();
  }

  /** Fetches the table's columns and values. */
  async #ask() {
    this.#isStale = false;
    clearTimeout(this.#poll);
    const { view, entry } = this.#shown;
    const query = new URLSearchParams();
    for (const name of columnNames) if (view[name] !== undefined) query.set(name, view[name]);
    const wanted = this.#field("lines").querySelector("input").value;
    if (wanted) query.set("q", wanted);
    query.set("limit", String(most));
    try {
      // The answer is outdated after another search or choice of columns.
      const table = await this.#latest.only(signal => json(entry.links.table, query, { signal }));
      if (!table) return;
      this.#table = table;
      // The values that tell lines apart are counted while the table is read.
      if (!table.complete && this.#dialog.open) this.#poll = setTimeout(() => this.#ask(), 1000);
      this.#say("");
      this.#fill();
    } catch (error) {
      this.#say(sentence(error.message));
    }
  }

  #say(text) { this.#dialog.querySelector(".said").textContent = text; }

  #read(change) {
    this.#isStale = true;
    this.#tell(null);
    const next = { ...this.#shown.view, ranges: undefined, hide: undefined, show: undefined, ...change };
    // What was in view stays there, unless it is to be told along other values.
    const { current } = this.#shown;
    const isAll = !current?.edges || current.edges.left && current.edges.right;
    const isSameX = !("xColumn" in change) || change.xColumn === this.#shown.view.xColumn;
    const { from, to } = current?.chart?.range ?? {};
    this.#on.read(next, isAll || !isSameX || !(from < to) ? null : { from, to });
  }

  #fill() {
    if (!this.#table || !this.#plan) return;
    const { columns } = this.#table;
    const { view } = this.#shown;
    this.#options("x", columns.filter(({ kind }) => kind !== "text" && kind !== "empty").map(({ name }) => [name, name]),
      columns.filter(({ use }) => use === "x").map(({ name }) => name)[0] ?? view.xColumn ?? "", "the rows’ order");
    this.#options("key", [["", "what the table tells"], ["-", "nothing: each column is a line"],
      ...columns.filter(({ use, kind }) => use !== "x" && kind !== "empty").map(({ name }) => [`=${name}`, name])],
    view.keyColumn === undefined ? "" : view.keyColumn === "" ? "-" : `=${view.keyColumn}`);
    for (const id of ["x", "key"]) this.#field(id).disabled = !columns.length;
    this.#field("axes").value = view.valueAxes ?? "";
    this.#field("scale").value = view.valueScale ?? "";
    this.#field("spacing").value = view.axis ?? "";
    this.#field("band").value = view.band ?? "";
    this.#field("line").value = view.line ?? "";
    this.#fillLines();
    this.#formulas.fill(this.#plan);
    this.#fillRanges();
    this.#fillUnits();
    this.#fillZone();
  }

  #options(id, options, value, none) {
    const select = this.#field(id);
    const all = options.some(([name]) => name === value) ? options : [[value, none ?? value], ...options];
    const text = JSON.stringify(all);
    if (select.dataset.text !== text) {
      select.dataset.text = text;
      select.replaceChildren(...all.map(([name, title]) => new Option(title, name)));
    }
    select.value = value;
  }

  // Lines

  #fillLines() {
    const { keys, columns } = this.#table;
    const fieldset = this.#field("lines");
    const lines = new Map(this.#plan.lines.map(line => [line.name, line]));
    fieldset.querySelector("legend").textContent = keys ? `Values of ${keys.column}` : "Lines";
    const entries = keys
      ? keys.values.map(({ name, rows, isShown }) => ({ name, note: rows.toLocaleString(), isOn: isShown }))
      : (columns.length ? columns.filter(({ kind, use }) => kind === "number" && use !== "x") : [...lines.values()])
        .map(({ name }) => ({ name, note: lines.get(name)?.unit ?? "", isOn: lines.get(name)?.isShown ?? false }));
    const wanted = keys ? "" : fieldset.querySelector("input").value.toLowerCase();
    const found = entries.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, most);
    const checks = fieldset.querySelector(".checks");
    const text = JSON.stringify(found.map(({ name, note }) => [name, note]));
    if (checks.dataset.text !== text) {
      checks.dataset.text = text;
      checks.replaceChildren(...found.map(({ name, note }) =>
        element("label", {}, element("input", { type: "checkbox", value: name }), element("bdi", {}, name), element("small", {}, note))));
    }
    const on = new Set(found.filter(({ isOn }) => isOn).map(({ name }) => name));
    if (!this.#timer) for (const box of checks.querySelectorAll("input")) box.checked = on.has(box.value);
    const more = (keys ? keys.count : entries.length) - found.length;
    if (more > 0 && !wanted) this.#say(`${more.toLocaleString()} more are found by their letters.`);
  }

  #search() {
    if (!this.#table?.keys) return this.#fillLines();
    clearTimeout(this.#searching);
    this.#searching = setTimeout(() => this.#ask(), 200);
  }

  #searching = 0;

  #checkAll(isOn) {
    for (const box of this.#field("lines").querySelectorAll(".checks input")) box.checked = isOn;
    this.#chooseLines();
  }

  #chooseLines() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      const boxes = [...this.#field("lines").querySelectorAll(".checks input")];
      if (this.#table.keys) this.#chooseKeys(boxes);
      else this.#chooseColumns(boxes);
    }, pause);
  }

  /** Chooses the values that become lines of a long table. Values that the filter hides stay as they are. */
  #chooseKeys(boxes) {
    const { view } = this.#shown;
    const listed = new Set(boxes.map(({ value }) => value));
    const chosen = names(view.keys).filter(name => !listed.has(name));
    const keys = [...chosen, ...boxes.filter(({ checked }) => checked).map(({ value }) => value)];
    if (!keys.length) return this.#say("At least one has to be shown.");
    if (keys.length > 256) return this.#say(`${keys.length} are too many: a chart has 256 lines at most.`);
    this.#read({ keys: list(keys), keyColumn: view.keyColumn });
  }

  /** Hides or shows columns that are lines; for other columns the table is read again. */
  #chooseColumns(boxes) {
    const lines = new Set(this.#plan.lines.map(({ name }) => name));
    const added = boxes.filter(({ checked, value }) => checked && !lines.has(value)).map(({ value }) => value);
    const hidden = this.#chart.hidden;
    for (const { checked, value } of boxes) {
      if (checked) hidden.delete(value);
      else if (lines.has(value)) hidden.add(value);
    }
    if (!added.length) return this.#chart.hide(hidden);
    const computed = new Set(formulas(this.#shown.view.formulas).map(([name, text]) => name || text));
    const shown = this.#plan.lines.map(({ name }) => name).filter(name => !hidden.has(name) && !computed.has(name));
    this.#read({ lines: list([...shown, ...added].slice(0, 256)) });
  }

  // Ranges and the zone

  #fillRanges() {
    const element = this.#field("ranges");
    const { panes, lines } = this.#plan;
    while (element.children.length > panes.length) element.lastChild.remove();
    panes.forEach((pane, index) => {
      const row = element.children[index] ?? element.appendChild(this.#range(index));
      const [first, second] = pane.lines.map(line => lines[line].name);
      row.querySelector("span").textContent = panes.length > 1 ? `${first ?? ""}${second ? ", …" : ""}, from, to` : "Values from, to";
      const [low, high] = row.querySelectorAll("input");
      if (![low, high].includes(document.activeElement)) [low.value, high.value] = [pane.minValue, pane.maxValue];
      row.querySelector("button").disabled = !pane.isFixed;
    });
  }

  #range(pane) {
    const change = () => {
      const [low, high] = ends.map(({ value }) => Number(value));
      if (!ends.every(({ value }) => value !== "") || !(low < high)) return this.#say("The lower end has to be below the upper one.");
      this.#say("");
      this.#chart.fix(pane, low, high);
    };
    const ends = ["lower", "upper"].map(end => element("input", {
      type: "number", step: "any", ariaLabel: `The ${end} end of the values of axis ${pane + 1}`, on: { change },
    }));
    const all = button({ ariaLabel: `All values of axis ${pane + 1}`, on: { click: () => this.#chart.release([pane]) } }, "All");
    return element("div", { className: "row" }, element("span"), ...ends, all);
  }

  #fillUnits() {
    const all = this.#plan.lines.map(({ name }) => name);
    const text = JSON.stringify(all);
    for (const select of [this.#field("units").querySelector("select"), this.#field("forms").querySelector("select")]) {
      if (select.dataset.text === text) continue;
      const { value } = select;
      select.dataset.text = text;
      select.replaceChildren(...all.map(name => new Option(name, name)));
      if (all.includes(value)) select.value = value;
    }
    this.#fillUnit();
    this.#fillForm();
  }

  /** The form that the chosen line was given. */
  #fillForm() {
    const [line, form] = this.#field("forms").querySelectorAll("select");
    form.value = forms(this.#shown.view.lineForms)[line.value] ?? "";
  }

  /** The unit that the chosen line has. */
  #fillUnit() {
    const [select, field] = this.#field("units").querySelectorAll("select, input");
    if (document.activeElement !== field) field.value = this.#plan.lines.find(({ name }) => name === select.value)?.unit ?? "";
  }

  #chooseUnit(line, unit) {
    this.#tell(null);
    this.#chart.choose({ units: unitsText({ ...units(this.#shown.view.units), [line]: unit }) });
  }

  #fillZone() {
    const field = this.#field("zone");
    const { zone, axis } = this.#plan;
    field.closest(".row").hidden = axis !== "date";
    this.#field("spacing-row").hidden = axis === "even" && this.#shown.view.axis !== "even";
    field.disabled = !zone.isKnown;
    field.placeholder = zone.isKnown ? this.#table.zone ?? "" : "none is in the file";
    if (document.activeElement !== field) field.value = this.#shown.view.timeZone ?? "";
    const zones = this.#field("zones");
    if (zones.children.length) return;
    zones.append(...["UTC", ...(Intl.supportedValuesOf?.("timeZone") ?? [])].map(name => new Option(name, name)));
  }

  #chooseZone(name) {
    const isKnown = !name || /^(UTC)?([+-]\d\d(:\d\d)?)?$/.test(name) || [...this.#field("zones").children].some(({ value }) => value === name);
    this.#say(isKnown ? "" : `“${name}” is no zone: try Europe/Berlin or UTC+02:00.`);
    if (isKnown) this.#chart.choose({ timeZone: name || undefined });
  }
}

"""###,
        "chart/figures.js": ###"""
// Figures of the range in view: count, extremes, mean, slope and quantiles of each line; and downloads of the range and the view.

import { element } from "../elements/element.js";
import { known, Latest, picture } from "../wire/api.js";
import { columnNames } from "../values/chartchoice.js";
import { durationText } from "../values/durations.js";

/** Milliseconds without movement until the figures are fetched. */
const settleDelay = 200;
/** Writes numbers with at most six digits. */
const format = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 6 });
/** Parameters of a plan that change or keep the view. */
const moving = /^(anchor|brush|overview|toZoom|zoomTo|focus|fraction|start|revision|rows|velocity|lag|names|backdrop|point)/;
const written = (/** @type {number | null | undefined} */ value, /** @type {Wire.ValueKind | undefined} */ kind) =>
  (value === null || value === undefined ? "–" : kind ? durationText(value, kind) : format.format(value));

export class Figures {
  #dialog; #button; #links; #title; #table; #note; #on;
  #timer = 0;
  #asked = "";
  #latest = new Latest();
  /** @type {Page.Plan | null} */
  #plan = null;
  #query = "";

  /**
   * @param on has `entry()` and `note(text)`.
   */
  constructor(byId, on) {
    this.#on = on;
    this.#dialog = byId("figures");
    this.#button = byId("figures-button");
    this.#title = byId("figures-title");
    this.#table = this.#dialog.querySelector("tbody");
    this.#note = this.#dialog.querySelector(".note");
    this.#links = Object.fromEntries(["csv", "jsonl", "svg"].map(name => [name, this.#dialog.querySelector(`[data-as=${name}]`)]));
    this.#dialog.querySelector("[data-as=png]").addEventListener("click", () => this.#savePNG());
    this.#dialog.addEventListener("toggle", ({ newState }) => {
      this.#button.ariaExpanded = newState === "open";
      if (newState === "open") this.#ask();
    });
  }

  /**
   * Follows a plan.
   * @param {Page.Plan} plan @param {string | undefined} query is what it was asked with; undefined for one that came by itself.
   */
  show(plan, query) {
    this.#plan = plan.chart ? plan : null;
    this.#query = query ?? this.#query;
    if (!this.#plan && this.#dialog.matches(":popover-open")) this.#dialog.hidePopover();
    clearTimeout(this.#timer);
    if (this.#plan) this.#timer = setTimeout(() => this.#ask(), settleDelay);
  }

  async #ask() {
    if (!this.#plan || !this.#dialog.matches(":popover-open")) return;
    const { links, name } = this.#on.entry();
    const { range: { from, to }, lines, span } = this.#plan.chart;
    const shown = lines.map(({ isShown }, line) => (isShown ? line : null)).filter(line => line !== null);
    const range = new URLSearchParams({ from: String(from), to: String(to), lines: shown.join() });
    // Other columns are another table; a plan's parameter `lines` has its columns.
    const asked = new URLSearchParams(this.#query);
    for (const name of columnNames) if (asked.has(name)) range.set(name === "lines" ? "columns" : name, asked.get(name));
    for (const format of ["csv", "jsonl"]) {
      Object.assign(this.#links[format], { href: `${links.points}?${range}&format=${format}`, download: `${name}.${format}` });
    }
    Object.assign(this.#links.svg, { href: this.#picture("svg"), download: `${name}.svg` });
    const question = `${links.statistics}?${range}`;
    if (question === this.#asked) return;
    this.#asked = question;
    const answer = await this.#latest.only(signal => known(links.statistics, range, { signal }));
    if (answer === undefined) return;
    if (!answer) {
      this.#asked = "";
      this.#note.textContent = "The server does not answer.";
      return;
    }
    this.#title.textContent = span;
    this.#write(answer, lines);
  }

  /** @param {Wire.Statistics} statistics @param {Wire.Line[]} drawn */
  #write({ lines, slopePer, confidence }, drawn) {
    this.#table.replaceChildren(...lines.map(line => {
      const { kind } = line;
      // Durations say their unit.
      const unit = kind ? "" : drawn[line.line]?.unit ?? line.unit;
      /** Writes a value; `digits` has those that a JavaScript number cannot hold. */
      const read = place => (place?.digits ? BigInt(place.digits).toLocaleString() : written(place?.value, kind));
      const name = unit ? `${line.name} · ${unit}` : line.name;
      const head = element("th", { scope: "row", css: { "--colour": drawn[line.line]?.colour ?? "" } }, element("bdi", {}, name));
      const cells = [
        line.count.toLocaleString(), read(line.first), read(line.last), read(line.min),
        read(line.max), written(line.mean, kind), written(line.slope, kind ? "duration" : undefined),
        ...line.quantiles.map(({ value }) => written(value, kind)),
      ];
      const places = [null, line.first, line.last, line.min, line.max];
      return element("tr", {}, head, ...cells.map((text, index) => element("td", { title: places[index]?.label ?? "" }, text)));
    }));
    const error = Math.max(0, ...lines.map(({ rankError }) => rankError));
    const per = slopePer === "1" ? "unit of x" : slopePer;
    this.#note.textContent = `Slope: least squares, per ${per}. Quantiles: ${error === 0 ? "of all values"
      : `of a sample; ranks right to ±${(100 * error).toFixed(1)} % (certainty ${100 * confidence} %)`}.`;
  }

  /** Returns the address of the view as a picture, with its position instead of the movement that led there. */
  #picture(format) {
    const query = new URLSearchParams(this.#query);
    for (const name of [...query.keys()]) if (moving.test(name)) query.delete(name);
    query.set("x", String(this.#plan.contentOffset.x));
    query.set("lineGap", String(this.#plan.chart.lineGap));
    query.set("paintedLineGap", String(this.#plan.chart.lineGap));
    query.set("paintedMinValue", String(this.#plan.chart.section.minValue));
    query.set("paintedMaxValue", String(this.#plan.chart.section.maxValue));
    query.set("format", format);
    return `${this.#on.entry().links.picture}?${query}`;
  }

  /** Saves the server's drawing as PNG, with the browser's fonts. */
  async #savePNG() {
    let url = null;
    try {
      const image = new Image();
      url = URL.createObjectURL(await picture(this.#picture("svg")));
      image.src = url;
      await image.decode();
      const canvas = element("canvas", { width: image.width * devicePixelRatio, height: image.height * devicePixelRatio });
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      const blob = await new Promise(done => canvas.toBlob(done, "image/png"));
      const link = element("a", { href: URL.createObjectURL(blob), download: `${this.#on.entry().name}.png` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch {
      this.#on.note("The picture could not be made. Is the server still running?");
    } finally {
      if (url) URL.revokeObjectURL(url);
    }
  }
}

"""###,
        "chart/flags.js": ###"""
// Paints a chart's marks as flags: a line over the chart's height, and the name at its foot.

import { button, element } from "../elements/element.js";

export class Flags {
  #element; #note;
  #flags = [];

  /** @param note says a sentence: all names of a flag that is pressed. */
  constructor(element, note) {
    this.#element = element;
    this.#note = note;
    element.addEventListener("click", event => {
      const flag = this.#flags.find(({ button }) => button === event.target.closest("button"));
      if (flag) this.#note(flag.words);
    });
  }

  /**
   * @param {Wire.Chart | null} chart is a plan's, null for none. @param corner is the viewport's top-left corner in runway px.
   */
  paint(chart, corner) {
    const marks = chart?.marks ?? [];
    this.#element.hidden = !marks.length;
    for (const side of ["top", "bottom"]) this.#element.style.setProperty(`--${side}`, `${chart?.section[side] ?? 0}px`);
    while (this.#element.children.length > marks.length) this.#element.lastChild.remove();
    this.#flags = marks.map((mark, index) => {
      const flag = this.#element.children[index] ?? this.#element.appendChild(this.#make());
      const button = flag.firstChild;
      if (button.textContent !== mark.label) button.textContent = mark.label;
      const hidden = mark.count - mark.labels.length;
      const words = mark.labels.map(({ text, place }) => `${text} (${place})`).join(", ") + (hidden > 0 ? ` and ${hidden} more` : "");
      if (button.title !== words) button.title = words;
      flag.style.setProperty("--room", `${mark.room}px`);
      return { flag, button, words, x: corner.x + mark.x, y: corner.y + chart.section.top };
    });
    this.shift(0, 0);
  }

  shift(dx, dy) {
    for (const flag of this.#flags) {
      flag.x += dx;
      flag.y += dy;
      flag.flag.style.translate = `${flag.x}px ${flag.y}px`;
    }
  }

  #make() {
    const flag = element("div", { className: "flag", role: "listitem" }, button({ className: "" }));
    return flag;
  }
}

"""###,
        "chart/formulas.js": ###"""
// The formulas of a chart, in its panel: lines that are computed from others.

import { button, element } from "../elements/element.js";
import { formulas, formulasText, list, names } from "../values/chartchoice.js";

/** Names that need no quotation marks in a formula. */
const bare = /^[\p{L}_][\p{L}\p{N}_.]*$/u;

/** A line's name as it is written in a formula. */
export const written = (/** @type {string} */ name) => (bare.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

export class Formulas {
  #rows; #name; #text; #shown; #on;
  /** The formula that was added last: its fields are emptied once it is drawn. */
  #tried = "";

  /**
   * @param field gives an element by the end of its id. @param shown is what the page shows.
   * @param on has `read(change)`, for other formulas.
   */
  constructor(field, shown, on) {
    [this.#rows, this.#name, this.#text] = ["formula-rows", "formula-name", "formula"].map(field);
    [this.#shown, this.#on] = [shown, on];
    for (const input of [this.#name, this.#text]) {
      input.addEventListener("keydown", event => { if (event.key === "Enter" && !event.isComposing) this.#add(); });
    }
    field("formula-add").addEventListener("click", () => this.#add());
  }

  get #all() { return formulas(this.#shown.view.formulas); }

  /** Hidden lines stay hidden, and a new one is seen. @param {string[][]} all @param {string} [added] */
  #choose(all, added) {
    const { hide, show, ranges } = this.#shown.view;
    const shown = show !== undefined && added && !names(show).includes(added) ? list([...names(show), added]) : show;
    this.#on.read({ hide, show: shown, ranges, formulas: formulasText(all) });
  }

  /** Adds the formula that is written, in place of one with its name. */
  #add() {
    const [name, text] = [this.#name.value.trim(), this.#text.value.trim()];
    if (!text) return this.#text.focus();
    this.#tried = text;
    const known = name || text;
    const all = this.#all;
    const place = all.findIndex(([other, formula]) => (other || formula) === known);
    if (place < 0) all.push([name, text]);
    else all[place] = [name, text];
    this.#choose(all, known);
  }

  /** @param {Wire.Chart} plan is the chart that is drawn, with all formulas of the view. */
  fill(plan) {
    const all = this.#all;
    if (this.#tried && all.some(([, text]) => text === this.#tried)) {
      [this.#name.value, this.#text.value, this.#tried] = ["", "", ""];
    }
    const own = new Set(all.map(([name, text]) => name || text));
    const [a, b] = plan.lines.map(({ name }) => name).filter(name => !own.has(name)).map(written);
    if (a) this.#text.placeholder = b ? `${a} - ${b}` : plan.axis === "date" ? `mean(${a}, 24h)` : `mean(${a}, 7)`;
    const text = JSON.stringify(all);
    if (this.#rows.dataset.text === text) return;
    this.#rows.dataset.text = text;
    this.#rows.replaceChildren(...all.map(([name, formula], place) => {
      const title = name || formula;
      const remove = () => this.#choose(all.filter((_, other) => other !== place));
      const change = () => {
        [this.#name.value, this.#text.value] = [name, formula];
        this.#text.focus();
      };
      return element("div", { className: "row" }, element("span", {}, element("bdi", {}, title)),
        name ? element("code", {}, formula) : null,
        button({ ariaLabel: `Change ${title}`, on: { click: change } }, "Change"),
        button({ ariaLabel: `Remove ${title}`, on: { click: remove } }, "Remove"));
    }));
  }
}

"""###,
        "chart/legend.js": ###"""
// The legend: a switch for each line of a chart. What has no room above the data folds into a button.

import { button, element } from "../elements/element.js";

/** Up to this many lines need no filter. */
const few = 12;
/** The part of the window's height that a legend may take from the data. */
const most = 0.08;
const svg = "http://www.w3.org/2000/svg";

export class Legend {
  #element; #on;
  #text = "";
  /** @type {Wire.Line[]} */
  #lines = [];
  /** The filter and the buttons for all lines; null for few lines. */
  #tools = null;
  #list = element("div", { id: "legend-lines", className: "legend-lines" });
  /** Opens a list of all names in full. It is in the document where some are cut, or where there is no room for the switches. */
  #more = button({ className: "plain legend-more", ariaExpanded: "false", on: { click: () => this.#open(!this.#isOpen) } });
  #isOpen = false;
  #overlap = 0;

  /** @param on has `toggle(name)`, `all()`, `none()` and `resized()`, when it covers more or less. */
  constructor(element, on) {
    this.#element = element;
    this.#on = on;
    this.#more.setAttribute("aria-controls", this.#list.id);
    element.append(this.#list);
    element.addEventListener("keydown", event => {
      if (event.key !== "Escape" || !this.#isOpen) return;
      event.stopPropagation();
      event.preventDefault();
      this.#open(false);
      this.#more.focus();
    });
    new ResizeObserver(() => this.#measure()).observe(this.#list);
  }

  /** How much of the view its rows after the first cover, in px: the first has room above the data. */
  get overlap() { return this.#overlap; }

  /** Folds the legend if it has too many rows. While it is open it lies over the data, which stay where they are. */
  #measure() {
    // The keys make a name longer for a while.
    if (this.#isOpen || this.#list.querySelector(":focus-visible")) return;
    const rest = this.#list.scrollHeight - (this.#buttons[0]?.offsetHeight ?? 0);
    const isFolded = this.#lines.length > few || rest > most * innerHeight;
    const isCut = this.#buttons.some(({ lastElementChild: name }) => name.scrollWidth > name.clientWidth);
    this.#element.classList.toggle("folded", isFolded);
    if (!isFolded && !isCut) this.#more.remove();
    else if (!this.#more.isConnected) this.#list.before(this.#more);
    this.#more.textContent = isFolded ? `${this.#lines.length} lines` : "";
    this.#more.ariaLabel = `${this.#lines.length} lines: names in full`;
    const overlap = isFolded ? 0 : Math.max(rest, 0);
    if (overlap === this.#overlap) return;
    this.#overlap = overlap;
    this.#on.resized();
  }

  #open(isOpen) {
    this.#isOpen = isOpen;
    this.#more.ariaExpanded = String(isOpen);
    this.#element.classList.toggle("open", isOpen);
    this.#measure();
  }

  /** @param {Wire.Line[]} lines are a plan's. */
  paint(lines) {
    const text = JSON.stringify(lines);
    if (text === this.#text) return;
    this.#text = text;
    const isOther = lines.length !== this.#lines.length || lines.some(({ name }, index) => name !== this.#lines[index].name);
    this.#lines = lines;
    if (lines.length > few) this.#offerTools();
    else { this.#tools?.remove(); this.#tools = null; }
    const focus = document.activeElement?.closest(".legend-lines button")?.textContent;
    this.#list.replaceChildren(...lines.map(line => this.#button(line)));
    if (focus) this.#buttons.find(({ textContent }) => textContent === focus)?.focus({ preventScroll: true });
    this.#filter();
    if (isOther) this.#open(false);
  }

  /** @param {Wire.Line} line */
  #button({ name, colour, isShown, width = 1, dashes = [], form }) {
    return button({ ariaPressed: isShown, title: name, on: { click: () => this.#on.toggle(name) } },
      swatch(colour, width, dashes, form), element("bdi", {}, name));
  }

  #offerTools() {
    if (this.#tools) return;
    const field = element("input", { type: "search", placeholder: "Find a line", ariaLabel: "Find a line", on: {
      input: () => {
        this.#filter();
        this.#open(true);
      },
    } });
    const buttons = [["All", this.#on.all], ["None", this.#on.none]].map(([text, act]) =>
      button({ className: "plain tool", on: { click: () => act() } }, text));
    this.#tools = element("div", { className: "legend-tools" }, field, ...buttons);
    this.#element.prepend(this.#tools);
  }

  get #buttons() { return [...this.#list.querySelectorAll("button")]; }

  #filter() {
    const wanted = (this.#tools?.querySelector("input").value ?? "").toLowerCase();
    this.#buttons.forEach((button, index) => {
      button.hidden = !this.#lines[index].name.toLowerCase().includes(wanted);
    });
  }
}

/** The path of a sample, and what differs from a line of the chart's width. @type {Record<string, {d: string, width?: number, cap?: string}>} */
const samples = {
  straight: { d: "M2 3H26" }, curve: { d: "M2 3H26" }, steps: { d: "M2 5H10V1H19V5H26" },
  bars: { d: "M6 6V3M14 6V0M22 6V2", width: 2.5, cap: "butt" }, points: { d: "M5 3h.01M14 3h.01M23 3h.01", width: 2.5, cap: "round" },
};

/** Returns a sample of a line as it is drawn. */
export function swatch(colour, width, dashes, form = "straight") {
  const sample = samples[form];
  const picture = document.createElementNS(svg, "svg");
  picture.setAttribute("class", "swatch");
  picture.setAttribute("viewBox", "0 0 28 6");
  picture.setAttribute("aria-hidden", "true");
  const line = picture.appendChild(document.createElementNS(svg, "path"));
  line.setAttribute("d", sample.d);
  line.setAttribute("stroke", colour);
  line.setAttribute("stroke-width", String(2 * width * (sample.width ?? 1)));
  line.setAttribute("stroke-linecap", sample.cap ?? (dashes.length ? "round" : "butt"));
  if (sample.cap) return picture;
  // A dash of length 0 needs a little length to be painted.
  line.setAttribute("stroke-dasharray", dashes.map(length => 2 * length || 0.01).join(" "));
  return picture;
}

"""###,
        "chart/overview.js": ###"""
// The strip below a chart shows all of it, with the range in view, which can be moved and resized.

import { element as make } from "../elements/element.js";

/** How far a key moves the range, as a fraction of it, and an edge, in px of the strip. */
const [part, step] = [0.1, 8];

export class Overview {
  #element; #window; #edges; #on;
  /** Is in the document only with a chart, to save memory. */
  #picture = make("img", { alt: "", draggable: false });
  /** @type {Wire.Chart["overview"] | null} The last plan's strip; null before the first. */
  #strip = null;
  /** The part that a pointer holds, and the distance from its middle, in px. */
  #held = null;

  /**
   * @param element has a `.range` and two `.edge`s.
   * @param on has `show(parameters, isDragged)`, which asks for a plan of another range; and `end()`, when a pointer has let go.
   */
  constructor(element, on) {
    this.#element = element;
    this.#on = on;
    this.#window = element.querySelector(".range");
    this.#edges = [...element.querySelectorAll(".edge")];
    // The old picture stays until the new one has come; a change meanwhile is fetched then.
    this.#picture.addEventListener("load", () => this.#load());
    this.#picture.addEventListener("error", () => { this.#picture.dataset.failed = this.#picture.getAttribute("src"); });
    element.addEventListener("pointerdown", event => this.#take(event));
    element.addEventListener("pointermove", event => {
      if (this.#held && element.hasPointerCapture(event.pointerId)) this.#drag(event.clientX);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      element.addEventListener(end, () => {
        if (!this.#held) return;
        this.#held = null;
        element.classList.remove("dragging");
        on.end();
      });
    }
    element.addEventListener("keydown", event => this.#key(event));
    new ResizeObserver(() => { if (!element.hidden) on.resized(); }).observe(element);
  }

  /** The strip's size for the next plan; no parameters if it is hidden. */
  question() {
    const { clientWidth, clientHeight } = this.#element;
    return clientWidth >= 16 && clientHeight >= 16 ? { overview: `${clientWidth},${clientHeight}` } : {};
  }

  /** @param {Wire.Chart | undefined} chart is a plan's; undefined for pictures. */
  paint(chart) {
    this.#strip = chart?.overview ?? null;
    if (!this.#strip) return;
    const { start, end } = this.#strip;
    const { style } = this.#element;
    if (!this.#picture.isConnected) this.#element.prepend(this.#picture);
    style.setProperty("--start", `${start}px`);
    style.setProperty("--end", `${end}px`);
    this.#window.setAttribute("aria-valuetext", chart.span);
    this.#window.setAttribute("aria-valuenow", this.#percent((start + end) / 2));
    this.#edges.forEach((edge, index) => edge.setAttribute("aria-valuenow", this.#percent(index ? end : start)));
    this.#load();
  }

  clear() {
    this.#strip = null;
    this.#picture.removeAttribute("src");
    this.#picture.remove();
  }

  #load() {
    const url = this.#strip?.url;
    const [now, isBusy] = [this.#picture.getAttribute("src"), !this.#picture.complete];
    if (url && url !== now && !(isBusy && now !== this.#picture.dataset.failed)) this.#picture.src = url;
  }

  #percent(x) { return Math.round(100 * x / this.#strip.width); }

  #take(event) {
    if (event.button !== 0 || !this.#strip) return;
    const { left } = this.#element.getBoundingClientRect();
    const { start, end } = this.#strip;
    const x = event.clientX - left;
    const edge = this.#edges.indexOf(event.target);
    // A narrow range can be taken a little beyond its edges.
    const isInside = event.target === this.#window;
    this.#held = edge < 0
      ? { by: isInside ? x - (start + end) / 2 : 0 } : { edge, by: x - (edge ? end : start), other: edge ? start : end };
    this.#element.setPointerCapture(event.pointerId);
    this.#element.classList.add("dragging");
    if (edge < 0 && !isInside) this.#drag(event.clientX);
  }

  #drag(clientX) {
    const { left, width } = this.#element.getBoundingClientRect();
    const { edge, by, other } = this.#held;
    const x = Math.min(Math.max(clientX - left - by, 0), width);
    if (edge === undefined) this.#on.show({ overviewX: x }, true);
    else if (x !== other) this.#on.show({ overviewBrush: `${x},${other}` }, true);
  }

  #key(event) {
    if (!this.#strip || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    const { start, end, width } = this.#strip;
    const edge = this.#edges.indexOf(event.target);
    const ends = { Home: 0, End: width };
    if (edge >= 0 && (by || event.key in ends)) {
      const moved = by ? (edge ? end : start) + by * step : ends[event.key];
      const [low, high] = edge ? [start, Math.max(moved, start)] : [Math.min(moved, end), end];
      if (high > low) this.#on.show({ overviewBrush: `${Math.max(low, 0)},${Math.min(high, width)}` });
    } else if (edge < 0 && (by || event.key in ends)) {
      const x = by ? (start + end) / 2 + by * part * (end - start) * (event.shiftKey ? 10 : 1) : ends[event.key];
      this.#on.show({ overviewX: x });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

"""###,
        "chart/tablereading.js": ###"""
// The panel that shows a table's first lines beside how they were read, where each decision can be changed.

import { button, element } from "../elements/element.js";
import { json, Latest } from "../wire/api.js";
import { columnNames, kinds, kindsText } from "../values/chartchoice.js";
import { sentence } from "../values/fields.js";
import { openByKeys } from "../panels/pickers.js";

/** What a line was taken for, in words. */
const uses = { header: "names", units: "units", comment: "comment", data: "values", skipped: "skipped", leftOut: "left out", blank: "blank" };
const separators = { comma: "commas", semicolon: "semicolons", tab: "tabs", bar: "bars", blank: "blanks" };
const orders = { dmy: "day, month, year", mdy: "month, day, year", ymd: "year, month, day" };
const marks = { point: "a point", comma: "a comma" };
const contents = { number: "numbers", time: "times", text: "text", empty: "nothing" };
/** With another division into cells, or other names, no choice of columns holds. */
const ofColumns = { xColumn: undefined, keyColumn: undefined, keys: undefined, lines: undefined, columnKinds: undefined };
/** The most columns whose contents can be chosen here. */
const most = 200;

export class TableReading {
  #open; #dialog; #shown; #on; #field;
  /** @type {Wire.Table | null} */
  #table = null;
  #latest = new Latest();
  #poll = 0;

  /**
   * @param byId gives an element by its id. @param shown is what the page shows.
   * @param on has `read(change)`, for another way to read the table, and `closed()`.
   */
  constructor(byId, shown, on) {
    [this.#open, this.#dialog] = ["table-reading-button", "table-reading"].map(byId);
    [this.#shown, this.#on, this.#field] = [shown, on, id => byId(`panel-${id}`)];
    this.#open.addEventListener("click", () => this.open());
    this.#dialog.addEventListener("close", () => on.closed());
    for (const id of ["separator", "header", "mark", "order", "reading-x", "reading-key"]) openByKeys(this.#field(id));
    this.#listen("separator", value => ({ separator: value || undefined, headerLine: undefined, ...ofColumns }));
    this.#listen("header", value => ({ headerLine: value || undefined, ...ofColumns }));
    this.#listen("mark", value => ({ decimalMark: value || undefined }));
    this.#listen("order", value => ({ dateOrder: value || undefined }));
    this.#listen("reading-x", value => ({ xColumn: value || undefined, keys: undefined, lines: undefined }));
    this.#listen("reading-key", value => ({
      keyColumn: value === "" ? undefined : value === "-" ? "" : value.slice(1), keys: undefined, lines: undefined,
    }));
    this.#field("kinds").addEventListener("change", event => {
      const { name, value } = event.target;
      on.read({ columnKinds: kindsText({ ...kinds(this.#shown.view.columnKinds), [name]: value }), keys: undefined, lines: undefined });
    });
    this.#field("found").addEventListener("click", () =>
      on.read({ separator: undefined, headerLine: undefined, decimalMark: undefined, dateOrder: undefined, ...ofColumns }));
  }

  get isOpen() { return this.#dialog.open; }

  /** @param {boolean} isChart says whether it is offered. */
  offer(isChart) {
    this.#open.hidden = !isChart;
    if (!isChart && this.isOpen) this.#dialog.close();
  }

  open() {
    this.#dialog.showModal();
    this.ask();
  }

  #listen(id, change) {
    this.#field(id).addEventListener("change", event => this.#on.read(change(event.target.value)));
  }

  /** Fetches how the table is read, where the panel is open; again while it is still being read. */
  async ask() {
    clearTimeout(this.#poll);
    if (!this.isOpen) return;
    const { view, entry } = this.#shown;
    const query = new URLSearchParams({ limit: "0" });
    for (const name of columnNames) if (view[name] !== undefined) query.set(name, view[name]);
    const said = this.#dialog.querySelector(".said");
    try {
      const table = await this.#latest.only(signal => json(entry.links.table, query, { signal }));
      if (!table) return;
      this.#table = table;
      said.textContent = table.firstLines.length ? "" : "This chart is made by the program: there is no file.";
      this.#fill();
      if (!table.complete) this.#poll = setTimeout(() => this.ask(), 1000);
    } catch (error) {
      said.textContent = sentence(error.message);
    }
  }

  /** Returns what was found. @param {Wire.TableFinding["what"]} what */
  #value(what) { return this.#table.findings.find(finding => finding.what === what)?.value ?? ""; }

  #fill() {
    const { columns, firstLines, findings } = this.#table;
    const { view } = this.#shown;
    const words = (/** @type {Record<string, string>} */ table, value) => table[value] ?? value;
    const pairs = table => Object.entries(table);
    this.#options("separator", pairs(separators), view.separator, words(separators, this.#value("separator")));
    const header = this.#value("header");
    this.#options("header", [["0", "in no line"], ...firstLines.filter(({ use }) => use !== "blank")
      .map(({ line, text }) => [String(line), `in line ${line}: ${text.trim().slice(0, 40)}`])],
    view.headerLine, header === "none" ? "in no line" : header && `in line ${header}`);
    this.#options("mark", pairs(marks), view.decimalMark, words(marks, this.#value("decimalMark")));
    this.#options("order", pairs(orders), view.dateOrder, words(orders, this.#value("dateOrder")));
    this.#options("reading-x", columns.filter(({ kind }) => kind !== "text" && kind !== "empty").map(({ name }) => [name, name]),
      view.xColumn, this.#value("x") || "the rows’ order");
    this.#options("reading-key", [["-", "nothing: each column is a line"],
      ...columns.filter(({ use, kind }) => use !== "x" && kind !== "empty").map(({ name }) => [`=${name}`, name])],
    view.keyColumn === undefined ? undefined : view.keyColumn === "" ? "-" : `=${view.keyColumn}`, this.#value("key") || "nothing");
    this.#fillLines();
    this.#fillKinds();
    this.#field("findings").replaceChildren(...findings.map(({ because }) => element("li", {}, because)));
    for (const select of this.#dialog.querySelectorAll("select")) select.disabled = !columns.length;
  }

  /** Fills a list, in which the first entry is what was found. */
  #options(id, options, value, found) {
    const select = this.#field(id);
    const all = [["", value === undefined && found ? `as found: ${found}` : "as found"], ...options];
    if (value !== undefined && !all.some(([name]) => name === value)) all.push([value, value]);
    const text = JSON.stringify(all);
    if (select.dataset.text !== text) {
      select.dataset.text = text;
      select.replaceChildren(...all.map(([name, title]) => new Option(title, name)));
    }
    select.value = value ?? "";
  }

  /** The file's first lines. The number of a line makes it the one with the names. */
  #fillLines() {
    const body = this.#field("first-lines");
    const active = body.contains(document.activeElement) ? document.activeElement.textContent : null;
    body.replaceChildren(...this.#table.firstLines.map(({ line, text, use, isCut }) => {
      const take = button({
        ariaLabel: `Names are in line ${line}`, title: `Names are in line ${line}`, ariaPressed: String(use === "header"), disabled: use === "blank",
        on: { click: () => this.#on.read({ headerLine: String(line), ...ofColumns }) },
      }, String(line));
      return element("tr", { className: use }, element("th", { scope: "row" }, take), element("td", {}, uses[use]),
        element("td", {}, element("code", {}, `${text}${isCut ? "…" : ""}`)));
    }));
    if (active) [...body.querySelectorAll("button")].find(({ textContent }) => textContent === active)?.focus();
  }

  #fillKinds() {
    const { columns } = this.#table;
    const box = this.#field("kinds").querySelector(".checks");
    const chosen = kinds(this.#shown.view.columnKinds);
    const shown = columns.slice(0, most);
    const text = JSON.stringify([shown.map(({ name, kind }) => [name, chosen[name] ? "" : kind]), chosen]);
    if (box.dataset.text === text) return;
    box.dataset.text = text;
    const active = box.contains(document.activeElement) ? /** @type {HTMLSelectElement} */ (document.activeElement).name : null;
    box.replaceChildren(...shown.map(({ name, kind }) => {
      const found = chosen[name] ? "as found" : `as found: ${contents[kind]}`;
      const select = element("select", { name }, new Option(found, ""),
        ...["number", "time", "text"].map(kind => new Option(contents[kind], kind)));
      select.value = chosen[name] ?? "";
      openByKeys(select);
      return element("label", {}, element("bdi", {}, name), select);
    }));
    if (active) [...box.querySelectorAll("select")].find(({ name }) => name === active)?.focus();
  }
}

"""###,
        "chart/valueaxes.js": ###"""
// The value axes beside a chart: labels, units, and a strip on which a drag fixes the range.

import { element } from "../elements/element.js";

export class ValueAxes {
  #element; #on;
  #panes = [];
  /** Where a press began, and in which pane. */
  #from = null;
  #range = element("div", { className: "axis-range", hidden: true });

  /** @param on has `fix(top, bottom, pane)`, in px of the viewport, `release(pane)`, and `wheel(event)`. */
  constructor(parent, on) {
    this.#element = parent;
    this.#on = on;
    parent.append(this.#range);
  }

  /** @param {Wire.Pane[]} panes are a plan's; empty for none. @param {Wire.Line[]} lines are the plan's, too. */
  paint(panes, lines) {
    while (this.#panes.length > panes.length) this.#panes.pop().remove();
    while (this.#panes.length < panes.length) this.#panes.push(this.#element.appendChild(this.#strip(this.#panes.length)));
    panes.forEach((pane, index) => {
      const strip = this.#panes[index];
      strip.classList.toggle("right", pane.isRight);
      strip.classList.toggle("fixed", pane.isFixed);
      strip.style.setProperty("--top", `${pane.top}px`);
      strip.style.setProperty("--bottom", `${pane.bottom}px`);
      strip.style.setProperty("--colours", panes.length > 1 ? colours(pane.lines.map(line => lines[line].colour)) : "none");
      const texts = [...pane.ticks.map(({ label, y }) => [label, y]), ...(pane.unit ? [[pane.unit, pane.top - 18]] : [])];
      texts.forEach(([text, y], place) => {
        const label = strip.children[place] ?? strip.appendChild(element("span"));
        if (label.textContent !== text) label.textContent = text;
        label.classList.toggle("unit", place >= pane.ticks.length);
        label.style.translate = `0 ${y}px`;
      });
      while (strip.children.length > texts.length) strip.lastChild.remove();
    });
  }

  #strip(pane) {
    const strip = element("div", { className: "axis", title: "Draw over the axis for these values alone; press twice for all" });
    strip.addEventListener("pointerdown", event => {
      if (event.button !== 0) return;
      event.preventDefault();
      strip.setPointerCapture(event.pointerId);
      this.#from = { y: event.clientY, pane };
    });
    strip.addEventListener("pointermove", event => {
      if (!this.#from) return;
      const [top, bottom] = this.#ends(event);
      this.#range.hidden = bottom - top < 4;
      this.#range.classList.toggle("right", strip.classList.contains("right"));
      Object.assign(this.#range.style, { top: `${top}px`, height: `${bottom - top}px` });
    });
    const end = event => {
      if (!this.#from) return;
      const [top, bottom] = this.#ends(event);
      this.#from = null;
      this.#range.hidden = true;
      if (event.type === "pointerup" && bottom - top >= 4) this.#on.fix(top, bottom, pane);
    };
    strip.addEventListener("pointerup", end);
    strip.addEventListener("pointercancel", end);
    // A wheel over the axis scrolls the view.
    strip.addEventListener("wheel", event => {
      event.preventDefault();
      this.#on.wheel(event);
    }, { passive: false });
    strip.addEventListener("dblclick", () => this.#on.release(pane));
    return strip;
  }

  #ends({ clientY }) { return [Math.min(this.#from.y, clientY), Math.max(this.#from.y, clientY)]; }
}

/** Returns the colours of an axis' lines one below the other, each as long, as an image of a style. */
const colours = (/** @type {string[]} */ all) => `linear-gradient(${all.map((colour, index) =>
  `${colour} ${100 * index / all.length}% ${100 * (index + 1) / all.length}%`).join()})`;

"""###,
        "compare/compare.js": ###"""
// Compares up to four pictures side by side, with the same magnification and the same part of each.

import { listen, panWithFinger } from "../input/gestures.js";
import { isActing } from "../state/characterkeys.js";
import { isModified } from "../values/keynames.js";
import { Lens } from "../values/lens.js";
import { motion } from "../values/tokens.js";
import { Pane } from "./pane.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const middle = { x: 0, y: 0 };
/** Milliseconds until the view is announced in words. */
const pause = 600;
/** By how many px a key moves. */
const stride = 80;

export class Compare {
  #dialog; #parent; #status; #decoder; #on;
  /** All panes that were made, and those in use. */
  #all = [];
  #panes = [];
  #active = null;
  /** What is shown, and what an animated step leads to. */
  #lens = new Lens();
  #goal = this.#lens;
  #frame = 0;
  #timer = 0;

  /**
   * @param byId gives an element by its id.
   * @param on has `gone(item)`, when a picture is not in the collection any more, and `closed()`.
   */
  constructor(byId, decoder, on) {
    [this.#dialog, this.#parent, this.#status] = ["compare", "panes", "compare-said"].map(byId);
    this.#decoder = decoder;
    this.#on = on;
    byId("compare-closer").addEventListener("click", () => this.#step(1));
    byId("compare-further").addEventListener("click", () => this.#step(-1));
    byId("compare-close").addEventListener("click", () => this.close());
    this.#dialog.addEventListener("close", () => this.#closed());
    this.#dialog.addEventListener("keydown", event => this.#press(event));
    this.#parent.addEventListener("focusin", event => this.#activate(event.target));
    // The view behind the comparison has changed.
    addEventListener("popstate", () => this.close());
    this.#listen();
  }

  /** The panes in use, what they should show, and whether they do, for tests. */
  get panes() { return this.#panes; }
  get lens() { return this.#goal; }
  get isReady() { return this.#lens === this.#goal && this.#panes.length > 0 && this.#panes.every(pane => pane.isReady); }

  /** Compares items of a collection. @param view has the order and the search in which their neighbours are. */
  open(entry, view, items) {
    while (this.#all.length < items.length) {
      this.#all.push(new Pane(this.#parent, this.#decoder, {
        placed: () => this.#keepInside(),
        resized: () => this.#go(this.#goal),
        turned: pane => this.#say(`${pane.title}: ${pane.name}, ${pane.place}`),
        ended: text => this.#say(text),
        gone: item => this.#on.gone(item),
      }));
    }
    this.#panes = this.#all.slice(0, items.length);
    this.#parent.dataset.count = items.length;
    this.#lens = this.#goal = new Lens();
    for (const [place, pane] of this.#all.entries()) pane.element.hidden = place >= items.length;
    this.#dialog.showModal();
    for (const [place, pane] of this.#panes.entries()) pane.show(entry, view, items[place], `${place + 1} of ${items.length}`);
    this.#panes[0].element.focus({ preventScroll: true });
    // Firefox sends no focus events to a window that is not in front.
    this.#activate(this.#panes[0].element);
  }

  close() { this.#dialog.close(); }

  #closed() {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    for (const pane of this.#panes) pane.clear();
    this.#panes = [];
    this.#status.textContent = "";
    this.#on.closed();
  }

  #activate(target) {
    const active = this.#panes.find(pane => pane.element.contains(target));
    if (!active) return;
    this.#active = active;
    for (const pane of this.#panes) pane.element.ariaCurrent = pane === active ? "true" : null;
  }

  /** The panes with a picture that the server has placed, and what it says of each. */
  get #inPlace() { return this.#panes.filter(({ placed }) => placed); }
  get #placed() { return this.#inPlace.map(({ placed }) => placed); }

  /** The pane that keys zoom or move: the active one, unless it has no picture. */
  get #leader() { return this.#active?.placed ? this.#active : this.#inPlace[0]; }

  /** Shows a lens at once. */
  #go(lens) {
    cancelAnimationFrame(this.#frame);
    this.#lens = this.#goal = lens.inside(this.#placed);
    for (const pane of this.#panes) {
      pane.follow(this.#lens);
      pane.ask(this.#lens);
    }
  }

  /** Goes on to where a plan that has come lets the lens be. */
  #keepInside() {
    const lens = this.#goal.inside(this.#placed);
    if (!lens.isSame(this.#goal)) this.#glide(lens);
  }

  /** Animates to a lens, in all panes at once. */
  #glide(lens) {
    if (reduced.matches || !this.#placed.length) return this.#go(lens);
    cancelAnimationFrame(this.#frame);
    const [from, start] = [this.#lens, performance.now()];
    this.#goal = lens;
    // Zooming out needs new tiles at once; zooming in has them already.
    if (lens.magnification <= from.magnification) for (const pane of this.#panes) pane.ask(lens);
    const move = now => {
      const part = Math.min(1, Math.max(0, now - start) / motion.duration);
      if (part === 1) return this.#go(lens);
      this.#lens = from.toward(lens, 1 - (1 - part) ** 3);
      for (const pane of this.#panes) pane.follow(this.#lens);
      this.#frame = requestAnimationFrame(move);
    };
    this.#frame = requestAnimationFrame(move);
  }

  /** @param at is in px from the pane's middle. */
  #zoom(magnification, pane = this.#leader, at = middle) {
    if (!pane?.placed) return;
    this.#glide(this.#goal.zoomed(magnification, pane.placed, at, this.#placed));
    this.#tell();
  }

  #step(by) { this.#zoom(this.#goal.magnification * (this.#leader?.placed.step ?? 1) ** by); }

  /** Shows one pixel of a pane's picture on one of the screen. */
  #zoomToPixels(pane = this.#leader) {
    if (pane?.placed) this.#zoom(pane.placed.pixels, pane);
  }

  #move(dx, dy, pane = this.#leader) {
    if (!pane?.placed) return;
    this.#go(this.#goal.moved({ x: dx, y: dy }, pane.placed, this.#placed));
    this.#tell();
  }

  /** Returns the pane at a point of the window, and the point's distance from its middle; null if there is none. */
  #under({ x, y }) {
    for (const pane of this.#inPlace) {
      const { left, top, right, bottom } = pane.box;
      if (x < left || x > right || y < top || y > bottom) continue;
      return { pane, at: { x: x - (left + right) / 2, y: y - (top + bottom) / 2 } };
    }
    return null;
  }

  #listen() {
    const pan = (dx, dy, at) => this.#move(dx, dy, at && this.#under(at)?.pane);
    listen(this.#parent, {
      pinch: (factor, focus, dx, dy) => {
        const { pane, at } = this.#under(focus) ?? { pane: this.#leader, at: middle };
        if (!pane) return;
        const lens = this.#goal.zoomed(this.#goal.magnification * factor, pane.placed, at, this.#placed);
        this.#go(lens.moved({ x: dx, y: dy }, pane.placed, this.#placed));
      },
      pinchEnd: () => this.#tell(),
      // A press gives a pane the focus, which makes it active.
      tap() {},
      tapWaits: () => true,
      where: () => "comparison",
      doubleTap: point => {
        const { pane, at } = this.#under(point) ?? {};
        if (!pane) return;
        const isWhole = Math.abs(this.#goal.magnification - 1) < 0.01;
        this.#zoom(isWhole ? pane.placed.detail : 1, pane, at);
      },
      pans: () => true,
      pan: (dx, dy) => pan(-dx, -dy),
      pulls: () => false,
    });
    panWithFinger(this.#parent, pan);
    this.#parent.addEventListener("wheel", event => {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const [dx, dy] = [event.deltaX, event.deltaY].map(delta => delta * [1, 40, 400][event.deltaMode]);
      pan(-dx, -dy, { x: event.clientX, y: event.clientY });
    }, { passive: false });
  }

  #press(event) {
    if (isModified(event) || !isActing(event)) return;
    const act = this.#action(event);
    if (!act) return;
    event.preventDefault();
    act();
  }

  #action({ key, shiftKey }) {
    const ways = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const turn = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (turn && !shiftKey) return () => this.#active.turn(turn);
    if (ways[key]) return () => this.#move(...ways[key].map(way => way * stride));
    const closer = () => this.#step(1), further = () => this.#step(-1);
    return { "+": closer, "=": closer, "-": further, _: further, 0: () => this.#zoom(1), z: () => this.#zoomToPixels() }[key];
  }

  /** Announces the active picture's magnification and part once it is at rest. */
  #tell() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const [across, down] = ["x", "y"].map(axis => Math.round(this.#goal[axis] * 100));
      this.#say(`${this.#leader?.percent}, ${across} % across and ${down} % down at the middle`);
    }, pause);
  }

  #say(text) { this.#status.textContent = text; }
}

"""###,
        "compare/pane.js": ###"""
// One picture of a comparison: its viewport, its name, and its plans.

import { button, element } from "../elements/element.js";
import { scaleBar, showScale } from "../elements/scalebar.js";
import { known, Latest, queryOf } from "../wire/api.js";
import { decodes } from "../wire/heic.js";
import { Lens } from "../values/lens.js";
import { Planner } from "../wire/planner.js";
import { Slots } from "../scene/slots.js";

/** Milliseconds after which a pane checks again whether its picture still exists. */
const period = 3000;

/** Rounds to whole pixels of the screen, so that moved pixels need not be drawn again. */
const whole = px => Math.round(px * devicePixelRatio) / devicePixelRatio;
const isNear = (one, other) => Math.abs(one - other) < 1e-6;

export class Pane {
  /** The picture's id, null for none, and its index in the order, null until it is known. */
  item = null;
  index = null;
  /**
   * What the last plan says of the picture in this pane; null before the first one of a picture.
   * @type {import("../values/lens.js").Placed | null}
   */
  placed = null;
  /** The size of the part that shows the picture, in px. */
  viewport = { width: 0, height: 0 };
  /** What the pane is called. */
  title = "";
  /** Whether the picture has left the collection. */
  isGone = false;
  #latest = new Latest();
  #on; #slots; #planner; #sight; #track; #name; #facts; #said;
  #bar = scaleBar();
  #entry = null; #order; #count = 0; #place = ""; #details = null;
  /** The query, while it finds the picture, and the query that its index belongs to; undefined for none. */
  #query; #indexQuery;
  /** What the pane should show; plans are asked for it. */
  #lens = new Lens();
  /** The last plan's zoomScale and contentOffset, and the lens that it was asked for: {scale, offset, lens}; null before the first one. */
  #painted = null;
  /** The collection's revision when the picture's details were fetched. */
  #revision = null;
  /** The content offset that slots and sheets count from; it changes with each zoom. */
  #origin = { x: 0, y: 0 };
  /** The index of the picture to show instead, until its id is known. */
  #goal = null;
  /** Counts the pictures: a plan that was asked for an earlier one is not painted. */
  #generation = 0;

  /**
   * @param on has `placed()`, when a plan has placed the picture; `resized()`, when the pane has another size; `turned(pane)`, when
   *   there is another picture; `ended(text)`, when there is no other one, and says so; and `gone(item)`, when it is in the collection
   *   no more.
   */
  constructor(parent, decoder, on) {
    this.#on = on;
    const [ground, sheets] = [0, 1].map(() => element("div", { className: "slots", ariaHidden: "true" }));
    const slots = element("div", { className: "slots", role: "list", ariaLabel: "Picture" });
    this.#track = element("div", { className: "track" }, ground, sheets, slots);
    this.#said = element("p", { className: "said", role: "status" });
    this.#sight = element("div", { className: "sight" }, this.#track, this.#bar, this.#said);
    [this.#name, this.#facts] = [element("b"), element("span")];
    const label = element("div", {}, this.#button("‹", "Previous picture", -1),
      element("p", { className: "words" }, this.#name, this.#facts), this.#button("›", "Next picture", 1));
    this.element = element("section", { className: "pane", role: "group", tabIndex: 0 }, this.#sight, element("div", { className: "label" }, label));
    parent.append(this.element);
    new ResizeObserver(() => { if (this.#resize()) on.resized(); }).observe(this.#sight);
    this.#slots = new Slots(slots, sheets, ground, decoder);
    this.#planner = new Planner(() => this.#question(), (plan, asked) => this.#paint(plan, asked), (text, status) => {
      if (status === 404) this.#lose();
      else this.#say(text);
    }, period, ({ status }) => {
      // The search does not find the picture: its neighbours are those of the whole collection.
      if (status !== 404 || !this.#query) return false;
      this.#query = undefined;
      return true;
    });
  }

  /** Tab skips these buttons and goes from pane to pane, since keys do the same. */
  #button(text, title, by) { return button({ tabIndex: -1, ariaLabel: title, title, on: { click: () => this.turn(by) } }, text); }

  /** The rectangle of the screen that shows the picture. */
  get box() { return this.#sight.getBoundingClientRect(); }
  get name() { return this.#details?.name.split("/").at(-1) ?? "The picture"; }
  get percent() { return this.#painted ? `${Math.round(this.#painted.scale * devicePixelRatio * 100)} %` : ""; }
  /** Its position in words. */
  get place() { return this.#place; }

  /** Whether the pane has settled, for tests. */
  get isReady() {
    if (this.isGone) return true;
    return !this.#planner.busy && Boolean(this.#painted?.lens.isSame(this.#lens)) && [...this.#slots.shown.values()].every(slot => slot.ready);
  }
  get slots() { return this.#slots; }

  /**
   * Shows a picture of a collection.
   * @param {{order?: string, q?: string}} view has the order and the search in which its neighbours are.
   * @param title is what the pane is called.
   */
  show(entry, view, item, title) {
    const { order, q } = view;
    [this.#entry, this.#order, this.title] = [entry, order, title];
    this.#query = this.#indexQuery = q;
    // The lens of an earlier comparison.
    this.#lens = new Lens();
    this.#resize();
    this.#put(item, null);
  }

  /** Releases everything. */
  clear() {
    this.#latest.forget();
    this.item = this.#goal = this.#painted = this.placed = null;
    this.#generation += 1;
    this.#slots.clear();
  }

  /** @returns whether the size has changed; a hidden pane has none. */
  #resize() {
    const { clientWidth: width, clientHeight: height } = this.#sight;
    if (!width || !height || (this.viewport.width === width && this.viewport.height === height)) return false;
    this.viewport = { width, height };
    return true;
  }

  /** Shows another picture, by its distance in the order. */
  turn(by) {
    if (this.index === null) return;
    // After a picture has gone, its successor has its index.
    const step = this.isGone && this.#goal === null && by > 0 ? by - 1 : by;
    const from = this.#goal ?? this.index;
    const goal = Math.min(Math.max(from + step, 0), this.#count - 1);
    if (goal === from && !this.isGone) return this.#on.ended(`This is the ${by < 0 ? "first" : "last"} picture.`);
    this.#goal = goal;
    this.#planner.request();
  }

  /** Asks for a plan of a lens. */
  ask(lens) {
    this.#lens = lens;
    this.#planner.request();
  }

  /** Moves and scales what is painted to a lens, until its plan comes. */
  follow(lens) {
    if (!this.#painted) return;
    const { offset: from } = this.#painted;
    const by = lens.growth(this.placed);
    const offset = this.#offset(lens, by);
    const at = isNear(by, 1) ? offset : from;
    const corner = { x: whole(at.x - this.#origin.x), y: whole(at.y - this.#origin.y) };
    this.#track.style.transform = `translate(${-corner.x}px, ${-corner.y}px)`;
    const zoom = isNear(by, 1) ? { scale: 1, x: 0, y: 0 } : { scale: by, x: by * from.x - offset.x, y: by * from.y - offset.y };
    this.#slots.magnify(zoom, corner);
    // It is that of the plan.
    this.#bar.style.visibility = isNear(by, 1) ? "" : "hidden";
  }

  /** Returns the content offset at which the painted picture, `by` times as large, lies as a lens wants it. */
  #offset({ x, y }, by) {
    const { width, height } = this.placed;
    return { x: whole(x * width * by - this.viewport.width / 2), y: whole(y * height * by - this.viewport.height / 2) };
  }

  #put(item, index) {
    this.#latest.forget();
    this.item = item;
    this.index = index;
    this.#generation += 1;
    this.#goal = this.#painted = this.placed = this.#details = this.#revision = null;
    this.isGone = false;
    showScale(this.#bar, null);
    this.#say(null);
    this.#planner.request();
  }

  #question() {
    const { width, height } = this.viewport;
    const { item } = this, lens = this.#lens;
    if (!item || !width || !height || (this.isGone && this.#goal === null)) return null;
    /** @type {Record<string, any>} */
    const query = { width, height, scale: devicePixelRatio, ...(this.#order && { order: this.#order }), ...(this.#query && { q: this.#query }) };
    if (this.#goal !== null) Object.assign(query, { layout: "pages", index: this.#goal, align: "start", overscan: 0, names: true });
    else {
      Object.assign(query, {
        layout: "item", item, magnification: lens.magnification, middleX: lens.x, middleY: lens.y, names: true, backdrop: true, ...decodes(),
      });
    }
    return { entry: this.#entry, query: queryOf(query), generation: this.#generation, goal: this.#goal, q: this.#query, lens };
  }

  #paint(/** @type {Wire.Plan} */ plan, { generation, goal, q, lens }) {
    if (generation !== this.#generation) return;
    this.#count = plan.count;
    if (goal !== null) return this.#found(plan.anchor, goal);
    // Its file may have been rewritten.
    if (plan.revision !== this.#revision) {
      this.#revision = plan.revision;
      this.#describe();
    }
    this.placed = plan.comparison;
    this.#layOut(plan, lens);
    [this.index, this.#indexQuery] = [plan.anchor?.index ?? this.index, q];
    this.#write();
    this.#on.placed();
  }

  /** Paints a plan's tiles. */
  #layOut({ contentOffset, zoomScale, ...plan }, lens) {
    const scale = this.#painted ? zoomScale / this.#painted.scale : null;
    if (scale !== 1) {
      this.#slots.shift(this.#origin.x - contentOffset.x, this.#origin.y - contentOffset.y);
      this.#origin = { ...contentOffset };
    }
    const corner = { x: contentOffset.x - this.#origin.x, y: contentOffset.y - this.#origin.y };
    this.#slots.isPixels = zoomScale * devicePixelRatio >= 4;
    const carry = scale && { scale, origin: this.#origin };
    this.#slots.paint(/** @type {Page.Plan} */ (plan), { corner, carry, viewport: { ...this.viewport, isAcross: false }, linkTo: () => null });
    this.#painted = { scale: zoomScale, offset: contentOffset, lens };
    showScale(this.#bar, /** @type {Page.Plan} */ (plan).picture?.bar ?? null);
    this.follow(this.#lens);
  }

  /** Shows the picture that has the index `goal`. */
  #found(anchor, goal) {
    if (goal !== this.#goal || !anchor) return;
    this.#put(anchor.item, anchor.index);
    // Its details are not known yet.
    this.#details = anchor.name ? { name: anchor.name } : null;
    this.#write();
    this.#on.turned(this);
  }

  /** Says that the picture has left the collection. */
  #lose() {
    const { item } = this;
    this.isGone = true;
    // Its successor is at its place in the search.
    this.#query = this.#indexQuery;
    this.#slots.clear();
    this.#painted = this.placed = null;
    showScale(this.#bar, null);
    this.#say(`${this.name} is not in the collection any more.`);
    this.#on.gone(item);
  }

  async #describe() {
    const details = await this.#latest.of(signal => known(this.#entry.links.item, { id: this.item }, { signal }));
    if (!details) return;
    this.#details = details;
    this.#write();
  }

  #write() {
    const { name, width, height } = this.#details ?? {};
    this.#place = this.index === null ? "" : `${(this.index + 1).toLocaleString()} of ${this.#count.toLocaleString()}`;
    const size = width ? `${width.toLocaleString()} × ${height.toLocaleString()}` : null;
    this.#name.textContent = name ? this.name : "";
    this.#name.title = name ?? "";
    this.#facts.textContent = [size, this.percent, this.#place].filter(Boolean).join(" · ");
    this.element.ariaLabel = name ? `${this.title}: ${this.name}` : this.title;
  }

  #say(text) {
    if (this.#said.textContent !== (text ?? "")) this.#said.textContent = text ?? "";
  }
}

"""###,
        "elements/element.js": ###"""
// Makes elements: the one way in which scripts add to the document.

/**
 * Creates an element.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} properties are set as they are, except `data`, which has data attributes, `css`, custom properties of its
 *   style, and `on`, listeners by the names of events.
 * @param {...(Node | string | null | undefined)} children are appended in order; null and undefined are left out.
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, { data = {}, css = {}, on = {}, ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  Object.assign(made.dataset, data);
  for (const [property, value] of Object.entries(css)) made.style.setProperty(property, String(value));
  for (const [event, act] of Object.entries(on)) made.addEventListener(event, act);
  for (const child of children) if (child !== null && child !== undefined) made.append(child);
  return made;
}

/** Creates a button. @param {Record<string, any>} properties see `element`. @param {...(Node | string | null)} children */
export const button = (properties, ...children) => element("button", { type: "button", className: "plain", ...properties }, ...children);

/** A number in small letters. @param {number | string} number */
export const small = number => element("small", { textContent: number?.toLocaleString() ?? "" });

/**
 * Shows a picture in an image. @param {HTMLImageElement} image @param {Blob} blob
 * @returns {Promise<boolean>} whether it is seen.
 */
export async function showBlob(image, blob) {
  const url = URL.createObjectURL(blob);
  image.src = url;
  const isSeen = await image.decode().then(() => true, () => false);
  URL.revokeObjectURL(url);
  return isSeen;
}

"""###,
        "elements/scalebar.js": ###"""
// A bar that stands for a length in a picture: see a plan's `picture`.

import { element } from "./element.js";

/** Returns a bar that shows nothing yet. */
export const scaleBar = () => element("div", { className: "scale-bar", role: "img", hidden: true }, element("i"), element("span"));

/**
 * Shows what a plan tells of the scale of its picture, or hides the bar where it tells nothing.
 * @param {HTMLElement} bar @param {Wire.PlanPicture["bar"] | null} told
 */
export function showScale(bar, told) {
  bar.hidden = !told;
  if (!told) return;
  bar.style.setProperty("--length", `${told.length}px`);
  bar.ariaLabel = `Scale: this bar stands for ${told.text}`;
  bar.lastElementChild.textContent = told.text;
}

"""###,
        "elements/sheet.js": ###"""
// A panel at the foot of a phone's window: a finger drags it up until it fills the window, and down until it is closed.

import { upTo } from "../values/tokens.js";
import { element } from "./element.js";

/** How far, in px, and how fast, in px a millisecond, a drag has to be that leads to another height. */
const [farthest, fastest] = [80, 0.5];
/** What moves less is a press, in px. */
const press = 4;

export class Sheet {
  #panel; #on;
  /** Its usual height, in px. */
  #half = 0;
  /** @type {{from: number, height: number, y: number, speed: number, time: number, isGrip: boolean} | null} */
  #drag = null;

  /**
   * @param {HTMLElement} panel has a header, which is dragged; the style sheet says how high the panel is, and how high if it is `full`.
   * @param on has `close()`, and `resized()`, when it is as high as usual again.
   */
  constructor(panel, on) {
    [this.#panel, this.#on] = [panel, on];
    const header = /** @type {HTMLElement} */ (panel.querySelector("header"));
    header.prepend(element("div", { className: "grip", ariaHidden: "true" }));
    header.addEventListener("pointerdown", event => this.#begin(header, event));
    header.addEventListener("pointermove", event => this.#move(event));
    header.addEventListener("pointerup", event => this.#end(event));
    header.addEventListener("pointercancel", () => this.#rest());
    panel.addEventListener("transitionend", ({ target }) => { if (target === panel && !this.#isFull) on.resized(); });
  }

  get #isFull() { return this.#panel.classList.contains("full"); }

  /** How much of the view it covers from the foot, in px; where it is drawn up, as much as before. */
  get height() {
    if (this.#panel.hidden) return 0;
    if (!this.#isFull && !this.#drag && !this.#panel.getAnimations().length) this.#half = this.#panel.offsetHeight;
    return this.#half;
  }

  /** It is opened as high as usual. */
  open() { this.#panel.classList.remove("full"); }

  #begin(header, { button, clientY: y, pointerId, target, timeStamp: time }) {
    if (button || target.closest("button") || !matchMedia(upTo("phone")).matches) return;
    header.setPointerCapture(pointerId);
    this.#drag = { from: y, height: this.#panel.offsetHeight, y, speed: 0, time, isGrip: target.matches(".grip") };
  }

  #move({ clientY: y, timeStamp: time }) {
    const drag = this.#drag;
    if (!drag) return;
    if (time > drag.time) drag.speed = (y - drag.y) / (time - drag.time);
    [drag.y, drag.time] = [y, time];
    this.#panel.classList.add("dragged");
    this.#panel.style.height = `${Math.max(0, drag.height + drag.from - y)}px`;
  }

  #end({ timeStamp }) {
    if (!this.#drag) return;
    const { from, height, y, speed, time, isGrip } = this.#drag;
    const by = y - from;
    // A finger that has stopped means the place, not the speed.
    const isFast = timeStamp - time < 100 && Math.abs(speed) > fastest;
    const isMeant = isFast ? speed * by > 0 : Math.abs(by) > farthest;
    const wasFull = this.#isFull;
    this.#rest();
    if (Math.abs(by) < press) this.#panel.classList.toggle("full", wasFull !== isGrip);
    else if (isMeant && by > 0 && (!wasFull || by > height / 2)) this.#on.close();
    else if (isMeant) this.#panel.classList.toggle("full", by < 0);
  }

  /** It goes back to the height that it had. */
  #rest() {
    this.#drag = null;
    this.#panel.classList.remove("dragged");
    this.#panel.style.height = "";
  }
}

"""###,
        "find/comparing.js": ###"""
// Waits until files have been compared, which begins once a search asks which of them are equal.

import { conditionsOf } from "../values/conditions.js";
import { known } from "../wire/api.js";

/** Milliseconds between two questions. */
const pause = 1000;

/** Whether a query asks which files are equal. @param {string} query is as the server read it. */
export const asksForDuplicates = query => conditionsOf(query).some(condition => /(^|[\s(])is:duplicate\b/.test(condition));

/**
 * Waits while the server compares the files of a collection.
 * @param {string} collection is the address of its description.
 * @param {() => boolean} isWanted says whether the answer still matters. @param {() => void} waiting is called while it waits.
 * @returns {Promise<boolean>} whether it has waited, and the files are compared now.
 */
export async function compared(collection, isWanted, waiting) {
  for (let hasWaited = false; ; hasWaited = true) {
    /** @type {Wire.CollectionDetails | null} */
    const details = await known(collection);
    if (!isWanted()) return false;
    if (!details?.comparing) return hasWaited;
    waiting();
    await new Promise(resolve => { setTimeout(resolve, pause); });
  }
}

"""###,
        "find/facets.js": ###"""
// The filters: each field's values, or their histogram, with counts. A choice among them becomes a condition of the query.

import { button, element, small } from "../elements/element.js";
import { Sheet } from "../elements/sheet.js";
import { conditionOf, conditionsOf, excludedBy, excluding, fieldOf, replaced, valuesOf } from "../values/conditions.js";
import { factText, isRating, title } from "../values/fields.js";
import { Ratings } from "./ratings.js";
import { valueRow } from "./valuerow.js";
import { isOfPage } from "../input/keys.js";
import { isActing } from "../state/characterkeys.js";
import { isModified } from "../values/keynames.js";
import { inPlace, rowsInPlace } from "../values/facetrows.js";
import { between, chosenOf, rangeText, spanText, valueText } from "../values/ranges.js";

/** How many values of a field are shown at first. One more is shown in place of a button that says so. */
const shownCount = 8;
/** Milliseconds until counts are fetched again after the collection has changed. */
const patience = 1000;
/** Milliseconds after a press until its click has come: rows that are replaced before would lose it. */
const afterClick = 100;

/** The labels that have colours. */
const colours = /^(red|yellow|green|blue|purple)$/i;

/** The condition that a file could not be read. */
const unreadable = "is:unreadable";

/** Whether the bars of a field are numbers of stars. */
const isStars = (/** @type {Wire.RangeFacet} */ { name, bars }) => bars.every(({ lower, upper }) => isRating(name, lower) && upper - lower === 1);

export class Facets {
  #panel; #list; #button; #count; #on; #sheet;
  #ratings = new Ratings();
  /** field → whether all of its values are shown. */
  #wide = new Set();
  #asked = null;
  #timer = 0;
  /** What was counted last, and the fields as they are shown. @type {Wire.Facets} */
  #facets; #fields = [];
  /** Whether rows stay where they are, and those of each field: its values, and whether there is a button for more and a line for others. */
  #staysPut = false;
  #rows = new Map();
  /** The query that was chosen here last, and the one whose counts are shown. Rows only stay for a query that was chosen here. */
  #chosen = null; #painted = null;
  /** Whether a pointer is down in the list, and whether new counts wait for it. */
  #isHeld = false;
  #isLate = false;

  /**
   * @param byId gives an element by its id.
   * @param on has `query()`, `look(query, isMore)`, `facets(query)`, a promise of what the server counts, `isOffered()`,
   *   `opening()` and `closed()`, and `resized()`, when the panel has come or gone.
   */
  constructor(byId, on) {
    [this.#panel, this.#list, this.#button, this.#count] = ["facets", "facets-list", "facets-button", "facets-count"].map(byId);
    this.#on = {
      ...on,
      look: (query, isMore) => {
        this.#chosen = query;
        on.look(query, isMore);
      },
    };
    this.#button.addEventListener("click", () => this.toggle());
    this.#sheet = new Sheet(this.#panel, { close: () => this.toggle(false), resized: on.resized });
    byId("facets-close").addEventListener("click", () => this.toggle(false));
    this.#panel.addEventListener("keydown", event => {
      if (event.key === "Escape" || event.key === "f" && !isModified(event) && isActing(event)) this.toggle(false);
      else if (isOfPage(event)) return;
      event.stopPropagation();
    });
    this.#panel.addEventListener("pointerleave", ({ pointerType }) => {
      // A finger leaves before its click comes, which would hit another row.
      if (pointerType !== "touch" && this.#staysPut && this.isOpen && !this.#panel.matches(":hover")) this.#paint();
    });
    // A handle that is dragged must not be replaced before it is released.
    this.#list.addEventListener("pointerdown", () => { this.#isHeld = true; });
    for (const end of ["pointerup", "pointercancel"]) {
      addEventListener(end, () => {
        if (!this.#isHeld) return;
        this.#isHeld = false;
        if (this.#isLate) setTimeout(() => this.#ask(), afterClick);
      });
    }
  }

  get isOpen() { return !this.#panel.hidden; }
  /** How much of the view it covers from the right edge, and from the foot, in px. */
  get width() { return this.isOpen ? innerWidth - this.#panel.offsetLeft : 0; }
  get height() { return this.#sheet.height; }

  toggle(isOpen = !this.isOpen) {
    if (isOpen && !this.#on.isOffered()) return;
    if (isOpen) {
      this.#on.opening();
      this.#sheet.open();
    }
    this.#panel.hidden = !isOpen;
    this.#button.ariaExpanded = String(isOpen);
    this.#on.resized();
    if (isOpen) {
      this.#ask();
      this.#panel.querySelector("h2").focus();
    } else this.#on.closed();
  }

  /** Counts again if needed, after a plan was painted. @param key is the query and the collection's revision. */
  show(key) {
    if (!this.isOpen || key === this.#asked) return;
    const isFirst = this.#asked?.split("\n")[0] !== key.split("\n")[0];
    this.#asked = key;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), isFirst ? 0 : patience);
  }

  async #ask() {
    this.#isLate = this.#isHeld;
    if (this.#isHeld) return;
    const query = this.#on.query();
    /** @type {Wire.Facets | null} */
    const facets = await this.#on.facets(query);
    if (query !== this.#on.query() || !this.isOpen) return;
    if (!facets) {
      if (!this.#list.children.length) this.#list.textContent = "Nothing can be counted just now.";
      return;
    }
    this.#isLate = this.#isHeld;
    if (this.#isHeld) return;
    this.#facets = facets;
    const isKnown = [this.#chosen, this.#painted].includes(query);
    if (!isKnown) this.#chosen = null;
    this.#painted = query;
    this.#paint(isKnown);
  }

  /**
   * Shows what was counted last. Rows stay where they are while the pointer is in the panel.
   * @param isKnown says that the query was chosen here, or is the same as before: a search from elsewhere has rows of its own.
   */
  #paint(isKnown = true) {
    const facets = this.#facets;
    const isFirst = !this.#list.children.length;
    this.#staysPut = !isFirst && isKnown && this.#panel.matches(":hover");
    this.#count.textContent = `${facets.count.toLocaleString()} of ${facets.total.toLocaleString()}`;
    // The focused element keeps the focus.
    const focus = /** @type {HTMLElement | null} */ (document.activeElement?.closest("[data-key]"))?.dataset.key;
    const open = new Set([...this.#list.querySelectorAll("details")].filter(({ open }) => open).map(({ dataset }) => dataset.field));
    const found = facets.fields.filter(({ name, present, values = [], bars = [] }) => present > 0 && name !== "alike" && (values.length || bars.length));
    this.#fields = this.#staysPut ? inPlace(this.#fields, found, facets.fields) : found;
    this.#list.replaceChildren(this.#unreadable(facets.unreadable), ...this.#fields.map((field, place) => this.#field(field, isFirst ? place < 4 : open.has(field.name))));
    if (focus) [...this.#list.querySelectorAll("[data-key]")].find(({ dataset }) => dataset.key === focus)?.focus({ preventScroll: true });
  }

  /** Returns the button that shows the files that could not be read; hidden where there are none. @param {number} count */
  #unreadable(count) {
    const others = conditionsOf(this.#on.query()).filter(condition => condition !== unreadable);
    const isChosen = others.length < conditionsOf(this.#on.query()).length;
    const click = () => this.#on.look((isChosen ? others : [...others, unreadable]).join(" "));
    const wasThere = this.#staysPut && !/** @type {HTMLElement} */ (this.#list.firstElementChild).hidden;
    const words = `${count.toLocaleString()} ${count === 1 ? "picture" : "pictures"} could not be read`;
    return button({ className: "plain unreadable", ariaPressed: String(isChosen), data: { key: unreadable }, hidden: !count && !isChosen && !wasThere, on: { click } }, words);
  }

  /** @param {Wire.Facet} field */
  #field(field, isOpen) {
    const chosen = conditionsOf(this.#on.query()).filter(condition => fieldOf(condition) === field.name);
    const range = /** @type {Wire.RangeFacet} */ (field);
    return element("details", { data: { field: field.name }, open: isOpen || chosen.length > 0 },
      element("summary", { data: { key: field.name } }, title(field.name), small(field.present)),
      !field.bars?.length ? this.#values(/** @type {Wire.ValueFacet} */ (field), chosen)
        : isStars(range) ? this.#ratings.elements(range, chosen, { ...this.#on, changed: () => this.#ask() }) : this.#histogram(range, chosen));
  }

  /** @param {Wire.ValueFacet} field @param {string[]} chosen */
  #values(field, chosen) {
    const list = element("div", { className: "checks", role: "group", ariaLabel: title(field.name) });
    const checked = new Set(chosen.filter(condition => !condition.startsWith("-")).flatMap(condition => valuesOf(condition)?.values ?? []));
    const excluded = new Set(chosen.flatMap(excludedBy));
    const missing = [...new Set([...checked, ...excluded])].filter(text => !field.values.some(value => value.text === text)).map(text => ({ text, count: 0 }));
    const all = [...field.values, ...missing];
    const isWide = this.#wide.has(field.name);
    const kept = this.#staysPut ? this.#rows.get(field.name) : undefined;
    const isAsked = text => checked.has(text) || excluded.has(text);
    const shown = kept ? rowsInPlace(kept, all, field.otherValues > 0, shownCount)
      : isWide ? all : all.filter(({ text }, place) => place < shownCount || isAsked(text) || all.length === shownCount + 1);
    // A value is asked for, or left out, or neither.
    const put = (text, isChosen, isExcluded) => {
      isChosen ? checked.add(text) : checked.delete(text);
      isExcluded ? excluded.add(text) : excluded.delete(text);
      this.#on.look(excluding(replaced(this.#on.query(), field.name, conditionOf(field.name, [...checked])), field.name, excluded));
    };
    for (const { text, count } of shown) {
      // A colour label is shown in its colour.
      const data = field.name === "label" && colours.test(text) ? { label: text.toLowerCase() } : {};
      list.append(valueRow({
        key: `${field.name}\n${text}`, words: factText({ name: field.name, kind: field.kind, text }) || "(empty)", count, data,
        isChosen: checked.has(text), choose: isOn => put(text, isOn, false),
        isExcluded: excluded.has(text), exclude: isOn => put(text, false, isOn),
      }));
    }
    // Whoever rejects pictures looks for all others here.
    const rejected = field.name === "flag" && field.values.find(({ text }) => text === "reject");
    if (rejected) {
      list.append(valueRow({
        key: "flag not reject", words: "Not rejected", count: field.present + field.missing - rejected.count, data: {},
        isChosen: excluded.has("reject"), choose: isOn => put("reject", false, isOn),
      }));
    }
    const more = Math.max(0, all.length - shown.length);
    const isFewer = isWide && all.length > shownCount + 1;
    const hasMore = kept?.hasMore || more > 0 || isFewer;
    if (hasMore) {
      const click = () => {
        isWide ? this.#wide.delete(field.name) : this.#wide.add(field.name);
        this.#rows.delete(field.name);
        this.#ask();
      };
      // What says nothing any more keeps its place, as the rows below it do.
      const css = more > 0 || isFewer ? {} : { visibility: "hidden" };
      list.append(button({ css, data: { key: `${field.name}\n` }, on: { click } }, isWide ? "Fewer" : `${more.toLocaleString()} more`));
    }
    const hasOthers = kept?.hasOthers || field.otherValues > 0 && (isWide || more <= 0);
    this.#rows.set(field.name, { texts: shown.map(({ text }) => text), hasMore, hasOthers });
    if (hasOthers) {
      list.append(element("p", { css: field.otherValues > 0 ? {} : { visibility: "hidden" } }, `and ${field.otherValues.toLocaleString()} other values (${field.otherCount.toLocaleString()})`));
    }
    return list;
  }

  /**
   * Returns a histogram with a handle at each end of the chosen range.
   * @param {Wire.RangeFacet} field @param {string[]} chosen
   */
  #histogram(field, chosen) {
    const { name, bars } = field;
    const most = Math.max(...bars.map(({ count }) => count), 1);
    const text = value => valueText(field, value);
    const drawn = element("div", { className: "histogram-bars", ariaHidden: "true" }, ...bars.map(({ lower, upper, count }) =>
      element("i", { css: { "--share": count / most }, title: `${rangeText(field, lower, upper)}: ${count.toLocaleString()}` })));
    const [from, to] = chosenOf(field, chosen);
    const said = element("output");
    const ends = [["Least", from], ["Greatest", to]].map(([word, value]) => element("input", {
      type: "range", min: 0, max: bars.length, step: 1, value, ariaLabel: `${word} ${title(name).toLowerCase()}`, data: { key: `${name}\n${word}` },
    }));
    const read = () => ends.map(({ value }) => Number(value)).sort((one, other) => one - other);
    const edge = place => (place < bars.length ? bars[place].lower : bars.at(-1).upper);
    const paint = () => {
      const [first, last] = read();
      said.value = first === 0 && last === bars.length ? spanText(field, field.least, field.greatest) : rangeText(field, edge(first), edge(last));
      for (const [place, bar] of [...drawn.children].entries()) bar.classList.toggle("out", place < first || place >= last);
      for (const [place, end] of ends.entries()) end.ariaValueText = text(edge(Number(end.value)) - (field.whole ? place : 0));
    };
    for (const end of ends) {
      end.addEventListener("input", paint);
      end.addEventListener("change", () => {
        const [first, last] = read();
        const isAll = first === last || (first === 0 && last === bars.length);
        const condition = isAll ? null : between(field, first > 0 ? edge(first) : null, last < bars.length ? edge(last) : null);
        this.#on.look(replaced(this.#on.query(), name, condition), chosen.length > 0);
      });
    }
    paint();
    return element("div", { className: "histogram" }, drawn, ...ends, said);
  }
}

"""###,
        "find/ratings.js": ###"""
// The stars of the filters: a row for each number of them, and a choice whether more or fewer are meant as well.

import { button, element, small } from "../elements/element.js";
import { replaced } from "../values/conditions.js";
import { stars, starsInWords, title } from "../values/fields.js";

/** What a query asks of pictures without a rating, or with 0. */
const unrated = "none";

/** What a press on stars can mean: its sign in queries and in the page, what it adds to the stars, and its name. */
const meanings = [
  { sign: ">=", mark: "≥", more: "and more", name: "That many stars and more" },
  { sign: "", mark: "=", more: "", name: "Exactly that many stars" },
  { sign: "<=", mark: "≤", more: "and fewer", name: "That many stars and fewer" },
];
const [andMore, exactly] = meanings;
const most = 5;

export class Ratings {
  #meaning = andMore;

  /** The elements of a field of stars. @param on has `query()`, `look(query)` and `changed()`, after which it is made again. */
  elements(/** @type {Wire.RangeFacet} */ { name, bars, missing }, /** @type {string[]} */ chosen, on) {
    const [, sign = "", count] = new RegExp(`^${name}:(>=|<=|)(-?\\d+|${unrated})$`).exec(chosen.length === 1 ? chosen[0] : "") ?? [];
    const asked = count === undefined ? null : count === unrated ? 0 : Number(count);
    if (asked > 0) this.#meaning = meanings.find(meaning => meaning.sign === sign) ?? exactly;
    const signs = meanings.map(meaning => {
      const click = () => {
        this.#meaning = meaning;
        if (asked > 0) on.look(replaced(on.query(), name, `${name}:${meaning.sign}${asked}`));
        else on.changed();
      };
      return button({ ariaLabel: meaning.name, title: meaning.name, ariaPressed: String(meaning === this.#meaning), data: { key: `${name}\n${meaning.mark}` }, on: { click } }, meaning.mark);
    });
    // From five stars to none, all stay where they are, whatever is found.
    const rejected = bars.map(({ lower }) => lower).filter(lower => lower < 0).reverse();
    const rows = [...Array.from({ length: most + 1 }, (_, place) => most - place), ...rejected].map(number => {
      const meaning = number > 0 ? this.#meaning : exactly;
      const isChosen = number === asked && sign === meaning.sign;
      const click = () => on.look(replaced(on.query(), name, isChosen ? null : `${name}:${meaning.sign}${number || unrated}`));
      const found = this.#count(bars, number, meaning) + (number ? 0 : missing);
      const more = number === most && meaning === andMore ? "" : meaning.more;
      const words = `${starsInWords(number)}${more ? ` ${more}` : ""}: ${found.toLocaleString()}`;
      return button({ ariaLabel: words, ariaPressed: String(isChosen), data: { key: `${name}\n${number}` }, on: { click } },
        stars(number), more ? element("i", {}, more) : null, small(found));
    });
    return element("div", {}, element("div", { className: "signs", role: "group", ariaLabel: "What a number of stars means" }, ...signs),
      element("div", { className: "checks ratings", role: "group", ariaLabel: title(name) }, ...rows));
  }

  /** How many pictures a row finds, as the server has counted them. @param {Wire.RangeFacet["bars"]} bars */
  #count(bars, number, { sign }) {
    const bar = bars.find(({ lower }) => lower === number);
    if (sign === "") return bar?.count ?? 0;
    // Beyond the bars there are none, or all.
    const nearest = sign === ">=" ? bars.find(({ lower }) => lower >= number) : bars.findLast(({ lower }) => lower <= number);
    return (sign === ">=" ? nearest?.atLeast : nearest?.atMost) ?? 0;
  }
}

"""###,
        "find/search.js": ###"""
// The search field: the query, its conditions as chips, and suggestions.

import { button, element, small } from "../elements/element.js";
import { asksForDuplicates, compared } from "./comparing.js";
import { conditionsOf, fieldOf, whole, wordsOf, without } from "../values/conditions.js";
import { folded, isolated, sentence, title } from "../values/fields.js";
import { between, rangeText, spanText } from "../values/ranges.js";

/** Milliseconds after the last key until the search begins. */
const rest = 250;
const mostOffered = 12;

/** What a picture can be asked to be: the server has no counts of these. */
const kinds = ["landscape", "portrait", "square", "panorama", "video", "raw", "live", "duplicate", "unreadable", "selected"];

/** What is like a picture, and nothing else. */
const likeOne = /^like:\S+$/;

/** How much of a kind has to be typed until it is meant. */
const fewest = 3;

/** The kinds that a word is the beginning of, or the plural. @param {string} word is folded. */
const kindsLike = word => (word.length < fewest ? [] : kinds.filter(kind => kind.startsWith(word) || word === `${kind}s`));

export class Search {
  #row; #input; #chips; #list; #said; #message; #button; #facetsButton; #on;
  #timer = 0;
  /** The last valid query as the server read it, with dates in words replaced by days. */
  #understood = "";
  /** The last valid query, and the one that the server did not understand, while it stands in the field. */
  #good = "";
  #wrong = null;
  /** The query that found nothing, while that is said; null for none. */
  #missed = null;
  #offers = [];
  #asked = "";

  /**
   * @param byId gives an element by its id.
   * @param on has `query()`, what is looked for; `look(query, isTyping)`, which looks for another; `refused()`, when the server does not
   *   understand it; `isOffered()`; `facets(query, field, begins)`, a promise of what the server counts, of one field or all, of the values
   *   that begin so; `closed()`, when the keys go back to the pictures, and `resized()`, when the row has come or gone;
   *   `collection()`, the address of the collection's description, and `compared()`, when its files have been compared.
   */
  constructor(byId, on) {
    [this.#row, this.#input, this.#chips, this.#list, this.#said, this.#message, this.#button, this.#facetsButton] = [
      "find", "find-text", "find-chips", "find-offers", "find-said", "message", "find-button", "facets-button"].map(byId);
    this.#on = on;
    new ResizeObserver(() => this.#resize()).observe(this.#row);
    this.#button.addEventListener("click", () => (this.isOpen && !on.query() ? this.close() : this.open()));
    byId("find-close").addEventListener("click", () => this.close());
    this.#input.addEventListener("input", () => this.#typed());
    this.#input.addEventListener("keydown", event => this.#key(event));
    this.#input.addEventListener("focus", () => this.#place());
    this.#input.addEventListener("blur", () => {
      this.#offer([]);
      this.#place();
    });
    this.#chips.addEventListener("click", ({ target }) => { if (target === this.#chips) this.#input.focus(); });
    // The field keeps the focus. The suggestion is taken when the press ends; earlier, its end would hit what lies below the list.
    for (const begin of ["pointerdown", "mousedown"]) this.#list.addEventListener(begin, event => event.preventDefault());
    this.#list.addEventListener("click", event => {
      const option = event.target.closest("[role=option]");
      if (option) this.#take([...this.#list.children].indexOf(option));
    });
  }

  /** On a narrow screen the chips have their own line. */
  #resize() {
    if (this.height === this.#told) return;
    this.#told = this.height;
    this.#on.resized();
  }
  /** The last reported height, in px. */
  #told = 0;

  /** Whether there is anything to search: without it the browser's own search works. */
  get isOffered() { return this.#on.isOffered(); }
  get isOpen() { return !this.#row.hidden; }
  /** How much of the view it covers, in px. */
  get height() { return this.isOpen ? this.#row.offsetHeight : 0; }

  open() {
    this.#show(true);
    this.#input.focus();
    this.#input.select();
  }

  /** Begins a search with what was typed elsewhere. @param {string} text */
  write(text) {
    this.open();
    this.#input.value = text;
    this.#typed();
  }

  /** Ends the search. */
  close() {
    this.#input.value = ""; this.#commit("", false);
    this.#show(false);
    this.#on.closed();
    if (this.#on.query()) this.show(this.#on.query());
  }

  /** Shows the query of another view. */
  show(query) {
    this.#button.hidden = !this.#on.isOffered();
    this.#button.ariaPressed = String(Boolean(query));
    if (query !== this.#good) this.#wrong = null;
    if ((document.activeElement !== this.#input || !this.#on.isOffered()) && this.#wrong === null) this.#input.value = query;
    if (query || this.#wrong !== null) this.#show(true);
    else if (!this.#on.isOffered() || !this.#row.contains(document.activeElement)) this.#show(false);
    this.#showChips(query, this.understood(query));
  }

  /** What the chips say, and the query that they are of. */
  #conditions = ""; #named = "";
  /** What people call conditions, as the server has said: "rating:>=4" → "4 stars or more". @type {Map<string, string>} */
  #words = new Map();
  /** @param {string} condition */
  #wordsOf = condition => this.#words.get(condition) ?? wordsOf(condition);

  /** Chips stand in the field, in place of its text: while somebody writes, where they say the same, and else where they are of that text. */
  #place() {
    const { value } = this.#input;
    const isOfText = this.#conditions === conditionsOf(value).join(" ") || document.activeElement !== this.#input && value.trim() === this.#named;
    this.#chips.classList.toggle("same", this.#conditions !== "" && this.#wrong === null && isOfText);
  }

  /** Shows a chip for each condition, which removes it. @param understood is the query as the server read it. */
  #showChips(query, understood) {
    const conditions = conditionsOf(understood);
    [this.#conditions, this.#named] = [conditions.join(" "), query];
    this.#place();
    this.#chips.replaceChildren(...conditions.map((condition, index) => {
      const words = this.#wordsOf(condition);
      const title = `Take away ${words}`;
      const click = () => {
        const next = without(understood, index);
        this.#input.value = next;
        this.#commit(next, false);
        this.#input.focus();
      };
      return element("li", {}, button({ className: "plain chip", ariaLabel: title, title, on: { click } }, words));
    }));
  }

  /** Notes what conditions are called. @param {Wire.Condition[]} conditions */
  #name(conditions) { this.#words = new Map([...[...this.#words].slice(-100), ...conditions.map(({ text, words }) => /** @type {[string, string]} */ ([text, words]))]); }

  /** Notes that a query was valid, after its plan was painted. @param {Page.Plan} plan says how the server has read it. */
  found(query, { understood = query, conditions = [], count }) {
    this.#name(conditions);
    [this.#good, this.#understood] = [query, understood];
    if (this.#wrong !== null && this.#input.value.trim() === this.#wrong) return this.#showChips(query, understood);
    this.#wrong = null;
    this.#showChips(query, understood);
    this.#tell(likeOne.test(understood) && count === 1 ? "No other picture here looks like it." : "");
  }

  /** Forgets the query before another collection. */
  forget() { [this.#good, this.#understood, this.#wrong] = ["", "", null]; }
  /** A query as the server has read it, where that is known. @param {string} query */
  understood(query) { return query === this.#good ? this.#understood : query; }

  /** Says why the server refused the query. @returns whether the problem is about it. */
  refuse({ parameter, detail }) {
    if (parameter !== "q") return false;
    this.#wrong = this.#on.query();
    this.#show(true);
    if (document.activeElement !== this.#input) this.#input.value = this.#wrong;
    this.#place();
    this.#tell(sentence(detail, "q"), true);
    // Earlier results do not answer this query.
    this.#on.refused();
    return true;
  }

  /** Shows a sentence below the field, or in place of the pictures where there are none. */
  #tell(text, isWrong = false) {
    if (isWrong || !text) this.#missed = null;
    const place = this.#missed === null ? this.#row : this.#message;
    if (this.#said.parentElement !== place) place === this.#row ? place.append(this.#said) : place.prepend(this.#said);
    if (this.#said.textContent === text && this.#said.hidden === !text && Boolean(this.#input.ariaInvalid) === isWrong) return;
    this.#said.textContent = text;
    this.#said.hidden = !text;
    if (isWrong) this.#input.ariaInvalid = "true";
    else this.#input.removeAttribute("aria-invalid");
    this.#resize();
  }

  /** Says which conditions to drop after a query has found nothing. @param {Page.Plan} plan says how the server has read it. */
  async missed(query, { understood = query, conditions: named = [] }) {
    this.#name(named);
    this.#showChips(query, understood);
    // The sentence changes the row's height, which leads to another plan: it is said once.
    if (query === this.#missed) return;
    this.#missed = query;
    const conditions = conditionsOf(understood);
    if (asksForDuplicates(understood)) {
      const isWanted = () => this.#missed === query && this.#on.query() === query;
      if (await compared(this.#on.collection(), isWanted, () => this.#tell("Files are being compared. Those that occur more than once show up here."))) {
        // The next plan says whether any were found.
        this.#missed = null;
        return this.#on.compared();
      }
      if (!isWanted()) return;
      if (conditions.length === 1 && /^is:duplicate$/.test(understood) && understood === query) return this.#tell("No two files here have the same contents.");
    }
    if (likeOne.test(understood)) return this.#tell("What this picture looks like is not known yet. Pictures like it show up here once it is.");
    this.#tell(conditions.length > 1 ? "Nothing matches all of it." : "Nothing matches.");
    // A word that was read as a kind may have been meant as a part of a name.
    if (conditions.length === 1 && understood !== query && /^-?is:/.test(understood)) {
      return this.#tell(`There are no ${this.#wordsOf(understood).replace(/^no /, "other ")} here. Names with the word are found by “"${query.replace(/^(-|not |no )/i, "")}"”.`);
    }
    const [kind] = conditions.length === 1 ? kindsLike(folded(query)) : [];
    if (kind) {
      this.#said.append(" A kind is called so: ", this.#offered(`is:${kind}`, `is:${kind}`));
      return this.#resize();
    }
    const near = (await this.#on.facets(understood))?.near ?? [];
    if (this.#on.query() !== query || this.#missed !== query) return;
    if (near.length) return this.#offerNear(near);
    if (conditions.length === 1) return this.#tellValues(query, fieldOf(conditions[0]));
    if (conditions.length > 8) return;
    const counts = await Promise.all(conditions.map((_, index) => this.#on.facets(without(understood, index))));
    if (this.#on.query() !== query) return;
    const helps = conditions.map((condition, index) => ({ condition, count: counts[index]?.count ?? 0 })).filter(({ count }) => count);
    if (!helps.length) return;
    const best = helps.reduce((one, other) => (other.count > one.count ? other : one));
    const words = this.#wordsOf(best.condition);
    this.#tell(`Nothing matches all of it. Without ${words.startsWith("“") ? words : `“${words}”`} there would be ${best.count.toLocaleString()}.`);
  }

  /** Offers words that occur in place of one that does not. @param {Wire.NearWord[]} near */
  #offerNear(near) {
    const words = near.map(({ text, query, count }) => this.#offered(`${text} (${count.toLocaleString()})`, query));
    this.#said.append(near.length > 1 ? " These words occur: " : " This word occurs: ", ...words.flatMap(word => [word, " "]));
    this.#resize();
  }

  /** A button that searches for something else. */
  #offered(text, query) {
    const click = () => {
      this.#input.value = query;
      this.#commit(query, false);
      this.#input.focus();
    };
    return button({ className: "plain near", on: { click } }, text);
  }

  /** Shows a field's most frequent values, after its condition found nothing. @param name is the field's, or null. */
  async #tellValues(query, name) {
    const field = name && name !== "is" && (await this.#on.facets("", name))?.fields.find(field => field.name === name);
    if (!field || this.#on.query() !== query) return;
    const { values = [], bars = [] } = field;
    const most = values.toSorted((one, other) => other.count - one.count).slice(0, 3).map(({ text, count }) => `${isolated(text)} (${count.toLocaleString()})`);
    const rest = values.length - most.length;
    const words = most.length ? `${most.join(", ")}${rest ? ` and ${rest.toLocaleString()} more` : ""}`
      : bars.length ? spanText(field, field.least, field.greatest) : "";
    this.#tell(`Nothing matches. ${words ? `${title(name)} here: ${words}` : `Nothing here has a value for ${title(name)}`}.`);
  }

  #show(isOpen) {
    if (this.#row.hidden === !isOpen) return;
    this.#row.hidden = !isOpen;
    this.#button.ariaExpanded = String(isOpen);
    if (!isOpen) this.#tell("");
    this.#resize();
  }

  #typed() {
    clearTimeout(this.#timer);
    // Enter then searches for what is typed.
    this.#select(-1);
    // While one types, a field or a sign without its value, or an open quotation mark, is no mistake.
    const { value, selectionStart } = this.#input;
    const isBegun = /:$/.test(this.#word.text) || /[<>=≤≥]\s*$/.test(value.slice(0, selectionStart));
    if (!isBegun && (value.match(/"/g)?.length ?? 0) % 2 === 0) {
      this.#timer = setTimeout(() => this.#commit(value.trim(), true), rest);
    }
    this.#complete();
  }

  #commit(query, isTyping) {
    clearTimeout(this.#timer);
    if (query === this.#wrong) return;
    if (query !== this.#on.query()) return this.#on.look(query, isTyping);
    this.#wrong = null;
    if (this.#input.ariaInvalid) this.#tell("");
  }

  #key(event) {
    event.stopPropagation();
    const at = this.#offers.findIndex(({ element }) => element.ariaSelected === "true");
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!this.#offers.length) return void this.#complete();
      const count = this.#offers.length;
      this.#select((at + (event.key === "ArrowDown" ? 1 : at < 0 ? 0 : -1) + count) % count);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (at >= 0) this.#take(at);
      else {
        this.#offer([]);
        this.#commit(this.#input.value.trim(), false);
        // The field keeps the focus: what is typed next is text, not keys of the page. A keyboard on the screen leaves.
        if (matchMedia("(pointer: coarse)").matches) this.#on.closed();
      }
    } else if (event.key === "Tab" && at >= 0) {
      event.preventDefault();
      this.#take(at);
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (this.#offers.length) this.#offer([]);
      else if (this.#input.value) this.#on.closed();
      else this.close();
    }
  }

  // Suggestions

  /** The word being typed, and its start in the text. */
  get #word() {
    const { value, selectionStart } = this.#input;
    const before = value.slice(0, selectionStart);
    const start = Math.max(before.lastIndexOf(" "), before.lastIndexOf("("), before.lastIndexOf("|")) + 1;
    return { start, text: before.slice(start).replace(/^-/, ""), isNot: before[start] === "-" };
  }

  async #complete() {
    const { start, text } = this.#word;
    const { value, selectionStart } = this.#input;
    if ((value.slice(0, start).match(/"/g)?.length ?? 0) % 2) return this.#offer([]);
    const asked = `${value}\n${start}`;
    this.#asked = asked;
    // Suggestions are counted without the word that they replace.
    const others = `${value.slice(0, start).replace(/[-(|\s]+$/, "")} ${value.slice(selectionStart).replace(/^[^\s|)]*[|)\s]*/, "")}`.trim();
    const colon = text.indexOf(":");
    const name = colon < 0 ? null : text.slice(0, colon).toLowerCase();
    const begins = text.slice(colon + 1).replace(/^="?/, "");
    if (name === "is") {
      return this.#offer(kinds.filter(kind => kind.startsWith(folded(begins))).map(kind => ({ label: kind, count: null, insert: `is:${kind} ` })));
    }
    const facets = await this.#on.facets(others, name, begins) ?? await this.#on.facets("", name, begins);
    if (this.#asked !== asked || !facets || document.activeElement !== this.#input) return;
    const typed = folded(begins);
    if (name) {
      const field = facets.fields.find(field => field.name === name);
      // The most frequent numbers and dates are suggested; the server completes what was typed, also dates.
      if (field?.bars && (!typed || field.kind === "time" && /^\d/.test(typed))) {
        const most = field.bars.filter(({ count }) => count).sort((one, other) => other.count - one.count).slice(0, mostOffered);
        return this.#offer(most.sort((one, other) => one.lower - other.lower).map(({ lower, upper, count }) =>
          ({ label: rangeText(field, lower, upper), count, insert: `${between(field, lower, upper)} ` })));
      }
      return this.#offer((field?.values ?? []).map(({ text, count }) => ({ label: text, count, insert: `${whole(name, text)} ` })));
    }
    if (!typed) return this.#offer([]);
    const fields = facets.fields.filter(({ name, present }) => name.startsWith(typed) && present > 0)
      .map(({ name, present }) => ({ label: `${name}:`, count: present, insert: `${name}:` }));
    const values = facets.fields.flatMap(({ name, values = [] }) =>
      values.map(({ text, count }) => ({ label: `${name}: ${text}`, count, insert: `${whole(name, text)} ` })));
    const offered = kindsLike(typed).map(kind => ({ label: `is:${kind}`, count: null, insert: `is:${kind} ` }));
    this.#offer([...offered, ...fields, ...values.sort((one, other) => other.count - one.count)]);
  }

  #offer(offers) {
    if (!offers.length) this.#asked = "";
    // A later answer keeps what was chosen from an earlier one.
    const chosen = this.#offers.find(({ element }) => element.ariaSelected === "true")?.insert;
    this.#offers = offers.slice(0, mostOffered).map((offer, place) => ({
      ...offer, element: element("li", { role: "option", id: `find-offer-${place}`, ariaSelected: "false" }, element("bdi", {}, offer.label), small(offer.count)),
    }));
    this.#list.replaceChildren(...this.#offers.map(({ element }) => element));
    this.#list.hidden = !this.#offers.length;
    this.#input.ariaExpanded = String(this.#offers.length > 0);
    this.#select(this.#offers.findIndex(({ insert }) => insert === chosen));
  }

  /** Chooses a suggestion. @param place is its index; -1 for none. */
  #select(place) {
    for (const [other, { element }] of this.#offers.entries()) element.ariaSelected = String(other === place);
    if (place < 0) return this.#input.removeAttribute("aria-activedescendant");
    const { element } = this.#offers[place];
    this.#input.setAttribute("aria-activedescendant", element.id);
    element.scrollIntoView({ block: "nearest" });
  }

  #take(place) {
    clearTimeout(this.#timer);
    const offer = this.#offers[place];
    const { start, isNot } = this.#word;
    const { value, selectionStart } = this.#input;
    const before = value.slice(0, start) + (isNot ? "-" : "") + offer.insert;
    this.#input.value = before + value.slice(selectionStart).trimStart();
    this.#input.setSelectionRange(before.length, before.length);
    this.#offer([]);
    if (offer.insert.endsWith(" ")) this.#commit(this.#input.value.trim(), true);
    else this.#complete();
  }
}

"""###,
        "find/valuerow.js": ###"""
// A value among the filters: a box that asks for it, and a button that leaves its pictures out.

import { button, element, small } from "../elements/element.js";

/**
 * Returns the row of a value. With Alt, a click on its box leaves its pictures out as well.
 * @param {object} row
 * @param {string} row.key by which the row is found again
 * @param {string} row.words @param {number | null} row.count is null where it is not known.
 * @param {Record<string, string>} row.data data attributes of its words
 * @param {boolean} row.isChosen @param {boolean} [row.isExcluded] undefined where it has no button
 * @param {(isOn: boolean) => void} row.choose @param {(isOn: boolean) => void} [row.exclude]
 */
export function valueRow({ key, words, count, data, isChosen, isExcluded = undefined, choose, exclude = undefined }) {
  const box = element("input", { type: "checkbox", checked: isChosen, data: { key } });
  box.addEventListener("change", () => choose(box.checked));
  const number = count === null ? null : small(count);
  const label = element("label", {}, box, element("bdi", { data }, words), number);
  if (!exclude) return label;
  box.addEventListener("click", event => {
    if (!event.altKey) return;
    event.preventDefault();
    exclude(!isExcluded);
  });
  const name = `Not ${words}`;
  const not = button({
    className: "plain not", ariaPressed: String(isExcluded), ariaLabel: name, title: `${name}: leaves these pictures out`, data: { key: `${key}\nnot` },
    on: { click: () => exclude(!isExcluded) },
  }, "not");
  return element("div", { className: `value${isExcluded ? " out" : ""}`, css: { "--digits": number?.textContent?.length ?? 0 } }, label, not);
}

"""###,
        "icon-full.svg": ###"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#1f6feb"/><g fill="#fff" transform="translate(2.4 2.4) scale(.85)"><rect x="7" y="5" width="18" height="5" rx="1" opacity=".55"/><rect x="7" y="12" width="18" height="8" rx="1"/><rect x="7" y="22" width="18" height="5" rx="1" opacity=".55"/></g></svg>

"""###,
        "icon.svg": ###"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f6feb"/><g fill="#fff"><rect x="7" y="5" width="18" height="5" rx="1" opacity=".55"/><rect x="7" y="12" width="18" height="8" rx="1"/><rect x="7" y="22" width="18" height="5" rx="1" opacity=".55"/></g></svg>

"""###,
        "index.html": ###"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>ScrollServer</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#fafafa">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'">
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="manifest" href="app.webmanifest" crossorigin="use-credentials">
<link rel="stylesheet" href="styles/tokens.css">
<link rel="stylesheet" href="styles/base.css">
<link rel="stylesheet" href="styles/scene.css">
<link rel="stylesheet" href="styles/cells.css">
<link rel="stylesheet" href="styles/bar.css">
<link rel="stylesheet" href="styles/scrubber.css">
<link rel="stylesheet" href="styles/panels.css">
<link rel="stylesheet" href="styles/chart.css">
<link rel="stylesheet" href="styles/plane.css">
<link rel="stylesheet" href="styles/find.css">
<link rel="stylesheet" href="styles/details.css">
<link rel="stylesheet" href="styles/compare.css">
<link rel="stylesheet" href="styles/looking.css">
<link rel="stylesheet" href="styles/measure.css">
<link rel="stylesheet" href="styles/actions.css">
<link rel="stylesheet" href="styles/names.css">
<link rel="stylesheet" href="styles/selection.css">
<link rel="stylesheet" href="styles/noted.css">
<link rel="stylesheet" href="styles/lists.css">
<link rel="stylesheet" href="styles/contrast.css">
<link rel="stylesheet" href="styles/print.css">
<script type="module" src="main.js"></script>
</head>
<body>
<svg class="hidden" aria-hidden="true">
  <symbol id="icon-grid" viewBox="0 0 20 20"><path d="M2 2h4.6v4.6H2zM7.7 2h4.6v4.6H7.7zM13.4 2H18v4.6h-4.6zM2 7.7h4.6v4.6H2zM7.7 7.7h4.6v4.6H7.7zM13.4 7.7H18v4.6h-4.6zM2 13.4h4.6V18H2zM7.7 13.4h4.6V18H7.7zM13.4 13.4H18V18h-4.6z"/></symbol>
  <symbol id="icon-justified" viewBox="0 0 20 20"><path d="M2 3h10.5v6.4H2zM13.6 3H18v6.4h-4.4zM2 10.6h5V17H2zM8.1 10.6H18V17H8.1z"/></symbol>
  <symbol id="icon-stack" viewBox="0 0 20 20"><path d="M3 0h14v3.4H3zM3 4.7h14v10.6H3zM3 16.6h14V20H3z"/></symbol>
  <symbol id="icon-strip" viewBox="0 0 20 20"><path d="M0 3h3.4v14H0zM4.7 3h10.6v14H4.7zM16.6 3H20v14h-3.4z"/></symbol>
  <symbol id="icon-pages" viewBox="0 0 20 20"><path d="M6 3h8v14H6zM3.6 6L5 7.2 2.8 10 5 12.8 3.6 14 .4 10zM16.4 6l3.2 4-3.2 4L15 12.8l2.2-2.8L15 7.2z"/></symbol>
  <symbol id="icon-plane" viewBox="0 0 20 20"><path d="M2 2h1.8v14.2H18V18H2zM6 10.5h3.4v3.4H6zM9 4h3.4v3.4H9zM13.6 7.6H17V11h-3.4z"/></symbol>
  <symbol id="icon-sort" viewBox="0 0 20 20"><path d="M2 4h16v2H2zM2 9h11v2H2zM2 14h6v2H2z"/></symbol>
  <symbol id="icon-arrow" viewBox="0 0 20 20"><path d="M9 17V6.8L5.4 10.4 4 9l6-6 6 6-1.4 1.4L11 6.8V17z"/></symbol>
  <symbol id="icon-folder" viewBox="0 0 20 20"><path d="M2 4h6l2 2h8v10H2z"/></symbol>
  <symbol id="icon-chart" viewBox="0 0 20 20"><path d="M2 5h9v2H2zM15 5h3v2h-3zM12 3h2v6h-2zM2 13h3v2H2zM9 13h9v2H9zM6 11h2v6H6z"/></symbol>
  <symbol id="icon-find" viewBox="0 0 20 20"><path d="M8.5 2a6.5 6.5 0 104 11.6l4 4 1.4-1.4-4-4A6.5 6.5 0 008.5 2zm0 2a4.5 4.5 0 110 9 4.5 4.5 0 010-9z"/></symbol>
  <symbol id="icon-filters" viewBox="0 0 20 20"><path d="M2 4.5h8v1.8H2zM15.4 4.5H18v1.8h-2.6zM12.7 2.8a2.6 2.6 0 110 5.2 2.6 2.6 0 010-5.2zm0 1.7a.9.9 0 100 1.8.9.9 0 000-1.8zM2 13.7h2.6v1.8H2zM10 13.7h8v1.8h-8zM7.3 12a2.6 2.6 0 110 5.2 2.6 2.6 0 010-5.2zm0 1.7a.9.9 0 100 1.8.9.9 0 000-1.8z"/></symbol>
  <symbol id="icon-original" viewBox="0 0 20 20"><path d="M9 3h2v8l3-3 1.4 1.4L10 14.8 4.6 9.4 6 8l3 3zM4 16h12v2H4z"/></symbol>
  <symbol id="icon-picture" viewBox="0 0 20 20"><path d="M2 3h16v14H2zM4 5v8l4-4 3 3 2-2 3 3V5zM13.5 6a1.5 1.5 0 110 3 1.5 1.5 0 010-3z"/></symbol>
  <symbol id="icon-print" viewBox="0 0 20 20"><path d="M5 2h10v4H5zM2 7h16v7h-3v-3H5v3H2zM6.5 12.5h7V18h-7z"/></symbol>
  <symbol id="icon-link" viewBox="0 0 20 20"><path d="M2 6h7v2H4v4h5v2H2zM11 6h7v8h-7v-2h5V8h-5zM6 9h8v2H6z"/></symbol>
  <symbol id="icon-compare" viewBox="0 0 20 20"><path d="M1 4h18v12H1zM3 6v8h6V6zM11 6v8h6V6z"/></symbol>
  <symbol id="icon-play" viewBox="0 0 20 20"><path d="M6 3l11 7-11 7z"/></symbol>
  <symbol id="icon-pause" viewBox="0 0 20 20"><path d="M5 3h4v14H5zM11 3h4v14h-4z"/></symbol>
  <symbol id="icon-full" viewBox="0 0 20 20"><path d="M3 3h5v2H5v3H3zM12 3h5v5h-2V5h-3zM3 12h2v3h3v2H3zM15 12h2v5h-5v-2h3z"/></symbol>
  <symbol id="icon-previous" viewBox="0 0 20 20"><path d="M12.5 3.5L14 5l-5 5 5 5-1.5 1.5L6 10z"/></symbol>
  <symbol id="icon-next" viewBox="0 0 20 20"><path d="M7.5 3.5L6 5l5 5-5 5 1.5 1.5L14 10z"/></symbol>
  <symbol id="icon-fit" viewBox="0 0 20 20"><path d="M2 4h16v12H2zM4 6v8h12V6zM6 8h8v4H6z"/></symbol>
  <symbol id="icon-info" viewBox="0 0 20 20"><path d="M10 2a8 8 0 100 16 8 8 0 000-16zm0 2a6 6 0 110 12 6 6 0 010-12zM9 9h2v5H9zM9 6h2v2H9z"/></symbol>
  <symbol id="icon-shuffle" viewBox="0 0 20 20"><path d="M2 5h4.2l7 8H15v-2.5L19 14l-4 3.5V15h-2.8l-7-8H2zM2 13h3.2l1.8-2 1.3 1.5L6.2 15H2zM10 7.5L12.2 5H15V2.5L19 6l-4 3.5V7h-1.8l-1.9 2z"/></symbol>
  <symbol id="icon-filmstrip" viewBox="0 0 20 20"><path d="M2 3h16v8H2zM2 13h4v4H2zM8 13h4v4H8zM14 13h4v4h-4z"/></symbol>
  <symbol id="icon-brush" viewBox="0 0 20 20"><path d="M3 3h2v14H3zM15 3h2v14h-2zM6 9h8v2H6z"/></symbol>
  <symbol id="icon-system" viewBox="0 0 20 20"><path d="M10 2a8 8 0 100 16 8 8 0 000-16zm0 2v12a6 6 0 010-12z"/></symbol>
  <symbol id="icon-light" viewBox="0 0 20 20"><path d="M10 6a4 4 0 100 8 4 4 0 000-8zM9 1h2v3H9zM9 16h2v3H9zM1 9h3v2H1zM16 9h3v2h-3zM3 4.4L4.4 3l2.1 2.1-1.4 1.4zM13.5 14.9l1.4-1.4 2.1 2.1-1.4 1.4zM3 15.6l2.1-2.1 1.4 1.4L4.4 17zM13.5 5.1L15.6 3 17 4.4l-2.1 2.1z"/></symbol>
  <symbol id="icon-dark" viewBox="0 0 20 20"><path d="M8 2a8 8 0 1010 10.5A7 7 0 018 2z"/></symbol>
</svg>
<header id="bar" class="bar">
  <h1 id="title" class="hidden">ScrollServer</h1>
  <button id="back" class="plain" type="button" aria-label="Back to the others" title="Back to the others" hidden>←</button>
  <div class="where">
    <label class="pick"><span class="hidden">Collection</span><select id="collection"></select></label>
    <button id="folders-button" class="plain" type="button" aria-label="Folders" title="Folders" aria-haspopup="dialog" aria-controls="folders" hidden><svg class="icon"><use href="#icon-folder"/></svg></button>
    <nav id="crumbs" class="crumbs" aria-label="Folder"></nav>
    <output id="position" class="position" aria-live="off"></output>
  </div>
  <span class="spacer"></span>
  <output id="filling" class="position filling" aria-live="off" title="Thumbnails of all pictures are being made, for mosaics and for what passes quickly" hidden><span></span> <span></span></output>
  <output id="magnification" class="position" aria-live="polite" aria-label="Magnification"></output>
  <div id="looking-tools" class="tools" role="group" aria-label="This picture" hidden>
    <button id="fit-button" class="plain" type="button" aria-label="All of the picture" title="All of the picture"><svg class="icon"><use href="#icon-fit"/></svg></button>
    <button id="pixels-button" class="plain" type="button" aria-label="100 %: a pixel of the picture on a pixel of the screen" title="100 %, and back">1:1</button>
    <button id="compare-this" class="plain" type="button" aria-label="Compare with another picture" title="Compare with another picture"><svg class="icon"><use href="#icon-compare"/></svg><span>Compare</span></button>
    <button id="details-button" class="plain" type="button" aria-label="About the picture" title="About the picture" aria-expanded="false" aria-controls="details"><svg class="icon"><use href="#icon-info"/></svg></button>
    <button id="play-button" class="plain" type="button" aria-label="Slideshow" title="Slideshow"><svg class="icon"><use href="#icon-play"/></svg></button>
  </div>
  <div id="layout" class="layouts" role="group" aria-label="Layout">
    <button class="plain" type="button" data-layout="grid"><svg class="icon"><use href="#icon-grid"/></svg></button>
    <button class="plain" type="button" data-layout="justified"><svg class="icon"><use href="#icon-justified"/></svg></button>
    <button class="plain" type="button" data-layout="stack"><svg class="icon"><use href="#icon-stack"/></svg></button>
    <button class="plain" type="button" data-layout="strip"><svg class="icon"><use href="#icon-strip"/></svg></button>
    <button class="plain" type="button" data-layout="pages"><svg class="icon"><use href="#icon-pages"/></svg></button>
    <button class="plain" type="button" data-layout="plane"><svg class="icon"><use href="#icon-plane"/></svg></button>
  </div>
  <div id="sort" class="sort" hidden>
    <button id="sort-button" class="plain" type="button" aria-label="Sort by" aria-haspopup="menu" aria-expanded="false" aria-controls="sort-menu"><svg class="icon"><use href="#icon-sort"/></svg><span></span></button>
    <button id="direction" class="plain" type="button" aria-label="Direction"><svg class="icon"><use href="#icon-arrow"/></svg></button>
    <div id="sort-menu" class="sheet" role="menu" aria-label="Sort by" hidden></div>
  </div>
  <button id="find-button" class="plain" type="button" aria-label="Find" title="Find" aria-expanded="false" aria-controls="find" hidden><svg class="icon"><use href="#icon-find"/></svg></button>
  <button id="chart-button" class="plain" type="button" aria-label="Lines and axes" title="Lines and axes" aria-haspopup="dialog" aria-controls="chart-panel" hidden><svg class="icon"><use href="#icon-chart"/></svg></button>
  <button id="original-button" class="plain" type="button" aria-label="The picture: open, download, copy its path, print, compare"
    title="The picture: open, download, copy its path, print, compare" aria-haspopup="menu" aria-controls="menu" hidden><svg class="icon"><use href="#icon-picture"/></svg></button>
  <button id="more-button" class="plain" type="button" aria-label="More" title="More" aria-expanded="false" aria-controls="more">⋯</button>
  <div id="more" class="sheet more">
    <div id="layout-names" class="layouts" role="group" aria-label="Layout">
      <button class="plain" type="button" data-layout="grid"><svg class="icon"><use href="#icon-grid"/></svg>Grid</button>
      <button class="plain" type="button" data-layout="justified"><svg class="icon"><use href="#icon-justified"/></svg>Rows</button>
      <button class="plain" type="button" data-layout="stack"><svg class="icon"><use href="#icon-stack"/></svg>Stack</button>
      <button class="plain" type="button" data-layout="strip"><svg class="icon"><use href="#icon-strip"/></svg>Strip</button>
      <button class="plain" type="button" data-layout="pages"><svg class="icon"><use href="#icon-pages"/></svg>Pages</button>
      <button class="plain" type="button" data-layout="plane"><svg class="icon"><use href="#icon-plane"/></svg>Plane</button>
    </div>
    <div class="row zoom"><span>Size</span><span>
      <button id="further" class="plain" type="button" aria-label="Smaller" title="Smaller">−</button>
      <button id="closer" class="plain" type="button" aria-label="Larger" title="Larger">+</button>
    </span></div>
    <label class="row"><span>Group by</span><select id="group"></select></label>
    <label class="row"><span>Values</span><select id="range" hidden>
      <option value="visible">Values in view</option><option value="all">All values</option></select></label>
    <button id="table-reading-button" class="plain row" type="button" aria-haspopup="dialog" hidden><span>How this table was read</span></button>
    <button id="whole-view" class="plain row" type="button" hidden><span>All pictures at once</span><kbd></kbd></button>
    <button id="names" class="plain row" type="button" aria-pressed="false"><span>Names, stars and kinds</span><span aria-hidden="true"></span></button>
    <button id="play" class="plain row" type="button"><span>Slideshow</span><svg class="icon"><use href="#icon-play"/></svg></button>
    <button id="filmstrip-button" class="plain row" type="button" aria-pressed="false"><span>Filmstrip</span><svg class="icon"><use href="#icon-filmstrip"/></svg></button>
    <button id="measure-button" class="plain row" type="button" aria-pressed="false" hidden><span>Measure</span><kbd></kbd></button>
    <button id="coordinates-button" class="plain row" type="button" aria-pressed="false" hidden><span>Coordinates</span><span aria-hidden="true"></span></button>
    <div id="save-region" class="row save-region" hidden><span>Save what is seen</span><span>
      <a id="save-png" class="plain" download aria-label="Save the visible part as PNG">PNG</a>
      <a id="save-jpeg" class="plain" download aria-label="Save the visible part as JPEG">JPEG</a>
    </span></div>
    <button id="advance" class="plain row" type="button" aria-pressed="false" hidden><span>Next picture after each mark</span><span aria-hidden="true"></span></button>
    <button id="compare-row" class="plain row" type="button"><span>Compare pictures</span><svg class="icon"><use href="#icon-compare"/></svg></button>
    <button id="best-button" class="plain row" type="button" aria-haspopup="dialog" hidden><span>Duplicates and alike pictures…</span><kbd></kbd></button>
    <button id="hide-rejected" class="plain row" type="button" aria-pressed="false" hidden><span>Hide rejected pictures</span><span aria-hidden="true"></span></button>
    <button id="select-all-button" class="plain row" type="button" hidden><span>Select all</span><kbd></kbd></button>
    <button id="copy-view" class="plain row" type="button"><span>Copy a link to this view</span><svg class="icon"><use href="#icon-link"/></svg></button>
    <button id="print-button" class="plain row" type="button"><span>Print</span><svg class="icon"><use href="#icon-print"/></svg></button>
    <button id="export-button" class="plain row" type="button" aria-haspopup="dialog" hidden><span>Export</span><svg class="icon"><use href="#icon-original"/></svg></button>
    <button id="rename-list" class="plain row" type="button" aria-haspopup="dialog" hidden><span>Rename the list</span></button>
    <button id="delete-list" class="plain row" type="button" aria-haspopup="dialog" hidden><span>Delete the list</span></button>
    <button id="full" class="plain row" type="button"><span>Full screen</span><svg class="icon"><use href="#icon-full"/></svg></button>
    <button id="theme" class="plain row" type="button"><span>Colours: as the system</span><svg class="icon"><use href="#icon-system"/></svg></button>
    <button id="palette-button" class="plain row" type="button" aria-haspopup="dialog"><span>Find an action</span><kbd></kbd></button>
    <button id="help-button" class="plain row" type="button" aria-haspopup="dialog"><span>Keys and help</span><kbd></kbd></button>
    <button id="about-button" class="plain row version" type="button" aria-haspopup="dialog"><span>About ScrollServer</span></button>
  </div>
</header>
<search id="find" class="find" hidden>
  <div class="find-box">
  <div class="find-field">
    <input id="find-text" type="search" role="combobox" aria-label="Find pictures" aria-controls="find-offers" aria-expanded="false" aria-autocomplete="list"
      aria-describedby="find-said" placeholder="Words, last summer, 4 stars, Lisbon" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="4000" enterkeyhint="search">
    <ul id="find-offers" class="find-offers" role="listbox" aria-label="What could come next" hidden></ul>
  </div>
  <ul id="find-chips" class="find-chips" aria-label="Conditions"></ul>
  </div>
  <output id="find-count" class="position" aria-live="polite" hidden></output>
  <button id="facets-button" class="plain" type="button" aria-label="Filters" title="Filters" aria-expanded="false" aria-controls="facets"><svg class="icon"><use href="#icon-filters"/></svg></button>
  <button id="find-close" class="plain" type="button" aria-label="End the search" title="End the search">✕</button>
  <p id="find-said" class="find-said" role="status" hidden></p>
</search>
<main id="view" class="view" tabindex="0" aria-label="Pictures">
  <div id="runway" class="runway">
    <div class="before"></div><div class="pushed"></div><div class="after"></div>
    <div id="stops" class="stops" aria-hidden="true"><i></i><i></i><i></i><i></i><i></i><i></i><i></i></div>
    <div id="bands" class="slots" aria-hidden="true"></div>
    <div id="sheets" class="slots" aria-hidden="true"><svg id="runs" class="runs" hidden><path/></svg></div>
    <div id="slots" class="slots" role="list" aria-label="Pictures"></div>
    <h2 id="sticky" class="heading sticky" hidden></h2>
    <div id="headings" class="slots"></div>
    <div class="slots"><div id="cell" class="cell" aria-hidden="true" hidden></div><div id="last-cell" class="cell" aria-hidden="true" hidden></div></div>
    <div id="flags" class="slots flags" role="list" aria-label="Marks" hidden></div>
    <div id="ticks" class="slots ticks" aria-hidden="true"></div>
    <div class="slots"><div id="footer" class="footer" hidden>
      <i class="busy" aria-hidden="true"></i>
      <p><span class="text"></span> <span class="wait" aria-hidden="true"></span></p>
      <button class="plain" type="button">Try again</button>
    </div></div>
  </div>
</main>
<div id="values" class="values" aria-hidden="true" hidden></div>
<div id="context" class="context" aria-hidden="true" hidden></div>
<div id="plane" class="plane" role="group" aria-label="Axes" hidden>
  <div id="plane-y" class="plane-y" aria-hidden="true"></div>
  <div id="plane-x" class="plane-x" aria-hidden="true"></div>
  <div class="plane-field up"><select id="field-y" aria-label="Upwards" title="What places pictures upwards"></select>
    <button id="log-y" class="plain" type="button" aria-pressed="false" aria-label="Logarithms upwards" title="By logarithms">log</button></div>
  <div class="plane-field across"><select id="field-x" aria-label="From left to right" title="What places pictures from left to right"></select>
    <button id="log-x" class="plain" type="button" aria-pressed="false" aria-label="Logarithms from left to right" title="By logarithms">log</button></div>
</div>
<section id="legend" class="legend" aria-label="Lines" hidden></section>
<section id="chart-foot" class="chart-foot" aria-label="Range of the chart" hidden>
  <button id="brush-button" class="plain" type="button" aria-pressed="false" aria-label="Brush: draw a range to zoom to"
    title="Brush: draw a range to zoom to; so does Shift and a drag"><svg class="icon"><use href="#icon-brush"/></svg></button>
  <div id="overview" class="overview">
    <div class="range" role="slider" tabindex="0" aria-label="Range in view" aria-valuemin="0" aria-valuemax="100" aria-valuenow="0"></div>
    <div class="edge" role="slider" tabindex="0" aria-label="Start of the range" aria-valuemin="0" aria-valuemax="100" aria-valuenow="0"></div>
    <div class="edge" role="slider" tabindex="0" aria-label="End of the range" aria-valuemin="0" aria-valuemax="100" aria-valuenow="0"></div>
  </div>
  <button id="whole-button" class="plain" type="button" aria-label="All of the chart" title="All of the chart"><svg class="icon"><use href="#icon-fit"/></svg></button>
  <button id="figures-button" class="plain" type="button" popovertarget="figures" aria-expanded="false" aria-haspopup="dialog"
    aria-label="About this range: figures and downloads" title="About this range: figures and downloads">Σ</button>
</section>
<div id="brush" class="brush" aria-hidden="true" hidden></div>
<div id="figures" class="figures" popover role="dialog" aria-labelledby="figures-title">
  <h2 id="figures-title">Range</h2>
  <div class="table" tabindex="0" role="region" aria-labelledby="figures-title"><table>
    <thead><tr><th scope="col">Line</th><th scope="col">Values</th><th scope="col">First</th><th scope="col">Last</th>
      <th scope="col">Min</th><th scope="col">Max</th><th scope="col">Mean</th><th scope="col">Slope</th>
      <th scope="col">5 %</th><th scope="col">25 %</th><th scope="col">Median</th><th scope="col">75 %</th>
      <th scope="col">95 %</th></tr></thead>
    <tbody></tbody>
  </table></div>
  <p class="note"></p>
  <p class="saves"><span>Save the range <a class="plain" data-as="csv">CSV</a> <a class="plain" data-as="jsonl">JSON lines</a></span>
    <span>Save the view <a class="plain" data-as="svg">SVG</a> <button class="plain" type="button" data-as="png">PNG</button></span></p>
</div>
<button id="notes-button" class="notes-button plain" type="button" hidden></button>
<aside id="facets" class="facets" aria-labelledby="facets-title" hidden>
  <header><h2 id="facets-title" tabindex="-1">Filters</h2><output id="facets-count" class="position"></output>
    <button id="facets-close" class="plain" type="button" aria-label="Close the filters" title="Close">✕</button></header>
  <div id="facets-list"></div>
</aside>
<aside id="details" class="facets details" aria-labelledby="details-title" hidden>
  <header><h2 id="details-title" tabindex="-1">The picture</h2>
    <button id="details-close" class="plain" type="button" aria-label="Close what is known of the picture" title="Close">✕</button></header>
  <div id="details-list"></div>
</aside>
<section aria-label="Menu of a picture">
<div id="menu" class="menu" role="menu" popover aria-label="The picture">
  <div id="menu-picture" class="part" role="none">
    <a role="menuitem" tabindex="-1" data-act="page" data-page>Open</a>
    <a role="menuitem" tabindex="-1" data-act="page" data-page target="_blank" rel="noopener">Open in a new tab</a>
    <a role="menuitem" tabindex="-1" data-act="open" target="_blank" rel="noopener">Open the original <kbd></kbd></a>
    <a role="menuitem" tabindex="-1" data-act="download">Download the original <kbd></kbd></a>
    <button role="menuitem" tabindex="-1" data-act="copy" type="button">Copy its path <kbd></kbd></button>
    <button role="menuitem" tabindex="-1" data-act="link" type="button">Copy its link</button>
    <button role="menuitem" tabindex="-1" data-act="print" type="button">Print</button>
    <button role="menuitem" tabindex="-1" data-act="rotate" type="button">Rotate or edit…</button>
    <button id="details-item" role="menuitem" tabindex="-1" data-act="details" type="button">About the picture <kbd></kbd></button>
    <div id="menu-noting" class="part" role="none">
      <div class="notes-row" role="group" aria-label="Stars">
        <button role="menuitem" tabindex="-1" data-act="note" data-noted="rating:0" type="button" aria-label="No stars" title="No stars">☆</button>
        <button role="menuitem" tabindex="-1" data-act="note" data-noted="rating:1" type="button" aria-label="1 star" title="1 star">1</button>
        <button role="menuitem" tabindex="-1" data-act="note" data-noted="rating:2" type="button" aria-label="2 stars" title="2 stars">2</button>
        <button role="menuitem" tabindex="-1" data-act="note" data-noted="rating:3" type="button" aria-label="3 stars" title="3 stars">3</button>
        <button role="menuitem" tabindex="-1" data-act="note" data-noted="rating:4" type="button" aria-label="4 stars" title="4 stars">4</button>
        <button role="menuitem" tabindex="-1" data-act="note" data-noted="rating:5" type="button" aria-label="5 stars" title="5 stars">5</button>
      </div>
      <div class="notes-row" role="group" aria-label="Colour label">
        <button role="menuitem" tabindex="-1" data-act="note" data-noted="label:none" type="button" aria-label="No label" title="No label">∅</button>
        <button role="menuitem" tabindex="-1" data-act="note" data-noted="label:red" data-label="red" type="button" aria-label="Red label" title="Red label"></button>
        <button role="menuitem" tabindex="-1" data-act="note" data-noted="label:yellow" data-label="yellow" type="button" aria-label="Yellow label" title="Yellow label"></button>
        <button role="menuitem" tabindex="-1" data-act="note" data-noted="label:green" data-label="green" type="button" aria-label="Green label" title="Green label"></button>
        <button role="menuitem" tabindex="-1" data-act="note" data-noted="label:blue" data-label="blue" type="button" aria-label="Blue label" title="Blue label"></button>
        <button role="menuitem" tabindex="-1" data-act="note" data-noted="label:purple" data-label="purple" type="button" aria-label="Purple label" title="Purple label"></button>
      </div>
      <div class="notes-row" role="group" aria-label="Flag">
        <button role="menuitem" tabindex="-1" data-act="note" data-noted="flag:pick" type="button" title="Pick">⚑ Pick</button>
        <button role="menuitem" tabindex="-1" data-act="note" data-noted="flag:reject" type="button" title="Reject">✕ Reject</button>
        <button role="menuitem" tabindex="-1" data-act="note" data-noted="flag:none" type="button" title="No flag">No flag</button>
      </div>
      <button role="menuitem" tabindex="-1" data-act="note" data-noted="keywords" type="button" aria-haspopup="dialog">Keywords… <kbd></kbd></button>
    </div>
    <button id="list-item" role="menuitem" tabindex="-1" data-act="list" type="button" aria-haspopup="dialog" hidden>Add to a list… <kbd></kbd></button>
    <button id="unlist-item" role="menuitem" tabindex="-1" data-act="unlist" type="button" hidden>Remove from the list <kbd></kbd></button>
    <div class="notes-row" role="group" aria-label="Place in the list">
      <button id="earliest-item" role="menuitem" tabindex="-1" data-act="place" type="button" aria-label="Move to the start of the list" title="Move to the start of the list" hidden>⇤</button>
      <button id="earlier-item" role="menuitem" tabindex="-1" data-act="place" type="button" aria-label="Move one place back" title="Move one place back" hidden>←</button>
      <button id="later-item" role="menuitem" tabindex="-1" data-act="place" type="button" aria-label="Move one place on" title="Move one place on" hidden>→</button>
      <button id="latest-item" role="menuitem" tabindex="-1" data-act="place" type="button" aria-label="Move to the end of the list" title="Move to the end of the list" hidden>⇥</button>
    </div>
    <button id="alike-item" role="menuitem" tabindex="-1" data-act="alike" type="button" hidden>Show what is alike</button>
    <button id="compare-item" role="menuitem" tabindex="-1" data-act="compare" type="button">Compare <kbd></kbd></button>
    <button id="mark-item" role="menuitem" tabindex="-1" data-act="mark" type="button">Mark to compare <kbd></kbd></button>
    <button id="select-item" role="menuitem" tabindex="-1" data-act="select" type="button" hidden>Select <kbd></kbd></button>
  </div>
  <div id="menu-selected" class="part" role="none" hidden>
    <b id="menu-count" aria-hidden="true"></b>
    <button id="list-selected-item" role="menuitem" tabindex="-1" data-act="list-selected" type="button" aria-haspopup="dialog" hidden>Add to a list… <kbd></kbd></button>
    <button id="unlist-selected-item" role="menuitem" tabindex="-1" data-act="unlist-selected" type="button" hidden>Remove from the list <kbd></kbd></button>
    <button id="copy-selected-item" role="menuitem" tabindex="-1" data-act="copy-selected" type="button" hidden>Copy their paths <kbd></kbd></button>
    <button id="show-selected-item" role="menuitem" tabindex="-1" data-act="show-selected" type="button" hidden>Show them alone <kbd></kbd></button>
    <button id="export-selected-item" role="menuitem" tabindex="-1" data-act="export-selected" type="button" hidden>Export… <kbd></kbd></button>
    <button id="compare-selected-item" role="menuitem" tabindex="-1" data-act="compare-selected" type="button" hidden>Compare <kbd></kbd></button>
    <button id="select-none-item" role="menuitem" tabindex="-1" data-act="select-none" type="button" hidden>Select none <kbd></kbd></button>
  </div>
</div>
</section>
<section id="marks" class="marks" aria-label="Marked pictures" hidden>
  <span id="marks-count"></span>
  <button id="compare-button" class="plain" type="button" title="Compare">Compare</button>
  <button id="clear-marks" class="plain" type="button">Clear</button>
</section>
<p id="marks-said" class="hidden" role="status"></p>
<section id="selection" class="marks selection" aria-label="Selection" hidden>
  <span id="selection-count"></span>
  <button id="selection-clear" class="plain" type="button" title="Select none">Clear</button>
  <div class="selection-more">
    <button id="selection-more" class="plain" type="button" aria-label="More for the selection" title="More for the selection" aria-haspopup="menu" aria-expanded="false" aria-controls="selection-menu">⋯</button>
    <div id="selection-menu" class="sheet" role="menu" aria-label="More for the selection" hidden>
      <button id="selection-all" class="plain row" role="menuitem" tabindex="-1" type="button">Select all <kbd></kbd></button>
      <button id="selection-invert" class="plain row" role="menuitem" tabindex="-1" type="button">Invert the selection <kbd></kbd></button>
      <button id="selection-copy-row" class="plain row" role="menuitem" tabindex="-1" type="button" hidden>Copy paths <kbd></kbd></button>
      <button id="selection-keywords-row" class="plain row" role="menuitem" tabindex="-1" type="button" aria-haspopup="dialog" hidden>Keywords… <kbd></kbd></button>
      <button id="selection-list-row" class="plain row" role="menuitem" tabindex="-1" type="button" aria-haspopup="dialog" hidden>Add to a list… <kbd></kbd></button>
      <button id="selection-export-row" class="plain row" role="menuitem" tabindex="-1" type="button" aria-haspopup="dialog" hidden>Export… <kbd></kbd></button>
    </div>
  </div>
  <div class="selection-acts">
    <button id="selection-show" class="plain" type="button" title="Show the selected pictures alone" aria-label="Show selected">Show<span class="long"> selected</span></button>
    <button id="selection-rate" class="plain" type="button" title="Rate the selected pictures, and what else can be done with all of them" aria-haspopup="menu" aria-controls="menu" hidden>Rate…</button>
    <button id="selection-list" class="plain" type="button" title="Add the selected pictures to a list" aria-haspopup="dialog" hidden aria-label="Add to a list…"><span class="long">Add to a </span>list…</button>
    <button id="selection-unlist" class="plain" type="button" title="Remove the selected pictures from the list" hidden aria-label="Remove from the list">Remove<span class="long"> from the list</span></button>
    <button id="selection-export" class="plain" type="button" title="Export the selected pictures" aria-haspopup="dialog">Export…</button>
    <button id="selection-compare" class="plain" type="button" title="Compare the selected pictures, two to four" aria-haspopup="dialog">Compare</button>
  </div>
</section>
<p id="selection-said" class="hidden" role="status"></p>
<div id="frame" class="frame" aria-hidden="true" hidden></div>
<div id="drop" class="drop" aria-hidden="true" hidden></div>
<div id="drag" class="drag" aria-hidden="true" hidden></div>
<dialog id="compare" class="compare" aria-labelledby="compare-title">
  <header class="compare-bar">
    <h1 id="compare-title">Comparison</h1>
    <button id="compare-further" class="plain" type="button" aria-label="Smaller" title="Smaller">−</button>
    <button id="compare-closer" class="plain" type="button" aria-label="Larger" title="Larger">+</button>
    <button id="compare-close" class="plain" type="button" aria-label="Close the comparison" title="Close">✕</button>
  </header>
  <div id="panes" class="panes"></div>
  <p id="compare-said" class="hidden" role="status"></p>
</dialog>
<div id="folders" class="folders" popover role="dialog" aria-labelledby="folders-title">
  <h2 id="folders-title">Folders</h2>
  <ul></ul>
</div>
<dialog id="chart-panel" class="help settings" aria-labelledby="chart-panel-title">
  <h1 id="chart-panel-title" tabindex="-1" autofocus>Lines and axes</h1>
  <p class="said" role="status"></p>
  <label class="row"><span>Along x</span><select id="panel-x"></select></label>
  <label class="row" id="panel-spacing-row"><span>Points stand</span><select id="panel-spacing">
    <option value="">where their x says</option><option value="even">at equal distances</option></select></label>
  <label class="row"><span>Lines told apart by</span><select id="panel-key"></select></label>
  <fieldset id="panel-lines"><legend></legend>
    <input type="search" placeholder="Find" aria-label="Find among them">
    <span><button class="plain" type="button" data-all="1">All</button><button class="plain" type="button" data-all="">None</button></span>
    <div class="checks"></div>
  </fieldset>
  <fieldset id="panel-formulas"><legend>Formulas</legend>
    <div id="panel-formula-rows"></div>
    <label class="row"><span>Add a formula</span><input id="panel-formula" autocomplete="off" spellcheck="false" maxlength="400"></label>
    <label class="row"><span>Its name</span><input id="panel-formula-name" autocomplete="off" maxlength="100" placeholder="as it is written"></label>
    <button id="panel-formula-add" class="plain" type="button">Add</button>
  </fieldset>
  <label class="row"><span>Value axes</span><select id="panel-axes">
    <option value="">as the ranges need</option><option value="one">one for all</option>
    <option value="second">two, left and right</option><option value="panes">one below the other</option></select></label>
  <label class="row"><span>Scale</span><select id="panel-scale">
    <option value="">linear</option><option value="log">logarithmic</option>
    <option value="index">100 at the left edge</option></select></label>
  <label class="row"><span>Points in a pixel</span><select id="panel-band">
    <option value="">all that they span</option><option value="mean">their mean, over all that they span</option>
    <option value="line">their mean alone</option></select></label>
  <label class="row"><span>Lines are drawn</span><select id="panel-line">
    <option value="">as each column suggests</option><option value="straight">straight from point to point</option>
    <option value="curve">as curves through every point</option><option value="steps">as steps</option>
    <option value="bars">as bars from zero</option><option value="points">as points alone</option></select></label>
  <div class="row" id="panel-forms"><span>One line</span><select aria-label="Line that gets a form"></select>
    <select aria-label="Form of the line"><option value="">as all are</option><option value="straight">straight</option>
    <option value="curve">curve</option><option value="steps">steps</option><option value="bars">bars</option><option value="points">points</option></select></div>
  <div class="row" id="panel-units"><span>Unit of</span><select aria-label="Line that gets a unit"></select>
    <input aria-label="Unit of the line" autocomplete="off" maxlength="30" placeholder="none"></div>
  <div id="panel-ranges"></div>
  <label class="row"><span>Time zone</span><input id="panel-zone" list="panel-zones" autocomplete="off" placeholder="the file’s own"></label>
  <datalist id="panel-zones"></datalist>
  <button id="panel-how" class="plain how" type="button" aria-haspopup="dialog">How this table was read…</button>
  <form method="dialog"><button class="plain">Close</button></form>
</dialog>
<dialog id="table-reading" class="help settings table-reading" aria-labelledby="table-reading-title">
  <h1 id="table-reading-title" tabindex="-1" autofocus>How this table was read</h1>
  <p class="said" role="status"></p>
  <div class="first-lines" role="region" aria-label="The file’s first lines" tabindex="0"><table><tbody id="panel-first-lines"></tbody></table></div>
  <div class="read-as">
    <label class="row"><span>Cells are divided by</span><select id="panel-separator"></select></label>
    <label class="row"><span>Names of the columns</span><select id="panel-header"></select></label>
    <label class="row"><span>Decimal mark</span><select id="panel-mark"></select></label>
    <label class="row"><span>Dates are written</span><select id="panel-order"></select></label>
    <label class="row"><span>Along x</span><select id="panel-reading-x"></select></label>
    <label class="row"><span>Lines told apart by</span><select id="panel-reading-key"></select></label>
    <fieldset id="panel-kinds"><legend>Columns hold</legend><div class="checks"></div></fieldset>
    <button id="panel-found" class="plain how" type="button">All as found</button>
  </div>
  <h2>Why</h2>
  <ul id="panel-findings"></ul>
  <form method="dialog"><button class="plain">Close</button></form>
</dialog>
<dialog id="notes" class="help" aria-labelledby="notes-title">
  <h1 id="notes-title">What was read</h1>
  <ul></ul>
  <form method="dialog"><button class="plain" autofocus>Close</button></form>
</dialog>
<dialog id="export" class="help settings" aria-labelledby="export-title" aria-describedby="export-said">
  <h1 id="export-title" tabindex="-1" autofocus>Export</h1>
  <p id="export-said"></p>
  <label class="row" hidden><span>Of</span><select id="export-of">
    <option value="found">what was found</option>
    <option value="selected">what is selected</option></select></label>
  <label class="row"><span>What</span><select id="export-kind">
    <option value="files.zip">the files, as a ZIP archive</option>
    <option value="sidecars.zip">their ratings, labels and keywords, as XMP files in a ZIP archive</option>
    <option value="paths.txt">their paths</option>
    <option value="list.m3u">their paths, as a playlist</option>
    <option value="table.csv">their metadata, as a table (CSV)</option>
    <option value="table.jsonl">their metadata, as JSON lines</option>
    <option value="script:copy">a script that copies the files</option>
    <option value="script:move">a script that moves the files</option>
    <option value="script:trash">a script that moves them to the trash</option></select></label>
  <label class="row" data-for="script:copy script:move"><span>To the folder</span>
    <input name="to" required autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="1000" placeholder="/path/to/folder"
      aria-describedby="export-needs" enterkeyhint="done"></label>
  <p id="export-needs" role="status"></p>
  <label class="row" data-for="files.zip sidecars.zip script:copy script:move"><span>Folders</span><select name="flat">
    <option value="">as they are</option><option value="true">all files in one</option></select></label>
  <label class="row" data-for="sidecars.zip"><span>New files for</span><select name="naming">
    <option value="">darktable and digiKam (a.jpg.xmp)</option><option value="short">Lightroom and Bridge (a.xmp)</option></select></label>
  <label class="row" data-for="files.zip script:copy script:move script:trash"><span>Also</span>
    <span class="check"><input type="checkbox" name="companions"> raw files, sidecars and the like</span></label>
  <label class="row" data-for="script:copy script:move script:trash"><span>To be run on</span><select name="shell">
    <option value="">Linux or macOS</option><option value="powershell">Windows (PowerShell)</option></select></label>
  <p id="export-failure" role="alert"></p>
  <form method="dialog" class="saves"><a id="export-save" class="plain primary" role="link" tabindex="0" aria-describedby="export-needs" download>Save</a>
    <button class="plain">Close</button></form>
</dialog>
<dialog id="best" class="ask" aria-labelledby="best-title" aria-describedby="best-words">
  <h2 id="best-title">Pick the best of alike pictures?</h2>
  <p id="best-words"></p>
  <div class="choice"><button id="best-do" class="plain action" type="button" aria-describedby="best-does">Pick and reject</button> <p id="best-does"></p></div>
  <div class="choice"><button id="best-cancel" class="plain action" type="button" aria-describedby="best-cancels" autofocus>Cancel</button> <p id="best-cancels">Flags nothing, and shows what was seen before.</p></div>
</dialog>
<dialog id="keywords" class="help settings" aria-labelledby="keywords-title" aria-describedby="keywords-of">
  <h1 id="keywords-title">Keywords</h1>
  <p id="keywords-of"></p>
  <ul id="keywords-list" class="keywords" aria-label="Keywords" hidden></ul>
  <label class="row"><span>Add</span><input id="keywords-text" list="keywords-known" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="1000"
    aria-describedby="keywords-how" enterkeyhint="done" autofocus></label>
  <datalist id="keywords-known"></datalist>
  <p id="keywords-how"><small>Put commas between several. A minus before a keyword removes it.</small></p>
  <p id="keywords-said" role="status"></p>
  <form method="dialog" class="saves"><button id="keywords-done" class="plain">Done</button></form>
</dialog>
<dialog id="lists" class="help settings" aria-labelledby="lists-title" aria-describedby="lists-of">
  <h1 id="lists-title">Add to a list</h1>
  <p id="lists-of"></p>
  <ul id="lists-known" class="lists" aria-label="Lists" hidden></ul>
  <label class="row"><span>New list</span><input id="lists-name" autocomplete="off" maxlength="100" placeholder="its name" enterkeyhint="done"></label>
  <p id="lists-said" role="status"></p>
  <form method="dialog" class="saves"><button id="lists-make" class="plain" type="button">Make the list</button> <button class="plain">Close</button></form>
</dialog>
<dialog id="list-rename" class="help settings" aria-labelledby="list-rename-title">
  <h1 id="list-rename-title">Rename the list</h1>
  <p id="list-rename-of" hidden></p>
  <label class="row"><span>Name</span><input id="list-name" autocomplete="off" maxlength="100" enterkeyhint="done" autofocus></label>
  <p id="list-rename-said" role="status"></p>
  <form method="dialog" class="saves"><button id="list-rename-do" class="plain" type="button">Rename</button> <button class="plain">Cancel</button></form>
</dialog>
<dialog id="list-delete" class="help settings" aria-labelledby="list-delete-title" aria-describedby="list-delete-of">
  <h1 id="list-delete-title">Delete the list?</h1>
  <p id="list-delete-of"></p>
  <p id="list-delete-said" role="status"></p>
  <form method="dialog" class="saves"><button id="list-delete-do" class="plain" type="button">Delete the list</button> <button class="plain" autofocus>Cancel</button></form>
</dialog>
<div id="cross" class="cross" aria-hidden="true" hidden></div>
<output id="reading" class="reading" aria-live="polite" hidden></output>
<figure id="preview" class="preview" aria-hidden="true" hidden><figcaption><b></b> <span></span></figcaption></figure>
<p id="cell-status" class="hidden" role="status"></p>
<p id="caption" class="caption" aria-live="polite" hidden></p>
<section id="scale" class="scale" aria-label="Scale of the picture" hidden>
  <div class="place"><button id="measure-end" class="plain" type="button" aria-label="End measuring" title="End measuring" hidden>✕</button><output id="coordinates" aria-live="off" aria-label="Coordinates" hidden></output></div>
  <div id="scale-bar" class="scale-bar" role="img" hidden><i></i><span></span></div>
</section>
<svg id="ruler" class="ruler" aria-hidden="true" hidden><line/><line/></svg>
<output id="length" class="length" aria-live="off" hidden></output>
<p id="measure-said" class="hidden" role="status"></p>
<nav aria-label="Pictures beside this one">
  <button id="previous" class="turn" type="button" aria-label="Previous picture" title="Previous picture (←)" hidden><svg class="icon"><use href="#icon-previous"/></svg></button>
  <button id="next" class="turn" type="button" aria-label="Next picture" title="Next picture (→)" hidden><svg class="icon"><use href="#icon-next"/></svg></button>
  <button id="select-this" class="select-this" type="button" aria-label="Select the picture" title="Select the picture, or deselect it" aria-pressed="false" hidden>✓</button>
  <div id="filmstrip" class="filmstrip"><div class="strip" data-axis="horizontal"><div class="runway">
    <div class="before"></div><div class="pushed"></div><div class="after"></div>
    <ul class="frames"></ul>
  </div></div></div>
</nav>
<section id="stack" class="stack" aria-label="Place in the stack" hidden></section>
<section id="show" class="show" aria-label="Slideshow" hidden>
  <button id="show-pause" class="plain" type="button" aria-label="Pause"><svg class="icon"><use href="#icon-pause"/></svg></button>
  <label><span class="hidden">Time for a picture</span><select id="show-interval">
    <option value="2">2 s</option><option value="3">3 s</option><option value="4" selected>4 s</option><option value="8">8 s</option><option value="15">15 s</option><option value="30">30 s</option></select></label>
  <button id="show-shuffle" class="plain" type="button" aria-pressed="false" aria-label="Shuffle" title="Shuffle"><svg class="icon"><use href="#icon-shuffle"/></svg></button>
  <button id="show-end" class="plain" type="button" aria-label="End the slideshow" title="End the slideshow">✕</button>
</section>
<p id="progress" class="progress" role="progressbar" aria-label="Reading the picture" aria-valuemin="0" aria-valuemax="100" hidden></p>
<nav aria-label="Place in the collection">
<div id="scrubber" class="scrubber" role="scrollbar" tabindex="0" aria-controls="view" aria-label="Place in the collection"
  aria-orientation="vertical" aria-valuemin="0" aria-valuemax="100" aria-valuenow="0">
  <div class="told" aria-hidden="true">
    <output id="bubble" class="bubble"></output>
    <div class="labels"></div>
  </div>
  <div id="thumb" class="thumb"></div>
</div>
</nav>
<p id="footer-status" class="hidden" role="status"></p>
<div id="print" class="print" aria-hidden="true"></div>
<div id="message" class="message late alone" role="status"><p>Loading…</p><button class="plain action" type="button" aria-label="Try again" hidden></button></div>
<div id="noted" class="message" role="status" hidden><p></p><button class="plain action" type="button" aria-label="Undo" hidden></button></div>
<dialog id="help" class="help guide" aria-labelledby="help-title">
  <header class="guide-head">
    <h1 id="help-title" tabindex="-1" autofocus>Keys and help</h1>
    <button id="help-close" class="plain" type="button" aria-label="Close the help" title="Close (Esc)">✕</button>
    <input id="help-find" type="search" aria-label="Find an action, a key or a gesture" aria-describedby="help-said" placeholder="Find an action, a key or a gesture" autocomplete="off" spellcheck="false">
    <p id="help-said" role="status"></p>
  </header>
  <div id="help-list" class="guide-list"></div>
  <label class="switch"><input id="character-keys" type="checkbox" role="switch" aria-describedby="character-keys-said"><span>Keys of one character
    <small id="character-keys-said">Switched off, letters, digits and signs do nothing; keys with Ctrl or Cmd, and Enter, Esc, arrows and the like still do.</small></span></label>
  <h2>About</h2>
  <dl id="about"><dt>Program</dt><dd>…</dd></dl>
</dialog>
<dialog id="palette" class="palette" aria-label="Find an action">
  <input id="palette-text" type="text" role="combobox" aria-label="Find an action" aria-controls="palette-list" aria-expanded="true" aria-autocomplete="list"
    placeholder="Find an action" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go">
  <ul id="palette-list" role="listbox" aria-label="Actions"></ul>
  <p id="palette-said" role="status"></p>
</dialog>
<noscript><style>#message { display: none; }</style><p class="message">This page paints what the server computes and needs JavaScript to do so. The same can be
  asked for by hand: <a href="api/collections">api/collections</a>.</p></noscript>
</body>
</html>

"""###,
        "input/actions.js": ###"""
// The table of actions: from it come the keys, the help, the palette, and the keys that buttons and menus name.

import { isThere } from "../site/parts.js";
import { farthest } from "../values/lists.js";

/**
 * What the page can do.
 * @typedef {object} Action
 * @property {string} id
 * @property {string} group under which the help lists it
 * @property {string} name as people read it
 * @property {string} words by which it is found besides its name
 * @property {string[]} keys as `keyOf` names them; where several actions have a key, the first one that is possible acts
 * @property {string} [button] the buttons that do the same, as a selector; they name the key
 * @property {boolean} [isOrdered] whether its keys wait for keys before that still wait: see `intents.js`
 * @property {boolean} [isOfFields] whether its keys are a field's own where one has the focus
 * @property {string | (() => string)} [needs] what must be there, as a sentence's end; a function where that depends on what is shown
 * @property {() => boolean} isPossible whether it can be done now
 * @property {() => void} run
 */

/** The groups of actions and of `ways`, in the order in which the help lists them. */
export const groups = ["Find", "Pictures", "Selection", "Lists", "Rating", "View", "Move", "Chart", "Comparison", "Words to find by", "Help"];

/**
 * Returns which of an action's keys do it: not those of one character that mean another action now, which comes first in the table.
 * @param {Action[]} actions @param {{keys?: string[]}} action
 */
export const ownKeys = (actions, { keys = [], ...action }) => keys.filter(key => {
  const first = key.length === 1 && actions.find(other => other.keys.includes(key) && other.isPossible());
  return !first || first.id === /** @type {Action} */ (action).id;
});

/** Returns what an action that is not possible now needs; undefined where that is not known. @param {{needs?: Action["needs"]}} action */
export const needsOf = ({ needs }) => (typeof needs === "function" ? needs() : needs);

/**
 * Returns the table. A row without `run` presses its button, and is possible where that is offered; one with `run` is possible unless
 * `isPossible` says otherwise. To add an action, add a row here and its keys to the page of keys, `ThePage.md`.
 * @param parts has the parts of the page by name: see `main.js`.
 * @param hand has what keys do to what is shown, and `press(button)`, `isOffered(button)` and `item()`: see `controls.js`.
 * @returns {Action[]}
 */
export function actionsOf(parts, hand) {
  const { shown, navigation, search, facets, details, originals, exporting, choosing, looking } = parts;
  const { marks, annotating, lists } = choosing;
  const arePictures = () => !shown.isChart;
  const areSeveral = () => !shown.isChart && !shown.isLooking;
  const isOne = () => shown.isLooking;
  const hasItem = () => Boolean(hand.item());
  const canSelect = () => choosing.isOffered;
  const areSelected = () => choosing.isOffered && choosing.count > 0;
  const canFindSelected = () => areSelected() && search.isOffered;
  /** With one picture open, that is what keeps it from being done. */
  const several = words => () => (isOne() ? "several pictures in view" : words);
  const layout = number => ({
    group: "View", words: "layout", needs: "pictures", isPossible: () => arePictures() && Boolean(shown.entry?.layouts[number]),
    run: () => hand.layout(number),
  });
  const canNote = () => annotating.isOffered;
  const noted = { group: "Rating", isOrdered: true, needs: "pictures that are files, on a server that is not read-only", isPossible: canNote };
  const noting = (part, value) => ({ ...noted, run: () => annotating.note(part, value) });
  const [aList, aMovable] = ["a list that was made here", "a list that was made here, in its own order"];
  const moving = places => ({ group: "Lists", isOrdered: true, isOfFields: true, needs: aMovable, isPossible: () => lists.canMove, run: () => lists.move(places) });
  const [aPicture, oneOpen, aChart, aStack] = ["an open picture, or one with the focus", "an open picture", "a chart", "an open page of a stack"];
  const rows = [
    { id: "open", isOrdered: true, group: "Pictures", name: "Open the picture", keys: ["Enter"], words: "look show", needs: "several pictures", isPossible: areSeveral, run: hand.open },
    { id: "end-choice", group: "Pictures", name: "End the choice of pictures to compare", keys: ["Escape"], words: "cancel", needs: "pictures to compare that are being chosen", isPossible: () => marks.isChoosing, run: () => marks.cancel() },
    { id: "end-measuring", group: "View", name: "End measuring", keys: ["Escape"], button: "#measure-end", words: "ruler length cancel", needs: "a picture that is being measured", isPossible: () => looking.measuring.isOn, run: () => looking.measuring.end() },
    { id: "back", isOrdered: true, group: "Pictures", name: "Back to the others", keys: ["Escape"], button: "#back, #show-end", words: "close leave grid", needs: oneOpen, isPossible: isOne, run: hand.close },
    { id: "closer", isOrdered: true, group: "Pictures", name: "Closer", keys: ["Enter"], words: "zoom in", needs: oneOpen, isPossible: isOne, run: hand.open },
    { id: "details", group: "Pictures", name: "About the picture", keys: ["i"], button: "#details-button, #details-item, #details-close", words: "details information facts exif panel", needs: "pictures", isPossible: arePictures, run: () => details.toggle() },
    { id: "original", group: "Pictures", name: "Open the original", keys: ["o"], button: "#menu [data-act=open]", words: "file", needs: aPicture, isPossible: hasItem, run: () => originals.act("open") },
    { id: "download", group: "Pictures", name: "Download the original", keys: ["d"], button: "#menu [data-act=download]", words: "save file", needs: aPicture, isPossible: hasItem, run: () => originals.act("download") },
    { id: "copy-selected", group: "Selection", name: "Copy the paths of the selected pictures", keys: ["c"], button: "#copy-selected-item, #selection-copy-row", words: "names files clipboard", needs: several("selected pictures that are files"), isPossible: () => !shown.isLooking && areSelected() && choosing.canExport, run: () => choosing.copyPaths() },
    { id: "copy", group: "Pictures", name: "Copy the picture’s path", keys: ["c"], button: "#menu [data-act=copy]", words: "name file clipboard", needs: aPicture, isPossible: hasItem, run: () => originals.act("copy") },
    { id: "copy-link", group: "Pictures", name: "Copy the picture’s link", keys: [], button: "#menu [data-act=link]", words: "address url share clipboard", needs: aPicture, isPossible: hasItem, run: () => originals.act("link") },
    { id: "print-picture", group: "Pictures", name: "Print the picture", keys: [], button: "#menu [data-act=print]", words: "paper pdf", needs: aPicture, isPossible: hasItem, run: () => originals.act("print") },
    { id: "alike", group: "Pictures", name: "Show what is alike", keys: [], button: "#alike-item", words: "similar duplicates copies near nearest", needs: "a picture of a folder, open or with the focus", isPossible: () => hasItem() && choosing.alike.isOffered, run: () => choosing.alike.show(hand.item()) },
    { id: "mark", group: "Pictures", name: "Mark to compare, or unmark", keys: ["x"], button: "#mark-item", words: "tick choose", needs: "pictures that cannot be selected", isPossible: () => arePictures() && !canSelect(), run: () => choosing.marks.toggle() },
    { id: "compare", group: "Pictures", name: "Compare pictures side by side", keys: ["X"], button: "#compare-button, #compare-this, #compare-row, #compare-item, #selection-compare, #compare-selected-item", words: "marked selected two second next to each other", needs: "pictures", isPossible: arePictures, run: () => choosing.compare() },
    { id: "clear-marks", group: "Pictures", name: "Clear the marks", keys: [], button: "#clear-marks", words: "unmark deselect none", needs: "marked pictures" },
    { id: "slideshow", group: "Pictures", name: "Slideshow, and its end", keys: ["s"], button: "#play", words: "play start stop", needs: "pictures", isPossible: () => arePictures() && Boolean(shown.plan?.count) },
    { id: "pause", group: "Pictures", name: "Pause the slideshow, and go on", keys: [" "], words: "play stop", needs: "a slideshow", isPossible: () => looking.slideshow.isRunning, run: () => looking.slideshow.pause() },
    { id: "pause-video", group: "Pictures", name: "Pause the video", keys: [" "], words: "play stop film", needs: "a video that plays", isPossible: () => Boolean(hand.isPlaying), run: () => hand.pausePlayer() },
    { id: "shuffle", group: "Pictures", name: "Slideshow in random order, or as sorted", keys: [], words: "shuffle", needs: "pictures", isPossible: arePictures, run: () => looking.slideshow.shuffle() },
    { id: "next", group: "Pictures", name: "Next picture", keys: [], button: "#next", words: "forward on", needs: oneOpen },
    { id: "previous", group: "Pictures", name: "Previous picture", keys: [], button: "#previous", words: "back before", needs: oneOpen },
    { id: "deeper", group: "Pictures", name: "Next depth of a stack", keys: ["."], words: "slice z plane page", needs: aStack, isPossible: () => looking.stack.has("z"), run: () => looking.stack.move("z", 1) },
    { id: "shallower", group: "Pictures", name: "Previous depth of a stack", keys: [","], words: "slice z plane page", needs: aStack, isPossible: () => looking.stack.has("z"), run: () => looking.stack.move("z", -1) },
    { id: "next-time", group: "Pictures", name: "Next time of a stack", keys: [">"], words: "frame t page", needs: aStack, isPossible: () => looking.stack.has("t"), run: () => looking.stack.move("t", 1) },
    { id: "previous-time", group: "Pictures", name: "Previous time of a stack", keys: ["<"], words: "frame t page", needs: aStack, isPossible: () => looking.stack.has("t"), run: () => looking.stack.move("t", -1) },
    { id: "export", group: "Pictures", name: "Export what was found", keys: [], button: "#export-button", words: "save download zip archive csv table paths list script copy move trash", needs: "pictures that are files" },
    { id: "select", isOrdered: true, group: "Selection", name: "Select the picture, or deselect it", keys: ["x"], button: "#select-item, #select-this", words: "choose tick check mark toggle", needs: "pictures that can be selected", isPossible: canSelect, run: () => choosing.toggle() },
    { id: "select-all", isOrdered: true, group: "Selection", name: "Select all that is shown", keys: ["Ctrl+A", "Cmd+A"], isOfFields: true, button: "#selection-all, #select-all-button", words: "choose everything found", needs: "pictures that can be selected", isPossible: canSelect, run: () => choosing.all() },
    { id: "invert", isOrdered: true, group: "Selection", name: "Invert the selection of what is shown", keys: ["Ctrl+I", "Cmd+I"], isOfFields: true, button: "#selection-invert", words: "others opposite toggle", needs: "pictures that can be selected", isPossible: canSelect, run: () => choosing.invert() },
    { id: "select-none", isOrdered: true, group: "Selection", name: "Select none", keys: ["Ctrl+Shift+A", "Cmd+Shift+A"], isOfFields: true, button: "#selection-clear, #select-none-item", words: "clear deselect all nothing", needs: "selected pictures", isPossible: areSelected, run: () => choosing.none() },
    { id: "show-selected", isOrdered: true, group: "Selection", name: "Show the selected pictures alone, and all again", keys: ["v"], button: "#selection-show, #show-selected-item", words: "find filter view", needs: "selected pictures of a collection that can be searched", isPossible: canFindSelected, run: () => choosing.show() },
    { id: "export-selected", isOrdered: true, group: "Selection", name: "Export the selected pictures", keys: ["e"], button: "#selection-export, #selection-export-row, #export-selected-item", words: "save download zip archive csv table paths list script copy move trash", needs: "selected pictures that are files", isPossible: () => areSelected() && Boolean(shown.entry.links.export), run: () => exporting.open(true) },
    { id: "print", group: "Pictures", name: "Print what is seen", keys: [], button: "#print-button", words: "paper pdf", run: hand.print },

    { id: "add-to-list", isOrdered: true, group: "Lists", name: "Add to a list, or make one", keys: ["l"], button: "#list-item, #selection-list, #selection-list-row, #list-selected-item", words: "album collect put new create selected", needs: "pictures that can be in lists", isPossible: () => lists.isOffered, run: () => lists.add() },
    { id: "remove-from-list", isOrdered: true, group: "Lists", name: "Remove from the list", keys: ["L"], button: "#unlist-item, #selection-unlist, #unlist-selected-item", words: "album take out selected", needs: aList, isPossible: () => lists.isList, run: () => lists.remove() },
    { id: "earlier", name: "Move one place back", keys: ["Alt+ArrowUp"], button: "#earlier-item", words: "list order sort earlier up before", ...moving(-1) },
    { id: "later", name: "Move one place on", keys: ["Alt+ArrowDown"], button: "#later-item", words: "list order sort later down after", ...moving(1) },
    { id: "earliest", name: "Move to the start of the list", keys: ["Alt+PageUp"], button: "#earliest-item", words: "order sort first top", ...moving(-farthest) },
    { id: "latest", name: "Move to the end of the list", keys: ["Alt+PageDown"], button: "#latest-item", words: "order sort last bottom", ...moving(farthest) },
    { id: "rename-list", group: "Lists", name: "Rename the list", keys: [], button: "#rename-list", words: "name call album", needs: aList, isPossible: () => lists.isList, run: () => lists.rename() },
    { id: "delete-list", group: "Lists", name: "Delete the list", keys: [], button: "#delete-list", words: "remove album", needs: aList, isPossible: () => lists.isList, run: () => lists.delete() },
    { id: "undo-list", isOrdered: true, group: "Lists", name: "Undo the last change of a list", keys: ["Ctrl+Z", "Cmd+Z"], isOfFields: true, words: "take back", needs: "a list that was changed last", isPossible: () => lists.canUndo, run: () => lists.undo() },
    { id: "redo-list", isOrdered: true, group: "Lists", name: "Redo the change of a list that was undone", keys: ["Ctrl+Shift+Z", "Cmd+Shift+Z"], isOfFields: true, words: "make again", needs: "a change of a list that was undone", isPossible: () => lists.canRedo, run: () => lists.redo() },

    { id: "rate-selected", group: "Rating", name: "Rate the selected pictures…", keys: [], button: "#selection-rate", words: "stars flags labels keywords menu all", needs: several("selected pictures that can be rated"), isPossible: () => canNote() && areSelected() && hand.isOffered("#selection-rate") },
    { id: "rate-1", name: "1 star", keys: ["1"], button: "#menu [data-noted='rating:1']", words: "rate rating", ...noting("rating", 1) },
    { id: "rate-2", name: "2 stars", keys: ["2"], button: "#menu [data-noted='rating:2']", words: "rate rating", ...noting("rating", 2) },
    { id: "rate-3", name: "3 stars", keys: ["3"], button: "#menu [data-noted='rating:3']", words: "rate rating", ...noting("rating", 3) },
    { id: "rate-4", name: "4 stars", keys: ["4"], button: "#menu [data-noted='rating:4']", words: "rate rating", ...noting("rating", 4) },
    { id: "rate-5", name: "5 stars", keys: ["5"], button: "#menu [data-noted='rating:5']", words: "rate rating", ...noting("rating", 5) },
    { id: "rate-0", name: "No stars", keys: ["0"], button: "#menu [data-noted='rating:0']", words: "rate rating unrated none", ...noting("rating", 0) },
    { id: "pick", name: "Pick", keys: ["p"], button: "#menu [data-noted='flag:pick']", words: "flag choose keep", ...noting("flag", "pick") },
    { id: "reject", name: "Reject", keys: ["Delete", "r"], button: "#menu [data-noted='flag:reject']", words: "flag delete trash throw away", ...noting("flag", "reject") },
    { id: "best-of-alike", ...noted, name: "Duplicates and alike pictures: pick the best…", keys: ["P"], button: "#best-button", words: "flag find duplicates copies burst cull first similar reject others", needs: "pictures of a folder, on a server that is not read-only", isPossible: () => Boolean(annotating.hasAlike), run: () => annotating.best() },
    { id: "hide-rejected", group: "Rating", name: "Hide rejected pictures, and show them again", keys: [], button: "#hide-rejected", words: "flag filter deleted trash without", needs: several("pictures that can be rated and searched") },
    { id: "unflag", name: "No flag", keys: ["u"], button: "#menu [data-noted='flag:none']", words: "unflag pick reject none", ...noting("flag", "none") },
    { id: "label-red", name: "Red label", keys: ["6"], button: "#menu [data-noted='label:red']", words: "colour color", ...noting("label", "red") },
    { id: "label-yellow", name: "Yellow label", keys: ["7"], button: "#menu [data-noted='label:yellow']", words: "colour color", ...noting("label", "yellow") },
    { id: "label-green", name: "Green label", keys: ["8"], button: "#menu [data-noted='label:green']", words: "colour color", ...noting("label", "green") },
    { id: "label-blue", name: "Blue label", keys: ["9"], button: "#menu [data-noted='label:blue']", words: "colour color", ...noting("label", "blue") },
    { id: "label-purple", name: "Purple label", keys: [], button: "#menu [data-noted='label:purple']", words: "colour color", ...noting("label", "purple") },
    { id: "label-none", name: "No label", keys: [], button: "#menu [data-noted='label:none']", words: "colour color none", ...noting("label", "none") },
    { id: "keywords", name: "Keywords", keys: ["k"], button: "#menu [data-noted=keywords]", words: "tags words add", ...noted, run: () => annotating.openKeywords() },
    { id: "undo", name: "Undo the last rating, flag, label or keyword", keys: ["Ctrl+Z", "Cmd+Z"], isOfFields: true, words: "take back", ...noted, run: () => annotating.undo() },
    { id: "redo", name: "Redo what was undone", keys: ["Ctrl+Shift+Z", "Cmd+Shift+Z"], isOfFields: true, words: "make again", ...noted, run: () => annotating.redo() },
    { id: "advance", group: "Rating", name: "Go on to the next picture after each mark, or not", keys: [], button: "#advance", words: "advance automatic cull stars flags", needs: "an open picture that can be rated" },

    { id: "find", group: "Find", name: "Find", keys: ["/", "Ctrl+F", "Cmd+F"], button: "#find-button", words: "search query filter look for", needs: "a collection that can be searched", isPossible: () => search.isOffered, run: () => search.open() },
    { id: "end-search", group: "Find", name: "End the search", keys: ["Escape"], button: "#find-close", words: "clear all", needs: "a search", isPossible: () => search.isOpen, run: () => search.close() },
    { id: "leave-pages", isOrdered: true, group: "Pictures", name: "Back to the picture of these pages", keys: ["Escape"], words: "close leave document", needs: "the pages of a picture", isPossible: () => shown.arePages, run: () => navigation.leavePages() },
    { id: "filters", group: "Find", name: "Filters", keys: ["f"], button: "#facets-button, #facets-close", words: "facets values counts choose camera", needs: "a collection that can be searched", isPossible: () => search.isOffered, run: () => facets.toggle() },
    { id: "unreadable", group: "Find", name: "Pictures that could not be read", keys: [], words: "broken damaged missing errors files", needs: "a collection that can be searched", isPossible: () => search.isOffered, run: () => navigation.search("is:unreadable", false) },
    { id: "folders", group: "Find", name: "Folders", keys: [], button: "#folders-button", words: "tree directory go to", needs: "folders" },
    { id: "sort", group: "Find", name: "Sort by", keys: [], button: "#sort-button", words: "order date name size rating", needs: "a collection with several orders" },
    { id: "direction", group: "Find", name: "Turn the order round", keys: [], button: "#direction", words: "sort reverse ascending descending newest oldest", needs: "a collection with several orders" },
    { id: "start", isOrdered: true, group: "Find", name: "Go to the start", keys: ["Home"], words: "first picture top beginning", run: hand.start },
    { id: "end", isOrdered: true, group: "Find", name: "Go to the end", keys: ["End"], words: "last picture bottom", run: hand.end },

    { id: "layout-1", name: "Grid", keys: ["Alt+1"], button: ".layouts [data-layout=grid]", ...layout(0) },
    { id: "layout-2", name: "Rows", keys: ["Alt+2"], button: ".layouts [data-layout=justified]", ...layout(1) },
    { id: "layout-3", name: "Stack", keys: ["Alt+3"], button: ".layouts [data-layout=stack]", ...layout(2) },
    { id: "layout-4", name: "Strip", keys: ["Alt+4"], button: ".layouts [data-layout=strip]", ...layout(3) },
    { id: "layout-5", name: "Pages", keys: ["Alt+5"], button: ".layouts [data-layout=pages]", ...layout(4) },
    { id: "layout-6", name: "Plane", keys: ["Alt+6"], button: ".layouts [data-layout=plane]", ...layout(5), needs: "pictures of which something is known" },
    { id: "larger", group: "View", name: "Larger", keys: ["+", "="], button: "#closer", words: "zoom in closer bigger size", run: () => hand.zoom(1) },
    { id: "smaller", group: "View", name: "Smaller", keys: ["-", "_"], button: "#further", words: "zoom out further size", run: () => hand.zoom(-1) },
    { id: "fit", group: "View", name: "All of it, and back", keys: ["Alt+0", "0"], button: "#fit-button, #whole-button, #whole-view", words: "fit whole mosaic all pictures at once overview zoom out reset range", run: hand.fit },
    { id: "pixels", group: "View", name: "100 %, and back", keys: ["z"], button: "#pixels-button", words: "actual size single pixels zoom 1:1", needs: "pictures", isPossible: arePictures, run: hand.pixels },
    { id: "measure", group: "View", name: "Measure in the picture, and end it", keys: ["m"], button: "#measure-button", words: "ruler length distance scale size micrometres millimetres", needs: oneOpen, isPossible: () => looking.measuring.isOffered, run: () => looking.measuring.toggle() },
    { id: "coordinates", group: "View", name: "Coordinates of the pointer", keys: [], button: "#coordinates-button", words: "pixels position map latitude longitude", needs: oneOpen },
    { id: "save-png", group: "Pictures", name: "Save the visible part as PNG", keys: [], button: "#save-png", words: "crop region cut download export screenshot", needs: "an open picture that the server can read" },
    { id: "save-jpeg", group: "Pictures", name: "Save the visible part as JPEG", keys: [], button: "#save-jpeg", words: "crop region cut download export screenshot", needs: "an open picture that the server can read" },
    { id: "names", group: "View", name: "Names, stars and kinds in cells", keys: [], button: "#names", words: "show labels captions badges hide", needs: "pictures", isPossible: arePictures },
    { id: "filmstrip", group: "View", name: "Filmstrip", keys: [], button: "#filmstrip-button", words: "thumbnails neighbours show hide", needs: oneOpen },
    { id: "group", group: "View", name: "Group by a date, a folder or another value", keys: [], button: "#group", words: "sections month headings", needs: several("pictures that can be grouped"), isPossible: () => arePictures() && hand.isOffered("#group"), run: hand.group },
    { id: "copy-view", group: "View", name: "Copy a link to this view", keys: [], button: "#copy-view", words: "address url share send clipboard", run: () => originals.copyLink() },
    { id: "full", group: "View", name: "Full screen, and back", keys: ["F11"], button: "#full", words: "fullscreen window", needs: "a browser that has it" },
    { id: "colours", group: "View", name: "Colours: the next of system, light, dark", keys: [], button: "#theme", words: "theme colors scheme night mode" },

    { id: "brush", group: "Chart", name: "Draw a range to zoom to", keys: ["b"], button: "#brush-button", words: "brush select zoom", needs: aChart, isPossible: () => shown.isChart },
    { id: "rest", group: "Chart", name: "Lay down the brush, end reading, free the axes", keys: ["Escape"], words: "stop release values", needs: aChart, isPossible: () => shown.isChart, run: hand.close },
    { id: "lines", group: "Chart", name: "Lines and axes", keys: [], button: "#chart-button", words: "panel scale unit time zone settings", needs: aChart },
    { id: "table-reading", group: "Chart", name: "How this table was read", keys: [], button: "#table-reading-button", words: "separator header line names decimal date order types key first lines findings notes import", needs: aChart },
    { id: "figures", group: "Chart", name: "Figures and downloads", keys: [], button: "#figures-button", words: "statistics mean median csv svg png export save", needs: aChart, isPossible: () => shown.isChart },

    { id: "palette", group: "Help", name: "Find an action", keys: ["Ctrl+K", "Cmd+K"], button: "#palette-button", words: "command palette run" },
    { id: "notes", group: "Help", name: "Notes about the collection", keys: [], button: "#notes-button", words: "left out rows problems", needs: "something to note" },
    { id: "help", group: "Help", name: "Keys and help", keys: ["?"], button: "#help-button", words: "shortcuts keyboard" },
    { id: "about", group: "Help", name: "About this program, and its version", keys: [], button: "#about-button", words: "release build commit number license", run: () => hand.press("#about-button") },
  ];
  return rows.filter(isThere).map(row => ({
    words: "", isPossible: row.run ? () => true : () => hand.isOffered(row.button), run: () => hand.press(row.button), ...row,
  }));
}

/** Returns an action for each other collection. @returns {Action[]} */
export const collectionActions = (shown, navigation) => shown.collections.filter(({ id }) => id !== shown.collection).map(({ id, name }) => ({
  id: `collection-${id}`, group: "Collections", name, words: "collection go to", keys: [], isPossible: () => true, run: () => navigation.change(id),
}));

"""###,
        "input/beside.js": ###"""
// Makes a press beside an open menu only close the menu: what lies below takes no part of the press.

/** What a press consists of after its beginning. */
const parts = ["pointermove", "pointerup", "mousedown", "mousemove", "mouseup", "click", "dblclick", "touchstart", "touchmove", "touchend"];
/** Milliseconds after which no click can come of a press any more: a finger's comes some time after its end. */
const patience = 400;

/** Keeps the rest of a press from everything else. */
function take(event) {
  let timer = 0;
  const eat = part => {
    // What scripts send is no part of it.
    if (!part.isTrusted) return;
    part.stopImmediatePropagation();
    if (part.cancelable && !part.type.startsWith("touch")) part.preventDefault();
    if (part.type === "click") end();
    if (part.type === "pointerup") timer = setTimeout(end, patience);
  };
  const end = () => {
    clearTimeout(timer);
    for (const type of parts) removeEventListener(type, eat, { capture: true });
    for (const type of ["pointerdown", "pointercancel"]) removeEventListener(type, end, { capture: true });
  };
  for (const type of parts) addEventListener(type, eat, { capture: true });
  // The next press is nobody's yet; a finger that scrolls has none.
  for (const type of ["pointerdown", "pointercancel"]) addEventListener(type, end, { capture: true });
  eat(event);
}

/**
 * Listens for presses beside a menu.
 * @param {() => boolean} isOpen
 * @param {(target: Node) => boolean} isOf says whether an element belongs to the menu.
 * @param {() => void} close
 */
export function closeBeside(isOpen, isOf, close) {
  addEventListener("pointerdown", event => {
    if (!isOpen() || !(event.target instanceof Node) || isOf(event.target)) return;
    close();
    // Another button opens the menu of another picture.
    if (event.button === 0) take(event);
  }, { capture: true });
}

"""###,
        "input/controls.js": ###"""
// Decides what fingers, mouse, wheel and keys do, depending on what is shown.

import { actionsOf } from "./actions.js";
import { listen } from "./gestures.js";
import { Intents } from "./intents.js";
import { listenToKeys } from "./keys.js";
import { listenToWheel } from "./wheel.js";

/** Whether a pixel of the picture lies on one of the screen. */
export const isActual = shown => shown.isPicture && Math.abs(shown.plan.zoomScale * devicePixelRatio - 1) < 1e-3;

/**
 * @param parts has the parts of the page that gestures and keys act on, by name: see `main.js`.
 * @param on has `jump(offset)`, `inset()`, `resized()`, `pixels()`, which leads to 100 % and back, and `item()`, the open picture or the one
 *   with the focus, and `note(text)`, which says a sentence.
 * @returns the table of actions.
 */
export function listenToHands(parts, on) {
  const { view, shown, navigation, scroller } = parts;
  // Once: a trackpad sends many of these.
  const sayZoom = once(() => on.note("To zoom, hold Ctrl and turn the wheel, or drag over a range."));
  listenToWheel(view, {
    get isPaged() { return shown.isPaged; },
    get isStrip() { return shown.isStrip; },
    turn: by => navigation.turn(by),
    pan(dx) {
      if (shown.isChart && scroller.isStill) sayZoom();
      scroller.pan(dx, 0);
    },
  });
  listen(view, gestures(parts));
  const hand = keys(parts, on);
  const actions = actionsOf(parts, hand);
  const intents = new Intents({
    dropped: () => on.note("The server did not answer where that key leads. The keys after it were ignored."),
  });
  listenToKeys(view, actions, intents, hand);
  for (const hand of ["wheel", "pointerdown"]) {
    view.addEventListener(hand, () => {
      intents.stop();
      parts.cursor.leave();
    }, { passive: true });
  }
  // These buttons are nobody else's.
  for (const [button, id] of [["#print-button", "print"], ["#whole-button", "fit"], ["#whole-view", "fit"]]) {
    document.querySelector(button).addEventListener("click", actions.find(action => action.id === id).run);
  }
  new ResizeObserver(() => on.resized()).observe(view);
  return actions;
}

/** Returns a function that acts only the first time. */
function once(act) {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

/** Zooms by a step about the middle, or about the picture with the focus. */
export function zoomBy({ magnifier, cursor }, steps) {
  magnifier.step(steps, cursor.element);
}

/** Shows one pixel of a picture on one of the screen, or leads back. @param otherwise is called where the open one is seen so already. */
export function zoomToPixels({ shown, magnifier }, otherwise) {
  magnifier.toward("pixelsOrItem", null, shown.isLooking ? otherwise : null);
}

function gestures({ shown, scroller, magnifier, navigation, cells, looking, choosing }) {
  return {
    pinch: (...step) => magnifier.pinch(...step),
    pinchEnd: () => magnifier.pinchEnd(),
    tap(target, at) {
      if (cells.isThere) return cells.open(at);
      const slot = target.closest(".slot");
      if (shown.isLooking) looking.idle.toggle();
      // Several pictures: they part.
      else if (slot?.querySelector("[data-count]")) magnifier.step(4, slot);
      else if (slot?.dataset.item && !shown.isChart) choosing.marks.choose(slot.dataset.item) || navigation.open(slot.dataset.item);
    },
    doubleTap(at, isFinger) {
      if (shown.isPicture) magnifier.toward("item", at);
      // A small picture is seen at 100 % already.
      else if (shown.isPaged && !isFinger) magnifier.toward("pixels", at, () => magnifier.toward("detail", at));
      else if (!shown.isDense) magnifier.toward(shown.plan?.zoomScale > 1 ? "width" : "detail", at);
    },
    tapWaits: () => !shown.isDense,
    // It extends both ways, as a map does.
    wheelZooms: () => shown.isPlane,
    where: () => `${shown.collection} ${shown.layout}`,
    // With Alt a drag draws a frame.
    pans: event => shown.isPicture || (shown.isChart && !scroller.isStill) || ((shown.plan?.zoomScale ?? 1) > 1 && !(event.altKey && choosing.isOffered)),
    pan: (dx, dy) => scroller.pan(dx, dy),
    pulls: () => shown.isPaged,
    pulled: () => navigation.close(),
  };
}

/** The video that plays among the pictures. @returns {HTMLVideoElement | undefined} */
const playing = () => [.../** @type {NodeListOf<HTMLVideoElement>} */ (document.querySelectorAll("#slots video"))].find(({ paused, ended }) => !paused && !ended);

function keys(parts, on) {
  const { shown, scroller, magnifier, chart, focus, navigation } = parts;
  return {
    get isPaged() { return shown.isPaged; },
    get isPicture() { return shown.isPicture; },
    get isStrip() { return shown.isStrip; },
    get isAmong() { return focus.isAmong; },
    get isMosaic() { return parts.cells.isThere; },
    get isChart() { return shown.isChart; },
    // Without a cursor arrows across have nothing to scroll: they lead to the first picture in view.
    get canBegin() { return !shown.isChart && !shown.isLooking && !shown.isAcross && (shown.plan?.zoomScale ?? 1) <= 1 && focus.hasKeys; },
    get selectedCount() { return shown.isLooking ? 1 : parts.choosing.count; },
    get shownCount() { return shown.isLooking ? 1 : shown.plan?.count ?? 0; },
    type(word) {
      if (parts.search.isOffered) parts.search.write(word);
      on.note(`Several characters at once are taken as words, and change nothing. One key alone acts on all ${parts.choosing.count.toLocaleString()} selected pictures.`);
    },
    get isPlaying() { return Boolean(playing()); },
    pausePlayer() {
      const player = playing();
      player?.pause();
      // The next Space goes on.
      player?.focus({ preventScroll: true });
    },
    turn: by => navigation.turn(by),
    read: by => chart.step(by),
    step: (dx, dy) => parts.cursor.step(dx, dy),
    get canToggleCell() { return parts.choosing.canToggleCell; },
    toggleCell: () => parts.choosing.toggle(),
    get canExtend() { return parts.choosing.canExtend; },
    extend: (dx, dy) => parts.choosing.extend(dx, dy),
    glide: px => scroller.glide(px, 0),
    screen(by) {
      parts.cursor.follow();
      const { width, height } = scroller.viewport;
      const [top, left, bottom, right] = on.inset();
      if (shown.isStrip) scroller.glide(by * Math.round(0.9 * (width - left - right)), 0);
      else scroller.glide(0, by * Math.round(0.9 * (height - top - bottom)));
    },
    start() {
      navigation.stay();
      const { minX, minY } = scroller.range;
      if (!shown.view.lead) on.jump({ x: minX, y: minY });
      parts.cursor.go(0);
      if (shown.view.lead) navigation.look({ ...shown.view, lead: 0 });
    },
    end() {
      navigation.stay();
      const { minX, minY, maxX, maxY } = scroller.range;
      on.jump({ x: shown.isAcross ? maxX : minX, y: shown.isAcross ? minY : maxY });
      parts.cursor.go((shown.plan?.count ?? 0) - 1);
    },
    zoom: steps => zoomBy(parts, steps),
    fit: () => navigation.fit(),
    pixels: () => on.pixels(),
    isAtEdge(axis, by) {
      const { offset, range } = scroller;
      const end = by > 0 ? range[axis === "x" ? "maxX" : "maxY"] : range[axis === "x" ? "minX" : "minY"];
      return by > 0 ? offset[axis] >= end - 1 : offset[axis] <= end + 1;
    },
    open() {
      if (shown.isPaged) magnifier.toward("detail");
      else if (shown.isPicture) zoomBy(parts, 1);
      else parts.cursor.open();
    },
    close() {
      if (parts.looking.slideshow.isRunning) parts.looking.slideshow.stop();
      else if (shown.isChart) parts.brush.leave() || chart.escape();
      else navigation.close();
    },
    item: () => on.item(),
    print: () => print(),
    group() {
      document.getElementById("more-button").click();
      document.getElementById("group").focus();
    },
    press: button => document.querySelector(button).click(),
    isOffered: button => document.querySelector(button)?.closest("[hidden]") === null,
    layout: number => navigation.arrangeAs(number),
  };
}

"""###,
        "input/cursor.js": ###"""
// Moves among the pictures by keys, and along with what is shown.

/** The keyboard's picture. It has the focus; in a mosaic, whose cells are no elements, `cells.js` outlines it. */
export class Cursor {
  #focus; #cells; #on;
  /** The index that the keys have reached and that no plan shows yet, and its item if it is known; null for none. */
  #goal = null;
  #goalItem = null;
  /** Whether a key scrolls by a screen: the cursor comes along. */
  #follows = false;

  /**
   * @param on has `plan()`, the plan that is painted, or null; `isAcross()`, whether pictures follow one another from left to right alone; `isFree()`, whether they
   *   follow one another in no direction;
   *   `isResting()`, whether nothing scrolls; `hold(place)`, which brings an item into view; and `open(place)`, which opens it.
   */
  constructor(focus, cells, on) {
    [this.#focus, this.#cells, this.#on] = [focus, cells, on];
  }

  /** The cursor's item; null if it is out of view. */
  get item() {
    if (this.#cells.isThere) return this.#cells.isSeen ? this.#cells.item : null;
    return this.#isSeen(this.#focus.index) ? this.#focus.slot?.tile.item ?? null : null;
  }

  /**
   * Where the cursor is, also where no plan shows it yet: {index, item}; null where that is out of view.
   * @returns {Promise<{index: number, item: string} | null>}
   */
  async where() {
    if (this.#cells.isThere) return this.#cells.reached();
    if (this.#goal !== null) return this.#goalItem ? { index: this.#goal, item: this.#goalItem } : this.#cells.locate({ index: this.#goal });
    const { index, slot } = this.#focus;
    return slot && this.#isSeen(index) ? { index, item: slot.tile.item } : null;
  }

  /** The element of that picture; undefined or null if it is out of view. */
  get element() {
    if (this.#cells.isThere) return this.#cells.isSeen ? this.#cells.element : null;
    return this.#isSeen(this.#focus.index) ? this.#focus.slot?.element : null;
  }

  #isSeen(index) {
    const { visible } = this.#on.plan() ?? {};
    return Boolean(visible) && index !== null && index >= visible.first && index <= visible.last;
  }

  /**
   * Goes to a neighbour, or to the picture at the top if there is no cursor, or its picture is out of view.
   * @returns {Promise<boolean> | undefined} a promise of being there, which gives false where the server has not told the neighbour; nothing
   *   in a mosaic, where several steps are one question.
   */
  step(dx, dy) {
    if (this.#cells.isThere) return this.#cells.step(dx, dy);
    return this.#make(this.#on.isAcross() ? { dx: dx + dy, dy: 0 } : { dx, dy });
  }

  async #make({ dx, dy }) {
    const plan = this.#on.plan();
    if (!plan?.anchor || !this.#focus.isAmong && !this.#focus.hasKeys) return true;
    const index = this.#goal ?? this.#focus.index;
    if (!this.#focus.isAmong || this.#goal === null && !this.#isSeen(index)) {
      this.#lead(plan.anchor);
      return true;
    }
    // Only the server knows which one lies below: rows differ in length, and groups end with rows that are not full.
    const item = this.#goal === null ? this.#focus.slot?.tile.item : null;
    const next = dy || this.#on.isFree() ? await this.#cells.locate({ index, item, below: dy, beside: dx }) : { index: index + dx };
    if (next && this.#focus.isAmong && next.index >= 0 && next.index < (this.#on.plan()?.count ?? 0)) this.#lead(next);
    return next !== undefined;
  }

  /**
   * Goes to a neighbour of a place.
   * @returns {Promise<{index: number, item: string} | null | undefined>} the neighbour, as soon as the server has told it; null for none,
   *   undefined where it does not answer.
   */
  async reach({ index: from, item }, dx, dy) {
    const [across, down] = this.#on.isAcross() ? [dx + dy, 0] : [dx, dy];
    const index = from + across;
    const next = index >= 0 && index < (this.#on.plan()?.count ?? 0)
      ? await this.#cells.locate(down ? { index, item, below: down } : { index }) : null;
    if (!next) return next;
    if (this.#cells.isThere) this.#cells.lead(next);
    else this.#lead(next);
    return next;
  }

  #lead({ index, item }) {
    this.#focus.index = this.#goal = index;
    this.#goalItem = item ?? null;
    this.#on.hold(item ? { item, align: "nearest" } : { index, align: "nearest" });
  }

  /** Follows the view to the first or the last picture. */
  go(index) {
    if (index < 0) return;
    this.#cells.go(index);
    if (!this.#focus.isAmong || this.#cells.isThere) return;
    this.#focus.index = this.#goal = index;
    this.#goalItem = null;
  }

  /** Comes along when a key scrolls by a screen. */
  follow() {
    this.#goal = null;
    this.#follows = this.#focus.isAmong || Boolean(this.#cells.element);
  }

  /** Opens the cursor's picture, else the one at the top. */
  open() {
    const { item } = this;
    if (this.#cells.isThere && item) return this.#cells.open();
    const anchor = this.#on.plan()?.anchor;
    if (item) this.#on.open({ item });
    else if (this.#goal !== null) this.#on.open({ index: this.#goal });
    else if (anchor) this.#on.open({ item: anchor.item });
  }

  /** Follows the plan that was painted. */
  painted(plan) {
    if (this.#goal !== null && this.#isSeen(this.#goal)) this.#goal = null;
    if (!this.#follows || !this.#on.isResting()) return;
    this.#follows = false;
    const index = plan.anchor?.index;
    if (index === undefined) return;
    if (this.#cells.isThere) {
      if (!this.#cells.isSeen) this.#cells.go(index);
    } else if (this.#focus.isAmong && !this.#isSeen(this.#focus.index)) this.#focus.index = index;
  }

  /** Forgets where steps lead before other pictures are shown, or after a hand has moved the view. */
  leave() {
    this.#goal = null;
    this.#follows = false;
  }
}

"""###,
        "input/focus.js": ###"""
// Keeps the keyboard focus on its picture.

/** The focus stays on its picture, whichever slot shows it; the view has it while the picture is out of view. */
export class Focus {
  /** Index of the picture with the focus; null if it is elsewhere. */
  index = null;
  /** The picture that gets the focus with the next plan. */
  item = null;
  #view; #slots; #on; #isKeeping = false;
  /** The picture with the focus as it got it, or as the last plan had it: {index, item}; null if neither is known. */
  #kept = null;

  /** @param on has `isHeld()`, whether a picture is on its way into view, and `first()`, the index that Tab goes to. */
  constructor(view, slots, on) {
    this.#view = view;
    this.#slots = slots;
    this.#on = on;
    view.addEventListener("focusin", event => this.#note(event.target));
    // A press on a picture gives the view the focus: only keys go from picture to picture.
    view.addEventListener("mousedown", event => {
      if (event.button !== 0) return;
      event.preventDefault();
      this.#give(view);
    });
    view.addEventListener("blur", () => view.classList.remove("quiet"));
    // Tab goes from the view to the first picture in view.
    view.addEventListener("keydown", event => {
      if (event.key !== "Tab" || event.shiftKey || event.target !== view) return;
      const slot = slots.slot(on.first());
      if (!slot) return;
      event.preventDefault();
      this.#give(slot.link);
    });
  }

  get isAmong() { return this.index !== null; }
  /** Whether nothing beside the pictures has the keys. */
  get hasKeys() { return document.activeElement === document.body || this.#view.contains(document.activeElement); }
  /** The slot of the picture with the focus. */
  get slot() { return this.isAmong ? this.#slots.slot(this.index) : null; }

  /** Restores the focus after a plan was painted. */
  keep(plan) {
    if (this.item) this.index = plan.tiles.find(({ item }) => item === this.item)?.index ?? null;
    this.item = null;
    if (!this.isAmong) return;
    // Pictures that come or go before it change its index.
    if (this.#kept?.index === this.index) {
      const { item: kept } = this.#kept;
      this.index = plan.tiles.find(({ item }) => item === kept)?.index ?? this.index;
    }
    const { slot } = this;
    this.#kept = slot && { index: this.index, item: slot.tile.item };
    const { activeElement } = document;
    if (activeElement !== document.body && !this.#view.contains(activeElement)) return;
    const element = this.slot?.link ?? this.#view;
    if (element === activeElement) return;
    this.#isKeeping = true;
    this.#give(element);
    this.#isKeeping = false;
  }

  /** Gives the focus to the view before other pictures are shown. Whoever types in the search field meanwhile keeps it. */
  leave() {
    const { activeElement } = document;
    if (this.isAmong && (activeElement === document.body || this.#view.contains(activeElement))) this.#give(this.#view);
    this.index = this.#kept = null;
  }

  /** Gives the view the focus without a ring, since the reader did not use the keyboard. */
  giveKeys() {
    this.#view.classList.add("quiet");
    this.#give(this.#view);
  }

  /** Gives it the keys if the element that had the focus has gone meanwhile. */
  rescue() {
    const { activeElement } = document;
    // A browser notices only with the next frame that the element is not seen any more.
    if (activeElement === document.body || !activeElement.checkVisibility()) this.giveKeys();
  }

  #give(element) {
    element.focus({ preventScroll: true });
    // Firefox sends no focus events to a window that is not in front.
    this.#note(element);
  }

  /** Notes which element has the focus. */
  #note(element) {
    const slot = element.closest(".slot");
    if (slot) {
      const { index, item } = slot.dataset;
      this.index = Number(index);
      if (item) this.#kept = { index: this.index, item };
    // With a button among the pictures in focus, no picture has it.
    } else if (element.closest("button")) this.index = null;
    else if (!this.#isKeeping && element === this.#view && !this.#on.isHeld()) this.index = null;
  }
}

"""###,
        "input/gestures.js": ###"""
// Recognizes gestures of fingers, trackpads and mice: pinch, tap, double tap, drag and pull.

const near = (one, other, distance) => Math.hypot(one.x - other.x, one.y - other.y) < distance;
const point = ({ clientX, clientY }) => ({ x: clientX, y: clientY });

/**
 * Tells taps, drags and pinches apart.
 * @param on has `pinch(factor, focus, dx, dy, goesOn)`, with whether it goes on with the pinch before, `pinchEnd()`, `tap(target, at)`, `doubleTap(at, isFinger)`, `pan(dx, dy)`,
 *   `tapWaits()` (whether a tap is held back until it cannot become a double one), `where()` (what is shown, since one that was held
 *   back does nothing anywhere else), `pans(event)` (whether a mouse drags), `pulls()`
 *   (whether a finger drawn down takes the picture away) and `pulled()`, when it has; `wheelZooms()`, whether the wheel alone does.
 */
export function listen(view, on) {
  pinchWithFingers(view, on);
  pinchWithWheel(view, on);
  pinchWithSafari(view, on);
  pull(view, on);
  tap(view, on);
  drag(view, on);
}

function pinchWithFingers(view, on) {
  let last = null;
  const measure = touches => {
    const [one, other] = [...touches].map(point);
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, span: Math.hypot(one.x - other.x, one.y - other.y) };
  };
  const start = event => {
    if (event.touches.length !== 2) return end();
    if (event.cancelable) event.preventDefault();
    last = measure(event.touches);
  };
  const end = () => {
    if (last) on.pinchEnd();
    last = null;
  };
  view.addEventListener("touchstart", start, { passive: false });
  view.addEventListener("touchmove", event => {
    if (!last || event.touches.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    const now = measure(event.touches);
    if (now.span > 0 && last.span > 0) on.pinch(now.span / last.span, now, now.x - last.x, now.y - last.y);
    last = now;
  }, { passive: false });
  view.addEventListener("touchend", end);
  view.addEventListener("touchcancel", end);
}

/** Browsers report a trackpad's pinch as Ctrl + wheel. */
function pinchWithWheel(view, on) {
  let timer = 0;
  let last = { x: NaN, y: NaN };
  view.addEventListener("wheel", event => {
    const isAlone = on.wheelZooms?.() && Math.abs(event.deltaY) > Math.abs(event.deltaX);
    if (!event.ctrlKey && !event.metaKey && !isAlone) return;
    event.preventDefault();
    const lines = [1, 16, 400][event.deltaMode];
    // A notch of a mouse's wheel is 100 px or more, a trackpad's movement a few.
    const delta = Math.max(-25, Math.min(25, event.deltaY * lines));
    const at = point(event);
    // Notches about one point are one zoom, however long the pauses.
    on.pinch(Math.exp(-delta / 100), at, 0, 0, near(last, at, 10));
    last = at;
    clearTimeout(timer);
    timer = setTimeout(() => on.pinchEnd(), 200);
  }, { passive: false });
}

/** Safari on a Mac has its own events for a pinch. */
function pinchWithSafari(view, on) {
  let last = 1;
  view.addEventListener("gesturestart", event => { event.preventDefault(); last = 1; });
  view.addEventListener("gesturechange", event => {
    event.preventDefault();
    // On a touch screen the touch events have been counted already.
    if (navigator.maxTouchPoints > 1) return;
    on.pinch(event.scale / last, point(event), 0, 0);
    last = event.scale;
  });
  view.addEventListener("gestureend", event => { event.preventDefault(); on.pinchEnd(); });
}

/** Reports a finger's movement where the browser does not scroll. @param pan is given the movement in px, and the point. */
export function panWithFinger(view, pan) {
  let last = null;
  // One of two fingers may be lifted.
  const start = ({ touches }) => { last = touches.length === 1 ? point(touches[0]) : null; };
  for (const name of ["touchstart", "touchend", "touchcancel"]) view.addEventListener(name, start, { passive: true });
  view.addEventListener("touchmove", ({ touches }) => {
    if (!last || touches.length !== 1) return;
    const now = point(touches[0]);
    pan(now.x - last.x, now.y - last.y, now);
    last = now;
  }, { passive: true });
}

/** A finger that pulls a picture far enough down closes it. */
function pull(view, on) {
  let start = null;
  let by = 0;
  const show = () => {
    view.style.translate = by ? `0 ${by}px` : "";
    view.style.opacity = by ? Math.max(0.3, 1 - by / 600) : "";
  };
  view.addEventListener("touchstart", ({ touches }) => {
    start = touches.length === 1 && on.pulls() ? { ...point(touches[0]), time: performance.now() } : null;
    by = 0;
    show();
  }, { passive: true });
  view.addEventListener("touchmove", ({ touches }) => {
    if (!start) return;
    const { x, y } = point(touches[0]);
    const [across, down] = [x - start.x, y - start.y];
    // A movement that begins sideways turns the page.
    if (!by && (Math.abs(across) > 10 || down < -10)) start = null;
    else if (by || down > 10) by = Math.max(0, down);
    show();
  }, { passive: true });
  const end = ({ type }) => {
    const isFar = by > 120 || (by > 40 && by / (performance.now() - start?.time) > 0.5);
    if (start && type === "touchend" && isFar) on.pulled();
    start = null;
    by = 0;
    show();
  };
  view.addEventListener("touchend", end);
  view.addEventListener("touchcancel", end);
}

function tap(view, on) {
  let down = null;
  let last = null;
  let timer = 0;
  view.addEventListener("pointerdown", event => { down = point(event); });
  // The browser sends no click after a finger has scrolled.
  view.addEventListener("click", event => {
    // With one of these keys the browser opens a link elsewhere.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const isLink = event.target.closest(".slot a");
    if (isLink) event.preventDefault();
    // A click without a pointer comes from a screen reader.
    if (event.button === 0 && event.detail === 0 && isLink) return on.tap(event.target);
    if (event.button !== 0 || event.detail === 0 || (down && !near(down, point(event), 6))) return;
    const at = point(event);
    // The event's own time: a busy page handles taps late, which would lengthen the time between two.
    const [target, now] = [event.target, event.timeStamp];
    if (last && now - last.time < 300 && near(last, at, 30)) {
      clearTimeout(timer);
      const { isDone } = last;
      last = null;
      // If the first tap has acted already, the second belongs to it.
      return isDone ? undefined : on.doubleTap(at, event.pointerType === "touch");
    }
    last = { ...at, time: now, isDone: !on.tapWaits() };
    clearTimeout(timer);
    const where = on.where();
    if (on.tapWaits()) timer = setTimeout(() => { if (on.where() === where) on.tap(target, at); }, 300);
    else on.tap(target, at);
  });
}

function drag(view, on) {
  let last = null;
  view.addEventListener("pointerdown", event => {
    if (event.pointerType === "mouse" && event.button === 0 && on.pans(event)) last = point(event);
  });
  addEventListener("pointermove", event => {
    if (!last) return;
    if (!(event.buttons & 1)) { last = null; return; }
    const now = point(event);
    if (!view.classList.contains("held") && near(last, now, 3)) return;
    view.classList.add("held");
    on.pan(last.x - now.x, last.y - now.y);
    last = now;
  });
  addEventListener("pointerup", () => {
    last = null;
    view.classList.remove("held");
  });
}

"""###,
        "input/intents.js": ###"""
// Does what keys mean in the order in which they were pressed, even where one of them waits for the server.

/**
 * The keys that move and that act on pictures. Each begins once the one before it has reached its goal, so a mark acts on the picture that
 * had the cursor when its key was pressed. Where none waits, a key acts at once. If a move fails, the keys that were pressed after it are
 * dropped: they meant a picture that is not reached.
 */
export class Intents {
  /** @type {{act: () => any, isMove: boolean}[]} */
  #waiting = [];
  #isRunning = false;
  #on;

  /** @param {{dropped: () => void}} on `dropped` is called when keys are dropped after a move that failed. */
  constructor(on) { this.#on = on; }

  /** Whether a key waits for one before it. */
  get isBusy() { return this.#isRunning; }

  /**
   * Acts after the keys before.
   * @param {() => any} act returns a promise of its goal, or nothing where it is reached at once. The promise gives false where a move
   *   has failed: the server has not said where it leads.
   * @param isMove says that nothing but the cursor or the view changes.
   */
  add(act, isMove = false) {
    this.#waiting.push({ act, isMove });
    if (!this.#isRunning) this.#run();
  }

  async #run() {
    this.#isRunning = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      try {
        const goal = next.act();
        if (goal && await goal === false) this.#drop();
      } catch (fault) {
        // The keys after it still count.
        reportError(fault);
      }
    }
    this.#isRunning = false;
  }

  #drop() {
    if (!this.#waiting.length) return;
    this.#waiting = [];
    this.#on.dropped();
  }

  /** A hand has moved the view: moves that still wait are dropped, unless a mark comes after them. */
  stop() { while (this.#waiting.at(-1)?.isMove) this.#waiting.pop(); }
}

"""###,
        "input/keys.js": ###"""
// Gives keys their meaning: those of the table of actions, and those that move.

import { isActing } from "../state/characterkeys.js";
import { isModified, keyOf } from "../values/keynames.js";
import { Typing } from "./typing.js";

const scrolling = new Set(["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"]);

/** Keys that move, and so wait for the keys before. */
const moving = new Set([...scrolling, "PageDown", "PageUp", " "]);

/** What changes the pictures that are meant: see `typing.js`. */
const changing = new Set(["Rating", "Lists"]);

/** Keys that elements use themselves: sliders and boxes, and the browser's own player. */
const own = [["input:is([type=range], [type=checkbox])", /^( |Arrow|Page|Home|End|Enter|Tab)/], ["video", /^( |Arrow|Enter|Home|End|Tab)/]];

/** Whether an element takes a key itself. @param {Element} target @param {string} key */
const isOwn = (target, key) => own.some(([selector, keys]) => target.matches(/** @type {string} */ (selector)) && /** @type {RegExp} */ (keys).test(key));

/**
 * Listens to keys. Keys with which the browser scrolls are left to it.
 * @param {import("./actions.js").Action[]} actions come first: a key means the first of them that is possible.
 * @param {import("./intents.js").Intents} intents keeps the order of those that move and that act on pictures.
 * @param on has `isAtEdge(axis, by)`, whether there is nothing more of a picture in that direction, and what keys that move do: `turn(by)`,
 *   `step(dx, dy)` among items, `glide(px)` along a strip, `screen(by)` and, in a chart, `read(by)`; and `isPaged`, `isPicture`, `isStrip`,
 *   `isChart`, `isAmong` (whether an item has the focus) and `isMosaic` (whether arrows go from cell to cell). Of the selection it has
 *   `canToggleCell` and `toggleCell()`, and `canExtend` and `extend(dx, dy)`. `canBegin` says that an arrow can lead to the first picture in
 *   view; `selectedCount` and `shownCount` are numbers of pictures, and `type(word)` writes into the search.
 */
export function listenToKeys(view, actions, intents, on) {
  const typing = new Typing({ count: () => on.selectedCount, shown: () => on.shownCount, type: word => on.type(word) });
  addEventListener("pagehide", () => typing.flush());
  // No part of the page takes keys with Ctrl, Alt or Cmd; others may be a panel's. Parts of a player keep keys from the document.
  const isEarly = event => isModified(event) || event.target.matches?.("video") && !isOwn(event.target, event.key);
  document.addEventListener("keydown", event => { if (isEarly(event)) press(event); }, { capture: true });
  document.addEventListener("keydown", event => { if (!isEarly(event)) press(event); });

  function press(event) {
    if (event.target.closest("dialog[open]") || !isActing(event)) return;
    const isButton = event.target.closest("button, a:not(.slot a)");
    if (isButton && (event.key === " " || event.key === "Enter")) return;
    if (!isModified(event)) {
      if (isOwn(event.target, event.key)) return;
      const field = event.target.closest("select, input:not([type=range], [type=checkbox]), textarea");
      // A list keeps letters and arrows; Escape gives the keys back to the pictures.
      if (field?.matches("select") && event.key === "Escape") view.focus({ preventScroll: true });
      if (field) return;
    }
    const action = actionOf(event);
    if (action && ["select-all", "invert"].includes(action.id)) typing.selectAll(event.timeStamp);
    const isChange = action !== undefined && action !== null && changing.has(action.group);
    if (typing.takes(event, isChange, () => act(event, action))) return event.preventDefault();
    act(event, action);
  }

  function act(event, action) {
    // What a key means may depend on the keys before, which wait for the server.
    const waits = action ? action.isOrdered : intents.isBusy && isOrdered(event);
    const run = action ? () => action.run() : isModified(event) ? null : movement(event);
    if (waits || run && !action) {
      event.preventDefault();
      intents.add(intents.isBusy ? () => meaning(event)?.() : run, !action && moving.has(event.key));
    } else if (run) {
      event.preventDefault();
      run();
    } else if (!isModified(event) && scrolling.has(event.key) && !view.contains(document.activeElement)) {
      // The browser scrolls the element with the focus.
      view.focus({ preventScroll: true });
    }
  }

  /** What a key means now. */
  function meaning(event) {
    const action = actionOf(event);
    return action ? () => action.run() : isModified(event) ? null : movement(event);
  }

  /** Whether a key is one of those that wait, as soon as it is possible. */
  function isOrdered(event) {
    const key = keyOf(event);
    return isModified(event) ? actions.some(({ keys, isOrdered }) => isOrdered && keys.includes(key))
      : moving.has(event.key) || actions.some(({ keys, isOrdered }) => isOrdered && keys.includes(key));
  }

  function actionOf(event) {
    // The browser closes popovers first.
    if (event.key === "Escape" && document.querySelector(":popover-open")) return null;
    const key = keyOf(event);
    const isField = event.target.closest("textarea, input:not([type=checkbox], [type=radio], [type=range])") !== null;
    return actions.find(({ keys, isOfFields, isPossible }) => keys.includes(key) && !(isOfFields && isField) && isPossible());
  }

  function movement({ key, shiftKey, repeat }) {
    if (key === " " && !shiftKey && on.canToggleCell) return () => on.toggleCell();
    if (shiftKey && on.canExtend) {
      const extensions = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
      if (extensions[key]) return () => on.extend(...extensions[key]);
    }
    if (on.isPaged) {
      const turns = { ArrowDown: 1, ArrowRight: 1, PageDown: 1, " ": shiftKey ? -1 : 1, ArrowUp: -1, ArrowLeft: -1, PageUp: -1 };
      if (turns[key]) return () => on.turn(turns[key]);
    } else if (on.isPicture) {
      if (key === "PageDown") return () => on.turn(1);
      if (key === "PageUp") return () => on.turn(-1);
      // The next picture lies beyond the edge; a key that is held stops at the edge.
      const edges = { ArrowRight: ["x", 1], ArrowLeft: ["x", -1], ArrowDown: ["y", 1], ArrowUp: ["y", -1] };
      if (edges[key] && on.isAtEdge(...edges[key])) return repeat ? () => {} : () => on.turn(edges[key][1]);
    } else if (on.isChart) {
      const reads = { ArrowRight: 1, ArrowLeft: -1 };
      if (reads[key]) return () => on.read(reads[key] * (shiftKey ? 10 : 1));
    } else if (on.isAmong || on.isMosaic || on.canBegin && (shiftKey || /^Arrow(Left|Right)$/.test(key))) {
      const steps = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
      if (steps[key]) return () => on.step(...steps[key]);
    }
    if (on.isStrip) {
      // WebKit does not scroll sideways by key, so the page does it in every browser.
      const glides = { ArrowDown: 40, ArrowUp: -40, ArrowRight: 40, ArrowLeft: -40 };
      if (glides[key]) return () => on.glide(glides[key]);
    }
    // These scroll by the uncovered part of the view; the browser would scroll by the whole window.
    const screens = { PageDown: 1, PageUp: -1, " ": shiftKey ? -1 : 1 };
    return screens[key] && (() => on.screen(screens[key]));
  }
}

/** Whether a key that is pressed in a panel still belongs to the page: search, the other panel, help. */
export const isOfPage = event => isModified(event) || ["/", "?", "f", "i"].includes(keyOf(event));

/** Whether a key goes to a neighbour, which a panel beside an open picture has no use for. */
export const isTurning = ({ key }) => key === "ArrowLeft" || key === "ArrowRight";

/** Whether a key notes something of a picture: it does so, too, while the panel about the picture has the focus. */
export const isNoting = event => /^(?:[0-9purk]|Delete)$/.test(keyOf(event));

"""###,
        "input/scroller.js": ###"""
// A native scroller for content of any size: a runway of bounded length moves along with the reader.

import { Pace } from "../values/pace.js";

/**
 * The runway's longest side, in px. Browsers cannot place elements beyond 2²⁴; a fling moves some 10⁴ before it rests.
 * A test can make it small with ?runway=.
 */
const longest = Math.max(2000, Number(new URLSearchParams(location.search).get("runway")) || 200_000);

/** Whether the browser follows content that moves within the runway, even during a smooth scroll. */
const anchors = CSS.supports("overflow-anchor", "auto");

/**
 * Keeps `offset = origin + scroll position`. The origin is a point of the content, of any size; the scroll position is the browser's and
 * stays below `longest`. Moving the origin moves the scroll position the other way in the same step, so nothing visible moves.
 *
 * At rest the scroll position is set. During a movement by key, wheel or finger that would end the movement. Instead an element in the
 * runway's flow, `pushed`, is moved, and the browser follows it by itself (CSS Scroll Anchoring).
 */
export class Scroller {
  #view; #runway; #before; #pushed; #after; #onMove; #onShift;
  #origin = { x: 0, y: 0 };
  #range = { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  #axis = "y";
  /** In px along the axis: the runway's length, and where the pushed element lies. */
  #length = 0;
  #start = 0;
  #reach = 0;
  #isPushing = false;
  #timer = 0;
  #pace = new Pace();
  /** The goal of the current glide. */
  #goal = null;
  /** The scroll position that was set last, and how the browser rounded it. */
  #set = { x: 0, y: 0, left: 0, top: 0 };

  /**
   * @param onMove is called after each scroll.
   * @param onShift is called after the origin and before the scroll position has moved, so that the painting can move along.
   */
  constructor(view, onMove, onShift) {
    this.#view = view;
    this.#runway = view.querySelector(".runway");
    [this.#before, this.#pushed, this.#after] = this.#runway.querySelectorAll(".before, .pushed, .after");
    this.#onMove = onMove;
    this.#onShift = onShift;
    view.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    view.addEventListener("scrollend", () => {
      this.#head();
      // This event also ends each step of a script or a finger; the next step may follow at once.
      const { last } = this.#pace;
      setTimeout(() => {
        if (!last || last !== this.#pace.last) return;
        // At rest the velocity is 0, and the next plan has everything here.
        this.#pace.clear();
        this.#onMove();
      }, 50);
    });
    // A wheel or a finger ends the glide that a key began.
    for (const hand of ["wheel", "pointerdown"]) {
      view.addEventListener(hand, () => { this.#goal = null; }, { passive: true });
    }
  }

  /** Scrolls by a wheel that was turned over something on the view. */
  wheel(event) {
    // The browser does not scroll for events from scripts.
    const isFree = this.#view.dispatchEvent(new WheelEvent("wheel", event));
    if (!isFree || event.ctrlKey || event.metaKey) return;
    const px = [1, 40, this.#view.clientHeight][event.deltaMode];
    this.#view.scrollBy(event.deltaX * px, event.deltaY * px);
  }

  /** contentOffset, in px. */
  get offset() {
    return { x: this.#origin.x + this.#view.scrollLeft, y: this.#origin.y + this.#view.scrollTop };
  }
  /** The offset before the browser rounded it. Zoom steps start here, so rounding errors do not add up. */
  get exactOffset() {
    const { x, y } = this.place.exact;
    return { x: this.#origin.x + x, y: this.#origin.y + y };
  }
  /** Takes the rounded offset, which the reader sees, as the exact one when a pinch begins. */
  accept() {
    const { scrollLeft: left, scrollTop: top } = this.#view;
    this.#set = { x: left, y: top, left, top };
  }
  /** Whether the browser has not scrolled since the scroll position was set. */
  get isAsSet() {
    return this.#view.scrollLeft === this.#set.left && this.#view.scrollTop === this.#set.top;
  }
  /**
   * The viewport's corner in runway px, as the browser rounds it and exactly. Reading it makes the browser lay out what has changed.
   */
  get place() {
    const { scrollLeft, scrollTop } = this.#view;
    const { x, y, left, top } = this.#set;
    const exact = { x: scrollLeft === left ? x : scrollLeft, y: scrollTop === top ? y : scrollTop };
    return { corner: { x: scrollLeft, y: scrollTop }, exact };
  }
  get origin() { return this.#origin; }
  /** The viewport's corner in runway px. */
  get corner() { return { x: this.#view.scrollLeft, y: this.#view.scrollTop }; }
  get range() { return this.#range; }
  /** Whether all of the content is in view, so that it cannot be scrolled. */
  get isStill() {
    const { minX, minY, maxX, maxY } = this.#range;
    return maxX - minX < 1 && maxY - minY < 1;
  }
  get viewport() { return { width: this.#view.clientWidth, height: this.#view.clientHeight }; }

  /** The scrolling direction: x or y. */
  set axis(axis) {
    this.#view.dataset.axis = axis === "x" ? "horizontal" : "vertical";
    // This is set with every plan; only another axis ends a push.
    if (axis === this.#axis) return;
    this.#axis = axis;
    this.#start = this.#reach = 0;
  }

  /** Px per second. */
  get velocity() { return this.#pace.velocity; }
  /** Whether nothing scrolls or is about to. */
  get isResting() {
    const { x, y } = this.velocity;
    return this.#goal === null && x === 0 && y === 0;
  }

  /** Takes the range of valid offsets of new content, and the offset at which it begins. */
  begin(range, offset) {
    this.#range = range;
    this.#land(offset);
  }

  /** Takes a new range of valid offsets; content that was at `from` is now at `to`. */
  update(range, from, to) {
    this.#range = range;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const next = { x: this.exactOffset.x + dx, y: this.exactOffset.y + dy };
    this.#origin = { x: this.#origin.x + dx, y: this.#origin.y + dy };
    if (this.#goal) this.#goal = this.#inside({ x: this.#goal.x + dx, y: this.#goal.y + dy });
    this.#settle(next, false);
  }

  /** Scrolls smoothly by a distance. Distances add up, even while the runway moves. */
  glide(dx, dy) {
    const from = this.aim;
    this.#goal = this.#inside({ x: from.x + dx, y: from.y + dy });
    this.#head();
  }

  /** The offset to which a glide leads; where the view is at rest, its own. */
  get aim() { return this.#goal ?? this.offset; }

  /** Whether the view is on its way to where a glide leads. */
  get isGliding() { return this.#goal !== null; }

  /** Scrolls at once, within the ends. */
  pan(dx, dy) {
    this.#view.scrollBy({ left: dx, top: dy, behavior: "instant" });
  }

  /** Goes to an offset at once. */
  jump(offset) {
    this.#land(offset);
    this.#onMove();
  }

  /** Goes to an offset, whatever moves. */
  #land(offset) {
    const isMoving = !this.isResting;
    this.#pace.clear();
    this.#goal = null;
    this.#settle(offset, true);
    if (isMoving) this.#stay(3);
  }

  /**
   * Sets the scroll position again in the next frames, until it has stayed for one. Chromium ends a smooth scroll when its position is
   * set, but adds the way that it had already gone by itself.
   */
  #stay(frames) {
    const { left, top } = this.#set;
    requestAnimationFrame(() => {
      // Another position has been set meanwhile.
      if (this.#set.left !== left || this.#set.top !== top || this.isAsSet) return;
      [this.#view.scrollLeft, this.#view.scrollTop] = [left, top];
      if (frames > 1) this.#stay(frames - 1);
    });
  }

  #scrolled() {
    this.#pace.note(this.offset);
    this.#onMove();
    // The runway moves at the next rest, or earlier if its end is near.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#recentre(), 200);
    if (this.#nearEnd("x")) this.#hurry("x");
    if (this.#nearEnd("y")) this.#hurry("y");
  }

  #nearEnd(axis) {
    const [scroll, origin, min, max] = axis === "y"
      ? [this.#view.scrollTop, this.#origin.y, this.#range.minY, this.#range.maxY]
      : [this.#view.scrollLeft, this.#origin.x, this.#range.minX, this.#range.maxX];
    // Held keys scroll for some tenths of a second before the page is told.
    const reach = longest / 5;
    return (scroll < reach && origin > min) || (scroll > longest - reach && origin + longest < max);
  }

  /** Moves the runway while the browser scrolls. */
  #hurry(axis) {
    if (!anchors || axis !== this.#axis) return this.#recentre();
    if (this.#isPushing) return;
    this.#isPushing = true;
    // First the element moves to the reader, which the browser must not follow; a frame later it is pushed, which it must.
    const side = axis === "y" ? this.viewport.height : this.viewport.width;
    this.#reach = Math.min(longest / 4, 10 * side);
    this.#start = Math.max(0, Math.min(this.#scroll - this.#reach / 2, this.#length - this.#reach));
    this.#flow(false);
    const push = () => {
      this.#isPushing = false;
      if (this.#nearEnd(axis)) this.#push(axis);
    };
    // Firefox follows an element only after it has scrolled with it.
    const wait = () => this.#view.addEventListener("scroll", () => requestAnimationFrame(push), { once: true, passive: true });
    requestAnimationFrame(() => requestAnimationFrame(wait));
  }

  #push(axis) {
    const [min, max] = axis === "y" ? [this.#range.minY, this.#range.maxY] : [this.#range.minX, this.#range.maxX];
    const [origin, scroll] = [this.#origin[axis], this.#scroll];
    const side = axis === "y" ? this.viewport.height : this.viewport.width;
    // By whole pixels, so that the browser rounds the new scroll position as it did the old one.
    const next = Math.min(Math.max(origin + Math.round(scroll - longest / 2), min), max - longest);
    const shift = next - origin;
    // The element must be in view before and after; otherwise the scroll position is set.
    const isSeen = this.#start < scroll + side && this.#start + this.#reach > scroll;
    if (!isSeen || this.#start - shift < 0 || this.#start - shift + this.#reach > this.#length) return this.#recentre();
    this.#start -= shift;
    this.#origin = { ...this.#origin, [axis]: next };
    this.#onShift();
    this.#flow(true);
    if (Math.abs(this.#scroll - (scroll - shift)) > 1) this.#scroll = scroll - shift;
    this.#onMove();
  }

  get #scroll() { return this.#axis === "y" ? this.#view.scrollTop : this.#view.scrollLeft; }
  set #scroll(px) { this.#put(this.#axis === "y" ? "scrollTop" : "scrollLeft", px); }

  /** Sets a scroll position. Some engines round it down rather than to the nearest whole pixel. */
  #put(name, px) {
    this.#view[name] = px;
    if (Math.abs(this.#view[name] - px) > 0.5) this.#view[name] = Math.round(px);
  }

  /** Lays out the runway: the parts before and after the pushed element, and the element. */
  #flow(isFollowed) {
    // A change of its padding tells the browser not to follow it this time (§2.3, suppression triggers).
    const { style } = this.#pushed;
    if (!isFollowed) style.paddingBlockStart = style.paddingBlockStart === "1px" ? "2px" : "1px";
    // Its padding counts even if it has no length.
    const reach = Math.max(2, this.#reach);
    const parts = [this.#start, reach, Math.max(0, this.#length - this.#start - reach)];
    [this.#before, this.#pushed, this.#after].forEach((part, index) => {
      const size = `${parts[index]}px`;
      if (part.style.blockSize !== size) part.style.blockSize = size;
    });
  }

  #recentre() {
    // Not the rounded offset, which the steps of a pinch would take for the exact one.
    this.#settle(this.exactOffset, true);
    this.#onMove();
    // The browser ends a smooth scroll when its position is set.
    this.#head();
  }

  #head() {
    if (!this.#goal) return;
    // Not every engine sends `scrollend` on arrival; later scrolling is the reader's.
    if (this.#isThere) {
      this.#goal = null;
      return;
    }
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
    this.#view.scrollTo({ left: this.#goal.x - this.#origin.x, top: this.#goal.y - this.#origin.y, behavior });
  }

  /** Whether the goal is reached. Browsers rest on whole device pixels. */
  get #isThere() {
    const { x, y } = this.offset;
    return Math.abs(x - this.#goal.x) <= 1 && Math.abs(y - this.#goal.y) <= 1;
  }

  /** The valid offset nearest to one. */
  #inside({ x, y }) {
    const { minX, minY, maxX, maxY } = this.#range;
    return { x: Math.min(Math.max(x, minX), maxX), y: Math.min(Math.max(y, minY), maxY) };
  }

  /** Sizes the runway for the range and puts the origin where `offset` is far from both of its ends. */
  #settle(offset, centre) {
    const { width, height } = this.viewport;
    const { minX, minY, maxX, maxY } = this.#range;
    const x = this.#fit(offset.x, minX, maxX, this.#origin.x, centre);
    const y = this.#fit(offset.y, minY, maxY, this.#origin.y, centre);
    this.#origin = { x: x.origin, y: y.origin };
    this.#onShift();
    const size = [`${width + x.length}px`, `${height + y.length}px`];
    if (this.#runway.style.width !== size[0]) this.#runway.style.width = size[0];
    if (this.#runway.style.height !== size[1]) this.#runway.style.height = size[1];
    const length = this.#axis === "y" ? height + y.length : width + x.length;
    if (length !== this.#length || this.#start + this.#reach > length) {
      this.#length = length;
      if (this.#start + this.#reach > length) this.#start = this.#reach = 0;
      this.#flow(false);
    }
    const now = this.place.exact;
    if (Math.abs(now.x - x.scroll) > 0.001) {
      this.#put("scrollLeft", x.scroll);
      Object.assign(this.#set, { x: x.scroll, left: this.#view.scrollLeft });
    }
    if (Math.abs(now.y - y.scroll) > 0.001) {
      this.#put("scrollTop", y.scroll);
      Object.assign(this.#set, { y: y.scroll, top: this.#view.scrollTop });
    }
    // A difference of a pixel or more is no rounding: the browser went elsewhere.
    if (Math.abs(this.#set.x - this.#set.left) >= 1) this.#set.x = this.#set.left;
    if (Math.abs(this.#set.y - this.#set.top) >= 1) this.#set.y = this.#set.top;
  }

  /** Returns, for one axis, where the runway begins in the content, its length, and the scroll position for `offset`. */
  #fit(offset, min, max, origin, centre) {
    const inside = Math.min(Math.max(offset, min), Math.max(min, max));
    const length = Math.min(max - min, longest);
    if (max - min <= longest) return { origin: min, length: Math.max(0, length), scroll: inside - min };
    const scroll = inside - origin;
    const fits = origin >= min && origin + longest <= max && scroll >= 0 && scroll <= longest;
    if (fits && !centre) return { origin, length, scroll };
    // By whole pixels, so that the browser rounds the new scroll position as it did the old one.
    const shift = Math.round(inside - longest / 2 - origin);
    const moved = Math.min(Math.max(origin + shift, min), max - longest);
    return { origin: moved, length, scroll: inside - moved };
  }
}

"""###,
        "input/scrubber.js": ###"""
// The scrubber: its thumb moves by a fraction of the collection, while everything else scrolls pixel by pixel.

import { element } from "../elements/element.js";
import { dateText } from "../values/dates.js";
import { Latest } from "../wire/api.js";

/** Distances of the pointer from the scrubber, in px: from the first on it moves more finely, from the second on most finely. */
const [near, far] = [48, 360];
/** The fraction of a picture that one px moves at the finest. */
const finest = 0.25;

export class Scrubber {
  #element; #thumb; #bubble; #labels; #scroller; #on;
  #vertical = true;
  /** Where a drag has led, as a fraction of the range; it may lie beyond the ends. */
  #wanted = 0;
  /** What the current labels were made for. */
  #labelled = null;
  #latest = new Latest();

  /**
   * @param on has `go(offset)`; `end()`, when a finger or a mouse lets go of it: the keys are for the view again;
   *   `labels({ length, least }, known)`, which promises the labels of a track of that many px, so far apart, and what they belong to
   *   (see `scrubberlabels.js`); `count()`, how many pictures there are; and `wheel(event)`, for what is turned over it.
   */
  constructor(element, scroller, on) {
    this.#element = element;
    this.#thumb = element.querySelector(".thumb");
    this.#bubble = element.querySelector(".bubble");
    this.#labels = element.querySelector(".labels");
    this.#scroller = scroller;
    this.#on = on;
    let last = 0;
    const along = ({ clientX, clientY }) => (this.#vertical ? clientY : clientX);
    element.addEventListener("pointerdown", event => {
      if (event.button !== 0) return;
      const thumb = this.#thumb.getBoundingClientRect();
      const [start, length] = this.#vertical ? [thumb.top, thumb.height] : [thumb.left, thumb.width];
      last = along(event);
      // A press on a label brings its first picture to the top; a drag continues from there.
      const label = event.target.closest("[data-position]");
      if (label) this.#go(Number(label.dataset.position));
      this.#wanted = label ? Number(label.dataset.position) : this.#fraction;
      element.setPointerCapture(event.pointerId);
      element.classList.add("dragging");
      this.#label();
      // The thumb is held where it was taken; a press beside it moves its middle there.
      if (!label && (last < start || last > start + length)) this.#drag(last - start - length / 2, 0);
    });
    element.addEventListener("pointermove", event => {
      if (!element.hasPointerCapture(event.pointerId)) return;
      const track = element.getBoundingClientRect();
      const away = this.#vertical ? track.left - event.clientX : track.top - event.clientY;
      this.#drag(along(event) - last, away);
      last = along(event);
    });
    element.addEventListener("pointerenter", () => this.#label());
    for (const end of ["pointerup", "pointercancel"]) {
      element.addEventListener(end, () => {
        element.classList.remove("dragging", "fine");
        on.end();
      });
    }
    element.addEventListener("keydown", event => this.#key(event));
    element.addEventListener("wheel", event => {
      event.preventDefault();
      on.wheel(event);
    }, { passive: false });
  }

  /** Fetches and shows the labels beside the track. */
  async #label() {
    const length = this.#travel();
    if (length < 100) return;
    // Labels side by side need more room than labels one below the other.
    const wanted = { length: Math.round(length), least: this.#vertical ? 20 : 72 };
    const found = await this.#latest.of(() => this.#on.labels(wanted, this.#labelled));
    if (!found) return;
    this.#labelled = found.of;
    this.#labels.replaceChildren(...found.labels.map(({ title, date, major, position }) => element("span", {
      className: major ? "major" : "", css: { "--position": position }, data: { position },
    }, date ? dateText(date, major ? "year" : "monthAlone") : title)));
  }

  set label(text) {
    this.#bubble.textContent = text;
    this.#element.setAttribute("aria-valuetext", text);
  }

  set axis(axis) {
    this.#vertical = axis === "vertical";
    this.#element.setAttribute("aria-orientation", axis);
  }

  /** Moves the thumb to the viewport's position. */
  update() {
    const { min, max } = this.#ends();
    this.#element.hidden = max <= min;
    const offset = this.#vertical ? this.#scroller.offset.y : this.#scroller.offset.x;
    const fraction = max > min ? Math.min(Math.max((offset - min) / (max - min), 0), 1) : 0;
    const start = fraction * this.#travel();
    this.#thumb.style.translate = this.#vertical ? `0 ${start}px` : `${start}px 0`;
    this.#bubble.style.translate = this.#thumb.style.translate;
    this.#element.setAttribute("aria-valuenow", Math.round(fraction * 100));
  }

  #ends() {
    const { minX, minY, maxX, maxY } = this.#scroller.range;
    return this.#vertical ? { min: minY, max: maxY } : { min: minX, max: maxX };
  }

  #travel() {
    return this.#vertical
      ? this.#element.clientHeight - this.#thumb.offsetHeight : this.#element.clientWidth - this.#thumb.offsetWidth;
  }

  /**
   * Moves the thumb. The farther the pointer is from the scrubber, the finer it moves.
   * @param by is how far the pointer has moved along the scrubber, in px.
   * @param away is how far the pointer is from the scrubber, in px.
   */
  #drag(by, away) {
    const { min, max } = this.#ends();
    const [coarse, fine] = [(max - min) / this.#travel(), (finest * (max - min)) / Math.max(1, this.#on.count())];
    const share = Math.min(Math.max((away - near) / (far - near), 0), 1);
    const rate = fine < coarse ? coarse ** (1 - share) * fine ** share : coarse;
    this.#element.classList.toggle("fine", share > 0);
    this.#wanted += (by * rate) / (max - min);
    this.#go(this.#wanted);
  }

  /** The fraction of the range that lies before the viewport. */
  get #fraction() {
    const { min, max } = this.#ends();
    const { x, y } = this.#scroller.exactOffset;
    return ((this.#vertical ? y : x) - min) / (max - min);
  }

  #key(event) {
    const now = this.#fraction;
    const steps = { ArrowDown: 0.001, ArrowRight: 0.001, ArrowUp: -0.001, ArrowLeft: -0.001, PageDown: 0.05, PageUp: -0.05 };
    const goal = event.key === "Home" ? 0 : event.key === "End" ? 1 : now + steps[event.key];
    if (Number.isNaN(goal)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#go(goal);
  }

  #go(fraction) {
    const { min, max } = this.#ends();
    const along = min + Math.min(Math.max(fraction, 0), 1) * (max - min);
    const { x, y } = this.#scroller.offset;
    this.#on.go(this.#vertical ? { x, y: along } : { x: along, y });
  }
}

"""###,
        "input/scrubberlabels.js": ###"""
// Fetches the scrubber's labels, which say what lies where in the collection, when a reader reaches for it.

import { known as answerOf } from "../wire/api.js";

/**
 * @param {import("../state/shown.js").Shown} shown
 * @param {Page.Question | null} question is the next plan's: see `question.js`.
 * @param known is what the current labels were made for.
 * @returns the labels of a track of `length` px, at least `least` px apart, and what they were made for; null if the current labels are
 *   still right.
 */
export async function scrubberLabels(shown, question, { length, least }, known) {
  // A published site has no labels.
  if (!shown.plan || !question || shown.isChart || !shown.entry.links.marks) return { labels: [], of: "" };
  const { layout, columns, rowHeight, revision, zoomScale } = shown.plan;
  const of = JSON.stringify([shown.collection, shown.view, layout, columns, rowHeight, revision, zoomScale, length, least]);
  if (of === known) return null;
  /** @type {Wire.Marks | null} */
  const answer = await answerOf(shown.entry.links.marks, `${question.query}&length=${length}&least=${least}`);
  return answer ? { labels: answer.marks, of } : { labels: [], of: "" };
}

"""###,
        "input/typing.js": ###"""
// Tells words from keys where a key would change many pictures: who types into nothing means the search.

import { isCharacter, isModified } from "../values/keynames.js";

/** Above so many selected pictures a key that changes them waits for what follows. */
export const mostAtOnce = 20;
/** Milliseconds that it waits, and within which a character continues a word. */
const [patience, pause] = [400, 700];
/** Milliseconds after all were selected until the server must have said how many they are. */
const answered = 2000;

const isSign = key => isCharacter(key) && /[\p{L}\p{N}]/u.test(key);

export class Typing {
  #on;
  /** What was typed last, and when. */
  #word = "";
  #last = -Infinity;
  /** The key that waits; null for none. @type {{act: () => void, timer: ReturnType<typeof setTimeout>} | null} */
  #held = null;
  #all = -Infinity;

  /** @param on has `count()`, how many pictures a key changes, `shown()`, how many there are, and `type(word)`, which searches. */
  constructor(on) { this.#on = on; }

  /** All that is shown is being selected. @param {number} now is the event's time, in ms. */
  selectAll(now) { this.#all = now; }

  get #isMany() { return this.#on.count() > mostAtOnce || this.#last - this.#all < answered && this.#on.shown() > mostAtOnce; }

  /**
   * Takes a key: it waits, or is part of a word.
   * @param {KeyboardEvent} event @param {boolean} isChange says that the key changes the pictures that are meant. @param {() => void} act does so.
   * @returns whether it is taken.
   */
  takes(event, isChange, act) {
    const { key, timeStamp: now, repeat } = event;
    const isAfter = now - this.#last < pause;
    if (key === "Escape" && this.#held) return this.#forget();
    if (isModified(event) || !isSign(key) && !(key === " " && this.#held)) {
      this.flush();
      return false;
    }
    this.#word = (isAfter ? this.#word : "") + key;
    this.#last = now;
    if (repeat || !this.#isMany) {
      this.flush();
      return false;
    }
    if (this.#held || isChange && this.#word.length > 1) {
      const word = this.#word;
      this.#forget();
      this.#on.type(word);
      return true;
    }
    if (isChange) this.#held = { act, timer: setTimeout(() => this.flush(), patience) };
    return isChange;
  }

  /** The key that waits acts now. */
  flush() {
    const held = this.#held;
    this.#forget();
    held?.act();
  }

  #forget() {
    clearTimeout(this.#held?.timer);
    this.#held = null;
    this.#word = "";
    return true;
  }
}

"""###,
        "input/ways.js": ###"""
// What the help lists besides the actions: keys that move, keys of parts of the page, and gestures.

/**
 * Each has `keys`, as `keyOf` names them, or `how`, what hands do or type. A `button` does the same and names the keys; `isOf` says of what
 * it is true, if not of everything, and `isFinger` that a finger does it.
 * @type {{group: string, name: string, words?: string, keys?: string[], how?: string, button?: string, isOf?: "chart" | "pictures", isFinger?: boolean}[]}
 */
export const ways = [
  { group: "Move", name: "Scroll a little; the next picture when one fills the window", keys: ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"] },
  { group: "Move", name: "Scroll a screen", keys: ["PageUp", "PageDown", " "] },
  { group: "Move", name: "Go from picture to picture", how: "→, or Tab, then arrows", isOf: "pictures" },
  { group: "Move", name: "Go anywhere in the collection", how: "Drag the thumb at the edge", words: "scrubber", isOf: "pictures", isFinger: true },
  { group: "Move", name: "Larger and smaller: from the pixels of a picture to all pictures at once", how: "Pinch, or Ctrl and wheel", words: "zoom", isFinger: true },
  { group: "Move", name: "Open a picture; hide what surrounds it, or bring it back", how: "Tap, or click", words: "touch", isOf: "pictures", isFinger: true },
  { group: "Move", name: "The neighbour of an open picture", how: "A finger drawn sideways", words: "swipe next previous", isOf: "pictures", isFinger: true },
  { group: "Move", name: "Closer, and back", how: "Double tap", words: "zoom", isFinger: true },
  { group: "Move", name: "100 % of an open picture at that point, and back", how: "Double click", words: "zoom actual size", isOf: "pictures" },
  { group: "Move", name: "Away from a picture, back to the others", how: "A finger drawn down", isOf: "pictures", isFinger: true },
  { group: "Move", name: "The menu of a picture", how: "Right click", isOf: "pictures" },

  { group: "View", name: "A panel over the window, as high as before, or closed", how: "A finger on the panel’s handle", words: "sheet drag details filters", isFinger: true },
  { group: "View", name: "Draw a line that is measured, or move its end", how: "m, then a drag or arrows", words: "ruler length distance", isOf: "pictures" },

  { group: "Pictures", name: "Rotating, cropping and editing", how: "Not here, since files are not changed; another program does it", words: "rotate turn flip mirror crop straighten edit retouch resize", isOf: "pictures" },

  { group: "Selection", name: "Select the cell that has the cursor, or deselect it", keys: [" "], words: "choose", isOf: "pictures" },
  { group: "Selection", name: "Select from cell to cell", how: "Shift and arrows", words: "range extend", isOf: "pictures" },
  { group: "Selection", name: "Select a picture, or deselect it", how: "Ctrl or Cmd and click; the check in its corner", words: "choose", isOf: "pictures" },
  { group: "Selection", name: "Select up to there from the last one chosen", how: "Shift and click", words: "range", isOf: "pictures" },
  { group: "Selection", name: "Select what a frame meets", how: "A drag from a gap, or with Alt", words: "rubber band lasso", isOf: "pictures" },
  { group: "Selection", name: "Select with a finger", how: "A long press; then taps, or a finger drawn over pictures", words: "touch", isOf: "pictures", isFinger: true },

  { group: "Chart", name: "The values of the next point; with Shift ten points on", keys: ["ArrowLeft", "ArrowRight"], words: "read", isOf: "chart" },
  { group: "Chart", name: "Zoom to the range that is drawn over", how: "Shift and a drag", words: "brush", isOf: "chart" },
  { group: "Chart", name: "These values alone; a double press shows all again", how: "A drag over the value axis", isOf: "chart" },

  { group: "Comparison", name: "Another picture in the pane that Tab has led to", keys: ["ArrowLeft", "ArrowRight"], words: "compare", isOf: "pictures" },
  { group: "Comparison", name: "Move all pictures", how: "Shift and arrows", words: "compare", isOf: "pictures" },
  { group: "Comparison", name: "Larger", keys: ["+"], button: "#compare-closer", words: "compare zoom", isOf: "pictures" },
  { group: "Comparison", name: "Smaller", keys: ["-"], button: "#compare-further", words: "compare zoom", isOf: "pictures" },
  { group: "Comparison", name: "All of each picture, and single pixels", keys: ["0", "z"], words: "compare fit", isOf: "pictures" },
  { group: "Comparison", name: "Close the comparison", keys: ["Escape"], button: "#compare-close", words: "compare", isOf: "pictures" },

  { group: "Words to find by", name: "Words of names, folders, titles, keywords, people and captions", how: "sunset \"exact words\"", isOf: "pictures" },
  { group: "Words to find by", name: "A field’s value, or a range of it", how: "camera:x100 taken:2019-05..2020 iso:>3200", isOf: "pictures" },
  { group: "Words to find by", name: "Places and kinds", how: "folder:2021/italy is:portrait is:video is:unreadable is:duplicate has:gps near:48.1,11.5,5km", isOf: "pictures" },
  { group: "Words to find by", name: "Cities, where pictures know their places", how: "lisbon, new york", words: "gps map location", isOf: "pictures" },
  { group: "Words to find by", name: "Dates in words, and days of every year", how: "last summer, July 2026, taken:*-12-25", isOf: "pictures" },
  { group: "Words to find by", name: "Kinds; in quotation marks, names with that word", how: "videos, raw files, duplicates, photos; \"videos\"", words: "films movies raws", isOf: "pictures" },
  { group: "Words to find by", name: "Stars", how: "4 stars, 4 stars or more", words: "rating", isOf: "pictures" },
  { group: "Words to find by", name: "Not, or, and brackets that group", how: "not blurred, -blurred, (cat | dog)", words: "without hide exclude", isOf: "pictures" },
];

"""###,
        "input/wheel.js": ###"""
// Lets a wheel turn pages and scroll a strip, where the browser's scroller does not use it.

/** @param on has `isPaged`, `isStrip`, `turn(by)`, and `pan(dx)` in px. */
export function listenToWheel(view, on) {
  /** When the wheel last turned a page, or was ignored. */
  let last = 0;
  view.addEventListener("wheel", event => {
    // Zooming is handled elsewhere; the browser scrolls sideways by itself.
    if (event.ctrlKey || event.metaKey || Math.abs(event.deltaX) >= Math.abs(event.deltaY)) return;
    if (on.isPaged) {
      event.preventDefault();
      const now = performance.now();
      // One notch, or one flick of a trackpad, turns one page.
      if (now - last > 250) {
        last = now;
        on.turn(Math.sign(event.deltaY));
      } else if (now - last > 60 && Math.abs(event.deltaY) < 20) last = now - 60;
    } else if (on.isStrip) {
      event.preventDefault();
      on.pan(event.deltaY * [1, 40, view.clientWidth][event.deltaMode]);
    }
  }, { passive: false });
}

"""###,
        "lists/listdialog.js": ###"""
// The dialog that adds pictures to a list, or makes a new list of them.

import { button, element, small } from "../elements/element.js";
import { targetWords } from "../values/lists.js";

export class ListDialog {
  #dialog; #of; #list; #name; #make; #said; #editing; #on;
  /** @type {import("../values/lists.js").Target | null} The pictures that are meant. */
  #target = null;
  #isSending = false;

  /**
   * @param byId gives an element by its id.
   * @param {import("./listediting.js").ListEditing} editing
   * @param on has `count()`, how many pictures are selected, and `closed()`.
   */
  constructor(byId, editing, on) {
    [this.#dialog, this.#of, this.#list, this.#name, this.#make, this.#said] =
      ["lists", "lists-of", "lists-known", "lists-name", "lists-make", "lists-said"].map(byId);
    [this.#editing, this.#on] = [editing, on];
    this.#make.addEventListener("click", () => this.#enter());
    this.#name.addEventListener("keydown", event => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      this.#enter();
    });
    this.#dialog.addEventListener("close", () => on.closed());
  }

  /** @param {import("../values/lists.js").Target} target */
  async open(target) {
    this.#target = target;
    this.#name.value = this.#said.textContent = "";
    this.#of.textContent = targetWords(target, this.#on.count());
    this.#write();
    this.#dialog.showModal();
    (this.#list.querySelector("button") ?? this.#name).focus();
    // There may be others by now: other windows make lists, too.
    await this.#editing.refresh();
    if (target === this.#target && this.#dialog.open) this.#write();
  }

  /** Lists what the pictures can be added to. The list with the focus keeps it. */
  #write() {
    const { others } = this.#editing;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.list : undefined;
    this.#list.hidden = !others.length;
    this.#list.replaceChildren(...others.map(list => {
      const click = () => this.#send(() => this.#editing.add(list, this.#target));
      return element("li", {}, button({ className: "plain", data: { list: list.id }, on: { click } },
        element("bdi", {}, list.name), small(list.count)));
    }));
    if (focused !== undefined) (this.#list.querySelector(`[data-list="${focused}"]`) ?? this.#name).focus();
  }

  #enter() {
    const name = this.#name.value.trim();
    if (name) return this.#send(() => this.#editing.make(name, this.#target));
    this.#said.textContent = "Give the list a name first.";
    this.#name.focus();
  }

  /** Sends an edit once, and closes the dialog where nothing is wrong. @param {() => Promise<string>} edit */
  async #send(edit) {
    if (this.#isSending) return;
    this.#isSending = true;
    this.#said.textContent = "";
    const problem = await edit();
    this.#isSending = false;
    if (problem) this.#said.textContent = problem;
    else this.#dialog.close();
  }
}

"""###,
        "lists/listdrag.js": ###"""
// Moves pictures of a list by a drag of the mouse: to before or behind the picture at which it ends.

import { frameAround, isInLatterHalf } from "../values/lists.js";

/** The shortest drag, in px; less is a click. */
const shortest = 6;
/** Px between the pointer and what says how many pictures move. */
const beside = 12;

export class ListDrag {
  #view; #mark; #label; #on;
  /** Where the drag has begun, and the picture there: {x, y, item}. Null for no drag. */
  #from = null;
  /** Where it is, in px of the window; null until it is long enough. */
  #to = null;
  /** Where it would end: the item of the picture, and whether behind it; null for nowhere. */
  #goal = null;

  /**
   * @param mark is what shows where pictures go, and `label` says how many.
   * @param on has `isOffered()`; `isDown()`, whether pictures follow one another from top to bottom alone; `at(target)`, the item of an
   *   element, undefined for none; `frames(item)`, where its tiles are, in px of the window; `count(item)`, how many pictures move with one;
   *   `drop(item, goal, isBehind)`; and `edge`, an `EdgeScroll`.
   */
  constructor(view, mark, label, on) {
    [this.#view, this.#mark, this.#label, this.#on] = [view, mark, label, on];
    const first = { capture: true };
    view.addEventListener("pointerdown", event => this.#begin(event), first);
    view.addEventListener("pointermove", event => this.#move(event), first);
    view.addEventListener("pointerup", event => this.#end(event), first);
    view.addEventListener("pointercancel", () => this.#leave(), first);
    document.addEventListener("keydown", event => {
      if (!this.#to || event.key !== "Escape") return;
      event.stopImmediatePropagation();
      this.#leave();
    }, first);
  }

  #begin(event) {
    this.#leave();
    const { clientX: x, clientY: y, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (event.pointerType === "touch" || event.button !== 0 || !event.isPrimary || ctrlKey || metaKey || shiftKey || altKey) return;
    const item = event.target.closest("button") || !this.#on.isOffered() ? null : this.#on.at(event.target);
    if (item) this.#from = { x, y, item };
  }

  #move(event) {
    if (!this.#from) return;
    if (!(event.buttons & 1)) return this.#leave();
    const to = { x: event.clientX, y: event.clientY };
    if (!this.#to) {
      if (Math.hypot(to.x - this.#from.x, to.y - this.#from.y) < shortest) return;
      // Until here it may become a click on the picture.
      this.#view.setPointerCapture(event.pointerId);
      const count = this.#on.count(this.#from.item);
      this.#label.textContent = count === 1 ? "1 picture" : `${count.toLocaleString()} pictures`;
      this.#label.hidden = false;
    }
    event.stopImmediatePropagation();
    this.#to = to;
    this.#show();
    this.#on.edge.follow(to, () => this.#show());
  }

  /** Shows where the pictures would go. Between pictures, they go where they would have gone last. */
  #show() {
    const { x, y } = this.#to;
    this.#label.style.transform = `translate(${x + beside}px, ${y + beside}px)`;
    const target = document.elementFromPoint(x, y);
    const item = target && this.#view.contains(target) ? this.#on.at(target) : null;
    if (!item) return;
    const isDown = this.#on.isDown();
    const frame = frameAround(this.#on.frames(item));
    const { left, top, width, height } = frame;
    const isBehind = isInLatterHalf(this.#to, frame, isDown);
    this.#goal = { item, isBehind };
    const { style } = this.#mark;
    this.#mark.hidden = false;
    style.transform = `translate(${isDown || !isBehind ? left : left + width}px, ${isDown && isBehind ? top + height : top}px)`;
    style.width = isDown ? `${width}px` : "";
    style.height = isDown ? "" : `${height}px`;
  }

  #end(event) {
    const [from, goal] = [this.#from, this.#to && this.#goal];
    const isDrag = Boolean(this.#to);
    this.#leave();
    if (!isDrag) return;
    event.stopImmediatePropagation();
    // The browser sends a click after it, which would open a picture.
    const eat = click => { click.stopImmediatePropagation(); click.preventDefault(); };
    addEventListener("click", eat, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", eat, { capture: true }));
    if (goal && goal.item !== from.item) this.#on.drop(from.item, goal.item, goal.isBehind);
  }

  #leave() {
    if (this.#to) this.#on.edge.leave();
    this.#from = this.#to = this.#goal = null;
    this.#mark.hidden = this.#label.hidden = true;
  }
}

"""###,
        "lists/listediting.js": ###"""
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

"""###,
        "lists/lists.js": ###"""
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
      at: target => parts.slots.of(target)?.tile.item,
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

"""###,
        "main.js": ###"""
// Makes the parts of the page and connects them.

import { known, tell } from "./wire/api.js";
import { Bands } from "./scene/bands.js";
import { ContactSheets } from "./scene/contactsheets.js";
import { Bar } from "./panels/bar.js";
import { Brush } from "./chart/brush.js";
import { Cells } from "./scene/cells.js";
import { Chart } from "./chart/chart.js";
import { ChartPanel } from "./chart/chartpanel.js";
import { collections } from "./site/collections.js";
import { Compare } from "./compare/compare.js";
import { collectionActions } from "./input/actions.js";
import { isActual, listenToHands, zoomBy, zoomToPixels } from "./input/controls.js";
import { Cursor } from "./input/cursor.js";
import { Decoder } from "./wire/decoder.js";
import { fileName } from "./values/filename.js";
import { Filling } from "./scene/filling.js";
import { Focus } from "./input/focus.js";
import { Folders } from "./panels/folders.js";
import { Flags } from "./chart/flags.js";
import { Footer } from "./scene/footer.js";
import { Details } from "./panels/details.js";
import { Facets } from "./find/facets.js";
import { Exporting } from "./panels/exporting.js";
import { Figures } from "./chart/figures.js";
import { Fullscreen } from "./panels/fullscreen.js";
import { Headings } from "./scene/headings.js";
import { Help } from "./panels/help.js";
import { lookForHEIC } from "./wire/heic.js";
import { Looking } from "./panels/looking.js";
import { Magnifier } from "./scene/magnifier.js";
import { Choosing } from "./select/choosing.js";
import { Runs } from "./select/runs.js";
import { setUpNames } from "./panels/names.js";
import { Navigation } from "./state/navigation.js";
import { Notes } from "./panels/notes.js";
import { Originals } from "./panels/originals.js";
import { Overview } from "./chart/overview.js";
import { Painter } from "./scene/painter.js";
import { Palette } from "./panels/palette.js";
import { Plane } from "./scene/plane.js";
import { Pickers } from "./panels/pickers.js";
import { scrubberLabels } from "./input/scrubberlabels.js";
import { Presence } from "./state/presence.js";
import { printPicture, setUpPrinting } from "./panels/print.js";
import { ask } from "./state/question.js";
import { Search } from "./find/search.js";
import { Scroller } from "./input/scroller.js";
import { Scrubber } from "./input/scrubber.js";
import { Session } from "./wire/session.js";
import { Shown } from "./state/shown.js";
import { Slots } from "./scene/slots.js";
import { Progress } from "./scene/progress.js";
import { Status } from "./panels/status.js";
import { Stops } from "./scene/stops.js";
import { setUpTheme } from "./state/theme.js";
import { tidy } from "./scene/tidy.js";
import { upTo } from "./values/tokens.js";

const byId = id => document.getElementById(id);
const view = byId("view");
const shown = new Shown();
const request = () => session.request();

/** How much of the view is covered at its edges: [top, left, bottom, right] in px. Content can be scrolled out from under it. */
function inset() {
  if (looking.isAlone) return [0, 0, 0, 0];
  const inset = plane.beside(bar.inset(shown.isLooking));
  inset[2] += looking.foot;
  inset[2] += shown.isChart ? byId("chart-foot").offsetHeight : 0;
  // The search field lies at the bar's edge.
  inset[inset[0] ? 0 : 2] += search.height;
  inset[2] = Math.max(inset[2], choosing.height);
  inset[0] += chart.overlap;
  // A panel lies beside the pictures; on a phone it covers their lower part, and what else lies there.
  if (matchMedia(upTo("phone")).matches) inset[2] = Math.max(inset[2], bar.inset(false)[2] + Math.max(details.height, facets.height));
  else [inset[1], inset[3]] = [inset[1] + details.width, inset[3] + facets.width];
  return inset;
}

/** Goes to an offset at once. */
function jump(offset) {
  stops.clear();
  shown.leap();
  scroller.jump(offset);
}

/** Brings an item to a point of the viewport. */
const bring = (/** @type {Page.Hold} */ hold) => { shown.bring(hold); request(); };

/**
 * Asks for a layout of another size, or with other edges covered. Offsets of the old one mean nothing in it: see `Shown.resize`.
 * @param keepsRow says that the upper edge of the picture at the top stays where it is.
 */
function relayOut(keepsRow = false) {
  shown.resize(scroller.offset, keepsRow);
  request();
}

const contactSheets = new ContactSheets(sheet => { bands.redraw(sheet); slots.refill(); });
const bands = new Bands(byId("bands"), contactSheets);
const decoder = new Decoder();
const slots = new Slots(byId("slots"), byId("sheets"), byId("bands"), decoder, bands);
const headings = new Headings(byId("headings"), byId("sticky"));
const footer = new Footer(byId("footer"), byId("footer-status"), fetchNextPage, () => view.focus({ preventScroll: true }));
const stops = new Stops(byId("stops"));
const scroller = new Scroller(view, moved, () => painter.follow());
const scrubber = new Scrubber(byId("scrubber"), scroller, {
  go: jump,
  end: () => focus.giveKeys(),
  labels: (track, known) => scrubberLabels(shown, nextQuestion(), track, known),
  count: () => shown.plan?.count ?? 0,
  wheel: event => scroller.wheel(event),
});
const status = new Status(byId, scrubber, {
  elsewhere: () => shown.collections.find(({ id, count }) => id !== shown.collection && count > 0) ?? null,
  open: collection => navigation.change(collection),
  endSearch: () => search.close(),
});
const session = new Session(
  nextQuestion, (plan, asked) => painter.paint(plan, asked), sayOfServer, slots, decoder, contactSheets,
  problem => search.refuse(problem) || chartPanel.refuse(problem) || navigation.refuse(problem));
const magnifier = new Magnifier(slots, scroller, request);
const focus = new Focus(view, slots, {
  isHeld: () => Boolean(shown.hold),
  first: () => (shown.isLooking ? null : shown.plan?.anchor?.index),
});
const cells = new Cells(view, byId, {
  plan: () => (shown.current?.mosaic ? shown.current : null),
  entry: () => shown.entry,
  query: () => cellQuery(),
  corner: () => scroller.corner, inset: () => inset(), isHeld: () => originals.isOpen,
  show: index => bring({ index, align: "nearest" }),
  open: item => choosing.marks.choose(item) || navigation.open(item),
});
const cursor = new Cursor(focus, cells, {
  plan: () => shown.current,
  isAcross: () => shown.isStrip, isFree: () => shown.isPlane,
  isResting: () => scroller.isResting,
  hold: bring,
  open: place => choosing.marks.choose(place.item) || navigation.openAt(place),
});
const pickers = new Pickers(byId, {
  collection: id => navigation.change(id),
  change: change => navigation.arrange(change),
  fields: () => countFacets("").then(answer => answer?.fields.filter(({ present }) => present > 0)),
  chosen: () => focus.giveKeys(),
});
const bar = new Bar(byId, {
  zoom: steps => zoomBy({ magnifier, cursor }, steps), close: () => (shown.arePages ? navigation.leavePages() : navigation.close()), help: () => help.open(), copyLink: () => originals.copyLink(),
});
const filling = new Filling(byId("filling"));
const progress = new Progress(byId("progress"), () => [...slots.shown.values()].some(slot => !slot.ready));
const overview = new Overview(byId("overview"), {
  show: (parameters, isDragged) => magnifier.show(parameters, isDragged),
  end: () => focus.giveKeys(),
  resized: request,
});
const flags = new Flags(byId("flags"), text => status.note(text));
const chartParts = ["view", "ticks", "context", "values", "legend", "cross", "reading", "range"];
const chart = new Chart({ ...Object.fromEntries(chartParts.map(id => [id, byId(id)])), overview, flags }, shown, request);
const plane = new Plane(view, byId, {
  entry: () => shown.entry, isShown: () => shown.isPlane, offset: () => scroller.exactOffset, inset: () => inset(),
  change: fields => navigation.look({ ...shown.view, zoom: undefined, ...fields }),
});
const brush = new Brush(view, byId("brush"), byId("brush-button"), {
  isChart: () => shown.isChart, isAll: () => scroller.isStill,
  show: parameters => magnifier.show(parameters),
});
/** The server's facets, fetched once for each query and revision: key → promise. */
const counted = new Map();
/** How many answers are kept. */
const mostCounted = 12;
/** @returns {Promise<Wire.Facets | null>} */
function countFacets(query, field = null, begins = "") {
  const { links } = shown.entry;
  const parameters = { q: query, ...(field ? { field, limit: 1000 } : null), ...(begins ? { begins } : null) };
  const key = JSON.stringify([links.facets, parameters, shown.plan?.revision]);
  // A failed request is repeated.
  const answer = counted.get(key) ?? known(links.facets, parameters).then(answer => {
    if (!answer) counted.delete(key);
    return answer;
  });
  counted.delete(key);
  counted.set(key, answer);
  if (counted.size > mostCounted) counted.delete(counted.keys().next().value);
  return answer;
}
const finding = {
  isOffered: () => Boolean(shown.entry?.links.facets),
  query: () => shown.view.q ?? "",
  look: (query, isTyping = false) => navigation.search(query, isTyping),
  refused() { shown.refuse(); emptyView(); },
  facets: countFacets,
  closed: () => focus.giveKeys(),
};
const search = new Search(byId, {
  ...finding, collection: () => shown.entry.links.self, compared: request,
  /** The row covers the pictures below it; the first ones of the collection move out from under it. */
  resized() {
    document.body.style.setProperty("--find-height", `${search.height}px`);
    if (scroller.offset.y <= scroller.range.minY + 1 + search.height) relayOut();
    else request();
  },
});
/** Two panels leave pictures no room on a narrow screen. */
const isNarrow = matchMedia(upTo("middle"));
const facets = new Facets(byId, {
  ...finding, query: () => search.understood(finding.query()),
  opening() { if (isNarrow.matches && details.isOpen) details.toggle(false); },
  resized: () => relayOut(true),
});
const details = new Details(byId, {
  item: pictureInHand,
  file: fileOf,
  top: () => slots.lastSeen(shown.plan) ?? cells.lastSeen(shown.plan) ?? shown.plan?.anchor?.item ?? null,
  menuItem: () => originals.item,
  revision: () => shown.plan?.revision ?? null,
  address: addressOf,
  look: query => navigation.search(query, false),
  pages: pages => navigation.openPages(pages),
  manifest: () => shown.manifest,
  shown, request,
  note: text => status.note(text),
  opening() { if (isNarrow.matches && facets.isOpen) facets.toggle(false); },
  closed: () => focus.giveKeys(),
  resized: () => relayOut(true),
});
const exporting = new Exporting(byId, { entry: () => shown.entry, plan: () => shown.plan, view: () => shown.view, closed: () => focus.giveKeys() });
const figures = new Figures(byId, { entry: () => shown.entry, note: text => status.note(text) });
const chartPanel = new ChartPanel(byId, chart, shown, {
  read: (view, hold) => navigation.look(view, hold),
  closed: () => focus.giveKeys(),
  note: text => status.note(text),
});
const notes = new Notes(byId("notes-button"), byId("notes"), byId("more"));
const runs = new Runs(byId("runs"));
const painter = new Painter(
  shown, { view, scroller, scrubber, magnifier, session, pickers, bar, list: byId("slots"), chartFoot: byId("chart-foot") },
  { bands, slots, headings, chart, footer, stops, cells, runs, plane }, {
    entered: plan => navigation.enter(plan),
    left: () => navigation.close(),
    linkTo: () => navigation.linkTo(),
    painted: describe,
  });
const navigation = new Navigation(shown, {
  status, painter, focus, cursor, cells, magnifier, pickers, session, search, scroller, inset, title: byId("title"),
});
const originals = new Originals(view, byId("menu"), byId("original-button"), {
  item: pictureInHand,
  file: fileOf,
  address: addressOf,
  link: item => navigation.linkTo()(item), isOpen: () => shown.isLooking,
  open: item => navigation.open(item), print: item => printPicture(item, { shown, slots, navigation }),
  note: text => status.note(text),
  isPicture: () => !shown.isChart,
  isMosaic: () => cells.isThere,
  at: point => cells.at(point),
});
const folders = new Folders({ button: byId("folders-button"), panel: byId("folders"), crumbs: byId("crumbs") }, {
  entry: () => shown.entry,
  open: folder => (folder.query || folder.item || !shown.view.q || shown.isLooking ? navigation.openFolder(folder) : navigation.search("", false, true)),
});
const looking = new Looking(byId, { shown, view, scroller, slots, navigation, cursor, focus }, {
  relayOut: () => relayOut(), pixels: () => pixels(), isActual: () => isActual(shown), rate: stars => choosing.annotating.note("rating", stars) });
new Fullscreen(byId("full"));
const presence = new Presence(text => status.note(text));
const choosing = new Choosing(byId, { shown, view, scroller, slots, headings, cells, runs, cursor, originals, navigation, search, exporting, pickers }, {
  item: pictureInHand, query: () => cellQuery(), inset, request,
  compare(items) {
    looking.slideshow.stop();
    compare.open(shown.entry, shown.view, items);
  },
  back() { if (shown.isLooking) navigation.close(); },
  note: (text, action) => status.note(text, action), resized: () => relayOut(true), cleared: () => focus.giveKeys(), rescue: () => focus.rescue(), facets: countFacets,
});
const compare = new Compare(byId, decoder, { gone: item => choosing.marks.drop(item), closed: () => focus.rescue() });
function nextQuestion() {
  return shown.isClosing || shown.isRefused ? null : ask(shown, scroller, magnifier, chart, inset(), session.lag);
}

/** Leads to 100 % and back. */
const pixels = () => zoomToPixels({ shown, magnifier }, () => status.note("This picture is seen at 100 % already."));

/** Returns the name of a picture's file. */
function fileOf(details) {
  return fileName(shown.entry, details);
}

/** Returns the open picture, or the one with the focus; null for none. */
function pictureInHand() {
  return (shown.isLooking ? shown.picture : cursor.item) ?? null;
}

/** Returns the parameters of the painted plan, for questions about its cells; null while a gesture runs. */
function cellQuery() {
  const question = magnifier.isUnderWay || !shown.plan ? null : nextQuestion();
  if (!question) return null;
  const { columns, lead, mosaic } = shown.plan;
  const query = new URLSearchParams(question.query);
  // The painted plan counts, not the current state: rows stay in place while items come and go.
  for (const name of ["anchor", "anchorX", "anchorY", "anchorRounding", "revision", "rows", "item", "index", "align"]) query.delete(name);
  for (const [name, value] of Object.entries({ columns, lead })) if (value !== undefined) query.set(name, String(value));
  if (mosaic?.held) query.set("held", mosaic.held);
  return String(query);
}

/** Returns the address and parameters of an item's details. */
function addressOf(item) {
  return [shown.entry.links.item, { id: item }];
}

/** Returns the folder of the picture on top if pictures are sorted by name, else the open folder; null for none. */
function folderOnTop(/** @type {Page.Plan} */ { anchor, folder }) {
  const isTelling = shown.isLooking || (shown.view.order ?? "name").endsWith("name");
  return isTelling && anchor?.name ? anchor.name.split("/").slice(0, -1).join("/") : folder ?? null;
}

/** Returns the name of the open picture or folder; undefined for the whole collection. */
function nameOf(/** @type {Page.Plan} */ { anchor, folder }) {
  return (shown.isLooking ? anchor?.name : folder)?.split("/").at(-1);
}

/** Follows the view's scrolling. */
function moved() {
  request();
  scrubber.update();
  bar.move(scroller.offset.y, scroller.range.minY, shown.isPicture);
}

/** Says why there is no plan. @param text is null when there is one again. */
function sayOfServer(text) {
  // A plan of another view does not answer this question.
  if (text && shown.isFresh) emptyView();
  status.say(text, text && { name: "Try again", act: request });
}

function emptyView() {
  painter.empty();
  looking.show(null);
  status.empty();
}

/** Updates everything around the pictures after a plan was painted. @param asked is what it was asked for. */
function describe(/** @type {Page.Plan} */ plan, /** @type {Page.Question} */ asked) {
  lookForHEIC(plan, request);
  notes.show(shown.entry, plan);
  const query = shown.view.q ?? "";
  presence.watch(shown.isPaged ? plan.anchor : null, plan.revision);
  document.title = [nameOf(plan), shown.entry.name, "ScrollServer"].filter(Boolean).join(" · ");
  if (!query || plan.visible || plan.plane && plan.count) search.found(query, plan);
  else if (!plan.hasMore) search.missed(query, plan);
  facets.show(`${query}\n${plan.revision}`);
  details.show();
  figures.show(plan, asked.query);
  chartPanel.show(plan.chart);
  status.describe(plan, shown.isDense, shown.view.order, shown.entry, query);
  [bar.backTo, originals.isOffered] = [shown.isLooking ? "the others" : shown.arePages ? "the picture of these pages" : null, shown.isLooking];
  looking.show(plan);
  filling.watch(plan.chart || shown.isLooking ? null : shown.entry, plan);
  progress.watch(shown.isLooking ? plan.anchor?.url ?? null : null);
  if (shown.isLooking) slots.last = cells.last = shown.picture;
  choosing.painted(plan);
  exporting.painted();
  folders.show(folderOnTop(plan));
  navigation.note();
  cursor.painted(plan);
  focus.keep(plan);
  cells.painted(plan);
  tidy();
}

/** Has the server fetch a failed page of the collection again. */
async function fetchNextPage() {
  await tell(shown.entry.links.retry, { method: "POST" });
  // A session reports the change by itself; otherwise the next plan shows it.
  request();
}

async function start() {
  /** @type {Wire.Collections} */
  const { collections: entries, unshown = [], readOnly, states = [] } = await collections((text, action) => status.say(text, action));
  pickers.list(entries, unshown);
  await navigation.start(entries, readOnly, states);
  focus.rescue();
}

const actions = listenToHands(
  { view, shown, navigation, scroller, magnifier, cells, cursor, focus, chart, search, brush, looking, facets, details, originals, exporting, choosing },
  { jump, inset, pixels, item: pictureInHand, resized: () => relayOut(), note: text => status.note(text) });
const help = new Help(byId, actions, { isChart: () => shown.isChart, closed: () => focus.rescue() });
new Palette(byId, actions, { more: () => [...collectionActions(shown, navigation), ...choosing.lists.actions], closed: () => focus.rescue() });
setUpPrinting(byId("print"), slots, scroller, shown);
setUpNames(byId("names"), view);
setUpTheme(byId("theme"), document.querySelector("meta[name=theme-color]"), request);
// For the browser tests.
window.scrollServer = { scroller, session, bands, slots, decoder, shown, marks: choosing.marks, choosing, compare, cells, magnifier, zoom: magnifier.zoom, show: range => magnifier.show(range) };
start();

"""###,
        "panels/about.js": ###"""
// What the help says of the program.

import { element } from "../elements/element.js";
import { entry, json, Latest, site } from "../wire/api.js";
import { size } from "../values/fields.js";

/** The help's section about the program, which is fetched each time it opens. */
export class About {
  #list; #button;
  #latest = new Latest();

  /**
   * @param list takes the names and values. @param button leads there; it names the version once `menu`, which has it, was opened.
   */
  constructor(list, button, menu) {
    [this.#list, this.#button] = [list, button];
    menu.addEventListener("click", () => this.fill(), { once: true });
  }

  async fill() {
    if (site) return;
    try {
      const about = await this.#latest.only(signal => json(entry.about, null, { signal }));
      if (about) this.#show(about);
    } catch (failure) {
      this.#write([["Program", failure.message]]);
    }
  }

  /** @param {Wire.About} about */
  #show({ version, commit, build, readOnly, reads, cache, state }) {
    const place = path => path ?? "on the server’s machine";
    this.#button.firstElementChild.textContent = `ScrollServer ${version}`;
    this.#button.title = "About ScrollServer";
    this.#write([
      ["Program", `ScrollServer ${version}, ${commit ? `commit ${commit}, ` : ""}${build}`],
      ["May read", reads.map(({ name, path }) => path ?? name).join("\n") || "nothing: these are demos"],
      ["Changes", readOnly ? "refused (--read-only)" : "lists and what pages remember; never your folders"],
      ["Cache", cache ? `${place(cache.path)}, at most ${size(cache.limit)}` : "none on the disk"],
      ["Lists and state", state ? place(state.path) : "in memory, until the program ends"],
    ]);
  }

  #write(rows) {
    this.#list.replaceChildren(...rows.flatMap(([name, value]) => [element("dt", {}, name), element("dd", { dir: "auto" }, value)]));
  }
}

"""###,
        "panels/bar.js": ###"""
// The bar: its buttons, how much it covers, and when it hides.

import { closeBeside } from "../input/beside.js";
import { nameButton } from "./keyhints.js";

/** What leaves the menu ⋯ open: it is pressed several times, or shows its state. */
const staying = "#closer, #further, #theme, .row[aria-pressed]";

export class Bar {
  #element; #back; #find;
  /** How much it covers; null until it is measured, for which the browser lays out what has changed. */
  #box = null;
  /** The view's offset when the bar last moved, in px. */
  #last = 0;

  /**
   * @param byId gives an element by its id.
   * @param on has what its buttons do: `zoom(by)`, `close()`, `help()` and `copyLink()`.
   */
  constructor(byId, on) {
    this.#element = byId("bar");
    this.#back = byId("back");
    const forget = () => { this.#box = null; };
    new ResizeObserver(forget).observe(this.#element);
    addEventListener("resize", forget);
    this.#back.addEventListener("click", () => on.close());
    byId("closer").addEventListener("click", () => on.zoom(1));
    byId("further").addEventListener("click", () => on.zoom(-1));
    byId("help-button").addEventListener("click", () => on.help());
    byId("copy-view").addEventListener("click", () => on.copyLink());
    const button = byId("more-button");
    const open = isOpen => { button.ariaExpanded = this.#element.classList.toggle("open", isOpen); };
    button.addEventListener("click", () => open());
    // A choice, a press elsewhere, or Escape closes it.
    byId("more").addEventListener("change", () => open(false));
    byId("more").addEventListener("click", ({ target }) => {
      if (target.closest("button") && !target.closest(staying)) open(false);
    });
    const isOpen = () => this.#element.classList.contains("open");
    closeBeside(isOpen, target => target instanceof Element && Boolean(target.closest("#more, #more-button")), () => open(false));
    // The search hangs from it.
    this.#find = byId("find");
    this.#find.addEventListener("focusin", () => this.come());
    // A mouse at the window's edge shows the bar again.
    addEventListener("pointermove", ({ pointerType, clientY }) => {
      // Cheap tests come first: the bar's position may cost a layout.
      const isAtEdge = pointerType === "mouse" && (clientY < 8 || clientY > innerHeight - 8);
      if (isAtEdge && this.#isAtTop === clientY < 8) this.come();
    }, { passive: true });
    this.#element.addEventListener("keydown", event => {
      if (event.key !== "Escape" || !this.#element.classList.contains("open")) return;
      event.stopPropagation();
      open(false);
      button.focus();
    });
  }

  /** How much of the view it covers, and the caption at the other end: [top, left, bottom, right] in px. */
  inset(hasCaption) {
    const { height, isAtTop } = this.#box ??= { height: this.#element.offsetHeight, isAtTop: this.#isAtTop };
    const foot = hasCaption ? height : 0;
    return isAtTop ? [height, 0, foot, 0] : [0, 0, height + foot, 0];
  }

  get #isAtTop() { return getComputedStyle(this.#element).bottom !== "0px"; }

  /** Hides when the view scrolls down, unless `stays` or somebody types into the search, and returns when it scrolls up. */
  move(y, minY, stays) {
    if (Math.abs(y - this.#last) <= 8) return;
    this.#element.classList.toggle("away", y > this.#last && y > minY + 64 && !stays && !this.#find.matches(":focus-within"));
    this.#last = y;
  }

  /** Notes that a new view begins at `y`. This is no scrolling, so the bar stays as it is. */
  start(y) { this.#last = y; }

  come() { this.#element.classList.remove("away"); }

  /** Where the way back leads, as a sentence's end; null where there is none. @param {string | null} place */
  set backTo(place) {
    if (place === this.#backTo) return;
    this.#backTo = place;
    this.#back.hidden = !place;
    if (place) nameButton(this.#back, `Back to ${place}`, ["Escape"]);
  }
  #backTo = null;
}

"""###,
        "panels/caption.js": ###"""
// The line below a picture: its name, what is noted of it, its size, date and position.

import { button, element } from "../elements/element.js";
import { dateText } from "../values/dates.js";
import { stars, starsInWords } from "../values/fields.js";
import { flagSign, notedWords } from "../values/noted.js";
import { known, Latest } from "../wire/api.js";

/**
 * Returns a button for the pages of a picture.
 * @param {Wire.Item["pages"]} pages @param open is given them.
 */
export function pagesButton(pages, open) {
  return button({ className: "plain pages", title: "Show each page", on: { click: () => open(pages) } }, `${pages.count.toLocaleString()} pages`);
}

/** Returns a button that plays the film of a photo. @param play is called at a press. */
function filmButton(play) {
  return button({ className: "plain pages film", title: "Play the film, or end it", on: { click: play } }, "▶\ufe0e Film");
}

/**
 * Returns the stars, the flag and the colour label of a picture as one sign, whose name says them in words; null for none.
 * @param {Wire.ItemMarks} marks @param {boolean} canRate whether the stars are buttons, also where there are none yet.
 */
function notedSign(marks, canRate) {
  const { rating = 0, label = "" } = marks;
  const words = [...(rating > 0 ? [starsInWords(rating)] : []), ...notedWords(marks)];
  if (!words.length && !canRate) return null;
  const shown = rating > 0 ? stars(rating) : "";
  const buttons = [1, 2, 3, 4, 5].map(star => {
    // A press on the last lit star takes all of them away.
    const given = star === rating ? 0 : star;
    const title = starsInWords(given);
    return button({ className: "star", title, ariaLabel: title, data: { rating: given } }, star <= rating ? "★" : "☆");
  });
  return element("span", {
    className: "noting", role: canRate ? "group" : "img", ariaLabel: words.join(", ") || starsInWords(0), data: { label },
  }, ...(canRate ? buttons : [shown]), flagSign(marks) && ` ${flagSign(marks)}`);
}

export class Caption {
  #element; #on; #url = null; #revision = null; #details = null; #place = ""; #written = "";
  #latest = new Latest();

  /**
   * @param on has `openPages`, which opens the pages of a picture: see `pagesButton`; `playFilm(item, film, failed)`; `canRate()`; and `rate(stars)`, which gives the
   *   picture that is shown stars; 0 for none.
   */
  constructor(element, on) {
    [this.#element, this.#on] = [element, on];
    element.addEventListener("click", ({ target }) => {
      const star = target.closest(".star");
      if (star) on.rate(Number(star.dataset.rating));
    });
  }

  /**
   * Shows the item at a plan's anchor; null hides the line.
   * @param {Wire.Anchor | null} anchor @param {number} count is the number of items.
   * @param revision is the plan's: a new one may mean a new file.
   */
  async show(anchor, count, revision) {
    const url = anchor?.url ?? null;
    this.#element.hidden = !url;
    // The position in the current order, as in the bar.
    this.#place = anchor ? `${(anchor.index + 1).toLocaleString()} of ${count.toLocaleString()}` : "";
    if (this.#url !== url) {
      [this.#url, this.#details, this.#revision] = [url, null, null];
      this.#latest.forget();
    }
    if (!url) return;
    if (this.#details) this.#write(this.#details);
    if (this.#revision === revision) return;
    this.#revision = revision;
    const details = await this.#latest.of(signal => known(url, null, { signal }));
    if (!details) return;
    this.#details = details;
    this.#write(details);
  }

  #filmButton(item, film) {
    const made = filmButton(() => this.#on.playFilm(item, film, () => {
      made.disabled = true;
      made.textContent = "This browser cannot play the film";
    }));
    return made;
  }

  /** @param {Wire.ItemDetails} details */
  #write({ id, name, width, height, taken, modified, pages, film, facts, marks }) {
    // By the same clock as in the panel, and marked as “modified”, since it is not the date taken.
    const written = facts?.find(fact => fact.name === "modified")?.text ?? modified;
    const date = taken || written ? dateText(taken || written, "day") : null;
    const kind = !taken && written ? "modified " : "";
    // Writing the same words again would have them read out twice.
    const canRate = this.#on.canRate();
    const words = JSON.stringify([id, name, width, height, kind, date, pages, film, marks, canRate, this.#place]);
    if (this.#written === words) return;
    this.#written = words;
    const slash = name.lastIndexOf("/");
    const rest = [date, this.#place].filter(Boolean).join(" · ");
    // What a phone leaves out.
    const spare = (width ? `${width.toLocaleString()} × ${height.toLocaleString()}${rest && " · "}` : "") + kind;
    // The spaces are for screen readers.
    const noted = notedSign(marks ?? {}, canRate);
    const about = element("span", { className: "about" }, ...(noted ? [noted, " "] : []), element("span", {}, spare && element("span", { className: "spare" }, spare), rest),
      ...(slash > 0 ? [" ", element("span", { className: "folder" }, name.slice(0, slash))] : []),
      ...(pages ? [" ", pagesButton(pages, this.#on.openPages)] : []),
      ...(film ? [" ", this.#filmButton(id, film)] : []));
    // A star keeps the focus when it is drawn anew.
    const focused = [...this.#element.querySelectorAll(".star")].indexOf(document.activeElement);
    this.#element.replaceChildren(element("b", { title: name.slice(slash + 1) }, name.slice(slash + 1)), " ", about);
    this.#element.querySelectorAll(".star")[focused]?.focus();
  }
}

"""###,
        "panels/channels.js": ###"""
// The channels of a picture: which are shown, in which colours, and the window of each.

import { button, element } from "../elements/element.js";
import { auto, nameOf, read, write } from "../values/channels.js";
import { said, step } from "../values/samplewindow.js";
import { paintCounts } from "./counts.js";

export class Channels {
  #on;
  /** The channels with values, each with its elements, and what is shown of them as text. */
  #rows = []; #samples = null; #text = null;
  /** What is shown of each channel, or was, before it was put out: index → channel. */
  #known = new Map();

  /** @param on has `look(text)`, which shows channels; "" for the picture as stored. */
  constructor(on) { this.#on = on; }

  /**
   * Adds the channels to a section. @param {HTMLElement} section @param {Wire.Samples} samples @param {string} text is what is shown.
   */
  fill(section, samples, text) {
    [this.#samples, this.#text] = [samples, null];
    this.#known = new Map(auto(samples).map(channel => [channel.index, channel]));
    this.#rows = [...this.#known.keys()].map(index => this.#row(index));
    section.append(...this.#rows.map(({ part }) => part), element("p", { className: "saves" },
      button({ textContent: "Auto", title: "All channels, without a hundredth of the values at each end", on: { click: () => this.#look(auto(samples)) } }),
      button({ textContent: "As stored", title: "Without channels", on: { click: () => this.#look([]) } })));
    this.show(text);
    for (const { index, canvas } of this.#rows) paintCounts(canvas, [samples.channels[index].counts], samples.channels[index].full);
  }

  #row(index) {
    const channel = this.#samples.channels[index];
    const name = nameOf(channel, index);
    const isOn = element("input", { type: "checkbox" });
    const colour = element("input", { type: "color", ariaLabel: `Colour of ${name}` });
    const canvas = element("canvas", { width: 256, height: 72, role: "img", ariaLabel: `How often each value of ${name} occurs` });
    const ends = ["Least", "Greatest"].map(word => element("input", { type: "range", ariaLabel: `${word} value of ${name}` }));
    const range = element("output");
    isOn.addEventListener("change", () => this.#change(index, {}, isOn.checked));
    colour.addEventListener("input", () => this.#change(index, { colour: colour.value.slice(1) }));
    for (const [place, end] of ends.entries()) end.addEventListener("input", () => this.#move(index, place ? "maximum" : "minimum", Number(end.value)));
    const part = element("div", { className: "channel" },
      element("div", { className: "gamma" }, element("label", { className: "check" }, isOn, element("span", { textContent: name })), colour),
      element("div", { className: "histogram" }, canvas, ...ends, range));
    return { index, part, isOn, colour, canvas, ends, range };
  }

  #move(index, name, value) {
    const now = { ...this.#known.get(index), [name]: value };
    const gap = step(this.#samples, now.minimum, now.maximum) || 1;
    if (now.minimum >= now.maximum) now[name === "minimum" ? "maximum" : "minimum"] = name === "minimum" ? now.minimum + gap : now.maximum - gap;
    this.#change(index, now);
  }

  /** A channel is shown otherwise: also if it was not shown. */
  #change(index, part, isOn = true) {
    this.#known.set(index, { ...this.#known.get(index), ...part });
    // As stored, none is shown; the first choice shows the others, too.
    const shown = this.#text ? read(this.#text).map(channel => channel.index) : [...this.#known.keys()];
    const indices = isOn ? [...new Set([...shown, index])] : shown.filter(other => other !== index);
    this.#look(indices.sort().map(one => this.#known.get(one)));
  }

  #look(channels) {
    const text = write(channels);
    this.show(text);
    this.#on.look(text);
  }

  /** Sets the elements to what is shown. @param {string} text */
  show(text) {
    if (text === this.#text) return;
    this.#text = text;
    const shown = new Map((read(text) ?? []).map(channel => [channel.index, channel]));
    for (const [index, channel] of shown) if (this.#known.has(index)) this.#known.set(index, channel);
    for (const { index, isOn, colour, ends, range } of this.#rows) {
      const now = this.#known.get(index);
      const { minimum, maximum } = this.#samples.channels[index];
      const [least, greatest] = [Math.min(minimum, now.minimum), Math.max(maximum, now.maximum)];
      isOn.checked = shown.has(index);
      colour.value = `#${now.colour}`;
      for (const [place, end] of ends.entries()) {
        const value = place ? now.maximum : now.minimum;
        Object.assign(end, { min: String(least), max: String(greatest), step: String(step(this.#samples, least, greatest)) });
        end.value = String(value);
        end.ariaValueText = said(this.#samples, value);
      }
      range.value = `${said(this.#samples, now.minimum)} – ${said(this.#samples, now.maximum)}`;
    }
  }
}

"""###,
        "panels/counts.js": ###"""
// Draws how often values occur.

/** The colours of red, green and blue channels. */
export const channelColours = ["#e24a4a", "#3fae5a", "#4a7be2"];

/**
 * Draws counts over one another.
 * @param {HTMLCanvasElement} canvas
 * @param {number[][]} channels are the counts, from left to right: one for gray, or those of red, green and blue.
 * @param {number} full is the count that fills the height.
 */
export function paintCounts(canvas, channels, full) {
  const paint = canvas.getContext("2d");
  const isDark = getComputedStyle(canvas).colorScheme === "dark";
  paint.globalCompositeOperation = "source-over";
  paint.clearRect(0, 0, canvas.width, canvas.height);
  paint.globalCompositeOperation = isDark ? "screen" : "multiply";
  for (const [place, counts] of channels.entries()) {
    paint.fillStyle = channels.length > 1 ? channelColours[place] : "#888";
    for (const [level, count] of counts.entries()) {
      const tall = Math.min(1, count / full) * canvas.height;
      paint.fillRect(level, canvas.height - tall, 1, tall);
    }
  }
}

"""###,
        "panels/details.js": ###"""
// The panel with all facts about a picture; a press on a fact finds the pictures that share it.

import { element } from "../elements/element.js";
import { Sheet } from "../elements/sheet.js";
import { known, Latest } from "../wire/api.js";
import { pagesButton } from "./caption.js";
import { isNoting, isOfPage, isTurning } from "../input/keys.js";
import { isActing } from "../state/characterkeys.js";
import { isModified } from "../values/keynames.js";
import { paintCounts } from "./counts.js";
import { Windowing } from "./windowing.js";
import { factText, isRating, size, starsInWords, title as titleOf } from "../values/fields.js";

/**
 * What is noted of a picture, as facts, where the server tells no facts: of lists that are made here.
 * @param {Wire.ItemDetails} details
 * @returns {Wire.Fact[]}
 */
function notedFacts({ facts = [], marks = {} }) {
  if (facts.length) return [];
  const { rating, keywords = [], ...others } = marks;
  const texts = [...Object.entries(others), ...keywords.map(word => ["keywords", word])];
  const words = texts.map(([name, text]) => /** @type {Wire.Fact} */ ({ name, kind: "category", text, query: "" }));
  return rating === undefined ? words : [{ name: "rating", kind: "number", text: String(rating), number: rating, query: "" }, ...words];
}

const groups = [
  ["File", ["name", "folder", "format", "pages", "extras", "duration", "width", "height", "megapixels", "pixelsize", "orientation", "bytes", "modified"]],
  ["Camera", ["taken", "zone", "camera", "lens", "focal", "aperture", "exposure", "iso"]],
  ["Words", ["title", "headline", "caption", "people", "keywords", "rating", "flag", "label", "creator", "copyright"]],
  ["Place", ["sublocation", "city", "state", "country", "gps"]],
  ["Generated", ["prompt", "negative", "model", "sampler", "seed"]],
];
/** The settings that a photographer reads in one line. */
const settings = ["exposure", "aperture", "iso", "focal"];

export class Details {
  #panel; #list; #title; #button; #on; #windowing; #sheet;
  #item = null;
  /** The revision that was asked about, whether a picture filled the view, and the facts that the panel shows. */
  #revision = null; #isLooking = false; #written = null;
  #latest = new Latest();
  /** Asks for the histogram. */
  #counting = new Latest();
  /** The picture that a menu has asked about, and the one that was current then; null for none. */
  #pinned = null;

  /**
   * @param byId gives an element by its id.
   * @param on has `item()`, the id of the picture in hand, null for none; `top()`, that of the one on top; `menuItem()`, that of the
   *   menu; `revision()`, the collection's; `address(item)`, where an item is described, and with which parameters; `file(details)`, what a picture's file is called; `look(query)`; `pages(pages)`, to open a picture's
   *   pages; what is `shown`, and `request()`, which asks for a plan of it; `manifest()`, the address of all that is shown for viewers of
   *   IIIF; `note(text)`, `opening()` and `closed()`, and `resized()`, when the panel has come or gone.
   */
  constructor(byId, on) {
    [this.#panel, this.#list, this.#title, this.#button] = ["details", "details-list", "details-title", "details-button"].map(byId);
    this.#on = on;
    this.#windowing = new Windowing({
      view: () => (this.#isLooking ? on.shown.view : null),
      look(name, text) {
        on.shown.change({ window: undefined, channels: undefined, [name]: text || undefined });
        on.request();
      },
    });
    byId("details-item").addEventListener("click", () => {
      this.#pinned = { item: on.menuItem(), over: on.item() };
      if (this.isOpen) this.show();
      else this.toggle(true);
    });
    this.#button.addEventListener("click", () => this.toggle());
    this.#sheet = new Sheet(this.#panel, { close: () => this.toggle(false), resized: on.resized });
    byId("details-close").addEventListener("click", () => this.toggle(false));
    this.#panel.addEventListener("keydown", event => {
      if (event.key === "Escape" || event.key === "i" && !isModified(event) && isActing(event)) this.toggle(false);
      else if (isOfPage(event) || isNoting(event) || isTurning(event) && this.#on.item()) return;
      event.stopPropagation();
    });
  }

  get isOpen() { return !this.#panel.hidden; }
  /** How much of the view it covers from the left edge, and from the foot, in px. */
  get width() { return this.isOpen ? this.#panel.offsetLeft + this.#panel.offsetWidth : 0; }
  get height() { return this.#sheet.height; }

  /** The picture to show: the menu's until another one is current, else the current one, else the one on top. */
  get #asked() {
    const item = this.#on.item();
    if (this.#pinned?.over !== item) this.#pinned = null;
    return this.#pinned?.item ?? item ?? this.#on.top();
  }

  toggle(isOpen = !this.isOpen) {
    if (isOpen && !this.#asked) return;
    if (isOpen) {
      this.#on.opening();
      this.#sheet.open();
    }
    this.#panel.hidden = !isOpen;
    this.#button.ariaExpanded = String(isOpen);
    this.#on.resized();
    if (isOpen) {
      this.show();
      this.#title.focus();
    } else {
      this.#item = this.#pinned = null;
      this.#latest.forget();
      this.#on.closed();
    }
  }

  /** Shows the current picture's facts if it, or the collection, has changed. */
  async show() {
    const item = this.isOpen ? this.#asked : null;
    const revision = this.#on.revision();
    const isLooking = this.#on.shown.isLooking && item === this.#on.item();
    if (item && item === this.#item) this.#windowing.update();
    if (!item || (item === this.#item && revision === this.#revision && isLooking === this.#isLooking)) return;
    if (item !== this.#item) {
      this.#written = null;
      this.#latest.forget();
    }
    [this.#item, this.#revision, this.#isLooking] = [item, revision, isLooking];
    /** @type {{details: Wire.ItemDetails | null, beside: Wire.Companions | null}} */
    const found = await this.#latest.of(async signal => {
      const details = await known(...this.#on.address(item), { signal });
      return { details, beside: details?.companions && await known(details.companions, null, { signal }) };
    });
    if (!found) return;
    const { details, beside } = found;
    if (!details) {
      this.#written = null;
      return this.#list.replaceChildren(element("p", { textContent: "The picture cannot be looked up just now." }));
    }
    const companions = beside?.companions ?? [];
    // Unchanged facts are not written again, so a selection and the focus stay.
    const written = JSON.stringify([{ ...details, index: null, progress: null }, companions, isLooking]);
    if (written === this.#written) return;
    this.#written = written;
    const hadFocus = this.#list.contains(document.activeElement);
    this.#write(details);
    if (companions.length) this.#list.append(this.#companions(companions));
    if (hadFocus) this.#title.focus();
  }

  /** @param {Wire.ItemDetails} details */
  #write(details) {
    // The number of a group says nothing to people.
    const facts = [...(details.facts ?? []), ...notedFacts(details)].filter(({ name }) => name !== "alike");
    const known = new Map(facts.map(fact => [fact.name, fact]));
    this.#title.textContent = details.name.split("/").at(-1);
    const line = settings.filter(name => known.has(name)).map(name => (name === "iso" ? "ISO " : "") + factText(known.get(name))).join(" · ");
    const grouped = new Set(groups.flatMap(([, names]) => names));
    const others = facts.map(({ name }) => name).filter(name => !grouped.has(name));
    const parts = [...groups, ["Other", [...new Set(others)]]].map(([name, names]) => {
      const rows = facts.filter(fact => names.includes(fact.name)).sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
      return rows.length ? element("section", {}, element("h3", { textContent: name }), element("dl", {}, ...rows.flatMap((fact, index) => this.#row(fact, fact.name === rows[index - 1]?.name, details)))) : null;
    });
    const lie = details.misnamed
      && element("p", { className: "lie", textContent: `The name says .${details.misnamed}; the file is a ${details.format.toUpperCase()}.` });
    const path = element("p", { className: "path" }, element("code", { textContent: details.name }), this.#copy("Copy the path", details.name, "Path copied."));
    // A published site has none.
    const original = details.original && new URL(details.original, location.href);
    const links = original && element("p", { className: "saves" },
      element("a", { className: "plain", href: original, target: "_blank", rel: "noopener", textContent: "Open the original" }),
      element("a", { className: "plain", href: original, download: this.#on.file(details), textContent: "Download it" }),
      ...(details.film ? [element("a", { className: "plain", href: new URL(details.film, location.href), target: "_blank", rel: "noopener", textContent: "Open the film" })] : []),
      ...(details.pages ? [pagesButton(details.pages, this.#on.pages)] : []));
    const canvas = element("canvas", { width: 256, height: 72, role: "img", ariaLabel: "How often each brightness of red, green and blue occurs" });
    canvas.hidden = true;
    const windowing = this.#windowing.section(details);
    this.#list.replaceChildren(...[line ? element("p", { className: "taken", textContent: line }) : null, canvas, windowing, ...parts, lie, path, links, this.#viewers(details)].filter(Boolean));
    this.#histogram(details, canvas);
  }

  /**
   * Offers the addresses for viewers of other programs.
   * @param {Wire.ItemDetails} details
   */
  #viewers({ iiif, deepZoom }) {
    if (!iiif) return null;
    const rows = Object.entries({ IIIF: iiif, "Deep Zoom": deepZoom, Manifest: this.#on.manifest() }).flatMap(([name, address]) => [
      element("dt", { textContent: name, title: name === "Manifest" ? "All pictures that are shown, for viewers of IIIF" : "" }),
      element("dd", {}, this.#copy(`Copy the ${name} address`, new URL(address, location.href).href, `${name} address copied.`))]);
    return element("section", {}, element("h3", { textContent: "For other viewers" }), element("dl", {}, ...rows));
  }

  /**
   * Lists the companions: the raw file and the sidecar files of a picture.
   * @param {Wire.Companions["companions"]} companions
   */
  #companions(companions) {
    const links = companions.map(({ name, bytes, url }) => element("li", {},
      element("a", { className: "plain", href: new URL(url, location.href), download: name, textContent: name }), ` ${size(bytes)}`));
    return element("section", { className: "companions" }, element("h3", { textContent: "Belongs to it" }), element("ul", {}, ...links));
  }

  /**
   * @param {Wire.Fact} fact @param {boolean} isNext whether it is a further value of the field above, which has its name already.
   * @param {Wire.ItemDetails} details
   */
  #row(fact, isNext, { pixelSize }) {
    const { name, query, unit, number } = fact;
    const text = factText(fact);
    const title = unit === "bytes" ? `${number.toLocaleString()} bytes: find those that share it`
      : isRating(name, number) && number > 0 ? "Find those with as many stars or more" : "Find those that share it";
    const value = query ? element("button", { type: "button", className: "plain fact", textContent: text, title }) : element("span", { textContent: text });
    if (isRating(name, number)) value.ariaLabel = starsInWords(number);
    if (query) value.addEventListener("click", () => this.#on.look(query));
    const cell = element("dd", {}, value);
    if (name === "pixelsize" && pixelSize) cell.append(" ", element("small", { textContent: `per pixel, from ${pixelSize.from}` }));
    if (name === "gps") cell.append(this.#copy("Copy the coordinates", text, "Coordinates copied."));
    return isNext ? [cell] : [element("dt", { textContent: titleOf(name) }), cell];
  }

  /** @param {string} words is what the button is called. @param {string} text is copied. @param {string} done is said then. */
  #copy(words, text, done) {
    const button = element("button", { type: "button", className: "plain", textContent: "Copy", ariaLabel: words, title: words });
    button.addEventListener("click", async () => {
      const said = await navigator.clipboard?.writeText(text).then(() => done, () => null);
      this.#on.note(said ?? "The browser does not let it be copied.");
    });
    return button;
  }

  /**
   * Draws how often each brightness of the picture's colours occurs.
   * @param {Wire.ItemDetails} details
   */
  async #histogram({ histogram }, canvas) {
    /** @type {Wire.Histogram | null} */
    const counts = histogram && await this.#counting.only(signal => known(histogram, null, { signal }));
    if (!counts) return;
    paintCounts(canvas, [counts.red, counts.green, counts.blue], counts.full);
    canvas.hidden = false;
  }
}

"""###,
        "panels/exporting.js": ###"""
// The dialog that saves what was found, or what is selected, for other programs: files, paths, a table or a script.

import { refusal } from "../wire/api.js";

export class Exporting {
  #dialog; #button; #of; #kind; #link; #said; #needs; #failure; #on;
  /** The address that the server has agreed to answer; null for none. */
  #agreed = null;
  /** Ends the question that is under way. */
  #stop = new AbortController();

  /** @param on has `entry()`, `plan()`, `view()` and `closed()`. */
  constructor(byId, on) {
    this.#on = on;
    [this.#dialog, this.#button, this.#of, this.#kind, this.#link, this.#said, this.#needs, this.#failure] =
      ["export", "export-button", "export-of", "export-kind", "export-save", "export-said", "export-needs", "export-failure"].map(byId);
    this.#button.addEventListener("click", () => this.open(false));
    this.#dialog.addEventListener("input", () => this.#show());
    this.#dialog.addEventListener("close", () => {
      this.#forget();
      on.closed();
    });
    this.#link.addEventListener("click", event => this.#save(event));
    this.#dialog.addEventListener("keydown", event => {
      // A link without an address does not take Enter by itself.
      const isOn = event.target === this.#link ? !this.#link.href : event.target.matches("input:not([type=checkbox])");
      if (event.key !== "Enter" || event.isComposing || !isOn) return;
      event.preventDefault();
      this.#link.click();
    });
  }

  /** A plan of the collection has been painted. */
  painted() { this.#button.hidden = !this.#on.entry()?.links.export || !this.#on.plan()?.count; }

  /** @param isOfSelection says that what is selected is to be saved at first, and not what was found. */
  open(isOfSelection) {
    const hasSelection = this.#selected > 0;
    this.#of.closest(".row").hidden = !hasSelection;
    this.#of.value = hasSelection && isOfSelection ? "selected" : "found";
    // Nothing is known of the pictures of lists that are made here.
    for (const option of this.#kind.options) option.disabled = option.value.startsWith("table.") && !this.#on.entry().links.facets;
    if (this.#kind.selectedOptions[0].disabled) this.#kind.selectedIndex = 0;
    this.#show();
    this.#dialog.showModal();
  }

  /**
   * The browser follows the link once the server has agreed: of a download that is refused it says nothing that helps. Without an
   * address, the reader is led to the field that is missing.
   */
  #save(event) {
    const { href } = this.#link;
    if (!href) this.#missing?.focus();
    else if (href === this.#agreed) this.#dialog.close();
    else {
      event.preventDefault();
      if (this.#link.ariaBusy !== "true") this.#ask(href);
    }
  }

  async #ask(href) {
    this.#forget();
    this.#link.ariaBusy = "true";
    const { signal } = this.#stop;
    const failure = await refusal(href, signal);
    // The dialog was closed, or says something else by now.
    if (signal.aborted) return;
    this.#forget();
    if (failure) this.#failure.textContent = `Nothing was saved: ${failure.message}`;
    else {
      this.#agreed = href;
      this.#link.click();
    }
  }

  /** Nothing is asked, agreed or refused. */
  #forget() {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#agreed = null;
    this.#link.ariaBusy = null;
    this.#failure.textContent = "";
  }

  /** How many pictures are selected. */
  get #selected() { return this.#on.plan().selection?.count || 0; }

  /** Says what is saved. */
  #say() {
    const isOfSelection = this.#of.value === "selected";
    const count = isOfSelection ? this.#selected : this.#on.plan().count;
    const pictures = count === 1 ? "1 picture" : `${count.toLocaleString()} pictures`;
    const text = `${pictures}, as ${isOfSelection ? "selected" : "found"} and sorted here. Nothing is changed by it.`;
    if (text !== this.#said.textContent) this.#said.textContent = text;
  }

  /** The field that has to be filled in first; undefined for none. */
  get #missing() {
    return [...this.#dialog.querySelectorAll("[data-for]:not([hidden]) [required]")].find(({ value }) => !value.trim());
  }

  /** Shows the settings that the kind has, and lets the link lead to what they say. */
  #show() {
    this.#forget();
    const [name, action] = this.#kind.value.split(":");
    const { q: found, order, group } = this.#on.view();
    const isOfSelection = this.#of.value === "selected";
    const [q, selected] = isOfSelection ? [null, true] : [found, null];
    this.#say();
    const query = new URLSearchParams({ as: name });
    for (const [key, value] of Object.entries({ q, selected, order, group, action })) if (value) query.set(key, value);
    for (const row of this.#dialog.querySelectorAll("[data-for]")) {
      row.hidden = !row.dataset.for.split(" ").includes(this.#kind.value);
      const field = row.querySelector("select, input");
      const value = field.type === "checkbox" ? String(field.checked) : field.value.trim();
      if (row.hidden) continue;
      if (value && value !== "false") query.set(field.name, value);
    }
    const isComplete = !this.#missing;
    if (isComplete) this.#link.href = `${this.#on.entry().links.export}?${query}`;
    else this.#link.removeAttribute("href");
    this.#link.ariaDisabled = String(!isComplete);
    this.#needs.hidden = this.#dialog.querySelector("[data-for]:has([required])").hidden;
    const text = isComplete ? "" : "Name the folder first.";
    if (text !== this.#needs.textContent) this.#needs.textContent = text;
  }
}

"""###,
        "panels/filmstrip.js": ###"""
// A strip of the pictures beside the open one. The server lays it out, as it does every strip.

import { element, showBlob } from "../elements/element.js";
import { Scroller } from "../input/scroller.js";
import { listenToWheel } from "../input/wheel.js";
import { Stills } from "../scene/stills.js";
import { topItem } from "../state/question.js";
import { remember, remembered } from "../state/remembered.js";
import { known, Latest, picture, site } from "../wire/api.js";

/** Points that a plan has on both sides of what is seen, so that the strip moves before the next plan has come. */
const reach = 600;
/** How far the strip glides to its next place; farther it jumps. Beyond `far` from its plan's place it asks for another. */
const [glides, far] = [0.7 * reach, 0.75 * reach];
/** Milliseconds between two questions, and how many pictures load at a time: they share the browser's few connections. */
const [beat, atOnce] = [80, 3];
/** Least and most milliseconds until it asks again where no answer has come. */
const [soonest, latest] = [500, 8000];
/** In points: what is between two pictures, and what the ends keep from the window's edges (top, left, bottom, right). */
const [spacing, inset] = [4, [0, 12, 0, 12]];

/** Where there is room for it, and where it is shown unless the reader has chosen. */
const fits = matchMedia("(min-width: 390px) and (min-height: 480px)");
const isLarge = matchMedia("(min-width: 641px) and (min-height: 560px)");

export class Filmstrip {
  #panel; #view; #list; #button; #scroller; #on;
  #latest = new Latest();
  #timer = 0;
  #asked = -Infinity;
  #delay = 0;
  /** What the open picture is, and what the collection, its selection, search and order are; null while nothing is shown. */
  #open = null;
  /** What the last plan was asked for, as text: with another collection, search, order or size nothing of it remains. */
  #arrangement = "";
  /** @type {Page.Plan | null} */
  #plan = null;
  /** The frames of the plan's tiles: address → {frame, link, image, source, original, film, x}, with x in the content, and a film's address, also as `film` while it lacks a picture. */
  #frames = new Map();
  /** The pictures that load now, with what ends that, and those that wait, the most needed first: {image, source}. */
  #loading = new Map();
  #waiting = [];
  /** Whether the open picture is kept in the middle; the reader's own scrolling ends that until another picture is opened. */
  #isFollowing = true;
  #isAway = false;
  #height = null;
  #stills = new Stills(() => this.#films());

  /**
   * @param byId gives an element by its id.
   * @param on has `entry()` and `view()`, which are shown; `linkTo()`, a function that gives the address of an item; `open(item)`;
   *   `resized()`, when it has come or gone; and `left()`, when a picture that had the keys has gone.
   */
  constructor(byId, on) {
    this.#on = on;
    [this.#panel, this.#button] = ["filmstrip", "filmstrip-button"].map(byId);
    [this.#view, this.#list] = [".strip", ".frames"].map(name => this.#panel.querySelector(name));
    this.#scroller = new Scroller(this.#view, () => this.#moved(), () => this.#place());
    this.#scroller.axis = "x";
    listenToWheel(this.#view, { isPaged: false, isStrip: true, turn: () => {}, pan: dx => this.#scroller.pan(dx, 0) });
    for (const hand of ["wheel", "pointerdown"]) {
      this.#view.addEventListener(hand, () => { this.#isFollowing = false; }, { passive: true });
    }
    this.#list.addEventListener("click", event => {
      const { item } = event.target.closest("[data-item]")?.dataset ?? {};
      // With one of these keys the browser opens a link elsewhere.
      if (!item || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      on.open(item);
    });
    this.#button.addEventListener("click", () => this.toggle());
    for (const query of [fits, isLarge]) query.addEventListener("change", () => this.#lay());
    new ResizeObserver(() => this.#ask()).observe(this.#view);
    this.#lay();
  }

  /** How much of the view it covers at the foot, in px, where one picture is shown. */
  get height() { return this.#height ??= this.#panel.offsetHeight; }

  /** Whether the reader wants it, and there is room. */
  get #isWanted() {
    const chosen = remembered("filmstrip");
    return fits.matches && !this.#isAway && !site && (chosen ? chosen === "shown" : isLarge.matches);
  }

  /** Shows it, or hides it; the browser remembers which. */
  toggle() {
    if (!fits.matches) return;
    remember("filmstrip", this.#panel.hidden ? "shown" : "hidden");
    this.#lay();
    this.#on.resized();
  }

  /** Whether something else takes its place for a while. */
  set isAway(isAway) {
    this.#isAway = isAway;
    this.#lay();
  }

  #lay() {
    this.#panel.hidden = !this.#isWanted;
    this.#button.hidden = !fits.matches;
    this.#button.ariaPressed = String(!this.#panel.hidden);
    this.#height = null;
    document.body.style.setProperty("--strip-height", `${this.height}px`);
    if (this.#panel.hidden) this.#clear();
    else this.#ask();
  }

  /** Follows the open picture. @param plan is that of one picture; null where there are several. */
  show(plan) {
    // Another search or order has other pictures beside it.
    const { q, order } = this.#on.view();
    const open = plan?.anchor ? { item: plan.item ?? plan.anchor.item, revision: plan.revision, selection: plan.selection?.revision, q, order } : null;
    const before = this.#open ?? {};
    if (["item", "revision", "selection", "q", "order"].every(part => open?.[part] === before[part])) return;
    this.#open = open;
    if (!open) return this.#clear();
    if (open.item !== before.item) this.#isFollowing = true;
    this.#mark();
    this.#ask();
  }

  #clear() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#latest.forget();
    this.#plan = null;
    for (const url of this.#frames.keys()) this.#drop(url);
    this.#waiting = [];
    this.#stills.look();
  }

  #moved() {
    this.#stills.look();
    if (this.#plan && Math.abs(this.#scroller.offset.x - this.#plan.contentOffset.x) > far) this.#ask();
  }

  /** Asks soon: not more often than plans can be painted. */
  #ask() {
    if (!this.#open || this.#panel.hidden) return;
    this.#timer ||= setTimeout(() => this.#askNow(), Math.max(0, this.#asked + beat - performance.now()));
  }

  async #askNow() {
    this.#timer = 0;
    this.#asked = performance.now();
    const [entry, { q, order }, { width, height }] = [this.#on.entry(), this.#on.view(), this.#scroller.viewport];
    if (!entry || !width) return;
    const found = { ...(q ? { q } : null), ...(order ? { order } : null) };
    const layout = { layout: "strip", width, height, scale: devicePixelRatio, spacing, inset, overscan: reach, fit: "contain", names: true, ...found };
    const arrangement = JSON.stringify([entry.id, layout]);
    if (arrangement !== this.#arrangement) this.#plan = null;
    this.#arrangement = arrangement;
    const { offset } = this.#scroller;
    const isFollowing = this.#isFollowing || !this.#plan;
    const place = isFollowing ? { item: this.#open.item, align: "center" } : { x: offset.x, ...this.#top(offset) };
    /** @type {Wire.Plan | null | undefined} */
    const plan = await this.#latest.of(signal => known(entry.links.plan, { ...layout, ...place }, { signal }));
    // Without an answer it stays as it is, and asks again; the page itself says why. A newer question has another answer.
    if (plan === undefined) return;
    this.#delay = plan ? 0 : Math.min(2 * this.#delay || soonest, latest);
    if (!plan) {
      this.#asked = performance.now() + this.#delay - beat;
      return this.#ask();
    }
    if (!plan.tiles || arrangement !== this.#arrangement || isFollowing && this.#plan && !this.#isFollowing) return;
    this.#paint(plan, isFollowing, offset);
  }

  /** What stays where it is while sizes are learnt. */
  #top(offset) { return topItem(/** @type {any} */ ({ current: this.#plan }), offset); }

  #paint(plan, isFollowing, offset) {
    const known = plan.tiles.find(({ url }) => this.#plan && this.#frames.has(url));
    const moved = known ? known.x + plan.contentOffset.x - this.#frames.get(known.url).x : 0;
    const way = plan.contentOffset.x - moved - this.#scroller.offset.x;
    this.#plan = plan;
    this.#paintTiles(plan);
    if (!isFollowing) this.#scroller.update(plan.offsetRange, offset, plan.contentOffset);
    else if (!known || Math.abs(way) > glides) this.#scroller.begin(plan.offsetRange, plan.contentOffset);
    else {
      this.#scroller.update(plan.offsetRange, offset, { x: offset.x + moved, y: offset.y });
      // From where it leads already: the next key may come before it is there.
      this.#scroller.glide(plan.contentOffset.x - this.#scroller.aim.x, 0);
    }
    this.#place();
    this.#mark();
  }

  /** Puts a frame where each tile of a plan is, and keeps those that are there. */
  #paintTiles(plan) {
    const linkTo = this.#on.linkTo();
    const named = new Set();
    const tiles = plan.tiles.toSorted((one, other) => one.index - other.index || one.column - other.column);
    const wanted = new Set(tiles.map(({ url }) => url));
    for (const url of this.#frames.keys()) if (!wanted.has(url)) this.#drop(url);
    let next = this.#list.firstElementChild;
    for (const tile of tiles) {
      const known = this.#frames.get(tile.url) ?? frameOf(tile);
      const { frame, link } = known;
      known.x = tile.x + plan.contentOffset.x;
      for (const side of ["x", "y", "width", "height"]) frame.style.setProperty(`--${side}`, `${tile[side]}px`);
      // A long picture has several tiles and one name.
      frame.ariaHidden = named.has(tile.item) ? "true" : null;
      named.add(tile.item);
      frame.classList.toggle("selected", Boolean(tile.selected));
      link.href = linkTo(tile.item);
      const place = `${(tile.index + 1).toLocaleString()} of ${plan.count.toLocaleString()}`;
      link.ariaLabel = [tile.name?.split("/").at(-1), place, tile.selected ? "selected" : ""].filter(Boolean).join(", ");
      this.#frames.set(tile.url, known);
      if (frame === next) next = next.nextElementSibling;
      else this.#list.insertBefore(frame, next);
    }
    this.#waiting = plan.tiles.map(({ url }) => this.#frames.get(url)).filter(({ image }) => image && !image.src);
    this.#load();
    this.#stills.look();
  }

  /** The films that are seen without a picture. @returns {import("../scene/stills.js").Film[]} */
  #films() {
    const { left, right } = this.#view.getBoundingClientRect();
    const isSeen = box => box.right > left && box.left < right;
    return [...this.#frames].filter(([, { film, frame }]) => film && isSeen(frame.getBoundingClientRect()))
      .map(([key, known]) => ({ key, url: known.film, isSmall: false, done: still => this.#showStill(known, still) }));
  }

  #showStill(known, still) {
    known.film = null;
    const image = element("img", { alt: "", decoding: "async", draggable: false });
    known.link.prepend(image);
    showBlob(image, still).then(isShown => { if (!isShown) image.remove(); });
  }

  /** Takes the frame of a tile away, and ends its loading. */
  #drop(url) {
    const { frame, image } = this.#frames.get(url);
    this.#frames.delete(url);
    if (frame.contains(document.activeElement)) this.#on.left();
    frame.remove();
    image?.removeAttribute("src");
    this.#loading.get(image)?.abort();
  }

  /** Loads the pictures that are there and not yet seen, a few at a time, in the plan's order. */
  #load() {
    while (this.#loading.size < atOnce && this.#waiting.length) {
      const { image, source } = this.#waiting.shift();
      if (!image.isConnected || image.src || this.#loading.has(image)) continue;
      const stop = new AbortController();
      this.#loading.set(image, stop);
      picture(source, { signal: stop.signal, priority: "low" }).then(blob => showBlob(image, blob), () => false).then(isShown => {
        if (!isShown) this.#lack(image);
        this.#loading.delete(image);
        this.#load();
      });
    }
  }

  /** A picture has not come: a film has its still instead. */
  #lack(image) {
    image.remove();
    const known = [...this.#frames.values()].find(known => known.image === image);
    if (!known?.original) return;
    known.film = known.original;
    this.#stills.look();
  }

  /** Keeps the frames where they are in the content when the runway's origin moves. */
  #place() {
    if (this.#plan) this.#list.style.transform = `translateX(${this.#plan.contentOffset.x - this.#scroller.origin.x}px)`;
  }

  /** Marks the open picture, on which Tab leads into the strip. */
  #mark() {
    for (const { frame, link } of this.#frames.values()) {
      const isOpen = frame.dataset.item === this.#open?.item;
      link.ariaCurrent = isOpen ? "true" : null;
      link.tabIndex = isOpen && !frame.ariaHidden ? 0 : -1;
    }
  }
}

/** Makes the frame of a tile, whose picture is still to be loaded. What the server makes no picture of, such as a video, is shown by the small picture in its file. */
function frameOf({ url, item, media, original, thumbnail, colour }) {
  const source = media ? thumbnail : url;
  const isFilm = Boolean(media?.startsWith("video/"));
  const image = source ? element("img", { alt: "", decoding: "async", draggable: false }) : null;
  const sign = isFilm ? "video" : media ? "named" : "";
  const link = element("a", { draggable: false, className: sign }, image);
  const frame = element("li", { data: { item }, css: { background: colour ?? "var(--wait)" } }, link);
  return { frame, link, image, source, original: isFilm ? original : null, film: isFilm && !source ? original : null, x: 0 };
}

"""###,
        "panels/folders.js": ###"""
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

"""###,
        "panels/fullscreen.js": ###"""
// Full screen, by a button and by F11.

export class Fullscreen {
  #button;

  constructor(button) {
    this.#button = button;
    // Not every phone has it.
    button.hidden = !document.fullscreenEnabled;
    button.addEventListener("click", () => this.toggle());
    document.addEventListener("fullscreenchange", () => {
      this.#button.querySelector("span").textContent = document.fullscreenElement ? "Leave full screen" : "Full screen";
    });
  }

  /** Toggles full screen. It needs a press or a key just before, and the browser may refuse. */
  toggle() {
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
    done?.catch(() => {});
  }
}

"""###,
        "panels/help.js": ###"""
// The help: a sheet of all actions, keys and gestures that can be searched, and what the program is.

import { About } from "./about.js";
import { keysAsElements, showKeys } from "./keyhints.js";
import { button, element } from "../elements/element.js";
import { groups, needsOf, ownKeys } from "../input/actions.js";
import { ways } from "../input/ways.js";
import { characterKeys } from "../state/characterkeys.js";
import { keyText } from "../values/keynames.js";
import { isThere } from "../site/parts.js";
import { matching } from "../values/match.js";

/** Where fingers are used, what they do comes first, and a field with the focus has a keyboard come over the sheet. */
const isTouched = matchMedia("(pointer: coarse)");
const fingers = "Fingers";

export class Help {
  #dialog; #field; #list; #said; #actions; #on; #about;

  /**
   * @param byId gives an element by its id.
   * @param {import("../input/actions.js").Action[]} actions
   * @param on has `isChart()` and `closed()`, when the element that had the focus may have gone.
   */
  constructor(byId, actions, on) {
    [this.#dialog, this.#field, this.#list, this.#said] = ["help", "help-find", "help-list", "help-said"].map(byId);
    [this.#actions, this.#on] = [actions, on];
    this.#about = new About(byId("about"), byId("about-button"), byId("more-button"));
    byId("about-button").addEventListener("click", () => this.#openAbout());
    this.#field.addEventListener("input", () => this.#write());
    this.#dialog.addEventListener("close", () => on.closed());
    byId("help-close").addEventListener("click", () => this.#dialog.close());
    const letters = byId("character-keys");
    letters.checked = characterKeys.areOn;
    letters.addEventListener("change", () => {
      characterKeys.switch(letters.checked);
      showKeys([...actions, ...ways]);
      this.#write();
    });
    showKeys([...actions, ...ways]);
  }

  open() {
    this.#field.value = "";
    this.#write();
    this.#dialog.showModal();
    this.#dialog.scrollTop = 0;
    if (!isTouched.matches) this.#field.focus();
    this.#about.fill();
  }

  /** Opens it at what it says of the program. */
  async #openAbout() {
    this.open();
    const title = this.#dialog.querySelector("h2:has(+ #about)");
    title.scrollIntoView();
    await this.#about.fill();
    title.scrollIntoView();
  }

  /** Lists what matches the field, by groups; without a text, groups of which nothing is possible now are left out. */
  #write() {
    const typed = this.#field.value.trim();
    const all = [
      ...this.#actions.map(action => ({ ...action, keys: ownKeys(this.#actions, action), isNow: action.isPossible() })),
      ...ways.filter(way => isThere({ id: "", ...way })).map(way => ({ ...way, isNow: !way.isOf || (way.isOf === "chart") === this.#on.isChart() })),
    ].map(entry => ({ ...entry, words: `${entry.words ?? ""} ${entry.group} ${entry.how ?? ""}` }));
    // A key is found by its name, however short that is.
    const byKey = all.filter(({ keys = [] }) => keys.some(key => [key, keyText(key)].some(name => name.toLowerCase() === typed.toLowerCase())));
    const found = new Set(typed ? [...byKey, ...matching(all, typed)] : all);
    const { matches: areFingers } = isTouched;
    const groupOf = entry => (areFingers && entry.isFinger ? fingers : entry.group);
    // Without a text, what only a keyboard does is left out for fingers.
    const isShown = entry => found.has(entry) && (Boolean(typed) || !areFingers || Boolean(entry.run ?? entry.how));
    const sections = [fingers, ...groups].map(group => {
      const rows = all.filter(entry => groupOf(entry) === group && isShown(entry));
      if (!rows.length || (!typed && !rows.some(({ isNow }) => isNow))) return null;
      const id = `help-${group.toLowerCase().replaceAll(" ", "-")}`;
      return element("section", {}, element("h2", { id }, group), list(id, rows.map(entry => this.#row(entry))));
    });
    this.#list.replaceChildren(...sections.filter(Boolean));
    this.#said.textContent = typed ? (found.size ? `${found.size} found` : "Nothing here is called that.") : "";
  }

  /** Returns a row: a button that acts, or words where only keys or hands do it. */
  #row({ name, keys = [], how, needs, isNow, run }) {
    const lack = isNow ? null : needsOf({ needs });
    const lacks = lack && element("small", {}, ` needs ${lack}`);
    const act = () => {
      this.#dialog.close();
      run();
    };
    const does = run && isNow ? button({ className: "plain does", on: { click: act } }, name) : element("span", { className: "does" }, name, lacks);
    const by = how ? [how] : keysAsElements(keys);
    return element("li", { className: isNow ? "" : "not-now" }, does, element("span", { className: "by" }, ...by));
  }
}

function list(id, rows) {
  const made = element("ul", {}, ...rows);
  made.setAttribute("aria-labelledby", id);
  return made;
}

"""###,
        "panels/idle.js": ###"""
// Lets what surrounds a picture leave while nothing moves, and brings it back.

/** Milliseconds without a movement after which the controls leave. */
const rest = 3000;
/** A pointer that moves by less than this, in px, rests: a hand on a mouse is never quite still. */
const tremor = 4;

/** Controls that stay while one of them has the keys, or the pointer. */
const controls = ".bar, .find, .filmstrip, .show, .caption, .select-this";
/** What is open, and what it belongs to stays with it. */
const open = ".bar.open, :popover-open, dialog[open], .facets:not([hidden])";

export class Idle {
  #isOn = false;
  #timer = 0;
  /** Where the mouse was last, in px. */
  #at = { x: NaN, y: NaN };
  /** Whether the last pointer was a finger, which does not move about: the reader's taps decide then. */
  #isTouch = matchMedia("(hover: none)").matches;

  constructor() {
    const listening = { capture: true, passive: true };
    addEventListener("pointermove", ({ pointerType, clientX: x, clientY: y }) => {
      // A browser also reports a pointer that rests, when what lies below it has changed.
      if (!this.#isOn || pointerType === "touch" || Math.hypot(x - this.#at.x, y - this.#at.y) < tremor) return;
      this.#at = { x, y };
      this.#isTouch = false;
      this.come();
    }, listening);
    addEventListener("pointerdown", ({ pointerType, clientX: x, clientY: y }) => {
      this.#isTouch = pointerType === "touch";
      this.#at = { x, y };
      this.#wait();
    }, listening);
    for (const type of ["keydown", "wheel"]) addEventListener(type, () => { if (this.#isOn) this.come(); }, listening);
    addEventListener("focusin", ({ target }) => { if (this.#isOn && target.closest(controls)) this.come(); }, listening);
  }

  /** Whether the controls are away. */
  get isBare() { return document.body.classList.contains("bare"); }

  /** One picture is shown, or several. */
  watch(isLooking) {
    if (isLooking === this.#isOn) return;
    this.#isOn = isLooking;
    // A slideshow has taken the controls away already.
    if (isLooking) this.#wait();
    else this.come();
  }

  /** Brings the controls back. */
  come() {
    document.body.classList.remove("bare");
    this.#wait();
  }

  /** Takes the controls away at once. */
  leave() {
    clearTimeout(this.#timer);
    document.body.classList.add("bare");
  }

  toggle() {
    if (this.isBare) this.come();
    else this.leave();
  }

  #wait() {
    clearTimeout(this.#timer);
    if (this.#isOn && !this.#isTouch && !this.isBare) this.#timer = setTimeout(() => this.#rested(), rest);
  }

  #rested() {
    const held = document.querySelector(`:is(${controls}):is(:hover, :has(:focus-visible))`);
    if (held || document.querySelector(open)) this.#wait();
    else this.leave();
  }
}

"""###,
        "panels/keyhints.js": ###"""
// Says by which key a button or a menu's item can be pressed: in its title or in its own <kbd>, and to screen readers.

import { element } from "../elements/element.js";
import { actingKeys } from "../state/characterkeys.js";
import { keysHere, keyText, spokenKey } from "../values/keynames.js";

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Returns an action's keys that do something on this keyboard, as elements with a blank between them. */
export function keysAsElements(keys) {
  return actingKeys(keysHere(keys, isApple)).flatMap(key => [element("kbd", {}, keyText(key, isApple)), " "]).slice(0, -1);
}

/** Shows the keys on all buttons. @param {{button?: string, keys?: string[]}[]} entries of the table of actions, and `ways`. */
export function showKeys(entries) {
  for (const { button, keys = [] } of entries) {
    if (!button || !keys.length) continue;
    const acting = actingKeys(keysHere(keys, isApple));
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(button))) {
      showOn(one, one.dataset.title ??= one.title || one.ariaLabel || "", acting);
    }
  }
}

function showOn(button, title, acting) {
  const key = acting.length ? keyText(acting[0], isApple) : "";
  const place = button.querySelector("kbd");
  if (place) place.textContent = key;
  // A button with words needs no title, but where it has one, the key is in it.
  if (!place && title) button.title = key ? `${title} (${key})` : title;
  if (acting.length) button.setAttribute("aria-keyshortcuts", acting.map(spokenKey).join(" "));
  else button.removeAttribute("aria-keyshortcuts");
}

/** Names a button anew, with the key that it has now. */
export function nameButton(button, title, keys) {
  button.ariaLabel = button.dataset.title = title;
  showOn(button, title, actingKeys(keys));
}

"""###,
        "panels/looking.js": ###"""
// Puts together what surrounds one picture.

import { Caption } from "./caption.js";
import { Filmstrip } from "./filmstrip.js";
import { Idle } from "./idle.js";
import { Measuring } from "./measuring.js";
import { Slideshow } from "./slideshow.js";
import { Stack } from "./stack.js";
import { Surround } from "./surround.js";

/** What surrounds one picture: the caption, the filmstrip, the buttons, the slideshow, and when all of it leaves. */
export class Looking {
  #shown; #surround; #on;

  /**
   * @param byId gives an element by its id.
   * @param parts has what is `shown`, the `view`, the `scroller`, the `slots`, the `navigation`, the `cursor` and the `focus`.
   * @param on has `relayOut()`, when more or less of the view is covered; `pixels()`, which leads to 100 % and back; `isActual()`,
   *   whether a pixel of the picture lies on one of the screen; and `rate(stars)`, which gives the picture stars.
   */
  constructor(byId, parts, on) {
    const { shown, navigation, focus } = parts;
    [this.#shown, this.#on] = [shown, on];
    const left = () => focus.giveKeys();
    this.idle = new Idle();
    this.caption = new Caption(byId("caption"), {
      openPages: pages => navigation.openPages(pages), playFilm: (item, film, failed) => parts.slots.playFilm(item, film, failed),
      canRate: () => Boolean(shown.entry?.links.annotations), rate: on.rate,
    });
    this.filmstrip = new Filmstrip(byId, {
      entry: () => shown.entry, view: () => shown.view, linkTo: () => navigation.linkTo(), open: item => navigation.show(item), resized: on.relayOut, left,
    });
    this.measuring = new Measuring(byId, parts);
    this.#surround = new Surround(byId, { turn: by => navigation.turn(by), fit: () => navigation.fit(), pixels: on.pixels, left });
    this.stack = new Stack(byId("stack"), { entry: () => shown.entry, go: index => navigation.goTo(index) });
    this.slideshow = new Slideshow(byId, parts, {
      changed: isRunning => {
        this.filmstrip.isAway = isRunning;
        if (isRunning) this.idle.leave();
        else this.idle.come();
        on.relayOut();
      },
    });
  }

  /** Whether a picture has the whole view, also what is covered. */
  get isAlone() { return this.slideshow.isRunning; }
  /** How much of the view is covered at its foot besides the caption, in px. */
  get foot() { return this.#shown.isLooking ? this.filmstrip.height : 0; }

  /** A plan was painted; null where nothing is shown. */
  show(plan) {
    const { isLooking, isPaged } = this.#shown;
    const open = isLooking ? plan : null;
    this.caption.show(open?.anchor ?? null, plan?.count ?? 0, plan?.revision ?? null);
    this.#surround.show(open, isPaged, this.#on.isActual());
    this.filmstrip.show(open);
    this.measuring.show(open);
    this.stack.show(this.isAlone ? null : open);
    this.idle.watch(Boolean(open));
  }
}

"""###,
        "panels/marks.js": ###"""
// Pictures that are marked for comparison, and the way that leads to one.

import { Tick } from "../scene/tick.js";

/** The most pictures: more would be too small to compare. */
const most = 4;

export class Marks {
  /** Collection id → ids of its marked pictures, in the order of marking. */
  #marked = new Map();
  /** The collection in which pictures to compare are being chosen; null where none are. */
  #choosing = null;
  /** The picture with which the choice began, if it was not marked before. */
  #begun = null;
  #slots; #on; #bar; #count; #compare; #clear; #said; #item; #row; #tick;

  /**
   * @param byId gives an element by its id.
   * @param layer is the one of the slots.
   * @param on has `collection()`, the id of what is shown, null where that is no pictures; `hasCells()`, whether there are several in
   *   cells; `item()`, the picture that is looked at or has the focus, or null; `menuItem()`, the one that the menu is of;
   *   `compare(items)`; `back()`, which leads from one picture to the others; `note(text)`, which says a sentence; and `cleared()`,
   *   when the button that had the focus has gone.
   */
  constructor(byId, slots, layer, on) {
    this.#slots = slots;
    this.#on = on;
    [this.#bar, this.#count, this.#compare, this.#clear, this.#said, this.#item, this.#row] = ["marks", "marks-count", "compare-button",
      "clear-marks", "marks-said", "mark-item", "compare-row"].map(byId);
    this.#tick = new Tick(layer, slots, {
      isOffered: () => on.hasCells(), toggle: item => this.toggle(item), compare: item => this.#begin(item),
    });
    for (const button of [this.#compare, this.#row]) button.addEventListener("click", () => this.compare());
    byId("compare-this").addEventListener("click", () => this.#begin(on.item()));
    byId("compare-item").addEventListener("click", () => this.#begin(on.menuItem()));
    this.#clear.addEventListener("click", () => (this.isChoosing ? this.cancel() : this.#empty()));
    this.#item.addEventListener("click", () => this.toggle(on.menuItem()));
    byId("menu").addEventListener("beforetoggle", () => {
      this.#item.firstChild.data = this.items.includes(on.menuItem()) ? "Unmark " : "Mark to compare ";
    });
  }

  /** The marked pictures of the collection that is shown. */
  get items() { return this.#marked.get(this.#on.collection()) ?? []; }

  /** Whether the next picture that is pressed is taken for the comparison, and not opened. */
  get isChoosing() { return this.#choosing !== null && this.#choosing === this.#on.collection(); }

  /** Marks or unmarks a picture: the given one, else the current one. */
  toggle(item = this.#on.item()) {
    if (this.#on.collection() === null) return;
    if (!item) return this.#on.note("Go to a picture with → and the other arrows, or open one: then x marks it.");
    const { items } = this;
    if (items.includes(item)) this.drop(item);
    else if (items.length < most) this.#add(item);
    else this.#on.note("Four pictures are the most that can be compared. Unmark one of them, or clear the marks.");
  }

  /** Unmarks a picture. */
  drop(item) {
    if (this.items.includes(item)) this.#set(this.items.filter(other => other !== item));
  }

  /** Compares the marked pictures; where there are too few, lets the current one be compared, and others be chosen. */
  compare() {
    if (this.items.length < 2) this.#begin(this.#on.item());
    else this.#open();
  }

  /** Takes a picture that was pressed for the comparison that is being chosen. @returns whether it has. */
  choose(item) {
    if (!this.isChoosing || !item) return false;
    if (!this.items.length) this.#begun = item;
    if (!this.items.includes(item)) this.#add(item);
    return true;
  }

  /** Ends the choice, and forgets what it began with. */
  cancel() {
    const [begun, hadKeys] = [this.#begun, document.activeElement === this.#clear];
    this.#choosing = this.#begun = null;
    this.#set(this.items.filter(item => item !== begun));
    if (hadKeys) this.#on.cleared();
  }

  /** Unmarks all pictures. */
  forget() { this.#set([]); }

  /** Compares a picture with the marked ones, or with those that are chosen next. @param item is null where none is current. */
  #begin(item) {
    const { items } = this;
    if (this.#on.collection() === null) return;
    if (item && !items.includes(item)) {
      if (items.length === most) return this.toggle(item);
      this.#begun = items.length ? null : item;
      this.#set([...items, item]);
    }
    if (this.items.length > 1) return this.#open();
    this.#choosing = this.#on.collection();
    this.#on.back();
    this.#say();
  }

  #open() {
    this.#choosing = this.#begun = null;
    this.show();
    this.#on.compare([...this.items]);
  }

  /** Marks a picture. The second of a choice is what it waited for. */
  #add(item) {
    this.#set([...this.items, item]);
    if (this.isChoosing && this.items.length > 1) this.#open();
  }

  #empty() {
    this.#set([]);
    this.#on.cleared();
  }

  #set(items) {
    this.#marked.set(this.#on.collection(), items);
    this.#say();
  }

  #say() {
    const { length } = this.items;
    this.#said.textContent = this.isChoosing ? this.#next : length ? `${length} marked` : "Nothing is marked";
    this.show();
  }

  /** What is to be done next. */
  get #next() { return `Choose the ${this.items.length ? "second" : "first"} picture`; }

  /** Shows the marks after each plan, since slots are reused for other pictures. */
  show() {
    const { items } = this;
    for (const slot of this.#slots.shown.values()) slot.mark = slot.tile.isFirst ? items.indexOf(slot.tile.item) + 1 : 0;
    this.#tick.show();
    const { isChoosing } = this;
    document.body.classList.toggle("choosing", isChoosing);
    this.#row.hidden = this.#on.collection() === null;
    this.#bar.hidden = !items.length && !isChoosing;
    this.#count.textContent = isChoosing ? this.#next : `${items.length} marked`;
    // Where a press on a picture chooses it, there is nothing else to press.
    this.#compare.hidden = isChoosing && this.#on.hasCells();
    this.#clear.textContent = isChoosing ? "Cancel" : "Clear";
  }
}

"""###,
        "panels/measuring.js": ###"""
// The scale of the open picture: its bar, distances between two points of it, and the coordinates of the pointer. The server knows lengths.

import { showScale } from "../elements/scalebar.js";
import { remember, remembered } from "../state/remembered.js";
import { isModified } from "../values/keynames.js";
import { toPixels, toPoints } from "../values/placement.js";
import { known } from "../wire/api.js";

const key = "coordinates";
/** The shortest line, in px; less is a click. */
const shortest = 3;
/** Milliseconds without a change after which a length is read out. */
const pause = 500;
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Wire.MeasuredPoint} point */
const placeText = ({ column, row, map }) => `${column.toLocaleString()}, ${row.toLocaleString()} px${map ? ` · ${map.text}` : ""}`;

export class Measuring {
  #view; #scroller; #parts;
  /** What the last plan says of the open picture, and its offset; null where none is open. */
  #picture = /** @type {Wire.PlanPicture | null} */ (null);
  #offset = { x: 0, y: 0 };
  #isOn = false;
  /** The line's ends, in pixels of the picture; null for no line. */
  #from = /** @type {Wire.Point | null} */ (null);
  #to = /** @type {Wire.Point | null} */ (null);
  /** The ends before the pointer that draws went down: another finger may make a pinch of it. */
  #former = /** @type {(Wire.Point | null)[]} */ ([null, null]);
  /** The pointer that draws; null for none. */
  #pointer = /** @type {number | null} */ (null);
  /** Where the mouse is, in px of the view; null while it is elsewhere. */
  #at = /** @type {Wire.Point | null} */ (null);
  #isAsking = false;
  #isStale = false;
  #timer = 0;

  /**
   * @param byId gives an element by its id.
   * @param parts has the `view` and the `scroller`.
   */
  constructor(byId, { view, scroller }) {
    [this.#view, this.#scroller] = [view, scroller];
    const ids = {
      scale: "scale", bar: "scale-bar", place: "coordinates", ruler: "ruler", length: "length", said: "measure-said", end: "measure-end",
      measure: "measure-button", coordinates: "coordinates-button", save: "save-region", png: "save-png", jpeg: "save-jpeg",
    };
    this.#parts = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, byId(id)]));
    const { measure, coordinates, end } = this.#parts;
    measure.addEventListener("click", () => this.toggle());
    end.addEventListener("click", () => this.end());
    coordinates.ariaPressed = String(remembered(key) === "shown");
    coordinates.addEventListener("click", () => {
      coordinates.ariaPressed = String(!this.#tellsPlace);
      remember(key, this.#tellsPlace ? "shown" : "");
      this.#paint();
    });
    this.#listen(view);
  }

  /** Whether there is a picture to measure in. */
  get isOffered() { return this.#picture !== null; }
  get isOn() { return this.#isOn; }
  get #tellsPlace() { return this.#parts.coordinates.ariaPressed === "true"; }

  toggle() {
    if (this.#isOn) return this.end();
    if (!this.#picture) return;
    this.#isOn = true;
    this.#say("Measuring: drag over the picture, or move the end of a line with the arrow keys. Escape ends it.");
    this.#view.focus({ preventScroll: true });
    this.#paint();
  }

  /** Removes the line, and has drags move the picture again. */
  end() {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#clear();
    this.#say("");
    this.#paint();
  }

  /** A plan was painted; null where no picture is open. @param {Page.Plan | null} plan */
  show(plan) {
    if (!plan && !this.#picture) return;
    const { scale, bar, measure, coordinates, save, png, jpeg } = this.#parts;
    const picture = plan?.picture ?? null;
    // A line belongs to its picture.
    if (picture?.measure !== this.#picture?.measure) this.#clear();
    this.#picture = picture;
    if (plan) this.#offset = plan.contentOffset;
    if (!picture) this.end();
    for (const button of [measure, coordinates]) button.hidden = !picture;
    const stem = plan?.anchor?.name?.split("/").at(-1).replace(/\.[^.]*$/, "") || "picture";
    save.hidden = !picture?.region;
    for (const [format, link] of Object.entries(picture?.region ? { png, jpeg } : {})) {
      [link.href, link.download] = [new URL(picture.region[format], location.href).href, `${stem} (part).${format}`];
    }
    showScale(bar, picture?.bar ?? null);
    scale.hidden = !picture;
    this.#paint();
  }

  #clear() {
    this.#from = this.#to = this.#pointer = null;
    this.#parts.length.value = "";
    clearTimeout(this.#timer);
  }

  /** Where the picture lies now: the view may have scrolled since its plan. */
  get #placement() {
    const { x, y } = this.#scroller.offset;
    return { x: this.#picture.x + this.#offset.x - x, y: this.#picture.y + this.#offset.y - y, scale: this.#picture.scale };
  }

  #listen(view) {
    // In the capture phase, before others take a drag for scrolling and a click for a tap.
    const first = { capture: true };
    view.addEventListener("pointerdown", event => this.#begin(event), first);
    view.addEventListener("pointermove", event => this.#move(event), first);
    view.addEventListener("pointerup", event => this.#finish(event), first);
    view.addEventListener("pointercancel", () => { this.#pointer = null; }, first);
    view.addEventListener("pointerleave", () => { this.#at = null; this.#paint(); });
    for (const name of ["click", "dblclick"]) view.addEventListener(name, event => { if (this.#isOn) this.#keep(event); }, first);
    for (const name of ["touchstart", "touchmove"]) {
      view.addEventListener(name, event => {
        if (this.#isOn && event.touches.length === 1) this.#keep(event);
        else if (event.touches.length > 1) this.#yield();
      }, { capture: true, passive: false });
    }
    view.addEventListener("scroll", () => { if (this.#picture && (this.#isOn || this.#tellsPlace)) this.#paint(); }, { passive: true });
    document.addEventListener("keydown", event => this.#press(event), first);
  }

  /** Keeps an event from the other parts of the page, and from the browser. */
  #keep(event) {
    event.stopImmediatePropagation();
    if (event.cancelable) event.preventDefault();
  }

  /** Leaves two fingers to the zoom. */
  #yield() {
    if (this.#pointer === null) return;
    this.#pointer = null;
    [this.#from, this.#to] = this.#former;
    this.#paint();
  }

  #begin(event) {
    if (!this.#isOn || !this.#picture || event.button !== 0 || !event.isPrimary) return;
    this.#keep(event);
    this.#view.setPointerCapture(event.pointerId);
    this.#pointer = event.pointerId;
    this.#former = [this.#from, this.#to];
    this.#from = this.#to = this.#pixelOf(event);
    this.#paint();
  }

  #pixelOf({ clientX: x, clientY: y }) { return toPixels(this.#placement, { x, y }); }

  #move(event) {
    if (!this.#picture || !(this.#isOn || this.#tellsPlace)) return;
    if (event.pointerType === "mouse") this.#at = { x: event.clientX, y: event.clientY };
    if (this.#pointer === event.pointerId) {
      this.#keep(event);
      this.#to = this.#pixelOf(event);
      this.#paint();
    } else this.#ask();
  }

  #finish(event) {
    if (this.#pointer !== event.pointerId) return;
    this.#keep(event);
    this.#pointer = null;
    const [one, other] = [this.#from, this.#to].map(end => toPoints(this.#placement, end));
    if (Math.hypot(other.x - one.x, other.y - one.y) < shortest) this.#clear();
    this.#paint();
  }

  /** Moves the end of the line by a px, or ten with Shift; the first press begins one in the middle. Enter begins the next line at the end. */
  #press(event) {
    const { target, key: name, shiftKey } = event;
    if (!this.#isOn || isModified(event) || !(target === document.body || this.#view.contains(target))) return;
    if (name === "Enter" && this.#to) {
      this.#keep(event);
      this.#from = this.#to;
      return this.#paint();
    }
    const arrow = arrows[name];
    if (!arrow) return;
    this.#keep(event);
    const { width, height } = this.#scroller.viewport;
    this.#from ??= toPixels(this.#placement, { x: width / 2, y: height / 2 });
    const end = toPoints(this.#placement, this.#to ?? this.#from);
    const step = shiftKey ? 10 : 1;
    this.#to = toPixels(this.#placement, { x: end.x + arrow[0] * step, y: end.y + arrow[1] * step });
    this.#paint();
  }

  /** Draws the line where it is now, and asks what there is to say of it. */
  #paint() {
    const { ruler, length, place, end } = this.#parts;
    const hasLine = Boolean(this.#isOn && this.#picture && this.#from && this.#to);
    this.#view.classList.toggle("measuring", this.#isOn);
    this.#parts.measure.ariaPressed = String(this.#isOn);
    end.hidden = !this.#isOn;
    ruler.toggleAttribute("hidden", !hasLine);
    if (!hasLine) length.hidden = true;
    place.hidden = !this.#picture || !(this.#isOn || this.#tellsPlace);
    if (hasLine) {
      const [one, other] = [this.#from, this.#to].map(end => toPoints(this.#placement, end));
      const ends = { x1: one.x, y1: one.y, x2: other.x, y2: other.y };
      for (const line of ruler.children) for (const [name, value] of Object.entries(ends)) line.setAttribute(name, String(value));
      length.style.setProperty("--x", `${other.x}px`);
      length.style.setProperty("--y", `${other.y}px`);
    }
    if (!place.hidden) this.#ask();
  }

  /** What the server is asked: of the line, else of where the mouse is; null for nothing. */
  get #question() {
    if (!this.#picture) return null;
    if (this.#isOn && this.#from && this.#to) return { x: this.#from.x, y: this.#from.y, toX: this.#to.x, toY: this.#to.y };
    return this.#at && toPixels(this.#placement, this.#at);
  }

  /** Asks one question at a time, about what is there when it is asked. */
  async #ask() {
    this.#isStale = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#isStale) {
      this.#isStale = false;
      const [question, address] = [this.#question, this.#picture?.measure];
      /** @type {Wire.Measured | null} */
      const answer = question && address && await known(address, question);
      if (address === this.#picture?.measure) this.#tell(answer || null);
    }
    this.#isAsking = false;
  }

  /** @param {Wire.Measured | null} measured */
  #tell(measured) {
    const { length, place, ruler } = this.#parts;
    const point = measured?.to ?? measured?.from;
    place.value = point?.inside ? placeText(point) : "";
    const isLine = !ruler.hasAttribute("hidden") && measured?.text !== undefined;
    length.hidden = !isLine;
    if (!isLine || length.value === measured.text) return;
    length.value = measured.text;
    // While it changes nobody can listen to it.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#say(measured.text), pause);
  }

  #say(text) { this.#parts.said.textContent = text; }
}

"""###,
        "panels/menu.js": ###"""
// A button of the bar that opens a menu below it.

import { closeBeside } from "../input/beside.js";

/** Opens and closes a menu, and leads the keyboard through it, as menus of the system do. */
export class Menu {
  #button; #panel; #on;

  /**
   * @param {HTMLElement} button
   * @param {HTMLElement} panel has the role `menu`; its entries have roles that begin with `menuitem`.
   * @param on has `opening()`, which fills it.
   */
  constructor(button, panel, on) {
    [this.#button, this.#panel, this.#on] = [button, panel, on];
    button.addEventListener("click", () => (this.isOpen ? this.close() : this.open()));
    button.addEventListener("keydown", event => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      event.stopPropagation();
      this.open(event.key === "ArrowUp");
    });
    panel.addEventListener("keydown", event => this.#step(event));
    closeBeside(() => this.isOpen, target => panel.contains(target) || button.contains(target), () => this.close(false));
    panel.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !panel.contains(relatedTarget) && relatedTarget !== button) this.close(false);
    });
  }

  get isOpen() { return !this.#panel.hidden; }

  open(isFromEnd = false) {
    this.#on.opening();
    this.#panel.hidden = false;
    this.#button.ariaExpanded = "true";
    const items = this.#items;
    (items.find(({ ariaChecked }) => ariaChecked === "true") ?? items.at(isFromEnd ? -1 : 0))?.focus();
  }

  /** @param givesFocus says that the button gets the focus. */
  close(givesFocus = true) {
    if (!this.isOpen) return;
    if (givesFocus) this.#button.focus();
    this.#panel.hidden = true;
    this.#button.ariaExpanded = "false";
  }

  /** The entries that can be chosen now. @returns {any[]} */
  get #items() {
    return [...this.#panel.querySelectorAll("[role^=menuitem]")].filter(item => item.checkVisibility());
  }

  #step(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    const items = this.#items;
    const at = items.indexOf(event.target.closest("[role^=menuitem]"));
    const goals = { ArrowDown: (at + 1) % items.length, ArrowUp: at - 1, Home: 0, End: -1 };
    if (event.key === "Escape") this.close();
    else if (event.key in goals) items.at(goals[event.key])?.focus();
    else if (event.key.length === 1 && event.key !== " ") {
      const from = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      from.find(({ textContent }) => textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    } else return;
    event.preventDefault();
  }
}

"""###,
        "panels/names.js": ###"""
// The switch that shows names, stars and kinds on every cell, and not just on the one under the pointer. The browser remembers it.

import { remember, remembered } from "../state/remembered.js";

const key = "names";

/** @param view gets the class `saying` while the words are on every cell. */
export function setUpNames(button, view) {
  const show = isShown => {
    button.ariaPressed = String(isShown);
    view.classList.toggle("saying", isShown);
  };
  button.addEventListener("click", () => {
    const isShown = button.ariaPressed !== "true";
    remember(key, isShown ? "shown" : "");
    show(isShown);
  });
  show(remembered(key) === "shown");
}

"""###,
        "panels/notes.js": ###"""
// Notes about a collection: which rows of a table were left out and why, whether a folder's changes show late, whether a list can still
// be read, and what was guessed.

import { element } from "../elements/element.js";
import { known, Latest } from "../wire/api.js";

export class Notes {
  #button; #dialog; #bar; #entry = null;
  #latest = new Latest();

  /** @param button opens the dialog with the notes. @param bar holds the button where it would cover pictures. */
  constructor(button, dialog, bar) {
    this.#button = button;
    this.#bar = bar;
    this.#dialog = dialog;
    button.addEventListener("click", () => this.#open());
  }

  /**
   * A plan has `chart`, undefined for pictures, and `notice`, undefined for none.
   * @param {Wire.Collection} entry @param {Page.Plan} plan
   */
  show(entry, { chart, notice }) {
    this.#entry = entry;
    const { badRows = 0, notices = [] } = chart ?? {};
    this.#button.hidden = !badRows && !notices.length && !notice;
    const rows = badRows === 1 ? "1 row left out" : `${badRows.toLocaleString()} rows left out`;
    this.#button.textContent = badRows ? rows : "Notes";
    this.#dialog.querySelector("h1").textContent = chart ? "What was read" : "What there is to know";
    const place = chart ? document.body : this.#bar;
    if (this.#button.parentElement !== place) place.append(this.#button);
    this.#button.classList.toggle("row", !chart);
  }

  async #open() {
    /** @type {Wire.CollectionDetails | null | undefined} */
    const answer = await this.#latest.only(signal => known(this.#entry.links.self, null, { signal }));
    if (answer === undefined || this.#dialog.open) return;
    const { table = undefined, notice } = answer ?? { notice: "It cannot be looked up just now" };
    const rows = (table?.badRows ?? []).map(({ line, reason }) => `Line ${line.toLocaleString()}: ${reason}`);
    const more = (table?.badRowCount ?? 0) - rows.length;
    const texts = [...(notice ? [`${notice}.`] : []), ...(table?.notices ?? []), ...rows, ...(more > 0 ? [`… and ${more.toLocaleString()} more`] : [])];
    this.#dialog.querySelector("ul").replaceChildren(...texts.map(text => element("li", {}, text)));
    this.#dialog.showModal();
  }
}

"""###,
        "panels/originals.js": ###"""
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

"""###,
        "panels/palette.js": ###"""
// The palette: any action, found by parts of its name.

import { keysAsElements } from "./keyhints.js";
import { needsOf, ownKeys } from "../input/actions.js";
import { ways } from "../input/ways.js";
import { element } from "../elements/element.js";
import { keyOf } from "../values/keynames.js";
import { matching } from "../values/match.js";

export class Palette {
  #dialog; #input; #list; #said; #actions; #on;
  /** The actions that are listed, and which of them is chosen. */
  #listed = [];
  #chosen = 0;

  /**
   * @param byId gives an element by its id.
   * @param {import("../input/actions.js").Action[]} actions
   * @param on has `more()`, further actions that depend on what is shown, and `closed()`, when the element that had the focus may have gone.
   */
  constructor(byId, actions, on) {
    [this.#dialog, this.#input, this.#list, this.#said] = ["palette", "palette-text", "palette-list", "palette-said"].map(byId);
    [this.#actions, this.#on] = [actions, on];
    byId("palette-button").addEventListener("click", () => this.open());
    this.#input.addEventListener("input", () => this.#write());
    this.#dialog.addEventListener("keydown", event => this.#key(event));
    this.#dialog.addEventListener("close", () => on.closed());
    // A press beside it closes it.
    this.#dialog.addEventListener("click", event => { if (event.target === this.#dialog) this.#dialog.close(); });
    // The field keeps the focus.
    this.#list.addEventListener("mousedown", event => event.preventDefault());
    this.#list.addEventListener("click", event => {
      const place = [...this.#list.children].indexOf(event.target.closest("[role=option]"));
      if (place >= 0) this.#run(place);
    });
  }

  open() {
    this.#input.value = "";
    this.#dialog.showModal();
    this.#write();
    this.#input.focus();
  }

  /** Lists the actions that match: those that are possible, then, for a text, the others. */
  #write() {
    const typed = this.#input.value.trim();
    const all = [...this.#actions.filter(({ id }) => id !== "palette"), ...this.#on.more()];
    const found = matching(all, typed).map(action => ({ action, isNow: action.isPossible() }));
    this.#listed = [...found.filter(({ isNow }) => isNow), ...(typed ? found.filter(({ isNow }) => !isNow) : [])];
    this.#list.replaceChildren(...this.#listed.map(({ action, isNow }, place) => {
      const { name, group } = action;
      const needs = needsOf(action);
      const option = element("li", { role: "option", id: `palette-${place}`, ariaDisabled: String(!isNow) },
        element("span", {}, element("bdi", {}, name), element("small", {}, ` ${isNow || !needs ? group : `needs ${needs}`}`)),
        element("span", { className: "by" }, ...keysAsElements(ownKeys(this.#actions, action))));
      return option;
    }));
    // What hands do, and what is not done here, is said.
    const hands = ways.filter(({ how }) => how).map(way => ({ ...way, words: `${way.words ?? ""} ${way.how}` }));
    const [way] = this.#listed.length ? [] : matching(hands, typed);
    this.#said.textContent = this.#listed.length ? "" : way ? `${way.name}: ${way.how}.` : "No action is called that.";
    this.#input.ariaExpanded = String(this.#listed.length > 0);
    this.#list.hidden = !this.#listed.length;
    this.#choose(0);
  }

  #choose(place) {
    this.#chosen = place;
    for (const [other, option] of [...this.#list.children].entries()) option.ariaSelected = String(other === place);
    const option = this.#list.children[place];
    if (!option) return this.#input.removeAttribute("aria-activedescendant");
    this.#input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  #key(event) {
    const count = this.#listed.length;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && count) this.#choose((this.#chosen + by + count) % count);
    else if (event.key === "Enter") this.#run(this.#chosen);
    else if (this.#actions.find(({ id }) => id === "palette").keys.includes(keyOf(event))) this.#dialog.close();
    else return;
    event.preventDefault();
  }

  /** Closes the palette, which gives back the focus, then runs an action: it may need that focus, or move it. */
  #run(place) {
    const { action, isNow } = this.#listed[place] ?? {};
    if (!isNow) return;
    this.#dialog.close();
    action.run();
  }
}

"""###,
        "panels/pickers.js": ###"""
// The bar's choices of collection, layout, order and groups.

import { element } from "../elements/element.js";
import { title } from "../values/fields.js";
import { canGroup, fieldOf } from "../values/groups.js";
import { SortMenu } from "./sortmenu.js";

/** What each layout is called, and how it shows pictures. */
const layouts = {
  grid: ["Grid", "equal cells"], justified: ["Rows", "whole pictures, in full rows"], stack: ["Stack", "one below the other"],
  strip: ["Strip", "side by side"], pages: ["Pages", "one at a time"],
  plane: ["Plane", "by two of their values"],
};
const groups = [["", "None"], ["folder", "Folder"], ["month", "Month"]];
const units = ["year", "month", "day"];

/** Returns the groups by field: `[value, title]`. */
function groupsOf(fields) {
  return fields.flatMap(({ name, kind }) => {
    if (kind === "time") return units.map(unit => [`${name}:${unit}`, `${title(name)}, by ${unit}`]);
    return ["category", "number"].includes(kind) && name !== "folder" && name !== "bytes" ? [[name, title(name)]] : [];
  });
}

/**
 * Makes keys open a closed list instead of choosing from it, which would change the view at once (WCAG 2.2, 3.2.2).
 */
export function openByKeys(select) {
  const isOpen = () => CSS.supports("selector(:open)") && select.matches(":open");
  select.addEventListener("keydown", event => {
    const chooses = /^(Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown| )$/.test(event.key) || event.key.length === 1;
    // An open list handles keys in the browser's own window.
    if (!chooses || event.ctrlKey || event.metaKey || event.altKey || isOpen()) return;
    event.preventDefault();
    select.showPicker?.();
  });
}

export class Pickers {
  #collection; #layouts; #sort; #group; #whole; #ofPictures;
  #on;
  /** The collection and view that are shown, and the names of the fields that have values; null until they are fetched. */
  /** @type {Wire.Collection | null} */
  #entry = null;
  /** @type {Page.View} */
  #view = {};
  #present = null;
  /** Whether a key made the choice: the list then keeps the focus. */
  #isByKeys = false;
  /** The option for the pages that were opened last, after the collections. */
  #pages = new Option();

  /**
   * @param byId gives an element by its id.
   * @param on has `collection(id)`, for another collection, and `change(view)`, for another view of the same one;
   *   `chosen()`, when a pointer has chosen; and `fields()`, a promise of the fields that the collection has values of.
   */
  constructor(byId, on) {
    [this.#collection, this.#group, this.#whole] = ["collection", "group", "whole-view"].map(byId);
    this.#layouts = ["layout", "layout-names"].map(byId);
    this.#ofPictures = ["names", "play"].map(byId);
    this.#on = on;
    this.#sort = new SortMenu(byId, { opening: () => this.#learn(), change: order => on.change({ order }), chosen: on.chosen });
    for (const id of ["collection", "group", "range"]) openByKeys(byId(id));
    byId("more-button").addEventListener("click", () => this.#learn());
    const chosen = () => {
      if (this.#isByKeys) this.#isByKeys = false;
      else on.chosen();
    };
    for (const button of this.#buttons) {
      [button.ariaLabel] = layouts[button.dataset.layout];
      button.title = layouts[button.dataset.layout].join(": ");
      button.addEventListener("click", event => {
        on.change({ layout: button.dataset.layout });
        // A press by key has no pointer; the button then keeps the focus.
        if (event.detail) on.chosen();
      });
    }
    for (const picker of [this.#collection, this.#group]) {
      picker.addEventListener("keydown", () => { this.#isByKeys = true; });
      picker.addEventListener("pointerdown", () => { this.#isByKeys = false; });
      picker.addEventListener("change", () => {
        if (picker === this.#collection) on.collection(picker.value);
        else on.change({ [picker.id]: picker.value });
        chosen();
      });
    }
  }

  /** Lists the server's collections, and the paths that it cannot show with the reason. */
  list(collections, unshown) {
    const others = unshown.map(({ reason }) => {
      const option = new Option(reason, "");
      option.disabled = true;
      return option;
    });
    this.#collection.replaceChildren(...collections.map(({ id, name }) => new Option(name, id)), ...others);
  }

  /** Removes a collection that has gone. */
  forget(collection) {
    for (const option of this.#collection.querySelectorAll("option")) if (option.value === collection) option.remove();
  }

  /** Offers a collection's layouts, orders and groups, and shows the current ones. */
  show(entry, view) {
    if (entry.of) {
      Object.assign(this.#pages, { value: entry.id, text: `Pages of ${entry.name}` });
      this.#collection.append(this.#pages);
    }
    this.#collection.value = entry.id;
    for (const button of this.#buttons) button.hidden = !entry.layouts.includes(button.dataset.layout);
    for (const list of this.#layouts) list.hidden = entry.layouts.length < 2;
    for (const row of this.#ofPictures) row.hidden = entry.kind === "chart";
    this.layout = view.layout;
    if (entry !== this.#entry) this.#present = null;
    [this.#entry, this.#view] = [entry, view];
    this.#offer();
  }

  /** Fetches which fields have values when the reader is about to choose; others are not offered. */
  async #learn() {
    const entry = this.#entry;
    const fields = entry?.fields ? await this.#on.fields() : null;
    if (!fields || entry !== this.#entry) return;
    this.#present = new Set(fields.map(({ name }) => name));
    this.#offer();
  }

  /** Offers the collection's orders and groups, then those of its fields. The current ones are always among them. */
  #offer() {
    const [entry, view] = [this.#entry, this.#view];
    const fields = (entry.fields ?? []).filter(field => this.#present?.has(field.name) || field === fieldOf(entry, view.group));
    this.#sort.show(entry, view.order ?? "name", this.#present);
    const groupable = list => list.filter(([name]) => canGroup(entry, name, view)).map(([name, title]) => new Option(title, name));
    this.#list(this.#group, groupable(groups), groupable(groupsOf(fields)), view.group ?? "");
    // With fields, there may be more choices than are known yet.
    this.#group.hidden = this.#group.options.length < 2 && !(entry.fields && canGroup(entry, entry.fields[0].name, view));
  }

  #list(picker, own, others, value) {
    picker.replaceChildren(...own);
    if (others.length) {
      picker.append(element("optgroup", { label: "What is known of the pictures" }, ...others));
    }
    picker.value = value;
  }

  /** The layouts' buttons: in the bar, and with their names in the menu. */
  get #buttons() { return this.#layouts.flatMap(list => [...list.children]); }

  /** Shows the current layout; a single picture counts as pages. */
  set layout(name) {
    const shown = name === "item" ? "pages" : name;
    for (const button of this.#buttons) button.ariaPressed = String(button.dataset.layout === shown);
    // Other layouts have no mosaic.
    this.#whole.hidden = !["grid", "justified"].includes(shown);
  }
}

"""###,
        "panels/print.js": ###"""
// Prints the pictures in view, each whole, and nothing else of the page; or a chart as it is seen, on white.

import { element } from "../elements/element.js";
import { common, meets } from "../scene/sheets.js";

/** Milliseconds: the longest wait for a picture that does not come, and between two looks. */
const [patience, beat] = [10_000, 50];

/**
 * Prints one picture alone, which fills the view until that is done.
 * @param parts has what is `shown`, the `slots` and the `navigation`.
 */
export async function printPicture(item, parts) {
  const { shown, slots, navigation } = parts;
  const isOpen = shown.isLooking && shown.picture === item;
  if (!isOpen) {
    navigation.open(item);
    if (!(await isThere(item, shown, slots))) return;
    addEventListener("afterprint", () => { if (shown.isLooking && shown.picture === item) navigation.close(); }, { once: true });
  }
  print();
}

/** Waits until a picture is open and sharp. @returns whether it is still open. */
async function isThere(item, shown, slots) {
  const end = performance.now() + patience;
  const isOpen = () => shown.isLooking && (shown.isFresh || shown.picture === item);
  while (isOpen() && performance.now() < end && (shown.isFresh || !slots.isSharp(shown.plan.anchor.index))) {
    await new Promise(done => { setTimeout(done, beat); });
  }
  return isOpen() && !shown.isFresh;
}

/**
 * @param parent holds the printed pictures; only paper shows it.
 */
export function setUpPrinting(parent, slots, scroller, shown) {
  addEventListener("beforeprint", () => {
    const { classList } = document.body;
    if (shown.isChart) {
      const { style } = document.documentElement;
      style.setProperty("--width", `${innerWidth}px`);
      style.setProperty("--height", `${innerHeight}px`);
      classList.add("printing-chart");
      classList.toggle("dark", getComputedStyle(document.documentElement).colorScheme === "dark");
      return;
    }
    parent.replaceChildren(...picturesIn(slots, { ...scroller.corner, ...scroller.viewport }, shown));
    classList.add("printing");
  });
  addEventListener("afterprint", () => {
    document.body.classList.remove("printing", "printing-chart", "dark");
    parent.replaceChildren();
  });
}

function picturesIn(slots, view, shown) {
  const seen = [...slots.shown.values()].filter(({ seen }) => meets(seen, view));
  const first = seen.filter(({ tile }) => tile.isFirst);
  // One picture fills the sheet. So does a mosaic, of which the tiles are no separate pictures.
  if (shown.plan?.mosaic || shown.isPicture) return [sheet(copy(slots.sheets.picture(seen.length ? common(around(seen), view) : view)))];
  if (shown.isPaged) return first.map(slot => sheet(pictureOf(slot, slots)));
  // What stands beside panels in the window has the whole width of the paper.
  const { width } = around(first);
  return first.sort((one, other) => one.tile.index - other.tile.index)
    .map(slot => element("figure", { css: { "--share": slot.seen.width / width } }, pictureOf(slot, slots)));
}

const sheet = picture => element("figure", { className: "sole" }, picture);

/** Returns the frame around all of what some slots show. */
function around(slots) {
  const frames = slots.map(({ seen }) => seen);
  const [x, y] = [Math.min(...frames.map(({ x }) => x)), Math.min(...frames.map(({ y }) => y))];
  return { x, y, width: Math.max(...frames.map(({ x, width }) => x + width)) - x, height: Math.max(...frames.map(({ y, height }) => y + height)) - y };
}

/** Returns a copy of a slot's picture, from the sheets or from its own element. */
function pictureOf(slot, slots) {
  const own = slot.image ?? slot.element.querySelector("img");
  if (!own) return copy(slots.sheets.picture(slot.seen));
  return element("img", { src: own.src, alt: slot.name });
}

/** Copies a canvas. Chromium prints what was drawn beyond a canvas's edges; on the copy there is nothing. */
function copy(canvas) {
  const made = element("canvas", { width: canvas.width, height: canvas.height });
  made.getContext("2d").drawImage(canvas, 0, 0);
  return made;
}

"""###,
        "panels/slideshow.js": ###"""
// Shows one picture after another, and nothing around them.

import { nameButton } from "./keyhints.js";
import { openByKeys } from "./pickers.js";
import { remember, remembered } from "../state/remembered.js";
import { Shuffle } from "../values/shuffle.js";

/** Milliseconds: the longest wait for a picture that does not come, how long one fades, and between two looks. */
const [patience, fading, beat] = [10_000, 600, 100];
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export class Slideshow {
  #parts; #on; #panel; #pause; #interval; #shuffle; #row; #button;
  #timer = 0;
  #isPaused = false;
  #order = new Shuffle();
  /** The current picture, when it came, and since when it is visible. */
  #item = null;
  #came = 0;
  #since = 0;
  /** A copy of what was seen, which lies over the next picture until that is sharp; null without one. */
  #cover = null;
  /** Keeps the screen from going dark. */
  #light = null;

  /**
   * @param byId gives an element by its id.
   * @param parts has what is `shown`, the `view`, the `scroller`, the `slots`, the `navigation` and the `cursor`.
   * @param on has `changed(isRunning)`, when it has begun or ended.
   */
  constructor(byId, parts, on) {
    [this.#parts, this.#on] = [parts, on];
    [this.#panel, this.#pause, this.#interval, this.#shuffle] = ["show", "show-pause", "show-interval", "show-shuffle"].map(byId);
    [this.#row, this.#button] = [byId("play"), byId("play-button")];
    this.#row.addEventListener("click", () => this.toggle());
    this.#button.addEventListener("click", () => (this.isRunning ? this.pause() : this.toggle()));
    this.#pause.addEventListener("click", () => this.pause());
    byId("show-end").addEventListener("click", () => this.stop());
    const interval = remembered("slideshow-seconds");
    if ([...this.#interval.options].some(({ value }) => value === interval)) this.#interval.value = interval;
    this.#interval.addEventListener("change", () => remember("slideshow-seconds", this.#interval.value));
    openByKeys(this.#interval);
    this.#shuffle.ariaPressed = String(remembered("slideshow-shuffle") === "yes");
    this.#shuffle.addEventListener("click", () => this.shuffle());
    document.addEventListener("visibilitychange", () => this.#keepLight());
    // Whoever moves sees at once what is there.
    for (const hand of ["pointerdown", "wheel"]) parts.view.addEventListener(hand, () => this.#uncover(), { passive: true });
  }

  get isRunning() { return this.#timer !== 0; }
  get isPaused() { return this.isRunning && this.#isPaused; }

  toggle() {
    if (this.isRunning) this.stop();
    else this.#start();
  }

  stop() {
    if (!this.isRunning) return;
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#uncover();
    this.#show();
    this.#on.changed(false);
  }

  /** Stays at the current picture, or goes on. */
  pause() {
    if (!this.isRunning) return;
    this.#isPaused = !this.#isPaused;
    this.#show();
  }

  /** Goes on in another order, or in the collection's. */
  shuffle() {
    const isShuffled = this.#shuffle.ariaPressed !== "true";
    this.#shuffle.ariaPressed = String(isShuffled);
    remember("slideshow-shuffle", isShuffled ? "yes" : "no");
  }

  #start() {
    const { shown, navigation, cursor } = this.#parts;
    if (shown.isChart || !shown.plan?.count) return;
    const item = shown.picture ?? cursor.item ?? shown.plan.anchor?.item;
    [this.#item, this.#isPaused] = [null, false];
    this.#order = new Shuffle();
    this.#timer = setInterval(() => this.#look(), beat);
    this.#on.changed(true);
    if (!shown.isPaged) navigation.open(item);
    this.#show();
  }

  #show() {
    this.#keepLight();
    const { isRunning, isPaused } = this;
    this.#panel.hidden = !isRunning;
    this.#row.querySelector("span").textContent = isRunning ? "End the slideshow" : "Slideshow";
    this.#row.querySelector("use").setAttribute("href", isRunning ? "#icon-pause" : "#icon-play");
    for (const button of [this.#pause, this.#button]) {
      const name = !isRunning ? "Slideshow" : isPaused ? "Go on with the slideshow" : "Pause the slideshow";
      nameButton(button, name, [isRunning ? " " : "s"]);
      button.querySelector("use").setAttribute("href", isRunning && !isPaused ? "#icon-pause" : "#icon-play");
    }
  }

  /** Goes on when the picture has been shown long enough. */
  #look() {
    const { shown } = this.#parts;
    if (shown.isFresh) return;
    if (!shown.isPaged) return this.stop();
    const { index, item } = shown.plan.anchor ?? {};
    const now = performance.now();
    if (item !== this.#item) [this.#item, this.#came, this.#since] = [item, now, now];
    // Its time begins when it is visible.
    const isComing = !this.#parts.slots.isSharp(index) && now - this.#came < patience;
    if (isComing || document.hidden || this.#isPaused) this.#since = now;
    if (!isComing) this.#fade();
    if (now - this.#since < 1000 * Number(this.#interval.value)) return;
    // The next picture takes a while to come.
    this.#since = now;
    const next = this.#next(index);
    if (next !== null && next !== index) this.#go(next);
  }

  /** The index of the next picture; null while it is not known. The first follows the last. */
  #next(index) {
    const { count, hasMore } = this.#parts.shown.plan;
    if (this.#shuffle.ariaPressed === "true") return this.#order.after(index, count);
    return index + 1 < count ? index + 1 : hasMore ? null : 0;
  }

  /** Goes to a picture below a copy of what is seen. */
  #go(index) {
    const { shown, navigation, view, scroller } = this.#parts;
    this.#uncover();
    this.#cover = this.#copy({ ...scroller.corner, ...scroller.viewport });
    view.after(this.#cover);
    navigation.look({ ...shown.view }, { index, align: "start" });
  }

  /** Copies what is painted in a rectangle of the runway, also what only an element can show. */
  #copy(seen) {
    const { slots } = this.#parts;
    const canvas = slots.sheets.picture(seen);
    const ratio = canvas.width / seen.width;
    for (const { element: slot, frame } of slots.shown.values()) {
      const own = slot.querySelector("img, video");
      const area = [frame.x - seen.x, frame.y - seen.y, frame.width, frame.height].map(side => side * ratio);
      if (own) canvas.getContext("2d").drawImage(own, ...area);
    }
    canvas.className = "cover";
    canvas.ariaHidden = "true";
    return canvas;
  }

  /** Lets the copy fade, so that the picture below it is seen. */
  #fade() {
    const cover = this.#cover;
    if (!cover || this.#parts.shown.isFresh) return;
    this.#cover = null;
    if (reduced.matches) return cover.remove();
    cover.animate([{ opacity: 1 }, { opacity: 0 }], { duration: fading, easing: "ease-in-out" }).finished
      .finally(() => cover.remove()).catch(() => {});
  }

  #uncover() {
    this.#cover?.remove();
    this.#cover = null;
  }

  /** Keeps the screen on; the browser ends this whenever the page is hidden. */
  async #keepLight() {
    if (!this.isRunning || this.#isPaused) {
      this.#light?.release().catch(() => {});
      this.#light = null;
    } else if (!document.hidden) {
      const light = await navigator.wakeLock?.request("screen").catch(() => null) ?? null;
      // The slideshow may have ended meanwhile, or another lock has come.
      if (light && (!this.isRunning || this.#isPaused || (this.#light && !this.#light.released))) light.release().catch(() => {});
      else if (light) this.#light = light;
    }
  }
}

"""###,
        "panels/sortmenu.js": ###"""
// The menu of orders, and the arrow that turns the order round.

import { button, element } from "../elements/element.js";
import { keyOf, orderOf, ordersOf } from "../values/orders.js";
import { Menu } from "./menu.js";

export class SortMenu {
  #box; #button; #panel; #arrow; #on; #menu;
  #entry = null; #present = null; #order = "name";
  /** Whether all orders are listed, not only the usual ones. */
  #isWide = false;

  /**
   * @param byId gives an element by its id.
   * @param on has `change(order)`, `opening()`, when the reader is about to choose, and `chosen()`, when a pointer has chosen.
   */
  constructor(byId, on) {
    [this.#box, this.#button, this.#panel, this.#arrow] = ["sort", "sort-button", "sort-menu", "direction"].map(byId);
    this.#on = on;
    this.#menu = new Menu(this.#button, this.#panel, {
      opening: () => {
        this.#isWide = false;
        this.#fill();
        on.opening();
      },
    });
    this.#arrow.addEventListener("click", event => this.#turn(!this.#order.startsWith("-"), event));
  }

  /** Offers the orders of a collection. @param present has the names of the fields that have values; null until they are known. */
  show(entry, order, present) {
    [this.#entry, this.#order, this.#present] = [entry, order, present];
    const orders = ordersOf(entry, present, order);
    const chosen = orderOf(orders, order);
    this.#box.hidden = !chosen;
    if (!chosen) return this.#menu.close(false);
    const isDown = order.startsWith("-");
    const way = chosen.directions[isDown ? 1 : 0];
    this.#button.querySelector("span").textContent = chosen.name;
    this.#button.ariaLabel = `Sort by: ${chosen.name}`;
    this.#button.title = `Sort: ${chosen.name}, ${way.charAt(0).toLowerCase()}${way.slice(1)}`;
    this.#arrow.ariaLabel = way;
    this.#arrow.title = `${way}; press for the other way round`;
    this.#arrow.classList.toggle("down", isDown);
    if (this.#menu.isOpen) this.#fill();
  }

  #fill() {
    const orders = ordersOf(this.#entry, this.#present, this.#order);
    const chosen = orderOf(orders, this.#order);
    const { usual, others } = orders;
    const isHidden = others.length > 0 && !this.#isWide;
    const listed = isHidden ? [...usual, ...others.filter(order => order === chosen)] : [...usual, ...others];
    const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest("#sort-menu [data-key]"))?.dataset.key;
    const entry = (key, name, isChecked, click, title = "") => button({
      className: "plain entry", role: "menuitemradio", tabIndex: -1, ariaChecked: String(isChecked), title, data: { key }, on: { click },
    }, name);
    const more = () => {
      this.#isWide = true;
      this.#fill();
      this.#focus(others[0].key);
    };
    const isDown = this.#order.startsWith("-");
    this.#panel.replaceChildren(
      element("div", { role: "group", ariaLabel: "Sort by" },
        ...listed.map(order => entry(order.key, order.name, order === chosen, event => this.#choose(order, event), order.hint)),
        isHidden ? button({ className: "plain entry", role: "menuitem", tabIndex: -1, data: { key: "more" }, on: { click: more } }, "More…") : null),
      element("div", { role: "group", ariaLabel: "Direction" },
        ...(chosen?.directions ?? []).map((name, place) => entry(`way ${place}`, name, isDown === (place === 1), event => this.#turn(place === 1, event)))));
    if (focused) this.#focus(focused);
  }

  #focus(key) { [...this.#panel.querySelectorAll("[data-key]")].find(item => item.dataset.key === key)?.focus(); }

  #choose(order, event) {
    if (order.key === keyOf(this.#order)) this.#end(event);
    else this.#change(`${order.isDown ? "-" : ""}${order.key}`, event);
  }

  #turn(isDown, event) { this.#change(`${isDown ? "-" : ""}${keyOf(this.#order)}`, event); }

  #change(order, event) {
    this.#end(event);
    this.#on.change(order);
    // A press by key has no pointer; the button then keeps the focus.
    if (event.detail) this.#on.chosen();
  }

  #end(event) { this.#menu.close(!event.detail); }
}

"""###,
        "panels/stack.js": ###"""
// Goes through a stack of pages, or of files: a slider for each of its axes.

import { element } from "../elements/element.js";
import { nameOf, pageAt, placeOf, placeText } from "../values/stack.js";

export class Stack {
  #panel; #on;
  /** @type {{axis: Wire.StackAxis, slider: HTMLInputElement, said: HTMLOutputElement}[]} */
  #rows = [];
  /** The axes that have sliders, as text. */
  #written = "";
  /** The page that is open, or on its way; −1 for none. */
  #index = -1;
  /** The index of the stack's first page. */
  #first = 0;
  #isGoing = false;

  /** @param panel is the element of the sliders. @param on has `entry()`, the collection, and `go(index)`, which opens a page: a promise that is kept once it is on its way. */
  constructor(panel, on) { [this.#panel, this.#on] = [panel, on]; }

  /** A plan was painted. @param {Page.Plan | null} plan is that of one picture; null where there are several. */
  show(plan) {
    const stack = plan?.picture?.stack;
    /** @type {Wire.StackAxis[]} */
    const axes = plan?.anchor ? stack?.axes ?? this.#on.entry()?.axes ?? [] : [];
    this.#first = stack?.first ?? 0;
    this.#panel.hidden = !axes.length;
    if (!axes.length) return;
    const written = JSON.stringify(axes);
    if (written !== this.#written) this.#write(axes, written);
    if (!this.#isGoing) this.#place(plan.anchor.index);
  }

  #write(axes, written) {
    this.#written = written;
    this.#rows = axes.map(axis => {
      const slider = element("input", { type: "range", min: "0", max: String(axis.count - 1), step: "1", ariaLabel: nameOf(axis) });
      slider.addEventListener("input", () => this.#go(this.#pageAt(axis, Number(slider.value))));
      return { axis, slider, said: element("output") };
    });
    this.#panel.replaceChildren(...this.#rows.map(({ axis, slider, said }) => element("label", {}, element("span", { textContent: nameOf(axis) }), slider, said)));
  }

  #place(index) {
    this.#index = index;
    for (const { axis, slider, said } of this.#rows) {
      const place = placeOf(axis, index - this.#first);
      slider.value = String(place);
      slider.ariaValueText = said.value = placeText(axis, place);
    }
  }

  /** The index of the page at another place along an axis. */
  #pageAt(axis, place) { return this.#first + pageAt(axis, this.#index - this.#first, place); }

  async #go(index) {
    if (index === this.#index) return;
    this.#place(index);
    this.#isGoing = true;
    await this.#on.go(index);
    if (this.#index === index) this.#isGoing = false;
  }

  #row(name) { return this.#panel.hidden ? undefined : this.#rows.find(({ axis }) => axis.name === name); }

  /** Whether the open page lies in a stack along an axis. */
  has(name) { return Boolean(this.#row(name)); }

  /** Goes to a neighbour along an axis. */
  move(name, by) {
    const { axis } = this.#row(name);
    this.#go(this.#pageAt(axis, placeOf(axis, this.#index - this.#first) + by));
  }
}

"""###,
        "panels/status.js": ###"""
// Says in words where the reader is, how large things are, what is wrong, and what can be done about it.

import { valueText } from "../values/badges.js";
import { dateText } from "../values/dates.js";
import { isAbout } from "../values/conditions.js";
import { size } from "../values/fields.js";
import { seenIn } from "../state/shown.js";

/**
 * Returns the value by which the picture at the top is sorted, else its name.
 * @param {Page.Plan} plan
 */
function sortedBy({ anchor, tiles }, order = "name") {
  const by = order.replace("-", "");
  if (by === "date" && anchor?.date) return dateText(anchor.date, "day");
  if (by === "size" && anchor?.bytes !== undefined) return size(anchor.bytes);
  return valueText(tiles.find(({ index }) => index === anchor?.index) ?? {}) || anchor?.name?.split("/").at(-1);
}

/**
 * What a reader can do about a message.
 * @typedef {{name: string, act: () => void}} Action
 */

export class Status {
  #position; #found; #magnification; #message; #text; #button; #toast; #scrubber; #on;
  /** Whether nothing is shown, so that what is said is all there is. */
  #isBlank = true;
  /** @type {Action | null} */
  #action = null;

  /**
   * @param byId gives an element by its id.
   * @param on has `elsewhere()`, which gives another collection that has pictures, or null; `open(collection)`; and `endSearch()`.
   */
  constructor(byId, scrubber, on) {
    [this.#position, this.#found, this.#magnification, this.#message] = ["position", "find-count", "magnification", "message"].map(byId);
    [this.#text, this.#button] = [this.#message.querySelector("p"), this.#message.querySelector("button")];
    [this.#scrubber, this.#on] = [scrubber, on];
    this.#button.addEventListener("click", () => this.#action?.act());
    this.#toast = byId("noted");
    this.#toast.querySelector("button").addEventListener("click", () => this.#notedAction?.act());
  }

  /**
   * @param {Page.Plan} plan
   * @param isDense says whether zooming changes how many pictures there are to a row. @param order is that of the pictures.
   * @param collection is what the pictures are of. @param {string} query is what was looked for.
   */
  describe(plan, isDense, order, collection, query) {
    clearTimeout(this.#expected);
    this.#isBlank = !plan.visible;
    const total = `${plan.count.toLocaleString()}${plan.hasMore ? "+" : ""}`;
    const isSearch = plan.total !== undefined && !plan.folder;
    this.#found.hidden = !isSearch;
    this.#found.value = isSearch ? `${total} of ${plan.total.toLocaleString()} found` : "";
    this.#position.ariaLabel = null;
    if (plan.chart && plan.visible) {
      this.#position.value = this.#scrubber.label = plan.chart.span;
      this.say(plan.chart.notice);
    } else if (plan.plane && plan.count) {
      const { seen, unplaced } = plan.plane;
      this.#position.value = this.#scrubber.label = `${seen.toLocaleString()} of ${total}`;
      this.say(seen || unplaced < plan.count ? null : "No picture has both values.");
      this.#position.ariaLabel = unplaced ? `${this.#position.value} shown, ${unplaced.toLocaleString()} without a place` : null;
    } else if (plan.visible) {
      const [first, last] = Object.values(seenIn(plan)).map(index => (index + 1).toLocaleString());
      // In a mosaic the range of pictures matters.
      const position = `${plan.mosaic ? `${first}–${last}` : first} of ${total}`;
      this.#position.value = position;
      if (plan.hasMore) this.#position.ariaLabel = `${position.slice(0, -1)} so far, more to come`;
      const sorted = sortedBy(plan, order);
      this.#scrubber.label = sorted ? `${position} · ${sorted}` : position;
      this.say(null);
    } else {
      this.#position.value = "";
      // The footer says that more is on its way.
      if (plan.footer && plan.footer.state !== "end") this.say(null);
      else if (plan.hasMore) this.say("Looking for pictures…");
      else this.#sayNone(plan, isSearch ? plan.understood ?? query : null, collection);
    }
    this.#magnification.value = plan.layout === "item" ? `${Math.round(plan.zoomScale * devicePixelRatio * 100)} %`
      : isDense || plan.layout === "pages" || plan.zoomScale === 1 ? "" : `${Math.round(plan.zoomScale * 100)} %`;
  }

  /** Says that there are no pictures, and offers what leads to some. @param {string | null} search is a query; null for none. */
  #sayNone(/** @type {Page.Plan} */ { folder, notice }, search, { kind, name }) {
    const [end, other] = [this.#on.endSearch, this.#on.elsewhere()];
    // What is looked for may be what a folder leaves out; those of lists say how they were read.
    const noticed = notice && kind === "folder" ? `${notice}.` : "";
    // The search itself says what it has not found.
    if (search !== null) this.say(isAbout(noticed, search) ? noticed : "", { name: "Clear the search", act: end });
    else if (folder) this.say(`There are no pictures in “${folder}”. ${noticed}`.trim(), { name: `Show all of “${name}”`, act: end });
    else {
      this.say(`There are no pictures in “${name}”. Those that come show up by themselves. ${noticed}`.trim(),
        other && { name: `Open “${other.name}”`, act: () => this.#on.open(other.id) });
    }
  }

  /** Says that nothing is shown. */
  empty() {
    clearTimeout(this.#expected);
    this.#isBlank = true;
    this.#position.value = this.#found.value = this.#magnification.value = "";
    this.#position.ariaLabel = null;
    this.#found.hidden = true;
    this.say(null);
  }

  /** Says that something is loading, unless it comes at once. */
  expect() {
    clearTimeout(this.#expected);
    this.#expected = setTimeout(() => { if (!this.#said) this.say("Loading…"); }, 300);
  }
  #expected = 0;

  /**
   * Shows a sentence on the page, or none.
   * @param {string | null} text is empty for a button alone.
   * @param {Action | null} action is a button below it.
   */
  say(text, action = null) {
    [this.#said, this.#saidAction] = [text, action];
    this.#write();
  }

  /**
   * Shows a sentence for some seconds, unless another one comes.
   * @param {string} text @param {Action | null} action is a button beside it.
   */
  note(text, action = null) {
    clearTimeout(this.#timer);
    [this.#noted, this.#notedAction] = [text, action];
    this.#write();
    this.#timer = setTimeout(() => {
      this.#noted = this.#notedAction = null;
      this.#write();
    }, 8000);
  }

  #write() {
    // Where no picture is shown, what is said there stays, and what was done is noted at the foot.
    const isBeside = this.#isBlank && this.#said !== null && Boolean(this.#noted);
    const isNote = !this.#said && Boolean(this.#noted) && !isBeside;
    const words = isNote ? this.#noted : this.#said || "";
    this.#action = isNote ? this.#notedAction : this.#saidAction;
    this.#writeToast(isBeside);
    this.#message.classList.remove("late");
    this.#message.classList.toggle("alone", this.#isBlank);
    this.#message.hidden = !words && !this.#action;
    if (!this.#message.hidden && this.#text.textContent !== words) this.#text.textContent = words;
    this.#button.hidden = !this.#action;
    // A hidden button adds no words to the message. It keeps a name.
    this.#button.textContent = this.#action?.name ?? "";
    this.#button.ariaLabel = this.#action ? null : "Try again";
  }

  /** @param isShown says whether there is a note beside what is said. */
  #writeToast(isShown) {
    const [text, button] = [this.#toast.querySelector("p"), this.#toast.querySelector("button")];
    this.#toast.hidden = !isShown;
    text.textContent = isShown ? this.#noted : "";
    button.hidden = !this.#notedAction;
    button.textContent = this.#notedAction?.name ?? "";
    button.ariaLabel = this.#notedAction ? null : "Undo";
  }

  #said = null;
  #saidAction = null;
  #noted = null;
  /** @type {Action | null} */
  #notedAction = null;
  #timer = 0;
}

"""###,
        "panels/surround.js": ###"""
// The buttons of one picture: to its neighbours, and how large it is seen.

export class Surround {
  #sides; #tools; #fit; #pixels; #on;

  /**
   * @param byId gives an element by its id.
   * @param on has what the buttons do: `turn(by)`, `fit()` and `pixels()`; and `left()`, when one that had the keys has gone.
   */
  constructor(byId, on) {
    this.#on = on;
    this.#sides = [[byId("previous"), -1], [byId("next"), 1]];
    [this.#tools, this.#fit, this.#pixels] = ["looking-tools", "fit-button", "pixels-button"].map(byId);
    for (const [button, by] of this.#sides) button.addEventListener("click", () => on.turn(by));
    this.#fit.addEventListener("click", () => on.fit());
    this.#pixels.addEventListener("click", () => on.pixels());
  }

  /**
   * Shows which neighbours there are, and how large the picture is seen.
   * @param plan is that of one picture; null where there are several.
   * @param isWhole says that all of it is seen, and `isActual` that a pixel of it lies on one of the screen.
   */
  show(plan, isWhole, isActual) {
    const index = plan?.anchor?.index;
    for (const [button, by] of this.#sides) {
      const isThere = index !== undefined && index + by >= 0 && index + by < plan.count;
      const hadKeys = !isThere && button === document.activeElement;
      button.hidden = !isThere;
      if (hadKeys) this.#on.left();
    }
    this.#tools.hidden = !plan;
    this.#fit.ariaPressed = String(isWhole);
    this.#pixels.ariaPressed = String(isActual);
  }
}

"""###,
        "panels/windowing.js": ###"""
// The window on a picture's samples: their histogram with a handle at each end, and the gamma between them.

import { button, element } from "../elements/element.js";
import { auto, full, gammas, read, said, step, write } from "../values/samplewindow.js";
import { known, Latest } from "../wire/api.js";
import { Channels } from "./channels.js";
import { paintCounts } from "./counts.js";

export class Windowing {
  #on;
  #counting = new Latest();
  /** The sliders of the picture that is shown, and what they stand for; null where there are none. */
  #sliders = null;
  /** The channels of the picture that is shown; null where there are none. */
  #channels = null;

  /**
   * @param on has `view()`, the parameters of the view, null where no picture fills it; and `look(name, text)`, which gives it a `window`
   *   or `channels`, "" for none.
   */
  constructor(on) { this.#on = on; }

  #text(name) { return this.#on.view()?.[name] ?? ""; }

  /**
   * Returns the section of a picture that fills the view; null where no window applies to it. It fills itself.
   * @param {Wire.ItemDetails} details
   */
  section({ samples }) {
    this.#sliders = this.#channels = null;
    this.#counting.forget();
    if (!samples || !this.#on.view()) return null;
    const section = element("section", { hidden: true }, element("h3", { textContent: "Window" }));
    this.#fill(section, samples);
    return section;
  }

  /** The view's window may have changed: the sliders follow, unless a hand holds one. */
  update() {
    if (!this.#on.view()) return;
    this.#channels?.show(this.#text("channels"));
    if (this.#sliders && this.#text("window") !== this.#sliders.text) this.#show(this.#text("window"));
  }

  async #fill(section, address) {
    /** @type {Wire.Samples | null | undefined} */
    const samples = await this.#counting.only(signal => known(address, null, { signal }));
    const all = samples && full(samples);
    if (!all) return;
    section.hidden = false;
    if (samples.channels.some(({ colour }) => colour)) {
      section.firstChild.textContent = "Channels";
      this.#channels = new Channels({ look: text => this.#on.look("channels", text) });
      return this.#channels.fill(section, samples, this.#text("channels"));
    }
    const canvas = element("canvas", { width: 256, height: 72, role: "img", ariaLabel: "How often each sample value occurs" });
    const ends = ["Least value, shown black", "Greatest value, shown white"].map(ariaLabel => element("input", { type: "range", ariaLabel }));
    const gamma = element("input", { type: "range", min: String(gammas.least), max: String(gammas.greatest), step: String(gammas.step), ariaLabel: "Gamma" });
    const [range, exponent] = [element("output"), element("output")];
    this.#sliders = { samples, all, ends, gamma, range, exponent, text: null, now: all };
    for (const [place, end] of ends.entries()) end.addEventListener("input", () => this.#move(place ? "maximum" : "minimum", Number(end.value)));
    gamma.addEventListener("input", () => this.#move("gamma", Number(gamma.value)));
    const choose = (textContent, title, text) => button({ textContent, title, on: { click: () => this.#look(text()) } });
    section.append(
      element("div", { className: "histogram" }, canvas, ...ends, range),
      element("label", { className: "gamma" }, element("span", { textContent: "Gamma" }), gamma, exponent),
      element("p", { className: "saves" },
        choose("Auto", "Leave out a hundredth of the values at each end", () => write(auto(samples) ?? all)),
        choose("Full range", "From the least value to the greatest", () => write(all)),
        choose("As stored", "Without a window", () => "")));
    this.#show(this.#text("window"));
    const channels = samples.channels.filter(({ counted }) => counted > 0);
    paintCounts(canvas, channels.map(({ counts }) => counts), Math.max(...channels.map(({ full }) => full)));
  }

  /** A slider was moved: its end pushes the other one. */
  #move(name, value) {
    const { samples, now } = this.#sliders;
    const next = { ...now, [name]: value };
    const gap = step(samples, next.minimum, next.maximum) || 1;
    if (next.minimum >= next.maximum) next[name === "minimum" ? "maximum" : "minimum"] = name === "minimum" ? next.minimum + gap : next.maximum - gap;
    this.#look(write(next));
  }

  #look(text) {
    this.#show(text);
    this.#on.look("window", text);
  }

  /** Sets the sliders to a window; "" stands for what is shown without one. @param {string} text */
  #show(text) {
    const { samples, all, ends, gamma, range, exponent } = this.#sliders;
    const { stored } = samples;
    const now = read(text) ?? { ...stored, gamma: 1 };
    const isOwn = Boolean(read(text));
    const least = isOwn ? Math.min(all.minimum, now.minimum) : all.minimum;
    const greatest = isOwn ? Math.max(all.maximum, now.maximum) : all.maximum;
    Object.assign(this.#sliders, { text, now });
    for (const [place, end] of ends.entries()) {
      const value = place ? now.maximum : now.minimum;
      Object.assign(end, { min: String(least), max: String(greatest), step: String(step(samples, least, greatest)) });
      end.value = String(value);
      end.ariaValueText = said(samples, value);
    }
    gamma.value = String(now.gamma);
    range.value = `${said(samples, now.minimum)} – ${said(samples, now.maximum)}${isOwn ? "" : ", as stored"}`;
    exponent.value = now.gamma.toFixed(2);
  }
}

"""###,
        "scene/attention.js": ###"""
// Knows the slots with the pointer and with the focus.

export class Attention {
  #changed;
  #pointed = null;
  #focused = null;

  /**
   * @param layer is the one of the slots.
   * @param {() => void} changed is called when another slot has the pointer or the focus.
   */
  constructor(layer, slots, changed) {
    this.#changed = changed;
    layer.addEventListener("pointerover", event => {
      // A finger points at nothing before it presses.
      if (event.pointerType !== "touch") this.#point(slots.of(event.target));
    }, { passive: true });
    layer.addEventListener("pointerleave", () => this.#point(null), { passive: true });
    layer.addEventListener("focusin", event => this.#hold(slots.of(event.target)));
    layer.addEventListener("focusout", event => { if (!layer.contains(event.relatedTarget)) this.#hold(null); });
  }

  /** The slot with the pointer, then the one with the focus; null for none. */
  get slots() { return [this.#pointed, this.#focused]; }

  #point(slot) {
    if (slot === this.#pointed) return;
    this.#pointed = slot;
    this.#changed();
  }

  #hold(slot) {
    if (slot === this.#focused) return;
    this.#focused = slot;
    this.#changed();
  }
}

"""###,
        "scene/bands.js": ###"""
// Paints bands: stretches of content beneath the slots, in which each picture is a patch of its colour until its tiny picture comes.

import { element } from "../elements/element.js";
import { common } from "./sheets.js";

/** The colour of a picture until its own is known: a grey that shows on light and dark grounds. */
const unknown = "rgb(128 128 128 / 13%)";

/** Numbers in a row for each patch: column, row, columns, rows, and 0xRRGGBB, or −1. */
const fieldCount = 5;

export class Bands {
  #parent; #sheets;
  /** number → {band, canvas, x, y} in runway px. */
  #shown = new Map();
  #free = [];
  /** The bands that have changed since they were last asked for: see `takeChanges`. */
  #changes = [];

  /** @param sheets are the `ContactSheets`. */
  constructor(parent, sheets) {
    this.#parent = parent;
    this.#sheets = sheets;
  }

  /** Bands painted, for tests: number → {band, canvas}; a canvas has the `sheets` that were drawn on it. */
  get shown() { return this.#shown; }

  /** The rectangles, in runway px, of what has changed since the last call. */
  takeChanges() {
    const changed = new Set(this.#changes.splice(0));
    return [...changed].map(({ band: { width, height }, x, y }) => ({ x, y, width, height }));
  }

  get isShown() { return this.#shown.size > 0; }

  /** The bands' canvases with their rectangles in runway px: {canvas, x, y, width, height}. */
  get pictures() { return [...this.#shown.values()].map(({ band: { width, height }, canvas, x, y }) => ({ canvas, x, y, width, height })); }

  /**
   * Paints a plan's bands.
   * @param {Page.Plan} plan
   * @param {import("./painter.js").At} at
   */
  paint({ bands = [] }, { corner }) {
    const wanted = new Set(bands.map(({ number }) => number));
    for (const [number, one] of this.#shown) if (!wanted.has(number)) this.#release(number, one);
    for (const band of bands) {
      let one = this.#shown.get(band.number);
      if (!one) {
        one = { band: null, canvas: this.#next() };
        this.#shown.set(band.number, one);
      }
      if (one.band?.patches !== band.patches) {
        draw(one.canvas, band);
        this.#changes.push(one);
        for (const sheet of sheetsOf(band)) this.#drawPictures(one, band, sheet);
      }
      one.band = band;
      this.#put(one, corner.x + band.x, corner.y + band.y);
    }
  }

  /** Draws a contact sheet that has come, or has become better. */
  redraw(sheet) {
    for (const one of this.#shown.values()) {
      if (sheetsOf(one.band).has(sheet)) this.#drawPictures(one, one.band, sheet);
    }
  }

  /** Draws the pictures of one contact sheet. Each is the square middle of an item's picture. */
  #drawPictures(one, /** @type {Page.Band} */ { patches, runs, cut }, sheet) {
    const pictures = this.#sheets.of(sheet);
    if (!pictures) return;
    const { canvas } = one;
    const { bitmap, side, columns } = pictures;
    canvas.sheets.add(sheet);
    this.#changes.push(one);
    const context = canvas.getContext("2d");
    let patch = 0;
    for (let at = 0; at < runs.length; at += 3) {
      const [of, first, count] = [runs[at], runs[at + 1], runs[at + 2]];
      for (let cell = first; cell < first + count; cell += 1, patch += 1) {
        if (of !== sheet) continue;
        const [x, y, width, height] = placeOf(cut, patch) ?? patches.slice(patch * fieldCount, patch * fieldCount + 4);
        const length = Math.min(width, height);
        // Half a pixel is left out at each edge: interpolation would mix in a neighbour.
        context.drawImage(bitmap, cell % columns * side + 0.5, Math.floor(cell / columns) * side + 0.5, side - 1, side - 1,
          x + (width - length) / 2, y + (height - length) / 2, length, length);
      }
    }
  }

  /**
   * What the bands show of the picture in a rectangle: for each band that has a part of it, the `canvas`, and the rectangles of the canvas,
   * `frame`, and of the picture's `patch`, in runway px; and `isOpaque`, whether its colour is known. One of which nothing is known is
   * left out.
   */
  patchesAt(rectangle) {
    const found = [];
    for (const { band: { width, height, columns, rows, patches, cut = [] }, canvas, x, y } of this.#shown.values()) {
      const frame = { x, y, width, height }, part = common(rectangle, frame);
      if (part.width <= 0 || part.height <= 0) continue;
      const [across, down] = [width / columns, height / rows];
      const [column, row] = [(part.x + part.width / 2 - x) / across, (part.y + part.height / 2 - y) / down];
      const at = patchAt(patches, column, row);
      if (at < 0 || patches[at + 4] < 0 && !canvas.sheets.size) continue;
      const [first, top, wide, high] = placeOf(cut, at / fieldCount) ?? patches.slice(at, at + 4);
      const patch = { x: x + first * across, y: y + top * down, width: wide * across, height: high * down };
      found.push({ canvas, frame, patch, isOpaque: patches[at + 4] >= 0 });
    }
    return found;
  }

  /** Moves what is painted by as much as the runway's origin has moved. */
  shift(dx, dy) {
    for (const one of this.#shown.values()) this.#put(one, one.x + dx, one.y + dy);
  }

  /** Removes all bands before another collection or layout. */
  clear() {
    for (const [number, one] of this.#shown) this.#release(number, one);
  }

  #release(number, { canvas }) {
    this.#shown.delete(number);
    canvas.hidden = true;
    this.#free.push(canvas);
  }

  #next() {
    const canvas = this.#free.pop() ?? this.#parent.appendChild(element("canvas"));
    canvas.hidden = false;
    return canvas;
  }

  #put(one, x, y) {
    if (one.x === x && one.y === y) return;
    Object.assign(one, { x, y });
    one.canvas.style.transform = `translate(${x}px, ${y}px)`;
  }
}

/** The sheets that a band's pictures are on. */
const sheetsOf = ({ runs = [] }) => new Set(runs.filter((_, at) => at % 3 === 0));

/** The place of a whole patch that extends beyond its band: [column, row, columns, rows]; null where it does not. */
function placeOf(cut, patch) {
  const at = cut.findIndex((number, index) => index % fieldCount === 0 && number === patch);
  return at < 0 ? null : cut.slice(at + 1, at + fieldCount);
}

/** Where the numbers of the patch at a step begin; −1 where there is none. */
function patchAt(patches, column, row) {
  for (let at = 0; at < patches.length; at += fieldCount) {
    if (column >= patches[at] && column < patches[at] + patches[at + 2] && row >= patches[at + 1] && row < patches[at + 1] + patches[at + 3]) return at;
  }
  return -1;
}

function draw(canvas, { columns, rows, width, height, patches }) {
  // Setting its size also empties it.
  Object.assign(canvas, { width: columns, height: rows, sheets: new Set() });
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  for (let at = 0; at < patches.length; at += fieldCount) {
    const colour = patches[at + 4];
    context.fillStyle = colour < 0 ? unknown : `#${colour.toString(16).padStart(6, "0")}`;
    context.fillRect(patches[at], patches[at + 1], patches[at + 2], patches[at + 3]);
  }
}

"""###,
        "scene/cells.js": ###"""
// Outlines one cell of a mosaic: the one under the pointer, or the one that the keys have reached. The server tells which it is.

import { element, showBlob } from "../elements/element.js";
import { known, picture, within } from "../wire/api.js";
import { seenIn } from "../state/shown.js";
import { LastCell, placeOutline } from "./lastcell.js";

/** Milliseconds after which a cell's picture appears beside it. */
const patience = 150;
/** Milliseconds after which an answer is not waited for any more, so that it holds up no other key. */
const longestAnswer = 10_000;
/** Px between a cell and the picture beside it, and from the view's edges. */
const gap = 12;
/** The most rows that keys can go up or down before the server answers. */
const most = 1000;

export class Cells {
  #view; #outline; #preview; #status; #on; #last;
  /** The cell that is outlined: {index, item, name, x, y, width, height, preview} in px from the viewport's corner; null for none. */
  #cell = null;
  /**
   * What the cell is at: {point}, of the viewport, or where the keys have gone to: {index, item, below}, so many rows below an
   * item, with `isNew` until it has been shown; null for nothing.
   */
  #goal = null;
  /** Is in the document only while it is shown, to save memory. */
  #image = element("img", { alt: "", draggable: false });
  #isAsking = false; #isAgain = false;
  #timer = 0; #words = 0;
  /** Where the outline is, in runway px. */
  #frame = null;

  /**
   * @param byId gives an element by its id.
   * @param on has `plan()`, the plan of a mosaic that is painted, or null; `entry()`; `query()`, the parameters of a plan of
   *   what is seen now, or null; `isHeld()`, whether the pointed cell stays outlined, as its menu is open; `inset()`, what covers the view's edges, in px; `corner()`, the viewport's corner in runway px; `show(index)`, which brings an item into view;
   *   and `open(item)`.
   */
  constructor(view, byId, on) {
    this.#view = view;
    [this.#outline, this.#preview, this.#status] = ["cell", "preview", "cell-status"].map(byId);
    this.#on = on;
    this.#last = new LastCell(byId("last-cell"), {
      locate: goal => this.locate(goal), corner: on.corner, collection: () => on.entry()?.id,
    });
    view.addEventListener("pointermove", event => {
      // Fingers scroll, and cover the cell beneath them.
      if (event.pointerType === "touch" || event.buttons || !on.plan()) return;
      this.#goal = { point: this.#point(event) };
      this.#ask();
    }, { passive: true });
    view.addEventListener("pointerleave", () => { if (this.#goal?.point && !on.isHeld()) this.#leave(); });
    view.addEventListener("scroll", () => this.#hidePreview(), { passive: true });
  }

  /** Whether the arrow keys go from cell to cell. */
  get isThere() { return Boolean(this.#on.plan()); }
  /** The item that the cursor is on; null for none. */
  get item() { return this.isThere ? this.#cell?.item ?? null : null; }
  /** Where the cursor is, {index, item}; null for nowhere. */
  get place() { return this.isThere && this.#cell ? { index: this.#cell.index, item: this.#cell.item } : null; }
  /** Whether the cell that is outlined is in the view, or on its way there. */
  get isSeen() {
    if (!this.#cell || !this.#frame) return false;
    if (this.#goal?.isNew || this.#goal?.isComing) return true;
    const { x, y } = this.#on.corner();
    return this.#isSeen({ ...this.#frame, x: this.#frame.x - x, y: this.#frame.y - y });
  }
  /**
   * Where the keys have led, also where the server has not told the cell yet.
   * @returns {Promise<{index: number, item: string} | null>} null for nowhere, or out of view.
   */
  async reached() {
    const goal = this.#goal;
    if (!goal?.isNew) return this.isSeen ? this.place : null;
    const cell = await this.locate(goal);
    if (cell && goal === this.#goal) this.#show(cell);
    return cell && { index: cell.index, item: cell.item };
  }
  /** The outline of the cell that the keys have gone to. */
  get element() { return this.isThere && this.#goal?.index !== undefined && this.#cell ? this.#outline : null; }

  /** Where an item's cell is, in runway px: a picture grows out of it. */
  frame(item) { return this.#cell?.item === item && this.#frame ? { ...this.#frame } : null; }

  /** The id of the picture that is looked at: its cell is outlined among the others afterwards. */
  set last(item) { this.#last.item = item; }
  /** That picture, if its cell is outlined in what a plan shows; else null. @param {Page.Plan | null} plan */
  lastSeen(plan) { return this.#last.seen(plan); }

  /** What is outlined is asked for once the plan is settled, see `painted`. Nothing stays at its place in another view. */
  paint(_plan, { carry }) { if (!carry) this.#last.clear(); }

  /** A plan has been painted: what lies at the pointer, or where the cursor's cell is, may have changed. */
  painted(plan) {
    this.#last.painted(plan);
    if (!plan.mosaic) return this.#leave();
    this.#count(plan);
    if (this.#goal) this.#ask();
  }

  /** Moves by as much as the runway's origin has moved. */
  shift(dx, dy) {
    this.#last.shift(dx, dy);
    if (!this.#frame) return;
    this.#frame = { ...this.#frame, x: this.#frame.x + dx, y: this.#frame.y + dy };
    this.#place();
  }

  /** Removes all outlines. */
  clear() {
    this.#last.clear();
    this.#leave();
  }

  /** Removes the outline of the cell that is pointed at, or that the keys have reached. */
  #leave() {
    this.#goal = this.#cell = this.#frame = null;
    this.#outline.hidden = true;
    this.#hidePreview();
  }

  /** The cursor goes to a cell beside, or first to the one at the top. */
  step(dx, dy) {
    const plan = this.#on.plan();
    if (!plan) return;
    const { index = this.#cell?.index, item = this.#cell?.item, below = 0 } = this.#goal ?? {};
    // There is no cursor, or its cell has left the view.
    if (index === undefined || (this.#cell && !this.isSeen)) return this.go(plan.anchor?.index ?? 0);
    const next = index + dx;
    if (next < 0 || next >= plan.count) return;
    // Only the server knows which cell lies below: groups end with rows that are not full.
    this.#goal = { index: next, item: dx ? undefined : item, below: Math.max(-most, Math.min(most, below + dy)), isNew: true };
    this.#ask();
  }

  /** The cursor goes to the cell of an item, if there is one with this index. */
  go(index) {
    if (index < 0 || index >= (this.#on.plan()?.count ?? 0)) return;
    this.goTo(index);
    this.#ask();
  }

  /** The cursor goes to a cell that `locate` has told. */
  lead(cell) {
    this.#goal = { index: cell.index, item: cell.item, isNew: true };
    this.#show(cell);
  }

  /** The item of the cell at a point of the window; null where there is none. */
  async at(point) { return (await this.find(point))?.item ?? null; }

  /** The cell at a point of the window; null where there is none. */
  async find({ x, y }) { return this.locate({ point: this.#point({ clientX: x, clientY: y }) }); }

  /** The cursor goes to an item, as soon as a mosaic is painted. */
  goTo(index) { this.#goal = { index, isNew: true }; }

  /** Opens the picture of the cell at a point of the window, or of the one that the cursor is on. */
  async open(at) {
    const point = at && this.#point({ clientX: at.x, clientY: at.y });
    // The outlined cell is opened even if the collection changes meanwhile.
    const cell = point && !this.#isOutlined(point) ? await this.locate({ point }) : this.#cell;
    if (!cell) return;
    this.#show(cell);
    this.#on.open(cell.item);
  }

  #point({ clientX, clientY }) {
    const { x, y } = this.#view.getBoundingClientRect();
    return { x: clientX - x, y: clientY - y };
  }

  #isOutlined({ x, y }) {
    if (!this.#cell || !this.#frame) return false;
    const corner = this.#on.corner(), frame = this.#frame;
    const [across, down] = [x + corner.x - frame.x, y + corner.y - frame.y];
    return across >= 0 && down >= 0 && across < frame.width && down < frame.height;
  }

  /** Sends one question at a time, the newest next. */
  async #ask() {
    if (this.#isAsking) { this.#isAgain = true; return; }
    this.#isAsking = true;
    const goal = this.#goal;
    const cell = goal && await this.locate(goal);
    this.#isAsking = false;
    if (this.#isAgain) {
      this.#isAgain = false;
      this.#ask();
    }
    if (!goal || goal !== this.#goal || !this.isThere) return;
    if (cell) this.#show(cell);
    else if (goal.point) {
      this.#cell = this.#frame = null;
      this.#outline.hidden = true;
      this.#hidePreview();
    }
  }

  /** The cell at a {point} of the viewport, or of an item: see `#goal`; null where there is none, undefined where the server does not answer. */
  async locate(goal) {
    const query = this.#on.query();
    if (!query) return null;
    const { point, index, item, below, beside } = goal;
    const place = point ? { pointX: point.x, pointY: point.y } : { at: index, ...(item && { on: item }), ...(below && { below }), ...(beside && { beside }) };
    /** @type {Wire.CellAnswer | null} */
    const answer = await known(this.#on.entry().links.cell, `${query}&${new URLSearchParams(place)}`, { signal: within(longestAnswer) });
    return answer ? answer.cell ?? null : undefined;
  }

  #show(cell) {
    const isOther = cell.item !== this.#cell?.item;
    this.#cell = cell;
    const corner = this.#on.corner();
    this.#frame = { x: corner.x + cell.x, y: corner.y + cell.y, width: cell.width, height: cell.height };
    this.#outline.hidden = false;
    this.#place();
    if (this.#goal?.index !== undefined) {
      const { isNew, isComing } = this.#goal, isSeen = this.#isSeen(cell);
      // The cursor follows this item from now on, wherever it moves. A key that is pressed before the view has followed continues from it.
      this.#goal = { index: cell.index, item: cell.item, isComing: Boolean(isNew || isComing) && !isSeen };
      if (isNew && !isSeen) this.#on.show(cell.index);
      this.#say(cell);
    }
    if (isOther) this.#hidePreview();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#showPreview(cell), patience);
  }

  #isSeen({ x, y, width, height }) {
    const { clientWidth, clientHeight } = this.#view;
    return x + width > 0 && y + height > 0 && x < clientWidth && y < clientHeight;
  }

  #place() { placeOutline(this.#outline, this.#frame); }

  #title({ name, index }) {
    const count = this.#on.plan()?.count ?? 0;
    return [name?.split("/").at(-1), `${(index + 1).toLocaleString()} of ${count.toLocaleString()}`].filter(Boolean);
  }

  /** Shows the picture beside the cell, where there is room. */
  async #showPreview(cell) {
    if (cell !== this.#cell || !this.isThere) return;
    const [name, place] = this.#preview.querySelectorAll("b, span");
    const image = this.#image;
    const words = this.#title(cell);
    [name.textContent, place.textContent] = words.length > 1 ? words : ["", words[0]];
    image.remove();
    if (cell.preview) {
      const blob = await picture(cell.preview).catch(() => null);
      if (cell !== this.#cell || !this.isThere) return;
      const isSeen = blob && await showBlob(image, blob);
      if (cell !== this.#cell || !this.isThere) return;
      if (isSeen) this.#preview.prepend(image);
    }
    this.#preview.hidden = false;
    const { width, height } = this.#preview.getBoundingClientRect();
    const { clientWidth, clientHeight } = this.#view;
    // The bar and the panels lie over it.
    const [top, left, bottom, right] = this.#on.inset();
    const beside = cell.x + cell.width + gap;
    const x = beside + width + gap <= clientWidth - right ? beside : Math.max(left + gap, cell.x - gap - width);
    const y = Math.max(top + gap, Math.min(cell.y + cell.height / 2 - height / 2, clientHeight - bottom - height - gap));
    this.#preview.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }

  #hidePreview() {
    clearTimeout(this.#timer);
    this.#preview.hidden = true;
    this.#image.remove();
    this.#image.removeAttribute("src");
  }

  /** Announces the cursor's cell to screen readers after a key; a pointer needs no announcement. */
  #say(cell) {
    const words = this.#title(cell).join(", ");
    clearTimeout(this.#words);
    if (words !== this.#status.textContent) this.#status.textContent = words;
  }

  /** Announces how many pictures are in view once the number stops changing. */
  #count(plan) {
    const seen = seenIn(plan);
    const count = seen ? seen.last - seen.first + 1 : 0;
    if (count === this.#counted) return;
    this.#counted = count;
    // The cursor's announcement has the number, too.
    if (this.#goal?.index !== undefined && this.#cell) return;
    clearTimeout(this.#words);
    this.#words = setTimeout(() => { this.#status.textContent = `${count.toLocaleString()} pictures shown`; }, 500);
  }
  #counted = 0;
}

"""###,
        "scene/contactsheets.js": ###"""
// Contact sheets: the tiny pictures of many items in one image each, drawn over the patches of bands.

/** Seconds after which a sheet's unused pixels are released; its bytes are kept. */
const patience = 2;

export class ContactSheets {
  #changed;
  /** {side, columns} of the pictures on a sheet; null before the first. */
  #grid = null;
  /** Sheet number → number of the tile that holds it. */
  #numbers = new Map();
  /** Tile number → `Bytes`. */
  #bytes = new Map();
  /** sheet → {number, bitmap, making}: what is drawn, and the number of the tile that is being decoded to replace it; null for none. */
  #shown = new Map();
  #timer = 0;

  /** @param changed is called with each sheet that can be drawn, or drawn better, from now on. */
  constructor(changed) { this.#changed = changed; }

  /** Pixels that are held: for tests. */
  get byteCount() {
    return [...this.#shown.values()].reduce((sum, { bitmap }) => sum + (bitmap ? 4 * bitmap.width * bitmap.height : 0), 0);
  }

  /**
   * Takes a plan's list of sheets.
   * @param {Wire.Sheets} sheets
   */
  plan({ side, columns, fresh, numbers }) {
    if (fresh) this.#forget(() => true);
    this.#grid = { side, columns };
    this.#numbers.clear();
    for (let at = 0; at < numbers.length; at += 2) this.#numbers.set(numbers[at], numbers[at + 1]);
    this.#forget(sheet => !this.#numbers.has(sheet));
    for (const [sheet, { bitmap }] of this.#shown) if (bitmap) this.#decode(sheet);
  }

  /** Takes a tile's bytes if it is a sheet. @returns whether it is. */
  take({ number, bytes }) {
    for (const [sheet, known] of this.#numbers) {
      if (known !== number) continue;
      this.#bytes.set(number, bytes);
      this.#decode(sheet);
      return true;
    }
    return false;
  }

  /** Releases tiles that the server has dropped. */
  drop(numbers) { for (const number of numbers) this.#bytes.delete(number); }

  /** Forgets everything before a new connection or another collection. */
  clear() {
    this.#numbers.clear();
    this.#bytes.clear();
    this.#forget(() => true);
  }

  /**
   * Returns a sheet's pictures, {bitmap, side, columns}; null until they are decoded.
   * @param sheet is its number.
   */
  of(sheet) {
    const bitmap = this.#shown.get(sheet)?.bitmap;
    if (!bitmap) {
      this.#decode(sheet);
      return null;
    }
    this.#releaseLater();
    return { bitmap, ...this.#grid };
  }

  async #decode(sheet) {
    const number = this.#numbers.get(sheet);
    const bytes = this.#bytes.get(number);
    const entry = this.#shown.get(sheet) ?? { number: null, bitmap: null, making: null };
    if (!bytes || entry.making === number || entry.bitmap && entry.number === number) return;
    this.#shown.set(sheet, entry);
    entry.making = number;
    const bitmap = await createImageBitmap(bytes.blob).catch(() => null);
    // Another sheet is wanted by now, or none.
    if (entry.making !== number || this.#shown.get(sheet) !== entry) return bitmap?.close();
    entry.making = null;
    if (!bitmap) return;
    entry.bitmap?.close();
    Object.assign(entry, { number, bitmap });
    this.#changed(sheet);
    this.#releaseLater();
  }

  #forget(isGone) {
    for (const [sheet, { bitmap }] of this.#shown) {
      if (!isGone(sheet)) continue;
      bitmap?.close();
      this.#shown.delete(sheet);
    }
  }

  /** Releases pixels that have not been drawn for a while. */
  #releaseLater() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const entry of this.#shown.values()) {
        entry.bitmap?.close();
        entry.bitmap = null;
      }
    }, patience * 1000);
  }
}

"""###,
        "scene/filling.js": ###"""
// Shows how many of a collection's thumbnails are made, and the time left. Mosaics and flings show them.

import { known } from "../wire/api.js";

/** Milliseconds between two questions: in a mosaic, and elsewhere. */
const [soon, later] = [1000, 4000];

/** A time in words, rounded as roughly as it is known. */
function timeLeft(seconds) {
  if (seconds === null || seconds === undefined) return "";
  if (seconds < 60) return "less than a minute left";
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min left` : `${Math.round(minutes / 60)} h left`;
}

export class Filling {
  #element; #share; #remaining; #timer = 0;
  /** The collection and revision that is known to be complete; "" for none. */
  #complete = "";
  /** The collection that is watched, and whether a mosaic shows it. */
  #entry = null; #revision = 0; #isSeen = false;

  /** @param element has two `span`s: for the share, and for what there is room for on wide screens alone. */
  constructor(element) {
    this.#element = element;
    [this.#share, this.#remaining] = element.querySelectorAll("span");
  }

  /**
   * A plan has been painted.
   * @param {Page.Plan} plan
   * @param {Wire.Collection | null} entry is its collection, null where there is nothing of that kind to say.
   */
  watch(entry, plan) {
    [this.#entry, this.#revision, this.#isSeen] = [entry, plan.revision, Boolean(plan.mosaic)];
    if (!entry || this.#key === this.#complete) return this.#end();
    this.#timer ||= setTimeout(() => this.#look(), this.#isSeen ? 0 : soon);
  }

  get #key() { return `${this.#entry.id} ${this.#revision}`; }

  #end() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#element.hidden = true;
  }

  async #look() {
    const [entry, key] = [this.#entry, this.#key];
    /** @type {Wire.CollectionDetails | null} */
    const answer = await known(entry.links.self);
    // Another one is shown by now.
    if (!this.#timer || entry !== this.#entry) {
      this.#timer = 0;
      return;
    }
    const { done, total, secondsLeft } = answer?.atlas ?? { done: 0, total: 0 };
    if (answer && done >= total) {
      this.#complete = key;
      return this.#end();
    }
    if (total) {
      const percent = `${Math.floor(100 * done / total)} %`;
      this.#share.textContent = percent;
      this.#remaining.textContent = ["thumbnails", timeLeft(secondsLeft)].filter(Boolean).join(", ");
      this.#element.hidden = false;
    }
    this.#timer = setTimeout(() => this.#look(), this.#isSeen ? soon : later);
  }
}

"""###,
        "scene/footer.js": ###"""
// The text after the last picture: more is loading, why loading failed, or that this was all.

/** @type {Record<Wire.FooterState, (plan: Partial<Page.Plan>) => string>} */
const texts = {
  more: () => "",
  loading: ({ count }) => (count ? "Loading more pictures…" : "Looking for pictures…"),
  failed: ({ footer }) => `${footer.message}.`,
  // That there are none is said elsewhere.
  end: ({ count }) => (count ? `That was all: ${count.toLocaleString()} ${count === 1 ? "picture" : "pictures"}.` : ""),
};
/** Milliseconds after which loading is announced. */
const patience = 300;

export class Footer {
  #element; #status; #text; #wait; #button; #leave;
  #at = { x: 0, y: 0 };
  #timer = 0;
  #clock = 0;

  /**
   * @param element holds the footer's parts; the style sheet shows them by `data-state`.
   * @param status is where screen readers are told.
   * @param retry is called when the reader wants a page that has failed.
   * @param leave takes the focus when the button goes that had it.
   */
  constructor(element, status, retry, leave) {
    this.#element = element;
    this.#status = status;
    this.#leave = leave;
    [this.#text, this.#wait, this.#button] = element.querySelectorAll(".text, .wait, button");
    this.#button.addEventListener("click", event => {
      // Not a tap on a picture.
      event.stopPropagation();
      if (this.#button.ariaDisabled === "true") return;
      this.#button.ariaDisabled = "true";
      retry();
    });
    for (const name of ["pointerdown", "mousedown"]) this.#button.addEventListener(name, event => event.stopPropagation());
  }

  /**
   * Paints a plan's footer.
   * @param {Partial<Page.Plan>} plan
   * @param {import("./painter.js").At} at
   */
  paint(plan, { corner, canRetry = false }) {
    const { footer } = plan;
    clearTimeout(this.#clock);
    if (footer?.state !== "failed" && this.#element.contains(document.activeElement)) this.#leave();
    this.#element.hidden = !footer;
    this.#say(footer ? texts[footer.state](plan) : "", footer?.state === "loading" ? patience : 0);
    if (!footer) return;
    this.#element.dataset.state = footer.state;
    this.#button.hidden = !canRetry;
    const text = texts[footer.state](plan);
    if (this.#text.textContent !== text) this.#text.textContent = text;
    this.#button.ariaDisabled = "false";
    this.#count(footer.retryAfter === null ? null : performance.now() + footer.retryAfter * 1000);
    this.#at = { x: corner.x + footer.x, y: corner.y + footer.y };
    this.#move();
    this.#element.style.width = `${footer.width}px`;
    this.#element.style.height = `${footer.height}px`;
  }

  /** Takes the footer away. */
  clear() { this.paint({}, { corner: { x: 0, y: 0 } }); }

  /** Moves it by as much as the runway's origin has moved. */
  shift(dx, dy) {
    this.#at = { x: this.#at.x + dx, y: this.#at.y + dy };
    this.#move();
  }

  #move() { this.#element.style.transform = `translate(${this.#at.x}px, ${this.#at.y}px)`; }

  /** Announces a text to screen readers once, if it lasts. */
  #say(text, after) {
    if (this.#status.dataset.text === text) return;
    this.#status.dataset.text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { this.#status.textContent = text; }, after);
  }

  /** Shows the seconds until the page is fetched again by itself. */
  #count(end) {
    const left = end === null ? 0 : Math.ceil((end - performance.now()) / 1000);
    this.#wait.textContent = left > 0 ? `Trying again in ${left} s.` : "";
    if (left > 0) this.#clock = setTimeout(() => this.#count(end), 250);
  }
}

"""###,
        "scene/headings.js": ###"""
// Paints the headings of groups, and the one that stays at the top while its group scrolls by.

import { element, small } from "../elements/element.js";
import { dateText } from "../values/dates.js";
import { isRating, stars, starsInWords } from "../values/fields.js";
import { pictures } from "../values/lists.js";

/**
 * Returns a heading's title: a date in the reader's style, a rating as stars, all else as the server says.
 * @param {{title: string, date?: string}} heading
 * @param group is what pictures are grouped by.
 */
function titleOf({ title, date }, group) {
  if (date) return dateText(date);
  const rating = Number(title);
  return isRating(group, rating) ? element("span", { role: "img", ariaLabel: starsInWords(rating) }, stars(rating)) : title;
}

/**
 * A heading's title as it is spoken.
 * @param {{title: string, date?: string}} heading
 * @param group is what pictures are grouped by.
 */
function wordsOf({ title, date }, group) {
  const rating = Number(title);
  return date ? dateText(date) : isRating(group, rating) ? starsInWords(rating) : title;
}

/**
 * A heading as it is painted.
 * @typedef {object} PaintedHeading
 * @property {HTMLElement} element
 * @property {Omit<Wire.Heading, keyof Wire.Frame>} heading is what the server says of its group
 * @property {string} name the group's title as it is spoken
 */

export class Headings {
  #parent; #sticky; #shown = new Map();
  /** @type {PaintedHeading[]} */
  #painted = [];

  constructor(parent, sticky) {
    this.#parent = parent;
    this.#sticky = sticky;
  }

  /** What was painted last, with the one that stays at the top; of a mosaic nothing, since its labels are small. */
  get painted() { return this.#painted; }

  /**
   * Paints a plan's headings.
   * @param {Partial<Page.Plan>} plan
   * @param {import("./painter.js").At} at
   */
  paint(plan, { corner }) {
    // A mosaic has thin rules between its cells, with a label beside them.
    this.#parent.classList.toggle("rules", Boolean(plan.mosaic));
    this.#sticky.classList.toggle("rule", Boolean(plan.mosaic));
    this.#painted = [];
    const wanted = new Map((plan.headings ?? []).map(heading => [heading.group, heading]));
    for (const [group, heading] of this.#shown) {
      if (wanted.has(group)) continue;
      heading.remove();
      this.#shown.delete(group);
    }
    for (const [group, { x, y, width, height, ...words }] of wanted) {
      let heading = this.#shown.get(group);
      if (!heading) {
        heading = element("h2", { className: "heading" });
        // Tab goes from one to the next.
        const next = [...this.#shown.keys()].filter(other => other > group).sort((one, other) => one - other)[0];
        this.#parent.insertBefore(heading, this.#shown.get(next) ?? null);
        this.#shown.set(group, heading);
      }
      this.#write(heading, { group, ...words }, plan);
      // The one that stays at the top lies over it, or beside it, and says the same.
      heading.classList.toggle("covered", !plan.mosaic && group === plan.sticky?.group);
      heading.at = { x: corner.x + x, y: corner.y + y };
      this.#move(heading);
      heading.style.width = `${width}px`;
      heading.style.height = `${height}px`;
    }
    const { sticky } = plan;
    this.#sticky.hidden = !sticky;
    // A mosaic's own labels stay beside it.
    this.#sticky.ariaHidden = plan.mosaic ? "true" : null;
    if (!sticky) return;
    this.#write(this.#sticky, sticky, plan);
    this.#sticky.style.transform = `translateY(${sticky.y}px)`;
    this.#sticky.style.height = plan.mosaic ? "" : `${sticky.height}px`;
  }

  /** Takes all headings away. */
  clear() { this.paint({}, { corner: { x: 0, y: 0 } }); }

  /** Moves them by as much as the runway's origin has moved. */
  shift(dx, dy) {
    for (const heading of this.#shown.values()) {
      heading.at.x += dx;
      heading.at.y += dy;
      this.#move(heading);
    }
  }

  #move(heading) { heading.style.transform = `translate(${heading.at.x}px, ${heading.at.y}px)`; }

  /** @param {HTMLElement} place @param {PaintedHeading["heading"]} heading @param {Partial<Page.Plan>} plan */
  #write(place, heading, plan) {
    const name = wordsOf(heading, plan.group);
    if (!plan.mosaic) this.#painted.push({ element: place, heading, name });
    const text = `${heading.title} ${heading.count} ${plan.group}`;
    if (place.dataset.text === text) return;
    place.dataset.text = text;
    place.ariaLabel = `${name}, ${pictures(heading.count)}`;
    const words = element("span", {}, element("bdi", {}, titleOf(heading, plan.group)), small(heading.count));
    const before = place.querySelector(":scope > span");
    if (before) before.replaceWith(words);
    else place.prepend(words);
  }
}

"""###,
        "scene/lastcell.js": ###"""
// Outlines the cell of the picture that was looked at last, in a mosaic. The server tells where it is.

/** The outline of one cell, which lies where it is until the cells are laid out anew. */
export class LastCell {
  #element; #on;
  /** The picture that was looked at last: {collection, item}, and its `index` once a plan has told it; null for none. */
  #last = null;
  /** Where its cell is, in runway px; null while that is not known. */
  #frame = null;
  /** What the frame depends on: while it is the same, the cell stays at its place among the others. */
  #key = "";
  #isAsking = false;

  /**
   * @param element is the outline.
   * @param on has `locate({index, item})`, which gives the cell of an item in px from the viewport's corner, or null; `corner()`, that
   *   corner in runway px; and `collection()`, the id of the one that is shown.
   */
  constructor(element, on) {
    this.#element = element;
    this.#on = on;
  }

  /** The id of the picture that is looked at; null for none. */
  set item(item) {
    const collection = this.#on.collection();
    if (this.#last?.item === item && this.#last.collection === collection) return;
    this.#last = item && { collection, item, index: undefined };
  }

  /** The picture, if its cell is outlined and in view; else null. @param {Page.Plan | null} plan */
  seen(plan) {
    const { index, item = null } = this.#last ?? {};
    return this.#frame && plan?.visible && index >= plan.visible.first && index <= plan.visible.last ? item : null;
  }

  /** A plan has been painted. @param {Page.Plan} plan */
  painted(plan) {
    const last = this.#last;
    if (last && plan.anchor?.item === last.item) last.index ??= plan.anchor.index;
    if (!plan.mosaic || last?.index === undefined || last.collection !== this.#on.collection()) return this.clear();
    const { revision, mosaic, columns, lead, group, zoomScale, contentSize } = plan;
    const key = JSON.stringify([last, revision, mosaic, columns, lead, group, zoomScale, contentSize]);
    if (key === this.#key) return;
    this.clear();
    this.#ask(key);
  }

  /** Asks one question at a time; the next plan asks again if this answer is outdated. */
  async #ask(key) {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const last = this.#last;
    const cell = await this.#on.locate({ index: last.index, item: last.item });
    this.#isAsking = false;
    // Without the item the answer is its neighbour.
    if (last !== this.#last || cell?.item !== last.item) return;
    const corner = this.#on.corner();
    this.#frame = { x: corner.x + cell.x, y: corner.y + cell.y, width: cell.width, height: cell.height };
    this.#key = key;
    this.#element.hidden = false;
    placeOutline(this.#element, this.#frame);
  }

  /** Moves by as much as the runway's origin has moved. */
  shift(dx, dy) {
    if (!this.#frame) return;
    this.#frame = { ...this.#frame, x: this.#frame.x + dx, y: this.#frame.y + dy };
    placeOutline(this.#element, this.#frame);
  }

  /** Removes the outline, until a plan of a mosaic is painted. */
  clear() {
    this.#frame = null;
    this.#key = "";
    this.#element.hidden = true;
  }
}

/** Places an outline about a rectangle in runway px. It is at least 5 px wide so that it does not cover a cell. */
export function placeOutline({ style }, { x, y, width, height }) {
  const [across, down] = [width, height].map(side => Math.max(side, 5));
  style.transform = `translate(${x - (across - width) / 2}px, ${y - (down - height) / 2}px)`;
  style.width = `${across}px`;
  style.height = `${down}px`;
}

"""###,
        "scene/magnifier.js": ###"""
// Zooms: asks the server for plans while a gesture runs, and shows the zoom until they come.

import { Zoom } from "../values/zoom.js";

/** Milliseconds without a movement after which a gesture counts as resting. */
export const settleDelay = 120;

/**
 * Milliseconds between two questions of a gesture. In between, what is painted is magnified; a plan for each frame would be replaced
 * before its tiles have come.
 */
const beat = 60;

export class Magnifier {
  /** The zoom that no plan shows yet. */
  zoom = new Zoom();
  /** A zoom whose factor the server computes: {parameters, focus}, whose parameters are a plan's; null without one. */
  #goal = null;
  /** Steps by keys or buttons that no plan shows yet, whose factor only the server knows: {count, focus}; null without any. */
  #steps = null;
  #isPinching = false;
  /** When fingers, or a wheel, last moved. */
  #moved = -Infinity;
  /** When a plan was last asked for, and the timer of the next question. */
  #asked = -Infinity;
  #timer = 0;
  /**
   * The picture that new rows keep under the pointer through all steps of a zoom: {item, fraction, at, offset}, where `at` is the point
   * of the viewport and `offset` the contentOffset of the plan that put it there.
   */
  #kept = null;
  /** The part of the last pinch that no whole column has shown yet, so that separate notches of a wheel add up. */
  #left = 1;
  #slots; #scroller; #request;

  /** @param request asks for a plan. */
  constructor(slots, scroller, request) {
    this.#slots = slots;
    this.#scroller = scroller;
    this.#request = request;
  }

  /** Whether a gesture zooms now; fingers that rest on the glass do not count. */
  get isMoving() { return this.#isPinching && performance.now() - this.#moved < settleDelay; }
  /** Whether a gesture has begun and not ended, for tests. */
  get isPinching() { return this.#isPinching; }
  get isUnderWay() { return this.#goal !== null || this.#steps !== null || !this.zoom.isPlain; }
  get #middle() {
    const { width, height } = this.#scroller.viewport;
    return { x: width / 2, y: height / 2 };
  }

  /** @param goesOn whether this continues the last pinch, unless the reader has scrolled since. */
  pinch(factor, focus, dx, dy, goesOn = false) {
    const isNew = !this.#isPinching && !(goesOn && this.#scroller.isAsSet);
    if (isNew) {
      this.#scroller.accept();
      this.#kept = null;
    }
    const left = isNew ? 1 : this.#left;
    this.#left = 1;
    this.#isPinching = true;
    this.#moved = performance.now();
    this.zoom.move(dx, dy);
    this.zoom.by(factor * left, focus);
    this.#magnify();
    this.#timer ||= setTimeout(() => this.#askNow(), Math.max(0, this.#asked + beat - this.#moved));
  }

  #askNow() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#asked = performance.now();
    this.#request();
  }

  pinchEnd() {
    this.#isPinching = false;
    this.#askNow();
  }

  /** Goes some steps further in, or out where negative, about the middle of an element, or of the view. */
  step(by, element) {
    this.#steps ??= { count: 0, focus: null };
    this.#steps.count += by;
    this.#steps.focus = this.#middleOf(element);
    this.#request();
  }

  /** Goes back to where nothing is magnified, about the middle of an element, or of the view. */
  unzoom(element) {
    this.#reach({ parameters: { toZoom: 1 }, hasFocus: true, focus: this.#middleOf(element) });
  }

  #middleOf(element) {
    const box = element?.getBoundingClientRect();
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : this.#middle;
  }

  /**
   * Zooms to a scale that the server computes. @param name is a plan's `zoomTo`.
   * @param otherwise is called where pictures are seen at that scale already.
   */
  toward(name, focus, otherwise = null) {
    this.#reach({ parameters: { zoomTo: name }, hasFocus: true, focus: focus ?? this.#middle, otherwise });
  }

  /** Shows a range of a chart, which parameters of a plan name. @param isDragged whether a pointer moves it. */
  show(parameters, isDragged = false) {
    this.#reach({ parameters, isDragged, focus: this.#middle });
  }

  #reach(goal) {
    this.#goal = goal;
    this.#steps = null;
    this.#request();
  }

  /** Forgets the zoom before other pictures are shown. */
  clear() {
    this.zoom.clear();
    this.#left = 1;
    this.#magnify();
    this.#goal = this.#steps = this.#kept = null;
  }

  /**
   * Returns the parameters of a plan that shows the zoom.
   * @param scale is the last plan's.
   */
  question(at, scale) {
    const { offset, factor, focus } = this.zoom.question(at);
    const goal = this.#goal;
    const steps = goal ? null : this.#steps && { ...this.#steps, of: this.#steps };
    const parameters = goal ? { ...goal.parameters }
      : { ...(factor !== 1 && { toZoom: scale * factor }), ...(steps && { zoomSteps: steps.count }) };
    const { x, y } = goal?.focus ?? steps?.focus ?? focus;
    if (goal?.hasFocus || factor !== 1 || steps) Object.assign(parameters, { focusX: x, focusY: y, ...this.#keptAt({ x, y }) });
    return { offset, parameters, asked: { zoom: this.zoom.copy(), goal, steps } };
  }

  /** The parameters for what is to be kept at a point. */
  #keptAt({ x, y }) {
    if (!this.#kept) return null;
    const { item: focusItem, fraction: focusFraction, at, offset } = this.#kept;
    const now = this.#scroller.offset;
    const isStill = Math.abs(now.x - offset.x) <= 1 && Math.abs(now.y - offset.y) <= 1;
    const isThere = this.#isPinching || Math.hypot(at.x - x, at.y - y) < 10;
    if (isStill && isThere) return { focusItem, focusFraction };
    this.#kept = null;
    return null;
  }

  /**
   * A plan has come. @returns whether it was asked for a zoom.
   * @param {Page.Plan} plan @param {Page.Question} question is what it was asked for.
   */
  accept(plan, question) {
    const { zoom, goal, steps } = question;
    if (this.#goal === goal) this.#goal = null;
    if (steps) {
      steps.of.count -= steps.count;
      if (!steps.of.count && this.#steps === steps.of) this.#steps = null;
      // Only now it is known how much the steps magnify.
      for (const one of [zoom, this.zoom]) {
        one.by(plan.zoomFactor ?? 1, steps.focus);
        one.isStep = true;
      }
    }
    return Boolean(goal) || !zoom.isPlain;
  }

  /**
   * Removes from the zoom what a plan shows; a transform paints the rest.
   * @param {Page.Plan} plan @param {Page.Question} asked
   */
  rebase(plan, asked, isDense) {
    const remainder = plan.zoomRemainder ?? 1;
    if (plan.zoomFocus) this.#kept = { ...plan.zoomFocus, at: asked.zoom.focus, offset: plan.contentOffset };
    if (asked.goal) this.zoom.clear();
    // At the largest scale nothing is left to zoom.
    else this.zoom.rebase(asked.zoom, isDense || remainder < 1 ? remainder : 1);
  }

  /**
   * Ends the zoom after its plan was painted, or goes on magnifying.
   * @param {Page.Plan} plan @param {Page.Question} asked
   * @param isWanted says whether there is something new to ask.
   * @param {Page.Plan | null} old is the plan before.
   * @param carry says how its content lies now: see `Slots.paint`.
   * @param place is the scroller's.
   */
  finish(plan, asked, isWanted, old, carry, place) {
    // Movements since the question go into the next question.
    if (this.#isPinching || (isWanted && !this.zoom.isPlain)) return this.#magnify(place);
    if (!this.zoom.isPlain) this.#slots.settle(this.zoom, place.corner);
    else if (carry && !asked.goal?.isDragged && (asked.goal || asked.zoom.isStep || (carry.scaleY ?? 1) !== 1)) this.#move(old, plan, carry, place);
    else this.#magnify(place);
    // A plan that no zoom asked for changes nothing here.
    if (!asked.zoom.isPlain) this.#left = this.zoom.isStep ? 1 : this.zoom.scale;
    this.zoom.clear();
    if (carry && plan.zoomScale === old.zoomScale) asked.goal?.otherwise?.();
  }

  /** Animates a step by key or button, or another range of values, from where things were to where they are. */
  #move({ contentOffset: from }, { contentOffset: to }, { scale, scaleY = scale, x = 0, y = 0 }, { corner }) {
    const before = { scale: 1 / scale, scaleY: 1 / scaleY, x: (to.x - x) / scale - from.x, y: (to.y - y) / scaleY - from.y };
    this.#slots.settle(before, corner);
  }

  /** Magnifies from the exact scroll position, which the browser rounds. */
  #magnify(place = this.#scroller.place) {
    this.#slots.magnify(this.zoom, place.corner, place.exact);
  }
}

"""###,
        "scene/motion.js": ###"""
// Magnifies what is painted while a gesture zooms, and lets a picture grow out of its cell.

import { motion } from "../values/tokens.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Writes the map x → scale·x + shift, in px from the viewport's corner, as a transform of an element in the runway. */
const magnified = ({ scale, scaleY, x, y }, corner, from = corner) =>
  `translate(${corner.x + x - from.x * scale}px, ${corner.y + y - from.y * scaleY}px) scale(${scale}, ${scaleY})`;

/** Moves the layers of a view's pictures together: the ground, the sheets and the slots. */
export class Motion {
  #layers; #sheets;

  /** @param layers are elements in the runway, the lowest first; the second has the `sheets`. */
  constructor(layers, sheets) { [this.#layers, this.#sheets] = [layers, sheets]; }

  /**
   * Magnifies what is painted while a gesture runs: x → scale·x + shift, in px from the viewport's corner.
   * @param from is where the corner would be if the browser did not round it.
   */
  magnify({ scale, scaleY = scale, x, y }, corner, from) {
    const isPlain = scale === 1 && x === 0 && y === 0;
    this.#transform = isPlain ? "" : magnified({ scale, scaleY, x, y }, corner, from);
  }

  /** Animates from the zoom that `magnify` showed to where the plan has painted things. */
  settle({ scale, scaleY = scale, x, y }, corner) {
    this.#transform = "";
    const isThere = [scale - 1, scaleY - 1].every(by => Math.abs(by) < 0.001) && [x, y].every(by => Math.abs(by) < 0.5);
    if (reduced.matches || isThere) return;
    const from = magnified({ scale, scaleY, x, y }, corner);
    for (const layer of this.#layers) {
      layer.animate([{ transform: from }, { transform: "none" }], motion);
    }
  }

  set #transform(transform) {
    for (const { style } of this.#layers) style.transform = transform;
  }

  /**
   * Lets the picture of a slot grow, or shrink, from a rectangle in runway px to its frame.
   * @param isAlone says that there is no other picture.
   */
  grow(slot, from, isAlone) {
    if (reduced.matches) return;
    const { x, y, width, height } = slot;
    // Only a part of a picture this large is painted.
    if (width > 2 * innerWidth || height > 2 * innerHeight) return;
    const picture = this.#sheets.picture(slot.frame);
    slot.element.prepend(picture);
    if (isAlone) this.#layers[1].animate([{ opacity: 0 }, { opacity: 0 }], motion);
    slot.element.animate([
      { transform: `translate(${from.x}px, ${from.y}px) scale(${from.width / width}, ${from.height / height})`, zIndex: 2 },
      { transform: `translate(${x}px, ${y}px)`, zIndex: 2 },
    ], motion).finished.finally(() => picture.remove()).catch(() => {});
  }
}

"""###,
        "scene/notedsign.js": ###"""
// The flag and the colour label in a cell's lower corner; the cell's link says them in words.

import { element } from "../elements/element.js";
import { flagOf, flagSign } from "../values/noted.js";

/**
 * Shows what is noted of a picture.
 * @param {HTMLElement} parent @param {HTMLElement | null} shown is the sign that is there; null for none.
 * @param {Wire.Badge | null} [badge] has nothing where nothing is shown.
 * @returns {HTMLElement | null} the sign that is there now.
 */
export function notedIn(parent, shown, badge) {
  const text = badge ? flagSign(badge) : "";
  if (!text && !badge?.label) {
    shown?.remove();
    return null;
  }
  const sign = shown ?? parent.appendChild(element("span", { className: "noted", ariaHidden: "true" }));
  sign.textContent = text;
  sign.dataset.label = badge.label ?? "";
  sign.dataset.flag = flagOf(badge) ?? "";
  return sign;
}

"""###,
        "scene/painter.js": ###"""
// Paints a plan, in an order in which the browser lays out the document only once.

import { settleDelay } from "./magnifier.js";
import { pictureOf } from "../state/shown.js";

const relative = (frame, corner) => frame && { ...frame, x: frame.x - corner.x, y: frame.y - corner.y };

/** A plan with more tiles takes longer than a frame to paint: while a gesture zooms, bands stand for its tiles. */
const mostInGesture = 200;

/**
 * Where a plan is painted, which every layer is given beside the plan.
 * @typedef {object} At
 * @property {{x: number, y: number}} corner the viewport's top-left corner at the time of the plan, in runway px
 * @property {{x: number, y: number} | null} [snapCorner] the corner that paged scrolling has brought to rest, in runway px
 * @property {any} [carry] how content of the last plan lies now: at `scale`, and `scaleY`, times its distance from the content's
 *   corner, which is at `-origin`, and moved by `x` and `y`; null where items have been laid out anew
 * @property {any} [dive] how what was seen lies now, {scale, x, y}, where a zoom lays a mosaic out anew; null elsewhere
 * @property {any} [viewport] its width and height in px, and `isAcross`, whether the content extends from left to right
 * @property {(item: string) => string | null} [linkTo] gives the address of an item
 * @property {boolean} [canRetry] whether the reader may have a failed page fetched again
 * @property {boolean} [isHurried] whether a gesture zooms just now
 * @property {boolean} [isWaiting] whether bands stand for the tiles
 */

export class Painter {
  #parts; #layers; #on;
  /** @type {import("../state/shown.js").Shown} */
  #shown;
  #timer = 0;
  /** Content offset of the runway's corner. */
  #origin = { x: 0, y: 0 };

  /**
   * @param parts has `view`, the `scroller`, `scrubber`, `magnifier`, `session`, `pickers` and `bar`, and the elements that
   *   `label` writes: `list`, of the pictures, and `chartFoot`.
   * @param layers has the `bands`, `slots`, `headings`, `chart`, `footer`, `stops`, `cells` and `plane`, in the order in which they are painted.
   *   Each has `paint(plan, at)`, `shift(dx, dy)`, by as much as the runway's origin has moved, and `clear()`.
   * @param on has `entered(plan)`, when a zoom has led from this plan into a picture; `left()`, when one has led out of it;
   *   `linkTo()`, a function that gives the address of an item; and `painted(plan, asked)`.
   */
  constructor(shown, parts, layers, on) {
    [this.#shown, this.#parts, this.#layers, this.#on] = [shown, parts, layers, on];
  }

  /**
   * Paints a plan unless its view was left.
   * @param {Page.Plan} plan
   * @param {Page.Question} asked is what it was asked for: see `question.js`.
   */
  paint(plan, asked) {
    const { scroller, magnifier, bar, session, view } = this.#parts;
    const { slots, cells } = this.#layers;
    const shown = this.#shown;
    if (asked.generation !== shown.generation) return;
    shown.settle(plan, asked);
    const isZoomed = magnifier.accept(plan, asked);
    const { old, isOther } = shown.compare(plan);
    // The picture that fills the view grows out of its cell and shrinks back into it.
    const kept = pictureOf(plan) ?? shown.picture;
    const before = isOther && kept ? relative(slots.frame(kept) ?? cells.frame(kept), scroller.corner) : null;
    if (isOther && plan.layout === "item" && !shown.isLooking) this.#on.entered(old);
    shown.accept(plan, isZoomed && isOther);
    this.label(null);
    view.style.scrollSnapType = "none";
    scroller.axis = shown.isAcross ? "x" : "y";
    if (isOther) bar.come();
    if (isOther || isZoomed) {
      scroller.begin(plan.offsetRange, plan.contentOffset);
      bar.start(scroller.offset.y);
    } else scroller.update(plan.offsetRange, shown.isDropped(asked) ? plan.contentOffset : asked.offset, plan.contentOffset);
    // Read before painting, since the browser would have to lay out everything. Painting only moves a view that snaps to pages.
    const place = shown.isPaged ? null : scroller.place;
    const carry = isOther ? null : { scale: plan.zoomScale / old.zoomScale, ...plan.chart?.carry, origin: this.#origin };
    this.#paintLayers(plan, carry, isOther && isZoomed && old ? this.#dive(plan, asked) : null);
    view.style.scrollSnapType = "";
    this.label(plan);
    magnifier.rebase(plan, asked, shown.isDense);
    if (plan.leaves && !asked.zoom.isPlain) this.#on.left();
    else magnifier.finish(plan, asked, session.isWanted, old, carry, place ?? scroller.place);
    if (before) slots.grow(kept, relative(before, { x: -scroller.corner.x, y: -scroller.corner.y }), plan.layout === "item");
    this.#on.painted(plan, asked);
  }

  /**
   * Returns the map x → scale·x + shift, in runway px, from where a grid was to where a zoom has laid it out as a mosaic. It is right
   * about the focus; elsewhere it serves until the mosaic's tiles come.
   * @param {Page.Plan} plan @param {Page.Question} asked
   */
  #dive(plan, { zoom, offset }) {
    if (!plan.mosaic) return null;
    const remainder = plan.zoomRemainder ?? 1;
    const scale = zoom.scale / remainder;
    const map = (axis, shift) => {
      const [from, to] = [offset[axis] - this.#origin[axis], plan.contentOffset[axis] - this.#origin[axis]];
      return to + (shift - (1 - remainder) * zoom.focus[axis]) / remainder - scale * from;
    };
    return { scale, x: map("x", zoom.x), y: map("y", zoom.y) };
  }

  /**
   * Has each layer paint a plan. For `carry` and `dive` see `At`.
   * @param {Page.Plan} plan
   */
  #paintLayers(plan, carry, dive) {
    const { scroller, scrubber, magnifier, session } = this.#parts;
    const { bands, slots } = this.#layers;
    const corner = { x: plan.contentOffset.x - this.#origin.x, y: plan.contentOffset.y - this.#origin.y };
    // Called before painting: afterwards the browser would have to lay out the new content to tell the scroll position.
    scrubber.update();
    const snapCorner = this.#shown.isPaged ? scroller.corner : null;
    const viewport = { ...scroller.viewport, isAcross: this.#shown.isAcross };
    if (slots.isWaiting && dive) slots.adopt(bands.pictures, corner, viewport, dive);
    const isHurried = magnifier.isMoving;
    const isWaiting = isHurried && Boolean(plan.bands?.length) && plan.tiles.length > mostInGesture;
    clearTimeout(this.#timer);
    if (isWaiting) this.#timer = setTimeout(() => session.request(), settleDelay);
    const at = {
      corner, snapCorner, carry, dive, viewport, linkTo: this.#on.linkTo(), canRetry: Boolean(this.#shown.entry.links.retry), isHurried, isWaiting,
    };
    for (const layer of Object.values(this.#layers)) layer.paint(plan, at);
  }

  /**
   * Tells the style sheet, the pickers and screen readers what is shown.
   * @param {Page.Plan | null} plan is null before it is painted.
   */
  label(plan) {
    const { pickers, scrubber, magnifier, view, list, chartFoot } = this.#parts;
    const shown = this.#shown;
    pickers.layout = shown.layout;
    scrubber.axis = shown.isAcross ? "horizontal" : "vertical";
    magnifier.zoom.isAcross = shown.isChart;
    view.dataset.layout = shown.layout;
    chartFoot.hidden = !shown.isChart;
    view.ariaLabel = list.ariaLabel = shown.isChart ? "Chart" : "Pictures";
    document.body.classList.toggle("looking", shown.isLooking);
    document.body.classList.toggle("empty", shown.isRefused);
    // From four screen pixels to a picture's pixel on, pixels are drawn as squares.
    if (plan) this.#layers.slots.isPixels = shown.isPicture && plan.zoomScale * devicePixelRatio >= 4;
  }

  /** Moves what is painted when the runway's origin has moved. */
  follow() {
    const { origin } = this.#parts.scroller;
    const [dx, dy] = [this.#origin.x - origin.x, this.#origin.y - origin.y];
    if (dx || dy) for (const layer of Object.values(this.#layers)) layer.shift(dx, dy);
    this.#origin = { ...origin };
  }

  /** Removes what is painted before another collection is shown. */
  clear() {
    const { bands, slots, chart } = this.#layers;
    for (const layer of [bands, slots, chart]) layer.clear();
  }

  /** Removes everything: nothing will take its place. */
  empty() {
    for (const layer of Object.values(this.#layers)) layer.clear();
    this.label(null);
  }
}

"""###,
        "scene/pixels.js": ###"""
// Draws tiles on the sheets: their pixels once they have come, and until then the best that is known of them.

import { around, carriedFrom, divedFrom, isElsewhere, isOfSize, mapped } from "../values/frames.js";
import { common, isWithin, meets } from "./sheets.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * A tile larger than the view is drawn up to `reach` views beyond it, and drawn again when less than `near` views are left.
 */
const reach = 0.4, near = 0.1;

/** Milliseconds for which a mosaic's tile fades in over an older or a coarser one. */
const fading = 120;

/**
 * Px of a place's shorter side from which on it is filled until its picture comes. Smaller ones are left to the bands, whose patches are
 * exact there to a px or two.
 */
const leastFilled = 64;

/** How many times as large as it is a picture has pixels with edges: an icon of few pixels would be a blur. */
const blownUp = 5;

/** What a tile represents: an item, or a place in a mosaic. */
export const standing = (/** @type {Page.Tile} */ tile) => (tile.mosaic ? tile.place : tile.item);

export class Pixels {
  #parent; #sheets; #decoder; #shown; #bands;
  #style = null;
  /** What is seen where a picture is to come, and beneath a transparent one. */
  #waiting = ""; #paper = "";
  /** Whether a zoom was just painted; its next step probably needs the same pixels. */
  #isZooming = false;
  /** Whether a gesture zooms: the next mosaic would come before this one has faded in. */
  #isHurried = false;
  #isChart = false;
  /** The view of the last plan, in runway px. */
  #view = null;
  /** Whether the pixels of pictures are seen as squares. */
  isSquare = false;
  /** Is called where a file turns out to have no thumbnail. */
  onBare = () => {};

  /**
   * @param parent is an element whose style has the colours.
   * @param shown has the slots that are painted: url → slot.
   * @param bands has what lies beneath; null where there are no bands.
   */
  constructor(parent, sheets, decoder, shown, bands) {
    [this.#parent, this.#sheets, this.#decoder, this.#shown, this.#bands] = [parent, sheets, decoder, shown, bands];
  }

  /**
   * A plan is painted next.
   * @param {Page.Plan} plan
   * @param {import("./painter.js").At} at
   * @param view is the rectangle of the viewport in runway px.
   */
  begin(plan, { carry, isHurried = false }, view) {
    this.readColours();
    this.#isChart = Boolean(plan.chart);
    this.#isZooming = Boolean(isElsewhere(carry));
    this.#isHurried = isHurried;
    this.#view = view;
  }

  /**
   * Takes the colours of the style sheet as they are where the pictures are. To say them the browser has to style what has
   * changed since: so they are read once a plan, before any of it is painted.
   */
  readColours() {
    this.#style ??= getComputedStyle(this.#parent);
    this.#waiting = this.#style.getPropertyValue("--wait");
    this.#paper = this.#style.getPropertyValue("--paper");
  }

  /** Decides how much of a tile is drawn for the current view. */
  lookAt(slot) {
    const view = this.#view;
    const { seen, drawnArea } = slot;
    const isLarge = seen.width > view.width + 1 || seen.height > view.height + 1;
    slot.area = !isLarge ? seen : meets(seen, around(view, reach)) ? common(seen, around(view, reach)) : null;
    if (!slot.isDrawn) return;
    const needed = isLarge ? common(seen, around(view, near)) : seen;
    // What was drawn beyond its place has been drawn over by the pictures that lie there now.
    if (needed.width <= 0 || needed.height <= 0 || isWithin(needed, drawnArea)) slot.area = slot.drawnArea = common(drawnArea, seen);
    else slot.isDrawn = false;
  }

  /** Erases a slot's place: nothing will be drawn there. */
  erase(slot) {
    slot.isFilled = false;
    this.#sheets.erase(slot.area);
  }

  /** Erases what was drawn outside of a place's new frame: a mosaic's last row may have become shorter. */
  eraseAround(area, frame) {
    if (!frame) return this.#sheets.erase(area);
    const [right, bottom] = [area.x + area.width, area.y + area.height];
    const [across, down] = [frame.x + frame.width, frame.y + frame.height];
    if (down < bottom) this.#sheets.erase({ ...area, y: down, height: bottom - down });
    if (across < right) this.#sheets.erase({ ...area, x: across, width: right - across });
  }

  /**
   * Copies a tile's pixels from the sheets of the last plan: its own, or those of the same picture.
   * @param {import("./slot.js").Slot} slot
   * @param {any} was
   * @param {import("./painter.js").At} at
   * @param {Map<string, any>} before
   */
  carryOver(slot, was, { carry, dive = null }, before) {
    const { frame, tile } = slot;
    slot.isCovered = slot.isFilled = false;
    if (was?.isDrawn && isOfSize(was.frame, frame)) {
      // Its own pixels, as far as they were drawn.
      const [dx, dy] = [frame.x - was.frame.x, frame.y - was.frame.y];
      slot.drawnArea = { ...was.area, x: was.area.x + dx, y: was.area.y + dy };
      slot.isDrawn = true;
      this.lookAt(slot);
      if (slot.area) this.#sheets.copy(was.frame, frame, slot.area);
      if (slot.isDrawn) return;
    }
    slot.isDrawn = false;
    slot.drawnArea = null;
    if (tile.mosaic && slot.area) return this.#carryMosaic(slot, before, dive);
    if (!tile.isFirst || !slot.area) return;
    const seen = was?.isDrawn ? was : isElsewhere(carry) ? { frame: carriedFrom(frame, carry) } : before.get(tile.item);
    if (!seen) return;
    // Beyond the part that was drawn lay other pictures.
    const area = seen.area ? common(slot.area, mapped(seen.area, seen.frame, frame)) : slot.area;
    if (area.width <= 0 || area.height <= 0) return;
    if (!isWithin(slot.area, area)) this.#sheets.fill(slot.area, tile.colour ?? this.#waiting);
    this.#sheets.copy(seen.frame, frame, area);
    slot.isCovered = true;
  }

  /** Fills a mosaic tile's place with what was there before, or with what a zoom has moved there, on a neutral tone. */
  #carryMosaic(slot, before, dive) {
    const { frame, area } = slot;
    const from = dive ? divedFrom(frame, dive) : before.get(standing(slot.tile))?.frame;
    if (!from) return;
    this.#sheets.fill(area, this.#waiting);
    this.#sheets.copy(from, frame, area);
    slot.isCovered = true;
  }

  /** Shows the thumbnail from the camera's file until the picture comes. */
  showThumbnail(slot) {
    const { url } = slot;
    slot.isCovered = true;
    slot.thumbnail = this.#decoder.want({ url: slot.tile.thumbnail }, bitmap => {
      slot.thumbnail = null;
      if (bitmap instanceof ImageBitmap) this.#cover(slot, url, bitmap);
      else this.onBare();
    }, () => {
      slot.thumbnail = null;
      this.onBare();
    });
  }

  /** Shows a still of a film. @param {Blob} still */
  async showStill(slot, still) {
    const { url } = slot;
    slot.isCovered = slot.hasPoster = slot.hasStill = true;
    const bitmap = await createImageBitmap(still).catch(() => null);
    if (bitmap) this.#cover(slot, url, bitmap);
  }

  /** Draws what is shown in place of a picture that is to come. @param url is the tile that it belongs to. */
  #cover(slot, url, bitmap) {
    if (slot.url === url && !slot.isDrawn && slot.area) {
      this.#sheets.draw(bitmap, slot.frame, slot.area, { holes: this.#finer(slot) });
      // Nothing else comes for a film, so its still is erased with it.
      slot.hasPoster = slot.isFilled = Boolean(slot.tile.media);
    }
    bitmap.close();
  }

  /** Whether a part of a slot's tile is in the view. */
  isSeen(slot) { return Boolean(slot.area && this.#view && meets(slot.seen, this.#view)); }

  /** Returns the areas of finer tiles of the same item that are already drawn. */
  #finer({ tile }) {
    const found = [];
    for (const slot of this.#shown.values()) {
      if (slot.isDrawn && slot.tile.item === tile.item && slot.tile.level < tile.level) found.push(slot.drawnArea);
    }
    return found;
  }

  /**
   * Fills the places in view, and near it, of pictures that are to come, and those anew whose bands have changed. Most pictures come
   * before their place is seen.
   */
  hold() {
    const changes = this.#bands?.takeChanges() ?? [];
    if (this.#isChart || !this.#view) return;
    const nearby = around(this.#view, near);
    const inParts = new Set();
    for (const { tile } of this.#shown.values()) if (!tile.isFirst) inParts.add(tile.item);
    for (const slot of this.#shown.values()) {
      const { tile, area, seen } = slot;
      if (slot.ready || !meets(area, nearby) || !tile.isFirst && !tile.mosaic) continue;
      // A thumbnail covers the place once it has come.
      const isBare = !slot.isCovered || Boolean(slot.thumbnail);
      if (slot.isFilled ? changes.some(one => meets(one, seen)) : isBare) this.#fill(slot, inParts.has(tile.item) ? this.#finer(slot) : []);
    }
  }

  /** Fills a place with the picture's colour, and with what the bands show of it. @param holes are parts that are drawn. */
  #fill(slot, holes) {
    const { area, seen, tile } = slot;
    if (this.#bands?.isShown && Math.min(seen.width, seen.height) < leastFilled) return;
    slot.isFilled = true;
    // A band's patch has edges on whole steps of the band: it is stretched to where the picture will lie.
    const parts = (this.#bands?.patchesAt(seen) ?? [])
      .map(({ canvas, frame, patch, isOpaque }) => ({ canvas, isOpaque, frame: mapped(frame, patch, seen) }))
      .filter(({ frame }) => meets(frame, area));
    const isWhole = parts.length === 1 && parts[0].isOpaque && isWithin(area, parts[0].frame);
    if (!isWhole) this.#sheets.fill(area, tile.colour ?? this.#waiting, holes);
    for (const { canvas, frame } of parts) {
      this.#sheets.draw(canvas, frame, common(frame, area), { holes, isSmooth: false, isOver: !isWhole });
    }
  }

  /** Moves by as much as the runway's origin has moved. */
  shift(dx, dy) {
    if (this.#view) this.#view = { ...this.#view, x: this.#view.x + dx, y: this.#view.y + dy };
  }

  /** Draws a tile whose pixels have come. */
  draw(slot, bitmap) {
    // The tile has left the view meanwhile.
    if (!slot.area) return bitmap.close();
    if (slot.tile.mosaic) return this.#fade(slot, bitmap);
    const paper = this.#isChart ? null : this.#paper;
    this.#sheets.draw(bitmap, slot.frame, slot.area, {
      holes: this.#finer(slot), paper, isSmooth: !this.isSquare && slot.frame.width <= blownUp * bitmap.width,
    });
    slot.isDrawn = true;
    slot.isFilled = false;
    slot.drawnArea = { ...slot.area };
    slot.endThumbnail();
    if (this.#isZooming) this.#decoder.keep(slot.source, bitmap);
    else bitmap.close();
  }

  /** Fades a mosaic's tile in; draws it at once where nothing lies beneath, or where motion is not wanted. */
  #fade(slot, bitmap) {
    const { url } = slot;
    const start = performance.now();
    const isSudden = reduced.matches || !slot.isCovered || this.#isHurried;
    slot.isDrawn = true;
    slot.drawnArea = { ...slot.area };
    const step = now => {
      // The slot stands for another tile by now, or its tile is drawn anew.
      if (slot.url !== url || !slot.area || !slot.isDrawn) return bitmap.close();
      const share = isSudden ? 1 : Math.min(1, Math.max(0.15, (now - start) / fading));
      this.#sheets.draw(bitmap, slot.frame, slot.area, { share, isSmooth: false });
      if (share < 1) requestAnimationFrame(step);
      else bitmap.close();
    };
    step(start);
  }
}

"""###,
        "scene/plane.js": ###"""
// The axes of a plane: their ticks, and the two fields that place the pictures.

import { element } from "../elements/element.js";
import { places, title } from "../values/fields.js";

/** Px that the axes and their fields cover at the upper edge, at the left one and at the lower one. */
const [head, breadth, foot] = [44, 60, 76];

export class Plane {
  #box; #axes; #on;
  /** Where the content was when the ticks were told. */
  #offset = { x: 0, y: 0 };

  /**
   * @param byId gives an element by its id.
   * @param on has `entry()`, the collection; `isShown()`, whether a plane is to be shown; `offset()`, where the content is;
   *   `inset()`, what covers the view's edges, in px; and `change(view)`, for other fields.
   */
  constructor(view, byId, on) {
    [this.#box, this.#on] = [byId("plane"), on];
    this.#axes = ["x", "y"].map(name => {
      const [picker, log] = [byId(`field-${name}`), byId(`log-${name}`)];
      const [field, logarithm] = name === "x" ? ["fieldX", "logX"] : ["fieldY", "logY"];
      picker.addEventListener("change", () => on.change({ [field]: picker.value || undefined, [logarithm]: undefined }));
      log.addEventListener("click", () => on.change({ [logarithm]: log.ariaPressed !== "true" || undefined }));
      return { name, picker, log, ticks: byId(`plane-${name}`) };
    });
    view.addEventListener("scroll", () => { if (!this.#box.hidden) this.#follow(); }, { passive: true });
  }

  /** Adds what the axes cover to what covers the view's edges: [top, left, bottom, right] in px. */
  beside(/** @type {number[]} */ inset) {
    const [top, left, bottom, right] = inset;
    return this.#on.isShown() ? [top + head, left + breadth, bottom + foot, right] : inset;
  }

  /** @param {Page.Plan} plan */
  paint(plan) {
    this.#box.hidden = !plan.plane;
    if (!plan.plane) return;
    const [top, left, bottom, right] = this.#on.inset();
    for (const [name, value] of Object.entries({ top, left, bottom, right })) this.#box.style.setProperty(`--${name}`, `${value}px`);
    const fields = (this.#on.entry().fields ?? []).filter(places);
    this.#offset = plan.contentOffset;
    for (const { name, picker, log, ticks } of this.#axes) {
      const axis = plan.plane[/** @type {"x" | "y"} */ (name)];
      const names = fields.map(field => field.name);
      // Without a field upwards, pictures are stacked.
      const options = [...(name === "y" ? [new Option("Number of pictures", "")] : []), ...names.map(name => new Option(title(name), name))];
      if ([...picker.options].map(({ value }) => value).join() !== options.map(({ value }) => value).join()) picker.replaceChildren(...options);
      picker.value = axis.field ?? "";
      log.hidden = !axis.field || !["linear", "logarithmic"].includes(axis.scale);
      log.ariaPressed = String(axis.scale === "logarithmic");
      ticks.replaceChildren(...axis.ticks.map(({ at, label, context }) => element("span", { css: { "--at": `${at}px` } },
        label, ...(context ? [element("b", {}, context)] : []))));
    }
    this.#follow();
  }

  /** The ticks go with the content, each along its axis. */
  #follow() {
    const { x, y } = this.#on.offset();
    this.#box.style.setProperty("--x", `${this.#offset.x - x}px`);
    this.#box.style.setProperty("--y", `${this.#offset.y - y}px`);
  }

  shift() {}
  clear() { this.#box.hidden = true; }
}

"""###,
        "scene/player.js": ###"""
// Plays a video, of which the server makes no picture, or the film of a photo, in the browser's player.

import { element as make } from "../elements/element.js";

/** What it is called: “Video”, “XYZ picture”. @param media is a media type. */
export function kindOf(media) {
  const [kind, format] = media.split("/");
  return kind === "video" ? "Video" : `${format.toUpperCase()} picture`;
}

/** Milliseconds for which a pointer counts as what has used a control. */
const patience = 5000;

export class Player {
  #element;

  /**
   * @param parent is where it plays.
   * @param video has the address and the name of what is played.
   * @param failed is called where the browser cannot show it.
   * @param ended is called at the end of a film that plays by itself; null for a video that waits for the reader.
   */
  constructor(parent, /** @type {{original?: string, name?: string}} */ { original, name }, failed, ended = null) {
    const element = make("video");
    this.#element = element;
    element.addEventListener("error", failed);
    Object.assign(element, { controls: true, playsInline: true, preload: "metadata", ariaLabel: name ?? "Video" });
    if (ended) {
      element.autoplay = true;
      element.addEventListener("ended", ended);
    }
    // Events in the player do not reach the page's own gestures and keys.
    for (const type of ["pointerdown", "mousedown", "click", "dblclick", "keydown"]) {
      element.addEventListener(type, (/** @type {any} */ event) => {
        if (type !== "keydown" || /^( |Arrow|Enter|Home|End)/.test(event.key)) event.stopPropagation();
      });
    }
    this.#listen();
    element.src = original;
    parent.append(element);
  }

  /**
   * After a pointer has used a control of the player, the player itself has the keys: while a control of Chromium's has them, the page is told
   * of none, not even of Escape. Who came there by keys stays.
   */
  #listen() {
    const element = this.#element;
    let pointed = -Infinity;
    const take = () => {
      if (document.activeElement !== element || element.matches(":focus") || performance.now() - pointed > patience) return;
      if (element.matches(":active")) setTimeout(take, 50);
      else element.focus({ preventScroll: true });
    };
    for (const type of ["pointermove", "pointerdown"]) element.addEventListener(type, () => { pointed = performance.now(); });
    for (const type of ["focusin", "play", "pause", "seeked", "volumechange"]) element.addEventListener(type, () => setTimeout(take));
  }

  /** Ends the player and releases what the browser has fetched. */
  end() {
    const element = this.#element;
    element.removeAttribute("src");
    element.load();
    element.remove();
  }
}

"""###,
        "scene/progress.js": ###"""
// Shows how much of a large picture is read while its tiles are not there.

import { known } from "../wire/api.js";

/** Milliseconds until the progress is shown, and between two questions. */
const pause = 500;

export class Progress {
  #element; #isWaiting; #url = null; #timer = 0;

  /** @param isWaiting says whether some of what is shown is still to come. */
  constructor(element, isWaiting) {
    this.#element = element;
    this.#isWaiting = isWaiting;
  }

  /** Watches the item with these facts, or none where it is null. */
  watch(url) {
    if (this.#url !== url) this.#end();
    this.#url = url;
    if (url) this.#timer ||= setTimeout(() => this.#look(url), pause);
  }

  #end() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#element.hidden = true;
  }

  async #look(url) {
    if (!this.#isWaiting()) return this.#end();
    /** @type {Wire.ItemDetails | null} */
    const details = await known(url);
    if (this.#url !== url) return;
    // Only a large picture's reading has a progress.
    const progress = this.#isWaiting() ? details?.progress : undefined;
    this.#element.hidden = progress === undefined || progress === null;
    if (!this.#element.hidden) {
      const percent = Math.floor(progress * 100);
      this.#element.ariaValueNow = percent;
      this.#element.textContent = `Reading the picture: ${percent} %`;
    }
    this.#timer = setTimeout(() => this.#look(url), pause);
  }
}

"""###,
        "scene/sheets.js": ###"""
// Draws the pixels of all tiles on a few canvases: a canvas or an element for each tile would cost a layer each.

import { element } from "../elements/element.js";

const right = ({ x, width }) => x + width;
const bottom = ({ y, height }) => y + height;

/** Whether two rectangles overlap by more than an edge. */
export const meets = (one, other) =>
  one.x < right(other) && other.x < right(one) && one.y < bottom(other) && other.y < bottom(one);

/** The intersection of two rectangles. */
export function common(one, other) {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  return { x, y, width: Math.min(right(one), right(other)) - x, height: Math.min(bottom(one), bottom(other)) - y };
}

/** Whether a rectangle lies in another one, apart from rounding errors. */
export const isWithin = (one, other) => one.x > other.x - 0.01 && one.y > other.y - 0.01
  && right(one) < right(other) + 0.01 && bottom(one) < bottom(other) + 0.01;

/**
 * Rounds a length up to a whole number of both px and device pixels. Browsers lay out in 64ths of a px: a canvas whose device pixels
 * end in between lacks its last row or is blurred.
 */
function even(px, ratio) {
  for (let side = Math.ceil(px); side < px + 64; side += 1) {
    if (Math.abs(side * ratio - Math.round(side * ratio)) < 1e-4) return side;
  }
  return Math.ceil(px * ratio) / ratio;
}

/** The colour space of the canvases: Display P3 where the screen shows more than sRGB. */
const colours = () => ({ colorSpace: matchMedia("(color-gamut: p3)").matches ? "display-p3" : "srgb" });

/** About how many device pixels a sheet has in the scrolling direction. Small sheets copy less when a part of them changes. */
const stretch = 256;

/**
 * Canvases of one size, side by side in the runway, where there is something to draw. All rectangles are in runway px; `ratio` is the
 * number of device pixels in a px.
 */
export class Sheets {
  #parent; #onLost;
  /** "column row" → {canvas, context, column, row}. */
  #sheets = new Map();
  /** The sheets of the layout before, and where they lay: their pixels can be copied. */
  #old = null;
  #free = [];
  /** The corner of column 0, row 0. */
  #base = { x: 0, y: 0 };
  #size = { width: 0, height: 0 };
  /** By how many px sheets overlap: while they are scaled, the ground would shine through between two that only touch. */
  #overlap = 0;
  #ratio = 1;

  /** @param onLost is called when the browser has lost the canvases, as after a reset of the graphics card. */
  constructor(parent, onLost) {
    this.#parent = parent;
    this.#onLost = onLost;
  }

  /** Canvases in use, for tests. */
  get all() { return [...this.#sheets.values()]; }

  /** Whether sheets were made for a viewport of this size. */
  fits({ width, height, isAcross }) {
    const { width: across, height: down, isAcross: was } = this.#viewport;
    return this.#ratio === devicePixelRatio && across === width && down === height && was === isAcross;
  }
  #viewport = {};

  /**
   * Begins with empty sheets; the previous ones can be copied from until `end()`.
   * @param corner is where the viewport's corner lies.
   * @param viewport is {width, height, isAcross}: in px, and whether content is long from left to right.
   */
  begin(corner, viewport) {
    this.end();
    this.#old = { sheets: this.#sheets, base: this.#base, size: this.#size, ratio: this.#ratio };
    const isOther = !this.fits(viewport);
    this.#sheets = new Map();
    this.#ratio = devicePixelRatio;
    this.#viewport = { ...viewport };
    const sides = [viewport.width, viewport.height, stretch / this.#ratio];
    const [width, height, short] = sides.map(side => even(side, this.#ratio));
    this.#size = viewport.isAcross ? { width: short, height } : { width, height: short };
    this.#overlap = even(1 / this.#ratio, this.#ratio);
    this.#base = { ...corner };
    if (isOther) for (const canvas of this.#free.splice(0)) canvas.remove();
  }

  /** Releases the sheets from before `begin`. */
  end() {
    for (const { canvas } of this.#old?.sheets.values() ?? []) this.#release(canvas);
    this.#old = null;
  }

  /** Releases the sheets that none of these rectangles touches. @param spare is how many empty ones are kept for the next plan. */
  keep(frames, spare = 2) {
    const needed = new Set(frames.flatMap(frame => this.#places(frame).map(({ key }) => key)));
    for (const [key, { canvas }] of this.#sheets) {
      if (needed.has(key)) continue;
      this.#sheets.delete(key);
      this.#release(canvas);
    }
    for (const canvas of this.#free.splice(spare)) canvas.remove();
  }

  clear() {
    this.end();
    this.keep([], 0);
  }

  /**
   * Draws a picture in place of what was there, which does not shine through transparent parts.
   * @param frame is the whole picture's rectangle.
   * @param seen is the part to draw.
   * @param options `holes` are parts that are left as they are; `paper` is a colour to lie beneath, null for none; `isOver` leaves what was
   *   there beneath; `share` is how much of it is seen, from 0 to 1: with less than 1, what was there shines through.
   */
  draw(picture, frame, seen, options = {}) {
    const { holes = [], paper = null, isSmooth = true, isOver = false, share = 1 } = /** @type {any} */ (options);
    this.#each(seen, holes, (context, at, area) => {
      context.globalAlpha = share;
      if (share === 1 && !isOver) context.clearRect(...area);
      if (paper) this.#fill(context, paper, area);
      context.imageSmoothingEnabled = isSmooth;
      context.imageSmoothingQuality = "medium";
      context.drawImage(picture, ...at(frame));
    });
  }

  /** Fills with a colour. @param holes are parts that are left as they are. */
  fill(seen, colour, holes = []) { this.#each(seen, holes, (context, at, area) => this.#fill(context, colour, area)); }

  erase(seen) { this.#each(seen, [], (context, at, area) => context.clearRect(...area)); }

  /** Copies pixels from before `begin`: what was in the rectangle `from` is drawn to `frame`, within `seen`. */
  copy(from, frame, seen) {
    const { sheets, base, size, ratio } = this.#old;
    const [scaleX, scaleY] = [frame.width / from.width, frame.height / from.height];
    for (const { canvas, column, row } of sheets.values()) {
      const sheet = { x: base.x + column * size.width, y: base.y + row * size.height, ...size };
      if (!meets(sheet, from)) continue;
      const to = {
        x: frame.x + (sheet.x - from.x) * scaleX, y: frame.y + (sheet.y - from.y) * scaleY,
        width: (canvas.width / ratio) * scaleX, height: (canvas.height / ratio) * scaleY,
      };
      if (!meets(to, seen)) continue;
      this.#each(seen, [], (context, at) => {
        context.imageSmoothingEnabled = true;
        context.drawImage(canvas, ...at(to));
      });
    }
  }

  /** Returns a canvas with the pixels of a rectangle. */
  picture(seen) {
    const canvas = element("canvas");
    canvas.width = Math.max(1, Math.round(seen.width * this.#ratio));
    canvas.height = Math.max(1, Math.round(seen.height * this.#ratio));
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", colours()));
    for (const { key, column, row } of this.#places(seen)) {
      const sheet = this.#sheets.get(key);
      const { x, y } = this.#corner(column, row);
      if (sheet) context.drawImage(sheet.canvas, Math.round((x - seen.x) * this.#ratio), Math.round((y - seen.y) * this.#ratio));
    }
    return canvas;
  }

  /** Moves all by as much as the runway's origin has moved. */
  shift(dx, dy) {
    this.#base = { x: this.#base.x + dx, y: this.#base.y + dy };
    for (const sheet of this.#sheets.values()) this.#put(sheet);
  }

  #fill(context, colour, area) {
    context.fillStyle = colour;
    context.fillRect(...area);
  }

  #corner(column, row) {
    return { x: this.#base.x + column * this.#size.width, y: this.#base.y + row * this.#size.height };
  }

  /** Returns the columns and rows of the sheets that a rectangle touches. */
  #places({ x, y, width, height }) {
    const places = [];
    // A thousandth of a px is a rounding error.
    const first = (from, side) => Math.floor((from + 0.001) / side), last = (to, side) => Math.ceil((to - 0.001) / side);
    const { width: across, height: down } = this.#size;
    for (let row = first(y - this.#base.y, down); row < last(y + height - this.#base.y, down); row += 1) {
      for (let column = first(x - this.#base.x, across); column < last(x + width - this.#base.x, across); column += 1) {
        places.push({ key: `${column} ${row}`, column, row });
      }
    }
    return places;
  }

  /**
   * Calls `paint(context, at, area)` for each sheet that a rectangle touches: `at` converts a rectangle to x, y, width and height in
   * whole device pixels of the sheet; `area` is the given rectangle.
   */
  #each(seen, holes, paint) {
    const overlap = this.#overlap, own = new Set(this.#places(seen).map(({ key }) => key));
    const grown = { x: seen.x - overlap, y: seen.y - overlap, width: seen.width + overlap, height: seen.height + overlap };
    for (const { key, column, row } of this.#places(grown)) {
      // A sheet that does not exist overlaps nothing.
      const sheet = this.#sheets.get(key) ?? (own.has(key) ? this.#add(key, column, row) : null);
      if (!sheet) continue;
      const { context, canvas } = sheet;
      const { x, y } = this.#corner(column, row);
      // Plans put edges on whole device pixels, but the browser's scroll position may be a fraction of one.
      const at = frame => {
        const [left, top] = [Math.round((frame.x - x) * this.#ratio), Math.round((frame.y - y) * this.#ratio)];
        return [left, top, Math.round((right(frame) - x) * this.#ratio) - left, Math.round((bottom(frame) - y) * this.#ratio) - top];
      };
      context.save();
      const area = at(seen);
      context.beginPath();
      context.rect(...area);
      context.clip();
      for (const hole of holes) {
        context.beginPath();
        context.rect(0, 0, canvas.width, canvas.height);
        context.rect(...at(hole));
        context.clip("evenodd");
      }
      paint(context, at, area);
      context.restore();
    }
  }

  #add(key, column, row) {
    const canvas = this.#free.pop() ?? this.#make();
    // Also empties it.
    const [width, height] = [this.#size.width + this.#overlap, this.#size.height + this.#overlap];
    canvas.width = Math.round(width * this.#ratio);
    canvas.height = Math.round(height * this.#ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    canvas.hidden = false;
    const sheet = { canvas, context: canvas.getContext("2d", colours()), column, row };
    this.#sheets.set(key, sheet);
    this.#put(sheet);
    return sheet;
  }

  #make() {
    const canvas = this.#parent.appendChild(element("canvas"));
    canvas.addEventListener("contextrestored", () => this.#onLost());
    return canvas;
  }

  #put({ canvas, column, row }) {
    const { x, y } = this.#corner(column, row);
    const whole = value => Math.round(value * this.#ratio) / this.#ratio;
    canvas.style.transform = `translate(${whole(x)}px, ${whole(y)}px)`;
  }

  #release(canvas) {
    canvas.hidden = true;
    // Gives back its pixels.
    canvas.width = canvas.height = 0;
    this.#free.push(canvas);
  }
}

"""###,
        "scene/slot.js": ###"""
// An element that represents one tile after another: its name, its link, and why it cannot be shown. Its pixels lie on a sheet beneath,
// or in an element of its own where only that can show them.

import { element } from "../elements/element.js";
import { badgeWords, captionOf, cornerText, moves, restingValue, stars, valueText } from "../values/badges.js";
import { notedIn } from "./notedsign.js";
import { kindOf, Player } from "./player.js";

/** Px of the shorter side of a picture's place from which on there is room for words. */
export const leastSaid = 72;

/** Writes the number of pictures in a bin as 12 or 3.4K. */
const few = new Intl.NumberFormat(undefined, { notation: "compact" });

/** An element that represents one tile after another. */
export class Slot {
  #decoder; #on; #request = null;

  /** @param on has `came(slot, bitmap)`, and `ended(slot)` when nothing more is to come. */
  constructor(parent, decoder, on) {
    this.#decoder = decoder;
    this.#on = on;
    this.link = element("a", { draggable: false, tabIndex: -1 });
    this.element = element("div", { className: "slot", role: "listitem" }, this.link);
    parent.append(this.element);
  }

  /** The URL of the tile it stands for; "" for none. */
  url = "";
  /** Whether the slot is final: the picture is drawn, or it is known why not. */
  get ready() { return this.isDrawn || !this.area || this.failure !== null || this.#isPlaying || Boolean(this.tile?.media); }
  /** Whether the tile's pixels are on the sheets, where its frame is. */
  isDrawn = false;
  /** The part to be drawn and the part that is drawn, in runway px; of a tile larger than the view not all. Null for nothing. */
  area = null;
  drawnArea = null;
  /** Whether the file's own thumbnail, or a still of a film, is shown instead of the picture. */
  set hasPoster(hasPoster) {
    if (hasPoster === this.#hasPoster) return;
    this.#hasPoster = hasPoster;
    this.element.classList.toggle("poster", hasPoster);
    this.#sayAll();
  }
  #hasPoster = false;
  /** Whether that is a still, which the page has made. */
  hasStill = false;
  /** Whether it stands for a film of which nothing is seen, and no thumbnail is on its way. */
  get lacksStill() {
    return this.#isFilm && this.tile.isFirst && !this.isAlone && this.failure === null && !this.thumbnail && !this.#hasPoster;
  }
  get #isFilm() { return Boolean(this.tile?.media?.startsWith("video/")); }
  /** Whether something is drawn in its place until its own pixels come. */
  isCovered = false;
  /** Whether its place is filled until then. */
  isFilled = false;
  /** Why the tile cannot be shown; null if nothing is wrong. */
  failure = null;
  /** The whole tile's rectangle, and the part within its clip, in runway px. */
  frame = { x: 0, y: 0, width: 0, height: 0 };
  seen = this.frame;
  get x() { return this.frame.x; }
  get y() { return this.frame.y; }
  get width() { return this.frame.width; }
  get height() { return this.frame.height; }

  show(/** @type {Page.Tile} */ tile, count, href) {
    this.url = tile.url;
    this.isDrawn = this.isCovered = this.isFilled = false;
    this.drawnArea = null;
    this.failure = null;
    this.tile = tile;
    this.hasPoster = this.hasStill = false;
    this.#attempts = 0;
    this.element.classList.remove("shown");
    this.element.classList.add("current");
    this.element.hidden = false;
    this.element.dataset.item = tile.mosaic ? "" : tile.item;
    this.describe(tile, count, href);
    if (tile.failure) this.fail(tile.failure);
  }

  /** Loads the picture from its bytes or its address, a source of `decoder.js`; null until the bytes have come. */
  load(source) {
    if (this.tile.media) this.#play();
    else if (!this.isAlone) this.#stop();
    if (!this.tile.media && source && this.area && this.failure === null && !this.#request && !this.isDrawn && !this.image) this.#ask(source);
  }

  #ask(source) {
    const { url } = this;
    const bitmap = this.#decoder.take(source);
    this.source = source;
    if (bitmap) return this.#came(bitmap);
    this.#request = this.#decoder.want(source, result => {
      this.#request = null;
      this.#came(result);
    }, ({ message, retryAfter }) => {
      this.#request = null;
      this.fail(message, url, retryAfter);
    }, this.isAlone);
  }

  #came(result) {
    if (result instanceof Blob) this.#showElement(result);
    else {
      this.#on.came(this, result);
      this.#loaded();
    }
  }

  /** Shows an animation, or a picture without pixels of its own, in an element. */
  #showElement(blob) {
    const { url } = this;
    const image = element("img", { alt: "", draggable: false, src: URL.createObjectURL(blob) });
    this.image = image;
    image.decode().then(() => {
      if (this.image !== image) return;
      this.#isPlaying = true;
      this.#loaded();
    }, () => {
      if (this.image === image) this.fail(`This browser cannot show ${blob.type}.`, url);
    });
    this.element.prepend(image);
  }

  /** Plays the original if it fills the view; elsewhere its name is shown. */
  #play() {
    if (!this.isAlone) this.#stop();
    if (!this.isAlone || this.#player || this.failure !== null) return;
    const { url } = this;
    this.#player = new Player(this.element, this.tile, () => {
      this.fail("This browser cannot show it. The original can be downloaded.", url);
    });
  }
  /**
   * Plays the film of a photo that fills the view, in the photo's place; ends it if it plays.
   * @param film is its address. @param failed is called where the browser cannot play it; the photo stays then.
   */
  playFilm(/** @type {string} */ film, failed) {
    if (this.#player) return this.#stop();
    if (!this.isAlone || this.tile.media) return;
    const player = new Player(this.element, { original: film, name: `Film of ${this.name}` }, () => {
      if (this.#player !== player) return;
      this.#stop();
      failed();
    }, () => { if (this.#player === player) this.#stop(); });
    this.#player = player;
  }
  #stop() {
    this.#player?.end();
    this.#player = null;
  }
  #player = null;
  /** Whether its picture fills the view. */
  isAlone = false;

  #letGo() {
    if (this.#request) this.#decoder.cancel(this.#request);
    this.#request = null;
    this.#stop();
    if (!this.image) return;
    URL.revokeObjectURL(this.image.src);
    this.image.removeAttribute("src");
    this.image.remove();
    this.image = null;
    this.#isPlaying = false;
  }
  #isPlaying = false;
  /** The element that shows the picture, where no sheet can. */
  image = null;
  /** The bytes, or where they are. */
  source = null;

  /**
   * Represents another tile. Only an item's first tile has a link and a sign, so screen readers meet each picture once.
   * @param href leads to it; null where it cannot be opened.
   */
  describe(/** @type {Page.Tile} */ tile, count, href) {
    this.tile = tile;
    const { kind, pages, rating, flag, label } = tile.badge ?? {};
    const words = [tile.index, count, tile.isFirst, tile.media, tile.duration, tile.name, kind, pages, rating, flag, label, tile.sortValue?.text, tile.count, this.#hasRoom].join();
    if (words !== this.#words) this.#write(tile, count);
    this.#words = words;
    this.#describeLink(tile.isFirst ? href : null);
    this.#describeFailure();
  }
  /** Sets the attributes that have changed: most plans change none, and each one that is set leaves garbage. */
  #words = "";

  #write(tile, count) {
    const { element } = this;
    element.classList.toggle("over", !tile.isFirst);
    element.classList.toggle("named", Boolean(tile.media));
    element.classList.toggle("video", this.#isFilm);
    element.classList.toggle("moves", moves(tile));
    // An index changes when files before it come or go.
    element.dataset.index = tile.index;
    if (tile.isFirst) {
      element.removeAttribute("aria-hidden");
      element.setAttribute("aria-posinset", tile.index + 1);
      element.setAttribute("aria-setsize", count);
      this.name = tile.name ?? `Picture ${(tile.index + 1).toLocaleString()}`;
    } else {
      element.setAttribute("aria-hidden", "true");
      this.name = "";
    }
    this.#badge = tile.isFirst ? badgeWords(tile).join(", ") : "";
    this.#sayAll();
    this.#noted = notedIn(element, this.#noted, tile.isFirst && this.#hasRoom ? tile.badge : null);
  }

  /** Sets all that the style sheet writes on the cell. */
  #sayAll() {
    const { tile } = this;
    const hasRoom = tile.isFirst && this.#hasRoom;
    // A picture that is not shown has its name in a sign.
    const isSaid = hasRoom && (!tile.media || this.#isFilm && this.#hasPoster);
    this.#say("name", isSaid ? captionOf(tile, this.name.split("/").at(-1)) : "");
    this.#say("value", isSaid ? restingValue(tile) : "");
    this.#say("corner", hasRoom ? cornerText(tile) : "");
    this.#say("count", tile.isFirst && tile.count ? few.format(tile.count) : "");
  }

  #noted = null;

  /** What its badge says in words. */
  #badge = "";

  /** Whether its place is large enough for words. */
  get #hasRoom() { return Math.min(this.seen.width, this.seen.height) >= leastSaid; }

  /** Sets what the style sheet writes on the cell; "" for nothing. */
  #say(name, text) {
    const { dataset } = this.link;
    if (text) dataset[name] = text;
    else delete dataset[name];
  }

  #describeLink(href) {
    const { link } = this;
    const { media } = this.tile;
    const name = [this.name, this.#mark ? "marked" : "", this.#isSelected ? "selected" : "", media ? kindOf(media) : "", this.#badge].filter(Boolean).join(", ");
    if (this.#described === `${href} ${name}`) return;
    this.#described = `${href} ${name}`;
    link.ariaLabel = name;
    if (href) {
      link.href = href;
      link.removeAttribute("role");
    } else {
      link.removeAttribute("href");
      link.setAttribute("role", "img");
    }
  }
  #described = "";

  /** Which of the marked pictures it shows, counted from 1; 0 for none: see `marks.js`. */
  set mark(mark) {
    if (mark === this.#mark) return;
    this.#mark = mark;
    if (mark) this.element.dataset.mark = String(mark);
    else delete this.element.dataset.mark;
    this.#describeLink(this.link.getAttribute("href"));
  }
  get mark() { return this.#mark; }
  #mark = 0;

  /** Whether its picture is selected. */
  set isSelected(isSelected) {
    if (isSelected === this.#isSelected) return;
    this.#isSelected = isSelected;
    this.element.classList.toggle("selected", isSelected);
    this.#describeLink(this.link.getAttribute("href"));
  }
  get isSelected() { return this.#isSelected; }
  #isSelected = false;

  /** Whether it shows the picture that was looked at last. */
  get isLast() { return this.#isLast; }
  set isLast(isLast) {
    if (isLast === this.#isLast) return;
    this.#isLast = isLast;
    this.element.classList.toggle("last", isLast);
  }
  #isLast = false;

  /** What the picture is called; "" where another tile stands for it. */
  name = "";

  /** The request for the file's own thumbnail, for `Decoder.cancel`; null without one. */
  thumbnail = null;
  endThumbnail() {
    if (this.thumbnail) this.#decoder.cancel(this.thumbnail);
    this.thumbnail = null;
  }

  clear() {
    this.url = "";
    this.endThumbnail();
    // Only this slot knows pixels that were requested by an address.
    if (this.source?.url) this.#decoder.drop(this.source);
    this.failure = null;
    this.isDrawn = this.isFilled = false;
    this.source = null;
    this.#letGo();
    this.#describeFailure();
    this.element.hidden = true;
    this.element.classList.remove("shown", "current");
  }

  /** @param frame is in runway px. @param clip is how much is cut off at its edges, in px. */
  put(frame, clip) {
    this.frame = frame;
    const { top, right, bottom, left } = clip ?? { top: 0, right: 0, bottom: 0, left: 0 };
    this.seen = { x: frame.x + left, y: frame.y + top, width: frame.width - left - right, height: frame.height - top - bottom };
    const edges = clip ? `${top}px ${right}px ${bottom}px ${left}px` : "";
    this.shift(0, 0);
    this.#style("width", `${frame.width}px`);
    this.#style("height", `${frame.height}px`);
    this.#style("clip-path", edges && `inset(${edges})`);
    // A sign stays within the visible part of the frame.
    this.#style("--seen", edges || "0");
  }

  /** Sets a property only if it changes: a browser parses equal values, too. */
  #style(property, value) {
    if (this.#styles[property] === value) return;
    this.#styles[property] = value;
    this.element.style.setProperty(property, value);
  }
  #styles = {};

  /** Moves it by as much as the runway's origin has moved. */
  shift(dx, dy) {
    for (const box of new Set([this.frame, this.seen, this.area, this.drawnArea])) {
      if (!box) continue;
      box.x += dx;
      box.y += dy;
    }
    this.#style("transform", `translate(${this.frame.x}px, ${this.frame.y}px)`);
  }

  /** Has the pixels drawn again, because the tile or the colour beneath it has changed. */
  redraw() {
    this.isDrawn = false;
    this.load(this.source);
  }

  #loaded() {
    this.failure = null;
    this.#describeFailure();
    this.element.classList.add("shown");
    this.#on.ended(this);
  }

  /**
   * Says in a sentence why the tile with this URL cannot be shown.
   * @param retryAfter is in seconds, if the reason may pass: the tile is then requested again, each time after a longer pause.
   */
  fail(reason, url = this.url, retryAfter = undefined) {
    if (this.url !== url) return;
    this.failure = reason;
    this.#letGo();
    if (retryAfter) {
      const { tile } = this;
      setTimeout(() => {
        if (this.url !== url || this.tile.item !== tile.item || this.failure === null) return;
        this.#ask({ url });
      }, Math.min(60, retryAfter * 2 ** this.#attempts++) * 1000);
    }
    this.#describeFailure();
    this.#on.ended(this);
  }

  /** Shows the picture's name and why it cannot be shown, once per picture, in its first tile's slot. */
  #describeFailure() {
    const isSaid = this.failure !== null || (this.tile?.media && this.url);
    const reason = this.failure ?? (isSaid ? [kindOf(this.tile.media), stars(this.tile.badge?.rating), valueText(this.tile)].filter(Boolean).join(" · ") : "");
    const text = isSaid && this.tile.isFirst ? `${this.name}\n${reason}` : "";
    this.#title = text || this.name;
    this.element.classList.toggle("failed", this.failure !== null && Boolean(text));
    if (text === this.#signText) return;
    this.#signText = text;
    this.#sign?.remove();
    this.#sign = null;
    if (!text) return;
    this.#sign = element("div", { className: "sign" }, element("div", {}, element("b", {}, this.name), reason));
    this.element.append(this.#sign);
  }
  /** A tooltip. */
  set #title(title) {
    if (this.link.title !== title) this.link.title = title;
  }
  #sign = null;
  #signText = "";
  /** How often the tile's request has failed. */
  #attempts = 0;
}

"""###,
        "scene/slots.js": ###"""
// Paints the tiles of plans: their pixels on sheets, their names and links in elements that are reused.

import { divedFrom, isElsewhere, isSame } from "../values/frames.js";
import { Motion } from "./motion.js";
import { Pixels, standing } from "./pixels.js";
import { common, meets, Sheets } from "./sheets.js";
import { leastSaid, Slot } from "./slot.js";
import { Stills } from "./stills.js";

const isDark = matchMedia("(prefers-color-scheme: dark)");

/** The slots of a page: as many as the fullest plan had tiles, whatever the size of the collection. */
export class Slots {
  #parent; #decoder; #sheets; #pixels; #motion; #stills;
  #shown = new Map();
  #free = [];

  /**
   * @param parent is the layer of the slots, `beneath` that of their pixels, and `ground` what lies beneath both.
   * @param bands are the `Bands` on the ground; null where there are none.
   */
  constructor(parent, beneath, ground, decoder, bands = null) {
    this.#parent = parent;
    this.#decoder = decoder;
    const redraw = () => {
      this.#pixels.readColours();
      for (const slot of this.#shown.values()) if (slot.isDrawn) slot.redraw();
    };
    this.#sheets = new Sheets(beneath, redraw);
    this.#pixels = new Pixels(parent, this.#sheets, decoder, this.#shown, bands);
    this.#stills = new Stills(() => this.#films());
    this.#pixels.onBare = () => this.#stills.look();
    this.#motion = new Motion([ground, beneath, parent], this.#sheets);
    isDark.addEventListener("change", redraw);
    new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  /** Tiles painted, for tests: url → slot. */
  get shown() { return this.#shown; }
  /** Their pixels, for tests. */
  get sheets() { return this.#sheets; }

  /** Whether the pixels of pictures are seen as squares. */
  set isPixels(isPixels) {
    if (isPixels === this.#pixels.isSquare) return;
    this.#pixels.isSquare = isPixels;
    for (const slot of this.#shown.values()) if (slot.isDrawn) slot.redraw();
  }

  /**
   * Paints a plan. What both plans hold stays in its slot and on its sheet, so nothing is loaded or painted twice.
   * @param {Page.Plan} plan
   * @param {import("./painter.js").At} at
   */
  paint(plan, at) {
    const { corner, carry, viewport, linkTo } = at;
    if (at.isWaiting) return this.#wait();
    const view = { ...corner, width: viewport.width, height: viewport.height };
    this.#pixels.begin(plan, at, view);
    this.isWaiting = false;
    const tiles = this.#coarsestOf(plan.tiles);
    this.#decoder.tick();
    for (const tile of tiles) tile.frame = { x: corner.x + tile.x, y: corner.y + tile.y, width: tile.width, height: tile.height };
    const wanted = new Map(tiles.map(tile => [tile.url, tile]));
    // A tile that lies elsewhere now is drawn again, at first from what was painted before.
    const isAnew = !carry || isElsewhere(carry) || !this.#sheets.fits(viewport)
      || tiles.some(({ url, frame }) => this.#shown.has(url) && !isSame(this.#shown.get(url).frame, frame));
    /** item → {frame, area}: its whole rectangle, and the part that was drawn. */
    const before = new Map();
    for (const slot of this.#shown.values()) {
      const { tile, frame, drawnArea } = slot;
      if (slot.isDrawn && (tile.isFirst || tile.mosaic)) before.set(standing(tile), { frame, area: drawnArea });
    }
    this.#take(wanted, isAnew ? null : view);
    if (isAnew) this.#sheets.begin(corner, viewport);
    // −1 means that the number is not known yet (WAI-ARIA 1.2, aria-setsize).
    const size = plan.hasMore ? -1 : plan.count;
    const added = new Set();
    for (const tile of tiles) {
      let slot = this.#shown.get(tile.url);
      const was = slot && { frame: slot.frame, area: slot.drawnArea, isDrawn: slot.isDrawn };
      slot ??= this.#free.pop() ?? this.#new();
      slot.put(tile.frame, tile.clip);
      slot.isAlone = plan.layout === "pages" || plan.layout === "item";
      if (isAnew) slot.isDrawn = false;
      this.#pixels.lookAt(slot);
      this.#shown.set(tile.url, slot);
      const href = tile.isFirst ? linkTo(tile.item) : null;
      if (was) slot.describe(tile, size, href);
      else slot.show(tile, size, href);
      slot.isLast = tile.isFirst && tile.item === this.last;
      if (!was) added.add(slot.element);
      if (tile.mosaic) slot.isCovered = !isAnew && (slot.isCovered || before.has(standing(tile)));
      if (isAnew) this.#pixels.carryOver(slot, was, at, before);
      if (!slot.isCovered && slot.hasStill) slot.hasPoster = slot.hasStill = false;
      slot.load(tile.source ?? slot.source ?? (tile.source === undefined ? { url: tile.url } : null));
      if (!slot.isDrawn && !slot.isCovered && tile.thumbnail && !this.#stills.has(tile.url)) this.#pixels.showThumbnail(slot);
    }
    this.#pixels.hold();
    this.#sort(added);
    this.#sheets.end();
    this.#sheets.keep([...this.#shown.values()].map(slot => slot.area).filter(Boolean), isAnew ? this.#sheets.all.length : 2);
    this.#stills.look();
  }

  /** The films that are seen without a picture. @returns {import("./stills.js").Film[]} */
  #films() {
    const films = [];
    for (const slot of this.#shown.values()) {
      if (!slot.lacksStill || !this.#pixels.isSeen(slot)) continue;
      const isSmall = Math.min(slot.seen.width, slot.seen.height) < leastSaid;
      films.push({ key: slot.url, url: slot.tile.original, isSmall, done: still => this.#pixels.showStill(slot, still) });
    }
    return films;
  }

  /** Whether bands stand for the plan's tiles. */
  isWaiting = false;
  /** The id of the picture that was looked at last: it is outlined among the others. Null for none. */
  last = null;

  /** That picture, if its cell is in what a plan shows; else null. @param {Page.Plan | null} plan */
  lastSeen(plan) {
    const { index = -1, item = null } = [...this.#shown.values()].find(({ isLast }) => isLast)?.tile ?? {};
    return plan?.visible && index >= plan.visible.first && index <= plan.visible.last ? item : null;
  }

  /** Hides all tiles, so that bands are seen until the next plan is painted. */
  #wait() {
    this.#empty();
    this.#sheets.keep([], this.#sheets.all.length);
    this.isWaiting = true;
  }

  /**
   * Draws the bands' pictures on the sheets, so that a mosaic can replace the bands without a gap.
   * @param pictures are {canvas, x, y, width, height}, and `dive` says how they will lie: see `paint`.
   */
  adopt(pictures, corner, viewport, dive) {
    const view = divedFrom({ ...corner, ...viewport }, dive);
    this.#sheets.begin(view, viewport);
    for (const { canvas, ...frame } of pictures) if (meets(frame, view)) this.#sheets.draw(canvas, frame, common(frame, view));
  }

  /** Marks one tile of each item as its first: the coarsest, which lies behind the others. */
  #coarsestOf(/** @type {Page.Tile[]} */ tiles) {
    const coarsest = new Map();
    // A tile of a mosaic shows many items.
    for (const tile of tiles) {
      if (!tile.mosaic && !(coarsest.get(tile.item)?.level >= tile.level)) coarsest.set(tile.item, tile);
    }
    for (const tile of tiles) tile.isFirst = coarsest.get(tile.item) === tile;
    return tiles;
  }

  /** Sorts the elements by the pictures' order, in which screen readers and Tab go through them. */
  #sort(added) {
    const ordered = [...this.#shown.values()].filter(({ tile }) => tile.isFirst).sort((one, other) => one.tile.index - other.tile.index);
    const known = new Set(ordered.map(({ element }) => element));
    let next = this.#parent.firstElementChild;
    for (const { element } of ordered) {
      while (next && (!known.has(next) || added.has(next))) next = next.nextElementSibling;
      added.delete(element);
      if (element === next) next = next.nextElementSibling;
      // Moving the element with the focus would take it away; it is moved once it has lost the focus.
      else if (!element.contains(document.activeElement)) this.#parent.insertBefore(element, next);
    }
  }

  /** Frees the slots that are not wanted. @param view is where pixels of items that have gone are erased; null for nowhere. */
  #take(wanted, view) {
    const items = new Set([...wanted.values()].map(({ item }) => item));
    const places = new Map([...wanted.values()].filter(({ mosaic }) => mosaic).map(tile => [standing(tile), tile.frame]));
    for (const [url, slot] of this.#shown) {
      if (wanted.has(url)) continue;
      this.#shown.delete(url);
      const painted = slot.drawnArea ?? (slot.isFilled ? slot.area : null);
      if (view && painted && meets(slot.seen, view)) {
        if (slot.tile.mosaic) this.#pixels.eraseAround(painted, places.get(standing(slot.tile)));
        else if (!items.has(slot.tile.item)) this.#sheets.erase(painted);
      }
      slot.clear();
      this.#free.push(slot);
    }
  }

  #new() {
    return new Slot(this.#parent, this.#decoder, {
      came: (slot, bitmap) => this.#pixels.draw(slot, bitmap),
      ended: slot => { if (slot.failure !== null && slot.tile.isFirst && slot.area) this.#pixels.erase(slot); },
    });
  }

  /** The picture of a tile that is shown has come. */
  fill(url, source) { this.#shown.get(url)?.load(source); }

  /** The picture of a tile that is shown will not come; `detail` says why. */
  fail(url, detail, retryAfter) { this.#shown.get(url)?.fail(detail, url, retryAfter); }

  /** What the bands show has changed: so have the places of pictures that are to come. */
  refill() { this.#pixels.hold(); }

  /** Moves what is painted by as much as the runway's origin has moved. */
  shift(dx, dy) {
    for (const slot of this.#shown.values()) slot.shift(dx, dy);
    this.#sheets.shift(dx, dy);
    this.#pixels.shift(dx, dy);
  }

  /** Magnifies what is painted while a gesture zooms: see `motion.js`. */
  magnify(zoom, corner, from) { this.#motion.magnify(zoom, corner, from); }
  settle(zoom, corner) { this.#motion.settle(zoom, corner); }

  /** Lets an item's picture grow out of a rectangle in runway px, or shrink into its cell. */
  grow(item, from, isAlone) {
    for (const slot of this.#shown.values()) {
      if (slot.tile.item === item && slot.tile.isFirst) return this.#motion.grow(slot, from, isAlone);
    }
  }

  /** Where an item's picture is painted, in runway px. */
  frame(item) {
    for (const slot of this.#shown.values()) if (slot.tile.item === item && slot.tile.isFirst) return { ...slot.frame };
    return null;
  }

  /** The slot that stands for the item with this index. */
  slot(index) {
    for (const slot of this.#shown.values()) if (slot.tile.index === index && slot.tile.isFirst) return slot;
    return null;
  }

  /** Plays the film of an item that fills the view, or ends it: see `Slot.playFilm`. */
  playFilm(item, film, failed) {
    for (const slot of this.#shown.values()) if (slot.tile.item === item && slot.tile.isFirst) return slot.playFilm(film, failed);
  }

  /** Whether all that is seen of the item with this index is there and decoded. */
  isSharp(index) {
    const tiles = [...this.#shown.values()].filter(({ tile }) => tile.index === index);
    return tiles.length > 0 && tiles.every(({ ready }) => ready);
  }

  /** The slot that an element belongs to; null for none. */
  of(element) {
    const found = element.closest(".slot");
    if (found) for (const slot of this.#shown.values()) if (slot.element === found) return slot;
    return null;
  }

  /** Empties all slots before another layout or collection. */
  clear() {
    this.#empty();
    this.#sheets.clear();
  }

  #empty() {
    for (const slot of this.#shown.values()) {
      slot.clear();
      this.#free.push(slot);
    }
    this.#shown.clear();
    this.#stills.look();
  }
}

"""###,
        "scene/stills.js": ###"""
// Makes still pictures of films that have none of their own, by the browser's decoder: of those that are seen, while nothing moves.

import { element } from "../elements/element.js";

/** Milliseconds that a view rests until films are opened, and that a film has to show its picture. */
const rest = 300, patience = 8000;
/** How many films are open at once. */
const atOnce = 2;
/** Px of a still's longer side, and how many stills are kept, and keys of films without one: more than a view has. */
const longest = 640, mostKept = 60, mostBare = 4096;
/** Where a still is taken, since many films begin with black: a share of the film's length, and at most so many seconds. */
const share = 0.1, latest = 3;

/**
 * A film whose still is wanted.
 * @typedef {object} Film
 * @property {string} key stands for the film's contents
 * @property {string} url is where it is
 * @property {boolean} isSmall whether it is too small to be opened for a still: only one that is known is shown
 * @property {(still: Blob) => void} done gets a picture
 */

/** What is known, the oldest first: key → picture; null where the browser shows none. @type {Map<string, Blob | null>} */
const known = new Map();

/** Stills for one part of the page; all parts have what is known in common. */
export class Stills {
  #wanted; #timer = 0;
  /** The films that are open: key → how to close it. @type {Map<string, () => void>} */
  #open = new Map();

  /** @param {() => Film[]} wanted returns the films that are seen without a still, in the order in which they are opened. */
  constructor(wanted) { this.#wanted = wanted; }

  /** Whether a film's still is there. */
  has(key) { return Boolean(known.get(key)); }

  /** What is seen may have changed: films that are not wanted any more are closed, and others are opened later. */
  look() {
    clearTimeout(this.#timer);
    const wanted = this.#wanted();
    const keys = new Set(wanted.map(({ key }) => key));
    for (const [key, close] of this.#open) if (!keys.has(key)) close();
    for (const film of wanted) this.#tell(film);
    if (wanted.some(({ key, isSmall }) => !isSmall && !known.has(key))) this.#timer = setTimeout(() => this.#next(), rest);
  }

  /** Hands over a still that is known. */
  #tell({ key, done }) {
    const still = known.get(key);
    if (still) done(still);
  }

  #next() {
    for (const film of this.#wanted()) {
      if (this.#open.size >= atOnce) return;
      if (!film.isSmall && !known.has(film.key) && !this.#open.has(film.key)) this.#take(film);
    }
  }

  /** Opens a film and takes its still. */
  #take({ key, url }) {
    const video = element("video", { muted: true, playsInline: true, preload: "metadata" });
    const close = () => {
      clearTimeout(timer);
      this.#open.delete(key);
      // Gives back what the browser has fetched.
      video.removeAttribute("src");
      video.load();
    };
    const end = (/** @type {Blob | null} */ still) => {
      if (!this.#open.has(key)) return;
      close();
      this.#keep(key, still);
      for (const film of this.#wanted()) if (film.key === key) this.#tell(film);
      this.#next();
    };
    const timer = setTimeout(() => end(null), patience);
    this.#open.set(key, close);
    video.addEventListener("error", () => end(null));
    video.addEventListener("loadedmetadata", () => {
      if (!video.videoWidth) return end(null);
      // The length of what is written just now is infinite.
      video.currentTime = Number.isFinite(video.duration) ? Math.min(share * video.duration, latest) : 0;
    });
    video.addEventListener("seeked", () => drawn(video).then(end, () => end(null)));
    video.src = url;
  }

  #keep(key, still) {
    known.set(key, still);
    // A film that is seen without a picture would be opened again and again if it were forgotten.
    const alike = [...known].filter(([, other]) => Boolean(other) === Boolean(still));
    if (alike.length > (still ? mostKept : mostBare)) known.delete(alike[0][0]);
  }
}

/** Returns what a video shows, as a JPEG; null where it shows nothing. @returns {Promise<Blob | null>} */
function drawn(/** @type {HTMLVideoElement} */ video) {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, longest / Math.max(videoWidth, videoHeight));
  const canvas = element("canvas", { width: Math.max(1, Math.round(videoWidth * scale)), height: Math.max(1, Math.round(videoHeight * scale)) });
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise(resolve => { canvas.toBlob(resolve, "image/jpeg", 0.8); });
}

"""###,
        "scene/stops.js": ###"""
// The snap points of paged scrolling.

export class Stops {
  #elements;

  /** @param parent has an element for each page that a plan can have. */
  constructor(parent) { this.#elements = [...parent.children]; }

  /**
   * Puts them where the pages of a plan are.
   * @param {Page.Plan} plan
   * @param {import("./painter.js").At} at
   */
  paint({ pages }, { snapCorner: corner }) {
    this.clear();
    for (const { index, x } of pages ?? []) {
      const element = this.#elements[index % this.#elements.length];
      element.hidden = false;
      element.style.left = `${corner.x + x}px`;
    }
  }

  /** Removes all snap points before a jump: the browser would scroll back to the nearest. */
  clear() {
    for (const element of this.#elements) element.hidden = true;
  }

  /** Moves them by as much as the runway's origin has moved. */
  shift(dx) {
    for (const { style } of this.#elements) style.left = `${parseFloat(style.left) + dx}px`;
  }
}

"""###,
        "scene/tick.js": ###"""
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

"""###,
        "scene/tidy.js": ###"""
// Asks Chromium for garbage collections while plans come. Each frame leaves some hundred kilobytes of garbage (styles, layers, canvas
// states, events, messages). Chromium counts little of that as the script's, and lets 60 MB and more pile up.

/** Milliseconds between two collections; some 10 MB of garbage come in one second. */
const interval = 1500;
/**
 * Bytes of a buffer that is released at once: V8 collects after 64 MB of buffers were allocated. Its pages are never touched, so it takes
 * an address range and no memory.
 */
const enough = 96 << 20;
/** Other engines collect sooner, and one that fills buffers with zeros would pay for this. Only V8 has `performance.memory`. */
const isNeeded = "memory" in performance;

let last = 0;

/** A plan has been painted. */
export function tidy() {
  const now = performance.now();
  if (!isNeeded || now - last < interval) return;
  last = now;
  // Without a free address range the browser collects by itself.
  try { new ArrayBuffer(enough); } catch { /* It is asked again after the next interval. */ }
}

"""###,
        "select/alike.js": ###"""
// Shows the pictures that look like one of them.

import { knowsAlike } from "../values/groups.js";

export class Alike {
  /** @type {import("../state/shown.js").Shown} */
  #shown;
  #navigation;

  /**
   * @param byId gives an element by its id.
   * @param parts has what is `shown` and the `navigation`. @param menuItem returns the item that the menu is of.
   */
  constructor(byId, { shown, navigation }, menuItem) {
    [this.#shown, this.#navigation] = [shown, navigation];
    const button = byId("alike-item");
    byId("menu").addEventListener("beforetoggle", () => { button.hidden = !this.isOffered; });
    button.addEventListener("click", () => this.show(menuItem()));
  }

  /** Whether the collection knows what its pictures look like. */
  get isOffered() { return !this.#shown.isChart && knowsAlike(this.#shown.entry); }

  /** Shows the pictures that are alike, the nearest first. An open one is left for them. */
  show(item) { this.#navigation.showLike(item); }
}

"""###,
        "select/checks.js": ###"""
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

"""###,
        "select/choosing.js": ###"""
// Puts together what chooses pictures: the selection, and marks to compare where a server keeps no selection since it is read-only.

import { known } from "../wire/api.js";
import { sentence } from "../values/fields.js";
import { Marks } from "../panels/marks.js";
import { selectedQuery } from "../values/selection.js";
import { Annotating } from "../annotate/annotating.js";
import { Lists } from "../lists/lists.js";
import { Trail } from "../state/trail.js";
import { Alike } from "./alike.js";
import { Checks } from "./checks.js";
import { EdgeScroll } from "./edgescroll.js";
import { SelectionFrame } from "./frame.js";
import { GroupChecks } from "./groupchecks.js";
import { listenToChoice } from "./hands.js";
import { OpenCheck } from "./opencheck.js";
import { mostPaths, selectedPaths } from "./paths.js";
import { SelectedMenu } from "./selectedmenu.js";
import { SelectionBar } from "./selectionbar.js";
import { Selecting } from "./selecting.js";

/** The most pictures that are compared. */
const most = 4;

export class Choosing {
  #parts; #on; #checks; #groupChecks; #bar; #openCheck; #selecting; #markItem;

  /**
   * @param byId gives an element by its id.
   * @param parts has what is `shown`, the `view`, the `scroller`, the `slots`, the `headings`, the `cells`, the `runs`, the `cursor`, the `originals`, the
   *   `navigation`, the `search`, the `exporting` and the `pickers`.
   * @param on has `item()`, the picture that is open or has the focus, or null; `query()`, the parameters of a plan of what is seen now,
   *   or null; `inset()`, what covers the view's edges, in px; `request()`, which asks for a plan; `compare(items)`; `back()`, which
   *   leads from one picture to the others; `note(text, action)`, which says a sentence, with a button; `resized()`, when more or less
   *   of the view is covered; `cleared()`, when the button that had the focus has gone; `rescue()`, when what had it may have gone; and
   *   `facets(query, field, begins)`, what the server counts.
   */
  constructor(byId, parts, on) {
    [this.#parts, this.#on] = [parts, on];
    const { shown, view, scroller, slots, cells, cursor, originals, search, exporting } = parts;
    const layer = byId("slots");
    this.#markItem = byId("mark-item");
    this.#selecting = new Selecting(shown, { cursor, query: on.query, changed: on.request, note: on.note });
    const selecting = this.#selecting;
    const isAcross = () => shown.isAcross;
    const [isOffered, isChoosing] = [() => selecting.hasCells, () => selecting.count > 0];
    this.marks = new Marks(byId, slots, layer, {
      collection: () => (shown.isChart ? null : shown.collection),
      hasCells: () => !shown.isChart && !shown.isLooking && !selecting.isOffered,
      item: on.item, menuItem: () => originals.item, back: on.back, note: on.note, cleared: on.cleared,
      compare: items => {
        on.compare(items);
        // Beside a selection, marks are the way to one comparison only.
        if (selecting.isOffered) this.marks.forget();
      },
    });
    this.#checks = new Checks(layer, slots, { isOffered, isChoosing });
    this.#groupChecks = new GroupChecks(byId("sticky"), parts.headings, {
      isOffered, isChoosing, toggle: heading => selecting.group(heading), wheel: event => scroller.wheel(event),
    });
    this.#bar = new SelectionBar(byId, {
      isSelected: item => this.#isSelected(item),
      menuItem: () => originals.item,
      canSearch: () => search.isOffered,
      canExport: () => this.canExport,
      canNote: () => this.annotating.isOffered,
      show: () => this.show(),
      export: () => exporting.open(true),
      copy: () => this.copyPaths(),
      keywords: () => this.annotating.openKeywords(),
      rate: button => originals.openSelected(button),
      compare: () => this.compare(),
      all: () => selecting.all(),
      invert: () => selecting.invert(),
      none: () => this.none(),
      toggle: item => this.toggle(item),
      note: on.note,
      resized: on.resized,
      cleared: on.cleared,
    });
    this.#openCheck = new OpenCheck(byId("select-this"), { toggle: () => this.toggle(), cleared: on.cleared });
    const trail = new Trail();
    const current = { count: () => this.count, item: on.item, menuItem: () => originals.item };
    const menu = new SelectedMenu(byId, { ...current, isSelected: item => this.#isSelected(item), isLooking: () => shown.isLooking });
    // The button goes with the sentence, and the focus would with it.
    const note = (text, action = null) => on.note(text, action && { name: action.name, act() { action.act(); on.cleared(); } });
    this.annotating = new Annotating(byId, parts, {
      ...current, menuTarget: () => menu.target, trail, settled: () => selecting.settled, hold: other => selecting.hold(other),
      facets: on.facets, note, closed: on.rescue,
    });
    this.alike = new Alike(byId, parts, () => originals.item);
    const edge = new EdgeScroll(scroller, { inset: on.inset, isAcross });
    this.lists = new Lists(byId, parts, trail, {
      ...current, edge, isSelected: item => Boolean(this.#isSelected(item)), request: on.request, note, closed: on.rescue,
    });
    new SelectionFrame(view, byId("frame"), {
      isOffered, edge, offset: () => scroller.offset, select: (frame, isToggling) => selecting.frame(frame, isToggling),
    });
    listenToChoice(view, {
      isOffered, isChoosing, isAcross, edge,
      async at(target, point) {
        const slot = slots.of(target);
        const { index, item } = (slot && !slot.tile.mosaic ? slot.tile : cells.isThere ? await cells.find(point) : null) ?? {};
        return item ? { index, item } : null;
      },
      toggle: place => selecting.toggle(place), add: place => selecting.add(place),
      addTo: place => selecting.addTo(place), stretch: place => selecting.stretch(place),
    });
  }

  /** What changes the selection. */
  get selecting() { return this.#selecting; }
  /** How much of the view the bar covers at its foot, in px. */
  get height() { return this.#bar.height; }
  /** Whether pictures of what is shown can be selected. */
  get isOffered() { return this.#selecting.isOffered; }
  /** How many are. */
  get count() { return this.#selecting.count; }
  /** Whether Shift and an arrow selects: with a cursor, or from the last choice on. */
  get canExtend() { return this.#selecting.hasCells && (Boolean(this.#parts.cursor.element) || this.#selecting.hasLast); }
  /** Whether Space selects: a cell has the cursor. */
  get canToggleCell() { return this.#selecting.hasCells && Boolean(this.#parts.cursor.element); }

  extend(dx, dy) { return this.#selecting.extend(dx, dy); }

  /** Selects a picture, or deselects it: the given one, else the current one. */
  async toggle(given = null) {
    const { shown, slots, cursor, navigation } = this.#parts;
    const { isLooking } = shown;
    // The cursor, or the open picture, may be on its way.
    const here = await (isLooking ? navigation.reached() : cursor.where());
    const item = given ?? here?.item ?? this.#on.item();
    if (!item) return this.#on.note("Go to a picture with → and the other arrows, or open one: then x selects it.");
    await this.#selecting.settled;
    const before = this.count;
    const place = here?.item === item ? here : [...slots.shown.values()].find(({ tile }) => tile.item === item)?.tile;
    const answer = await this.#selecting.toggle({ index: place?.index ?? NaN, item });
    // The bar is not shown beside one picture.
    if (answer && isLooking) this.#on.note(`${answer.count > before ? "Selected" : "Deselected"}: ${answer.count.toLocaleString()} selected in all.`);
  }

  all() { return this.#selecting.all(); }
  /** Selects nothing. Where only the selected pictures are shown, all are shown again. */
  none() {
    const done = this.#selecting.none();
    if (this.#isAlone) this.#parts.navigation.search("", false);
    return done;
  }
  invert() { return this.#selecting.invert(); }

  /** Shows the selected pictures alone, or all again. */
  show() { this.#parts.navigation.search(this.#isAlone ? "" : selectedQuery, false); }

  /** Whether what is selected can be told to other programs: it is files. */
  get canExport() { return Boolean(this.#parts.shown.entry?.links.export); }

  /** Copies the paths of the selected pictures, one in each line. */
  async copyPaths() {
    const { shown: { entry, view }, exporting } = this.#parts;
    const { count } = this;
    const pictures = count === 1 ? "1 picture" : `${count.toLocaleString()} pictures`;
    if (count > mostPaths) {
      return this.#on.note(`The paths of ${pictures} are too many to be copied. They can be saved.`, { name: "Export…", act: () => exporting.open(true) });
    }
    try {
      const text = (await selectedPaths(entry, view)).trimEnd();
      // Browsers only let pages of this machine, or with a certificate, write to the clipboard.
      const isDone = await navigator.clipboard?.writeText(text).then(() => true, () => false);
      const whose = count === 1 ? "the path" : "the paths";
      this.#on.note(isDone ? `Copied ${whose} of ${pictures}.` : `The browser does not let this page copy ${whose}. They can be exported.`);
    } catch (failure) {
      this.#on.note(sentence(failure.message));
    }
  }

  /** Whether only the selected pictures are shown. */
  get #isAlone() { return this.#parts.shown.view.q === selectedQuery; }

  /** Compares the selected pictures, if they are two to four; else those that are marked, or the current one with one that is chosen next. */
  async compare() {
    const { shown } = this.#parts;
    const { count } = this;
    if (!this.isOffered || count < 2 || count > most) return this.marks.compare();
    const { entry, view: { order, group } } = shown;
    /** @type {Wire.Selection | null} */
    const found = await known(entry.links.selection, { limit: most, ...(order ? { order } : null), ...(group ? { group } : null) });
    if (!found) return this.#on.note("The selected pictures cannot be looked up just now.");
    if (shown.entry === entry && found.items.length > 1) this.#on.compare(found.items);
  }

  /** Whether a picture that is shown is selected; undefined where it is not shown. In a mosaic that is known of the outlined cell. */
  #isSelected(item) {
    const { slots, cells, runs } = this.#parts;
    const slot = [...slots.shown.values()].find(({ tile }) => tile.item === item && tile.isFirst);
    const frame = slot ? null : cells.frame(item);
    return slot ? Boolean(slot.tile.selected) : frame ? runs.has(frame) : undefined;
  }

  /** Shows what is selected after each plan, since slots are reused for other pictures. @param {Page.Plan} plan */
  painted(plan) {
    const { shown } = this.#parts;
    this.#checks.show();
    this.#groupChecks.show();
    this.#bar.show(plan, this.isOffered, this.#selecting.hasCells, shown.view.q ?? "");
    this.#openCheck.show(this.isOffered && shown.isLooking ? this.#isSelected(shown.picture) : undefined);
    this.#markItem.hidden = this.isOffered;
    this.annotating.painted();
    this.lists.painted();
    this.marks.show();
  }
}

"""###,
        "select/edgescroll.js": ###"""
// Scrolls while a drag is held near an edge of the view.

/** Px from an edge within which it scrolls, and by how much in a frame at most. */
const reach = 40;
const fastest = 16;

export class EdgeScroll {
  #scroller; #on; #frame = 0; #point = null; #moved = null;

  /** @param on has `inset()`, what covers the view's edges, in px: [top, left, bottom, right], and `isAcross()`, whether it scrolls sideways. */
  constructor(scroller, on) { [this.#scroller, this.#on] = [scroller, on]; }

  /** The drag is at a point of the window; `moved` is called after each step of the scrolling. */
  follow(point, moved) {
    [this.#point, this.#moved] = [point, moved];
    this.#frame ||= requestAnimationFrame(() => this.#step());
  }

  /** The drag has ended. */
  leave() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#point = this.#moved = null;
  }

  #step() {
    this.#frame = 0;
    const { width, height } = this.#scroller.viewport;
    const [top, left, bottom, right] = this.#on.inset();
    const isAcross = this.#on.isAcross();
    const [at, first, last] = isAcross ? [this.#point.x, left, width - right] : [this.#point.y, top, height - bottom];
    const by = Math.round(fastest * (Math.min(1, Math.max(0, (at - last + reach) / reach)) - Math.min(1, Math.max(0, (first + reach - at) / reach))));
    if (!by) return;
    this.#scroller.pan(isAcross ? by : 0, isAcross ? 0 : by);
    this.#moved();
    if (this.#point) this.#frame ||= requestAnimationFrame(() => this.#step());
  }
}

"""###,
        "select/frame.js": ###"""
// Draws a frame around pictures to select them: a drag of the mouse that begins in a gap between cells, or with Alt anywhere.

/** The shortest drag, in px; less is a click. */
const shortest = 6;

export class SelectionFrame {
  #view; #element; #on;
  /** Where the drag has begun: {x, y} of the window, and {left, top} of the content. Null for no drag. */
  #from = null;
  /** Where it is now, in px of the window. */
  #to = null;

  /**
   * @param element is what is drawn.
   * @param on has `isOffered()`; `offset()`, the content's at the view's corner; `select(frame, isToggling)`, with the frame in px from that
   *   corner; and `edge`, an `EdgeScroll`.
   */
  constructor(view, element, on) {
    [this.#view, this.#element, this.#on] = [view, element, on];
    const first = { capture: true };
    view.addEventListener("pointerdown", event => this.#begin(event), first);
    view.addEventListener("pointermove", event => this.#move(event), first);
    view.addEventListener("pointerup", event => this.#end(event), first);
    view.addEventListener("pointercancel", () => this.#leave(), first);
    document.addEventListener("keydown", event => {
      if (!this.#to || event.key !== "Escape") return;
      event.stopImmediatePropagation();
      this.#leave();
    }, first);
  }

  #begin(event) {
    if (event.pointerType === "touch" || event.button !== 0 || !event.isPrimary || !this.#on.isOffered()) return;
    const isGap = !event.target.closest(".slot, a, button");
    if (!isGap && !event.altKey) return;
    const { x, y } = this.#on.offset();
    const { left, top } = this.#view.getBoundingClientRect();
    this.#from = { x: event.clientX, y: event.clientY, left: event.clientX - left + x, top: event.clientY - top + y };
  }

  #move(event) {
    if (!this.#from) return;
    if (!(event.buttons & 1)) return this.#leave();
    const at = { x: event.clientX, y: event.clientY };
    if (!this.#to && Math.hypot(at.x - this.#from.x, at.y - this.#from.y) < shortest) return;
    // Until here it may become a click on what lies below.
    if (!this.#to) this.#view.setPointerCapture(event.pointerId);
    event.stopImmediatePropagation();
    this.#to = at;
    this.#paint();
    this.#on.edge.follow(at, () => this.#paint());
  }

  /** The frame in px from the view's corner. */
  get #frame() {
    const { x, y } = this.#on.offset();
    const { left, top } = this.#view.getBoundingClientRect();
    const [one, other] = [{ x: this.#from.left - x, y: this.#from.top - y }, { x: this.#to.x - left, y: this.#to.y - top }];
    // A frame that is drawn straight along meets what it passes, too.
    const [width, height] = [Math.max(1, Math.abs(one.x - other.x)), Math.max(1, Math.abs(one.y - other.y))];
    return { x: Math.min(one.x, other.x), y: Math.min(one.y, other.y), width, height };
  }

  #paint() {
    const { x, y, width, height } = this.#frame;
    const { style } = this.#element;
    this.#element.hidden = false;
    style.transform = `translate(${x}px, ${y}px)`;
    style.width = `${width}px`;
    style.height = `${height}px`;
  }

  #end(event) {
    const isFrame = Boolean(this.#to);
    const frame = isFrame ? this.#frame : null;
    this.#leave();
    if (!isFrame) return;
    event.stopImmediatePropagation();
    // The browser sends a click after it, which would open a picture.
    const eat = click => { click.stopImmediatePropagation(); click.preventDefault(); };
    addEventListener("click", eat, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", eat, { capture: true }));
    this.#on.select(frame, event.ctrlKey || event.metaKey);
  }

  #leave() {
    this.#from = this.#to = null;
    this.#element.hidden = true;
    this.#on.edge.leave();
  }
}

"""###,
        "select/groupchecks.js": ###"""
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

"""###,
        "select/hands.js": ###"""
// Selects with clicks and fingers: Ctrl or Shift and a click, a long press, taps while anything is selected, and a finger over cells.

/** Milliseconds of a long press, and px that a finger may move during one. */
const patience = 500;
const slack = 10;

const point = ({ clientX, clientY }) => ({ x: clientX, y: clientY });
const isNear = (one, other, distance) => Math.hypot(one.x - other.x, one.y - other.y) < distance;

/**
 * Listens to the view, before others take a click for opening a picture.
 * @param on has `isOffered()`, whether pictures can be selected in cells; `isChoosing()`, whether any is; `isAcross()`, whether fingers
 *   scroll sideways; `at(target, point)`, a promise of the place of the cell at a point of the window; `toggle(place)`, `add(place)`,
 *   `addTo(place)` and `stretch(place)`, see `Selecting`; and `edge`, an `EdgeScroll`.
 */
export function listenToChoice(view, on) {
  let kind = "";
  view.addEventListener("pointerdown", event => { kind = event.pointerType; }, { capture: true, passive: true });
  listenToClicks(view, on, () => kind);
  listenToFingers(view, on, () => kind);
}

function listenToClicks(view, on, kind) {
  let down = null;
  view.addEventListener("pointerdown", event => { down = point(event); }, { capture: true, passive: true });
  view.addEventListener("click", async event => {
    if (!on.isOffered() || event.button !== 0) return;
    const isCheck = Boolean(event.target.closest(".chooser"));
    const isTap = kind() === "touch" && event.detail > 0 && on.isChoosing();
    const isToggling = isCheck || event.ctrlKey || event.metaKey || isTap;
    if (!isToggling && !event.shiftKey || !isCheck && event.target.closest("button")) return;
    event.preventDefault();
    event.stopPropagation();
    // The end of a drag is no click.
    if (event.detail > 0 && down && !isNear(down, point(event), slack)) return;
    const place = await on.at(event.target, point(event));
    if (!place) return;
    if (event.shiftKey) on.addTo(place);
    else on.toggle(place);
  }, { capture: true });
}

function listenToFingers(view, on, kind) {
  /** @type {{x: number, y: number, target: Element} | null} Where a finger has begun that does nothing yet. */
  let start = null;
  /** Whether a finger selects what it passes, and where it is. */
  let isTaking = false;
  let last = null;
  let timer = 0;

  const begin = async () => {
    if (!start) return;
    const { target, ...from } = start;
    clearTimeout(timer);
    start = null;
    isTaking = true;
    const place = await on.at(target, from);
    last = place?.item;
    if (place) on.add(place);
    else end();
  };
  const reach = async at => {
    const target = document.elementFromPoint(at.x, at.y);
    const place = target && view.contains(target) ? await on.at(target, at) : null;
    if (!place || !isTaking || place.item === last) return;
    last = place.item;
    on.stretch(place);
  };
  const end = () => {
    clearTimeout(timer);
    start = null;
    isTaking = false;
    on.edge.leave();
  };
  view.addEventListener("touchstart", event => {
    end();
    if (event.touches.length !== 1 || !on.isOffered() || event.target.closest("button")) return;
    start = { ...point(event.touches[0]), target: event.target };
    timer = setTimeout(begin, patience);
  }, { capture: true, passive: true });
  view.addEventListener("touchmove", event => {
    if (event.touches.length !== 1) return end();
    const at = point(event.touches[0]);
    if (start && !isNear(start, at, slack)) {
      const isSideways = Math.abs(at.x - start.x) > 2 * Math.abs(at.y - start.y);
      // Nothing scrolls sideways there: a finger that does takes the cells that it passes.
      if (isSideways && on.isChoosing() && !on.isAcross()) begin();
      else end();
    }
    if (!isTaking) return;
    if (event.cancelable) event.preventDefault();
    event.stopPropagation();
    on.edge.follow(at, () => reach(at));
    reach(at);
  }, { capture: true, passive: false });
  view.addEventListener("touchend", event => {
    // No click comes of it.
    if (isTaking && event.cancelable) event.preventDefault();
    end();
  }, { capture: true, passive: false });
  view.addEventListener("touchcancel", end, { capture: true });
  view.addEventListener("contextmenu", event => {
    if (kind() !== "touch" || !on.isOffered()) return;
    // A long press selects; what a menu offers of one picture is offered where it is open, too.
    event.preventDefault();
    event.stopPropagation();
    begin();
  }, { capture: true });
}

"""###,
        "select/opencheck.js": ###"""
// The check beside an open picture: it says whether the picture is selected, and selects it.

export class OpenCheck {
  #button; #on;

  /** @param on has `toggle()`, and `cleared()`, when the button that had the focus has gone. */
  constructor(button, on) {
    [this.#button, this.#on] = [button, on];
    button.addEventListener("click", () => on.toggle());
  }

  /** @param isSelected is undefined where no picture is open that can be selected. */
  show(isSelected) {
    const button = this.#button;
    const hadFocus = button === document.activeElement;
    button.hidden = isSelected === undefined;
    if (hadFocus && button.hidden) this.#on.cleared();
    button.ariaPressed = String(isSelected === true);
  }
}

"""###,
        "select/paths.js": ###"""
// Asks for the paths of the pictures that are selected.

import { text } from "../wire/api.js";

/** The most paths that are copied at once. */
export const mostPaths = 100_000;

/**
 * Returns the paths of what is selected, one in each line: whole ones where the server tells them, else those below the collection's folder.
 * @param {Wire.Collection} entry @param {Page.View} view sorts them.
 * @throws a Failure.
 */
export async function selectedPaths({ links }, { order, group }) {
  const parameters = { as: "paths.txt", selected: true, ...(order ? { order } : null), ...(group ? { group } : null) };
  try {
    return await text(links.export, { ...parameters, paths: "absolute" });
  } catch (failure) {
    if (failure.status !== 403) throw failure;
    return text(links.export, parameters);
  }
}

"""###,
        "select/runs.js": ###"""
// Marks the selected cells of a mosaic, whose cells are no elements: the server says where they lie in runs.

export class Runs {
  #image; #path;
  /** The viewport's corner when they were painted, in runway px. */
  #corner = { x: 0, y: 0 };
  #outline = "";
  /** @type {Wire.Frame[]} The runs, in px from that corner. */
  #cells = [];

  /** @param image is an SVG image with one path. */
  constructor(image) { [this.#image, this.#path] = [image, image.querySelector("path")]; }

  /** @param {Page.Plan} plan @param {import("../scene/painter.js").At} at */
  paint({ selectedCells = [] }, { corner }) {
    this.#cells = selectedCells;
    this.#write(selectedCells.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`).join(""));
    this.#corner = { ...corner };
    this.#place();
  }

  /** Whether the middle of a frame is selected. @param {{x: number, y: number, width: number, height: number}} frame is in runway px. */
  has(frame) {
    const [x, y] = [frame.x + frame.width / 2 - this.#corner.x, frame.y + frame.height / 2 - this.#corner.y];
    return this.#cells.some(cell => x >= cell.x && x < cell.x + cell.width && y >= cell.y && y < cell.y + cell.height);
  }

  /** Moves by as much as the runway's origin has moved. */
  shift(dx, dy) {
    this.#corner = { x: this.#corner.x + dx, y: this.#corner.y + dy };
    this.#place();
  }

  clear() {
    this.#cells = [];
    this.#write("");
  }

  #write(outline) {
    if (outline === this.#outline) return;
    this.#outline = outline;
    this.#path.setAttribute("d", outline);
    this.#image.toggleAttribute("hidden", !outline);
  }

  #place() {
    if (this.#outline) this.#image.style.transform = `translate(${this.#corner.x}px, ${this.#corner.y}px)`;
  }
}

"""###,
        "select/selectedmenu.js": ###"""
// The menu's part about all that is selected: it takes the rating, the flag, the label and the keywords where the menu's picture is selected.

/** Acts of the menu whose key is one for a picture and for what is selected. */
const shared = ["copy", "list", "unlist", "compare"];

export class SelectedMenu {
  #on;
  #isOfAll = false;

  /**
   * @param byId gives an element by its id.
   * @param on has `menuItem()`, the item that the menu is of, or null where it is of the selection alone; `isSelected(item)`, undefined
   *   where that is not known; `count()`, how many pictures are selected; and `isLooking()`, whether one picture is open.
   */
  constructor(byId, on) {
    this.#on = on;
    const [menu, noting, after, part, words] = ["menu", "menu-noting", "list-item", "menu-selected", "menu-count"].map(byId);
    const rows = [...noting.querySelectorAll("[role=group]")].map(row => ({ row, name: row.ariaLabel }));
    const keyOf = (/** @type {string} */ name) => menu.querySelector(`${name} > kbd`);
    menu.addEventListener("beforetoggle", ({ newState }) => {
      if (newState !== "open") return;
      this.#isOfAll = this.#decide();
      menu.classList.toggle("many", this.#isOfAll);
      // The rows stand in one of two places, so that the keys reach them in the order in which they are seen.
      if (this.#isOfAll) words.after(noting);
      else after.before(noting);
      const count = on.count();
      part.hidden = count === 0;
      // Each key stands once, at what it acts on.
      const areKeysOfAll = count > 0 && !on.isLooking();
      for (const act of shared) {
        keyOf(`[data-act="${act}"]`).hidden = areKeysOfAll;
        keyOf(`[data-act="${act}-selected"]`).hidden = !areKeysOfAll;
      }
      keyOf("[data-noted=keywords]").hidden = areKeysOfAll && !this.#isOfAll;
      for (const { row, name } of rows) row.ariaLabel = this.#isOfAll ? `${name} of all that is selected` : name;
      words.textContent = this.#isOfAll && count > 1 ? `All ${count.toLocaleString()} selected` : `${count.toLocaleString()} selected`;
    });
  }

  /** Whether what the menu notes is noted of all that is selected. An open picture is meant alone, as by keys. */
  #decide() {
    const { menuItem, isSelected, isLooking, count } = this.#on;
    if (!count()) return false;
    return menuItem() === null || !isLooking() && isSelected(menuItem()) === true;
  }

  /** The pictures that the menu notes something of. @returns {import("../annotate/annotating.js").Target} */
  get target() { return this.#isOfAll ? { selected: true } : { items: [this.#on.menuItem()] }; }
}

"""###,
        "select/selecting.js": ###"""
// Changes the selection: the pictures of a collection that the reader has chosen. The server keeps it, so all windows see the same.

import { sentence } from "../values/fields.js";
import { changesOf } from "../values/selection.js";
import { change, queryOf } from "../wire/api.js";

/**
 * A picture and its index in what is shown; NaN where that is not known.
 * @typedef {{index: number, item: string}} Place
 */

export class Selecting {
  #on;
  /** @type {import("../state/shown.js").Shown} */
  #shown;
  /** Changes are sent one after the other. */
  #sending = Promise.resolve();
  /**
   * The range that a key, a click or a finger has begun, and what it is a range of; null before the first choice.
   * @type {{from: Place, reached: Place, of: string} | null}
   */
  #range = null;
  /** @type {Place | null} Where the range is to end next. */
  #goal = null;
  #isStretching = false;

  /**
   * @param shown is what the page shows.
   * @param on has `cursor`, the keyboard's; `query()`, the parameters of a plan of what is seen now, or null; `changed(answer)`, after
   *   a change; and `note(text)`, which says a sentence.
   */
  constructor(shown, on) { [this.#shown, this.#on] = [shown, on]; }

  /** Whether pictures of what is shown can be selected. A read-only server refuses every change. */
  get isOffered() { return Boolean(this.#address) && !this.#shown.isReadOnly && !this.#shown.isChart; }
  /** Whether they can be selected in cells. */
  get hasCells() { return this.isOffered && !this.#shown.isLooking; }
  /** How many pictures of the collection are selected. */
  get count() { return this.isOffered ? this.#shown.selectedCount : 0; }
  /** Resolves once all changes so far are made. */
  get settled() { return this.#sending; }

  get #address() { return this.#shown.entry?.links.selection; }

  /** The parameters that say which pictures are found, and in which order. */
  get #arrangement() {
    const { q, order, group } = this.#shown.view;
    return queryOf(Object.fromEntries(Object.entries({ q, order, group }).filter(([, value]) => value)));
  }

  /** Sends a change after those before it. @returns {Promise<Wire.Selection | null>} the answer; null where it failed. */
  #change(body, parameters = this.#arrangement) {
    const { collection } = this.#shown;
    const address = this.#address;
    const sent = this.#sending.then(() => this.#send(collection, address, parameters, body));
    this.#sending = sent.then(() => {});
    return sent;
  }

  async #send(collection, address, parameters, body) {
    try {
      /** @type {Wire.Selection} */
      const answer = await change(address, parameters, body);
      this.#shown.choose(collection, answer);
      this.#on.changed(answer);
      return answer;
    } catch (failure) {
      this.#on.note(sentence(failure.message));
      return null;
    }
  }

  /** Lets changes wait for something that is under way and counts on the selection as it is. @param {Promise<any>} other */
  hold(other) { this.#sending = Promise.all([this.#sending, other]).then(() => {}); }

  /** Selects a picture, or deselects it. Ranges begin with it. @param {Place} place */
  toggle(place) {
    this.#begin(place);
    return this.#change({ action: "toggle", items: [place.item] });
  }

  /** Selects a picture. Ranges begin with it. @param {Place} place */
  add(place) {
    this.#begin(place);
    return this.#change({ action: "add", items: [place.item] });
  }

  /** Selects what lies between the picture that was chosen last and this one. @param {Place} place */
  addTo(place) {
    // Under another search or order, that one may not be shown.
    if (!this.#range || this.#range.of !== this.#key) return this.add(place);
    return this.stretch(place);
  }

  /** Selects all that is shown: under a query, all that it finds. */
  all() { return this.#change({ action: "add", all: true }); }

  /** Selects nothing. */
  none() {
    this.#range = null;
    return this.#change({ action: "replace", items: [] }, null);
  }

  /** Selects what is not selected of what is shown, and deselects what is. */
  invert() { return this.#change({ action: "toggle", all: true }); }

  /**
   * Selects the group below a heading, or deselects it if all of it is selected.
   * @param {{first: number, count: number, selected?: number | null}} heading is a plan's.
   */
  async group({ first, count, selected }) {
    const change = action => this.#change({ action, heading: { first, count } });
    if (selected === count) return change("remove");
    if (selected !== null) return change("add");
    // The server has not counted them. If all were selected before, nothing has changed.
    await this.settled;
    const before = this.#shown.selectionRevision;
    const answer = await change("add");
    return answer && answer.revision === before ? change("remove") : answer;
  }

  /** Selects what a frame meets, or toggles it. @param {Wire.Frame} frame is in px from the viewport's corner. */
  frame(frame, isToggling) {
    const query = this.#on.query();
    if (query) this.#change({ action: isToggling ? "toggle" : "add", frame }, query);
  }

  // Ranges

  get #key() { return `${this.#shown.collection} ${this.#arrangement}`; }
  /** Whether a range can be continued without a cursor. */
  get hasLast() { return this.#range !== null && this.#range.of === this.#key && !Number.isNaN(this.#range.reached.index); }

  /** @param {Place} from */
  #begin(from) {
    this.#range = { from, reached: from, of: this.#key };
    this.#goal = null;
  }

  /** Moves the end of the range. While a change is under way only the newest end counts. @param {Place} to */
  async stretch(to) {
    this.#goal = to;
    if (this.#isStretching) return;
    this.#isStretching = true;
    while (this.#goal && this.#range) {
      const [range, goal] = [this.#range, this.#goal];
      this.#goal = null;
      await Promise.all(changesOf(range.from, range.reached, goal).map(body => this.#change(body)));
      range.reached = goal;
    }
    this.#isStretching = false;
  }

  /** The cursor goes to a neighbour, and the range goes with it. It begins where the cursor is, else where the last choice was. */
  async extend(dx, dy) {
    const { cursor } = this.#on;
    const from = await cursor.where() ?? (this.hasLast ? this.#range.reached : null);
    if (!from) return true;
    if (!this.hasLast || this.#range.reached.item !== from.item) this.#begin(from);
    const next = await cursor.reach(from, dx, dy);
    if (next) await this.stretch({ index: next.index, item: next.item });
    return next !== undefined;
  }
}

"""###,
        "select/selectionbar.js": ###"""
// The bar that says how much is selected, with what can be done with it, and the entries of menus that do the same.

import { element } from "../elements/element.js";
import { Menu } from "../panels/menu.js";
import { size } from "../values/fields.js";
import { selectedQuery } from "../values/selection.js";

/** The fewest and the most pictures that are compared. */
const [fewest, most] = [2, 4];
/** Milliseconds after which a change is announced: several changes are one. */
const pause = 400;

export class SelectionBar {
  #bar; #count; #said; #on; #buttons; #item; #menu;
  #timer = 0;
  #below = "";
  /** What was announced last, and of which collection; null before the first plan. */
  #last = { collection: null, count: 0 };

  /**
   * @param byId gives an element by its id.
   * @param on has `isSelected(item)`, undefined where that is not known; `menuItem()`, the item that the menu is of; `canSearch()`,
   *   `canNote()` and `canExport()`, whether the selected ones of them can be exported; what the buttons do: `show()`,
   *   `export()`, `copy()`, `keywords()`, `rate(button)`, `compare()`, `all()`, `invert()`, `none()` and `toggle(item)`; `note(text)`, which says a
   *   sentence; `resized()`, when the bar covers more or less; and `cleared()`, when the button that had the focus has gone.
   */
  constructor(byId, on) {
    this.#on = on;
    [this.#bar, this.#count, this.#said, this.#item] = ["selection", "selection-count", "selection-said", "select-item"].map(byId);
    const acts = {
      "selection-show": on.show, "selection-export": on.export, "selection-compare": () => this.#compare(), "selection-all": on.all,
      "selection-invert": on.invert, "selection-clear": on.none, "select-all-button": on.all,
      "show-selected-item": on.show, "export-selected-item": on.export, "compare-selected-item": on.compare, "select-none-item": on.none,
      "copy-selected-item": on.copy, "selection-copy-row": on.copy, "selection-export-row": on.export, "selection-keywords-row": on.keywords, "selection-rate": () => on.rate(this.#buttons["selection-rate"]),
      "select-item": () => on.toggle(on.menuItem()),
    };
    this.#buttons = Object.fromEntries(Object.keys(acts).map(id => [id, byId(id)]));
    for (const [id, act] of Object.entries(acts)) this.#buttons[id].addEventListener("click", () => act());
    const menu = byId("selection-menu");
    this.#menu = new Menu(byId("selection-more"), menu, { opening() {} });
    menu.addEventListener("click", () => this.#menu.close());
    byId("menu").addEventListener("beforetoggle", () => {
      const isSelected = on.isSelected(on.menuItem());
      this.#item.firstChild.data = isSelected === undefined ? "Select, or deselect " : isSelected ? "Deselect " : "Select ";
    });
    new ResizeObserver(() => this.#measure()).observe(this.#bar);
    addEventListener("resize", () => this.#measure());
  }

  #compare() {
    if (this.#buttons["selection-compare"].ariaDisabled === "true") this.#on.note(`Select ${fewest} to ${most} pictures: then they are compared.`);
    else this.#on.compare();
  }

  /** Called when it may have another size or place: for each plan it would cost a layout. */
  #measure() {
    const height = this.#bar.hidden ? 0 : innerHeight - this.#bar.getBoundingClientRect().top;
    if (height === this.height) return;
    this.height = height;
    document.body.style.setProperty("--selection-height", `${height}px`);
    this.#on.resized();
  }

  /** How much of the view it covers at its foot, in px. */
  height = 0;

  /**
   * A plan was painted.
   * @param {Page.Plan} plan
   * @param isOffered says whether pictures can be selected, and `hasCells`, whether in cells.
   * @param {string} query is what is looked for.
   */
  show({ collection, layout, selection, count: found, total = found }, isOffered, hasCells, query) {
    const count = (isOffered && selection?.count) || 0;
    const { canSearch, canNote, canExport } = this.#on;
    const [isAny, canCompare] = [count > 0, count >= fewest && count <= most];
    const offered = {
      // What the bar has depends on the collection alone, so that no button moves while the selection grows.
      "selection-show": canSearch(), "selection-rate": canNote(), "selection-keywords-row": canNote(), "selection-export": canExport(),
      "show-selected-item": isAny && canSearch(), "export-selected-item": isAny && canExport(), "copy-selected-item": isAny && canExport(),
      "selection-copy-row": canExport(), "selection-export-row": canExport(),
      "compare-selected-item": canCompare, "select-none-item": isAny, "select-item": isOffered, "select-all-button": hasCells,
    };
    for (const [id, isHere] of Object.entries(offered)) this.#buttons[id].hidden = !isHere;
    this.#buttons["selection-compare"].ariaDisabled = String(!canCompare);
    this.#nameShow(query === selectedQuery);
    const hadFocus = this.#bar.contains(document.activeElement);
    this.#bar.hidden = !count || !hasCells;
    if (this.#bar.hidden) this.#menu.close(false);
    if (hadFocus && !document.activeElement.checkVisibility()) this.#on.cleared();
    const bytes = selection?.bytes;
    const text = `${count.toLocaleString()} of ${total.toLocaleString()} selected${bytes === undefined ? "" : ` · ${size(bytes)}`}`;
    if (this.#count.textContent !== text) this.#count.textContent = text;
    const [all, widest] = [total.toLocaleString(), bytes === undefined ? "" : " · 888.8 MB"];
    const longest = `${all} of ${all} selected${widest}`;
    if (this.#count.dataset.widest !== longest) this.#count.dataset.widest = longest;
    // On a phone the search field lies below it; over a strip it lies higher.
    const below = `${layout} ${document.body.style.getPropertyValue("--find-height")}`;
    if (below !== this.#below) this.#measure();
    this.#below = below;
    this.#announce(collection, count, count ? text : "Nothing is selected");
  }

  /** @param isAlone says whether the selected pictures are shown alone. */
  #nameShow(isAlone) {
    const show = this.#buttons["selection-show"];
    if (show.textContent === (isAlone ? "Show all" : "Show selected")) return;
    // Where there is little room, the long part is left out.
    if (isAlone) show.replaceChildren(element("span", { className: "long" }, "Show "), "all");
    else show.replaceChildren("Show", element("span", { className: "long" }, " selected"));
    show.ariaLabel = show.textContent;
    show.title = isAlone ? "Show all pictures again" : "Show the selected pictures alone";
  }

  /** Tells screen readers how much is selected once that stops changing; not what was so before. */
  #announce(collection, count, text) {
    const { collection: before, count: last } = this.#last;
    this.#last = { collection, count };
    if (collection !== before) {
      clearTimeout(this.#timer);
      this.#said.textContent = "";
    } else if (count !== last) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => { this.#said.textContent = text; }, pause);
    }
  }
}

"""###,
        "site/collections.js": ###"""
// Asks what there is to show: the server, or the files of a site that was published.

import { answerBy, json, site } from "../wire/api.js";
import { collections as known } from "../wire/collections.js";
import { takeAway } from "./parts.js";

/** Asks until there is an answer. @param {(text: string, action: {name: string, act: () => void}) => void} say is told why there is none yet. */
export const collections = say => (site ? known(say, published) : known(say));

/**
 * The one collection of a site. Nothing can be changed there.
 * @returns {Promise<Wire.Collections>}
 */
async function published() {
  /** @type {Page.SiteEntry} */
  const found = await json(site);
  // Where there is a server, this is not read.
  const { Source } = await import("./source.js");
  answerBy(new Source(found));
  takeAway();
  return { collections: [found], readOnly: true };
}

"""###,
        "site/files.js": ###"""
// Reads the files of a published site, each once while it is in use.

import { json } from "../wire/api.js";

/** The most files that are kept: those of some screens. */
const most = 160;

/** Fills the names in braces of an address. @param {string} template @param {Record<string, any>} values */
export const filled = (template, values) => template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name]));

/**
 * A picture's cell in a band.
 * @typedef {{index: number, item: string, name: string, x: number, y: number, tiles: Wire.PictureTile[]}} BandItem
 */

export class Files {
  #entry;
  /** @type {Map<string, Promise<any>>} The longest unused first. */
  #known = new Map();

  /** @param {Page.SiteEntry} entry */
  constructor(entry) { this.#entry = entry; }

  /** The JSON of a file. @throws a Failure. */
  read(address) {
    const known = this.#known.get(address) ?? json(address, null).catch(failure => {
      this.#known.delete(address);
      throw failure;
    });
    this.#known.delete(address);
    this.#known.set(address, known);
    if (this.#known.size > most) this.#known.delete(this.#known.keys().next().value);
    return known;
  }

  /**
   * The pictures of a band of a grid, in points of the grid.
   * @param {Page.SiteGrid} grid @returns {Promise<BandItem[]>}
   */
  async band(grid, number) {
    /** @type {{tiles: Wire.PictureTile[], corners: number[]}} */
    const { tiles, corners } = await this.read(filled(grid.bands, { band: number }));
    /** @type {Map<number, BandItem>} */
    const items = new Map();
    const top = number * grid.bandHeight;
    for (const tile of tiles) {
      const { index, item, name } = tile;
      const at = 2 * (index - number * grid.bandCount);
      if (!items.has(index)) items.set(index, { index, item, name, x: corners[at], y: corners[at + 1] + top, tiles: [] });
      items.get(index).tiles.push({ ...tile, y: tile.y + top });
    }
    return [...items.values()];
  }

  /**
   * The parts of a mosaic between two heights, in its points.
   * @param {Page.SiteGrid} grid @returns {Promise<Page.SitePart[]>}
   */
  async parts(grid, from, to) {
    const last = Math.ceil(grid.height / grid.bandHeight) - 1;
    const bands = [];
    for (let band = Math.max(0, Math.floor(from / grid.bandHeight)); band <= Math.min(last, Math.floor(to / grid.bandHeight)); band += 1) {
      bands.push(this.read(filled(grid.bands, { band })).then(({ tiles }) => tiles.map(tile => ({ ...tile, y: tile.y + band * grid.bandHeight }))));
    }
    return (await Promise.all(bands)).flat();
  }

  /** The number of pictures. */
  get count() { return this.#entry.count; }

  /** A picture, by its index, as the grid with the fewest columns has it. */
  itemAt(index) { return this.itemOf(this.#entry.site.grids[0], index); }

  /** A picture of a grid, by its index. @param {Page.SiteGrid} grid */
  async itemOf(grid, index) {
    const items = await this.band(grid, Math.floor(index / grid.bandCount));
    return items.find(item => item.index === index) ?? null;
  }

  /** The details and the levels of a picture. @returns {Promise<Page.SitePicture>} */
  picture(item) { return this.read(this.address(item)); }

  /** Where a picture is described. */
  address(item) { return filled(this.#entry.site.picture, { name: item }); }

  /** The picture with an index. @returns {Promise<Page.SitePicture>} */
  async pictureAt(index) {
    const { item } = await this.itemAt(index);
    return this.picture(item);
  }

  /** The index of a picture; null where there is no such picture. @returns {Promise<number | null>} */
  async index(item) {
    const { names, ending } = this.#entry.site;
    const end = ending ? item.slice(-ending) : "all";
    if (!/^[0-9a-z-]+$/.test(end)) return null;
    const indices = await this.read(filled(names, { ending: end })).catch(failure => {
      if (failure.status === 404) return {};
      throw failure;
    });
    return Object.hasOwn(indices, item) ? indices[item] : null;
  }
}

"""###,
        "site/frames.js": ###"""
// Moves and scales the frames of plans that were made beforehand.

/** Rounds a length to whole device pixels, so that neighbours meet without a seam. @returns {(length: number) => number} */
export const snapping = scale => length => Math.round(length * scale) / scale;

/** Whether two rectangles share an area. @param {Wire.Frame} one @param {Wire.Frame} other */
export const meet = (one, other) =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

/**
 * Scales a rectangle by factors, moves it to `from`, rounds its edges and tells them from `offset`.
 * @param {Wire.Frame} frame @param {Wire.Point} factor @param {Wire.Point} from @param {Wire.Point} offset
 * @returns {Wire.Frame}
 */
export function placed({ x, y, width, height }, factor, from, offset, snap) {
  const [left, right] = [snap(from.x + x * factor.x), snap(from.x + (x + width) * factor.x)];
  const [top, bottom] = [snap(from.y + y * factor.y), snap(from.y + (y + height) * factor.y)];
  return { x: left - offset.x, y: top - offset.y, width: right - left, height: bottom - top };
}

/** The rectangle of a size that lies in the middle of another one. @returns {Wire.Frame} */
export const centred = (/** @type {Wire.Size} */ { width, height }, /** @type {Wire.Frame} */ cell) =>
  ({ x: cell.x + (cell.width - width) / 2, y: cell.y + (cell.height - height) / 2, width, height });

export const clamp = (value, least, most) => Math.min(Math.max(value, least), Math.max(least, most));

/** A distance on which tiles around a view are shown, too, in px. */
export const overscan = 100;

"""###,
        "site/grid.js": ###"""
// A grid of a published site: bands of rows, scaled to the width of the view.

import { clamp, meet, placed, snapping } from "./frames.js";

/** With the fewest columns, a zoom by more than this opens the picture. */
const entering = Math.SQRT2;
/** By how much a step of a zoom by key magnifies. */
const step = 1.45;

/**
 * A question for a plan, read from its query: see `source.js`.
 * @typedef {import("./source.js").Ask} Ask
 */

export class Grid {
  files; ask; extent; factor; snap; isLast;

  /** @param {import("./files.js").Files} files @param {Page.SiteGrid} extent @param {Ask} ask @param isLast tells that no grid shows more. */
  constructor(files, extent, ask, isLast = false) {
    [this.files, this.extent, this.ask, this.isLast] = [files, extent, ask, isLast];
    this.factor = Math.max(1, ask.room.width) / extent.width;
    this.snap = snapping(ask.scale);
  }

  /** The grid whose columns are asked for, or else whose cells are about as large as people like them. @param {Page.SiteGrid[]} grids */
  static chosen(grids, { columns, room }) {
    const wanted = columns || (room.width < 600 ? 3 : (room.width + 4) / 204);
    return grids.reduce((best, grid) => (apart(grid.columns, wanted) < apart(best.columns, wanted) ? grid : best));
  }

  get cell() { return this.extent.cell * this.factor; }

  get offsetRange() {
    const { inset: [top, left, bottom], height } = this.ask;
    return { minX: -left, minY: -top, maxX: -left, maxY: Math.max(-top, this.extent.height * this.factor + bottom - height) };
  }

  /** The cell of an item, in px of the content. @param {import("./files.js").BandItem} item */
  frame(item) {
    return { x: item.x * this.factor, y: item.y * this.factor, width: this.cell, height: this.cell };
  }

  /** The cell of an item, in px of the view at an offset. @param {import("./files.js").BandItem} item @param {Wire.Point} offset */
  seen(item, offset) {
    const { x, y, ...size } = this.frame(item);
    return { x: x - offset.x, y: y - offset.y, ...size };
  }

  /** A picture of the grid. */
  item(index) { return this.files.itemOf(this.extent, index); }

  /** The pictures of all bands between two heights of the content, in px. */
  async #items(from, to) {
    const height = this.extent.bandHeight * this.factor;
    const last = Math.ceil(this.extent.height / this.extent.bandHeight) - 1;
    const bands = [];
    for (let band = Math.max(0, Math.floor(from / height)); band <= Math.min(last, Math.floor(to / height)); band += 1) {
      bands.push(this.files.band(this.extent, band));
    }
    return (await Promise.all(bands)).flat();
  }

  /** The picture nearest to a point of the view, and how far down in its cell the point lies, from 0 to 1. @param {Wire.Point} point */
  async at({ x, y }) {
    const { offset } = this.ask;
    const point = { x: offset.x + x, y: clamp(offset.y + y, 0, this.extent.height * this.factor - 1) };
    const items = await this.#items(point.y - this.cell, point.y + this.cell);
    const distance = item => {
      const { x, y, width, height } = this.frame(item);
      return Math.hypot(x + width / 2 - point.x, y + height / 2 - point.y);
    };
    const item = items.reduce((best, one) => (distance(one) < distance(best) ? one : best));
    return { item, fraction: (offset.y + y - this.frame(item).y) / this.cell };
  }

  /** How much a question zooms; null where it does not. */
  get zoomFactor() {
    const { toZoom, zoom, zoomSteps } = this.ask;
    return toZoom || zoomSteps ? (toZoom ?? zoom) / zoom * step ** zoomSteps : null;
  }

  /**
   * The grid that a zoom leads to, and its offset; null where it leads into a picture.
   * @param {Page.SiteGrid[]} grids @param {(extent: Page.SiteGrid) => Grid} laid lays one of them out.
   */
  async zoomed(grids, laid) {
    const { room, focus, focusItem, focusFraction } = this.ask;
    const wanted = this.cell * this.zoomFactor;
    if (this.extent === grids[0] && this.zoomFactor > entering) return null;
    const cellOf = extent => extent.cell * room.width / extent.width;
    const extent = grids.reduce((best, grid) => (apart(cellOf(grid), wanted) < apart(cellOf(best), wanted) ? grid : best));
    const index = focusItem ? await this.files.index(focusItem) : null;
    const under = await this.at(focus);
    const kept = index === null ? { ...under, index: under.item.index } : { index, fraction: focusFraction, item: await this.item(index) };
    const grid = laid(extent);
    const remainder = wanted / grid.cell;
    const own = grid.frame(await grid.item(kept.index));
    return {
      grid, zoom: {
        zoomRemainder: extent === grids.at(-1) ? Math.max(1, remainder) : remainder, leaves: false,
        zoomFocus: { item: kept.item.item, fraction: kept.fraction },
      },
      offset: extent === this.extent ? this.ask.offset : { x: 0, y: own.y + kept.fraction * own.height - focus.y },
    };
  }

  /** The plan at an offset. @param {Wire.Point} offset */
  async plan({ y }) {
    const { height, inset: [top, left], scale, velocity } = this.ask;
    const range = this.offsetRange;
    const offset = { x: range.minX, y: clamp(y, range.minY, range.maxY) };
    // What comes into view within half a second is fetched, too.
    const ahead = clamp(velocity.y / 2, -height, height);
    const [from, to] = [offset.y - height / 2 + Math.min(0, ahead), offset.y + 1.5 * height + Math.max(0, ahead)];
    const { top: first, ...shown } = await this.shown(from, to, offset);
    const frame = first && this.seen(first, offset);
    return {
      layout: "grid", columns: this.extent.columns, lead: 0, zoomScale: 1, minimumZoomScale: 0.01, maximumZoomScale: 8 / scale,
      contentSize: { width: this.extent.width * this.factor, height: this.extent.height * this.factor },
      contentOffset: offset, offsetRange: range, ...shown,
      edges: { top: offset.y <= range.minY, bottom: offset.y >= range.maxY, left: true, right: true },
      anchor: first ? {
        index: first.index, item: first.item, name: first.name, url: this.files.address(first.item), rounding: 0,
        x: frame.x, y: frame.y, fractionX: (left - frame.x) / frame.width, fractionY: (top - frame.y) / frame.height,
      } : null,
    };
  }

  /**
   * What lies between two heights of the content, in px, and the picture at the top of the view at an offset.
   * @param {Wire.Point} offset @returns {Promise<any>}
   */
  async shown(from, to, offset) {
    const { width, height, inset: [top] } = this.ask;
    const items = (await this.#items(from, to)).filter(item => {
      const { y } = this.frame(item);
      return y < to && y + this.cell > from;
    });
    const middle = offset.y + height / 2;
    const need = item => Math.abs(this.frame(item).y + this.cell / 2 - middle);
    // Of each picture the coarsest tile comes first, as in its band.
    const tiles = [...items].sort((one, other) => need(one) - need(other)).flatMap(item => item.tiles.map(tile => this.#tile(tile, offset)));
    const seen = items.filter(item => meet(this.seen(item, offset), { x: -1e6, y: 0, width: width + 2e6, height }));
    return {
      tiles, top: seen.find(item => this.frame(item).y + this.cell > offset.y + top) ?? seen[0],
      visible: seen.length ? { first: seen[0].index, last: seen.at(-1).index } : null,
      window: items.length ? { first: items[0].index, last: items.at(-1).index } : null,
    };
  }

  #tile(/** @type {Wire.PictureTile} */ tile, offset) {
    const [factor, none] = [{ x: this.factor, y: this.factor }, { x: 0, y: 0 }];
    const own = placed(tile, factor, none, offset, this.snap);
    if (!tile.clip) return { ...tile, ...own };
    const { top, left, bottom, right } = tile.clip;
    const inner = placed({ x: tile.x + left, y: tile.y + top, width: tile.width - left - right, height: tile.height - top - bottom }, factor, none, offset, this.snap);
    const clip = {
      top: inner.y - own.y, left: inner.x - own.x, bottom: own.y + own.height - inner.y - inner.height, right: own.x + own.width - inner.x - inner.width,
    };
    return { ...tile, ...own, clip };
  }
}

/** How far two positive numbers are apart, by their ratio. */
const apart = (one, other) => Math.abs(Math.log(one / other));

"""###,
        "site/mosaic.js": ###"""
// A mosaic of a published site: a grid of small cells, whose pictures are painted together. It is scaled to the width of the view.

import { clamp, placed } from "./frames.js";
import { Grid } from "./grid.js";

export class Mosaic extends Grid {
  /** Where a cell lies, in points of the mosaic: cells are squares without gaps. */
  #cellAt(index) {
    const { columns, cell } = this.extent;
    return { x: index % columns * cell, y: Math.floor(index / columns) * cell };
  }

  /** A picture of the mosaic. @returns {Promise<import("./files.js").BandItem>} */
  async item(index) {
    const { item, name, tiles } = await this.files.itemAt(index);
    return { index, item, name, ...this.#cellAt(index), tiles };
  }

  /** The index of the cell at a point of the content, in px; the nearest one where there is none. @param {Wire.Point} point */
  #indexAt({ x, y }) {
    const { columns } = this.extent;
    const [column, row] = [x, y].map(length => Math.floor(length / this.cell));
    return clamp(Math.max(0, row) * columns + clamp(column, 0, columns - 1), 0, this.files.count - 1);
  }

  /** The cell at a point of the view, in px of the view; null where there is none. @param {Wire.Point} point */
  async cellAt({ x, y }) {
    const { item } = await this.at({ x, y });
    const frame = this.seen(item, this.ask.offset);
    return x >= frame.x && y >= frame.y && x < frame.x + frame.width && y < frame.y + frame.height ? { ...item, ...frame } : null;
  }

  /** The cell some rows below that of an item, in px of the view. */
  async cellBelow(index, rows) {
    const below = index + rows * this.extent.columns;
    const item = await this.item(below >= 0 && below < this.files.count ? below : index);
    return { ...item, ...this.seen(item, this.ask.offset) };
  }

  async at({ x, y }) {
    const { offset } = this.ask;
    const item = await this.item(this.#indexAt({ x: offset.x + x, y: offset.y + y }));
    return { item, fraction: (offset.y + y - this.frame(item).y) / this.cell };
  }

  async shown(from, to, offset) {
    const { columns, height } = this.extent;
    const { ask: { inset: [top], height: view }, cell } = this;
    const parts = await this.files.parts(this.extent, from / this.factor, Math.min(height, to / this.factor));
    const factor = { x: this.factor, y: this.factor };
    const tiles = parts.map(part => {
      const { url, index, column, row } = part;
      const frame = placed(part, factor, { x: 0, y: 0 }, offset, this.snap);
      return { mosaic: true, index, item: "mosaic", level: 0, column, row, place: `${columns}/${column}/${row}`, url, ...frame };
    });
    const middle = view / 2;
    const distance = ({ y, height }) => Math.abs(y + height / 2 - middle);
    tiles.sort((one, other) => distance(one) - distance(other));
    const last = this.files.count - 1;
    const end = y => Math.min(last, (Math.floor(y / cell) + 1) * columns - 1);
    const first = y => clamp(Math.floor(y / cell) * columns, 0, last);
    return {
      tiles, mosaic: { cell, pitch: cell, isAll: this.isLast }, top: await this.item(first(offset.y + top)),
      visible: { first: first(offset.y), last: end(offset.y + view - 1) }, window: { first: first(from), last: end(to - 1) },
    };
  }
}

"""###,
        "site/parts.js": ###"""
// What a published site does without: it has no server to search, to keep what is noted, or to give originals.

import { site } from "../wire/api.js";

const groups = new Set(["Selection", "Lists", "Rating", "Chart", "Comparison"]);
const actions = new Set([
  "original", "download", "copy", "alike", "mark", "compare", "clear-marks", "end-choice", "end-measuring", "deeper", "shallower", "next-time",
  "previous-time", "export", "find", "end-search", "leave-pages", "filters", "unreadable", "folders", "sort", "direction", "measure", "coordinates",
  "save-png", "save-jpeg", "filmstrip", "group", "notes", "about",
]);
/** What the page always has where there is a server. */
const parts = [
  "#compare-button", "#compare-this", "#compare-row", "#compare-item", "#mark-item", "#filmstrip-button", "#menu [data-act=open]",
  "#menu [data-act=download]", "#menu [data-act=copy]", "#menu [data-act=rotate]", "#about", "h2:has(+ #about)", "#about-button",
];

/** Whether an action is there: in a site those that need a server are not. @param {{id: string, group: string}} action */
export const isThere = ({ id, group }) => !site || !groups.has(group) && !actions.has(id);

/** Takes the parts away that are of no use in a site. What shows and hides them elsewhere does not bring them back. */
export function takeAway() {
  for (const part of document.querySelectorAll(parts.join())) /** @type {HTMLElement} */ (part).style.display = "none";
}

"""###,
        "site/picture.js": ###"""
// One picture of a published site, at any scale: tiles of the level that has enough pixels.

import { filled } from "./files.js";
import { centred, clamp, meet, overscan, placed, snapping } from "./frames.js";

/** The most device pixels that one pixel of the picture may be wide. */
const largest = 8;
/** By how much a step of a zoom by key magnifies. */
const step = 1.415;
/** A zoom out below this share of the smallest scale leads back to the grid. */
const leaving = 0.8;
/** Points between two pages. */
const gap = 16;

/**
 * @typedef {import("./source.js").Ask} Ask
 * @typedef {import("./files.js").Files} Files
 * @typedef {{picture: Page.SitePicture, index: number}} Found a picture and its index
 */

export class Pictures {
  #files; #count;

  /** @param {Files} files @param {number} count */
  constructor(files, count) { [this.#files, this.#count] = [files, count]; }

  /** Points per pixel: the least, at which all of the picture is seen, and the most. @param {Wire.Size} picture @param {Ask} ask */
  limits(picture, { room, scale }) {
    const fit = Math.min(room.width / picture.width, room.height / picture.height);
    return { least: Math.min(1, fit), most: Math.max(fit, largest / scale) };
  }

  /** The scale that a question leads to, not clamped; null for none. @param {Ask} ask @param {number} scale is that of now. */
  #wanted(picture, ask, scale) {
    const { least, most } = this.limits(picture, ask);
    const pixels = clamp(1 / ask.scale, least, most);
    const isActual = Math.abs(scale * ask.scale - 1) < 1e-3;
    switch (ask.zoomTo) {
      case "item": return least;
      case "width": return clamp(ask.room.width / picture.width, least, most);
      case "pixels": return pixels;
      case "pixelsOrItem": return isActual ? least : pixels;
      case "detail": return clamp(Math.max(1 / ask.scale, 2.5 * least), least, most);
      default: return ask.toZoom || ask.zoomSteps ? (ask.toZoom ?? ask.zoom) / ask.zoom * scale * step ** ask.zoomSteps : null;
    }
  }

  // One picture alone

  /** The plan of a picture that is seen at a scale and an offset. @param {Found} found @param {Ask} ask @param {Wire.Point} offset */
  async #alone(found, ask, scale, offset, more = {}) {
    const { picture, index } = found;
    const { width, height, inset: [top, left, bottom, right], room } = ask;
    const { least, most } = this.limits(picture, ask);
    const size = { width: picture.width * scale, height: picture.height * scale };
    const along = (length, free, before, after, view) =>
      (length < free ? [-before - (free - length) / 2, -before - (free - length) / 2] : [-before, length + after - view]);
    const [minX, maxX] = along(size.width, room.width, left, right, width);
    const [minY, maxY] = along(size.height, room.height, top, bottom, height);
    const at = { x: clamp(offset.x, minX, maxX), y: clamp(offset.y, minY, maxY) };
    const frame = { x: -at.x, y: -at.y, ...size };
    return {
      layout: "item", item: picture.id, zoomScale: scale, minimumZoomScale: least, maximumZoomScale: most,
      contentSize: { width: picture.width, height: picture.height }, contentOffset: at, offsetRange: { minX, minY, maxX, maxY },
      tiles: await this.#tiles(found, frame, ask, at), visible: { first: index, last: index }, window: { first: index, last: index },
      edges: { top: at.y <= minY, bottom: at.y >= maxY, left: at.x <= minX, right: at.x >= maxX },
      anchor: this.#anchor(found, frame, ask), ...more,
    };
  }

  /** The plan of the picture that a question names. @param {Ask} ask @returns {Promise<any>} null where there is no such picture. */
  async alone(ask) {
    let index = await this.#files.index(ask.item);
    if (index === null) return null;
    let picture = await this.#files.picture(ask.item);
    const { inset: [top, left], turn, hold } = ask;
    let { offset } = ask;
    if (turn && index + turn >= 0 && index + turn < this.#count) {
      const old = picture;
      index += turn;
      picture = await this.#files.pictureAt(index);
      // The same part of it lies in the middle.
      const middle = { x: left + ask.room.width / 2, y: top + ask.room.height / 2 };
      const { least, most } = this.limits(picture, ask);
      const scale = clamp(ask.zoom, least, most);
      const moved = (offset, middle, old, own) => (offset + middle) / (old * ask.zoom) * own * scale - middle;
      offset = { x: moved(offset.x, middle.x, old.width, picture.width), y: moved(offset.y, middle.y, old.height, picture.height) };
    }
    const { least, most } = this.limits(picture, ask);
    const now = clamp(ask.zoom, least, most);
    if (hold?.anchor) offset = { x: hold.fractionX * picture.width * now - left, y: hold.fractionY * picture.height * now - top };
    const wanted = this.#wanted(picture, ask, ask.zoom);
    if (wanted === null) return this.#alone({ picture, index }, ask, now, offset);
    if (wanted <= least * 1.000_001) return this.page(index, ask, { zoomRemainder: wanted / least, leaves: wanted / least < leaving });
    const scale = clamp(wanted, least, most);
    const about = (offset, focus) => (offset + focus) * scale / ask.zoom - focus;
    return this.#alone(
      { picture, index }, ask, scale, { x: about(offset.x, ask.focus.x), y: about(offset.y, ask.focus.y) },
      { ...this.#factor(ask), zoomRemainder: wanted / scale, leaves: false });
  }

  #factor({ zoomSteps }) { return zoomSteps ? { zoomFactor: step ** zoomSteps } : null; }

  /**
   * The plan after a zoom into a picture that is seen in a frame. @param {Wire.Frame} seen @param {Ask} ask @param {number} factor is how
   * much larger it is to be, where no scale is named.
   */
  async enter(index, seen, ask, factor) {
    const picture = await this.#files.pictureAt(index);
    const { least, most } = this.limits(picture, ask);
    const shown = seen.width / picture.width;
    const wanted = ask.zoomTo ? this.#wanted(picture, ask, shown) : shown * factor;
    const scale = clamp(wanted, least, most);
    if (scale <= least * 1.000_001) return this.page(index, ask, { zoomRemainder: wanted / scale, leaves: wanted / scale < leaving });
    const along = (focus, start, length, full) => clamp((focus - start) / length, 0, 1) * full * scale - focus;
    const offset = {
      x: along(ask.focus.x, seen.x, seen.width, picture.width), y: along(ask.focus.y, seen.y, seen.height, picture.height),
    };
    return this.#alone({ picture, index }, ask, scale, offset, { zoomRemainder: wanted / scale, leaves: false });
  }

  // Pages

  /** The plan of the page with an index. */
  page(index, ask, more = {}) { return this.#pages({ x: index * (ask.width + gap), y: 0 }, ask, more); }

  /** The plan of pages, at an offset, or of the picture that a zoom leads to. @param {Ask} ask */
  async pages(ask, index) {
    const pitch = ask.width + gap;
    const x = index === null ? ask.offset.x : index * pitch;
    const isZoom = ask.toZoom || ask.zoomSteps || ask.zoomTo;
    if (!isZoom) return this.#pages({ x, y: 0 }, ask);
    const factor = ask.zoomTo ? 1 : (ask.toZoom ?? ask.zoom) / ask.zoom * step ** ask.zoomSteps;
    if (!ask.zoomTo && factor <= 1) {
      return this.#pages({ x, y: 0 }, ask, { ...this.#factor(ask), zoomRemainder: factor, leaves: factor < leaving });
    }
    const nearest = clamp(Math.round((x + ask.focus.x - ask.width / 2) / pitch), 0, this.#count - 1);
    const frame = this.#onPage(await this.#files.pictureAt(nearest), nearest, ask);
    return { ...await this.enter(nearest, { ...frame, x: frame.x - x }, ask, factor), ...this.#factor(ask) };
  }

  /** Where a picture lies on its page, in px of the content. @returns {Wire.Frame} */
  #onPage(/** @type {Wire.Size} */ picture, /** @type {number} */ index, /** @type {Ask} */ { width, inset: [top, left], room }) {
    const scale = Math.min(1, room.width / picture.width, room.height / picture.height);
    const cell = { x: index * (width + gap) + left, y: top, width: room.width, height: room.height };
    return centred({ width: picture.width * scale, height: picture.height * scale }, cell);
  }

  async #pages(/** @type {Wire.Point} */ { x }, /** @type {Ask} */ ask, more = {}) {
    const { width, height, inset: [, left], scale } = ask;
    const pitch = width + gap;
    const last = this.#count - 1;
    const offset = { x: clamp(x, 0, last * pitch), y: 0 };
    const at = clamp(Math.floor((offset.x + left + gap) / pitch), 0, last);
    const [first, end] = [Math.max(0, Math.floor((offset.x - overscan) / pitch)), Math.min(last, Math.floor((offset.x + width + overscan) / pitch))];
    const indices = Array.from({ length: end - first + 1 }, (_, number) => first + number);
    /** @type {Found[]} */
    const found = await Promise.all(indices.map(async index => ({ picture: await this.#files.pictureAt(index), index })));
    const frames = found.map(({ picture, index }) => {
      const frame = this.#onPage(picture, index, ask);
      return { ...frame, x: frame.x - offset.x };
    });
    const tiles = await Promise.all(found.map((one, number) => this.#tiles(one, frames[number], ask, offset)));
    const now = indices.indexOf(at);
    const nearest = Math.round(offset.x / pitch);
    // The nearest page first.
    const order = indices.map((_, number) => number).sort((one, other) => Math.abs(indices[one] - nearest) - Math.abs(indices[other] - nearest));
    const seen = indices.filter(index => index * pitch < offset.x + width && index * pitch + width > offset.x);
    const pages = [];
    for (let index = Math.max(0, nearest - 3); index <= Math.min(last, nearest + 3); index += 1) pages.push({ index, x: index * pitch - offset.x });
    return {
      layout: "pages", zoomScale: 1, minimumZoomScale: 1, maximumZoomScale: Math.max(1, largest / scale * found[now].picture.width / frames[now].width),
      contentSize: { width: this.#count * pitch - gap, height }, contentOffset: offset,
      offsetRange: { minX: 0, minY: 0, maxX: last * pitch, maxY: 0 }, pages, tiles: order.flatMap(number => tiles[number]),
      visible: seen.length ? { first: seen[0], last: seen.at(-1) } : null, window: { first, last: end },
      edges: { top: true, bottom: true, left: offset.x <= 0, right: offset.x >= last * pitch },
      anchor: { ...this.#anchor(found[now], { ...frames[now], x: at * pitch + left - offset.x }, ask), fractionX: 0, fractionY: 0 }, ...more,
    };
  }

  /** @returns {Wire.Anchor} */
  #anchor(/** @type {Found} */ { picture: { id, name, url }, index }, /** @type {Wire.Frame} */ { x, y, width, height }, /** @type {Ask} */ { inset: [top, left] }) {
    return { index, item: id, name, url, x, y, rounding: 0, fractionX: (left - x) / width, fractionY: (top - y) / height };
  }

  // Tiles

  /**
   * The tiles of a picture that are seen in a frame, and beneath them a coarse one that comes sooner.
   * @param {Wire.Frame} frame is told from the view's corner.
   * @returns {Promise<Wire.PictureTile[]>}
   */
  async #tiles(/** @type {Found} */ found, frame, /** @type {Ask} */ { width, height, scale }, /** @type {Wire.Point} */ offset) {
    const view = { x: -overscan, y: -overscan, width: width + 2 * overscan, height: height + 2 * overscan };
    if (!meet(frame, view)) return [];
    const { levels } = found.picture;
    let chosen = 0;
    while (chosen + 1 < levels.length && levels[chosen + 1].width * 1.02 >= frame.width * scale) chosen += 1;
    const place = { frame, view, offset, snap: snapping(scale) };
    const tiles = await this.#level(found, levels[chosen], place);
    const coarse = levels.findIndex(({ tiles }) => tiles?.length === 1);
    if (tiles.length < 2 || coarse <= chosen) return tiles;
    return [...await this.#level(found, levels[coarse], place), ...tiles];
  }

  /** The tiles of a level that are seen in `view`, nearest to its middle first. @returns {Promise<Wire.PictureTile[]>} */
  async #level(/** @type {Found} */ { picture: { id: item, name }, index }, /** @type {Page.SiteLevel} */ level, { frame, view, offset, snap }) {
    const factor = { x: frame.width / level.width, y: frame.height / level.height };
    // Rounded where they lie in the content, so that they do not tremble while it is scrolled.
    const from = { x: frame.x + offset.x, y: frame.y + offset.y };
    const middle = { x: view.x + view.width / 2, y: view.y + view.height / 2 };
    const distance = ({ x, y, width, height }) => Math.hypot(x + width / 2 - middle.x, y + height / 2 - middle.y);
    const tiles = (await this.#windows(level, frame, view, factor)).map(tile => ({
      ...tile, ...placed(tile, factor, from, offset, snap), index, item, name, level: level.level,
    }));
    return tiles.filter(tile => meet(tile, view)).sort((one, other) => distance(one) - distance(other));
  }

  /** The tiles of all windows of a level that are seen. @param {Page.SiteLevel} level @returns {Promise<Page.SiteTile[]>} */
  async #windows(level, frame, view, factor) {
    if (level.tiles) return level.tiles;
    const run = (from, length, start, factor, count) => {
      const first = clamp(Math.floor((from - start) / factor / level.window), 0, count - 1);
      return [first, clamp(Math.floor((from + length - start) / factor / level.window), first, count - 1)];
    };
    const [left, right] = run(view.x, view.width, frame.x, factor.x, level.columns);
    const [top, bottom] = run(view.y, view.height, frame.y, factor.y, level.rows);
    const windows = [];
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) windows.push(this.#files.read(filled(level.windows, { column, row })));
    }
    return (await Promise.all(windows)).flatMap(({ tiles }) => tiles);
  }
}

"""###,
        "site/source.js": ###"""
// Answers in place of the server where the page was published with its plans as files: `ScrollServer export --format site`.
// No item is laid out here, and no picture cut: plans that the server has made are picked, moved and scaled.

import { Failure } from "../wire/api.js";
import { Files } from "./files.js";
import { centred, clamp } from "./frames.js";
import { Grid } from "./grid.js";
import { Mosaic } from "./mosaic.js";
import { Pictures } from "./picture.js";

/**
 * A question for a plan. `room` is what is not covered of the view.
 * @typedef {object} Ask
 * @property {string} layout @property {string} item @property {string | null} zoomTo @property {string | null} focusItem
 * @property {number} width @property {number} height @property {number} scale @property {number} zoom @property {number} columns
 * @property {number[]} inset @property {Wire.Size} room @property {Wire.Point} offset @property {Wire.Point} velocity @property {Wire.Point} focus
 * @property {number | null} toZoom @property {number} zoomSteps @property {number} turn @property {number} focusFraction
 * @property {{anchor?: string, fractionX?: number, fractionY?: number, anchorY?: number | null, index?: number | null, item?: string, align?: string} | null} hold
 */

/** @returns {Ask} */
function read(/** @type {URLSearchParams} */ query) {
  const number = (name, otherwise = 0) => (query.has(name) ? Number(query.get(name)) || 0 : otherwise);
  const text = name => query.get(name);
  const inset = (text("inset") ?? "0,0,0,0").split(",").map(Number);
  const [width, height] = [Math.max(1, number("width")), Math.max(1, number("height"))];
  const [top, left, bottom, right] = inset;
  const hold = query.has("align") ? { item: text("item"), index: query.has("index") ? number("index") : null, align: text("align") }
    // A reader who has not moved needs no anchor: nothing changes in a site.
    : query.has("fractionX") ? { anchor: text("anchor"), fractionX: number("fractionX"), fractionY: number("fractionY"), anchorY: query.has("anchorY") ? number("anchorY") : null }
    : null;
  return {
    layout: text("layout") ?? "grid", item: text("item") ?? "", width, height, inset, scale: number("scale", 1) || 1, zoom: number("zoom", 1) || 1,
    columns: text("columns") === "all" ? 1e6 : number("columns"), room: { width: Math.max(1, width - left - right), height: Math.max(1, height - top - bottom) },
    offset: { x: number("x"), y: number("y") }, velocity: { x: number("velocityX"), y: number("velocityY") },
    focus: { x: number("focusX", width / 2), y: number("focusY", height / 2) }, focusItem: text("focusItem"), focusFraction: number("focusFraction", 0.5),
    toZoom: query.has("toZoom") ? number("toZoom") : null, zoomSteps: number("zoomSteps"), zoomTo: text("zoomTo"), turn: number("turn"), hold,
  };
}

const refused = (status, detail, parameter) => new Failure("status", detail, { status, problem: { type: "about:blank", title: "", status, detail, parameter } });

export class Source {
  /** @type {Page.SiteEntry} */
  #entry;
  #files; #pictures;

  /** @param {Page.SiteEntry} entry is what the site says of itself. */
  constructor(entry) {
    this.#entry = entry;
    this.#files = new Files(entry);
    this.#pictures = new Pictures(this.#files, entry.count);
  }

  /** Whether an address is one of the entry's links. */
  knows(address) { return Object.values(this.#entry.links).includes(address); }

  /** What a server would answer to one of the entry's links. @param {URLSearchParams} query @returns {Promise<any>} @throws a Failure. */
  async answer(address, query) {
    const { links } = this.#entry;
    switch (address) {
      case links.plan: return this.#plan(read(query));
      case links.cell: return this.#cell(query);
      case links.item: return this.#item(query.get("id") ?? "");
      default: return this.#entry;
    }
  }

  async #item(id) {
    const index = await this.#files.index(id);
    if (index === null) throw refused(404, `there is no picture “${id}”`, "item");
    return { ...await this.#files.picture(id), index };
  }

  /** @param {URLSearchParams} query */
  async #cell(query) {
    const answer = (cell = null) => {
      const { index, item, name, tiles, x = 0, y = 0, width = 1, height = 1 } = cell ?? {};
      // Of each picture the coarsest tile comes first.
      return { revision: 1, cell: cell && { index, item, name, x, y, width, height, preview: tiles[0]?.url } };
    };
    const grid = this.#laid(read(query));
    const [at, pointX, pointY, below] = ["at", "pointX", "pointY", "below"].map(name => Number(query.get(name) ?? NaN));
    if (grid instanceof Mosaic && Number.isFinite(pointX + pointY)) return answer(await grid.cellAt({ x: pointX, y: pointY }));
    if (!(at >= 0 && at < this.#entry.count)) return answer();
    return answer(grid instanceof Mosaic ? await grid.cellBelow(at, below || 0) : { ...await this.#files.itemAt(at), x: 0, y: 0 });
  }

  /** Lays a grid out: the one that a question leads to, or another. @param {Ask} ask @returns {Grid} */
  #laid(ask, extent = Grid.chosen(this.#entry.site.grids, ask)) {
    const isLast = extent === this.#entry.site.grids.at(-1);
    return extent.mosaic ? new Mosaic(this.#files, extent, ask, isLast) : new Grid(this.#files, extent, ask, isLast);
  }

  /** @param {Ask} ask */
  async #plan(ask) {
    const { id, revision, count } = this.#entry;
    const whole = { collection: id, revision, count, prefetch: [], hasMore: false, rows: [] };
    if (!count) return { ...whole, ...this.#none(ask) };
    const plan = ask.layout === "grid" ? await this.#grid(ask) : ask.layout === "pages" ? await this.#pictures.pages(ask, await this.#held(ask))
      : ask.layout === "item" ? await this.#pictures.alone(ask) : null;
    if (plan) return { ...whole, ...plan };
    throw ask.layout === "item" ? refused(404, "there is no such picture", "item") : refused(400, "layout: a published site has a grid and pages", "layout");
  }

  /** The index of the picture that is to be brought into view; null for none. @param {Ask} ask */
  async #held({ hold }) {
    if (!hold) return null;
    const index = hold.item || hold.anchor ? await this.#files.index(hold.item || hold.anchor) : hold.index;
    return index === null || index === undefined ? hold.index ?? null : clamp(index, 0, this.#entry.count - 1);
  }

  /** @param {Ask} ask */
  async #grid(ask) {
    const { grids } = this.#entry.site;
    const grid = this.#laid(ask);
    if (ask.zoomTo) return this.#enter(grid, ask, 1);
    const factor = grid.zoomFactor;
    if (factor) {
      const zoomed = await grid.zoomed(grids, extent => this.#laid(ask, extent));
      const steps = ask.zoomSteps ? { zoomFactor: factor } : null;
      if (zoomed) return { ...await zoomed.grid.plan(zoomed.offset), ...zoomed.zoom, ...steps };
      return { ...await this.#enter(grid, ask, factor), ...steps };
    }
    const index = await this.#held(ask);
    const frame = index === null ? null : grid.frame(await grid.item(index));
    return grid.plan(frame ? { x: 0, y: this.#offset(frame, ask) } : ask.offset);
  }

  /** How far down the grid is seen where a picture has been brought into view. */
  #offset(/** @type {Wire.Frame} */ { y, height }, /** @type {Ask} */ { hold, room, inset: [top], offset }) {
    if (hold.anchor) return typeof hold.anchorY === "number" ? y - hold.anchorY : y + hold.fractionY * height - top;
    const [start, end] = [y - top, y + height - top - room.height];
    if (hold.align === "start") return start;
    if (hold.align === "center") return (start + end) / 2;
    return hold.align === "end" ? end : clamp(offset.y, Math.min(start, end), Math.max(start, end));
  }

  /** Opens the picture under the focus of a zoom. @param {Ask} ask */
  async #enter(grid, ask, factor) {
    const { item } = await grid.at(ask.focus);
    const picture = await this.#files.picture(item.item);
    const cell = grid.frame(item);
    // The picture fills its cell, as in the grid's plans.
    const scale = Math.max(cell.width / picture.width, cell.height / picture.height);
    const seen = centred({ width: picture.width * scale, height: picture.height * scale }, { ...cell, x: cell.x - ask.offset.x, y: cell.y - ask.offset.y });
    return this.#pictures.enter(item.index, seen, ask, factor);
  }

  /** A plan of nothing. */
  #none(/** @type {Ask} */ { inset: [top, left] }) {
    const offset = { x: -left, y: -top };
    return {
      layout: "grid", columns: 1, lead: 0, zoomScale: 1, minimumZoomScale: 1, maximumZoomScale: 1, contentSize: { width: 0, height: 0 }, contentOffset: offset,
      offsetRange: { minX: -left, minY: -top, maxX: -left, maxY: -top }, visible: null, window: null, anchor: null, tiles: [],
      edges: { top: true, bottom: true, left: true, right: true },
    };
  }
}

"""###,
        "state/characterkeys.js": ###"""
// Whether keys of a single character do anything (WCAG 2.2, 2.1.4): who dictates, or rests a hand on the keyboard, can do without them. The
// browser remembers it.

import { isCharacter, isModified } from "../values/keynames.js";

const name = "characterKeys";
let areOn = read() !== "off";

export const characterKeys = {
  get areOn() { return areOn; },
  switch(to) {
    areOn = to;
    try { localStorage.setItem(name, to ? "on" : "off"); } catch { /* It is forgotten with the page, then. */ }
  },
};

/** Whether a key may do anything: characters without Ctrl, Alt or Cmd can be switched off. */
export const isActing = event => areOn || isModified(event) || !isCharacter(event.key);

/** Returns those of an action's keys that do something. */
export const actingKeys = keys => keys.filter(key => areOn || !isCharacter(key));

function read() {
  try { return localStorage.getItem(name); } catch { return null; }
}

"""###,
        "state/chartmemory.js": ###"""
// Remembers a reader's choices for each chart, for addresses that do not have them.

import { chartNames } from "../values/chartchoice.js";

const key = collection => `chart:${collection}`;

/** @type {(view: Page.View) => Page.ChartChoice} Returns the choices in a view. */
export const choiceOf = view => Object.fromEntries(chartNames.filter(name => view[name] !== undefined).map(name => [name, view[name]]));

/**
 * Remembers a view's choices. A browser without storage shows each chart as its table says.
 * @param {string} collection @param {Page.View} view
 */
export function remember(collection, view) {
  try {
    const choice = choiceOf(view);
    if (Object.keys(choice).length) localStorage.setItem(key(collection), JSON.stringify(choice));
    else localStorage.removeItem(key(collection));
  } catch { /* Nothing is kept. */ }
}

/**
 * Returns the remembered choices, as a part of a view.
 * @param {string} collection @returns {Page.ChartChoice}
 */
export function recall(collection) {
  try {
    const choice = JSON.parse(localStorage.getItem(key(collection)) ?? "{}");
    return Object.fromEntries(chartNames.filter(name => typeof choice[name] === "string").map(name => [name, choice[name]]));
  } catch {
    return {};
  }
}

"""###,
        "state/hiding.js": ###"""
// Keeps rejected pictures hidden from one collection to the next.

import { conditionsOf } from "../values/conditions.js";
import { unrejected } from "../values/noted.js";

/** Pictures are rejected where they can be rated, and hidden where a query finds the others: not in lists that are made here. */
export const canHide = (/** @type {Wire.Collection | null | undefined} */ entry) => Boolean(entry?.links.annotations && entry.links.facets);

export class Hiding {
  /** Whether rejected pictures were hidden in the last collection where that can be done. */
  #isOn = false;

  /**
   * Returns what the view of another collection begins with. Charts, demos and lists made here between them are passed over.
   * @param {import("./shown.js").Shown} shown is what is left. @param {string} next is the other collection's id.
   * @returns {Page.View}
   */
  into({ entry, view, collections }, next) {
    if (canHide(entry)) this.#isOn = conditionsOf(view.q ?? "").includes(unrejected);
    return this.#isOn && canHide(collections.find(({ id }) => id === next)) ? { q: unrejected } : {};
  }
}

"""###,
        "state/navigation.js": ###"""
// Leads from view to view: to collections, arrangements, searches and pictures, and keeps the address and the history.

import { isSame, linksFrom, placing, read, write } from "../values/address.js";
import { entry as entries, json, known } from "../wire/api.js";
import { sentence } from "../values/fields.js";
import { canGroup } from "../values/groups.js";
import { Hiding } from "./hiding.js";
import { gone } from "./presence.js";
import { recalled, rememberOrder } from "./ordermemory.js";
import { Overview } from "./overview.js";
import { Pages } from "./pages.js";
import { load, save } from "./restoration.js";
import { Searching } from "./searching.js";
import { topItem } from "./question.js";
import { Turning } from "./turning.js";

/** Milliseconds between two changes of the address: Safari refuses more than 100 in 30 seconds. */
const period = 400;

export class Navigation {
  #parts;
  /** @type {import("./shown.js").Shown} */
  #shown;
  #timer = null;
  #turning; #pages; #overview;
  #hiding = new Hiding();
  #searching;
  /** How many steps through the history there have been. */
  #steps = 0;

  /**
   * @param parts has the `status`, `painter`, `focus`, `cursor`, `cells`, `magnifier`, `pickers`, `session`, `search` and `scroller`; the
   *   page's `title`; and `inset()`, what covers the view's edges, in px.
   */
  constructor(shown, parts) {
    [this.#shown, this.#parts] = [shown, parts];
    this.#turning = new Turning(shown, {
      scroller: parts.scroller, locate: place => parts.cells.locate(place),
      find: at => known(shown.entry.links.cell, { ...this.#inOrder({ layout: "grid" }), width: 400, height: 300, at }),
      look: hold => this.look(shown.view, hold), open: place => this.look(this.#inOrder({ layout: "pages" }), { ...place, align: "start" }),
    });
    this.#pages = new Pages(shown, {
      learn: (id, url) => this.#learn(id, url), leave: state => this.#leave(state), remember: () => this.remember(),
      go: (collection, view, hold = null) => this.go(collection, view, hold), note: text => parts.status.note(text),
    });
    this.#searching = new Searching(shown, {
      look: (view, hold) => this.look(view, hold), leave: state => this.#leave(state), inOrder: view => this.#inOrder(view),
    });
    this.#overview = new Overview(shown, { viewport: () => parts.scroller.viewport, look: (view, hold) => this.look(view, hold), leave: () => this.#leave() });
    addEventListener("popstate", () => this.#comeBack());
    addEventListener("pagehide", () => this.remember());
  }

  /**
   * Shows what the address names, else what was shown last, else the first collection.
   * @param {Wire.Collection[]} collections @param {boolean} isReadOnly @param {string[]} states
   */
  async start(collections, isReadOnly, states) {
    this.#shown.list(collections, isReadOnly);
    const isNamed = location.hash.length > 1;
    const place = isNamed ? read(location.hash) : await load(states);
    await this.#learn(place?.collection);
    // The collection of the last start may have gone.
    if (!isNamed && !this.#isListed(place?.collection)) return this.go(null, recalled(collections[0]?.id));
    // An address that only names a chart does not say how it is shown.
    const isOpen = !isNamed || !Object.keys(place.view).length;
    this.go(place.collection, { ...(isOpen ? recalled(place.collection) : null), ...place.view }, place.hold);
    if (isNamed) this.#check(place);
  }

  /**
   * Tells the reader if the address names something that does not exist, since something else is shown.
   * @param {Page.Place} place
   */
  async #check({ collection, view, hold }) {
    const { entry } = this.#shown;
    const { status } = this.#parts;
    if (!entry) return;
    if (collection && !this.#isListed(collection)) {
      return status.note(`There is no collection “${collection}” here. This is “${entry.name}”.`);
    }
    if (view.layout && view.layout !== "item" && !entry.layouts.includes(view.layout)) {
      status.note(`“${entry.name}” cannot be seen as “${view.layout}”.`);
    }
    // A plan of an open picture that is not there is refused, which says it (see `refuse`). A chart's slides follow from where it is.
    const item = entry.kind === "chart" || view.item ? null : hold?.anchor;
    if (!item) return;
    const failure = await json(entry.links.item, { id: item }).then(() => null, failure => failure);
    if (failure?.status === 404) status.note("The picture that the address names is not in this collection, or not any more.");
  }

  /**
   * Shows a view of a collection, by its id. @param hold is an item that is brought to a point of the viewport.
   * @param {string | null} collection @param {Page.View} view @param {Page.Hold | null} hold
   */
  go(collection, view, hold = null) {
    const { status, painter, focus, cursor, magnifier, pickers, session, search } = this.#parts;
    const shown = this.#shown;
    const entry = shown.collections.find(({ id }) => id === collection) ?? shown.collections[0];
    if (!entry) return status.say("The server has no collection.");
    if (entry.id !== shown.collection) {
      painter.clear();
      search.forget();
      this.#searching.forget();
    }
    shown.begin(entry, view, hold);
    status.expect();
    focus.leave();
    cursor.leave();
    magnifier.clear();
    pickers.show(entry, shown.view);
    search.show(shown.view.q ?? "");
    painter.label(null);
    document.title = `${entry.name} · ScrollServer`;
    this.#parts.title.textContent = entry.name;
    session.request();
  }

  #isListed(id) { return this.#shown.collections.some(entry => entry.id === id); }

  /**
   * Fetches a collection that is not in the list, such as a picture's pages. @returns whether it exists.
   * @param url is where it is described, if that is known.
   */
  async #learn(id, url = null) {
    if (!id || this.#isListed(id)) return this.#isListed(id);
    // Its own address waits until the first pages are found, and with them how they are ordered.
    const self = url ?? (await known(entries.collections, { id }))?.links.self, entry = self && await known(self);
    if (entry && !this.#isListed(entry.id)) this.#shown.list([...this.#shown.collections, entry]);
    return Boolean(entry);
  }

  /** Opens the pages of a picture. The history's Back returns to the picture, and so does `leavePages()`. */
  openPages(pages) { return this.#pages.open(pages); }
  leavePages() { return this.#pages.leave(); }

  /** Opens another collection, by its id. The history's Back returns to this one. Where rejected pictures were hidden, they stay hidden. */
  change(collection) {
    const { layout } = this.#shown;
    const hidden = this.#hiding.into(this.#shown, collection);
    this.#leave();
    this.go(collection, { layout, ...recalled(collection), ...hidden });
  }

  /** Leads into searches and folders, and out of them: see `searching.js`. */
  search(query, isTyping, isToAll = false) { return this.#searching.search(query, isTyping, isToAll); }
  openFolder(folder) { return this.#searching.openFolder(folder); }
  /** Shows the pictures that look like one of them. */
  showLike(item) { return this.#searching.like(item); }

  /** Begins a new entry of the history, with a state; the current view becomes the one before it. */
  #leave(state = {}) {
    if (!this.#shown.current) return;
    this.remember();
    history.pushState(state, "", location.hash);
  }

  /**
   * Shows another view of the same collection.
   * @param {Page.View} view @param {Page.Hold | null} [hold]
   */
  look(view, hold) { this.go(this.#shown.collection, view, hold); }

  /**
   * Shows another arrangement of the same collection with the same picture at the top. Another order begins at its top, unless a picture is open.
   * @param {Page.View} change @param isFromStart says that it begins at its top in any case.
   */
  arrange(change, isFromStart = false) {
    const shown = this.#shown;
    const hold = isFromStart ? null : shown.isLooking || [undefined, shown.view.order ?? "name"].includes(change.order) ? shown.top : null;
    this.#leave();
    if (shown.isLooking) shown.forgetFrom();
    /** @type {Page.View} */
    const { layout, order, group } = { ...shown.view, ...(change.group === "alike" ? { order: "" } : null), ...change };
    /** @type {Page.View} */
    const next = { ...placing({ ...shown.view, layout }), layout, ...(shown.view.q ? { q: shown.view.q } : null) };
    if (order && order !== "name") next.order = order;
    if (change.order) rememberOrder(shown.collection, next.order);
    if (group && canGroup(shown.entry, group, next)) next.group = group;
    this.look(next, hold);
  }

  /** Shows the layout with this index in the collection's list. */
  arrangeAs(number) {
    const layout = this.#shown.entry?.layouts[number];
    if (layout) this.arrange({ layout });
  }

  /** Opens an item: it grows to its page. */
  open(item) {
    if (item) this.openAt({ item });
  }

  /** Opens the item with this id, or with this index. */
  openAt({ item = null, index = undefined }) {
    const shown = this.#shown;
    const { focus, cells } = this.#parts;
    const [hasFocus, hasCursor] = [focus.isAmong, Boolean(cells.element)];
    this.enter(shown.plan);
    shown.enterWith({ item, hasFocus, hasCursor });
    this.look(this.#inOrder({ layout: "pages" }), { ...(item ? { item } : { index }), align: "start" });
  }

  /**
   * Begins an entry of the history for a picture; Back returns to the plan of several.
   * @param {Page.Plan | null} plan
   */
  enter(plan) {
    if (!plan) return;
    this.remember();
    this.#shown.enter();
    history.pushState({ isOpen: true }, "", location.hash);
  }

  /** Returns to where the reader came from, with the current picture in view. */
  close() {
    const shown = this.#shown;
    this.remember();
    if (history.state?.isOpen) {
      shown.close();
      return history.back();
    }
    const item = shown.picture;
    const { around = this.#inOrder({ layout: "grid" }) } = history.state ?? {};
    this.look(around, item && { item, align: "center" });
  }

  /** Follows the history, or an address that was edited. */
  async #comeBack() {
    const shown = this.#shown;
    const { from, picture } = shown;
    const index = shown.plan?.anchor?.index;
    const place = read(location.hash);
    shown.forgetFrom();
    // A known collection is shown at once. Only the last of several steps counts.
    this.#steps += 1;
    const step = this.#steps;
    if (!this.#isListed(place.collection)) await this.#learn(place.collection);
    if (step !== this.#steps) return;
    const isSameView = from && isSame(place.view, from.view) && place.collection === shown.collection;
    if (!isSameView) {
      this.go(place.collection, place.view, place.hold);
      return this.#check(place);
    }
    // The offset is the same, unless the reader has gone on to a picture that is out of view there.
    /** @type {Page.Hold | null} */
    const hold = !picture || picture === from.item ? place.hold : { ...place.hold, item: picture, align: "nearest" };
    this.go(place.collection, from.view, hold);
    // A reader who came by keyboard continues from the picture that was open.
    if (from.hasFocus) this.#parts.focus.item = picture;
    if (from.hasCursor && index !== undefined) this.#parts.cells.goTo(index);
  }

  /**
   * Shows something else after the server has refused the view, and says why.
   * @param {Wire.Problem} problem is the server's: its `status`, a sentence as `detail`, and the `parameter` that was wrong.
   * @returns whether something else is asked for.
   */
  refuse({ status, parameter, detail }) {
    const shown = this.#shown;
    const { view } = shown;
    // An earlier plan belongs to another view.
    const plan = shown.current;
    const { status: page } = this.#parts;
    if (status === 404 && view.item) {
      page.note(gone(plan?.anchor?.item === view.item ? plan.anchor.name : null));
      // The open picture has gone: its neighbour is shown if it is known.
      const index = Math.min(plan?.anchor?.index ?? 0, (plan?.count ?? 0) - 2);
      this.look(this.#inOrder({ layout: index < 0 ? "grid" : "pages" }), index < 0 ? null : { index, align: "start" });
      return true;
    }
    if (status === 404) return this.#leaveCollection(detail);
    const isItem = parameter === "item" && view.layout === "item";
    if (status !== 400 || !isItem && !view[parameter]) return false;
    const { [/** @type {keyof Page.View} */ (parameter)]: _, ...rest } = view;
    page.note(sentence(detail, parameter));
    this.look(isItem ? { ...rest, layout: "grid" } : rest);
    return true;
  }

  /** Shows another collection after the current one has gone. @returns whether there is one. */
  #leaveCollection(detail) {
    const shown = this.#shown;
    const others = shown.collections.filter(({ id }) => id !== shown.collection);
    if (!others.length) return false;
    this.#parts.pickers.forget(shown.collection);
    shown.list(others);
    this.go(others[0].id, recalled(others[0].id));
    this.#parts.status.note(sentence(detail));
    return true;
  }

  /** Shows another picture in place of the open one, by its id. */
  show(item) { this.look(this.#inOrder({ layout: "pages", window: this.#shown.view.window, channels: this.#shown.view.channels }), { item, align: "start" }); }

  /** Goes to a neighbour of the open picture, or to the picture with an index. */
  turn(by) { return this.#turning.turn(by); }
  goTo(index) { return this.#turning.go(index); }
  /** The open picture once all turns are made. @returns {Promise<{index: number, item: string} | null>} */
  reached() { return this.#turning.reached(); }
  /** Forgets where turns lead: the view is led elsewhere. */
  stay() { this.#turning.leave(); }

  /** Shows the whole collection or picture; the second time, returns to where the reader was, or to the start. */
  fit() {
    const { magnifier, cursor } = this.#parts;
    const shown = this.#shown;
    if (shown.isLooking || shown.isChart) magnifier.toward("item");
    else if (["grid", "justified"].includes(shown.layout) && shown.current) this.#overview.toggle();
    else magnifier.unzoom(cursor.element);
  }

  /** Returns a view with the current order and search. */
  #inOrder(view) {
    const { order, q } = this.#shown.view;
    return { ...view, ...(order ? { order } : null), ...(q ? { q } : null) };
  }

  /** Returns a function that gives the address of an item's page; it gives null in a chart. */
  linkTo() {
    const { collection, isChart } = this.#shown;
    return isChart ? () => null : linksFrom({ collection, view: this.#inOrder({ layout: "pages" }) }, location.search);
  }

  /** Writes the address soon after a plan was painted, even while the view keeps moving. */
  note() {
    this.#turning.painted();
    this.#searching.painted();
    this.#timer ??= setTimeout(() => this.remember(), period);
  }

  /** Writes the place into the address, and saves it for a start without an address. */
  remember() {
    clearTimeout(this.#timer);
    this.#timer = null;
    const { current: plan, collection, view } = this.#shown;
    if (!plan) return;
    const place = { collection, view, anchor: plan.anchor, inset: this.#parts.inset(), offset: this.#parts.scroller.offset };
    history.replaceState(history.state, "", write(place));
    if (!this.#shown.isReadOnly) save(place);
  }
}

"""###,
        "state/ordermemory.js": ###"""
// Remembers the order that a reader has chosen for each collection, for ways to it that do not name one.

import { isNearness } from "../values/orders.js";
import { recall } from "./chartmemory.js";

const key = collection => `order:${collection}`;

/**
 * Remembers a collection's order, unless it is about one picture. A browser without storage begins with the collection's own.
 * @param {string} collection @param {string | undefined} order is undefined for the collection's own.
 */
export function rememberOrder(collection, order) {
  if (isNearness(order ?? "")) return;
  try {
    if (order) localStorage.setItem(key(collection), order);
    else localStorage.removeItem(key(collection));
  } catch { /* Nothing is kept. */ }
}

/**
 * Returns what is remembered of a collection, as a part of a view: its order, and a chart's choices.
 * @param {string} collection @returns {Page.View}
 */
export function recalled(collection) {
  try {
    const order = localStorage.getItem(key(collection));
    return { ...(order ? { order } : null), ...recall(collection) };
  } catch {
    return {};
  }
}

"""###,
        "state/overview.js": ###"""
// All pictures of a grid at once, and the way back to where the reader was.

export class Overview {
  /** @type {import("./shown.js").Shown} */
  #shown;
  #on;
  /** @type {Page.Place | null} Where the reader was before; null if unknown. */
  #before = null;

  /**
   * @param on has `viewport()`, its size in px; `look(view, hold)`, which shows another view; and `leave()`, which begins an entry of the
   *   history.
   */
  constructor(shown, on) { [this.#shown, this.#on] = [shown, on]; }

  /** Shows the whole grid, and where that is shown, the view before it, or the start. Only while a plan is there. */
  toggle() {
    const { plan, view, collection, layout } = this.#shown;
    // Rows have no mosaic: the grid shows all of it.
    const isAll = layout === "grid" && (plan.mosaic?.isAll || (plan.visible?.first === 0 && plan.visible.last === plan.count - 1));
    if (!isAll) {
      const { item, fractionX, fractionY } = plan.anchor ?? {};
      this.#before = { collection, view, hold: item && { anchor: item, fractionX, fractionY } };
      this.#on.leave();
      return this.#on.look({ ...view, layout: "grid", rowHeight: undefined, columns: "all", lead: 0 });
    }
    const before = this.#before;
    this.#before = null;
    if (before && before.collection === collection && before.view.order === view.order && before.view.group === view.group) {
      return this.#on.look(before.view, before.hold);
    }
    const { width, height } = this.#on.viewport();
    const slot = document.elementsFromPoint(width / 2, height / 2).map(element => /** @type {HTMLElement} */ (element.closest(".slot"))).find(Boolean);
    const item = plan.mosaic ? plan.anchor?.item : slot?.dataset.item;
    this.#on.look({ ...view, columns: 0, lead: 0 }, item && { item, align: "center" });
  }
}

"""###,
        "state/pages.js": ###"""
// The way into the pages of a picture, which are a collection of their own, and the way back to where they were opened.

import { recalled } from "./ordermemory.js";

export class Pages {
  /** @type {import("./shown.js").Shown} */
  #shown;
  #on;

  /**
   * @param on has `learn(id, url)`, a promise of whether there is such a collection; `leave(state)`, which begins an entry of the history;
   *   `remember()`, which writes the place into the current one; `go(collection, view, hold)`; and `note(text)`.
   */
  constructor(shown, on) { [this.#shown, this.#on] = [shown, on]; }

  /** @param {{collection: string, url: string}} pages */
  async open({ collection, url }) {
    if (!(await this.#on.learn(collection, url))) return this.#on.note("The pages cannot be looked up just now.");
    this.#on.leave({ arePages: true });
    this.#shown.forgetFrom();
    this.#on.go(collection, { layout: "grid" });
  }

  /** Returns to the view that they were opened from; where the history's last step was another one, to their picture. */
  async leave() {
    const { collection, item } = this.#shown.entry.of;
    this.#on.remember();
    if (history.state?.arePages) return history.back();
    if (!(await this.#on.learn(collection))) return this.#on.note("The picture of these pages is not here any more.");
    this.#on.leave();
    this.#on.go(collection, { ...recalled(collection), layout: "pages" }, { item, align: "start" });
  }
}

"""###,
        "state/presence.js": ###"""
// Notices that the open picture has gone: after its file was moved or deleted, another picture is shown.

import { json, Latest } from "../wire/api.js";

export class Presence {
  /** Pictures that the reader takes away here, of which nothing needs to be said. @type {Set<string>} */
  static #expected = new Set();
  #note;
  /** @type {{item: string, url: string, name?: string, revision: number} | null} The picture that was open at the last plan; null for none. */
  #last = null;
  #latest = new Latest();

  /** @param note says a sentence. */
  constructor(note) { this.#note = note; }

  /** A picture is taken away by the reader. @param {string} item */
  static expect(item) { Presence.#expected.add(item); }

  /**
   * Checks the picture after a plan was painted.
   * @param {number} revision
   * @param {Wire.Anchor | null} anchor is the plan's if one picture fills the view, else null.
   */
  async watch(anchor, revision) {
    const last = this.#last;
    this.#last = anchor && { item: anchor.item, url: anchor.url, name: anchor.name, revision };
    if (!last || !anchor || last.item === anchor.item || last.revision === revision) return;
    if (Presence.#expected.delete(last.item)) return;
    // The reader may have gone on to another picture.
    const failure = await this.#latest.only(signal => json(last.url, null, { signal }).then(() => null, failure => failure));
    if (failure?.status === 404) this.#note(gone(last.name));
  }
}

/** Returns the sentence for a picture that has gone. @param name is its path; undefined if unknown. */
export function gone(name) {
  const what = name ? `“${name.split("/").at(-1)}”` : "The picture";
  return `${what} is not there any more: it was moved or deleted. Another picture is shown.`;
}

"""###,
        "state/question.js": ###"""
// Writes the question for a plan: where the view is, what it shows, and what stays where it is.

import { queryOf } from "../wire/api.js";
import { decodes } from "../wire/heic.js";
import { groundColour } from "./theme.js";

/**
 * Returns the next question: the plan's parameters as a URL's `query`, the collection's `entry`, which has the address, and the state that
 * it was asked in. Returns null when there is nothing to ask.
 * @param {import("./shown.js").Shown} shown is what the page shows.
 * @param {number} lag is how long plans take to be seen, in seconds.
 * @param {number[]} inset is what covers the view's edges, in px: [top, left, bottom, right].
 * @returns {Page.Question | null}
 */
export function ask(shown, scroller, magnifier, chart, inset, lag) {
  const { width, height } = scroller.viewport;
  if (!shown.entry || !width || !height) return null;
  const { velocity } = scroller;
  // Before the first plan the content is unknown: its start is asked for, below the bar.
  const [top, left] = inset;
  const isFirst = !shown.current;
  const at = isFirst ? { x: -left, y: -top } : magnifier.isUnderWay ? scroller.exactOffset : scroller.offset;
  const { offset, parameters, asked } = magnifier.question(at, shown.view.zoom ?? 1);
  const query = new URLSearchParams(queryOf({
    width, height, x: offset.x, y: offset.y, scale: devicePixelRatio, ...given({ ground: groundColour() }), inset, ...given(shown.view),
    ...empty(shown.view), velocityX: Math.round(velocity.x), velocityY: Math.round(velocity.y), names: true, backdrop: true,
    // One picture has a caption, and a chart nothing of the kind.
    ...(shown.isLooking || shown.isChart ? null : { badges: true }), ...decodes(), ...given({ lag: Math.round(lag * 1000) / 1000 }),
  }));
  const more = {
    ...(held(shown, scroller) ?? seen(shown, offset)), ...(shown.isChart ? ofChart(shown, scroller, magnifier, chart) : null),
    ...parameters,
  };
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  const { generation, leaps, hold, chosen } = shown;
  return { entry: shown.entry, query: String(query), offset: at, generation, leaps, hold, chosen, ...asked };
}

/**
 * What the next plan brings into view. A range of a chart comes with each plan while the table is read, until the reader moves.
 * @param {import("./shown.js").Shown} shown
 */
const held = ({ hold, current }, scroller) => (current && hold?.from !== undefined && !scroller.isAsSet ? null : hold);

/**
 * Returns a chart's own parameters. A reader at its end stays there when values are added.
 * @param {import("./shown.js").Shown} shown
 */
function ofChart(shown, scroller, magnifier, chart) {
  const isFirst = !shown.current;
  const isAtEnd = isFirst || held(shown, scroller) ? !shown.hold : shown.plan.edges.right && scroller.offset.x >= scroller.range.maxX - 1;
  // The values that are seen fill the height, unless the reader wants all of them.
  const question = { range: shown.view.range ?? "visible", ...chart.question(isFirst, scroller.velocity.x !== 0) };
  // A chart that was opened while its table was read is fitted again, until the reader moves.
  const isOpening = isAtEnd && (isFirst || (shown.plan.chart?.isOpening && scroller.isAsSet)) && !magnifier.isUnderWay;
  if (isOpening) {
    const { lineGap, ...rest } = question;
    return { ...rest, start: "auto" };
  }
  return { ...question, ...(isAtEnd && !magnifier.isUnderWay ? { start: "end" } : null) };
}

/** Parameters that may be empty: choosing nothing is a choice. */
const empty = ({ keyColumn = null, show = null }) => ({ ...(keyColumn === "" ? { keyColumn } : null), ...(show === "" ? { show } : null) });

/** Leaves out parameters that are empty or 0, the defaults. */
const given = parameters => Object.fromEntries(Object.entries(parameters).filter(([, value]) => value));

/**
 * Returns what stays where it is: the item at the top, and the items that begin rows.
 * @param {import("./shown.js").Shown} shown @param {Wire.Point} offset
 */
function seen(shown, offset) {
  const top = topItem(shown, offset);
  return top && { ...top, ...given({ rows: shown.plan.rows?.join() }) };
}

/**
 * The item at the top of the last plan, and where it is now: the server keeps it there if the content changes.
 * @param {import("./shown.js").Shown} shown @param {Wire.Point} offset
 */
export function topItem({ current: plan }, offset) {
  if (!plan?.anchor) return null;
  const anchorX = plan.anchor.x + plan.contentOffset.x - offset.x;
  const anchorY = plan.anchor.y + plan.contentOffset.y - offset.y;
  // After a jump it is far away.
  if (Math.abs(anchorX) > 1e6 || Math.abs(anchorY) > 1e6) return null;
  const { item: anchor, rounding: anchorRounding } = plan.anchor;
  return { anchor, anchorX, anchorY, ...given({ anchorRounding }), revision: plan.revision };
}

"""###,
        "state/remembered.js": ###"""
// What a reader has chosen for this browser, such as the colours: small texts that the browser keeps.

/** The text that was kept under a name; null if there is none, or the browser keeps nothing. @param {string} name */
export function remembered(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

/** Keeps a text under a name. @param {string} name @param {string} text */
export function remember(name, text) {
  try { localStorage.setItem(name, text); } catch { /* It is forgotten with the page, then. */ }
}

"""###,
        "state/restoration.js": ###"""
// Saves at the server where this browser was, for a start without an address. All windows write it and the last one wins; each window
// has its own place in its address.

import { entry, known, tell } from "../wire/api.js";

const name = "scrollserver-place";
/** Seconds for which a browser is recognized. */
const patience = 400 * 86_400;

/**
 * Returns the name under which this browser's place is saved, from a cookie, which servers at other ports receive, too. Returns null if
 * the browser keeps no cookies.
 */
const identifier = (() => {
  const known = () => document.cookie.split("; ").find(part => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const made = () => [...crypto.getRandomValues(new Uint8Array(12))].map(byte => byte.toString(16).padStart(2, "0")).join("");
  const own = known();
  const value = own && /^page-[0-9a-f]{24}$/.test(own) ? own : `page-${made()}`;
  document.cookie = `${name}=${value}; max-age=${patience}; samesite=strict; path=${new URL(".", location.href).pathname}`;
  return known();
})();
const url = `${entry.states}${identifier}`;
let saved = "";

/**
 * Returns the place that was saved last; null if there is none.
 * @param {string[]} states has the names of all saved states. @returns {Promise<Page.Place | null>}
 */
export async function load(states) {
  /** @type {Wire.State | null} */
  const state = identifier && states.includes(identifier) ? await known(url) : null;
  if (!state) return null;
  const { collection, layout, order, group, q, columns, lead, rowHeight, item, zoomScale, anchor } = state;
  /** @type {Page.View} */
  const view = { layout };
  for (const [name, value] of Object.entries({ order, group, q, rowHeight })) if (value) view[name] = value;
  if (columns) Object.assign(view, { columns, lead: lead ?? 0 });
  if (item) view.item = item;
  if (zoomScale !== 1) view.zoom = zoomScale;
  const hold = anchor && { anchor: anchor.item, fractionX: anchor.fractionX, fractionY: anchor.fractionY };
  return { collection, view, hold };
}

/**
 * Saves a place for the next start, even while the page is being closed.
 * @param {{collection: string, view: Page.View, anchor: Wire.Anchor | null, inset: number[], offset: Wire.Point}} place
 */
export function save({ collection, view, anchor, inset: [top, left, bottom, right], offset }) {
  const { layout, order = null, group = null, q = null, columns = null, lead = null, rowHeight = null, item = null, zoom = 1 } = view;
  /** @type {Wire.State} */
  const place = {
    collection, layout, order, group, q, columns: /** @type {number} */ (columns), lead, rowHeight, item, zoomScale: zoom, contentInset: { top, left, bottom, right },
    contentOffset: offset,
    anchor: anchor && { item: anchor.item, fractionX: anchor.fractionX, fractionY: anchor.fractionY },
  };
  const state = JSON.stringify(place);
  if (state === saved || !identifier) return;
  saved = state;
  tell(url, { method: "PUT", body: state, keepalive: true }).then(isSaved => { if (!isSaved && saved === state) saved = ""; });
}

"""###,
        "state/searching.js": ###"""
// Leads into searches and folders, and out of them again, back to where the reader was.

import { unrejected } from "../values/noted.js";
import { isNearness, nearnessTo } from "../values/orders.js";

/**
 * Where the reader was: what was on top, the item alone and as a hold, which is null at the collection's start; and the view.
 * @typedef {{item: string, hold: Page.Hold | null, view: Page.View}} Before
 */

/** Whether a query looks for what is like a picture. */
const isLike = (/** @type {string} */ query) => /(?:^|[\s(|-])like:/.test(query);

export class Searching {
  /** @type {import("./shown.js").Shown} */
  #shown;
  #on;
  /** Before the search, which may have begun in a folder; and outside of all folders. Null if unknown. @type {Before | null} */
  #before = null;
  /** @type {Before | null} */
  #outside = null;
  /** The order and the groups before pictures were sorted by what they look like. @type {Page.View} */
  #unlike = {};
  /** What was on top when the last search was painted, and whether a search waits for its plan. */
  #landed;
  #isLanding = false;

  /**
   * @param on has `look(view, hold)`; `leave(state)`, which begins an entry of the history; and `inOrder(view)`, which adds the order and the
   *   search to a view.
   */
  constructor(shown, on) { [this.#shown, this.#on] = [shown, on]; }

  /** Another collection is shown. */
  forget() { this.#before = this.#outside = null; }

  /** A plan was painted. */
  painted() { if (this.#isLanding) [this.#landed, this.#isLanding] = [this.#shown.plan.anchor?.item, false]; }

  /**
   * Searches. The picture on top stays there if it is found. The history's Back returns to where the reader was before. Where a picture is
   * open, the end of a search leaves it open, now among all. A search that began in a folder ends there.
   * @param isTyping says that this continues the search before. @param isToAll says that its end leads out of the folder, too.
   */
  search(query, isTyping, isToAll = false) {
    const shown = this.#shown;
    if (!query && shown.isLooking && shown.picture) return this.#end();
    const { q = "", ...view } = shown.isLooking ? this.#on.inOrder({ layout: "grid" }) : shown.view;
    if (query === q && !shown.isLooking) return;
    const { isFolder } = this;
    const anchor = shown.plan?.anchor;
    if (query) this.#begin();
    if (!isTyping || !q || isFolder) this.#on.leave();
    shown.forgetFrom();
    if (isLike(q) && !isLike(query)) this.#forgetLike(view);
    // The end of a search leads back; rejected pictures that come back leave the others where they are.
    const to = query ? query === this.#before?.view.q ? this.#before : null
      : q === unrejected ? null : isFolder || isToAll ? this.#outside : this.#before ?? this.#outside;
    const next = query || to?.view.q;
    delete view.lead;
    if (to?.view.lead && ["layout", "columns"].every(name => view[name] === to.view[name])) view.lead = to.view.lead;
    // Each letter finds other pictures: until the reader moves, the picture that was on top before the search is kept.
    const top = [anchor?.item, this.#before?.item];
    if (q && anchor?.item === this.#landed) top.reverse();
    const item = top.find(Boolean);
    this.#isLanding = true;
    this.#on.look(next ? { ...view, q: next } : view, to ? to.hold : item && { anchor: item, fractionX: 0, fractionY: 0 });
  }

  /** Shows the pictures that look like one of them, the nearest first, from all of the collection. The end of it leads back. */
  like(item) {
    const { view, isLooking } = this.#shown;
    this.#begin();
    this.#on.leave();
    this.#shown.forgetFrom();
    if (!isNearness(view.order ?? "")) this.#unlike = { order: view.order, group: view.group };
    this.#on.look({ layout: isLooking ? "grid" : view.layout, ...(isLooking ? null : { columns: view.columns }), order: nearnessTo(item), q: `like:${item}` }, null);
  }

  /**
   * Opens a folder in the current order and groups. The history's Back returns here, and so does the end of the search.
   * @param {{query: string | null, item: string | null}} folder has the `query` that finds its pictures, or its first `item`, or neither: all.
   */
  openFolder({ query, item }) {
    const shown = this.#shown;
    const { picture } = shown;
    const { q = "", lead, ...view } = !shown.isLooking ? shown.view : shown.from?.view ?? this.#on.inOrder({ layout: "grid" });
    if (query && query === q && !shown.isLooking) return;
    if (!q) this.#outside = this.#place;
    this.#on.leave();
    shown.forgetFrom();
    if (isLike(q)) this.#forgetLike(view);
    if (query) this.#on.look({ ...view, q: query }, picture && { item: picture, align: "center" });
    else this.#on.look(item && q ? { ...view, q } : view, item ? { item, align: "start" } : picture && { item: picture, align: "center" });
  }

  /** Whether a folder is shown, and no search in it. */
  get isFolder() { return Boolean(this.#shown.view.q && this.#shown.current?.folder); }

  /** Notes where a search begins. */
  #begin() {
    const { q } = this.#shown.view;
    if (!q || this.isFolder) this.#before = this.#place;
    if (!q) this.#outside = this.#before;
  }

  /** Sorts pictures as they were before one was looked for. */
  #forgetLike(view) {
    if (!isNearness(view.order ?? "")) return;
    const { order, group } = this.#unlike;
    delete view.order;
    Object.assign(view, order ? { order } : null, group ? { group } : null);
  }

  /** Ends the search around the open picture. The way back leads to all pictures; the history's Back leads to those that were found. */
  #end() {
    const shown = this.#shown;
    if (!shown.view.q) return;
    const { q, ...view } = this.#on.inOrder({ layout: "pages" });
    const item = shown.picture;
    const { q: _, lead, ...around } = shown.from?.view ?? this.#on.inOrder({ layout: "grid" });
    if (isLike(q)) for (const one of [view, around]) this.#forgetLike(one);
    // One picture has no groups.
    delete view.group;
    this.#on.leave({ around });
    shown.forgetFrom();
    this.forget();
    this.#on.look(view, { item, align: "start" });
  }

  /** What is on top now; null if unknown. @returns {Before | null} */
  get #place() {
    const { plan, isAtStart, view } = this.#shown;
    if (!plan?.anchor) return null;
    const { item, fractionX, fractionY } = plan.anchor;
    return { item, hold: isAtStart ? null : { anchor: item, fractionX, fractionY }, view: { ...view } };
  }
}

"""###,
        "state/shown.js": ###"""
// What is shown: the page's only owner of state. Every change is a method here with a name; all other modules read.

import { manifestOf, viewOf } from "../values/address.js";

/** Two plans lay their content out alike if they agree in these. */
const arrangement = ["layout", "item", "columns", "rowHeight"];

export class Shown {
  /** @type {Wire.Collection[]} */
  #collections = [];
  #isReadOnly = false;
  /** @type {Wire.Collection | null} */
  #entry = null;
  /** @type {Page.View} */
  #view = {};
  /** @type {Page.Plan | null} */
  #plan = null;
  #isFresh = true;
  /** @type {Page.Hold | null} */
  #hold = null;
  /** @type {Page.Hold | null} */
  #resizeHold = null;
  /** @type {Wire.Point | null} */
  #resizeOffset = null;
  #generation = 0;
  #leaps = 0;
  /** @type {{view: Page.View, item: string | null, hasFocus?: boolean, hasCursor?: boolean} | null} */
  #from = null;
  #isRefused = false;
  #isClosing = false;
  /** @type {Wire.Selection | null} */
  #chosen = null;

  /** All collections, as the server lists them: each with its id, name, layouts, orders and links. */
  get collections() { return this.#collections; }
  /** Whether the server refuses every change, so that none is sent. */
  get isReadOnly() { return this.#isReadOnly; }
  /** The collection that is shown; null until it is known. */
  get entry() { return this.#entry; }
  /** The parameters that tell this view from other views of the collection: layout, order, group, zoom, …; see `address.js`. */
  get view() { return this.#view; }
  /** The address of all that it shows, for viewers of IIIF. */
  get manifest() { return manifestOf(this.entry, this.#view); }
  /** The plan that was painted last; null before the first. */
  get plan() { return this.#plan; }
  /** Whether that plan belongs to another view, so that nothing of it may be used. */
  get isFresh() { return this.#isFresh; }
  /** The plan that was painted last, if it belongs to this view; else null. */
  get current() { return this.#isFresh ? null : this.#plan; }
  /** An item that the next plan brings to a point of the viewport, as parameters of that plan; null after a plan has done so. */
  get hold() { return this.#hold; }
  /** Counts the views: a plan that was asked for an earlier one is not painted. */
  get generation() { return this.#generation; }
  /** Counts the jumps: a plan that was asked for an earlier one brings no item into view. */
  get leaps() { return this.#leaps; }
  /** The view from which the reader came into a picture, and the picture: {view, item, hasFocus, hasCursor}; null elsewhere. */
  get from() { return this.#from; }
  /** Whether the server has refused the query: nothing is shown or asked until there is another one. */
  get isRefused() { return this.#isRefused; }
  /** Whether the history is on its way back to `from`. */
  get isClosing() { return this.#isClosing; }

  /** What the selection was changed to last here, until a plan shows it; else null. */
  get chosen() { return this.#chosen; }
  /** How many pictures of the collection are selected. */
  get selectedCount() { return (this.#chosen ?? this.#plan?.selection)?.count ?? 0; }
  /** Which selection that is; undefined before the first plan with one. */
  get selectionRevision() { return (this.#chosen ?? this.#plan?.selection)?.revision; }

  get collection() { return this.#entry?.id ?? null; }
  get layout() { return this.#view.layout; }
  get isPaged() { return this.layout === "pages"; }
  get isPicture() { return this.layout === "item"; }
  get isChart() { return this.layout === "slides"; }
  /** Whether two values place the pictures. */
  get isPlane() { return this.layout === "plane"; }
  /** Whether one picture fills the view. */
  get isLooking() { return this.isPaged || this.isPicture; }
  /** Whether the content extends from left to right. */
  get isAcross() { return ["strip", "pages", "slides"].includes(this.layout); }
  get isStrip() { return this.isAcross && !this.isPaged; }
  /** Whether a zoom changes the number of pictures in a row. */
  get isDense() { return this.layout === "grid" || this.layout === "justified"; }
  /** Whether several pages of a picture are shown, as a collection of their own. */
  get arePages() { return Boolean(this.#entry?.of) && !this.isLooking; }
  /** The id of the picture that fills the view; null or undefined where there are several. */
  get picture() { return pictureOf(this.#plan); }

  /**
   * The picture at the top as a `hold`, for another view of the same collection. Null at the collection's start, which stays the start
   * whatever comes to lie there, and where nothing is known.
   */
  get top() {
    if (!this.#plan?.anchor || this.isAtStart) return null;
    return { anchor: this.#plan.anchor.item, fractionX: 0, fractionY: 0 };
  }

  /** Whether several pictures are shown, and none lies before them. */
  get isAtStart() {
    const { edges } = this.#plan ?? {};
    return Boolean(edges) && !this.isLooking && (this.isAcross ? edges.left : edges.top);
  }

  // Changes

  /**
   * The server has listed its collections.
   * @param {Wire.Collection[]} collections
   */
  list(collections, isReadOnly = this.#isReadOnly) {
    [this.#collections, this.#isReadOnly] = [collections, isReadOnly];
    // A list may have another name by now.
    this.#entry = collections.find(({ id }) => id === this.collection) ?? this.#entry;
  }

  /**
   * Another view of a collection is next. @param hold is its first `hold`, or null.
   * @param {Wire.Collection} entry @param {Page.View} view @param {Page.Hold | null} hold
   */
  begin(entry, view, hold) {
    this.#resizeHold = this.#resizeOffset = null;
    if (entry.id !== this.collection) this.#chosen = null;
    this.#entry = entry;
    const isOffered = entry.layouts.includes(view.layout) || view.layout === "item";
    this.#view = { ...view, layout: isOffered ? view.layout : entry.layouts[0] };
    this.#hold = hold;
    this.#isFresh = true;
    this.#generation += 1;
    this.#isClosing = this.#isRefused = false;
  }

  /**
   * Parameters of the view become others; undefined takes one away.
   * @param {Page.View} parameters
   */
  change(parameters) {
    for (const [name, value] of Object.entries(parameters)) {
      if (value === undefined) delete this.#view[name];
      else this.#view[name] = value;
    }
  }

  /**
   * The next plan brings an item to a point of the viewport.
   * @param {Page.Hold | null} hold has a plan's parameters.
   */
  bring(hold) { this.#hold = hold; }

  /** The view goes elsewhere at once: an item that is on its way into it does not come. One that keeps its place in another layout does. */
  leap() {
    this.#leaps += 1;
    if (this.#hold !== this.#resizeHold && !this.#isFresh) this.#hold = null;
  }

  /** Whether a plan would bring an item into view that does not come any more. @param {Page.Question} asked */
  isDropped(asked) { return Boolean(asked.hold) && asked.hold !== this.#resizeHold && asked.leaps !== this.#leaps; }

  /**
   * The view has another size: the picture at the top stays there. It is the same one through any number of sizes until the reader
   * scrolls: another one of its row would make the view drift.
   * @param {Wire.Point} offset is the scroller's.
   * @param {boolean} keepsRow says that its upper edge stays where it is, too: something has only come or gone beside it.
   */
  resize(offset, keepsRow) {
    const plan = this.current;
    if (!plan?.anchor || this.#hold) return;
    const [one, other] = [plan.contentOffset, this.#resizeOffset];
    const isWhereItWas = Boolean(other) && Math.abs(one.x - other.x) <= 1 && Math.abs(one.y - other.y) <= 1;
    if (!this.#resizeHold || !isWhereItWas) {
      const { item, fractionX, fractionY, y } = plan.anchor;
      const anchorY = y + plan.contentOffset.y - offset.y;
      this.#resizeHold = { anchor: item, fractionX, fractionY, ...(keepsRow ? { anchorY } : null) };
    }
    this.#hold = this.#resizeHold;
  }

  /** The reader goes into a picture, whose way back leads to this view. */
  enter() { this.#from = { view: this.#view, item: null }; }

  /** Adds to what is known of the way back, if there is one. */
  enterWith(details) { if (this.#from) Object.assign(this.#from, details); }

  /** There is no way back any more. */
  forgetFrom() { this.#from = null; }

  /** The history is on its way back: plans of this view are not painted any more. */
  close() {
    this.#isClosing = true;
    this.#generation += 1;
  }

  /**
   * The selection of a collection was changed here.
   * @param {string} collection @param {Wire.Selection} answer
   */
  choose(collection, answer) { if (collection === this.collection) this.#chosen = answer; }

  /** The server has refused the query. */
  refuse() { this.#isRefused = true; }

  /**
   * How a plan differs from what is shown: the last plan of this view, or null, and whether its content is laid out anew.
   * @param {Page.Plan} plan
   */
  compare(plan) {
    const old = this.current;
    return { old, isOther: !old || arrangement.some(name => old[name] !== plan[name]) };
  }

  /**
   * A plan has come.
   * @param {Page.Plan} plan @param {Page.Question} asked is what it was asked for: see `question.js`.
   */
  settle(plan, asked) {
    // A range of a chart may not be read yet.
    const isComing = asked.hold?.from !== undefined && (plan.chart?.progress ?? null) !== null;
    if (this.#hold === asked.hold && !isComing) this.#hold = null;
    // A plan that was asked for before the change does not show it.
    if (this.#chosen && (this.#chosen === asked.chosen || plan.selection?.revision >= this.#chosen.revision)) this.#chosen = null;
    if (asked.hold && asked.hold === this.#resizeHold) this.#resizeOffset = plan.contentOffset;
  }

  /**
   * A plan is painted from now on.
   * @param {Page.Plan} plan @param {boolean} isZoomed says whether a zoom has led to its arrangement.
   */
  accept(plan, isZoomed) {
    this.#view = viewOf(plan, this.#view, isZoomed);
    this.#plan = plan;
    this.#isFresh = false;
  }
}

/**
 * The id of the picture that fills the view in a plan; null or undefined where there are several.
 * @param {Page.Plan | null} plan
 */
export const pictureOf = plan => plan?.item ?? (plan?.layout === "pages" ? plan.anchor?.item : null);

/**
 * The first and the last item that are seen in a plan: without those that the bar covers.
 * @param {Page.Plan} plan
 */
export const seenIn = ({ anchor, visible }) => visible && { first: anchor?.index ?? visible.first, last: visible.last };

"""###,
        "state/theme.js": ###"""
// The colour scheme: light, dark, or the system's. The browser remembers it.

import { remember, remembered } from "./remembered.js";

const labels = { system: "Colours: as the system", light: "Colours: light", dark: "Colours: dark" };

let ground;

/** The colour beneath the pictures as six hexadecimal digits; undefined if it is not opaque. */
export const groundColour = () => ground;

/**
 * Lets a button switch to the next of the three, and keeps the window's frame (`meta`) in the colour that is shown.
 * @param changed is called when the colour beneath the pictures changes.
 */
export function setUpTheme(button, meta, changed = () => {}) {
  const root = document.documentElement;
  const isDark = matchMedia("(prefers-color-scheme: dark)");
  let name = remembered("theme") in labels ? remembered("theme") : "system";
  const show = () => {
    if (name === "system") delete root.dataset.theme;
    else root.dataset.theme = name;
    button.querySelector("span").textContent = labels[name];
    button.querySelector("use").setAttribute("href", `#icon-${name}`);
  };
  button.addEventListener("click", () => {
    // The scheme that the system does not have comes first, so that the first press changes what is seen.
    const names = isDark.matches ? ["system", "light", "dark"] : ["system", "dark", "light"];
    name = names[(names.indexOf(name) + 1) % names.length];
    remember("theme", name);
    show();
  });
  const follow = () => {
    meta.content = getComputedStyle(document.body).backgroundColor;
    const channels = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(meta.content)?.slice(1);
    const now = channels?.map(channel => Number(channel).toString(16).padStart(2, "0")).join("");
    if (now === ground) return;
    const isFirst = ground === undefined;
    ground = now;
    if (!isFirst) changed();
  };
  // A picture lies on black in every scheme.
  const observer = new MutationObserver(follow);
  observer.observe(root, { attributeFilter: ["data-theme"] });
  observer.observe(document.body, { attributeFilter: ["class"] });
  isDark.addEventListener("change", follow);
  show();
  follow();
}

"""###,
        "state/trail.js": ###"""
// Remembers what was changed last in this window, so that one key takes it back, whatever it was.

/**
 * A change of pictures' marks, by its number and the addresses that take it back and make it again; or an edit of a list, by the list's address
 * `of`: `revision` is the list's then, `undo` takes the edit back, `redo` makes it again, and of a list that was made by it `isMade` is true.
 * @typedef {{kind: "note", edit: number, undo: string, redo: string} | {kind: "list", of: string, name: string, revision: number, undo?: string, redo?: string, isMade?: boolean}} Step
 */

/** Most changes that are remembered: as many as the server takes back. */
const most = 100;

export class Trail {
  /** @type {Step[]} The newest is the last. */
  #steps = [];
  /** @type {Step[]} Changes that were taken back, the last of them last. */
  #undone = [];

  /** What was changed last; null where nothing was. */
  get last() { return this.#steps.at(-1) ?? null; }

  /** What was taken back last; null where nothing was. */
  get undone() { return this.#undone.at(-1) ?? null; }

  /** @param {Step} step @param isAgain says whether it was made again. */
  push(step, isAgain = false) {
    this.#steps = [...this.#steps.slice(1 - most), step];
    if (!isAgain) this.#undone = [];
  }

  /** A change was taken back. @param {Step} step */
  back(step) { this.#undone.push(step); }

  /** Forgets the change that was taken back last. @returns {Step | null} it. */
  takeUndone() { return this.#undone.pop() ?? null; }

  /** Forgets the last change, if it is of this kind. @returns {Step | null} it. */
  take(kind) { return this.last?.kind === kind ? this.#steps.pop() : null; }

  /** A list is at another revision after one of its edits was taken back here: the edits before are still the last ones. */
  renew(of, revision) { for (const step of [...this.#steps, ...this.#undone]) if (step.kind === "list" && step.of === of) step.revision = revision; }

  /** Forgets the edits of a list that has gone. */
  drop(of) { for (const steps of [this.#steps, this.#undone]) steps.splice(0, steps.length, ...steps.filter(step => step.kind !== "list" || step.of !== of)); }
}

"""###,
        "state/turning.js": ###"""
// Goes from one open picture to the next, and knows the one that is reached before any plan shows it.

/** Milliseconds after which a plan is not waited for any more. */
const patience = 5000;

export class Turning {
  #on;
  /** @type {import("./shown.js").Shown} */
  #shown;
  /** @type {{generation: number, index: number} | null} Where turns lead that no plan shows yet; null for nowhere. */
  #goal = null;
  /** @type {(() => void)[]} Who waits for a plan. */
  #waiting = [];

  /**
   * @param on has the `scroller`; `locate({index})`, a promise of {index, item}; `find(index)`, one of a cell; `look(hold)`, which shows the view with another hold;
   *   and `open(place)`, which shows a picture.
   */
  constructor(shown, on) {
    [this.#shown, this.#on] = [shown, on];
    // A hand leads elsewhere.
    for (const hand of ["wheel", "pointerdown"]) addEventListener(hand, () => this.leave(), { capture: true, passive: true });
  }

  /** Goes to a neighbour of the open picture; to that of a picture that is still to be shown, once it is. */
  turn(by) { return this.#shown.current ? this.#turn(by) : this.#plan().then(() => this.#turn(by)); }

  #turn(by) {
    const { current: plan, isPaged, isPicture, view, generation } = this.#shown;
    if (!plan?.anchor) return;
    if (isPaged) {
      const [before, now, next] = [-1, 0, 1].map(side => plan.pages.find(({ index }) => index === plan.anchor.index + side * by));
      const goal = (this.#goal?.generation === generation ? this.#goal.index : plan.anchor.index) + by;
      // All pages are as far from one another. Where the first one is seen still, a turn back may be one from the goal.
      const distance = next && now ? next.x - now.x : before && now ? now.x - before.x : 0;
      if (!distance || goal < 0 || goal >= plan.count) return;
      this.#goal = { generation, index: goal };
      this.#on.scroller.glide(distance, 0);
      return;
    }
    const index = plan.anchor.index + by;
    if (index < 0 || index >= (plan.count ?? 0)) return;
    // The server finds the neighbour and shows the same part of it at the same size.
    if (isPicture && view.item) this.#on.look({ turn: by, ...this.#on.scroller.exactOffset });
    else this.#on.open({ index });
  }

  /** Shows the picture with this index in place of the open one; where a part of it is seen, the same part. A promise that is kept once it is asked for. */
  async go(index) {
    const { isPicture, generation } = this.#shown;
    if (!isPicture) return this.#on.look({ index, align: "start" });
    const { cell = null } = await this.#on.find(index) ?? {};
    if (!cell || generation !== this.#shown.generation) return;
    this.#shown.change({ item: cell.item });
    this.#on.look({ ...this.#on.scroller.exactOffset });
  }

  /**
   * The open picture once all turns are made.
   * @returns {Promise<{index: number, item: string} | null>} null where that is not known.
   */
  async reached() {
    if (!this.#shown.current) await this.#plan();
    const { current: plan, generation } = this.#shown;
    if (!plan) return null;
    if (this.#goal?.generation === generation && this.#goal.index !== plan.anchor?.index) return this.#on.locate({ index: this.#goal.index });
    return plan.anchor ? { index: plan.anchor.index, item: plan.item ?? plan.anchor.item } : null;
  }

  /** The view is led elsewhere. */
  leave() { this.#goal = null; }

  /** Waits for the next plan, for another view, or for `patience`. */
  #plan() {
    return new Promise(done => {
      const timer = setTimeout(done, patience);
      this.#waiting.push(() => {
        clearTimeout(timer);
        done(undefined);
      });
    });
  }

  /** A plan was painted. */
  painted() {
    const { plan, generation } = this.#shown;
    if (this.#goal && (this.#goal.generation !== generation || this.#goal.index === plan?.anchor?.index && !this.#on.scroller.isGliding)) this.#goal = null;
    for (const done of this.#waiting.splice(0)) done();
  }
}

"""###,
        "styles/actions.css": ###"""
/* The sheet of all actions, and the palette that finds one. */
:is(.guide, .palette, .menu, .more) kbd { font: inherit; font-size: var(--text-small); color: var(--quiet); white-space: nowrap; }
:is(.guide, .palette) kbd { padding: 0 var(--space-3); border: 1px solid var(--line); border-radius: var(--radius-small); color: var(--ink); }
:is(.guide, .palette) .by { flex: 0 1 auto; display: flex; flex-wrap: wrap; justify-content: flex-end; gap: var(--space-2); text-align: end; color: var(--quiet); }
.guide.help { width: 60rem; max-width: min(60rem, calc(100vw - 32px)); max-height: calc(100dvh - 48px); padding: 0 var(--space-6) var(--space-6); overflow: auto; overscroll-behavior: contain; }
.guide-head { position: sticky; top: 0; z-index: var(--layer-mark); display: grid; grid-template-columns: 1fr auto; align-items: center; gap: var(--space-3);
  margin-inline: calc(-1 * var(--space-6)); padding: var(--space-5) var(--space-6) var(--space-3); background: var(--ground); border-bottom: 1px solid var(--line); }
.guide-head > :is(input, p) { grid-column: 1 / -1; }
.guide .guide-head :is(h1, p) { margin: 0; }
.guide .guide-head .plain { border: 0; }
:is(.guide-head, .palette) input { width: 100%; min-width: 0; min-height: 36px; padding: var(--space-1) var(--space-4); font: inherit; color: inherit; background: var(--ground);
  border: 1px solid var(--quiet); border-radius: var(--radius); }
#help-said { font-size: var(--text-small); color: var(--quiet); }
#help-said:empty { display: none; }
/* As many columns as there is room for; a group stays whole. */
.guide-list { columns: 24rem 2; column-gap: var(--space-6); }
.guide-list section { break-inside: avoid; padding-top: var(--space-5); }
.guide .guide-list h2 { margin: 0 0 var(--space-2); font-size: var(--text-small); font-weight: 600; color: var(--quiet); }
.guide .guide-list ul { margin: 0; padding: 0; max-height: none; overflow: visible; list-style: none; }
.guide-list li { display: flex; align-items: baseline; justify-content: space-between; gap: var(--space-2) var(--space-5); padding: var(--space-1) 0; }
.guide-list .by { flex: 0 1 auto; max-width: 60%; overflow-wrap: anywhere; }
.guide .guide-list .does { flex: 1 1 auto; min-width: 0; min-height: 0; margin-inline-start: calc(-1 * var(--space-3)); padding: var(--space-1) var(--space-3); border: 0; text-align: start; }
.guide-list button.does { cursor: pointer; }
.guide-list .not-now { color: var(--quiet); }
.guide-list .not-now kbd { color: inherit; }
:is(.guide, .palette) small { font-size: var(--text-small); color: var(--quiet); }
.switch { display: flex; align-items: baseline; gap: var(--space-3); margin: var(--space-6) 0 var(--space-5); padding-top: var(--space-5); border-top: 1px solid var(--line); }
.switch small { display: block; }
.switch input { width: 18px; height: 18px; flex: none; align-self: flex-start; margin: var(--space-1) 0 0; accent-color: var(--accent); }
.palette { top: 12vh; bottom: auto; width: 36rem; max-width: calc(100vw - 32px); max-height: 76vh; margin: 0 auto; padding: var(--space-4); border: 1px solid var(--line); border-radius: var(--radius-large);
  background: var(--ground); color: var(--ink); box-shadow: var(--shadow); overflow: hidden; }
.palette[open] { display: flex; flex-direction: column; }
.palette::backdrop { background: rgb(0 0 0 / 25%); }
.palette input { flex: none; min-height: 44px; border-color: transparent; font-size: var(--text-large); }
.palette ul { flex: 1 1 auto; min-height: 0; margin: var(--space-3) 0 0; padding: 0; overflow: auto; overscroll-behavior: contain; list-style: none; }
.palette li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: var(--space-2) var(--space-4); min-height: 36px; padding: var(--space-2) var(--space-4); border-radius: var(--radius); overflow-wrap: anywhere; cursor: pointer; }
.palette li > span:first-child { flex: 1 1 6em; min-width: 0; }
.palette li:hover { background: var(--wait); }
.palette li[aria-selected="true"] { background: var(--line); }
.palette li[aria-disabled="true"] { color: var(--quiet); cursor: default; }
.palette p { margin: var(--space-4); color: var(--quiet); }
.palette p:empty { display: none; }
@media (max-width: 480px) {
  .guide.help { width: 100%; max-width: 100vw; max-height: 100dvh; height: 100dvh; border: 0; border-radius: 0; padding: 0 var(--space-5) var(--space-6); }
  .guide-head { margin-inline: calc(-1 * var(--space-5)); padding: var(--space-4) var(--space-5) var(--space-3); }
  .guide .guide-list .does { padding-block: var(--space-3); }
  .palette { top: 8px; max-width: calc(100vw - 16px); max-height: calc(100dvh - 16px); }
  .palette li { min-height: 44px; }
}
/* A picture's surround is black, which a sheet over it is not. */
body.looking :is(.guide, .palette) { --ground: #161616; }
@media (hover: none) and (pointer: coarse) {
  :is(.more, .menu, .guide, .palette, .ask) kbd { display: none; }
}

"""###,
        "styles/bar.css": ###"""
.bar { position: fixed; z-index: var(--layer-bar); inset: 0 0 auto; height: var(--bar-height); display: flex; align-items: center;
  gap: var(--space-3); padding: 0 var(--space-5) 0 var(--space-4); background: var(--bar); backdrop-filter: var(--glass);
  border-bottom: 1px solid var(--line); transition: transform var(--motion); }
.bar.away:not(:focus-within, .open) { transform: translateY(-100%); }
.bar > * { flex: none; }
.bar .spacer { flex: 1; }
/* A long name gives way first, then the position. */
.where { display: flex; align-items: center; gap: var(--space-3); }
.bar > .where { flex: 0 1 auto; min-width: 0; }
.where .pick { flex: 0 1000 auto; min-width: 56px; }
#collection { width: 100%; }
.where .position { flex: 0 1 auto; min-width: 0; }
.crumbs { display: flex; flex: 0 100 auto; min-width: 0; overflow: hidden; }
.crumbs:empty { display: none; }
.crumbs button { flex: 0 1 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; padding: var(--space-2); max-width: 16rem; }
.crumbs button::before { content: "› "; color: var(--quiet); }
.layouts { display: flex; gap: var(--space-1); }
.sort { position: relative; display: flex; gap: var(--space-1); }
#sort-button span { max-width: 12rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#direction > .icon { transition: rotate var(--motion); }
#direction.down > .icon { rotate: 180deg; }
.layouts [aria-pressed="true"] { background: var(--line); color: var(--accent); }
.bar select, .plain { font: inherit; color: inherit; background: transparent; border: 0; border-radius: var(--radius);
  min-height: 32px; padding: var(--space-2) var(--space-3); }
.bar select { cursor: pointer; max-width: 40vw; font-weight: 600; field-sizing: content; text-overflow: ellipsis; }
.bar option { background: var(--ground); color: var(--ink); }
.bar select:hover, .plain:hover { background: var(--line); }
.filling { flex: none; padding: 0 var(--space-3); }
.position { color: var(--quiet); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
/* Menus of the bar. */
.sheet { position: absolute; inset: calc(100% + 4px) 8px auto auto; max-width: calc(100vw - 16px); max-height: calc(100vh - 60px); overflow: auto;
  overscroll-behavior: contain; padding: var(--space-3); border: 1px solid var(--line); border-radius: var(--radius-large); background: var(--ground); box-shadow: var(--shadow); }
.sort > .sheet { right: 0; width: 14rem; }
.sheet > [role="group"] + [role="group"] { margin-top: var(--space-3); padding-top: var(--space-3); border-top: 1px solid var(--line); }
.entry { display: block; position: relative; width: 100%; min-height: 36px; padding-inline: var(--space-6) var(--space-4); text-align: start; overflow-wrap: anywhere; }
.entry[aria-checked="true"]::before { content: "✓"; position: absolute; left: 8px; color: var(--accent); }
.entry[aria-checked="true"] { color: var(--accent); }
/* What is seldom used is behind ⋯; the layouts have their names there. */
.more { display: none; width: 19rem; }
.bar.open .more { display: block; }
.more .layouts { margin-bottom: var(--space-3); padding-bottom: var(--space-3); border-bottom: 1px solid var(--line); }
.more .layouts .plain { flex: 1 1 0; min-width: 0; flex-direction: column; gap: var(--space-2); padding: var(--space-3) 0; font-size: var(--text-small); }
.row { display: flex; align-items: center; justify-content: space-between; gap: var(--space-4); padding: var(--space-1) 0 var(--space-1) var(--space-4); min-height: 36px; }
.plain.row { width: 100%; justify-content: space-between; padding-inline: var(--space-4) var(--space-4); text-align: start; }
.plain.row[aria-pressed="true"] > span:last-child::before { content: "✓"; color: var(--accent); font-weight: 600; }
.plain.version { justify-content: flex-end; font-size: var(--text-small); color: var(--quiet); }
.row:has(> select[hidden]) { display: none; }
.bar .row select { font-weight: 400; text-align: end; max-width: 70%; }
body:has(.bar.away:not(:focus-within, .open)) .sticky { top: calc(-1 * var(--bar-height)); }
@media (max-width: 960px) {
  .crumbs, .filling > span + span, #sort-button span { display: none; }
}
@media (max-width: 640px) {
  .bar .spacer, .bar > .layouts, #direction { display: none; }
  .bar > .where { flex: 1; }
  .where .position { flex: 1; white-space: normal; overflow-wrap: anywhere; font-size: var(--text-small); line-height: 1.25; max-height: 2.5em; }
  /* Nothing to say, no room. */
  .where .position:empty { flex: 0; }
  .filling { font-size: var(--text-small); }
}
@media (max-width: 480px) {
  .bar { inset: auto 0 0; border-bottom: 0; border-top: 1px solid var(--line); padding: 0 var(--space-3);
    padding-bottom: env(safe-area-inset-bottom); }
  .bar.away:not(:focus-within, .open) { transform: translateY(100%); }
  .sort { position: static; }
  .sheet, .sort > .sheet { inset: auto 0 100%; width: auto; max-width: none; border-width: 1px 0 0; border-radius: var(--radius-large) var(--radius-large) 0 0; }
  .sheet :is(.plain, select) { min-height: 44px; min-width: 44px; }
  /* Two columns of buttons, so that the window holds all of them. */
  .bar.open .more { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: center; }
  .more > :is(.layouts, .notes-button, .version, .row:not(button)) { grid-column: 1 / -1; }
  body:has(.bar.away:not(:focus-within, .open)) .sticky { top: 0; }
  .bar { gap: var(--space-2); }
  .bar select { max-width: 28vw; padding: var(--space-2); }
}

"""###,
        "styles/base.css": ###"""
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; overflow: hidden; background: var(--ground); color: var(--ink); }
body { font: var(--text)/1.4 var(--face); font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
small, code { font-size: var(--text-small); }
/* Whatever is hidden takes no room. A slot does: it keeps its tile. */
[hidden]:not(.slot) { display: none !important; }
/* For screen readers alone. */
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.icon { display: block; width: var(--icon); height: var(--icon); fill: currentColor; pointer-events: none; }
.plain:has(> .icon) { display: inline-flex; align-items: center; justify-content: center; gap: var(--space-3); padding: var(--space-2); }
.plain.action { border: 1px solid var(--line); padding-inline: var(--space-5); color: var(--accent); font-weight: 600; }
.plain { min-width: 32px; }
@keyframes appear { from { visibility: hidden; } }
@keyframes turn { to { transform: rotate(1turn); } }

"""###,
        "styles/cells.css": ###"""
/* What a cell of several pictures says and answers: outlines, words, and the tick in its corner. */
/* A ring of the ground's colour within, so that the outline is seen on any picture. */
body:not(.looking) .slot.last > a[href] { outline: 3px solid var(--quiet); outline-offset: -3px; box-shadow: inset 0 0 0 4px var(--ground); }
/* A chart's tiles say nothing: its values are told beside the pointer. */
@media (hover: hover) {
  body:not(.looking) .slot:hover > a[href]:not(:focus-visible) { outline: 2px solid var(--ink); outline-offset: -2px;
    box-shadow: inset 0 0 0 3px var(--ground); }
  body:not(.looking) .view:not([data-layout="slides"]) .slot:hover > a[data-name]::after { content: attr(data-name); inset: auto 0 0; max-width: none;
    padding: var(--space-6) var(--space-3) var(--space-2); border-radius: 0; background: var(--shade); }
  body:not(.looking) .view:not([data-layout="slides"]) .slot:hover > a[data-corner]::before { content: attr(data-corner); max-width: calc(100% - 4 * var(--space-3) - 56px); }
}
/* Words are on the cell with the focus, too, and on every cell if the reader wants it so. What moves always says so. */
body:not(.looking) :is(.saying:not([data-layout="slides"]) .slot > a, .slot > a:focus-visible)[data-name]::after { content: attr(data-name); inset: auto 0 0; max-width: none;
  padding: var(--space-6) var(--space-3) var(--space-2); border-radius: 0; background: var(--shade); }
body:not(.looking) :is(.saying:not([data-layout="slides"]) .slot > a, .slot.moves > a, .slot > a:focus-visible)[data-corner]::before { content: attr(data-corner); }
/* At rest there is the value that the pictures are sorted by; with the name it comes below that, at the same place. */
body:not(.looking) .slot > a[data-value]::after { content: attr(data-value); }
.slot > a::before, .slot > a::after { position: absolute; overflow: hidden; padding: var(--space-1) var(--space-2); border-radius: var(--radius-small); font-size: var(--text-small);
  line-height: 1.4; white-space: pre; text-overflow: ellipsis; font-variant-numeric: tabular-nums; background: rgb(0 0 0 / 75%); color: #fff; pointer-events: none; }
.slot > a::before { inset: var(--space-3) var(--space-3) auto auto; max-width: calc(100% - 3 * var(--space-3) - 24px); }
.slot > a::after { inset: auto auto var(--space-3) var(--space-3); max-width: calc(100% - 2 * var(--space-3)); --shade: linear-gradient(transparent, rgb(0 0 0 / 60%) var(--space-6), rgb(0 0 0 / 80%)); }
/* The flag and the label stand in the other lower corner. */
.slot:has(> .noted) > a::after { max-width: calc(100% - 3 * var(--space-3) - 32px); }
/* Its sign says why it cannot be shown. */
.slot.failed > a::before, .slot.failed > a::after { display: none; }
/* The tick of a marked picture, and the button that marks it, which comes to the cell under the pointer. */
.slot[data-mark]::after, .marker { position: absolute; z-index: var(--layer-label); inset: var(--seen, 0); display: grid; place-content: center;
  width: min(24px, 60cqmin); height: min(24px, 60cqmin); margin: min(var(--space-3), 8cqmin) auto auto min(var(--space-3), 8cqmin); padding: 0; border: 0;
  border-radius: 50%; font: 600 min(var(--text-small), 38cqmin)/1 var(--face); }
.slot[data-mark]::after, .marker[aria-checked="true"] { background: var(--accent); color: var(--ground); box-shadow: 0 0 0 2px var(--ground); }
.slot[data-mark]::after, .marker::before { content: "✓"; }
/* A click goes to the button that lies below it. */
.slot[data-mark]::after { pointer-events: none; }
.marker[aria-checked="false"] { background: rgb(0 0 0 / 45%); color: rgb(255 255 255 / 85%); box-shadow: inset 0 0 0 2px #fff; }
.marker[aria-checked="false"]:hover { background: rgb(0 0 0 / 75%); color: #fff; }
/* The button beside the tick, which compares the picture: two frames side by side. */
.beside { position: absolute; z-index: var(--layer-label); inset: var(--seen, 0); display: grid; place-content: center; width: 32px; height: 24px; margin: var(--space-3) auto auto calc(2 * var(--space-5) + var(--space-3));
  padding: 0; border: 0; border-radius: var(--radius-pill); background: rgb(0 0 0 / 45%); color: #fff; box-shadow: inset 0 0 0 2px; }
.beside::before { content: ""; box-sizing: border-box; width: 16px; height: 11px; border: 2px solid; background: linear-gradient(90deg, transparent 5px, currentcolor 5px 7px, transparent 7px); }
.beside:hover { background: rgb(0 0 0 / 75%); }
/* A finger marks by the menu; there is no room to aim at in a small cell. */
@media not (hover: hover) {
  .marker, .beside { display: none; }
  .slot:not([data-mark]) > a::before { max-width: calc(100% - 2 * var(--space-3)); }
}
@container (max-width: 71px) or (max-height: 71px) {
  .marker { display: none; }
}
@container (max-width: 127px) or (max-height: 71px) {
  .beside { display: none; }
}
@media (forced-colors: active) {
  .slot[data-mark]::after, .marker[aria-checked="true"] { background: Highlight; color: HighlightText; forced-color-adjust: none; }
  .marker[aria-checked="false"], .beside { border: 2px solid ButtonText; }
}

"""###,
        "styles/chart.css": ###"""
/* A chart: its slides are pictures, its words are text. */
.view[data-layout="slides"] { touch-action: pan-x; cursor: crosshair; }
.ticks { z-index: var(--layer-label); pointer-events: none; }
.tick { position: absolute; left: 0; top: 0; width: 0; display: flex; justify-content: center; white-space: pre;
  text-align: center; font-size: var(--text-small); line-height: 1.2; padding-top: var(--space-2); color: var(--quiet); }
.tick.major { color: var(--ink); }
.tick.start { justify-content: flex-start; text-align: start; }
.tick.end { justify-content: flex-end; text-align: end; }
.flags { z-index: var(--layer-label); pointer-events: none; }
.flag { position: absolute; left: -0.5px; top: 0; width: 0; height: calc(var(--bottom) - var(--top)); border-inline-start: 1px dashed var(--quiet); }
.flag button { position: absolute; left: 0; bottom: 0; max-width: min(12rem, max(10px, var(--room) - 3px)); min-height: 24px; padding: 0 var(--space-3); overflow: hidden;
  text-overflow: ellipsis; white-space: nowrap; font: inherit; font-size: var(--text-small); line-height: 1.2; color: var(--ink); background: var(--bar);
  border: 1px solid var(--quiet); border-inline-start: 0; border-radius: 0 var(--radius) var(--radius) 0; pointer-events: auto; cursor: pointer; }
.values { position: fixed; z-index: var(--layer-label); inset: 0 0 auto 0; pointer-events: none; }
/* From the top of the window, so that what it holds is where the plan says. */
.axis { position: absolute; left: 0; top: 0; width: 56px; height: var(--bottom); clip-path: inset(calc(var(--top) - 26px) -200px -12px 0);
  pointer-events: auto; cursor: ns-resize; touch-action: none; user-select: none; -webkit-user-select: none; }
.axis.right { left: auto; right: 0; clip-path: inset(calc(var(--top) - 26px) 0 -12px -200px); }
.axis span { position: absolute; left: 8px; top: -0.6em; padding: 0 var(--space-2); border-radius: var(--radius-small); white-space: nowrap;
  font-size: var(--text-small); line-height: 1.2; color: var(--quiet); background: var(--bar); pointer-events: none; }
.axis.right span { left: auto; right: 8px; }
.axis span.unit { color: var(--ink); }
.axis.fixed span { color: var(--accent); }
/* The colours of an axis' lines, where there are several axes. */
.axis::after { content: ""; position: absolute; left: 0; top: var(--top); width: 4px; height: calc(var(--bottom) - var(--top)); background: var(--colours, none); pointer-events: none; }
.axis.right::after { left: auto; right: 0; }
.axis-range { position: absolute; left: 0; width: 56px; background: var(--accent); opacity: 0.25; }
.axis-range.right { left: auto; right: 0; }
/* The second row of labels: the date at the left edge gives way to the next one. Without room for all of it, it wraps into a line that is not seen. */
.context { position: fixed; z-index: var(--layer-label); top: calc(var(--bottom) + 4px + 0.9rem); left: 0; display: flex; flex-wrap: wrap; height: 1.2em;
  max-width: max(0px, calc(var(--end) - 44px)); overflow: hidden; font-size: var(--text-small); line-height: 1.2; white-space: nowrap; pointer-events: none; }
.context span { padding: 0 var(--space-2) 0 var(--space-3); border-radius: var(--radius-small); background: var(--bar); color: var(--ink); }
.context::before { content: ""; width: 1px; height: 100%; }
.legend { position: fixed; z-index: var(--layer-label); top: calc(var(--bar-height) + 8px); right: 16px; display: flex; align-items: flex-start;
  justify-content: flex-end; gap: var(--space-2); max-width: calc(100vw - 96px); pointer-events: none; }
.legend-lines { order: -1; display: flex; flex-wrap: wrap; justify-content: flex-end; gap: var(--space-2); min-width: 0; }
.legend-lines button { display: flex; align-items: center; max-width: min(17rem, 100%); text-align: start; }
.legend-lines bdi { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
/* The keys have no tooltip: the name that they have reached is whole. */
.legend-lines button:focus-visible { position: relative; z-index: var(--layer-mark); max-width: 100%; }
.legend-lines button:focus-visible bdi { overflow: visible; overflow-wrap: anywhere; white-space: normal; }
.legend-more { flex: none; white-space: nowrap; }
.legend-more::after { content: " ▾"; }
.legend-more[aria-expanded="true"]::after { content: " ▴"; }
/* Folded, the switches are laid out, so that it is known once there is room for them, but take none. */
.legend.folded:not(.open) .legend-lines { flex: 1; height: 0; overflow: hidden; visibility: hidden; }
.legend.folded:not(.open) .legend-tools .tool { display: none; }
.legend.open { flex-wrap: wrap; width: 24rem; max-height: 60vh; padding: var(--space-3); pointer-events: auto;
  border: 1px solid var(--line); border-radius: var(--radius-large); background: var(--bar); backdrop-filter: var(--glass); }
.legend.open .legend-lines { order: 1; flex: 1 0 100%; flex-direction: column; flex-wrap: nowrap; align-items: stretch; justify-content: flex-start;
  max-height: calc(60vh - 64px); overflow: auto; overscroll-behavior: contain; }
.legend.open .legend-lines button { flex: none; max-width: 100%; background: none; }
.legend.open .legend-lines bdi { overflow: visible; overflow-wrap: anywhere; white-space: normal; }
.legend-tools { display: flex; flex: 0 1 auto; gap: var(--space-2); min-width: 0; pointer-events: auto; }
.legend-tools input { flex: 1 1 8rem; width: 8rem; min-width: 0; }
.legend.open .legend-tools { flex: 1; }
:is(.legend-tools, .settings) input:not([type="checkbox"]) { font: inherit; font-size: var(--text); color: inherit; background: var(--ground); border: 1px solid var(--line);
  border-radius: var(--radius); min-height: 32px; padding: var(--space-1) var(--space-3); }
.swatch { flex: none; width: 28px; height: 6px; margin-inline-end: var(--space-3); vertical-align: middle; fill: none; }
.legend button[aria-pressed="false"] .swatch { opacity: 0.3; }
.settings { width: 30rem; max-height: calc(100vh - 32px); overflow: auto; overscroll-behavior: contain; }
/* Names stand in one column, what they are of in another; where there is no room for both, one above the other. */
.settings .row { flex-wrap: wrap; justify-content: flex-start; gap: var(--space-2) var(--space-4); padding: var(--space-1) 0; }
.settings .row > span:first-child { flex: 0 0 9.5rem; overflow-wrap: anywhere; }
.settings .row > :is(select, input, .check) { flex: 1 1 10rem; min-width: 0; }
.settings :is(select, #panel-zone) { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: var(--radius);
  min-height: 32px; padding: var(--space-1) var(--space-3); max-width: 100%; min-width: 0; }
.settings select option { background: var(--ground); color: var(--ink); }
.settings .said:empty { display: none; }
.settings .said { position: static; display: block; margin: 0 0 var(--space-3); padding: 0; text-align: start; background: none; color: var(--accent); }
.settings .refused { margin: 0 0 var(--space-3); font-size: var(--text-small); color: var(--accent); overflow-wrap: anywhere; }
.settings [aria-invalid="true"] { outline: 2px solid var(--accent); }
.settings .row:is(#panel-units, #panel-forms, #panel-ranges *) > :is(select, input) { flex: 1 1 5.5rem; min-width: 0; }
.settings fieldset { margin: var(--space-3) 0; padding: var(--space-3) var(--space-4); border: 1px solid var(--line); border-radius: var(--radius); min-width: 0; }
.settings fieldset > input { width: 7rem; }
.checks { max-height: 30vh; margin-top: var(--space-3); overflow: auto; }
.checks label { display: flex; align-items: center; gap: var(--space-3); min-height: 28px; overflow-wrap: anywhere; }
.checks small { margin-inline-start: auto; color: var(--quiet); }
.legend button { pointer-events: auto; font-size: var(--text-small); min-height: 28px; background: var(--bar); cursor: pointer; }
.reading span::before { content: ""; display: inline-block; width: 14px; height: 3px;
  margin-inline-end: var(--space-3); vertical-align: middle; border-radius: var(--radius-small); background: var(--colour); }
.legend button[aria-pressed="false"] { color: var(--quiet); text-decoration: line-through; }
.cross { position: fixed; z-index: var(--layer-label); inset: 0 auto 0 -0.5px; width: 1px; background: var(--quiet); pointer-events: none; }
.cross i { position: absolute; left: -4px; top: -4.5px; width: 9px; height: 9px; border-radius: 50%; background: var(--colour);
  border: 1.5px solid var(--ground); }
.reading { position: fixed; z-index: var(--layer-foot); top: calc(var(--bar-height) + 44px); left: 0; translate: calc(var(--x) + 12px) 0;
  display: grid; gap: var(--space-1); padding: var(--space-3) var(--space-4); border-radius: var(--radius); font-size: var(--text-small); pointer-events: none;
  max-width: 45vw; background: var(--bar); backdrop-filter: var(--glass); border: 1px solid var(--line); }
.reading.before { translate: calc(var(--x) - 100% - 12px) 0; }
/* Below a chart: all of it, and what is in view. It takes the scrubber's place. */
.view[data-layout="slides"] ~ nav .scrubber { display: none; }
.view.brushing { touch-action: none; cursor: col-resize; }
/* The dates above it have 52 px for their two rows. Large text needs more: that much of the foot is not painted. */
.chart-foot { --rows: max(0px, 1.875rem + 4px - 52px); position: fixed; z-index: var(--layer-foot); inset: auto 0 0; display: flex; align-items: center; gap: var(--space-2);
  padding: calc(var(--space-2) + var(--rows)) var(--space-3) calc(var(--space-2) + env(safe-area-inset-bottom));
  background: linear-gradient(var(--ground), var(--ground)) 0 var(--rows) no-repeat; }
/* Above the foot and the dates. */
.chart-foot:not([hidden]) ~ .message:not(.alone) { bottom: 120px; }
.chart-foot .plain { flex: none; min-width: 40px; min-height: 40px; font-size: var(--text); }
.chart-foot .plain[aria-pressed="true"] { color: var(--ground); background: var(--accent); }
.overview { --start: 0px; --end: 100%; position: relative; flex: 1; min-width: 0; height: 44px; margin: 0 var(--space-6); touch-action: none;
  user-select: none; -webkit-user-select: none; cursor: pointer; background: var(--wait); }
/* The strip is a map, and quieter than what it is of. */
.overview img { position: absolute; inset: 0; width: 100%; height: 100%; opacity: 0.85; pointer-events: none; }
.overview img:not([src]) { visibility: hidden; }
/* What is not in view is veiled. */
.overview::before, .overview::after { content: ""; position: absolute; top: 0; bottom: 0; background: var(--ground); opacity: 0.6;
  pointer-events: none; }
.overview::before { left: 0; width: var(--start); }
.overview::after { left: var(--end); right: 0; }
/* Of a narrow range a finger or a pointer gets 24 px; its edges are taken from outside, so that it can be taken itself. */
.overview { --wide: max(24px, var(--end) - var(--start));
  --left: clamp(0px, (var(--start) + var(--end) - var(--wide)) / 2, 100% - var(--wide)); }
.overview .range { position: absolute; z-index: var(--layer-mark); top: 0; bottom: 0; left: var(--left); width: var(--wide); cursor: grab; }
.overview .range::before { content: ""; position: absolute; top: 0; bottom: 0; left: calc((100% - max(2px, var(--end) - var(--start))) / 2);
  width: max(2px, var(--end) - var(--start)); border-block: 2px solid var(--accent); background: rgb(from var(--accent) r g b / 8%); }
.overview.dragging, .overview.dragging > * { cursor: grabbing; }
.overview .edge { position: absolute; z-index: var(--layer-label); top: 0; bottom: 0; width: 24px; left: calc(var(--left) - 24px); cursor: ew-resize;
  touch-action: none; }
.overview .edge ~ .edge { left: calc(var(--left) + var(--wide)); }
.overview .edge::before { content: ""; position: absolute; top: 0; bottom: 0; right: 0; width: 12px; border-radius: var(--radius-small) 0 0 var(--radius-small);
  background: var(--accent); }
.overview .edge ~ .edge::before { right: auto; left: 0; border-radius: 0 var(--radius-small) var(--radius-small) 0; }
.overview .edge::after { content: ""; position: absolute; inset: 14px 5px 14px 17px; background: var(--ground); }
.overview .edge ~ .edge::after { inset: 14px 17px 14px 5px; }
.overview > :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.brush { position: fixed; z-index: var(--layer-label); top: 0; bottom: 0; left: var(--from); width: calc(var(--to) - var(--from)); pointer-events: none;
  background: rgb(from var(--accent) r g b / 16%); border-inline: 1px solid var(--accent); }
.figures { position: fixed; inset: auto 8px 60px auto; max-width: min(60rem, calc(100vw - 16px)); max-height: 60vh; overflow: auto; margin: 0;
  padding: var(--space-4) var(--space-5); border: 1px solid var(--line); border-radius: var(--radius-large); background: var(--ground); color: var(--ink);
  box-shadow: var(--shadow); font-size: var(--text-small); }
.figures h2 { margin: 0 0 var(--space-3); font-size: var(--text); }
.figures .table { overflow-x: auto; }
.figures table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.figures :is(th, td) { padding: var(--space-2) var(--space-3); text-align: end; white-space: nowrap; font-weight: 400; }
.figures thead th { color: var(--quiet); }
.figures :is(thead th:first-child, tbody th) { position: sticky; left: 0; max-width: 40vw; overflow: hidden; text-overflow: ellipsis;
  text-align: start; background: var(--ground); }
.figures tbody th::before { content: ""; display: inline-block; width: 14px; height: 3px; margin-inline-end: var(--space-3); vertical-align: middle;
  border-radius: var(--radius-small); background: var(--colour); }
.figures .note { margin: var(--space-3) 0; color: var(--quiet); }
:is(.figures, .settings) .saves { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-3); margin: var(--space-3) 0 0; }
:is(.figures, .settings) .saves span { display: flex; align-items: center; gap: var(--space-3); white-space: nowrap; color: var(--quiet); }
/* The dialog for exports has shorter names. */
#export .row > span:first-child { flex-basis: 7rem; }
#export .check { display: flex; align-items: center; gap: var(--space-3); }
.check input { flex: none; width: 18px; height: 18px; margin: 0; accent-color: var(--accent); }
#export-said { margin: 0 0 var(--space-4); color: var(--quiet); }
#export-needs { width: calc(100% - 7rem - var(--space-4)); min-width: min(100%, 10rem); min-height: 1.4em; margin: 0 0 0 auto; font-size: var(--text-small); color: var(--quiet); }
#export-failure { margin: var(--space-4) 0 0; overflow-wrap: anywhere; }
#export-failure:empty { display: none; }
#export-failure::before { content: "⚠\fe0e"; margin-inline-end: var(--space-2); color: var(--accent); }
#export .saves { margin-top: var(--space-5); }
:is(.figures, .settings) .saves .plain { display: grid; place-content: center; padding: var(--space-2) var(--space-4); border: 1px solid var(--line); border-radius: var(--radius); color: var(--accent); text-decoration: none; }
/* What a dialog is for. Without an address a link is no link to the browser: it says that it cannot be followed. */
.settings .saves .plain.primary { min-width: 7rem; font-weight: 600; color: var(--ground); background: var(--accent); border-color: var(--accent); }
.settings .saves .plain.primary:hover { text-decoration: underline; }
.settings .saves .primary[aria-disabled="true"]:is(*, :hover) { color: var(--quiet); background: var(--wait); border: 1px dashed var(--quiet); text-decoration: none; cursor: not-allowed; }
.primary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
/* A table's first lines, and beside them how they were read. */
.settings .how { display: block; margin: var(--space-3) 0; color: var(--accent); border: 1px solid var(--line); }
.table-reading.help { width: 66rem; max-width: min(66rem, calc(100vw - 32px)); }
.table-reading[open] { display: flex; flex-wrap: wrap; gap: 0 var(--space-6); align-items: flex-start; }
.table-reading > :not(.first-lines, .read-as) { flex: 1 0 100%; }
.read-as { flex: 2 1 20rem; min-width: 0; }
.table-reading h2 { margin: var(--space-4) 0 var(--space-2); font-size: var(--text); }
.table-reading .row > span:first-child { flex-basis: 8.5rem; }
.table-reading .row > select { flex-basis: 9rem; }
.first-lines { flex: 3 1 24rem; min-width: 0; overflow: auto; max-height: 60vh; border: 1px solid var(--line); border-radius: var(--radius); overscroll-behavior: contain; }
.first-lines:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.first-lines table { border-collapse: collapse; }
.first-lines :is(th, td) { padding: 0 var(--space-3); text-align: start; white-space: pre; font-weight: 400; font-size: var(--text-small); }
.first-lines th { position: sticky; left: 0; padding-inline: 0; background: var(--ground); }
.first-lines th .plain { min-width: 2.5rem; min-height: 28px; padding: 0 var(--space-2); font-size: var(--text-small); font-variant-numeric: tabular-nums; color: var(--quiet); }
.first-lines th .plain[aria-pressed="true"] { color: var(--ground); background: var(--accent); }
.first-lines td:nth-child(2) { color: var(--quiet); }
.first-lines code { tab-size: 4; }
.first-lines :is(.skipped, .leftOut, .comment, .blank) code { color: var(--quiet); }
.first-lines :is(.header, .units) code { font-weight: 600; }
.table-reading .checks label { justify-content: space-between; }
.table-reading .checks select { flex: 0 1 11rem; }
#panel-findings { margin: 0; padding-inline-start: var(--space-5); font-size: var(--text-small); overflow-wrap: anywhere; }
@media (max-width: 480px) {
  .first-lines { max-height: 30vh; }
  .first-lines th .plain { min-height: 40px; }
  #export :is(select, .saves .plain, .row > input) { min-height: 40px; }
  /* What there is to choose is as wide as the dialog. */
  :is(#chart-panel, .table-reading) .row > span:first-child, #export .row:has(#export-kind) > span { flex-basis: 100%; }
  .chart-foot { bottom: var(--bar-height); padding: calc(var(--space-1) + var(--rows)) var(--space-2) var(--space-1); }
  .chart-foot:not([hidden]) ~ .message:not(.alone) { bottom: calc(var(--bar-height) + 112px); }
  .overview { height: 40px; }
  .figures { inset: auto 4px calc(var(--bar-height) + 56px) 4px; width: auto; max-width: none; }
  .legend { top: 4px; inset-inline: 8px; max-width: none; }
  .legend.open { inset-inline: auto 8px; max-width: calc(100vw - 16px); }
  .legend button { font-size: var(--text-small); min-height: 24px; padding: var(--space-1) var(--space-3); }
  .legend.open button { min-height: 36px; }
  .legend:not(.open) .legend-lines:has(button:nth-child(4)) button:not(:focus-visible) { max-width: calc(50% - 2px); }
  .reading { top: 92px; max-width: 75vw; }
}

"""###,
        "styles/compare.css": ###"""
/* Marked pictures, and what to do with them. */
.marks { position: fixed; z-index: var(--layer-foot); inset: auto 0 28px; width: fit-content; max-width: calc(100vw - 48px); margin: 0 auto;
  padding: var(--space-2) var(--space-2) var(--space-2) var(--space-5); display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0 var(--space-2); border: 1px solid var(--line); border-radius: var(--radius-pill);
  background: var(--ground); white-space: nowrap; box-shadow: 0 4px 16px rgb(0 0 0 / 20%); }
.marks .plain { min-height: 36px; padding: var(--space-2) var(--space-4); border-radius: var(--radius-pill); }
#compare-button { font-weight: 600; color: var(--accent); }
/* A press chooses the picture. */
.choosing .view .slot > a[href] { cursor: pointer; }
.looking .marks { bottom: calc(var(--strip-height) + var(--bar-height) + 12px); }
.looking.bare .marks:not(:focus-within) { visibility: hidden; }
/* What is said lies above it. */
body:has(> .marks:not([hidden])) .message { bottom: 88px; }
body.looking:has(> .marks:not([hidden])) .message { bottom: calc(var(--strip-height) + var(--bar-height) + 72px); }
/* A comparison: on black in both schemes. */
.compare { --ground: #000; --ink: #ededed; --quiet: #a3a3a3; --wait: #1d1d1d; --line: rgb(255 255 255 / 16%); color-scheme: dark; position: fixed; inset: 0; width: 100%; height: 100%; max-width: none; max-height: none; margin: 0;
  border: 0;
  padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);
  background: #000; color: var(--ink); overflow: hidden; overscroll-behavior: contain; }
.compare[open] { display: flex; flex-direction: column; }
.compare-bar { flex: none; min-height: var(--bar-height); display: flex; flex-wrap: wrap; align-items: center; justify-content: flex-end; gap: 0 var(--space-2); padding: 0 var(--space-3) 0 var(--space-5); }
.compare-bar h1 { flex: 1; margin: 0; font-size: var(--text); font-weight: 600; }
.compare-bar .plain { min-width: 36px; min-height: 36px; }
.panes { --across: 2; --down: 2; flex: 1; min-height: 0; display: grid; gap: var(--space-2); place-content: start;
  grid-template: repeat(var(--down), 1fr) / repeat(var(--across), 1fr); touch-action: none; user-select: none;
  -webkit-user-select: none; }
/* Panes of whole px, where a browser can count so, leave the pictures' pixels sharp. */
@supports (width: round(down, 1px, 1px)) {
  .panes { grid-template: repeat(var(--down), round(down, calc((100% - 4px * (var(--down) - 1)) / var(--down)), 1px))
    / repeat(var(--across), round(down, calc((100% - 4px * (var(--across) - 1)) / var(--across)), 1px)); }
}
.panes[data-count="2"] { --down: 1; }
.panes.held { cursor: grabbing; }
.pane { position: relative; min-width: 0; min-height: 0; display: flex; flex-direction: column; outline: none; }
.pane::after { content: ""; position: absolute; inset: 0; border: 2px solid transparent; pointer-events: none; }
.pane[aria-current]::after { border-color: var(--accent); }
.sight { position: relative; flex: 1; min-height: 0; overflow: clip; cursor: grab; }
.panes.held .sight { cursor: inherit; }
.track { position: absolute; left: 0; top: 0; }
.said { position: absolute; inset: 0; margin: 0; padding: var(--space-5); display: grid; place-content: center; text-align: center;
  background: rgb(0 0 0 / 70%); pointer-events: none; }
.said:empty { display: none; }
.label { flex: none; container-type: inline-size; }
.label > div { display: flex; align-items: center; justify-content: space-between; padding: var(--space-1); gap: var(--space-1); }
.label .plain { flex: none; width: 36px; min-height: 36px; padding: 0; font-size: var(--text-large); line-height: 1; }
.words { flex: 1; min-width: 0; margin: 0; display: flex; flex-wrap: wrap; justify-content: center; gap: 0 var(--space-4);
  font-size: var(--text-small); line-height: 1.3; color: var(--quiet); }
.words > * { max-width: 100%; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.words b { color: var(--ink); font-weight: 600; }
@container (max-width: 240px) {
  .label > div { flex-wrap: wrap; }
  .label .words { order: -1; flex-basis: 100%; flex-direction: column; align-items: center; min-height: 2.6em; }
}
@media (orientation: portrait) {
  .panes[data-count="2"] { --across: 1; --down: 2; }
}
@media (min-aspect-ratio: 3/2) {
  .panes[data-count="3"] { --across: 3; --down: 1; }
}
@media (max-aspect-ratio: 2/3) {
  .panes[data-count="3"] { --across: 1; --down: 3; }
}
@media (min-aspect-ratio: 21/9) {
  .panes[data-count="4"] { --across: 4; --down: 1; }
}
@media (max-height: 480px) {
  .compare-bar { min-height: 0; }
  .label .plain { min-height: 28px; }
}
@media (pointer: coarse) {
  .marks .plain, .compare-bar .plain, .label .plain { min-width: 44px; min-height: 44px; }
}
@media (max-width: 480px) {
  /* Above the bar and the search field. */
  .marks { bottom: calc(var(--bar-height) + var(--find-height, 0px) + 12px + env(safe-area-inset-bottom)); }
  .view[data-layout="strip"] ~ .marks { bottom: calc(var(--bar-height) + var(--find-height, 0px) + 28px); }
  .looking .marks { bottom: calc(var(--strip-height) + 2 * var(--bar-height) + var(--find-height, 0px) + 12px); }
  body:has(> .marks:not([hidden])) .message { bottom: calc(var(--bar-height) + var(--find-height, 0px) + 76px); }
  body.looking:has(> .marks:not([hidden])) .message { bottom: calc(var(--strip-height) + 2 * var(--bar-height) + var(--find-height, 0px) + 72px); }
}

"""###,
        "styles/contrast.css": ###"""
/* High contrast: the system's colours take the place of all backgrounds and shadows, so what these alone say is said by others. */
@media (forced-colors: active) {
  :root { --accent: Highlight; --line: CanvasText; }
  :is(a, button, input, select, main, summary, [tabindex]):focus-visible { outline-color: Highlight; }
  .slot > a:focus-visible { outline: 5px solid Highlight; outline-offset: -5px; forced-color-adjust: none; box-shadow: inset 0 0 0 6px Canvas; }
  .cell { outline: 3px solid Highlight; }
  /* What is pressed, chosen or current. */
  :root :is(button, li):is([aria-pressed="true"], [aria-selected="true"], [aria-current]), .chart-foot .plain[aria-pressed="true"], :is(#find-button, #facets-button)[aria-expanded="true"] {
    forced-color-adjust: none; color: HighlightText; background: Highlight; border-color: Highlight; }
  :root [aria-selected="true"] :is(small, kbd, .by) { color: inherit; }
  /* A legend's lines are all pressed at first: those that are not say so. */
  :root .legend button[aria-pressed] { forced-color-adjust: none; color: ButtonText; background: ButtonFace; }
  :root .legend button[aria-pressed="false"] { color: GrayText; }
  :root :is(.not-now, .not-now .does, .not-now kbd, .not-now small, li[aria-disabled="true"], button[aria-disabled="true"]) { color: GrayText; }
  .settings .saves a.plain.primary { forced-color-adjust: none; color: HighlightText; background: Highlight; border-color: Highlight; }
  .settings .saves a.primary[aria-disabled="true"]:is(*, :hover) { color: GrayText; background: Canvas; border-color: GrayText; }
  .plain.row[aria-pressed="true"] > span:last-child::before { color: inherit; }
  .pane::after { forced-color-adjust: none; }
  .pane[aria-current]::after { border-width: 4px; }
  .slot[data-mark]::after, .marker[aria-checked="true"] { forced-color-adjust: none; background: Highlight; color: HighlightText; box-shadow: 0 0 0 2px Canvas; }
  /* What is drawn with backgrounds. */
  .thumb { forced-color-adjust: none; background: CanvasText; box-shadow: 0 0 0 2px Canvas; opacity: 1; }
  .scrubber:is(:hover, .dragging, :focus-visible) .thumb { background: Highlight; opacity: 1; }
  :is(.histogram-bars i, .axis-range, .brush, .cross, .cross i, .reading span, .figures tbody th, .overview .edge, .overview .range, .busy) { forced-color-adjust: none; }
  .histogram input::-webkit-slider-thumb { forced-color-adjust: none; background: Highlight; border-color: Canvas; }
  .cross { background: CanvasText; }
  .cross i { border-color: Canvas; }
  .reading span, .figures tbody th { color: CanvasText; }
  .figures tbody th { background: Canvas; }
  .overview .edge::after { background: Canvas; }
  .looking :is(.bar, .caption) { background: Canvas; }
}

"""###,
        "styles/details.css": ###"""
/* One grid for all sections: their names and values stand in the same two columns. */
#details-list { display: grid; grid-template-columns: fit-content(50%) minmax(0, 1fr); column-gap: var(--space-4); }
#details-list > *, .details h3 { grid-column: 1 / -1; }
.details :is(section:has(> dl), dl) { display: grid; grid-template-columns: subgrid; grid-column: 1 / -1; align-items: baseline; }
.details dl { margin: 0; font-size: var(--text); }
.details dt { min-width: 0; padding-block: var(--space-2); color: var(--quiet); overflow-wrap: anywhere; hyphens: auto; }
/* As a flexible box it has the baseline of its first line, beside which the name stands. */
.details dd { display: flex; flex-wrap: wrap; align-items: baseline; column-gap: var(--space-3); grid-column: 2; min-width: 0; margin: 0; overflow-wrap: anywhere; }
.details dd > * { min-width: 0; }
.details dd > span { padding: var(--space-2) 0; }
.fact { padding: var(--space-2) 0; text-align: start; text-decoration: underline; text-decoration-color: var(--line); text-underline-offset: 3px; overflow-wrap: anywhere; }
.details .taken { margin: var(--space-2) 0; font-weight: 600; overflow-wrap: anywhere; }
.details .lie { margin: var(--space-3) 0 0; font-size: var(--text); }
.details .path { display: flex; align-items: center; gap: var(--space-3); overflow-wrap: anywhere; font-size: var(--text-small); }
.details .path code { flex: 1; min-width: 0; }
.details .companions ul { margin: var(--space-2) 0; padding-left: var(--space-5); }
.details .companions li { overflow-wrap: anywhere; }
.details .companions a { padding-inline: 0; color: var(--accent); }
.details .saves { display: flex; flex-wrap: wrap; gap: var(--space-3); }
.details .saves .plain { padding: var(--space-2) var(--space-4); border: 1px solid var(--line); border-radius: var(--radius); color: var(--accent); text-decoration: none; }
.details canvas { width: 100%; height: 72px; image-rendering: pixelated; background: var(--wait); border-radius: var(--radius-small); }
/* The handles of the window stand on the foot of its histogram. */
.details .histogram canvas { display: block; width: calc(100% - 2 * var(--space-4)); height: 56px; margin-inline: var(--space-4); }
.details .gamma { display: flex; align-items: center; gap: var(--space-4); color: var(--quiet); }
.channel .check { display: flex; align-items: center; gap: var(--space-3); }
.channel input[type="color"] { flex: none; width: 40px; height: 28px; padding: 0; border: 0; background: none; }
.gamma input { flex: 1; min-width: 0; accent-color: var(--accent); }

"""###,
        "styles/find.css": ###"""
/* What is looked for, beside the bar; and what there is to choose from. */
.find { position: fixed; z-index: var(--layer-foot); inset: var(--bar-height) 0 auto; display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2) var(--space-3); padding: var(--space-3) var(--space-4);
  background: var(--bar); backdrop-filter: var(--glass); border-bottom: 1px solid var(--line); transition: transform var(--motion); }
/* What it offers lies above the panels. */
.find:focus-within { z-index: var(--layer-bar); }
body:has(.bar.away:not(:focus-within, .open)) .find:not(:focus-within) { transform: translateY(calc(-100% - var(--bar-height))); }
.find-field { position: relative; flex: 1 1 16rem; min-width: 0; }
.find input { width: 100%; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--quiet); border-radius: var(--radius); min-height: 32px; padding: var(--space-1) var(--space-4); }
.find input[aria-invalid] { border-color: var(--accent); outline: 2px solid var(--accent); }
.find-offers { position: absolute; z-index: var(--layer-mark); inset: calc(100% + 4px) 0 auto; max-width: 30rem; max-height: 50vh; margin: 0; padding: var(--space-3); overflow: auto; list-style: none;
  border: 1px solid var(--line); border-radius: var(--radius-large); background: var(--ground); box-shadow: var(--shadow); }
.find-offers li { display: flex; justify-content: space-between; gap: var(--space-4); padding: var(--space-3) var(--space-4); border-radius: var(--radius); overflow-wrap: anywhere; cursor: default; }
.find-offers li:is(:hover, [aria-selected="true"]) { background: var(--line); }
.find-offers small, .facets small { flex: none; color: var(--quiet); }
.find-chips { flex: 0 1 auto; display: flex; gap: var(--space-2); min-width: 0; max-width: 50%; margin: 0; padding: var(--space-1); overflow-x: auto; list-style: none; scrollbar-width: none; }
.find-chips:empty { display: none; }
.find-box { display: contents; }
/* The query is seen once: as chips while somebody reads it, as text while somebody writes it. */
.find-box:has(> .same) { position: relative; display: block; flex: 1 1 16rem; min-width: 0; }
.find-box > .same { position: absolute; inset: 0; max-width: none; padding: var(--space-1) var(--space-2); align-items: center; border: 1px solid var(--quiet); border-radius: var(--radius);
  background: var(--ground); cursor: text; }
/* More chips than there is room for fade out at the end, where they can be scrolled. */
.find-box > .same::after { content: ""; flex: none; position: sticky; right: calc(-1 * var(--space-2)); width: var(--space-6); height: 100%; background: linear-gradient(90deg, transparent, var(--ground)); pointer-events: none; }
.same > li > .chip { min-height: 26px; padding-block: 0; }
.find-field:has(+ .same):not(:focus-within) input { clip-path: inset(50%); }
.find-field:focus-within + .same { opacity: 0; pointer-events: none; }
.chip { border: 1px solid var(--line); white-space: nowrap; max-width: 18rem; overflow: hidden; text-overflow: ellipsis; }
.chip::after { content: " ✕"; color: var(--quiet); }
.find-said { flex: 1 0 100%; margin: 0; font-size: var(--text-small); color: var(--ink); overflow-wrap: anywhere; }
.near { min-height: 28px; border: 1px solid var(--line); color: var(--accent); font-size: inherit; }
#find-button[aria-pressed="true"], #facets-button[aria-expanded="true"] { color: var(--accent); background: var(--line); }
.facets { position: fixed; z-index: var(--layer-panel); inset: calc(var(--bar-height) + var(--find-height, 0px) + 8px) 8px 8px auto; width: var(--facets-width); max-width: calc(100vw - 16px); overflow: auto; overscroll-behavior: contain;
  padding: var(--space-3) var(--space-4) var(--space-4); border: 1px solid var(--line); border-radius: var(--radius-large); background: var(--ground); color: var(--ink); box-shadow: var(--shadow); }
.facets.details { inset-inline: 8px auto; width: var(--details-width); }
.facets > header { display: flex; flex-wrap: wrap; align-items: center; gap: 0 var(--space-3); position: sticky; top: -8px; z-index: var(--layer-mark); padding-block: var(--space-2); background: inherit; }
.grip { display: none; }
.facets h2 { flex: 1 1 5em; min-width: 0; margin: 0; font-size: var(--text); overflow-wrap: anywhere; }
.facets h2:focus { outline: none; }
.facets h3 { margin: var(--space-4) 0 var(--space-2); font-size: var(--text-small); font-weight: 600; color: var(--quiet); }
.facets summary { display: flex; justify-content: space-between; gap: var(--space-3); min-height: 36px; align-items: center; cursor: pointer; font-weight: 600; border-radius: var(--radius); }
.facets summary::before { content: "▸"; transition: rotate var(--motion); }
.facets details[open] > summary::before { rotate: 90deg; }
.facets summary small { margin-inline-start: auto; font-weight: 400; }
.facets .checks { max-height: none; margin: 0 0 var(--space-3); overflow: visible; }
.facets .checks p { margin: var(--space-2) 0; color: var(--quiet); font-size: var(--text-small); }
.unreadable { width: 100%; padding-inline: 0; text-align: start; color: var(--accent); }
/* One grid: signs and boxes in the first column, words in the second, and counts at the other edge, where buttons end with their words. */
.facets summary::before { width: 12px; margin-inline-end: var(--space-3); text-align: center; }
.facets .checks input { width: 12px; margin: 0 var(--space-3) 0 0; }
.facets .checks > .plain { padding-inline: calc(var(--space-5) + var(--space-4)) 0; }
/* A value is left out by the button beside its count, which comes with the pointer or the keys. */
.value { position: relative; }
.value.out bdi { color: var(--quiet); text-decoration: line-through; }
.facets .value > .not { position: absolute; inset-block: 0; inset-inline-end: calc(var(--digits) * 0.6em + var(--space-3)); height: fit-content; min-height: 24px; margin-block: auto; padding: 0 var(--space-2); font-size: var(--text-small);
  color: var(--quiet); background: var(--ground); opacity: 0; }
.value:is(:hover, :focus-within) > .not { opacity: 1; }
.facets .not[aria-pressed="true"] { color: var(--accent); opacity: 1; }
.facets > header > .plain { margin-inline-end: calc(-1 * var(--space-3)); }
.unreadable[aria-pressed="true"] { background: var(--line); }
.signs { display: flex; gap: var(--space-2); }
.signs .plain { flex: 1; border: 1px solid var(--line); }
.signs [aria-pressed="true"] { background: var(--line); color: var(--accent); }
.ratings i { margin-inline: var(--space-3) auto; font-style: normal; font-size: var(--text-small); color: var(--quiet); }
.ratings .plain { display: flex; align-items: center; width: 100%; text-align: start; }
.ratings [aria-pressed="true"] { background: var(--line); color: var(--accent); }
.histogram { position: relative; padding-bottom: var(--space-3); }
.histogram-bars { display: flex; align-items: flex-end; gap: var(--space-1); height: 56px; margin-inline: var(--space-3); }
.histogram-bars i { flex: 1; height: calc(100% * var(--share)); min-height: 1px; background: var(--accent); }
.histogram-bars i.out { opacity: 0.25; }
.histogram input { position: absolute; left: 0; top: 44px; width: 100%; height: 24px; margin: 0; appearance: none; background: none; pointer-events: none; }
.histogram input::-webkit-slider-thumb { appearance: none; pointer-events: auto; width: 16px; height: 24px; border: 2px solid var(--ground); border-radius: var(--radius); background: var(--accent); cursor: ew-resize; }
.histogram input::-moz-range-thumb { pointer-events: auto; width: 12px; height: 20px; border: 2px solid var(--ground); border-radius: var(--radius); background: var(--accent); cursor: ew-resize; }
.histogram output { display: block; padding-top: var(--space-5); text-align: center; font-size: var(--text-small); color: var(--quiet); }
/* The search row leaves the filters their place: they must not move when it comes. */
@media (min-width: 641px) {
  body:has(#facets:not([hidden])) .find { right: calc(var(--facets-width) + 16px); }
  .facets:not(.details) { top: calc(var(--bar-height) + 8px); }
}
@media (pointer: coarse) {
  .value bdi { margin-inline-end: calc(2 * var(--space-6)); }
  .facets .value > .not { opacity: 1; }
}
@media (max-width: 480px) {
  .find { inset: auto 0 var(--bar-height); border: 0; border-top: 1px solid var(--line); padding: var(--space-3) var(--space-3); }
  body:has(.bar.away:not(:focus-within, .open)) .find:not(:focus-within) { transform: translateY(calc(100% + var(--bar-height))); }
  .find-offers { inset: auto 0 calc(100% + 4px); }
  /* Where both do not fit, the count is below the chips. */
  .find-chips { order: 5; flex: 1 1 auto; min-width: 50%; max-width: 100%; }
  #find-count { order: 6; }
  /* A sheet at the window's foot. */
  .facets, .facets.details { inset: auto 0 var(--bar-height); width: auto; max-width: none; height: 50vh; height: 50dvh; border-radius: var(--radius-large) var(--radius-large) 0 0; border-width: 1px 0 0;
    transition: height var(--motion); }
  .facets.full { height: calc(100vh - var(--bar-height) - 8px); height: calc(100dvh - var(--bar-height) - 8px); }
  .facets.dragged { transition: none; }
  .facets > header { touch-action: none; user-select: none; cursor: grab; }
  .grip { display: block; flex: 1 0 100%; height: 20px; }
  .grip::before { content: ""; display: block; width: 36px; height: 4px; margin: var(--space-2) auto; border-radius: var(--radius-pill); background: var(--quiet); }
  .facets .checks label, .facets summary, .ratings .plain, .signs .plain, .unreadable { min-height: 44px; }
}

"""###,
        "styles/lists.css": ###"""
/* Lists: the dialog that adds to one, and where dragged pictures go. */
.help .lists { display: grid; gap: var(--space-2); max-height: 40vh; padding: var(--space-2); list-style: none; }
/* The ring of one at the edge of the list would be cut off. */
.lists .plain:focus-visible { outline-offset: -2px; }
.lists .plain { display: flex; align-items: center; justify-content: space-between; gap: var(--space-4); width: 100%; min-height: 36px; text-align: start; overflow-wrap: anywhere; }
.lists bdi { min-width: 0; }
.lists small { flex: none; color: var(--quiet); }
:is(#lists-said, #list-rename-said, #list-delete-said):empty { display: none; }
:is(#lists-of, #list-rename-of, #list-delete-of) { overflow-wrap: anywhere; }
.drop { position: fixed; z-index: var(--layer-label); left: 0; top: 0; width: 4px; height: 4px; margin: calc(-1 * var(--space-1)); border-radius: var(--radius-small); background: var(--accent);
  box-shadow: 0 0 0 2px var(--ground); pointer-events: none; }
.drag { position: fixed; z-index: var(--layer-bar); left: 0; top: 0; padding: var(--space-2) var(--space-4); border-radius: var(--radius-pill); background: var(--ink);
  color: var(--ground); font-size: var(--text-small); pointer-events: none; }
@media (forced-colors: active) {
  .drop { forced-color-adjust: none; background: Highlight; box-shadow: 0 0 0 2px Canvas; }
  .drag { border: 1px solid ButtonText; }
}
@media print {
  .drop, .drag { display: none; }
}

"""###,
        "styles/looking.css": ###"""
/* One picture. What surrounds it is dark in both schemes, and leaves while nothing moves: see panels/idle.js. */
/* The filmstrip's script sets it. */
body { --strip-height: 0px; }
.looking :is(.sheet, .menu, .facets, .folders, .help, .figures, .find-offers, .show) { --ground: #1c1c1c; }
.looking .bar > :is(.layouts, .sort), body:not(.looking) #filmstrip-button { display: none; }
.looking :is(.caption, .bar) { backdrop-filter: none; border-color: transparent; }
.looking .bar { background: linear-gradient(rgb(0 0 0 / 70%) 60%, transparent); }
.looking .caption { bottom: var(--strip-height); background: linear-gradient(transparent, rgb(0 0 0 / 70%) 40%); }
.looking .facets { margin-bottom: var(--strip-height); }
.looking .message:not(.alone) { bottom: calc(var(--strip-height) + var(--bar-height) + 16px); }
.looking .progress { margin-bottom: var(--strip-height); }
/* What is said in a picture's place stays beside the buttons to its neighbours. */
.looking .sign > div { padding-inline: calc(2 * var(--space-6) + var(--space-5)); }
.tools { display: flex; gap: var(--space-1); }
#filmstrip-button[aria-pressed="true"] .icon { color: var(--accent); }
.tools > [aria-pressed="true"], .tools > [aria-expanded="true"], .show > [aria-pressed="true"] { background: var(--line); color: var(--accent); }
#compare-this span { padding-inline-end: var(--space-2); }
#pixels-button { font-size: var(--text-small); font-weight: 600; }

/* The buttons to the neighbours stand beside the panels. */
.turn { position: fixed; z-index: var(--layer-foot); top: calc(50% - 28px); display: grid; place-content: center; width: 44px; height: 56px;
  padding: 0; border: 0; border-radius: var(--radius); background: rgb(0 0 0 / 55%); color: #fff; }
.turn .icon { width: 24px; height: 24px; }
.turn:hover { background: rgb(60 60 60 / 85%); }
#previous { left: 12px; }
#next { right: 12px; }
@media (min-width: 481px) {
  body:has(#details:not([hidden])) { #previous { left: calc(var(--details-width) + 20px); } .caption { padding-left: calc(var(--details-width) + var(--space-6)); } }
  body:has(#facets:not([hidden])) { #next { right: calc(var(--facets-width) + 20px); } .caption { padding-right: calc(var(--facets-width) + var(--space-6)); } }
}

.filmstrip { position: fixed; z-index: var(--layer-foot); inset: auto 0 0; height: 64px; padding: var(--space-3) 0; background: rgb(0 0 0 / 70%); }
body:not(.looking) .filmstrip { visibility: hidden; }
.strip { width: 100%; height: 100%; overflow: auto hidden; scrollbar-width: none; touch-action: pan-x; overscroll-behavior: contain; }
.strip[data-axis="horizontal"] { writing-mode: vertical-lr; }
.strip::-webkit-scrollbar { display: none; }
.frames { position: absolute; left: 0; top: 0; width: 0; height: 0; margin: 0; padding: 0; list-style: none; writing-mode: horizontal-tb; overflow-anchor: none; }
.frames li { position: absolute; left: var(--x); top: var(--y); width: var(--width); height: var(--height); opacity: 0.6; }
.frames li:is(:hover, :focus-within, :has([aria-current])) { opacity: 1; }
/* The smallest picture can be pressed: its place in the strip is as wide. */
.frames a { display: block; position: absolute; left: 50%; top: 50%; width: max(100%, 24px); height: max(100%, 24px); translate: -50% -50%; }
.frames a[aria-current] { outline: 2px solid #fff; outline-offset: -2px; }
.frames a:focus-visible { outline: 3px solid var(--accent); outline-offset: -1px; }
.frames img { display: block; width: 100%; height: 100%; object-fit: cover; }
.frames :is(.video, .named)::after { content: "▨"; position: absolute; inset: 0; display: grid; place-content: center; font-size: var(--text-small); color: #fff; text-shadow: 0 0 4px #000; }
.frames .video::after { content: "▶\fe0e"; }

.stack { position: fixed; z-index: var(--layer-foot); inset: auto 0 calc(var(--strip-height) + var(--bar-height) + 12px); display: grid; gap: var(--space-2);
  width: min(28rem, 100vw - 160px); margin: 0 auto; padding: var(--space-3) var(--space-5); border-radius: var(--radius-large); background: rgb(0 0 0 / 70%); color: #fff; }
.stack label { display: grid; grid-template-columns: 4.5rem 1fr minmax(4.5rem, auto); align-items: center; gap: var(--space-4); font-size: var(--text-small); font-variant-numeric: tabular-nums; }
.stack input { min-width: 0; margin: 0; accent-color: var(--accent); }
.show { position: fixed; z-index: var(--layer-bar); inset: auto 0 calc(var(--bar-height) + 12px); display: flex; align-items: center; gap: var(--space-2);
  width: fit-content; margin: 0 auto; padding: var(--space-2); border: 1px solid var(--line); border-radius: var(--radius-pill); background: var(--ground); color: var(--ink);
  box-shadow: var(--shadow); }
.show select { font: inherit; color: inherit; background: transparent; border: 0; border-radius: var(--radius); min-height: 32px; padding: var(--space-2); cursor: pointer; }
.show :is(button, select) { min-width: 40px; min-height: 40px; border-radius: var(--radius-pill); }
body:has(> .marks:not([hidden])) > .show { margin-bottom: var(--bar-height); }
.show option { background: var(--ground); color: var(--ink); }
/* What was seen fades over what is seen next. */
.cover { position: fixed; z-index: var(--layer-mark); inset: 0; width: 100%; height: 100%; background: var(--ground); pointer-events: none; }

:is(.caption, .turn, .filmstrip, .show, .stack, .select-this) { transition: opacity var(--motion); }
.bar { transition: opacity var(--motion), transform var(--motion); }
/* Assistive technology still finds them, and what has the focus is seen. */
.bare :is(.bar, .caption, .turn, .filmstrip, .show, .stack, .select-this):not(.open, :focus-visible, :has(:focus-visible)) { opacity: 0; pointer-events: none; }
.bare .find:not(:focus-within) { visibility: hidden; }
.bare.looking .view { cursor: none; }
/* A mouse that rests where the button was still means the button. */
@media (hover: hover) and (min-width: 481px) {
  .bare .turn:not([hidden]) { pointer-events: auto; cursor: none; }
}
@media (max-width: 960px) {
  #compare-this span { display: none; }
  /* The caption says it. */
  .looking #position { display: none; }
  .looking .bar .spacer { display: block; }
}
@media (max-width: 640px) {
  #fit-button, #play-button { display: none; }
}
@media (max-width: 480px) {
  .looking .bar { background: rgb(0 0 0 / 70%); }
  /* The way back leads to where one chooses them. */
  .looking .bar > .where { display: none; }
  .looking .caption { bottom: calc(var(--bar-height) + var(--find-height, 0px) + var(--strip-height)); padding: 0 calc(2 * var(--space-5) + var(--space-2));
    background: linear-gradient(transparent, rgb(0 0 0 / 70%)); }
  .looking .facets { margin-bottom: 0; }
  .filmstrip { bottom: calc(var(--bar-height) + var(--find-height, 0px)); }
  /* Above the picture's name. */
  .looking .message:not(.alone) { bottom: calc(2 * var(--bar-height) + var(--find-height, 0px) + var(--strip-height) + 12px); }
  .show { bottom: calc(2 * var(--bar-height) + var(--find-height, 0px) + 12px); }
  /* Beside the caption, not over the picture. */
  .turn { top: auto; bottom: calc(var(--bar-height) + var(--find-height, 0px) + var(--strip-height)); height: 44px; background: none; }
  #previous { left: 0; }
  #next { right: 0; }
}

"""###,
        "styles/measure.css": ###"""
/* The scale of one picture: a bar in its corner, the coordinates of the pointer, and the line that measures. */
.scale { position: fixed; z-index: var(--layer-label); left: 12px; bottom: calc(var(--strip-height) + var(--bar-height) + 12px); display: grid;
  justify-items: start; gap: var(--space-2); color: #fff; font-size: var(--text-small); line-height: 1.2; pointer-events: none; }
.scale-bar { display: grid; justify-items: center; gap: var(--space-1); padding: var(--space-2) var(--space-3); border-radius: var(--radius-small); background: rgb(0 0 0 / 55%); }
.sight > .scale-bar { position: absolute; left: 12px; bottom: 12px; color: #fff; font-size: var(--text-small); line-height: 1.2; pointer-events: none; }
.scale-bar i { order: 1; width: var(--length); height: 6px; border: 2px solid currentColor; border-block-start: 0; }
.place { display: flex; align-items: center; gap: var(--space-2); border-radius: var(--radius-small); background: rgb(0 0 0 / 55%); }
.place output:not(:empty) { padding: var(--space-2) var(--space-3); }
.place .plain { min-height: 32px; color: inherit; pointer-events: auto; }
.save-region a { display: inline-grid; place-content: center; text-decoration: none; }
.view.measuring { cursor: crosshair; touch-action: none; }
.ruler { position: fixed; z-index: var(--layer-label); inset: 0; width: 100%; height: 100%; pointer-events: none; }
.ruler line { stroke: #fff; stroke-width: 2px; }
/* A line on any ground has a rim. */
.ruler line:first-child { stroke: #000; stroke-width: 5px; stroke-linecap: round; }
.length { position: fixed; z-index: var(--layer-label); left: clamp(4px, calc(var(--x) + 12px), calc(100vw - 7rem));
  top: clamp(var(--bar-height), calc(var(--y) - 2.2rem), calc(100vh - 4rem)); padding: var(--space-2) var(--space-3); border-radius: var(--radius-small);
  background: rgb(0 0 0 / 75%); color: #fff; font-size: var(--text-small); line-height: 1.2; white-space: nowrap; pointer-events: none; }
@media (min-width: 481px) {
  body:has(#details:not([hidden])) .scale { left: calc(var(--details-width) + 20px); }
}
@media (max-width: 480px) {
  .scale { bottom: calc(2 * var(--bar-height) + var(--find-height, 0px) + var(--strip-height) + 12px); }
}
@media (forced-colors: active) {
  .scale-bar, .length, .place { background: Canvas; color: CanvasText; }
  .scale-bar, .length { border: 1px solid CanvasText; }
  .ruler line { forced-color-adjust: none; stroke: Highlight; }
  .ruler line:first-child { stroke: Canvas; }
}

"""###,
        "styles/names.css": ###"""
/* Names from outside go by their own letters, from right to left or from left to right; so does each part of a line that has one. */
:is(.caption :is(b, .folder), .details :is(h2, dd > *, .path code, .companions a), .sign b, .preview b, .words b, .chip, .flag button,
  #notes li, #collection, #collection option, #title) { unicode-bidi: plaintext; }
.details :is(h2, .path code) { text-align: left; }

"""###,
        "styles/noted.css": ###"""
/* What readers note about pictures: flags and colour labels in cells, the line below a picture, the menu's rows, and the dialog of keywords. */
[data-label="red"] { --label: #d92d20; }
[data-label="yellow"] { --label: #f5c518; }
[data-label="green"] { --label: #2e9e4f; }
[data-label="blue"] { --label: #2f6fed; }
[data-label="purple"] { --label: #8e44c4; }
/* In the lower corner, over the words that come there, on the same ground as the words of the upper one. */
.slot > .noted { position: absolute; z-index: var(--layer-label); inset: var(--seen, 0); width: fit-content; height: fit-content; margin: auto var(--space-3) var(--space-3) auto;
  display: flex; align-items: center; justify-content: center; gap: var(--space-3); min-width: 26px; min-height: 26px; padding: var(--space-1) var(--space-2); border-radius: var(--radius-small);
  background: rgb(0 0 0 / 75%); font: 600 var(--text-large)/1 var(--face); color: #fff; pointer-events: none; }
.slot > .noted[data-flag="pick"] { color: #8ff0a8; }
.slot > .noted[data-flag="reject"] { color: #ffa59b; }
.looking .slot > .noted { display: none; }
:is(.noted, .noting, .notes-row > button, .checks bdi)[data-label]:not([data-label=""])::after { content: ""; flex: none; display: inline-block; width: 12px; height: 12px; border-radius: 50%;
  background: var(--label); box-shadow: 0 0 0 1.5px #fff, 0 0 0 2.5px rgb(0 0 0 / 60%); vertical-align: -1px; }
.checks bdi[data-label]::after { margin-inline-start: var(--space-3); }
.caption .noting { flex: none; color: var(--ink); }
.caption .noting[data-label]:not([data-label=""]) { padding-inline-end: var(--space-2); }
.caption .noting:not(:empty)::after { margin-inline-start: var(--space-3); }
.star { width: 24px; min-height: 24px; padding: 0; border: 0; border-radius: var(--radius-small); font: inherit; line-height: 1; color: inherit; background: none; }
.star:hover { background: var(--line); }
.star:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
/* A phone has no room for stars, date, place and size: the panel says the size, and which date it is. */
@media (max-width: 480px) {
  .caption:has(.star) .spare { display: none; }
}
/* Rows of the menu with several choices each; with large text the menu is higher than a phone. */
.menu { max-height: calc(100dvh - 8px); overflow: auto; overscroll-behavior: contain; }
.menu .part > .notes-row { flex-wrap: wrap; gap: var(--space-1); padding: 0; }
.menu .part > .notes-row:not(:has(> :not([hidden]))) { display: none; }
.notes-row > button { flex: 1 1 auto; display: flex; align-items: center; justify-content: center; min-width: 0; min-height: 32px; padding: var(--space-2); border: 0; border-radius: var(--radius);
  font: inherit; white-space: nowrap; color: inherit; background: none; }
.notes-row > [data-noted^="rating"]:not([data-noted="rating:0"])::after { content: "★"; }
.notes-row > button:is(:hover, :focus) { background: var(--line); outline: none; }
.notes-row > button:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.help .keywords { display: flex; flex-wrap: wrap; gap: var(--space-2); padding: 0; list-style: none; }
#keywords-of { overflow-wrap: anywhere; }
#keywords-said:empty { display: none; }
/* What is asked below the pictures that it is about: the first of them are to be seen. */
.ask { position: fixed; z-index: var(--layer-foot); inset: auto 0 16px; width: fit-content; max-width: min(36rem, calc(100vw - 32px)); margin: 0 auto; padding: var(--space-5);
  border: 1px solid var(--line); border-radius: var(--radius-large); background: var(--ground); color: var(--ink); box-shadow: var(--shadow); }
.ask :is(h2, p) { margin: 0; }
.ask h2 { font-size: var(--text); }
.ask .choice { display: grid; grid-template-columns: 12rem 1fr; align-items: center; gap: var(--space-2) var(--space-5); margin-top: var(--space-4); }
.ask .choice p { font-size: var(--text-small); color: var(--quiet); }
.ask kbd { font: inherit; font-size: var(--text-small); font-weight: 400; color: var(--quiet); }
.ask .plain { min-height: 36px; }
@media (max-width: 480px) {
  .ask { bottom: calc(var(--bar-height) + var(--find-height, 0px) + 8px + env(safe-area-inset-bottom)); }
  .ask .plain { min-height: 44px; }
  .ask .choice { grid-template-columns: 1fr; }
}
body:has(> .ask[open]) > .message:not(.alone) { inset: calc(var(--bar-height) + 12px) 16px auto; height: fit-content; }
body:has(> .selection:not([hidden])) > .ask { bottom: calc(var(--selection-height, 88px) + 12px); }
@media (forced-colors: active) {
  :is(.noted, .noting, .notes-row > button, .checks bdi)[data-label]::after { forced-color-adjust: none; }
}

"""###,
        "styles/panels.css": ###"""
.folders { position: fixed; inset: calc(var(--bar-height) + 4px) auto auto 8px; width: 20rem; max-width: calc(100vw - 16px);
  max-height: calc(100vh - var(--bar-height) - 16px); margin: 0; padding: var(--space-3); overflow: auto; border: 1px solid var(--line);
  border-radius: var(--radius-large); background: var(--ground); color: var(--ink); box-shadow: var(--shadow); }
.folders h2 { margin: var(--space-2) var(--space-4); font-size: var(--text); }
.folders ul { list-style: none; margin: 0; padding: 0; }
.folders ul ul { padding-inline-start: var(--space-6); }
.folders li { display: flex; flex-wrap: wrap; align-items: center; }
.folders li > ul { flex: 1 0 100%; }
.folders .word { padding: var(--space-3) var(--space-4); color: var(--quiet); }
.fold { width: 32px; padding: 0; }
.fold::before { content: "▸"; display: inline-block; transition: rotate var(--motion); }
.fold[aria-expanded="true"]::before { rotate: 90deg; }
.fold:disabled { visibility: hidden; }
.folders .name { flex: 1; min-width: 0; display: flex; align-items: baseline; justify-content: space-between; gap: var(--space-4); text-align: start; overflow-wrap: anywhere; }
.folders .name[aria-current] { font-weight: 600; color: var(--accent); }
.folders small { flex: none; color: var(--quiet); font-weight: 400; }
.caption { position: fixed; z-index: var(--layer-foot); inset: auto 0 0; height: var(--bar-height); margin: 0; padding: 0 var(--space-5); display: flex;
  align-items: center; justify-content: center; gap: var(--space-4); background: var(--bar); backdrop-filter: var(--glass);
  color: var(--quiet); white-space: nowrap; overflow: hidden; }
.caption :is(b, span) { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
/* Where there is no room, a folder is cut first, and what is known of the picture last. */
.caption .about { display: contents; }
.caption b { flex-shrink: 10000; }
.caption .folder { flex-shrink: 100000000; }
.caption .pages { color: var(--accent); }
.caption b { color: var(--ink); font-weight: 600; }
/* Beside a panel there is room for the name on a line of its own alone. */
@media (min-width: 481px) and (max-width: 960px) {
  body:has(:is(#details, #facets):not([hidden])) {
    .caption { flex-direction: column; gap: 0; font-size: var(--text-small); line-height: 1.3; }
    .caption > * { max-width: 100%; }
    .caption b { flex-shrink: 0; }
    .caption .about { display: flex; align-items: center; gap: var(--space-3); flex-shrink: 0; }
  }
}
.progress { position: fixed; z-index: var(--layer-foot); inset: auto 16px calc(var(--bar-height) + 12px); width: fit-content; margin: 0 auto;
  padding: var(--space-2) var(--space-4); border-radius: var(--radius-pill); background: rgb(0 0 0 / 70%); color: #fff; font-size: var(--text-small);
  font-variant-numeric: tabular-nums; pointer-events: none; }
.more > .notes-button { width: 100%; padding-inline: var(--space-4); color: var(--accent); }
body > .notes-button { position: fixed; z-index: var(--layer-label); top: calc(var(--bar-height) + 8px); left: 64px; font-size: var(--text-small); min-height: 28px;
  background: var(--bar); color: var(--accent); }
.message { position: fixed; z-index: var(--layer-bar); inset: auto 16px 24px; margin: 0 auto; width: fit-content; max-width: 40rem;
  display: flex; align-items: center; gap: var(--space-5); padding: var(--space-3) var(--space-5); border-radius: var(--radius); background: var(--ink); color: var(--ground); text-align: center; }
.message > p { margin: 0; overflow-wrap: anywhere; }
.message > p:empty { display: none; }
.message .action { flex: none; border-color: currentColor; color: inherit; }
/* Where nothing else is shown: a sentence in the upper third, and what can be done. */
.message.alone > .action { pointer-events: auto; }
.message.alone { z-index: var(--layer-label); inset: 28vh 16px auto; max-width: 30rem; flex-direction: column; gap: var(--space-5); padding: 0; border-radius: 0;
  background: none; color: var(--ink); font-size: var(--text-large); text-wrap: balance; pointer-events: none; }
.message.alone .action { min-height: 40px; border-color: var(--line); color: var(--accent); font-size: var(--text); }
.message.alone > .find-said { flex: none; font-size: inherit; }
.message.alone .near { pointer-events: auto; min-height: 40px; font-size: var(--text); }
/* What is on its way is mentioned only when it takes its time. */
.late { animation: appear 0s 300ms both; }
.menu { position: fixed; inset: auto; left: max(8px, min(var(--x), 100vw - 16.5rem)); top: var(--y); width: 16rem; max-width: calc(100vw - 16px);
  max-height: calc(100vh - 8px); margin: 0; padding: var(--space-3); border: 1px solid var(--line); border-radius: var(--radius-large); background: var(--ground);
  color: var(--ink); box-shadow: var(--shadow); }
/* Two columns, so that a low or narrow window holds all of it. */
.menu.wide:popover-open { left: max(8px, min(var(--x), 100vw - 25.5rem)); width: 25rem; display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: center; }
.menu.wide .part > :is(.notes-row, #menu-count) { grid-column: 1 / -1; }
/* A part of the menu takes no place of its own. */
.menu .part { display: contents; }
.menu.alone > #menu-picture, .menu.many :is(#list-item, #unlist-item, #compare-item) { display: none; }
:is(.menu, .menu .part) > :not(.part) { display: flex; align-items: baseline; justify-content: space-between; gap: var(--space-3); width: 100%; padding: var(--space-3) var(--space-4); border: 0; border-radius: var(--radius); font: inherit;
  text-align: start; color: inherit; background: none; text-decoration: none; cursor: default; }
.menu [role="menuitem"]:is(:hover, :focus) { background: var(--line); outline: none; }
.menu [role="menuitem"]:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.menu kbd { font: inherit; color: var(--quiet); }
@media (max-width: 480px) {
  .caption { bottom: calc(var(--bar-height) + var(--find-height, 0px)); flex-direction: column; gap: 0; font-size: var(--text-small); line-height: 1.3; }
  .caption > * { max-width: 100%; }
  .caption b { flex-shrink: 0; }
  /* There is no room for a third line. */
  .caption .about { display: flex; align-items: center; gap: var(--space-3); flex-shrink: 0; }
  .caption .pages { flex: none; min-height: 24px; padding-block: 0; }
  .progress { bottom: calc(2 * var(--bar-height) + var(--find-height, 0px) + 12px); }
  .message { bottom: calc(60px + var(--find-height, 0px)); }
  /* The open menu covers the lower part. */
  body:has(.bar.open) .message:not(.alone) { inset: 12px 16px auto; height: fit-content; }
  .folders { inset: auto 8px calc(var(--bar-height) + 4px) 8px; width: auto; }
  /* Below the labels of the x axis. */
  body > .notes-button { top: auto; bottom: calc(var(--bar-height) + 38px); left: 8px; min-height: 24px; padding-block: 0; font-size: var(--text-small); }
}
.help h1:focus { outline: none; }
.help ul { margin: 0 0 var(--space-5); padding: 0 0 0 var(--space-6); max-height: 50vh; overflow: auto; overflow-wrap: anywhere; }
.help { max-width: min(34rem, calc(100vw - 32px)); padding: var(--space-6); border: 1px solid var(--line); border-radius: var(--radius-large);
  background: var(--ground); color: var(--ink); }
.help::backdrop { background: rgb(0 0 0 / 40%); }
.help h1 { margin: 0 0 var(--space-5); font-size: var(--text-large); }
.help dl { display: grid; grid-template-columns: fit-content(45%) 1fr; gap: var(--space-3) var(--space-6); margin: 0 0 var(--space-5); }
.help h2 { margin: 0 0 var(--space-4); font-size: var(--text); }
.help #about dd { white-space: pre-line; overflow-wrap: anywhere; }
.help dd { margin: 0; color: var(--quiet); }
.help kbd { font: inherit; padding: var(--space-1) var(--space-3); border: 1px solid var(--line); border-radius: var(--radius-small); }
.help .plain { border: 1px solid var(--line); }
@media (max-width: 480px) {
  .help dl { grid-template-columns: 1fr; gap: var(--space-1); }
  .help dd { margin-bottom: var(--space-4); }
}

"""###,
        "styles/plane.css": ###"""
/* A plane: its axes lie over the pictures' edges, and each has the field that it shows. */
.plane { --head: 44px; --edge: 60px; --foot: 76px; }
.plane-x, .plane-y { position: fixed; z-index: var(--layer-label); overflow: hidden; background: var(--ground); color: var(--quiet); font-size: var(--text-small);
  line-height: 1.2; white-space: nowrap; pointer-events: none; }
.plane-x { left: calc(var(--left) - var(--edge)); right: var(--right); bottom: calc(var(--bottom) - var(--foot)); height: var(--foot); border-block-start: 1px solid var(--line); }
.plane-y { left: calc(var(--left) - var(--edge)); width: var(--edge); top: var(--top); bottom: calc(var(--bottom) - 0.7em); border-inline-end: 1px solid var(--line); }
.plane span { position: absolute; display: grid; }
.plane b { font-weight: 400; color: var(--ink); }
.plane-x span { left: calc(var(--at) + var(--x) - var(--left) + var(--edge)); top: 0; padding-top: var(--space-2); justify-items: center; translate: -50% 0; }
.plane-y span { right: 0; top: calc(var(--at) + var(--y) - var(--top)); max-width: 100%; padding-inline: var(--space-2) var(--space-3); justify-items: end; translate: 0 -50%; }
.plane-x span::before, .plane-y span::before { content: ""; position: absolute; background: var(--quiet); }
.plane-x span::before { left: 50%; top: 0; width: 1px; height: 4px; }
.plane-y span::before { right: 0; top: 50%; width: 4px; height: 1px; }
.plane-field { position: fixed; z-index: var(--layer-foot); display: flex; gap: var(--space-1); max-width: min(16rem, 50vw); }
.plane-field.across { right: calc(var(--right) + var(--space-3)); bottom: calc(var(--bottom) - var(--foot) + var(--space-1)); }
.plane-field.up { left: calc(var(--left) - var(--edge) + var(--space-3)); top: calc(var(--top) - var(--head) + var(--space-2)); }
.plane-field select { min-width: 0; min-height: 32px; padding: var(--space-1) var(--space-3); border: 1px solid var(--line); border-radius: var(--radius); background: var(--ground);
  color: var(--ink); font: inherit; font-size: var(--text-small); }
.plane-field .plain { min-height: 32px; border: 1px solid var(--line); background: var(--ground); font-size: var(--text-small); }
.plane-field .plain[aria-pressed="true"] { color: var(--ground); background: var(--accent); }
/* It extends both ways: the scrubber has no direction. */
.view[data-layout="plane"] ~ nav .scrubber { display: none; }
/* How many pictures a bin holds, where there are several. */
.slot > a[data-count]::before { content: attr(data-count); inset: 1px 1px auto auto; max-width: 100%; padding: 0 var(--space-2); }

"""###,
        "styles/print.css": ###"""
/* On paper there are the pictures alone, none of them cut by the end of a page; or a chart with its labels. */
.print { display: none; }
@property --factor { syntax: "<number>"; inherits: true; initial-value: 1; }
@media print {
  :root, :root[data-theme="dark"] { color-scheme: light; }
  html, body { height: auto; overflow: visible; background: #fff; color: #000; }
  body.printing > :not(.print) { display: none; }
  :is(.bar, .find, nav, .caption, .message, .marks, .facets, .chart-foot, .notes-button, .progress, .cross, dialog, [popover]) { display: none; }
  /* The window as it is, made to fill the sheet: nothing in it moves. The tangent makes a factor of two lengths. */
  html:has(body.printing-chart) { height: 96vh; overflow: clip; --factor: tan(min(atan2(100vw, var(--width)), atan2(96vh, var(--height)))); }
  body.printing-chart { position: absolute; top: 0; left: 0; width: var(--width); height: var(--height); overflow: hidden; contain: strict; zoom: var(--factor); }
  /* A chart that was drawn on black becomes one on white, in the same hues. */
  body.printing-chart.dark :is(#slots, #sheets, #bands) { filter: invert(1) hue-rotate(180deg); }
  /* Nothing can be opened on paper. */
  .legend button[aria-pressed="false"], .legend-more, .legend-tools { display: none; }
  .legend.folded:not(.open) .legend-lines { height: auto; visibility: visible; }
  .printing .print { display: flex; flex-wrap: wrap; gap: 2mm; }
  .print figure { margin: 0; width: calc(var(--share) * 100% - 2mm); break-inside: avoid; text-align: center; }
  .print .sole { width: 100%; }
  .print .sole > * { height: 96vh; }
  .print :is(canvas, img) { width: 100%; height: auto; max-height: 96vh; object-fit: contain; break-inside: avoid; print-color-adjust: exact; }
}

"""###,
        "styles/scene.css": ###"""
/* The scroller is the browser's own; its bar is replaced by the scrubber, which knows the whole collection. */
.view { position: fixed; inset: 0; overflow: auto; scrollbar-width: none; outline: none;
  overscroll-behavior: contain; touch-action: pan-x pan-y; }
.view[data-axis="horizontal"] { writing-mode: vertical-lr; }
.view[data-layout="pages"] { scroll-snap-type: x mandatory; }
/* A finger drawn down is the page's: it takes the picture away. */
.view[data-layout="pages"] { touch-action: pan-x; }
.view.held { cursor: grabbing; }
.view::-webkit-scrollbar { display: none; }
/* A script that gives the view the keys is no reason for a ring. */
body:not(.looking):has(> .view:focus-visible:not(.quiet))::after { content: ""; position: fixed; z-index: var(--layer-mark);
  inset: calc(var(--bar-height) + var(--find-height, 0px)) 0 0; outline: 2px solid var(--accent); outline-offset: -2px; pointer-events: none; }
.runway { position: relative; overflow: clip; }
/* What the browser is to follow is the mark, and nothing else. */
.before, .after, .stops, .slots { overflow-anchor: none; }
.pushed { box-sizing: border-box; }
.stops, .slots { position: absolute; left: 0; top: 0; width: 0; height: 0; writing-mode: horizontal-tb; }
.slots { transform-origin: 0 0; }
.slots > canvas { position: absolute; left: 0; top: 0; }
/* A finger that lies on one would be told of nothing more once it is taken away. */
#sheets > canvas { pointer-events: none; }
#bands > canvas { image-rendering: pixelated; }
.stops i { position: absolute; top: 0; width: 1px; height: 1px; scroll-snap-align: start; scroll-snap-stop: always; }
.slot { position: absolute; left: 0; top: 0; contain: strict; }
.slot[hidden] { display: block; visibility: hidden; }
.slot > a { position: absolute; inset: var(--seen, 0); cursor: inherit; }
.slot > a:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; }
/* The link is the coarsest tile's, which lies behind. */
.slot.over, .sign { pointer-events: none; }
@media (hover: hover) {
  .view:is([data-layout="grid"], [data-layout="justified"], [data-layout="stack"], [data-layout="strip"], [data-layout="plane"]) .slot > a[href] { cursor: zoom-in; }
}
.slot > :is(img, canvas) { display: block; width: 100%; height: 100%; object-fit: cover; }
.slot.shown > img { background: var(--paper); }
.slot > video { position: relative; z-index: var(--layer-mark); display: block; width: 100%; height: 100%; background: #000; }
.slot.failed { background: var(--wait); }
/* A film without a picture of its own stands on the ground of what is to come, as a file that cannot be shown does. */
.slot.named { background: var(--wait); }
.named.poster { background: none; }
.named:not(.failed) .sign > div::before { content: "▨"; font-size: var(--glyph); line-height: 1; color: var(--ink); }
.named.video:not(.failed) .sign > div::before { content: "▶\fe0e"; }
/* With a picture of its own, or a still, it is one of the others, with its length in the corner. */
.named.poster:not(.failed) .sign { display: none; }
/* In the first screenful of a picture that is larger than that. It knows how much of a picture is seen, unlike the slot. */
.sign { position: absolute; inset: var(--seen, 0); max-width: 100vw; max-height: 100vh; container-type: size; }
.sign > div { box-sizing: border-box; height: 100%; display: grid; place-content: safe center center; gap: var(--space-2); padding: var(--space-3); text-align: center;
  overflow: hidden; overflow-wrap: anywhere; font-size: var(--text-small); color: var(--quiet); }
.sign b { color: var(--ink); font-weight: 600; }
/* In a small cell there is no room for words: they are in its tooltip. */
.slot { container-type: size; }
@container (max-width: 143px) or (max-height: 95px) {
  .sign > div { font-size: 0; gap: 0; padding: 0; }
  .failed .sign > div::before { content: "⚠\fe0e"; }
  .sign > div::before { font-size: min(var(--text-large), 60cqmin); line-height: 1; }
}
.heading { position: absolute; left: 0; top: 0; margin: 0; padding: var(--space-4) var(--space-4) var(--space-2); display: flex; align-items: baseline; gap: var(--space-4);
  font-size: var(--text-large); line-height: 28px; font-weight: 600; white-space: nowrap; overflow: hidden; contain: strict; }
.heading > span { display: flex; align-items: baseline; gap: var(--space-4); }
.heading.covered { visibility: hidden; }
.heading small { font-size: var(--text-small); font-weight: 400; color: var(--quiet); }
.sticky { position: fixed; z-index: var(--layer-label); width: 100%; height: 44px; padding-block: var(--space-3); background: var(--bar);
  backdrop-filter: var(--glass); pointer-events: none; transition: top var(--motion); }
/* A mosaic: tiles of many cells, rules with a label between groups, and the one cell that is pointed at. */
.rules .heading { padding: 0; overflow: visible; contain: layout style; z-index: var(--layer-mark); pointer-events: none; }
.rules .heading::before { content: ""; position: absolute; inset: calc(50% - 0.5px) 0 auto; border-top: 1px solid var(--line); }
.rules .heading > span, .sticky.rule > span { position: absolute; top: 0; left: 0; display: flex; gap: var(--space-3); max-width: min(60%, 24rem);
  padding: 0 var(--space-3); overflow: hidden; border-radius: 0 0 var(--radius); background: var(--bar); font-size: var(--text-small); line-height: 1rem; }
.sticky.rule { height: auto; background: none; backdrop-filter: none; padding: 0; overflow: visible; contain: layout style; }
.rules small, .sticky.rule small { font-size: inherit; }
.cell { position: absolute; left: 0; top: 0; box-sizing: border-box; border-radius: 0; outline: 2px solid var(--accent);
  box-shadow: 0 0 0 3px var(--ground); pointer-events: none; z-index: var(--layer-label); }
.preview { position: absolute; left: 0; top: 0; z-index: var(--layer-foot); margin: 0; padding: var(--space-3); max-width: 240px; border-radius: var(--radius-large);
  background: var(--ground); color: var(--ink); box-shadow: var(--shadow); pointer-events: none; }
.preview img { display: block; max-width: 228px; max-height: 228px; min-width: 48px; margin: 0 auto; border-radius: var(--radius-small);
  background: var(--wait); }
.preview figcaption { padding: var(--space-2) var(--space-1) 0; font-size: var(--text-small); line-height: 1.3; overflow-wrap: anywhere;
  font-variant-numeric: tabular-nums; }
.preview b { font-weight: 600; }
.preview span { color: var(--quiet); white-space: nowrap; }
.footer { position: absolute; left: 0; top: 0; display: flex; align-items: center; justify-content: center; gap: var(--space-4);
  padding: 0 var(--space-5); font-size: var(--text); line-height: 1.3; color: var(--quiet); contain: layout style; }
.view[data-layout="strip"] .footer { flex-direction: column; text-align: center; }
.footer p { margin: 0; overflow-wrap: anywhere; text-wrap: balance; }
.footer .busy, .footer .plain { display: none; }
.footer[data-state="failed"] .text { color: var(--ink); }
.footer[data-state="failed"] .plain { display: block; flex: none; border: 1px solid var(--line); color: var(--accent); }
.footer .plain[aria-disabled="true"] { opacity: 0.5; }
/* What comes soon is not worth a word. */
.footer[data-state="loading"] p { animation: appear 0s 300ms both; }
.footer[data-state="loading"] .busy { display: block; width: 16px; height: 16px; border-radius: 50%;
  border: 2px solid var(--line); border-top-color: var(--accent); animation: appear 0s 300ms both, turn 0.8s linear infinite; }
.view[data-layout="pages"] .footer:not([data-state="end"]) { background: var(--bar); backdrop-filter: blur(16px); }
.view[data-layout="pages"] .footer[data-state="end"] { display: none; }
@media (prefers-reduced-motion: reduce) {
  .footer[data-state="loading"] .busy { animation: appear 0s 300ms both; }
}

"""###,
        "styles/scrubber.css": ###"""
:is(select, button, input, .scrubber):focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
:is(.looking, .empty) .scrubber { opacity: 0; pointer-events: none; }
.scrubber { position: fixed; z-index: var(--layer-label); touch-action: none; user-select: none; cursor: default; }
.scrubber[aria-orientation="vertical"] { top: calc(var(--bar-height) + var(--find-height, 0px) + 4px); bottom: 4px; right: 0; width: 28px; }
.scrubber[aria-orientation="horizontal"] { left: 4px; right: 4px; bottom: 0; height: 28px; }
.thumb { position: absolute; border-radius: var(--radius-small); background: var(--ink); opacity: 0.45;
  box-shadow: 0 0 0 1px var(--ground); transition: opacity var(--motion), width var(--motion), height var(--motion); }
.scrubber[aria-orientation="vertical"] .thumb { right: 3px; width: 5px; height: 48px; }
.scrubber[aria-orientation="horizontal"] .thumb { bottom: 3px; height: 5px; width: 48px; }
.scrubber:is(:hover, .dragging, :focus-visible) .thumb { opacity: 0.8; }
.scrubber[aria-orientation="vertical"]:is(:hover, .dragging) .thumb { width: 10px; }
.scrubber[aria-orientation="horizontal"]:is(:hover, .dragging) .thumb { height: 10px; }
/* Beside the track lie the labels, and beside these the bubble, which covers none of them. */
.told { position: absolute; display: flex; gap: var(--space-3); pointer-events: none; }
[aria-orientation="vertical"] > .told { inset: 0 24px 0 auto; justify-content: end; width: max-content; max-width: calc(100vw - 40px); }
[aria-orientation="horizontal"] > .told { inset: auto 0 24px; flex-direction: column; }
.bubble { display: none; flex: 0 1 auto; align-self: start; min-width: 0; padding: var(--space-2) var(--space-4); border-radius: var(--radius); white-space: nowrap; width: max-content;
  max-width: calc(100vw - 48px); overflow: hidden; text-overflow: ellipsis;
  background: var(--ink); color: var(--ground); }
.scrubber.dragging .bubble { display: block; }
.scrubber[aria-orientation="vertical"] .bubble { margin-top: var(--space-3); }
/* A label is where the middle of the thumb, 48 px long, is when what it names is at the top. */
.labels { flex: none; visibility: hidden; }
.scrubber:is(:hover, .dragging) .labels { visibility: visible; }
.labels span { pointer-events: auto; cursor: pointer; padding: 0 var(--space-3); border-radius: var(--radius-small); max-width: 12rem; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; font-size: var(--text-small); line-height: 18px; color: var(--ink); background: var(--bar); }
.labels .major { font-weight: 600; }
.labels span:hover { background: var(--ink); color: var(--ground); }
.dragging .labels span { pointer-events: none; }
/* All are in one cell, which is as wide as the widest of them. */
[aria-orientation="vertical"] .labels { display: grid; grid-template: 100% / auto; justify-items: end; align-items: start; }
[aria-orientation="vertical"] .labels span { grid-area: 1 / 1; position: relative; top: calc(var(--position) * (100% - 48px) + 24px - 9px); }
[aria-orientation="horizontal"] .labels { position: relative; height: 18px; }
[aria-orientation="horizontal"] .labels span { position: absolute; bottom: 0; left: calc(var(--position) * (100% - 48px) + 24px); translate: -50% 0; }
/* Beside the pictures, not beyond the filters. */
@media (min-width: 481px) {
  body:has(#facets:not([hidden])) .scrubber[aria-orientation="vertical"] { right: calc(var(--facets-width) + 8px); }
  body:has(#facets:not([hidden])) .scrubber[aria-orientation="horizontal"] { right: calc(var(--facets-width) + 12px); }
}
@media (max-width: 480px) {
  .scrubber[aria-orientation="vertical"] { top: 4px; bottom: calc(var(--bar-height) + var(--find-height, 0px) + 4px); }
  .scrubber[aria-orientation="horizontal"] { bottom: calc(var(--bar-height) + var(--find-height, 0px)); }
}

"""###,
        "styles/selection.css": ###"""
/* What is selected: cells with an outline, a tint and a check; runs of a mosaic's cells; the bar; and the frame that is drawn. */
body:not(.looking) .slot.selected > a { outline: 3px solid var(--accent); outline-offset: -3px;
  background: color-mix(in srgb, var(--accent) 30%, transparent); box-shadow: inset 0 0 0 4px var(--ground); }
body:not(.looking) .slot.selected > a:focus-visible { outline-width: 5px; outline-offset: -5px; box-shadow: inset 0 0 0 6px var(--ground); }
body:not(.looking) .slot.selected::after, .chooser { position: absolute; z-index: var(--layer-label); inset: var(--seen, 0); display: grid; place-content: center;
  width: min(24px, 60cqmin); height: min(24px, 60cqmin); margin: min(var(--space-3), 8cqmin) auto auto min(var(--space-3), 8cqmin); padding: 0; border: 0;
  border-radius: 50%; font: 600 min(var(--text-small), 38cqmin)/1 var(--face); cursor: pointer; }
body:not(.looking) .slot.selected::after { content: "✓"; pointer-events: none; background: var(--accent); color: var(--ground); box-shadow: 0 0 0 2px var(--ground); }
/* A heading has the same for its whole group. */
.group-check { position: relative; flex: none; align-self: center; display: grid; place-content: center; width: 24px; height: 24px; padding: 0; border: 0;
  border-radius: 50%; font: 600 var(--text-small)/1 var(--face); cursor: pointer; pointer-events: auto; opacity: 0; }
.heading:is(:hover, :focus-within, .choosing) > .group-check { opacity: 1; }
.group-check::after { content: ""; position: absolute; inset: calc(-1 * var(--space-3)); }
.group-check[aria-pressed="mixed"]::before { content: "–"; }
.sticky > span { pointer-events: none; }
@media (hover: hover) {
  .sticky > span { pointer-events: auto; }
}
@media (pointer: coarse) {
  .group-check { opacity: 1; }
}
:is(.chooser, .group-check)::before { content: "✓"; }
.chooser[aria-pressed="false"] { background: rgb(0 0 0 / 45%); color: rgb(255 255 255 / 85%); box-shadow: inset 0 0 0 2px #fff; }
.chooser[aria-pressed="false"]:hover { background: rgb(0 0 0 / 75%); color: #fff; }
/* There is no picture beneath it. */
.group-check:not([aria-pressed="true"], [aria-pressed="mixed"]) { background: none; color: var(--quiet); box-shadow: inset 0 0 0 2px; }
.group-check:not([aria-pressed="true"], [aria-pressed="mixed"]):is(:hover, :focus-visible) { color: var(--ink); }
/* A ring alone while another cell has the pointer, so that what is selected differs in its shape, too. */
.slot:not(:hover, :focus-within) > .chooser[aria-pressed="false"]::before,
.group-check:not([aria-pressed="true"], [aria-pressed="mixed"], :hover, :focus-visible)::before { visibility: hidden; }
/* What is drawn of one that is pressed is the cell's own check, which lies over it. */
:is(.chooser, .group-check):is([aria-pressed="true"], [aria-pressed="mixed"]) { background: var(--accent); color: var(--ground); }
/* There is no room to aim at in a small cell: a click with Ctrl, or a tap, selects it. */
@container (max-width: 71px) or (max-height: 71px) {
  .chooser { display: none; }
}
/* The same check beside an open picture, and on the pictures of the filmstrip. */
.select-this { position: fixed; z-index: var(--layer-foot); top: calc(var(--bar-height) + var(--find-height, 0px) + 12px); left: 12px; display: grid; place-content: center;
  width: 40px; height: 40px; padding: 0; border: 0; border-radius: 50%; background: rgb(0 0 0 / 55%); color: #fff; font: 600 var(--text-large)/1 var(--face);
  box-shadow: inset 0 0 0 2px #fff; cursor: pointer; }
.select-this:hover { background: rgb(60 60 60 / 85%); }
.select-this[aria-pressed="true"] { background: var(--accent); color: var(--ground); box-shadow: 0 0 0 2px var(--ground); }
.frames .selected > a::before { content: ""; position: absolute; inset: 0; background: color-mix(in srgb, var(--accent) 30%, transparent); }
.frames .selected:not([aria-hidden])::after { content: "✓"; position: absolute; left: 2px; top: 2px; display: grid; place-content: center; width: 16px; height: 16px;
  border-radius: 50%; background: var(--accent); color: var(--ground); font: 600 11px/1 var(--face); box-shadow: 0 0 0 1px var(--ground); pointer-events: none; }
.frames .selected { opacity: 1; }
/* The picture that a menu is of. */
body:not(.looking) .slot.of-menu > a { outline: 3px solid var(--ink); outline-offset: -3px; box-shadow: inset 0 0 0 4px var(--ground); }
#menu-count { margin-top: var(--space-3); padding-bottom: var(--space-1); border-top: 1px solid var(--line); border-radius: 0; font-size: var(--text-small); color: var(--quiet); }
.menu.alone #menu-count { margin-top: 0; border-top: 0; }
/* A finger begins with a long press, which no menu or chosen text of the browser's is to answer. */
.view { -webkit-touch-callout: none; }
@media (pointer: coarse) {
  .view { user-select: none; -webkit-user-select: none; }
}
.runs { position: absolute; z-index: var(--layer-mark); left: 0; top: 0; width: 1px; height: 1px; overflow: visible; pointer-events: none; }
.runs path { fill: var(--accent); fill-opacity: .45; stroke: var(--accent); stroke-width: 1px; vector-effect: non-scaling-stroke; }
.frame { position: fixed; z-index: var(--layer-label); left: 0; top: 0; pointer-events: none; border: 1px solid var(--accent);
  background: color-mix(in srgb, var(--accent) 20%, transparent); box-shadow: 0 0 0 1px var(--ground); }
/* The bar is one row where there is room, else two. Its buttons keep their places while the selection grows: what cannot be done is grey. */
.marks.selection { --aside: 0px; max-width: calc(100vw - var(--aside) - 24px); border-radius: var(--radius-large); }
body:not(.looking):has(> .selection:not([hidden])) > .message { bottom: calc(var(--selection-height, 88px) + 12px); }
#selection-count { flex: 1 1 10rem; min-width: 0; max-width: max-content; padding-block: var(--space-2); overflow: hidden; text-overflow: ellipsis; }
/* The widest that it can say keeps the room. */
#selection-count::before { content: attr(data-widest); display: block; height: 0; overflow: hidden; visibility: hidden; }
.selection-acts { display: flex; flex-wrap: wrap; justify-content: center; min-width: 0; gap: 0 var(--space-2); }
/* It has two names. */
.marks #selection-show { min-width: calc(13ch + 2 * var(--space-4)); }
#selection-compare { font-weight: 600; }
#selection-compare:not([aria-disabled="true"]) { color: var(--accent); }
.selection .plain[aria-disabled="true"] { color: var(--quiet); background: none; opacity: .7; cursor: not-allowed; }
.selection-more { position: relative; }
/* Its menu lies over what is said. */
.selection:has(.sheet:not([hidden])) { z-index: var(--layer-menu); }
.selection-more > .sheet { inset: auto auto calc(100% + 8px) 0; width: max-content; }
.selection .sheet .plain { border-radius: var(--radius); }
.selection .sheet kbd { font: inherit; color: var(--quiet); }
.selection .sheet .plain:focus-visible { outline-offset: -2px; }
@media (max-width: 960px) {
  .selection-acts .long { display: none; }
  .selection-acts .plain::first-letter { text-transform: uppercase; }
  .marks #selection-show { min-width: calc(5ch + 2 * var(--space-4)); }
}
@media (max-width: 480px) {
  .marks.selection { bottom: calc(var(--bar-height) + var(--find-height, 0px) + 12px + env(safe-area-inset-bottom)); width: calc(100vw - 24px); padding-inline: var(--space-2); }
  #selection-count { max-width: none; padding-inline: var(--space-3); }
  .selection-acts { flex: 1 0 100%; justify-content: space-between; gap: 0; }
  .marks .selection-acts .plain { min-width: 44px; padding-inline: var(--space-1); }
  .marks .selection-acts #selection-show { min-width: calc(5ch + 2 * var(--space-1)); }
  .selection-more > .sheet { inset: auto 0 calc(100% + 8px) auto; border-width: 1px; border-radius: var(--radius-large); }
}
/* On a phone the bar is at the foot. */
@media (max-width: 480px) {
  .select-this { top: calc(12px + env(safe-area-inset-top)); width: 44px; height: 44px; }
}
/* Beside the panels. */
@media (min-width: 481px) {
  body:has(> #details:not([hidden])) .select-this { left: calc(var(--details-width) + 20px); }
  body:has(> #details:not([hidden])) > .selection { --aside: calc(var(--details-width) + 8px); left: calc(var(--details-width) + 8px); }
  body:has(> #facets:not([hidden])) > .selection { --aside: calc(var(--facets-width) + 36px); right: calc(var(--facets-width) + 36px); }
  body:has(> #details:not([hidden])):has(> #facets:not([hidden])) > .selection { --aside: calc(var(--details-width) + var(--facets-width) + 44px); }
  body:has(> #details:not([hidden])):has(> #facets:not([hidden])) .selection-acts .long { display: none; }
  body:has(> #details:not([hidden])):has(> #facets:not([hidden])) .selection-acts .plain::first-letter { text-transform: uppercase; }
}
@media (forced-colors: active) {
  body:not(.looking) .slot.selected > a { forced-color-adjust: none; outline: 4px solid Highlight; outline-offset: -4px; background: none; box-shadow: inset 0 0 0 5px Canvas; }
  body:not(.looking) .slot.selected::after, .chooser[aria-pressed="true"] { forced-color-adjust: none; background: Highlight; color: HighlightText; box-shadow: 0 0 0 2px Canvas; }
  .group-check[aria-pressed="mixed"] { forced-color-adjust: none; background: Highlight; color: HighlightText; }
  :is(.chooser, .group-check):not([aria-pressed="true"], [aria-pressed="mixed"]) { border: 2px solid ButtonText; }
  .select-this { border: 2px solid ButtonText; }
  .frames .selected > a { outline: 3px solid Highlight; outline-offset: -3px; }
  .frames .selected:not([aria-hidden])::after { forced-color-adjust: none; background: Highlight; color: HighlightText; }
  .runs path { forced-color-adjust: none; fill: Highlight; stroke: Highlight; fill-opacity: .6; }
  .frame { forced-color-adjust: none; border: 2px solid Highlight; background: none; }
}
@media print {
  .runs, .frame, .group-check { display: none; }
}

"""###,
        "styles/tokens.css": ###"""
/*
 * Names for what the other style sheets share. Each is set once. Media queries cannot read them: they use the widths that are named
 * `breakpoints` in `values/tokens.js`, and a test of the page holds both together.
 */
:root {
  color-scheme: light;
  /* What lies beneath the pictures; text; text of less weight; a picture that is to come; beneath a transparent one. */
  --ground: light-dark(#fafafa, #101010);
  --ink: light-dark(#1a1a1a, #ededed);
  --quiet: light-dark(#5c5c5c, #a3a3a3);
  --wait: light-dark(#e9e9e9, #1d1d1d);
  --paper: light-dark(#fff, #8c8c8c);
  /* Bars, over which pictures shine through; lines; what is chosen or can be pressed. */
  --bar: light-dark(rgb(250 250 250 / 92%), rgb(16 16 16 / 90%));
  --line: light-dark(rgb(0 0 0 / 10%), rgb(255 255 255 / 12%));
  --accent: light-dark(#0b5fd0, #79b0ff);
  /* Two lines of small text fit into it, whatever the size of text is. */
  --bar-height: max(44px, 2.75rem);
  --icon: 20px;
  --details-width: 22rem;
  --facets-width: 19rem;
  --shadow: 0 8px 24px rgb(0 0 0 / 20%);
  --glass: saturate(1.6) blur(16px);
  /* Each system's own face where it is named, else one with even figures. Weights are 400 and 600. */
  --face: -apple-system, "Segoe UI Variable Text", "Segoe UI", Roboto, "Adwaita Sans", Inter, Ubuntu, "Noto Sans", "Liberation Sans",
    system-ui, sans-serif;
  /* Three sizes of text: what is said of something, what is read, titles; and that of signs in place of pictures. */
  --text-small: 0.8125rem;
  --text: 0.9375rem;
  --text-large: 1.125rem;
  --glyph: 1.75rem;
  /* Distances, inside of things and between them. */
  --space-1: 2px;
  --space-2: 4px;
  --space-3: 8px;
  --space-4: 12px;
  --space-5: 16px;
  --space-6: 24px;
  /* Corners: of labels, of what can be pressed, of panels, and round ends. */
  --radius-small: 4px;
  --radius: 8px;
  --radius-large: 12px;
  --radius-pill: 999px;
  /* How long things move, and how: `values/tokens.js` has the same for scripts. */
  --motion: 160ms cubic-bezier(.2, .7, .2, 1);
  /* What lies over what, from the pictures up. */
  --layer-mark: 1;
  --layer-label: 2;
  --layer-foot: 3;
  --layer-panel: 4;
  --layer-bar: 5;
  --layer-menu: 6;
}
@media (prefers-color-scheme: dark) {
  :root:not([data-theme="light"]) { color-scheme: dark; }
}
:root[data-theme="dark"] { color-scheme: dark; }
/* A window that is so wide is looked at from farther away. */
@media (min-width: 2560px) {
  :root { font-size: 125%; --icon: 25px; }
}
@media (prefers-reduced-motion: reduce) {
  :root { --motion: 0s; }
}
/* Scripts draw with these two: registered, they are read as colours. */
@property --wait { syntax: "<color>"; inherits: true; initial-value: #888; }
@property --paper { syntax: "<color>"; inherits: true; initial-value: #888; }
/* A picture is on black in both schemes, and what is said of it on what of the black comes over its edges. */
body.looking { --ground: #000; --ink: #fff; --quiet: #d2d2d2; --wait: #1d1d1d; --line: rgb(255 255 255 / 16%); --bar: rgb(20 20 20 / 94%); color-scheme: dark; }

"""###,
        "values/address.js": ###"""
// Writes where a reader is, {collection, view, anchor}, to the address bar, and reads it back.

import { read as readChannels } from "./channels.js";
import { chartNames } from "./chartchoice.js";
import { read as readWindow } from "./samplewindow.js";

/** The parameters that tell one view from another. */
const names = ["layout", "order", "group", "q", "columns", "lead", "rowHeight", "item", "zoom", "window", "channels", "fieldX", "fieldY", "logX", "logY"];

/**
 * Returns a view's own parameters from a plan. Until the reader zooms, the server chooses a grid's columns and the empty cells at its
 * start: a plan may have others while pictures in view have to keep their columns.
 * @param {Wire.Plan} plan @param {Page.View} before @param {boolean} isZoomed
 */
export function viewOf(plan, before, isZoomed) {
  /** @type {Page.View} */
  const view = { layout: plan.layout };
  for (const name of ["order", "q"]) if (before[name]) view[name] = before[name];
  if (before.group && ["grid", "justified"].includes(plan.layout)) view.group = before.group;
  if (plan.columns && (before.columns || isZoomed)) view.columns = plan.columns;
  if (plan.columns) view.lead = isZoomed ? plan.lead : before.lead;
  if (plan.rowHeight && (before.rowHeight || isZoomed)) view.rowHeight = plan.rowHeight;
  if (plan.item) view.item = plan.item;
  for (const name of ["window", "channels"]) if (before[name] && ["pages", "item"].includes(plan.layout)) view[name] = before[name];
  if (plan.plane) Object.assign(view, placing(before), { fieldX: plan.plane.x.field, fieldY: plan.plane.y.field });
  if (plan.zoomScale !== 1) view.zoom = plan.zoomScale;
  for (const name of chartNames) if (plan.chart && before[name] !== undefined) view[name] = before[name];
  return view;
}

/** The fields by which a view places pictures in a plane; none in another layout. */
export function placing(/** @type {Page.View} */ { layout, fieldX, fieldY, logX, logY }) {
  const fields = Object.entries({ fieldX, fieldY, logX, logY }).filter(([, value]) => value && layout === "plane");
  return /** @type {Page.View} */ (Object.fromEntries(fields));
}

/** @type {(one: Page.View | null, other: Page.View | null) => boolean} Whether two views are the same, apart from their zoom. */
export const isSame = (one, other) => names.every(name => name === "zoom" || (one?.[name] || null) === (other?.[name] || null));

/**
 * Returns a view's parameter as an address has it; null for the default. A zoom has six significant digits: what is lost is less than a
 * pixel, and 0.9999999999999999 is 1.
 */
function written(/** @type {string} */ name, /** @type {any} */ value) {
  const kept = name === "zoom" && value ? Number(value.toPrecision(6)) : value;
  return kept === undefined || kept === 0 || name === "zoom" && kept === 1 ? null : kept;
}

/**
 * Returns a place as text for the address bar. `anchor` is a plan's: the item at the top and the fraction of it that lies above.
 * @param {{collection: string, view: Page.View, anchor?: Wire.Anchor | null}} place
 */
export function write({ collection, view, anchor = null }) {
  const text = new URLSearchParams({ collection });
  for (const name of [...names, ...chartNames]) {
    const value = written(name, view[name]);
    if (value !== null) text.set(name, value);
  }
  if (anchor) {
    text.set("anchor", anchor.item);
    text.set("at", `${anchor.fractionX},${anchor.fractionY}`);
  }
  return `#${text}`;
}

/**
 * Returns a function that gives the address of an item's page.
 * @param {{collection: string, view: Page.View}} place is the view of pages. @param {string} search is the address bar's.
 */
export function linksFrom(place, search) {
  const address = write(place);
  return item => `./${search}${address}&anchor=${encodeURIComponent(item)}&at=0,0`;
}

/** Returns the address of all that a view shows of a collection, for viewers of IIIF. */
export function manifestOf(/** @type {Wire.Collection} */ { links }, /** @type {Page.View} */ view) {
  const query = new URLSearchParams();
  for (const name of ["q", "order", "group"]) if (view[name]) query.set(name, view[name]);
  return `${links.manifest}${String(query) && `?${query}`}`;
}

/**
 * Reads a place from the address bar. A part that is missing or not a number is left out: the server's default holds.
 * @param {string} hash @returns {Page.Place}
 */
export function read(hash) {
  const text = new URLSearchParams(hash.slice(1));
  /** @type {Page.View} */
  const view = {};
  for (const name of ["layout", "order", "group", "q", "item"]) if (text.get(name)) view[name] = text.get(name);
  for (const name of ["fieldX", "fieldY"]) if (text.get(name)) view[name] = text.get(name);
  for (const name of ["logX", "logY"]) if (text.get(name) === "true") view[name] = true;
  for (const name of ["columns", "lead", "rowHeight", "zoom"]) if (Number(text.get(name)) > 0) view[name] = Number(text.get(name));
  if (readChannels(text.get("channels"))) view.channels = text.get("channels");
  else if (readWindow(text.get("window"))) view.window = text.get("window");
  for (const name of chartNames) if (text.has(name)) view[name] = text.get(name);
  const [fractionX, fractionY] = (text.get("at") ?? "").split(",").map(Number);
  const anchor = text.get("anchor");
  return {
    collection: text.get("collection"), view,
    hold: anchor && { anchor, fractionX: fractionX || 0, fractionY: fractionY || 0 },
  };
}

"""###,
        "values/badges.js": ###"""
// What a cell says about its picture: its kind, the number of its pages, what is noted of it, a video's length, and the value that
// the pictures are sorted by.

import { dateText } from "./dates.js";
import { factText, length, lengthInWords } from "./fields.js";
import { notedWords } from "./noted.js";

/** @typedef {Wire.Badge} Badge what the server tells of a picture's cell beside its name */

const kinds = {
  raw: { text: "RAW", words: "raw" },
  animated: { text: "Animated", words: "animated" },
  live: { text: "Live", words: "live photo" },
};

/** The stars of a rating as letters, such as ★★★; "" for none. @param {number} [rating] */
export const stars = rating => "★".repeat(Math.min(5, Math.max(0, Math.round(rating ?? 0))));

/**
 * The few letters in a cell's corner: RAW, 12 pages, 1:23; "" for an ordinary picture.
 * @param {{badge?: Badge, duration?: number}} tile
 */
export function cornerText({ badge = {}, duration }) {
  if (duration !== undefined) return length(duration);
  return [kinds[badge.kind]?.text, pagesOf(badge)].filter(Boolean).join(" · ");
}

/**
 * The value that the pictures are sorted by, where the cell does not say it elsewhere; "" for none.
 * @param {{sortValue?: Wire.SortValue}} tile
 */
export function valueText({ sortValue }) {
  // The other corner has the length of a video.
  if (!sortValue || sortValue.name === "duration") return "";
  return sortValue.kind === "time" ? dateText(sortValue.text, "day") : factText(sortValue).replace(/\s+/g, " ");
}

/**
 * The same, where a cell says it at rest. Of dates there would be one on each of a reader's pictures, most of the time: they come with
 * the name.
 * @param {{sortValue?: Wire.SortValue}} tile
 */
export const restingValue = tile => (tile.sortValue?.kind === "time" ? "" : valueText(tile));

/**
 * The lines below a picture: its stars, its name, and the value that it is sorted by, which stays where it was at rest.
 * @param {{badge?: Badge, sortValue?: Wire.SortValue}} tile @param {string} name
 */
export const captionOf = (tile, name) =>
  [tile.sortValue?.name === "rating" ? "" : stars(tile.badge?.rating), name, valueText(tile)].filter(Boolean).join("\n");

/**
 * Whether there is more to see than the cell shows: a film, the film of a live photo, or an animation.
 * @param {{badge?: Badge, duration?: number}} tile
 */
export const moves = ({ badge, duration }) => duration !== undefined || badge?.kind === "live" || badge?.kind === "animated";

/**
 * The same, stars, flag and label in words for screen readers: ["raw", "3 stars", "picked"].
 * @param {{badge?: Badge, duration?: number, sortValue?: Wire.SortValue, count?: number}} tile
 */
export function badgeWords({ badge = {}, duration, sortValue, count: held }) {
  const { kind, rating } = badge;
  const count = stars(rating).length;
  // Stars have words of their own.
  const value = sortValue?.name === "rating" ? "" : valueText({ sortValue });
  return [
    duration === undefined ? "" : lengthInWords(duration),
    kinds[kind]?.words, pagesOf(badge),
    count ? `${count} star${count === 1 ? "" : "s"}` : "", ...notedWords(badge), value,
    held ? `the first of ${held.toLocaleString()} here` : "",
  ].filter(Boolean);
}

/** @param {Badge} badge */
const pagesOf = ({ pages }) => (pages > 1 ? `${pages.toLocaleString()} pages` : "");

"""###,
        "values/bytes.js": ###"""
// The bytes of a tile that came over a session, and the blob that browsers make pictures of.

/** Milliseconds after which bytes become a blob even if nothing needs it, and the longest time that this takes at once. */
const [patience, stretch] = [100, 3];
/** @type {Set<Bytes>} Bytes that are not a blob yet, the oldest first. */
const raw = new Set();
let timer = 0;

/**
 * Bytes that become a blob when one is needed.
 *
 * Making a blob waits some tenths of a millisecond for the browser's own process, and many tiles of a zoom are never needed. Bytes that
 * are kept become a blob a little later: the browser's process then holds them, and a garbage collection need not wait for them.
 */
export class Bytes {
  #bytes; #blob = null;

  /** @param type is the media type. */
  constructor(/** @type {Uint8Array} */ bytes, /** @type {string} */ type) {
    this.#bytes = bytes;
    this.type = type;
    this.size = bytes.length;
    raw.add(this);
    timer ||= setTimeout(settle, patience);
  }

  get blob() {
    if (!this.#blob) {
      this.#blob = new Blob([this.#bytes], { type: this.type });
      this.#bytes = null;
      raw.delete(this);
    }
    return this.#blob;
  }

  /** Says that these bytes are not kept any more, so no blob is made of them ahead of need. */
  release() { raw.delete(this); }
}

function settle() {
  timer = 0;
  const start = performance.now();
  for (const bytes of raw) {
    if (performance.now() - start > stretch) break;
    void bytes.blob;
  }
  if (raw.size) timer = setTimeout(settle, patience);
}

"""###,
        "values/channels.js": ###"""
// The channels that are shown together, as addresses have them.

import { read as readWindow } from "./samplewindow.js";

/** @typedef {{index: number, colour: string, minimum: number, maximum: number, gamma: number}} Channel a colour is six hexadecimal digits. */

/**
 * Reads channels, such as `0:ff0000:100:4000,1:00ff00:0:900`; null for anything else.
 * @param {string | null | undefined} text @returns {Channel[] | null}
 */
export function read(text) {
  const channels = (text ?? "").split(",").map(part => {
    const [, index, colour, ends] = /^([0-7]):([0-9a-f]{6}):(.+)$/i.exec(part) ?? [];
    const window = ends && readWindow(ends.replaceAll(":", ","));
    return window ? { index: Number(index), colour: colour.toLowerCase(), ...window } : null;
  });
  const isWhole = channels.every(Boolean) && new Set(channels.map(channel => channel.index)).size === channels.length;
  return isWhole ? channels.sort((one, other) => one.index - other.index) : null;
}

/** Writes channels. @param {Channel[]} channels */
export const write = channels => channels
  .map(({ index, colour, minimum, maximum, gamma }) => [index, colour, minimum, maximum, ...(gamma === 1 ? [] : [gamma])].join(":").replaceAll("+", "")).join();

/** All channels that have values, each without a hundredth of them at each end, in its colour. @param {Wire.Samples} samples @returns {Channel[]} */
export function auto({ channels }) {
  return channels.flatMap(({ counted, percentiles, colour }, index) => {
    if (!counted) return [];
    const [minimum, maximum] = [1, 99].map(wanted => percentiles.find(({ percent }) => percent === wanted).value);
    return [{ index, colour: colour.slice(1), minimum, maximum: maximum > minimum ? maximum : minimum + 1, gamma: 1 }];
  });
}

/** A channel's name. @param {Wire.SampleCounts} channel @param {number} index */
export const nameOf = ({ name = "" }, index) => name || `Channel ${index + 1}`;

"""###,
        "values/chartchoice.js": ###"""
// The choices that a reader makes for a chart, as parameters of a plan. They belong to the view, and so to the address.

/** Choices of columns: another one reads another chart. */
export const columnNames = [
  "xColumn", "keyColumn", "keys", "lines", "separator", "headerLine", "dateOrder", "decimalMark", "columnKinds",
  "formulas",
];
/** All choices, with those that only change how the chart is shown. */
export const chartNames = [
  ...columnNames, "axis", "band", "range", "units", "valueAxes", "valueScale", "ranges", "hide", "show", "timeZone", "line",
  "lineForms",
];

/** A list of names in one parameter. */
export const list = (/** @type {string[]} */ names) => names.map(encodeURIComponent).join(",");
export const names = (/** @type {string | undefined} */ text) => (text ? text.split(",").map(plain) : []);

function plain(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the names of the lines that a view hides. A view may give lines by number.
 * @param {Page.View} view @param {Wire.Line[]} lines
 */
export function hiddenIn({ hide = "", show = undefined }, lines) {
  const known = new Set(lines.map(({ name }) => name));
  const named = text => names(text).map(name => (known.has(name) ? name : lines[name]?.name)).filter(Boolean);
  const kept = show === undefined ? known : new Set(named(show));
  const hidden = new Set(named(hide));
  for (const name of known) if (!kept.has(name)) hidden.add(name);
  return hidden;
}

/**
 * Returns the parameters for a set of hidden lines: the hidden ones or the shown ones, whichever are fewer.
 * @param {Wire.Line[]} lines @param {Set<string>} hidden @returns {Page.ChartChoice}
 */
export function hiding(lines, hidden) {
  const isHidden = line => hidden.has(line.name);
  if (hidden.size * 2 <= lines.length) return { hide: list([...hidden]) || undefined, show: undefined };
  return { hide: undefined, show: list(lines.filter(line => !isHidden(line)).map(({ name }) => name)) };
}

/** The units that lines were given, by their names. */
export const units = text => Object.fromEntries((text ? text.split(",") : []).map(part => part.split(":").map(plain)));
export const unitsText = units => Object.entries(units)
  .map(pair => pair.map(encodeURIComponent).join(":")).join(",") || undefined;

/** The forms that lines were given, by their names: {Rain: "bars"}. */
export const forms = units;
export const formsText = forms => unitsText(Object.fromEntries(Object.entries(forms).filter(([, form]) => form)));

/** What columns hold where a reader has said so: {name: "number"}. */
export const kinds = units;
export const kindsText = formsText;

/** Lines that are computed, in their order: [[name, formula], …]; without a name, the formula is its own. */
export const formulas = (/** @type {string | undefined} */ text) => (text ? text.split(";") : []).map(part => {
  const colon = part.indexOf(":");
  return [part.slice(0, Math.max(colon, 0)), part.slice(colon + 1)].map(plain);
});
export const formulasText = (/** @type {string[][]} */ all) => all
  .map(pair => pair.map(text => text.replace(/[%:;]/g, encodeURIComponent)).join(":")).join(";") || undefined;

/** The ranges that are fixed, by the first line of a pane: {name: [low, high]}. */
export const ranges = text => Object.fromEntries((text ? text.split(",") : []).map(part => {
  const [name, low, high] = part.split(":");
  return [plain(name), [Number(low), Number(high)]];
}));
export const rangesText = ranges => Object.entries(ranges)
  .map(([name, [low, high]]) => `${encodeURIComponent(name)}:${low}:${high}`).join(",") || undefined;

"""###,
        "values/conditions.js": ###"""
// Takes a query apart into its conditions, and makes those of a list of values. Only the server knows what a query means.

import { folded } from "./fields.js";
import { unrejected } from "./noted.js";

/** Splits a query at blanks outside of quotation marks and brackets. A query with `|` outside of them is one condition. */
export function conditionsOf(/** @type {string} */ query) {
  const found = [];
  let [text, depth, isQuoted, isOne] = ["", 0, false, false];
  for (const sign of query) {
    if (sign === "\"") isQuoted = !isQuoted;
    else if (!isQuoted && sign === "(") depth += 1;
    else if (!isQuoted && sign === ")") depth -= 1;
    else if (!isQuoted && depth === 0 && sign === "|") isOne = true;
    if (/\s/.test(sign) && !isQuoted && depth <= 0) {
      if (text) found.push(text);
      text = "";
    } else text += sign;
  }
  if (text) found.push(text);
  return isOne ? [query.trim()] : found;
}

/** The condition that a field has exactly this value. A quotation mark in the value is doubled. */
export const whole = (/** @type {string} */ field, /** @type {string} */ value) => `${field}:="${value.replaceAll("\"", "\"\"")}"`;
const wholes = /([^\s:"()|=]+):="((?:[^"]|"")*)"/y;

/** The field and the values that a condition of `conditionOf` names; null for any other condition. */
export function valuesOf(/** @type {string} */ condition) {
  const isSeveral = condition.startsWith("(") && condition.endsWith(")");
  const text = isSeveral ? condition.slice(1, -1) : condition;
  const found = [];
  // Read one by one, since a value may contain a bar.
  for (let at = 0; ;) {
    wholes.lastIndex = at;
    const match = wholes.exec(text);
    if (!match || match[1] !== (found[0] ?? match)[1]) return null;
    found.push(match);
    at = wholes.lastIndex;
    if (at === text.length) break;
    if (!isSeveral || !text.startsWith(" | ", at)) return null;
    at += 3;
  }
  return { field: found[0][1], values: found.map(match => match[2].replaceAll("\"\"", "\"")) };
}

/** A condition that a field has one of some values; null for no value. */
export function conditionOf(/** @type {string} */ field, /** @type {string[]} */ values) {
  if (!values.length) return null;
  const each = values.map(value => whole(field, value));
  return each.length === 1 ? each[0] : `(${each.join(" | ")})`;
}

/** The conditions that leave out some values of a field, one for each. @param {string} field @param {Iterable<string>} values */
export const exclusionsOf = (field, values) => [...values].map(value => (field === "flag" && value === "reject" ? unrejected : `-${whole(field, value)}`));

/** The values that a condition leaves out. @param {string} condition @returns {string[]} */
export function excludedBy(condition) {
  if (condition === unrejected) return ["reject"];
  return condition.startsWith("-") ? valuesOf(condition.slice(1))?.values ?? [] : [];
}

/** Replaces what a query leaves out of a field's values. @param {string} query @param {string} field @param {Iterable<string>} values */
export function excluding(query, field, values) {
  const others = conditionsOf(query).filter(condition => fieldOf(condition) !== field || !excludedBy(condition).length);
  return [...others, ...exclusionsOf(field, values)].join(" ");
}

/** The field that a condition asks about; null where it is several, or words. */
export function fieldOf(/** @type {string} */ condition) {
  return valuesOf(condition.replace(/^-/, ""))?.field ?? /^-?([^\s:"()|=]+):/.exec(condition)?.[1] ?? null;
}

/** Whether a sentence has one of the words that a query looks for. @param {string} query as the server read it. */
export function isAbout(/** @type {string} */ sentence, query) {
  const words = conditionsOf(query).filter(condition => fieldOf(condition) === null && !condition.startsWith("-"));
  return words.some(word => folded(sentence).includes(folded(word.replaceAll("\"", ""))));
}

/** Replaces a query's conditions about a field by one. @param condition is null for none. */
export function replaced(/** @type {string} */ query, /** @type {string} */ field, /** @type {string | null} */ condition) {
  const others = conditionsOf(query).filter(other => fieldOf(other) !== field || other.startsWith("-"));
  return [...others, ...(condition ? [condition] : [])].join(" ");
}

/** A query without one of its conditions, by its place. */
export const without = (/** @type {string} */ query, /** @type {number} */ place) => conditionsOf(query).filter((_, other) => other !== place).join(" ");

/** A condition in words, for a chip. */
export function wordsOf(/** @type {string} */ condition) {
  const known = valuesOf(condition);
  return known ? `${known.field}: ${known.values.join(" or ")}` : condition;
}

"""###,
        "values/dates.js": ###"""
// Writes dates in the reader's own language and style: one style for each length of time, everywhere in the page.

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const styles = {
  year: { year: "numeric" },
  month: { year: "numeric", month: "long" },
  // Beside a scrubber, where the year stands above.
  monthAlone: { month: "short" },
  day: { dateStyle: "medium" },
  hour: { dateStyle: "medium", timeStyle: "short" },
  minute: { dateStyle: "medium", timeStyle: "short" },
  second: { dateStyle: "medium", timeStyle: "medium" },
};

/** Style and zone → the browser's formatter, which is slow to make. */
const formats = new Map();

/** @returns {Intl.DateTimeFormat} @param zone is undefined for that of the reader. */
function format(step, zone = undefined) {
  const key = `${step} ${zone}`;
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(undefined, { ...styles[step], timeZone: zone }));
  return formats.get(key);
}

/** The precision of a date by the number of characters in its text. */
const lengths = { 4: "year", 7: "month", 10: "day" };

/** The styles that fit a text of so many characters: a year alone has no month to show. */
const fitting = { 4: ["year"], 7: ["year", "month", "monthAlone"] };

/** Returns a moment in universal time. `Date.UTC` would read the years 1 to 99 as 1901 to 1999. */
function moment(year, month, day, hour, minute, second) {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  return date;
}

/**
 * Formats a date of the server, such as 2019, 2019-05, 2019-05-03 or 2019-05-03T14:30:00. A date without a zone is a camera's clock
 * time, which is shown unchanged.
 * @param step is the precision, a key of `styles`; by default, and at most, that of the text.
 */
export function dateText(text, step = lengths[text.length] ?? "second") {
  const clock = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?/.exec(text);
  if (!clock) return text;
  if (fitting[text.length]?.includes(step) === false) return dateText(text);
  if (/[Z+]|\d-\d\d:\d\d$/.test(text.slice(11))) return format(step).format(new Date(text));
  const [year, month, day, hour, minute, second] = clock.slice(1).map((part, place) => Number(part ?? (place < 3 ? 1 : 0)));
  return format(step, "UTC").format(moment(year, month, day, hour, minute, second));
}

/** Writes a range of dates, in seconds since 1970 on the clock that they are told by: one date where both ends read the same. */
export function dateRange(first, last, step) {
  return format(step, "UTC").formatRange(new Date(first * 1000), new Date(last * 1000));
}

"""###,
        "values/durations.js": ###"""
// Writes lengths of time and clock times, as the server does under the pointer.

const two = (/** @type {number} */ number) => String(number).padStart(2, "0");

/**
 * Returns seconds as `3 d 02:03:04`, `1:02:03` or `0:45.25`, and those since midnight as `14:05`.
 * @param {number} seconds @param {Wire.ValueKind} kind
 */
export function durationText(seconds, kind) {
  const unit = Math.abs(seconds) < 60 ? 1e6 : 1e3;
  const parts = Math.round(Math.abs(seconds) * unit);
  const [whole, rest] = [Math.floor(parts / unit), parts % unit];
  const fraction = rest ? `.${String(unit + rest).slice(1).replace(/0+$/, "")}` : "";
  const [second, minute, hour, day] = [whole % 60, Math.floor(whole / 60) % 60, Math.floor(whole / 3600) % 24, Math.floor(whole / 86_400)];
  const sign = seconds < 0 ? "\u2212" : "";
  if (kind === "clock") {
    return `${sign}${two(24 * day + hour)}:${two(minute)}${second || rest ? `:${two(second)}` : ""}${fraction}`;
  }
  if (day) return `${sign}${day} d ${two(hour)}:${two(minute)}:${two(second)}${fraction}`;
  return `${sign}${hour ? `${hour}:${two(minute)}` : minute}:${two(second)}${fraction}`;
}

"""###,
        "values/facetrows.js": ###"""
// Keeps the filters' fields in their places while counts change.

/** A field of which nothing is found any more. @param {Wire.Facet} field @param {number} missing @returns {Wire.Facet} */
const emptied = (field, missing) => /** @type {Wire.Facet} */ ({
  ...field, present: 0, missing, otherValues: 0, otherCount: 0,
  ...(field.values ? { values: field.values.map(value => ({ ...value, count: 0 })) } : null),
  ...(field.bars ? { bars: field.bars.map(bar => ({ ...bar, count: 0, atLeast: 0, atMost: 0 })) } : null),
});

/** Keeps the rows below one star. @param {Wire.RangeFacet} before @param {Wire.RangeFacet} now */
function withoutStars(before, now) {
  const gone = before.bars.filter(({ lower }) => lower <= 0 && !now.bars.some(bar => bar.lower === lower));
  return [...gone.map(bar => ({ ...bar, count: 0 })), ...now.bars].sort((one, other) => one.lower - other.lower);
}

/**
 * Returns fields in the places of those before; what is new comes last, and what is not found any more stays with counts of 0.
 * @param {Wire.Facet[]} before @param {Wire.Facet[]} now
 * @param {Wire.Facet[]} counted all fields, those that are not found as well @returns {Wire.Facet[]}
 */
export function inPlace(before, now, counted) {
  const kept = before.map(old => {
    const field = now.find(({ name }) => name === old.name) ?? emptied(old, counted.find(({ name }) => name === old.name)?.missing ?? 0);
    return old.name === "rating" && old.bars && field.bars ? { ...field, bars: withoutStars(old, /** @type {Wire.RangeFacet} */ (field)) } : field;
  });
  return /** @type {Wire.Facet[]} */ ([...kept, ...now.filter(({ name }) => !before.some(old => old.name === name))]);
}

/**
 * Returns a field's values in the places of those before. Values that were not there come last, where no button leads to them.
 * @param {{texts: string[], hasMore: boolean}} before are the rows that were shown, and whether there was a button for more.
 * @param {Wire.ValueFacet["values"]} now @param {boolean} hasOthers says that there are values which were not counted one by one.
 * @param {number} most is how many rows there are, with those that are added.
 * @returns {{text: string, count: number | null}[]} a count is null where it is not known.
 */
export function rowsInPlace({ texts, hasMore }, now, hasOthers, most) {
  const kept = texts.map(text => now.find(value => value.text === text) ?? { text, count: hasOthers ? null : 0 });
  const added = hasMore ? [] : now.filter(({ text }) => !texts.includes(text));
  return [...kept, ...added.slice(0, Math.max(0, most - kept.length))];
}

"""###,
        "values/fields.js": ###"""
// Writes the names and values of fields as people write them.

import { dateText } from "./dates.js";

const titles = {
  taken: "Date taken", modified: "Date modified", date: "Date taken", bytes: "Size", gps: "Location", iso: "ISO", focal: "Focal length",
  zone: "Time zone", negative: "Negative prompt", sublocation: "Place within the city", extras: "Also in the file", pixelsize: "Pixel size",
};
const whole = new Intl.NumberFormat();
const rounded = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 4 });
/** Whole numbers are written in full, others with four digits. */
const number = { format: value => (Number.isInteger(value) ? whole : rounded).format(value) };

/** Whether a field can place pictures in a plane. */
export const places = (/** @type {Wire.Field} */ { name, kind }) => ["number", "time", "category"].includes(kind) && name !== "alike";

/** A field's name for people. */
export const title = name => titles[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/** A number of bytes, as 282 bytes or 1.2 MB. */
export function size(bytes) {
  const power = Math.min(4, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const unit = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"][power];
  // The short form of a byte is “byte”, however many there are.
  const unitDisplay = power ? "short" : "long";
  return (bytes / 1000 ** power).toLocaleString(undefined, { style: "unit", unit, unitDisplay, maximumSignificantDigits: 3 });
}

/** A number of seconds, as 1:02:03 or 0:07. */
export function length(seconds) {
  const { hours, minutes, seconds: left } = parts(seconds);
  return [...(hours ? [hours, String(minutes).padStart(2, "0")] : [minutes]), String(left).padStart(2, "0")].join(":");
}

/** A number of seconds as it is spoken: 1 hour 2 minutes 3 seconds. */
export function lengthInWords(seconds) {
  const { hours, minutes, seconds: left } = parts(seconds);
  const said = [[hours, "hour"], [minutes, "minute"], [left, "second"]].filter(([count]) => count);
  return said.map(([count, unit]) => `${count} ${unit}${count === 1 ? "" : "s"}`).join(" ") || "0 seconds";
}

function parts(seconds) {
  const whole = Math.round(seconds);
  return { hours: Math.floor(whole / 3600), minutes: Math.floor(whole / 60) % 60, seconds: whole % 60 };
}

/** Whether an exposure is written as a fraction of a second: 1/3, but 0.3 and 0.5. */
function isFraction(seconds) {
  if (!(seconds > 0 && seconds < 0.4)) return false;
  return seconds < 0.3 || Math.abs(1 / seconds - Math.round(1 / seconds)) < 0.01;
}

/** A rating as stars; the ratings of 0 and −1 have words. */
export const stars = rating => (rating > 0 ? "★".repeat(rating) + "☆".repeat(Math.max(0, 5 - rating)) : starsInWords(rating));

/** A rating as it is spoken. */
export const starsInWords = rating => (rating > 0 ? `${rating} star${rating === 1 ? "" : "s"}` : rating < 0 ? "Rejected" : "No stars");

/** Whether a value of a field is a number of stars. */
export const isRating = (name, value) => name === "rating" && Number.isInteger(value) && value >= -1 && value <= 5;

/**
 * What the server says of a picture, for people.
 * @param {{name: string, text: string, kind?: string, unit?: string, number?: number}} fact is one of an item's `facts`.
 */
export function factText({ name, kind, unit, text, number: value }) {
  if (kind === "time") return dateText(text);
  if (name === "format") return text.toUpperCase();
  if (name === "flag") return { pick: "Picked", reject: "Rejected" }[text] ?? text;
  // Shows the path of a keyword in a hierarchy.
  if (kind === "keywords") return text.replaceAll("|", " › ");
  if (kind !== "number" || value === undefined) return text;
  // Film speeds are written without separators of thousands.
  if (name === "iso") return String(value);
  return isRating(name, value) ? stars(value) : unit ? measure(value, unit) : value.toLocaleString(undefined, { maximumSignificantDigits: 15 });
}

/**
 * Units of length, their lengths, and the least that is told in them, in metres.
 * @type {[string, number, number][]}
 */
const lengths = [["km", 1e3, 1e3], ["m", 1, 1], ["mm", 1e-3, 1e-3], ["µm", 1e-6, 1e-8], ["nm", 1e-9, 1e-9], ["pm", 1e-12, -Infinity]];

/** A length in metres, as 0.25 µm or 30 m. */
function distance(metres) {
  // A length that is the least one to within an error of rounding counts as it.
  const [name, unit] = lengths.find(([, , least]) => metres >= least * (1 - 1e-9));
  return `${rounded.format(metres / unit)} ${name}`;
}

/** A value of a field that counts or measures. @param unit is the field's, as the server calls it. */
export function measure(value, unit) {
  switch (unit) {
    case "bytes": return size(value);
    case "duration": return length(value);
    case "seconds": return isFraction(value) ? `1/${number.format(Math.round(1 / value))} s` : `${number.format(value)} s`;
    case "aperture": return `f/${number.format(value)}`;
    case "millimetres": return `${number.format(value)} mm`;
    case "metres": return distance(value);
    case "pixels": return `${number.format(value)} px`;
    case "megapixels": return `${number.format(value)} MP`;
    default: return number.format(value);
  }
}

/** A name within a sentence: its letters may go from right to left, those of the sentence stay as they are. */
export const isolated = name => `\u2068${name}\u2069`;

/** A text for comparing, without case and accents. */
export const folded = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Returns a message of the server as a sentence, without the name of its parameter. @param name is that parameter's. */
export function sentence(text, name = "") {
  const bare = (name && text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text).trim();
  // A parameter that is missing has to be named.
  const words = name && bare.startsWith("is missing") ? `the ${name} ${bare}` : bare;
  return words && `${words[0].toLocaleUpperCase()}${words.slice(1)}${/[.…!?]$/.test(words) ? "" : "."}`;
}

"""###,
        "values/filename.js": ###"""
// What the file of a picture is called.

/**
 * The name of a picture's original. All pages of a TIFF have that of the TIFF; a page of a JPEG comes as a file of its own.
 * @param {{kind: string, name: string}} entry is the collection.
 * @param {{name: string, format: string | null}} details are the picture's.
 */
export function fileName(entry, { name, format }) {
  if (entry.kind !== "pages") return name.split("/").at(-1);
  return format === "jpeg" ? `${entry.name.replace(/\.\w+$/, "")} ${name}.jpg` : entry.name;
}

"""###,
        "values/frames.js": ###"""
// Rectangles, {x, y, width, height}: comparing them, and finding where one was in the plan before.

/** @typedef {Wire.Frame} Frame */

const isNear = (one, other) => Math.abs(one - other) < 0.01;
/** @type {(one: Frame, other: Frame) => boolean} */
export const isSame = (one, other) => ["x", "y", "width", "height"].every(side => isNear(one[side], other[side]));
/** @type {(one: Wire.Size, other: Wire.Size) => boolean} */
export const isOfSize = (one, other) => isNear(one.width, other.width) && isNear(one.height, other.height);

/** Returns a rectangle enlarged on each side by `times` its width or height. */
export const around = (/** @type {Frame} */ { x, y, width, height }, /** @type {number} */ times) =>
  ({ x: x - times * width, y: y - times * height, width: (1 + 2 * times) * width, height: (1 + 2 * times) * height });

/** Whether content has been magnified or moved since the last plan, other than by scrolling. */
export const isElsewhere = carry => carry && (carry.scale !== 1 || (carry.scaleY ?? 1) !== 1 || Boolean(carry.x) || Boolean(carry.y));

/** Returns where the content of this frame was before a zoom laid out a new mosaic. */
export const divedFrom = (/** @type {Frame} */ { x, y, width, height }, dive) =>
  ({ x: (x - dive.x) / dive.scale, y: (y - dive.y) / dive.scale, width: width / dive.scale, height: height / dive.scale });

/** Returns where the content of this frame was in the last plan. */
export function carriedFrom(/** @type {Frame} */ { x, y, width, height }, { scale, scaleY = scale, x: shiftX = 0, y: shiftY = 0, origin }) {
  return {
    x: (x + origin.x - shiftX) / scale - origin.x, y: (y + origin.y - shiftY) / scaleY - origin.y,
    width: width / scale, height: height / scaleY,
  };
}

/** Returns a rectangle moved and scaled by the map that takes `from` to `to`. */
export function mapped(/** @type {Frame} */ { x, y, width, height }, /** @type {Frame} */ from, /** @type {Frame} */ to) {
  const [across, down] = [to.width / from.width, to.height / from.height];
  return { x: to.x + (x - from.x) * across, y: to.y + (y - from.y) * down, width: width * across, height: height * down };
}

"""###,
        "values/groups.js": ###"""
// Decides which groups a collection can be shown in.

/** @type {(entry: Wire.Collection, name?: string) => Wire.Field} The field that an order or a group names; undefined where it is none. */
export const fieldOf = (entry, name = "") => entry.fields?.find(field => field.name === name.replace(/^-|:.*$/g, ""));

/** @type {(entry: Wire.Collection | null) => boolean} Whether it can be known which pictures look alike: in folders. */
export const knowsAlike = entry => entry?.kind === "folder" && Boolean(fieldOf(entry, "alike"));

/**
 * Whether a view can be divided into these groups. Folders need the order of names, months that of dates, and values of a field
 * any order; only layouts of rows have room for headings.
 * @param {Wire.Collection} entry @param {string} name @param {Page.View} view
 */
export function canGroup(entry, name, { layout = undefined, order = "name" }) {
  if (!name) return true;
  if (!["grid", "justified"].includes(layout)) return false;
  const needed = { folder: "name", month: "date" }[name];
  return needed ? entry.groups.includes(name) && order.replace("-", "") === needed : Boolean(fieldOf(entry, name));
}

"""###,
        "values/keynames.js": ###"""
// The names of keys: as the page's table of actions writes them, as people read them, and as screen readers are told.

/** What people call keys whose names in events are others. */
const texts = {
  ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", PageUp: "Page Up", PageDown: "Page Down", " ": "Space", Escape: "Esc", "-": "−",
};
/** What `aria-keyshortcuts` calls them. */
const spoken = { " ": "Space", "+": "plus", Ctrl: "Control", Cmd: "Meta" };

/** Whether a key is pressed together with one that makes it a command: then it types nothing. */
export const isModified = ({ ctrlKey, metaKey, altKey }) => ctrlKey || metaKey || altKey;

/**
 * Returns the name of the key that an event is about, such as `f`, `X`, `Escape` and `Ctrl+K`. Shift shows in a character itself; Caps Lock
 * makes no difference.
 */
export function keyOf(event) {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (!isModified(event)) {
    if (!event.getModifierState?.("CapsLock") || !/^\p{L}$/u.test(key)) return key;
    return shiftKey ? key.toUpperCase() : key.toLowerCase();
  }
  const modifiers = [ctrlKey && "Ctrl", metaKey && "Cmd", altKey && "Alt", shiftKey && "Shift"].filter(Boolean);
  // With Alt, an Apple keyboard types other signs.
  const digit = altKey ? /^Digit(\d)$/.exec(code ?? "")?.[1] : null;
  return [...modifiers, digit ?? (key.length === 1 ? key.toUpperCase() : key)].join("+");
}

/** Whether a key types a letter, a digit or another sign (WCAG 2.2, 2.1.4); Space does not count. */
export const isCharacter = key => key !== " " && [...key].length === 1;

/** Returns a key's parts: those of `Ctrl+K` are `Ctrl` and `K`, that of `+` is `+`. */
const partsOf = key => (key.length > 1 ? key.split("+") : [key]);

/** Returns a key as people read it. @param isApple says that its keyboard has a Cmd key, which is written ⌘. */
export function keyText(key, isApple = false) {
  // A capital letter is written with Shift, since many keyboards show capitals alone.
  if (/^\p{Lu}$/u.test(key)) return `Shift+${key}`;
  const parts = partsOf(key).map(part => texts[part] ?? part);
  return isApple ? parts.join("+").replace("Cmd+", "⌘") : parts.join("+");
}

/** Returns a key as `aria-keyshortcuts` has it. */
export const spokenKey = key => (/^\p{Lu}$/u.test(key) ? `Shift+${key}` : partsOf(key).map(part => spoken[part] ?? part).join("+"));

/** Returns those of an action's keys that are on the reader's keyboard: Cmd is on Apple's alone, and has Ctrl's part there. */
export const keysHere = (keys, isApple) => keys.filter(key => !key.startsWith(isApple ? "Ctrl+" : "Cmd+"));

"""###,
        "values/lens.js": ###"""
// What a comparison shows of every picture: the same magnification and the same part, whatever their sizes. The server places the
// pictures by it; between two plans the page moves what is painted.

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
const axes = [["x", "width", "minX", "maxX"], ["y", "height", "minY", "maxY"]];

/** @typedef {Wire.Comparison} Placed what the server says of a picture and its pane */

export class Lens {
  /** A multiple of the scale at which a picture just fits into its pane. */
  magnification = 1;
  /** The point of each picture that lies at its pane's middle, as fractions of its width and height. */
  x = 0.5;
  y = 0.5;

  constructor(values) { Object.assign(this, values); }

  isSame({ magnification, x, y }) { return this.magnification === magnification && this.x === x && this.y === y; }

  /** How many times as large as its plan has it a picture is. @param {Placed} placed */
  growth({ magnification, maximum }) { return Math.min(this.magnification, maximum) / magnification; }

  /**
   * Returns the lens after a zoom. The point `at` of one picture stays where it is; the other pictures follow.
   * @param at is in px from that pane's middle. @param {Placed} placed
   * @param {Placed[]} all is what is said of each picture.
   */
  zoomed(magnification, placed, at, all) {
    const lens = new Lens({ ...this, magnification }).inside(all);
    const [before, after] = [this, lens].map(one => one.growth(placed));
    for (const [axis, side] of axes) lens[axis] = this[axis] + (at[axis] / placed[side]) * (1 / before - 1 / after);
    return lens.inside(all);
  }

  /** Returns the lens after one picture was moved by some px; the others move by the same fraction of theirs. */
  moved(by, placed, all) {
    const lens = new Lens(this);
    for (const [axis, side] of axes) lens[axis] -= by[axis] / (placed[side] * this.growth(placed));
    return lens.inside(all);
  }

  /** Returns the nearest lens that the picture with the most freedom allows. @param {Placed[]} all */
  inside(all) {
    if (!all.length) return this;
    const lens = new Lens(this);
    lens.magnification = clamp(this.magnification, Math.min(1, ...all.map(one => one.minimum)), Math.max(1, ...all.map(one => one.maximum)));
    // Ranges hold for the magnifications of their plans, and are too wide for smaller ones until their own plans come.
    const isTold = all.every(one => lens.growth(one) < 1 + 1e-9);
    for (const [axis, , least, most] of axes) {
      lens[axis] = isTold
        ? clamp(this[axis], Math.min(...all.map(({ range }) => range[least])), Math.max(...all.map(({ range }) => range[most])))
        : clamp(this[axis], 0, 1);
    }
    return lens;
  }

  /** Returns the lens after a part, from 0 to 1, of the way to another one. A point that both ends keep in place does not move. */
  toward(goal, part) {
    const magnification = this.magnification * (goal.magnification / this.magnification) ** part;
    const [from, to] = [1 / this.magnification, 1 / goal.magnification];
    const way = Math.abs(from - to) < 1e-9 ? part : (from - 1 / magnification) / (from - to);
    return new Lens({ magnification, x: this.x + (goal.x - this.x) * way, y: this.y + (goal.y - this.y) * way });
  }
}

"""###,
        "values/lists.js": ###"""
// What edits of lists say, and what they ask the server for.

/** @typedef {{items: string[]} | {selected: true}} Target the pictures that are meant, as the server takes them */
/** @typedef {{before: string} | {after: string} | {by: number}} Goal where pictures of a list are moved to */

/** More than any list has: by so many places a picture goes to the start, or to the end. */
export const farthest = 2 ** 31;

/** A number of pictures in words. @param {number} count */
export const pictures = count => (count === 1 ? "1 picture" : `${count.toLocaleString()} pictures`);

/** The lists among collections that can be edited. @param {Wire.Collection[]} collections */
export const listsOf = collections => collections.filter(({ links }) => links.undo);

/** How many pictures are meant, in words. @param {Target} target @param {number} count is how many are selected. */
export const targetWords = (target, count) => {
  if ("items" in target && target.items.length === 1) return "This picture.";
  return "items" in target ? `${pictures(target.items.length)}.` : count === 1 ? "The selected picture." : `The ${pictures(count).replace(" ", " selected ")}.`;
};

/** Says what was added. @param {number} added @param {number} meant is how many pictures were to be added. @param {string} name is the list's. */
export function addedWords(added, meant, name) {
  const known = meant - added;
  if (!added) return meant === 1 ? `“${name}” has this picture already.` : `“${name}” has all of these pictures already.`;
  const words = `Added ${pictures(added)} to “${name}”`;
  return known > 0 ? `${words}; it had ${known === 1 ? "1 other" : `${known.toLocaleString()} others`} already.` : `${words}.`;
}

export const madeWords = (count, name) => `Made the list “${name}” of ${pictures(count)}.`;
export const removedWords = (count, name) => `Removed ${pictures(count)} from “${name}”. Nothing happens to the files.`;
export const movedWords = count => `Moved ${pictures(count)}.`;
export const deletionWords = (count, name) => `The list “${name}” goes, and this cannot be undone. ${
  count === 1 ? "Its picture stays where it is" : count ? `Its ${pictures(count)} stay where they are` : "It has no pictures"}.`;

/** Whether a list is shown from its end. @param {Page.View} view */
export const isReversed = view => (view.order ?? "").startsWith("-");

/** Whether a list is shown in its own order, in which pictures can be moved. @param {Page.View} view */
export const isInOwnOrder = view => !view.q && !view.group && ["name", "-name"].includes(view.order ?? "name");

/** The goal of moving pictures by so many places in the order that is shown. @param {number} places @returns {Goal} */
export const goalOf = (places, view) => ({ by: isReversed(view) ? -places : places });

/** The goal of dropping pictures before or behind another one in the order that is shown. @param {boolean} isBehind @returns {Goal} */
export const dropGoal = (item, isBehind, view) => (isBehind === isReversed(view) ? { before: item } : { after: item });

/** Whether a point is in the latter half of a frame. @param {boolean} isDown says that pictures follow one another from top to bottom alone. */
export const isInLatterHalf = ({ x, y }, { left, top, width, height }, isDown) => (isDown ? y > top + height / 2 : x > left + width / 2);

/** The frame around several: a large picture has a tile in each. @param {{left: number, top: number, right: number, bottom: number}[]} frames */
export function frameAround(frames) {
  const [left, top] = [Math.min(...frames.map(frame => frame.left)), Math.min(...frames.map(frame => frame.top))];
  const [right, bottom] = [Math.max(...frames.map(frame => frame.right)), Math.max(...frames.map(frame => frame.bottom))];
  return { left, top, width: right - left, height: bottom - top };
}

"""###,
        "values/match.js": ###"""
// Finds actions by parts of their names.

import { folded } from "./fields.js";

const wordsOf = text => folded(text).split(/[^\p{L}\p{N}+−-]+/u).filter(Boolean);

/** Whether the letters stand in a word in this order, the first of them at its start. */
function areWithin(letters, word) {
  if (letters.length < 3 || letters[0] !== word[0]) return false;
  let at = 0;
  for (const letter of letters) {
    at = word.indexOf(letter, at) + 1;
    if (!at) return false;
  }
  return true;
}

/** Whether the letters are made of beginnings of some of the words, in order: `fulsc` and `fs` of `full screen`. */
function areBeginnings(letters, words) {
  if (!letters) return true;
  return words.some((word, place) => {
    for (let length = Math.min(word.length, letters.length); length > 0; length -= 1) {
      if (word.startsWith(letters.slice(0, length)) && areBeginnings(letters.slice(length), words.slice(place + 1))) return true;
    }
    return false;
  });
}

/** How well a typed word matches the words of a name, or the other words for it: 0 for not at all. */
function scoreOfWord(typed, words, others) {
  if (words.some(word => word === typed)) return 6;
  if (words.some(word => word.startsWith(typed))) return 5;
  if (others.some(word => word.startsWith(typed))) return 4;
  if (typed.length <= 12 && areBeginnings(typed, words)) return 3;
  if (words.some(word => word.includes(typed))) return 2;
  return words.some(word => areWithin(typed, word)) ? 1 : 0;
}

/**
 * Returns how well a text that is typed matches a name: 0 for not at all. Each typed word has to match, in any order.
 * @param name as it is shown. @param others further words by which it may be looked for.
 */
export function scoreOf(typed, name, others = "") {
  const [words, further] = [wordsOf(name), wordsOf(others)];
  const scores = wordsOf(typed).map(word => scoreOfWord(word, words, further));
  if (!scores.length) return 1;
  if (scores.includes(0)) return 0;
  const isStart = folded(name).startsWith(folded(typed).trim());
  return scores.reduce((sum, score) => sum + score, 0) / scores.length + (isStart ? 1 : 0);
}

/** Returns the entries that match, the best first; entries that match alike stay in their order. @param entries have `name` and `words`. */
export function matching(entries, typed) {
  return entries.map(entry => ({ entry, score: scoreOf(typed, entry.name, entry.words) })).filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score).map(({ entry }) => entry);
}

"""###,
        "values/noted.js": ###"""
// What a reader notes about a picture, in words and signs: stars, flags and colour labels.

import { stars, title } from "./fields.js";

/** @typedef {"rating" | "flag" | "label"} Part a part of what is noted, besides keywords */

/** The condition that a picture is not rejected. */
export const unrejected = "-flag:reject";

const flags = { pick: { sign: "⚑", words: "Picked" }, reject: { sign: "✕", words: "Rejected" } };

/**
 * The flag that is seen: other programs write a rating of −1 for rejected pictures.
 * @param {Wire.ItemMarks} marks
 */
export const flagOf = ({ flag, rating = 0 }) => flag ?? (rating < 0 ? "reject" : undefined);

/**
 * The sign of a picture's flag; "" for none.
 * @param {Wire.ItemMarks} marks
 */
export const flagSign = marks => flags[flagOf(marks)]?.sign ?? "";

/**
 * What is noted in words, for sentences and screen readers: ["picked", "red label"]. Stars have signs of their own.
 * @param {Wire.ItemMarks} marks
 */
export const notedWords = marks => [flags[flagOf(marks)]?.words.toLowerCase(), marks.label && `${marks.label} label`].filter(Boolean);

/**
 * What a change is called: “★★★☆☆”, “Picked”, “Red label”.
 * @param {Part} part @param {number | string | null} value is null where the reader's own is taken back.
 */
export function changeWords(part, value) {
  if (part === "rating") return stars(Number(value));
  if (value === "best") return "The best of alike pictures picked, the others rejected";
  if (part === "flag") return flags[value ?? ""]?.words ?? "No flag";
  return value && value !== "none" ? `${title(String(value))} label` : "No label";
}

/**
 * Says that a change was made: “Rated 1,204 pictures ★★★☆☆”, “Red label for 2 pictures”, and of one picture “Picked”.
 * @param {Part} part @param {number | string | null} value @param {number} count is how many pictures were changed.
 */
export function doneWords(part, value, count) {
  const words = changeWords(part, value);
  if (count === 1) return `${words}.`;
  const pictures = `${count.toLocaleString()} pictures`;
  if (part === "rating" && Number(value) > 0) return `Rated ${pictures} ${words}.`;
  if (value === "best") return `${words}: ${pictures}.`;
  return flags[value ?? ""] ? `${words} ${pictures}.` : `${words} for ${pictures}.`;
}

/** Says that a change was taken back, or made again. @param {string} words @param {{count: number, kept?: number}} answer `kept` counts pictures that were changed again since then. */
export function revertedWords(words, { count, kept = 0 }) {
  const pictures = number => (number === 1 ? "1 picture" : `${number.toLocaleString()} pictures`);
  if (!kept) return `${words}: ${pictures(count)}.`;
  const others = kept === 1 ? "it was changed again since, and stays" : "they were changed again since, and stay";
  return count ? `${words}: ${pictures(count)}. Not ${pictures(kept)}: ${others}.` : `Nothing is changed. ${pictures(kept)}: ${others}.`;
}

/**
 * The keywords of a line that is typed: those to add, and those to take away, which begin with a minus.
 * @param {string} text has commas between them.
 */
export function keywordsOf(text) {
  const words = text.split(",").map(word => word.trim()).filter(Boolean);
  const remove = [...new Set(words.filter(word => word.startsWith("-")).map(word => word.slice(1).trim()).filter(Boolean))];
  const add = [...new Set(words.filter(word => !word.startsWith("-")))].filter(word => !remove.includes(word));
  return { add, remove };
}

/**
 * The beginning of a line, and the word at its end that is being typed, without its minus.
 * @param {string} text
 */
export function lastKeyword(text) {
  const [, word] = /^(?:.*,)?\s*(?:-\s*)?([^,]*)$/s.exec(text) ?? ["", text];
  return { before: text.slice(0, text.length - word.length), word: word.trim() };
}

"""###,
        "values/orders.js": ###"""
// The orders that a collection can be sorted by, with the names of both directions, and which way each begins.

import { title } from "./fields.js";

/**
 * @typedef {object} Order
 * @property {string} key its name in addresses, without the sign that turns it round
 * @property {string} name what people call it
 * @property {string} [hint] what it means, where its name does not say all
 * @property {[string, string]} directions what it is called upwards, and downwards
 * @property {boolean} isDown whether it begins with the greatest, as most readers want it
 */

/** By the kind of a field: the names of both directions, and whether it begins downwards. */
const kinds = {
  time: /** @type {const} */ (["Oldest first", "Newest first", true]),
  number: /** @type {const} */ (["Smallest first", "Largest first", true]),
  rating: /** @type {const} */ (["Fewest stars first", "Most stars first", true]),
  text: /** @type {const} */ (["A to Z", "Z to A", false]),
  listed: /** @type {const} */ (["First to last", "Last to first", false]),
  visual: /** @type {const} */ (["Forwards", "Backwards", false]),
  nearness: /** @type {const} */ (["Most similar first", "Least similar first", false]),
  best: /** @type {const} */ (["Best first", "Worst first", false]),
};

/** The orders of collections: which field each is about, and what kind of order it is. */
const own = {
  date: { field: "", name: "Date taken or modified", kind: "time", hint: "When it was taken, else when the file was changed" },
  name: { field: "name", name: "Name", kind: "text" },
  size: { field: "bytes", name: "Size", kind: "number" },
  colour: { field: "", name: "Colour", kind: "visual" },
  likeness: { field: "", name: "Likeness", kind: "visual" },
};
/** What most readers sort by, in this order; all else is behind “More”. Lists sort by a field where folders have an order of their own. */
const usual = [["taken"], ["date"], ["name"], ["size", "bytes"], ["rating"]];

/** @returns {Order} */
function order(key, name, kind, hint = undefined) {
  const [up, down, isDown] = kinds[kind] ?? kinds.text;
  return { key, name, directions: [up, down], isDown, ...(hint ? { hint } : null) };
}

/** What pictures are sorted by that look like one of them. @param {string} item is its id. */
export const nearnessTo = item => `alike:${item}`;

/** Whether an order is by nearness to a picture: of use until another one is looked for. @param {string} order */
export const isNearness = order => /^-?alike:/.test(order);

/** The key of an order in an address, without its direction. */
export const keyOf = order => order.replace(/^-/, "");

/**
 * Returns the orders of a collection: the usual ones, and the others.
 * @param {Wire.Collection} entry is the collection.
 * @param {Set<string> | null} present has the names of the fields that have values; null until they are known.
 * @param {string} chosen is the current order. It is always among them.
 * @returns {{usual: Order[], others: Order[]}}
 */
export function ordersOf(entry, present, chosen) {
  const keys = new Set((entry.orders ?? []).map(keyOf));
  const covered = new Set([...keys].map(key => own[key]?.field));
  // That date is looked for also where it is not known yet, or by hardly any picture.
  const isKnown = name => name === keyOf(chosen) || Boolean(present?.has(name));
  const isOffered = ({ name, kind }) => kind !== "position" && name !== "alike" && !keys.has(name)
    && (name === keyOf(chosen) || (name === "taken" || isKnown(name)) && !covered.has(name));
  // Only folders are sorted by name: all else has an order of its own.
  const names = entry.kind === "folder" ? own : { ...own, name: { ...own.name, name: "As listed", kind: "listed" } };
  const all = [
    ...[...keys].filter(key => names[key]).map(key => order(key, names[key].name, names[key].kind, names[key].hint)),
    ...(entry.fields ?? []).filter(isOffered).map(({ name, kind }) => order(name, title(name), name === "rating" ? "rating" : kind)),
  ];
  // Only offered while it is chosen: it is about one picture.
  if (isNearness(chosen)) all.push(order(keyOf(chosen), "Similarity", "nearness", "How much pictures look like the one that was chosen"));
  if (keyOf(chosen) === "best" && !all.map(({ key }) => key).includes("best")) all.push(order("best", "Best", "best", "Stars, then pixels, then the latest"));
  const found = usual.flatMap(keys => keys.flatMap(key => all.filter(order => order.key === key && (isKnown(key) || !["taken"].includes(key)))).slice(0, 1));
  const others = all.filter(order => !found.includes(order)).sort((one, other) => one.name.localeCompare(other.name));
  return { usual: found, others };
}

/** Returns the order of an address among those of a collection; undefined where there is none such. */
export const orderOf = (orders, chosen) => [...orders.usual, ...orders.others].find(({ key }) => key === keyOf(chosen));

"""###,
        "values/pace.js": ###"""
// Measures how fast the view scrolls.

/** Milliseconds over which the velocity is measured, and after which a view without scroll events is at rest. */
const [span, stillAfter] = [100, 150];

export class Pace {
  /** @type {(Wire.Point & {time: number})[]} The last scroll events. */
  #samples = [];

  /** The latest event; undefined at rest. */
  get last() { return this.#samples.at(-1); }

  /** The view has scrolled to an offset. */
  note(/** @type {Wire.Point} */ { x, y }) {
    const time = performance.now();
    this.#samples = this.#samples.filter(sample => time - sample.time < span);
    this.#samples.push({ x, y, time });
  }

  /** The view has come to rest, or has jumped. */
  clear() { this.#samples = []; }

  /** Px per second. */
  get velocity() {
    const [first, { last }] = [this.#samples[0], this];
    const seconds = last && performance.now() - last.time < stillAfter ? (last.time - first.time) / 1000 : 0;
    if (!seconds) return { x: 0, y: 0 };
    return { x: (last.x - first.x) / seconds, y: (last.y - first.y) / seconds };
  }
}

"""###,
        "values/placement.js": ###"""
// The map between the points of the view and the pixels of its one picture. The server places the picture: see a plan's `picture`.

/** @typedef {{x: number, y: number, scale: number}} Placement where the picture's corner is, in px, and how wide its pixels are */

/** The place in the picture of a point of the view. @param {Placement} placement @param {Wire.Point} at */
export const toPixels = ({ x, y, scale }, at) => ({ x: (at.x - x) / scale, y: (at.y - y) / scale });

/** The point of the view at which a place in the picture lies. @param {Placement} placement @param {Wire.Point} at */
export const toPoints = ({ x, y, scale }, at) => ({ x: x + at.x * scale, y: y + at.y * scale });

"""###,
        "values/ranges.js": ###"""
// Ranges of numbers and dates: as queries write them, and as people read them.

import { dateRange } from "./dates.js";
import { isRating, measure, stars } from "./fields.js";

/** How many letters of a date each step needs. */
const lengths = { year: 4, month: 7, day: 10, hour: 13, minute: 16, second: 19 };
/** Writes seconds since 1970 as a query does, to the given step. */
const date = (seconds, step) => new Date(seconds * 1000).toISOString().slice(0, lengths[step]);

/** A value of a field for people. @param field is one of the server's facets. */
export const valueText = (/** @type {Wire.RangeFacet} */ { name, kind, step, unit }, value) =>
  (kind === "time" ? dateRange(value, value, step) : isRating(name, value) ? stars(value) : measure(value, unit));

/** Writes a range for people, both ends included. */
export function spanText(/** @type {Wire.RangeFacet} */ field, first, last) {
  if (field.kind === "time") return dateRange(first, last, field.step);
  const [from, to] = [valueText(field, first), valueText(field, last)];
  return from === to ? from : `${from} – ${to}`;
}

/** Writes a range for people. The upper edge is excluded, so the last day, month, year or whole number before it is named. */
export const rangeText = (/** @type {Wire.RangeFacet} */ field, lower, upper) => spanText(field, lower, field.kind === "time" || field.whole ? upper - 1 : upper);

/** Writes a range as a query does. The upper edge is excluded. @param lower and `upper` are null where the range is open. */
export function between(/** @type {Wire.RangeFacet} */ { name, kind, step, whole }, lower, upper) {
  // Whole numbers, such as stars, are named up to the last one that is included.
  if (whole) return lower === null ? `${name}:<=${upper - 1}` : upper === null ? `${name}:>=${lower}` : lower === upper - 1 ? `${name}:${lower}` : `${name}:${lower}..${upper - 1}`;
  if (kind !== "time") return [lower === null ? "" : `${name}:>=${lower}`, upper === null ? "" : `${name}:<${upper}`].join(" ").trim();
  // One second before the upper edge lies in the last year, month or day.
  const [from, to] = [lower === null ? "" : date(lower, step), upper === null ? "" : date(upper - 1, step)];
  return from && to ? `${name}:${from}..${to}` : from ? `${name}:>=${from}` : `${name}:<=${to}`;
}

/** Returns which bars of a histogram some conditions choose: the index of the first, and the index after the last. */
export function chosenOf(/** @type {Wire.RangeFacet} */ { bars, kind, whole }, conditions) {
  const text = conditions.filter(condition => !condition.startsWith("-")).map(condition => condition.slice(condition.indexOf(":") + 1)).join(" ");
  const [, least, greatest] = /^([^ .<>=]*)\.\.([^ ]*)$/.exec(text)
    ?? (/^-?\d[\dT:-]*$/.test(text) ? [text, text, text] : [text, /(?:^| )>=?([^ ]*)/.exec(text)?.[1], /(?:^| )<=?([^ ]*)/.exec(text)?.[1]]);
  // A date may be shorter or longer than a bar's edge: the common part is compared.
  const compare = (edge, value) => {
    if (kind !== "time") return edge - Number(value);
    const [one, other] = [date(edge, "second"), value].map((text, _, both) => text.slice(0, Math.min(...both.map(({ length }) => length))));
    return one < other ? -1 : one > other ? 1 : 0;
  };
  // A bar that begins at the greatest value contains it, unless the condition excludes it.
  const hasGreatest = kind === "time" || whole && !/<(?!=)/.test(text);
  const count = condition => bars.filter(condition).length;
  return [
    least ? count(({ upper }) => (kind === "time" ? compare(upper - 1, least) < 0 : compare(upper, least) <= 0)) : 0,
    greatest ? count(({ lower }) => (hasGreatest ? compare(lower, greatest) <= 0 : compare(lower, greatest) < 0)) : bars.length,
  ];
}

"""###,
        "values/samplewindow.js": ###"""
// The window on a picture's samples as addresses have it, and the windows that follow from the samples.

/** @typedef {{minimum: number, maximum: number, gamma: number}} SampleWindow */

/** The range of a gamma, and the step of its slider. */
export const gammas = { least: 0.1, greatest: 10, step: 0.05 };

/**
 * Reads a window; null for anything else.
 * @param {string | null | undefined} text @returns {SampleWindow | null}
 */
export function read(text) {
  const numbers = (text ?? "").split(",");
  if (numbers.length < 2 || numbers.length > 3 || !numbers.every(number => /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(number))) return null;
  const [minimum, maximum, gamma = 1] = numbers.map(Number);
  const isWindow = [minimum, maximum].every(Number.isFinite) && minimum < maximum && gamma >= gammas.least && gamma <= gammas.greatest;
  return isWindow ? { minimum, maximum, gamma } : null;
}

/** Writes a window. @param {SampleWindow} window */
export const write = ({ minimum, maximum, gamma }) => [minimum, maximum, ...(gamma === 1 ? [] : [gamma])].map(number => String(number).replace("+", "")).join();

/** The channels that have values. @param {Wire.Samples} samples */
const filled = ({ channels }) => channels.filter(({ counted }) => counted > 0);

/** A window that has two ends. */
const between = (minimum, maximum) => ({ minimum, maximum: maximum > minimum ? maximum : minimum + 1, gamma: 1 });

/** The window from the least to the greatest value; null where there is none. @param {Wire.Samples} samples @returns {SampleWindow | null} */
export function full(samples) {
  const channels = filled(samples);
  return channels.length ? between(Math.min(...channels.map(({ minimum }) => minimum)), Math.max(...channels.map(({ maximum }) => maximum))) : null;
}

/** The window that leaves out a hundredth of the values at each end; null where there is none. @param {Wire.Samples} samples @returns {SampleWindow | null} */
export function auto(samples) {
  const channels = filled(samples);
  const at = (channel, wanted) => channel.percentiles.find(({ percent }) => percent === wanted).value;
  return channels.length ? between(Math.min(...channels.map(channel => at(channel, 1))), Math.max(...channels.map(channel => at(channel, 99)))) : null;
}

/** The step of the ends' sliders: a thousandth of their way, of whole numbers at least 1. @param {Wire.Samples} samples */
export function step({ kind }, least, greatest) {
  const part = (greatest - least) / 1000;
  return kind === "float" ? part : Math.max(1, Math.round(part));
}

/** A value for people. @param {Wire.Samples} samples @param {number} value */
export const said = ({ kind }, value) => (kind === "float" ? Number(value.toPrecision(4)) : Math.round(value)).toLocaleString();

"""###,
        "values/selection.js": ###"""
// What finds the selection, and what has to change of it when the end of a range moves, as ranges do that Shift or a finger draws.

/** The query that finds the selected pictures. */
export const selectedQuery = "is:selected";

/**
 * Returns the changes, in their order, as bodies of a PATCH of the selection. What is taken back was in the range before.
 * @typedef {{index: number, item: string}} Place
 * @param {Place} from where the range begins
 * @param {Place} reached where it ended until now
 * @param {Place} to where it ends from now on
 */
export function changesOf(from, reached, to) {
  const [was, now] = [reached.index - from.index, to.index - from.index];
  const grown = { action: "add", range: { from: from.item, to: to.item } };
  if (was * now < 0) return [{ action: "remove", range: { from: reached.item, to: from.item } }, grown];
  // The new end lies within the range before, and is in it still.
  if (Math.abs(now) < Math.abs(was)) {
    return [{ action: "remove", range: { from: reached.item, to: to.item } }, { action: "add", items: [to.item] }];
  }
  return [grown];
}

"""###,
        "values/shuffle.js": ###"""
// An order that goes through all numbers below a count once, and looks like chance.

/**
 * A shuffled order of the numbers below a count, however many: it keeps three numbers and no list. It is a linear congruential generator
 * of full period (Hull and Dobell 1962) modulo a power of two, whose numbers beyond the count are left out.
 */
export class Shuffle {
  #count = 0;
  #modulus = 1n;
  #factor = 1n;
  #step = 1n;
  #random;

  /** @param random returns a number from 0 up to 1, without 1. */
  constructor(random = Math.random) { this.#random = random; }

  /** The number after one. From any of them on, all come before one comes again. @param {number} number @param {number} count */
  after(number, count) {
    if (count < 2) return 0;
    if (count !== this.#count) this.#begin(count);
    let next = BigInt(Math.min(number, count - 1));
    do next = (next * this.#factor + this.#step) % this.#modulus;
    while (next >= BigInt(count));
    return Number(next);
  }

  /** Chooses another order. @param {number} count */
  #begin(count) {
    this.#count = count;
    // A smaller one has few orders, some of which are that of the numbers.
    this.#modulus = 4096n;
    while (this.#modulus < BigInt(count)) this.#modulus *= 2n;
    const below = limit => BigInt(Math.floor(this.#random() * Number(limit)));
    // The step is odd, and the factor leaves 1 when it is divided by 4: the condition for a full period.
    this.#factor = below(this.#modulus) * 4n + 5n;
    this.#step = below(this.#modulus) * 2n + 1n;
  }
}

"""###,
        "values/stack.js": ###"""
// Where a page lies in a stack of pages.

/** The place of a page along an axis, from 0. @param {Wire.StackAxis} axis @param {number} index is the page's. */
export const placeOf = ({ count, step }, index) => Math.floor(index / step) % count;

/** The page at another place along an axis, at the same place along the others. @param {Wire.StackAxis} axis @param {number} index @param {number} place */
export const pageAt = (axis, index, place) => index + (Math.min(Math.max(place, 0), axis.count - 1) - placeOf(axis, index)) * axis.step;

const words = { z: "Depth", t: "Time", c: "Channel" };

/** The name of an axis for people. @param {Wire.StackAxis} axis */
export const nameOf = ({ name }) => words[name];

/** A place along an axis for people. @param {Wire.StackAxis} axis @param {number} place */
export const placeText = ({ count, labels = null }, place) => `${labels ? `${labels[place]}, ` : ""}${place + 1} of ${count}`;

"""###,
        "values/tokens.js": ###"""
// The names that scripts share with `styles/tokens.css`: widths at which the page is arranged anew, and how things move.

/** Widths of the window in CSS px, up to which the page is arranged for a phone, a narrow and a middle-sized window. */
export const breakpoints = { phone: 480, narrow: 640, middle: 960 };

/** The media query for windows up to a width. @param {keyof typeof breakpoints} name */
export const upTo = name => `(max-width: ${breakpoints[name]}px)`;

/** How things move, for the browser's animations. */
export const motion = { duration: 160, easing: "cubic-bezier(.2, .7, .2, 1)" };

"""###,
        "values/zoom.js": ###"""
// A zoom in progress: the part of it that no plan shows yet.

/**
 * Maps points of the viewport, x → scale·x + shift, from where the last plan put things to where the fingers have moved them. The page
 * paints with this map until a plan shows the same.
 */
export class Zoom {
  scale = 1; x = 0; y = 0;
  /** The point of the viewport about which the last step zoomed. */
  focus = { x: 0, y: 0 };
  /** Whether this is one step by key or button, which is animated; fingers show their own movement. */
  isStep = false;
  /** Whether only x is magnified, as in a chart, whose values stay where they are. */
  isAcross = false;

  get scaleY() { return this.isAcross ? 1 : this.scale; }
  get isPlain() { return this.scale === 1 && this.x === 0 && this.y === 0; }

  /** Magnifies about a point of the viewport. */
  by(/** @type {number} */ factor, /** @type {Wire.Point} */ focus) {
    this.scale *= factor;
    this.x = focus.x + (this.x - focus.x) * factor;
    if (!this.isAcross) this.y = focus.y + (this.y - focus.y) * factor;
    this.focus = focus;
  }

  move(/** @type {number} */ dx, /** @type {number} */ dy) {
    this.x += dx;
    if (!this.isAcross) this.y += dy;
  }

  /** Returns what to ask for: an offset, and a factor about the focus. */
  question(/** @type {Wire.Point} */ offset) {
    const { scale, focus } = this;
    const from = (at, shift) => at - focus[shift] + (focus[shift] - this[shift]) / scale;
    const y = this.isAcross ? offset.y : from(offset.y, "y");
    return { offset: { x: from(offset.x, "x"), y }, factor: scale, focus };
  }

  copy() { return Object.assign(new Zoom(), this); }

  /** Removes the part that a plan shows. It was asked for with the zoom `asked`; its scale times `remainder` is the scale asked for. */
  rebase(/** @type {Zoom} */ asked, /** @type {number} */ remainder) {
    const ratio = this.scale / asked.scale;
    const { x, y } = asked.focus;
    const shift = { x: this.x - ratio * asked.x, y: this.y - ratio * asked.y };
    this.x = ratio * (x - remainder * x) + shift.x;
    this.y = this.isAcross ? 0 : ratio * (y - remainder * y) + shift.y;
    this.scale = ratio * remainder;
    // A remainder that comes from rounding counts as none.
    if (Math.abs(this.scale - 1) < 1e-9 && Math.abs(this.x) < 1e-6 && Math.abs(this.y) < 1e-6) this.clear();
  }

  clear() {
    this.scale = 1;
    this.x = this.y = 0;
    this.isStep = false;
  }
}

"""###,
        "wire/api.js": ###"""
// Sends all requests of the page: one way to ask, one kind of failure, and one rule for which of several answers counts.

import { refusals } from "./refusals.js";

/** The addresses that the page knows. All others come from the server and are used as they are. */
export const entry = { collections: "api/collections", about: "api/about", health: "healthz", states: "api/state/" };

/** Where a site that was published as files says what it has; null where there is a server. */
export const site = globalThis.document?.querySelector?.("meta[name=site]")?.getAttribute("content") ?? null;
/** @type {{knows: (address: string) => boolean, answer: (address: string, query: URLSearchParams) => Promise<any>} | null} */
let source = null;
/** Takes what answers some addresses in place of a server: see `site/source.js`. */
export const answerBy = (/** @type {typeof source} */ given) => { source = given; };

const lost = "The server does not answer. Is it still running?";
const foreign = "Something between this page and the server answers in its place. Load the page again; it may ask to sign in.";

/** Why there is no answer; `message` is a sentence. */
export class Failure extends Error {
  /**
   * @param kind is "network" where nothing answers, "status" where the server refuses, "format" where what answers is not the server,
   *   or "aborted" where nobody waits any more.
   * @param {{status?: number, problem?: Wire.Problem, retryAfter?: number}} more `problem` is what the server says of it; `retryAfter` is in seconds, where the reason may pass.
   */
  constructor(kind, message, more = {}) {
    super(message);
    Object.assign(this, { kind, ...more });
  }
}

/** Writes parameters as the query of an address; a list becomes its parts with commas between them. @param {Record<string, any>} parameters */
export const queryOf = parameters => String(new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])));

const withParameters = (address, parameters) => {
  if (!parameters) return address;
  const isQuery = typeof parameters === "string" || parameters instanceof URLSearchParams;
  const query = isQuery ? String(parameters) : queryOf(parameters);
  return `${address}?${query}`;
};

/**
 * Sends a request. @param parameters are those of the address: an object, a `URLSearchParams`, or a query as text.
 * @returns the response, whose status says that all went well.
 * @throws a Failure, and nothing else.
 */
export async function send(address, parameters, options) {
  let answer;
  try {
    answer = await fetch(withParameters(address, parameters), options);
  } catch {
    throw options?.signal?.aborted ? new Failure("aborted", "") : new Failure("network", lost);
  }
  if (answer.ok) return answer;
  // What is no JSON comes from something in between. A reason that breaks off is none: it is asked for again.
  const problem = await body(answer, "json", options?.signal).catch(failure => {
    if (failure.kind === "format") return null;
    throw failure;
  });
  const detail = typeof problem?.detail === "string" ? problem.detail : answer.statusText || `The server answers ${answer.status}`;
  throw new Failure("status", detail, {
    status: answer.status, problem: { status: answer.status, ...problem, detail },
    retryAfter: Number(answer.headers.get("Retry-After")) || undefined,
  });
}

/** Reads an answer's body with one of its methods. The connection may fail in the middle of a body. */
async function body(answer, read, signal) {
  try {
    return await answer[read]();
  } catch (error) {
    if (signal?.aborted) throw new Failure("aborted", "");
    throw error instanceof SyntaxError ? new Failure("format", foreign) : new Failure("network", lost);
  }
}

/**
 * Why an address is refused; null where it is not, or not any more. An answer to HEAD says that alone: the words come with an answer to GET.
 * @param {string} address @param {AbortSignal} signal
 * @returns {Promise<Failure | null>}
 */
export async function refusal(address, signal) {
  const failureOf = method => send(address, null, { method, signal }).then(answer => {
    // What comes now is not needed.
    answer.body?.cancel().catch(() => {});
    return null;
  }, failure => failure);
  const failure = await failureOf("HEAD");
  return failure?.kind === "status" ? failureOf("GET") : failure;
}

const isOfType = (answer, type) => (answer.headers.get("Content-Type") ?? "").startsWith(type);

/** The JSON at an address. @throws a Failure. */
export async function json(address, parameters, options) {
  if (source?.knows(address)) return source.answer(address, new URLSearchParams(withParameters("", parameters)));
  const value = await body(await send(address, parameters, options), "json", options?.signal);
  // A proxy may answer with JSON, too, but the server only sends objects.
  if (value === null || typeof value !== "object") throw new Failure("format", foreign);
  return value;
}

/** A signal that gives a request up after so many milliseconds. */
export function within(milliseconds) {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), milliseconds);
  return stop.signal;
}

/** The JSON at an address; null if there is no answer. */
export const known = (address, parameters, options) => json(address, parameters, options).catch(() => null);

/** The text at an address. @throws a Failure. */
export const text = async (address, parameters, options) => body(await send(address, parameters, options), "text", options?.signal);

/** The bytes of a picture. What has been refused for good is not asked for again. @throws a Failure. */
export async function picture(address, options) {
  const refusal = refusals.of(address);
  if (refusal) throw refusal;
  const answer = await send(address, null, options).catch(failure => {
    refusals.note(address, failure);
    throw failure;
  });
  if (isOfType(answer, "text/html")) throw new Failure("format", foreign);
  return body(answer, "blob", options?.signal);
}

/** How long an edit may take, in ms. One of a million pictures takes seconds. Later edits wait for it. */
const longestEdit = 60_000;

/** Edits, with a signal that gives up. @throws a Failure. */
const edit = ask => ask(within(longestEdit)).catch(failure => {
  throw failure.kind === "aborted" ? new Failure("network", lost) : failure;
});

/** Sends a change as JSON. @returns the JSON that answers it. @throws a Failure. */
export const change = (address, parameters, body) =>
  edit(signal => json(address, parameters, { method: "PATCH", body: JSON.stringify(body), signal }));

/** Lets the server refuse an edit of anything that has another revision by now. */
const ifMatch = revision => (revision === null ? null : { headers: { "If-Match": `"${revision}"` } });

/** Asks the server to act, or to add what the body has. @returns the JSON that answers it. @throws a Failure. */
export const post = (address, parameters = null, body = null, revision = null) =>
  edit(signal => json(address, parameters, { method: "POST", ...(body && { body: JSON.stringify(body) }), ...ifMatch(revision), signal }));

/** Deletes what is at an address. @throws a Failure. */
export const drop = (address, revision = null) => edit(signal => send(address, null, { method: "DELETE", ...ifMatch(revision), signal }));

/** Sends a request whose answer has no content. @returns whether it succeeded. */
export const tell = (address, options) => send(address, null, options).then(() => true, () => false);

/** Ignores answers that arrive after the answer to a newer question. */
export class Latest {
  #asked = 0; #answered = 0;
  #stop = new AbortController();

  /**
   * @param ask is given a signal that ends the request.
   * @returns the answer, or undefined if a newer one has come. An error is thrown only if it is the newest.
   */
  async of(ask) {
    this.#asked += 1;
    const [number, { signal }] = [this.#asked, this.#stop];
    const isNew = () => number > this.#answered;
    let value;
    try {
      value = await ask(signal);
    } catch (error) {
      if (!isNew()) return undefined;
      this.#answered = number;
      throw error;
    }
    if (!isNew()) return undefined;
    this.#answered = number;
    return value;
  }

  /** Asks about another thing: answers to earlier questions are ignored. */
  only(ask) {
    this.forget();
    return this.of(ask);
  }

  /** Aborts all requests and ignores their answers. */
  forget() {
    this.#answered = this.#asked;
    this.#stop.abort();
    this.#stop = new AbortController();
  }
}

"""###,
        "wire/collections.js": ###"""
// Asks what there is to show, until the server answers.

import { sentence } from "../values/fields.js";
import { entry, json } from "./api.js";

/**
 * Asks until there is an answer: the `collections`, the `unshown` paths with reasons, whether the server is `readOnly`, and the saved
 * `states`.
 * @param {(text: string, action: {name: string, act: () => void}) => void} say is told why there is none yet, and what a reader can do.
 * @param {() => Promise<Wire.Collections>} ask asks once.
 */
export async function collections(say, ask = () => json(entry.collections)) {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    let wake = () => {};
    try {
      const answer = await ask();
      if (Array.isArray(answer.collections)) return answer;
      say("The server's answer cannot be read. Trying again…", { name: "Load the page again", act: () => location.reload() });
    } catch (failure) {
      say(`${sentence(failure.message)} Trying again…`, { name: "Try again", act: () => wake() });
    }
    await new Promise(done => {
      wake = () => done(undefined);
      setTimeout(wake, wait);
    });
  }
}

"""###,
        "wire/connection.js": ###"""
// A WebSocket to a collection's session that is reopened when it is lost.

import { entry, tell } from "./api.js";

/** Least and most milliseconds between two attempts; below, the same where a proxy refuses WebSockets. */
const [shortest, longest] = [250, 8000];
const [shortestRefused, longestRefused] = [4000, 60_000];

export class Connection {
  #on;
  #socket = null;
  /** Path of the session. */
  #address = null;
  /** Whether the server has answered after the last attempt that failed. */
  #answered = false;
  #delay = 0;
  #waits = 0;

  /**
   * @param {{opened: () => void, heard: (message: Wire.Message) => void, received: (bytes: ArrayBuffer) => void,
   *   lost: (wasOpen: boolean) => void, refused: () => void}} on `lost` says whether it was open, and
   *   `refused()`: the server answers, but something between it and the page lets no WebSocket through.
   */
  constructor(on) { this.#on = on; }

  get address() { return this.#address; }
  get isOpen() { return this.#socket?.readyState === WebSocket.OPEN; }
  /** Whether it waits before it is opened again. */
  get isWaiting() { return this.#waits > 0; }

  send(/** @type {Wire.Report} */ message) { this.#socket.send(JSON.stringify(message)); }

  /** Opens a session and closes the one before. */
  open(address) {
    if (address !== this.#address) [this.#delay, this.#answered] = [0, false];
    if (this.#socket) {
      this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
      this.#socket.close();
    }
    this.#address = address;
    const url = new URL(address, location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      [this.#delay, this.#answered] = [0, false];
      this.#on.opened();
    };
    socket.onmessage = ({ data }) => (typeof data === "string" ? this.#on.heard(JSON.parse(data)) : this.#on.received(data));
    socket.onclose = () => this.#closed(wasOpen);
  }

  async #closed(wasOpen) {
    this.#on.lost(wasOpen);
    let isRefused = false;
    if (!wasOpen) {
      // A server that has just begun answers now, though it did not take the connection: only one that answered before refuses it.
      const answers = await tell(entry.health);
      isRefused = answers && this.#answered;
      if (answers && !isRefused) this.#delay = 0;
      this.#answered = answers;
      if (isRefused) this.#on.refused();
    }
    const address = this.#address;
    const [least, most] = isRefused ? [shortestRefused, longestRefused] : [0, longest];
    await this.pause(Math.max(this.#delay, least));
    this.#delay = Math.min(this.#delay * 2 || shortest, most);
    if (address === this.#address && !this.isOpen) this.open(address);
  }

  /** Waits for some milliseconds, during which `isWaiting` is true. */
  async pause(milliseconds) {
    this.#waits += 1;
    await new Promise(done => setTimeout(done, milliseconds));
    this.#waits -= 1;
  }
}

"""###,
        "wire/decoder.js": ###"""
// Decodes tiles: a few at a time, those in view first, and others ahead of need within a budget.

import { Failure, picture } from "./api.js";

/** How many pictures are decoded at once, since more would wait for the same processors, and how many are fetched at once. */
const atOnce = 4;
const fetchedAtOnce = 8;
/** The most bytes of pixels that are kept without being shown. The server sends no more ahead of need. */
export const budget = 6 << 20;
/** After how many plans pixels that were decoded ahead are released. */
const patience = 40;
/** Types that are drawn once decoded. Other types may be animated or have no size: only an element can show them. */
const drawn = new Set(["image/jpeg", "image/png"]);
/** Types that are drawn unless their brand says that they are a sequence of pictures (ISO/IEC 14496-12 §4.3). */
const drawnAlone = new Set(["image/avif", "image/heic"]);
const sequences = new Set(["avis", "hevc", "hevx", "msf1"]);
const isSequence = async blob => sequences.has(await blob.slice(8, 12).text());

const byteCount = ({ width, height }) => 4 * width * height;

/**
 * The blob of a source: {bytes}, or {url} of where they are.
 * @param signal ends the request.
 */
async function blobOf({ bytes, url }, signal) {
  return bytes ? bytes.blob : picture(url, { signal });
}

export class Decoder {
  /** Sources whose pixels are there, the oldest first: source → {bitmap, stamp}. */
  #kept = new Map();
  #keptBytes = 0;
  /** The waiting requests: {source, done, failed, stamp}. One without `done` is ahead of need. */
  #waiting = [];
  #ahead = [];
  #running = new Map();
  #stamp = 0;

  /** Bytes of pixels that nothing shows: for tests. */
  get keptBytes() { return this.#keptBytes; }

  /** A plan has been painted. */
  tick() { this.#stamp += 1; }

  /** Returns decoded pixels, which then belong to the caller; null if there are none. */
  take(source) {
    const entry = this.#kept.get(source);
    if (!entry) return null;
    this.#kept.delete(source);
    this.#keptBytes -= byteCount(entry.bitmap);
    return entry.bitmap;
  }

  /** Takes pixels that have been drawn and may be needed again soon. */
  keep(source, bitmap) {
    this.take(source)?.close();
    this.#kept.set(source, { bitmap, stamp: this.#stamp });
    this.#keptBytes += byteCount(bitmap);
    while (this.#keptBytes > budget) this.take(this.#kept.keys().next().value).close();
  }

  /**
   * Asks for pixels that are needed now.
   * @param done gets an ImageBitmap, which then belongs to it, or a Blob of what only an element can show.
   * @param failed gets a Failure: see `api.js`.
   * @param isWhole says that an AVIF or a HEIC, which comes in one piece, is looked into: an element shows any part of it at once.
   * @returns what `cancel` takes.
   */
  want(source, done, failed, isWhole = false) {
    const started = this.#running.get(source);
    const request = started && !started.done && !started.isGivenUp ? started : { source };
    Object.assign(request, { done, failed, isWhole, stamp: this.#stamp });
    if (request !== started) {
      this.#ahead = this.#ahead.filter(one => one.source !== source);
      this.#waiting.push(request);
      this.#run();
    }
    return request;
  }

  /** Nobody waits for it any more. */
  cancel(request) {
    request.done = request.failed = null;
    if (request.abort) {
      request.isGivenUp = true;
      request.abort();
    }
    const index = this.#waiting.indexOf(request);
    if (index >= 0) this.#waiting.splice(index, 1);
  }

  /** Has pixels made that will be needed, if there is room for them. */
  ahead(source) {
    if (!drawn.has(source.bytes.type)) return;
    this.#ahead.push({ source });
    this.#run();
  }

  /** The source is not needed any more. */
  drop(source) {
    this.take(source)?.close();
    this.#ahead = this.#ahead.filter(one => one.source !== source);
  }

  #run() {
    const most = this.#waiting.at(-1)?.source.url ? fetchedAtOnce : atOnce;
    while (this.#running.size < most) {
      const request = this.#next() ?? (this.#hasRoom() ? this.#ahead.shift() : null);
      if (!request) return;
      this.#decode(request);
    }
  }

  /** Returns the request of the newest plan: in a fling, older ones are about to leave the view. */
  #next() {
    const newest = this.#waiting.at(-1)?.stamp;
    return this.#waiting.splice(this.#waiting.findIndex(({ stamp }) => stamp === newest), 1)[0];
  }

  /** Whether the budget has room ahead of need; pixels that were not needed for long are released. */
  #hasRoom() {
    if (!this.#ahead.length) return false;
    const oldest = this.#kept.entries().next().value;
    if (this.#keptBytes >= budget && oldest && this.#stamp - oldest[1].stamp > patience) this.take(oldest[0]).close();
    return this.#keptBytes < budget;
  }

  async #decode(request) {
    const { source } = request;
    this.#running.set(source, request);
    let result, failure;
    try {
      const stop = source.bytes ? null : new AbortController();
      if (stop) request.abort = () => stop.abort();
      const blob = await blobOf(source, stop?.signal);
      const isDrawn = drawn.has(blob.type) || drawnAlone.has(blob.type) && !request.isWhole && !await isSequence(blob);
      result = isDrawn
        ? await createImageBitmap(blob).catch(() => { throw new Failure("format", `This browser cannot show ${blob.type}.`); }) : blob;
    } catch (error) {
      failure = error;
    }
    if (this.#running.get(source) === request) this.#running.delete(source);
    this.#run();
    const { done, failed } = request;
    if (done && result) done(result);
    else if (failed && failure) failed(failure);
    else if (result instanceof ImageBitmap) {
      // Ahead of need, or its need has passed.
      if (done === undefined && this.#keptBytes < budget) this.keep(source, result);
      else result.close();
    }
  }
}

"""###,
        "wire/heic.js": ###"""
// Finds out whether this browser decodes HEIC, as Safari does. If so, the server sends such originals instead of tiles.

/** A grey picture of 64 × 64 pixels, written by heif-enc. */
const sample = [
  "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAA",
  "AAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAADgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAAAACk",
  "aXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAA",
  "AwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1h",
  "AAAAAAAAAAEAAQOBAoMAAAAWbWRhdAAAAAooAa8EGPxK15vA",
].join("");

/** Whether the browser was asked. It is asked once, when a plan has such a picture. */
let isAsked = false;
let isDecoded = false;

/** The parameters of a plan that say what this browser decodes. */
export const decodes = () => (isDecoded ? { decodes: "heic" } : {});

/**
 * Asks the browser if a plan has a HEIC picture: one with tiles and the address of its original.
 * @param {Partial<Wire.Plan>} plan
 * @param found is called if the browser decodes it.
 */
export async function lookForHEIC({ tiles = [] }, found) {
  if (isAsked || !tiles.some(({ media, original }) => original && !media)) return;
  isAsked = true;
  const bytes = Uint8Array.from(atob(sample), letter => letter.charCodeAt(0));
  // Decoded as pictures in cells are. A browser that cannot rejects the promise.
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/heic" })).catch(() => null);
  isDecoded = bitmap?.width === 64;
  bitmap?.close();
  if (isDecoded) found();
}

"""###,
        "wire/held.js": ###"""
// Keeps the bytes of tiles that came over a session until the server drops them.

import { Bytes } from "../values/bytes.js";

/** The most tiles that are named to a new connection: a report has at most 64 KB. */
const mostNamed = 300;
const types = ["", "image/jpeg", "image/png", "image/webp", "image/gif", "image/svg+xml", "image/avif"];
/** Bytes before a message's first tile, and before each tile's own bytes. */
const [headLength, tileHeadLength] = [8, 16];

/** Takes a binary message apart; `SessionMessage.swift`, which writes it, describes its format. */
export function parse(/** @type {ArrayBuffer} */ data) {
  const view = new DataView(data);
  const tiles = [];
  let at = headLength;
  for (let left = view.getUint32(4); left > 0; left -= 1) {
    const [slot, number, byteCount] = [0, 4, 8].map(field => view.getUint32(at + field));
    const bytes = new Bytes(new Uint8Array(data, at + tileHeadLength, byteCount), types[view.getUint8(at + 12)]);
    tiles.push({ slot, number, bytes });
    at += tileHeadLength + byteCount;
  }
  return { message: view.getUint32(0), tiles };
}

export class HeldTiles {
  #decoder;
  /** @type {Map<number, {url: string | null, source: Page.Source}>} By number. The URL is null until a plan shows the tile. */
  #tiles = new Map();
  /** @type {Map<string, {url: string, source: Page.Source}>} Tiles from an earlier connection, which the server has not numbered yet, by URL. */
  #resumed = new Map();

  constructor(decoder) { this.#decoder = decoder; }

  /** The picture's bytes and their type; null where they are not there. */
  source(number) { return this.#tiles.get(number)?.source ?? null; }

  /** Keeps a tile's bytes. @param url is the tile's; null until a plan has shown it. */
  add({ number, bytes }, url) {
    const source = { bytes };
    this.#tiles.set(number, { url, source });
    // Decoded ahead, so that it appears in the same frame as the plan that shows it.
    if (!url) this.#decoder.ahead(source);
  }

  /** A plan shows a tile. */
  show(number, url) {
    const tile = this.#tiles.get(number);
    if (tile) tile.url = url;
  }

  /** The server has no more use for these. */
  drop(numbers) {
    for (const number of numbers) {
      const source = this.source(number);
      if (source) this.#letGo(source);
      this.#tiles.delete(number);
    }
  }

  #letGo(source) {
    this.#decoder.drop(source);
    source.bytes.release();
  }

  /** Another collection is next. */
  clear() { this.drop([...this.#tiles.keys()]); }

  /**
   * Prepares for a new connection, which knows no numbers: keeps what can be named to it and releases the rest.
   * @param {Set<number>} shown has the numbers of the tiles that are painted; they are kept first.
   * @returns {Wire.Report["holds"]} the byte counts of what is kept, by URL.
   */
  resume(shown) {
    const named = [...this.#tiles].filter(([, { url }]) => url).sort(([one], [other]) => Number(shown.has(other)) - Number(shown.has(one)));
    const kept = named.slice(0, mostNamed).map(([, tile]) => tile);
    this.#resumed = new Map(kept.map(tile => [tile.url, tile]));
    for (const tile of this.#tiles.values()) if (!this.#resumed.has(tile.url)) this.#letGo(tile.source);
    this.#tiles.clear();
    return Object.fromEntries(kept.map(({ url, source }) => [url, source.bytes.size]));
  }

  /** The server has given a number to a tile that was kept. */
  number(url, number) {
    const tile = this.#resumed.get(url);
    if (tile) this.#tiles.set(number, tile);
  }
}

"""###,
        "wire/planner.js": ###"""
// Asks the server for plans over HTTP: one request at a time, then the newest question.

import { json } from "./api.js";
import { refusals } from "./refusals.js";
import { sentence } from "../values/fields.js";

/**
 * Calls `paint` and reports its error to the browser. The error is the page's own: asking again would bring the same plan.
 */
export function painted(paint) {
  try {
    paint();
  } catch (fault) {
    reportError(fault);
  }
}

/** Asks over HTTP where there is no live session. */
export class Planner {
  #ask; #paint; #say; #refuse;
  #underWay = false;
  #again = false;
  #delay = 0;
  #period;
  #timer = 0;

  /**
   * @param ask returns the next question, or null when there is nothing to ask: see `question.js`.
   * @param paint is given a plan and its question.
   * @param say is given a sentence that says why there is no plan, with the answer's status if there is one; null when there is a plan
   *   again.
   * @param refuse is given a problem; it returns whether it asks for something else.
   * @param period is the number of milliseconds after which a visible page asks again: the collection may have changed.
   */
  constructor(ask, paint, say, period, refuse = (/** @type {any} */ problem) => false) {
    this.#refuse = refuse;
    this.#period = period;
    this.#ask = ask;
    this.#paint = paint;
    this.#say = say;
  }

  /** Plans asked so far, and whether one is under way: for tests. */
  count = 0;
  get busy() { return this.#underWay; }

  /** Whether there is something new to ask. */
  get isWanted() { return this.#again; }

  /** Asks now, or as soon as the current request is answered. */
  request() {
    if (this.#isEnded) return;
    if (this.#underWay) { this.#again = true; return; }
    this.#run();
  }

  async #run() {
    clearTimeout(this.#timer);
    const question = this.#ask();
    if (!question) return;
    this.#underWay = true;
    this.#again = false;
    this.count += 1;
    /** @type {Wire.Plan | null} */
    let plan = null;
    try {
      plan = await json(question.entry.links.plan, question.query);
    } catch (failure) {
      if (this.#isEnded) return;
      if (failure.problem && this.#refuse(failure.problem)) {
        this.#underWay = false;
        return this.#run();
      }
      this.#delay = Math.min(this.#delay * 2 || 500, 8000);
      this.#again = true;
      this.#say(`${sentence(failure.message)} Trying again…`, failure.status);
      await new Promise(done => setTimeout(done, this.#delay));
    }
    if (plan && !this.#isEnded) {
      this.#delay = 0;
      this.#say(null);
      refusals.follow(plan);
      painted(() => this.#paint(plan, question));
    }
    this.#underWay = false;
    if (this.#isEnded) return;
    if (this.#again) this.#run();
    else this.#timer = setTimeout(() => this.#look(), this.#period);
  }

  /** Ends all requests. */
  end() {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }
  #isEnded = false;

  #look() {
    if (document.visibilityState === "visible") this.request();
    else document.addEventListener("visibilitychange", () => this.#look(), { once: true });
  }
}

"""###,
        "wire/refusals.js": ###"""
// Remembers the addresses of pictures that the server has refused, so that none of them is asked for again and again.

/** Statuses that an address keeps, since it names a version of a file: that cannot be read, or not be shown. */
const lasting = new Set([404, 410, 415, 422]);
/** Milliseconds after which an address is asked for anew, as somebody may have mended a file that nobody watches; and the most addresses. */
const [patience, most] = [120_000, 4000];

/** What has failed is asked for once, until it may have changed. */
export class Refusals {
  /** @type {Map<string, {failure: import("./api.js").Failure, until: number}>} The oldest first. */
  #known = new Map();
  #state = "";
  #now;

  /** @param now gives the time in ms. */
  constructor(now = () => performance.now()) { this.#now = now; }

  /** Why an address has been refused, a `Failure`; null where it has not, or where it may be asked for again. */
  of(address) {
    const known = this.#known.get(address);
    if (!known || known.until > this.#now()) return known?.failure ?? null;
    this.#known.delete(address);
    return null;
  }

  /** An address could not be fetched. @param {import("./api.js").Failure} failure */
  note(address, failure) {
    if (failure.kind !== "status" || !lasting.has(failure.status) || failure.retryAfter) return;
    this.#known.delete(address);
    this.#known.set(address, { failure, until: this.#now() + patience });
    if (this.#known.size > most) this.#known.delete(this.#known.keys().next().value);
  }

  /** Everything may be asked for again once the collection has changed. @param {{collection: string, revision: number}} plan */
  follow({ collection, revision }) {
    const state = `${collection} ${revision}`;
    if (state === this.#state) return;
    this.#state = state;
    this.#known.clear();
  }
}

/** Those of the page. */
export const refusals = new Refusals();

"""###,
        "wire/session.js": ###"""
// Reports where the reader is and receives plans: over one live connection, or over HTTP without it.

import { site } from "./api.js";
import { Connection } from "./connection.js";
import { budget as pixels } from "./decoder.js";
import { sentence } from "../values/fields.js";
import { HeldTiles, parse } from "./held.js";
import { painted, Planner } from "./planner.js";
import { refusals } from "./refusals.js";
import { Zoom } from "../values/zoom.js";

/** The most bytes of tiles that are kept, and that may be on their way. */
const budget = 16 << 20;
const room = 1 << 20;
/** The longest time that a timer can wait, in ms: 24 days. */
const longest = 2 ** 31 - 1;
const lost = "The server does not answer. Is it still running? Trying again…";

/** Sorts tiles into painting order: the coarsest first, since they lie beneath. */
const softestFirst = (one, other) =>
  other.level - one.level || one.index - other.index || one.row - other.row || one.column - other.column;

/**
 * Has the interface of `Planner`: `request()` says that there is something new to report, and `paint` is given whole plans. A tile whose
 * bytes come over the connection has a `source`, which is null until they have come.
 */
export class Session {
  #ask; #paint; #say; #slots; #refuse;
  /** Asks over HTTP while no connection can be made, or if the address says `?live=0`. */
  #planner = null;
  #connection = new Connection({
    opened: () => this.#opened(),
    heard: message => this.#hear(message),
    received: data => this.#receive(data),
    lost: wasOpen => this.#lost(wasOpen),
    refused: () => this.#fallBack(),
  });
  /** Whether there is something new to report, and whether the next report waits for the next frame. */
  #isWanted = false;
  #isResting = false;
  /** @type {{number: number, question: Page.Question, time: number} | null} The report that waits for an answer. */
  #unanswered = null;
  /** @type {{number: number, question: Page.Question, time: number} | null} The report that was answered last. */
  #answered = null;
  /** @type {Wire.Point | null} contentOffset of the plan that was painted last. */
  #offset = null;
  /**
   * The tiles of the last plan by the server's slot numbers; x and y count from the content's corner.
   * @type {Map<number, Wire.Tile & {number: number, sent: boolean}>}
   */
  #tiles = new Map();
  /** @type {Map<number, Page.Band>} The bands of the last plan by number; x and y count from the content's corner. */
  #bands = new Map();
  #held;
  #sheets;
  /** @type {Map<number, string>} Why tiles cannot be shown, by their numbers. */
  #failed = new Map();

  /**
   * @param sheets are the `ContactSheets` that are drawn over bands.
   * @param refuse is told a problem; it says whether something else is asked for then, so that this is not tried again.
   */
  constructor(ask, paint, say, slots, decoder, sheets, refuse) {
    this.#sheets = sheets;
    this.#refuse = refuse;
    this.#held = new HeldTiles(decoder);
    this.#ask = ask;
    this.#paint = paint;
    this.#say = say;
    this.#slots = slots;
    if (new URLSearchParams(location.search).get("live") === "0" || site || !window.WebSocket) this.#fallBack();
  }

  #count = 0;
  /** Reports so far, and whether one is to be answered: for tests. */
  get count() { return this.#count + (this.#planner?.count ?? 0); }
  get busy() { return this.#planner ? this.#planner.busy : this.#isWanted || this.#unanswered !== null; }
  /** Whether there is something new to report. */
  get isWanted() { return this.#planner ? this.#planner.isWanted : this.#isWanted; }
  get isLive() { return this.#connection.isOpen; }

  /** Reports now, or as soon as the last report is answered; at most once a frame. */
  request() {
    if (this.#planner) return this.#planner.request();
    this.#isWanted = true;
    this.#report();
  }

  #report() {
    if (!this.#isWanted || this.#unanswered || this.#isResting || this.#connection.isWaiting) return;
    const question = this.#ask();
    if (!question) { this.#isWanted = false; return; }
    const { session } = question.entry.links;
    if (session !== this.#connection.address) this.#change(session);
    if (!this.isLive) return;
    this.#isWanted = false;
    this.#count += 1;
    this.#unanswered = { number: this.#count, question, time: performance.now() };
    this.#connection.send({ report: this.#count, plan: question.query });
    this.#isResting = true;
    requestAnimationFrame(() => {
      this.#isResting = false;
      this.#report();
    });
  }

  // The connection

  /** Another collection's session. */
  #change(address) {
    this.#held.clear();
    this.#sheets.clear();
    this.#unanswered = this.#answered = null;
    this.#connection.open(address);
  }

  /** Says how much is kept, and what is kept from an earlier connection. */
  #opened() {
    this.#unanswered = this.#answered = null;
    // What has let no connection through does now.
    if (this.#planner) {
      this.#count += this.#planner.count;
      this.#planner.end();
      this.#planner = null;
    }
    const holds = this.#held.resume(new Set([...this.#tiles.values()].map(({ number }) => number)));
    for (const known of [this.#failed, this.#tiles, this.#bands, this.#sheets]) known.clear();
    this.#connection.send({ budget, pixels, room, bands: true, sheets: true, ...(Object.keys(holds).length ? { holds } : null) });
    this.request();
  }

  #lost(wasOpen) {
    if (this.#planner) return;
    this.#isWanted = true;
    this.#unanswered = null;
    if (!wasOpen) this.#say(lost);
  }

  #fallBack() {
    // Nothing changes in a site.
    this.#planner ??= new Planner(this.#ask, this.#paint, this.#say, site ? longest : 700, this.#refuse);
    if (this.#isWanted) this.#planner.request();
  }

  // What the server says

  #hear(/** @type {Wire.Message} */ message) {
    if ("place" in message) this.#plan(message);
    else if ("problem" in message) this.#problem(message);
    else if ("numbers" in message) for (const { url, number } of message.numbers) this.#held.number(url, number);
    else if ("drop" in message) for (const held of [this.#held, this.#sheets]) held.drop(message.drop);
    else if ("failed" in message) {
      this.#failed.set(message.failed, message.detail);
      for (const tile of this.#tiles.values()) {
        if (tile.number === message.failed) this.#slots.fail(tile.url, message.detail, message.retryAfter);
      }
    }
  }

  /** A difference from the plan before. `place` is the plan without its tiles and bands. */
  #plan(/** @type {Wire.PlanMessage} */ { report, fresh, place, free, show, move, bands, sheets }) {
    const plan = /** @type {Page.Plan} */ (place);
    refusals.follow(plan);
    const { x, y } = plan.contentOffset;
    if (sheets) this.#sheets.plan(sheets);
    if (fresh) for (const known of [this.#tiles, this.#bands]) known.clear();
    for (const number of bands?.free ?? []) this.#bands.delete(number);
    for (const { band, ...rest } of bands?.show ?? []) {
      this.#bands.set(band, { ...rest, number: band, x: rest.x + x, y: rest.y + y });
    }
    for (const slot of free) this.#tiles.delete(slot);
    for (const { slot, number, sent, tile } of show) {
      this.#tiles.set(slot, { ...tile, number, sent, x: tile.x + x, y: tile.y + y });
      this.#failed.delete(number);
      this.#held.show(number, tile.url);
    }
    for (const { slot, ...tile } of move) {
      const { clip, name, duration, badge, sortValue, selected, count, ...rest } = this.#tiles.get(slot);
      this.#tiles.set(slot, /** @type {any} */ ({ ...rest, ...tile, x: tile.x + x, y: tile.y + y }));
    }
    const asked = this.#askedFor(report);
    if (!asked) return;
    plan.tiles = [...this.#tiles.values()].sort(softestFirst).map(({ number, sent, ...tile }) => ({
      ...tile, x: tile.x - x, y: tile.y - y, failure: this.#failed.get(number),
      source: sent ? this.#held.source(number) : undefined,
    }));
    plan.bands = [...this.#bands.values()].map(band => ({ ...band, x: band.x - x, y: band.y - y }));
    this.#offset = plan.contentOffset;
    this.#say(null);
    painted(() => this.#paint(plan, asked));
    this.#clock(report);
    this.#report();
  }

  /** Seconds from a report until the plan of the next one is seen: as long as a plan has to do. */
  lag = 0;

  #clock(report) {
    const { number, time } = this.#answered;
    if (number !== report) return;
    // Two answers, and a frame for each to be painted.
    const seconds = Math.min(0.25, 2 * (performance.now() - time) / 1000 + 0.033);
    this.lag += (seconds - this.lag) / 4;
  }

  /**
   * What a plan was asked for; null where there is a newer plan to come.
   * @returns {Page.Question | null}
   */
  #askedFor(report) {
    if (report === this.#unanswered?.number) {
      this.#answered = this.#unanswered;
      this.#unanswered = null;
      return this.#answered.question;
    }
    // The collection has changed under a reader who has not moved: what was there is now somewhere else.
    if (this.busy || !this.#answered || !this.#offset) return null;
    return { generation: this.#answered.question.generation, offset: this.#offset, zoom: new Zoom() };
  }

  async #problem(/** @type {Wire.ProblemMessage} */ { report, problem }) {
    if (report === this.#unanswered?.number) this.#unanswered = null;
    if (this.#refuse(problem)) return this.request();
    this.#say(`${sentence(problem.detail)} Trying again…`);
    this.#isWanted = true;
    await this.#connection.pause(1000);
    this.#report();
  }

  #receive(data) {
    const { message, tiles } = parse(data);
    for (const tile of tiles) {
      if (this.#sheets.take(tile)) continue;
      const shown = this.#tiles.get(tile.slot);
      const url = shown?.number === tile.number ? shown.url : null;
      this.#held.add(tile, url);
      if (url) this.#slots.fill(url, this.#held.source(tile.number));
    }
    this.#connection.send({ acknowledged: message });
  }
}

"""###,
    ]
}
