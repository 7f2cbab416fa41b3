// Whether every rule of the style sheets is used, by the browser's own coverage.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct StyleUseTests {
        /// Rules that no state of this browser uses, and why they are there.
        private static let unreachable = [
            ".overview img:not([src])": "the moment before the picture of a chart's overview has come",
            ".histogram input::-moz-range-thumb": "Firefox's name for the handle of a slider",
            ".view::-webkit-scrollbar": "the scroll bar of browsers without scrollbar-width",
            ".strip::-webkit-scrollbar": "the same, of the filmstrip",
        ]

        @Test("Every rule of the style sheets is used in some state of the page")
        func everyRule() async throws {
            let folder = try Self.folder()
            let path = folder.path
            let coverage = try await StyleCoverage(try #require(BrowserTrait.browser))
            do {
                let paths = ["pictures", "list.csv", "media", "empty", "scaled", "wide.csv", "stock.csv"].map {
                    "\(path)/\($0)"
                }
                try await Self.open(["--marks=\(path)/marks.csv"] + paths, coverage) { visit in
                    for steps in [
                        StyleVisits.paths, StyleVisits.pictures, StyleVisits.rest, StyleVisits.lists, StyleVisits.noted,
                        StyleVisits.scale,
                    ] {
                        try await visit.make(steps)
                    }
                }
                try await Self.open([], coverage) { visit in
                    try await visit.make(StyleVisits.demos)
                    try await visit.followFeed()
                }
                try await Self.open(["--read-only", "\(path)/pictures"], coverage) { visit in
                    try await visit.make(StyleVisits.readOnly)
                }
            } catch {
                try? await coverage.stop()
                throw error
            }
            try await coverage.stop()
            #expect(coverage.rules.count > 500)
            let unused = coverage.unused.filter { Self.unreachable[$0.selector] == nil }
            #expect(unused.isEmpty, "\(unused.map { "\($0.sheet): \($0.selector)" }.joined(separator: "\n"))")
            let known = Set(coverage.rules.map(\.selector))
            #expect(Self.unreachable.keys.allSatisfy(known.contains), "a rule that is excused has gone")
        }

        /// Makes visits to a server, and leaves the browser as it was.
        private static func open(
            _ arguments: [String], _ coverage: StyleCoverage, _ body: (StyleVisit) async throws -> Void
        ) async throws {
            try await Page.open(arguments, width: 1280, height: 800) { page in
                let visit = StyleVisit(page: page, coverage: coverage)
                do {
                    try await body(visit)
                } catch {
                    try? await visit.end()
                    throw error
                }
                try await visit.end()
            }
        }

        /// Pictures in folders, a list of them, what has names only, and two charts with marks.
        private static func folder() throws -> PictureFolder {
            let folder = try PictureFolder()
            for name in ["pictures/a/b", "pictures/z", "media", "empty", "scaled"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
            }
            func write(_ name: String, _ lines: [String]) throws {
                try folder.write(name, [UInt8](lines.joined(separator: "\n").utf8))
            }
            var rows = ["path,label,score,caption,rating,taken,camera,iso,shot"]
            for place in ["", "a/", "a/b/"] {
                for number in 0..<40 {
                    try folder.write("pictures/\(place)\(number).svg", PictureFolder.svg(width: 300, height: 200))
                    // Nothing asks for a text as long as the first.
                    let caption = place.isEmpty && number == 0 ? String(repeating: "x", count: 5000) : "Picture"
                    rows.append(
                        "pictures/\(place)\(number).svg,label\(number % 30),\(number),\(caption),\(number % 6),"
                            + "2020-0\(1 + number % 9)-03T10:00:00,X100,\(100 * (1 + number % 7)),"
                            + "2024-1\(number % 3)-0\(1 + number % 9)T10:00:00")
                }
            }
            try folder.write("pictures/bad.jpg", PictureFolder.garbage)
            rows.append("pictures/bad.jpg,label1,1,bad,5,,,,2024-10-01T09:00:00")
            try write("list.csv", rows)
            try write(
                "pictures/0.svg.xmp",
                ["<x:xmpmeta><rdf:RDF><rdf:Description xmp:Rating='4'/></rdf:RDF></x:xmpmeta>"])
            try folder.write("pictures/lie.png", PictureFolder.svg(width: 300, height: 200))
            try folder.write("pictures/z/z.tif", PageTests.threePages)
            try folder.write("pictures/deep.pgm", WindowingTests.deep)
            try folder.write("pictures/cells.tif", StackTests.channels)
            try folder.write("pictures/depth.tif", StackTests.stack)
            try fillMedia(folder)
            try folder.write("scaled/slide.jpg", ScaleTests.slide())
            let names = (0..<20).map { "Line number \($0) with a long name" }.joined(separator: ",")
            let days = (0..<84).map { row in
                let values = (0..<20).map { "\([1, 10, 100, 1000][$0 % 4] * ((row * 7 + $0) % 50))" }
                let day = 1 + row % 28
                return "2024-\(10 + row / 28)-\(day < 10 ? "0" : "")\(day),\(values.joined(separator: ","))"
            }
            try write("wide.csv", ["date,\(names)"] + days.sorted())
            let prices = (0..<300).map { row in
                let price = 100 + row % 20
                return "\(1_700_000_000 + row * 86_400),\(price),\(price + 30),\(price - 10),\(price + 10),"
                    + "\(2_000_000 + row * 7000)"
            }
            try write("stock.csv", ["# Prices", "time,Open,High,Low,Close,Volume"] + prices)
            try write(
                "marks.csv", ["when,what", "2024-10-20,Release", "2024-11-10,Move", "2024-11-10,Again", ""])
            return folder
        }

        /// A video, one with a cover, a moving picture, and a HEIC.
        private static func fillMedia(_ folder: PictureFolder) throws {
            let cover = ["-f", "lavfi", "-i", "color=red:size=320x240:duration=1", "-map", "0", "-map", "1"]
            let streams = [
                "-c:v:0", "mpeg4", "-c:v:1", "mjpeg", "-frames:v:1", "1", "-disposition:v:1", "attached_pic",
            ]
            for (name, arguments) in [
                ("a.webm", ["-c:v", "libvpx"]), ("b.mp4", cover + streams), ("d.gif", []),
            ] {
                try folder.film("media/\(name)", arguments)
            }
            try folder.write("media/c.heic", PictureFolder.heic)
        }
    }
}

