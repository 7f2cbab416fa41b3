// Writes the question for a plan: where the view is, what it shows, and what stays where it is.

import { queryOf } from "../wire/api.js";
import { decodes } from "../wire/heic.js";
import { groundColour } from "./theme.js";

/**
 * Returns the next question: the plan's parameters as a URL's `query`, the collection's `entry`, which has the address, and the state that
 * it was asked in. Returns null when there is nothing to ask.
 * @param {import("./shown.js").Shown} shown is what the page shows.
 * @param {number} lag is how long plans take to be seen, in seconds.
 * @param {number[]} inset is what covers the view's edges, in px: [top, left, bottom, right].
 * @returns {Page.Question | null}
 */
export function ask(shown, scroller, magnifier, chart, inset, lag) {
  const { width, height } = scroller.viewport;
  if (!shown.entry || !width || !height) return null;
  const { velocity } = scroller;
  // Before the first plan the content is unknown: its start is asked for, below the bar.
  const [top, left] = inset;
  const isFirst = !shown.current;
  const at = isFirst ? { x: -left, y: -top } : magnifier.isUnderWay ? scroller.exactOffset : scroller.offset;
  const { offset, parameters, asked } = magnifier.question(at, shown.view.zoom ?? 1);
  const query = new URLSearchParams(queryOf({
    width, height, x: offset.x, y: offset.y, scale: devicePixelRatio, ...given({ ground: groundColour() }), inset, ...given(shown.view),
    ...empty(shown.view), velocityX: Math.round(velocity.x), velocityY: Math.round(velocity.y), names: true, backdrop: true,
    // One picture has a caption, and a chart nothing of the kind.
    ...(shown.isLooking || shown.isChart ? null : { badges: true }), ...decodes(), ...given({ lag: Math.round(lag * 1000) / 1000 }),
  }));
  const more = {
    ...(held(shown, scroller) ?? seen(shown, offset)), ...(shown.isChart ? ofChart(shown, scroller, magnifier, chart) : null),
    ...parameters,
  };
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  const { generation, leaps, hold, chosen } = shown;
  return { entry: shown.entry, query: String(query), offset: at, generation, leaps, hold, chosen, ...asked };
}

/**
 * What the next plan brings into view. A range of a chart comes with each plan while the table is read, until the reader moves.
 * @param {import("./shown.js").Shown} shown
 */
const held = ({ hold, current }, scroller) => (current && hold?.from !== undefined && !scroller.isAsSet ? null : hold);

/**
 * Returns a chart's own parameters. A reader at its end stays there when values are added.
 * @param {import("./shown.js").Shown} shown
 */
function ofChart(shown, scroller, magnifier, chart) {
  const isFirst = !shown.current;
  const isAtEnd = isFirst || held(shown, scroller) ? !shown.hold : shown.plan.edges.right && scroller.offset.x >= scroller.range.maxX - 1;
  // The values that are seen fill the height, unless the reader wants all of them.
  const question = { range: shown.view.range ?? "visible", ...chart.question(isFirst, scroller.velocity.x !== 0) };
  // A chart that was opened while its table was read is fitted again, until the reader moves.
  const isOpening = isAtEnd && (isFirst || (shown.plan.chart?.isOpening && scroller.isAsSet)) && !magnifier.isUnderWay;
  if (isOpening) {
    const { lineGap, ...rest } = question;
    return { ...rest, start: "auto" };
  }
  return { ...question, ...(isAtEnd && !magnifier.isUnderWay ? { start: "end" } : null) };
}

/** Parameters that may be empty: choosing nothing is a choice. */
const empty = ({ keyColumn = null, show = null }) => ({ ...(keyColumn === "" ? { keyColumn } : null), ...(show === "" ? { show } : null) });

/** Leaves out parameters that are empty or 0, the defaults. */
const given = parameters => Object.fromEntries(Object.entries(parameters).filter(([, value]) => value));

/**
 * Returns what stays where it is: the item at the top, and the items that begin rows.
 * @param {import("./shown.js").Shown} shown @param {Wire.Point} offset
 */
function seen(shown, offset) {
  const top = topItem(shown, offset);
  return top && { ...top, ...given({ rows: shown.plan.rows?.join() }) };
}

/**
 * The item at the top of the last plan, and where it is now: the server keeps it there if the content changes.
 * @param {import("./shown.js").Shown} shown @param {Wire.Point} offset
 */
export function topItem({ current: plan }, offset) {
  if (!plan?.anchor) return null;
  const anchorX = plan.anchor.x + plan.contentOffset.x - offset.x;
  const anchorY = plan.anchor.y + plan.contentOffset.y - offset.y;
  // After a jump it is far away.
  if (Math.abs(anchorX) > 1e6 || Math.abs(anchorY) > 1e6) return null;
  const { item: anchor, rounding: anchorRounding } = plan.anchor;
  return { anchor, anchorX, anchorY, ...given({ anchorRounding }), revision: plan.revision };
}
