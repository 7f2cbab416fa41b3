// The header of OpenEXR files: attributes of the first part that can be shown (OpenEXR file layout, "Header").

import Pixels

extension FormatTraits {
    /// Its media type is not registered.
    static let openEXR = FormatTraits(
        "exr", "image/x-exr", title: "OpenEXR", endings: ["exr"], decoding: .fromTop,
        header: { (reader) throws(ImageError) in
            let header = try OpenEXRHeader(&reader)
            var found = ImageHeader(
                format: .openEXR, width: header.displayWindow.width, height: header.displayWindow.height,
                problem: header.refusal)
            found.hasDeepSamples = true
            return found
        }
    ) { $0.starts(with: OpenEXRHeader.signature) ? .openEXR : nil }
}

/// The pixels from one corner to another, both included; corners may be negative.
package struct OpenEXRWindow: Equatable, Sendable {
    package var (minX, minY, maxX, maxY): (Int, Int, Int, Int)

    /// Makes a window from its corners.
    package init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
        (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    }

    /// At least 1 in a header that was read.
    package var width: Int { maxX - minX + 1 }
    /// At least 1 in a header that was read.
    package var height: Int { maxY - minY + 1 }
}

/// A channel of an OpenEXR file.
package struct OpenEXRChannel: Equatable, Sendable {
    /// The type of its samples, as numbered in files.
    package enum Kind: Int, Sendable {
        case uint = 0
        case half, float

        /// Bytes of a sample.
        package var byteCount: Int { self == .half ? 2 : 4 }
    }

    package let name: String
    package let kind: Kind
    /// Whether B44 stores it as a logarithm.
    package let isLogarithmic: Bool
    /// A sample stands for so many columns and rows, at least 1.
    package let (xSampling, ySampling): (Int, Int)
}

