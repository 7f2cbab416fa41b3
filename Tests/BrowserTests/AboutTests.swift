// What the help says of the program.

import Testing

@testable import Platform

extension BrowserTests {
    @Suite struct AboutTests {
        @Test("The help says which program this is, what it may read, and where its own folders are")
        func help() async throws {
            let folder = try PictureFolder()
            try folder.write("a.svg", PictureFolder.svg())
            try await Page.open([folder.path]) { page in
                try await page.browser.type("?")
                try await page.until("document.getElementById('about').textContent.includes('ScrollServer')")
                let text: String = try await page.value("document.getElementById('help').textContent")
                #expect(text.contains("ScrollServer \(Build.version)"))
                #expect(text.contains(folder.path), "\(text.suffix(500))")
                #expect(text.contains("never your folders"))
            }
        }
    }
}
