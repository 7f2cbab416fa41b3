// Pictures in the official build of OpenSeadragon, on a page of another origin.

import Foundation
import Testing

@testable import HTTP
@testable import Imaging
@testable import Pixels
@testable import ScrollServer

enum OpenSeadragon {
    /// The official build, where `.ci/install` puts it; nil where it is not.
    static let script: [UInt8]? = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let path = folder.deletingLastPathComponent().path + "/.build/viewers/openseadragon.js"
        return FileManager.default.contents(atPath: path).map { [UInt8]($0) }
    }()

    /// A page whose `visit(address)` opens a picture, goes to each of its levels in three places, and says what came.
    fileprivate static let page = """
        <!doctype html><meta charset="utf-8"><title>viewer</title><style>body { margin: 0 }</style>
        <div id="view" style="width: 800px; height: 600px"></div><script src="openseadragon.js"></script><script>
        const frame = () => new Promise(done => requestAnimationFrame(done));
        async function visit(address, timeout) {
          const end = performance.now() + timeout;
          const viewer = OpenSeadragon({
            element: document.getElementById("view"), tileSources: address, drawer: "canvas", crossOriginPolicy: "Anonymous",
            showNavigationControl: false, animationTime: 0, blendTime: 0, visibilityRatio: 0, minZoomImageRatio: 1e-6,
            minPixelRatio: 0.9, maxZoomPixelRatio: 4, imageLoaderLimit: 8,
          });
          const seen = { opened: false, levels: [], counts: [], failures: [], holes: -1 };
          viewer.addHandler("open-failed", ({ message }) => seen.failures.push(`open: ${message}`));
          viewer.addHandler("tile-load-failed", ({ tile, message }) => seen.failures.push(`${tile.getUrl()}: ${message}`));
          viewer.addHandler("tile-loaded", ({ tile }) => { seen.counts[tile.level] = (seen.counts[tile.level] || 0) + 1; });
          viewer.addHandler("open", () => { seen.opened = true; });
          const until = async isThere => {
            // Once more after it is: what has just moved is looked at in the next frame.
            for (let frames = 0; frames < 3 && !seen.failures.length; frames = isThere() ? frames + 1 : 0) {
              if (performance.now() > end) seen.failures.push("not in time");
              await frame();
            }
          };
          await until(() => seen.opened);
          const item = viewer.world.getItemAt(0);
          if (item) {
            const { minLevel, maxLevel, dimensions: { x: width, y: height } } = item.source;
            seen.levels = [minLevel, maxLevel];
            for (let level = minLevel; level <= maxLevel; level += 1) {
              viewer.viewport.zoomTo(item.imageToViewportZoom(2 ** (level - maxLevel)), null, true);
              for (const place of [0.02, 0.98, 0.5]) {
                viewer.viewport.panTo(item.imageToViewportCoordinates(place * width, place * height), true);
                await until(() => item.getFullyLoaded());
              }
            }
            // The last place is the middle, at full size: the picture covers the view.
            const { canvas } = viewer.drawer;
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            seen.holes = data.filter((value, index) => index % 4 === 3 && value < 255).length;
          }
          viewer.destroy();
          const entries = performance.getEntriesByType("resource").filter(({ name }) => !name.endsWith("openseadragon.js"));
          seen.statuses = [...new Set(entries.map(({ responseStatus }) => responseStatus))];
          seen.asked = entries.length;
          performance.clearResourceTimings();
          seen.counts = Array.from(seen.counts, count => count || 0);
          return seen;
        }
        </script>
        """
}

extension BrowserTests {
    @Suite(
        .enabled(
            if: OpenSeadragon.script != nil || BrowserTrait.isRequired,
            "OpenSeadragon is not there (.ci/install fetches it by pip)"))
    struct ViewerTests {
        /// What came of a picture.
        private struct Seen: Decodable {
            let opened: Bool
            /// The first and the last.
            let levels: [Int]
            /// Tiles that were loaded, by level.
            let counts: [Int]
            let failures: [String]
            /// Pixels of the view that nothing was painted on.
            let holes: Int
            /// The status codes of all answers.
            let statuses: [Int]
            let asked: Int
        }

        /// A picture with many colours.
        private static func picture(width: Int, height: Int) -> PixelBuffer {
            var bytes = [UInt8](repeating: 0, count: width * height * 3)
            var place = 0
            for y in 0..<height {
                for x in 0..<width {
                    bytes[place] = UInt8(truncatingIfNeeded: x / 9 ^ y / 7)
                    bytes[place + 1] = UInt8(truncatingIfNeeded: x / 16)
                    bytes[place + 2] = UInt8(truncatingIfNeeded: y / 12)
                    place += 3
                }
            }
            return PixelBuffer(width: width, height: height, format: .rgb, bytes: bytes)
        }

