// The colour scheme: light, dark, or as the system has it. The browser remembers it.

const themes = [
  { name: "system", label: "Colours: as the system" },
  { name: "light", label: "Colours: light" },
  { name: "dark", label: "Colours: dark" },
];

let ground;

/** What lies beneath the pictures, as six hexadecimal digits; undefined where it is not one opaque colour. */
export const groundColour = () => ground;

/**
 * Makes a button switch to the next of the three, and a window's own frame (`meta`) go with what is shown.
 * @param changed is called when what lies beneath the pictures becomes another colour.
 */
export function setUpTheme(button, meta, changed = () => {}) {
  const root = document.documentElement;
  let chosen = Math.max(0, themes.findIndex(({ name }) => name === read()));
  const show = () => {
    const { name, label } = themes[chosen];
    if (name === "system") delete root.dataset.theme;
    else root.dataset.theme = name;
    button.querySelector("span").textContent = label;
    button.querySelector("use").setAttribute("href", `#icon-${name}`);
  };
  button.addEventListener("click", () => {
    chosen = (chosen + 1) % themes.length;
    try { localStorage.setItem("theme", themes[chosen].name); } catch { /* It is forgotten with the page, then. */ }
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
  // A picture is on black in every scheme.
  const observer = new MutationObserver(follow);
  observer.observe(root, { attributeFilter: ["data-theme"] });
  observer.observe(document.body, { attributeFilter: ["class"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", follow);
  show();
  follow();
}

function read() {
  try { return localStorage.getItem("theme"); } catch { return null; }
}
