// The pages of TIFFs by other programs, beside what others read; damaged chains; stacks of ten thousand pages.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Platform

@Suite struct PageCollectionTests {
    /// All pages of a file, gone through.
    private static func pages(_ path: String) throws -> PageCollection {
        let pages = try PageCollection(path: path, id: "pages", name: "file.tif")
        pages.follow(every: 0.02)
        try #require(eventually { pages.status.isComplete })
        return pages
    }

    private static func pixels(_ pages: PageCollection, at index: Int) throws -> PixelBuffer {
        let summary = try #require(pages.summary(at: index))
        guard case .file(let source, _) = try pages.content(ofItem: summary.id, version: summary.version) else {
            throw CancellationError()
        }
        let decoder = try TIFFFile(source: source).decoder()
        var (bytes, rowCount): ([UInt8], Int) = ([], 0)
        while true {
            let count = try decoder.readRows(into: &bytes)
            if count == 0 { break }
            rowCount += count
        }
        #expect(!decoder.isPartial)
        return PixelBuffer(width: decoder.width, height: rowCount, format: decoder.format, bytes: bytes)
    }

    @Test(
        "Each page is a picture, with the pixels that others read",
        .needs(.pillow), .needs(.tifffile), .needs(.vips), .needs(.rasterio), arguments: TIFFPageFile.Kind.allCases)
    func byOtherPrograms(kind: TIFFPageFile.Kind) throws {
        let file = try TIFFPageFile(kind)
        try #require(file.pages.count >= 3)
        let folder = try TemporaryFolder()
        let pages = try Self.pages(try folder.write("file.tif", file.bytes))
        #expect(pages.status.count == file.pages.count && pages.notice == nil)
        for (index, page) in file.pages.enumerated() {
            let details = try #require(pages.details(at: index))
            #expect(details.name == file.names[index] ?? "Page \(index + 1)")
            #expect(details.size == PixelSize(width: page.width, height: page.height), "\(kind), \(index)")
            let pixels = try Self.pixels(pages, at: index)
            #expect(pixels.rgba == page.bytes, "\(kind), \(index)")
        }
        // What belongs to one page is no page, but a level.
        if kind == .vipsPyramids {
            for index in 0..<3 {
                let summary = try #require(pages.summary(at: index))
                guard case .file(let source, _) = try pages.content(ofItem: summary.id, version: summary.version)
                else { continue }
                #expect(try TIFFFile(source: source).overviews.map(\.level) == [1, 2, 3], "\(index)")
            }
        }
        let header = try ImageHeader.read(from: ByteSource(file.bytes))
        #expect(header.facts?.pages == Double(file.pages.count))
    }

    // MARK: Chains

    private static func builder(_ number: Int, isBig: Bool = false) -> (TIFFBuilder, [UInt8]) {
        (
            TIFFBuilder(width: 3 + number % 5, height: 2, sampleCount: 1, photometric: 1, isBig: isBig),
            [UInt8](repeating: UInt8(number % 251), count: (3 + number % 5) * 2)
        )
    }

    private static func file(_ count: Int, isBig: Bool = false, end: Int = 0) -> [UInt8] {
        let (first, samples) = builder(0, isBig: isBig)
        return first.file(samples, (1..<count).map { builder($0, isBig: isBig) }, end: end)
    }

    /// - Returns: the pages of a chain, and what ends it.
    private static func walk(_ file: [UInt8]) -> (count: Int, error: ImageError?) {
        do throws(ImageError) {
            var chain = try TIFFPageChain(ByteSource(file))
            do throws(ImageError) {
                while try chain.nextPage() != nil {}
            } catch {
                #expect((try? chain.nextPage()) == nil)
                return (chain.pageCount, error)
            }
            return (chain.pageCount, nil)
        } catch { return (0, error) }
    }

