// A run of consecutive points: x, the lines' values, and a pyramid of extremes for each line.

import Platform
import Synchronization

/// The layout of a block's points in memory.
///
/// ```
///  x, unless even: capacity × Float64
///  each line:      capacity × value, then smallest and largest of every 16 values, of every 256 …
/// ```
/// Every part begins at a multiple of 64 bytes. The extremes of the whole block are kept in `BlockTree` instead.
struct BlockForm: Sendable, Equatable {
    enum X: Sendable, Equatable {
        case stored
        /// The x of point i is exactly `start + i · step`, rounded as Float64 arithmetic does.
        case even(start: Double, step: Double)
    }

    struct Line: Sendable, Equatable {
        /// The offset of the values from the block's start, in bytes.
        let offset: Int
        /// Whether the values and extremes are Float32; only where this loses no bit.
        let isSingle: Bool
    }

    /// The number of points of a full block: a power of 16.
    let capacity: Int
    let x: X
    let lines: [Line]
    /// The bytes of the whole block.
    let byteCount: Int

    /// Lays out a block; `singles` says for each line whether it is Float32.
    init(capacity: Int, x: X, singles: [Bool]) {
        self.capacity = capacity
        self.x = x
        var offset = x == .stored ? Self.aligned(capacity * 8) : 0
        lines = singles.map { isSingle in
            defer { offset += Self.aligned(Self.elementCount(capacity) * (isSingle ? 4 : 8)) }
            return Line(offset: offset, isSingle: isSingle)
        }
        byteCount = offset
    }

    /// The number of values and extremes of one line.
    private static func elementCount(_ capacity: Int) -> Int {
        var (sum, level) = (capacity, capacity / 16)
        while level > 1 {
            sum += 2 * level
            level /= 16
        }
        return sum
    }

    private static func aligned(_ byteCount: Int) -> Int { (byteCount + 63) & ~63 }
}

/// The file that contains a block, and the block's offset in bytes.
struct BlockPlace: Sendable, Equatable {
    let file: UInt64
    let offset: Int
}

/// A run of consecutive points.
///
/// `@unchecked Sendable`: a full block is never written again. The only other block is the builder's tail. The builder
/// alone writes to it, on one thread, and only after the points that it has published. It publishes through a lock.
/// Readers get the number of published points, read no further, and use extremes only of groups that are wholly
/// published; so nothing that they read is ever written again.
///
/// Bounds: every index is checked against `capacity`, every line against `form.lines`, and `init` checks that the
/// memory is long enough for the form.
@safe final class SeriesBlock: @unchecked Sendable {
    let form: BlockForm
    let memory: SeriesMemory
    /// The block's place in a file of the server; nil where it is in no file.
    let place: BlockPlace?
    /// The checksum of a block that is in a file.
    let sum: UInt64?
    /// Whether the block's bytes have been compared with the sum: 0 not yet, 1 they agree, 2 they do not.
    private let check: Atomic<UInt8>
    private let base: UnsafeMutableRawPointer

    /// Uses memory as a block; nil where it is too short for the form.
    ///
    /// `sum` is the checksum of a block in a file. `isChecked` says that the bytes are known to have that sum.
    init?(
        form: BlockForm, memory: SeriesMemory, offset: Int = 0, place: BlockPlace? = nil, sum: UInt64? = nil,
        isChecked: Bool = true
    ) {
        guard offset >= 0, offset % 64 == 0, form.byteCount <= memory.byteCount - offset else { return nil }
        self.form = form
        self.memory = memory
        self.place = place
        self.sum = sum
        check = Atomic(isChecked || sum == nil ? 1 : 0)
        unsafe base = unsafe memory.base + offset
    }

    /// A block in memory of its own, all in Float64, ready to be filled.
    ///
    /// Throws when there is no memory.
    static func empty(capacity: Int, lineCount: Int) throws(SystemError) -> SeriesBlock {
        let form = BlockForm(capacity: capacity, x: .stored, singles: [Bool](repeating: false, count: lineCount))
        let memory = try SeriesMemory(byteCount: form.byteCount)
        guard let block = SeriesBlock(form: form, memory: memory) else { throw SystemError.outOfMemory("mmap") }
        return block
    }

