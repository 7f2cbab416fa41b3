// The channels of a TIFF: samples of a pixel, or pages (OME-TIFF; ImageJ).

import Metadata
import Pixels

/// Where the channels of a TIFF's first picture are.
package struct TIFFChannels {
    private enum Place {
        case sample(Int)
        /// The file offset of a page's directory.
        case page(Int)
    }

    private let source: ByteSource
    private let places: [Place]
    /// The channels' names; empty where the file has none.
    package let names: [String]
    /// A colour for each channel, 0xRRGGBB: the file's, or else one of ours.
    package let colours: [UInt32]

    /// The colours of channels whose file names none.
    private static let usualColours: [UInt32] = [
        0xFF0000, 0x00FF00, 0x0000FF, 0xFF00FF, 0x00FFFF, 0xFFFF00, 0xFF8000, 0xFFFFFF,
    ]

    package var count: Int { places.count }

    /// Finds the channels; nil where the picture has none, or only one.
    ///
    /// Reads the directories of the pages that are channels, and of those between them.
    package init?(_ source: ByteSource) throws(ImageError) {
        self.source = source
        let fields = try TIFFFields(source)
        if let count = fields.channelSampleCount {
            (places, names) = ((0..<count).map { .sample($0) }, [])
            colours = Array(Self.usualColours.prefix(count))
            return
        }
        guard let axis = fields.channelAxis else { return nil }
        var chain = try TIFFPageChain(source)
        var pages: [Place] = []
        for index in 0...(axis.count - 1) * axis.step {
            guard let page = try chain.nextPage() else { return nil }
            if index % axis.step == 0 { pages.append(.page(page.offset)) }
        }
        (places, names) = (pages, axis.labels)
        colours = axis.colours.isEmpty ? Array(Self.usualColours.prefix(axis.count)) : axis.colours
    }

    /// Opens a channel as a picture of its own, in gray; nil where there is none.
    ///
    /// - Throws: `ImageError` where its directory is damaged or not supported.
    package func file(of channel: Int, window: SampleWindow?) throws(ImageError) -> TIFFFile? {
        guard places.indices.contains(channel) else { return nil }
        return switch places[channel] {
        case .sample(let sample): try TIFFFile(source: source, window: window, sample: sample)
        case .page(let offset): try TIFFFile(source: source.page(at: offset), window: window, sample: 0)
        }
    }
}

/// Rows of a TIFF's pyramid level.
package protocol TIFFRows {
    /// In pixels.
    var width: Int { get }
    /// In pixels.
    var height: Int { get }
    /// The next row.
    var row: Int { get }
    var format: PixelFormat { get }
    /// The pixels of each row that are read: all, until reading begins for some.
    var columns: Range<Int> { get }
    /// Whether all rows so far are undamaged.
    var isSound: Bool { get }
    /// The pixel of all further rows, where they need not be read.
    var fillPixel: [UInt8]? { get }
    /// How often the level's sides were halved: 0 for rows as they are.
    var halvings: Int { get }

    /// Begins in the middle; must be called before the first rows are read.
    ///
    /// - Parameters:
    ///   - first: the first row needed, 0..<`height`.
    ///   - columns: the pixels needed, within `width`; `columns` are then those, and others.
    mutating func begin(at first: Int, columns: Range<Int>)

    /// Appends the next rows.
    ///
    /// - Returns: the number of rows; 0 at the end, and where the rest is damaged.
    mutating func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int
}

extension TIFFRows {
    package var halvings: Int { 0 }
}

extension TIFFLevelRows: TIFFRows {}

/// Rows of several channels, each in its colour, added.
package struct TIFFChannelRows: TIFFRows {
    private struct Channel {
        var rows: TIFFLevelRows
        let colour: SIMD4<UInt32>
        /// Gray rows that are still to be added.
        var levels: [UInt8] = []

        /// Reads these columns of rows from row `start` on, where none are left; false at the end.
        mutating func fill(from start: Int, _ columns: Range<Int>) throws(ImageError) -> Bool {
            while levels.isEmpty {
                let first = rows.row
                let count = try rows.readRows(into: &levels)
                if count == 0 { return false }
                // Those above the first common row are not needed.
                let (width, left) = (rows.columns.count, columns.lowerBound - rows.columns.lowerBound)
                levels.removeFirst(min(count, max(0, start - first)) * width)
                if columns == rows.columns { continue }
                levels = stride(from: left, to: levels.count, by: width).reduce(into: []) { needed, start in
                    needed += levels[start..<start + columns.count]
                }
            }
            return true
        }
    }

    package let width: Int
    package let height: Int
    package private(set) var row = 0
    package let format = PixelFormat.rgb
    package private(set) var columns: Range<Int>
    private var channels: [Channel]

    /// Adds channels, at least one, each with its colour, 0xRRGGBB; nil where they differ in size or are not gray.
    package init?(_ channels: [(rows: TIFFLevelRows, colour: UInt32)]) {
        guard let first = channels.first?.rows,
            channels.allSatisfy({
                $0.rows.width == first.width && $0.rows.height == first.height && $0.rows.format == .gray
            })
        else { return nil }
        (width, height, columns) = (first.width, first.height, 0..<first.width)
        self.channels = channels.map { rows, colour in
            Channel(rows: rows, colour: SIMD4(colour >> 16 & 255, colour >> 8 & 255, colour & 255, 0))
        }
    }

    package var isSound: Bool { channels.allSatisfy(\.rows.isSound) }
    package var fillPixel: [UInt8]? { nil }

    package mutating func begin(at first: Int, columns: Range<Int>) {
        for index in channels.indices { channels[index].rows.begin(at: first, columns: columns) }
        // Channels may have tiles of different widths.
        let common = channels.map(\.rows.columns).reduce(0..<width) { $0.clamped(to: $1) }
        self.columns = columns.isEmpty ? common : columns.clamped(to: common)
        // Strips may begin at different rows.
        row = channels.map(\.rows.row).max() ?? 0
    }

    package mutating func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int {
        var count = Int.max
        for index in channels.indices {
            guard try channels[index].fill(from: row, columns) else { return 0 }
            count = min(count, channels[index].levels.count / columns.count)
        }
        let start = rows.count
        rows.append(contentsOf: repeatElement(0, count: count * columns.count * 3))
        var output = rows.mutableSpan
        for index in channels.indices {
            let (levels, colour) = (channels[index].levels, channels[index].colour)
            add(levels.span, count * columns.count, in: colour, to: &output, at: start)
            channels[index].levels.removeFirst(count * columns.count)
        }
        row += count
        return count
    }

    /// Adds the colour of `count` levels to pixels, at most white.
    private func add(
        _ levels: Span<UInt8>, _ count: Int, in colour: SIMD4<UInt32>, to output: inout MutableSpan<UInt8>,
        at start: Int
    ) {
        for index in 0..<count {
            // Division by 255, rounded.
            let product = colour &* UInt32(levels[index]) &+ 128
            let part = (product &+ product &>> 8) &>> 8
            for channel in 0..<3 {
                let place = start &+ 3 &* index &+ channel
                output[place] = UInt8(truncatingIfNeeded: min(255, UInt32(output[place]) &+ part[channel]))
            }
        }
    }
}
