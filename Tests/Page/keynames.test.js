import assert from "node:assert/strict";
import test from "node:test";
import { isCharacter, keyOf, keysHere, keyText, spokenKey } from "./Public/values/keynames.js";

const event = (key, ...modifiers) => ({ key, ...Object.fromEntries(["ctrlKey", "metaKey", "altKey", "shiftKey"].map(name => [name, modifiers.includes(name)])) });

test("a key has one name, whatever Caps Lock does to it", () => {
  assert.equal(keyOf(event("k", "ctrlKey")), "Ctrl+K");
  assert.equal(keyOf(event("K", "ctrlKey")), "Ctrl+K");
  assert.equal(keyOf(event("K", "ctrlKey", "shiftKey")), "Ctrl+Shift+K");
  assert.equal(keyOf(event("k", "metaKey")), "Cmd+K");
  assert.equal(keyOf(event("X", "shiftKey")), "X");
  assert.equal(keyOf(event("?", "shiftKey")), "?");
  assert.equal(keyOf(event("Escape")), "Escape");
});

test("Caps Lock and the signs of Alt make no difference", () => {
  const locked = (key, ...modifiers) => ({ ...event(key, ...modifiers), getModifierState: name => name === "CapsLock" });
  assert.equal(keyOf(locked("P")), "p");
  assert.equal(keyOf(locked("x", "shiftKey")), "X");
  assert.equal(keyOf(locked("3")), "3");
  assert.equal(keyOf(locked("Escape")), "Escape");
  assert.equal(keyOf({ ...event("¡", "altKey"), code: "Digit1" }), "Alt+1");
  assert.equal(keyOf({ ...event("5", "altKey"), code: "Digit5" }), "Alt+5");
});

test("characters are what types something, but not Space", () => {
  for (const key of ["a", "Ä", "1", "+", "/", "?", "ж"]) assert.ok(isCharacter(key), key);
  for (const key of [" ", "Enter", "Escape", "F11", "ArrowUp", "Home"]) assert.ok(!isCharacter(key), key);
});

test("keys are written for people and for screen readers", () => {
  assert.deepEqual(["ArrowUp", " ", "X", "Ctrl+K", "-", "+", "f", "Escape"].map(key => keyText(key)), ["↑", "Space", "Shift+X", "Ctrl+K", "−", "+", "f", "Esc"]);
  assert.equal(keyText("Cmd+K", true), "⌘K");
  assert.deepEqual(["+", "Ctrl+K", "Cmd+K", "X", " "].map(spokenKey), ["plus", "Control+K", "Meta+K", "Shift+X", "Space"]);
  assert.deepEqual(keysHere(["/", "Ctrl+F", "Cmd+F"], false), ["/", "Ctrl+F"]);
  assert.deepEqual(keysHere(["/", "Ctrl+F", "Cmd+F"], true), ["/", "Cmd+F"]);
});
