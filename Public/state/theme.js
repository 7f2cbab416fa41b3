// The colour scheme: light, dark, or the system's. The browser remembers it.

import { remember, remembered } from "./remembered.js";

const themes = [
  { name: "system", label: "Colours: as the system" },
  { name: "light", label: "Colours: light" },
  { name: "dark", label: "Colours: dark" },
];

let ground;

/** The colour beneath the pictures as six hexadecimal digits; undefined if it is not opaque. */
export const groundColour = () => ground;

/**
 * Lets a button switch to the next of the three, and keeps the window's frame (`meta`) in the colour that is shown.
 * @param changed is called when the colour beneath the pictures changes.
 */
export function setUpTheme(button, meta, changed = () => {}) {
  const root = document.documentElement;
  let chosen = Math.max(0, themes.findIndex(({ name }) => name === remembered("theme")));
  const show = () => {
    const { name, label } = themes[chosen];
    if (name === "system") delete root.dataset.theme;
    else root.dataset.theme = name;
    button.querySelector("span").textContent = label;
    button.querySelector("use").setAttribute("href", `#icon-${name}`);
  };
  button.addEventListener("click", () => {
    chosen = (chosen + 1) % themes.length;
    remember("theme", themes[chosen].name);
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
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", follow);
  show();
  follow();
}
