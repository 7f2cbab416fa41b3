// One WebSocket to a collection's session, which is opened again when it is lost.

/** Milliseconds between two attempts, at least and at most. */
const [shortest, longest] = [250, 8000];

export class Connection {
  #on;
  #socket = null;
  /** Path of the session. */
  #address = null;
  #failures = 0;
  #delay = 0;
  #waits = 0;

  /**
   * @param on has `opened()`, `heard(message)` with JSON, `received(bytes)` with an ArrayBuffer, `lost(wasOpen)`, and
   *   `refused()`: there is a server, but something between it and the page lets no such connection through.
   */
  constructor(on) { this.#on = on; }

  get address() { return this.#address; }
  get isOpen() { return this.#socket?.readyState === WebSocket.OPEN; }
  /** Whether it waits before it is opened again. */
  get isWaiting() { return this.#waits > 0; }

  send(message) { this.#socket.send(JSON.stringify(message)); }

  /** Opens a session in the place of the one before. */
  open(address) {
    if (address !== this.#address) this.#delay = 0;
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
      this.#failures = this.#delay = 0;
      this.#on.opened();
    };
    socket.onmessage = ({ data }) => (typeof data === "string" ? this.#on.heard(JSON.parse(data)) : this.#on.received(data));
    socket.onclose = () => this.#closed(wasOpen);
  }

  async #closed(wasOpen) {
    this.#on.lost(wasOpen);
    if (!wasOpen) {
      this.#failures += 1;
      if (this.#failures >= 2 && await fetch("healthz").then(({ ok }) => ok, () => false)) return this.#on.refused();
    }
    const address = this.#address;
    await this.pause(this.#delay);
    this.#delay = Math.min(this.#delay * 2 || shortest, longest);
    if (address === this.#address && !this.isOpen) this.open(address);
  }

  /** Counts as waiting for some milliseconds. */
  async pause(milliseconds) {
    this.#waits += 1;
    await new Promise(done => setTimeout(done, milliseconds));
    this.#waits -= 1;
  }
}
