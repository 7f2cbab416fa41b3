// Finds the decimal and thousands marks of a column from its cells.

import Platform

/// Votes of a column's cells for decimal and thousands marks.
struct NumberEvidence {
    /// Cells that can be numbers in some style.
    private(set) var shapes: [NumberShape] = []
    /// Cells that only make sense with a decimal comma, or with a decimal point.
    private(set) var commaCount = 0
    private(set) var pointCount = 0
    /// Cells in which commas, or points, certainly separate thousands.
    private(set) var commaThousands = 0
    private(set) var pointThousands = 0
    /// Cells with one mark and three digits after it, which may be either.
    private(set) var openCommas = 0
    private(set) var openPoints = 0
    private(set) var apostrophes = 0
    private(set) var blanks = 0
    private(set) var booleans = 0
    private var units: [[UInt8]: Int] = [:]
    /// Numbers without a unit that are below one, or one; and others.
    private var fractions = 0
    private var largerPlain = 0
    /// Numbers of bytes without a decimal mark, and the fewest of their digits.
    private var wholeBytes = (count: 0, digitCount: Int.max)
    private var prefixes: [[UInt8]: Int] = [:]

    init(_ cells: [[UInt8]]) {
        for cell in cells {
            if Self.isBoolean(cell) {
                booleans += 1
                continue
            }
            guard let shape = NumberShape(cell) else { continue }
            shapes.append(shape)
            add(shape)
        }
    }

