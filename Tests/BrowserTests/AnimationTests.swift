// Pictures that move: still in cells, played where one fills the view.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct AnimationTests {
        /// A GIF, a WebP and a PNG of ten frames, made by ffmpeg.
        private static func folder() throws -> PictureFolder {
            let folder = try PictureFolder()
            for (name, arguments) in [
                ("a.gif", []), ("b.webp", ["-c:v", "libwebp_anim", "-loop", "0"]),
                ("c.png", ["-f", "apng", "-plays", "0"]),
            ] {
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
            "performance.getEntriesByType('resource').filter(one => one.name.includes('/original?')).length"
        private static let image = "document.querySelector('.slot:not([hidden]) img')"

        @Test("In a grid nothing moves, and no original is fetched")
        func stillInCells() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 900, height: 700, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 3 && probe.isSharp()")
                #expect(try await page.value("document.querySelectorAll('.slot img').length") == 0)
                #expect(try await page.value(Self.fetched) == 0)
                #expect(try await page.value("probe.slots().every(slot => !slot.querySelector('.sign'))"))
            }
        }

        @Test("An AVIF's pixels lie on the sheets in cells, and an element shows it where it fills the view")
        func avif() async throws {
            let folder = try PictureFolder()
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments =
                ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=c=0x2060C0:size=640x480", "-frames:v", "1"]
                + ["-c:v", "libaom-av1", "-still-picture", "1", "-cpu-used", "8", "\(folder.path)/a.avif"]
            process.standardInput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "ffmpeg is needed, as .ci/install brings it")
            try await Page.open([folder.path], width: 900, height: 700, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 1 && probe.isSharp()")
                #expect(try await page.value("document.querySelectorAll('.slot img').length") == 0)
                #expect(try await page.value("[...scrollServer.slots.shown.values()].every(slot => slot.isDrawn)"))
            }
            try await Page.open([folder.path], width: 900, height: 700, query: "#layout=pages") { page in
                try await page.until("\(Self.image)?.naturalWidth === 640")
            }
        }

        @Test("Where one fills the view, the browser plays it, and lets go of it when it is left")
        func playedWhereItFillsTheView() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 900, height: 700, query: "#layout=pages") { page in
                try await page.until("scrollServer.shown.plan?.count === 3 && \(Self.image)?.naturalWidth === 320")
                let frame: [Double] = try await page.value(
                    "(({ width, height }) => [width, height])(\(Self.image).getBoundingClientRect())")
                #expect(abs(frame[0] / frame[1] - 4.0 / 3) < 0.02, "\(frame)")
                let type =
                    "fetch(scrollServer.shown.plan.tiles[0].url).then(answer => answer.headers.get('Content-Type'))"
                #expect(try await page.value("(async () => await \(type))()") == "image/gif")
                for (index, expected) in [(1, "image/webp"), (2, "image/apng")] {
                    try await page.browser.press(.right)
                    try await page.settle(when: "scrollServer.shown.plan.anchor?.index === \(index)")
                    try await page.until("\(Self.image)?.naturalWidth === 320")
                    #expect(try await page.value("(async () => await \(type))()") == expected)
                }
                #expect(try await page.value("document.querySelectorAll('.slot:not([hidden]) img').length") == 1)
            }
        }
    }
}
