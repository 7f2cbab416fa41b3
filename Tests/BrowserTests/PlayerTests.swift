// Videos, of which the server makes no picture: named among the pictures, played where they are looked at.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct PlayerTests {
        /// A video, one that no browser plays, a HEIC and another picture.
        private static func folder() throws -> PictureFolder {
            let folder = try PictureFolder()
            for (name, arguments) in [("a.webm", ["-c:v", "libvpx"]), ("b.wmv", ["-c:v", "wmv2"])] {
                try folder.film(name, arguments)
            }
            try folder.write("c.heic", PictureFolder.heic)
            try folder.write("d.svg", PictureFolder.svg(width: 320))
            return folder
        }

        @Test("They are named among the pictures until their stills come", arguments: ["grid", "justified"])
        func named(layout: String) async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 900, height: 900, query: "#layout=\(layout)") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 4 && probe.slots().length === 4")
                let signs: [String] = try await page.value(
                    "probe.slots().map(slot => slot.querySelector('.sign')?.textContent ?? '')")
                #expect(signs[0] == "a.webmVideo")
                #expect(signs[1].hasPrefix("b.wmv"))
                #expect(signs[2] == "")
                #expect(signs[3] == "")
                #expect(try await page.value("document.querySelectorAll('video').length") == 0)
                let names: [String] = try await page.value(
                    "probe.slots().map(slot => slot.querySelector('a').ariaLabel)")
                #expect(names[0] == "a.webm, Video, 1 second" && names[2] == "c.heic")
            }
        }

        /// Whether the pixels in the middle of the cell with an index are of more than one colour.
        private static func isSeen(_ index: Int) -> String {
            """
            (() => {
              const { x, y, width, height } = scrollServer.slots.slot(\(index)).seen;
              const canvas = scrollServer.slots.sheets.picture({ x, y, width, height });
              const { data } = canvas.getContext("2d").getImageData(0, canvas.height >> 1, canvas.width, 1);
              return new Set(new Uint32Array(data.buffer)).size > 4;
            })()
            """
        }

        @Test("A film that is seen gets a still, which stays in another layout; it is fetched once, and then let go")
        func still() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 900, height: 900, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 4 && probe.slots().length === 4")
                try await page.browser.run(
                    """
                    probe.opened = [];
                    const own = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "src");
                    Object.defineProperty(HTMLMediaElement.prototype, "src", {
                      ...own, set(url) { probe.opened.push(url); own.set.call(this, url); },
                    });
                    """)
                let poster = "scrollServer.slots.slot(0).element.classList.contains('poster')"
                try await page.until("\(poster) && \(Self.isSeen(0))")
                // It has no sign any more, and its name where other pictures have theirs.
                #expect(try await page.value("!document.querySelector('.slot.poster .sign').checkVisibility()"))
                #expect(try await page.value("document.querySelector('.slot.poster > a').dataset.name") == "a.webm")
                // What the browser does not play keeps its sign.
                #expect(try await page.value("!scrollServer.slots.slot(1).element.classList.contains('poster')"))
                #expect(try await page.value("document.querySelectorAll('video').length") == 0)
                let opened = "probe.opened.filter(url => url.includes(scrollServer.slots.slot(0).tile.item)).length"
                let before: Int = try await page.value(opened)
                #expect(before <= 1)
                try await page.browser.run("location.hash = '#layout=justified'")
                try await page.settle(when: "scrollServer.shown.current?.layout === 'justified'")
                try await page.until("\(poster) && \(Self.isSeen(0))")
                #expect(try await page.value(opened) == before)
            }
        }

        @Test("Nothing is fetched of films that are too small to be seen, or in a mosaic", arguments: [20, 60])
        func smallFilms(columns: Int) async throws {
            let folder = try Self.folder()
            let address = "#layout=grid&columns=\(columns)"
            try await Page.open([folder.path], width: 900, height: 600, query: address) { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 4")
                // Longer than a view has to rest until films are opened.
                let _: Bool = try await page.browser.runAsync(
                    "const done = arguments[0]; setTimeout(() => done(true), 600);")
                let fetched: [String] = try await page.value(
                    "performance.getEntriesByType('resource').map(one => one.name).filter(name => name.endsWith('/original'))"
                )
                #expect(fetched.isEmpty)
            }
        }

        @Test("A video plays where it is looked at, can be sought in, and is given back; what cannot be shown says so")
        func plays() async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=pages") { page in
                try await page.until("document.querySelector('video')?.readyState >= 1")
                #expect(try await page.value("document.querySelector('video').videoWidth") == 320)
                try await page.browser.run("probe.seen = 0; document.querySelector('video').currentTime = 0.7;")
                try await page.until(
                    "document.querySelector('video').currentTime > 0.6 && !document.querySelector('video').seeking")
                try await page.browser.run(
                    "document.querySelector('video').muted = true; document.querySelector('video').play()")
                try await page.until("document.querySelector('video').ended")
                // The player's keys are its own, the others the page's.
                try await page.browser.run("document.querySelector('video').focus()")
                try await page.browser.press(.right)
                #expect(try await page.value("scrollServer.shown.plan.anchor.index") == 0)
                // A press on the player's slider gives it the keys: Escape leaves the picture all the same.
                let box: [Double] = try await page.value(
                    "(box => [box.x + box.width / 2, box.bottom - 14])(document.querySelector('video').getBoundingClientRect())"
                )
                try await page.browser.drag(from: (box[0] - 30, box[1]), to: (box[0], box[1]))
                // The player takes them back from its slider as soon as that is let go.
                try await page.until("document.querySelector('video').matches(':focus')")
                try await page.browser.press(.escape)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'grid'")
                try await page.browser.run("probe.slots()[0].querySelector('a').click()")
                try await page.until("document.querySelector('video')?.readyState >= 1")
                // Space pauses one that plays, wherever the keys are, and goes on.
                try await page.browser.run(
                    """
                    document.getElementById("view").focus();
                    Object.assign(document.querySelector("video"), { muted: true, loop: true }).play();
                    """)
                try await page.until("!document.querySelector('video').paused")
                try await page.browser.press(.space)
                try await page.until("document.querySelector('video').paused")
                try await page.browser.press(.space)
                try await page.until("!document.querySelector('video').paused")
                #expect(try await page.value("scrollServer.shown.plan.anchor.index") == 0)
                try await page.browser.run("document.querySelector('video').pause()")
                try await page.browser.run("document.getElementById('view').focus()")
                for index in 1...3 {
                    try await page.browser.press(.right)
                    try await page.settle(when: "scrollServer.shown.plan.anchor?.index === \(index)")
                    guard index < 2 else { continue }
                    try await page.until(
                        "probe.slots().find(slot => slot.dataset.index === '\(index)').querySelector('.sign')?.textContent.includes('can')"
                    )
                }
                try await page.browser.press(.escape)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'grid'")
                try await page.until("document.querySelectorAll('video').length === 0")
            }
        }

        @Test("Beside an open picture a film has its still, too")
        func stripStill() async throws {
            let folder = try PictureFolder()
            try folder.film("a.webm", ["-c:v", "libvpx"])
            try folder.write("b.svg", PictureFolder.svg(width: 320))
            try await Page.open([folder.path], width: 900, height: 700, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 2 && probe.slots().length === 2")
                try await page.until("scrollServer.slots.slot(0).element.classList.contains('poster')")
                try await page.browser.run("probe.slots()[1].querySelector('a').click()")
                try await page.settle(
                    when: "scrollServer.shown.isLooking && scrollServer.shown.plan?.anchor?.index === 1")
                try await page.until("document.querySelector('.frames .video img')?.naturalWidth > 0")
            }
        }

        @Test("A live photo's film plays in its place at a press, and ends by itself, by a press, and with the picture")
        func film() async throws {
            let folder = try PictureFolder()
            try folder.write("c.heic", PictureFolder.heic)
            try folder.film("c.mov", ["-c:v", "libvpx-vp9", "-f", "mp4"])
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=pages") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 2")
                try await page.until("document.querySelector('#caption .film')")
                #expect(try await page.value("document.querySelectorAll('video').length") == 0)
                // Browsers begin no film with sound before the reader has done something.
                try await page.browser.press(.left)
                let press = "document.querySelector('#caption .film').click()"
                try await page.browser.run(press)
                try await page.until("document.querySelector('.slot > video')?.videoWidth === 320")
                try await page.until("document.querySelectorAll('video').length === 0")
                for count in [1, 0, 1] {
                    try await page.browser.run(press)
                    #expect(try await page.value("document.querySelectorAll('video').length") == count)
                }
                try await page.browser.press(.escape)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'grid'")
                try await page.until("document.querySelectorAll('video').length === 0")
            }
        }
    }
}
