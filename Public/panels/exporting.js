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
