// A large picture that takes its time.

import Dispatch
import Testing

@testable import Pixels
@testable import Tiles

extension BrowserTests {
    @Suite struct ProgressTests {
        /// Comes to a third of a picture, and goes on when the test lets it.
        private final class SlowTileMaker: TileMaker {
            private let mayGoOn = DispatchSemaphore(value: 0)

            func letGo() { for _ in 0..<9 { mayGoOn.signal() } }

            func byteEstimate(for pass: TilePass) -> Int { 1 }

            func make(_ pass: TilePass, to output: TileOutput) throws(ImageError) {
                if pass.isLarge {
                    output.progress(0.345)
                    _ = mayGoOn.wait(timeout: .now() + .seconds(30))
                }
                try BlankTileMaker().make(pass, to: output)
            }
        }

        /// A JPEG of 12,000 × 9000 pixels by its header.
        private static let large: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0x23, 0x28, 0x2E, 0xE0, 1, 1, 0x11, 0, 0xFF, 0xD9]

        @Test(
            "How much of a large picture has been read is said while its tiles are waited for",
            arguments: [1280, 390], ["", "?live=0"])
        func said(width: Int, query: String) async throws {
            let folder = try PictureFolder()
            try folder.write("1 large.jpg", Self.large)
            try folder.write("2 small.svg", PictureFolder.svg())
            let maker = SlowTileMaker()
            defer { maker.letGo() }
            try await Page.open(
                [folder.path], width: width, height: 800, maker: maker, query: "\(query)#layout=pages"
            ) { page in
                let element = "document.getElementById('progress')"
                try await page.until("\(element).checkVisibility() && \(element).ariaValueNow === '34'")
                let text: String = try await page.value("\(element).textContent")
                #expect(text == "Reading the picture: 34 %")
                let isClear: Bool = try await page.value(
                    """
                    (([a, b]) => a.bottom <= b.top && a.left >= 0 && a.right <= innerWidth)(
                      ["progress", "caption"].map(id => document.getElementById(id).getBoundingClientRect()))
                    """)
                #expect(isClear, "above the caption")
                try await page.photograph("progress \(width)")
                maker.letGo()
                try await page.until("!\(element).checkVisibility()")
            }
        }
    }
}
