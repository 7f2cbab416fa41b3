// A run of consecutive points: x, the lines' values, and over each line a pyramid of extremes.

/// How a block's points lie in its memory.
///
/// ```
///  x, unless even: capacity × Float64
///  each line:      capacity × value, then least and greatest of every 16 values, of every 256 …
/// ```
/// Every part begins at a multiple of 64 bytes. The extremes of the whole block are not in it, but in `BlockTree`.
struct BlockForm: Sendable, Equatable {
    enum X: Sendable, Equatable {
        case stored
        /// Point i has exactly `start + i · step`, rounded as Float64 arithmetic does.
        case even(start: Double, step: Double)
    }

    struct Line: Sendable, Equatable {
        /// Of the values, from the block's beginning.
        let offset: Int
        /// Whether values and extremes are Float32: then all of them are exact in it.
        let isSingle: Bool
    }

    /// Points of a full block: a power of 16.
    let capacity: Int
    let x: X
    let lines: [Line]
    /// Bytes of the whole.
    let byteCount: Int

    /// - Parameter singles: for each line, whether it is Float32.
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

    /// Values and extremes of one line.
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

/// Where in which file a block is.
struct BlockPlace: Sendable, Equatable {
    let file: UInt64
    let offset: Int
}

/// A run of consecutive points.
///
/// Not checked by the compiler. A block is either full and never written again, or the builder's tail: then the builder
/// alone writes, on one thread, only points (and extremes of groups of points) behind those that it has published, and
/// publishing goes through a lock. Readers are given the number of published points, read no further, and read only
/// extremes of groups that are published whole: what they read is never written again.
///
/// Bounds: every index is checked against `capacity` and every line against `form.lines`, and `init` checks that the
/// memory is as long as the form says.
final class SeriesBlock: @unchecked Sendable {
    let form: BlockForm
    let memory: SeriesMemory
    /// Which file of ours it lies in, and at which byte; nil where in none.
    let place: BlockPlace?
    private let base: UnsafeMutableRawPointer

    /// nil where the memory is too short for the form.
    init?(form: BlockForm, memory: SeriesMemory, offset: Int = 0, place: BlockPlace? = nil) {
        guard offset >= 0, offset % 64 == 0, form.byteCount <= memory.byteCount - offset else { return nil }
        self.form = form
        self.memory = memory
        self.place = place
        base = memory.base + offset
    }

    /// Memory of its own, with everything in Float64, to be filled.
    static func empty(capacity: Int, lineCount: Int) throws(SystemError) -> SeriesBlock {
        let form = BlockForm(capacity: capacity, x: .stored, singles: [Bool](repeating: false, count: lineCount))
        let memory = try SeriesMemory(byteCount: form.byteCount)
        guard let block = SeriesBlock(form: form, memory: memory) else { throw SystemError.outOfMemory("mmap") }
        return block
    }

    /// All of it, as it lies in memory.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: form.byteCount) }

    // MARK: Reading

    @inline(__always)
    func x(at index: Int) -> Double {
        precondition(index >= 0 && index < form.capacity)
        switch form.x {
        case .stored: return base.assumingMemoryBound(to: Double.self)[index]
        case .even(let start, let step): return start + Double(index) * step
        }
    }

    @inline(__always)
    func value(line: Int, at index: Int) -> Double {
        precondition(index >= 0 && index < form.capacity)
        let line = form.lines[line]
        let start = base + line.offset
        return line.isSingle
            ? Double(start.assumingMemoryBound(to: Float.self)[index])
            : start.assumingMemoryBound(to: Double.self)[index]
    }

    /// Copies x of points `range` to the start of `target`.
    func copyX(_ range: Range<Int>, to target: UnsafeMutableBufferPointer<Double>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= form.capacity && range.count <= target.count)
        guard let start = target.baseAddress, !range.isEmpty else { return }
        switch form.x {
        case .stored:
            start.update(from: base.assumingMemoryBound(to: Double.self) + range.lowerBound, count: range.count)
        case .even(let first, let step):
            for index in range { start[index - range.lowerBound] = first + Double(index) * step }
        }
    }

    /// Copies the values of points `range` to the start of `target`.
    func copyValues(line: Int, _ range: Range<Int>, to target: UnsafeMutableBufferPointer<Double>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= form.capacity && range.count <= target.count)
        guard let start = target.baseAddress, !range.isEmpty else { return }
        let line = form.lines[line]
        let source = base + line.offset
        if line.isSingle {
            let values = source.assumingMemoryBound(to: Float.self)
            for index in range { start[index - range.lowerBound] = Double(values[index]) }
        } else {
            start.update(from: source.assumingMemoryBound(to: Double.self) + range.lowerBound, count: range.count)
        }
    }

    /// Calls `body` with a line's values and extremes as they lie, of which there are as many as `BlockForm` says.
    @inline(__always)
    func withElements<Answer>(
        line: Int, single: (UnsafeMutablePointer<Float>) -> Answer, double: (UnsafeMutablePointer<Double>) -> Answer
    ) -> Answer {
        let line = form.lines[line]
        let start = base + line.offset
        return line.isSingle
            ? single(start.assumingMemoryBound(to: Float.self)) : double(start.assumingMemoryBound(to: Double.self))
    }

    // MARK: Writing, by the builder alone

    /// The x column of a block in which it is stored.
    var storedX: UnsafeMutablePointer<Double> {
        precondition(form.x == .stored)
        return base.assumingMemoryBound(to: Double.self)
    }

    /// A line's values of a block in Float64.
    func doubles(line: Int) -> UnsafeMutablePointer<Double> {
        let line = form.lines[line]
        precondition(!line.isSingle)
        return (base + line.offset).assumingMemoryBound(to: Double.self)
    }

    /// Makes the extremes of all groups that end within the points `range`, which have just been written.
    func buildExtremes(line: Int, _ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= form.capacity)
        let elements = doubles(line: line)
        var source = elements
        var (first, end) = (range.lowerBound / 16, range.upperBound / 16)
        var levelCount = form.capacity / 16
        var target = elements + form.capacity
        var isValues = true
        // Group g of a level covers 16 entries of the one below, which end at or before the level's own end.
        while levelCount > 1, first < end {
            for group in first..<end {
                var extent = ValueExtent()
                if isValues {
                    for index in group * 16..<group * 16 + 16 { extent.add(source[index]) }
                } else {
                    for index in group * 16..<group * 16 + 16 {
                        extent.add(ValueExtent(min: source[2 * index], max: source[2 * index + 1]))
                    }
                }
                target[2 * group] = extent.min
                target[2 * group + 1] = extent.max
            }
            isValues = false
            source = target
            target += 2 * levelCount
            levelCount /= 16
            (first, end) = (first / 16, end / 16)
        }
    }
}
