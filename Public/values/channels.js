// The channels that are shown together, as addresses have them.

import { read as readWindow } from "./samplewindow.js";

/** @typedef {{index: number, colour: string, minimum: number, maximum: number, gamma: number}} Channel a colour is six hexadecimal digits. */

/**
 * Reads channels, such as `0:ff0000:100:4000,1:00ff00:0:900`; null for anything else.
 * @param {string | null | undefined} text @returns {Channel[] | null}
 */
export function read(text) {
  const channels = (text ?? "").split(",").map(part => {
    const [, index, colour, ends] = /^([0-7]):([0-9a-f]{6}):(.+)$/i.exec(part) ?? [];
    const window = ends && readWindow(ends.replaceAll(":", ","));
    return window ? { index: Number(index), colour: colour.toLowerCase(), ...window } : null;
  });
  const isWhole = channels.every(Boolean) && new Set(channels.map(channel => channel.index)).size === channels.length;
  return isWhole ? channels.sort((one, other) => one.index - other.index) : null;
}

/** Writes channels. @param {Channel[]} channels */
export const write = channels => channels
  .map(({ index, colour, minimum, maximum, gamma }) => [index, colour, minimum, maximum, ...(gamma === 1 ? [] : [gamma])].join(":").replaceAll("+", "")).join();

/** All channels that have values, each without a hundredth of them at each end, in its colour. @param {Wire.Samples} samples @returns {Channel[]} */
export function auto({ channels }) {
  return channels.flatMap(({ counted, percentiles, colour }, index) => {
    if (!counted) return [];
    const [minimum, maximum] = [1, 99].map(wanted => percentiles.find(({ percent }) => percent === wanted).value);
    return [{ index, colour: colour.slice(1), minimum, maximum: maximum > minimum ? maximum : minimum + 1, gamma: 1 }];
  });
}

/** A channel's name. @param {Wire.SampleCounts} channel @param {number} index */
export const nameOf = ({ name = "" }, index) => name || `Channel ${index + 1}`;
