// The scale bar of a picture, and measuring in it.

import Testing

@testable import Imaging
@testable import Pixels

extension BrowserTests {
    @Suite struct ScaleTests {
        /// A JPEG of 2540 dots per inch, of pixels of 10 µm (ITU-T T.871 §10.1).
        static func slide(width: Int = 1200, height: Int = 800) -> [UInt8] {
            let pixels = PixelBuffer(
                width: width, height: height, format: .gray, bytes: Array(repeating: 120, count: width * height))
            let jpeg: [UInt8] = JPEGEncoder.encode(pixels, quality: 80)
            // 2540, twice.
            let density: [UInt8] = [9, 236, 9, 236]
            return Array(jpeg[..<2]) + [0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 1] + density
                + [0, 0] + Array(jpeg[2...])
        }

        /// The metres of a pixel, and of a length as the page writes it.
        private static let pixel = 10e-6
        private static let metres = """
            (text => Number(text.split(" ")[0]) * { nm: 1e-9, "µm": 1e-6, mm: 1e-3, m: 1 }[text.split(" ")[1]])
            """

        private static func open(
            width: Int, height: Int, _ body: (Page) async throws -> Void
        ) async throws {
            let folder = try PictureFolder()
            for name in ["a", "b"] { try folder.write("\(name).jpg", slide()) }
            try await Page.open([folder.path], width: width, height: height, query: "#layout=pages") { page in
                try await page.until("document.getElementById('scale-bar').checkVisibility()")
                try await body(page)
            }
        }

        /// The length of the bar or of the line, in metres by its text and by its place on the screen.
        private static func bar(_ page: Page) async throws -> (told: Double, drawn: Double) {
            let told: Double = try await page.value(
                "\(metres)(document.querySelector('#scale-bar span').textContent)")
            let width: Double = try await page.value(
                "document.querySelector('#scale-bar i').getBoundingClientRect().width / scrollServer.shown.plan.picture.scale"
            )
            return (told, width * pixel)
        }

        @Test("The bar is as long as it says, at each zoom", arguments: [(390, 844), (1280, 800)])
        func bar(width: Int, height: Int) async throws {
            try await Self.open(width: width, height: height) { page in
                for _ in 0..<4 {
                    let (told, drawn) = try await Self.bar(page)
                    #expect(abs(drawn - told) < told * 0.01, "\(told) m, drawn as \(drawn) m")
                    let isInside: Bool = try await page.value(
                        """
                        (({ left, bottom }) => left >= 0 && bottom <= innerHeight
                          && bottom <= document.getElementById("caption").getBoundingClientRect().top + 1)(
                          document.getElementById("scale-bar").getBoundingClientRect())
                        """)
                    #expect(isInside)
                    let before: Double = try await page.value("scrollServer.shown.plan.picture.scale")
                    try await page.browser.type("+")
                    try await page.settle(when: "scrollServer.shown.plan.picture.scale > \(before) * 1.2")
                }
                // Enlarged so far, it has a map, which leads to its last corner.
                try await page.until("document.getElementById('picture-map').checkVisibility()")
                let corner: [Double] = try await page.value(
                    """
                    (({ right, bottom }) => [right - 4, bottom - 4])(
                      document.querySelector("#picture-map img").getBoundingClientRect())
                    """)
                try await page.browser.click(x: corner[0], y: corner[1])
                try await page.settle(
                    when: """
                        (({ seen, width, height }) => seen.x + seen.width > width - 1 && seen.y + seen.height > height - 1)(
                          scrollServer.shown.plan.picture.map)
                        """)
                try await page.photograph("scale-\(width)")
            }
        }

