// One element of the page that shows one tile after another: its picture, or why there is none.

/** An element of the page that shows one tile after another. */
export class Slot {
  constructor(parent, onReady) {
    this.element = document.createElement("div");
    this.image = document.createElement("img");
    this.element.className = "slot";
    this.element.setAttribute("role", "listitem");
    this.element.tabIndex = -1;
    this.image.decoding = "async";
    this.image.draggable = false;
    this.element.append(this.image);
    this.image.addEventListener("load", () => this.#loaded());
    this.image.addEventListener("error", () => this.#failed());
    this.onReady = onReady;
    parent.append(this.element);
  }

  /** The URL of the tile it shows; "" for none. */
  url = "";
  /** Whether nothing more is to come: the picture is there, or it is known why not. */
  ready = false;
  /** Why the tile cannot be seen; null where nothing is wrong. */
  failure = null;
  /** Frame in runway px. */
  x = 0; y = 0; width = 0; height = 0;

  /** @param under is the URL of a picture that is there and may be seen until this one is. */
  show(tile, count, under) {
    this.url = tile.url;
    this.ready = false;
    this.started = performance.now();
    this.failure = null;
    this.#attempts = 0;
    this.element.classList.remove("shown", "instant");
    this.element.hidden = false;
    this.element.dataset.item = tile.item;
    this.describe(tile, count);
    const { style } = this.element;
    style.backgroundImage = under ? `url("${under}")` : "";
    style.backgroundColor = tile.isFirst && tile.colour ? tile.colour : "";
    this.image.removeAttribute("src");
    if (tile.failure) this.fail(tile.failure);
    else this.load(tile.source === undefined ? tile.url : tile.source);
  }

  /** Takes the picture's URL, unless it has one or there is none yet. */
  load(source) {
    if (source && !this.image.hasAttribute("src")) this.image.src = source;
  }

  /** A picture is one thing to those who hear it, and has one sign, however many tiles it has. */
  describe(tile, count) {
    const { element } = this;
    this.tile = tile;
    element.classList.toggle("over", !tile.isFirst);
    // Files that come and go move those behind them.
    element.dataset.index = tile.index;
    if (tile.isFirst) {
      element.removeAttribute("aria-hidden");
      element.setAttribute("aria-posinset", tile.index + 1);
      element.setAttribute("aria-setsize", count);
      this.image.alt = tile.name ?? `Picture ${(tile.index + 1).toLocaleString()}`;
    } else {
      element.setAttribute("aria-hidden", "true");
      this.image.alt = "";
    }
    this.#describeFailure();
  }

  clear() {
    this.url = "";
    this.failure = null;
    this.#describeFailure();
    this.image.removeAttribute("src");
    this.element.style.backgroundImage = this.element.style.backgroundColor = "";
    this.element.hidden = true;
    this.element.classList.remove("shown", "current", "stale");
  }

  put(x, y, width, height) {
    Object.assign(this, { x, y, width, height });
    const { style } = this.element;
    style.transform = `translate(${x}px, ${y}px)`;
    style.width = `${width}px`;
    style.height = `${height}px`;
  }

  #loaded() {
    if (!this.url) return;
    this.ready = true;
    this.failure = null;
    this.#describeFailure();
    // What was there at once need not be faded in.
    this.element.classList.toggle("instant", performance.now() - this.started < 50);
    this.element.classList.add("shown");
    this.onReady();
  }

  /** The picture's bytes did not come, or the browser cannot read them: the server says why, if it knows. */
  async #failed() {
    const { url } = this;
    if (!url) return;
    let retryAfter;
    const reason = await fetch(url).then(async answer => {
      retryAfter = Number(answer.headers.get("Retry-After")) || undefined;
      return answer.ok ? `This browser cannot show ${answer.headers.get("Content-Type")}.` : (await answer.json()).detail;
    }).catch(() => "The server does not answer.");
    this.fail(reason, url, retryAfter);
  }

  /**
   * The tile with this URL cannot be seen, and why: a sentence.
   * @param retryAfter is in seconds, where the reason may pass: then the tile is asked for again, each time later.
   */
  fail(reason, url = this.url, retryAfter = undefined) {
    if (this.url !== url) return;
    this.failure = reason;
    this.ready = true;
    if (retryAfter) {
      const { tile } = this;
      setTimeout(() => {
        if (this.url !== url || this.tile.item !== tile.item || this.failure === null) return;
        this.image.src = url;
      }, Math.min(60, retryAfter * 2 ** this.#attempts++) * 1000);
    }
    this.#describeFailure();
    this.onReady();
  }

  /** Says which picture it is and why it cannot be seen; once per picture, in the slot that stands for it. */
  #describeFailure() {
    const text = this.failure !== null && this.tile.isFirst ? `${this.image.alt}\n${this.failure}` : "";
    if (text === this.#signText) return;
    this.#signText = text;
    this.element.title = text;
    this.#sign?.remove();
    this.#sign = null;
    if (!text) return;
    this.#sign = document.createElement("div");
    this.#sign.className = "sign";
    const name = document.createElement("b");
    name.textContent = this.image.alt;
    this.#sign.append(name, this.failure);
    this.element.append(this.#sign);
  }
  #sign = null;
  #signText = "";
  /** How often the tile has been asked for in vain. */
  #attempts = 0;
}