    private static func isBoolean(_ cell: [UInt8]) -> Bool {
        guard cell.count == 4 || cell.count == 5 else { return false }
        let word = cell.map { ASCII.lowercased($0) }
        return word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8)
    }

    private mutating func add(_ shape: NumberShape) {
        units[shape.suffix, default: 0] += 1
        if shape.suffix.isEmpty {
            let whole = shape.core.prefix { $0 &- 0x30 < 10 }
            let isFraction = whole.isEmpty || whole.elementsEqual("0".utf8) || shape.core.elementsEqual("1".utf8)
            if isFraction { fractions += 1 } else { largerPlain += 1 }
        } else if shape.suffix.elementsEqual("B".utf8), shape.core.allSatisfy({ $0 &- 0x30 < 10 }) {
            wholeBytes = (wholeBytes.count + 1, min(wholeBytes.digitCount, shape.core.count))
        }
        prefixes[shape.prefix, default: 0] += 1
        let (point, comma) = (UInt8(ascii: "."), UInt8(ascii: ","))
        let (points, commas) = (shape.count(of: point), shape.count(of: comma))
        let hasGroups = shape.core.contains(0x20) || shape.core.contains(UInt8(ascii: "'"))
        if shape.core.contains(UInt8(ascii: "'")) { apostrophes += 1 }
        if shape.core.contains(0x20) { blanks += 1 }
        switch (points, commas) {
        case (0, 0): break
        case (1..., 1...):
            // Of two kinds the last is the decimal mark.
            let isComma = (shape.core.lastIndex(of: comma) ?? 0) > (shape.core.lastIndex(of: point) ?? 0)
            if isComma, commas == 1 {
                commaCount += 1
                pointThousands += 1
            } else if !isComma, points == 1 {
                pointCount += 1
                commaThousands += 1
            }
        case (0, 2...): commaThousands += 1
        case (2..., 0): pointThousands += 1
        case (0, _): if hasGroups || !isOpen(shape, comma) { commaCount += 1 } else { openCommas += 1 }
        default: if hasGroups || !isOpen(shape, point) { pointCount += 1 } else { openPoints += 1 }
        }
    }

    /// Whether the only mark may stand between thousands: three digits after, one to three before, not zero.
    private func isOpen(_ shape: NumberShape, _ mark: UInt8) -> Bool {
        guard let markIndex = shape.core.firstIndex(of: mark), (1...3).contains(markIndex), shape.core[0] != 0x30 else {
            return false
        }
        return shape.digitCount(behind: mark) == 3 && shape.exponent.isEmpty
    }

    /// Whether commas, or points, are certainly the decimal mark.
    var saysComma: Bool {
        commaCount > 0 && commaCount >= pointCount || commaCount + pointCount == 0 && pointThousands > 0
    }
    var saysPoint: Bool {
        pointCount > 0 && pointCount > commaCount || commaCount + pointCount == 0 && commaThousands > 0
    }

    /// Whether the column has numbers with a comma or point that may be either mark, and nothing that decides.
    var isOpen: Bool { openCommas + openPoints > 0 && !saysComma && !saysPoint }

    /// The style of the column; `prefersComma` makes a comma the decimal mark where the column does not determine it.
    func style(prefersComma: Bool) -> NumberStyle {
        var style = NumberStyle()
        let usesComma = saysComma || !saysPoint && prefersComma
        style.decimal = UInt8(ascii: usesComma ? "," : ".")
        let opposite = UInt8(ascii: usesComma ? "." : ",")
        if apostrophes > 0 {
            style.thousands = UInt8(ascii: "'")
        } else if blanks > 0 {
            style.thousands = 0x20
        } else if usesComma ? pointThousands + openPoints > 0 : commaThousands + openCommas > 0 {
            style.thousands = opposite
        }
        style.isScaled = isScaled
        (style.isAccount, style.isFraction, style.isBytes) = (isAccount, isFraction, isBytes)
        style.isBoolean = booleans > shapes.count
        style.hasFlags = !flags.isEmpty
        (style.prefix, style.unit) = (mainPrefix, mainUnit)
        return style
    }

    /// Whether letters after the numbers multiply them: they differ, or a currency precedes.
    private var isScaled: Bool {
        let letters = units.keys.filter { !$0.isEmpty && NumberStyle.power($0) != nil }
        guard !letters.isEmpty, letters.count == units.keys.count(where: { !$0.isEmpty }) else { return isBytes }
        return letters.count > 1 || units[[]] != nil || prefixes.keys.contains { !$0.isEmpty } || isBytes
    }

    /// Whether the letters are multiples of bytes: they differ, and some can be nothing else.
    var isBytes: Bool {
        let letters = units.keys.filter { !$0.isEmpty }
        guard letters.count > 1, letters.allSatisfy({ NumberStyle.byteFactor($0) != nil }) else { return false }
        // `B` is a thousand millions, too.
        // `k` alone is a thousand, as it is beside `M`.
        let isThousand = letters.contains { $0.elementsEqual("k".utf8) } && letters.allSatisfy { $0.count == 1 }
        return letters.contains { $0.count > 1 || !isThousand && $0.elementsEqual("G".utf8) }
            || wholeBytes.count > 0 && wholeBytes.count == units[[UInt8(ascii: "B")]] && wholeBytes.digitCount > 2
    }

    /// Whether `DR` stands behind some of the numbers, and nothing else than that and `CR` behind the others.
    var isAccount: Bool {
        let letters = units.keys.filter { !$0.isEmpty }
        return letters.contains { NumberStyle.isDebit($0) == true }
            && letters.allSatisfy { NumberStyle.isDebit($0) != nil }
    }

    /// The letters behind numbers that are flags: beside at least as many numbers without them, and no unit.
    var flags: [[UInt8]] {
        let letters = units.keys.filter { !$0.isEmpty }
        guard !letters.isEmpty, !isScaled, !isAccount, letters.allSatisfy(NumberStyle.isFlag),
            units[[], default: 0] * 2 >= shapes.count
        else { return [] }
        return letters.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Whether only letters that may mean a thousandth, or metres, make numbers millions.
    var areMillionsOpen: Bool {
        isScaled && !isBytes && prefixes.keys.allSatisfy(\.isEmpty)
            && units.keys.allSatisfy { $0.isEmpty || $0 == [UInt8(ascii: "m")] }
    }

    /// The letters that multiply numbers.
    var scales: [[UInt8]] {
        isScaled && !isBytes ? units.keys.filter { !$0.isEmpty }.sorted { $0.lexicographicallyPrecedes($1) } : []
    }

    private static let percent = [UInt8(ascii: "%")]

    /// Whether percent signs stand beside fractions without one.
    var isFraction: Bool {
        units[Self.percent] != nil && fractions > 0 && largerPlain == 0 && units.keys.count == 2
    }

    /// Whether percent signs stand beside other numbers without one.
    var hasBarePercents: Bool { units[Self.percent] != nil && largerPlain > 0 }

    /// The currency before, and the unit after, the numbers of most cells.
    private var mainPrefix: [UInt8] { Self.most(prefixes) }
    private var mainUnit: [UInt8] {
        if isBytes { return [UInt8(ascii: "B")] }
        if hasBarePercents, units.keys.count == 2, units[Self.percent, default: 0] * 4 >= shapes.count {
            return Self.percent
        }
        return isScaled || isAccount || isFraction ? [] : Self.most(units)
    }

    private static func most(_ counts: [[UInt8]: Int]) -> [UInt8] {
        counts.max { one, other in
            (one.value, other.key.count) < (other.value, one.key.count)
        }?.key ?? []
    }

    /// The unit or currency of most cells; empty where there is none.
    var unit: [UInt8] { mainPrefix.isEmpty ? mainUnit : mainPrefix }

    /// Whether the suffixes of the numbers are units and the numbers no codes: a single `12a` is a code, `50%` is not.
    var hasOneUnit: Bool {
        let unit = mainUnit
        guard !isBytes, !unit.isEmpty, unit.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 }) else { return true }
        let count = units[unit] ?? 0
        return count * 2 > shapes.count && count > 1
    }
}
