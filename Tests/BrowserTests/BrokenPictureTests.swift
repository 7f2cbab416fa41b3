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
                    "probe.slots().every(slot => slot.querySelector('.sign') || slot.matches('.shown'))"
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
                    // The name, and the box that measures how much room there is.
                    #expect(sign.children == 2)
                }
                #expect(signs.allSatisfy { $0.index > 0 }, "the good picture is among the signs")
                let breached: Bool = try await page.value("'breached' in window")
                #expect(!breached)
                try await page.photograph("signs")
            }
        }

        /// A JPEG of 3000 × 2000 pixels by its header, which ends without a scan.
        private static let hollow: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0x07, 0xD0, 0x0B, 0xB8, 1, 1, 0x11, 0, 0xFF, 0xD9]

        @Test(
            "A broken picture of many tiles says its reason once, also after a zoom", arguments: ["", "?live=0"])
        func onceForAllTiles(query: String) async throws {
            let folder = try PictureFolder()
            try folder.write("1 hollow.jpg", Self.hollow)
            let isSaid = """
                (scrollServer.shown.plan.tiles.length > 3 && probe.isSettled() && scrollServer.zoom.isPlain
                  && [...scrollServer.slots.shown.values()].every(slot => slot.ready)
                  && document.querySelectorAll(".sign").length > 0)
                """
            try await Page.open(
                [folder.path], width: 1200, height: 900, scale: 2, query: "\(query)#layout=stack"
            ) { page in
                for step in ["the first plan", "a zoom"] {
                    try await page.until(isSaid)
                    let texts: [String] = try await page.value(
                        """
                        [...document.querySelectorAll(".sign")].filter(sign => sign.checkVisibility({ visibilityProperty: true }))
                          .map(sign => sign.textContent)
                        """)
                    #expect(texts.count == 1, "\(step): \(texts)")
                    #expect(texts.first?.hasPrefix("1 hollow.jpg") == true && texts[0].count > 22, "\(step): \(texts)")
                    try await page.photograph(step)
                    try await page.browser.type("+")
                    try await page.until("scrollServer.shown.plan.zoomScale > 1")
                }
            }
        }

        /// How many pictures the server has refused, of those that were asked for over HTTP.
        private static let refusals = """
            performance.getEntriesByType("resource").filter(({ responseStatus }) => [404, 415, 422].includes(responseStatus)).length
            """

        @Test("A picture that was refused is not asked for again and again", arguments: ["", "?live=0"])
        func notAgain(query: String) async throws {
            let folder = try PictureFolder()
            for number in 0..<4 {
                try folder.write("\(number) garbage.jpg", PictureFolder.garbage)
                try folder.write("\(number) hollow.jpg", Self.hollow)
                try folder.write("\(number) sound.svg", PictureFolder.svg())
            }
            try await Page.open([folder.path], width: 900, height: 700, query: "\(query)#layout=grid") { page in
                func lookAround() async throws {
                    try await page.settle(
                        when: "probe.slots().every(slot => slot.querySelector('.sign') || slot.matches('.shown'))")
                    try await page.browser.run("probe.slots()[0].querySelector('a').click()")
                    try await page.settle(when: "scrollServer.shown.current?.layout === 'pages'")
                    for index in 1...2 {
                        try await page.browser.press(.right)
                        try await page.settle(when: "scrollServer.shown.plan.anchor.index === \(index)")
                    }
                    try await page.until(
                        "[...document.querySelectorAll('.frames li')].length === 12 && [...document.querySelectorAll('.frames img')].every(one => one.complete && one.src)"
                    )
                    try await page.browser.press(.escape)
                    try await page.settle(when: "scrollServer.shown.current?.layout === 'grid'")
                }
                try await lookAround()
                // All that fail are known by now; each new one is a change of the collection, after which they may be asked for.
                struct Facets: Decodable { var unreadable: Int }
                let collection: String = try await page.value("scrollServer.shown.collection")
                let facets: Facets = try await page.ask("/api/collections/\(collection)/facets")
                #expect(facets.unreadable == 8)
                try await lookAround()
                let before: Int = try await page.value(Self.refusals)
                #expect(before > 0)
                try await lookAround()
                #expect(try await page.value(Self.refusals) == before)
            }
        }
    }
}
