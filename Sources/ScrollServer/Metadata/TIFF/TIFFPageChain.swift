// The pages of a TIFF: the directories that are pictures of their own.

import Pixels

/// Walks the directories of a file in order, once, and finds its pages.
///
/// **A page** is a directory of the chain that begins in the header and continues with each directory's last field
/// (TIFF 6.0 §2, "Image File Directory"), unless it declares its picture to be a smaller copy of another or a mask for
/// one (TIFF 6.0 §8, NewSubfileType, bits 0 and 2; in older files SubfileType 2), or is a copy by its size and tiles. A
/// slide's label and macro are pages, although slide scanners declare them as copies: see `SlidePicture`. The
/// first directory is always a page, because programs show it. Smaller copies belong to the page before them, as do those in a page's own SubIFDs
/// (Adobe's TIFF Tech Note 1): see `TIFFFile`. Pages are in chain order, as in other programs, not in the order of
/// their PageNumber (TIFF 6.0 §12).
///
/// A chain that leads to an offset already visited, beyond the file's end, or into another directory ends with an error
/// that says how many pages came before. So the work is bounded by the file's length.
package struct TIFFPageChain {
    /// Most pages of a file: 8 MiB of offsets, and about 32 MiB while the chain is walked.
    static let pageLimit = 1 << 20
    /// Most entries of a directory after the first one.
    private static let entryLimit = 4096
    /// Longest PageName that is read, in bytes.
    private static let nameLimit = 256

    /// A page's offset and name.
    package struct Page: Equatable {
        /// File offset of the page's directory.
        package let offset: Int
        /// PageName (TIFF 6.0 §12), up to its first zero, or the name of a picture of a slide; nil where it has neither, or
        /// a name that is too long.
        package let name: [UInt8]?
    }

    /// Pages found so far.
    private(set) var pageCount = 0
    /// The last directory read, and the last page in tiles, or the first page.
    private var fields: TIFFFields
    private var picture: TIFFFields
    private var isAtStart = true
    /// Offsets of all directories visited.
    private var seen: Set<Int>
    /// Bytes of the directories so far.
    ///
    /// No directory lies in another one, so together they are no longer than the file.
    private var byteCount: Int

    /// How the pages are ordered as a stack; nil where the file does not say so.
    ///
    /// The description may claim pages that the file does not have. Must be read before the second page.
    package var stack: TIFFStack? { TIFFStack(picture) }

    /// Reads the first directory; throws `ImageError` where the file is no TIFF, or the directory is damaged.
    package init(_ source: ByteSource) throws(ImageError) {
        fields = try TIFFFields(source)
        picture = fields
        (seen, byteCount) = ([fields.offset], fields.byteCount)
    }

    /// Returns the next page; nil after the last one.
    ///
    /// - Throws: `damaged`, with the offset of the directory that leads to the error; `tooLarge` after the last
    ///   supported page. No page follows an error.
    package mutating func nextPage() throws(ImageError) -> Page? {
        if isAtStart {
            isAtStart = false
            return page()
        }
        repeat {
            guard try nextDirectory() else { return nil }
        } while !isPage
        guard pageCount < Self.pageLimit else {
            throw .tooLarge("it has more than \(Self.pageLimit) pages, of which the first \(Self.pageLimit) are shown")
        }
        return page()
    }

    /// Counts a file's pages, as far as its chain is sound, in at most `directoryLimit` directories.
    static func count(of source: ByteSource, directoryLimit: Int) -> Int {
        guard var chain = try? TIFFPageChain(source) else { return 0 }
        var count = 1
        while chain.seen.count < directoryLimit, (try? chain.nextDirectory()) == true {
            if chain.isPage {
                chain.begin()
                count += 1
            }
        }
        return count
    }

    private var isPage: Bool {
        fields.isPage ? !fields.isUndeclaredCopy(of: picture) : SlidePicture.isDeclaredCopy(fields)
    }

    /// Begins the page of the last directory read: copies that follow are copies of it, or of a page in tiles.
    private mutating func begin() { if fields.isTiled || !picture.isTiled { picture = fields } }

    /// Returns the page of the last directory read.
    private mutating func page() -> Page {
        begin()
        pageCount += 1
        let name = fields.text(285, limit: Self.nameLimit)
        // What a tiled picture is followed by may belong to a slide.
        guard name == nil, picture.isTiled, !fields.isTiled else { return Page(offset: fields.offset, name: name) }
        let own = SlidePicture(fields, isBehindScan: seen.count == 2)
        return Page(offset: fields.offset, name: own.map { Array($0.rawValue.utf8) })
    }

    /// Reads the next directory; false after the last one.
    private mutating func nextDirectory() throws(ImageError) -> Bool {
        guard let next = fields.next else {
            // A directory whose last field is cut off may have a successor.
            guard fields.offset + fields.byteCount <= fields.source.count else { throw failure("the file ends") }
            return false
        }
        guard seen.insert(next).inserted else { throw failure("its chain of pages leads back to byte \(next)") }
        let found: TIFFFields
        do throws(ImageError) {
            found = try TIFFFields(at: next, in: fields, entryLimit: Self.entryLimit)
        } catch {
            guard case .damaged(let text, _) = error else { throw error }
            throw failure(text)
        }
        byteCount += found.byteCount
        guard byteCount <= fields.source.count else { throw failure("its directories lie in one another") }
        fields = found
        return true
    }

    private func failure(_ text: String) -> ImageError {
        .damaged("\(text), behind \(pageCount == 1 ? "1 page" : "\(pageCount) pages")", offset: fields.offset)
    }
}

extension TIFFFields {
    private var subfileType: Int {
        // SubfileType is 1 for a whole picture, 2 for a smaller copy, 3 for one of several pages.
        number(254) ?? (number(255) == 2 ? 1 : 0)
    }

    /// Whether the directory declares a smaller copy of another picture.
    package var isReduced: Bool { subfileType & 0b001 != 0 }
    /// Whether the directory declares a mask for another picture.
    package var isMask: Bool { subfileType & 0b100 != 0 }
    /// Whether the directory is a page; the first one always counts as one.
    package var isPage: Bool { !isReduced && !isMask }
}

extension ByteSource {
    /// Presents a TIFF as if the directory at `offset` were its first.
    ///
    /// So all code that reads a TIFF's first picture can read a page, at the same file offsets.
    package func page(at offset: Int) -> ByteSource {
        let header = bytes(at: 0, count: 16)
        guard header.count == 16, offset >= 0 else { return self }
        let isLittleEndian = header[0] == 0x49
        // BigTIFF has version 43 and its offset in bytes 8..<16; else it is in bytes 4..<8 (TIFF 6.0 §2).
        let range = header[isLittleEndian ? 2 : 3] == 43 ? 8..<16 : 4..<8
        var start = Array(header[..<range.upperBound])
        for (index, byte) in range.enumerated() {
            let shift = 8 * (isLittleEndian ? index : range.count - 1 - index)
            start[byte] = UInt8(truncatingIfNeeded: offset >> shift)
        }
        return part(start.count..<count, behind: start)
    }
}
