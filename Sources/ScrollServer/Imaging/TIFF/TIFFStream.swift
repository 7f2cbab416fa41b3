// What the TIFF compressions have in common, and the simplest of them.

import Pixels
import Platform

/// The decompressed bytes of one strip or tile, from its start.
protocol TIFFStream: AnyObject {
    /// Fills `range` of `bytes` with the next bytes.
    ///
    /// - Returns: the number of bytes: fewer than asked for at the end of the data, or before damage.
    func read(into bytes: inout MutableSpan<UInt8>, _ range: Range<Int>) -> Int

    /// The error, once `read` has returned fewer bytes than asked for; nil where the data just ends.
    var problem: ImageError? { get }

    /// Whether some of the rows returned so far were damaged.
    var isPartial: Bool { get }

    /// Whether an end-of-data code was read, and all further rows are zeros.
    var isBlank: Bool { get }
}

extension TIFFStream {
    var problem: ImageError? { nil }
    var isPartial: Bool { false }
    var isBlank: Bool { false }
}

/// Uncompressed bytes (compression 1).
final class TIFFPlainStream: TIFFStream {
    private let input: TIFFInput

    init(_ input: TIFFInput) { self.input = input }

    func read(into bytes: inout MutableSpan<UInt8>, _ range: Range<Int>) -> Int {
        var done = 0
        while done < range.count {
            if input.unread.isEmpty, !input.refill() { break }
            done += input.take(into: &bytes, range.lowerBound + done..<range.upperBound)
        }
        return done
    }
}

/// Zeros, for a tile that has no bytes in the file.
final class TIFFZeroStream: TIFFStream {
    func read(into bytes: inout MutableSpan<UInt8>, _ range: Range<Int>) -> Int {
        bytes.fill(range, with: 0)
        return range.count
    }
}

/// PackBits: runs of bytes (compression 32773; TIFF 6.0 §9).
final class TIFFPackBitsStream: TIFFStream {
    private let input: TIFFInput
    /// Bytes left of the current run, and the byte that it repeats; nil where its bytes are in the input.
    private var (remaining, repeated): (Int, UInt8?) = (0, nil)

    init(_ input: TIFFInput) { self.input = input }

    func read(into bytes: inout MutableSpan<UInt8>, _ range: Range<Int>) -> Int {
        var position = range.lowerBound
        while position < range.upperBound {
            if remaining == 0 { position = readShortRuns(&bytes, position..<range.upperBound) }
            if position == range.upperBound { break }
            if remaining == 0, !beginRun() { break }
            var count = min(remaining, range.upperBound - position)
            if let repeated {
                bytes.fill(position..<position + count, with: repeated)
            } else {
                if input.unread.isEmpty, !input.refill() { break }
                count = input.take(into: &bytes, position..<position + count)
            }
            (remaining, position) = (remaining - count, position + count)
        }
        return position - range.lowerBound
    }

    /// Reads whole runs while input and output have more than the longest run's bytes.
    ///
    /// Runs are copied sixteen bytes at a time.
    ///
    /// - Returns: the end of the part of `range` that is then filled.
    private func readShortRuns(_ bytes: inout MutableSpan<UInt8>, _ range: Range<Int>) -> Int {
        let (unread, longest) = (input.unread, 144)
        let all = input.block
        let block = all.span
        var (position, done) = (unread.lowerBound, range.lowerBound)
        while position + longest < unread.upperBound, done + longest <= range.upperBound {
            let header = Int(block[position])
            if header < 128 {
                for offset in stride(from: 0, through: header, by: 16) {
                    bytes.store(block.load(at: position &+ 1 &+ offset, as: SIMD16<UInt8>.self), at: done &+ offset)
                }
                position &+= header &+ 2
                done &+= header &+ 1
            } else if header > 128 {
                let run = SIMD16<UInt8>(repeating: block[position &+ 1])
                for offset in stride(from: 0, to: 257 - header, by: 16) { bytes.store(run, at: done &+ offset) }
                position &+= 2
                done &+= 257 - header
            } else {
                position &+= 1
            }
        }
        input.consume(position - unread.lowerBound)
        return done
    }

    private func beginRun() -> Bool {
        while input.unread.count > 1 || input.refill() || !input.unread.isEmpty {
            let header = input.block[input.position]
            // 128 is a no-op.
            if header == 128 {
                input.consume(1)
            } else if header < 128 {
                input.consume(1)
                (remaining, repeated) = (Int(header) + 1, nil)
                return true
            } else {
                guard input.unread.count > 1 else { return false }
                (remaining, repeated) = (257 - Int(header), input.block[input.position + 1])
                input.consume(2)
                return true
            }
        }
        return false
    }
}

/// A zlib stream (compressions 8 and 32946; Adobe's TIFF Tech Note of 2002).
final class TIFFDeflateStream: TIFFStream {
    private var input: TIFFInput
    private var inflater: Inflater
    private var isDone = false
    private(set) var problem: ImageError?

    /// Decompresses at most `byteCount` bytes, those of the whole strip or tile.
    init(_ input: TIFFInput, byteCount: Int) {
        self.input = input
        inflater = Inflater(limit: byteCount, outputByteCount: min(max(byteCount, 1 << 9), 1 << 16))
    }

    func read(into bytes: inout MutableSpan<UInt8>, _ range: Range<Int>) -> Int {
        var done = 0
        while done < range.count {
            let count = min(inflater.availableCount, range.count - done)
            if count > 0 {
                bytes.copy(inflater.available.span, 0..<count, to: range.lowerBound + done)
                inflater.discard(count)
                done += count
                continue
            }
            guard !isDone else { break }
            do throws(InflateError) {
                isDone = try inflater.inflate(from: &input) != .output
            } catch {
                problem = .damaged(error.fault.rawValue, offset: input.offset)
                isDone = true
            }
        }
        return done
    }
}
