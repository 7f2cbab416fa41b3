// Reads the marker segments of a JPEG file and keeps what they define.

import Metadata
import Pixels

/// One scan header (T.81 §B.2.3).
struct JPEGScan {
    struct Component {
        /// Index into the frame's components.
        var index: Int
        /// The Huffman tables it uses, 0...3 each.
        var dcTable: Int
        var acTable: Int
    }

    var components: [Component]
    /// First and last coefficient in zigzag order, then the bit positions of successive approximation.
    var spectralStart: Int
    var spectralEnd: Int
    var approximationHigh: Int
    var approximationLow: Int
}

/// The state that marker segments build up: frame, tables, restart interval.
struct JPEGSegments {
    let input: JPEGInput
    private(set) var header = JPEGHeader()
    /// Four quantisation tables in natural (row by row) order, nil until defined.
    private(set) var quantisation = [[UInt16]?](repeating: nil, count: 4)
    /// Four DC and four AC Huffman tables.
    ///
    /// The first two of each start as annex K's, because Motion-JPEG frames omit these.
    private(set) var dcTables: [JPEGHuffmanCode?]
    private(set) var acTables: [JPEGHuffmanCode?]
    private(set) var conditioning = JPEGConditioning()
    /// Whether the end-of-image marker has been read.
    private(set) var sawEnd = false
    private let keepsTables: Bool
    private let source: ByteSource

    /// Reads the first marker of the file; throws `ImageError.notAnImage` when it is not start-of-image.
    ///
    /// Without `keepsTables`, quantisation and Huffman tables are skipped, for reading headers only.
    init(_ source: ByteSource, keepsTables: Bool = true) throws(ImageError) {
        // To read headers only, small blocks suffice: the frame header is usually in the first 1000 bytes.
        input = JPEGInput(source, blockByteCount: keepsTables ? 1 << 16 : 1 << 12)
        self.source = source
        self.keepsTables = keepsTables
        dcTables = keepsTables ? [.luminanceDC, .chrominanceDC, nil, nil] : []
        acTables = keepsTables ? [.luminanceAC, .chrominanceAC, nil, nil] : []
        guard input.nextByte() == 0xFF, input.nextByte() == JPEGMarker.startOfImage else {
            throw .notAnImage("this is not a JPEG file")
        }
    }

    /// Reads segments up to the next scan header.
    ///
    /// - Parameter pending: the marker that ended the entropy-coded data before, already read from the input.
    /// - Returns: the scan, whose data comes next in the input; nil when the image ends.
    /// - Throws: `ImageError` when a segment is damaged or belongs to an unsupported process.
    mutating func nextScan(after pending: UInt8? = nil) throws(ImageError) -> JPEGScan? {
        var pending = pending
        while let code = pending ?? nextMarker() {
            pending = nil
            if code == JPEGMarker.endOfImage {
                sawEnd = true
                return nil
            }
            if JPEGMarker.isStandalone(code) { continue }
            let start = input.offset
            guard let length = input.nextUInt16() else { return nil }
            let end = start + length
            if code == JPEGMarker.startOfScan {
                return try scan(endingAt: end)
            }
            try segment(code, endingAt: end)
            input.skip(max(0, end - input.offset))
        }
        return nil
    }

    /// Reads the code of the next marker, skipping other bytes and 0xFF fill before it (T.81 §B.1.1.2).
    private mutating func nextMarker() -> UInt8? {
        while let byte = input.nextByte() {
            guard byte == 0xFF else { continue }
            while let code = input.nextByte() {
                if code == 0xFF { continue }
                if code == 0 { break }
                return code
            }
        }
        return nil
    }

