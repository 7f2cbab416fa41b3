// The page on its live session: what comes over it, what changes under it, what survives it.

import Foundation
import Testing

@testable import HTTP
@testable import Imaging
@testable import Pixels
@testable import ScrollServer

extension BrowserTests {
    @Suite struct LivePageTests {
        /// A folder of photographs, called 100.jpg and on.
        private static func photographs(_ count: Int) throws -> PictureFolder {
            let folder = try PictureFolder()
            for number in 0..<count { try folder.write("\(100 + number).jpg", photograph(number)) }
            return folder
        }

        private static func photograph(_ number: Int) -> [UInt8] {
            let colour = [UInt8(truncatingIfNeeded: number * 37), 128, UInt8(truncatingIfNeeded: number * 91)]
            // In a window of 800 px most heights are fractions of a point.
            let (width, height) = (320, 191 + number % 3 * 31)
            let pixels = Array(repeatElement(colour, count: width * height).joined())
            return JPEGEncoder.encode(
                PixelBuffer(width: width, height: height, format: .rgb, bytes: pixels), quality: 80, subsampling: .none)
        }

        /// Waits until the header of every picture has been read.
        static func measured(_ page: Page) async throws {
            let holds: Bool = try await page.browser.runAsync(
                """
                const done = arguments[arguments.length - 1];
                const look = async () => {
                    const [collection] = (await (await fetch("/api/collections")).json()).collections;
                    const answer = await fetch(`/api/collections/${collection.id}/items?limit=1000`);
                    const { items } = await answer.json();
                    if (collection.complete && items.every(item => item.measured)) done(true);
                    else requestAnimationFrame(look);
                };
                look();
                """)
            #expect(holds)
        }

