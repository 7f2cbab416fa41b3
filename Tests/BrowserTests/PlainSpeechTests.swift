// What the page says: of a picture that has gone, in the tab's title; what stays where it is; and what is printed.

import Foundation
import Testing

@testable import ScrollServer

extension BrowserTests {
    @Suite struct PlainSpeechTests {
        private static func folder() throws -> PictureFolder {
            let folder = try PictureFolder()
            for number in 0..<90 { try folder.write("\(100 + number).svg", PictureFolder.svg(width: 600, height: 500)) }
            return folder
        }

        @Test("A picture whose file goes while it is looked at says so, and so does the tab's title what is shown")
        func gone() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 600, height: 400, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 90")
                let collection: String = try await page.value("scrollServer.shown.entry.name")
                #expect(try await page.value("document.title") == "\(collection) · ScrollServer")
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                try await page.browser.press(.right)
                try await page.settle(when: "scrollServer.shown.plan?.anchor.name === '101.svg'")
                #expect(try await page.value("document.title") == "101.svg · \(collection) · ScrollServer")
                let message = "document.getElementById('message').textContent"
                #expect(try await page.value("!\(message).includes('not there')"))
                try FileManager.default.removeItem(atPath: "\(folder.path)/101.svg")
                try await page.settle(when: "scrollServer.shown.plan?.count === 89")
                try await page.until("\(message).includes('“101.svg” is not there any more')")
                #expect(try await page.value("scrollServer.shown.plan.anchor.name") == "102.svg")
                // Another one that goes is not looked at.
                try await page.until("document.getElementById('message').hidden")
                try FileManager.default.removeItem(atPath: "\(folder.path)/150.svg")
                try await page.settle(when: "scrollServer.shown.plan?.count === 88")
                #expect(try await page.value("document.getElementById('message').hidden"))
            }
        }

        @Test(
            "A panel that comes or goes beside the pictures does not move the row at the top",
            arguments: ["layout=grid", "layout=grid&group=folder", "layout=justified", "layout=grid&q=svg"])
        func panels(view: String) async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 1100, height: 500, query: "#\(view)") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 90")
                for fraction in [0, 0.37] {
                    try await page.jump(to: fraction)
                    // Of a row that is hardly seen it is the lower edge, at which the next one begins.
                    let side: String = try await page.value(
                        "scrollServer.shown.plan.anchor.fractionY > 0.5 ? 'bottom' : 'top'")
                    let item: String = try await page.value("scrollServer.shown.plan.anchor.item")
                    let edge = """
                        (({ y, height, clip }, side) => side === "top" ? y + (clip?.top ?? 0) : y + height - (clip?.bottom ?? 0))(
                          scrollServer.shown.plan.tiles.find(({ item }) => item === "\(item)"), "\(side)")
                        """
                    let before: Double = try await page.value(edge)
                    for isOpen in [true, false] {
                        try await page.browser.type("f")
                        try await page.settle(when: "document.getElementById('facets').hidden === \(!isOpen)")
                        let now: Double = try await page.value(edge)
                        #expect(abs(now - before) <= 1, "\(fraction) \(isOpen), \(side): \(now) \(before)")
                    }
                }
            }
        }

        @Test("Printed are the pictures, without the bar")
        func printing() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 600, height: 400, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 90 && probe.isSharp()")
                let seen: Int = try await page.value("probe.seen().length")
                try await page.browser.tool("Emulation.setEmulatedMedia", ["media": "print"])
                try await page.browser.run("dispatchEvent(new Event('beforeprint'))")
                let bar = "document.getElementById('bar').checkVisibility()"
                #expect(try await page.value("!\(bar) && !document.getElementById('view').checkVisibility()"))
                let printed = "document.querySelectorAll('#print figure')"
                #expect(try await page.value("\(printed).length") == seen)
                #expect(
                    try await page.value(
                        "[...\(printed)].every(one => one.checkVisibility() && getComputedStyle(one).breakInside === 'avoid' && one.firstChild.getBoundingClientRect().height > 5)"
                    ))
                try await page.photograph("printed")
                try await page.browser.run("dispatchEvent(new Event('afterprint'))")
                try await page.browser.tool("Emulation.setEmulatedMedia", ["media": ""])
                try await page.settle(when: bar)
                #expect(try await page.value("\(printed).length") == 0)
            }
        }

        @Test("One picture fills the sheet, and a grid beside a panel takes the sheet's whole width")
        func wholeSheet() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 1000, height: 500, query: "#layout=pages") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 90 && probe.isSharp()")
                let paper: [String: [Double]] = try await page.onPaper(
                    """
                    { figures: [...document.querySelectorAll('#print figure')].map(one => one.getBoundingClientRect().width),
                      heights: [...document.querySelectorAll('#print figure > *')].map(one => one.getBoundingClientRect().height) }
                    """)
                #expect(paper["figures"] == [700])
                // A little less than the sheet, so that nothing goes on to a second one.
                #expect(paper["heights"]?.first.map { $0 > 900 && $0 < 1000 } == true)
                try await page.browser.run("location.hash = '#layout=grid'")
                try await page.settle(when: "scrollServer.shown.layout === 'grid' && probe.isSharp()")
                try await page.browser.type("f")
                try await page.settle(when: "!document.getElementById('facets').hidden && probe.isSharp()")
                let grid: [String: Double] = try await page.onPaper(
                    """
                    { right: Math.max(...[...document.querySelectorAll('#print figure')].map(one => one.getBoundingClientRect().right)) }
                    """)
                #expect(grid["right"].map { $0 > 680 && $0 <= 700.5 } == true)
            }
        }
    }
}
