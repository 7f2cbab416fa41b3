// What lies around a picture that is looked at, and from one to the next at full size.

import Foundation
import Testing

@testable import Imaging

extension BrowserTests {
    @Suite struct SurroundTests {
        /// How far a text's colour is from what lies beneath it, as WCAG 2.2 §1.4.3 measures it.
        private static let contrast = """
            (element => {
              const parts = colour => colour.match(/[\\d.]+/g).map(Number);
              const light = ([red, green, blue]) => [red, green, blue].map(value => value / 255)
                .map(value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
                .reduce((sum, value, place) => sum + value * [0.2126, 0.7152, 0.0722][place], 0);
              const text = light(parts(getComputedStyle(element).color));
              const ground = light(parts(getComputedStyle(element.closest(".find")).backgroundColor));
              return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
            })
            """

        @Test(
            "The search field can be read beside a picture in both schemes, and is gone in a slideshow",
            arguments: ["light", "dark"])
        func search(scheme: String) async throws {
            let folder = try PictureFolder()
            for number in 0..<30 { try folder.write("\(number).svg", PictureFolder.svg()) }
            try await Page.open([folder.path], width: 700, height: 500, query: "#layout=grid&q=svg") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 30")
                try await page.browser.tool(
                    "Emulation.setEmulatedMedia",
                    ["features": [["name": "prefers-color-scheme", "value": .text(scheme)]]])
                try await page.browser.press(.enter)
                try await page.settle(
                    when: "scrollServer.shown.isLooking && scrollServer.shown.plan.layout === 'pages'")
                let least: Double = try await page.value(
                    """
                    Math.min(...[...document.querySelectorAll("#find-close, #facets-button")].map(\(Self.contrast)))
                    """)
                #expect(least >= 4.5)
                let isSeen = "document.getElementById('find').checkVisibility({ visibilityProperty: true })"
                #expect(try await page.value(isSeen))
                try await page.browser.type("s")
                try await page.until("!(\(isSeen))")
                try await page.browser.type("s")
                try await page.until(isSeen)
            }
        }

        @Test("A press on a label beside the scrubber leads to exactly what it names")
        func labels() async throws {
            let folder = try PictureFolder()
            for name in ["a", "b", "c", "d"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
                for number in 0..<60 { try folder.write("\(name)/\(number).svg", PictureFolder.svg()) }
            }
            try await Page.open([folder.path], width: 600, height: 700, query: "#layout=stack") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 240")
                try await page.browser.mouse(.move(590, 400))
                try await page.until("document.querySelectorAll('.labels span').length === 4")
                struct Spot: Decodable {
                    var x: Double
                    var y: Double
                }
                let spot: Spot = try await page.value(
                    """
                    (({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(
                      [...document.querySelectorAll(".labels span")].find(one => one.textContent === "c").getBoundingClientRect())
                    """)
                try await page.browser.mouse(.move(spot.x, spot.y), .down, .up)
                try await page.settle(when: "scrollServer.shown.plan.anchor.name === 'c/0.svg'")
                #expect(try await page.value("Math.abs(scrollServer.shown.plan.anchor.fractionY) < 0.05"))
            }
        }

        private static func photographs() throws -> PictureFolder {
            let folder = try PictureFolder()
            for name in ["a", "b", "c"] {
                let bytes = [UInt8](repeating: name == "b" ? 90 : 180, count: 900 * 700 * 3)
                let pixels = PixelBuffer(width: 900, height: 700, format: .rgb, bytes: bytes)
                try folder.write("\(name).jpg", JPEGEncoder.encode(pixels, quality: 50, subsampling: .none))
            }
            return folder
        }

        @Test("At full size the next picture shows the same part; z leads there and back")
        func fullSize() async throws {
            let folder = try Self.photographs()
            let shown = "[scrollServer.shown.plan.layout, scrollServer.shown.plan.anchor.name].join()"
            try await Page.open([folder.path], width: 400, height: 300, query: "#layout=pages") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 3")
                try await page.browser.type("z")
                try await page.settle(when: "\(shown) === 'item,a.jpg'")
                #expect(try await page.value("scrollServer.shown.plan.zoomScale") == 1)
                let start = try await page.offset().x
                try await page.browser.press(.right)
                try await page.settle(when: "scrollServer.scroller.offset.x >= \(start + 40)")
                let before = try await page.offset()
                try await page.browser.press(.pageDown)
                try await page.settle(when: "\(shown) === 'item,b.jpg'")
                #expect(try await page.value("scrollServer.shown.plan.zoomScale") == 1)
                #expect(try await page.offset() == before)
                // To the edge, and past it.
                try await page.browser.run("scrollServer.scroller.jump({ x: 1e6, y: scrollServer.scroller.offset.y })")
                try await page.settle()
                let edge = try await page.offset()
                try await page.browser.press(.right)
                try await page.settle(when: "\(shown) === 'item,c.jpg'")
                #expect(try await page.offset() == edge)
                // There is none behind the last.
                try await page.browser.press(.right)
                try await page.browser.press(.pageDown)
                try await page.settle()
                #expect(try await page.value(shown) == "item,c.jpg")
                try await page.browser.press(.pageUp)
                try await page.settle(when: "\(shown) === 'item,b.jpg'")
                try await page.browser.type("z")
                try await page.settle(when: "\(shown) === 'pages,b.jpg'")
            }
        }
    }
}
