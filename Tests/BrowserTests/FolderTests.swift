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

        private static func openTree(_ page: Page) async throws {
            try await page.browser.run("document.getElementById('folders-button').click()")
            try await page.until("document.getElementById('folders').matches(':popover-open')")
        }

        private static let position = "document.getElementById('position').value"

        @Test("The tree has all folders with their counts; a choice opens one as a place of its own")
        func tree() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 1200, height: 500, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 163")
                try await Self.openTree(page)
                try await page.until("\(Self.names) === 'All163,a40,b80,g40'")
                try await page.browser.run("document.querySelector('[data-path=b] .fold').click()")
                try await page.until("\(Self.names) === 'All163,a40,b80,c d40,e&f40,g40'")
                try await page.browser.run("document.querySelector('[data-path=\"b/e&f\"] .name').click()")
                try await page.settle(when: "scrollServer.shown.plan?.count === 40")
                #expect(try await page.value(Self.top) == "b/e&f/0.svg")
                #expect(try await page.value(Self.crumbs) == "b/e&f")
                #expect(try await page.value(Self.position) == "1 of 40")
                // Opened again it shows where one is.
                try await Self.openTree(page)
                try await page.until("document.activeElement.ariaCurrent === 'true'")
                #expect(try await page.value("document.activeElement.textContent") == "e&f40")
                // All leads back to everything, where the folder was opened; so does the history.
                try await page.browser.run("document.querySelector('[data-path=\"\"] .name').click()")
                try await page.settle(when: "scrollServer.shown.plan?.count === 163")
                #expect(try await page.value("!scrollServer.shown.view.q"))
                try await Self.openTree(page)
                try await page.until("document.activeElement.ariaCurrent === 'true'")
                #expect(try await page.value("document.activeElement.textContent") == "All163")
                try await page.browser.run("document.getElementById('folders').hidePopover(); history.back()")
                try await page.settle(when: "\(Self.top) === 'b/e&f/0.svg'")
                try await Self.openTree(page)
                try await page.until("document.activeElement.textContent === 'e&f40'")
                // By keys: up to the one above, folded, and to the first.
                try await page.browser.press(.left)
                try await page.browser.press(.left)
                try await page.until("\(Self.names) === 'All163,a40,b80,g40'")
                try await page.browser.press(.up)
                try await page.browser.press(.enter)
                try await page.settle(when: "\(Self.top) === 'a/0.svg'")
                // The way back leads to the one before, and to all.
                try await page.browser.run("history.back()")
                try await page.settle(when: "\(Self.top) === 'b/e&f/0.svg'")
                try await page.browser.run("history.back()")
                try await page.settle(when: "scrollServer.shown.plan?.count === 163")
            }
        }

        @Test(
            "A folder is opened in the order, the groups and the layout that are shown, with what lies in folders in it"
        )
        func order() async throws {
            let folder = try Self.folder()
            for (place, name) in ["b/c d/7", "b/e&f/3", "g/1"].enumerated() {
                let date = Date(timeIntervalSince1970: 2_000_000_000 + Double(place) * 40 * 86_400)
                try FileManager.default.setAttributes(
                    [.modificationDate: date], ofItemAtPath: "\(folder.path)/\(name).svg")
            }
            let view = "#layout=justified&order=-date&group=month"
            try await Page.open([folder.path], width: 1200, height: 500, query: view) { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 163")
                #expect(try await page.value(Self.top) == "g/1.svg")
                try await Self.openTree(page)
                try await page.until("\(Self.names) === 'All163,a40,b80,g40'")
                try await page.browser.run("document.querySelector('[data-path=b] .name').click()")
                try await page.settle(when: "scrollServer.shown.plan?.count === 80")
                #expect(try await page.value(Self.top) == "b/e&f/3.svg")
                let view: [String?] = try await page.value(
                    "['layout', 'order', 'group'].map(name => scrollServer.shown.view[name])")
                #expect(view == ["justified", "-date", "month"])
                #expect(try await page.value(Self.position) == "1 of 80")
                #expect(try await page.value(Self.crumbs) == "b")
                // The slideshow, and what one goes through, is the folder's own.
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.isPaged && scrollServer.shown.plan.layout === 'pages'")
                #expect(try await page.value("scrollServer.shown.plan.count") == 80)
                try await page.browser.press(.escape)
                try await page.settle(when: "scrollServer.shown.plan.layout === 'justified'")
                // A search that begins in it ends there, at the same place.
                try await page.browser.run("scrollServer.scroller.jump({ x: 0, y: 400 })")
                try await page.settle(when: "Math.abs(scrollServer.shown.plan.contentOffset.y - 400) < 1")
                let before: String = try await page.value(Self.top)
                try await page.look(for: "a")
                try await page.settle(when: "scrollServer.shown.current?.count === 40")
                try await page.browser.run("document.getElementById('find-close').click()")
                try await page.settle(when: "scrollServer.shown.current?.count === 80")
                #expect(try await page.value(Self.top) == before)
                // The end of it leads to where it was opened.
                try await page.until("!document.getElementById('find').hidden")
                try await page.browser.press(.escape)
                try await page.settle(when: "scrollServer.shown.plan?.count === 163")
                #expect(try await page.value(Self.top) == "g/1.svg")
            }
        }

        @Test("The path follows what is on top, and opens its folders, also from a picture, which stays in view")
        func path() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 1200, height: 500, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 163")
                #expect(try await page.value(Self.crumbs) == "")
                try await page.jump(to: 0.55)
                try await page.until("\(Self.crumbs).startsWith('b/')")
                try await page.browser.run("document.querySelector('#crumbs button').click()")
                try await page.settle(when: "scrollServer.shown.plan?.count === 80")
                #expect(try await page.value(Self.top) == "b/c d/0.svg")
                try await page.browser.press(.end)
                try await page.settle(when: "\(Self.crumbs) === 'b/e&f'")
                try await page.browser.press("5", with: .alt)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                let name: String = try await page.value(Self.top)
                try await page.browser.run("[...document.querySelectorAll('#crumbs button')].at(-1).click()")
                try await page.settle(
                    when: "scrollServer.shown.plan?.layout === 'grid' && scrollServer.shown.plan.count === 40")
                let seen: [String] = try await page.value("probe.slots().map(probe.name)")
                #expect(seen.contains(name))
            }
        }
    }
}
