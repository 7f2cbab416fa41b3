// What a picture is called, how large it is, when it was taken and which one it is, below it.

/** What leads to the pages of a picture. @param open takes the id of their collection. */
export function pagesButton({ count, collection }, open) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "plain pages", textContent: `${count.toLocaleString()} pages`, title: "Show each page" });
  button.addEventListener("click", () => open(collection));
  return button;
}

export class Caption {
  #element; #openPages; #url = null; #details = null; #place = "";

  /** @param openPages opens the pages of a picture, by the id of their collection. */
  constructor(element, openPages) { [this.#element, this.#openPages] = [element, openPages]; }

  /** Shows what is known of the item at this anchor of a plan, or nothing where it is null. @param count is how many items there are. */
  async show(anchor, count) {
    const url = anchor?.url ?? null;
    this.#element.hidden = !url;
    // Counted in the order that is shown, as in the bar.
    const place = anchor ? `${(anchor.index + 1).toLocaleString()} of ${count.toLocaleString()}` : "";
    if (this.#url === url && this.#place === place) return;
    this.#place = place;
    if (this.#url !== url) {
      [this.#url, this.#details] = [url, null];
      if (!url) return;
      const details = await fetch(url).then(answer => (answer.ok ? answer.json() : null), () => null);
      if (this.#url !== url) return;
      this.#details = details;
    }
    if (this.#details) this.#write(this.#details);
  }

  #write({ name, width, height, taken, modified, pages }) {
    const date = taken ?? modified;
    const slash = name.lastIndexOf("/");
    const title = document.createElement("b");
    title.textContent = name.slice(slash + 1);
    const parts = [
      width ? `${width.toLocaleString()} × ${height.toLocaleString()}` : null,
      date ? new Date(date).toLocaleDateString(undefined, { dateStyle: "medium" }) : null,
      this.#place,
    ];
    const rest = document.createElement("span");
    rest.textContent = parts.filter(Boolean).join(" · ");
    const folder = document.createElement("span");
    folder.className = "folder";
    folder.textContent = slash > 0 ? name.slice(0, slash) : "";
    const about = document.createElement("span");
    about.className = "about";
    // The spaces are for those who hear it.
    about.append(rest, ...(slash > 0 ? [" ", folder] : []), ...(pages ? [" ", pagesButton(pages, this.#openPages)] : []));
    this.#element.replaceChildren(title, " ", about);
  }
}