/// Makes visits, and asks before each document goes which rules have been used.
private final class StyleVisit {
    private let page: Page
    private let coverage: StyleCoverage
    private var medium = ""
    private var features: [String: String] = [:]
    private var isPressed = false

    init(page: Page, coverage: StyleCoverage) { (self.page, self.coverage) = (page, coverage) }

    func make(_ steps: [StyleStep]) async throws {
        for step in steps {
            do {
                if case .go = step { try await coverage.take() }
                try await make(step)
                // Asked for a measure, the browser styles what has changed.
                try await page.browser.run("return document.body.offsetHeight")
            } catch {
                throw Page.Lapse(description: "\(step): \(error)")
            }
        }
    }

    /// Asks a last time, and undoes what outlasts a document.
    func end() async throws {
        try await coverage.take()
        try await setMedia("", [:])
        try await touch(false)
    }

    private func make(_ step: StyleStep) async throws {
        let browser = page.browser
        switch step {
        case .go(let address):
            try await browser.go(to: "about:blank")
            try await browser.go(to: "\(page.address)/\(address)")
            try await page.settle()
        case .run(let script):
            try await browser.run(script)
            try await page.settle()
        case .until(let condition): try await page.settle(when: condition)
        case .type(let text):
            try await browser.type(text)
            try await page.settle()
        case .press(let key):
            try await browser.press(key)
            try await page.settle()
        case .size(let width, let height):
            try await page.resize(width: width, height: height)
            try await page.settle(when: "innerWidth === \(width)")
        case .touch(let isTouch): try await touch(isTouch)
        case .medium(let medium): try await setMedia(medium, features)
        case .feature(let name, let value):
            try await setMedia(medium, features.merging([name: value]) { _, new in new })
        case .mouse(let type, let x, let y): try await mouse(type, x, y)
        case .wheel(let distance):
            try await browser.wheel(deltaY: distance)
            try await page.settle()
        case .force(let selector): try await coverage.force(selector)
        }
    }

    private func touch(_ isTouch: Bool) async throws {
        try await page.browser.tool(
            "Emulation.setTouchEmulationEnabled", ["enabled": .flag(isTouch), "maxTouchPoints": 2])
        try await page.browser.tool(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .integer(isTouch ? 390 : 1280), "height": .integer(isTouch ? 844 : 800),
                "deviceScaleFactor": 1, "mobile": .flag(isTouch),
            ])
    }

    private func setMedia(_ medium: String, _ features: [String: String]) async throws {
        (self.medium, self.features) = (medium, features)
        try await page.browser.tool(
            "Emulation.setEmulatedMedia",
            [
                "media": .text(medium),
                "features": .list(features.map { ["name": .text($0.key), "value": .text($0.value)] }),
            ])
    }

    private func mouse(_ type: String, _ x: Double, _ y: Double) async throws {
        let isMove = type == "mouseMoved"
        let isDown = type == "mousePressed" || isMove && isPressed
        try await page.browser.tool(
            "Input.dispatchMouseEvent",
            [
                "type": .text(type), "x": .number(x), "y": .number(y), "button": isMove && !isPressed ? "none" : "left",
                "clickCount": .integer(isMove ? 0 : 1), "buttons": .integer(isDown ? 1 : 0),
            ])
        if !isMove { isPressed = isDown }
    }

    /// Goes on in a feed, also where it has failed, until its end; then does so in its pages.
    func followFeed() async throws {
        let footer = "scrollServer.shown.plan.footer"
        try await follow(until: "\(footer)?.state === 'end'") { try await page.browser.wheel(deltaY: 9000) }
        try await make([
            .run("location.hash = '#collection=endless-feed&layout=pages'"),
            .until("scrollServer.shown.current?.layout === 'pages'"),
        ])
        // What is painted may still be the grid's end, so only the foot of the pages counts.
        let foot = "document.querySelector('.view[data-layout=pages] .footer[data-state=end]') !== null"
        try await follow(until: foot) { try await page.browser.press(.end) }
        try await make([.until(foot)])
    }

    private func follow(until isAtEnd: String, _ goOn: () async throws -> Void) async throws {
        let footer = "scrollServer.shown.plan.footer"
        for _ in 0..<90 {
            try await page.settle()
            try await coverage.take()
            if try await page.value(isAtEnd) { break }
            // The page may be quicker than its feed. Waits until the pictures are there that the last step asked for.
            try await make([.until("\(footer)?.state !== 'loading'")])
            if try await page.value("\(footer)?.state === 'failed' && \(footer).retryAfter === null") {
                try await make([.run("document.querySelector('#footer button').click()")])
            }
            try await goOn()
        }
    }
}
