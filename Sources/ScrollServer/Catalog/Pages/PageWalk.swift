// Walks through the pages of a TIFF or JPEG in batches.

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
        let place: PagePlace
        /// The TIFF tag PageName; nil where the page has none.
        let title: [UInt8]?
        let finding: ItemStore.Finding
    }

    /// The error that ended the walk before the last page, or left out some.
    private(set) var error: ImageError?
    private(set) var isAtEnd = false
    /// Number of pages found.
    private(set) var count = 0
    let status: FileStatus
    /// How the pages are ordered as a stack, as the file declares it; nil where it does not.
    private(set) var stack: TIFFStack?
    private let source: ByteSource
    /// The pages of a TIFF that are still to be found; nil for a JPEG.
    private var chain: TIFFPageChain?
    /// The remaining pages of a JPEG.
    private var ranges: ArraySlice<Range<Int>> = []
    /// Bytes read for facts, of those pages that need more than usual.
    ///
    /// Limits the reading where all pages refer to the same long text.
    private var factByteCount = 0

    init(_ source: ByteSource, _ status: FileStatus) {
        (self.source, self.status) = (source, status)
        do throws(ImageError) {
            guard MediaFormat.sniff(source.bytes(at: 0, count: MediaFormat.signatureByteCount)) == .jpeg else {
                chain = try TIFFPageChain(source)
                stack = chain?.stack
                return
            }
            let file = JPEGPages(source)
            (ranges, error) = (file.pages[...], file.error)
        } catch {
            end(error)
        }
    }

    private mutating func nextPage() throws(ImageError) -> Found? {
        if let page = try chain?.nextPage() { return examine(.directory(at: page.offset), name: page.name) }
        return ranges.popFirst().map { examine(.bytes($0), name: nil) }
    }

    /// Returns the next pages; none at the end.
    ///
    /// - Throws: `unavailable` or `changed` where the file cannot be read or was replaced, so that nothing is known of
    ///   it.
    mutating func next() throws(ImageError) -> [Found] {
        var found: [Found] = []
        while !isAtEnd, found.count < Self.batchCount {
            do throws(ImageError) {
                if let page = try nextPage() { found.append(page) } else { isAtEnd = true }
            } catch {
                end(error)
            }
        }
        try source.check()
        count += found.count
        return found
    }

    private mutating func end(_ error: ImageError) { (self.error, isAtEnd) = (error, true) }

    private mutating func examine(_ place: PagePlace, name: [UInt8]?) -> Found {
        var finding = ItemStore.Finding(status)
        var reader = HeaderReader(place.source(in: source))
        do throws(ImageError) {
            switch place {
            case .directory:
                finding.format = .tiff
                finding.header = try TIFFProbe.readPage(&reader, hasFacts: factByteCount <= source.count)
            case .bytes(let range):
                (finding.format, finding.byteCount) = (.jpeg, range.count)
                finding.header = try JPEGProbe.readPage(&reader)
            }
        } catch {
            finding.error = error
        }
        factByteCount += max(0, reader.readByteCount - Self.usualByteCount)
        let title = name.flatMap { PictureFacts.text($0) }
        return Found(place: place, title: title.map { Array($0.utf8) }, finding: finding)
    }
}
