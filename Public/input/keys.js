// Gives keys their meaning.

const scrolling = new Set(["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"]);

/**
 * Listens to keys. Keys with which the browser scrolls are left to it.
 * @param on has `isAtEdge(axis, by)`, whether there is nothing more of a picture in that direction, and what keys do: `facets()`, `details()`, `original(act)`, `mark()`, `compare()`, `turn(by)`, `step(dx, dy)` among items, `glide(px)` along
 *   a strip, `screen(by)`, `start()`, `end()`, `zoom(by)`, `fit()`, `pixels()`, `open()`, `close()`, `play()`, `fill()` the
 *   screen, `help()`, `layout(number)`, counted from 0, `read(by)` and `brush()` in a chart; and `isPaged`, `isPicture`, `isStrip`, `isChart`,
 *   `isAmong` (whether an item has the focus), `isMosaic` (whether arrows go from cell to cell), `isPlaying`, in which Space means `pause()`, `isFinding`, of which `endSearch()` is the end.
 */
export function listenToKeys(view, on) {
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("select, input, dialog[open]")) return;
    const isButton = event.target.closest("button, a:not(.slot a)");
    if (isButton && (event.key === " " || event.key === "Enter")) return;
    const act = action(event);
    if (act) {
      event.preventDefault();
      act();
    } else if (scrolling.has(event.key) && !view.contains(document.activeElement)) {
      // The browser scrolls the element with the focus.
      view.focus({ preventScroll: true });
    }
  });

  function action({ key, shiftKey, repeat }) {
    if (on.isPlaying && key === " ") return on.pause;
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
      if (key === "b") return on.brush;
      if (reads[key]) return () => on.read(reads[key] * (shiftKey ? 10 : 1));
    } else if (on.isAmong || on.isMosaic) {
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
    if (screens[key]) return () => on.screen(screens[key]);
    // The browser closes popovers first.
    const isSearch = on.isFinding && !document.querySelector(":popover-open");
    const leave = on.isPaged || on.isPicture || on.isChart ? on.close : isSearch ? on.endSearch : null;
    const actions = {
      Home: on.start, End: on.end, "+": () => on.zoom(1), "=": () => on.zoom(1), "-": () => on.zoom(-1), _: () => on.zoom(-1),
      0: on.fit, z: on.pixels, Enter: on.open, Escape: leave, "?": on.help,
      s: on.play, f: on.facets, i: on.details, F11: on.fill, x: on.mark, X: on.compare,
      o: () => on.original("open"), d: () => on.original("download"), c: () => on.original("copy"),
    };
    if (/^[1-5]$/.test(key)) return on.layout(Number(key) - 1);
    return actions[key];
  }
}

/** Whether a key that is pressed in a panel still belongs to the page: search, the other panel, help. */
export const isOfPage = ({ key, ctrlKey, metaKey, altKey }) => ctrlKey || metaKey || altKey || ["/", "?", "f", "i"].includes(key);
