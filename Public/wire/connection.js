// A WebSocket to a collection's session that is reopened when it is lost.

import { entry, tell } from "./api.js";

/** Least and most milliseconds between two attempts; below, the same where a proxy refuses WebSockets. */
const [shortest, longest] = [250, 8000];
const [shortestRefused, longestRefused] = [4000, 60_000];

export class Connection {
  #on;
  #socket = null;
  /** Path of the session. */
  #address = null;
  /** Whether the server has answered after the last attempt that failed. */
  #answered = false;
  #delay = 0;
  #waits = 0;

  /**
   * @param {{opened: () => void, heard: (message: Wire.Message) => void, received: (bytes: ArrayBuffer) => void,
   *   lost: (wasOpen: boolean) => void, refused: () => void}} on `lost` says whether it was open, and
   *   `refused()`: the server answers, but something between it and the page lets no WebSocket through.
   */
  constructor(on) { this.#on = on; }

  get address() { return this.#address; }
  get isOpen() { return this.#socket?.readyState === WebSocket.OPEN; }
  /** Whether it waits before it is opened again. */
  get isWaiting() { return this.#waits > 0; }

  send(/** @type {Wire.Report} */ message) { this.#socket.send(JSON.stringify(message)); }

  /** Opens a session and closes the one before. */
  open(address) {
    if (address !== this.#address) [this.#delay, this.#answered] = [0, false];
    if (this.#socket) {
      this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
      this.#socket.close();
    }
    this.#address = address;
    const url = new URL(address, location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      [this.#delay, this.#answered] = [0, false];
      this.#on.opened();
    };
    socket.onmessage = ({ data }) => (typeof data === "string" ? this.#on.heard(JSON.parse(data)) : this.#on.received(data));
    socket.onclose = () => this.#closed(wasOpen);
  }

  async #closed(wasOpen) {
    this.#on.lost(wasOpen);
    let isRefused = false;
    if (!wasOpen) {
      // A server that has just begun answers now, though it did not take the connection: only one that answered before refuses it.
      const answers = await tell(entry.health);
      isRefused = answers && this.#answered;
      if (answers && !isRefused) this.#delay = 0;
      this.#answered = answers;
      if (isRefused) this.#on.refused();
    }
    const address = this.#address;
    const [least, most] = isRefused ? [shortestRefused, longestRefused] : [0, longest];
    await this.pause(Math.max(this.#delay, least));
    this.#delay = Math.min(this.#delay * 2 || shortest, most);
    if (address === this.#address && !this.isOpen) this.open(address);
  }

  /** Waits for some milliseconds, during which `isWaiting` is true. */
  async pause(milliseconds) {
    this.#waits += 1;
    await new Promise(done => setTimeout(done, milliseconds));
    this.#waits -= 1;
  }
}
