// Walks through the pages of a TIFF in batches.

import Metadata
import Pixels
import Platform

/// A walk through the pages of one version of a file; blocks where it reads.
struct PageWalk: Sendable {
    /// Pages of a batch, which takes some milliseconds.
    static let batchCount = 256
    /// Bytes read for any page: blocks of its header and its directory.
    private static let usualByteCount = 4096

    /// The facts found about a page.
    struct Found: Sendable {
        let offset: Int
        /// The TIFF tag PageName; nil where the page has none.
        let title: [UInt8]?
        let finding: ItemStore.Finding
    }

    /// The error that ended the walk before the chain's end.
    private(set) var error: ImageError?
    private(set) var isAtEnd = false
    /// Number of pages found.
    private(set) var count = 0
    let status: FileStatus
    private let source: ByteSource
    private var chain: TIFFPageChain?
    /// Bytes read for facts, of those pages that need more than usual.
    ///
    /// Limits the reading where all pages refer to the same long text.
    private var factByteCount = 0

    init(_ source: ByteSource, _ status: FileStatus) {
        (self.source, self.status) = (source, status)
        do throws(ImageError) {
            chain = try TIFFPageChain(source)
        } catch {
            end(error)
        }
    }

    /// Returns the next pages; none at the end.
    ///
    /// - Throws: `unavailable` or `changed` where the file cannot be read or was replaced, so that nothing is known of
    ///   it.
    mutating func next() throws(ImageError) -> [Found] {
        var found: [Found] = []
        while !isAtEnd, found.count < Self.batchCount {
            do throws(ImageError) {
                if let page = try chain?.nextPage() { found.append(examine(page)) } else { isAtEnd = true }
            } catch {
                end(error)
            }
        }
        try source.check()
        count += found.count
        return found
    }

    private mutating func end(_ error: ImageError) { (self.error, isAtEnd) = (error, true) }

    private mutating func examine(_ page: TIFFPageChain.Page) -> Found {
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
