// Headings between groups of pictures, and the one that stays at the top while its group goes by.

export class Headings {
  #parent; #sticky; #shown = new Map();

  constructor(parent, sticky) {
    this.#parent = parent;
    this.#sticky = sticky;
  }

  /**
   * Paints a plan's headings.
   * @param {any} plan
   * @param {import("./painter.js").At} at
   */
  paint(plan, { corner }) {
    // Between the cells of a mosaic there are thin rules, with a label at their side.
    this.#parent.classList.toggle("rules", Boolean(plan.mosaic));
    this.#sticky.classList.toggle("rule", Boolean(plan.mosaic));
    const wanted = new Map((plan.headings ?? []).map(heading => [heading.group, heading]));
    for (const [group, element] of this.#shown) {
      if (wanted.has(group)) continue;
      element.remove();
      this.#shown.delete(group);
    }
    for (const [group, heading] of wanted) {
      let element = this.#shown.get(group);
      if (!element) {
        element = document.createElement("h2");
        element.className = "heading";
        this.#shown.set(group, element);
        this.#parent.append(element);
      }
      this.#write(element, heading);
      element.at = { x: corner.x + heading.x, y: corner.y + heading.y };
      this.#move(element);
      element.style.width = `${heading.width}px`;
      element.style.height = `${heading.height}px`;
    }
    const { sticky } = plan;
    this.#sticky.hidden = !sticky;
    if (!sticky) return;
    this.#write(this.#sticky, sticky);
    this.#sticky.style.transform = `translateY(${sticky.y}px)`;
    this.#sticky.style.height = plan.mosaic ? "" : `${sticky.height}px`;
  }

  /** Takes all headings away. */
  clear() { this.paint({}, { corner: { x: 0, y: 0 } }); }

  /** Moves them by as much as the runway's origin has moved. */
  shift(dx, dy) {
    for (const element of this.#shown.values()) {
      element.at.x += dx;
      element.at.y += dy;
      this.#move(element);
    }
  }

  #move(element) { element.style.transform = `translate(${element.at.x}px, ${element.at.y}px)`; }

  #write(element, { title, count }) {
    const text = `${title} ${count}`;
    if (element.dataset.text === text) return;
    element.dataset.text = text;
    const number = document.createElement("small");
    number.textContent = count.toLocaleString();
    const words = document.createElement("span");
    words.append(title, number);
    element.replaceChildren(words);
  }
}
