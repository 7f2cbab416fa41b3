// How a picture is shown that is looked at, and how one comes to it and away from it.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct SurfaceTests {
        /// Ten pictures of nothing but white, in a folder of the folder.
        private static func folder() throws -> PictureFolder {
            let folder = try PictureFolder()
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/sea/2024", withIntermediateDirectories: true)
            for number in 0..<10 { try folder.write("sea/2024/\(number).svg", PictureFolder.svg(width: 300)) }
            return folder
        }

        @Test("A picture is on black in both schemes, and so is the window's frame", arguments: ["light", "dark"])
        func black(scheme: String) async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 900, height: 500, query: "#layout=grid") { page in
                try await page.browser.tool(
                    "Emulation.setEmulatedMedia",
                    ["features": [["name": "prefers-color-scheme", "value": .text(scheme)]]])
                let colours =
                    "[document.body, document.querySelector('meta[name=theme-color]')].map(one => one.content ?? getComputedStyle(one).backgroundColor)"
                let ground = scheme == "light" ? "rgb(250, 250, 250)" : "rgb(16, 16, 16)"
                try await page.until("\(colours).join() === '\(ground),\(ground)'.split(',').join()")
                try await page.browser.press("5", with: .alt)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                try await page.until("\(colours).every(one => one === 'rgb(0, 0, 0)')")
                try await page.browser.press(.escape)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'grid'")
                try await page.until("\(colours).every(one => one === '\(ground)')")
                try await page.browser.tool("Emulation.setEmulatedMedia", ["features": []])
            }
        }

        @Test("The caption says the name, and quietly the folder", arguments: [360, 1280])
        func caption(width: Int) async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: width, height: 640, query: "#layout=pages") { page in
                try await page.until("document.querySelector('#caption b')?.textContent === '0.svg'")
                let rest: String = try await page.value(
                    "document.querySelector('#caption .about span:not(.noting)').textContent")
                #expect(rest.hasPrefix("300 × 20 · "))
                #expect(rest.hasSuffix(" · 1 of 10"))
                #expect(try await page.value("document.querySelector('#caption .folder').textContent") == "sea/2024")
                // A long folder is cut, and nothing else is.
                try await page.browser.run(
                    "document.querySelector('#caption .folder').textContent = 'a/long/name of a folder'.repeat(20)")
                let cut: [String] = try await page.value(
                    """
                    [...document.querySelectorAll("#caption :is(b, span)")]
                      .filter(one => one.clientWidth < one.scrollWidth && !one.matches(".about")).map(one => one.className)
                    """)
                #expect(cut == ["folder"])
            }
        }

        @Test("A mouse at the window's edge brings the bar back")
        func edge() async throws {
            try await Page.open(["--demo=100000"], width: 900, height: 500, isBlank: true) { page in
                for _ in 0..<3 { try await page.browser.wheel(deltaY: 400) }
                try await page.until("document.getElementById('bar').classList.contains('away')")
                try await page.browser.mouse(.move(450, 200))
                #expect(try await page.value("document.getElementById('bar').classList.contains('away')"))
                try await page.browser.mouse(.move(450, 3))
                try await page.until("!document.getElementById('bar').classList.contains('away')")
            }
        }

        @Test("A slideshow turns by itself, begins again behind the last, and ends with a key, where it is")
        func slideshow() async throws {
            try await Page.open(["--demo=1000"], width: 500, height: 400, isBlank: true, query: "#layout=grid") {
                page in
                try await page.jump(to: 1)
                // The last but one.
                try await page.browser.run(
                    """
                    const items = probe.slots().filter(slot => !slot.ariaHidden);
                    items.find(slot => slot.dataset.index === "998").querySelector("a").focus();
                    """)
                try await page.browser.type("s")
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                #expect(try await page.value("scrollServer.shown.plan.anchor.index") == 998)
                #expect(try await page.value("document.body.classList.contains('bare')"))
                for index in [999, 0, 1] { try await page.until("scrollServer.shown.plan.anchor?.index === \(index)") }
                try await page.browser.press(.escape)
                #expect(try await page.value("!document.body.classList.contains('bare')"))
                try await page.settle()
                #expect(try await page.value("scrollServer.shown.plan.layout === 'pages'"))
                #expect(try await page.value("scrollServer.shown.plan.anchor.index") == 1)
                try await page.browser.press(.escape)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'grid'")
            }
        }

        @Test("A finger drawn down takes a picture away; a short way, up or sideways does not")
        func pull() async throws {
            try await Page.open(["--demo=1000"], width: 400, height: 600, isBlank: true, query: "#layout=grid") {
                page in
                try await page.browser.tool(
                    "Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 1])
                try await page.browser.run(
                    "probe.slots().find(slot => slot.dataset.index === '4').querySelector('a').click()")
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                let view = "document.getElementById('view').style"
                try await page.browser.touch(
                    .move(200, 200), .down, .move(200, 240), .rest, .move(202, 260), .rest, .rest, .up)
                try await page.browser.touch(
                    .move(200, 400), .down, .move(200, 300), .rest, .move(200, 200), .rest, .up)
                try await page.settle()
                #expect(try await page.value("scrollServer.shown.plan.layout === 'pages'"))
                #expect(try await page.value("\(view).translate === '' && \(view).opacity === ''"))
                try await page.browser.touch(.move(300, 300), .down, .move(260, 310), .rest, .move(60, 320), .rest, .up)
                try await page.settle(when: "scrollServer.shown.plan.anchor.index === 5")
                try await page.browser.touch(
                    .move(200, 200), .down, .move(200, 260), .rest, .move(205, 420), .rest, .up)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'grid'")
                #expect(try await page.value("\(view).translate === '' && \(view).opacity === ''"))
                try await page.browser.tool("Emulation.setTouchEmulationEnabled", ["enabled": false])
            }
        }
    }
}
