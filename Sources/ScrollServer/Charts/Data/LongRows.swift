// Assigns rows of a long table to the lines of their key's value.

/// The use of a column as a number, quick to compare.
enum RowRole {
    static let x: Int32 = -1
    /// An x that cannot be read in place.
    static let slowX: Int32 = -2
    static let key: Int32 = -3
    static let secondKey: Int32 = -4
    /// Part k of x is `firstPart − k`.
    static let firstPart: Int32 = -16
    /// Line l is l + 1; with this bit where the column needs its own style.
    static let special: Int32 = 1 << 20
    /// With this bit, too, where the column has whole numbers that no Float64 is.
    static let whole: Int32 = 1 << 21
    static let lineMask: Int32 = (1 << 20) - 1

    /// The roles of a format's columns.
    static func codes(_ format: TableFormat, isQuickX: Bool, _ residuals: ResidualColumns) -> [Int32] {
        format.roles.enumerated().map { column, role in
            let code = code(role, isQuickX: isQuickX, format.isSpecial(column))
            guard case .line(let line) = role, residuals.contains(line: line) else { return code }
            return code | special | whole
        }
    }

    private static func code(_ role: TableFormat.Role, isQuickX: Bool, _ isSpecial: Bool) -> Int32 {
        switch role {
        case .ignored: 0
        case .x: isQuickX ? x : slowX
        case .key: key
        case .secondKey: secondKey
        case .part(let part): firstPart - Int32(truncatingIfNeeded: part)
        case .line(let line): Int32(truncatingIfNeeded: line + 1) | (isSpecial ? special : 0)
        }
    }
}

/// Moves the measures of a row from the first lines to those of the row's key.
struct LongRows {
    let counter: KeyCounter
    /// The key of the present row, and its second part.
    var value: [UInt8] = []
    var secondValue: [UInt8] = []
    /// What stands between both; nil where the key is one column.
    private let separator: [UInt8]?
    private let lineIndices: [[UInt8]: Int]
    private let measureCount: Int
    private let lineCount: Int
    private var measures: [Double]
    private let residualColumns: ResidualColumns
    /// The residuals of the measures: what their Float64 leave out.
    private var residuals: [Double]

    /// Prepares the lines of a long table; nil for any other table.
    ///
    /// `counts` are the rows of each value of the key that were read before.
    init?(_ format: TableFormat, _ counts: [(value: [UInt8], count: Int)]) {
        guard let key = format.key, key.measureCount <= format.lineCount else { return nil }
        lineIndices = Dictionary(key.values.enumerated().map { ($1, $0) }) { first, _ in first }
        counter = KeyCounter(counts)
        separator = format.roles.contains(.secondKey) ? LongKey.separator(isLatin: format.isLatin) : nil
        measureCount = key.measureCount
        lineCount = format.lineCount
        measures = [Double](repeating: .nan, count: key.measureCount)
        residualColumns = ResidualColumns(format)
        residuals = [Double](repeating: 0, count: key.measureCount)
    }

    /// Assigns a row whose measures are in the lines 0 ..< measureCount of the batch; false where its key has no lines.
    ///
    /// `target` is the row's x; line l is (l + 1) · capacity further. `unreadable` are the measures without a number;
    /// they become lines.
    mutating func assign(
        _ target: inout MutableSpan<Double>, _ capacity: Int, _ unreadable: inout [Int]
    ) -> Bool {
        if let separator, !value.isEmpty { value += separator + secondValue }
        if !value.isEmpty { counter.add(value) }
        guard let lineIndex = lineIndices[value] else { return false }
        let first = lineIndex * measureCount
        for measure in 0..<measureCount {
            measures[measure] = target[(measure + 1) &* capacity]
            residuals[measure] = residualColumns.value(ofLine: measure, target, capacity)
        }
        for line in 0..<lineCount {
            target[(line + 1) &* capacity] = .nan
            residualColumns.set(0, ofLine: line, &target, capacity)
        }
        for measure in 0..<measureCount where first + measure < lineCount {
            let line = first + measure
            target[(line + 1) &* capacity] = measures[measure]
            residualColumns.set(residuals[measure], ofLine: line, &target, capacity)
        }
        for index in unreadable.indices { unreadable[index] += first }
        return true
    }
}
