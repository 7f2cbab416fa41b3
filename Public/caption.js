// What a picture is called, how large it is and when it was taken, below it.

export class Caption {
  #element; #item = null;

  constructor(element) { this.#element = element; }

  /** Shows what is known of an item, or nothing. */
  async show(collection, item, count) {
    if (this.#item === item) return;
    this.#item = item;
    this.#element.hidden = !item;
    if (!item) return;
    const base = `/api/collections/${encodeURIComponent(collection)}/items/${encodeURIComponent(item)}`;
    const details = await fetch(base).then(answer => (answer.ok ? answer.json() : null), () => null);
    if (this.#item !== item || !details) return;
    const { name, width, height, modified, index } = details;
    const parts = [
      width ? `${width.toLocaleString()} × ${height.toLocaleString()}` : null,
      modified ? new Date(modified).toLocaleDateString(undefined, { dateStyle: "medium" }) : null,
      `${(index + 1).toLocaleString()} of ${count.toLocaleString()}`,
    ];
    const title = document.createElement("b");
    title.textContent = name;
    this.#element.replaceChildren(title, document.createTextNode(parts.filter(Boolean).join(" · ")));
  }
}
