// Has the browser tidy up while plans come. Each frame leaves some hundred kilobytes behind that nothing holds (styles, layers, states
// of canvases, events, messages). Chromium counts little of that as script's, and lets 60 MB and more of it lie before it looks.

/** Milliseconds between two times: some 10 MB are left behind in one second. */
const interval = 1500;
/**
 * Bytes of a buffer that is let go of at once: V8 begins to collect when it has been asked for 64 MB of buffers since it last did.
 * None of its pages is ever touched, so it takes an address and no memory.
 */
const enough = 96 << 20;
/** Other engines do not wait so long, and one that fills a buffer with zeros would pay for it. Only V8's pages have this. */
const isNeeded = "memory" in performance;

let last = 0;

/** A plan has been painted. */
export function tidy() {
  const now = performance.now();
  if (!isNeeded || now - last < interval) return;
  last = now;
  // Where there are no addresses left the browser has begun to tidy up by itself.
  try { new ArrayBuffer(enough); } catch { /* It is asked again after the next interval. */ }
}
