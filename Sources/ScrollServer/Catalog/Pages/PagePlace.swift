// Where the pages of a file are.

import Pixels

/// The place of a page in its file.
enum PagePlace: Equatable {
    /// The file offset of the directory of a TIFF's page.
    case directory(at: Int)
    /// The bytes of a page that is a JPEG of its own.
    case bytes(Range<Int>)

    /// Returns the page as a source that begins with it.
    func source(in file: ByteSource) -> ByteSource {
        switch self {
        case .directory(let offset): file.page(at: offset)
        case .bytes(let range): file.part(range)
        }
    }
}

/// The places of the pages in one version of a file: 8 bytes for a page of a TIFF, 16 for one of a JPEG.
struct PagePlaces: Sendable {
    /// The file's `FileStatus.stamp`.
    let stamp: UInt64
    private var starts: [Int] = []
    /// The offsets behind the pages of a JPEG; empty for a TIFF.
    private var ends: [Int] = []

    init(stamp: UInt64) { self.stamp = stamp }

    var count: Int { starts.count }

    mutating func append(_ place: PagePlace) {
        switch place {
        case .directory(let offset): starts.append(offset)
        case .bytes(let range):
            starts.append(range.lowerBound)
            ends.append(range.upperBound)
        }
    }

    /// The place of the page with this index in a version of the file; nil where that is not known.
    func place(at index: Int, stamp: UInt64) -> PagePlace? {
        guard stamp == self.stamp, starts.indices.contains(index) else { return nil }
        guard ends.indices.contains(index) else { return .directory(at: starts[index]) }
        return .bytes(starts[index]..<ends[index])
    }
}
