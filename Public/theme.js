// The colour scheme: light, dark, or as the system has it. The browser remembers it.

const themes = [
  { name: "system", label: "Colours: as the system" },
  { name: "light", label: "Colours: light" },
  { name: "dark", label: "Colours: dark" },
];

/** Makes a button switch to the next of the three, and a window's own frame (`meta`) go with what is shown. */
export function setUpTheme(button, meta) {
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
  const follow = () => { meta.content = getComputedStyle(document.body).backgroundColor; };
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