        /// Writes the picture again as a pyramid whose tiles are JPEGs, as scanners do.
        private static func makeSlide(of file: String, in folder: PictureFolder) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [
                "vips", "tiffsave", "\(folder.path)/\(file)", "\(folder.path)/slide.tif", "--tile", "--pyramid",
                "--compression", "jpeg", "--tile-width", "256", "--tile-height", "256",
            ]
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "vips is needed, as .ci/install brings it")
        }

        /// A server of another origin, with the viewer and its page.
        private static func host() throws -> HTTPServer {
            let script = try #require(OpenSeadragon.script, "OpenSeadragon is not there: .ci/install fetches it")
            var configuration = HTTPConfiguration()
            configuration.port = 0
            configuration.loops = 1
            return HTTPServer(configuration: configuration) { request in
                request.pathSegments == ["openseadragon.js"]
                    ? .now(Response(contentType: "text/javascript", script))
                    : .now(Response(contentType: "text/html", Array(OpenSeadragon.page.utf8)))
            }
        }

        @Test(
            "OpenSeadragon opens IIIF 3, IIIF 2 and Deep Zoom of a photo and of a slide, at each level, without a gap")
        func everyLevel() async throws {
            let (folder, state) = (try PictureFolder(), try PictureFolder())
            defer { withExtendedLifetime((folder, state)) {} }
            try folder.write("photo.jpg", JPEGEncoder.encode(Self.picture(width: 5001, height: 3003), quality: 85))
            try Self.makeSlide(of: "photo.jpg", in: folder)
            let options = try Options([
                "--port=0", "--cache-limit=0", "--state=\(state.path)", "--allow-origin=*", folder.path,
            ])
            let application = try Application(options, page: try Page.files)
            defer { application.stop(within: 0) }
            let address = try application.start().url
            for scan in application.scans { scan.waitForScan() }
            let host = try Self.host()
            defer { host.shutdown(within: 0) }
            let browser = try #require(BrowserTrait.browser)
            let page = Page(browser: browser, address: address)
            try await page.resize(width: 800, height: 600)
            try await browser.go(to: "http://127.0.0.1:\(try host.start().port)/")
            struct Item: Decodable {
                let name: String
                let storedTiles: [String: Int]?
                let iiif: String
                let deepZoom: String
            }
            let port = try #require(URL(string: address)?.port)
            func answer<Value: Decodable>(_ path: String) async throws -> Value {
                try JSONDecoder().decode(
                    Value.self, from: try await HTTPClient.send("GET", port: port, path: path).body)
            }
            struct Lists: Decodable {
                struct Links: Decodable { let items: String }
                struct Collection: Decodable { let links: Links }
                let collections: [Collection]
            }
            struct Items: Decodable {
                struct Item: Decodable { let url: String }
                let items: [Item]
            }
            let lists: Lists = try await answer("/api/collections")
            let items: Items = try await answer(try #require(lists.collections.first).links.items)
            #expect(items.items.count == 2)
            for url in items.items.map(\.url) {
                let item: Item = try await answer(url)
                #expect((item.storedTiles != nil) == item.name.hasSuffix(".tif"))
                let levels = 13
                for (source, first, last) in [
                    (item.iiif, 0, 4), (item.iiif.replacing("/iiif/3/", with: "/iiif/2/"), 0, 4),
                    (item.deepZoom, 0, levels), (item.deepZoom.replacing(".dzi", with: ".json"), 0, levels),
                ] {
                    let seen: Seen = try await browser.runAsync(
                        "visit('\(address)\(source)', 50_000).then(arguments[0], error => arguments[0](String(error)));"
                    )
                    #expect(seen.failures.isEmpty && seen.opened, "\(item.name) \(source)")
                    #expect(seen.levels == [first, last], "\(item.name) \(source)")
                    #expect(
                        seen.counts.count == last + 1 && seen.counts[first...].allSatisfy { $0 > 0 },
                        "\(item.name) \(source): \(seen.counts)")
                    #expect(seen.statuses == [200] && seen.asked > 0, "\(seen)")
                    #expect(seen.holes == 0, "\(item.name) \(source)")
                }
            }
            try await browser.go(to: "about:blank")
        }
    }
}
