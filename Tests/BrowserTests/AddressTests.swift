// Collections whose names are parts of addresses.

import Foundation
import Testing

@testable import Imaging
@testable import Pixels

extension BrowserTests {
    @Suite struct AddressTests {
        @Test(
            "A histogram, an original and a video of a collection called as a part of addresses is",
            arguments: ["tiles", "items"])
        func names(name: String) async throws {
            let parent = try PictureFolder()
            let path = "\(parent.path)/\(name)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            let bytes = (0..<3600).map { UInt8(truncatingIfNeeded: $0) }
            let pixels = PixelBuffer(width: 40, height: 30, format: .rgb, bytes: bytes)
            try parent.write("\(name)/a.jpg", JPEGEncoder.encode(pixels, quality: 80, subsampling: .none))
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments =
                ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=320x240:rate=10:duration=1"]
                + ["-c:v", "libvpx", "\(path)/b.webm"]
            process.standardInput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "ffmpeg is needed, as .ci/install brings it")
            try await Page.open([path], width: 900, height: 500, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 2")
                try await page.browser.type("i")
                try await page.until("document.querySelector('#details canvas')?.hidden === false")
                let original: String = try await page.value(
                    "document.querySelector('#details .saves a').pathname")
                #expect(original.hasPrefix("/api/collections/\(name)/items/") && original.hasSuffix("/original"))
                try await page.browser.type("i")
                try await page.until("document.getElementById('details').hidden")
                try await page.browser.run("location.hash = '#layout=pages&q=b.webm'")
                try await page.until("document.querySelector('#slots video')?.readyState > 0")
            }
        }
    }
}
