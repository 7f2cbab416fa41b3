// Recognizes gestures of fingers, trackpads and mice: pinch, tap, double tap, drag and pull.

const near = (one, other, distance) => Math.hypot(one.x - other.x, one.y - other.y) < distance;
const point = ({ clientX, clientY }) => ({ x: clientX, y: clientY });

/**
 * Tells taps, drags and pinches apart.
 * @param on has `pinch(factor, focus, dx, dy, goesOn)`, with whether it goes on with the pinch before, `pinchEnd()`, `tap(target, at)`, `doubleTap(at, isFinger)`, `pan(dx, dy)`,
 *   `tapWaits()` (whether a tap is held back until it cannot become a double one), `where()` (what is shown, since one that was held
 *   back does nothing anywhere else), `pans(event)` (whether a mouse drags), `pulls()`
 *   (whether a finger drawn down takes the picture away) and `pulled()`, when it has; `wheelZooms()`, whether the wheel alone does.
 */
export function listen(view, on) {
  pinchWithFingers(view, on);
  pinchWithWheel(view, on);
  pinchWithSafari(view, on);
  pull(view, on);
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

/** Browsers report a trackpad's pinch as Ctrl + wheel. */
function pinchWithWheel(view, on) {
  let timer = 0;
  let last = { x: NaN, y: NaN };
  view.addEventListener("wheel", event => {
    const isAlone = on.wheelZooms?.() && Math.abs(event.deltaY) > Math.abs(event.deltaX);
    if (!event.ctrlKey && !event.metaKey && !isAlone) return;
    event.preventDefault();
    const lines = [1, 16, 400][event.deltaMode];
    // A notch of a mouse's wheel is 100 px or more, a trackpad's movement a few.
    const delta = Math.max(-25, Math.min(25, event.deltaY * lines));
    const at = point(event);
    // Notches about one point are one zoom, however long the pauses.
    on.pinch(Math.exp(-delta / 100), at, 0, 0, near(last, at, 10));
    last = at;
    clearTimeout(timer);
    timer = setTimeout(() => on.pinchEnd(), 200);
  }, { passive: false });
}

/** Safari on a Mac has its own events for a pinch. */
function pinchWithSafari(view, on) {
  let last = 1;
  view.addEventListener("gesturestart", event => { event.preventDefault(); last = 1; });
  view.addEventListener("gesturechange", event => {
    event.preventDefault();
    // On a touch screen the touch events have been counted already.
    if (navigator.maxTouchPoints > 1) return;
    on.pinch(event.scale / last, point(event), 0, 0);
    last = event.scale;
  });
  view.addEventListener("gestureend", event => { event.preventDefault(); on.pinchEnd(); });
}

/** Reports a finger's movement where the browser does not scroll. @param pan is given the movement in px, and the point. */
export function panWithFinger(view, pan) {
  let last = null;
  // One of two fingers may be lifted.
  const start = ({ touches }) => { last = touches.length === 1 ? point(touches[0]) : null; };
  for (const name of ["touchstart", "touchend", "touchcancel"]) view.addEventListener(name, start, { passive: true });
  view.addEventListener("touchmove", ({ touches }) => {
    if (!last || touches.length !== 1) return;
    const now = point(touches[0]);
    pan(now.x - last.x, now.y - last.y, now);
    last = now;
  }, { passive: true });
}

/** A finger that pulls a picture far enough down closes it. */
function pull(view, on) {
  let start = null;
  let by = 0;
  const show = () => {
    view.style.translate = by ? `0 ${by}px` : "";
    view.style.opacity = by ? Math.max(0.3, 1 - by / 600) : "";
  };
  view.addEventListener("touchstart", ({ touches }) => {
    start = touches.length === 1 && on.pulls() ? { ...point(touches[0]), time: performance.now() } : null;
    by = 0;
    show();
  }, { passive: true });
  view.addEventListener("touchmove", ({ touches }) => {
    if (!start) return;
    const { x, y } = point(touches[0]);
    const [across, down] = [x - start.x, y - start.y];
    // A movement that begins sideways turns the page.
    if (!by && (Math.abs(across) > 10 || down < -10)) start = null;
    else if (by || down > 10) by = Math.max(0, down);
    show();
  }, { passive: true });
  const end = ({ type }) => {
    const isFar = by > 120 || (by > 40 && by / (performance.now() - start?.time) > 0.5);
    if (start && type === "touchend" && isFar) on.pulled();
    start = null;
    by = 0;
    show();
  };
  view.addEventListener("touchend", end);
  view.addEventListener("touchcancel", end);
}

function tap(view, on) {
  let down = null;
  let last = null;
  let timer = 0;
  view.addEventListener("pointerdown", event => { down = point(event); });
  // The browser sends no click after a finger has scrolled.
  view.addEventListener("click", event => {
    // With one of these keys the browser opens a link elsewhere.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const isLink = event.target.closest(".slot a");
    if (isLink) event.preventDefault();
    // A click without a pointer comes from a screen reader.
    if (event.button === 0 && event.detail === 0 && isLink) return on.tap(event.target);
    if (event.button !== 0 || event.detail === 0 || (down && !near(down, point(event), 6))) return;
    const at = point(event);
    // The event's own time: a busy page handles taps late, which would lengthen the time between two.
    const [target, now] = [event.target, event.timeStamp];
    if (last && now - last.time < 300 && near(last, at, 30)) {
      clearTimeout(timer);
      const { isDone } = last;
      last = null;
      // If the first tap has acted already, the second belongs to it.
      return isDone ? undefined : on.doubleTap(at, event.pointerType === "touch");
    }
    last = { ...at, time: now, isDone: !on.tapWaits() };
    clearTimeout(timer);
    const where = on.where();
    if (on.tapWaits()) timer = setTimeout(() => { if (on.where() === where) on.tap(target, at); }, 300);
    else on.tap(target, at);
  });
}

function drag(view, on) {
  let last = null;
  view.addEventListener("pointerdown", event => {
    if (event.pointerType === "mouse" && event.button === 0 && on.pans(event)) last = point(event);
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
