// What the search field says and offers where words find nothing, and signs without a colon.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct NearWordsTests {
        /// A list of 12 pictures with scores from 1: four with the keyword `dog`, the others with `cat`.
        private static func list() throws -> PictureFolder {
            let folder = try PictureFolder()
            var list = "path,keywords,score\n"
            for number in 1...12 {
                try folder.write("\(number).svg", PictureFolder.svg(width: 300, height: 200))
                list += "\(number).svg,\(number % 3 == 0 ? "dog" : "cat"),\(number)\n"
            }
            try folder.write("list.csv", [UInt8](list.utf8))
            return folder
        }

        private static let said = "document.getElementById('find-said').textContent"

        @Test("A sign without a colon compares, and its chip shows what was understood")
        func signs() async throws {
            let folder = try Self.list()
            try await Page.open([folder.path + "/list.csv"], width: 800, height: 600, isBlank: true) { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 12")
                for (query, count) in [("score>9", 3), ("score <= 4", 4), ("score = 5", 1)] {
                    try await page.look(for: query)
                    try await page.settle(when: "scrollServer.shown.plan?.count === \(count)")
                    #expect(try await page.value("document.getElementById('find-text').value") == query)
                }
                #expect(try await page.value("document.getElementById('find-chips').innerText") == "Score: 5")
            }
        }

        @Test("A word that finds nothing is replaced by one that occurs, with a click")
        func nearWords() async throws {
            let folder = try Self.list()
            try await Page.open([folder.path + "/list.csv"], width: 800, height: 600, isBlank: true) { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 12")
                try await page.look(for: "dogs score<=6")
                let offered = "[...document.querySelectorAll('#find-said button')].map(one => one.textContent).join()"
                try await page.until("\(offered) === 'dog (2)'")
                try await page.photograph("near words")
                try await page.browser.run("document.querySelector('#find-said button').click()")
                try await page.settle(when: "scrollServer.shown.plan?.count === 2")
                #expect(try await page.value("document.getElementById('find-text').value") == "dog score:<=6")
                #expect(try await page.value("document.activeElement.id") == "find-text")
                #expect(try await page.value("document.getElementById('find-said').hidden"))
            }
        }

        @Test("A name before a colon that no field has takes away what was suggested for the word before")
        func unknownField() async throws {
            let folder = try Self.list()
            try await Page.open([folder.path + "/list.csv"], width: 800, height: 600, isBlank: true) { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 12")
                let offered = "[...document.querySelectorAll('#find-offers li bdi')].map(one => one.textContent).join()"
                try await page.look(for: "dog")
                try await page.until("\(offered).includes('dog')")
                try await page.look(for: "animal:dog")
                try await page.until("\(offered) === '' && document.getElementById('find-offers').hidden")
                #expect(try await page.value("document.getElementById('find-text').ariaExpanded") == "false")
            }
        }

        @Test("One sentence says that nothing is found")
        func oneSentence() async throws {
            let folder = try Self.list()
            try await Page.open([folder.path + "/list.csv"], width: 800, height: 600, isBlank: true) { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 12")
                try await page.look(for: "zebra")
                try await page.settle(when: "\(Self.said) === 'Nothing matches.'")
                let offered: String = try await page.value(
                    "document.getElementById('message').innerText.trim().split(/\\s*\\n\\s*/).join('|')")
                #expect(offered == "Nothing matches.|Clear the search")
                try await page.photograph("nothing found")
                try await page.browser.run("document.querySelector('#message > .action').click()")
                try await page.settle(when: "scrollServer.shown.plan?.count === 12")
                #expect(try await page.value("document.getElementById('message').hidden"))
            }
        }
    }
}