    private mutating func segment(_ code: UInt8, endingAt end: Int) throws(ImageError) {
        switch code {
        case JPEGMarker.application0:
            header.hasJFIF = header.hasJFIF || starts(with: "JFIF\0", endingAt: end)
        case JPEGMarker.application1:
            if header.exif == nil, starts(with: "Exif\0", endingAt: end), input.nextByte() != nil, input.offset <= end {
                header.exif = input.offset..<end
            }
        case JPEGMarker.application2:
            if header.profileParts.count < 255, starts(with: "ICC_PROFILE\0", endingAt: end),
                let number = input.nextByte(), let count = input.nextByte(), input.offset <= end
            {
                header.profileParts.append(.init(number: number, count: count, range: input.offset..<end))
            }
        case JPEGMarker.application14:
            // "Adobe", a version word, two words of flags, the transform byte.
            if starts(with: "Adobe", endingAt: end), let rest = input.bytes(min(7, end - input.offset)), rest.count == 7
            {
                header.adobeTransform = rest[6]
            }
        case JPEGMarker.restartInterval:
            guard end - input.offset >= 2, let interval = input.nextUInt16() else { throw cut("restart interval") }
            header.restartInterval = interval
        case JPEGMarker.quantisationTables where keepsTables:
            try quantisationTables(endingAt: end)
        case JPEGMarker.huffmanTables where keepsTables:
            try huffmanTables(endingAt: end)
        case JPEGMarker.arithmeticConditioning where keepsTables:
            try arithmeticConditioning(endingAt: end)
        case JPEGMarker.hierarchicalProgression:
            throw .unsupported("a hierarchical JPEG")
        case _ where JPEGMarker.isFrame(code):
            try frame(code, endingAt: end)
        default:
            break
        }
    }

    /// Returns the quantisation table of a component of the frame; throws `damaged` when it is missing.
    func quantisation(of component: Int) throws(ImageError) -> [UInt16] {
        guard let table = quantisation[header.components[component].quantisation] else {
            throw .damaged("a quantisation table is missing", offset: input.offset)
        }
        return table
    }

    /// Returns the decoding table of DC code `index`; throws `damaged` when the code is missing or impossible.
    func dcTable(_ index: Int) throws(ImageError) -> JPEGHuffmanTable { try table(dcTables[index], isDC: true) }

    /// Returns the decoding table of AC code `index`; throws as `dcTable` does.
    func acTable(_ index: Int) throws(ImageError) -> JPEGHuffmanTable { try table(acTables[index], isDC: false) }

    /// Returns a table for skipping coefficients of the code of `acTable`; nil where the code is missing or impossible.
    func acSkipTable(_ index: Int) -> JPEGSkipTable? { acTables[index].flatMap { JPEGSkipTable($0) } }

    /// Returns the decoding table of a lossless scan's differences, whose sizes are 0...16; throws as `dcTable` does.
    func differenceTable(_ index: Int) throws(ImageError) -> JPEGHuffmanTable {
        guard dcTables[index]?.symbols.contains(where: { $0 > 16 }) != true else {
            throw .damaged("a Huffman table is impossible", offset: input.offset)
        }
        return try table(dcTables[index], isDC: false)
    }

    private func table(_ code: JPEGHuffmanCode?, isDC: Bool) throws(ImageError) -> JPEGHuffmanTable {
        guard let code else { throw .damaged("a Huffman table is missing", offset: input.offset) }
        guard let table = JPEGHuffmanTable(code, isDC: isDC) else {
            throw .damaged("a Huffman table is impossible", offset: input.offset)
        }
        return table
    }

    private func cut(_ what: String) -> ImageError {
        .damaged("the \(what) is cut short", offset: input.offset)
    }

    private mutating func starts(with name: String, endingAt end: Int) -> Bool {
        let name = Array(name.utf8)
        guard end - input.offset >= name.count else { return false }
        return input.bytes(name.count) == name
    }

    /// Reads a frame header (T.81 §B.2.2).
    private mutating func frame(_ code: UInt8, endingAt end: Int) throws(ImageError) {
        let start = input.offset
        if let process = JPEGMarker.unsupportedProcess(code) { throw .unsupported(process) }
        guard header.components.isEmpty else { throw .damaged("there is a second frame header", offset: start) }
        guard let segment = input.bytes(max(0, end - start)) else { throw cut("frame header") }
        let source = source
        let frame = try JPEGFrameHeader(code, segment, endingAt: end) { () throws(ImageError) in source }
        try frame.checkDecodable(offset: start)
        header.components = frame.components
        header.precision = frame.precision
        header.isLossless = code == JPEGMarker.lossless
        header.isProgressive = code == JPEGMarker.progressive || code == JPEGMarker.arithmeticProgressive
        header.isArithmetic = code == JPEGMarker.arithmeticSequential || code == JPEGMarker.arithmeticProgressive
        header.height = frame.height
        header.width = frame.width
    }

