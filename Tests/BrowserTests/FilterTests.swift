// Choosing among the pictures: keys after a search, stars, and filters that keep their place.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct FilterTests {
        /// A list of 60 pictures: ten each of 0 … 5 stars; every third a dog in town, the others cats, most of them at home.
        private static func list() throws -> PictureFolder {
            let folder = try PictureFolder()
            var lines = ["path,label,place,rating"]
            for number in 0..<60 {
                let name = String(format: "%02d.svg", number)
                try folder.write(name, PictureFolder.svg(width: 300, height: 200))
                let place = number % 3 == 0 ? "town" : number == 1 ? "barn" : "home"
                lines.append("\(name),\(number % 3 == 0 ? "dog" : "cat"),\(place),\(number / 10)")
            }
            try folder.write("list.csv", Array(lines.joined(separator: "\n").utf8))
            return folder
        }

        private static func counts(_ count: Int) -> String {
            "scrollServer.shown.plan?.count === \(count) && !scrollServer.shown.plan.hasMore"
        }

        private static let field = "document.getElementById('find-text').value"

        @Test("After Enter letters are still text of the search; Escape gives the keys to the pictures")
        func keysAfterEnter() async throws {
            let folder = try Self.list()
            try await Page.open([folder.path + "/list.csv"], width: 800, height: 600, isBlank: true) { page in
                try await page.settle(when: Self.counts(60))
                try await page.look(for: "label:dog")
                try await page.browser.press(.enter)
                try await page.settle(when: Self.counts(20))
                // Both letters open a panel when the pictures have the keys.
                try await page.browser.type(" fi")
                #expect(try await page.value(Self.field) == "label:dog fi")
                #expect(try await page.value("['facets', 'details'].every(id => document.getElementById(id).hidden)"))
                try await page.until("scrollServer.shown.view.q === 'label:dog fi'")
                while try await page.value("document.activeElement.id === 'find-text'") {
                    try await page.browser.press(.escape)
                }
                #expect(try await page.value("document.activeElement.id") == "view")
                try await page.browser.type("f")
                try await page.until("!document.getElementById('facets').hidden")
                #expect(try await page.value(Self.field) == "label:dog fi")
            }
        }

        @Test("A wheel over the values scrolls the panel")
        func wheelOverValues() async throws {
            let folder = try Self.list()
            try await Page.open([folder.path + "/list.csv"], width: 800, height: 320, isBlank: true) { page in
                try await page.settle(when: Self.counts(60))
                try await page.browser.type("f")
                try await page.until("document.querySelector('#facets .checks label') !== null")
                let place: [Double] = try await page.value(
                    """
                    (({ left, top }) => [left + 40, top + 10])(
                      document.querySelector("#facets .checks label").getBoundingClientRect())
                    """)
                try await page.browser.wheel(x: Int(place[0]), y: Int(place[1]), deltaX: 0, deltaY: 120)
                try await page.until("document.getElementById('facets').scrollTop > 60")
            }
        }

        @Test("What a picture can be is suggested after is:")
        func kinds() async throws {
            let folder = try Self.list()
            try await Page.open([folder.path + "/list.csv"], width: 800, height: 600, isBlank: true) { page in
                try await page.settle(when: Self.counts(60))
                try await page.look(for: "is:un")
                let offers = "[...document.querySelectorAll('#find-offers li')].map(offer => offer.textContent)"
                try await page.until("String(\(offers)) === 'unreadable'")
                try await page.browser.press(.down)
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.view.q === 'is:unreadable'")
            }
        }

        @Test("Stars in words are a rating, and in quotation marks words of a name")
        func starsInWords() async throws {
            let folder = try Self.list()
            try folder.write("Five stars.svg", PictureFolder.svg(width: 300, height: 200))
            try await Page.open([folder.path], width: 800, height: 600, isBlank: true) { page in
                try await page.settle(when: "scrollServer.shown.plan?.count > 60 && !scrollServer.shown.plan.hasMore")
                try await page.look(for: "five stars")
                try await page.until("document.getElementById('find-said').textContent.startsWith('Nothing matches')")
                #expect(try await page.value("document.getElementById('find-chips').innerText") == "5 stars")
                try await page.browser.run("document.getElementById('find-text').select()")
                try await page.browser.type("\"five stars\"")
                try await page.settle(when: Self.counts(1))
                #expect(try await page.value("scrollServer.shown.plan.anchor.name") == "Five stars.svg")
            }
            try await Page.open([folder.path + "/list.csv"], width: 800, height: 600, isBlank: true) { page in
                try await page.settle(when: Self.counts(60))
                try await page.look(for: "4+ stars")
                try await page.settle(when: Self.counts(20))
                #expect(try await page.value("document.getElementById('find-chips').innerText") == "4 stars or more")
            }
        }

        @Test("Filters stay where they are while the pointer is among them, and are sorted again when it has left")
        func filtersStay() async throws {
            let folder = try Self.list()
            try await Page.open([folder.path + "/list.csv"], width: 1000, height: 700, isBlank: true) { page in
                try await page.settle(when: Self.counts(60))
                try await page.browser.type("f")
                try await page.until("document.querySelector('#facets-list [data-field=place]')")
                try await page.browser.run(
                    "for (const name of ['label', 'place', 'rating']) document.querySelector(`[data-field=${name}]`).open = true"
                )
                let places = "[...document.querySelectorAll('[data-field=place] label')].map(l => l.textContent).join()"
                #expect(try await page.value(places) == "home39,town20,barn1")
                let tops = """
                    Object.fromEntries([...document.querySelectorAll("#facets-list [data-key]")].filter(one => one.checkVisibility())
                      .map(one => [one.dataset.key, one.getBoundingClientRect().top]))
                    """
                let before: [String: Double] = try await page.value(tops)
                let panel: [Double] = try await page.value(
                    "(() => { const box = document.getElementById('facets').getBoundingClientRect(); return [box.right, box.top]; })()"
                )
                // It lies at the window's edge.
                #expect(panel[0] >= 990)
                let dog: [Double] = try await page.value(
                    """
                    (() => { const box = [...document.querySelectorAll("[data-field=label] label")]
                      .find(label => label.textContent === "dog20").getBoundingClientRect(); return [box.x + 20, box.y + 10]; })()
                    """)
                try await page.browser.click(x: dog[0], y: dog[1])
                try await page.settle(when: Self.counts(20))
                try await page.until("\(places) === 'home0,town20,barn0'")
                // The search has come, and nothing has moved.
                #expect(try await page.value("!document.getElementById('find').hidden"))
                let after: [String: Double] = try await page.value(tops)
                #expect(after == before)
                try await page.browser.mouse(.move(200, 400))
                try await page.until("\(places) === 'town20'")
                // A search that was typed has rows of its own, also under the pointer.
                try await page.browser.mouse(.move(panel[0] - 100, 400))
                try await page.browser.run("document.getElementById('find-button').click()")
                try await page.until("document.activeElement.id === 'find-text'")
                try await page.browser.type("label:cat")
                try await page.browser.press(.enter)
                try await page.until("\(places) === 'home39,barn1'")
            }
        }

        @Test("The end of a search leaves an open picture open, now among all; the way back leads to all")
        func openPictureStays() async throws {
            let folder = try Self.list()
            try await Page.open([folder.path + "/list.csv"], width: 800, height: 600, isBlank: true) { page in
                try await page.settle(when: Self.counts(60))
                try await page.look(for: "label:dog")
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.plan?.count === 20")
                try await page.browser.press(.escape)
                try await page.until("document.activeElement.id === 'view'")
                try await page.browser.press(.tab)
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.isLooking && scrollServer.shown.picture")
                let open: String = try await page.value("scrollServer.shown.picture")
                let beside = "document.querySelector('.frames [aria-current]')?.ariaLabel ?? ''"
                try await page.until("\(beside).endsWith(' of 20')")
                try await page.browser.run("document.getElementById('find-close').click()")
                try await page.settle(
                    when: "scrollServer.shown.isLooking && scrollServer.shown.current?.count === 60")
                #expect(try await page.value("scrollServer.shown.picture") == open)
                // The strip beside it has all of them, too.
                try await page.until("\(beside).endsWith(' of 60')")
                #expect(try await page.value("document.getElementById('find').hidden"))
                try await page.browser.press(.escape)
                try await page.settle(
                    when: "scrollServer.shown.layout === 'grid' && scrollServer.shown.current?.count === 60")
                #expect(try await page.value("scrollServer.shown.view.q === undefined"))
            }
        }

        @Test("Where nothing matches, it is said what the folder leaves out")
        func leftOut() async throws {
            let folder = try PictureFolder()
            for number in 0..<3 { try folder.write("\(number).svg", PictureFolder.svg()) }
            try folder.write("values.csv", Array("time,value\n2020-01-01,1\n2020-01-02,2\n".utf8))
            try await Page.open([folder.path], width: 1000, height: 700, isBlank: true) { page in
                try await page.settle(when: Self.counts(3))
                try await page.browser.run("document.getElementById('find-button').click()")
                try await page.until("document.activeElement.id === 'find-text'")
                try await page.browser.type("values")
                try await page.browser.press(.enter)
                try await page.until(
                    "document.querySelector('#message > p:not(.find-said)').textContent.startsWith('1 table is not shown')"
                )
                #expect(try await page.value("document.querySelector('#message .action').checkVisibility()"))
                // It is no answer to other questions.
                for other in ["zebra", "is:duplicate"] {
                    try await page.look(for: other)
                    try await page.until("!document.querySelector('#message > p:not(.find-said)').textContent")
                    #expect(try await page.value("document.querySelector('#message .action').checkVisibility()"))
                }
            }
        }

        @Test("Pictures that could not be read are counted with the filters, which lead to them and back")
        func unreadable() async throws {
            let folder = try PictureFolder()
            for number in 0..<5 { try folder.write("\(number).svg", PictureFolder.svg()) }
            try folder.write("bad.png", Array("no picture".utf8))
            try await Page.open([folder.path], width: 1000, height: 700, isBlank: true) { page in
                try await page.settle(when: Self.counts(6))
                try await page.browser.type("f")
                let button = "document.querySelector('#facets-list .unreadable')"
                try await page.until("\(button)?.checkVisibility()")
                #expect(try await page.value("\(button).textContent") == "1 picture could not be read")
                try await page.browser.run("\(button).click()")
                try await page.settle(when: Self.counts(1))
                #expect(try await page.value("scrollServer.shown.plan.anchor.name") == "bad.png")
                try await page.until("\(button).ariaPressed === 'true'")
                // What is mended leaves what was found.
                try folder.write("bad.png", PictureFolder.svg())
                try await page.until("document.getElementById('find-said').textContent.startsWith('Nothing matches')")
                try await page.browser.run("\(button).click()")
                try await page.settle(when: Self.counts(6))
                try await page.until("\(button).hidden")
            }
        }

        @Test("Each collection is shown again in the order that was chosen for it")
        func ordersOfCollections() async throws {
            let (one, other) = (try Self.list(), try Self.list())
            try await Page.open([one.path, other.path], width: 1000, height: 700, query: "#layout=grid") { page in
                try await page.settle(when: Self.counts(60))
                let ids: [String] = try await page.value("scrollServer.shown.collections.map(one => one.id)")
                let order = "(scrollServer.shown.view.order ?? 'name')"
                func open(_ id: String) async throws {
                    try await page.browser.run(
                        """
                        const picker = document.getElementById("collection");
                        picker.value = "\(id)";
                        picker.dispatchEvent(new Event("change", { bubbles: true }));
                        """)
                    try await page.settle(
                        when: "scrollServer.shown.collection === '\(id)' && !scrollServer.shown.isFresh")
                }
                try await page.sort(by: "-size")
                try await open(ids[1])
                #expect(try await page.value(order) == "name")
                try await page.sort(by: "date")
                try await open(ids[0])
                #expect(try await page.value(order) == "-size")
                try await open(ids[1])
                #expect(try await page.value(order) == "date")
                // The collection's own order is a choice as well.
                try await page.sort(by: "name")
                try await open(ids[0])
                try await open(ids[1])
                #expect(try await page.value(order) == "name")
            }
        }

        @Test("The search covers no more of the first row than was covered before it came")
        func covered() async throws {
            let folder = try PictureFolder.numbered(40)
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 40")
                for hidden in [0.0, 20] {
                    try await page.browser.run(
                        "scrollServer.scroller.jump({ x: 0, y: scrollServer.scroller.range.minY + \(hidden) })")
                    try await page.settle()
                    try await page.browser.type("/")
                    try await page.settle(when: "!document.getElementById('find').hidden")
                    let covered =
                        "scrollServer.scroller.offset.y - scrollServer.scroller.range.minY"
                    try await page.until("Math.abs(\(covered) - \(hidden)) <= 1")
                    try await page.browser.press(.escape)
                    try await page.settle(when: "document.getElementById('find').hidden")
                }
            }
        }

        @Test("A query is seen once: as conditions while it is read, as text while it is written")
        func seenOnce() async throws {
            let folder = try Self.list()
            let address = folder.path + "/list.csv"
            try await Page.open([address], width: 800, height: 600, isBlank: true, query: "#q=label:dog") { page in
                try await page.until("document.querySelector('#find-chips.same .chip')")
                let text = "document.getElementById('find-text')"
                let isText = "getComputedStyle(\(text)).clipPath === 'none'"
                let areChips = "getComputedStyle(document.getElementById('find-chips')).opacity === '1'"
                #expect(try await page.value("!(\(isText)) && \(areChips)"))
                // A press beside the conditions writes on.
                try await page.browser.run("document.getElementById('find-chips').click()")
                try await page.until("document.activeElement === \(text)")
                #expect(try await page.value("\(isText) && !(\(areChips))"))
                // Tab leads to the conditions, which are seen then.
                try await page.browser.press(.tab)
                try await page.until("document.activeElement.matches('.chip')")
                #expect(try await page.value("!(\(isText)) && \(areChips)"))
                // What the server has not understood stays text.
                try await page.browser.run("\(text).focus(); \(text).select()")
                try await page.browser.type("label:(")
                try await page.browser.press(.enter)
                try await page.until("\(text).ariaInvalid === 'true'")
                try await page.browser.run("\(text).blur()")
                #expect(try await page.value(isText))
            }
        }
    }
}
