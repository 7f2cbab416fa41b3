// What lies around a picture that is looked at, and from one to the next at full size.

import Foundation
import Testing

@testable import Imaging
@testable import Pixels

extension BrowserTests {
    @Suite struct SurroundTests {
        /// How far a text's colour is from what lies beneath it, as WCAG 2.2 §1.4.3 measures it.
        private static let contrast = """
            (element => {
              const parts = colour => colour.match(/[\\d.]+/g).map(Number);
              const light = ([red, green, blue]) => [red, green, blue].map(value => value / 255)
                .map(value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
                .reduce((sum, value, place) => sum + value * [0.2126, 0.7152, 0.0722][place], 0);
              const text = light(parts(getComputedStyle(element).color));
              const ground = light(parts(getComputedStyle(element.closest(".find")).backgroundColor));
              return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
            })
            """

        @Test(
            "The search field can be read beside a picture in both schemes, and is gone in a slideshow",
            arguments: ["light", "dark"])
        func search(scheme: String) async throws {
            let folder = try PictureFolder()
            for number in 0..<30 { try folder.write("\(number).svg", PictureFolder.svg()) }
            try await Page.open([folder.path], width: 700, height: 500, query: "#layout=grid&q=svg") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 30")
                try await page.browser.tool(
                    "Emulation.setEmulatedMedia",
                    ["features": [["name": "prefers-color-scheme", "value": .text(scheme)]]])
                try await page.browser.press(.enter)
                try await page.settle(
                    when: "scrollServer.shown.isLooking && scrollServer.shown.plan.layout === 'pages'")
                // A pointer that rests lets it leave.
                try await page.browser.mouse(.move(350, 250))
                let least: Double = try await page.value(
                    """
                    Math.min(...[...document.querySelectorAll("#find-close, #facets-button")].map(\(Self.contrast)))
                    """)
                #expect(least >= 4.5)
                let isSeen = "document.getElementById('find').checkVisibility({ visibilityProperty: true })"
                #expect(try await page.value(isSeen))
                try await page.browser.type("s")
                try await page.until("!(\(isSeen))")
                try await page.browser.type("s")
                try await page.until(isSeen)
            }
        }

