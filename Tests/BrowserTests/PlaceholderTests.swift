// The places of pictures that are to come.

import Dispatch
import Testing

@testable import Pixels
@testable import Tiles

extension BrowserTests {
    @Suite struct PlaceholderTests {
        /// Makes nothing until the test lets it.
        private final class WaitingTileMaker: TileMaker {
            private let gate = DispatchSemaphore(value: 0)

            func letGo() { for _ in 0..<10_000 { gate.signal() } }

            func byteEstimate(for pass: TilePass) -> Int { 1 }

            func make(_ pass: TilePass, to output: TileOutput) throws(ImageError) {
                _ = gate.wait(timeout: .now() + .seconds(30))
                try BlankTileMaker().make(pass, to: output)
            }
        }

        /// How many places of whole cells in view have been looked at, and those that are not filled up to their edges,
        /// or beyond.
        private static let unlike = """
            (() => {
              const { scroller, slots } = scrollServer;
              const { x, y } = scroller.corner;
              const [margin, wrong] = [Math.round(devicePixelRatio), []];
              let seen = 0;
              for (const { tile, seen: box, isDrawn } of slots.shown.values()) {
                const [left, top] = [box.x - x, box.y - y];
                if (!tile.isFirst || isDrawn || left < 1 || top < 50) continue;
                if (left + box.width > innerWidth - 1 || top + box.height > innerHeight - 50) continue;
                const by = margin / devicePixelRatio;
                const { width, height, data } = probe.pixels(left - by, top - by, box.width + 2 * by, box.height + 2 * by);
                const alpha = (column, row) => data[4 * (row * width + column) + 3];
                const rims = depth => [
                  ...Array.from({ length: width - 2 * margin }, (_, at) => at + margin)
                    .flatMap(column => [alpha(column, depth), alpha(column, height - 1 - depth)]),
                  ...Array.from({ length: height - 2 * margin }, (_, at) => at + margin)
                    .flatMap(row => [alpha(depth, row), alpha(width - 1 - depth, row)]),
                ];
                seen += 1;
                if (rims(margin).some(value => value !== 255) || rims(margin - 1).some(value => value !== 0)) wrong.push(tile.index);
              }
              return JSON.stringify([seen > 0, wrong]);
            })()
            """

        @Test(
            "Until a picture comes, exactly its place is filled, and the gaps are those that will be there",
            arguments: ["grid", "justified", "grid&columns=7"], [1.0, 1.5, 2.0])
        func places(layout: String, scale: Double) async throws {
            let maker = WaitingTileMaker()
            try await Page.open(
                ["--demo=100000"], width: 901, height: 700, scale: scale, maker: maker,
                query: "#layout=\(layout)"
            ) { page in
                for fraction in [0, 0.3701] {
                    try await page.jump(to: fraction)
                    try await page.until("scrollServer.bands.shown.size > 0 && \(Self.unlike) === '[true,[]]'")
                }
                maker.letGo()
            }
        }
    }
}
