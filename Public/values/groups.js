// Which groups a collection can be shown in.

/** The field that an order or a group names; undefined where it is none. */
export const fieldOf = (entry, name = "") => entry.fields?.find(field => field.name === name.replace(/^-|:.*$/g, ""));

/**
 * Folders lie together in the order of names, months in that of dates, and those that share a value in any; rows of pictures
 * have room for headings.
 */
export function canGroup(entry, name, { layout = undefined, order = "name" }) {
  if (!name) return true;
  if (!["grid", "justified"].includes(layout)) return false;
  const needed = { folder: "name", month: "date" }[name];
  return needed ? entry.groups.includes(name) && order.replace("-", "") === needed : Boolean(fieldOf(entry, name));
}
