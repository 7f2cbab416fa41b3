// No pictures, and no server.

import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Pixels
@testable import Platform
@testable import ScrollServer
@testable import Tiles

extension BrowserTests {
    @Suite struct RecoveryTests {
        @Test("A lost server is said, and its return noticed")
        func lostServer() async throws {
            func start(port: String) throws -> (Application, HTTPServer.Address) {
                let options = try Options(["--demo=1000000", "--port=\(port)", "--cache-limit=0"])
                let application = try Application(options, page: try PageFiles.find(nil))
                return (application, try application.start())
            }
            let (first, address) = try start(port: "0")
            defer { first.stop(within: 0) }
            try await Page.show(address.url) { page in
                try await page.jump(to: 0.5)
                first.stop(within: 0)
                try await page.browser.press(.pageDown)
                try await page.until("!document.getElementById('message').hidden")
                let text: String = try await page.value("document.getElementById('message').textContent")
                #expect(text.contains("does not answer"))
                let (second, _) = try start(port: "\(address.port)")
                defer { second.stop(within: 0) }
                // Over a connection of its own again, not by questions.
                try await page.settle(when: "document.getElementById('message').hidden && scrollServer.session.isLive")
                try await page.until("probe.slots().length > 6")
                // Before its server stops.
                try await page.browser.run("probe.mistakes = []")
            }
        }

        @Test("A list that is deleted while it is shown gives way to another collection, and that is said")
        func deletedList() async throws {
            let options = try Options(["--demo=1000", "--port=0", "--cache-limit=0"])
            let application = try Application(options, page: try PageFiles.find(nil))
            let address = try application.start()
            defer { application.stop(within: 0) }
            try await Page.show(address.url) { page in
                func send(_ method: String, _ path: String, _ body: String = "") async throws -> Int {
                    try await page.browser.runAsync(
                        """
                        fetch("/api/collections\(path)", { method: "\(method)", body: '\(body)' || null })
                          .then(({ status }) => arguments[arguments.length - 1](status));
                        """)
                }
                #expect(try await send("POST", "", #"{"name":"Picks"}"#) == 201)
                #expect(try await send("POST", "/picks/items", #"{"items":[{"width":30,"height":20}]}"#) == 201)
                try await page.browser.run("location.hash = 'collection=picks'; location.reload()")
                try await page.settle(
                    when: "window.scrollServer?.shown.collection === 'picks' && scrollServer.shown.plan?.count === 1")
                #expect(try await send("DELETE", "/picks") == 204)
                try await page.settle(
                    when: "scrollServer.shown.collection === 'demo' && scrollServer.shown.plan?.count === 1000")
                try await page.until("document.body.textContent.includes(\"'Picks' has been deleted\")")
                let offered: [String] = try await page.value(
                    "[...document.querySelectorAll('#collection option')].map(option => option.value)")
                #expect(offered.contains("demo") && !offered.contains("picks"))
            }
        }

        /// A collection with nothing in it, as a folder is when its last picture has gone.
        private final class Nothing: ItemCollection {
            let id = "nothing"
            let name = "Nothing"
            let kind = CollectionKind.folder
            let source = ""
            let status = CollectionStatus(count: 0, isComplete: true, revision: 1)

            func index(ofItem id: String) -> Int? { nil }
            func summaries(in range: Range<Int>) -> [ItemSummary] { [] }
            func details(at index: Int) -> ItemDetails? { nil }
            func measure(_ indices: [Int]) -> [Int] { [] }
            func original(ofItem id: String) throws(ImageError) -> Original { throw .unreadable("there is nothing") }
        }

        @Test("An empty collection says so")
        func empty() async throws {
            let pool = try WorkerPool(threads: 2)
            let pipeline = try TilePipeline(
                maker: PictureTileMaker(), memory: MemoryCache(byteLimit: 1 << 20), disk: nil, workers: 1,
                byteLimit: 1 << 20)
            let wiring = try Wiring([Nothing()], page: try PageFiles.find(nil), pipeline: pipeline, pool: pool)
            var configuration = HTTPConfiguration()
            configuration.port = 0
            let server = HTTPServer(configuration: configuration) { wiring.router.answer($0) }
            let address = try server.start()
            defer {
                server.shutdown(within: 0)
                wiring.stop()
            }
            try await Page.show(address.url) { page in
                let text: String = try await page.value("document.getElementById('message').textContent")
                let isHidden: Bool = try await page.value("document.getElementById('message').hidden")
                #expect(text.contains("no pictures"))
                #expect(!isHidden)
                #expect(try await page.painted().isEmpty)
                try await page.photograph("empty")
            }
        }
    }
}
