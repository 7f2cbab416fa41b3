// What is shown can be chosen, and is remembered by the address.

import Testing

extension BrowserTests {
    @Suite struct PickerTests {
        private static func choose(_ page: Page, _ id: String, _ value: String) async throws {
            try await page.browser.run(
                """
                const picker = document.getElementById("\(id)");
                picker.value = "\(value)";
                picker.dispatchEvent(new Event("change", { bubbles: true }));
                """)
        }

        private static func seen(_ page: Page) async throws -> [Int] { try await page.value("probe.seen()") }

        @Test("Another layout keeps the picture one looks at")
        func layouts() async throws {
            try await Page.open(["--demo=1000000"], isBlank: true) { page in
                try await page.jump(to: 0.6)
                for (layout, key) in [
                    ("stack", "3"), ("strip", "4"), ("justified", "2"), ("grid", "1"), ("stack", "3"),
                ] {
                    let held = try #require(try await Self.seen(page).first)
                    try await page.browser.run("document.querySelector('[data-layout=\(layout)].plain').click()")
                    try await page.settle(when: "scrollServer.shown.plan?.layout === '\(layout)'")
                    #expect(try await Self.seen(page).contains(held), "after choosing \(layout)")
                    let (other, otherKey) = layout == "grid" ? ("stack", "3") : ("grid", "1")
                    try await page.browser.press(otherKey, with: .alt)
                    try await page.settle(when: "scrollServer.shown.plan?.layout === '\(other)'")
                    #expect(try await Self.seen(page).contains(held), "after pressing \(otherKey)")
                    try await page.browser.press(key, with: .alt)
                    try await page.settle(when: "scrollServer.shown.plan?.layout === '\(layout)'")
                    #expect(
                        try await page.value("document.querySelector('#layout [aria-pressed=true]').dataset.layout")
                            == layout)
                }
            }
        }

        @Test("Another collection is another set of pictures")
        func collections() async throws {
            let folder = try PictureFolder()
            for number in 1...3 { try folder.write("\(number).svg", PictureFolder.svg()) }
            try await Page.open([folder.path, "--demo=1000"]) { page in
                #expect(try await page.painted().map(\.index) == [0, 1, 2])
                #expect(try await page.value("document.getElementById('collection').options.length") == 2)
                try await Self.choose(page, "collection", "demo")
                try await page.settle(when: "scrollServer.shown.plan?.collection === 'demo'")
                #expect(try await page.painted().count > 6)
                #expect(try await page.painted().allSatisfy { $0.url.contains("/demo/") })
                let text: String = try await page.value("document.getElementById('position').value")
                #expect(text.hasSuffix(" of 1,000"))
            }
        }

        @Test("A reload brings the same pictures to the same places", arguments: ["grid", "stack", "strip"])
        func reload(layout: String) async throws {
            try await Page.open(["--demo=1000000000"], isBlank: true, query: "#layout=\(layout)") { page in
                try await page.jump(to: 0.9)
                let before = try await page.painted()
                let first = try #require(before.first)
                try await page.until("location.hash.includes('anchor=') && location.hash.includes('layout=\(layout)')")
                // The address is written shortly after the last move.
                try await page.until("probe.hashAgrees()")
                try await page.browser.reload()
                try await page.settle(when: "window.scrollServer?.shown.plan")
                let after = try #require(try await page.painted().first { $0.index == first.index })
                #expect(abs(after.x - first.x) <= 0.5)
                #expect(abs(after.y - first.y) <= 0.5)
            }
        }

        @Test("Help opens on ? and closes on Escape, and keys are the pictures' again")
        func help() async throws {
            try await Page.open(["--demo=1000"], isBlank: true) { page in
                try await page.browser.type("?")
                try await page.until("document.getElementById('help').open")
                let start = try await page.offset()
                try await page.browser.press(.escape)
                try await page.until("!document.getElementById('help').open")
                #expect(try await page.offset() == start)
                try await page.browser.press(.down)
                try await page.settle(when: "scrollServer.scroller.offset.y > \(start.y)")
            }
        }
    }
}
