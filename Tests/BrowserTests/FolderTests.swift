// Folders: the path to the one on top, and the tree.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct FolderTests {
        /// 40 pictures each in `a`, `b/c d`, `b/e&f` and `g`, and three in the folder itself.
        private static func folder() throws -> PictureFolder {
            let folder = try PictureFolder()
            for name in ["", "a/", "b/c d/", "b/e&f/", "g/"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
                for number in 0..<(name.isEmpty ? 3 : 40) {
                    try folder.write("\(name)\(number).svg", PictureFolder.svg(width: 60))
                }
            }
            return folder
        }

        private static let crumbs =
            "[...document.querySelectorAll('#crumbs button')].map(one => one.textContent).join('/')"
        private static let names =
            "[...document.querySelectorAll('#folders .name')].filter(one => one.checkVisibility()).map(one => one.textContent).join()"
        private static let top = "scrollServer.shown.plan.anchor.name"

        @Test("The tree has all folders with their counts; a choice leads there, in any order and layout")
        func tree() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 1200, height: 500, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 163")
                func open() async throws {
                    try await page.browser.run("document.getElementById('folders-button').click()")
                    try await page.until("document.getElementById('folders').matches(':popover-open')")
                }
                try await open()
                try await page.until("\(Self.names) === 'a40,b80,g40'")
                try await page.browser.run("document.querySelector('[data-path=b] .fold').click()")
                try await page.until("\(Self.names) === 'a40,b80,c d40,e&f40,g40'")
                try await page.browser.run("document.querySelector('[data-path=\"b/e&f\"] .name').click()")
                try await page.settle(when: "\(Self.top) === 'b/e&f/0.svg'")
                #expect(try await page.value(Self.crumbs) == "b/e&f")
                // Below its heading, which does not cover it.
                let covered: Bool = try await page.value(
                    """
                    (() => {
                      const slot = probe.slots().find(slot => probe.name(slot) === "b/e&f/0.svg").getBoundingClientRect();
                      const heading = document.getElementById("sticky").getBoundingClientRect();
                      return slot.top < heading.bottom - 1;
                    })()
                    """)
                #expect(!covered)
                // Opened again it shows where one is.
                try await open()
                try await page.until("document.activeElement.ariaCurrent === 'true'")
                #expect(try await page.value("document.activeElement.textContent") == "e&f40")
                // By keys: up to the one above, folded, and to the first.
                try await page.browser.press(.left)
                try await page.browser.press(.left)
                try await page.until("\(Self.names) === 'a40,b80,g40'")
                try await page.browser.press(.up)
                try await page.browser.press(.enter)
                try await page.settle(when: "\(Self.top) === 'a/0.svg'")
                // From another order it leads to that of names, where folders lie together.
                try await page.browser.type("4")
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'strip'")
                try await page.browser.run(
                    """
                    const order = document.getElementById("order");
                    order.value = "-date";
                    order.dispatchEvent(new Event("change", { bubbles: true }));
                    """)
                try await page.settle(when: "scrollServer.shown.view.order === '-date'")
                #expect(try await page.value(Self.crumbs) == "")
                try await open()
                try await page.until("\(Self.names) === 'a40,b80,g40'")
                try await page.browser.run("document.querySelector('[data-path=g] .name').click()")
                try await page.settle(when: "\(Self.top) === 'g/0.svg' && scrollServer.shown.plan.layout === 'strip'")
                #expect(try await page.value("scrollServer.shown.view.order ?? 'name'") == "name")
                // And back by the browser's own way.
                try await page.browser.run("history.back()")
                try await page.settle(when: "scrollServer.shown.view.order === '-date'")
            }
        }

        @Test("The path follows what is on top, and leads to its folders, also from a picture")
        func path() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 1200, height: 500, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 163")
                #expect(try await page.value(Self.crumbs) == "")
                try await page.jump(to: 0.55)
                try await page.until("\(Self.crumbs).startsWith('b/')")
                try await page.browser.run("document.querySelector('#crumbs button').click()")
                try await page.settle(when: "\(Self.top) === 'b/c d/0.svg'")
                try await page.browser.press(.end)
                try await page.settle(when: "\(Self.crumbs) === 'g'")
                try await page.browser.type("5")
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                #expect(try await page.value(Self.crumbs) == "g")
                try await page.browser.run("document.querySelector('#crumbs button').click()")
                try await page.settle(
                    when: "scrollServer.shown.plan?.layout === 'grid' && \(Self.top).startsWith('g/')")
            }
        }
    }
}
