// The thumb, which maps a fraction of the whole.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct ScrubberTests {
        private struct Box: Decodable {
            let x: Double
            let y: Double
            let width: Double
            let height: Double
        }

        private static func box(_ page: Page, _ id: String) async throws -> Box {
            try await page.value("document.getElementById('\(id)').getBoundingClientRect().toJSON()")
        }

        private static func drag(_ page: Page, to fraction: Double) async throws {
            let (track, thumb) = (try await box(page, "scrubber"), try await box(page, "thumb"))
            let isVertical = track.height > track.width
            let middle = (thumb.x + thumb.width / 2, thumb.y + thumb.height / 2)
            let along =
                isVertical
                ? track.y + thumb.height / 2 + fraction * (track.height - thumb.height)
                : track.x + thumb.width / 2 + fraction * (track.width - thumb.width)
            let goal = isVertical ? (middle.0, along) : (along, middle.1)
            try await page.browser.mouse(
                .move(middle.0, middle.1), .down, .move((middle.0 + goal.0) / 2, (middle.1 + goal.1) / 2),
                .move(goal.0, goal.1))
            try await page.until("getComputedStyle(document.getElementById('bubble')).display !== 'none'")
            try await page.browser.mouse(.up)
            try await page.settle()
        }

        @Test("Dragged to the middle it shows the middle, to the end the last picture", arguments: ["grid", "strip"])
        func drag(layout: String) async throws {
            let query = "#layout=\(layout)"
            try await Page.open(["--demo=1000000000"], width: 600, height: 400, isBlank: true, query: query) { page in
                try await Self.drag(page, to: 0.5)
                let middle = try #require(try await page.painted().first).index
                #expect(abs(Double(middle) - 5e8) < 1e7)
                let text: String = try await page.value("document.getElementById('position').value")
                #expect(text.hasSuffix(" of 1,000,000,000"))
                let number = Double(text.prefix { $0 != " " }.filter(\.isNumber)) ?? 0
                #expect(abs(number - 5e8) < 1e7)
                try await Self.drag(page, to: 1)
                #expect(try await page.painted().last?.index == 999_999_999)
                try await Self.drag(page, to: 0)
                #expect(try await page.painted().first?.index == 0)
            }
        }

        @Test("It lands on the picture it names", arguments: ["grid", "stack", "strip"])
        func names(layout: String) async throws {
            let query = "#layout=\(layout)"
            try await Page.open(["--demo=1000000"], width: 600, height: 400, isBlank: true, query: query) { page in
                for fraction in [0.1, 0.35, 0.8, 0.55] {
                    try await Self.drag(page, to: fraction)
                    // Its bubble names the number and the file of what is at the top, seen from the pictures themselves.
                    let text: String = try await page.value("document.getElementById('bubble').textContent")
                    let painted: String = try await page.value(
                        """
                        (() => {
                          const bar = document.getElementById("bar").getBoundingClientRect();
                          const top = bar.bottom > 0 ? bar.bottom : 0;
                          for (let reach = 4; reach < 200; reach += 4) {
                            const slot = document.elementsFromPoint(\(layout == "grid" ? "20" : "reach"), Math.max(top, 44) + reach)
                              .map(element => element.closest(".slot.current")).find(Boolean);
                            if (!slot) continue;
                            // One tile of several bears the name.
                            const name = probe.slots().filter(({ dataset }) => dataset.index === slot.dataset.index)
                              .map(slot => probe.name(slot)).find(Boolean);
                            return `${(Number(slot.dataset.index) + 1).toLocaleString()} of 1,000,000 · ${name}`;
                          }
                        })()
                        """)
                    #expect(text == painted)
                }
            }
        }

        @Test("On a phone the bubble is within the window, however long a name is, and begins with the number")
        func longNames() async throws {
            let folder = try PictureFolder()
            let long = "\(folder.path)/2018/\(String(repeating: "long ", count: 20))"
            try FileManager.default.createDirectory(atPath: long, withIntermediateDirectories: true)
            for number in 0..<200 {
                let name = "\(String(repeating: "name", count: 20))\(number).svg"
                try folder.write(String("\(long)/\(name)".dropFirst(folder.path.count + 1)), PictureFolder.svg())
            }
            try await Page.open([folder.path], width: 390, height: 700, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 200 && probe.isSharp()")
                let thumb = try await Self.box(page, "thumb")
                let (x, y) = (thumb.x + thumb.width / 2, thumb.y + thumb.height / 2)
                try await page.browser.mouse(.move(x, y), .down, .move(x, y + 100), .move(x, y + 200))
                try await page.settle(when: "document.getElementById('bubble').textContent.includes(' of 200')")
                let box: [Double] = try await page.value(
                    "(({ left, right }) => [left, right])(document.getElementById('bubble').getBoundingClientRect())")
                #expect(box[0] >= 0 && box[1] <= 390 && box[1] - box[0] > 100)
                let text: String = try await page.value("document.getElementById('bubble').textContent")
                #expect(text.contains(" of 200 · name"))
                try await page.browser.mouse(.up)
            }
        }

        @Test("The thumb takes keys and says where it is")
        func keys() async throws {
            try await Page.open(["--demo=100000"], isBlank: true, query: "#layout=grid") { page in
                try await page.browser.run("document.getElementById('scrubber').focus()")
                try await page.browser.press(.pageDown, times: 2)
                try await page.settle(when: "document.getElementById('scrubber').ariaValueNow === '10'")
                let first = try #require(try await page.painted().first).index
                #expect(abs(Double(first) - 10_000) < 1000)
                try await page.browser.press(.end)
                try await page.settle(when: "probe.tile(99_999)")
                let text: String = try await page.value(
                    "document.getElementById('scrubber').getAttribute('aria-valuetext')")
                #expect(text.contains(" of 100,000 · "))
            }
        }

        @Test("Drawn away from the edge it moves finely: a picture a pixel and less", arguments: ["grid", "strip"])
        func fine(layout: String) async throws {
            try await Page.open(
                ["--demo=1000000"], width: 900, height: 700, isBlank: true, query: "#layout=\(layout)"
            ) { page in
                try await page.jump(to: 0.5)
                let thumb = try await Self.box(page, "thumb")
                let (x, y) = (thumb.x + thumb.width / 2, thumb.y + thumb.height / 2)
                let isAcross = layout == "strip"
                // Away from the edge and `by` px along it, with the button held through several steps.
                func mouse(_ type: String, _ away: Double, _ by: Double) async throws {
                    try await page.browser.tool(
                        "Input.dispatchMouseEvent",
                        [
                            "type": .text(type), "x": .number(isAcross ? x + by : x - away),
                            "y": .number(isAcross ? y - away : y + by), "button": "left", "buttons": 1, "clickCount": 1,
                        ])
                }
                let axis = isAcross ? "x" : "y"
                let index = "scrollServer.shown.plan.anchor.index"
                let offset = "scrollServer.scroller.offset.\(axis)"
                // What a picture takes of the content's length.
                let picture: Double = try await page.value(
                    "(range => range.max\(axis.uppercased()) - range.min\(axis.uppercased()))(scrollServer.scroller.range) / 1000000"
                )
                try await mouse("mousePressed", 0, 0)
                try await mouse("mouseMoved", 500, 0)
                try await page.settle()
                let (start, from): (Int, Double) = (try await page.value(index), try await page.value(offset))
                for by in [10.0, 20, 40] {
                    try await mouse("mouseMoved", 500, by)
                    try await page.settle()
                    let now: Double = try await page.value(offset)
                    #expect(abs(now - from - by * picture / 4) <= 1, "\(by) px: \(now - from)")
                }
                #expect(try await page.value("document.getElementById('scrubber').classList.contains('fine')"))
                // At the edge it is as coarse as ever.
                for by in [40.0, 60] { try await mouse("mouseMoved", 0, by) }
                try await mouse("mouseReleased", 0, 60)
                try await page.settle()
                let end: Int = try await page.value(index)
                #expect(end - start > 10_000)
            }
        }

        @Test("Labels at its side say what lies where, by what the order sorts by")
        func labels() async throws {
            let folder = try PictureFolder()
            for name in ["alps", "beach", "city"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
                for number in 0..<60 { try folder.write("\(name)/\(number).svg", PictureFolder.svg()) }
            }
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 180")
                let track = try await Self.box(page, "scrubber")
                #expect(track.width >= 28)
                try await page.browser.mouse(.move(track.x + 10, track.y + 200))
                let labels = "[...document.querySelectorAll('.labels span')]"
                try await page.until("\(labels).map(one => one.textContent).join() === 'alps,beach,city'")
                #expect(
                    try await page.value("\(labels).every(one => one.checkVisibility({ visibilityProperty: true }))"))
                let middle: Double = try await page.value(
                    "(box => box.top + box.height / 2)(\(labels)[1].getBoundingClientRect())")
                // The thumb's middle where the label is: what it names is at the top.
                let thumb = try await Self.box(page, "thumb")
                try await page.browser.mouse(
                    .move(thumb.x + 2, thumb.y + thumb.height / 2), .down, .move(thumb.x + 2, middle))
                // The bubble lies beside the labels, not over them.
                try await page.until("getComputedStyle(document.getElementById('bubble')).display !== 'none'")
                #expect(
                    try await page.value(
                        "\(labels).every(one => one.getBoundingClientRect().left >= document.getElementById('bubble').getBoundingClientRect().right)"
                    ))
                try await page.browser.mouse(.up)
                try await page.settle()
                let name: String = try await page.value("scrollServer.shown.plan.anchor.name")
                #expect(name.hasPrefix("beach/") || name.hasPrefix("alps/5"))
                try await page.browser.mouse(.move(300, 300))
                #expect(
                    try await page.value("\(labels).every(one => !one.checkVisibility({ visibilityProperty: true }))"))
            }
        }
    }
}
