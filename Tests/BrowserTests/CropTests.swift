// The crop of an AVIF: the server states the size that the browser shows.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct CropTests {
        /// 64 × 48 pixels, left red, right blue, with a crop: written by avifenc.
        private static let avif = """
            AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAAEbbWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAA
            DnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABQwAAADgAAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAk2lw
            cnAAAABzaXBjbwAAABRpc3BlAAAAAAAAAEAAAAAwAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgSAAAAAAABNjb2xybmNseAABAA0ABoAAAAAoY2xhcAAA
            ACgAAAABAAAAHgAAAAH////0AAAAAf////cAAAABAAAAGGlwbWEAAAAAAAAAAQABBQECgwSFAAAAQG1kYXQSAAoJOBV/vYQENBpAMikWQAYYYYQAwbY/
            ZiZu2/9tkSa7yU6KrWTL43S1S+FJKu86+oVjGHUdUA==
            """
        /// Numerators and denominators of the width, the height and the offsets of the middle.
        private static let crops: [[Int32]] = [
            [40, 1, 30, 1, -12, 1, -9, 1], [80, 2, 60, 2, -24, 2, -18, 2], [40, 1, 30, 1, 0, 1, 0, 1],
            [41, 1, 31, 1, -23, 2, -17, 2], [81, 2, 61, 2, -47, 4, -35, 4], [64, 1, 30, 1, 0, 1, -9, 1],
            [64, 1, 48, 1, 0, 1, 0, 1], [100, 1, 90, 1, 0, 1, 0, 1], [40, 1, 30, 1, 200, 1, 0, 1],
            [40, 0, 30, 1, 0, 1, 0, 1], [40, 1, 30, 1, 12, -1, 9, -1], [0, 1, 30, 1, 0, 1, 0, 1],
            [-40, 1, 30, 1, 0, 1, 0, 1],
        ]

        @Test("The size of a cropped AVIF is that which the browser shows")
        func sizes() async throws {
            let folder = try PictureFolder()
            let file = try #require(Data(base64Encoded: Self.avif, options: .ignoreUnknownCharacters))
            let start = try #require(file.range(of: Data("clap".utf8))).upperBound
            for (number, crop) in Self.crops.enumerated() {
                let numbers = crop.flatMap { number in
                    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
                }
                try folder.write("\(number).avif", [UInt8](file[..<start]) + numbers + [UInt8](file[(start + 32)...]))
            }
            try await Page.open([folder.path], width: 900, height: 700, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === \(Self.crops.count)")
                let differences: [String] = try await page.browser.runAsync(
                    """
                    const done = arguments[0];
                    (async () => {
                      const { collections } = await (await fetch("/api/collections")).json();
                      const { items } = await (await fetch(collections[0].links.items)).json();
                      const found = [];
                      for (const { name, width, height, original } of items) {
                        const image = new Image();
                        image.src = original;
                        await image.decode();
                        const shown = `${image.naturalWidth} × ${image.naturalHeight}`;
                        if (shown !== `${width} × ${height}`) found.push(`${name}: ${width} × ${height}, shown: ${shown}`);
                      }
                      return items.length === \(Self.crops.count) ? found : ["not all pictures"];
                    })().then(done, error => done([String(error)]));
                    """)
                #expect(differences == [])
            }
        }
    }
}
