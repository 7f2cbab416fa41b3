// Selects with clicks and fingers: Ctrl or Shift and a click, a long press, taps while anything is selected, and a finger over cells.

/** Milliseconds of a long press, and px that a finger may move during one. */
const patience = 500;
const slack = 10;

const point = ({ clientX, clientY }) => ({ x: clientX, y: clientY });
const isNear = (one, other, distance) => Math.hypot(one.x - other.x, one.y - other.y) < distance;

/**
 * Listens to the view, before others take a click for opening a picture.
 * @param on has `isOffered()`, whether pictures can be selected in cells; `isChoosing()`, whether any is; `isAcross()`, whether fingers
 *   scroll sideways; `at(target, point)`, a promise of the place of the cell at a point of the window; `toggle(place)`, `add(place)`,
 *   `addTo(place)` and `stretch(place)`, see `Selecting`; and `edge`, an `EdgeScroll`.
 */
export function listenToChoice(view, on) {
  let kind = "";
  view.addEventListener("pointerdown", event => { kind = event.pointerType; }, { capture: true, passive: true });
  listenToClicks(view, on, () => kind);
  listenToFingers(view, on, () => kind);
}

function listenToClicks(view, on, kind) {
  let down = null;
  view.addEventListener("pointerdown", event => { down = point(event); }, { capture: true, passive: true });
  view.addEventListener("click", async event => {
    if (!on.isOffered() || event.button !== 0) return;
    const isCheck = Boolean(event.target.closest(".chooser"));
    const isTap = kind() === "touch" && event.detail > 0 && on.isChoosing();
    const isToggling = isCheck || event.ctrlKey || event.metaKey || isTap;
    if (!isToggling && !event.shiftKey || !isCheck && event.target.closest("button")) return;
    event.preventDefault();
    event.stopPropagation();
    // The end of a drag is no click.
    if (event.detail > 0 && down && !isNear(down, point(event), slack)) return;
    const place = await on.at(event.target, point(event));
    if (!place) return;
    if (event.shiftKey) on.addTo(place);
    else on.toggle(place);
  }, { capture: true });
}

function listenToFingers(view, on, kind) {
  /** @type {{x: number, y: number, target: Element} | null} Where a finger has begun that does nothing yet. */
  let start = null;
  /** Whether a finger selects what it passes, and where it is. */
  let isTaking = false;
  let last = null;
  let timer = 0;

  const begin = async () => {
    if (!start) return;
    const { target, ...from } = start;
    clearTimeout(timer);
    start = null;
    isTaking = true;
    const place = await on.at(target, from);
    last = place?.item;
    if (place) on.add(place);
    else end();
  };
  const reach = async at => {
    const target = document.elementFromPoint(at.x, at.y);
    const place = target && view.contains(target) ? await on.at(target, at) : null;
    if (!place || !isTaking || place.item === last) return;
    last = place.item;
    on.stretch(place);
  };
  const end = () => {
    clearTimeout(timer);
    start = null;
    isTaking = false;
    on.edge.leave();
  };
  view.addEventListener("touchstart", event => {
    end();
    if (event.touches.length !== 1 || !on.isOffered() || event.target.closest("button")) return;
    start = { ...point(event.touches[0]), target: event.target };
    timer = setTimeout(begin, patience);
  }, { capture: true, passive: true });
  view.addEventListener("touchmove", event => {
    if (event.touches.length !== 1) return end();
    const at = point(event.touches[0]);
    if (start && !isNear(start, at, slack)) {
      const isSideways = Math.abs(at.x - start.x) > 2 * Math.abs(at.y - start.y);
      // Nothing scrolls sideways there: a finger that does takes the cells that it passes.
      if (isSideways && on.isChoosing() && !on.isAcross()) begin();
      else end();
    }
    if (!isTaking) return;
    if (event.cancelable) event.preventDefault();
    event.stopPropagation();
    on.edge.follow(at, () => reach(at));
    reach(at);
  }, { capture: true, passive: false });
  view.addEventListener("touchend", event => {
    // No click comes of it.
    if (isTaking && event.cancelable) event.preventDefault();
    end();
  }, { capture: true, passive: false });
  view.addEventListener("touchcancel", end, { capture: true });
  view.addEventListener("contextmenu", event => {
    if (kind() !== "touch" || !on.isOffered()) return;
    // A long press selects; what a menu offers of one picture is offered where it is open, too.
    event.preventDefault();
    event.stopPropagation();
    begin();
  }, { capture: true });
}
