// Dates in words in the search field.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct SpokenDatesPageTests {
        @Test("A date in words has a chip with its days, which removes the condition")
        func datesInWords() async throws {
            let folder = try PictureFolder()
            var list = "path,taken\n"
            for month in (1...12).map({ String(format: "%02d", $0) }) {
                try folder.write("\(month).svg", PictureFolder.svg(width: 300, height: 200))
                list += "\(month).svg,2019-\(month)-15\n"
            }
            try folder.write("list.csv", [UInt8](list.utf8))
            try await Page.open([folder.path + "/list.csv"], width: 800, height: 600, isBlank: true) { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 12")
                try await page.look(for: "summer 2019")
                try await page.settle(when: "scrollServer.shown.plan?.count === 3")
                let chips: String = try await page.value("document.getElementById('find-chips').innerText")
                #expect(chips == "June to August 2019")
                #expect(try await page.value("document.getElementById('find-text').value") == "summer 2019")
                try await page.browser.run("document.querySelector('#find-chips .chip').click()")
                try await page.settle(when: "scrollServer.shown.plan?.count === 12")
                #expect(try await page.value("!scrollServer.shown.view.q"))
            }
        }
    }
}
