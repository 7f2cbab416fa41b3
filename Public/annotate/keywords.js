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
  /** The last change, until it has been answered; it never fails. */
  #sending = Promise.resolve(true);
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
    this.#dialog.addEventListener("close", async () => {
      on.closed();
      // A second Enter closes it before the first is answered.
      await this.#sending;
      if (this.#changes) on.done(this.#said.textContent, this.#changes === 1);
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

  #change(keywords) { return this.#sending = this.#send(keywords); }

  async #send(keywords) {
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
