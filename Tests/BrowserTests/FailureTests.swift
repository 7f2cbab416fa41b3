// Answers that are none: of a proxy, of nobody, too late.

import Foundation
import Testing

@testable import ScrollServer

extension BrowserTests {
    @Suite struct FailureTests {
        private static func folder() throws -> PictureFolder {
            let folder = try PictureFolder()
            for name in ["a", "b"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
                for number in 0..<40 { try folder.write("\(name)/\(number).svg", PictureFolder.svg(width: 60)) }
            }
            return folder
        }

        /// From now on every request is answered with a proxy's page; until `answer()`.
        private static let intercept = """
            {
              const own = window.fetch;
              const page = () => Promise.resolve(new Response("<!doctype html><title>Sign in</title>", { headers: { "Content-Type": "text/html" } }));
              window.fetch = page;
              window.answer = () => { window.fetch = own; };
            }
            """

        @Test("A proxy's page in place of answers breaks nothing: afterwards all is as it should be")
        func proxy() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 1200, height: 700, query: "#layout=grid&columns=70") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 80")
                try await page.browser.run(Self.intercept)
                // All that asks: the cell under the cursor, the panels, the folders, the scrubber's labels, what can be looked for.
                try await page.browser.press(.right)
                try await page.browser.type("fi")
                try await page.browser.run("document.getElementById('folders-button').click()")
                try await page.browser.mouse(.move(1190, 400))
                try await page.browser.run("document.getElementById('more-button').click()")
                try await page.until(
                    "document.getElementById('details-list').textContent.includes('cannot be looked up')")
                try await page.until("document.getElementById('folders').textContent.includes('cannot be read')")
                try await page.browser.run("document.getElementById('folders').hidePopover()")
                try await page.browser.type("i")
                try await page.until("document.getElementById('details').hidden")
                try await page.browser.run("answer()")
                try await page.browser.press(.right)
                try await page.until("scrollServer.cells.item")
                try await page.browser.type("i")
                try await page.until("document.querySelector('#details-list code')")
                try await page.browser.run("document.getElementById('folders-button').click()")
                try await page.until("document.querySelectorAll('#folders .name').length === 3")
            }
        }

        @Test("Over HTTP a proxy's page is said, and its end noticed")
        func proxiedPlans() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 600, height: 400, query: "?live=0#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 80")
                try await page.browser.run(Self.intercept)
                try await page.until("document.getElementById('message').textContent.includes('sign in')")
                try await page.browser.run("answer()")
                try await page.settle(when: "document.getElementById('message').hidden")
            }
        }

        @Test(
            "A fault in painting is a fault of the page, not of the server, and is not painted again and again",
            arguments: ["?live=0", ""])
        func painting(query: String) async throws {
            try await Page.open(["--demo=5000"], width: 600, height: 400, isBlank: true, query: "\(query)#layout=grid")
            {
                page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 5000")
                try await page.browser.run(
                    """
                    window.faults = 0;
                    const { bands } = scrollServer;
                    const paint = bands.paint;
                    bands.paint = () => { window.faults += 1; throw new Error("made for a test"); };
                    window.mend = () => { bands.paint = paint; };
                    """)
                try await page.browser.press(.pageDown)
                try await page.until("faults > 0 && !scrollServer.session.busy")
                let text: String = try await page.value("document.getElementById('message').textContent")
                #expect(!text.contains("does not answer"))
                try await page.browser.run("mend()")
                try await page.jump(to: 0.5)
                #expect(try await page.value("probe.seen().length > 3"))
                let others: [String] = try await page.value(
                    "probe.mistakes.filter(text => !/made for a test|^Script error/.test(text))")
                #expect(others.isEmpty)
                try await page.browser.run("probe.mistakes = []")
            }
        }

        @Test("Where a live connection is refused for a while, plans come over HTTP, and then live again")
        func refusedUpgrades() async throws {
            try await Page.open(["--demo=5000"], width: 600, height: 400, isBlank: true, query: "#layout=grid") {
                page in
                try await page.browser.run(
                    """
                    const own = window.WebSocket;
                    const send = own.prototype.send;
                    window.WebSocket = class extends own {
                      constructor() { super(`ws://${location.host}/api/refused`); }
                    };
                    window.allow = () => { window.WebSocket = own; };
                    own.prototype.send = function (text) {
                      own.prototype.send = send;
                      send.call(this, text);
                      this.close();
                    };
                    """)
                try await page.browser.press(.pageDown)
                let polls =
                    "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/plan?')).length"
                try await page.until("\(polls) > 0 && !scrollServer.session.isLive")
                try await page.jump(to: 0.5)
                try await page.browser.run("allow()")
                try await page.until("scrollServer.session.isLive")
                try await page.jump(to: 0.2)
                #expect(try await page.value("scrollServer.session.isLive"))
                try await page.browser.run("performance.clearResourceTimings()")
                try await page.jump(to: 0.7)
                #expect(try await page.value(polls) == 0)
            }
        }

        @Test("A slideshow that is ended at once lets the screen go dark again")
        func wakeLock() async throws {
            try await Page.open(["--demo=30"], width: 600, height: 400, isBlank: true, query: "#layout=grid") { page in
                try await page.browser.run(
                    """
                    window.held = 0;
                    window.grants = [];
                    Object.defineProperty(navigator, "wakeLock", { value: {
                      request: () => new Promise(done => {
                        window.grants.push(() => {
                          window.held += 1;
                          done({ released: false, async release() { window.held -= 1; } });
                        });
                      }),
                    } });
                    """)
                try await page.browser.type("ss")
                try await page.browser.run("for (const grant of grants.splice(0)) grant()")
                try await page.until("held === 0 && !document.body.classList.contains('bare')")
            }
        }

        @Test("Another browser begins at the top, this one where it was")
        func firstVisit() async throws {
            let (state, folder) = (try PictureFolder(), try Self.folder())
            let arguments = ["--state=\(state.path)", folder.path]
            let forget = "document.cookie = 'scrollserver-place=; max-age=0; path=/'"
            var name = ""
            try await Page.open(arguments, width: 500, height: 400, query: "#layout=stack") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 80")
                try await page.jump(to: 0.6)
                try await page.until("probe.hashAgrees()")
                name = try await page.value("scrollServer.shown.plan.anchor.name")
            }
            try await Page.open(arguments, width: 500, height: 400) { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 80")
                #expect(try await page.value("scrollServer.shown.plan.anchor.name") == name)
                try await page.browser.run(forget)
            }
            try await Page.open(arguments, width: 500, height: 400) { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 80")
                #expect(try await page.value("scrollServer.shown.plan.anchor.index") == 0)
            }
        }
    }
}
