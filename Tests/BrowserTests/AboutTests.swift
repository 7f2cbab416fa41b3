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
                // The version stands at the foot of the menu ⋯, and leads here; words find it, too.
                try await page.browser.press(.escape)
                try await page.browser.run("document.getElementById('more-button').click()")
                let foot = "document.getElementById('about-button')"
                try await page.until("\(foot).innerText === 'ScrollServer \(Build.version)'")
                try await page.browser.run("\(foot).click()")
                let isSeen =
                    "(({ top }) => top >= 0 && top < innerHeight)(document.getElementById('about').getBoundingClientRect())"
                try await page.until("document.getElementById('help').open && \(isSeen)")
                try await page.browser.press(.escape)
                try await page.browser.press("k", with: .control)
                try await page.browser.type("version")
                try await page.until("document.querySelector('#palette-list li')?.innerText.includes('version')")
                try await page.browser.press(.enter)
                try await page.until("document.getElementById('help').open && \(isSeen)")
            }
        }
    }
}
