// Decides which groups a collection can be shown in.

/** @type {(entry: Wire.Collection, name?: string) => Wire.Field} The field that an order or a group names; undefined where it is none. */
export const fieldOf = (entry, name = "") => entry.fields?.find(field => field.name === name.replace(/^-|:.*$/g, ""));

/** @type {(entry: Wire.Collection | null) => boolean} Whether it can be known which pictures look alike: in folders. */
export const knowsAlike = entry => entry?.kind === "folder" && Boolean(fieldOf(entry, "alike"));

/**
 * Whether a view can be divided into these groups. Folders need the order of names, months that of dates, and values of a field
 * any order; only layouts of rows have room for headings.
 * @param {Wire.Collection} entry @param {string} name @param {Page.View} view
 */
export function canGroup(entry, name, { layout = undefined, order = "name" }) {
  if (!name) return true;
  if (!["grid", "justified"].includes(layout)) return false;
  const needed = { folder: "name", month: "date" }[name];
  return needed ? entry.groups.includes(name) && order.replace("-", "") === needed : Boolean(fieldOf(entry, name));
}
