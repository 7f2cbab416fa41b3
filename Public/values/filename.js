// What the file of a picture is called.

/**
 * The name of a picture's original. All pages of a TIFF have that of the TIFF; a page of a JPEG comes as a file of its own.
 * @param {{kind: string, name: string}} entry is the collection.
 * @param {{name: string, format: string | null}} details are the picture's.
 */
export function fileName(entry, { name, format }) {
  if (entry.kind !== "pages") return name.split("/").at(-1);
  return format === "jpeg" ? `${entry.name.replace(/\.\w+$/, "")} ${name}.jpg` : entry.name;
}
