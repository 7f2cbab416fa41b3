// Whether keys of a single character do anything (WCAG 2.2, 2.1.4): who dictates, or rests a hand on the keyboard, can do without them. The
// browser remembers it.

import { isCharacter, isModified } from "../values/keynames.js";

const name = "characterKeys";
let areOn = read() !== "off";

export const characterKeys = {
  get areOn() { return areOn; },
  switch(to) {
    areOn = to;
    try { localStorage.setItem(name, to ? "on" : "off"); } catch { /* It is forgotten with the page, then. */ }
  },
};

/** Whether a key may do anything: characters without Ctrl, Alt or Cmd can be switched off. */
export const isActing = event => areOn || isModified(event) || !isCharacter(event.key);

/** Returns those of an action's keys that do something. */
export const actingKeys = keys => keys.filter(key => areOn || !isCharacter(key));

function read() {
  try { return localStorage.getItem(name); } catch { return null; }
}
