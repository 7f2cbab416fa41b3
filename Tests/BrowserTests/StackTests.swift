// Stacks of pages and channels: the sliders and the colours of an open picture.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct StackTests {
        /// A TIFF of gray pages of 32 × 24 pixels, each of one value, with a description.
        static func file(_ description: String, values: [UInt8]) -> [UInt8] {
            func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
            let text = [UInt8](description.utf8) + [0]
            var bytes = [UInt8]("II".utf8) + number(42, 2) + number(8 + text.count, 4) + text
            for (index, value) in values.enumerated() {
                let isFirst = index == 0
                let count = isFirst ? 10 : 9
                let data = bytes.count + 2 + 12 * count + 4
                var entries = [
                    (256, 4, 1, 32), (257, 4, 1, 24), (258, 4, 1, 8), (259, 4, 1, 1), (262, 4, 1, 1), (273, 4, 1, data),
                    (277, 4, 1, 1), (278, 4, 1, 24), (279, 4, 1, 32 * 24),
                ]
                if isFirst { entries.insert((270, 2, text.count, 8), at: 5) }
                bytes += number(entries.count, 2)
                for (tag, type, count, value) in entries {
                    bytes += number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
                }
                bytes += number(index + 1 < values.count ? data + 32 * 24 : 0, 4)
                bytes += [UInt8](repeating: value, count: 32 * 24)
            }
            return bytes
        }

        /// Three depths and two times; the value of a page is 100 · time + 20 · depth.
        static let stack = file("ImageJ=1.53\nimages=6\nslices=3\nframes=2\n", values: [0, 20, 40, 100, 120, 140])
        /// Two channels.
        static let channels: [UInt8] = {
            let names = #"<Channel Name="Nuclei" Color="-16776961"/><Channel Name="Walls" Color="16711935"/>"#
            let pixels = #"<Pixels DimensionOrder="XYCZT" SizeX="32" SizeY="24" SizeC="2" SizeZ="1" SizeT="1">"#
            return file("<OME>\(pixels)\(names)</Pixels></OME>", values: [200, 50])
        }()

        private static func middle(_ page: Page) async throws -> [Int] {
            try await page.value(
                """
                (() => {
                  const { x, y, width, height } = probe.painted()[0];
                  return [...probe.pixels(x + width / 2, y + height / 2, 1, 1).data].slice(0, 3);
                })()
                """)
        }

        @Test("Sliders and keys go through a stack, at the same place and size")
        func sliders() async throws {
            let folder = try PictureFolder()
            try folder.write("stack.tif", Self.stack)
            // Files are a stack of their own by their numbers.
            for depth in 0..<3 { try folder.write("v_z\(depth).tif", Self.file("one", values: [UInt8(60 + depth)])) }
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=pages") { page in
                let (shown, stack) = ("scrollServer.shown", "document.getElementById('stack')")
                try await page.until("document.querySelector('#caption .pages')?.textContent === '6 pages'")
                #expect(try await page.value("\(stack).hidden"))
                let said = "[...\(stack).querySelectorAll('label')].map(one => one.textContent).join()"
                try await page.browser.run("document.getElementById('next').click()")
                try await page.settle(when: "\(shown).plan.anchor.index === 1 && !\(stack).hidden && probe.isSharp()")
                #expect(try await page.value(said) == "Depth1 of 3")
                try await page.browser.type(".")
                try await page.settle(when: "\(shown).plan.anchor.index === 2 && probe.isSharp()")
                #expect(try await page.value(said) == "Depth2 of 3")
                for index in [1, 0] {
                    try await page.browser.run("document.getElementById('previous').click()")
                    try await page.settle(when: "\(shown).plan.anchor.index === \(index) && probe.isSharp()")
                }
                try await page.until("\(stack).hidden")
                try await page.browser.run("document.querySelector('#caption .pages').click()")
                try await page.settle(when: "\(shown).plan?.layout === 'grid' && probe.slots().length === 6")
                #expect(try await page.value("\(stack).hidden"))
                // The page writes its address a moment after it has come to rest.
                try await page.until("location.hash.includes('layout=grid')")
                try await page.browser.run("location.hash = location.hash.replace('layout=grid', 'layout=pages')")
                try await page.settle(when: "\(shown).current?.layout === 'pages' && probe.isSharp()")
                let sliders: [String] = try await page.value(
                    "[...\(stack).querySelectorAll('input')].map(one => `${one.ariaLabel} ${one.value} ${one.max}`)")
                #expect(sliders == ["Depth 0 2", "Time 0 1"])
                try await page.photograph("stack")
                // By key, in the view of all of it.
                try await page.browser.type(".")
                try await page.settle(when: "\(shown).plan.anchor.index === 1 && probe.isSharp()")
                try await page.browser.type(">")
                try await page.settle(when: "\(shown).plan.anchor.index === 4 && probe.isSharp()")
                #expect(abs(try await Self.middle(page)[0] - 120) < 4)
                #expect(
                    try await page.value("[...\(stack).querySelectorAll('output')].map(one => one.value).join()")
                        == "2 of 3,2 of 2")
                // Enlarged, by the slider: the part that is seen stays.
                try await page.browser.type("z")
                try await page.browser.type("+")
                try await page.settle(when: "\(shown).current?.layout === 'item'")
                let zoom: Double = try await page.value("\(shown).plan.zoomScale")
                let offset = try await page.offset()
                try await page.browser.run(
                    "const slider = \(stack).querySelector('input'); slider.value = '2'; slider.dispatchEvent(new Event('input'))"
                )
                try await page.settle(when: "\(shown).plan.anchor.index === 5 && probe.isSharp()")
                #expect(try await page.value("\(shown).plan.zoomScale") == zoom)
                #expect(try await page.offset() == offset)
                #expect(abs(try await Self.middle(page)[0] - 140) < 4)
                // At the end nothing changes.
                try await page.browser.type(".")
                try await page.settle()
                #expect(try await page.value("\(shown).plan.anchor.index") == 5)
            }
        }

        @Test("Channels are shown together in their colours, one by one")
        func colours() async throws {
            let folder = try PictureFolder()
            try folder.write("cells.tif", Self.channels)
            try await Page.open([folder.path], width: 1100, height: 800, query: "#layout=pages") { page in
                let shown = "scrollServer.shown"
                try await page.settle(when: "probe.isSharp()")
                #expect(abs(try await Self.middle(page)[0] - 200) < 4)
                try await page.browser.type("i")
                try await page.until("document.querySelectorAll('#details .channel').length === 2")
                let names: [String] = try await page.value(
                    "[...document.querySelectorAll('#details .channel .check')].map(one => one.textContent)")
                #expect(names == ["Nuclei", "Walls"])
                // Each channel has one value, which is the foot of its window.
                try await page.until("location.hash.includes('layout=pages')")
                try await page.browser.run("location.hash += '&channels=0:ff0000:0:200,1:00ff00:0:100'")
                try await page.settle(when: "\(shown).view.channels && probe.isSharp()")
                let both = try await Self.middle(page)
                #expect(both[0] > 245 && abs(both[1] - 128) < 8 && both[2] < 10, "\(both)")
                try await page.until("document.querySelectorAll('#details .channel input:checked').length === 2")
                try await page.photograph("channels")
                try await page.browser.run("document.querySelector('#details .channel input').click()")
                try await page.settle(when: "\(shown).view.channels === '1:00ff00:0:100' && probe.isSharp()")
                let one = try await Self.middle(page)
                #expect(one[0] < 10 && abs(one[1] - 128) < 8 && one[2] < 10, "\(one)")
                try await page.browser.run(
                    "[...document.querySelectorAll('#details button')].find(one => one.textContent === 'As stored').click()"
                )
                try await page.settle(when: "\(shown).view.channels === undefined && probe.isSharp()")
                #expect(abs(try await Self.middle(page)[1] - 200) < 4)
            }
        }
    }
}
