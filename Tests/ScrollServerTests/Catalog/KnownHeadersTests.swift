// What is known of headers after a restart, and what is read anew.

import Foundation
import Testing

@testable import Catalog
@testable import Metadata
@testable import Pixels
@testable import Platform

@Suite struct KnownHeadersTests {
    private func open(_ folder: TemporaryFolder, cache: TemporaryFolder) throws -> FolderCollection {
        let collection = try FolderCollection(
            root: folder.path, id: "f", name: "F", zone: .universal, cache: cache.path + "/headers")
        collection.waitForScan()
        collection.measure(Array(0..<collection.status.count))
        collection.keepHeaders()
        return collection
    }

    private func reads(_ collection: FolderCollection) throws -> Int {
        try #require(collection.knownHeaders).missCount
    }

    /// All that is told of the items: what the second start knows is what the first one has read.
    private func facts(_ collection: FolderCollection) -> [String] {
        (0..<collection.status.count).compactMap { collection.details(at: $0) }.map { details in
            let facts = collection.facts(ofItem: details.id).map { "\($0.field.name)=\($0.value)" }
            return "\(details) \(facts)"
        }
    }

    /// A second start reads no header of a file that is as it was, and can be searched as soon as the scan has ended.
    @Test(.needs(.corpus)) func aSecondStartReadsNoHeader() throws {
        let (folder, cache) = (try TemporaryFolder(), try TemporaryFolder())
        var count = 0
        for name in ["exif-samples", "formats/meta", "formats/webp", "formats/tiff"] {
            let files = FileManager.default.enumerator(atPath: Corpus.folder.appendingPathComponent(name).path)
            for case let file as String in files ?? .init() {
                let path = Corpus.folder.appendingPathComponent("\(name)/\(file)").path
                guard let bytes = FileManager.default.contents(atPath: path), !bytes.isEmpty,
                    (try? ImageHeader.read(from: ByteSource(Array(bytes)))) != nil
                else { continue }
                try folder.write("\(count)-\((file as NSString).lastPathComponent)", Array(bytes))
                count += 1
            }
        }
        try #require(count > 100)
        let first = try open(folder, cache: cache)
        let read = first.status.count
        #expect(try read == count && reads(first) >= count)

        let second = try FolderCollection(
            root: folder.path, id: "f", name: "F", zone: .universal, cache: cache.path + "/headers")
        second.waitForScan()
        #expect(try reads(second) == 0)
        // Nothing is left to be measured, so a query finds all at once.
        #expect(facts(second) == facts(first))
        let order = ArrangedOrder(
            arrangement: Arrangement(query: try QueryParser.query("has:camera", fields: second.factFields)), key: .name)
        second.arrange(order)
        first.arrange(order)
        let found = try #require(second.arranged(order)).status.count
        #expect(try found == #require(first.arranged(order)).status.count && found > 10)
    }

    /// What has changed is read, and is known from then on.
    @Test func whatHasChangedIsRead() throws {
        let (folder, cache) = (try TemporaryFolder(), try TemporaryFolder())
        for number in 0..<20 { _ = try folder.write("\(number).png", TinyImage.png(width: number + 1, height: 2)) }
        _ = try open(folder, cache: cache)
        _ = try folder.write("3.png", TinyImage.png(width: 300, height: 2) + [0])
        _ = try folder.write("new.png", TinyImage.png(width: 7, height: 9))
        try FileManager.default.removeItem(atPath: folder.path + "/5.png")
        let second = try open(folder, cache: cache)
        // The first that is found may be looked at twice.
        #expect(try (2...3).contains(reads(second)))
        let widths = (0..<second.status.count).compactMap { second.details(at: $0)?.width }
        #expect(widths.sorted() == ((1...20).filter { $0 != 4 && $0 != 6 } + [300, 7]).sorted())
        #expect(try reads(open(folder, cache: cache)) == 0)
    }

    /// Any damage of what is kept costs a look at the files, and nothing else.
    @Test func damageIsNoticed() throws {
        let (folder, cache) = (try TemporaryFolder(), try TemporaryFolder())
        for number in 0..<20 { _ = try folder.write("\(number).png", TinyImage.png(width: number + 1, height: 2)) }
        let expected = facts(try open(folder, cache: cache))
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: cache.path + "/headers").first)
        let path = "\(cache.path)/headers/\(name)"
        let whole = Array(try #require(FileManager.default.contents(atPath: path)))
        let seed = TestSeed.seed()
        var noise = RepeatableNoise(seed: seed)
        for _ in 0..<60 {
            var bytes = whole
            switch Int.random(in: 0..<3, using: &noise) {
            case 0: bytes = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &noise)))
            case 1: bytes[Int.random(in: 0..<bytes.count, using: &noise)] ^= UInt8.random(in: 1...255, using: &noise)
            default:
                let place = Int.random(in: 0..<bytes.count - 8, using: &noise)
                for byte in place..<place + 8 { bytes[byte] = UInt8.random(in: 0...255, using: &noise) }
            }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            #expect(facts(try open(folder, cache: cache)) == expected, "seed \(seed)")
        }
    }
}
