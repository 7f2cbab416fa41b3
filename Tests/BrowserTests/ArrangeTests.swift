// Another order begins at its top; other groups and another layout keep what is looked at.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct ArrangeTests {
        /// 300 pictures, one a day; those that come first by name are the oldest, and are no pictures.
        private static func folder() throws -> PictureFolder {
            let folder = try PictureFolder()
            for number in 0..<300 {
                let name = "\(1000 + number).\(number < 5 ? "jpg" : "svg")"
                try folder.write(name, number < 5 ? PictureFolder.garbage : PictureFolder.svg())
                let date = Date(timeIntervalSince1970: 1_600_000_000 + Double(number) * 86_400)
                try FileManager.default.setAttributes(
                    [.modificationDate: date], ofItemAtPath: "\(folder.path)/\(name)")
            }
            return folder
        }

        private static func arrange(_ page: Page, _ picker: String, _ value: String) async throws {
            try await page.browser.run(
                """
                const picker = document.getElementById("\(picker)");
                picker.value = "\(value)";
                picker.dispatchEvent(new Event("change", { bubbles: true }));
                """)
            try await page.settle(when: "!scrollServer.shown.isFresh")
        }

        private static let position = "document.getElementById('position').value"

        private static let top = "scrollServer.shown.plan.anchor.name"

        @Test("Another order is shown from its top, groups and layouts keep the picture there, and Back leads back")
        func order() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 700, height: 400, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 300")
                try await page.sort(by: "-date")
                #expect(try await page.value(Self.position) == "1 of 300")
                #expect(try await page.value(Self.top) == "1299.svg")
                try await page.jump(to: 0.3)
                let place: String = try await page.value(Self.top)
                #expect(place != "1299.svg")
                // The arrow chooses an order, too.
                try await page.browser.run("document.getElementById('direction').click()")
                try await page.settle(when: "!scrollServer.shown.isFresh && scrollServer.shown.view.order === 'date'")
                #expect(try await page.value(Self.position) == "1 of 300")
                #expect(try await page.value("scrollServer.shown.plan.edges.top"))
                try await page.browser.run("history.back()")
                try await page.settle(when: "!scrollServer.shown.isFresh && scrollServer.shown.view.order === '-date'")
                #expect(try await page.value(Self.top) == place)
                // The same order is not chosen newly.
                try await page.sort(by: "-date")
                #expect(try await page.value(Self.top) == place)
                let isSeen = "probe.slots().some(slot => probe.name(slot).split(', ')[0] === '\(place)')"
                for (picker, value) in [("group", "month"), ("group", "")] {
                    try await Self.arrange(page, picker, value)
                    #expect(try await page.value(isSeen))
                }
                try await page.browser.press("2", with: .alt)
                try await page.settle(when: "scrollServer.shown.current?.layout === 'justified'")
                #expect(try await page.value(isSeen))
            }
        }

        @Test("Another order keeps the picture that is open")
        func openPicture() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 700, height: 400, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 300")
                try await page.jump(to: 0.5)
                try await page.browser.run("probe.slots()[3].querySelector('a').click()")
                try await page.settle(when: "scrollServer.shown.current?.layout === 'pages'")
                let name: String = try await page.value(Self.top)
                try await page.sort(by: "-date")
                #expect(try await page.value("scrollServer.shown.current.layout") == "pages")
                #expect(try await page.value(Self.top) == name)
            }
        }

        @Test("The end of a search that began at the top leads to the top")
        func search() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 700, height: 400, query: "#layout=grid&order=-date") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 300")
                try await page.browser.type("/12")
                try await page.settle(when: "scrollServer.shown.plan?.count < 300")
                try await page.jump(to: 1)
                try folder.write("0999.svg", PictureFolder.svg())
                try await page.settle(when: "scrollServer.shown.plan?.total === 301")
                try await page.browser.run("document.getElementById('find-close').click()")
                try await page.settle(when: "scrollServer.shown.plan?.count === 301")
                #expect(try await page.value("scrollServer.shown.plan.anchor.name") == "0999.svg")
            }
        }
    }
}
