// Exports for Deep Zoom, beside what the server answers and what libvips writes.

import Foundation
import Testing
import Tiling

@testable import Imaging
@testable import Pixels

@Suite(.needs(.builtProgram)) struct DeepZoomExportTests {
    /// Each tile that a description promises is there, with the bytes of the server's answer, and nothing else is.
    @Test func everyTileIsTheServers() throws {
        let samples = try ExportedFolder.samples()
        let export = try ExportedFolder(samples)
        try export.exported()
        let server = try PictureFolder(samples)
        var files = try export.files()
        let index = try export.index()
        files["index.json"] = nil
        #expect(index.format == "dzi" && index.leftOut.isEmpty)
        #expect(Set(index.pictures.map(\.name)) == Set(samples.keys))
        for picture in index.pictures {
            let address = "/dzi/\(try server.name(picture.name))"
            let found = files.removeValue(forKey: picture.path)
            let description = try #require(found)
            #expect(try server.client.get("\(address).dzi").body == description)
            let text = String(decoding: description, as: UTF8.self)
            #expect(text.contains(#"<Size Width="\#(picture.width)" Height="\#(picture.height)"/>"#))
            // Levels and tiles by the format's own rules.
            let longest = max(picture.width, picture.height)
            let last = (0...40).first { 1 << $0 >= longest } ?? 0
            for level in 0...last {
                let scale = 1 << (last - level)
                let (width, height) = ((picture.width + scale - 1) / scale, (picture.height + scale - 1) / scale)
                for column in 0..<(width + 253) / 254 {
                    for row in 0..<(height + 253) / 254 {
                        let place = "\(level)/\(column)_\(row).jpg"
                        let found = files.removeValue(forKey: "\(picture.stem)_files/\(place)")
                        let bytes = try #require(found, "\(picture.name) \(place)")
                        let header = try JPEGDecoder(source: ByteSource(bytes)).header
                        func side(_ number: Int, _ length: Int) -> Int {
                            min(length, number * 254 + 255) - max(0, number * 254 - 1)
                        }
                        #expect(
                            header.width == side(column, width) && header.height == side(row, height),
                            "\(picture.name) \(place)")
                        let answer = try server.client.get("\(address)_files/\(place)")
                        #expect(answer.body == bytes, "\(picture.name) \(place)")
                    }
                }
            }
        }
        #expect(files.isEmpty, "\(files.keys.sorted().prefix(5))")
    }

    /// The tiles are those of `vips dzsave`, with nearly the same pixels at all levels.
    ///
    /// The sides are powers of two, since of an odd side both round differently.
    @Test(.needs(.vips)) func tilesOfVips() throws {
        let photograph = JPEGEncoder.encode(PictureFolder.photograph(width: 512, height: 256), quality: 95)
        let export = try ExportedFolder(["p.jpg": photograph])
        try export.exported()
        let peer = try ScratchFolder()
        let run = try ToolRun(
            "vips", ["dzsave", "\(export.pictures.path)/p.jpg", "\(peer.path)/p", "--suffix", ".jpg[Q=95]"])
        #expect(run.status == 0, "\(run.output)")
        let stem = try #require(export.index().pictures.first?.stem)
        let tiles = peer.files().filter { $0.hasPrefix("p_files/") && $0.hasSuffix(".jpg") }
        let own = try export.files().keys.filter { $0.hasPrefix("\(stem)_files/") }
        #expect(own.count == tiles.count && tiles.count > 10)
        for tile in tiles {
            let path = "\(stem)_files/\(tile.dropFirst("p_files/".count))"
            let (left, right) = (
                try ExportedFolder.pixels(try export.bytes(path)), try ExportedFolder.pixels(try peer.bytes(tile))
            )
            try #require(left.width == right.width && left.height == right.height, "\(path)")
            // Of brightness, since vips does not reduce colours at this quality, and the server does.
            let sum = zip(Self.brightness(left), Self.brightness(right)).reduce(0) { $0 + abs($1.0 - $1.1) }
            // Of a few pixels, Lanczos gives the middle of the picture more weight than vips' means of four.
            if left.width > 16 { #expect(Double(sum) / Double(left.width * left.height) < 4, "\(path)") }
        }
    }

    /// The brightness of each pixel, 0 to 255.
    private static func brightness(_ pixels: PixelBuffer) -> [Int] {
        let count = pixels.format.channelCount
        return stride(from: 0, to: pixels.bytes.count, by: count).map { start in
            let parts = (0..<3).map { Int(pixels.bytes[start + min($0, count - 1)]) }
            return (77 * parts[0] + 150 * parts[1] + 29 * parts[2]) >> 8
        }
    }

    /// A quality that is asked for is that of the files; a low one makes small files.
    @Test func quality() throws {
        let photograph = JPEGEncoder.encode(PictureFolder.photograph(width: 300, height: 200), quality: 95)
        var sizes: [Int] = []
        for quality in ["20", "60", "95"] {
            let export = try ExportedFolder(["p.jpg": photograph])
            try export.exported(["--quality=\(quality)"])
            sizes.append(try export.files().values.reduce(0) { $0 + $1.count })
        }
        #expect(sizes == sizes.sorted() && sizes[0] * 2 < sizes[2], "\(sizes)")
    }
}
