// What a page shows at 16 × 10 points, and its frames; for our page and for pages of <img>.
const band = (canvas, x, y) => {
  const { band } = [...scrollServer.bands.shown.values()].find(one => one.canvas === canvas);
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const [column, row] = [(x - left) / width * band.columns, (y - top) / height * band.rows];
  const { patches, runs = [] } = band;
  const sheets = [];
  for (let at = 0; at < runs.length; at += 3) for (let cell = 0; cell < runs[at + 2]; cell++) sheets.push(runs[at]);
  const isIn = (value, start, length) => start <= value && value < start + length;
  for (let at = 0; at < patches.length; at += 5) {
    if (!isIn(column, patches[at], patches[at + 2]) || !isIn(row, patches[at + 1], patches[at + 3])) continue;
    return canvas.sheets?.has(sheets[at / 5]) ? "tiny" : "none";
  }
  return "none";
};
const kind = (x, y) => {
  let best = "none";
  for (const one of document.elementsFromPoint(x, y)) {
    const slot = one.closest(".slot");
    if (slot) {
      if (slot.matches(".slot.shown, .slot:has(> .sign)")) return "picture";
    } else if (one.matches("#bands canvas")) {
      best = band(one, x, y);
    } else if (one.tagName === "IMG" && one.complete && one.naturalWidth) {
      return "picture";
    }
  }
  return best;
};
window.look = () => {
  const seen = { picture: 0, tiny: 0, none: 0 };
  for (let row = 0; row < 10; row++) {
    for (let column = 0; column < 16; column++) {
      seen[kind((column + 0.5) * innerWidth / 16, (row + 0.5) * innerHeight / 10)] += 1;
    }
  }
  return seen;
};
// Nothing more comes: three looks in a row are alike. What is between pictures is ground.
const earlier = [];
window.isWhole = () => {
  earlier.push(look().picture);
  return earlier.length > 3 && new Set(earlier.slice(-3)).size === 1;
};
window.watch = () => {
  window.watched = { times: [], picture: 0, tiny: 0, none: 0, looks: 0, ends: false };
  const frame = time => {
    if (watched.ends) return;
    watched.times.push(time);
    // To look is work, too.
    if (watched.times.length % 8 === 0) {
      const seen = look();
      for (const name in seen) watched[name] += seen[name];
      watched.looks += 1;
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
};
// A small part of the view may be ground where a picture was elsewhere: other rows are cut.
window.measureJumps = async (offsets, whole) => {
  const results = [];
  const enough = 0.9 * whole;
  for (const y of offsets) {
    const result = { sharp: 5000, seen: 5000, unpainted: 0 };
    const start = performance.now();
    let isEarly = true;
    jump(y);
    await new Promise(done => {
      const frame = () => {
        const after = performance.now() - start;
        const { picture, tiny } = look();
        if (isEarly && after >= 100) {
          result.unpainted = Math.max(0, 100 * (1 - (picture + tiny) / whole));
          isEarly = false;
        }
        if (picture + tiny >= enough) result.seen = Math.min(result.seen, after);
        if (picture >= enough) result.sharp = Math.min(result.sharp, after);
        if ((result.sharp < 5000 && !isEarly) || after > 5000) return done();
        requestAnimationFrame(frame);
      };
      // The frame in which the jump is drawn; before it the old place is seen.
      requestAnimationFrame(() => requestAnimationFrame(frame));
    });
    results.push(result);
    await new Promise(done => setTimeout(done, 300));
  }
  return results;
};
