// What assistive technology is told.

import Testing

extension BrowserTests {
    @Suite struct SemanticsTests {
        private struct Item: Decodable {
            let role: String
            let index: Int
            let position: String
            let size: String
            let text: String
        }

        @Test("Pictures are items of a list that knows its true length")
        func list() async throws {
            try await Page.open(["--demo=1000000000"], isBlank: true) { page in
                try await page.jump(to: 0.5)
                let role: String = try await page.value("document.getElementById('slots').getAttribute('role')")
                #expect(role == "list")
                let items: [Item] = try await page.value(
                    """
                    probe.slots().map(slot => ({
                      role: slot.getAttribute("role"), index: Number(slot.dataset.index), position: slot.ariaPosInSet,
                      size: slot.ariaSetSize, text: probe.name(slot),
                    }))
                    """)
                #expect(items.count > 6)
                for item in items {
                    #expect(item.role == "listitem")
                    #expect(item.size == "1000000000")
                    #expect(item.position == "\(item.index + 1)")
                    #expect(!item.text.isEmpty)
                }
            }
        }

        @Test(
            "Pictures are read in their order, wherever one has come from",
            arguments: ["grid", "justified", "stack", "strip"])
        func order(layout: String) async throws {
            try await Page.open(["--demo=100000"], isBlank: true, query: "#layout=\(layout)") { page in
                let isOrdered = """
                    (() => {
                      const read = probe.slots().filter(slot => !slot.ariaHidden).map(slot => Number(slot.dataset.index));
                      return read.length > 0 && read.every((index, place) => !place || index > read[place - 1]);
                    })()
                    """
                for fraction in [0.5, 0.503, 0.501, 0.2, 1, 0] {
                    try await page.jump(to: fraction)
                    #expect(try await page.value(isOrdered))
                }
                try await page.browser.type("+")
                try await page.settle()
                #expect(try await page.value(isOrdered))
            }
        }

        @Test("Each picture is a link to its page, which can be opened elsewhere", arguments: ["grid", "stack"])
        func links(layout: String) async throws {
            try await Page.open(["--demo=1000"], isBlank: true, query: "#layout=\(layout)") { page in
                let index: Int = try await page.value(
                    "Number(probe.slots().filter(slot => !slot.ariaHidden).at(-1).dataset.index)")
                #expect(index > 0)
                let link =
                    "probe.slots().find(slot => !slot.ariaHidden && slot.dataset.index === '\(index)').querySelector('a')"
                let address: String = try await page.value("\(link).href")
                // The middle button, which opens it elsewhere, leaves this page as it is.
                try await page.browser.run(
                    """
                    probe.opened = [];
                    for (const name of ["auxclick", "click"]) addEventListener(name, event => {
                      probe.opened.push(event.defaultPrevented);
                      event.preventDefault();
                    });
                    \(link).dispatchEvent(new MouseEvent("auxclick", { bubbles: true, cancelable: true, detail: 1, button: 1 }));
                    """)
                #expect(try await page.value("probe.opened[0]") == false)
                #expect(try await page.value("scrollServer.shown.view.layout") == layout)
                // A plain one, as a screen reader makes it, opens it here.
                try await page.browser.run("\(link).click()")
                #expect(try await page.value("probe.opened[1]") == true)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                #expect(try await page.value("scrollServer.shown.plan.anchor.index") == index)
                // And so does its address.
                try await page.browser.run("location.assign('about:blank')")
                try await page.browser.go(to: address)
                try await page.settle(when: "window.scrollServer?.shown.plan?.layout === 'pages'")
                #expect(try await page.value("scrollServer.shown.plan.anchor.index") == index)
            }
        }

        @Test("Keys open a closed list and choose nothing unseen", arguments: ["group", "collection"])
        func closedLists(id: String) async throws {
            let folder = try PictureFolder()
            for number in 1...3 { try folder.write("\(number).svg", PictureFolder.svg()) }
            try await Page.open([folder.path], width: 1200, height: 500, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count > 0")
                let before: String = try await page.value("JSON.stringify(scrollServer.shown.view)")
                try await page.browser.run(
                    "document.getElementById('more-button').click(); document.getElementById('\(id)').focus()")
                for key in ["\u{E015}", "s", "\u{E010}"] {
                    try await page.browser.run(
                        """
                        probe.opened = 0;
                        HTMLSelectElement.prototype.showPicker = () => { probe.opened += 1; };
                        """)
                    try await page.browser.type(key)
                    #expect(try await page.value("probe.opened") == 1)
                    #expect(try await page.value("JSON.stringify(scrollServer.shown.view)") == before)
                    #expect(try await page.value("document.activeElement.id") == id)
                }
            }
        }

        @Test("The menu of orders is led through by keys, and gives the focus back")
        func sortMenu() async throws {
            let folder = try PictureFolder()
            for number in 1...3 { try folder.write("\(number).svg", PictureFolder.svg()) }
            try await Page.open([folder.path], width: 1200, height: 500, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 3")
                let focus = "document.activeElement.dataset.key ?? document.activeElement.id"
                let order = "scrollServer.shown.view.order"
                try await page.browser.run("document.getElementById('sort-button').focus()")
                try await page.browser.press(.down)
                #expect(try await page.value("(\(focus)) === 'name' && document.activeElement.ariaChecked === 'true'"))
                try await page.browser.type("s")
                #expect(try await page.value(focus) == "size")
                // Nothing is chosen before Enter; Escape leaves all as it is.
                try await page.browser.press(.escape)
                #expect(try await page.value("(\(focus)) === 'sort-button' && \(order) === undefined"))
                try await page.browser.press(.enter)
                try await page.browser.type("d")
                try await page.browser.press(.enter)
                try await page.settle(when: "\(order) === '-date' && !scrollServer.shown.isFresh")
                #expect(try await page.value(focus) == "sort-button")
                let label = "document.getElementById('sort-button').ariaLabel"
                let direction = "document.getElementById('direction').ariaLabel"
                #expect(try await page.value(label) == "Sort by: Date taken or modified")
                #expect(try await page.value(direction) == "Newest first")
                try await page.browser.run("document.getElementById('direction').focus()")
                try await page.browser.press(.enter)
                try await page.settle(when: "\(order) === 'date' && !scrollServer.shown.isFresh")
                #expect(try await page.value(focus) == "direction")
                #expect(try await page.value(direction) == "Oldest first")
            }
        }

        @Test("Every control has a name")
        func names() async throws {
            try await Page.open(["--demo=50"], isBlank: true) { page in
                let nameless: [String] = try await page.value(
                    """
                    [...document.querySelectorAll("button, select, [role=scrollbar], [role=list], main, dialog")].filter(part => {
                      const label = part.ariaLabel || part.labels?.[0]?.textContent || part.textContent
                        || document.getElementById(part.getAttribute("aria-labelledby"))?.textContent;
                      return !label?.trim();
                    }).map(part => part.id || part.tagName)
                    """)
                #expect(nameless.isEmpty)
            }
        }
    }
}
