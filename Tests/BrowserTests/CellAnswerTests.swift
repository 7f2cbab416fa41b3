// What cells say and do under the pointer: outline, name, stars, and the check that selects a picture. On a read-only server a tick marks it.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct CellAnswerTests {
        /// What the style sheet writes on each cell that is seen, by its index; "none" for nothing.
        private static let words = """
            Object.fromEntries(probe.slots().filter(slot => !slot.classList.contains("over")).map(slot =>
              [slot.dataset.index, getComputedStyle(slot.querySelector("a"), "::after").content]))
            """

        /// Whether only the cell with this index has an outline.
        private static func isOutlined(_ index: Int) -> String {
            """
            probe.slots().filter(slot => !slot.classList.contains("over")).every(slot =>
              (getComputedStyle(slot.querySelector("a")).outlineStyle === "solid") === (slot.dataset.index === "\(index)"))
            """
        }

        private struct Point: Decodable {
            let x: Double
            let y: Double
        }

        /// The middle of what a selector finds.
        private static func middle(_ page: Page, of selector: String) async throws -> Point {
            try await page.value(
                """
                (({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(
                  document.querySelector(`\(selector)`).getBoundingClientRect())
                """)
        }

        private static func point(_ page: Page, at index: Int) async throws {
            let place = try await middle(page, of: ".slot.current:not(.over)[data-index=\"\(index)\"] > a")
            try await page.browser.mouse(.move(place.x, place.y))
        }

        @Test(
            "The cell under the pointer is outlined and says its name, and costs one element",
            arguments: ["grid", "justified"])
        func hover(layout: String) async throws {
            try await Page.open(["--demo=1000"], width: 900, height: 600, isBlank: true, query: "#layout=\(layout)") {
                page in
                let elements = "document.querySelectorAll('#slots *').length"
                let before: Int = try await page.value(elements)
                let quiet: [String: String] = try await page.value(Self.words)
                #expect(quiet.values.allSatisfy { $0 == "none" })
                for index in [1, 0] {
                    try await Self.point(page, at: index)
                    try await page.until(Self.isOutlined(index))
                    let words: [String: String] = try await page.value(Self.words)
                    #expect(words["\(index)"] == "\"\(index + 1).png\"")
                    #expect(words.values.count { $0 != "none" } == 1)
                    #expect(try await page.value(elements) == before + 1)
                    #expect(
                        try await page.value("document.querySelector('.chooser').ariaLabel")
                            == "Select \(index + 1).png")
                }
                // The bar is no cell.
                try await page.browser.mouse(.move(450, 10))
                try await page.until("\(elements) === \(before)")
                let after: [String: String] = try await page.value(Self.words)
                #expect(after.values.allSatisfy { $0 == "none" })
            }
        }

        @Test("Of a read-only server, a click into the corner marks the picture and opens nothing; the tick stays")
        func tick() async throws {
            try await Page.open(
                ["--demo=1000", "--read-only"], width: 900, height: 600, isBlank: true, query: "#layout=grid"
            ) { page in
                try await Self.point(page, at: 1)
                try await page.until("document.querySelector('.marker') !== null")
                #expect(try await page.value("document.querySelector('.marker').ariaChecked") == "false")
                let corner = try await Self.middle(page, of: ".marker")
                try await page.browser.mouse(.move(corner.x, corner.y))
                try await page.browser.click(x: corner.x, y: corner.y)
                try await page.until("scrollServer.marks.items.length === 1")
                #expect(try await page.value("scrollServer.shown.layout") == "grid")
                #expect(try await page.value("document.querySelector('.marker').ariaChecked") == "true")
                try await page.browser.mouse(.move(450, 10))
                try await page.until("document.querySelector('.marker') === null")
                let tick = "getComputedStyle(document.querySelector('.slot[data-mark]'), '::after').content"
                #expect(try await page.value(tick) == "\"✓\"")
                // The second click takes it back.
                try await page.browser.mouse(.move(corner.x, corner.y))
                try await page.until("document.querySelector('.marker') !== null")
                try await page.browser.click(x: corner.x, y: corner.y)
                try await page.until("scrollServer.marks.items.length === 0")
                #expect(try await page.value("document.querySelector('.slot[data-mark]') === null"))
                // Its slot comes to show another picture, and the pointer is where it was.
                try await page.jump(to: 0.5)
                try await page.until(
                    "[...document.querySelectorAll('.marker')].every(one => one.closest('.slot.current') !== null)")
            }
        }

        @Test("The picture with the focus has the tick, too, and Tab goes past it")
        func keyboard() async throws {
            try await Page.open(
                ["--demo=1000", "--read-only"], width: 900, height: 600, isBlank: true, query: "#layout=grid"
            ) { page in
                try await page.browser.press(.tab)
                try await page.until("document.activeElement.closest('.slot') !== null")
                #expect(try await page.value("document.querySelectorAll('.marker').length") == 1)
                #expect(
                    try await page.value(
                        "document.querySelector('.marker').parentElement === document.activeElement.parentElement"))
                #expect(try await page.value("document.querySelector('.marker').tabIndex") == -1)
                let words: [String: String] = try await page.value(Self.words)
                #expect(words["0"] == "\"1.png\"")
                try await page.browser.type("x")
                try await page.until("document.querySelector('.marker').ariaChecked === 'true'")
                try await page.browser.press(.right)
                try await page.settle(when: "document.activeElement.closest('.slot')?.dataset.index === '1'")
                #expect(
                    try await page.value("document.querySelector('.marker').closest('.slot').dataset.index") == "1")
                #expect(try await page.value("document.querySelector('.marker').ariaChecked") == "false")
            }
        }

        @Test("The switch shows the words on every cell, and the browser remembers it")
        func names() async throws {
            try await Page.open(["--demo=1000"], width: 900, height: 600, isBlank: true, query: "#layout=grid") {
                page in
                let elements = "document.querySelectorAll('#slots *').length"
                let before: Int = try await page.value(elements)
                try await page.browser.run("document.getElementById('names').click();")
                #expect(try await page.value("document.getElementById('names').ariaPressed") == "true")
                func expectNames() async throws {
                    let words: [String: String] = try await page.value(Self.words)
                    #expect(words.count > 3)
                    for (index, text) in words {
                        #expect(text == "\"\((Int(index) ?? 0) + 1).png\"")
                    }
                }
                try await expectNames()
                #expect(try await page.value(elements) == before)
                try await page.browser.run("location.reload();")
                try await page.settle(when: "document.getElementById('names').ariaPressed === 'true'")
                try await expectNames()
                // There is no room for words in small cells.
                try await page.browser.run("location.hash = '#layout=grid&columns=20';")
                try await page.settle(when: "scrollServer.shown.plan?.columns === 20")
                let small: [String: String] = try await page.value(Self.words)
                #expect(!small.isEmpty && small.values.allSatisfy { $0 == "none" })
            }
        }

        @Test("Stars are painted and said, and follow the file beside the picture")
        func stars() async throws {
            let folder = try PictureFolder()
            for name in ["a", "b"] { try folder.write("\(name).svg", PictureFolder.svg(width: 400, height: 400)) }
            func rated(_ rating: Int) -> [UInt8] {
                [UInt8]("<x:xmpmeta><rdf:RDF><rdf:Description xmp:Rating='\(rating)'/></rdf:RDF></x:xmpmeta>".utf8)
            }
            try folder.write("a.svg.xmp", rated(4))
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid") { page in
                let names = "probe.slots().map(slot => slot.querySelector('a').ariaLabel).join('; ')"
                try await page.settle(when: "\(names) === 'a.svg, 4 stars; b.svg'")
                try await Self.point(page, at: 0)
                let words: [String: String] = try await page.value(Self.words)
                #expect(words["0"]?.contains("★★★★") == true && words["0"]?.contains("a.svg") == true)
                try folder.write("b.svg.xmp", rated(1))
                try await page.settle(when: "\(names) === 'a.svg, 4 stars; b.svg, 1 star'")
                try FileManager.default.removeItem(atPath: "\(folder.path)/a.svg.xmp")
                try await page.settle(when: "\(names) === 'a.svg; b.svg, 1 star'")
            }
        }

        @Test("The picture that was looked at last is outlined among the others", arguments: ["grid", "justified"])
        func last(layout: String) async throws {
            try await Page.open(["--demo=1000"], width: 900, height: 600, isBlank: true, query: "#layout=\(layout)") {
                page in
                let last = "[...document.querySelectorAll('.slot.current.last')].map(slot => slot.dataset.index).join()"
                #expect(try await page.value(last) == "")
                let place = try await Self.middle(page, of: ".slot.current:not(.over)[data-index=\"1\"] > a")
                try await page.browser.click(x: place.x, y: place.y)
                try await page.settle(when: "scrollServer.shown.isLooking && probe.isSharp()")
                // A picture that fills the view needs none, and no tick.
                #expect(try await page.value("document.querySelector('.marker, .chooser') === null"))
                #expect(
                    try await page.value(
                        "probe.slots().every(slot => getComputedStyle(slot.querySelector('a')).outlineStyle === 'none')"
                    ))
                try await page.browser.press(.right)
                try await page.settle(when: "scrollServer.shown.plan.anchor.index === 2")
                try await page.browser.press(.escape)
                try await page.settle(when: "!scrollServer.shown.isLooking && probe.isSharp()")
                #expect(try await page.value(last) == "2")
                try await page.browser.mouse(.move(450, 10))
                try await page.until(Self.isOutlined(2))
                // It is there again after its slot has shown something else.
                try await page.jump(to: 0.5)
                #expect(try await page.value(last) == "")
                try await page.jump(to: 0)
                #expect(try await page.value(last) == "2")
            }
        }
    }
}
