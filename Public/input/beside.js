// Makes a press beside an open menu only close the menu: what lies below takes no part of the press.

/** What a press consists of after its beginning. */
const parts = ["pointermove", "pointerup", "mousedown", "mousemove", "mouseup", "click", "dblclick", "touchstart", "touchmove", "touchend"];
/** Milliseconds after which no click can come of a press any more: a finger's comes some time after its end. */
const patience = 400;

/** Keeps the rest of a press from everything else. */
function take(event) {
  let timer = 0;
  const eat = part => {
    // What scripts send is no part of it.
    if (!part.isTrusted) return;
    part.stopImmediatePropagation();
    if (part.cancelable && !part.type.startsWith("touch")) part.preventDefault();
    if (part.type === "click") end();
    if (part.type === "pointerup") timer = setTimeout(end, patience);
  };
  const end = () => {
    clearTimeout(timer);
    for (const type of parts) removeEventListener(type, eat, { capture: true });
    for (const type of ["pointerdown", "pointercancel"]) removeEventListener(type, end, { capture: true });
  };
  for (const type of parts) addEventListener(type, eat, { capture: true });
  // The next press is nobody's yet; a finger that scrolls has none.
  for (const type of ["pointerdown", "pointercancel"]) addEventListener(type, end, { capture: true });
  eat(event);
}

/**
 * Listens for presses beside a menu.
 * @param {() => boolean} isOpen
 * @param {(target: Node) => boolean} isOf says whether an element belongs to the menu.
 * @param {() => void} close
 */
export function closeBeside(isOpen, isOf, close) {
  addEventListener("pointerdown", event => {
    if (!isOpen() || !(event.target instanceof Node) || isOf(event.target)) return;
    close();
    // Another button opens the menu of another picture.
    if (event.button === 0) take(event);
  }, { capture: true });
}
