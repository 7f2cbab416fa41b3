// Lets a wheel turn pages and scroll a strip, where the browser's scroller does not use it.

/** @param on has `isPaged`, `isStrip`, `turn(by)`, and `pan(dx)` in px. */
export function listenToWheel(view, on) {
  /** When the wheel last turned a page, or was ignored. */
  let last = 0;
  view.addEventListener("wheel", event => {
    // Zooming is handled elsewhere; the browser scrolls sideways by itself.
    if (event.ctrlKey || event.metaKey || Math.abs(event.deltaX) >= Math.abs(event.deltaY)) return;
    if (on.isPaged) {
      event.preventDefault();
      const now = performance.now();
      // One notch, or one flick of a trackpad, turns one page.
      if (now - last > 250) {
        last = now;
        on.turn(Math.sign(event.deltaY));
      } else if (now - last > 60 && Math.abs(event.deltaY) < 20) last = now - 60;
    } else if (on.isStrip) {
      event.preventDefault();
      on.pan(event.deltaY * [1, 40, view.clientWidth][event.deltaMode]);
    }
  }, { passive: false });
}
