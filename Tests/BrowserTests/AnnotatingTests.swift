// Rating by keys: one picture in a grid, a selection, and picture after picture; undone, searched, and seen by a second window.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct AnnotatingTests {
        private static let message = "document.getElementById('message').querySelector('p').textContent"

        /// What screen readers are told of the picture with this index.
        private static func label(_ index: Int) -> String {
            "document.querySelector('#slots .slot.current:not(.over)[data-index=\"\(index)\"] > a').ariaLabel"
        }

        /// How many pictures the server finds.
        private static func found(_ query: String, _ page: Page) async throws -> Int {
            struct Answer: Decodable {
                struct Item: Decodable { let name: String }
                let items: [Item]
            }
            let collection: String = try await page.value("scrollServer.shown.collection")
            let answer: Answer = try await page.ask("/api/collections/\(collection)/items?limit=100&q=\(query)")
            return answer.items.count
        }

        private static func open(
            _ count: Int = 6, _ query: String = "#layout=grid", _ body: (Page) async throws -> Void
        ) async throws {
            let folder = try PictureFolder.numbered(count)
            try await Page.open([folder.path], width: 900, height: 600, query: query) { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === \(count)")
                try await body(page)
            }
        }

        @Test("A button of the menu ⋯ hides rejected pictures, as the filters and words do, and shows them again")
        func hidden() async throws {
            try await Self.open { page in
                try await page.focusFirst()
                try await page.browser.press(.delete)
                try await page.until("\(Self.label(0)).includes('rejected')")
                try await page.browser.run("document.getElementById('hide-rejected').click()")
                try await page.settle(when: "scrollServer.shown.plan?.count === 5")
                #expect(try await page.value("document.getElementById('hide-rejected').ariaPressed") == "true")
                #expect(try await page.value("scrollServer.shown.view.q") == "-flag:reject")
                try await page.browser.run("document.getElementById('hide-rejected').click()")
                try await page.settle(when: "scrollServer.shown.plan?.count === 6")
                #expect(try await page.value("document.getElementById('hide-rejected').ariaPressed") == "false")
                // The filters have the same, and each value can be left out.
                try await page.browser.type("f")
                let flag = "document.querySelector('#facets [data-field=flag]')"
                let others = "\(flag).querySelector('[data-key=\"flag not reject\"]')"
                try await page.until("\(others)?.parentElement.textContent === 'Not rejected5'")
                try await page.browser.run("\(others).click()")
                try await page.settle(when: "scrollServer.shown.plan?.count === 5")
                try await page.until(
                    "\(others).checked && \(flag).querySelector('.value.out .not').ariaPressed === 'true'")
                #expect(try await page.value("document.getElementById('hide-rejected').ariaPressed") == "true")
                #expect(try await page.value("document.getElementById('find-chips').innerText") == "not rejected")
                try await page.browser.run("\(flag).querySelector('.value.out .not').click()")
                try await page.settle(when: "scrollServer.shown.plan?.count === 6 && !scrollServer.shown.view.q")
                try await page.look(for: "not rejected")
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.plan?.count === 5")
                try await page.until("document.getElementById('find-chips').innerText === 'not rejected'")
            }
        }

        @Test("Rejected pictures stay hidden in the collection that is chosen next")
        func hiddenElsewhere() async throws {
            let (one, other) = (try PictureFolder.numbered(4), try PictureFolder.numbered(3))
            try await Page.open([one.path, other.path], width: 900, height: 600, query: "#layout=grid") { page in
                let shown = "scrollServer.shown"
                try await page.settle(when: "\(shown).plan?.count === 4")
                try await page.focusFirst()
                try await page.browser.press(.delete)
                try await page.until("\(Self.label(0)).includes('rejected')")
                try await page.browser.run("document.getElementById('hide-rejected').click()")
                try await page.settle(when: "\(shown).current?.count === 3")
                for (index, count) in [(1, 3), (0, 3)] {
                    try await page.browser.run(
                        """
                        const picker = document.getElementById("collection");
                        picker.selectedIndex = \(index);
                        picker.dispatchEvent(new Event("change", { bubbles: true }));
                        """)
                    try await page.until("\(shown).collection === \(shown).collections[\(index)].id")
                    try await page.settle(when: "\(shown).current?.count === \(count)")
                    #expect(try await page.value("\(shown).view.q") == "-flag:reject")
                }
                // Without the condition the next one is shown whole.
                try await page.browser.run("document.getElementById('hide-rejected').click()")
                try await page.settle(when: "\(shown).current?.count === 4")
                try await page.browser.run(
                    """
                    const picker = document.getElementById("collection");
                    picker.selectedIndex = 1;
                    picker.dispatchEvent(new Event("change", { bubbles: true }));
                    """)
                try await page.until("\(shown).collection === \(shown).collections[1].id")
                try await page.settle(when: "\(shown).current?.count === 3")
                #expect(try await page.value("\(shown).view.q === undefined"))
            }
        }

        @Test("In a grid keys rate the picture with the cursor; without one they say so")
        func grid() async throws {
            try await Self.open { page in
                try await page.browser.type("3")
                try await page.until("\(Self.message).startsWith('Go to a picture')")
                #expect(try await Self.found("has:rating", page) == 0)
                try await page.focusFirst()
                try await page.browser.type("3")
                try await page.until("\(Self.label(0)).endsWith(', 3 stars')")
                try await page.until("\(Self.message) === '★★★☆☆.'")
                try await page.browser.press(.right)
                try await page.until("\(Page.focusedIndex) === 1")
                for (key, words) in [("p", "picked"), ("6", "red label"), ("9", "blue label")] {
                    try await page.browser.type(key)
                    try await page.until("\(Self.label(1)).includes('\(words)')")
                }
                let noted = "document.querySelector('#slots .slot[data-index=\"1\"] .noted')"
                #expect(try await page.value("\(noted).textContent") == "⚑")
                #expect(try await page.value("\(noted).dataset.label") == "blue")
                // It is large enough to be seen, on a ground of its own, in the lower corner of the cell.
                #expect(
                    try await page.value(
                        """
                        (() => {
                          const sign = \(noted), [own, cell] = [sign, sign.parentElement].map(one => one.getBoundingClientRect());
                          return Math.min(own.width, own.height) >= 24 && own.width < cell.width / 2 && own.height < cell.height / 2
                            && own.right <= cell.right && own.bottom <= cell.bottom && own.left > (cell.left + cell.right) / 2;
                        })()
                        """))
                try await page.browser.press(.delete)
                try await page.until("\(Self.label(1)).includes('rejected')")
                try await page.browser.type("u")
                try await page.until("!\(Self.label(1)).includes('rejected')")
                try await page.browser.press(.left)
                try await page.until("\(Page.focusedIndex) === 0")
                try await page.browser.type("0")
                try await page.until("!\(Self.label(0)).includes('stars')")
                // The keys of layouts have moved.
                #expect(try await page.value("scrollServer.shown.view.layout") == "grid")
                try await page.browser.press("3", with: .alt)
                try await page.settle(when: "scrollServer.shown.plan.layout === 'stack'")
            }
        }

        @Test("All that is selected is rated at once, and that is undone and redone as one step")
        func selection() async throws {
            try await Self.open { page in
                for index in [1, 3] { try await page.click(index, with: .control) }
                try await page.untilChosen([1, 3])
                try await page.focusFirst()
                try await page.browser.type("4")
                try await page.until("\(Self.message) === 'Rated 2 pictures ★★★★☆.'")
                for index in [1, 3] { try await page.until("\(Self.label(index)).includes('4 stars')") }
                #expect(try await page.value("\(Self.label(0)).includes('star')") == false)
                try await page.browser.type("r")
                try await page.until("\(Self.label(3)).includes('rejected')")
                try await page.browser.press("z", with: .control)
                try await page.until("!\(Self.label(3)).includes('rejected')")
                try await page.until("\(Self.message) === 'Undone: 2 pictures.'")
                try await page.browser.press("z", with: .control)
                try await page.until("!\(Self.label(1)).includes('star')")
                #expect(try await Self.found("has:rating", page) == 0)
                try await page.browser.press("z", with: .control, .shift)
                try await page.until("\(Self.label(1)).includes('4 stars') && \(Self.label(3)).includes('4 stars')")
                try await page.browser.press("z", with: .control)
                try await page.until("\(Self.message) === 'Undone: 2 pictures.'")
                try await page.browser.press("z", with: .control)
                try await page.until("\(Self.message).startsWith('There is no change')")
                // What was so before cannot be taken back.
                let offersUndo = "document.querySelector('#message .action')?.checkVisibility() === true"
                try await page.browser.type("5")
                try await page.until("\(Self.message) === 'Rated 2 pictures ★★★★★.' && \(offersUndo)")
                try await page.browser.type("5")
                try await page.until("\(Self.message) === 'Rated 2 pictures ★★★★★.' && !(\(offersUndo))")
            }
        }

        @Test(
            "The stars below a picture are buttons: a press gives as many, and the last one that is lit takes them away"
        )
        func starsBelow() async throws {
            try await Self.open(2, "#layout=pages") { page in
                let sign = "document.querySelector('#caption .noting')?.ariaLabel ?? ''"
                let star = { (number: Int) in "#caption .star:nth-child(\(number))" }
                try await page.until("(\(sign)) === 'No stars'")
                try await page.browser.run("document.querySelector('\(star(3))').click()")
                try await page.until("(\(sign)) === '3 stars'")
                #expect(try await Self.found("rating:3", page) == 1)
                // A button takes it back, and says so.
                try await page.until("document.querySelector('#message .action').textContent === 'Undo'")
                try await page.browser.run("document.querySelector('#message .action').click()")
                try await page.until("(\(sign)) === 'No stars'")
                try await page.until("\(Self.message) === 'Undone: 1 picture.'")
                try await page.browser.press("z", with: .control, .shift)
                try await page.until("(\(sign)) === '3 stars'")
                // On a phone it covers neither the name nor the stars, which are large enough for a finger.
                try await page.resize(width: 390, height: 844)
                try await page.settle(when: "innerWidth === 390")
                #expect(
                    try await page.value(
                        """
                        (() => {
                          const [said, below] = ["message", "caption"].map(id => document.getElementById(id).getBoundingClientRect());
                          return said.height > 0 && said.bottom <= below.top && [...document.querySelectorAll("#caption .star")]
                            .every(star => Math.min(star.offsetWidth, star.offsetHeight) >= 24);
                        })()
                        """))
                try await page.resize(width: 900, height: 600)
                try await page.settle(when: "innerWidth === 900")
                // The focus stays, so that Enter goes on from here.
                try await page.browser.run("document.querySelector('\(star(4))').focus()")
                try await page.browser.press(.enter)
                try await page.until("(\(sign)) === '4 stars'")
                #expect(try await page.value("document.activeElement.matches('\(star(4))')"))
                try await page.browser.press(.enter)
                try await page.until("(\(sign)) === 'No stars'")
                #expect(try await Self.found("rating:%3E0", page) == 0)
                #expect(try await page.value("document.querySelectorAll('#caption .star').length") == 5)
            }
        }

        @Test("In one picture a mark leads to the next where that is chosen, and the line below says what is noted")
        func advance() async throws {
            try await Self.open(6, "#layout=pages") { page in
                let top = "scrollServer.shown.plan.anchor.index"
                let caption = "document.querySelector('#caption .noting')?.ariaLabel ?? ''"
                try await page.browser.type("5")
                try await page.until("(\(caption)) === '5 stars'")
                #expect(try await page.value(top) == 0)
                try await page.browser.run("document.getElementById('advance').click()")
                #expect(try await page.value("document.getElementById('advance').hidden") == false)
                for (index, key) in ["2", "p", "8"].enumerated() {
                    try await page.browser.type(key)
                    try await page.settle(when: "\(top) === \(index + 1)")
                }
                try await page.browser.press(.left)
                try await page.settle(when: "\(top) === 2")
                try await page.until("(\(caption)) === 'green label'")
                try await page.browser.press(.left)
                try await page.settle(when: "\(top) === 1")
                try await page.until("(\(caption)) === 'picked'")
                // In the panel, too, where the keys act as well.
                try await page.browser.type("i")
                try await page.until("document.getElementById('details-list').textContent.includes('Flag')")
                try await page.browser.type("1")
                try await page.settle(when: "\(top) === 2")
                try await page.until("\(Self.message) === '★☆☆☆☆.'")
                #expect(try await Self.found("rating:1%20flag:pick", page) == 1)
            }
        }

        @Test("Who types into the search field rates nothing, though a picture has the cursor")
        func search() async throws {
            try await Self.open { page in
                try await page.focusFirst()
                try await page.look(for: "svg")
                // The search begins while one rests.
                try await page.settle(when: "(\(Page.query)) === 'svg' && scrollServer.shown.plan.count === 6")
                try await page.browser.type(" r")
                #expect(try await page.value("document.getElementById('find-text').value") == "svg r")
                try await page.settle(when: "(\(Page.query)) === 'svg r'")
                #expect(try await page.value("document.activeElement.id") == "find-text")
                #expect(try await Self.found("has:flag", page) == 0)
            }
        }

        @Test("Who types a word into nothing rates none of many selected pictures: it goes to the search; one key acts")
        func words() async throws {
            try await Self.open(24) { page in
                let field = "document.getElementById('find-text')"
                try await page.browser.press("a", with: .control)
                try await page.browser.type("red")
                try await page.until("document.activeElement === \(field) && \(field).value === 'red'")
                try await page.until("(\(Page.query)) === 'red'")
                try await page.browser.press(.escape)
                try await page.browser.press(.escape)
                try await page.settle(when: "scrollServer.shown.current?.count === 24")
                #expect(try await Self.found("has:flag", page) == 0)
                #expect(try await page.value("scrollServer.choosing.count") == 24)
                try await page.browser.type("r")
                try await page.until("\(Self.message) === 'Rejected 24 pictures.'")
                #expect(try await Self.found("flag:reject", page) == 24)
            }
        }

        @Test("A second window and a search follow at once")
        func windows() async throws {
            try await Self.open { page in
                let browser = page.browser
                let first = try await browser.window()
                try await browser.openWindow()
                let second = try await browser.window()
                try await Page.prepare(browser)
                try await page.resize(width: 900, height: 600)
                try await browser.go(to: "\(page.address)/#layout=grid&q=-flag:reject")
                try await page.settle(when: "scrollServer.shown.plan?.count === 6")
                try await browser.drive(first)
                try await page.focusFirst()
                try await page.browser.type("r")
                try await page.until("\(Self.label(0)).includes('rejected')")
                try await browser.drive(second)
                try await page.settle(when: "scrollServer.shown.plan?.count === 5")
                try await page.focusFirst()
                try await page.browser.type("7")
                try await browser.drive(first)
                try await page.until("\(Self.label(1)).includes('yellow label')")
                try await browser.drive(second)
                try await browser.closeWindow()
                try await browser.drive(first)
            }
        }

        @Test("Keywords are typed, completed from those there are, and taken away")
        func keywords() async throws {
            try await Self.open { page in
                let words = "[...document.querySelectorAll('#keywords-list button')].map(one => one.textContent).join()"
                try await page.focusFirst()
                try await page.browser.type("k")
                try await page.until("document.activeElement.id === 'keywords-text'")
                try await page.browser.type("sea, boat")
                try await page.browser.press(.enter)
                try await page.until("(\(words)).split(',').sort().join() === 'boat,sea'")
                try await page.browser.press(.escape)
                try await page.until("\(Page.focusedIndex) === 0")
                #expect(try await Self.found("keywords:sea", page) == 1)
                for index in [1, 2] { try await page.click(index, with: .control) }
                try await page.untilChosen([1, 2])
                try await page.browser.type("k")
                try await page.until("document.getElementById('keywords-of').textContent.includes('2 selected')")
                try await page.browser.type("se")
                try await page.until("document.querySelector('#keywords-known option[value=sea]')")
                try await page.browser.type("a")
                try await page.browser.run("document.getElementById('keywords-done').click()")
                try await page.until("!document.getElementById('keywords').open")
                #expect(try await Self.found("keywords:sea", page) == 3)
                try await page.browser.type("k")
                try await page.until("document.activeElement.id === 'keywords-text'")
                try await page.browser.type("-sea")
                for _ in 0..<2 { try await page.browser.press(.enter) }
                try await page.until("!document.getElementById('keywords').open")
                #expect(try await Self.found("keywords:sea", page) == 1)
            }
        }

        @Test("Where nothing can be rated, keys do nothing and 0 shows all of it")
        func demo() async throws {
            try await Page.open(["--demo=1000"], width: 900, height: 600, isBlank: true, query: "#layout=grid") {
                page in
                try await page.focusFirst()
                try await page.browser.type("3p")
                #expect(try await page.value("document.getElementById('message').hidden"))
                try await page.browser.type("0")
                try await page.settle(when: "scrollServer.shown.plan.visible?.last === 999")
            }
        }
    }
}
