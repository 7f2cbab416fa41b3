// Gives keys their meaning: those of the table of actions, and those that move.

import { isActing } from "../state/characterkeys.js";
import { isModified, keyOf } from "../values/keynames.js";
import { Typing } from "./typing.js";

const scrolling = new Set(["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"]);

/** Keys that move, and so wait for the keys before. */
const moving = new Set([...scrolling, "PageDown", "PageUp", " "]);

/** What changes the pictures that are meant: see `typing.js`. */
const changing = new Set(["Rating", "Lists"]);

/** Keys that elements use themselves: sliders and boxes, and the browser's own player. */
const own = [["input:is([type=range], [type=checkbox])", /^( |Arrow|Page|Home|End|Enter|Tab)/], ["video", /^( |Arrow|Enter|Home|End|Tab)/]];

/** Whether an element takes a key itself. @param {Element} target @param {string} key */
const isOwn = (target, key) => own.some(([selector, keys]) => target.matches(/** @type {string} */ (selector)) && /** @type {RegExp} */ (keys).test(key));

/**
 * Listens to keys. Keys with which the browser scrolls are left to it.
 * @param {import("./actions.js").Action[]} actions come first: a key means the first of them that is possible.
 * @param {import("./intents.js").Intents} intents keeps the order of those that move and that act on pictures.
 * @param on has `isAtEdge(axis, by)`, whether there is nothing more of a picture in that direction, and what keys that move do: `turn(by)`,
 *   `step(dx, dy)` among items, `glide(px)` along a strip, `screen(by)` and, in a chart, `read(by)`; and `isPaged`, `isPicture`, `isStrip`,
 *   `isChart`, `isAmong` (whether an item has the focus) and `isMosaic` (whether arrows go from cell to cell). Of the selection it has
 *   `canToggleCell` and `toggleCell()`, and `canExtend` and `extend(dx, dy)`. `canBegin` says that an arrow can lead to the first picture in
 *   view; `selectedCount` and `shownCount` are numbers of pictures, and `type(word)` writes into the search.
 */
