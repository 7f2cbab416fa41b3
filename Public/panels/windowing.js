// The window on a picture's samples: their histogram with a handle at each end, and the gamma between them.

import { button, element } from "../elements/element.js";
import { auto, full, gammas, read, said, step, write } from "../values/samplewindow.js";
import { known, Latest } from "../wire/api.js";
import { Channels } from "./channels.js";
import { paintCounts } from "./counts.js";

export class Windowing {
  #on;
  #counting = new Latest();
  /** The sliders of the picture that is shown, and what they stand for; null where there are none. */
  #sliders = null;
  /** The channels of the picture that is shown; null where there are none. */
  #channels = null;

  /**
   * @param on has `view()`, the parameters of the view, null where no picture fills it; and `look(name, text)`, which gives it a `window`
   *   or `channels`, "" for none.
   */
  constructor(on) { this.#on = on; }

  #text(name) { return this.#on.view()?.[name] ?? ""; }

  /**
   * Returns the section of a picture that fills the view; null where no window applies to it. It fills itself.
   * @param {Wire.ItemDetails} details
   */
  section({ samples }) {
    this.#sliders = this.#channels = null;
    this.#counting.forget();
    if (!samples || !this.#on.view()) return null;
    const section = element("section", { hidden: true }, element("h3", { textContent: "Window" }));
    this.#fill(section, samples);
    return section;
  }

  /** The view's window may have changed: the sliders follow, unless a hand holds one. */
  update() {
    if (!this.#on.view()) return;
    this.#channels?.show(this.#text("channels"));
    if (this.#sliders && this.#text("window") !== this.#sliders.text) this.#show(this.#text("window"));
  }

  async #fill(section, address) {
    /** @type {Wire.Samples | null | undefined} */
    const samples = await this.#counting.only(signal => known(address, null, { signal }));
    const all = samples && full(samples);
    if (!all) return;
    section.hidden = false;
    if (samples.channels.some(({ colour }) => colour)) {
      section.firstChild.textContent = "Channels";
      this.#channels = new Channels({ look: text => this.#on.look("channels", text) });
      return this.#channels.fill(section, samples, this.#text("channels"));
    }
    const canvas = element("canvas", { width: 256, height: 72, role: "img", ariaLabel: "How often each sample value occurs" });
    const ends = ["Least value, shown black", "Greatest value, shown white"].map(ariaLabel => element("input", { type: "range", ariaLabel }));
    const gamma = element("input", { type: "range", min: String(gammas.least), max: String(gammas.greatest), step: String(gammas.step), ariaLabel: "Gamma" });
    const [range, exponent] = [element("output"), element("output")];
    this.#sliders = { samples, all, ends, gamma, range, exponent, text: null, now: all };
    for (const [place, end] of ends.entries()) end.addEventListener("input", () => this.#move(place ? "maximum" : "minimum", Number(end.value)));
    gamma.addEventListener("input", () => this.#move("gamma", Number(gamma.value)));
    const choose = (textContent, title, text) => button({ textContent, title, on: { click: () => this.#look(text()) } });
    section.append(
      element("div", { className: "histogram" }, canvas, ...ends, range),
      element("label", { className: "gamma" }, element("span", { textContent: "Gamma" }), gamma, exponent),
      element("p", { className: "saves" },
        choose("Auto", "Leave out a hundredth of the values at each end", () => write(auto(samples) ?? all)),
        choose("Full range", "From the least value to the greatest", () => write(all)),
        choose("As stored", "Without a window", () => "")));
    this.#show(this.#text("window"));
    const channels = samples.channels.filter(({ counted }) => counted > 0);
    paintCounts(canvas, channels.map(({ counts }) => counts), Math.max(...channels.map(({ full }) => full)));
  }

  /** A slider was moved: its end pushes the other one. */
  #move(name, value) {
    const { samples, now } = this.#sliders;
    const next = { ...now, [name]: value };
    const gap = step(samples, next.minimum, next.maximum) || 1;
    if (next.minimum >= next.maximum) next[name === "minimum" ? "maximum" : "minimum"] = name === "minimum" ? next.minimum + gap : next.maximum - gap;
    this.#look(write(next));
  }

  #look(text) {
    this.#show(text);
    this.#on.look("window", text);
  }

  /** Sets the sliders to a window; "" stands for what is shown without one. @param {string} text */
  #show(text) {
    const { samples, all, ends, gamma, range, exponent } = this.#sliders;
    const { stored } = samples;
    const now = read(text) ?? { ...stored, gamma: 1 };
    const isOwn = Boolean(read(text));
    const least = isOwn ? Math.min(all.minimum, now.minimum) : all.minimum;
    const greatest = isOwn ? Math.max(all.maximum, now.maximum) : all.maximum;
    Object.assign(this.#sliders, { text, now });
    for (const [place, end] of ends.entries()) {
      const value = place ? now.maximum : now.minimum;
      Object.assign(end, { min: String(least), max: String(greatest), step: String(step(samples, least, greatest)) });
      end.value = String(value);
      end.ariaValueText = said(samples, value);
    }
    gamma.value = String(now.gamma);
    range.value = `${said(samples, now.minimum)} – ${said(samples, now.maximum)}${isOwn ? "" : ", as stored"}`;
    exponent.value = now.gamma.toFixed(2);
  }
}
