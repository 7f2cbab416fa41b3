// Draws how often values occur.

/** The colours of red, green and blue channels. */
export const channelColours = ["#e24a4a", "#3fae5a", "#4a7be2"];

/**
 * Draws counts over one another.
 * @param {HTMLCanvasElement} canvas
 * @param {number[][]} channels are the counts, from left to right: one for gray, or those of red, green and blue.
 * @param {number} full is the count that fills the height.
 */
export function paintCounts(canvas, channels, full) {
  const paint = canvas.getContext("2d");
  const isDark = getComputedStyle(canvas).colorScheme === "dark";
  paint.globalCompositeOperation = "source-over";
  paint.clearRect(0, 0, canvas.width, canvas.height);
  paint.globalCompositeOperation = isDark ? "screen" : "multiply";
  for (const [place, counts] of channels.entries()) {
    paint.fillStyle = channels.length > 1 ? channelColours[place] : "#888";
    for (const [level, count] of counts.entries()) {
      const tall = Math.min(1, count / full) * canvas.height;
      paint.fillRect(level, canvas.height - tall, 1, tall);
    }
  }
}
