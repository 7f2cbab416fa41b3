// Decoders that begin in the middle of a file, beside those that come from its top.

import Foundation
import Testing

@testable import Imaging
@testable import Pixels
@testable import Tiles

@Suite struct RestartPointTests {
    /// All rows, and the points told on the way with the number of rows given before.
    static func read(
        _ decoder: some RowSource
    ) throws -> (rows: [UInt8], points: [RestartPoint], isPartial: Bool) {
        var decoder = decoder
        var rows: [UInt8] = []
        var points: [RestartPoint] = []
        while true {
            if let point = decoder.restartPoint() { points.append(point) }
            if try decoder.readRows(into: &rows) == 0 { return (rows, points, decoder.isPartial) }
        }
    }

    /// Whether what follows from a point on is what a decoder from the top gives there.
    static func agrees(_ decoder: some RowSource, at point: RestartPoint, with all: [UInt8]) throws -> Bool {
        var decoder = decoder
        guard decoder.restart(at: point) else { return false }
        var rows: [UInt8] = []
        while try decoder.readRows(into: &rows) > 0 {}
        let rowByteCount = decoder.width * decoder.format.channelCount
        let first = min(point.firstExactRow, decoder.height)
        return Bytes.areEqual(rows.dropFirst((first - point.row) * rowByteCount), all.dropFirst(first * rowByteCount))
    }

    @Test("From each place in a JPEG the rest is the rest", .needs(.corpus), .optimised())
    func jpeg() throws {
        var (files, places, withMarkers, withScans) = (0, 0, 0, 0)
        for entry in try JPEGCorpus.entries() where entry.status == "ok" && entry.isOurs && entry.byteCount < 400_000 {
            let source = ByteSource(entry.bytes)
            let decoder = try JPEGDecoder(source: source)
            guard decoder.isRestartable else { continue }
            let all = try Self.read(decoder)
            files += 1
            if decoder.header.restartInterval > 0 { withMarkers += 1 }
            if decoder.hasCommonRestartPoints {
                let coarse = try Self.read(JPEGDecoder(source: source, scaleDenominator: 8))
                #expect(coarse.points == all.points, "\(entry.path)")
            } else if !all.points.isEmpty {
                withScans += 1
            }
            for point in all.points.enumerated().filter({ $0.offset % (all.points.count / 8 + 1) == 0 }) {
                let other = try JPEGDecoder(source: source)
                #expect(try Self.agrees(other, at: point.element, with: all.rows), "\(entry.path) at \(point.element)")
                places += 1
            }
        }
        print(
            "JPEG restart points: \(places) places in \(files) files, \(withMarkers) with restart markers, "
                + "\(withScans) of several scans")
        #expect(files > 200 && withMarkers > 10 && withScans > 40 && places > 1000)
    }

    @Test("From each place in a PNG the rest is the rest", .needs(.corpus), .optimised())
    func png() throws {
        var (files, places) = (0, 0)
        for file in PNGCorpusFile.all where file.status == "ok" {
            let bytes = try file.bytes()
            guard bytes.count < 6_000_000, let decoder = try? PNGDecoder(source: ByteSource(bytes)) else { continue }
            guard decoder.isRestartable else { continue }
            let all = try Self.read(decoder)
            files += 1
            for point in all.points.enumerated().filter({ $0.offset % (all.points.count / 8 + 1) == 0 }) {
                let other = try PNGDecoder(source: ByteSource(bytes))
                #expect(
                    try Self.agrees(other, at: point.element, with: all.rows), "\(file.path) at \(point.element.row)")
                #expect(!other.isPartial || all.isPartial)
                places += 1
            }
        }
        print("PNG restart points: \(places) places in \(files) files")
        #expect(files > 200 && places > 150)
    }

    @Test("Points outlive a write and a read, and other bytes are no points", .optimised())
    func bytes() throws {
        let photograph = FileTilesTests.picture(width: 700, height: 900)
        var points = RestartPoints(orientation: .left)
        let png = try Self.read(PNGDecoder(source: ByteSource(PNGEncoder.encode(photograph))))
        let jpeg = try Self.read(JPEGDecoder(source: ByteSource(JPEGEncoder.encode(photograph, quality: 80))))
        let progressive = try #require(JPEGFixture.all.first { $0.name.contains("progressive") }).bytes
        let scans = try Self.read(JPEGDecoder(source: ByteSource(progressive))).points
        #expect(png.points.count > 1 && jpeg.points.count > 50 && !scans.isEmpty)
        for point in scans {
            var points = RestartPoints(orientation: .up)
            points.note(point, coveredRows: point.row)
            points.end()
            #expect(RestartPoints(bytes: points.bytes) == points)
        }
        for point in png.points { points.note(point, coveredRows: point.row) }
        for point in jpeg.points where point.row > png.points.last?.row ?? 0 {
            points.note(point, coveredRows: point.row)
        }
        points.note(nil, coveredRows: 900)
        points.end()
        let bytes = points.bytes
        #expect(RestartPoints(bytes: bytes) == points)
        #expect(RestartPoints(bytes: []) == nil)
        var noise = RepeatableNoise(seed: 7)
        for _ in 0..<300 {
            var other = bytes
            other[Int.random(in: 0..<other.count, using: &noise)] ^= UInt8.random(in: 1...255, using: &noise)
            if Bool.random(using: &noise) { other.removeLast(Int.random(in: 1..<other.count, using: &noise)) }
            // Whatever is read, a decoder refuses it or gives some rows; it does not crash.
            for point in RestartPoints(bytes: other)?.points ?? [] {
                let jpeg = Bool.random(using: &noise) ? progressive : JPEGEncoder.encode(photograph, quality: 80)
                let file = ByteSource(point.isJPEG ? jpeg : PNGEncoder.encode(photograph))
                var rows: [UInt8] = []
                if point.isJPEG {
                    let decoder = try JPEGDecoder(source: file)
                    if decoder.restart(at: point) { _ = try? decoder.readRows(into: &rows) }
                } else {
                    let decoder = try PNGDecoder(source: file)
                    if decoder.restart(at: point) { _ = try? decoder.readRows(into: &rows) }
                }
                if Int.random(in: 0..<4, using: &noise) == 0 { break }
            }
        }
    }
}

extension RestartPoint {
    fileprivate var isJPEG: Bool { if case .jpeg = self { true } else { false } }
}