export function listenToKeys(view, actions, intents, on) {
  const typing = new Typing({ count: () => on.selectedCount, shown: () => on.shownCount, type: word => on.type(word) });
  addEventListener("pagehide", () => typing.flush());
  // No part of the page takes keys with Ctrl, Alt or Cmd; others may be a panel's. Parts of a player keep keys from the document.
  const isEarly = event => isModified(event) || event.target.matches?.("video") && !isOwn(event.target, event.key);
  document.addEventListener("keydown", event => { if (isEarly(event)) press(event); }, { capture: true });
  document.addEventListener("keydown", event => { if (!isEarly(event)) press(event); });

  function press(event) {
    if (event.target.closest("dialog[open]") || !isActing(event)) return;
    const isButton = event.target.closest("button, a:not(.slot a)");
    if (isButton && (event.key === " " || event.key === "Enter")) return;
    if (!isModified(event)) {
      if (isOwn(event.target, event.key)) return;
      const field = event.target.closest("select, input:not([type=range], [type=checkbox]), textarea");
      // A list keeps letters and arrows; Escape gives the keys back to the pictures.
      if (field?.matches("select") && event.key === "Escape") view.focus({ preventScroll: true });
      if (field) return;
    }
    const action = actionOf(event);
    if (action && ["select-all", "invert"].includes(action.id)) typing.selectAll(event.timeStamp);
    const isChange = action !== undefined && action !== null && changing.has(action.group);
    if (typing.takes(event, isChange, () => act(event, action))) return event.preventDefault();
    act(event, action);
  }

  function act(event, action) {
    // What a key means may depend on the keys before, which wait for the server.
    const waits = action ? action.isOrdered : intents.isBusy && isOrdered(event);
    const run = action ? () => action.run() : isModified(event) ? null : movement(event);
    if (waits || run && !action) {
      event.preventDefault();
      intents.add(intents.isBusy ? () => meaning(event)?.() : run, !action && moving.has(event.key));
    } else if (run) {
      event.preventDefault();
      run();
    } else if (!isModified(event) && scrolling.has(event.key) && !view.contains(document.activeElement)) {
      // The browser scrolls the element with the focus.
      view.focus({ preventScroll: true });
    }
  }

  /** What a key means now. */
  function meaning(event) {
    const action = actionOf(event);
    return action ? () => action.run() : isModified(event) ? null : movement(event);
  }

  /** Whether a key is one of those that wait, as soon as it is possible. */
  function isOrdered(event) {
    const key = keyOf(event);
    return isModified(event) ? actions.some(({ keys, isOrdered }) => isOrdered && keys.includes(key))
      : moving.has(event.key) || actions.some(({ keys, isOrdered }) => isOrdered && keys.includes(key));
  }

  function actionOf(event) {
    // The browser closes popovers first.
    if (event.key === "Escape" && document.querySelector(":popover-open")) return null;
    const key = keyOf(event);
    const isField = event.target.closest("textarea, input:not([type=checkbox], [type=radio], [type=range])") !== null;
    return actions.find(({ keys, isOfFields, isPossible }) => keys.includes(key) && !(isOfFields && isField) && isPossible());
  }

  function movement({ key, shiftKey, repeat }) {
    if (key === " " && !shiftKey && on.canToggleCell) return () => on.toggleCell();
    if (shiftKey && on.canExtend) {
      const extensions = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
      if (extensions[key]) return () => on.extend(...extensions[key]);
    }
    if (on.isPaged) {
      const turns = { ArrowDown: 1, ArrowRight: 1, PageDown: 1, " ": shiftKey ? -1 : 1, ArrowUp: -1, ArrowLeft: -1, PageUp: -1 };
      if (turns[key]) return () => on.turn(turns[key]);
    } else if (on.isPicture) {
      if (key === "PageDown") return () => on.turn(1);
      if (key === "PageUp") return () => on.turn(-1);
      // The next picture lies beyond the edge; a key that is held stops at the edge.
      const edges = { ArrowRight: ["x", 1], ArrowLeft: ["x", -1], ArrowDown: ["y", 1], ArrowUp: ["y", -1] };
      if (edges[key] && on.isAtEdge(...edges[key])) return repeat ? () => {} : () => on.turn(edges[key][1]);
    } else if (on.isChart) {
      const reads = { ArrowRight: 1, ArrowLeft: -1 };
      if (reads[key]) return () => on.read(reads[key] * (shiftKey ? 10 : 1));
    } else if (on.isAmong || on.isMosaic || on.canBegin && (shiftKey || /^Arrow(Left|Right)$/.test(key))) {
      const steps = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
      if (steps[key]) return () => on.step(...steps[key]);
    }
    if (on.isStrip) {
      // WebKit does not scroll sideways by key, so the page does it in every browser.
      const glides = { ArrowDown: 40, ArrowUp: -40, ArrowRight: 40, ArrowLeft: -40 };
      if (glides[key]) return () => on.glide(glides[key]);
    }
    // These scroll by the uncovered part of the view; the browser would scroll by the whole window.
    const screens = { PageDown: 1, PageUp: -1, " ": shiftKey ? -1 : 1 };
    return screens[key] && (() => on.screen(screens[key]));
  }
}

/** Whether a key that is pressed in a panel still belongs to the page: search, the other panel, help. */
export const isOfPage = event => isModified(event) || ["/", "?", "f", "i"].includes(keyOf(event));

/** Whether a key goes to a neighbour, which a panel beside an open picture has no use for. */
export const isTurning = ({ key }) => key === "ArrowLeft" || key === "ArrowRight";

/** Whether a key notes something of a picture: it does so, too, while the panel about the picture has the focus. */
export const isNoting = event => /^(?:[0-9purk]|Delete)$/.test(keyOf(event));