    /// The whole block as it lies in memory.
    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: base, count: form.byteCount) }

    /// Compares the bytes with the block's sum, once.
    ///
    /// O(bytes) the first time.
    @inline(__always)
    func checkOnce() { if check.load(ordering: .acquiring) == 0 { compare() } }

    private func compare() {
        let isRight = unsafe BlockSum.of(bytes) == sum && !memory.isDamaged
        check.store(isRight ? 1 : 2, ordering: .releasing)
        if !isRight { MappingGuard.note() }
    }

    /// Whether nothing wrong has been read from this block so far.
    var isSound: Bool { check.load(ordering: .acquiring) != 2 && !memory.isDamaged }

    // MARK: Reading

    @inline(__always)
    func x(at index: Int) -> Double {
        precondition(index >= 0 && index < form.capacity)
        switch form.x {
        case .stored: return unsafe base.assumingMemoryBound(to: Double.self)[index]
        case .even(let start, let step): return start + Double(index) * step
        }
    }

    @inline(__always)
    func value(line: Int, at index: Int) -> Double {
        precondition(index >= 0 && index < form.capacity)
        let line = form.lines[line]
        let start = unsafe base + line.offset
        return unsafe line.isSingle
            ? Double(start.assumingMemoryBound(to: Float.self)[index])
            : start.assumingMemoryBound(to: Double.self)[index]
    }

    /// Copies the x of points `range` to the start of `target`.
    func copyX(_ range: Range<Int>, to target: UnsafeMutableBufferPointer<Double>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= form.capacity && range.count <= target.count)
        guard let start = target.baseAddress, !range.isEmpty else { return }
        switch form.x {
        case .stored:
            unsafe start.update(from: base.assumingMemoryBound(to: Double.self) + range.lowerBound, count: range.count)
        case .even(let first, let step):
            for index in range { unsafe start[index - range.lowerBound] = first + Double(index) * step }
        }
    }

    /// Copies the values of points `range` to the start of `target`.
    func copyValues(line: Int, _ range: Range<Int>, to target: UnsafeMutableBufferPointer<Double>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= form.capacity && range.count <= target.count)
        guard let start = target.baseAddress, !range.isEmpty else { return }
        let line = form.lines[line]
        let source = unsafe base + line.offset
        if line.isSingle {
            let values = unsafe source.assumingMemoryBound(to: Float.self)
            for index in range { unsafe start[index - range.lowerBound] = unsafe Double(values[index]) }
        } else {
            unsafe start.update(
                from: source.assumingMemoryBound(to: Double.self) + range.lowerBound, count: range.count)
        }
    }

    /// Calls `body` of the line's type with its values and extremes; `BlockForm` gives their number.
    @inline(__always)
    func withElements<Answer>(
        line: Int, single: (UnsafeMutablePointer<Float>) -> Answer, double: (UnsafeMutablePointer<Double>) -> Answer
    ) -> Answer {
        let line = form.lines[line]
        let start = unsafe base + line.offset
        return unsafe line.isSingle
            ? single(start.assumingMemoryBound(to: Float.self)) : double(start.assumingMemoryBound(to: Double.self))
    }

    // MARK: Writing, by the builder alone

    /// The x column of a block whose x is stored.
    var storedX: UnsafeMutablePointer<Double> {
        precondition(form.x == .stored)
        return unsafe base.assumingMemoryBound(to: Double.self)
    }

    /// The values of a line in Float64.
    func doubles(line: Int) -> UnsafeMutablePointer<Double> {
        let line = form.lines[line]
        precondition(!line.isSingle)
        return unsafe (base + line.offset).assumingMemoryBound(to: Double.self)
    }

    /// Computes the extremes of all groups that end within the points `range`, which have just been written.
    func buildExtremes(line: Int, _ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= form.capacity)
        let elements = unsafe doubles(line: line)
        var source = unsafe elements
        var (first, end) = (range.lowerBound / 16, range.upperBound / 16)
        var levelCount = form.capacity / 16
        var target = unsafe elements + form.capacity
        var isValues = true
        // Group g of a level covers 16 entries of the level below. These end at or before that level's own end.
        while levelCount > 1, first < end {
            for group in first..<end {
                var extent = ValueExtent()
                if isValues {
                    for index in group * 16..<group * 16 + 16 { unsafe extent.add(source[index]) }
                } else {
                    for index in group * 16..<group * 16 + 16 {
                        unsafe extent.add(ValueExtent(min: source[2 * index], max: source[2 * index + 1]))
                    }
                }
                unsafe target[2 * group] = extent.min
                unsafe target[2 * group + 1] = extent.max
            }
            isValues = false
            unsafe source = unsafe target
            unsafe target += 2 * levelCount
            levelCount /= 16
            (first, end) = (first / 16, end / 16)
        }
    }
}
