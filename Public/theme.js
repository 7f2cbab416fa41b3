// The colour scheme: light, dark, or as the system has it. The browser remembers it.

const themes = [
  { name: "system", sign: "◐", label: "Colours: as the system" },
  { name: "light", sign: "○", label: "Colours: light" },
  { name: "dark", sign: "●", label: "Colours: dark" },
];

/** Makes a button switch to the next of the three. */
export function setUpTheme(button) {
  let chosen = Math.max(0, themes.findIndex(({ name }) => name === read()));
  const show = () => {
    const { name, sign, label } = themes[chosen];
    if (name === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    button.textContent = sign;
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  button.addEventListener("click", () => {
    chosen = (chosen + 1) % themes.length;
    try { localStorage.setItem("theme", themes[chosen].name); } catch { /* It is forgotten with the page, then. */ }
    show();
  });
  show();
}

function read() {
  try { return localStorage.getItem("theme"); } catch { return null; }
}
