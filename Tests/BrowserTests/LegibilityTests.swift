// What is legible to whom: names from right to left, the system's high contrast, and text of twice the size.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct LegibilityTests {
        /// Texts in Hebrew letters that are not set apart from what stands beside them.
        private static let mixed = """
            (() => {
              const found = [];
              const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              while (walk.nextNode()) {
                if (!/[\\u0590-\\u05ff]/.test(walk.currentNode.data) || /\\u2068/.test(walk.currentNode.data)) continue;
                let isApart = false;
                for (let one = walk.currentNode.parentElement; one; one = one.parentElement) {
                  const { unicodeBidi, display } = getComputedStyle(one);
                  isApart ||= one.matches("bdi, [dir=auto]") || unicodeBidi === "plaintext";
                  if (display !== "inline") break;
                }
                if (!isApart && walk.currentNode.parentElement.checkVisibility()) found.push(walk.currentNode.parentElement.outerHTML.slice(0, 120));
              }
              return found;
            })()
            """

        @Test("Names that go from right to left do so by themselves")
        func rightToLeft() async throws {
            let folder = try PictureFolder()
            let name = "תמונות ים"
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
            for number in 1...3 {
                try folder.write("\(name)/שקיעה \(number).svg", PictureFolder.svg(width: 300, height: 200))
            }
            try await Page.open([folder.path], width: 1280, height: 700, query: "#layout=grid&group=folder") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 3")
                func look(_ what: String, when condition: String) async throws {
                    try await page.until(condition)
                    let found: [String] = try await page.value(Self.mixed)
                    #expect(found.isEmpty, "\(what): \(found)")
                }
                try await look("headings", when: "document.querySelector('.heading')")
                try await page.browser.type("f")
                try await look("values", when: "document.querySelector('#facets-list label')")
                try await page.browser.type("f")
                try await page.browser.type("i")
                try await look("facts", when: "document.querySelector('#details-list dd')")
                try await page.browser.type("i")
                try await page.browser.run("document.getElementById('folders-button').click()")
                try await look("folders", when: "document.querySelector('#folders .name')")
                try await page.browser.press(.escape)
                try await page.browser.press(.enter)
                try await look("caption", when: "document.querySelector('#caption b')")
            }
        }

        @Test("High contrast shows the thumb, what is pressed and what is chosen")
        func contrast() async throws {
            try await Page.open(["--demo=1000"], width: 900, height: 600, isBlank: true, query: "#layout=grid") {
                page in
                try await page.browser.tool(
                    "Emulation.setEmulatedMedia", ["features": [["name": "forced-colors", "value": "active"]]])
                let ground = "getComputedStyle(document.body).backgroundColor"
                let part = "(selector => getComputedStyle(document.querySelector(selector)).backgroundColor)"
                #expect(try await page.value("matchMedia('(forced-colors: active)').matches"))
                #expect(try await page.value("\(part)('#thumb') !== \(ground)"))
                #expect(
                    try await page.value(
                        "\(part)('#layout [aria-pressed=true]') !== \(part)('#layout [aria-pressed=false]')"))
                try await page.browser.run("document.getElementById('palette-button').click()")
                #expect(
                    try await page.value(
                        "\(part)('#palette [aria-selected=true]') !== \(part)('#palette [aria-selected=false]')"))
                try await page.browser.run("document.getElementById('palette').close()")
                try await page.browser.tool("Emulation.setEmulatedMedia", ["features": []])
            }
        }

        @Test("Long values wrap in the panel about a picture, which never scrolls sideways")
        func longValues() async throws {
            let (folder, tables) = (try PictureFolder(), try PictureFolder())
            let word = String(repeating: "Rindfleisch", count: 9)
            let name = "\(word).svg"
            try folder.write(name, PictureFolder.svg(width: 300, height: 200))
            let table = """
                path,iso,exposure,aperture,focal,caption,keywords,\(word.lowercased())
                \(name),200,0.01,2.8,35,http://example.org/\(word),\(word),\(word)

                """
            try tables.write("facts.csv", Array(table.utf8))
            try await Page.open(
                ["--facts=\(tables.path)/facts.csv", folder.path], width: 1280, height: 800, query: "#layout=pages"
            ) { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 1")
                try await page.browser.type("i")
                try await page.until("document.getElementById('details-list').textContent.includes('ISO 200')")
                for width in [1280, 390, 320] {
                    try await page.resize(width: width, height: 800)
                    let widths: [Int] = try await page.value(
                        "(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.getElementById('details'))"
                    )
                    #expect(widths[0] == widths[1], "\(width)")
                }
            }
        }

        @Test("A chart is printed whole, without bars and panels, on white")
        func paper() async throws {
            try await Page.open([], width: 1280, height: 800, query: "#collection=weather") { page in
                try await page.settle(when: "scrollServer.shown.plan?.chart")
                try await page.browser.tool(
                    "Emulation.setEmulatedMedia",
                    ["features": [["name": "prefers-color-scheme", "value": "dark"]]])
                try await page.settle(when: "getComputedStyle(document.documentElement).colorScheme === 'dark'")
                try await page.browser.run("dispatchEvent(new Event('beforeprint'))")
                try await page.browser.tool("Emulation.setEmulatedMedia", ["media": "print"])
                // The chart is as wide as the sheet, whether that is narrower or wider than the window.
                for paperWidth in [700, 1600] {
                    try await page.resize(width: paperWidth, height: 2 * paperWidth)
                    let width: Double = try await page.value(
                        "document.getElementById('view').getBoundingClientRect().width")
                    #expect(abs(width - Double(paperWidth)) < 1)
                }
                #expect(try await page.value("getComputedStyle(document.getElementById('sheets')).filter !== 'none'"))
                #expect(
                    try await page.value(
                        "[...document.querySelectorAll('#bar, #chart-foot, dialog')].every(one => !one.checkVisibility())"
                    ))
                try await page.browser.run("dispatchEvent(new Event('afterprint'))")
                try await page.browser.tool("Emulation.setEmulatedMedia", ["media": "", "features": []])
                try await page.resize(width: 1280, height: 800)
                #expect(try await page.value("document.getElementById('view').getBoundingClientRect().width") == 1280)
            }
        }

        /// Controls that lie beside the window, or above or below it where nothing scrolls.
        private static let outside = """
            [...document.querySelectorAll("button, input, select, a[role=menuitem], [role=option]")].filter(one => {
              if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || one.closest(".slot")) return false;
              const box = one.getBoundingClientRect();
              const panel = one.closest("dialog, [popover], aside, .more, .find, .bar, .marks");
              const scrolls = panel && [panel, ...panel.querySelectorAll("*")].some(part => part.contains(one) && /auto|scroll/.test(getComputedStyle(part).overflowY));
              return box.left < -1 || box.right > innerWidth + 1 || (!scrolls && (box.top < -1 || box.bottom > innerHeight + 1));
            }).map(one => `${one.id || one.outerHTML.slice(0, 80)} ${JSON.stringify(one.getBoundingClientRect())}`)
            """

        @Test("With text of twice the size in 320 px every control lies within the window")
        func largeText() async throws {
            let folder = try PictureFolder()
            for number in 1...4 { try folder.write("\(number).svg", PictureFolder.svg(width: 300, height: 200)) }
            try await Page.open([folder.path], width: 320, height: 640, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 4")
                try await page.browser.run("document.documentElement.style.fontSize = '200%'")
                func look(_ what: String, when condition: String = "true") async throws {
                    try await page.until(condition)
                    let found: [String] = try await page.value(Self.outside)
                    #expect(found.isEmpty, "\(what): \(found)")
                }
                try await look("grid")
                try await page.browser.run("document.getElementById('more-button').click()")
                try await look("menu")
                try await page.browser.run("document.getElementById('more-button').click()")
                try await page.browser.type("f")
                try await look("values", when: "document.querySelector('#facets-list label')")
                try await page.browser.type("f")
                try await page.browser.type("?")
                try await look("help", when: "document.getElementById('help').open")
                try await page.browser.press(.escape)
                try await page.browser.run("document.getElementById('palette-button').click()")
                try await look("palette", when: "document.querySelector('#palette-list li')")
                try await page.browser.press(.escape)
                try await page.browser.press(.tab)
                try await page.browser.type("x")
                try await page.browser.press(.right)
                try await page.browser.type("x")
                try await look(
                    "selection", when: "document.getElementById('selection-count').textContent.startsWith('2 of')")
                try await page.browser.type("X")
                try await look("comparison", when: "scrollServer.compare.isReady")
                try await page.browser.press(.escape)
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                try await page.browser.run("document.getElementById('original-button').click()")
                try await look("picture's menu", when: "document.querySelector('#menu:popover-open')")
            }
        }
    }
}
