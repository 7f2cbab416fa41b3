// What the TIFF compressions have in common, and the simplest of them.

/// The decompressed bytes of one strip or tile, from its start.
protocol TIFFStream: AnyObject {
    /// Fills `buffer` with the next bytes.
    ///
    /// - Returns: the number of bytes: fewer than asked for at the end of the data, or before damage.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int

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

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var done = 0
        while done < buffer.count {
            if unsafe input.unread.isEmpty, !input.refill() { break }
            let part = unsafe UnsafeRawBufferPointer(rebasing: input.unread.prefix(buffer.count - done))
            unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...]).copyMemory(from: part)
            input.consume(part.count)
            done += part.count
        }
        return done
    }
}

/// Zeros, for a tile that has no bytes in the file.
final class TIFFZeroStream: TIFFStream {
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0)
        return buffer.count
    }
}

/// PackBits: runs of bytes (compression 32773; TIFF 6.0 §9).
final class TIFFPackBitsStream: TIFFStream {
    private let input: TIFFInput
    /// Bytes left of the current run, and the byte that it repeats; nil where its bytes are in the input.
    private var (remaining, repeated): (Int, UInt8?) = (0, nil)

    init(_ input: TIFFInput) { self.input = input }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var done = 0
        while done < buffer.count {
            if remaining == 0 { done = unsafe readShortRuns(buffer, done) }
            if done == buffer.count { break }
            if remaining == 0, !beginRun() { break }
            let count = min(remaining, buffer.count - done)
            let target = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count])
            if let repeated {
                unsafe target.initializeMemory(as: UInt8.self, repeating: repeated)
                (remaining, done) = (remaining - count, done + count)
            } else {
                if unsafe input.unread.isEmpty, !input.refill() { break }
                let part = unsafe UnsafeRawBufferPointer(rebasing: input.unread.prefix(count))
                unsafe target.copyMemory(from: part)
                input.consume(part.count)
                (remaining, done) = (remaining - part.count, done + part.count)
            }
        }
        return done
    }

    /// Reads whole runs while input and output have more than the longest run's bytes.
    ///
    /// Runs are copied sixteen bytes at a time.
    ///
    /// - Returns: how much of `buffer` is then filled.
    private func readShortRuns(_ buffer: UnsafeMutableRawBufferPointer, _ filled: Int) -> Int {
        let (unread, longest) = unsafe (input.unread, 144)
        var (place, done) = (0, filled)
        while place + longest < unread.count, done + longest <= buffer.count {
            let header = unsafe Int(unread[place])
            if header < 128 {
                for offset in stride(from: 0, through: header, by: 16) {
                    unsafe buffer.storeBytes(
                        of: unread.loadUnaligned(fromByteOffset: place &+ 1 &+ offset, as: SIMD16<UInt8>.self),
                        toByteOffset: done &+ offset, as: SIMD16<UInt8>.self)
                }
                place &+= header &+ 2
                done &+= header &+ 1
            } else if header > 128 {
                let bytes = unsafe SIMD16<UInt8>(repeating: unread[place &+ 1])
                for offset in stride(from: 0, to: 257 - header, by: 16) {
                    unsafe buffer.storeBytes(of: bytes, toByteOffset: done &+ offset, as: SIMD16<UInt8>.self)
                }
                place &+= 2
                done &+= 257 - header
            } else {
                place &+= 1
            }
        }
        input.consume(place)
        return done
    }

    private func beginRun() -> Bool {
        while unsafe input.unread.count > 1 || input.refill() || !input.unread.isEmpty {
            let header = unsafe input.unread[0]
            // 128 is a no-op.
            if header == 128 {
                input.consume(1)
            } else if header < 128 {
                input.consume(1)
                (remaining, repeated) = (Int(header) + 1, nil)
                return true
            } else {
                guard unsafe input.unread.count > 1 else { return false }
                (remaining, repeated) = unsafe (257 - Int(header), input.unread[1])
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

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var done = 0
        while done < buffer.count {
            let count = min(inflater.availableCount, buffer.count - done)
            if count > 0 {
                unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...]).copyBytes(
                    from: inflater.available.prefix(count))
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
