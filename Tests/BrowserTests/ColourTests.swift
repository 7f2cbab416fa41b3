// Whether pictures with profiles look in tiles as their originals do.

import Foundation
import Testing

/// Where pictures with profiles lie.
private let colouredPictures: String = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    let corpus =
        ProcessInfo.processInfo.environment["SCROLLSERVER_CORPUS"]
        ?? package.deletingLastPathComponent().appendingPathComponent("shared/corpus").path
    return corpus + "/formats/icc"
}()

extension BrowserTests {
    @Suite(
        .enabled(
            if: FileManager.default.fileExists(atPath: colouredPictures) || BrowserTrait.isRequired,
            "the corpus of pictures is neither at ../shared/corpus nor where SCROLLSERVER_CORPUS says"))
    struct ColourTests {
        private struct Found: Decodable {
            var name: String
            var mean: Double
            var most: Int
        }

        /// Every tile beside its original, both as Chromium shows them.
        ///
        /// Coded once more, a tile of sRGB is 1.3 from its original.
        @Test("Tiles have the colours of their originals")
        func tiles() async throws {
            try await Page.open([colouredPictures], width: 900, height: 500, query: "#layout=grid") { page in
                try await page.settle()
                let found: [Found] = try await page.value(
                    """
                    (async () => {
                      const pixels = async url => {
                        const bitmap = await createImageBitmap(await (await fetch(url)).blob());
                        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
                        context.drawImage(bitmap, 0, 0);
                        return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
                      };
                      const { links } = scrollServer.shown.entry;
                      const plan = await (await fetch(
                        `${links.plan}?width=320&height=40000&layout=stack&overscan=0&names=true`)).json();
                      const found = [];
                      for (const { name, url, item, media } of plan.tiles) {
                        if (media || name.startsWith("expected/") || !/jpg$|png$/.test(name)) continue;
                        const [one, other] = await Promise.all([pixels(url), pixels(`${links.items}/${item}/original`)]);
                        if (one.length !== other.length) throw new Error(name);
                        let [sum, most] = [0, 0];
                        for (let place = 0; place < one.length; place += 1) {
                          const difference = Math.abs(one[place] - other[place]);
                          sum += difference;
                          most = Math.max(most, difference);
                        }
                        found.push({ name, mean: sum / one.length * 4 / 3, most });
                      }
                      return found;
                    })()
                    """)
                #expect(found.count == 48, "\(found.map(\.name))")
                // Two programs differ by more than that about four inks.
                let plain = found.filter { !$0.name.hasPrefix("cmyk") }
                #expect(plain.allSatisfy { $0.mean <= 3 }, "\(plain.filter { $0.mean > 3 })")
                #expect(plain.reduce(0) { $0 + $1.mean } / Double(plain.count) <= 2)
            }
        }

        /// The reddest pixel of a picture whose patches have the purest colours of Display P3.
        @Test("A screen of a wide gamut gets all of it, and another one what it can show")
        func wide() async throws {
            let folder = try PictureFolder()
            let name = "displayp3-v4.png"
            try FileManager.default.copyItem(atPath: "\(colouredPictures)/\(name)", toPath: "\(folder.path)/\(name)")
            for (gamut, reddest) in [("p3", [254, 0, 0]), ("srgb", [234, 51, 35])] {
                let browser = try #require(BrowserTrait.browser)
                try await browser.tool(
                    "Emulation.setEmulatedMedia", ["features": [["name": "color-gamut", "value": .text(gamut)]]])
                try await Page.open([folder.path], width: 900, height: 500, query: "#layout=stack") { page in
                    try await page.settle(when: "probe.isSharp() && probe.slots().length === 1")
                    let found: [Int] = try await page.value(
                        """
                        (() => {
                          let [best, most] = [null, -1];
                          for (const canvas of document.querySelectorAll("#sheets canvas:not([hidden])")) {
                            const { data } = canvas.getContext("2d")
                              .getImageData(0, 0, canvas.width, canvas.height, { colorSpace: "display-p3" });
                            for (let place = 0; place < data.length; place += 4) {
                              const red = data[place] - data[place + 1] - data[place + 2];
                              if (red > most) [best, most] = [[...data.slice(place, place + 3)], red];
                            }
                          }
                          return best;
                        })()
                        """)
                    #expect(zip(found, reddest).allSatisfy { abs($0 - $1) <= 4 }, "\(gamut): \(found)")
                    try await page.browser.tool("Emulation.setEmulatedMedia", ["features": []])
                }
            }
        }
    }
}
