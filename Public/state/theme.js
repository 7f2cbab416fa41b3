// The colour scheme: light, dark, or the system's. The browser remembers it.

import { remember, remembered } from "./remembered.js";

const labels = { system: "Colours: as the system", light: "Colours: light", dark: "Colours: dark" };

let ground;

/** The colour beneath the pictures as six hexadecimal digits; undefined if it is not opaque. */
export const groundColour = () => ground;

/**
 * Lets a button switch to the next of the three, and keeps the window's frame (`meta`) in the colour that is shown.
 * @param changed is called when the colour beneath the pictures changes.
 */
export function setUpTheme(button, meta, changed = () => {}) {
  const root = document.documentElement;
  const isDark = matchMedia("(prefers-color-scheme: dark)");
  let name = remembered("theme") in labels ? remembered("theme") : "system";
  const show = () => {
    if (name === "system") delete root.dataset.theme;
    else root.dataset.theme = name;
    button.querySelector("span").textContent = labels[name];
    button.querySelector("use").setAttribute("href", `#icon-${name}`);
  };
  button.addEventListener("click", () => {
    // The scheme that the system does not have comes first, so that the first press changes what is seen.
    const names = isDark.matches ? ["system", "light", "dark"] : ["system", "dark", "light"];
    name = names[(names.indexOf(name) + 1) % names.length];
    remember("theme", name);
    show();
  });
  const follow = () => {
    meta.content = getComputedStyle(document.body).backgroundColor;
    const channels = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(meta.content)?.slice(1);
    const now = channels?.map(channel => Number(channel).toString(16).padStart(2, "0")).join("");
    if (now === ground) return;
    const isFirst = ground === undefined;
    ground = now;
    if (!isFirst) changed();
  };
  // A picture lies on black in every scheme.
  const observer = new MutationObserver(follow);
  observer.observe(root, { attributeFilter: ["data-theme"] });
  observer.observe(document.body, { attributeFilter: ["class"] });
  isDark.addEventListener("change", follow);
  show();
  follow();
}
