// Finds out whether this browser decodes HEIC, as Safari does. If so, the server sends such originals instead of tiles.

/** A grey picture of 64 × 64 pixels, written by heif-enc. */
const sample = [
  "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAA",
  "AAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAADgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlwcnAAAACk",
  "aXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAA",
  "AwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1h",
  "AAAAAAAAAAEAAQOBAoMAAAAWbWRhdAAAAAooAa8EGPxK15vA",
].join("");

/** Whether the browser was asked. It is asked once, when a plan has such a picture. */
let isAsked = false;
let isDecoded = false;

/** The parameters of a plan that say what this browser decodes. */
export const decodes = () => (isDecoded ? { decodes: "heic" } : {});

/**
 * Asks the browser if a plan has a HEIC picture: one with tiles and the address of its original.
 * @param {Partial<Wire.Plan>} plan
 * @param found is called if the browser decodes it.
 */
export async function lookForHEIC({ tiles = [] }, found) {
  if (isAsked || !tiles.some(({ media, original }) => original && !media)) return;
  isAsked = true;
  const bytes = Uint8Array.from(atob(sample), letter => letter.charCodeAt(0));
  // Decoded as pictures in cells are. A browser that cannot rejects the promise.
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/heic" })).catch(() => null);
  isDecoded = bitmap?.width === 64;
  bitmap?.close();
  if (isDecoded) found();
}
