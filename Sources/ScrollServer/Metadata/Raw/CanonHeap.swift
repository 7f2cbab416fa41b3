// Canon's CRW: a heap of values, with the JPEGs among them (Canon's CIFF specification; tags as exiftool documents them).

/// Finds the JPEGs of a CRW, its size and its orientation.
struct CanonHeap {
    private enum Tag {
        static let pictureInfo = 0x1810
        static let jpeg = 0x2007
        static let thumbnail = 0x2008
    }
    private static let directoryLimit = 16
    private static let entryLimit = 512

    private(set) var found = RawContainer()
    private var directoryCount = 0
    private let isLittle: Bool

    /// Whether a file begins like a CRW.
    static func begins(_ start: [UInt8]) -> Bool {
        start.count >= 14 && (start.starts(with: "II".utf8) || start.starts(with: "MM".utf8))
            && start[6..<14].elementsEqual("HEAPCCDR".utf8)
    }

    /// Reads the directories, skipping what is damaged.
    init(_ reader: inout HeaderReader) {
        isLittle = (try? reader.byte(0)) == 0x49
        guard let start = try? reader.uint32(2, littleEndian: isLittle), start < reader.count else { return }
        readHeap(start..<reader.count, &reader)
    }

    /// Reads a heap, whose last four bytes say where in it its directory begins.
    private mutating func readHeap(_ heap: Range<Int>, _ reader: inout HeaderReader) {
        directoryCount += 1
        guard heap.count > 6, directoryCount <= Self.directoryLimit,
            let offset = try? reader.uint32(heap.upperBound - 4, littleEndian: isLittle), offset < heap.count,
            let count = try? reader.uint16(heap.lowerBound + offset, littleEndian: isLittle)
        else { return }
        for index in 0..<min(count, Self.entryLimit) {
            let entry = heap.lowerBound + offset + 2 + 10 * index
            guard let tag = try? reader.uint16(entry, littleEndian: isLittle),
                let byteCount = try? reader.uint32(entry + 2, littleEndian: isLittle),
                let place = try? reader.uint32(entry + 6, littleEndian: isLittle)
            else { return }
            // Other values are in the entry itself.
            guard tag & 0xC000 == 0, place < heap.count, byteCount <= heap.count - place else { continue }
            let range = heap.lowerBound + place..<heap.lowerBound + place + byteCount
            switch tag {
            case Tag.jpeg, Tag.thumbnail: found.candidates.append(range)
            case Tag.pictureInfo: readInfo(range.lowerBound, &reader)
            case _ where tag & 0x3800 == 0x2800 || tag & 0x3800 == 0x3000: readHeap(range, &reader)
            default: break
            }
        }
    }

    private mutating func readInfo(_ start: Int, _ reader: inout HeaderReader) {
        guard let width = try? reader.uint32(start, littleEndian: isLittle),
            let height = try? reader.uint32(start + 4, littleEndian: isLittle),
            let degrees = try? reader.uint32(start + 12, littleEndian: isLittle)
        else { return }
        found.orientation = [90: 6, 180: 3, 270: 8][degrees]
        found.setSize(width, height)
    }
}
