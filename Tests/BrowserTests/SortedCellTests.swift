// The value that pictures are sorted by, on their cells.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct SortedCellTests {
        /// What is written below each picture; "none" for nothing.
        private static let words = """
            probe.slots().map(slot => getComputedStyle(slot.querySelector("a"), "::after").content.replaceAll('"', ""))
            """

        private static func folder() throws -> PictureFolder {
            let folder = try PictureFolder()
            for number in 0..<3 {
                let rest = [UInt8](String(repeating: " ", count: 100 * number).utf8)
                try folder.write("\(number).svg", PictureFolder.svg(width: 300, height: 300) + rest)
            }
            return folder
        }

        @Test("Sorted by size each cell has its size, below the name where that is seen; sorted by name none has any")
        func sizes() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid") { page in
                try await page.settle(when: "probe.isSharp() && probe.slots().length === 3")
                try await page.browser.mouse(.move(450, 10))
                var words: [String] = try await page.value(Self.words)
                #expect(words == ["none", "none", "none"])
                try await page.sort(by: "-size")
                try await page.settle(when: "probe.isSharp()")
                let sizes = [2, 1, 0].map { "\(PictureFolder.svg(width: 300, height: 300).count + 100 * $0) bytes" }
                words = try await page.value(Self.words)
                #expect(words == sizes)
                let names: [String] = try await page.value(
                    "probe.slots().map(slot => slot.querySelector('a').ariaLabel)")
                #expect(names == zip([2, 1, 0], sizes).map { "\($0).svg, \($1)" })
                // It is read above any picture, and stays within the cell.
                #expect(
                    try await page.value(
                        """
                        probe.slots().every(slot => {
                          const { left, bottom, backgroundColor, color } = getComputedStyle(slot.querySelector("a"), "::after");
                          return left === "8px" && bottom === "8px" && backgroundColor === "rgba(0, 0, 0, 0.75)" && color === "rgb(255, 255, 255)";
                        })
                        """))
                // With the pointer, the name comes above it.
                let slot: [Double] = try await page.value(
                    "(({ x, y, width, height }) => [x + width / 2, y + height / 2])(probe.slots()[1].getBoundingClientRect())"
                )
                try await page.browser.mouse(.move(slot[0], slot[1]))
                try await page.until("probe.slots()[1].matches(':hover')")
                #expect(
                    try await page.value("probe.slots()[1].querySelector('a').dataset.name") == "1.svg\n\(sizes[1])")
                words = try await page.value(Self.words)
                #expect(words[1].hasPrefix("1.svg") && words[1].hasSuffix(sizes[1]))
                try await page.browser.mouse(.move(450, 10))
                // There is no room for words in small cells.
                try await page.browser.run("location.hash = '#layout=grid&order=-size&columns=20';")
                try await page.settle(when: "scrollServer.shown.plan?.columns === 20")
                words = try await page.value(Self.words)
                #expect(words == ["none", "none", "none"])
            }
        }

        @Test("Dates come with the name alone: most readers sort by them")
        func dates() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=justified") { page in
                try await page.settle(when: "probe.isSharp() && probe.slots().length === 3")
                try await page.browser.mouse(.move(450, 10))
                try await page.sort(by: "-date")
                try await page.settle(when: "probe.isSharp()")
                var words: [String] = try await page.value(Self.words)
                #expect(words == ["none", "none", "none"])
                try await page.browser.run("document.getElementById('names').click();")
                words = try await page.value(Self.words)
                let year = String(Calendar.current.component(.year, from: Date()))
                #expect(words.allSatisfy { $0.contains(".svg") && $0.contains(year) }, "\(words)")
                try await page.browser.run("document.getElementById('names').click();")
            }
        }
    }
}
