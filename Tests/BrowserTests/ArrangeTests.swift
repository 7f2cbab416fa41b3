// Another order, other groups, another layout: what is looked at stays, and the top stays the top.

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

        @Test("At the top another order shows its own top; elsewhere the picture at the top stays there")
        func order() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 700, height: 400, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 300")
                #expect(try await page.value(Self.position) == "1 of 300")
                try await page.sort(by: "-date")
                #expect(try await page.value(Self.position) == "1 of 300")
                #expect(try await page.value("scrollServer.shown.plan.anchor.name") == "1299.svg")
                try await Self.arrange(page, "group", "")
                try await page.sort(by: "date")
                #expect(try await page.value(Self.position) == "1 of 300")
                try await page.jump(to: 0.3)
                let name: String = try await page.value("scrollServer.shown.plan.anchor.name")
                try await page.sort(by: "-date")
                let row: [String] = try await page.value(
                    """
                    (() => {
                      const first = probe.tile(scrollServer.shown.plan.anchor.index).y;
                      return probe.slots().filter(slot => Math.abs(slot.getBoundingClientRect().y - first) < 1)
                        .map(slot => probe.name(slot));
                    })()
                    """)
                #expect(row.contains(name))
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
