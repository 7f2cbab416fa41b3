// What a large folder costs: memory for each item, time to the first one, time to the last.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Metadata
@testable import Pixels
@testable import Platform

/// Run with `SCROLLSERVER_BENCHMARK=1 SCROLLSERVER_OPTIMISED=1 swift test --filter CatalogBenchmark`.
///
/// Prints a table, asserts no times. SCROLLSERVER_BENCHMARK_FILES sets the number of files (100,000 unless told).
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["SCROLLSERVER_BENCHMARK"] != nil,
        "benchmarks run with SCROLLSERVER_BENCHMARK set"),
    .serialized)
struct CatalogBenchmark {
    private static let fileCount =
        ProcessInfo.processInfo.environment["SCROLLSERVER_BENCHMARK_FILES"].flatMap(Int.init) ?? 100_000

    private func row(_ name: String, _ value: String) {
        print("catalog │ \(name.padding(toLength: 44, withPad: " ", startingAt: 0)) │ \(value)")
    }

    private func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        return String(format: "%.1f ms", Double(seconds) * 1e3 + Double(attoseconds) / 1e15)
    }

    /// Of the whole process, in bytes, after freed memory was given back.
    private func residentByteCount() -> Int {
        #if os(Linux)
            // Not in the toolchain's C module.
            if let symbol = unsafe dlsym(nil, "malloc_trim") {
                _ = unsafe unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
            }
            let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
            return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
        #else
            return 0
        #endif
    }

    private func peakByteCount() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
        return (line.split(separator: " ").compactMap { Int($0) }.first ?? 0) * 1024
    }

    /// The smallest whole PNG, of 3 × 2 pixels as far as its header goes.
    private static let image: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + [UInt8]("IHDR".utf8)
        + [0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + [UInt8]("IDAT".utf8) + [0, 0, 0, 0]

    /// One folder of hard links; file systems allow some 65,000 to one file.
    private func makeFolder(count: Int) throws -> String {
        let path = NSTemporaryDirectory() + "catalog-benchmark-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        var source = ""
        for number in 0..<count {
            // Seven digits and not in order, as cameras and exports write them.
            let name = "\(path)/IMG_\(number &* 7_919 % count).png"
            if number % 30_000 == 0 {
                try Data(Self.image).write(to: URL(fileURLWithPath: name))
                source = name
            } else if unsafe link(source, name) != 0 {
                throw CocoaError(.fileWriteUnknown)
            }
        }
        return path
    }

    @Test func largeFolder() throws {
        let path = try makeFolder(count: Self.fileCount)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let clock = ContinuousClock()
        let nameByteCount = (0..<Self.fileCount).reduce(0) { $0 + "IMG_\($1).png".utf8.count }

        let before = residentByteCount()
        let start = clock.now
        let collection = try FolderCollection(root: path, id: "b", name: "B")
        collection.start()
        let hasItems = collection.waitForFirstItem()
        let isThere = clock.now - start
        while collection.status.count == 0, !collection.status.isComplete { sched_yield() }
        let isListed = clock.now - start
        collection.waitForScan()
        let total = clock.now - start
        let after = residentByteCount()
        let count = collection.status.count
        #expect(hasItems)
        #expect(count == Self.fileCount)

        row("files", "\(count)")
        row("until it is known that there is an image", milliseconds(isThere))
        row("until the first items are listed", milliseconds(isListed))
        row("whole scan", milliseconds(total))
        let perItem = { (bytes: Int) in String(format: "%.1f bytes", Double(bytes) / Double(count)) }
        row("resident memory an item, with its name", perItem(after - before))
        row("the same beside the name", perItem(after - before - nameByteCount))
        row("peak of the process, an item", perItem(peakByteCount() - before))
        #expect(after - before - nameByteCount <= count * 100)

        var sum = 0
        let window = clock.measure {
            for round in 0..<20_000 {
                let first = round * 37 % max(count - 50, 1)
                sum += collection.summaries(in: first..<first + 50).count
            }
        }
        row("50 summaries", "\(window / 20_000)")
        let ids = collection.summaries(in: 0..<1000).map(\.id)
        let finding = clock.measure { for id in ids { sum += collection.index(ofItem: id) ?? 0 } }
        row("an index by its id", "\(finding / 1000)")
        let sizes = clock.measure { sum += collection.sizes(in: 0..<count).count }
        row("all sizes", milliseconds(sizes))
        #expect(sum > 0)
    }

    /// Entries as a camera's, a thousand to a folder, with all facts but texts; without the disk.
    @Test(arguments: [1000, 10_000, 100_000, 1_000_000, 10_000_000]) func generatedEntries(count: Int) {
        let before = residentByteCount()
        var items = FolderItems()
        let header = ImageHeader(
            format: .jpeg, width: 4000, height: 3000, orientation: 6,
            taken: CaptureTime(secondsSince1970: 1_000_000_000))
        let clock = ContinuousClock()
        let time = clock.measure {
            var directory = DirectoryTree.root
            for number in 0..<count {
                if number % 1000 == 0 {
                    let name = [UInt8]("DCIM-\(10_000 + number / 1000)".utf8)[...]
                    directory = items.appendDirectory(name, in: DirectoryTree.root) ?? DirectoryTree.root
                }
                let finding = ItemStore.Finding(
                    byteCount: 3_000_000 + number, modified: FileTime(nanoseconds: Int64(number) << 30),
                    stamp: StableHash.mix(UInt64(number)), format: .jpeg, header: header)
                _ = items.append([UInt8]("IMG_\(10_000_000 + number).jpg".utf8)[...], in: directory, finding)
            }
        }
        let bytes = Double(residentByteCount() - before)
        row(
            "\(count) entries, names of 16 bytes",
            String(format: "%.1f MB, %.1f bytes each", bytes / 1e6, bytes / Double(count)))
        row("  adding one", "\(time / count)")
        let dates = clock.measure { items.make(.date) }
        row("  an order by date", milliseconds(dates))
        let both = Double(residentByteCount() - before)
        row("  with it", String(format: "%.1f MB", both / 1e6))
        #expect(items.status.count == count)
    }

    @Test func sortingNames() {
        var listing = DirectoryListing()
        for number in 0..<300_000 {
            let name = [UInt8]("Holiday photo \(number &* 7_919 % 300_000) (copy).jpeg".utf8)
            listing.append(name[...], kind: .regular)
        }
        let time = ContinuousClock().measure { listing.sort() }
        row("sorting 300,000 names", milliseconds(time))
        #expect(listing.count == 300_000)
    }

    @Test func probing() throws {
        let clock = ContinuousClock()
        var jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + [UInt8](repeating: 0, count: 14)
        jpeg += [0xFF, 0xE1, 0x20, 0] + [UInt8](repeating: 0, count: 0x1FFE)
        jpeg += [0xFF, 0xC0, 0, 11, 8, 1, 0, 1, 0, 1, 1, 0x11, 0]
        let source = ByteSource(jpeg)
        var sum = 0
        let jpegs = try clock.measure {
            for _ in 0..<20_000 { sum += try ImageHeader.read(from: source).width }
        }
        row("a JPEG's header, from memory", "\(jpegs / 20_000)")
        let pngs = clock.measure {
            for _ in 0..<20_000 { sum += ImageHeader.read(prefix: Self.image, count: Self.image.count)?.width ?? 0 }
        }
        row("a PNG's header in the first bytes", "\(pngs / 20_000)")
        #expect(sum > 0)
    }

    @Test func demoPictures() throws {
        let demo = try #require(DemoCollection(count: 1_000_000_000))
        let clock = ContinuousClock()
        var byteCount = 0
        for index in [0, 999_999_984, 999_999_999, 13] {
            _ = try demo.original(ofItem: Base36.encode(index))
            let time = try clock.measure {
                for _ in 0..<20 {
                    if case .bytes(let bytes, _) = try demo.original(ofItem: Base36.encode(index)) {
                        byteCount = bytes.count
                    }
                }
            }
            let size = DemoCollection.size(at: index)
            row("demo PNG \(index), \(size.width) × \(size.height)", "\(time / 20), \(byteCount) bytes")
        }
        let tile = clock.measure {
            for _ in 0..<50 {
                let region = PixelRect(x: 256, y: 64, width: 512, height: 512)
                byteCount += demo.picture(at: 999_999_984, region: region, level: 0).bytes.count
            }
        }
        row("demo tile of 512 × 512 pixels", "\(tile / 50)")
        #expect(byteCount > 0)
    }
}
