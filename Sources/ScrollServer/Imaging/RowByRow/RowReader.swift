// What formats have in common whose rows are decoded one after the other.

import Pixels

/// Decodes the rows of a picture, each once, from the top.
protocol RowReader: SendableMetatype {
    /// In pixels, at least 1.
    var width: Int { get }
    var height: Int { get }
    var format: PixelFormat { get }
    /// ICC profile of the colours; nil for sRGB.
    var profile: [UInt8]? { get }
    /// Colour space of the samples in the file.
    var profileSpace: ColourProfile.Space { get }
    /// Conversion of four inks to RGB; nil for an approximation without a profile. Ignored where there are no inks.
    var inks: ColourConversion? { get set }
    /// Whether the first rows are missing in the file, and transparent.
    var isCut: Bool { get }

    /// Reads the header; throws `ImageError` where it is damaged, claims more than the file can contain, or is of a kind
    /// that is not decoded.
    init(_ source: ByteSource) throws(ImageError)

    /// Writes row `row`, the one after that of the call before, to the pixels from byte `start` of `pixels` on.
    ///
    /// There is room for `width * format.channelCount` bytes, which are 0.
    ///
    /// - Returns: false where the file ends, or its data make no sense; nothing further is read then.
    mutating func read(_ row: Int, into pixels: inout MutableSpan<UInt8>, at start: Int) -> Bool

    /// Returns the approximate bytes of memory that decoding takes.
    static func byteEstimate(width: Int, height: Int) -> Int
}

extension RowReader {
    var profile: [UInt8]? { nil }
    var profileSpace: ColourProfile.Space { format.isGray ? .gray : .rgb }
    var inks: ColourConversion? {
        get { nil }
        set {}
    }
    var isCut: Bool { false }

    /// That of a few rows of up to 2²¹ pixels.
    static func byteEstimate(width: Int, height: Int) -> Int {
        2 << 20 + min(width, ClaimedSize.rowByteLimit / 4) * 24
    }
}

/// Decodes pictures some rows at a time, by a reader of single rows.
///
/// Damage before the first row is thrown; damage after that ends the rows early and sets `isPartial`.
///
/// Not thread-safe: one task at a time may use a decoder.
final class RowByRowDecoder<Reader: RowReader>: TopDecoder {
    /// Bytes of pixels returned at once; a row if that is longer.
    private static var bandByteCount: Int { 1 << 18 }

    let width: Int
    let height: Int
    let format: PixelFormat
    private(set) var isPartial: Bool
    let profile: [UInt8]?
    var profileSpace: ColourProfile.Space { reader.profileSpace }
    var inks: ColourConversion? {
        get { reader.inks }
        set { reader.inks = newValue }
    }

    private var reader: Reader
    private let fileByteCount: Int
    private var nextRow = 0
    private var isEnded = false

    /// Reads the header; throws as the reader does.
    convenience init(source: ByteSource) throws(ImageError) { self.init(try Reader(source), source) }

    /// Decodes the rows of a reader that has read the header of `source`.
    init(_ reader: Reader, _ source: ByteSource) {
        (width, height, format, profile) = (reader.width, reader.height, reader.format, reader.profile)
        (self.reader, fileByteCount, isPartial) = (reader, source.count, reader.isCut)
    }

    static func byteEstimate(width: Int, height: Int) -> Int { Reader.byteEstimate(width: width, height: height) }

    func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int {
        guard nextRow < height, !isEnded else { return 0 }
        let rowByteCount = width * format.channelCount
        let wanted = min(height - nextRow, max(1, Self.bandByteCount / rowByteCount))
        let start = rows.count
        rows.append(contentsOf: repeatElement(0, count: wanted * rowByteCount))
        var count = 0
        var span = rows.mutableSpan
        while count < wanted, reader.read(nextRow + count, into: &span, at: start + count * rowByteCount) { count += 1 }
        rows.removeLast((wanted - count) * rowByteCount)
        nextRow += count
        guard count < wanted else { return count }
        (isPartial, isEnded) = (true, true)
        if nextRow == 0 { throw .noRows(offset: fileByteCount) }
        return count
    }
}
