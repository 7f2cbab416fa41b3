// Bytes from outside, changed at random: whatever they are, an answer or an error comes of them.
//
// For a given time, in seconds, over all readers:
//
//     SCROLLSERVER_FUZZ=600 SCROLLSERVER_OPTIMISED=1 swift test --filter FuzzTests
//
// The bytes that are tried lie in the folder for temporary files, as scrollserver-fuzz-<reader>, so that those which end
// the process can be found.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Charts
@testable import HTTP
@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Platform
@testable import ScrollServer
@testable import Tiles

@Suite struct FuzzTests {
    /// A reader of bytes from outside, with sound examples of what it reads.
    struct Reader: Sendable, CustomTestStringConvertible {
        let name: String
        let seeds: @Sendable () throws -> [[UInt8]]
        let read: @Sendable ([UInt8]) throws -> Void
        var testDescription: String { name }
    }

    private static func texts(_ texts: String...) -> @Sendable () -> [[UInt8]] { { texts.map { Array($0.utf8) } } }

    private static func files(_ endings: [String], below limit: Int) -> @Sendable () throws -> [[UInt8]] {
        {
            guard Requirement.corpus.isThere else { return [TinyImage.png()] }
            let all = try FileManager.default.subpathsOfDirectory(atPath: Corpus.folder.path).sorted()
            let files = all.filter { name in endings.contains { name.hasSuffix($0) } }
            return files.compactMap { name in
                let data = FileManager.default.contents(atPath: Corpus.folder.appendingPathComponent(name).path)
                return data.flatMap { $0.isEmpty || $0.count > limit ? nil : [UInt8]($0) }
            }
        }
    }

    private static func plan(_ text: String) throws {
        let demo = try #require(DemoCollection(count: 1000))
        guard let request = try? Request(.get, "/api/collections/demo/plan?\(text)") else { return }
        _ = try? PlanRequest(request.query, for: demo)
    }

