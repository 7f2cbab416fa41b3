// The channels of a picture: which are shown, in which colours, and the window of each.

import { button, element } from "../elements/element.js";
import { auto, nameOf, read, write } from "../values/channels.js";
import { said, step } from "../values/samplewindow.js";
import { paintCounts } from "./counts.js";

export class Channels {
  #on;
  /** The channels with values, each with its elements, and what is shown of them as text. */
  #rows = []; #samples = null; #text = null;
  /** What is shown of each channel, or was, before it was put out: index → channel. */
  #known = new Map();

  /** @param on has `look(text)`, which shows channels; "" for the picture as stored. */
  constructor(on) { this.#on = on; }

  /**
   * Adds the channels to a section. @param {HTMLElement} section @param {Wire.Samples} samples @param {string} text is what is shown.
   */
  fill(section, samples, text) {
    [this.#samples, this.#text] = [samples, null];
    this.#known = new Map(auto(samples).map(channel => [channel.index, channel]));
    this.#rows = [...this.#known.keys()].map(index => this.#row(index));
    section.append(...this.#rows.map(({ part }) => part), element("p", { className: "saves" },
      button({ textContent: "Auto", title: "All channels, without a hundredth of the values at each end", on: { click: () => this.#look(auto(samples)) } }),
      button({ textContent: "As stored", title: "Without channels", on: { click: () => this.#look([]) } })));
    this.show(text);
    for (const { index, canvas } of this.#rows) paintCounts(canvas, [samples.channels[index].counts], samples.channels[index].full);
  }

  #row(index) {
    const channel = this.#samples.channels[index];
    const name = nameOf(channel, index);
    const isOn = element("input", { type: "checkbox" });
    const colour = element("input", { type: "color", ariaLabel: `Colour of ${name}` });
    const canvas = element("canvas", { width: 256, height: 72, role: "img", ariaLabel: `How often each value of ${name} occurs` });
    const ends = ["Least", "Greatest"].map(word => element("input", { type: "range", ariaLabel: `${word} value of ${name}` }));
    const range = element("output");
    isOn.addEventListener("change", () => this.#change(index, {}, isOn.checked));
    colour.addEventListener("input", () => this.#change(index, { colour: colour.value.slice(1) }));
    for (const [place, end] of ends.entries()) end.addEventListener("input", () => this.#move(index, place ? "maximum" : "minimum", Number(end.value)));
    const part = element("div", { className: "channel" },
      element("div", { className: "gamma" }, element("label", { className: "check" }, isOn, element("span", { textContent: name })), colour),
      element("div", { className: "histogram" }, canvas, ...ends, range));
    return { index, part, isOn, colour, canvas, ends, range };
  }

  #move(index, name, value) {
    const now = { ...this.#known.get(index), [name]: value };
    const gap = step(this.#samples, now.minimum, now.maximum) || 1;
    if (now.minimum >= now.maximum) now[name === "minimum" ? "maximum" : "minimum"] = name === "minimum" ? now.minimum + gap : now.maximum - gap;
    this.#change(index, now);
  }

  /** A channel is shown otherwise: also if it was not shown. */
  #change(index, part, isOn = true) {
    this.#known.set(index, { ...this.#known.get(index), ...part });
    // As stored, none is shown; the first choice shows the others, too.
    const shown = this.#text ? read(this.#text).map(channel => channel.index) : [...this.#known.keys()];
    const indices = isOn ? [...new Set([...shown, index])] : shown.filter(other => other !== index);
    this.#look(indices.sort().map(one => this.#known.get(one)));
  }

  #look(channels) {
    const text = write(channels);
    this.show(text);
    this.#on.look(text);
  }

  /** Sets the elements to what is shown. @param {string} text */
  show(text) {
    if (text === this.#text) return;
    this.#text = text;
    const shown = new Map((read(text) ?? []).map(channel => [channel.index, channel]));
    for (const [index, channel] of shown) if (this.#known.has(index)) this.#known.set(index, channel);
    for (const { index, isOn, colour, ends, range } of this.#rows) {
      const now = this.#known.get(index);
      const { minimum, maximum } = this.#samples.channels[index];
      const [least, greatest] = [Math.min(minimum, now.minimum), Math.max(maximum, now.maximum)];
      isOn.checked = shown.has(index);
      colour.value = `#${now.colour}`;
      for (const [place, end] of ends.entries()) {
        const value = place ? now.maximum : now.minimum;
        Object.assign(end, { min: String(least), max: String(greatest), step: String(step(this.#samples, least, greatest)) });
        end.value = String(value);
        end.ariaValueText = said(this.#samples, value);
      }
      range.value = `${said(this.#samples, now.minimum)} – ${said(this.#samples, now.maximum)}`;
    }
  }
}
