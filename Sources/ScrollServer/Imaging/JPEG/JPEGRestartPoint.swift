// The state from which a decoder can continue in the middle of a JPEG.

/// The state of entropy decoding before a row of MCUs.
///
/// For a picture of one scan it is valid at every scale, for several scans only at full size.
package struct JPEGRestartPoint: Sendable, Equatable {
    /// How far one scan has been decoded.
    package struct Scan: Sendable, Equatable {
        /// Offset in the file of the byte that holds the next bit.
        package var offset: Int
        /// Bits of that byte that have been read, 0...7.
        package var bitCount: Int
        /// The previous mean (DC value) of each component (T.81 §F.2.2.1).
        package var predictions: [Int32]
        /// MCUs before the next restart marker, and that marker's number, 0...7.
        package var untilMarker: Int
        package var marker: Int
        /// Blocks ahead in which the band has nothing more (EOBRUN; T.81 §G.1.2.2).
        package var endOfBand = 0
        /// Whether the scan's data ended before this row.
        package var isOver = false

        package init(
            offset: Int, bitCount: Int, predictions: [Int32], untilMarker: Int, marker: Int, endOfBand: Int = 0,
            isOver: Bool = false
        ) {
            self.offset = offset
            self.bitCount = bitCount
            self.predictions = predictions
            self.untilMarker = untilMarker
            self.marker = marker
            self.endOfBand = endOfBand
            self.isOver = isOver
        }
    }

    /// The next row of MCUs.
    package var strip: Int
    package var scans: [Scan]
    /// File offsets of the markers that end the scans, in file order; empty for a picture of one scan.
    ///
    /// Saves a decoder that begins here the search for them.
    package var scanEnds: [Int] = []

    package init(strip: Int, scans: [Scan], scanEnds: [Int] = []) {
        self.strip = strip
        self.scans = scans
        self.scanEnds = scanEnds
    }
}