    static let readers = [
        Reader(
            name: "requests",
            seeds: texts(
                "GET /api/collections?x=%20y HTTP/1.1\r\nHost: localhost:8080\r\nIf-None-Match: \"a\", W/\"b\"\r\n\r\n",
                "PUT /api/state/a HTTP/1.1\r\nHost: [::1]:1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n",
                "POST / HTTP/1.0\r\nContent-Length: 3\r\nConnection: keep-alive, close\r\nRange: bytes=1-2,-5\r\n\r\nabc"
            )
        ) { bytes in
            var parser = RequestParser()
            for part in stride(from: 0, to: bytes.count, by: 7) {
                parser.append(Array(bytes[part..<min(part + 7, bytes.count)]))
                while let event = try parser.next() {
                    if case .request(let request) = event { _ = ConditionalRequest(request) }
                }
            }
        },
        Reader(
            name: "frames",
            seeds: {
                [
                    [0x81, 0x85, 1, 2, 3, 4, 0x69, 0x67, 0x6F, 0x68, 0x6E],
                    [0x01, 0x81, 0, 0, 0, 0, 65, 0x80, 0x80, 0, 0, 0, 0],
                    [0x88, 0x82, 0, 0, 0, 0, 3, 0xE8],
                    [0x82, 0xFE, 0, 126, 9, 9, 9, 9] + [UInt8](repeating: 7, count: 126),
                    [0x89, 0x80, 0, 0, 0, 0],
                ]
            }
        ) { bytes in
            var parser = WebSocketParser(messageLimit: 1 << 16)
            var position = 0
            while try parser.next(bytes.span, &position) != nil {}
        },
        Reader(
            name: "reports",
            seeds: texts(
                #"{"report":1,"plan":"width=900&height=700&y=12","room":100000,"bands":true}"#,
                #"{"report":2,"plan":"width=900&height=700","holds":[{"url":"/api/collections/demo/tiles/1/0/0/0?v=2","bytes":900}],"budget":100000}"#,
                #"{"acknowledged":7}"#)
        ) { bytes in _ = try SessionReport(json: String(decoding: bytes, as: UTF8.self)) },
        Reader(
            name: "plans",
            seeds: {
                // From the table of parameters: all of them, a few at a time, with each text that they may have.
                let pairs = PlanRequest.parameters.flatMap { one in one.shape.within.map { "\(one.name)=\($0)" } }
                let queries = stride(from: 0, to: pairs.count, by: 4).map {
                    "width=99&height=9&\(pairs[$0..<min($0 + 4, pairs.count)].joined(separator: "&"))"
                }
                return queries.map { Array($0.utf8) }
                    + texts(
                        "width=900&height=700&x=1&y=2e3&zoom=1.5&columns=4&order=-name&overscan=100",
                        "width=1&height=1&layout=stack&anchor=1&revision=3&anchorX=-5&toZoom=2&focusX=9&inset=1,2,3,4",
                        "width=99&height=9&layout=item&item=5&velocityY=-3000&deceleration=fast&bounce=true&names=true")()
            }
        ) { bytes in try plan(String(decoding: bytes, as: UTF8.self)) },
        Reader(
            name: "JSON",
            seeds: texts(
                #"{"a":[1,-2.5e3,true,null,"\u00e9\ud83d\ude00\n"],"b":{"c":[[[]]]}}"#, "[]", #""x""#, "-0.0e-10")
        ) { bytes in _ = try JSONReader.value(of: bytes) },
        Reader(
            name: "states",
            seeds: texts(
                #"{"collection":"a","layout":"grid","columns":4,"anchor":{"item":"k3","fractionX":0,"fractionY":0.5}}"#)
        ) { bytes in _ = try ScrollState(try JSONReader.value(of: bytes)) },
        Reader(name: "JPEG", seeds: files([".jpg", ".jpeg"], below: 12_000)) { bytes in
            var decoder = try JPEGDecoder(source: ByteSource(bytes), scaleDenominator: 1 << (bytes.count % 4))
            guard decoder.width * decoder.height < 4_000_000 else { return }
            _ = try decoder.readAll()
        },
        Reader(name: "PNG", seeds: files([".png"], below: 12_000)) { bytes in
            var decoder = try PNGDecoder(source: ByteSource(bytes))
            guard decoder.width < 4_000_000 / max(1, decoder.height) else { return }
            _ = try decoder.readAll()
        },
        Reader(
            name: "headers",
            seeds: files([".jpg", ".png", ".gif", ".webp", ".bmp", ".tif", ".svg", ".heic", ".avif"], below: 30_000)
        ) { bytes in _ = try ImageHeader.read(from: ByteSource(bytes)) },
        Reader(
            name: "SVGZ",
            seeds: { [TinyImage.gzip(TinyImage.svg("width='9'")), TinyImage.gzip([UInt8](repeating: 60, count: 900))] }
        ) { bytes in _ = try ImageHeader.read(from: ByteSource(bytes), name: Array("a.svgz".utf8)) },
        Reader(name: "EXIF", seeds: files([".jpg", ".tif"], below: 30_000)) { bytes in
            _ = EXIF.thumbnail(in: bytes)
            _ = EmbeddedThumbnail.make(from: ByteSource(bytes), size: PixelSize(width: 4, height: 3), orientation: 1)
        },
        Reader(
            name: "tables",
            seeds: texts(
                "time,a,b\n2024-01-01,1,2\n2024-01-02T10:00:00.5+02:00,\"3\",4e5\n", "x;y\n1,5;2\n2,5;-3\n",
                "{\"time\":\"2024-01-01\",\"a\":1}\n{\"a\":2.5,\"time\":\"2024-01-02\"}\n", "[\"x\",\"v\"]\n[1,2]\n")
        ) { bytes in
            let folder = try TemporaryFolder()
            let path = try folder.write(bytes.first == 0x7B || bytes.first == 0x5B ? "t.jsonl" : "t.csv", bytes)
            let reader = try SeriesReader(path: path, options: TableFile.options, publication: nil)
            reader.readAll()
            _ = reader.published.view.extremes(line: 0, in: 0..<reader.published.view.count)
        },
        Reader(
            name: "lists",
            seeds: texts(
                "a.jpg\n# b\n./c/d.png\n", "path,title\na.jpg,\"x, \"\"y\"\"\"\n", "{\"path\":\"a.jpg\"}\n",
                "#EXTM3U\n#EXTINF:1,x\na.jpg\n")
        ) { bytes in
            for name in ["l.txt", "l.m3u", "l.csv", "l.jsonl"] {
                guard let format = ListFormat(path: name), let column = format.pathColumn(in: bytes) else { continue }
                var reader = ListReader(format: format, column: column)
                _ = try reader.nextPage { (offset, count) throws(SystemError) in
                    Array(bytes.dropFirst(offset).prefix(count))
                }
            }
        },
        Reader(
            name: "cache",
            seeds: {
                let folder = try TemporaryFolder()
                let cache = try DiskCache(folder: folder.path, byteLimit: 1 << 20)
                let key = DiskKey(
                    source: "s", TileKey(collection: "c", item: "i", version: "v", level: 0, column: 0, row: 0))
                cache.store(EncodedTile(bytes: [UInt8](0..<200), mediaType: "image/png"), for: key)
                let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
                return names.compactMap {
                    FileManager.default.contents(atPath: "\(folder.path)/\($0)").map { [UInt8]($0) }
                }
            }
        ) { bytes in
            let folder = try TemporaryFolder()
            let cache = try DiskCache(folder: folder.path, byteLimit: 1 << 20)
            let key = DiskKey(
                source: "s", TileKey(collection: "c", item: "i", version: "v", level: 0, column: 0, row: 0))
            cache.store(EncodedTile(bytes: [UInt8](0..<200), mediaType: "image/png"), for: key)
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
                let path = "\(folder.path)/\(name)"
                if FileSystem.isDirectory(path) { continue }
                try Data(bytes).write(to: URL(fileURLWithPath: path))
            }
            // The right tile or none.
            if let tile = cache.tile(key) { #expect(tile.bytes == [UInt8](0..<200)) }
        },
    ]

    /// Changes some bytes: bits, numbers at the ends of their ranges, parts left out, doubled or taken from another seed.
    static func mutate(_ bytes: inout [UInt8], _ other: [UInt8], _ noise: inout RepeatableNoise) {
        for _ in 0...Int.random(in: 0..<5, using: &noise) {
            guard !bytes.isEmpty else { return bytes = other }
            let place = Int.random(in: 0..<bytes.count, using: &noise)
            let length = Int.random(in: 1...16, using: &noise)
            switch Int.random(in: 0..<9, using: &noise) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &noise)
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &noise)
            case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, 0x22, 0x2C, 0x0A].randomElement(using: &noise) ?? 0
            case 3:
                let end = min(place + [1, 2, 4, 8][Int.random(in: 0..<4, using: &noise)], bytes.count)
                let value: UInt8 = Bool.random(using: &noise) ? 0xFF : 0
                for index in place..<end { bytes[index] = value }
            case 4: bytes.removeSubrange(place..<min(place + length, bytes.count))
            case 5: bytes.insert(contentsOf: bytes[place..<min(place + length, bytes.count)], at: place)
            case 6: bytes.removeLast(min(bytes.count, length * length))
            case 7 where !other.isEmpty:
                let from = Int.random(in: 0..<other.count, using: &noise)
                let part = other[from..<min(from + length, other.count)]
                bytes.replaceSubrange(place..<min(place + part.count, bytes.count), with: part)
            default:
                bytes.insert(contentsOf: Array("\(Int64.random(in: .min ... .max, using: &noise))".utf8), at: place)
            }
        }
    }

    @Test(arguments: readers) func anyBytes(reader: Reader) throws {
        let seconds = ProcessInfo.processInfo.environment["SCROLLSERVER_FUZZ"].flatMap { Double($0) }
        let seed = seconds == nil ? 1 : UInt64.random(in: 1 ... .max)
        let end = System.monotonicNanoseconds() + UInt64(clamping: (seconds ?? 0) / Double(Self.readers.count) * 1e9)
        let seeds = try reader.seeds()
        try #require(!seeds.isEmpty)
        var noise = RepeatableNoise(seed: seed)
        let path = FileManager.default.temporaryDirectory.path + "/scrollserver-fuzz-\(reader.name)"
        var (count, refused) = (0, 0)
        while seconds == nil ? count < (isOptimised ? 2000 : 150) : System.monotonicNanoseconds() < end {
            var bytes = seeds[Int.random(in: 0..<seeds.count, using: &noise)]
            if count >= seeds.count {
                Self.mutate(&bytes, seeds[Int.random(in: 0..<seeds.count, using: &noise)], &noise)
            }
            if seconds != nil { try? Data(bytes).write(to: URL(fileURLWithPath: path)) }
            do { try reader.read(bytes) } catch { refused += 1 }
            count += 1
        }
        if seconds != nil { print("\(reader.name): \(count) inputs, \(refused) refused, seed \(seed)") }
        #expect(count > 0)
    }
}
