// Lists in the page: made, added to, put in order by keys and drags, renamed and deleted, and taken back.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct ListTests {
        private static let message = "document.querySelector('#message > p').textContent"
        private static let names = """
            [...scrollServer.slots.shown.values()].map(({ tile }) => tile).filter(({ isFirst }) => isFirst)
              .sort((one, other) => one.index - other.index).map(({ name }) => parseInt(name)).join()
            """
        private static let offered = "[...document.getElementById('collection').options].map(({ text }) => text)"

        private static func open(_ count: Int = 6, _ body: (Page) async throws -> Void) async throws {
            let folder = try PictureFolder.numbered(count)
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === \(count)")
                try await body(page)
            }
        }

        private static func isOpen(_ dialog: String) -> String { "document.getElementById('\(dialog)').open" }

        private static func press(_ button: String, _ page: Page) async throws {
            try await page.browser.run("document.getElementById('\(button)').click()")
        }

        /// Makes a list of what is selected, else of the picture with the cursor.
        private static func make(_ name: String, _ page: Page) async throws {
            try await page.browser.type("l")
            try await page.until(isOpen("lists"))
            try await page.browser.run("document.getElementById('lists-name').focus()")
            try await page.browser.type(name)
            try await page.browser.press(.enter)
            try await page.until("!\(isOpen("lists")) && \(message).startsWith('Made the list “\(name)”')")
        }

        /// Makes a list of all pictures, and opens it.
        private static func openAll(_ name: String, _ page: Page) async throws {
            let count: Int = try await page.value("scrollServer.shown.plan.count")
            try await page.browser.press("a", with: .control)
            try await page.until("\(Page.selectedCount) === \(count)")
            try await make(name, page)
            try await page.browser.run("document.querySelector('#message .action').click()")
            try await page.settle(
                when: "scrollServer.shown.entry.name === '\(name)' && scrollServer.shown.current?.count === \(count)")
        }

        @Test("A list is made of what is selected, and offered at once; more is added to it, but nothing twice")
        func made() async throws {
            try await Self.open { page in
                for index in [4, 1] { try await page.click(index, with: .control) }
                try await page.untilChosen([1, 4])
                try await Self.make("Sea", page)
                #expect(try await page.value("\(Self.message)") == "Made the list “Sea” of 2 pictures.")
                #expect(try await page.value("(\(Self.offered)).includes('Sea')"))
                // From the bar, and to a list that is there.
                try await page.click(2, with: .control)
                try await page.untilChosen([1, 2, 4])
                try await Self.press("selection-list", page)
                try await page.until("document.activeElement.dataset.list === 'sea'")
                try await page.browser.press(.enter)
                try await page.until("\(Self.message) === 'Added 1 picture to “Sea”; it had 2 others already.'")
                #expect(try await page.value("\(Self.isOpen("lists"))") == false)
                try await page.browser.press("z", with: .control)
                try await page.until("\(Self.message).startsWith('Undone')")
                try await page.browser.run("scrollServer.choosing.lists.actions[0].run()")
                try await page.until("\(Self.message).startsWith('Added 1 picture')")
                try await page.browser.run("location.hash = '#collection=sea&layout=grid'")
                try await page.settle(when: "scrollServer.shown.current?.count === 3")
                #expect(try await page.value(Self.names) == "2,5,3")
            }
        }

        @Test("One picture is added from its menu, and without a name no list is made")
        func single() async throws {
            try await Self.open { page in
                try await page.browser.type("l")
                try await page.until("\(Self.message).startsWith('Go to a picture')")
                try await page.focusFirst()
                try await page.browser.press(.right)
                try await page.until("\(Page.focusedIndex) === 1")
                try await page.browser.type("l")
                try await page.until(Self.isOpen("lists"))
                #expect(try await page.value("document.getElementById('lists-of').textContent") == "This picture.")
                try await page.browser.press(.enter)
                try await page.until("document.getElementById('lists-said').textContent.startsWith('Give the list')")
                try await page.browser.press(.escape)
                try await page.until("!\(Self.isOpen("lists"))")
                // The focus is where it was.
                try await page.until("\(Page.focusedIndex) === 1")
                try await Self.make("One", page)
                try await page.browser.press("z", with: .control)
                try await page.until("\(Self.message).startsWith('Undone: there is no list')")
                #expect(try await page.value("(\(Self.offered)).includes('One')") == false)
            }
        }

        @Test("Keys move the picture with the cursor, which keeps it, and remove it; each is taken back")
        func keys() async throws {
            try await Self.open { page in
                try await Self.openAll("Sea", page)
                #expect(try await page.value(Self.names) == "1,2,3,4,5,6")
                try await page.focusFirst()
                try await page.browser.press(WebDriver.Key.down.rawValue, with: .alt)
                try await page.until("(\(Self.names)) === '2,1,3,4,5,6' && \(Page.focusedIndex) === 1")
                try await page.browser.press(WebDriver.Key.pageDown.rawValue, with: .alt)
                try await page.until("(\(Self.names)) === '2,3,4,5,6,1' && \(Page.focusedIndex) === 5")
                try await page.browser.press(WebDriver.Key.up.rawValue, with: .alt)
                try await page.until("(\(Self.names)) === '2,3,4,5,1,6' && \(Page.focusedIndex) === 4")
                try await page.browser.press(WebDriver.Key.pageUp.rawValue, with: .alt)
                try await page.until("(\(Self.names)) === '1,2,3,4,5,6' && \(Page.focusedIndex) === 0")
                try await page.browser.type("L")
                try await page.until("(\(Self.names)) === '2,3,4,5,6'")
                for names in ["1,2,3,4,5,6", "2,3,4,5,1,6", "2,3,4,5,6,1", "2,1,3,4,5,6", "1,2,3,4,5,6"] {
                    try await page.browser.press("z", with: .control)
                    try await page.until("(\(Self.names)) === '\(names)'")
                }
            }
        }

        @Test("A drag moves all that is selected with the picture, and Esc leaves everything as it is")
        func drag() async throws {
            try await Self.open { page in
                try await Self.openAll("Sea", page)
                for index in [0, 2] { try await page.click(index, with: .control) }
                try await page.untilChosen([0, 2])
                let (from, to) = (try await page.middle(of: 2), try await page.middle(of: 4))
                try await page.browser.drag(from: (from.x, from.y), to: (to.x - 20, to.y), isReleased: false)
                try await page.until("document.getElementById('drag').textContent === '2 pictures'")
                #expect(try await page.value("document.getElementById('drop').hidden") == false)
                try await page.browser.press(.escape)
                try await page.until("document.getElementById('drop').hidden")
                // The button is let go of after that.
                try await page.browser.tool(
                    "Input.dispatchMouseEvent",
                    [
                        "type": "mouseReleased", "x": .number(to.x), "y": .number(to.y), "button": "left",
                        "clickCount": 1,
                    ])
                #expect(try await page.value(Self.names) == "1,2,3,4,5,6")
                try await page.browser.drag(from: (from.x, from.y), to: (to.x - 20, to.y))
                try await page.until("(\(Self.names)) === '2,4,1,3,5,6'")
                // No picture was opened by it.
                #expect(try await page.value("scrollServer.shown.view.layout") == "grid")
                // One that is not selected goes alone.
                let (first, last) = (try await page.middle(of: 0), try await page.middle(of: 5))
                try await page.browser.drag(from: (first.x, first.y), to: (last.x + 20, last.y))
                try await page.until("(\(Self.names)) === '4,1,3,5,6,2'")
                try await page.until("\(Self.message) === 'Moved 1 picture.'")
                try await page.browser.run("document.querySelector('#message .action').click()")
                try await page.until("(\(Self.names)) === '2,4,1,3,5,6'")
            }
        }

        @Test("A picture that is dragged to the front is seen there")
        func front() async throws {
            let folder = try PictureFolder.numbered(40)
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 40")
                try await Self.openAll("Sea", page)
                let (from, to) = (try await page.middle(of: 7), try await page.middle(of: 0))
                try await page.browser.drag(from: (from.x, from.y), to: (to.x - 8, to.y))
                try await page.settle(when: "\(Self.message) === 'Moved 1 picture.'")
                try await page.settle(when: "scrollServer.shown.plan.tiles.some(({ index }) => index === 0)")
                let first = "scrollServer.shown.plan.tiles.find(({ index }) => index === 0)"
                #expect(try await page.value("parseInt(\(first).name)") == 8)
                #expect(try await page.value("\(first).y >= 0"))
            }
        }

        @Test("A list gets another name, and goes once that is confirmed; the pictures stay")
        func renamedAndDeleted() async throws {
            try await Self.open { page in
                try await Self.openAll("Sea", page)
                try await Self.press("rename-list", page)
                try await page.until("document.activeElement.id === 'list-name'")
                try await page.browser.type("Shore")
                try await page.browser.press(.enter)
                try await page.until("document.title.startsWith('Shore')")
                #expect(try await page.value("(\(Self.offered)).includes('Shore')"))
                try await Self.press("delete-list", page)
                try await page.until(Self.isOpen("list-delete"))
                let words: String = try await page.value("document.getElementById('list-delete-of').textContent")
                #expect(words.contains("“Shore”") && words.contains("6 pictures stay"))
                // What is safe has the focus.
                try await page.browser.press(.enter)
                try await page.until("!\(Self.isOpen("list-delete"))")
                #expect(try await page.value("scrollServer.shown.entry.name") == "Shore")
                try await Self.press("delete-list", page)
                try await page.until(Self.isOpen("list-delete"))
                try await Self.press("list-delete-do", page)
                try await page.settle(
                    when: "scrollServer.shown.entry.kind === 'folder' && scrollServer.shown.current?.count === 6")
                #expect(try await page.value("(\(Self.offered)).includes('Shore')") == false)
                #expect(try await page.value("document.getElementById('delete-list').hidden"))
            }
        }

        @Test("A selection that does not fit is refused in the dialog, in words")
        func tooMany() async throws {
            try await Page.open(["--demo=20000000"], width: 900, height: 600, isBlank: true, query: "#layout=grid") {
                page in
                try await page.browser.press("a", with: .control)
                try await page.until("\(Page.selectedCount) === 20000000")
                try await page.browser.type("l")
                try await page.until(Self.isOpen("lists"))
                try await page.browser.run("document.getElementById('lists-name').value = 'Much'")
                try await Self.press("lists-make", page)
                try await page.until("document.getElementById('lists-said').textContent.includes('do not fit')")
                #expect(try await page.value(Self.isOpen("lists")))
            }
        }

        @Test("A read-only server has no lists to make")
        func readOnly() async throws {
            let folder = try PictureFolder.numbered(3)
            try await Page.open(["--read-only", folder.path], width: 900, height: 600, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 3")
                #expect(try await page.value("scrollServer.choosing.lists.isOffered") == false)
                #expect(try await page.value("document.getElementById('list-item').hidden"))
            }
        }
    }
}
