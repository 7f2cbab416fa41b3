// The dialog that saves what was found for other programs: files, paths, a table or a script.

export class Exporting {
  #dialog; #button; #kind; #link; #said; #on;

  /** @param on has `entry()`, `plan()` and `view()`, and `closed()`. */
  constructor(byId, on) {
    this.#on = on;
    [this.#dialog, this.#button, this.#kind, this.#link, this.#said] = ["export", "export-button", "export-kind", "export-save", "export-said"].map(byId);
    this.#button.addEventListener("click", () => this.#open());
    this.#dialog.addEventListener("input", () => this.#show());
    this.#dialog.addEventListener("close", () => on.closed());
    this.#link.addEventListener("click", () => this.#dialog.close());
  }

  /** A plan of the collection has been painted. */
  painted() { this.#button.hidden = !this.#on.entry()?.links.export || !this.#on.plan()?.count; }

  #open() {
    const { count } = this.#on.plan();
    this.#said.textContent = `${count === 1 ? "1 picture" : `${count.toLocaleString()} pictures`}, as found and sorted here. Nothing is changed by it.`;
    this.#show();
    this.#dialog.showModal();
  }

  /** Shows the settings that the kind has, and lets the link lead to what they say. */
  #show() {
    const [name, action] = this.#kind.value.split(":");
    const { q, order, group } = this.#on.view();
    const query = new URLSearchParams({ as: name });
    for (const [key, value] of Object.entries({ q, order, group, action })) if (value) query.set(key, value);
    let isComplete = true;
    for (const row of this.#dialog.querySelectorAll("[data-for]")) {
      row.hidden = !row.dataset.for.split(" ").includes(this.#kind.value);
      const field = row.querySelector("select, input");
      const value = field.type === "checkbox" ? String(field.checked) : field.value;
      if (row.hidden) continue;
      if (value && value !== "false") query.set(field.name, value);
      else if (field.required) isComplete = false;
    }
    if (isComplete) this.#link.href = `${this.#on.entry().links.export}?${query}`;
    else this.#link.removeAttribute("href");
    this.#link.ariaDisabled = String(!isComplete);
  }
}
