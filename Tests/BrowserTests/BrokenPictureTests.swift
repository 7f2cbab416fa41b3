// Files that cannot be shown, and names that would like to be more than names.

import Testing

extension BrowserTests {
    @Suite struct BrokenPictureTests {
        private struct Sign: Decodable {
            let index: Int
            let name: String
            let text: String
            let children: Int
        }

        @Test("A broken picture is a sign with its name and the reason, and a name is never markup")
        func signs() async throws {
            let folder = try PictureFolder()
            let hostile = "<img src=x onerror=\"window.breached=1\">.jpg"
            try folder.write("1.svg", PictureFolder.svg())
            try folder.write("2 garbage.jpg", PictureFolder.garbage)
            try folder.write("3 truncated.jpg", PictureFolder.truncated)
            try folder.write(hostile, PictureFolder.garbage)
            try await Page.open([folder.path], width: 600, height: 400) { page in
                try await page.until(
                    "probe.slots().every(slot => slot.querySelector('.sign') || slot.querySelector('img').naturalWidth)"
                )
                let signs: [Sign] = try await page.value(
                    """
                    [...document.querySelectorAll(".slot.current .sign")].map(sign => ({
                      index: Number(sign.parentElement.dataset.index), name: sign.querySelector("b").textContent,
                      text: sign.textContent, children: sign.querySelectorAll("*").length,
                    }))
                    """)
                // As much of a truncated picture is shown as there is, by whoever decodes it.
                let names = Set(signs.map(\.name)).subtracting(["3 truncated.jpg"])
                #expect(names == ["2 garbage.jpg", hostile])
                for sign in signs {
                    #expect(sign.text.count > sign.name.count + 10, "a reason is given: \(sign.text)")
                    #expect(sign.children == 1)
                }
                #expect(signs.allSatisfy { $0.index > 0 }, "the good picture is among the signs")
                let breached: Bool = try await page.value("'breached' in window")
                #expect(!breached)
                try await page.photograph("signs")
            }
        }
    }
}
