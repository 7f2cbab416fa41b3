// The pages of a TIFF: which of its directories are pictures of their own.

/// Goes through the directories of a file in their order, once, and finds its pages.
///
/// **A page** is a directory of the chain that the header begins and that each directory continues with its last field (TIFF 6.0
/// §2, "Image File Directory"), unless it says that its picture is a smaller copy of another one or a mask for one (TIFF 6.0 §8,
/// NewSubfileType, bits 0 and 2; in older files SubfileType 2). The first directory is a page whatever it says: it is what
/// programs show of the file. Smaller copies belong to the page before them, as those do that a page names itself (Adobe's TIFF
/// Tech Note 1, SubIFDs): see `TIFFFile`. Pages need not be in the order of their PageNumber (TIFF 6.0 §12); here they are in
/// that of the chain, as in other programs.
///
/// What a chain may do wrong ends it with an error that says how many pages came before: it leads to a place where it has been,
/// beyond the file's end, or into another directory. So the work is bounded by the file's length.
package struct TIFFPageChain {
    /// The most pages of a file: 8 MiB of places, and some 32 MiB while the chain is gone through.
    static let pageLimit = 1 << 20
    /// The most entries of a directory behind the first one.
    private static let entryLimit = 4096
    /// The longest PageName that is read, in bytes.
    private static let nameLimit = 256

    /// Where a page is, and what it is called.
    package struct Page: Equatable {
        /// File offset of its directory.
        package let offset: Int
        /// PageName (TIFF 6.0 §12), up to its first zero; nil where it has none, or a longer one.
        package let name: [UInt8]?
    }

    /// Pages found so far.
    private(set) var pageCount = 0
    /// The directory that was read last.
    private var fields: TIFFFields
    private var isAtStart = true
    /// Where the chain has been.
    private var seen: Set<Int>
    /// Bytes of the directories so far. None lies in another one, so all together they are no longer than the file.
    private var byteCount: Int

    /// - Throws: `ImageError` where the file is no TIFF, or its first directory is damaged.
    package init(_ source: ByteSource) throws(ImageError) {
        fields = try TIFFFields(source)
        (seen, byteCount) = ([fields.offset], fields.byteCount)
    }

    /// The next page; nil behind the last one.
    ///
    /// - Throws: `damaged`, with the offset of the directory that leads to what is wrong; `tooLarge` behind the last page that
    ///   is shown. There is no page behind an error.
    package mutating func nextPage() throws(ImageError) -> Page? {
        if isAtStart {
            isAtStart = false
            return page()
        }
        repeat {
            guard try nextDirectory() else { return nil }
        } while !fields.isPage
        guard pageCount < Self.pageLimit else {
            throw .tooLarge("it has more than \(Self.pageLimit) pages, of which the first \(Self.pageLimit) are shown")
        }
        return page()
    }

    /// How many pages a file has, as far as its chain is sound.
    ///
    /// - Parameter directoryLimit: the most directories that are looked at.
    static func count(of source: ByteSource, directoryLimit: Int) -> Int {
        guard var chain = try? TIFFPageChain(source) else { return 0 }
        var count = 1
        while chain.seen.count < directoryLimit, (try? chain.nextDirectory()) == true {
            if chain.fields.isPage { count += 1 }
        }
        return count
    }

    /// The directory that was read last, which is a page.
    private mutating func page() -> Page {
        pageCount += 1
        return Page(offset: fields.offset, name: fields.text(285, limit: Self.nameLimit))
    }

    /// - Returns: false behind the last one.
    private mutating func nextDirectory() throws(ImageError) -> Bool {
        guard let next = fields.next else {
            // Without its last field nobody knows whether there is another one.
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
        // SubfileType is one of 1, a whole picture, 2, a smaller copy, and 3, one of several pages.
        number(254) ?? (number(255) == 2 ? 1 : 0)
    }

    /// Whether it says that it is a smaller copy of another picture.
    var isReduced: Bool { subfileType & 0b001 != 0 }
    /// Whether it says that it is a mask for another picture.
    var isMask: Bool { subfileType & 0b100 != 0 }
    /// Whether it is a page, unless it is the first directory, which is one in any case.
    var isPage: Bool { !isReduced && !isMask }
}

extension ByteSource {
    /// A TIFF as if one of its directories were the first: so all that reads a TIFF's first picture reads a page, at the same
    /// offsets.
    ///
    /// - Parameter offset: file offset of the directory.
    package func page(at offset: Int) -> ByteSource {
        let header = bytes(at: 0, count: 16)
        guard header.count == 16, offset >= 0 else { return self }
        let isLittleEndian = header[0] == 0x49
        // BigTIFF has version 43, and its offset in bytes 8 …< 16; else it is in bytes 4 …< 8 (TIFF 6.0 §2).
        let place = header[isLittleEndian ? 2 : 3] == 43 ? 8..<16 : 4..<8
        var start = Array(header[..<place.upperBound])
        for (index, byte) in place.enumerated() {
            let shift = 8 * (isLittleEndian ? index : place.count - 1 - index)
            start[byte] = UInt8(truncatingIfNeeded: offset >> shift)
        }
        return part(start.count..<count, behind: start)
    }
}
