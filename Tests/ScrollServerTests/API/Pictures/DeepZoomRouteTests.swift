// Deep Zoom: descriptions, and every tile beside those that libvips writes.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Pixels

@Suite struct DeepZoomRouteTests {
    @Test func descriptions() throws {
        let folder = try PictureFolder(["p.png": PictureFolder.squares(width: 300, height: 200)])
        let name = try folder.name("p.png")
        let xml = try folder.client.get("/dzi/\(name).dzi")
        #expect(xml.status == 200 && xml.headers["Content-Type"] == "application/xml")
        #expect(
            xml.text.contains(
                #"<Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="jpg" Overlap="1" TileSize="254">"#))
        #expect(xml.text.contains(#"<Size Width="300" Height="200"/>"#))
        let json = try folder.client.get("/dzi/\(name).json", [("Host", "pictures.example")]).object()
        let image = try #require(json["Image"] as? [String: Any])
        #expect(image["Url"] as? String == "http://pictures.example/dzi/\(name)_files/")
        #expect(image["Overlap"] as? String == "1" && image["TileSize"] as? String == "254")
        #expect((image["Size"] as? [String: String]) == ["Width": "300", "Height": "200"])
    }

    /// With the picture's version, everything may be kept.
    @Test func caching() throws {
        let folder = try PictureFolder(["p.png": PictureFolder.squares(width: 300, height: 200)])
        let name = try folder.name("p.png")
        let plan = try folder.client.get("/api/collections/f/plan?width=300&height=200").text
        let version = try #require(plan.firstMatch(of: /v=([^"]*)"/)?.output.1)
        for rest in [".dzi", ".json", "_files/9/1_0.jpg"] {
            let reply = try folder.client.get("/dzi/\(name)\(rest)")
            #expect(reply.headers["Cache-Control"] == "no-cache")
            let tag = try #require(reply.headers["ETag"])
            #expect(try folder.client.get("/dzi/\(name)\(rest)", [("If-None-Match", tag)]).status == 304)
            let kept = try folder.client.get("/dzi/\(name)\(rest)?v=\(version)")
            #expect(kept.headers["Cache-Control"] == "public, max-age=31536000, immutable")
            #expect(try folder.client.get("/dzi/\(name)\(rest)?v=x").headers["Cache-Control"] == "no-cache")
        }
    }

    /// The tiles are those of `vips dzsave`, no more and no fewer, each with the same size and nearly the same pixels.
    @Test(
        .needs(.vips), .needs(.pillow),
        arguments: [(1, 1), (253, 254), (255, 256), (508, 509), (1000, 777), (3073, 5)])
    func everyTileIsThatOfVips(width: Int, height: Int) throws {
        let folder = try PictureFolder(["p.png": PictureFolder.squares(width: width, height: height)])
        let name = try folder.name("p.png")
        let output = try ScratchFolder()
        let run = try ToolRun("vips", ["dzsave", folder.path("p.png"), "\(output.path)/p", "--suffix", ".png"])
        #expect(run.status == 0, "\(run.output)")
        let files = output.files().filter { $0.hasPrefix("p_files/") && $0.hasSuffix(".png") }
        let zoom = DeepZoom(Pyramid(PixelSize(width: width, height: height)))
        var count = 0
        for level in 0...zoom.maximumLevel {
            let counts = zoom.tileCounts(of: level)
            count += counts.columns * counts.rows
        }
        #expect(files.count == count)
        for file in files {
            let place = file.dropFirst("p_files/".count).dropLast(".png".count)
            let reply = try folder.client.get("/dzi/\(name)_files/\(place).jpg")
            #expect(reply.status == 200, "\(place)")
            guard reply.status == 200 else { continue }
            let pixels = try PictureFolder.decoded(reply)
            var decoder = try PNGDecoder(source: ByteSource(output.bytes(file)))
            let expected = try decoder.readAll()
            #expect(pixels.width == expected.width && pixels.height == expected.height, "\(place)")
            guard place.hasPrefix("\(zoom.maximumLevel)/"), expected.format == .rgb else { continue }
            // Neighbours' pixels would differ by far more than a JPEG.
            let ratio = PictureFolder.ratio(pixels.bytes, expected.bytes)
            #expect(ratio > 30, "\(place): \(ratio) dB")
        }
        for beyond in [
            "\(zoom.maximumLevel + 1)/0_0", "\(zoom.maximumLevel)/\(zoom.tileCounts(of: zoom.maximumLevel).columns)_0",
        ] {
            #expect(try folder.client.get("/dzi/\(name)_files/\(beyond).jpg").status == 404)
        }
    }
}
