// The bar: it fits into every window, with all that is in it.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct BarTests {
        /// What does not fit, in words.
        private static let faults = """
            (() => {
              const bar = document.getElementById("bar");
              const faults = [];
              const boxes = [];
              for (const element of bar.querySelectorAll("button, select, output")) {
                if (!element.checkVisibility() || (element.tagName === "OUTPUT" && !element.value)) continue;
                const box = element.getBoundingClientRect();
                const text = `${element.id} from ${box.left} to ${box.right}`;
                if (box.left < -0.5 || box.right > innerWidth + 0.5) faults.push(`${text} is outside`);
                if (box.width < 24 || box.height < 14) faults.push(`${text} is too small`);
                if (element.tagName === "OUTPUT"
                    && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2)) {
                  faults.push(`${text} is cut: ${element.value}`);
                }
                if (!element.closest("#more")) boxes.push([element.id, box]);
              }
              for (const [place, [id, box]] of boxes.entries()) {
                if (place && boxes[place - 1][1].right > box.left + 0.5) faults.push(`${boxes[place - 1][0]} covers ${id}`);
              }
              if (bar.scrollWidth > bar.clientWidth) faults.push("the bar overflows");
              return faults.map(fault => `${innerWidth}: ${fault}`);
            })()
            """

        @Test(
            "It fits from 320 to 3840 px, with the longest names and numbers",
            arguments: [
                "collection=demo&layout=grid", "collection=demo&layout=pages", "layout=item", "collection=weather",
            ])
        func fits(view: String) async throws {
            let folder = try PictureFolder()
            let long =
                "A collection whose name is longer than any window is wide "
                + String(repeating: "and longer ", count: 12)
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/\(long)", withIntermediateDirectories: true)
            try folder.write("\(long)/1.svg", PictureFolder.svg())
            try await Page.open(
                ["--demo=1000000000", "\(folder.path)/\(long)"], width: 1280, height: 500, isBlank: true,
                query: view == "layout=item" ? "#collection=demo&layout=pages" : "#\(view)"
            ) { page in
                if view != "collection=weather" { try await page.jump(to: 1) }
                if view == "layout=item" {
                    try await page.browser.type("z")
                    try await page.settle(when: "scrollServer.shown.view.layout === 'item'")
                }
                var faults: [String] = []
                for name in ["", long.trimmingCharacters(in: .whitespaces)] {
                    if !name.isEmpty {
                        // As if that were the one that is shown.
                        try await page.browser.run(
                            "const list = document.getElementById('collection'); list.value = [...list.options].find(({ text }) => text.length > 100).value;"
                        )
                    }
                    // Above 960 px one width changes the arrangement: 2560 px.
                    let widths = Array(stride(from: 320, to: 1280, by: 40)) + stride(from: 1280, through: 3840, by: 160)
                    for width in widths {
                        try await page.resize(width: width, height: 500)
                        // A frame later it is arranged.
                        let _: Bool = try await page.browser.runAsync(
                            "requestAnimationFrame(() => requestAnimationFrame(() => arguments[0](true)))")
                        faults += try await page.value(Self.faults) as [String]
                        // The sheet is as wide in every window that has room for it.
                        if width > 640, width % 640 != 0 { continue }
                        try await page.browser.run("document.getElementById('more-button').click()")
                        faults += (try await page.value(Self.faults) as [String]).map { "open, \($0)" }
                        try await page.browser.run("document.getElementById('more-button').click()")
                    }
                }
                #expect(faults.isEmpty, "\(faults.count): \(faults.prefix(8).joined(separator: "; "))")
            }
        }

        @Test("On a phone the sheet lies above the caption, and ends with a choice, a press elsewhere and Escape")
        func sheet() async throws {
            try await Page.open(
                ["--demo=1000"], width: 390, height: 700, isBlank: true, query: "#layout=pages"
            ) { page in
                let isOpen = "document.getElementById('more').checkVisibility()"
                func press() async throws {
                    try await page.browser.run("document.getElementById('more-button').click()")
                    #expect(try await page.value(isOpen))
                }
                try await press()
                let covered: Bool = try await page.value(
                    """
                    [...document.querySelectorAll("#more :is(button, select)")].filter(one => one.checkVisibility()).some(one => {
                      const { x, y, width, height } = one.getBoundingClientRect();
                      return document.elementFromPoint(x + width / 2, y + height / 2).closest("#more") === null || height < 24;
                    })
                    """)
                #expect(!covered)
                try await page.photograph("sheet")
                let top: Double = try await page.value("document.getElementById('more').getBoundingClientRect().top")
                #expect(top > 24)
                try await page.browser.click(x: 200, y: top - 12)
                #expect(try await page.value("!\(isOpen)"))
                try await page.settle()
                // A tap has put the bar out of the way; another brings it back.
                try await page.browser.run("document.body.classList.remove('bare')")
                try await press()
                try await page.browser.run("document.getElementById('theme').focus()")
                try await page.browser.press(.escape)
                #expect(try await page.value("!\(isOpen) && document.activeElement.id === 'more-button'"))
                try await press()
                try await page.browser.run("document.querySelector('#layout-names [data-layout=grid]').click()")
                #expect(try await page.value("!\(isOpen)"))
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'grid'")
                // The menu of orders is such a sheet, too.
                try await page.browser.run("document.getElementById('sort-button').click()")
                #expect(
                    try await page.value(
                        """
                        (({ left, right, bottom }) => left === 0 && right === innerWidth
                          && bottom <= document.getElementById("bar").getBoundingClientRect().top + 1)(
                          document.getElementById("sort-menu").getBoundingClientRect())
                        """))
            }
        }

        @Test("Help begins at its beginning")
        func help() async throws {
            try await Page.open(["--demo=1000"], width: 390, height: 500, isBlank: true) { page in
                try await page.browser.type("?")
                #expect(try await page.value("document.getElementById('help').open"))
                let top: Double = try await page.value("document.getElementById('help').scrollTop")
                #expect(top == 0)
                #expect(
                    try await page.value(
                        "document.getElementById('help-title').getBoundingClientRect().top >= 0 && document.activeElement.id === 'help-find'"
                    ))
            }
        }
    }
}
