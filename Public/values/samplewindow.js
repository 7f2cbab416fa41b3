// The window on a picture's samples as addresses have it, and the windows that follow from the samples.

/** @typedef {{minimum: number, maximum: number, gamma: number}} SampleWindow */

/** The range of a gamma, and the step of its slider. */
export const gammas = { least: 0.1, greatest: 10, step: 0.05 };

/**
 * Reads a window; null for anything else.
 * @param {string | null | undefined} text @returns {SampleWindow | null}
 */
export function read(text) {
  const numbers = (text ?? "").split(",");
  if (numbers.length < 2 || numbers.length > 3 || !numbers.every(number => /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(number))) return null;
  const [minimum, maximum, gamma = 1] = numbers.map(Number);
  const isWindow = [minimum, maximum].every(Number.isFinite) && minimum < maximum && gamma >= gammas.least && gamma <= gammas.greatest;
  return isWindow ? { minimum, maximum, gamma } : null;
}

/** Writes a window. @param {SampleWindow} window */
export const write = ({ minimum, maximum, gamma }) => [minimum, maximum, ...(gamma === 1 ? [] : [gamma])].map(number => String(number).replace("+", "")).join();

/** The channels that have values. @param {Wire.Samples} samples */
const filled = ({ channels }) => channels.filter(({ counted }) => counted > 0);

/** A window that has two ends. */
const between = (minimum, maximum) => ({ minimum, maximum: maximum > minimum ? maximum : minimum + 1, gamma: 1 });

/** The window from the least to the greatest value; null where there is none. @param {Wire.Samples} samples @returns {SampleWindow | null} */
export function full(samples) {
  const channels = filled(samples);
  return channels.length ? between(Math.min(...channels.map(({ minimum }) => minimum)), Math.max(...channels.map(({ maximum }) => maximum))) : null;
}

/** The window that leaves out a hundredth of the values at each end; null where there is none. @param {Wire.Samples} samples @returns {SampleWindow | null} */
export function auto(samples) {
  const channels = filled(samples);
  const at = (channel, wanted) => channel.percentiles.find(({ percent }) => percent === wanted).value;
  return channels.length ? between(Math.min(...channels.map(channel => at(channel, 1))), Math.max(...channels.map(channel => at(channel, 99)))) : null;
}

/** The step of the ends' sliders: a thousandth of their way, of whole numbers at least 1. @param {Wire.Samples} samples */
export function step({ kind }, least, greatest) {
  const part = (greatest - least) / 1000;
  return kind === "float" ? part : Math.max(1, Math.round(part));
}

/** A value for people. @param {Wire.Samples} samples @param {number} value */
export const said = ({ kind }, value) => (kind === "float" ? Number(value.toPrecision(4)) : Math.round(value)).toLocaleString();
