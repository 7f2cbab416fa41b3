// The window on the samples of an open picture: its sliders, its buttons and its address.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct WindowingTests {
        /// A PGM of 64 × 48 pixels with the values 1000, 1010, 1020 … from left to right.
        static let deep: [UInt8] = {
            var row: [UInt8] = []
            for column in 0..<64 {
                let value = 1000 + 10 * column
                row += [UInt8(value >> 8), UInt8(value & 255)]
            }
            return [UInt8]("P5 64 48 65535\n".utf8) + [[UInt8]](repeating: row, count: 48).joined()
        }()

        /// The levels at the left and the right edge of what is painted.
        private static func edges(_ page: Page) async throws -> [Int] {
            try await page.value(
                """
                (() => {
                  const { x, y, width, height } = probe.painted()[0];
                  const level = left => probe.pixels(left, y + height / 2, 1, 1).data[0];
                  return [level(x + 2), level(x + width - 3)];
                })()
                """)
        }

        @Test("A window is set by sliders and buttons, is in the address, and goes where it does not apply")
        func window() async throws {
            let folder = try PictureFolder()
            try folder.write("a.pgm", Self.deep)
            try folder.write("b.svg", PictureFolder.svg())
            try folder.write("c.pgm", Self.deep)
            try await Page.open([folder.path], width: 1100, height: 700, query: "#layout=grid") { page in
                let shown = "scrollServer.shown"
                let section =
                    "[...document.querySelectorAll('#details h3')].find(head => head.textContent === 'Window')"
                func press(_ words: String) async throws {
                    try await page.browser.run(
                        "[...document.querySelectorAll('#details button')].find(one => one.textContent === '\(words)').click()"
                    )
                }
                // No picture is open.
                try await page.browser.type("i")
                try await page.until("document.querySelector('#details canvas')?.hidden === false")
                #expect(try await page.value("!(\(section))"))
                try await page.browser.run("location.hash = '#layout=pages'")
                try await page.settle(when: "\(shown).current?.layout === 'pages' && probe.isSharp()")
                try await page.until("(\(section))?.parentElement.hidden === false")
                let stored = try await Self.edges(page)
                #expect(stored.allSatisfy { $0 < 10 }, "\(stored)")
                #expect(
                    try await page.value(
                        "document.querySelector('#details .histogram output').value.includes('as stored')"))
                try await press("Full range")
                try await page.settle(when: "\(shown).view.window === '1000,1630' && probe.isSharp()")
                try await page.until("location.hash.includes('window=1000%2C1630')")
                let full = try await Self.edges(page)
                #expect(full[0] < 12 && full[1] > 243, "\(full)")
                try await page.photograph("window")
                // By keys: the handles are sliders.
                try await page.browser.run("document.querySelector('#details .histogram input').focus()")
                for _ in 0..<3 { try await page.browser.press(.right) }
                try await page.settle(when: "\(shown).view.window === '1003,1630'")
                try await page.browser.run("document.querySelector('#details .gamma input').focus()")
                try await page.browser.press(.right)
                try await page.settle(when: "\(shown).view.window === '1003,1630,1.05'")
                // It stays with the next picture that can have one, and a picture that cannot is as always.
                for name in ["b.svg", "c.pgm"] {
                    try await page.browser.run("document.getElementById('next').click()")
                    try await page.settle(when: "\(shown).plan.anchor.name === '\(name)' && probe.isSharp()")
                }
                #expect(try await page.value("\(shown).view.window") == "1003,1630,1.05")
                #expect(try await Self.edges(page)[1] > 240)
                // A reload keeps it; as stored, it is gone.
                try await page.browser.run("location.reload()")
                try await page.settle(when: "\(shown)?.view.window === '1003,1630,1.05' && probe.isSharp()")
                #expect(try await Self.edges(page)[1] > 240)
                try await page.browser.type("i")
                try await page.until("(\(section))?.parentElement.hidden === false")
                try await press("As stored")
                try await page.settle(when: "\(shown).view.window === undefined && probe.isSharp()")
                #expect(try await Self.edges(page) == stored)
                // What is no window is left out.
                try await page.browser.run("location.hash = '#layout=pages&window=9,1'")
                try await page.settle(when: "\(shown).current?.layout === 'pages'")
                #expect(try await page.value("\(shown).view.window === undefined"))
                try await page.browser.press(.escape)
            }
        }
    }
}
