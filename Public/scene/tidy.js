// Asks Chromium for garbage collections while plans come. Each frame leaves some hundred kilobytes of garbage (styles, layers, canvas
// states, events, messages). Chromium counts little of that as the script's, and lets 60 MB and more pile up.

/** Milliseconds between two collections; some 10 MB of garbage come in one second. */
const interval = 1500;
/**
 * Bytes of a buffer that is released at once: V8 collects after 64 MB of buffers were allocated. Its pages are never touched, so it takes
 * an address range and no memory.
 */
const enough = 96 << 20;
/** Other engines collect sooner, and one that fills buffers with zeros would pay for this. Only V8 has `performance.memory`. */
const isNeeded = "memory" in performance;

let last = 0;

/** A plan has been painted. */
export function tidy() {
  const now = performance.now();
  if (!isNeeded || now - last < interval) return;
  last = now;
  // Without a free address range the browser collects by itself.
  try { new ArrayBuffer(enough); } catch { /* It is asked again after the next interval. */ }
}
