// What a picture is called, how large it is and when it was taken, below it.

export class Caption {
  #element; #url = null;

  constructor(element) { this.#element = element; }

  /** Shows what is known of the item with this URL, or nothing where it is null. @param count is how many items there are. */
  async show(url, count) {
    if (this.#url === url) return;
    this.#url = url;
    this.#element.hidden = !url;
    if (!url) return;
    const details = await fetch(url).then(answer => (answer.ok ? answer.json() : null), () => null);
    if (this.#url !== url || !details) return;
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