    /// Reads the tables of a DQT segment (T.81 §B.2.4.1).
    private mutating func quantisationTables(endingAt end: Int) throws(ImageError) {
        while input.offset < end {
            guard let selector = input.nextByte() else { throw cut("quantisation table") }
            guard selector & 15 < 4, selector >> 4 < 2 else {
                throw .damaged("a quantisation table is numbered \(selector)", offset: input.offset)
            }
            let width = selector >> 4 == 0 ? 1 : 2
            guard end - input.offset >= 64 * width, let bytes = input.bytes(64 * width) else {
                throw cut("quantisation table")
            }
            var table = [UInt16](repeating: 0, count: 64)
            for index in 0..<64 {
                let value =
                    width == 1 ? UInt16(bytes[index]) : UInt16(bytes[2 * index]) << 8 | UInt16(bytes[2 * index + 1])
                table[Int(JPEGZigzag.natural[index])] = value
            }
            quantisation[Int(selector & 15)] = table
        }
    }

    /// Reads the tables of a DHT segment (T.81 §B.2.4.2).
    private mutating func huffmanTables(endingAt end: Int) throws(ImageError) {
        while end - input.offset >= 17 {
            guard let selector = input.nextByte(), let counts = input.bytes(16) else { throw cut("Huffman table") }
            let total = counts.reduce(0) { $0 + Int($1) }
            guard selector & 15 < 4, selector >> 4 < 2 else {
                throw .damaged("a Huffman table is numbered \(selector)", offset: input.offset)
            }
            guard total <= 256, end - input.offset >= total, let symbols = input.bytes(total) else {
                throw cut("Huffman table")
            }
            let code = JPEGHuffmanCode(counts: counts, symbols: symbols)
            if selector >> 4 == 0 {
                dcTables[Int(selector & 15)] = code
            } else {
                acTables[Int(selector & 15)] = code
            }
        }
    }

    /// Reads the numbers of a DAC segment (T.81 §B.2.4.3).
    private mutating func arithmeticConditioning(endingAt end: Int) throws(ImageError) {
        while end - input.offset >= 2 {
            guard let selector = input.nextByte(), let value = input.nextByte() else { throw cut("conditioning") }
            let (table, lower, upper) = (Int(selector & 15), Int(value & 15), Int(value >> 4))
            guard selector >> 4 < 2, selector >> 4 == 1 ? (1...63).contains(value) : lower <= upper else {
                throw .damaged("the conditioning of table \(selector) is \(value)", offset: input.offset)
            }
            if selector >> 4 == 0 {
                (conditioning.lower[table], conditioning.upper[table]) = (lower, upper)
            } else {
                conditioning.threshold[table] = Int(value)
            }
        }
    }

    /// Reads a scan header (T.81 §B.2.3).
    private mutating func scan(endingAt end: Int) throws(ImageError) -> JPEGScan {
        let start = input.offset
        guard !header.components.isEmpty else { throw .damaged("a scan comes before the frame header", offset: start) }
        guard let count = input.nextByte(), (1...4).contains(count), end - input.offset >= 2 * Int(count) + 3,
            let bytes = input.bytes(2 * Int(count) + 3)
        else { throw .damaged("the scan header is unsound", offset: start) }
        var components: [JPEGScan.Component] = []
        for index in 0..<Int(count) {
            let identifier = bytes[2 * index]
            let tables = bytes[2 * index + 1]
            // Where two components share a name, its second mention means the second component.
            let found = header.components.indices.first { candidate in
                header.components[candidate].identifier == identifier
                    && !components.contains { $0.index == candidate }
            }
            guard let found, header.isArithmetic || tables >> 4 < 4 && tables & 15 < 4 else {
                throw .damaged("the scan names a component or table that is not there", offset: start)
            }
            components.append(
                JPEGScan.Component(index: found, dcTable: Int(tables >> 4), acTable: Int(tables & 15)))
        }
        let last = bytes.suffix(3).map { Int($0) }
        input.skip(max(0, end - input.offset))
        return JPEGScan(
            components: components, spectralStart: last[0], spectralEnd: last[1],
            approximationHigh: last[2] >> 4, approximationLow: last[2] & 15)
    }
}
