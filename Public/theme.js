// Light, dark, or as the system: remembered by the browser.

const themes = [
  { name: "system", sign: "◐", label: "Colours: as the system" },
  { name: "light", sign: "○", label: "Colours: light" },
  { name: "dark", sign: "●", label: "Colours: dark" },
];

/** Makes a button go round the three. */
export function setUpTheme(button) {
  let place = Math.max(0, themes.findIndex(({ name }) => name === read()));
  const show = () => {
    const { name, sign, label } = themes[place];
    if (name === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    button.textContent = sign;
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  button.addEventListener("click", () => {
    place = (place + 1) % themes.length;
    try { localStorage.setItem("theme", themes[place].name); } catch { /* It is forgotten with the page, then. */ }
    show();
  });
  show();
}

function read() {
  try { return localStorage.getItem("theme"); } catch { return null; }
}
