// Going through the pages of a TIFF, some at a time.

import Imaging
import Platform
import Tiling

/// A walk through the pages of one version of a file. Blocks where it reads.
struct PageWalk: Sendable {
    /// Pages of a batch: some milliseconds.
    static let batchCount = 256
    /// Bytes that are read of a page in any case: blocks of its header and its directory.
    private static let usualByteCount = 4096

    /// What has been found out about a page.
    struct Found: Sendable {
        let offset: Int
        /// PageName; nil where it has none.
        let title: [UInt8]?
        let finding: ItemStore.Finding
    }

    /// What ended the walk before the chain's end.
    private(set) var error: ImageError?
    private(set) var isAtEnd = false
    /// Pages that were found.
    private(set) var count = 0
    let status: FileStatus
    private let source: ByteSource
    private var chain: TIFFPageChain?
    /// Bytes read for facts, of those pages that need more than usual. Where all pages claim the same long text, it is not read
    /// for each of them.
    private var factByteCount = 0

    init(_ source: ByteSource, _ status: FileStatus) {
        (self.source, self.status) = (source, status)
        do throws(ImageError) {
            chain = try TIFFPageChain(source)
        } catch {
            end(error)
        }
    }

    /// The next pages; none at the end.
    ///
    /// - Throws: `unavailable` or `changed` where the file cannot be read, or is another one: then nothing is known of it.
    mutating func next() throws(ImageError) -> [Found] {
        var found: [Found] = []
        while !isAtEnd, found.count < Self.batchCount {
            do throws(ImageError) {
                if let page = try chain?.nextPage() { found.append(look(at: page)) } else { isAtEnd = true }
            } catch {
                end(error)
            }
        }
        try source.check()
        count += found.count
        return found
    }

    private mutating func end(_ error: ImageError) { (self.error, isAtEnd) = (error, true) }

    private mutating func look(at page: TIFFPageChain.Page) -> Found {
        var finding = ItemStore.Finding(status)
        finding.format = .tiff
        var reader = HeaderReader(source.page(at: page.offset))
        do throws(ImageError) {
            finding.header = try TIFFProbe.readPage(&reader, hasFacts: factByteCount <= source.count)
        } catch {
            finding.error = error
        }
        factByteCount += max(0, reader.readByteCount - Self.usualByteCount)
        let title = page.name.flatMap { PictureFacts.text($0) }
        return Found(offset: page.offset, title: title.map { Array($0.utf8) }, finding: finding)
    }
}
