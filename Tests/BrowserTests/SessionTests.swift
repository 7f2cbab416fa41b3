// A live session as a page's script sees it.

import Testing

@testable import ScrollServer

extension BrowserTests {
    @Suite struct SessionTests {
        struct Outcome: Decodable, Equatable {
            var slots: Int
            var tiles: Int
            var painted: Int
            var plans: [String]
        }

        @Test("A script reads the messages as they are described, and the browser decodes every tile")
        func tiles() async throws {
            try await Page.open(["--demo=1000"], isBlank: true) { page in
                let outcome: Outcome = try await page.browser.runAsync(
                    """
                    const done = arguments[arguments.length - 1];
                    const socket = new WebSocket(`ws://${location.host}/api/collections/demo/session`);
                    socket.binaryType = "arraybuffer";
                    const slots = new Map(), held = new Map(), plans = [];
                    const types = ["", "image/jpeg", "image/png", "image/webp", "image/gif", "image/svg+xml", "image/avif"];
                    const report = (number, y) => socket.send(JSON.stringify({
                        report: number, plan: `width=400&height=300&columns=4&y=${y}`, budget: 1e7 }));
                    socket.onopen = () => report(1, 0);
                    socket.onclose = ({ code, reason }) => done({ slots: 0, tiles: 0, painted: 0, plans: [`${code} ${reason}`] });
                    let painted = 0;
                    const look = () => {
                        if ([...slots.values()].some(number => !held.has(number))) return;
                        if (plans.length === 1) report(2, 200);
                        else done({ slots: slots.size, tiles: held.size, painted, plans });
                    };
                    const take = async data => {
                        const view = new DataView(data);
                        let place = 8;
                        for (let left = view.getUint32(4); left > 0; left -= 1) {
                            const [slot, number, count] = [0, 4, 8].map(offset => view.getUint32(place + offset));
                            const type = types[view.getUint8(place + 12)];
                            const bitmap = await createImageBitmap(new Blob([data.slice(place + 16, place + 16 + count)], { type }));
                            // What comes ahead of need has no slot.
                            const fits = slot === 0xFFFFFFFF ? ![...slots.values()].includes(number) : slots.get(slot) === number;
                            painted += bitmap.width > 0 && fits;
                            held.set(number, bitmap);
                            place += 16 + count;
                        }
                        socket.send(JSON.stringify({ acknowledged: view.getUint32(0) }));
                    };
                    let queue = Promise.resolve();
                    socket.onmessage = ({ data }) => {
                        queue = queue.then(async () => {
                            if (typeof data !== "string") await take(data);
                            else {
                                const message = JSON.parse(data);
                                if (!message.place) return;
                                plans.push(`${message.report} ${message.fresh} ${message.place.collection}`);
                                for (const slot of message.free) slots.delete(slot);
                                for (const { slot, number } of message.show) slots.set(slot, number);
                            }
                            look();
                        });
                    };
                    """)
                #expect(outcome.plans == ["1 true demo", "2 false demo"])
                #expect(outcome.slots > 12)
                #expect(outcome.tiles >= outcome.slots)
                #expect(outcome.painted == outcome.tiles)
            }
        }
    }
}
