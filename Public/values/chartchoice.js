// The choices that a reader makes for a chart, as parameters of a plan. They belong to the view, and so to the address.

/** Choices of columns: another one reads another chart. */
export const columnNames = [
  "xColumn", "keyColumn", "keys", "lines", "separator", "headerLine", "dateOrder", "decimalMark", "columnKinds",
  "formulas",
];
/** All choices, with those that only change how the chart is shown. */
export const chartNames = [
  ...columnNames, "axis", "band", "range", "units", "valueAxes", "valueScale", "ranges", "hide", "show", "timeZone", "line",
  "lineForms", "with", "withField",
];

/** A list of names in one parameter. */
export const list = (/** @type {string[]} */ names) => names.map(encodeURIComponent).join(",");
export const names = (/** @type {string | undefined} */ text) => (text ? text.split(",").map(plain) : []);

function plain(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the names of the lines that a view hides. A view may give lines by number.
 * @param {Page.View} view @param {Wire.Line[]} lines
 */
export function hiddenIn({ hide = "", show = undefined }, lines) {
  const known = new Set(lines.map(({ name }) => name));
  const named = text => names(text).map(name => (known.has(name) ? name : lines[name]?.name)).filter(Boolean);
  const kept = show === undefined ? known : new Set(named(show));
  const hidden = new Set(named(hide));
  for (const name of known) if (!kept.has(name)) hidden.add(name);
  return hidden;
}

/**
 * Returns the parameters for a set of hidden lines: the hidden ones or the shown ones, whichever are fewer.
 * @param {Wire.Line[]} lines @param {Set<string>} hidden @returns {Page.ChartChoice}
 */
export function hiding(lines, hidden) {
  const isHidden = line => hidden.has(line.name);
  if (hidden.size * 2 <= lines.length) return { hide: list([...hidden]) || undefined, show: undefined };
  return { hide: undefined, show: list(lines.filter(line => !isHidden(line)).map(({ name }) => name)) };
}

/** The units that lines were given, by their names. */
export const units = text => Object.fromEntries((text ? text.split(",") : []).map(part => part.split(":").map(plain)));
export const unitsText = units => Object.entries(units)
  .map(pair => pair.map(encodeURIComponent).join(":")).join(",") || undefined;

/** The forms that lines were given, by their names: {Rain: "bars"}. */
export const forms = units;
export const formsText = forms => unitsText(Object.fromEntries(Object.entries(forms).filter(([, form]) => form)));

/** What columns hold where a reader has said so: {name: "number"}. */
export const kinds = units;
export const kindsText = formsText;

/** Lines that are computed, in their order: [[name, formula], …]; without a name, the formula is its own. */
export const formulas = (/** @type {string | undefined} */ text) => (text ? text.split(";") : []).map(part => {
  const colon = part.indexOf(":");
  return [part.slice(0, Math.max(colon, 0)), part.slice(colon + 1)].map(plain);
});
export const formulasText = (/** @type {string[][]} */ all) => all
  .map(pair => pair.map(text => text.replace(/[%:;]/g, encodeURIComponent)).join(":")).join(";") || undefined;

/** The ranges that are fixed, by the first line of a pane: {name: [low, high]}. */
export const ranges = text => Object.fromEntries((text ? text.split(",") : []).map(part => {
  const [name, low, high] = part.split(":");
  return [plain(name), [Number(low), Number(high)]];
}));
export const rangesText = ranges => Object.entries(ranges)
  .map(([name, [low, high]]) => `${encodeURIComponent(name)}:${low}:${high}`).join(",") || undefined;
