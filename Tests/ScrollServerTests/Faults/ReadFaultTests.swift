// Reads that fail, at every single read: no picture, no size and no colour is made from half a file.

import Foundation
import Synchronization
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Platform
@testable import Tiles

@Suite(.needs(.corpus))
struct ReadFaultTests {
    /// A source whose read number `failing` fails; it counts its reads.
    private final class Faulty: Sendable {
        private let bytes: [UInt8]
        private let failing: Int
        private let isShort: Bool
        let reads = Atomic(0)

        init(_ bytes: [UInt8], failing: Int, isShort: Bool) {
            (self.bytes, self.failing, self.isShort) = (bytes, failing, isShort)
        }

        var source: ByteSource {
            ByteSource(count: bytes.count) { [self] (offset, buffer) throws(SystemError) in
                let number = reads.add(1, ordering: .relaxed).oldValue
                if number == failing, isShort { return 0 }
                if number == failing { throw SystemError(call: "read", code: 5) }
                return ByteSource(bytes).read(at: offset, into: &buffer)
            }
        }
    }

    /// Runs `make` with the sound source, then once for each of its reads with that read failing.
    ///
    /// - Returns: the reads of the sound source.
    @discardableResult
    private func everyRead(
        _ bytes: [UInt8], _ name: String, limit: Int = 400,
        _ make: (ByteSource, _ isSound: Bool) throws(ImageError) -> Void
    ) throws -> Int {
        let sound = Faulty(bytes, failing: -1, isShort: false)
        let source = sound.source
        // The file itself may be damaged: then every other error is about the read that failed.
        try? source.checked { () throws(ImageError) in try make(source, true) }
        let count = sound.reads.load(ordering: .relaxed)
        for (isShort, expected) in [(false, "unavailable"), (true, "changed")] {
            for number in stride(from: 0, to: count, by: max(1, count / limit)) {
                let source = Faulty(bytes, failing: number, isShort: isShort).source
                let error = #expect(throws: ImageError.self, "\(name), read \(number) of \(count)") {
                    try source.checked { () throws(ImageError) in try make(source, false) }
                }
                #expect(
                    "\(error.map { "\($0)" } ?? "")".hasPrefix(expected), "\(name), read \(number): \(error as Any)")
            }
        }
        return count
    }

    /// Files of every format and kind, the small ones of the corpus.
    private static func files(_ suffixes: [String], below limit: Int) throws -> [(name: String, bytes: [UInt8])] {
        let all = try FileManager.default.subpathsOfDirectory(atPath: Corpus.folder.path)
        return try all.sorted().filter { name in suffixes.contains { name.hasSuffix($0) } }.compactMap { name in
            let data = try Data(contentsOf: Corpus.folder.appendingPathComponent(name))
            return data.count < limit && !data.isEmpty ? (name, [UInt8](data)) : nil
        }
    }

    @Test func everyReadOfAHeader() throws {
        var reads = 0
        let files = try Self.files(
            [".jpg", ".jpeg", ".png", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".svg", ".heic", ".avif"],
            below: 200_000)
        // Enough of each to meet every way through the readers.
        for (name, bytes) in files.enumerated().filter({ $0.offset % (isOptimised ? 4 : 9) == 0 }).map(\.element) {
            reads += try everyRead(bytes, name, limit: 60) { (source, _) throws(ImageError) in
                _ = try ImageHeader.read(from: source)
            }
        }
        #expect(reads > 100)
    }

    @Test func everyReadOfAThumbnail() throws {
        var reads = 0
        for (name, bytes) in try Self.files([".jpg"], below: 100_000).prefix(isOptimised ? 400 : 40) {
            reads += try everyRead(bytes, name) { (source, _) in
                _ = EmbeddedThumbnail.make(from: source, size: PixelSize(width: 4, height: 3), orientation: 1)
            }
        }
        #expect(reads > 40)
    }

    /// A collection of one file, whose content is what the test says.
    private final class OneFile: ItemCollection {
        let id = "one"
        let name = "One"
        let kind = CollectionKind.list
        let source = "test:one"
        private let header: ImageHeader
        private let bytes: ByteSource

        init(_ header: ImageHeader, _ bytes: ByteSource) { (self.header, self.bytes) = (header, bytes) }

        var status: CollectionStatus { CollectionStatus(count: 1, isComplete: true, revision: 1) }
        func index(ofItem id: String) -> Int? { id == "i" ? 0 : nil }

        func summaries(in range: Range<Int>) -> [ItemSummary] {
            let size = PixelSize(width: header.orientedWidth, height: header.orientedHeight)
            return range.clamped(to: 0..<1).map { _ in
                ItemSummary(id: "i", version: "v", size: size, error: nil, format: header.format)
            }
        }

        func details(at index: Int) -> ItemDetails? { nil }
        func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges? { nil }
        func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)? { nil }
        func measure(_ indices: [Int]) -> [Int] { [] }
        func original(ofItem id: String) throws(ImageError) -> Original { throw .unreadable("not needed") }

        func content(ofItem id: String, version: String) throws(ImageError) -> ItemContent {
            .file(bytes, orientation: header.orientation)
        }
    }

    /// Every tile that leaves the maker before a read fails is the right one, and none leaves it afterwards.
    @Test func everyReadOfATile() throws {
        var reads = 0
        let files = try Self.files([".jpg", ".jpeg", ".png"], below: isOptimised ? 60_000 : 20_000)
        for (name, bytes) in files.enumerated().filter({ $0.offset % (isOptimised ? 8 : 25) == 0 }).map(\.element) {
            guard let header = try? ImageHeader.read(from: ByteSource(bytes)), header.width * header.height < 1_000_000,
                header.format == .jpeg || header.format == .png
            else { continue }
            for level in [0, 2] {
                var right: [TilePosition: [UInt8]] = [:]
                reads += try everyRead(bytes, name, limit: isOptimised ? 40 : 12) {
                    (source, isSound) throws(ImageError) in
                    let collection = OneFile(header, source)
                    guard let item = collection.summary(ofItem: "i"),
                        let pass = TilePass(collection, item, level: level)
                    else { throw .unreadable("no pass") }
                    try PictureTileMaker().make(
                        pass,
                        to: TileOutput(
                            isWanted: { _ in true },
                            emit: { position, tile in
                                if isSound { right[position] = tile.bytes }
                                #expect(right[position] == tile.bytes, "\(name), \(position)")
                            }, progress: { _ in }))
                }
            }
        }
        #expect(reads > 100)
    }

    /// A file that was rewritten, with the same length and date, is another file: nothing of the old version is made
    /// from it.
    @Test func aSwappedFileIsAnotherVersion() throws {
        let folder = try ScratchFolder()
        let path = "\(folder.path)/a.png"
        // The same length, whatever the pixels.
        func picture(_ value: UInt8) -> [UInt8] {
            let pixels = PixelBuffer(
                width: 30, height: 20, format: .gray, bytes: [UInt8](repeating: value, count: 600))
            let file = PNGEncoder.encode(pixels)
            return file + [UInt8](repeating: 0, count: 4000 - file.count)
        }
        try folder.write("a.png", picture(0))
        let collection = try FolderCollection(root: folder.path, id: "f", name: "f")
        collection.waitForScan()
        for round in 0..<20 {
            // Without the tiles that were made before the swap, which stay right for their version.
            let client = try APIClient([collection])
            let old = try #require(collection.summary(at: 0))
            let status = try FileSystem.status(of: path)
            // Another picture of the same length under the same name, its date set back.
            let other = picture(UInt8(round + 1))
            try Data(other).write(to: URL(fileURLWithPath: path), options: round % 3 == 0 ? [] : .atomic)
            var times = [timespec(), timespec()]
            times[0].tv_sec = status.modified.seconds
            times[1].tv_sec = status.modified.seconds
            times[1].tv_nsec = Int(status.modified.nanoseconds) - status.modified.seconds * 1_000_000_000
            utimensat(AT_FDCWD, path, times, 0)
            #expect(try FileSystem.status(of: path).modified == status.modified)
            #expect(throws: ImageError.changed) { try collection.content(ofItem: old.id, version: old.version) }
            let reply = try client.get("/api/collections/f/tiles/\(old.id)/0/0/0?v=\(old.version)")
            #expect(reply.status == 200, "\(String(decoding: reply.body, as: UTF8.self))")
            let new = try #require(collection.summary(at: 0))
            #expect(new.version != old.version)
            #expect(reply.headers["ETag"]?.contains(new.version) == true)
            #expect(reply.headers["Cache-Control"] == "no-cache")
            var decoder = try PNGDecoder(source: ByteSource(reply.body))
            #expect(try decoder.readAll().bytes.first == UInt8(round + 1))
        }
    }
}
