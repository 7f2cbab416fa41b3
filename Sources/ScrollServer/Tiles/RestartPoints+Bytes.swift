// Serializes restart points for the disk.

import Imaging
import Metadata
import Pixels
import Platform

extension RestartPoints {
    /// The format's version; increase it when the form or the meaning of the bytes changes.
    private static let form = 3

    /// The serialized points of a picture that has been read to its end.
    var bytes: [UInt8] {
        var writer = IndexWriter()
        writer.put(Self.form)
        writer.put(orientation.rawValue)
        writer.put(coveredRows)
        writer.put(storedLevels.count)
        for level in storedLevels { writer.put(level) }
        writer.put(points.count)
        for point in points {
            switch point {
            case .jpeg(let point, let rows):
                writer.put(UInt8(0))
                for value in [point.strip, rows.lowerBound, rows.upperBound, point.scans.count] { writer.put(value) }
                for scan in point.scans {
                    for value in [
                        scan.offset, scan.bitCount, scan.untilMarker, scan.marker, scan.endOfBand, scan.isOver ? 1 : 0,
                        scan.predictions.count,
                    ] { writer.put(value) }
                    for value in scan.predictions { writer.put(Int(value)) }
                }
                writer.put(point.scanEnds.count)
                for value in point.scanEnds { writer.put(value) }
            case .png(let point):
                writer.put(UInt8(1))
                for value in [point.row, point.offset, point.chunkRemaining] { writer.put(value) }
                writer.put(point.prior)
                writer.put(point.inflater)
            }
        }
        return writer.bytes
    }

    /// Reads points that `bytes` wrote; nil for anything else.
    init?(bytes: [UInt8]) {
        var reader = IndexReader(bytes)
        guard reader.integer() == Self.form, let orientation = reader.integer().flatMap(Orientation.init),
            let coveredRows = reader.integer(), let storedLevels = reader.list(each: 8, Self.level),
            let points = reader.list(each: 1, Self.point), reader.isAtEnd
        else { return nil }
        self.init(orientation: orientation)
        for point in points { note(point, coveredRows: coveredRows) }
        end(rows: coveredRows, storedLevels: storedLevels)
    }

    private static func level(_ reader: inout IndexReader) -> Int? {
        reader.integer().flatMap { (0...Int.bitWidth / 2).contains($0) ? $0 : nil }
    }

    private static func point(_ reader: inout IndexReader) -> RestartPoint? {
        switch reader.byte() {
        case 0:
            guard let strip = reader.integer(), let first = reader.integer(), let end = reader.integer(), first >= 0,
                first < end, let scans = reader.list(each: 56, scan),
                let scanEnds = reader.list(each: 8, { $0.integer() }),
                scanEnds.allSatisfy({ $0 >= 0 })
            else { return nil }
            return .jpeg(JPEGRestartPoint(strip: strip, scans: scans, scanEnds: scanEnds), rows: first..<end)
        case 1:
            guard let row = reader.integer(), let offset = reader.integer(), let chunkRemaining = reader.integer(),
                let prior = reader.block(), let inflater = reader.inflaterPoint(), row >= 0, offset >= 0
            else { return nil }
            return .png(
                PNGRestartPoint(
                    row: row, offset: offset, chunkRemaining: chunkRemaining, prior: prior, inflater: inflater))
        default: return nil
        }
    }

    private static func scan(_ reader: inout IndexReader) -> JPEGRestartPoint.Scan? {
        guard let offset = reader.integer(), let bitCount = reader.integer(), let untilMarker = reader.integer(),
            let marker = reader.integer(), let endOfBand = reader.integer(), let isOver = reader.integer(), offset >= 0,
            (0..<8).contains(bitCount), endOfBand >= 0, (0...1).contains(isOver),
            let predictions = reader.list(each: 8, { $0.integer().flatMap(Int32.init(exactly:)) })
        else { return nil }
        return JPEGRestartPoint.Scan(
            offset: offset, bitCount: bitCount, predictions: predictions, untilMarker: untilMarker, marker: marker,
            endOfBand: endOfBand, isOver: isOver == 1)
    }
}

extension IndexWriter {
    fileprivate mutating func put(_ point: Inflater.Point) {
        put(point.stored ?? -1)
        put(point.codeLengths)
        put(point.literalCount)
        put(point.isInBlock)
        put(point.isLastBlock)
        put(point.bits)
        put(point.bitCount)
        put(point.output)
        put(point.pending)
        put(UInt64(point.checksum))
        put(point.remainingLimit)
        put(point.consumedByteCount)
    }
}

extension IndexReader {
    fileprivate mutating func inflaterPoint() -> Inflater.Point? {
        guard let stored = integer(), let codeLengths = block(), let literalCount = integer(), let isInBlock = bool(),
            let isLastBlock = bool(), let bits = number(), let bitCount = integer(), let output = block(),
            let pending = integer(), let checksum = number().flatMap(UInt32.init(exactly:)),
            let remainingLimit = integer(), let consumedByteCount = integer()
        else { return nil }
        return Inflater.Point(
            stored: stored < 0 ? nil : stored, codeLengths: codeLengths, literalCount: literalCount,
            isInBlock: isInBlock, isLastBlock: isLastBlock, bits: bits, bitCount: bitCount, output: output,
            pending: pending, checksum: checksum, remainingLimit: remainingLimit,
            consumedByteCount: consumedByteCount)
    }
}
