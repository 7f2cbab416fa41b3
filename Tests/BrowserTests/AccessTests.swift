// A page that needs a token, below a path, in a real browser.

import Foundation
import Testing

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
            let application = try Application(options, page: try PageFiles.find(nil), maker: BlankTileMaker())
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
            let page = Page(browser: browser, address: address.url)
            try await page.until("document.title.includes('Demo') && probe.slots().length > 0")
            let place: String = try await browser.run("return location.pathname + location.search")
            #expect(place == "/pictures/")
            #expect(try await browser.run("return location.hash.includes('layout=stack')") as Bool)
            #expect(try await browser.run("return scrollServer.planner.isLive") as Bool)
            #expect(try await browser.run("return document.cookie") as String == "")
            let mistakes: [String] = try await browser.run("return probe.mistakes")
            #expect(mistakes.isEmpty)
            // A page of another origin learns nothing from images that load or fail: none loads.
            let icon = "\(address.url)/pictures/icon.svg"
            try await browser.go(to: "data:text/html,<title>x</title><img src='\(icon)'>")
            try await page.until("document.images[0].complete")
            #expect(try await browser.run("return document.images[0].naturalWidth") as Int == 0)
            try await browser.go(to: "about:blank")
        }

        @Test("A page that may only read asks for nothing else, and says nothing of it")
        func readOnly() async throws {
            try await Page.open(["--demo=1000", "--read-only"], isBlank: true) { page in
                try await page.jump(to: 0.5)
                try await page.until("location.hash.includes('anchor')")
                let writes: Int = try await page.value(
                    "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/state/page')).length"
                )
                // The one that asks for the place saved last.
                #expect(writes == 1)
            }
        }
    }
}
