// Writes lengths of time and clock times, as the server does under the pointer.

const two = (/** @type {number} */ number) => String(number).padStart(2, "0");

/**
 * Returns seconds as `3 d 02:03:04`, `1:02:03` or `0:45.25`, and those since midnight as `14:05`.
 * @param {number} seconds @param {Wire.ValueKind} kind
 */
export function durationText(seconds, kind) {
  const unit = Math.abs(seconds) < 60 ? 1e6 : 1e3;
  const parts = Math.round(Math.abs(seconds) * unit);
  const [whole, rest] = [Math.floor(parts / unit), parts % unit];
  const fraction = rest ? `.${String(unit + rest).slice(1).replace(/0+$/, "")}` : "";
  const [second, minute, hour, day] = [whole % 60, Math.floor(whole / 60) % 60, Math.floor(whole / 3600) % 24, Math.floor(whole / 86_400)];
  const sign = seconds < 0 ? "\u2212" : "";
  if (kind === "clock") {
    return `${sign}${two(24 * day + hour)}:${two(minute)}${second || rest ? `:${two(second)}` : ""}${fraction}`;
  }
  if (day) return `${sign}${day} d ${two(hour)}:${two(minute)}:${two(second)}${fraction}`;
  return `${sign}${hour ? `${hour}:${two(minute)}` : minute}:${two(second)}${fraction}`;
}
