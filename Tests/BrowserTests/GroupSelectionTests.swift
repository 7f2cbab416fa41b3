// Whole groups that readers select by their headings.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct GroupSelectionTests {
        /// A check as the page says it: its name, `aria-pressed`, and whether it is seen.
        private struct Check: Decodable, Equatable {
            var name: String?
            var pressed: String?
            var isSeen: Bool
        }

        /// Three folders: 4 pictures in `a`, 60 in `b`, 1 in `c`.
        private static func folder() throws -> PictureFolder {
            let folder = try PictureFolder()
            for (name, count) in [("a", 4), ("b", 60), ("c", 1)] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
                for number in 100..<100 + count {
                    try folder.write("\(name)/\(number).svg", PictureFolder.svg(width: 300, height: 200))
                }
            }
            return folder
        }

        private static func open(_ body: (Page) async throws -> Void) async throws {
            let folder = try folder()
            defer { withExtendedLifetime(folder) {} }
            let view = "#layout=grid&group=folder&columns=5"
            try await Page.open([folder.path], width: 900, height: 600, query: view) { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 65 && probe.isSharp()")
                try await body(page)
            }
        }

        /// A script for the heading of a group that is seen: its own, or the one that stays at the top.
        private static func heading(_ name: String) -> String {
            "[...document.querySelectorAll('.heading:not(.covered)')].find(one => !one.hidden && one.ariaLabel.startsWith('\(name), '))"
        }

        private static func check(_ name: String, _ page: Page) async throws -> Check {
            try await page.value(
                """
                (button => ({ name: button.ariaLabel, pressed: button.ariaPressed, isSeen: getComputedStyle(button).opacity === "1" }))
                  (\(heading(name)).querySelector(".group-check"))
                """)
        }

        private static func middle(_ element: String, _ page: Page) async throws -> Page.Point {
            try await page.value(
                "(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(\(element).getBoundingClientRect())"
            )
        }

        private static func untilPressed(_ name: String, _ pressed: String, _ page: Page) async throws {
            try await page.until("\(heading(name))?.querySelector('.group-check')?.ariaPressed === '\(pressed)'")
        }

        @Test(
            "A click on a heading's check selects the whole group, also what is out of view, and a second one deselects it"
        )
        func clicks() async throws {
            try await Self.open { page in
                #expect(
                    try await Self.check("b", page)
                        == Check(name: "Select b, 60 pictures", pressed: "false", isSeen: false))
                let heading = try await Self.middle(Self.heading("b"), page)
                try await page.browser.mouse(.move(heading.x, heading.y))
                #expect(try await Self.check("b", page).isSeen)
                let button = try await Self.middle("\(Self.heading("b")).querySelector('.group-check')", page)
                try await page.browser.click(x: button.x, y: button.y)
                try await page.until("\(Page.selectedCount) === 60")
                try await Self.untilPressed("b", "true", page)
                #expect(try await page.selection().count == 60)
                #expect(
                    try await Self.check("a", page)
                        == Check(name: "Select a, 4 pictures", pressed: "false", isSeen: true))
                // One less is some; the check then selects the rest.
                try await page.click(5, with: .control)
                try await Self.untilPressed("b", "mixed", page)
                try await page.browser.click(x: button.x, y: button.y)
                try await Self.untilPressed("b", "true", page)
                #expect(try await page.selection().count == 60)
                // Others stay selected.
                try await page.click(0, with: .control)
                try await Self.untilPressed("a", "mixed", page)
                try await page.browser.click(x: button.x, y: button.y)
                try await Self.untilPressed("b", "false", page)
                try await page.untilChosen([0])
                #expect(try await page.value("scrollServer.shown.layout") == "grid")
            }
        }

        @Test("Tab goes from heading to heading, and Space and Enter select")
        func keys() async throws {
            try await Self.open { page in
                try await page.focusFirst()
                let focused = "document.activeElement.ariaLabel"
                for (name, count, total) in [("a", 4, 4), ("b", 60, 64)] {
                    try await page.browser.press(.tab)
                    try await page.until("\(focused) === 'Select \(name), \(count) pictures'")
                    if name == "a" {
                        try await page.browser.press(.space)
                    } else {
                        try await page.browser.press(.enter)
                    }
                    try await page.until("\(Page.selectedCount) === \(total)")
                    try await Self.untilPressed(name, "true", page)
                    // It keeps the keys.
                    #expect(try await page.value(focused) == "Select \(name), \(count) pictures")
                }
            }
        }

        @Test("A heading is seen once: the one that stays at the top stands for its group's own, with its check")
        func sticky() async throws {
            try await Self.open { page in
                let words =
                    "[...document.querySelectorAll('.heading')].filter(one => one.checkVisibility({ visibilityProperty: true })).map(one => one.querySelector('bdi').textContent).join()"
                #expect(try await page.value(words) == "a,b")
                try await page.browser.run("\(Self.heading("b")).querySelector('.group-check').focus()")
                try await page.browser.run("scrollServer.scroller.jump({ x: 0, y: 600 })")
                try await page.settle(when: "scrollServer.shown.plan.sticky?.title === 'b'")
                #expect(try await page.value(words) == "b")
                // The focus goes with it.
                try await page.until("document.activeElement === document.querySelector('#sticky > .group-check')")
                let button = try await Self.middle("document.querySelector('#sticky > .group-check')", page)
                try await page.browser.mouse(.move(button.x, button.y))
                #expect(try await Self.check("b", page).isSeen)
                try await page.browser.click(x: button.x, y: button.y)
                try await page.until("\(Page.selectedCount) === 60")
                try await Self.untilPressed("b", "true", page)
                // A wheel over its words scrolls the pictures.
                let title = try await Self.middle("document.querySelector('#sticky bdi')", page)
                let top = try await page.offset().y
                try await page.browser.tool(
                    "Input.dispatchMouseEvent",
                    ["type": "mouseWheel", "x": .number(title.x), "y": .number(title.y), "deltaX": 0, "deltaY": 150])
                try await page.settle(when: "scrollServer.scroller.offset.y > \(top)")
            }
        }
    }
}
