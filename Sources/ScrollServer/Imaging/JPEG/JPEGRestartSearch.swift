// Finds restart points in a picture with restart intervals by its markers alone.

import Metadata
import Pixels
import Platform

/// Counts restart markers (T.81 §B.2.1, §E.2.4); the decoder's state after a marker follows from its number alone.
///
/// Only markers in order count: a decoder from the top passes each as the expected one, whatever lies between. From the
/// first marker out of order on, the search finds nothing.
///
/// Reads the file once, up to the requested row. Memory: one block of the file.
package struct JPEGRestartSearch {
    private static let blockByteCount = 1 << 18

    private let frame: JPEGFrame
    private let interval: Int
    private let reader: JPEGStripReader
    private let input: JPEGInput
    /// Restart markers passed.
    private var passed = 0
    /// Offset in the file of what follows the last marker passed.
    private var offset: Int

    /// Starts a search at `offset` in `source`, the first byte of entropy-coded data.
    ///
    /// `interval` is the MCUs between two markers, at least 1. `reader` moves from a marker to a row of MCUs and cannot
    /// be used otherwise afterwards.
    init(frame: JPEGFrame, interval: Int, reader: JPEGStripReader, source: ByteSource, offset: Int) {
        self.frame = frame
        self.interval = max(1, interval)
        self.reader = reader
        self.offset = offset
        input = JPEGInput(source, at: offset, blockByteCount: Self.blockByteCount)
    }

    /// Finds the state before the first row of MCUs that begins at or below a row of pixels at full size.
    ///
    /// Rows must be asked for from the top down. Nil where there is no such row, or the markers do not lead there.
    package mutating func point(atOrBelow row: Int) -> RestartPoint? {
        let height = frame.fullRows(ofStrip: 0).count
        let strip = (row + height - 1) / height
        guard (0..<frame.mcusHigh).contains(strip) else { return nil }
        let (whole, rest) = (strip * frame.mcusWide).quotientAndRemainder(dividingBy: interval)
        guard skipMarkers(to: whole) else { return nil }
        let start = JPEGRestartPoint(
            strip: strip,
            scans: [
                .init(
                    offset: offset, bitCount: 0,
                    predictions: [Int32](repeating: 0, count: frame.components.count), untilMarker: interval,
                    marker: passed & 7)
            ])
        if rest == 0 { return .jpeg(start, rows: frame.fullRows(ofStrip: strip)) }
        guard reader.restart(at: start) else { return nil }
        reader.skip(rest)
        return reader.restartPoint(strip).map { .jpeg($0, rows: frame.fullRows(ofStrip: strip)) }
    }

    /// Whether the markers lead to the picture's last interval.
    package mutating func reachesEnd() -> Bool { skipMarkers(to: (frame.mcusWide * frame.mcusHigh - 1) / interval) }

    /// Advances until `count` markers have been passed; false where fewer follow in order.
    private mutating func skipMarkers(to count: Int) -> Bool {
        while passed < count {
            guard nextMarker() == JPEGMarker.firstRestart + UInt8(passed & 7) else { return false }
            passed += 1
            offset = input.offset
        }
        return passed == count
    }

    /// Returns the next marker in the data and moves behind it; nil at the file's end.
    private func nextMarker() -> UInt8? {
        while true {
            var isFound = false
            let isThere = input.withBuffered { bytes in
                let index = Self.firstEscape(bytes)
                isFound = index < bytes.count
                return isFound ? index + 1 : index
            }
            guard isThere else { return nil }
            guard isFound else { continue }
            var code = input.nextByte()
            // Fill bytes (T.81 §B.1.1.2).
            while code == 0xFF { code = input.nextByte() }
            if code != 0 { return code }
        }
    }

    /// Returns the index of the first 0xFF not followed by a zero in `bytes`; `bytes.count` where there is none.
    private static func firstEscape(_ bytes: Span<UInt8>) -> Int {
        var index = 0
        while index < bytes.count {
            while index + 32 <= bytes.count {
                let words = bytes.load(at: index, as: SIMD4<UInt64>.self)
                // A byte that is 0xFF is 0 in the complement, where subtracting 1 borrows.
                let escapes = (~words &- 0x0101_0101_0101_0101) & words & 0x8080_8080_8080_8080
                if escapes.lowHalf | escapes.highHalf != SIMD2() { break }
                index += 32
            }
            while index < bytes.count, bytes[index] != 0xFF { index += 1 }
            guard index + 1 < bytes.count, bytes[index + 1] == 0 else { return index }
            index += 2
        }
        return bytes.count
    }
}
