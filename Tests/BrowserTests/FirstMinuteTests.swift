// What a new reader does in the first minute: turns the phone, drags the thumb, clicks twice, goes back.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct FirstMinuteTests {
        private static let top = "scrollServer.shown.plan.anchor.index"

        @Test(
            "What is looked at stays through any number of turns", arguments: ["grid", "justified", "stack", "pages"])
        func turns(layout: String) async throws {
            try await Page.open(
                ["--demo=100000"], width: 390, height: 844, isBlank: true, query: "#layout=\(layout)"
            ) { page in
                try await page.jump(to: 0.31)
                let start: Int = try await page.value(Self.top)
                let place: Double = try await page.value("scrollServer.shown.plan.anchor.fractionY")
                for _ in 0..<5 {
                    try await page.resize(width: 844, height: 390)
                    try await page.settle(when: "innerWidth === 844 && scrollServer.shown.plan.tiles.length > 0")
                    let seen: [Int] = try await page.value("probe.painted().map(({ index }) => index)")
                    #expect(seen.contains(start), "\(seen)")
                    try await page.resize(width: 390, height: 844)
                    try await page.settle(when: "innerWidth === 390 && scrollServer.shown.plan.tiles.length > 0")
                    let now: Int = try await page.value(Self.top)
                    #expect(now == start)
                }
                let end: Double = try await page.value("scrollServer.shown.plan.anchor.fractionY")
                #expect(abs(end - place) < 0.02)
                // Who scrolls on looks at something else.
                try await page.jump(to: 0.62)
                let other: Int = try await page.value(Self.top)
                try await page.resize(width: 844, height: 390)
                try await page.settle(when: "innerWidth === 844")
                let seen: [Int] = try await page.value("probe.painted().map(({ index }) => index)")
                #expect(seen.contains(other) && !seen.contains(start))
            }
        }

        @Test("Ctrl and wheel over rows keep the picture under the pointer", arguments: ["", "&group=folder"])
        func wheelOverRows(group: String) async throws {
            let folder = try PictureFolder()
            for number in 0..<240 {
                let (width, height) = ([60, 45, 40, 80][number % 4], [40, 60, 40, 45][number % 4])
                try folder.write("\(1000 + number).svg", PictureFolder.svg(width: 10 * width, height: 10 * height))
            }
            try await Page.open(
                [folder.path], width: 900, height: 600, query: "#layout=justified\(group)"
            ) { page in
                try await LivePageTests.measured(page)
                try await page.settle(when: "scrollServer.shown.plan.count === 240")
                try await page.jump(to: 0.5)
                let (x, y) = (610.0, 330.0)
                let under = "probe.under(\(x), \(y))?.index"
                let start: Int = try await page.value(under)
                let height: Double = try await page.value("scrollServer.shown.plan.rowHeight")
                for delta in [-25.0, -25, -25, 25, 25, 25, 25, 25, -25, -25] {
                    try await page.browser.pinchWheel(x: x, y: y, deltaY: delta)
                    try await page.settle(when: "scrollServer.zoom.isPlain && probe.isSharp()")
                    #expect(try await page.value(under) == start)
                }
                #expect(try await page.value("scrollServer.shown.plan.rowHeight") == height)
            }
        }

        @Test("After a drag of the thumb the keys are the view's", arguments: ["grid", "stack"])
        func keysAfterTheThumb(layout: String) async throws {
            try await Page.open(
                ["--demo=100000"], width: 600, height: 400, isBlank: true, query: "#layout=\(layout)"
            ) { page in
                struct Box: Decodable {
                    let x: Double
                    let y: Double
                }
                let thumb: Box = try await page.value(
                    "document.getElementById('thumb').getBoundingClientRect().toJSON()")
                try await page.browser.mouse(
                    .move(thumb.x + 2, thumb.y + 20), .down, .move(thumb.x + 2, thumb.y + 90),
                    .move(thumb.x + 2, thumb.y + 150),
                    .up)
                try await page.settle(when: "\(Self.top) > 1000")
                let before = try await page.offset()
                try await page.browser.press(.down)
                try await page.settle(when: "scrollServer.scroller.offset.y > \(before.y)")
                let after = try await page.offset()
                #expect(after.y - before.y < 100, "a key scrolls a little")
                try await page.browser.press("3", with: .alt)
                try await page.settle(when: "scrollServer.shown.view.layout === 'stack'")
                // With the keyboard on the thumb itself, too.
                try await page.browser.run("document.getElementById('scrubber').focus()")
                try await page.browser.press("1", with: .alt)
                try await page.settle(when: "scrollServer.shown.view.layout === 'grid'")
            }
        }

        @Test("A double click in a grid opens the picture and does not zoom it")
        func doubleClick() async throws {
            try await Page.open(["--demo=1000"], width: 600, height: 500, isBlank: true, query: "#layout=grid") {
                page in
                let index = try #require(
                    try await page.value("Number(document.elementFromPoint(300, 250).closest('.slot').dataset.index)")
                        as Int?)
                try await page.browser.click(x: 300, y: 250, times: 2)
                try await page.settle(
                    when: "scrollServer.shown.view.layout === 'pages' && scrollServer.shown.plan.layout === 'pages'")
                // Long enough for a zoom to have come.
                try await page.browser.run("window.later = false; setTimeout(() => { later = true; }, 600);")
                try await page.settle(when: "window.later")
                #expect(try await page.value("scrollServer.shown.view.layout") == "pages")
                #expect(try await page.value(Self.top) == index)
                #expect(try await page.value("scrollServer.shown.plan.zoomScale") == 1)
            }
        }

        @Test("The browser's way back leads to the layout, the order and the collection before")
        func back() async throws {
            try await Page.open(["--demo=1000"], width: 600, height: 500, isBlank: true, query: "#layout=grid") {
                page in
                try await page.jump(to: 0.4)
                let first: Int = try await page.value(Self.top)
                try await page.browser.press("3", with: .alt)
                try await page.settle(when: "scrollServer.shown.plan.layout === 'stack'")
                try await page.browser.run(
                    """
                    const list = document.getElementById("collection");
                    list.value = "weather";
                    list.dispatchEvent(new Event("change", { bubbles: true }));
                    """)
                try await page.settle(
                    when: "scrollServer.shown.collection === 'weather' && scrollServer.shown.plan.chart")
                try await page.browser.run("history.back()")
                try await page.settle(
                    when: "scrollServer.shown.collection === 'demo' && scrollServer.shown.plan.layout === 'stack'")
                #expect(try await page.value(Self.top) == first)
                try await page.browser.run("history.back()")
                try await page.settle(when: "scrollServer.shown.plan.layout === 'grid'")
                #expect(try await page.value(Self.top) == first)
                try await page.browser.run("history.forward()")
                try await page.settle(when: "scrollServer.shown.plan.layout === 'stack'")
                #expect(
                    try await page.value("document.querySelector('#layout [aria-pressed=true]').dataset.layout")
                        == "stack")
            }
        }

        @Test(
            "An address that names what is not there is told so, and the rest is shown",
            arguments: [
                ("#collection=nowhere&layout=grid", "nowhere"),
                ("#collection=demo&layout=grid&anchor=zzzzzz&at=0,0", "address"),
                ("#collection=demo&layout=slides", "slides"),
                ("#collection=demo&layout=item&item=zzzzzz", "not there any more"),
                ("#collection=demo&layout=item", "is missing"),
                ("#collection=demo&layout=grid&order=foo", "foo"),
                ("#collection=demo&layout=grid&group=foo", "foo"),
                ("#collection=demo&layout=grid&columns=99999999", "out of range"),
            ])
        func unknown(address: String, word: String) async throws {
            try await Page.open(["--demo=1000"], width: 600, height: 500, isBlank: true, query: address) { page in
                try await page.until(
                    "!document.getElementById('message').hidden && document.getElementById('message').textContent.includes('\(word)')"
                )
                try await page.until("probe.slots().length > 0")
            }
        }

        @Test("A picture that is removed while it is looked into makes way for its neighbour")
        func removed() async throws {
            let folder = try PictureFolder()
            for name in ["a", "b", "c"] { try folder.write("\(name).svg", PictureFolder.svg()) }
            try await Page.open([folder.path], width: 600, height: 500, query: "#layout=pages") { page in
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                try await page.browser.press(.right)
                try await page.until("document.querySelector('#caption b')?.textContent === 'b.svg'")
                try await page.browser.pinchWheel(x: 300, y: 250, deltaY: -25, times: 4)
                try await page.settle(when: "scrollServer.shown.plan.layout === 'item'")
                try FileManager.default.removeItem(atPath: "\(folder.path)/b.svg")
                try await page.until("document.getElementById('message').textContent.includes('not there any more')")
                try await page.until("document.querySelector('#caption b')?.textContent === 'c.svg'")
            }
        }

        @Test("A browser can install the page: it takes the manifest, its icons and its start")
        func manifest() async throws {
            try await Page.open(["--demo=1000"], width: 600, height: 500, isBlank: true) { page in
                let faults: [String] = try await page.browser.runAsync(
                    """
                    const link = document.querySelector("link[rel=manifest]");
                    const refused = [];
                    addEventListener("securitypolicyviolation", ({ violatedDirective }) => refused.push(violatedDirective));
                    fetch(link.href).then(answer => answer.json()).then(async manifest => {
                      const addresses = [manifest.start_url, ...manifest.icons.map(({ src }) => src)].map(one => new URL(one, link.href));
                      for (const address of addresses) {
                        const { status } = await fetch(address);
                        if (status !== 200 || address.origin !== location.origin) refused.push(String(address));
                      }
                      if (new URL(manifest.start_url, link.href).pathname !== location.pathname) refused.push("start");
                      if (manifest.display !== "standalone" || !manifest.name) refused.push("display");
                      if (!document.querySelector("meta[http-equiv=Content-Security-Policy]").content.includes("manifest-src 'self'")) refused.push("policy");
                      return refused;
                    }).then(arguments[0], error => arguments[0]([String(error)]));
                    """)
                #expect(faults.isEmpty)
            }
        }

        @Test("A first visit asks for nothing that is not there")
        func nothingIsMissed() async throws {
            try await Page.open(["--demo=1000"], width: 600, height: 500, isBlank: true) { page in
                let missed: [String] = try await page.value(
                    "performance.getEntriesByType('resource').filter(one => one.responseStatus >= 400).map(({ name }) => name)"
                )
                #expect(missed.isEmpty)
                let icon: Int = try await page.browser.runAsync(
                    "fetch('/favicon.ico').then(({ status }) => arguments[0](status))")
                #expect(icon == 200)
            }
        }
    }
}
