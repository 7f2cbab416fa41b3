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
