// Fingers, trackpads and mice: pinch, double tap, tap, and a mouse that takes hold of a picture.

const near = (one, other, distance) => Math.hypot(one.x - other.x, one.y - other.y) < distance;
const point = ({ clientX, clientY }) => ({ x: clientX, y: clientY });

/**
 * Tells taps from drags from pinches.
 * @param on has `pinch(factor, focus, dx, dy)`, `pinchEnd()`, `tap(target, at)`, `doubleTap(at)`, `pan(dx, dy)`,
 *   `tapWaits()` (whether a tap is held back until it cannot become a double one) and `pans()` (whether a mouse drags).
 */
export function listen(view, on) {
  pinchWithFingers(view, on);
  pinchWithWheel(view, on);
  pinchWithSafari(view, on);
  tap(view, on);
  drag(view, on);
}

function pinchWithFingers(view, on) {
  let last = null;
  const measure = touches => {
    const [one, other] = [...touches].map(point);
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, span: Math.hypot(one.x - other.x, one.y - other.y) };
  };
  const start = event => {
    if (event.touches.length !== 2) return end();
    if (event.cancelable) event.preventDefault();
    last = measure(event.touches);
  };
  const end = () => {
    if (last) on.pinchEnd();
    last = null;
  };
  view.addEventListener("touchstart", start, { passive: false });
  view.addEventListener("touchmove", event => {
    if (!last || event.touches.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    const now = measure(event.touches);
    if (now.span > 0 && last.span > 0) on.pinch(now.span / last.span, now, now.x - last.x, now.y - last.y);
    last = now;
  }, { passive: false });
  view.addEventListener("touchend", end);
  view.addEventListener("touchcancel", end);
}

/** Ctrl + wheel is what browsers make of a trackpad's pinch. */
function pinchWithWheel(view, on) {
  let timer = 0;
  view.addEventListener("wheel", event => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const lines = [1, 16, 400][event.deltaMode];
    // A notch of a mouse's wheel is a hundred and more, a trackpad's movement a few.
    const delta = Math.max(-25, Math.min(25, event.deltaY * lines));
    on.pinch(Math.exp(-delta / 100), point(event), 0, 0);
    clearTimeout(timer);
    timer = setTimeout(() => on.pinchEnd(), 200);
  }, { passive: false });
}

/** Safari on a Mac has events of its own for it. */
function pinchWithSafari(view, on) {
  let last = 1;
  view.addEventListener("gesturestart", event => { event.preventDefault(); last = 1; });
  view.addEventListener("gesturechange", event => {
    event.preventDefault();
    // On a touch screen the fingers themselves have been counted.
    if (navigator.maxTouchPoints > 1) return;
    on.pinch(event.scale / last, point(event), 0, 0);
    last = event.scale;
  });
  view.addEventListener("gestureend", event => { event.preventDefault(); on.pinchEnd(); });
}

/** One finger moves what it lies on, where the browser does not scroll. @param pan takes its way in px, and where it is. */
export function panWithFinger(view, pan) {
  let last = null;
  // Of two fingers, one may be left.
  const start = ({ touches }) => { last = touches.length === 1 ? point(touches[0]) : null; };
  for (const name of ["touchstart", "touchend", "touchcancel"]) view.addEventListener(name, start, { passive: true });
  view.addEventListener("touchmove", ({ touches }) => {
    if (!last || touches.length !== 1) return;
    const now = point(touches[0]);
    pan(now.x - last.x, now.y - last.y, now);
    last = now;
  }, { passive: true });
}

function tap(view, on) {
  let down = null;
  let last = null;
  let timer = 0;
  view.addEventListener("pointerdown", event => { down = point(event); });
  // The browser sends no click where a finger has scrolled: a touch that moves belongs to the scroller.
  view.addEventListener("click", event => {
    // With one of these keys the browser opens a link elsewhere.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const isLink = event.target.closest(".slot a");
    if (isLink) event.preventDefault();
    // A click without a pointer: a screen reader's.
    if (event.button === 0 && event.detail === 0 && isLink) return on.tap(event.target);
    if (event.button !== 0 || event.detail === 0 || (down && !near(down, point(event), 6))) return;
    const at = point(event);
    const [target, now] = [event.target, performance.now()];
    if (last && now - last.time < 300 && near(last, at, 30)) {
      clearTimeout(timer);
      const { isDone } = last;
      last = null;
      // Where the first one has done something already, the second one is part of it.
      return isDone ? undefined : on.doubleTap(at);
    }
    last = { ...at, time: now, isDone: !on.tapWaits() };
    clearTimeout(timer);
    if (on.tapWaits()) timer = setTimeout(() => on.tap(target, at), 300);
    else on.tap(target, at);
  });
}

function drag(view, on) {
  let last = null;
  view.addEventListener("pointerdown", event => {
    if (event.pointerType === "mouse" && event.button === 0 && on.pans()) last = point(event);
  });
  addEventListener("pointermove", event => {
    if (!last) return;
    if (!(event.buttons & 1)) { last = null; return; }
    const now = point(event);
    if (!view.classList.contains("held") && near(last, now, 3)) return;
    view.classList.add("held");
    on.pan(last.x - now.x, last.y - now.y);
    last = now;
  });
  addEventListener("pointerup", () => {
    last = null;
    view.classList.remove("held");
  });
}