/// The parts of an OpenEXR header that decoding needs, of the first part with flat pixels.
package struct OpenEXRHeader: Equatable, Sendable {
    /// How chunks are packed, as numbered in files.
    package enum Compression: Int, Sendable {
        case none = 0
        case rle, zips, zip, piz, pxr24, b44, b44a, dwaa, dwab

        /// Rows in a chunk of scan lines.
        package var rowCount: Int {
            switch self {
            case .none, .rle, .zips: 1
            case .zip, .pxr24: 16
            case .piz, .b44, .b44a, .dwaa: 32
            case .dwab: 256
            }
        }
    }

    static let signature: [UInt8] = [0x76, 0x2F, 0x31, 0x01]
    /// Most bytes of a name or a type with the byte that ends it.
    private static let nameLimit = 256
    /// Most bytes of a list of channels.
    private static let channelsLimit = 1 << 16
    private static let partLimit = 1 << 10

    package private(set) var displayWindow = OpenEXRWindow(minX: 0, minY: 0, maxX: -1, maxY: -1)
    package private(set) var dataWindow = OpenEXRWindow(minX: 0, minY: 0, maxX: -1, maxY: -1)
    /// In the order of the file.
    package private(set) var channels: [OpenEXRChannel] = []
    /// nil for one that is unknown.
    package private(set) var compression: Compression?
    /// Whether chunks are stored from the top.
    package private(set) var isFromTop = true
    /// The size of tiles, at least 1; nil for scan lines.
    package private(set) var tile: (width: Int, height: Int)? {
        get { tileWidth > 0 ? (tileWidth, tileHeight) : nil }
        set { (tileWidth, tileHeight) = newValue ?? (0, 0) }
    }
    private var (tileWidth, tileHeight) = (0, 0)
    /// x and y of red, green, blue and white (CIE 1931); empty where the file does not say.
    package private(set) var chromaticities: [Float] = []
    /// The number of the part; nil in a file of one part, whose chunks have none.
    package private(set) var part: Int?
    /// Where the offsets of the chunks are.
    package private(set) var tableOffset = 0

    private var isDeep = false
    private var compressionNumber = 0
    private var chunkCount = 0
    private var hasDisplayWindow = false

    /// Why no picture is made of it; nil where one is.
    package var refusal: ImageError? {
        if isDeep { return .unsupported("an OpenEXR picture of deep pixels") }
        switch compression {
        case .dwaa, .dwab: return .unsupported("an OpenEXR picture in DWA compression")
        case .b44, .b44a:
            return channels.contains(where: \.isLogarithmic)
                ? .unsupported("an OpenEXR picture with logarithms in B44 compression") : nil
        case nil: return .unsupported("an OpenEXR picture in compression \(compressionNumber)")
        default: return nil
        }
    }

    /// Reads the header; throws `ImageError` where it is damaged.
    package init(_ reader: inout HeaderReader) throws(ImageError) {
        guard try reader.bytes(at: 0, limit: 4) == Self.signature else {
            throw .notAnImage("the file is not an OpenEXR picture")
        }
        let flags = try reader.uint32(4, littleEndian: true)
        guard flags & 0xFF <= 2 else { throw .unsupported("OpenEXR of version \(flags & 0xFF)") }
        let isMultipart = flags & 0x1000 != 0
        var (offset, count) = (8, 0)
        var chosen: OpenEXRHeader?
        var chunksBefore = 0
        while true {
            var found = OpenEXRHeader()
            found.isDeep = flags & 0x800 != 0
            let start = offset
            try found.readAttributes(&reader, &offset, isTiled: flags & 0x200 != 0)
            // A part without attributes ends the list of parts.
            if isMultipart, offset == start + 1 { break }
            if isMultipart { found.part = count }
            if chosen.map({ $0.isDeep && !found.isDeep }) ?? true {
                try found.check(start)
                found.tableOffset = chunksBefore
                chosen = found
            }
            count += 1
            chunksBefore += found.chunkCount
            guard isMultipart else { break }
            guard count < Self.partLimit else { throw .damaged("more than \(Self.partLimit) parts", offset: offset) }
        }
        guard var chosen else { throw .damaged("a file without parts", offset: offset) }
        chosen.tableOffset = offset + 8 * chosen.tableOffset
        self = chosen
    }

    private init() {}

    /// Reads the attributes of a part; `offset` moves behind the byte that ends them.
    private mutating func readAttributes(_ reader: inout HeaderReader, _ offset: inout Int, isTiled: Bool)
        throws(ImageError)
    {
        var (isTiled, described) = (isTiled, (width: 0, height: 0))
        while true {
            let name = try Self.text(at: &offset, &reader)
            if name.isEmpty { break }
            let type = try Self.text(at: &offset, &reader)
            let byteCount = try reader.uint32(offset, littleEndian: true)
            let start = offset + 4
            offset = start + byteCount
            func number(_ index: Int) throws(ImageError) -> Int {
                Int(Int32(truncatingIfNeeded: try reader.uint32(start + 4 * index, littleEndian: true)))
            }
            switch (name, type) {
            case ("dataWindow", "box2i"), ("displayWindow", "box2i"):
                let window = OpenEXRWindow(
                    minX: try number(0), minY: try number(1), maxX: try number(2), maxY: try number(3))
                if name == "dataWindow" { dataWindow = window } else { displayWindow = window }
                if name == "displayWindow" { hasDisplayWindow = true }
            case ("channels", "chlist"): channels = try Self.channels(at: start, byteCount, &reader)
            case ("compression", "compression"):
                compressionNumber = try reader.byte(start)
                compression = Compression(rawValue: compressionNumber)
            case ("lineOrder", "lineOrder"): isFromTop = try reader.byte(start) == 0
            case ("tiles", "tiledesc"): described = (try number(0), try number(1))
            case ("chromaticities", "chromaticities") where byteCount == 32:
                var values: [Float] = []
                for index in 0..<8 {
                    values.append(Float(bitPattern: UInt32(truncatingIfNeeded: try number(index))))
                }
                chromaticities = values
            case ("chunkCount", "int"): chunkCount = max(0, try number(0))
            case ("type", "string"):
                let kind = String(decoding: try reader.bytes(at: start, limit: min(byteCount, 32)), as: UTF8.self)
                isTiled = kind == "tiledimage"
                isDeep = kind.hasPrefix("deep")
            default: break
            }
        }
        guard isTiled, !isDeep else { return }
        guard described.width > 0, described.height > 0 else {
            throw .damaged("tiles of \(described.width) × \(described.height) pixels", offset: offset)
        }
        tile = described
    }

    /// Throws where required attributes are missing or impossible; `start` is where the part's attributes begin.
    private mutating func check(_ start: Int) throws(ImageError) {
        if !hasDisplayWindow { displayWindow = dataWindow }
        for window in [dataWindow, displayWindow] where window.width < 1 || window.height < 1 {
            throw .damaged("its header gives a size of \(window.width) × \(window.height) pixels", offset: start)
        }
        guard !channels.isEmpty else { throw .damaged("a part without channels", offset: start) }
        guard tile == nil || channels.allSatisfy({ $0.xSampling == 1 && $0.ySampling == 1 }) else {
            throw .damaged("tiles with fewer samples than pixels", offset: start)
        }
    }

    private static func channels(at start: Int, _ byteCount: Int, _ reader: inout HeaderReader) throws(ImageError)
        -> [OpenEXRChannel]
    {
        guard byteCount <= channelsLimit else {
            throw .tooLarge("an OpenEXR picture whose list of channels takes more than \(channelsLimit) bytes")
        }
        var (channels, offset): ([OpenEXRChannel], Int) = ([], start)
        while offset < start + byteCount {
            let place = offset
            let name = try text(at: &offset, &reader)
            if name.isEmpty { break }
            let kind = OpenEXRChannel.Kind(rawValue: try reader.uint32(offset, littleEndian: true))
            let columns = try reader.uint32(offset + 8, littleEndian: true)
            let rows = try reader.uint32(offset + 12, littleEndian: true)
            guard let kind, (1...1 << 16).contains(columns), (1...1 << 16).contains(rows) else {
                throw .damaged("a channel of an unknown kind", offset: place)
            }
            let isLogarithmic = try reader.byte(offset + 4) != 0
            channels.append(
                OpenEXRChannel(
                    name: name, kind: kind, isLogarithmic: isLogarithmic, xSampling: columns, ySampling: rows))
            offset += 16
        }
        return channels
    }

    /// Reads a text and the zero after it, and moves `offset` behind both.
    private static func text(at offset: inout Int, _ reader: inout HeaderReader) throws(ImageError) -> String {
        let bytes = try reader.bytes(at: offset, limit: nameLimit)
        guard let end = bytes.firstIndex(of: 0) else { throw .damaged("a name without an end", offset: offset) }
        offset += end + 1
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}
