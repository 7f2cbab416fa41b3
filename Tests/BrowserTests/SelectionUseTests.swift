// What is done with a selection: seen in two windows, searched, exported, and by all readers alike.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct SelectionUseTests {
        @Test("Two windows see the same, and so does a page that is loaded again")
        func windows() async throws {
            try await Page.open(["--demo=1000"], width: 900, height: 600, isBlank: true, query: "#layout=grid") {
                page in
                let browser = page.browser
                let first = try await browser.window()
                try await browser.openWindow()
                let second = try await browser.window()
                try await Page.prepare(browser)
                try await page.resize(width: 900, height: 600)
                try await browser.go(to: "\(page.address)/#layout=grid")
                try await page.settle()
                try await page.click(2, with: .control)
                try await page.untilChosen([2])
                try await browser.drive(first)
                try await page.untilChosen([2])
                try await page.click(0, with: .control)
                try await page.untilChosen([0, 2])
                try await browser.drive(second)
                try await page.untilChosen([0, 2])
                try await browser.reload()
                try await page.settle()
                try await page.untilChosen([0, 2])
                #expect(try await page.value(Page.selectionText) == "2 of 1,000 selected")
                try await browser.closeWindow()
                try await browser.drive(first)
            }
        }

        @Test("Without a live session the page sees the same")
        func polled() async throws {
            try await Page.open(
                ["--demo=1000"], width: 900, height: 600, isBlank: true, query: "?live=0#layout=grid"
            ) { page in
                try await page.click(1, with: .control)
                try await page.click(3, with: .shift)
                try await page.untilChosen(1...3)
            }
        }

        @Test("Under a search all are those that it finds; what is selected can be shown alone")
        func search() async throws {
            let folder = try PictureFolder()
            for number in 1...9 {
                try folder.write("\(number) \(number % 2 == 0 ? "cat" : "dog").svg", PictureFolder.svg())
            }
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid&q=name:dog") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 5")
                try await page.browser.press("a", with: .control)
                try await page.untilChosen(0..<5)
                #expect(try await page.value("(\(Page.selectionText)).startsWith('5 of 9 selected · ')"))
                try await page.browser.run("location.hash = '#layout=grid'")
                try await page.settle(when: "scrollServer.shown.plan.count === 9")
                try await page.untilChosen([0, 2, 4, 6, 8])
                try await page.click(1, with: .control)
                try await page.until("\(Page.selectedCount) === 6")
                try await page.browser.type("v")
                try await page.settle(when: "(\(Page.query)) === 'is:selected' && scrollServer.shown.plan.count === 6")
                // The bar leads back to all, and one that is deselected goes.
                #expect(try await page.value("document.getElementById('selection-show').textContent") == "Show all")
                try await page.click(0, with: .control)
                try await page.settle(when: "scrollServer.shown.plan.count === 5")
                // A search for something else inverts nothing but what it finds.
                try await page.browser.run("location.hash = '#layout=grid&q=name:cat'")
                try await page.settle(when: "scrollServer.shown.plan.count === 4")
                try await page.browser.press("i", with: .control)
                try await page.until("\(Page.selectedCount) === 7")
                try await page.untilChosen(1...3)
                // Cleared where it is shown alone, it leads back to all.
                try await page.browser.run("location.hash = '#layout=grid'")
                try await page.settle(when: "scrollServer.shown.plan.count === 9")
                try await page.browser.type("v")
                try await page.settle(when: "scrollServer.shown.plan.count === 7")
                try await page.browser.run("document.getElementById('selection-clear').click()")
                try await page.settle(when: "(\(Page.query)) === '' && scrollServer.shown.plan.count === 9")
            }
        }

        @Test("The menu of a picture selects it, and leads to what can be done with the selection")
        func menu() async throws {
            let folder = try PictureFolder.numbered(6)
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 6")
                for (label, expected) in [("Select ", [2]), ("Deselect ", [Int]())] {
                    try await page.browser.run(
                        """
                        probe.slots()[2].dispatchEvent(
                          new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: 40, clientY: 90 }));
                        """)
                    try await page.until("document.getElementById('menu').matches(':popover-open')")
                    #expect(
                        try await page.value("document.getElementById('select-item').firstChild.data") == label)
                    #expect(
                        try await page.value("document.getElementById('show-selected-item').hidden")
                            == (label == "Select "))
                    #expect(try await page.value("document.getElementById('mark-item').hidden"))
                    try await page.browser.run("document.getElementById('select-item').click()")
                    try await page.untilChosen(expected)
                }
                // An open picture is selected by its key.
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.plan.layout === 'pages'")
                try await page.browser.type("x")
                try await page.until(
                    "document.getElementById('message').textContent.includes('Selected: 1 selected in all')")
                try await page.browser.press(.escape)
                try await page.settle(when: "scrollServer.shown.plan.layout === 'grid'")
                try await page.untilChosen([0])
            }
        }

        @Test("An evening: some are chosen, then the others, and the exported paths are those", arguments: [1, 2, 3])
        func evening(seed: UInt64) async throws {
            let folder = try PictureFolder.numbered(40)
            try await Page.open([folder.path], width: 900, height: 900, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 40")
                var model: Set<Int> = []
                var last: Int?
                var state = seed &* 0x9E37_79B9_7F4A_7C15
                func random(_ bound: Int) -> Int {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return Int(truncatingIfNeeded: (state >> 33) % UInt64(bound))
                }
                let seen: [Int] = try await page.value(
                    """
                    probe.painted().filter(({ y, height }) => y > 60 && y + height < innerHeight - 120).map(({ index }) => index)
                    """)
                for _ in 0..<12 {
                    let index = seen[random(seen.count)]
                    switch random(4) {
                    case 0:
                        try await page.browser.press("i", with: .control)
                        model = Set(0..<40).subtracting(model)
                    case 1:
                        // Each range is the first from its beginning, so that nothing is taken back.
                        guard let from = last else { continue }
                        try await page.click(index, with: .shift)
                        model.formUnion(min(from, index)...max(from, index))
                        last = nil
                    default:
                        try await page.click(index, with: .control)
                        if model.remove(index) == nil { model.insert(index) }
                        last = index
                    }
                    try await page.until("\(Page.selectedCount) === \(model.count)")
                }
                // Such a click always changes how many there are: all that came before has arrived after it.
                try await page.click(seen[0], with: .control)
                if model.remove(seen[0]) == nil { model.insert(seen[0]) }
                if model.isEmpty {
                    try await page.browser.press("i", with: .control)
                    model = Set(0..<40)
                }
                try await page.until("\(Page.selectedCount) === \(model.count)")
                #expect(try await page.selection().count == model.count)
                try await page.browser.type("e")
                try await page.until("document.getElementById('export').open")
                try await page.browser.run(
                    """
                    const kind = document.getElementById("export-kind");
                    kind.value = "paths.txt";
                    kind.dispatchEvent(new Event("input", { bubbles: true }));
                    """)
                let text: String = try await page.browser.runAsync(
                    "fetch(document.getElementById('export-save').href).then(answer => answer.text()).then(arguments[0])"
                )
                let names = text.split(separator: "\n").map { String($0.split(separator: "/").last ?? "") }
                #expect(names == model.sorted().map(PictureFolder.numberedName))
                #expect(
                    try await page.value(
                        "document.getElementById('export-said').textContent.startsWith('\(model.count) picture')"))
            }
        }

        @Test(
            "Nothing of it breaks a rule of accessibility, or lies beyond the window",
            .enabled(if: Axe.script != nil || BrowserTrait.isRequired, "axe-core is not installed"),
            arguments: ["grid", "justified", "stack", "strip", "grid&columns=9", "grid&columns=60"])
        func rules(view: String) async throws {
            try await Page.open(["--demo=1000"], width: 900, height: 600, query: "#layout=\(view)") { page in
                try await page.browser.press("a", with: .control)
                try await page.until("\(Page.selectedCount) === 1000")
                try await Axe.begin(page)
                for (width, height) in [(3840, 1600), (1280, 800), (390, 844), (320, 568)] {
                    try await page.resize(width: width, height: height)
                    try await page.settle()
                    // The bar is the same over all layouts.
                    if view == "grid" || width == 390 {
                        let found = try await Axe.violations(page)
                        #expect(found.isEmpty, "\(width) px: \(found)")
                    }
                    #expect(
                        try await page.value(
                            """
                            (({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight)(
                              document.getElementById("selection").getBoundingClientRect())
                            """), "\(width) px")
                }
                // Pictures in their only row lie above it.
                if view == "strip" {
                    #expect(
                        try await page.value(
                            """
                            probe.painted().every(({ y, height }) =>
                              y + height <= document.getElementById("selection").getBoundingClientRect().top + 1)
                            """))
                }
                try await Axe.end(page)
            }
        }
    }
}
