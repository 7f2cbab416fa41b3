// Decodes the picture of a HEIC file, some rows at a time.

import Metadata
import Pixels
import Tiling

/// Decodes a picture in a HEIF file that is coded as HEVC, cropped but not turned.
///
/// A grid is decoded by rows of its tiles, of which those that are not needed are left out; other pictures are decoded
/// in one piece. A damaged tile is grey.
///
/// Not thread-safe: one task at a time may use a decoder.
package struct HEICDecoder: RowSource {
    package let width: Int
    package let height: Int
    package let format: PixelFormat
    package let profile: [UInt8]?
    package var isPartial: Bool { rows.isPartial || alpha?.isPartial == true }
    /// What is wrong with a tile that is grey; nil where no tile that was read is damaged.
    package var damage: ImageError? {
        guard case .damaged(let text, let offset)? = rows.damage ?? alpha?.damage else { return nil }
        return .damagedInPart("a tile is grey, \(text)", offset: offset)
    }
    /// EXIF orientation, 1...8, that the file's own properties ask for.
    package let orientation: Int

    private let area: PixelRect
    /// Whether crops remove more than rounding.
    private let isCropped: Bool
    private let thumbnails: [Int]
    private var pictures: HEICPictures
    private var rows: HEICRows
    private var alpha: HEICAlpha?
    private var band: [UInt8] = []

    /// Opens the picture that a file shows.
    ///
    /// - Throws: `ImageError` where it is damaged, too large, or of a kind that is not decoded.
    package init(source: ByteSource) throws(ImageError) {
        var pictures = try HEICPictures(source)
        try self.init(pictures.file.primary(), pictures, nil, hasAlpha: true, depth: 0)
    }

    /// Opens an item; parameters are those of `HEICRows`.
    init(
        _ item: HEIFItem, _ pictures: HEICPictures, _ codePoints: HEIFColour.CodePoints?, hasAlpha: Bool, depth: Int
    ) throws(ImageError) {
        var pictures = pictures
        rows = try HEICRows(item, pictures, codePoints, hasAlpha: hasAlpha, depth: depth)
        area = item.properties.area
        (width, height) = (area.width, area.height)
        guard width > 0, height > 0 else { throw .damaged("a picture without pixels", offset: 0) }
        isCropped = item.properties.isCropped(beyond: 0.02)
        orientation = item.properties.orientation
        thumbnails = item.thumbnails
        var format = rows.format
        if hasAlpha, !format.hasAlpha, let found = item.alpha {
            let picture = try pictures.file.item(found.item)
            alpha = HEICAlpha(
                try HEICRows(picture, pictures, HEIFColour.CodePoints.full, hasAlpha: false, depth: depth + 1),
                isPremultiplied: found.isPremultiplied)
            format = format.isGray ? .grayAlpha : .rgba
        }
        self.format = format
        profile = depth == 0 ? try Self.profile(of: item, &pictures) : nil
        self.pictures = pictures
    }

    /// Returns the bytes of memory that decoding takes: of a large picture a row of tiles, else all of it.
    package static func byteEstimate(width: Int, height: Int) -> Int {
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        // Three planes of two bytes with half of the chroma, and pixels.
        return 1 << 20 + 6 * (overflow || count > 1 << 24 ? min(width, 1 << 21) * 1024 : count)
    }

    /// Asks before each row of tiles how many further processors may be used.
    package mutating func useProcessors(_ idleCount: (@Sendable () -> Int)?) { rows.idleCount = idleCount }

    /// Whether parts of the picture can be decoded without the others.
    package var supportsRandomAccess: Bool { rows.isGrid }

    /// Returns the first ICC profile or code points of a picture and of those that it is made of.
    private static func profile(
        of item: HEIFItem, _ pictures: inout HEICPictures
    ) throws(ImageError) -> [UInt8]? {
        var item = item
        for _ in 0..<HEICPictures.depthLimit {
            if let toneMapping = item.colour.codePoints?.toneMapping { return toneMapping.profile }
            if let range = item.colour.icc, range.count <= ColourProfile.byteLimit {
                let bytes = pictures.file.source.bytes(at: range.lowerBound, count: range.count)
                if ColourProfile(icc: bytes) != nil { return bytes }
            }
            if let codePoints = item.colour.codePoints { return codePoints.profile }
            guard let next = item.inputs.first else { return nil }
            item = try pictures.file.item(next)
        }
        return nil
    }

    /// Opens the smallest copy in the file that has at least so many pixels as stored; nil where none agrees.
    ///
    /// Copies of other proportions, turned otherwise, without the picture's alpha or of another dynamic range are not
    /// used.
    package func thumbnail(width least: Int, height leastHeight: Int) -> HEICDecoder? {
        guard !isCropped else { return nil }
        var pictures = pictures
        var best: HEICDecoder?
        for id in thumbnails.prefix(8) {
            guard let item = try? pictures.file.item(id), item.properties.area.width >= least,
                item.properties.area.height >= leastHeight, item.properties.orientation == orientation,
                item.properties.area.width <= best?.width ?? width,
                let found = try? HEICDecoder(item, pictures, nil, hasAlpha: true, depth: 1),
                found.format.hasAlpha == format.hasAlpha, found.rows.isToned == rows.isToned
            else { continue }
            let expected = Double(found.width) * Double(height) / Double(width)
            if abs(expected - Double(found.height)) <= max(1, expected * 0.02) { best = found }
        }
        return best
    }

    // MARK: Rows

    /// Begins in the middle; must be called before the first rows are read.
    ///
    /// - Parameters:
    ///   - row: the first row needed, 0..<`height`.
    ///   - columns: the pixels needed of each row; all others are undefined.
    /// - Returns: the first row that will be read: `row`, or one above.
    package mutating func begin(at row: Int, columns: Range<Int>) -> Int {
        let columns = columns.clamped(to: 0..<width)
        let wanted = columns.lowerBound + area.x..<columns.upperBound + area.x
        rows.begin(at: max(0, min(row, height - 1)) + area.y, columns: wanted)
        alpha?.begin(at: rows.row, columns: wanted, of: (rows.width, rows.height))
        return max(0, rows.row - area.y)
    }

    package mutating func readRows(into output: inout [UInt8]) throws(ImageError) -> Int {
        while rows.row < area.y + area.height {
            let first = rows.row
            band.removeAll(keepingCapacity: true)
            let count = try rows.read(into: &band)
            if count == 0 { return 0 }
            let taken = (first..<first + count).clamped(to: area.y..<area.y + area.height)
            if taken.isEmpty { continue }
            let rowByteCount = rows.width * rows.format.channelCount
            let kept = (taken.lowerBound - first) * rowByteCount..<(taken.upperBound - first) * rowByteCount
            if alpha != nil {
                try appendWithAlpha(kept, taken, to: &output)
            } else if area.width == rows.width {
                output += band[kept]
            } else {
                let step = rows.format.channelCount
                for start in stride(from: kept.lowerBound, to: kept.upperBound, by: rowByteCount) {
                    output += band[start + area.x * step..<start + (area.x + area.width) * step]
                }
            }
            return taken.count
        }
        return 0
    }

    /// Appends rows of `band` with the alpha of the auxiliary picture.
    private mutating func appendWithAlpha(
        _ kept: Range<Int>, _ taken: Range<Int>, to output: inout [UInt8]
    ) throws(ImageError) {
        let (colours, step) = (rows.format.channelCount, format.channelCount)
        for row in taken {
            guard let values = try alpha?.row(row, of: (rows.width, rows.height)) else { return }
            let start = kept.lowerBound + (row - taken.lowerBound) * rows.width * colours
            var line = [UInt8](repeating: 0, count: area.width * step)
            for column in 0..<area.width {
                for channel in 0..<colours {
                    line[column * step + channel] = band[start + (area.x + column) * colours + channel]
                }
                line[column * step + colours] = values[area.x + column]
            }
            if alpha?.isPremultiplied == true {
                AlphaWeighting.divide(&line, byteCount: line.count, channelCount: step)
            }
            output += line
        }
    }
}

