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
    static func elementCount(_ capacity: Int) -> Int {
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
struct BlockLocation: Sendable, Equatable {
    let file: UInt64
    let offset: Int
}

/// A run of consecutive points.
///
/// `@unchecked Sendable`: a full block is never written again. The only other block is the builder's tail. The builder
/// alone writes to it, on one thread, and only after the points that it has published. It publishes through a lock.
/// Readers get the number of published points, read no further, and use extremes only of groups that are wholly
/// published; so nothing that they read is ever written again.
final class SeriesBlock: @unchecked Sendable {
    let form: BlockForm
    private let memory: SeriesMemory
    /// The offset of the block's first byte in its memory.
    private let offset: Int
    /// Where the block is in a file of the server; nil where it is in no file.
    let location: BlockLocation?
    /// The checksum of a block that is in a file.
    let sum: UInt64?
    /// Whether the block's bytes have been compared with the sum: 0 not yet, 1 they agree, 2 they do not.
    private let check: Atomic<UInt8>

    /// Uses memory as a block; nil where it is too short for the form.
    ///
    /// `sum` is the checksum of a block in a file. `isChecked` says that the bytes are known to have that sum.
    init?(
        form: BlockForm, memory: SeriesMemory, offset: Int = 0, location: BlockLocation? = nil, sum: UInt64? = nil,
        isChecked: Bool = true
    ) {
        guard offset >= 0, offset % 64 == 0, form.byteCount <= memory.byteCount - offset else { return nil }
        self.form = form
        self.memory = memory
        self.offset = offset
        self.location = location
        self.sum = sum
        check = Atomic(isChecked || sum == nil ? 1 : 0)
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

    /// Calls `body` with the whole block as it lies in memory.
    func readBytes<Answer>(_ body: (Span<UInt8>) -> Answer) -> Answer {
        memory.read(UInt8.self, at: offset, count: form.byteCount, body)
    }

    /// Compares the bytes with the block's sum, once.
    ///
    /// O(bytes) the first time.
    @inline(__always)
    func checkOnce() { if check.load(ordering: .acquiring) == 0 { compare() } }

    private func compare() {
        let isRight = readBytes(BlockSum.of) == sum && !memory.isDamaged
        check.store(isRight ? 1 : 2, ordering: .releasing)
        if !isRight { MappingGuard.note() }
    }

    /// Whether nothing wrong has been read from this block so far.
    var isSound: Bool { check.load(ordering: .acquiring) != 2 && !memory.isDamaged }

    // MARK: Reading

    @inline(__always)
    func x(at index: Int) -> Double {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: form.capacity))
        switch form.x {
        case .stored: return memory.load(at: offset &+ 8 &* index, as: Double.self)
        case .even(let start, let step): return start + Double(index) * step
        }
    }

    @inline(__always)
    func value(line: Int, at index: Int) -> Double {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: form.capacity))
        let line = form.lines[line]
        let start = offset &+ line.offset
        return line.isSingle
            ? Double(memory.load(at: start &+ 4 &* index, as: Float.self))
            : memory.load(at: start &+ 8 &* index, as: Double.self)
    }

    /// Appends the x of points `range` to `target`, where there must be room.
    func copyX(_ range: Range<Int>, to target: inout OutputSpan<Double>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= form.capacity)
        switch form.x {
        case .stored: memory.append(at: offset + 8 * range.lowerBound, count: range.count, to: &target)
        case .even(let first, let step): for index in range { target.append(first + Double(index) * step) }
        }
    }

    /// Appends the values of points `range` to `target`, where there must be room.
    func copyValues(line: Int, _ range: Range<Int>, to target: inout OutputSpan<Double>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= form.capacity)
        let line = form.lines[line]
        let start = offset + line.offset
        guard line.isSingle else {
            return memory.append(at: start + 8 * range.lowerBound, count: range.count, to: &target)
        }
        memory.read(Float.self, at: start + 4 * range.lowerBound, count: range.count) { values in
            for index in values.indices { target.append(Double(values[index])) }
        }
    }

    /// Calls `body` with the x of points `range` of a block whose x is stored.
    func readX<Answer>(_ range: Range<Int>, _ body: (Span<Double>) -> Answer) -> Answer {
        precondition(form.x == .stored && range.lowerBound >= 0 && range.upperBound <= form.capacity)
        return memory.read(Double.self, at: offset + 8 * range.lowerBound, count: range.count, body)
    }

    /// Calls the body of the line's type with its values, then its extremes.
    @inline(__always)
    func readElements<Answer>(
        line: Int, single: (Span<Float>) -> Answer, double: (Span<Double>) -> Answer
    ) -> Answer {
        let line = form.lines[line]
        let (start, count) = (offset + line.offset, BlockForm.elementCount(form.capacity))
        return line.isSingle
            ? memory.read(Float.self, at: start, count: count, single)
            : memory.read(Double.self, at: start, count: count, double)
    }

    /// Calls `body` with the values and extremes of a line in Float64.
    func readDoubles<Answer>(line: Int, _ body: (Span<Double>) -> Answer) -> Answer {
        precondition(!form.lines[line].isSingle)
        return memory.read(
            Double.self, at: offset + form.lines[line].offset, count: BlockForm.elementCount(form.capacity), body)
    }

    // MARK: Writing, by the builder alone

    /// Sets the x of the points from `index` on, of a block whose x is stored.
    func storeX(_ x: Span<Double>, at index: Int) {
        precondition(form.x == .stored && index >= 0 && x.count <= form.capacity - index)
        memory.store(x, at: offset + 8 * index)
    }

    /// Sets the values of the points from `index` on, of a line in Float64, and computes the extremes of all groups
    /// that end within them.
    func storeValues(line: Int, _ values: Span<Double>, at index: Int) {
        precondition(index >= 0 && values.count <= form.capacity - index && !form.lines[line].isSingle)
        let start = offset + form.lines[line].offset
        memory.store(values, at: start + 8 * index)
        memory.write(Double.self, at: start, count: BlockForm.elementCount(form.capacity)) {
            buildExtremes(&$0, index..<index + values.count)
        }
    }

    @inline(__always)
    private static func extent(_ values: Span<Double>) -> ValueExtent {
        var extent = ValueExtent()
        for index in values.indices { extent.add(values[index]) }
        return extent
    }

    private func buildExtremes(_ elements: inout MutableSpan<Double>, _ range: Range<Int>) {
        var (first, end) = (range.lowerBound / 16, range.upperBound / 16)
        var levelCount = form.capacity / 16
        guard levelCount > 1 else { return }
        var (source, target) = (0, form.capacity)
        for group in first..<end {
            let extent = Self.extent(elements.span.extracting(16 * group..<16 * group + 16))
            elements.store(SIMD2(extent.min, extent.max), at: target + 2 * group)
        }
        // Group g of a level covers 16 entries of the level below. These end at or before that level's own end.
        while true {
            (source, target) = (target, target + 2 * levelCount)
            levelCount /= 16
            (first, end) = (first / 16, end / 16)
            guard levelCount > 1, first < end else { return }
            for group in first..<end {
                var extent = ValueExtent()
                for entry in group * 16..<group * 16 + 16 {
                    let pair = elements.load(at: source + 2 * entry, as: SIMD2<Double>.self)
                    extent.add(ValueExtent(min: pair[0], max: pair[1]))
                }
                elements.store(SIMD2(extent.min, extent.max), at: target + 2 * group)
            }
        }
    }
}
