// The inverse transforms of a lossless WebP, row by row (RFC 9649 §3.5).

/// A transform that the encoder applied to the pixels.
enum VP8LTransform {
    case prediction(VP8LPrediction)
    case colour(VP8LColourTransform)
    case subtractGreen
    case palette(VP8LPalette)

    /// Undoes the transform for the next row, in place.
    ///
    /// `row` has as many pixels as the picture is wide; a palette uses fewer at first.
    func undo(_ row: inout [UInt32]) {
        switch self {
        case .prediction(let prediction): prediction.undo(&row)
        case .colour(let transform): transform.undo(&row)
        case .subtractGreen: Self.addGreen(&row)
        case .palette(let palette): palette.undo(&row)
        }
    }

    /// Adds green to red and blue (§3.5.3).
    private static func addGreen(_ row: inout [UInt32]) {
        var row = row.mutableSpan
        for index in row.indices {
            let pixel = row[index]
            let green = pixel &>> 8 & 0xFF
            row[index] = pixel & 0xFF00_FF00 | (pixel & 0x00FF_00FF &+ (green &<< 16 | green)) & 0x00FF_00FF
        }
    }
}

/// Adds back the multiples of green and red that were removed from red and blue, for each block (§3.5.2).
final class VP8LColourTransform {
    private let width: Int
    private let blockBitCount: Int
    private let factors: [UInt32]
    private var rowCount = 0

    /// Keeps the `factors` of each block, stored as the pixels of an image.
    init(width: Int, blockBitCount: Int, factors: [UInt32]) {
        self.width = width
        self.blockBitCount = blockBitCount
        self.factors = factors
    }

    func undo(_ row: inout [UInt32]) {
        var row = row.mutableSpan
        let blocksPerRow = VP8LPixels.blockCount(width, blockBitCount)
        let first = rowCount >> blockBitCount * blocksPerRow
        for block in 0..<blocksPerRow {
            let factor = factors[first + block]
            let greenToRed = Int32(Int8(truncatingIfNeeded: factor))
            let greenToBlue = Int32(Int8(truncatingIfNeeded: factor >> 8))
            let redToBlue = Int32(Int8(truncatingIfNeeded: factor >> 16))
            var pixels = row._mutatingExtracting(block << blockBitCount..<min((block + 1) << blockBitCount, width))
            for column in pixels.indices {
                let pixel = pixels[column]
                let green = Int32(Int8(truncatingIfNeeded: pixel &>> 8))
                let red = Int32(truncatingIfNeeded: pixel &>> 16) &+ (greenToRed &* green) &>> 5
                let signedRed = Int32(Int8(truncatingIfNeeded: red))
                let blue =
                    Int32(truncatingIfNeeded: pixel) &+ (greenToBlue &* green) &>> 5
                    &+ (redToBlue &* signedRed) &>> 5
                pixels[column] =
                    pixel & 0xFF00_FF00 | UInt32(truncatingIfNeeded: red & 0xFF) &<< 16
                    | UInt32(truncatingIfNeeded: blue & 0xFF)
            }
        }
        rowCount += 1
    }
}

/// A palette whose indices are in green, several per pixel if they are small (§3.5.4).
final class VP8LPalette {
    private let width: Int
    /// 256 colours; missing ones are transparent.
    private let colours: [UInt32]
    /// log₂ of the number of indices in a pixel: 0...3.
    let bundleBitCount: Int

    init(width: Int, colours: [UInt32]) {
        self.width = width
        bundleBitCount = colours.count <= 2 ? 3 : colours.count <= 4 ? 2 : colours.count <= 16 ? 1 : 0
        self.colours = Array((colours + [UInt32](repeating: 0, count: 256)).prefix(256))
    }

    /// Width of the coded image.
    var codedWidth: Int { VP8LPixels.blockCount(width, bundleBitCount) }

    func undo(_ row: inout [UInt32]) {
        let (colours, width, bundleBitCount) = (colours, width, bundleBitCount)
        var row = row.mutableSpan
        if bundleBitCount == 0 {
            for column in 0..<width { row[column] = colours[Int(row[column] &>> 8 & 0xFF)] }
            return
        }
        // From right to left, so that no index is overwritten before it is used.
        let indexBitCount = 8 >> bundleBitCount
        let positionMask = 1 << bundleBitCount - 1
        let indexMask = UInt32(1) << UInt32(indexBitCount) - 1
        for column in (0..<width).reversed() {
            let bundle = row[column &>> bundleBitCount] &>> 8
            let shift = UInt32(truncatingIfNeeded: (column & positionMask) &* indexBitCount)
            // The bits of green alone, 8 shifted by less than 8; the index is the lowest of them.
            row[column] = colours[Int((bundle & 0xFF) &>> shift & indexMask)]
        }
    }
}
