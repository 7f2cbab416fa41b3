// Shows one picture after another, and nothing around them.

/** Milliseconds for which a picture is shown, and the longest wait for one that does not come. */
const [pause, patience] = [4000, 10000];

export class Slideshow {
  #parts; #button; #timer = 0;
  /** The current picture, when it came, and since when it is visible. */
  #item = null;
  #came = 0;
  #since = 0;
  /** Keeps the screen from going dark. */
  #light = null;

  /**
   * @param button begins and ends it.
   * @param parts has what is `shown`, the `slots`, the `navigation` and the `cursor`.
   */
  constructor(button, view, parts) {
    this.#parts = parts;
    this.#button = button;
    button.addEventListener("click", () => this.toggle());
    document.addEventListener("visibilitychange", () => this.#keepLight());
    // A press ends the slideshow.
    view.addEventListener("pointerdown", () => this.stop());
  }

  get isRunning() { return this.#timer !== 0; }

  toggle() {
    if (this.isRunning) this.stop();
    else this.#start();
  }

  stop() {
    if (!this.isRunning) return;
    clearInterval(this.#timer);
    this.#timer = 0;
    document.body.classList.remove("bare");
    this.#show();
  }

  #start() {
    const { shown, navigation, cursor } = this.#parts;
    if (shown.isChart || !shown.plan?.count) return;
    if (!shown.isPaged) navigation.open(shown.picture ?? cursor.item ?? shown.plan.anchor?.item);
    document.body.classList.add("bare");
    this.#item = null;
    this.#timer = setInterval(() => this.#look(), 250);
    this.#show();
  }

  #show() {
    this.#keepLight();
    this.#button.querySelector("span").textContent = this.isRunning ? "End the slideshow" : "Slideshow";
    this.#button.querySelector("use").setAttribute("href", this.isRunning ? "#icon-pause" : "#icon-play");
  }

  /** Goes on when the picture has been shown long enough. */
  #look() {
    const { shown, navigation, slots } = this.#parts;
    if (shown.isFresh) return;
    if (!shown.isPaged) return this.stop();
    const { index, item } = shown.plan.anchor ?? {};
    const now = performance.now();
    if (item !== this.#item) [this.#item, this.#came, this.#since] = [item, now, now];
    // Its time begins when it is visible.
    const isComing = !slots.slot(index)?.ready && now - this.#came < patience;
    if (isComing || document.hidden) this.#since = now;
    if (now - this.#since < pause) return;
    // The next picture takes a while to come.
    this.#since = now;
    if (index + 1 < shown.plan.count) navigation.turn(1);
    // The first follows the last.
    else if (shown.plan.count > 1 && !shown.plan.hasMore) navigation.look({ ...shown.view }, { index: 0, align: "start" });
  }

  /** Keeps the screen on; the browser ends this whenever the page is hidden. */
  async #keepLight() {
    if (!this.isRunning) {
      this.#light?.release().catch(() => {});
      this.#light = null;
    } else if (!document.hidden) {
      const light = await navigator.wakeLock?.request("screen").catch(() => null) ?? null;
      // The slideshow may have ended meanwhile, or another lock has come.
      if (light && (!this.isRunning || (this.#light && !this.#light.released))) light.release().catch(() => {});
      else if (light) this.#light = light;
    }
  }
}
