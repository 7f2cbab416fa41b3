// Pictures that are selected, or marked where a server is read-only, and seen side by side.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct CompareTests {
        private static let badges = """
            [...document.querySelectorAll("#slots .slot.current[data-mark]")].map(slot =>
              `${slot.dataset.index} ${slot.dataset.mark} ${slot.querySelector("a").ariaLabel}`).sort()
            """

        /// For each pane how far from its middle that point of its picture is, in px, which all are to have there.
        private static let slips = """
            scrollServer.compare.panes.map(pane => {
              const { lens } = scrollServer.compare;
              const slot = [...pane.slots.shown.values()].find(({ tile }) => tile.isFirst);
              const { x, y, width, height } = slot.element.getBoundingClientRect();
              const { left, top, right, bottom } = pane.box;
              return Math.max(
                Math.abs(x + lens.x * width - (left + right) / 2), Math.abs(y + lens.y * height - (top + bottom) / 2));
            })
            """

        /// What the bar of marked pictures says.
        private static let words = "document.getElementById('marks-count').textContent"

        private static let ready = "scrollServer.compare.isReady"

        /// How many pictures are selected, or marked where the server is read-only.
        private static let count = "(scrollServer.choosing.count + scrollServer.marks.items.length)"

        private struct Lens: Decodable {
            let magnification: Double
            let x: Double
            let y: Double
        }

        private static func lens(_ page: Page) async throws -> Lens {
            try await page.value("scrollServer.compare.lens")
        }

        /// Goes into the pictures with the keyboard and selects so many of them, from the first that is seen on.
        ///
        /// A read-only server keeps no selection: there they are marked.
        private static func mark(_ count: Int, _ page: Page) async throws {
            try await page.browser.press(.tab)
            try await page.until("document.activeElement.closest('.slot') !== null")
            for number in 1...count {
                try await page.browser.type("x")
                try await page.until("\(Self.count) === \(number)")
                if number < count { try await next(page) }
            }
        }

        /// The next picture gets the focus.
        private static func next(_ page: Page) async throws {
            let index: Int = try await page.value("Number(document.activeElement.closest('.slot').dataset.index)")
            try await page.browser.press(.right)
            try await page.settle(when: "document.activeElement.closest('.slot')?.dataset.index === '\(index + 1)'")
        }

        /// Selects so many pictures and compares them.
        private static func compare(_ count: Int, _ page: Page) async throws {
            try await mark(count, page)
            try await page.browser.type("X")
            try await page.until("\(ready) && scrollServer.compare.panes.length === \(count)")
        }

        @Test("Of a read-only server four pictures can be marked; of a fifth it is said that four are the most")
        func four() async throws {
            try await Page.open(
                ["--demo=1000", "--read-only"], width: 900, height: 600, isBlank: true, query: "#layout=grid"
            ) {
                page in
                #expect(try await page.value("document.getElementById('marks').hidden"))
                // One is not enough.
                try await Self.mark(1, page)
                try await page.browser.type("X")
                try await page.until("\(Self.words) === 'Choose the second picture'")
                #expect(try await page.value("!document.getElementById('compare').open"))
                try await page.browser.press(.escape)
                try await page.until("\(Self.words) === '1 marked'")
                try await page.browser.type("x")
                try await page.until("document.getElementById('marks').hidden")
                for number in 1...4 {
                    try await page.browser.type("x")
                    try await page.until("document.getElementById('marks-count').textContent === '\(number) marked'")
                    try await Self.next(page)
                }
                try await page.browser.type("x")
                try await page.until("document.getElementById('message').textContent.includes('are the most')")
                #expect(try await page.value("scrollServer.marks.items.length") == 4)
                let names: [String] = try await page.value(Self.badges)
                #expect(names == (1...4).map { "\($0 - 1) \($0) \($0).png, marked" })
                // Those behind the one that is unmarked are counted anew.
                try await page.browser.press(.left, times: 3)
                try await page.settle(when: "document.activeElement.closest('.slot')?.dataset.index === '1'")
                try await page.browser.type("x")
                try await page.until("scrollServer.marks.items.length === 3")
                #expect(
                    try await page.value(Self.badges) == [
                        "0 1 1.png, marked", "2 2 3.png, marked", "3 3 4.png, marked",
                    ])
            }
        }

        @Test(
            "A badge is there again when its picture is, whatever its slot has shown meanwhile",
            arguments: ["grid", "justified", "stack", "strip"])
        func badge(layout: String) async throws {
            try await Page.open(
                ["--demo=1000", "--read-only"], width: 900, height: 600, isBlank: true, query: "#layout=\(layout)"
            ) { page in
                try await Self.mark(1, page)
                let before: [String] = try await page.value(Self.badges)
                #expect(before == ["0 1 1.png, marked"])
                try await page.jump(to: 0.5)
                #expect(try await page.value("\(Self.badges).length") == 0)
                try await page.jump(to: 0)
                #expect(try await page.value(Self.badges) == before)
            }
        }

        @Test("The menu of a picture marks it, and takes the mark away")
        func menu() async throws {
            try await Page.open(
                ["--demo=50", "--read-only"], width: 900, height: 600, isBlank: true, query: "#layout=grid"
            ) { page in
                for (label, count) in [("Mark to compare", 1), ("Unmark", 0)] {
                    try await page.browser.run(
                        """
                        probe.slots()[2].dispatchEvent(
                          new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: 40, clientY: 90 }));
                        """)
                    try await page.until("document.getElementById('menu').matches(':popover-open')")
                    #expect(
                        try await page.value("document.getElementById('mark-item').textContent.startsWith('\(label)')"))
                    try await page.browser.run("document.getElementById('mark-item').click()")
                    try await page.until("scrollServer.marks.items.length === \(count)")
                    #expect(try await page.value("!document.getElementById('menu').matches(':popover-open')"))
                }
            }
        }

        @Test("Compare in one picture’s bar leads back to the others, where a click chooses the second picture")
        func fromOnePicture() async throws {
            try await Page.open(["--demo=50"], width: 1100, height: 600, isBlank: true, query: "#layout=grid") { page in
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                let label = "document.getElementById('compare-this').textContent"
                #expect(try await page.value(label) == "Compare")
                try await page.browser.run("document.getElementById('compare-this').click()")
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'grid'")
                #expect(try await page.value(Self.words) == "Choose the second picture")
                #expect(
                    try await page.value("document.getElementById('marks-said').textContent")
                        == "Choose the second picture")
                func click(_ index: Int) async throws {
                    let place: [Double] = try await page.value(
                        """
                        (({ left, top, width, height }) => [left + width / 2, top + height / 2])(
                          document.querySelector("#slots .slot.current[data-index='\(index)']").getBoundingClientRect())
                        """)
                    try await page.browser.click(x: place[0], y: place[1])
                }
                try await click(2)
                try await page.until("\(Self.ready) && scrollServer.compare.panes.length === 2")
                #expect(try await page.value("scrollServer.compare.panes.map(({ index }) => index)") == [0, 2])
                // The choice has ended: the next click opens a picture; a second one at the same place would be a double click.
                try await page.browser.press(.escape)
                try await page.settle(when: "!document.getElementById('compare').open")
                #expect(try await page.value("document.getElementById('marks').hidden"))
                try await click(3)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
            }
        }

        @Test("Compare in the menu ⋯ and in a picture’s menu says the next step, and Cancel ends it")
        func fromMenus() async throws {
            try await Page.open(["--demo=50"], width: 900, height: 600, isBlank: true, query: "#layout=grid") { page in
                let menu = """
                    probe.slots()[2].dispatchEvent(
                      new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: 40, clientY: 90 }));
                    """
                try await page.browser.run("document.getElementById('compare-row').click()")
                try await page.until("\(Self.words) === 'Choose the first picture'")
                try await page.browser.run("document.getElementById('clear-marks').click()")
                try await page.until("document.getElementById('marks').hidden")
                try await page.browser.run(menu)
                try await page.until("document.getElementById('menu').matches(':popover-open')")
                try await page.browser.run("document.getElementById('compare-item').click()")
                try await page.until("\(Self.words) === 'Choose the second picture'")
                #expect(try await page.value("scrollServer.marks.items.length") == 1)
                try await page.browser.press(.escape)
                try await page.until("document.getElementById('marks').hidden && scrollServer.marks.items.length === 0")
            }
        }

        @Test("On a phone the bar of the selection lies above the search field")
        func besideTheSearch() async throws {
            let folder = try PictureFolder()
            for number in 1...9 { try folder.write("\(number).svg", PictureFolder.svg(width: 30 * number)) }
            try await Page.open([folder.path], width: 390, height: 800, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan.count === 9")
                try await Self.mark(1, page)
                try await page.browser.type("/")
                try await page.settle(when: "!document.getElementById('find').hidden")
                #expect(
                    try await page.value(
                        """
                        document.getElementById("selection").getBoundingClientRect().bottom
                          <= document.getElementById("find").getBoundingClientRect().top
                        """))
            }
        }

        @Test(
            "Pictures of different sizes show the same part after zoom and drag, to a pixel of the screen",
            arguments: [(1000, 700, 1.0), (500, 800, 1.0), (800, 600, 2.0)])
        func samePart(width: Int, height: Int, scale: Double) async throws {
            try await Page.open(
                ["--demo=1000"], width: width, height: height, scale: scale, isBlank: true, query: "#layout=grid"
            ) { page in
                try await Self.compare(3, page)
                let widths: [Double] = try await page.value(
                    "scrollServer.compare.panes.map(({ placed }) => placed.width)")
                #expect(Set(widths).count > 1)
                func check(_ step: Comment) async throws {
                    try await page.until(Self.ready)
                    let slips: [Double] = try await page.value(Self.slips)
                    #expect(slips.count == 3 && slips.allSatisfy { $0 * scale <= 1.01 }, step)
                    // A multiple of the width at which all of it fits, as far as the largest scale lets each of them.
                    #expect(
                        try await page.value(
                            """
                            scrollServer.compare.panes.every(({ slots, placed, box }) => {
                              const slot = [...slots.shown.values()].find(({ tile }) => tile.isFirst);
                              const fit = Math.min(box.width, box.height * placed.width / placed.height);
                              const wanted = fit * Math.min(scrollServer.compare.lens.magnification, placed.maximum);
                              return Math.abs(slot.element.getBoundingClientRect().width - wanted) <= 1;
                            })
                            """), step)
                }
                try await check("at first")
                #expect(try await Self.lens(page).magnification == 1)
                try await page.browser.type("+++")
                try await check("keys")
                #expect(abs(try await Self.lens(page).magnification / (1.415 * 1.415 * 1.415) - 1) < 0.001)
                let box: [Double] = try await page.value(
                    "(({ left, top, right, bottom }) => [left, top, right, bottom])(scrollServer.compare.panes[1].box)")
                let (x, y) = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
                let start = try await Self.lens(page)
                try await page.browser.mouse(.move(x, y), .down, .move(x - 20, y - 10), .move(x - 50, y - 30), .up)
                try await check("drag")
                let dragged = try await Self.lens(page)
                #expect(dragged.x > start.x && dragged.y >= start.y)
                try await page.browser.pinchWheel(x: x + 30, y: y + 20, deltaY: -25, times: 3)
                try await page.until("scrollServer.compare.lens.magnification > \(dragged.magnification * 1.3)")
                try await check("wheel and Ctrl")
                let zoomed = try await Self.lens(page)
                try await page.browser.wheel(x: Int(x), y: Int(y), deltaX: 40, deltaY: 30)
                try await page.until("scrollServer.compare.lens.x > \(zoomed.x)")
                try await check("wheel")
                // A pixel of the picture in the pane that was dragged on one of the screen.
                try await page.browser.type("z")
                try await check("pixels")
                #expect(try await page.value("scrollServer.compare.panes[1].percent") == "100 %")
                try await page.browser.type("0")
                try await check("all of it")
                #expect(try await Self.lens(page).magnification == 1)
            }
        }

        @Test("Arrows exchange the picture of the active pane, and Tab makes another one active")
        func neighbours() async throws {
            try await Page.open(
                ["--demo=1000"], width: 900, height: 600, isBlank: true, query: "#layout=grid&order=-name"
            ) {
                page in
                try await Self.compare(3, page)
                let places = "scrollServer.compare.panes.map(({ index }) => index)"
                #expect(try await page.value(places) == [0, 1, 2])
                try await page.browser.press(.tab)
                try await page.until("document.activeElement === scrollServer.compare.panes[1].element")
                #expect(try await page.value("document.activeElement.ariaCurrent") == "true")
                try await page.browser.type("++")
                try await page.until(Self.ready)
                let magnification = try await Self.lens(page).magnification
                try await page.browser.press(.right, times: 4)
                try await page.until("\(Self.ready) && scrollServer.compare.panes[1].name === '995.png'")
                #expect(try await page.value(places) == [0, 5, 2])
                #expect(try await Self.lens(page).magnification == magnification)
                try await page.browser.press(.left, times: 5)
                try await page.until("\(Self.ready) && scrollServer.compare.panes[1].name === '1000.png'")
                try await page.browser.press(.left)
                try await page.until("document.getElementById('compare-said').textContent.includes('first picture')")
                #expect(try await page.value(places) == [0, 0, 2])
                // The selection is the reader's.
                #expect(try await page.value(Self.count) == 3)
            }
        }

        @Test("In a search the neighbours are those that are found; a picture that is not found keeps its own")
        func search() async throws {
            let folder = try PictureFolder()
            for number in 1...9 {
                let name = "\(number) \(number % 2 == 0 ? "cat" : "dog").svg"
                try folder.write(name, PictureFolder.svg(width: 30 * number))
            }
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid&q=name:dog") { page in
                try await page.settle(when: "scrollServer.shown.plan.count === 5")
                let panes = "scrollServer.compare.panes.map(({ name, place }) => `${name}, ${place}`)"
                try await Self.compare(2, page)
                try await page.until("\(panes).join() === '1 dog.svg, 1 of 5,3 dog.svg, 2 of 5'")
                try await page.browser.press(.tab)
                try await page.until("document.activeElement === scrollServer.compare.panes[1].element")
                try await page.browser.press(.right)
                try await page.until(
                    "document.getElementById('compare-said').textContent === '2 of 2: 5 dog.svg, 3 of 5'")
                try await page.until("\(Self.ready) && \(panes)[1] === '5 dog.svg, 3 of 5'")
                try await page.browser.press(.escape)
                try await page.settle(when: "!document.getElementById('compare').open")
                // The same two, selected before something else is looked for.
                try await page.browser.run("location.hash = '#layout=grid&q=name:cat'")
                try await page.settle(when: "scrollServer.shown.plan.count === 4")
                try await page.browser.type("X")
                try await page.until(
                    "\(Self.ready) && \(panes).join() === '1 dog.svg, 1 of 9,3 dog.svg, 3 of 9'")
                try await page.browser.press(.right)
                try await page.until("\(Self.ready) && \(panes)[0] === '2 cat.svg, 2 of 9'")
                #expect(try await page.value(Self.count) == 2)
            }
        }

        @Test("Escape leads back to the same place and the same picture, and gives all pixels back")
        func escape() async throws {
            try await Page.open(["--demo=1000"], width: 900, height: 600, isBlank: true, query: "#layout=grid") {
                page in
                try await page.jump(to: 0.5)
                try await Self.compare(4, page)
                try await page.browser.type("z")
                try await page.until(Self.ready)
                #expect(try await page.value("document.querySelectorAll('#compare canvas').length > 0"))
                let (offset, plans): (Page.Offset, Int) = (
                    try await page.offset(), try await page.value("probe.plans.most")
                )
                // The view's own plan, and one of each pane.
                #expect(plans <= 5)
                try await page.browser.press(.escape)
                try await page.settle(when: "!document.getElementById('compare').open")
                #expect(try await page.offset() == offset)
                #expect(
                    try await page.value(
                        "document.activeElement.closest('.slot.selected') !== null"))
                #expect(try await page.value("document.querySelectorAll('#compare canvas').length") == 0)
                // Once more, with the button, and with as many pictures.
                try await page.browser.type("X")
                try await page.until(Self.ready)
                #expect(
                    try await page.value(
                        """
                        scrollServer.compare.panes.every(({ placed }) => placed.magnification === Math.min(1, placed.maximum))
                        """))
                try await page.browser.run("document.getElementById('compare-close').click()")
                try await page.settle(when: "!document.getElementById('compare').open")
                #expect(try await page.value("document.querySelectorAll('#compare canvas').length") == 0)
            }
        }

        @Test("A picture that has gone is said in its pane, and is selected no more")
        func gone() async throws {
            let folder = try PictureFolder()
            for number in 1...5 { try folder.write("\(number).svg", PictureFolder.svg(width: 30 * number)) }
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan.count === 5")
                try await Self.compare(3, page)
                try FileManager.default.removeItem(atPath: "\(folder.path)/1.svg")
                try await page.until(
                    "document.querySelector('.pane .said').textContent === '1.svg is not in the collection any more.'")
                try await page.until("\(Self.count) === 2")
                // What followed it has its place in the order.
                try await page.browser.press(.right)
                try await page.until("\(Self.ready) && scrollServer.compare.panes[0].name === '2.svg'")
                #expect(try await page.value("document.querySelector('.pane .said').textContent") == "")
            }
        }
    }
}
