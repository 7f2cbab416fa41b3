// What measures inside the page.

extension Page {
    /// A script that runs before the page's own.
    ///
    /// It watches; the page knows nothing of it.
    static let probe = #"""
        window.probe = {
          /** Errors, rejected promises and breaches of the content security policy. */
          mistakes: [],
          /** How often each image was asked for over HTTP, or came over the session. */
          sources: new Map(),
          needed: 0,
          /** Reports and requests for plans under way at a time, at most; and in all. */
          plans: { now: 0, most: 0, all: 0 },
          /** What is wrong with frames painted while scrolling. */
          slips: [],
          frames: 0,
          origins: new Set(),

          get page() { return window.scrollServer; },

          async until(condition, limit) {
            const end = performance.now() + limit;
            for (;;) {
              let state = "";
              try { if (condition()) return { holds: true, state }; } catch (error) { state = String(error); }
              if (performance.now() > end) return { holds: false, state: state + this.describe() };
              await new Promise(done => setTimeout(done, 10));
            }
          },

          describe() {
            const { scroller, session, shown } = this.page;
            const sums = { offset: scroller.offset, planned: shown.plan?.contentOffset, busy: session.busy,
              range: scroller.range, mistakes: this.mistakes, message: document.getElementById("message").textContent };
            return JSON.stringify(sums);
          },

          // At rest: the last plan is for where the view is, and nothing has moved for longer than the page waits before
          // it moves its runway.
          still: 0,
          last: null,
          isSettled() {
            const { scroller, session, shown } = this.page;
            const { x, y } = scroller.offset;
            const plan = shown.plan?.contentOffset;
            const size = `${innerWidth} ${innerHeight}`;
            const now = `${x} ${y} ${shown.generation} ${size}`;
            // A browser scrolls by whole device pixels; a plan may be between them.
            const agrees = shown.isRefused ? !session.busy : plan && !session.busy && Math.abs(plan.x - x) <= 0.51 && Math.abs(plan.y - y) <= 0.51;
            if (now !== this.last) { this.still = performance.now(); this.last = now; }
            return agrees && performance.now() - this.still > 220;
          },

          /** Whether the footer is seen, where the plan has it, and says this. */
          footer(text) {
            const { plan } = this.page.shown;
            const element = document.getElementById("footer");
            if (!plan.footer || element.hidden || !element.textContent.includes(text)) return false;
            const box = element.getBoundingClientRect();
            return ["x", "y", "width", "height"].every(side => Math.abs(box[side] - plan.footer[side]) <= 1);
          },

          hasWholeFooter() {
            const box = document.getElementById("footer").getBoundingClientRect();
            return box.height > 0 && box.bottom <= innerHeight;
          },

          slots() {
            return [...document.querySelectorAll("#slots .slot.current")]
              .filter(slot => getComputedStyle(slot).visibility === "visible");
          },

          /** What the picture in a slot is called; "" where another tile stands for it. */
          name(slot) { return slot.querySelector("a").ariaLabel ?? ""; },

          /** What is painted in a rectangle of the viewport: an ImageData. */
          pixels(x, y, width, height) {
            const { scroller, slots } = this.page;
            const canvas = slots.sheets.picture({ x: scroller.corner.x + x, y: scroller.corner.y + y, width, height });
            return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          },

          painted() {
            const urls = new Map([...this.page.slots.shown].map(([url, slot]) => [slot.element, url]));
            return this.slots().map(slot => {
              const { x, y, width, height } = slot.getBoundingClientRect();
              return { index: Number(slot.dataset.index), url: urls.get(slot), x, y, width, height };
            }).sort((a, b) => a.index - b.index || (a.url < b.url ? -1 : 1));
          },

          /** Whether the address names what is at the top now. */
          hashAgrees() {
            const state = new URLSearchParams(location.hash.slice(1));
            const [x, y] = state.get("at").split(",").map(Number);
            const { anchor } = this.page.shown.plan;
            return this.isSettled() && state.get("anchor") === anchor.item && x === anchor.fractionX && y === anchor.fractionY;
          },

          /** The picture under a point, and which point of what its cell shows of it: 0 … 1 in both directions. */
          under(x, y) {
            const slots = document.elementsFromPoint(x, y).map(element => element.closest(".slot.current")).filter(Boolean);
            const whole = slots.find(slot => !slot.classList.contains("over"));
            if (!whole) return null;
            const box = whole.getBoundingClientRect();
            const slot = [...this.page.slots.shown.values()].find(({ element }) => element === whole);
            const { top, left, bottom, right } = slot.tile.clip ?? { top: 0, left: 0, bottom: 0, right: 0 };
            const scale = box.width / slot.width;
            const [width, height] = [box.width - scale * (left + right), box.height - scale * (top + bottom)];
            return {
              index: Number(whole.dataset.index), width, height,
              u: (x - box.x - scale * left) / width, v: (y - box.y - scale * top) / height,
            };
          },

          /** At rest, with nothing magnified and every tile there. */
          isSharp() {
            return this.isSettled() && this.page.zoom.isPlain && !this.page.slots.isWaiting && document.getAnimations().length === 0
              && [...this.page.slots.shown.values()].every(slot => slot.ready);
          },

          tile(index) { return this.painted().find(tile => tile.index === index); },

          /** Indices of the pictures that can be seen, from the top left on. */
          seen() {
            const found = new Set();
            for (let y = 1; y < innerHeight; y += 14) {
              for (let x = 1; x < innerWidth; x += 14) {
                const slot = document.elementsFromPoint(x, y).map(element => element.closest(".slot.current")).find(Boolean);
                if (slot) found.add(Number(slot.dataset.index));
              }
            }
            return [...found];
          },

          /** How many columns of cells there are. */
          columns() {
            const left = tiles => Math.min(...tiles.map(tile => tile.x + (tile.clip?.left ?? 0)));
            const cells = [...Map.groupBy(this.page.shown.plan.tiles, tile => tile.index).values()];
            return new Set(cells.map(left)).size;
          },

          asked() {
            this.plans.all += 1;
            this.plans.now += 1;
            this.plans.most = Math.max(this.plans.most, this.plans.now);
          },
          answered() { this.plans.now -= 1; },
          got(picture) { this.sources.set(picture, (this.sources.get(picture) ?? 0) + 1); },

          jump(fraction) {
            const { scroller, shown } = this.page;
            const { minX, minY, maxX, maxY } = scroller.range;
            const along = (min, max) => Math.round(min + fraction * (max - min));
            scroller.jump(["strip", "pages"].includes(shown.view.layout) ? { x: along(minX, maxX), y: minY } : { x: minX, y: along(minY, maxY) });
          },

          /** From now on looks at every frame: each picture has to be where its plan's content offset says. */
          watch() {
            const view = document.getElementById("view");
            const places = new Map();
            const look = () => {
              const { scroller, shown } = this.page;
              const { x, y } = scroller.offset;
              this.frames += 1;
              this.origins.add(scroller.origin.y);
              for (const tile of shown.plan?.tiles ?? []) {
                if (!places.has(tile.url)) places.set(tile.url, shown.plan.contentOffset.y + tile.y);
              }
              for (const tile of this.painted()) {
                const slip = tile.y + y - places.get(tile.url);
                if (!(Math.abs(slip) <= 0.5)) this.slips.push(`${tile.index} by ${slip} at ${y}`);
              }
              const reach = view.scrollHeight - view.clientHeight;
              const { minY, maxY } = scroller.range;
              if (view.scrollTop <= 0 && y > minY + 0.5) this.slips.push(`the runway's start at ${y}`);
              if (view.scrollTop >= reach - 0.5 && y < maxY - 1) this.slips.push(`the runway's end at ${y}`);
              const tallest = Math.max(...[...document.querySelectorAll("*")].map(element => element.offsetHeight ?? 0), view.scrollHeight);
              this.tallest = Math.max(this.tallest ?? 0, tallest);
              const bottoms = [...document.querySelectorAll("#slots .slot, #headings > *")].filter(slot => !slot.hidden)
                .map(slot => slot.getBoundingClientRect().bottom + view.scrollTop);
              this.farthest = Math.max(this.farthest ?? 0, ...bottoms);
              if (this.slips.length < 20) requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
          },
        };
        addEventListener("error", event => { if (event.message) probe.mistakes.push(event.message); });
        addEventListener("unhandledrejection", event => probe.mistakes.push(String(event.reason)));
        document.addEventListener("securitypolicyviolation", event => probe.mistakes.push(`policy: ${event.violatedDirective}`));
        {
          const ask = window.fetch;
          window.fetch = (...request) => {
            if (/\/(tiles|thumbnail|original)/.test(request[0])) probe.got(request[0]);
            const answer = ask(...request);
            // The filmstrip's questions begin with its layout; they are no plans of the view.
            if (!/\/plan\?(?!layout=strip)/.test(String(request[0]))) return answer;
            probe.asked();
            answer.then(() => probe.answered(), () => probe.answered());
            return answer;
          };
          window.WebSocket = class extends WebSocket {
            constructor(...place) {
              super(...place);
              this.unanswered = new Set();
              this.addEventListener("message", ({ data }) => this.look(data));
              this.addEventListener("close", () => this.unanswered.forEach(() => probe.answered()));
            }
            send(text) {
              super.send(text);
              if (text[0] !== "{") return;
              const { report } = JSON.parse(text);
              if (report === undefined) return;
              this.unanswered.add(report);
              probe.asked();
            }
            look(data) {
              if (typeof data === "string") {
                if (data[0] === "{" && this.unanswered.delete(JSON.parse(data).report)) probe.answered();
                return;
              }
              if (!this.url.endsWith("/session")) return;
              const view = new DataView(data);
              for (let place = 8, left = view.getUint32(4); left > 0; left -= 1) {
                probe.got(`tile ${view.getUint32(place + 4)}`);
                // Without a slot: ahead of need.
                if (view.getUint32(place) !== 0xFFFFFFFF) probe.needed += 1;
                place += 16 + view.getUint32(place + 8);
              }
            }
          };
        }
        """#
}
