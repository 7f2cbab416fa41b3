// Says by which key a button or a menu's item can be pressed: in its title or in its own <kbd>, and to screen readers.

import { element } from "../elements/element.js";
import { actingKeys } from "../state/characterkeys.js";
import { keysHere, keyText, spokenKey } from "../values/keynames.js";

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Returns an action's keys that do something on this keyboard, as elements with a blank between them. */
export function keysAsElements(keys) {
  return actingKeys(keysHere(keys, isApple)).flatMap(key => [element("kbd", {}, keyText(key, isApple)), " "]).slice(0, -1);
}

/** Shows the keys on all buttons. @param {{button?: string, keys?: string[]}[]} entries of the table of actions, and `ways`. */
export function showKeys(entries) {
  for (const { button, keys = [] } of entries) {
    if (!button || !keys.length) continue;
    const acting = actingKeys(keysHere(keys, isApple));
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(button))) {
      showOn(one, one.dataset.title ??= one.title || one.ariaLabel || "", acting);
    }
  }
}

function showOn(button, title, acting) {
  const key = acting.length ? keyText(acting[0], isApple) : "";
  const place = button.querySelector("kbd");
  if (place) place.textContent = key;
  // A button with words needs no title, but where it has one, the key is in it.
  if (!place && title) button.title = key ? `${title} (${key})` : title;
  if (acting.length) button.setAttribute("aria-keyshortcuts", acting.map(spokenKey).join(" "));
  else button.removeAttribute("aria-keyshortcuts");
}

/** Names a button anew, with the key that it has now. */
export function nameButton(button, title, keys) {
  button.ariaLabel = button.dataset.title = title;
  showOn(button, title, actingKeys(keys));
}
