// What a decoder needs to go on in the middle of a JPEG.

/// The state of entropy decoding before a row of MCUs: of a picture of one scan the same at every scale, of one of several
/// scans that at full size.
package struct JPEGRestartPoint: Sendable, Equatable {
    /// How far one scan has been decoded.
    package struct Scan: Sendable, Equatable {
        /// Offset in the file of the byte that holds the next bit.
        package var offset: Int
        /// Bits of that byte that have been read, 0…7.
        package var bitCount: Int
        /// The last mean of each component (T.81 §F.2.2.1).
        package var predictions: [Int32]
        /// MCUs to the next restart marker, and its number, 0…7.
        package var untilMarker: Int
        package var marker: Int
        /// Blocks to come in which the scan has nothing more (T.81 §G.1.2.2).
        package var endOfBand = 0
        /// Whether the scan's data ended before.
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

    /// The row of MCUs that comes next.
    package var strip: Int
    package var scans: [Scan]
    /// Where the markers are that end the data of scans, in the file's order, so that whoever begins here need not look for
    /// them; empty for a picture of one scan.
    package var scanEnds: [Int] = []

    package init(strip: Int, scans: [Scan], scanEnds: [Int] = []) {
        self.strip = strip
        self.scans = scans
        self.scanEnds = scanEnds
    }
}