/// The alpha of a picture, which may have another size than it.
struct HEICAlpha {
    let isPremultiplied: Bool
    var isPartial: Bool { rows.isPartial }
    var damage: ImageError? { rows.damage }
    private var rows: HEICRows
    private var band: [UInt8] = []
    /// The rows in `band`.
    private var held = 0..<0

    init(_ rows: HEICRows, isPremultiplied: Bool) {
        (self.rows, self.isPremultiplied) = (rows, isPremultiplied)
    }

    /// Begins in the middle of a picture of `size`, before the first rows are read.
    mutating func begin(at row: Int, columns: Range<Int>, of size: (width: Int, height: Int)) {
        // No overflow: sides have at most 32 bits.
        let left = columns.lowerBound * rows.width / size.width
        let right = (columns.upperBound * rows.width + size.width - 1) / size.width
        rows.begin(at: row * rows.height / size.height, columns: left..<max(left, right))
        held = rows.row..<rows.row
    }

    /// Returns a row for a picture of `size`; rows are asked for from the top.
    mutating func row(_ row: Int, of size: (width: Int, height: Int)) throws(ImageError) -> [UInt8] {
        let wanted = row * rows.height / size.height
        while wanted >= held.upperBound {
            let first = rows.row
            band.removeAll(keepingCapacity: true)
            let count = try rows.read(into: &band)
            guard count > 0 else { throw .damaged("alpha that ends early", offset: 0) }
            held = first..<first + count
        }
        let step = rows.format.channelCount
        let start = (wanted - held.lowerBound) * rows.width * step
        return (0..<size.width).map { band[start + $0 * rows.width / size.width * step] }
    }
}
