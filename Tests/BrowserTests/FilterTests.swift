// Choosing among the pictures: keys after a search, stars, and filters that keep their place.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct FilterTests {
        /// A list of 60 pictures: ten each of 0 … 5 stars; every third a dog, the others cats.
        private static func list() throws -> PictureFolder {
            let folder = try PictureFolder()
            var lines = ["path,label,rating"]
            for number in 0..<60 {
                let name = String(format: "%02d.svg", number)
                try folder.write(name, PictureFolder.svg(width: 300, height: 200))
                lines.append("\(name),\(number % 3 == 0 ? "dog" : "cat"),\(number / 10)")
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
                try await page.browser.type("/")
                try await page.until("document.activeElement.id === 'find-text'")
                try await page.browser.type("label:dog")
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

        @Test("Stars in words are a rating, and in quotation marks words of a name")
        func starsInWords() async throws {
            let folder = try Self.list()
            try folder.write("Five stars.svg", PictureFolder.svg(width: 300, height: 200))
            try await Page.open([folder.path], width: 800, height: 600, isBlank: true) { page in
                try await page.settle(when: "scrollServer.shown.plan?.count > 60 && !scrollServer.shown.plan.hasMore")
                try await page.browser.type("/")
                try await page.until("document.activeElement.id === 'find-text'")
                try await page.browser.type("five stars")
                try await page.until("document.getElementById('find-said').textContent.startsWith('Nothing matches')")
                #expect(try await page.value("document.getElementById('find-chips').innerText") == "rating:5")
                try await page.browser.run("document.getElementById('find-text').select()")
                try await page.browser.type("\"five stars\"")
                try await page.settle(when: Self.counts(1))
                #expect(try await page.value("scrollServer.shown.plan.anchor.name") == "Five stars.svg")
            }
            try await Page.open([folder.path + "/list.csv"], width: 800, height: 600, isBlank: true) { page in
                try await page.settle(when: Self.counts(60))
                try await page.browser.type("/")
                try await page.until("document.activeElement.id === 'find-text'")
                try await page.browser.type("4+ stars")
                try await page.settle(when: Self.counts(20))
                #expect(try await page.value("document.getElementById('find-chips').innerText") == "rating:>=4")
            }
        }
    }
}
