// A page that needs a token, below a path, in a real browser.

import Foundation
import Testing

@testable import HTTP
@testable import ScrollServer

extension BrowserTests {
    @Suite struct AccessTests {
        @Test("A token in the address lets in, and is gone from it; pages and links of others do what they may")
        func token() async throws {
            let state = try PictureFolder()
            defer { withExtendedLifetime(state) {} }
            let options = try Options([
                "--port=0", "--demo=1000", "--cache-limit=0", "--state=\(state.path)", "--base-path=/pictures",
                "--token",
            ])
            let application = try Application(options, page: try Page.files, maker: BlankTileMaker())
            defer { application.stop(within: 0) }
            let address = try application.start()
            let browser = try #require(BrowserTrait.browser)
            // Without it, a readable page.
            try await browser.go(to: "\(address.url)/pictures/")
            let heading: String = try await browser.run("return document.querySelector('h1').textContent")
            #expect(heading == "These pictures need a token")
            // A link on another site's page: the browser keeps the strict cookie back on the way here.
            let target = "\(address.page)#collection=demo&layout=stack"
            try await browser.go(to: "data:text/html,<a href='\(target.replacing("#", with: "%23"))'>here</a>")
            try await browser.run("document.querySelector('a').click()")
            try await comesTrue("document.title.includes('Demo') && probe.slots().length > 0", in: browser)
            let place: String = try await browser.run("return location.pathname + location.search")
            #expect(place == "/pictures/")
            #expect(try await browser.run("return location.hash.includes('layout=stack')") as Bool)
            #expect(try await browser.run("return scrollServer.session.isLive") as Bool)
            // The page's own cookie says which browser it is; that with the token is none of the page's.
            let cookies: [String] = try await browser.run(
                "return document.cookie.split('; ').map(one => one.split('=')[0]).filter(Boolean)")
            #expect(Set(cookies).isSubset(of: ["scrollserver-place"]))
            let mistakes: [String] = try await browser.run("return probe.mistakes")
            #expect(mistakes.isEmpty)
            // A page of another origin learns nothing from images that load or fail: none loads.
            let icon = "\(address.url)/pictures/icon.svg"
            try await browser.go(to: "data:text/html,<title>x</title><img src='\(icon)'>")
            try await comesTrue("document.images[0].complete", in: browser)
            #expect(try await browser.run("return document.images[0].naturalWidth") as Int == 0)
            try await browser.go(to: "about:blank")
        }

        /// Waits until a condition holds.
        ///
        /// The page itself looks at it; one that goes meanwhile takes the wait along, and it is begun again in the one
        /// that follows.
        private func comesTrue(_ condition: String, in browser: WebDriver) async throws {
            let look = """
                const done = arguments[0], end = performance.now() + 1000;
                (function look() {
                    let holds = false;
                    try { holds = Boolean(\(condition)); } catch { }
                    if (holds || performance.now() > end) done(holds); else setTimeout(look, 20);
                })();
                """
            for _ in 0..<20 {
                if let holds: Bool = try? await browser.runAsync(look), holds { return }
            }
            let last: String? = try? await browser.run("return `${location.href} ${document.body?.innerText}`")
            throw Page.Lapse(description: "never came true: \(condition); \(last ?? "nothing")")
        }

        @Test("A page that may only read asks for nothing else, and says nothing of it")
        func readOnly() async throws {
            for (arguments, writes) in [(["--read-only"], false), ([], true)] as [([String], Bool)] {
                try await Page.open(["--demo=1000"] + arguments, isBlank: true) { page in
                    try await page.browser.run(
                        """
                        window.written = 0;
                        const { fetch } = window;
                        window.fetch = (url, options) => {
                          if (options?.method) window.written += 1;
                          return fetch(url, options);
                        };
                        """)
                    try await page.jump(to: 0.5)
                    try await page.until("location.hash.includes('anchor') && !location.hash.includes('anchor=0&')")
                    #expect(try await page.value("window.written > 0") == writes, "\(arguments)")
                }
            }
        }
    }
}
