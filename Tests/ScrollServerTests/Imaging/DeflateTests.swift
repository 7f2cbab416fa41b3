// Deflating and inflating, zlib being the judge.
import Foundation
import Testing

@testable import Pixels

/// Inputs small enough for debug builds that use all kinds of blocks and matches.
struct DeflateSample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]

    static let all: [DeflateSample] = {
        var generator = RepeatableNoise(seed: 11)
        let noise = generator.bytes(3000)
        let letters = (0..<4000).map { _ in UInt8(97 + generator.next() % 3 * (generator.next() % 5)) }
        let patterns = (1...20).flatMap { period in (0..<60).map { noise[$0 % period + period] } }
        return [
            DeflateSample(testDescription: "nothing", bytes: []),
            DeflateSample(testDescription: "one byte", bytes: [42]),
            DeflateSample(testDescription: "noise", bytes: noise),
            DeflateSample(testDescription: "letters", bytes: letters),
            DeflateSample(testDescription: "a long run", bytes: [UInt8](repeating: 7, count: 40_000)),
            DeflateSample(testDescription: "patterns of every short period", bytes: patterns),
            DeflateSample(
                testDescription: "far matches", bytes: noise + [UInt8](repeating: 0, count: 29_768) + noise + letters),
        ]
    }()
}

@Suite struct DeflateTests {
    /// Inflates `stream` in pieces of `pieceByteCount`, taking the output as it comes.
    private func inflate(
        _ stream: [UInt8], pieceByteCount: Int, limit: Int = .max / 2, outputByteCount: Int = 1000
    ) throws(InflateError) -> (bytes: [UInt8], outcome: Inflater.Outcome) {
        var inflater = Inflater(limit: limit, outputByteCount: outputByteCount)
        var output: [UInt8] = []
        var offset = 0
        var outcome = Inflater.Outcome.needsInput
        repeat {
            let piece = Array(stream[offset..<min(offset + pieceByteCount, stream.count)])
            let taken = try inflater.inflate(piece.span)
            outcome = taken.outcome
            offset += taken.consumed
            output += inflater.available
            inflater.discard(inflater.availableCount)
        } while outcome == .outputFull || outcome == .needsInput && offset < stream.count
        return (output, outcome)
    }

    @Test(arguments: DeflateSample.all)
    func `what we deflate we inflate, in any split`(sample: DeflateSample) throws {
        let stream = Deflater.zlib(sample.bytes, rowByteCount: 60)
        for pieceByteCount in [1, 2, 7, 100, stream.count] {
            let (bytes, outcome) = try inflate(stream, pieceByteCount: pieceByteCount)
            #expect(bytes == sample.bytes)
            #expect(outcome == .finished)
        }
    }

    @Test(.needs(.python), arguments: DeflateSample.all)
    func `zlib inflates what we deflate`(sample: DeflateSample) throws {
        let bytes = try PythonOracle.run(
            "import sys, zlib; sys.stdout.buffer.write(zlib.decompress(sys.stdin.buffer.read()))",
            input: Deflater.zlib(sample.bytes))
        #expect(bytes == sample.bytes)
    }

    /// Stored blocks, fixed codes, Huffman without matches, runs, and the best code.
    @Test(
        .needs(.python),
        arguments: ["0, 0", "6, 4", "6, 2", "6, 3", "9, 0"], DeflateSample.all)
    func `we inflate what zlib deflates, in any split`(settings: String, sample: DeflateSample) throws {
        let stream = try PythonOracle.run(
            """
            import sys, zlib
            level, strategy = \(settings)
            compressor = zlib.compressobj(level, zlib.DEFLATED, 15, 9, strategy)
            data = sys.stdin.buffer.read()
            half = len(data) // 2
            stream = compressor.compress(data[:half]) + compressor.flush(zlib.Z_FULL_FLUSH)
            sys.stdout.buffer.write(stream + compressor.compress(data[half:]) + compressor.flush())
            """, input: sample.bytes)
        for pieceByteCount in [1, 13, stream.count] {
            let (bytes, outcome) = try inflate(stream, pieceByteCount: pieceByteCount)
            #expect(bytes == sample.bytes)
            #expect(outcome == .finished)
        }
    }