    @Test("A chain that leads back, or out of the file, ends with an error that says how many pages came before")
    func liesOfChains() throws {
        for isBig in [false, true] {
            let sound = Self.file(12, isBig: isBig)
            #expect(Self.walk(sound) == (12, nil))
            let first = try TIFFFields(ByteSource(sound)).offset
            // Back to the first page, to itself, beyond the end, into a directory, and into the pixels.
            for end in [first, sound.count + 5, first + 12, first + 2, isBig ? 16 : 8] {
                let (count, error) = Self.walk(Self.file(12, isBig: isBig, end: end))
                guard case .damaged(let text, let offset)? = error else {
                    Issue.record("\(end): \(count) pages and \(String(describing: error))")
                    continue
                }
                #expect(count >= 12 && text.hasSuffix("behind \(count) pages") && offset < sound.count, "\(text)")
            }
        }
    }

    @Test("A file that ends early has the pages before that, and says so")
    func cutChains() throws {
        // Each page behind the one before it, as most programs write them.
        let sound = TIFFPageFile.stack(40)
        var counts: Set<Int> = []
        // Behind the last directory there are 12 pixels.
        for length in stride(from: 8, to: sound.count - 12, by: 7) {
            let (count, error) = Self.walk(Array(sound.prefix(length)))
            #expect(error != nil)
            counts.insert(count)
        }
        // Of the last directory the end may be missing, which would lead on.
        #expect(counts == Set(0...40))
        let folder = try TemporaryFolder()
        let pages = try Self.pages(try folder.write("cut.tif", Array(sound.prefix(sound.count / 2))))
        #expect(pages.status.count > 15 && pages.notice?.contains("behind \(pages.status.count) pages") == true)
        let last = try #require(pages.details(at: pages.status.count - 1))
        #expect(last.name == "Page \(pages.status.count)" && last.error == nil)
    }

    @Test("A read that fails is no end of the chain: nothing is known then")
    func failingReads() throws {
        let bytes = TIFFPageFile.stack(5)
        let folder = try TemporaryFolder()
        let status = try OpenFile(path: try folder.write("five.tif", bytes)).status
        var isDone = false
        var failing = 0
        while !isDone {
            let number = failing
            failing += 1
            let reads = Counter()
            let whole = ByteSource(bytes)
            let source = ByteSource(count: bytes.count) { (offset, buffer) throws(SystemError) in
                defer { reads.add(1) }
                guard reads.value != number else { throw SystemError(call: "pread", code: EIO) }
                return whole.read(at: offset, into: &buffer)
            }
            do throws(ImageError) {
                var walk = PageWalk(source, status)
                let found = try walk.next()
                #expect(found.count == 5 && walk.error == nil && number > 10)
                isDone = true
            } catch {
                #expect(error.isTransient, "\(number): \(error)")
            }
        }
    }

    // MARK: Long stacks

    @Test("Ten thousand pages are found with a few small reads for each, and one is read without the others")
    func tenThousandPages() throws {
        let bytes = TIFFPageFile.stack(10_000)
        let counted = CountedSource(bytes)
        let header = try ImageHeader.read(from: counted.source)
        #expect(header.facts?.pages == 10_000)
        #expect(counted.readByteCount < 10_000 * 520 + 8192, "\(counted.readByteCount)")
        let folder = try TemporaryFolder()
        let pages = try Self.pages(try folder.write("stack.tif", bytes))
        #expect(pages.status.count == 10_000 && pages.notice == nil)
        #expect(pages.places.withLock { $0.count } == 10_000)
        #expect(try Self.pixels(pages, at: 6999).bytes == [UInt8](repeating: UInt8(6999 % 251), count: 12))
        // A tile's reader looks at the page's directory, the one behind it, and the page's pixels.
        let place = try #require(pages.places.withLock { $0.place(at: 6999, stamp: $0.stamp) })
        let page = CountedSource(bytes)
        let file = try TIFFFile(source: place.source(in: page.source))
        var rows: [UInt8] = []
        while try file.decoder().readRows(into: &rows) > 0, rows.count < 12 {}
        #expect(rows == [UInt8](repeating: UInt8(6999 % 251), count: 12))
        #expect(page.readByteCount < 4096, "\(page.readByteCount)")
        // Some 24 bytes for each directory while the chain is gone through, and a walk ends after a batch.
        let opened = try OpenFile(path: folder.path + "/stack.tif")
        var walk = PageWalk(opened.source, opened.status)
        #expect(try walk.next().count == PageWalk.batchCount)
    }
}
