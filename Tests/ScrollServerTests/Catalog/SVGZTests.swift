// SVGs in gzip, packed by Python and by gzip itself: their sizes, how they are sent, and what is refused.

import Foundation
import Testing

@testable import Catalog
@testable import Metadata
@testable import Pixels
@testable import Tiling

@Suite(.needs(.python)) struct SVGZTests {
    private static let whole = TinyImage.svg("width='30' height='20'")

    /// Packs by Python's `gzip`; `statement` may change `data`, the packed bytes, and has the plain ones as `plain`.
    private static func packed(_ plain: [UInt8], _ statement: String = "") throws -> [UInt8] {
        try PythonOracle.run(
            """
            import gzip, struct, sys, zlib
            plain = sys.stdin.buffer.read()
            data = gzip.compress(plain)
            \(statement)
            sys.stdout.buffer.write(data)
            """, input: plain)
    }

    private func header(_ file: [UInt8], _ name: String = "a.svgz") throws(ImageError) -> ImageHeader {
        try ImageHeader.read(from: ByteSource(file), name: Array(name.utf8))
    }

    private func explanation(_ file: [UInt8]) -> String {
        do throws(ImageError) {
            let header = try header(file)
            return "\(header.width) × \(header.height)"
        } catch { return error.explanation }
    }

    @Test(
        arguments: [
            ("width=\"120\" height=\"80\"", 120, 80), ("width='1in' height='72pt'", 96, 96),
            ("viewBox=\"0 0 24 12\"", 24, 12), ("", 300, 150),
        ])
    func `the size is that of the SVG in it`(attributes: String, width: Int, height: Int) throws {
        let expected = ImageHeader(format: .svgz, width: width, height: height)
        for prolog in ["", "<?xml version='1.0'?><!-- \(String(repeating: "long ", count: 12_000)) -->\n"] {
            let plain = TinyImage.svg(attributes, prolog: prolog)
            #expect(try header(Self.packed(plain)) == expected)
            // All of the header's fields (RFC 1952 §2.3.1), and none of what follows a stream.
            let fields = "struct.pack('<H', 5) + b'extra' + b'a.svg\\0' + b'comment\\0' + b'xx'"
            #expect(
                try header(Self.packed(plain, "data = data[:3] + b'\\x1e' + data[4:10] + \(fields) + data[10:]"))
                    == expected)
            #expect(try header(Self.packed(plain, "data += bytes(9)")) == expected)
            #expect(try header(Self.packed(plain, "data = gzip.compress(plain, 0)"), "a.SVG") == expected)
        }
    }

    @Test(.needs(.gzip)) func `gzip's own files are read`() throws {
        let folder = try TemporaryFolder()
        for level in ["-1", "-9"] {
            let path = try folder.write("a.svg", Self.whole)
            #expect(try ToolRun("gzip", ["-f", "-N", level, "-S", "z", path]).status == 0)
            let file = try #require(FileManager.default.contents(atPath: "\(folder.path)/a.svgz"))
            #expect(try header([UInt8](file)) == ImageHeader(format: .svgz, width: 30, height: 20))
        }
    }

    /// Anything may be in gzip.
    @Test func `only the name tells that it is one`() throws {
        let file = try Self.packed(Self.whole)
        for name in ["a", "a.png", "a.svg.gz"] {
            #expect(throws: ImageError.self) { try header(file, name) }
        }
        #expect(try header(Self.whole).format == .svg)
        #expect(MediaFormat.svgz.wrongEnding(of: "a.svg") == nil && MediaFormat.svg.wrongEnding(of: "a.svgz") == nil)
        #expect(MediaFormat.svgz.wrongEnding(of: "a.png") == "png")
    }

    @Test func `what a browser could not unpack is refused`() throws {
        let file = try Self.packed(Self.whole)
        for count in file.indices {
            #expect(throws: ImageError.self, "\(count)") { try header(Array(file[..<count])) }
        }
        var generator = RepeatableNoise(seed: 1)
        for _ in 0..<2000 {
            var damaged = file
            let place = 10 + Int(generator.next() % UInt64(file.count - 14))
            damaged[place] ^= 1 << UInt8(generator.next() % 8)
            // A bit of a stream that is filled up to a byte says nothing.
            if let found = try? header(damaged) { #expect((found.width, found.height) == (30, 20)) }
        }
        #expect(try explanation(Self.packed([UInt8]("<html></html>".utf8))).contains("not an SVG"))
        #expect(try explanation(Self.packed([])).contains("no svg element"))
        #expect(explanation([0x1F, 0x8B, 8, 0]).contains("gzip header"))
        #expect(try explanation(Self.packed(Self.whole, "data = data[:-8] + bytes(8)")).contains("checksum"))
        #expect(try explanation(Self.packed(Self.whole, "data = data[:-8]")).contains("end early"))
    }

    @Test func `what unpacks to far more than its bytes is refused`() throws {
        func filled(_ bytes: String) throws -> String {
            let noise = "import random; noise = random.Random(1).randbytes"
            return try explanation(Self.packed(Self.whole, "\(noise); data = gzip.compress(plain + \(bytes), 1)"))
        }
        #expect(try filled("bytes(1_000_000)") == "30 × 20")
        #expect(try filled("bytes(1_100_000)").contains("unpacks to more than 1024 KiB"))
        #expect(try filled("noise(3_000_000)") == "30 × 20")
        #expect(try filled("noise(200_000) + bytes(17 << 20)").contains("unpacks to more than 16384 KiB"))
    }

    @Test func `it is sent as an SVG in gzip`() throws {
        let folder = try TemporaryFolder()
        let (packed, plain) = (try Self.packed(Self.whole), TinyImage.svg("width='9' height='6'"))
        try folder.write("a.svgz", packed)
        try folder.write("b.svg", packed)
        try folder.write("c.svg", plain)
        let collection = try folder.scanned()
        _ = collection.measure([0, 1, 2])
        let client = try APIClient([collection])
        for (index, name) in ["a.svgz", "b.svg", "c.svg"].enumerated() {
            let item = try #require(collection.details(at: index))
            let file = index < 2 ? packed : plain
            #expect(item.name == name && item.format == (index < 2 ? .svgz : .svg) && item.error == nil)
            #expect(item.size == (index < 2 ? PixelSize(width: 30, height: 20) : PixelSize(width: 9, height: 6)))
            for address in ["items/\(item.id)/original", "tiles/\(item.id)/0/0/0"] {
                let address = "/api/collections/f/\(address)"
                let reply = try client.get(address)
                #expect(reply.status == 200 && reply.body == file, "\(name)")
                #expect(reply.headers["Content-Type"] == "image/svg+xml")
                #expect(reply.headers["Content-Encoding"] == (index < 2 ? "gzip" : nil))
                let policy = try #require(reply.headers["Content-Security-Policy"])
                #expect(policy.contains("default-src 'none'") && policy.contains("sandbox"))
                let part = try client.get(address, [("Range", "bytes=2-5")])
                #expect(part.status == 206 && part.body == Array(file[2...5]))
                #expect(part.headers["Content-Encoding"] == (index < 2 ? "gzip" : nil))
                let head = try client.ask(.head, address)
                #expect(head.body.isEmpty && head.byteCount == file.count)
                #expect(head.headers["Content-Encoding"] == (index < 2 ? "gzip" : nil))
            }
            let description = try client.get("/api/collections/f/items/\(item.id)").object()
            #expect(description["preview"] != nil && description["misnamed"] == nil, "\(name)")
        }
        let found = try client.get("/api/collections/f/items?limit=9&q=format:svgz").object()
        #expect((found["items"] as? [Any])?.count == 2)
    }
}
