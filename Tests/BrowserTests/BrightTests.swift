// Whether pictures of high dynamic range look in tiles as Chromium shows them.

import Foundation
import Testing

@testable import Imaging
@testable import Pixels

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
                    rows += (b"\\0" + row) * 16
                header = struct.pack(">IIBBBBB", 256, 128, depth, 2, 0, 0, 0)
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
            write("srgb white.png", (1, 16, 0, 1), 16, light(150))
            write("white.png", (9, 16, 0, 1), 16, light(150))
            write("p3 white.png", (12, 16, 0, 1), 16, light(203))
            write("bright.png", (9, 16, 0, 1), 16, light(4000))
            write("display.png", (9, 16, 0, 1), 16, display(600))
            write("both.png", (9, 16, 0, 1), 16, display(600) + light(2000))
            """

        /// A profile of ITU-R BT.2020 with code points, which take the place of its copyright.
        private static func profile(_ lights: UInt8, _ curve: UInt8) throws -> [UInt8] {
            func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
            let icc = try #require(ColourProfile(.bt2020, .sRGB)).bytes
            let data = ICCData(icc[...])
            let count = try #require(data.uint32(128))
            let entry = 132 + 12 * (try #require((0..<count).first { data.signature(132 + 12 * $0) == "cprt" }))
            var bytes = icc
            bytes.replaceSubrange(entry..<entry + 12, with: [UInt8]("cicp".utf8) + big(icc.count) + big(12))
            // Browsers read no further than the profile says that it reaches.
            bytes.replaceSubrange(0..<4, with: big(icc.count + 12))
            return bytes + [UInt8]("cicp".utf8) + [0, 0, 0, 0, lights, curve, 0, 1]
        }

        /// Writes JPEGs and a PNG of these ramps whose ICC profiles say how bright they are.
        private static func writeProfiled(_ folder: PictureFolder) throws {
            let ramps: [(UInt8) -> [UInt8]] = [
                { [$0, $0, $0] }, { [$0, 0, 0] }, { [0, $0, 0] }, { [0, 0, $0] }, { [$0, 128, 128] },
                { [128, $0, 128] }, { [128, 128, $0] }, { [$0, 255 - $0, 128] },
            ]
            let rows = ramps.flatMap { ramp in
                Array(repeating: (0..<256).flatMap { ramp(UInt8($0)) }, count: 16).flatMap(\.self)
            }
            let pixels = PixelBuffer(width: 256, height: 128, format: .rgb, bytes: rows)
            for (name, lights, curve) in [("pq", 9, 16), ("hlg", 9, 18), ("p3 pq", 12, 16)] as [(String, UInt8, UInt8)]
            {
                let icc = try profile(lights, curve)
                try folder.write(
                    "\(name).jpg", JPEGEncoder.encode(pixels, quality: 100, subsampling: .none, profile: icc))
            }
            try folder.write("icc.png", PNGEncoder.encode(pixels, profile: try profile(9, 16)))
        }

        /// Differences between the two halves of what is seen, in levels.
        private static func difference(_ seen: PixelBuffer, top: Int) -> (mean: Double, most: Int) {
            let step = seen.format.channelCount
            var (sum, count, most) = (0, 0, 0)
            // Tiles are JPEGs, whose blocks of 16 rows reach into their neighbours.
            for row in (0..<128) where (4..<12).contains(row % 16) {
                for column in 0..<256 {
                    for channel in 0..<3 {
                        let place = ((top + row) * seen.width + column) * step + channel
                        let difference = abs(Int(seen.bytes[place]) - Int(seen.bytes[place + 256 * step]))
                        (sum, count, most) = (sum + difference, count + 1, max(most, difference))
                    }
                }
            }
            return (Double(sum) / Double(count), most)
        }

        /// Beside each other: a canvas would not get what a picture says of its light.
        @Test("Tiles of pictures that are brighter than white look as the files do in Chromium")
        func tiles() async throws {
            let folder = try PictureFolder()
            try Self.writeProfiled(folder)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["python3", "-c", Self.program, folder.path]
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            try await Page.open([folder.path], width: 512, height: 2400, query: "#layout=grid") { page in
                try await page.settle()
                let names: [String] = try await page.value(
                    """
                    (async () => {
                      const { links } = scrollServer.shown.entry;
                      const plan = await (await fetch(
                        `${links.plan}?width=256&height=9000&layout=stack&overscan=0&names=true`)).json();
                      const cover = document.createElement("div");
                      Object.assign(cover.style, { position: "fixed", inset: 0, zIndex: 99999, background: "black" });
                      cover.popover = "manual";
                      cover.style.padding = cover.style.margin = cover.style.border = "0";
                      Object.assign(cover.style, { width: "512px", height: "2400px" });
                      for (const { url, item } of plan.tiles) {
                        for (const src of [url, `${links.items}/${item}/original`]) {
                          const image = new Image(256, 128);
                          image.src = src;
                          Object.assign(image.style, { float: "left", display: "block" });
                          cover.append(image);
                        }
                      }
                      document.body.append(cover);
                      cover.showPopover();
                      await Promise.all([...cover.children].map(image => image.decode()));
                      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
                      return plan.tiles.map(tile => tile.name);
                    })()
                    """)
                #expect(names.count == 18, "\(names)")
                var decoder = try PNGDecoder(source: ByteSource([UInt8](try await page.browser.screenshot())))
                let seen = try decoder.readAll()
                try #require(seen.width == 512 && seen.height >= 128 * names.count)
                for (index, name) in names.enumerated() {
                    let (mean, most) = Self.difference(seen, top: 128 * index)
                    // Where one of sRGB's lights is nearly out, a level of BT.2020 counts for many of its levels. Light
                    // that is cut there has such colours in all ramps.
                    let isCut = ["white.png", "p3 white.png"].contains(name)
                    // A JPEG is coded twice, and its tiles have half as many colours.
                    let mostMean = isCut || name.hasSuffix(".jpg") ? 0.8 : 0.6
                    let bound = (mostMean, isCut ? 64 : name.hasPrefix("srgb") ? 4 : 40)
                    #expect(mean <= bound.0 && most <= bound.1, "\(name): \(mean), at most \(most)")
                }
            }
        }
    }
}
