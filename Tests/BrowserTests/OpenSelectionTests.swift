// What is selected, where one picture fills the view: the check beside it, and those in the filmstrip.

import Testing

extension BrowserTests {
    @Suite struct OpenSelectionTests {
        private static let check = "document.getElementById('select-this')"
        private static let pressed = "\(check).checkVisibility() && \(check).ariaPressed"
        /// The positions of the pictures that the filmstrip shows as selected, from 1.
        private static let checked = """
            [...document.querySelectorAll(".frames .selected > a")].filter(link => link.ariaLabel.endsWith(", selected"))
              .map(link => link.ariaLabel.split(" of ")[0].split(", ").at(-1)).join()
            """

        @Test("The check beside an open picture says whether it is selected and selects it; the filmstrip shows all")
        func open() async throws {
            let folder = try PictureFolder()
            for number in 0..<9 { try folder.write("p\(number).svg", PictureFolder.svg(width: 300, height: 200)) }
            try await Page.open([folder.path], width: 900, height: 700, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 9")
                #expect(try await page.value("\(Self.check).checkVisibility()") == false)
                try await page.click(2, with: .control)
                try await page.untilChosen([2])
                try await page.browser.run("location.hash = '#layout=pages'")
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                try await page.until("\(Self.pressed) === 'false' && \(Self.checked) === '3'")
                try await page.browser.run("\(Self.check).click()")
                try await page.until("\(Self.pressed) === 'true' && \(Self.checked) === '1,3'")
                // The next one has its own state, and the key of the cells changes it.
                try await page.browser.press(.right)
                try await page.settle(when: "scrollServer.shown.plan.anchor.index === 1")
                try await page.until("\(Self.pressed) === 'false'")
                try await page.browser.type("x")
                try await page.until("\(Self.pressed) === 'true' && \(Self.checked) === '1,2,3'")
                #expect(try await page.value("\(Self.check).title.endsWith('(x)')"))
                try await page.photograph("an open picture that is selected")
                // The menu says the same.
                try await page.browser.run("document.getElementById('original-button').click()")
                try await page.until("document.getElementById('menu').matches(':popover-open')")
                #expect(try await page.value("document.getElementById('select-item').firstChild.data") == "Deselect ")
                try await page.browser.press(.escape)
                // Somebody else deselects everything.
                try await page.browser.run(
                    """
                    fetch(scrollServer.shown.entry.links.selection, { method: "PUT", body: JSON.stringify({ items: [] }),
                      headers: { "Content-Type": "application/json" } });
                    """)
                try await page.until("\(Self.pressed) === 'false' && \(Self.checked) === ''")
                try await page.browser.press(.escape)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'grid'")
                #expect(try await page.value("\(Self.check).checkVisibility()") == false)
            }
        }
    }
}