        @Test("Pictures come over the session, each once, and none over HTTP", arguments: ["grid", "stack"])
        func bytes(layout: String) async throws {
            let folder = try Self.photographs(80)
            try await Page.open([folder.path], query: "#layout=\(layout)") { page in
                try await Self.measured(page)
                try await page.browser.reload()
                try await page.settle(when: "window.scrollServer?.session.isLive && probe.isSharp()")
                for fraction in [0, 0.5, 1, 0.5, 0] {
                    try await page.jump(to: fraction)
                    try await page.until("probe.isSharp()")
                    #expect(
                        try await page.value(
                            "[...scrollServer.slots.shown.values()].every(slot => slot.source.bytes.blob.size > 0)"))
                    #expect(
                        try await page.value("[...scrollServer.slots.shown.values()].every(slot => slot.isDrawn)"))
                }
                #expect(try await page.value("0 < probe.needed && probe.needed < probe.sources.size"))
                #expect(try await page.value("[...probe.sources].every(([name]) => name.startsWith('tile '))"))
                #expect(try await page.value("Math.max(...probe.sources.values())") == 1)
                #expect(try await page.value("probe.plans.most") == 1)
                let fetched: [String] = try await page.value(
                    "performance.getEntriesByType('resource').map(({ name }) => name).filter(name => /tiles|plan\\?/.test(name))"
                )
                #expect(fetched.isEmpty)
            }
        }

        @Test("Over HTTP the same is painted in the same places")
        func overHTTP() async throws {
            let folder = try Self.photographs(80)
            try await Page.open([folder.path], query: "#layout=grid") { page in
                try await Self.measured(page)
                var seen: [[Page.Tile]] = []
                for query in ["", "?live=0"] {
                    try await page.browser.go(to: "about:blank")
                    try await page.browser.go(to: "\(page.address)/\(query)#layout=grid")
                    try await page.settle(when: "window.scrollServer && probe.isSharp()")
                    #expect(try await page.value("scrollServer.session.isLive") == query.isEmpty)
                    try await page.jump(to: 0.4)
                    seen.append(try await page.painted())
                }
                #expect(seen[0] == seen[1] && !seen[0].isEmpty)
            }
        }

        @Test("Files that come appear in their places, and what is looked at stays", arguments: ["", "?live=0"])
        func newFiles(query: String) async throws {
            let folder = try Self.photographs(80)
            try await Page.open([folder.path], query: "\(query)#layout=stack") { page in
                try await Self.measured(page)
                try await page.jump(to: 0.5)
                let before = try await page.painted()
                // Before all others, which is far above.
                try folder.write("099.jpg", Self.photograph(1))
                try await page.settle(when: "scrollServer.shown.plan.count === 81")
                let after = try await page.painted()
                #expect(after.map(\.url) == before.map(\.url))
                #expect(after.map(\.index) == before.map { $0.index + 1 })
                for (old, new) in zip(before, after) { #expect(abs(old.y - new.y) <= 0.01) }
                // Behind the one at the top, where it is seen at once.
                let top: String = try await page.value("scrollServer.shown.plan.anchor.name")
                let place: Double = try await page.value("scrollServer.shown.plan.anchor.y")
                try folder.write("\(top.dropLast(4)).new.jpg", Self.photograph(2))
                try await page.settle(
                    when: "scrollServer.shown.plan.tiles.some(tile => tile.name === '\(top.dropLast(4)).new.jpg')")
                try await page.until("probe.isSharp()")
                #expect(try await page.value("scrollServer.shown.plan.anchor.name") == top)
                #expect(abs(try await page.value("scrollServer.shown.plan.anchor.y") - place) <= 0.5)
                try FileManager.default.removeItem(atPath: "\(folder.path)/099.jpg")
                try await page.settle(when: "scrollServer.shown.plan.count === 81")
                #expect(abs(try await page.value("scrollServer.shown.plan.anchor.y") - place) <= 0.5)
            }
        }

        @Test("A zoom is not made again because a file has come")
        func zoomOnce() async throws {
            let folder = try Self.photographs(80)
            try await Page.open([folder.path], query: "#layout=stack") { page in
                try await Self.measured(page)
                try await page.jump(to: 0.5)
                try await page.browser.type("+")
                try await page.settle(when: "scrollServer.shown.plan.zoomScale > 1 && probe.isSharp()")
                let (scale, offset): (Double, Page.Offset) = (
                    try await page.value("scrollServer.shown.plan.zoomScale"), try await page.offset()
                )
                try folder.write("999.jpg", Self.photograph(1))
                try await page.settle(when: "scrollServer.shown.plan.count === 81")
                #expect(try await page.value("scrollServer.shown.plan.zoomScale") == scale)
                #expect(try await page.offset() == offset)
            }
        }

        @Test("A server that comes back is told what the page has, and nothing flashes")
        func restart() async throws {
            let folder = try Self.photographs(80)
            func start(port: String) throws -> (Application, HTTPServer.Address) {
                let options = try Options([folder.path, "--port=\(port)", "--cache-limit=0"])
                let application = try Application(options, page: try Page.files)
                return (application, try application.start())
            }
            let (first, address) = try start(port: "0")
            defer { first.stop(within: 0) }
            try await Page.show(address.url, query: "#layout=grid") { page in
                try await Self.measured(page)
                try await page.browser.reload()
                try await page.settle(when: "window.scrollServer?.session.isLive && probe.isSharp()")
                try await page.browser.run(
                    """
                    probe.needed = 0; probe.blank = 0; probe.looks = 0;
                    const look = () => {
                      probe.looks += 1;
                      const seen = probe.slots();
                      if (!seen.length || !seen.every(slot => slot.classList.contains("shown"))) probe.blank += 1;
                      requestAnimationFrame(look);
                    };
                    look();
                    """)
                first.stop(within: 0)
                try await page.until("!scrollServer.session.isLive")
                let (second, _) = try start(port: "\(address.port)")
                defer { second.stop(within: 0) }
                try await page.settle(when: "scrollServer.session.isLive && probe.isSharp()")
                #expect(try await page.value("probe.looks > 1 && probe.blank === 0"))
                #expect(try await page.value("probe.needed") == 0, "the page holds all of it")
                #expect(try await page.value("document.getElementById('message').hidden"))
                try await page.browser.run("probe.mistakes = []")
                // Before its server stops.
                try await page.browser.go(to: "about:blank")
                try await page.browser.run("window.probe ??= { mistakes: [] }")
            }
        }
    }
}
