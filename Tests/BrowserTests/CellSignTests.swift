// What cells say beside their pictures: the length of videos, and nothing beside HEIC.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct CellSignTests {
        @Test(
            "A video's cell has its length, which is said in words, too; other cells have nothing",
            arguments: ["grid", "justified"])
        func lengths(layout: String) async throws {
            let folder = try PictureFolder()
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [
                "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=320x240:rate=1:duration=83", "-c:v",
                "libvpx", "\(folder.path)/a.webm",
            ]
            process.standardInput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "ffmpeg is needed, as .ci/install brings it")
            for number in 0..<3 { try folder.write("b\(number).svg", PictureFolder.svg(width: 320, height: 240)) }
            try await Page.open([folder.path], width: 900, height: 900, query: "#layout=\(layout)") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 4 && probe.slots().length === 4")
                let lengths: [String] = try await page.value(
                    "[...document.querySelectorAll('.slot.current > [data-corner]')].map(one => one.dataset.corner)")
                #expect(lengths == ["1:23"])
                let names: [String] = try await page.value(
                    "probe.slots().map(slot => slot.querySelector('a').ariaLabel)")
                #expect(names[0] == "a.webm, Video, 1 minute 23 seconds" && names[1] == "b0.svg")
                // It is seen without a pointer, within what is seen of the cell.
                try await page.browser.run(
                    "window.corner = getComputedStyle(document.querySelector('[data-corner]'), '::before');")
                #expect(try await page.value("corner.content") == "\"1:23\"")
                #expect(try await page.value("corner.top === '8px' && corner.right === '8px'"))
                #expect(
                    try await page.value(
                        """
                        (() => {
                          const [own, cell] = [document.querySelector("[data-corner]"), probe.slots()[0]]
                            .map(one => one.getBoundingClientRect());
                          const { top, left, bottom, right } = scrollServer.slots.slot(0).tile.clip ?? { top: 0, left: 0, bottom: 0, right: 0 };
                          return [own.left - cell.left - left, cell.right - right - own.right, own.top - cell.top - top,
                            cell.bottom - bottom - own.bottom].every(by => Math.abs(by) < 0.5);
                        })()
                        """))
                // To be read above any picture, of which white is the brightest.
                let contrast: Double = try await page.value(
                    """
                    (() => {
                      const channels = text => text.match(/[\\d.]+/g).map(Number);
                      const light = rgb => rgb.map(one => one / 255).map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
                        .reduce((sum, one, place) => sum + one * [0.2126, 0.7152, 0.0722][place], 0);
                      const [ink, [red, green, blue, alpha = 1]] = [corner.color, corner.backgroundColor].map(channels);
                      const ground = [red, green, blue].map(one => one * alpha + 255 * (1 - alpha));
                      return (light(ink.slice(0, 3)) + 0.05) / (light(ground) + 0.05);
                    })()
                    """)
                #expect(contrast >= 4.5)
            }
        }

        @Test("A browser that does not decode HEIC is asked once, and shows what it showed")
        func heic() async throws {
            let folder = try PictureFolder()
            try folder.write("b.svg", PictureFolder.svg(width: 320))
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid") { page in
                try await page.settle(when: "probe.isSharp() && probe.slots().length === 1")
                try await page.browser.run(
                    """
                    const own = window.createImageBitmap;
                    probe.asked = 0;
                    window.createImageBitmap = (source, ...rest) => {
                      if (source.type === "image/heic") probe.asked += 1;
                      return own(source, ...rest);
                    };
                    """)
                for (number, name) in ["a.heic", "c.heic"].enumerated() {
                    try folder.write(name, PictureFolder.heic)
                    try await page.settle(
                        when: "probe.slots().length === \(number + 2) && probe.asked > 0 && !scrollServer.session.busy")
                }
                let signs: [String] = try await page.value(
                    "probe.slots().map(slot => slot.querySelector('.sign')?.textContent ?? '')")
                #expect(signs == ["", "", ""])
                #expect(try await page.value("probe.asked") == 1)
                // Nothing has been asked for with the parameter, and no file fetched.
                let fetched: [String] = try await page.value(
                    "performance.getEntriesByType('resource').map(one => one.name).filter(name => /decodes=|\\/original(\\?|$)/.test(name))"
                )
                #expect(fetched.isEmpty)
                let mistakes: [String] = try await page.value("probe.mistakes")
                #expect(mistakes.isEmpty)
            }
        }
    }
}
