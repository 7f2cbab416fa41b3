// The names of keys: as the page's table of actions writes them, as people read them, and as screen readers are told.

/** What people call keys whose names in events are others. */
const texts = {
  ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", PageUp: "Page Up", PageDown: "Page Down", " ": "Space", Escape: "Esc", "-": "−",
};
/** What `aria-keyshortcuts` calls them. */
const spoken = { " ": "Space", "+": "plus", Ctrl: "Control", Cmd: "Meta" };

/** Whether a key is pressed together with one that makes it a command: then it types nothing. */
export const isModified = ({ ctrlKey, metaKey, altKey }) => ctrlKey || metaKey || altKey;

/**
 * Returns the name of the key that an event is about, such as `f`, `X`, `Escape` and `Ctrl+K`. Shift shows in a character itself; Caps Lock
 * makes no difference.
 */
export function keyOf(event) {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (!isModified(event)) {
    if (!event.getModifierState?.("CapsLock") || !/^\p{L}$/u.test(key)) return key;
    return shiftKey ? key.toUpperCase() : key.toLowerCase();
  }
  const modifiers = [ctrlKey && "Ctrl", metaKey && "Cmd", altKey && "Alt", shiftKey && "Shift"].filter(Boolean);
  // With Alt, an Apple keyboard types other signs.
  const digit = altKey ? /^Digit(\d)$/.exec(code ?? "")?.[1] : null;
  return [...modifiers, digit ?? (key.length === 1 ? key.toUpperCase() : key)].join("+");
}

/** Whether a key types a letter, a digit or another sign (WCAG 2.2, 2.1.4); Space does not count. */
export const isCharacter = key => key !== " " && [...key].length === 1;

/** Returns a key's parts: those of `Ctrl+K` are `Ctrl` and `K`, that of `+` is `+`. */
const partsOf = key => (key.length > 1 ? key.split("+") : [key]);

/** Returns a key as people read it. @param isApple says that its keyboard has a Cmd key, which is written ⌘. */
export function keyText(key, isApple = false) {
  // A capital letter is written with Shift, since many keyboards show capitals alone.
  if (/^\p{Lu}$/u.test(key)) return `Shift+${key}`;
  const parts = partsOf(key).map(part => texts[part] ?? part);
  return isApple ? parts.join("+").replace("Cmd+", "⌘") : parts.join("+");
}

/** Returns a key as `aria-keyshortcuts` has it. */
export const spokenKey = key => (/^\p{Lu}$/u.test(key) ? `Shift+${key}` : partsOf(key).map(part => spoken[part] ?? part).join("+"));

/** Returns those of an action's keys that are on the reader's keyboard: Cmd is on Apple's alone, and has Ctrl's part there. */
export const keysHere = (keys, isApple) => keys.filter(key => !key.startsWith(isApple ? "Ctrl+" : "Cmd+"));
