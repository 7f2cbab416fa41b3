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