        @Test(
            "A drag is measured, by mouse and by finger, and the line stays in the picture", arguments: [false, true])
        func drag(isFinger: Bool) async throws {
            try await Self.open(width: 900, height: 600) { page in
                if isFinger {
                    try await page.browser.tool(
                        "Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 1])
                }
                try await page.browser.type("m")
                try await page.until("document.getElementById('view').classList.contains('measuring')")
                if isFinger {
                    try await page.browser.touch(
                        .move(300, 200), .down, .move(320, 210), .rest, .move(500, 350), .rest, .up)
                } else {
                    try await page.browser.drag(from: (300, 200), to: (500, 350))
                }
                let length = "\(Self.metres)(document.getElementById('length').value)"
                let scale: Double = try await page.value("scrollServer.shown.plan.picture.scale")
                let expected = 250 / scale * Self.pixel
                try await page.until("Math.abs(\(length) / \(expected) - 1) < 0.01")
                try await page.until(
                    "document.getElementById('measure-said').textContent === document.getElementById('length').value")
                #expect(try await page.value("document.getElementById('coordinates').value.includes('px')"))
                try await page.photograph("measured-\(isFinger ? "finger" : "mouse")")
                // Still one picture in the same place: the drag was no swipe.
                #expect(try await page.value("scrollServer.shown.plan.anchor.index") == 0)
                if isFinger {
                    // Two fingers zoom, and leave the line where it is in the picture.
                    try await page.browser.pinch(x: 450, y: 300, from: 100, to: 160)
                    try await page.settle(when: "scrollServer.shown.plan.picture.scale > \(scale) * 1.2")
                    try await page.until("Math.abs(\(length) / \(expected) - 1) < 0.01")
                }
                // Larger, the line is longer on the screen, and as long in the picture.
                let before: Double = try await page.value("scrollServer.shown.plan.picture.scale")
                try await page.browser.type("+")
                try await page.settle(when: "scrollServer.shown.plan.picture.scale > \(before) * 1.2")
                let drawn: Double = try await page.value(
                    """
                    (line => Math.hypot(line.x2.baseVal.value - line.x1.baseVal.value, line.y2.baseVal.value - line.y1.baseVal.value)
                      / scrollServer.shown.plan.picture.scale)(document.querySelector("#ruler line"))
                    """)
                #expect(abs(drawn * Self.pixel / expected - 1) < 0.01)
                #expect(try await page.value("Math.abs(\(length) / \(expected) - 1) < 0.01"))
                try await page.browser.press(.escape)
                try await page.until(
                    "!document.getElementById('view').classList.contains('measuring') && document.getElementById('length').hidden"
                )
                #expect(try await page.value("scrollServer.shown.isLooking"))
                if isFinger { try await page.browser.tool("Emulation.setTouchEmulationEnabled", ["enabled": false]) }
            }
        }

        @Test("Keys draw a line, move its end, and begin the next one there")
        func keys() async throws {
            try await Self.open(width: 900, height: 600) { page in
                try await page.browser.type("m")
                try await page.browser.press(.right, times: 3)
                for _ in 0..<5 { try await page.browser.press(WebDriver.Key.right.rawValue, with: .shift) }
                let scale: Double = try await page.value("scrollServer.shown.plan.picture.scale")
                let length = "\(Self.metres)(document.getElementById('length').value)"
                try await page.until("Math.abs(\(length) / \(53 / scale * Self.pixel) - 1) < 0.01")
                try await page.browser.press(.enter)
                try await page.browser.press(.down, times: 20)
                try await page.until("Math.abs(\(length) / \(20 / scale * Self.pixel) - 1) < 0.01")
                // The picture has not moved, and none has been turned to.
                #expect(try await page.value("scrollServer.shown.plan.anchor.index") == 0)
                try await page.browser.type("m")
                try await page.until("document.getElementById('ruler').hasAttribute('hidden')")
                try await page.browser.press(.right)
                try await page.settle(when: "scrollServer.shown.plan.anchor.index === 1")
            }
        }

        @Test("Coordinates follow the pointer once they are wanted, and are remembered")
        func coordinates() async throws {
            try await Self.open(width: 900, height: 600) { page in
                try await page.browser.run("document.getElementById('coordinates-button').click()")
                let place = "document.getElementById('coordinates').value"
                try await page.browser.mouse(.move(450, 300))
                let middle: String = try await page.value(
                    """
                    (({ x, y, scale }) => [(450 - x) / scale, (300 - y) / scale].map(at => Math.floor(at).toLocaleString()).join(", "))(
                      scrollServer.shown.plan.picture)
                    """)
                try await page.until("\(place) === '\(middle) px'")
                try await page.browser.run("location.reload()")
                try await page.until("window.scrollServer?.shown.plan?.picture")
                try await page.browser.mouse(.move(300, 310))
                try await page.browser.mouse(.move(450, 300))
                try await page.until("\(place) === '\(middle) px'")
                try await page.browser.run("document.getElementById('coordinates-button').click()")
                #expect(try await page.value("document.getElementById('coordinates').hidden"))
            }
        }

        @Test("What is seen can be saved")
        func region() async throws {
            try await Self.open(width: 900, height: 600) { page in
                for (format, type) in [("png", "image/png"), ("jpeg", "image/jpeg")] {
                    let found: String = try await page.browser.runAsync(
                        "fetch(document.getElementById('save-\(format)').href).then(answer => arguments[0](answer.headers.get('Content-Type')))"
                    )
                    #expect(found == type)
                }
            }
        }
    }
}
