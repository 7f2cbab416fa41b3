// The dialog that saves what was found.

import Foundation
import Testing

@testable import HTTP
@testable import Imaging
@testable import Pixels
@testable import Platform
@testable import ScrollServer

extension BrowserTests {
    @Suite struct ExportTests {
        private static let failure = "document.getElementById('export-failure').textContent"
        private static let isOpen = "document.getElementById('export').open"

        /// Opens the dialog, and counts downloads instead of making them.
        private static let open = """
            document.getElementById("export-button").click();
            window.saved = [];
            document.getElementById("export-save").addEventListener("click", event => {
              if (event.defaultPrevented) return;
              event.preventDefault();
              saved.push(event.currentTarget.href);
            });
            """

        @Test("What was found is saved once the server has agreed, and why it has not is said in its own words")
        func refused() async throws {
            let folder = try PictureFolder()
            for number in 1...9 { try folder.write("\(number).svg", PictureFolder.svg(width: 30 * number)) }
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 9")
                try await page.browser.run(
                    Self.open + """
                        window.refusing = true;
                        const plain = window.fetch;
                        window.fetch = (address, options) => !refusing || !String(address).includes("/export?") ? plain(address, options)
                          : Promise.resolve(new Response(
                            options.method === "HEAD" ? null : JSON.stringify({ status: 503, detail: "the items are still being found" }),
                            { status: 503, headers: { "Content-Type": "application/problem+json" } }));
                        document.getElementById("export-save").click();
                        """)
                try await page.until("\(Self.failure) === 'Nothing was saved: the items are still being found'")
                #expect(try await page.value("\(Self.isOpen) && saved.length === 0"))
                // Another choice is another question.
                try await page.browser.run(
                    """
                    document.getElementById("export-kind").value = "paths.txt";
                    document.getElementById("export-kind").dispatchEvent(new Event("input", { bubbles: true }));
                    """)
                #expect(try await page.value(Self.failure) == "")
                try await page.browser.run("refusing = false; document.getElementById('export-save').click()")
                try await page.until("saved.length === 1 && !\(Self.isOpen)")
                #expect(try await page.value("saved[0].includes('as=paths.txt')"))
                #expect(try await page.value(Self.failure) == "")
            }
        }

        @Test("A server that has gone is said in the dialog")
        func lost() async throws {
            let folder = try PictureFolder()
            for number in 1...9 { try folder.write("\(number).svg", PictureFolder.svg(width: 30 * number)) }
            let options = try Options(["--port=0", "--cache-limit=0", folder.path])
            let application = try Application(options, page: try Page.files)
            defer { application.stop(within: 0) }
            try await Page.show(try application.start().url, width: 900, height: 600) { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 9")
                try await page.browser.run(Self.open)
                application.stop(within: 0)
                try await page.browser.run("document.getElementById('export-save').click()")
                try await page.until("\(Self.failure).includes('does not answer')")
                #expect(try await page.value("\(Self.isOpen) && saved.length === 0"))
                try await page.browser.run("probe.mistakes = []")
            }
        }

        /// Exports a folder as a site, by the program itself.
        private static func exportSite(of folder: String, to output: String) throws {
            let process = Process()
            process.executableURL = URL(
                fileURLWithPath: try #require(EveningProgram.path, "the program is not beside the tests"))
            process.arguments = ["export", folder, "--output=\(output)", "--format=site", "--cache-limit=0"]
            if let page = ProcessInfo.processInfo.environment["SCROLLSERVER_PUBLIC"] {
                process.arguments?.append("--public=\(page)")
            }
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0)
        }

        /// A server that knows nothing but files, below `/photos/`.
        private static func host(_ path: String) throws -> HTTPServer {
            let files = try #require(StaticFiles(root: path, pool: try WorkerPool(threads: 1)))
            var configuration = HTTPConfiguration()
            configuration.port = 0
            configuration.loops = 1
            return HTTPServer(configuration: configuration) { request in
                let missing = Answer.now(Problem.notFound("there is no such file").response)
                guard request.pathSegments.first == "photos" else { return missing }
                var request = request
                request.pathSegments.removeFirst()
                return files.respond(to: request) ?? missing
            }
        }

        @Test("An exported site needs no more than files: it scrolls, opens a picture, and shows its pixels")
        func site() async throws {
            let (folder, output) = (try PictureFolder(), try PictureFolder())
            var bytes = [UInt8](repeating: 0, count: 1300 * 700 * 3)
            for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index / 900) }
            try folder.write(
                "large.jpg",
                JPEGEncoder.encode(PixelBuffer(width: 1300, height: 700, format: .rgb, bytes: bytes), quality: 80))
            for number in 1...300 {
                let pixels = [UInt8](repeating: UInt8(number & 255), count: 40 * 30)
                try folder.write(
                    "\(number).jpg",
                    JPEGEncoder.encode(PixelBuffer(width: 40, height: 30, format: .gray, bytes: pixels), quality: 80))
            }
            try Self.exportSite(of: folder.path, to: "\(output.path)/site")
            let host = try Self.host("\(output.path)/site")
            defer { host.shutdown(within: 0) }
            let address = "http://127.0.0.1:\(try host.start().port)/photos"
            let ready = "[...scrollServer.slots.shown.values()].every(slot => slot.ready)"
            try await Page.show(address, width: 1000, height: 600) { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 301 && \(ready)")
                #expect(try await page.value("scrollServer.shown.plan.columns") == 6)
                // Nothing is offered that needs a server.
                let offered: Bool = try await page.value(
                    "['find-button', 'export-button', 'folders-button', 'sort', 'compare-button'].some(id => document.getElementById(id).checkVisibility())"
                )
                #expect(!offered)
                // All of it at once, and back.
                try await page.browser.type("0")
                try await page.settle(when: "scrollServer.shown.plan.mosaic?.isAll && \(ready)")
                #expect(try await page.value("scrollServer.shown.plan.visible.last") == 300)
                try await page.browser.type("0")
                try await page.settle(when: "scrollServer.shown.plan.columns === 6 && \(ready)")
                try await page.jump(to: 1)
                try await page.until("scrollServer.shown.plan.visible.last === 300 && \(ready)")
                // The last picture in the order of names is the large one.
                try await page.browser.run(
                    "[...scrollServer.slots.shown.values()].find(({ tile }) => tile.index === 300).element.querySelector('a')?.click()"
                )
                try await page.settle(when: "scrollServer.shown.layout === 'pages' && \(ready)")
                try await page.until("document.getElementById('caption').textContent.includes('1,300 × 700')")
                try await page.browser.run("document.getElementById('pixels-button').click()")
                try await page.settle(when: "scrollServer.shown.layout === 'item' && \(ready)")
                #expect(try await page.value("document.getElementById('magnification').value") == "100 %")
                // A tile is as large as its pixels.
                try await page.until(
                    "[...scrollServer.slots.shown.values()].some(({ tile }) => tile.level === 0 && tile.width === 512)")
                let link: String = try await page.value("location.href")
                try await page.browser.run("document.getElementById('back').click()")
                try await page.settle(when: "scrollServer.shown.layout === 'grid'")
                try await page.browser.go(to: "about:blank")
                try await page.browser.go(to: link)
                try await page.settle(when: "scrollServer.shown.layout === 'item' && \(ready)")
                try await page.browser.run("document.getElementById('previous').click()")
                try await page.settle(when: "scrollServer.shown.plan.anchor.index === 299")
                let statuses: [Int] = try await page.value(
                    "[...new Set(performance.getEntriesByType('resource').map(({ responseStatus }) => responseStatus))]"
                )
                #expect(statuses == [200])
            }
        }
    }
}
