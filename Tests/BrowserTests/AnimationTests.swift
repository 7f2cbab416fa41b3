// Pictures that move: still in cells, played where one fills the view.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct AnimationTests {
        /// A GIF and a WebP of ten frames, made by ffmpeg.
        private static func folder() throws -> PictureFolder {
            let folder = try PictureFolder()
            for (name, arguments) in [("a.gif", []), ("b.webp", ["-c:v", "libwebp_anim", "-loop", "0"])] {
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
                process.arguments =
                    ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=320x240:rate=10:duration=1"]
                    + arguments + ["\(folder.path)/\(name)"]
                process.standardInput = FileHandle.nullDevice
                try process.run()
                process.waitUntilExit()
                try #require(process.terminationStatus == 0, "ffmpeg is needed, as .ci/install brings it")
            }
            return folder
        }

        private static let fetched =
            "performance.getEntriesByType('resource').filter(one => /original/.test(one.name)).length"

        @Test("In a grid nothing moves and no original is fetched; opened it plays, and closed it is still again")
        func playedWhereItFillsTheView() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 900, height: 700, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 2 && probe.isSharp()")
                #expect(try await page.value("document.querySelectorAll('.slot img').length") == 0)
                #expect(try await page.value(Self.fetched) == 0)
                #expect(try await page.value("probe.slots().every(slot => !slot.querySelector('.sign'))"))
                for (number, format) in ["gif", "webp"].enumerated() {
                    try await page.browser.run("probe.slots()[\(number)].querySelector('a').click()")
                    let isPlayed =
                        "scrollServer.shown.plan?.layout === 'item' && document.querySelector('.slot:not([hidden]) img')?.naturalWidth === 320"
                    try await page.until(isPlayed)
                    #expect(try await page.value(Self.fetched) == number + 1, "\(format)")
                    // All of the view's height, as a picture is.
                    let frame: [Double] = try await page.value(
                        "(({ width, height }) => [width, height])(document.querySelector('.slot:not([hidden]) img').getBoundingClientRect())"
                    )
                    #expect(abs(frame[0] / frame[1] - 4.0 / 3) < 0.01, "\(format): \(frame)")
                    try await page.browser.run("history.back()")
                    try await page.settle(when: "scrollServer.shown.plan?.layout === 'grid' && probe.isSharp()")
                    #expect(try await page.value("document.querySelectorAll('.slot img').length") == 0)
                }
            }
        }
    }
}
