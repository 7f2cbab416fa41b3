// Makes elements: the one way in which scripts add to the document.

/**
 * Creates an element.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} properties are set as they are, except `data`, which has data attributes, `css`, custom properties of its
 *   style, and `on`, listeners by the names of events.
 * @param {...(Node | string | null | undefined)} children are appended in order; null and undefined are left out.
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, { data = {}, css = {}, on = {}, ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  Object.assign(made.dataset, data);
  for (const [property, value] of Object.entries(css)) made.style.setProperty(property, String(value));
  for (const [event, act] of Object.entries(on)) made.addEventListener(event, act);
  for (const child of children) if (child !== null && child !== undefined) made.append(child);
  return made;
}

/** Creates a button. @param {Record<string, any>} properties see `element`. @param {...(Node | string | null)} children */
export const button = (properties, ...children) => element("button", { type: "button", className: "plain", ...properties }, ...children);

/** A number in small letters. @param {number | string} number */
export const small = number => element("small", { textContent: number?.toLocaleString() ?? "" });

/**
 * Shows a picture in an image. @param {HTMLImageElement} image @param {Blob} blob
 * @returns {Promise<boolean>} whether it is seen.
 */
export async function showBlob(image, blob) {
  const url = URL.createObjectURL(blob);
  image.src = url;
  const isSeen = await image.decode().then(() => true, () => false);
  URL.revokeObjectURL(url);
  return isSeen;
}
