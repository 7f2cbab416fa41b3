// Whether pictures of high dynamic range look in tiles as Chromium shows them.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct BrightTests {
        /// Writes PNGs of eight ramps each: gray, one colour, one colour beside others, and two against each other.
        private static let program = """
            import struct, sys, zlib

            def chunk(name, data):
                return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

            half = 128
            ramps = [lambda x: (x, x, x), lambda x: (x, 0, 0), lambda x: (0, x, 0), lambda x: (0, 0, x),
                     lambda x: (x, half, half), lambda x: (half, x, half), lambda x: (half, half, x),
                     lambda x: (x, 255 - x, half)]

            def write(name, points, depth, others=b""):
                rows = b""
                for ramp in ramps:
                    values = [value for x in range(256) for value in ramp(x)]
                    row = struct.pack(">768H", *(257 * value for value in values)) if depth == 16 else bytes(values)
                    rows += (b"\\0" + row) * 4
                header = struct.pack(">IIBBBBB", 256, 32, depth, 2, 0, 0, 0)
                open(sys.argv[1] + "/" + name, "wb").write(
                    b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", header) + chunk(b"cICP", bytes(points)) + others
                    + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))

            def light(picture):
                return chunk(b"cLLI", struct.pack(">II", 10000 * picture, 0))

            def display(most):
                places = (35400, 14600, 8500, 39850, 6550, 2300, 15635, 16450)
                return chunk(b"mDCV", struct.pack(">8HII", *places, 10000 * most, 50))

            for depth in 8, 16:
                write(f"pq {depth}.png", (9, 16, 0, 1), depth)
                write(f"hlg {depth}.png", (9, 18, 0, 1), depth)
            write("srgb pq.png", (1, 16, 0, 1), 16)
            write("srgb hlg.png", (1, 18, 0, 1), 16)
            write("p3 pq.png", (12, 16, 0, 1), 16)
            write("dark.png", (9, 16, 0, 1), 16, light(400))
            write("bright.png", (9, 16, 0, 1), 16, light(4000))
            write("display.png", (9, 16, 0, 1), 16, display(600))
            write("both.png", (9, 16, 0, 1), 16, display(600) + light(2000))
            """

        private struct Found: Decodable {
            var name: String
            var mean: Double
            var most: Int
        }

        /// Tiles are PNGs of BT.2020's primaries, where a level near the edge of sRGB's gamut counts for several of its.
        @Test("Tiles of pictures that are brighter than white look as the files do in Chromium")
        func tiles() async throws {
            let folder = try PictureFolder()
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["python3", "-c", Self.program, folder.path]
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            try await Page.open([folder.path], width: 900, height: 500, query: "#layout=grid") { page in
                try await page.settle()
                let found: [Found] = try await page.value(
                    """
                    (async () => {
                      const pixels = async url => {
                        const bitmap = await createImageBitmap(await (await fetch(url)).blob());
                        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
                        context.drawImage(bitmap, 0, 0);
                        return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
                      };
                      const { links } = scrollServer.shown.entry;
                      const plan = await (await fetch(
                        `${links.plan}?width=256&height=4000&layout=stack&overscan=0&names=true`)).json();
                      const found = [];
                      for (const { name, url, item } of plan.tiles) {
                        const [one, other] = await Promise.all([pixels(url), pixels(`${links.items}/${item}/original`)]);
                        if (one.length !== other.length) throw new Error(name);
                        const differences = one.map((value, place) => Math.abs(value - other[place]));
                        const mean = differences.reduce((sum, value) => sum + value, 0) / one.length * 4 / 3;
                        found.push({ name, mean, most: differences.reduce((most, value) => Math.max(most, value), 0) });
                      }
                      return found;
                    })()
                    """)
                for one in found { print(one.name, one.mean, one.most) }
                #expect(found.count == 11)
                #expect(found.allSatisfy { $0.mean <= 0.5 && $0.most <= 7 }, "\(found)")
            }
        }
    }
}
