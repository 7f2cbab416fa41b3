// Whether this browser decodes HEIC, as Safari does: then the server is asked for such originals in place of their names.

/** A grey picture of 64 × 64 pixels, written by heif-enc. */
const sample = [
  "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAA",
  "AAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAADgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAAAACk",
  "aXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAA",
  "AwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1h",
  "AAAAAAAAAAEAAQOBAoMAAAAWbWRhdAAAAAooAa8EGPxK15vA",
].join("");

/** The browser is asked when the first plan has such a picture, and once. */
let isAsked = false;
let isDecoded = false;

/** A plan's parameters that say so. */
export const decodes = () => (isDecoded ? { decodes: "heic" } : {});

/**
 * A plan has come.
 * @param found is called if the browser decodes what the plan has only names of.
 */
export async function lookForHEIC({ tiles = [] }, found) {
  if (isAsked || !tiles.some(({ media }) => media === "image/heic")) return;
  isAsked = true;
  const bytes = Uint8Array.from(atob(sample), letter => letter.charCodeAt(0));
  // As pictures in cells are decoded. A browser that cannot says so by a rejection.
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/heic" })).catch(() => null);
  isDecoded = bitmap?.width === 64;
  bitmap?.close();
  if (isDecoded) found();
}