        @Test("A press on a label beside the scrubber leads to exactly what it names")
        func labels() async throws {
            let folder = try PictureFolder()
            for name in ["a", "b", "c", "d"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
                for number in 0..<60 { try folder.write("\(name)/\(number).svg", PictureFolder.svg()) }
            }
            try await Page.open([folder.path], width: 600, height: 700, query: "#layout=stack") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 240")
                try await page.browser.mouse(.move(590, 400))
                try await page.until("document.querySelectorAll('.labels span').length === 4")
                struct Spot: Decodable {
                    var x: Double
                    var y: Double
                }
                let spot: Spot = try await page.value(
                    """
                    (({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(
                      [...document.querySelectorAll(".labels span")].find(one => one.textContent === "c").getBoundingClientRect())
                    """)
                try await page.browser.mouse(.move(spot.x, spot.y), .down, .up)
                try await page.settle(when: "scrollServer.shown.plan.anchor.name === 'c/0.svg'")
                #expect(try await page.value("Math.abs(scrollServer.shown.plan.anchor.fractionY) < 0.05"))
            }
        }

        private static let isBare = "document.body.classList.contains('bare')"

        @Test("What surrounds a picture leaves while nothing moves, not from under the keys or a menu, and comes back")
        func idle() async throws {
            try await Page.open(["--demo=1000"], width: 900, height: 500, isBlank: true, query: "#layout=pages") {
                page in
                let opacities =
                    "['bar', 'caption', 'next'].map(id => Number(getComputedStyle(document.getElementById(id)).opacity))"
                /// Long enough for it to leave.
                func rest() async throws {
                    try await page.browser.run("window.later = false; setTimeout(() => { later = true; }, 3600);")
                    try await page.until("window.later")
                }
                try await page.browser.mouse(.move(400, 200), .move(410, 210))
                #expect(try await page.value("!\(Self.isBare)"))
                try await page.until("\(Self.isBare) && \(opacities).every(one => one === 0)")
                // A hand that trembles rests.
                try await page.browser.mouse(.move(411, 211))
                #expect(try await page.value(Self.isBare))
                try await page.browser.mouse(.move(430, 230))
                try await page.until("!\(Self.isBare) && \(opacities).every(one => one === 1)")
                try await page.until(Self.isBare)
                try await page.browser.press(.right)
                try await page.until("!\(Self.isBare)")
                // The menu is open, then a control has the keys.
                try await page.browser.run("document.getElementById('more-button').click()")
                try await rest()
                #expect(try await page.value("!\(Self.isBare)"))
                try await page.browser.run("document.getElementById('more-button').click()")
                try await page.browser.press(.tab)
                try await page.browser.run("document.getElementById('pixels-button').focus()")
                try await rest()
                #expect(try await page.value("!\(Self.isBare)"))
                try await page.browser.run("document.getElementById('view').focus()")
                try await page.until(Self.isBare)
                // Among several pictures nothing leaves.
                try await page.browser.press(.escape)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'grid'")
                try await rest()
                #expect(try await page.value("!\(Self.isBare)"))
            }
        }

        @Test("For fingers nothing leaves by itself: a tap decides")
        func fingers() async throws {
            try await Page.open(["--demo=1000"], width: 500, height: 600, isBlank: true, query: "#layout=grid") {
                page in
                try await page.browser.tool(
                    "Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 1])
                try await page.browser.touch(.move(250, 300), .down, .up)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                try await page.browser.run("window.later = false; setTimeout(() => { later = true; }, 3600);")
                try await page.until("window.later")
                #expect(try await page.value("!\(Self.isBare)"))
                try await page.browser.touch(.move(250, 300), .down, .up)
                try await page.until(Self.isBare)
                try await page.browser.touch(.rest, .rest, .rest, .move(250, 300), .down, .up)
                try await page.until("!\(Self.isBare)")
                try await page.browser.tool("Emulation.setTouchEmulationEnabled", ["enabled": false])
            }
        }

        @Test("Buttons lead to the neighbours, and are not there where there is none", arguments: [390, 900])
        func neighbours(width: Int) async throws {
            let folder = try Self.photographs()
            try await Page.open([folder.path], width: width, height: 600, query: "#layout=pages") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 3")
                let offered = "['previous', 'next'].filter(id => !document.getElementById(id).hidden).join()"
                #expect(try await page.value(offered) == "next")
                // On a phone they stand beside the caption, which the picture ends above.
                let isClear: Bool = try await page.value(
                    """
                    probe.painted().filter(({ index }) => index === 0).every(({ y, height }) =>
                      innerWidth > 480 || y + height <= document.getElementById("next").getBoundingClientRect().top + 1)
                    """)
                #expect(isClear)
                try await page.browser.run("document.getElementById('next').click()")
                try await page.settle(when: "scrollServer.shown.plan.anchor.index === 1")
                try await page.until("\(offered) === 'previous,next'")
                try await page.browser.run(
                    "document.getElementById('next').focus(); document.getElementById('next').click()")
                try await page.settle(when: "scrollServer.shown.plan.anchor.index === 2")
                try await page.until("\(offered) === 'previous'")
                // The keys are not lost with the button.
                #expect(try await page.value("document.activeElement.id") == "view")
                try await page.browser.press(.escape)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'grid'")
                #expect(try await page.value(offered) == "")
            }
        }

        @Test("A double click shows 100 % at that point, and goes back; so does the button, which says so")
        func doubleClick() async throws {
            let folder = try Self.photographs()
            let pressed = "['fit-button', 'pixels-button'].map(id => document.getElementById(id).ariaPressed).join()"
            try await Page.open([folder.path], width: 700, height: 500, query: "#layout=pages") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 3 && probe.isSharp()")
                #expect(try await page.value(pressed) == "true,false")
                struct Spot: Decodable {
                    var u: Double
                    var v: Double
                }
                let under = "(({ u, v }) => ({ u, v }))(probe.under(300, 200))"
                let before: Spot = try await page.value(under)
                try await page.browser.click(x: 300, y: 200, times: 2)
                try await page.settle(
                    when:
                        "scrollServer.shown.plan.layout === 'item' && scrollServer.shown.plan.zoomScale === 1 && probe.isSharp()"
                )
                let after: Spot = try await page.value(under)
                #expect(abs(after.u - before.u) < 0.01 && abs(after.v - before.v) < 0.01)
                #expect(try await page.value(pressed) == "false,true")
                try await page.browser.click(x: 300, y: 200, times: 2)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                for (layout, state) in [("item", "false,true"), ("pages", "true,false")] {
                    try await page.browser.run("document.getElementById('pixels-button').click()")
                    try await page.settle(when: "scrollServer.shown.plan?.layout === '\(layout)'")
                    #expect(try await page.value(pressed) == state)
                }
            }
            // A small picture is seen at 100 % already: it is enlarged.
            try folder.write("small.svg", PictureFolder.svg(width: 60, height: 40))
            try await Page.open([folder.path], width: 700, height: 500, query: "#layout=pages&order=size") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 4 && probe.isSharp()")
                let middle = try #require(try await page.painted().first { $0.index == 0 })
                try await page.browser.click(
                    x: middle.x + middle.width / 2, y: middle.y + middle.height / 2, times: 2)
                try await page.settle(
                    when: "scrollServer.shown.plan.layout === 'item' && scrollServer.shown.plan.zoomScale > 1.5")
            }
        }

        @Test("Sections of the panel share one grid: names and values stand in two columns")
        func oneGrid() async throws {
            let folder = try PictureFolder()
            try folder.write("a.svg", PictureFolder.svg(width: 300, height: 200))
            try folder.write(
                "list.csv", Array("path,label,a_rather_long_name_of_a_field\na.svg,cat,7\n".utf8))
            try await Page.open(["\(folder.path)/list.csv"], width: 900, height: 700, query: "#layout=pages") { page in
                try await page.browser.run("document.getElementById('details-button').click()")
                try await page.until("document.querySelectorAll('#details-list dl').length > 1")
                #expect(try await page.value("document.getElementById('details-button').ariaExpanded") == "true")
                let lefts =
                    "new Set([...document.querySelectorAll('#details-list dd')].map(one => one.getBoundingClientRect().left)).size"
                #expect(try await page.value(lefts) == 1)
                try await page.browser.run("document.getElementById('details-button').click()")
                #expect(try await page.value("document.getElementById('details').hidden"))
            }
        }

        private static func photographs() throws -> PictureFolder {
            let folder = try PictureFolder()
            for name in ["a", "b", "c"] {
                let bytes = [UInt8](repeating: name == "b" ? 90 : 180, count: 900 * 700 * 3)
                let pixels = PixelBuffer(width: 900, height: 700, format: .rgb, bytes: bytes)
                try folder.write("\(name).jpg", JPEGEncoder.encode(pixels, quality: 50, subsampling: .none))
            }
            return folder
        }

        @Test("At full size the next picture shows the same part; z leads there and back")
        func fullSize() async throws {
            let folder = try Self.photographs()
            let shown = "[scrollServer.shown.plan.layout, scrollServer.shown.plan.anchor.name].join()"
            try await Page.open([folder.path], width: 400, height: 300, query: "#layout=pages") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 3")
                try await page.browser.type("z")
                try await page.settle(when: "\(shown) === 'item,a.jpg'")
                #expect(try await page.value("scrollServer.shown.plan.zoomScale") == 1)
                let start = try await page.offset().x
                try await page.browser.press(.right)
                try await page.settle(when: "scrollServer.scroller.offset.x >= \(start + 40)")
                let before = try await page.offset()
                try await page.browser.press(.pageDown)
                try await page.settle(when: "\(shown) === 'item,b.jpg'")
                #expect(try await page.value("scrollServer.shown.plan.zoomScale") == 1)
                #expect(try await page.offset() == before)
                // To the edge, and past it.
                try await page.browser.run("scrollServer.scroller.jump({ x: 1e6, y: scrollServer.scroller.offset.y })")
                try await page.settle()
                let edge = try await page.offset()
                try await page.browser.press(.right)
                try await page.settle(when: "\(shown) === 'item,c.jpg'")
                #expect(try await page.offset() == edge)
                // There is none behind the last.
                try await page.browser.press(.right)
                try await page.browser.press(.pageDown)
                try await page.settle()
                #expect(try await page.value(shown) == "item,c.jpg")
                try await page.browser.press(.pageUp)
                try await page.settle(when: "\(shown) === 'item,b.jpg'")
                try await page.browser.type("z")
                try await page.settle(when: "\(shown) === 'pages,b.jpg'")
            }
        }
    }
}
