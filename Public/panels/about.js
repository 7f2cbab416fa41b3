// What the help says of the program.

import { element } from "../elements/element.js";
import { entry, json, Latest, site } from "../wire/api.js";
import { size } from "../values/fields.js";

/** The help's section about the program, which is fetched each time it opens. */
export class About {
  #list; #button;
  #latest = new Latest();

  /**
   * @param list takes the names and values. @param button leads there; it names the version once `menu`, which has it, was opened.
   */
  constructor(list, button, menu) {
    [this.#list, this.#button] = [list, button];
    menu.addEventListener("click", () => this.fill(), { once: true });
  }

  async fill() {
    if (site) return;
    try {
      const about = await this.#latest.only(signal => json(entry.about, null, { signal }));
      if (about) this.#show(about);
    } catch (failure) {
      this.#write([["Program", failure.message]]);
    }
  }

  /** @param {Wire.About} about */
  #show({ version, commit, build, readOnly, reads, cache, state }) {
    const place = path => path ?? "on the server’s machine";
    this.#button.firstElementChild.textContent = `ScrollServer ${version}`;
    this.#button.title = "About ScrollServer";
    this.#write([
      ["Program", `ScrollServer ${version}, ${commit ? `commit ${commit}, ` : ""}${build}`],
      ["May read", reads.map(({ name, path }) => path ?? name).join("\n") || "nothing: these are demos"],
      ["Changes", readOnly ? "refused (--read-only)" : "lists and what pages remember; never your folders"],
      ["Cache", cache ? `${place(cache.path)}, at most ${size(cache.limit)}` : "none on the disk"],
      ["Lists and state", state ? place(state.path) : "in memory, until the program ends"],
    ]);
  }

  #write(rows) {
    this.#list.replaceChildren(...rows.flatMap(([name, value]) => [element("dt", {}, name), element("dd", { dir: "auto" }, value)]));
  }
}