    @Test func `inflating stops at the limit`() throws {
        let stream = Deflater.zlib([UInt8](repeating: 7, count: 50_000))
        for limit in [0, 1, 257, 258, 259, 1999, 49_999] {
            let (bytes, outcome) = try inflate(stream, pieceByteCount: stream.count, limit: limit)
            #expect(bytes.count == limit)
            #expect(outcome == .limitReached)
        }
        let (bytes, outcome) = try inflate(stream, pieceByteCount: stream.count, limit: 50_000)
        #expect(bytes.count == 50_000)
        #expect(outcome == .finished)
    }

    /// Streams by hand, after the clauses of RFC 1950 and RFC 1951 that they break.
    @Test(arguments: [
        (InflateError.Fault.header, [0x78, 0x02] as [UInt8]), (.header, [0x79, 0x9C]), (.header, [0x88, 0x1C]),
        (.dictionary, [0x78, 0xBB]),
        (.blockType, [0x78, 0x01, 0x07]),
        (.storedLength, [0x78, 0x01, 0x01, 0x05, 0x00, 0xFA, 0xFE]),
        // HLIT 30 (287 symbols); HDIST 31.
        (.symbolCount, [0x78, 0x01, 0xF5, 0x00, 0x00]),
        (.symbolCount, [0x78, 0x01, 0x05, 0x1F, 0x00]),
        // All code lengths 0.
        (.codeLengths, [0x78, 0x01, 0x05, 0x00, 0x00, 0x00, 0x00]),
        // Fixed code: length 3 at distance 1 before any byte.
        (.distance, [0x78, 0x01, 0x03, 0x02, 0x00, 0x00]),
        // Fixed code: symbol 286.
        (.symbol, [0x78, 0x01, 0x1B, 0x03, 0x00, 0x00]),
        (.checksum, [0x78, 0x01, 0x03, 0x00, 0x00, 0x00, 0x00, 0x02]),
    ])
    func `a stream that breaks the format is refused, in any split alike`(
        fault: InflateError.Fault, stream: [UInt8]
    ) throws {
        // Bytes behind, so that every check has all of the bits it looks at.
        let padded = stream + [UInt8](repeating: 0, count: 24)
        var errors: [InflateError] = []
        for pieceByteCount in [1, 2, 3, padded.count] {
            do throws(InflateError) {
                _ = try inflate(padded, pieceByteCount: pieceByteCount)
                Issue.record("not refused")
            } catch {
                errors.append(error)
            }
        }
        #expect(errors.allSatisfy { $0.fault == fault })
        #expect(Set(errors.map(\.offset)).count == 1)
    }

    /// Any damage gives the same bytes and the same end, however the input is split.
    @Test func `damage is met alike in any split`() {
        var generator = RepeatableNoise(seed: 4)
        let streams = DeflateSample.all.map { Deflater.zlib(Array($0.bytes.prefix(1500))) }
        for round in 0..<300 {
            var stream = streams[round % streams.count]
            for _ in 0...Int(generator.next() % 3) {
                stream[Int(generator.next() % UInt64(stream.count))] = UInt8(truncatingIfNeeded: generator.next())
            }
            let results = [1, 5, stream.count].map { pieceByteCount -> String in
                do throws(InflateError) {
                    let (bytes, outcome) = try inflate(stream, pieceByteCount: pieceByteCount, limit: 5000)
                    return "\(Data(bytes).base64EncodedString()) \(outcome)"
                } catch {
                    return "\(error)"
                }
            }
            #expect(Set(results).count == 1, "round \(round): \(results)")
        }
    }

    @Test func `checksums`() {
        // The values are Python's zlib.adler32 and zlib.crc32 of the same bytes.
        let bytes = (0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 3) }
        var adler = Adler32()
        var crc = CRC32()
        for range in [0..<5, 5..<5, 5..<1300, 1300..<2000] {
            adler.update(bytes.span.extracting(range))
            crc.update(bytes.span.extracting(range))
        }
        #expect(adler.value == 1821172798)
        #expect(crc.value == 3036722825)
        var full = Adler32()
        let ones = [UInt8](repeating: 255, count: 20_000)
        full.update(ones.span)
        #expect(full.value == 2672940644)
    }
}
