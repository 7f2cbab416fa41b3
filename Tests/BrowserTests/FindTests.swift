// Finding: the field, its conditions, the filters and the picture's panel.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct FindTests {
        /// A list of 120 pictures: every third a dog, the others cats; scores 0 … 119.
        private final class Collection {
            let folder: PictureFolder
            var path: String { folder.path + "/list.csv" }

            init() throws {
                folder = try PictureFolder()
                var lines = ["path,label,score,caption"]
                for number in 0..<120 {
                    let name = String(format: "%03d.svg", number)
                    try folder.write(name, PictureFolder.svg(width: 300, height: 200))
                    lines.append("\(name),\(number % 3 == 0 ? "dog" : "cat"),\(number),\"A picture, no. \(number)\"")
                }
                try folder.write("list.csv", Array(lines.joined(separator: "\n").utf8))
            }
        }

        private static func field(_ page: Page) async throws -> String {
            try await page.value("document.getElementById('find-text').value")
        }

        private static func query(_ page: Page) async throws -> String {
            try await page.value("scrollServer.shown.view.q ?? ''")
        }

        private static let isWhole = "scrollServer.shown.plan?.count === 120 && !scrollServer.shown.plan.hasMore"

        /// The middle of an element, once it is there.
        private static func middle(_ page: Page, _ element: String) async throws -> (x: Double, y: Double) {
            struct Point: Decodable {
                let x: Double
                let y: Double
            }
            try await page.until("(\(element))?.getBoundingClientRect().width > 0")
            let point: Point = try await page.value(
                """
                (() => { const box = (\(element)).getBoundingClientRect();
                  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; })()
                """)
            return (point.x, point.y)
        }

        private static let found = "document.getElementById('find-count').value"

        @Test("A suggestion stays chosen when a later answer comes, and no longer than until the next letter")
        func lateAnswer() async throws {
            let collection = try Collection()
            try await Page.open([collection.path], width: 800, height: 600, isBlank: true) { page in
                try await page.settle(when: Self.isWhole)
                try await page.look(for: "label:d")
                try await page.until("document.querySelector('#find-offers li')?.textContent === 'dog40'")
                // From here on counts come only when the test lets them.
                try await page.browser.run(
                    """
                    const fetched = window.fetch;
                    window.fetch = async (...request) => {
                      const answer = await fetched(...request);
                      if (String(request[0]?.url ?? request[0]).includes("/facets"))
                        await new Promise(resolve => (window.release = resolve));
                      return answer;
                    };
                    """)
                try await page.browser.type("o")
                try await page.until("window.release")
                try await page.browser.press(.down)
                let chosen = "document.getElementById('find-text').getAttribute('aria-activedescendant')"
                try await page.until("\(chosen) === 'find-offer-0'")
                try await page.browser.run(
                    "window.old = document.querySelector('#find-offers li'); window.release(); window.release = null;")
                try await page.until("document.querySelector('#find-offers li') !== window.old")
                #expect(try await page.value(chosen) == "find-offer-0")
                try await page.browser.type("g")
                try await page.until("document.getElementById('find-text').value === 'label:dog'")
                #expect(try await page.value("\(chosen) === null"))
                try await page.until("window.release")
                try await page.browser.press(.down)
                try await page.browser.run("window.release()")
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.plan?.count === 40")
                #expect(try await Self.field(page).trimmingCharacters(in: .whitespaces) == "label:=\"dog\"")
            }
        }

        @Test(
            "Typed, completed with the keyboard alone, taken away condition by condition; back leads to where one was")
        func keyboard() async throws {
            let collection = try Collection()
            try await Page.open([collection.path], width: 800, height: 600, isBlank: true) { page in
                try await page.settle(when: Self.isWhole)
                try await page.jump(to: 0.6)
                try await page.until("probe.hashAgrees()")
                let held: String = try await page.value("scrollServer.shown.plan.anchor.item")
                try await page.look(for: "lab")
                try await page.until("document.querySelector('#find-offers li')?.textContent.startsWith('label:')")
                try await page.browser.press(.down)
                try await page.browser.press(.enter)
                try await page.until(
                    "[...document.querySelectorAll('#find-offers li')].some(li => li.textContent === 'dog40')")
                try await page.browser.type("do")
                try await page.until("document.querySelectorAll('#find-offers li').length === 1")
                try await page.browser.press(.down)
                try await page.until(
                    "document.getElementById('find-text').getAttribute('aria-activedescendant') === 'find-offer-0'")
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.plan?.count === 40")
                #expect(try await Self.field(page).trimmingCharacters(in: .whitespaces) == "label:=\"dog\"")
                let position: String = try await page.value("document.getElementById('position').value")
                #expect(position == "1 of 40")
                #expect(try await page.value(Self.found) == "40 of 120 found")
                // A second condition, a chip each.
                try await page.browser.type("score:>=90")
                try await page.settle(when: "scrollServer.shown.plan?.count === 10")
                #expect(try await page.value("document.querySelectorAll('#find-chips .chip').length") == 2)
                // A reload shows the same.
                try await page.until("probe.hashAgrees()")
                try await page.browser.reload()
                try await page.settle(when: "window.scrollServer?.shown.plan?.count === 10")
                #expect(try await Self.field(page) == "label:=\"dog\" score:>=90")
                try await page.browser.run("document.querySelectorAll('#find-chips .chip')[1].focus()")
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.plan?.count === 40")
                #expect(try await Self.query(page) == "label:=\"dog\"")
                // Back through the history, to the place before the search.
                while try await !Self.query(page).isEmpty {
                    let now = try await Self.query(page)
                    try await page.browser.run("history.back()")
                    try await page.settle(
                        when: "(scrollServer.shown.view.q ?? '') !== \(Self.quoted(now)) && !scrollServer.shown.isFresh"
                    )
                }
                #expect(try await page.value("scrollServer.shown.plan.anchor.item") == held)
            }
        }

        private static func quoted(_ text: String) -> String {
            "'\(text.replacingOccurrences(of: "'", with: "\\'"))'"
        }

        @Test("The end of a search brings back the place it was begun at; the picture on top stays if it is found")
        func places() async throws {
            let collection = try Collection()
            try await Page.open([collection.path], width: 800, height: 600, isBlank: true) { page in
                try await page.settle(when: Self.isWhole)
                try await page.jump(to: 0.5)
                let before = try await page.painted()
                let held: Int = try await page.value("scrollServer.shown.plan.anchor.index")
                try await page.browser.type("/")
                // True of every picture: nothing may jump.
                try await page.browser.type("score:>=0")
                try await page.settle(
                    when: "scrollServer.shown.view.q === 'score:>=0' && scrollServer.shown.plan?.total")
                let seen: [Int] = try await page.value("probe.seen()")
                #expect(seen.contains(held))
                for _ in 0..<2 { try await page.browser.press(.escape) }
                try await page.settle(when: "!scrollServer.shown.view.q && document.getElementById('find').hidden")
                #expect(try await page.painted().map(\.index) == before.map(\.index))
            }
        }

        @Test("Escape among the pictures ends the search, also one that is not understood; a picture is left before")
        func escape() async throws {
            let collection = try Collection()
            try await Page.open([collection.path], width: 800, height: 600, isBlank: true) { page in
                try await page.settle(when: Self.isWhole)
                let isOver = "document.getElementById('find').hidden && !scrollServer.shown.view.q"
                func look(for query: String) async throws {
                    try await page.browser.type("/")
                    try await page.until("document.activeElement.id === 'find-text'")
                    try await page.browser.type(query)
                    try await page.browser.press(.enter)
                }
                try await look(for: "label:dog")
                try await page.settle(when: "scrollServer.shown.plan?.count === 40")
                try await page.browser.press(.escape)
                try await page.until("document.activeElement.id === 'view'")
                try await page.browser.press(.tab)
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.isLooking")
                try await page.browser.press(.escape)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'grid'")
                #expect(try await Self.query(page) == "label:dog")
                try await page.browser.press(.escape)
                try await page.settle(when: "\(isOver) && scrollServer.shown.plan?.count === 120")
                try await look(for: "nofield:3")
                try await page.until("document.getElementById('find-said').textContent.includes('nofield')")
                for _ in 0..<2 { try await page.browser.press(.escape) }
                try await page.settle(when: isOver)
                #expect(try await Self.field(page) == "")
            }
        }

        @Test("Nothing found says what to drop; what is wrong says where, and no other result stays under it")
        func mistakes() async throws {
            let collection = try Collection()
            try await Page.open([collection.path], width: 800, height: 600, isBlank: true) { page in
                try await page.settle(when: Self.isWhole)
                try await page.browser.type("/")
                try await page.browser.type("label:dog score:>1000")
                let said = "document.getElementById('find-said').textContent"
                try await page.until("\(said).includes('Without “Score above 1000” there would be 40')")
                try await page.browser.run("document.querySelectorAll('#find-chips .chip')[1].click()")
                try await page.settle(when: "scrollServer.shown.plan?.count === 40 && !\(said)")
                try await page.browser.type(" nofield:3")
                try await page.settle(when: "\(said).includes('nofield') && scrollServer.shown.isRefused")
                #expect(try await page.value("/^[A-Z'].*\\.$/.test(\(said))"))
                #expect(
                    try await page.value(
                        "probe.slots().length + document.querySelectorAll('#sheets canvas:not([hidden])').length") == 0)
                #expect(try await page.value("document.getElementById('position').value") == "")
                #expect(try await page.value("document.getElementById('find-text').ariaInvalid") == "true")
                #expect(try await Self.field(page) == "label:dog nofield:3")
                // Mended it is an answer again.
                try await page.browser.run("document.getElementById('find-text').select()")
                try await page.browser.type("label:dog")
                try await page.settle(when: "scrollServer.shown.plan?.count === 40 && probe.slots().length && !\(said)")
                // If a field's condition alone finds nothing, the field's values are shown.
                try await page.browser.run("document.getElementById('find-text').select()")
                try await page.browser.type("label:bird")
                try await page.until("\(said).startsWith('Nothing matches. Label here: ')")
                #expect(try await page.value("/cat.* \\(80\\), .*dog.* \\(40\\)\\.$/.test(\(said))"))
            }
            // The same from an address.
            try await Page.open([collection.path], isBlank: true, query: "#q=(cat") { page in
                try await page.until("document.getElementById('find-said').textContent.includes('bracket')")
                #expect(try await Self.field(page) == "(cat")
                #expect(try await page.value("probe.slots().length") == 0)
                try await page.browser.press(.escape)
                try await page.settle(when: Self.isWhole)
            }
        }

        @Test("Filters: counted, checked, and a histogram that is drawn smaller, with the pointer and with keys")
        func facets() async throws {
            let collection = try Collection()
            try await Page.open([collection.path], width: 1000, height: 700, isBlank: true) { page in
                try await page.settle(when: Self.isWhole)
                try await page.browser.type("f")
                let dog =
                    "[...document.querySelectorAll('[data-field=label] label')].find(l => l.textContent === 'dog40')"
                // As many as are shown at first; others are opened.
                try await page.until("document.querySelector('#facets-list [data-field=label]')")
                try await page.browser.run("document.querySelector('[data-field=label]').open = true")
                try await page.browser.run("document.querySelector('[data-field=score]').open = true")
                let box = try await Self.middle(page, dog)
                try await page.browser.click(x: box.x, y: box.y)
                try await page.settle(when: "scrollServer.shown.plan?.count === 40")
                #expect(try await Self.query(page) == "label:=\"dog\"")
                // Its own condition does not narrow a field's counts.
                try await page.until(
                    "[...document.querySelectorAll('[data-field=label] label')].some(l => l.textContent === 'cat80')")
                // The lower end, to the middle.
                let ends = "document.querySelectorAll('[data-field=score] input[type=range]')"
                try await page.browser.run("\(ends)[0].scrollIntoView({ block: 'center' })")
                let slider = try await Self.middle(page, "\(ends)[0]")
                let width: Double = try await page.value("\(ends)[0].getBoundingClientRect().width")
                let start = slider.x - width / 2 + 8
                try await page.browser.mouse(
                    .move(start, slider.y), .down, .move(slider.x - 20, slider.y), .move(slider.x, slider.y), .up)
                try await page.settle(
                    when: "scrollServer.shown.view.q?.includes('score:>=') && scrollServer.shown.plan?.count < 25")
                let half: Int = try await page.value("scrollServer.shown.plan.count")
                #expect((15...25).contains(half))
                // A key moves an end by a bar.
                try await page.until("\(ends)[0] && Number(\(ends)[0].value) > 0")
                try await page.browser.run("\(ends)[0].focus()")
                try await page.browser.press(.right, times: 3)
                try await page.settle(when: "scrollServer.shown.plan?.count < \(half)")
                // Unchecked, and the end drawn back: everything again.
                try await page.browser.press(.home)
                try await page.settle(when: "scrollServer.shown.plan?.count === 40")
                let checked = "document.querySelector('[data-field=label] input:checked')"
                try await page.until(checked)
                try await page.browser.run("\(checked).click()")
                try await page.settle(when: Self.isWhole)
                try await page.browser.run("document.querySelector('#facets h2').focus()")
                try await page.browser.type("f")
                try await page.until("document.getElementById('facets').hidden")
            }
        }

        @Test("A phone: a tap on what is offered, a sheet of filters, and a picture's panel whose values are links")
        func touch() async throws {
            let collection = try Collection()
            try await Page.open([collection.path], width: 390, height: 844, isBlank: true) { page in
                try await page.browser.tool(
                    "Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 1])
                try await page.settle(when: Self.isWhole)
                func tap(_ element: String) async throws {
                    let point = try await Self.middle(page, element)
                    try await page.browser.touch(.move(point.x, point.y), .down, .up)
                }
                try await tap("document.getElementById('find-button')")
                try await page.until("document.activeElement.id === 'find-text'")
                try await page.browser.type("cat")
                try await tap(
                    "[...document.querySelectorAll('#find-offers li')].find(li => li.textContent.startsWith('label: cat'))"
                )
                try await page.settle(when: "scrollServer.shown.plan?.count === 80")
                #expect(try await page.value("scrollServer.shown.layout") == "grid")
                try await tap("document.getElementById('facets-button')")
                try await page.settle(when: "document.querySelector('#facets-list details')")
                // The sheet leaves pictures to be seen above it.
                let top = "document.getElementById('facets').getBoundingClientRect().top"
                #expect(try await page.value("\(top) > 350"))
                #expect(try await page.value("scrollServer.shown.plan.visible !== null"))
                try await tap("document.getElementById('facets-close')")
                try await page.settle(when: "document.getElementById('facets').hidden")
                try await page.browser.touch(.move(195, 200), .down, .up)
                try await page.settle(when: "scrollServer.shown.layout === 'pages' && scrollServer.shown.plan")
                try await tap("document.getElementById('original-button')")
                try await tap("document.getElementById('details-item')")
                try await page.until(
                    "[...document.querySelectorAll('#details .fact')].some(fact => fact.textContent === 'cat')")
                try await page.browser.run(
                    "[...document.querySelectorAll('#details .fact')].find(fact => fact.textContent === 'cat').click()")
                try await page.settle(
                    when: "scrollServer.shown.layout === 'grid' && scrollServer.shown.plan?.count === 80")
                // A finger draws the sheet up and down.
                let side = "document.getElementById('details').getBoundingClientRect().top"
                func draw(by dy: Double) async throws {
                    let grip = try await Self.middle(page, "document.querySelector('#details .grip')")
                    try await page.browser.touch(
                        .move(grip.x, grip.y), .down, .move(grip.x, grip.y + dy / 2), .move(grip.x, grip.y + dy), .up)
                }
                try await draw(by: -300)
                try await page.settle(when: "\(side) < 20")
                try await draw(by: 200)
                try await page.settle(when: "\(side) > 350")
                try await draw(by: 300)
                try await page.settle(when: "document.getElementById('details').hidden")
                try await page.browser.tool("Emulation.setTouchEmulationEnabled", ["enabled": false])
            }
        }

        @Test(
            "A new file that matches appears while one looks at what was found, and one that does not is only counted")
        func live() async throws {
            let folder = try PictureFolder()
            for number in 0..<30 {
                try folder.write("beach \(number).svg", PictureFolder.svg())
                try folder.write("hill \(number).svg", PictureFolder.svg())
            }
            try await Page.open([folder.path], isBlank: true, query: "#q=beach") { page in
                try await page.settle(
                    when: "scrollServer.shown.plan?.count === 30 && scrollServer.shown.plan.total === 60")
                try folder.write("hill new.svg", PictureFolder.svg())
                try folder.write("beach new.svg", PictureFolder.svg())
                try await page.settle(when: "scrollServer.shown.plan?.count === 31")
                let found: String = try await page.value(Self.found)
                #expect(found.hasPrefix("31 of 6"))
                try FileManager.default.removeItem(atPath: "\(folder.path)/beach 3.svg")
                try await page.settle(when: "scrollServer.shown.plan?.count === 30")
            }
        }

        @Test("Orders and groups name the fields that there are values of")
        func menus() async throws {
            let collection = try Collection()
            try await Page.open([collection.path], width: 800, height: 600, isBlank: true) { page in
                try await page.settle(when: Self.isWhole)
                try await page.browser.run("document.getElementById('sort-button').click()")
                try await page.until("document.querySelector('#sort-menu [data-key=more]')")
                try await page.browser.run("document.querySelector('#sort-menu [data-key=more]').click()")
                let keys = "[...document.querySelectorAll('#sort-menu [data-key]')].map(entry => entry.dataset.key)"
                try await page.until("\(keys).includes('score')")
                #expect(try await !page.value("\(keys).includes('camera')"))
                // A number begins with the largest.
                try await page.browser.run("document.querySelector('#sort-menu [data-key=score]').click()")
                try await page.settle(when: "scrollServer.shown.view.order === '-score' && scrollServer.shown.plan")
                // The top stays the top.
                #expect(try await page.value("scrollServer.shown.plan.visible.first === 0"))
                try await page.browser.run(
                    """
                    document.getElementById("more-button").click();
                    const picker = document.getElementById("group");
                    picker.value = "label";
                    picker.dispatchEvent(new Event("change", { bubbles: true }));
                    """)
                try await page.settle(when: "scrollServer.shown.view.group === 'label' && !scrollServer.shown.isFresh")
                let headings = "[...document.querySelectorAll('#headings > *, #sticky')].filter(one => !one.hidden)"
                #expect(try await page.value("\(headings).some(one => one.textContent.startsWith('cat'))"))
            }
        }
    }
}
