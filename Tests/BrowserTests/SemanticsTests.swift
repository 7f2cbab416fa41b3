// What assistive technology is told.

import Testing

extension BrowserTests {
    @Suite struct SemanticsTests {
        private struct Item: Decodable {
            let role: String
            let index: Int
            let position: String
            let size: String
            let text: String
        }

        @Test("Pictures are items of a list that knows its true length")
        func list() async throws {
            try await Page.open(["--demo=1000000000"], isBlank: true) { page in
                try await page.jump(to: 0.5)
                let role: String = try await page.value("document.getElementById('slots').getAttribute('role')")
                #expect(role == "list")
                let items: [Item] = try await page.value(
                    """
                    probe.slots().map(slot => ({
                      role: slot.getAttribute("role"), index: Number(slot.dataset.index), position: slot.ariaPosInSet,
                      size: slot.ariaSetSize, text: probe.name(slot),
                    }))
                    """)
                #expect(items.count > 6)
                for item in items {
                    #expect(item.role == "listitem")
                    #expect(item.size == "1000000000")
                    #expect(item.position == "\(item.index + 1)")
                    #expect(!item.text.isEmpty)
                }
            }
        }

        @Test("Every control has a name")
        func names() async throws {
            try await Page.open(["--demo=50"], isBlank: true) { page in
                let nameless: [String] = try await page.value(
                    """
                    [...document.querySelectorAll("button, select, [role=scrollbar], [role=list], main, dialog")].filter(part => {
                      const label = part.ariaLabel || part.labels?.[0]?.textContent || part.textContent
                        || document.getElementById(part.getAttribute("aria-labelledby"))?.textContent;
                      return !label?.trim();
                    }).map(part => part.id || part.tagName)
                    """)
                #expect(nameless.isEmpty)
            }
        }
    }
}
