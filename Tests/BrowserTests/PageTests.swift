// The pages of a TIFF: from the picture to them, and back.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct PageTests {
        /// Three pages of 48, 64 and 80 × 32 pixels in fax compression, by Pillow.
        static let threePages = [UInt8](
            Data(
                base64Encoded: ""
                    + "SUkqABAAAAD/////ABABAAkAAAEDAAEAAAAwAAAAAQEDAAEAAAAgAAAAAgEDAAEAAAABAAAAAwEDAAEAAAAEAAAABg"
                    + "EDAAEAAAABAAAAEQEEAAEAAAAIAAAAFgEDAAEAAAAgAAAAFwEEAAEAAAAHAAAAHAEDAAEAAAABAAAAqAAAAAAAAAAA"
                    + "AAAAAAAAAAAASUkqABgAAAAmoHhv//////////gAgAgACQAAAQMAAQAAAEAAAAABAQMAAQAAACAAAAACAQMAAQAAAA"
                    + "EAAAADAQMAAQAAAAQAAAAGAQMAAQAAAAEAAAARAQQAAQAAAJgAAAAWAQMAAQAAACAAAAAXAQQAAQAAAA8AAAAcAQMA"
                    + "AQAAAAEAAAAwAQAAAAAAAAAASUkqABAAAAD/////ABABAAkAAAEDAAEAAABQAAAAAQEDAAEAAAAgAAAAAgEDAAEAAA"
                    + "ABAAAAAwEDAAEAAAAEAAAABgEDAAEAAAABAAAAEQEEAAEAAAAoAQAAFgEDAAEAAAAgAAAAFwEEAAEAAAAHAAAAHAED"
                    + "AAEAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
                ?? Data())

        @Test("A picture of several pages says so and leads to them; the way back leads to the picture")
        func pages() async throws {
            let folder = try PictureFolder()
            try folder.write("a.svg", PictureFolder.svg())
            try folder.write("scan.tif", Self.threePages)
            try folder.write("z.svg", PictureFolder.svg())
            try await Page.open([folder.path], width: 900, height: 500, query: "#layout=pages") { page in
                let shown = "scrollServer.shown"
                try await page.settle(when: "\(shown).plan?.layout === 'pages'")
                #expect(try await page.value("!document.querySelector('#caption .pages')"))
                try await page.browser.press(.right)
                try await page.until("document.querySelector('#caption .pages')?.textContent === '3 pages'")
                // A phone's caption is two lines; both can be read, and the button is as large as a finger needs it.
                for (width, height) in [(390, 800), (320, 600), (900, 500)] {
                    try await page.resize(width: width, height: height)
                    try await page.settle(when: "innerWidth === \(width) && probe.isSharp()")
                    let cut: [String] = try await page.value(
                        """
                        [...document.querySelectorAll("#caption :is(b, span:not(.about), button)")].filter(one => one.checkVisibility()
                          && (one.clientHeight < one.scrollHeight
                          || one.getBoundingClientRect().top < document.getElementById("caption").getBoundingClientRect().top
                          || one.matches("button") && one.offsetHeight < 24)).map(one => one.textContent)
                        """)
                    #expect(cut.isEmpty, "at \(width) px")
                }
                let picture: String = try await page.value("\(shown).collection")
                try await page.browser.run("document.querySelector('#caption .pages').click()")
                try await page.settle(
                    when: "\(shown).plan?.layout === 'grid' && probe.isSharp() && probe.slots().length === 3")
                #expect(try await page.value("document.title.startsWith('scan.tif')"))
                #expect(
                    try await page.value("document.getElementById('collection').selectedOptions[0].text")
                        == "Pages of scan.tif")
                let pages: String = try await page.value("\(shown).collection")
                #expect(pages.hasPrefix(picture) && pages != picture)
                // A page is a picture like others.
                let tile = try #require(try await page.painted().first { $0.index == 1 })
                try await page.browser.click(x: tile.x + tile.width / 2, y: tile.y + tile.height / 2)
                try await page.until("document.getElementById('caption').textContent.includes('Page 2')")
                #expect(try await page.value("document.getElementById('caption').textContent.includes('64 × 32')"))
                // What is saved is the file.
                try await page.browser.type("i")
                try await page.until("document.querySelector('#details a[download]')?.download === 'scan.tif'")
                try await page.browser.type("i")
                try await page.browser.press(.escape)
                try await page.settle(when: "\(shown).plan?.layout === 'grid'")
                try await page.browser.run("history.back()")
                try await page.until("document.querySelector('#caption .pages')?.textContent === '3 pages'")
                #expect(try await page.value("\(shown).collection") == picture)
                #expect(try await page.value("\(shown).plan.anchor.name") == "scan.tif")
                // So do the button ← and Escape; where another layout was chosen, they lead to the picture.
                for isByKey in [true, false] {
                    try await page.browser.run("document.querySelector('#caption .pages').click()")
                    try await page.settle(when: "\(shown).collection === '\(pages)' && probe.slots().length === 3")
                    #expect(
                        try await page.value("document.getElementById('back').ariaLabel")
                            == "Back to the picture of these pages")
                    if isByKey {
                        try await page.browser.press(.escape)
                    } else {
                        try await page.browser.run("document.querySelector('#layout [data-layout=stack]').click()")
                        try await page.until("\(shown).current?.layout === 'stack'")
                        try await page.browser.run("document.getElementById('back').click()")
                    }
                    try await page.until("document.querySelector('#caption .pages')?.textContent === '3 pages'")
                    #expect(try await page.value("\(shown).collection") == picture)
                    #expect(try await page.value("\(shown).plan.anchor.name") == "scan.tif")
                }
                // The panel leads there, too, and an address does so in a window that knows nothing of them.
                try await page.browser.type("i")
                try await page.until("document.querySelector('#details .pages')")
                try await page.browser.run("document.querySelector('#details .pages').click()")
                try await page.until("\(shown).collection === '\(pages)' && \(shown).plan?.count === 3")
                try await page.browser.go(to: "about:blank")
                try await page.browser.go(to: "\(page.address)/#collection=\(pages)&layout=strip")
                try await page.until("\(shown).collection === '\(pages)' && \(shown).plan?.layout === 'strip'")
            }
        }
    }
}
