// Makes still pictures of films that have none of their own, by the browser's decoder: of those that are seen, while nothing moves.

import { element } from "../elements/element.js";

/** Milliseconds that a view rests until films are opened, and that a film has to show its picture. */
const rest = 300, patience = 8000;
/** How many films are open at once. */
const atOnce = 2;
/** Px of a still's longer side, and how many stills are kept, and keys of films without one: more than a view has. */
const longest = 640, mostKept = 60, mostBare = 4096;
/** Where a still is taken, since many films begin with black: a share of the film's length, and at most so many seconds. */
const share = 0.1, latest = 3;

/**
 * A film whose still is wanted.
 * @typedef {object} Film
 * @property {string} key stands for the film's contents
 * @property {string} url is where it is
 * @property {boolean} isSmall whether it is too small to be opened for a still: only one that is known is shown
 * @property {(still: Blob) => void} done gets a picture
 */

/** What is known, the oldest first: key → picture; null where the browser shows none. @type {Map<string, Blob | null>} */
const known = new Map();

/** Stills for one part of the page; all parts have what is known in common. */
export class Stills {
  #wanted; #timer = 0;
  /** The films that are open: key → how to close it. @type {Map<string, () => void>} */
  #open = new Map();

  /** @param {() => Film[]} wanted returns the films that are seen without a still, in the order in which they are opened. */
  constructor(wanted) { this.#wanted = wanted; }

  /** Whether a film's still is there. */
  has(key) { return Boolean(known.get(key)); }

  /** What is seen may have changed: films that are not wanted any more are closed, and others are opened later. */
  look() {
    clearTimeout(this.#timer);
    const wanted = this.#wanted();
    const keys = new Set(wanted.map(({ key }) => key));
    for (const [key, close] of this.#open) if (!keys.has(key)) close();
    for (const film of wanted) this.#tell(film);
    if (wanted.some(({ key, isSmall }) => !isSmall && !known.has(key))) this.#timer = setTimeout(() => this.#next(), rest);
  }

  /** Hands over a still that is known. */
  #tell({ key, done }) {
    const still = known.get(key);
    if (still) done(still);
  }

  #next() {
    for (const film of this.#wanted()) {
      if (this.#open.size >= atOnce) return;
      if (!film.isSmall && !known.has(film.key) && !this.#open.has(film.key)) this.#take(film);
    }
  }

  /** Opens a film and takes its still. */
  #take({ key, url }) {
    const video = element("video", { muted: true, playsInline: true, preload: "metadata" });
    const close = () => {
      clearTimeout(timer);
      this.#open.delete(key);
      // Gives back what the browser has fetched.
      video.removeAttribute("src");
      video.load();
    };
    const end = (/** @type {Blob | null} */ still) => {
      if (!this.#open.has(key)) return;
      close();
      this.#keep(key, still);
      for (const film of this.#wanted()) if (film.key === key) this.#tell(film);
      this.#next();
    };
    const timer = setTimeout(() => end(null), patience);
    this.#open.set(key, close);
    video.addEventListener("error", () => end(null));
    video.addEventListener("loadedmetadata", () => {
      if (!video.videoWidth) return end(null);
      // The length of what is written just now is infinite.
      video.currentTime = Number.isFinite(video.duration) ? Math.min(share * video.duration, latest) : 0;
    });
    video.addEventListener("seeked", () => drawn(video).then(end, () => end(null)));
    video.src = url;
  }

  #keep(key, still) {
    known.set(key, still);
    // A film that is seen without a picture would be opened again and again if it were forgotten.
    const alike = [...known].filter(([, other]) => Boolean(other) === Boolean(still));
    if (alike.length > (still ? mostKept : mostBare)) known.delete(alike[0][0]);
  }
}

/** Returns what a video shows, as a JPEG; null where it shows nothing. @returns {Promise<Blob | null>} */
function drawn(/** @type {HTMLVideoElement} */ video) {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, longest / Math.max(videoWidth, videoHeight));
  const canvas = element("canvas", { width: Math.max(1, Math.round(videoWidth * scale)), height: Math.max(1, Math.round(videoHeight * scale)) });
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise(resolve => { canvas.toBlob(resolve, "image/jpeg", 0.8); });
}
