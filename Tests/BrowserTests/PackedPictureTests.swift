// SVGs in gzip, which the browser unpacks by itself.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct PackedPictureTests {
        /// A teal rectangle of 160 × 90 pixels, packed by Python's `gzip`.
        private static let file = """
            H4sIAAAAAAACA3XMWwqAIBBA0a3ILMCZCoJC3UuUqWAPdGhafrWAvu/hmnoFdW95rxYi8zkiioiWTh8lYEtE+ApQkhaOFpqeQEWfQmQL\
            A4Ezxc/8V9WacrbAfsqAznwn9wCK9fb0cQAAAA==
            """

        @Test("An SVG in gzip is shown in cells and where it fills the view, whatever its ending")
        func svgz() async throws {
            let folder = try PictureFolder()
            let file = [UInt8](try #require(Data(base64Encoded: Self.file)))
            for name in ["a.svgz", "b.svg"] { try folder.write(name, file) }
            try await Page.open([folder.path], width: 900, height: 700, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 2 && probe.isSharp()")
                #expect(try await page.value("probe.slots().every(slot => !slot.querySelector('.sign'))"))
            }
            try await Page.open([folder.path], width: 900, height: 700, query: "#layout=pages") { page in
                try await page.until("document.querySelector('.slot:not([hidden]) img')?.naturalWidth === 160")
            }
        }
    }
}
