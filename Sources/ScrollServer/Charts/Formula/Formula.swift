// A line that is computed from others: its name, its text and its meaning.

/// A line that a reader has written as a formula, such as `mean(a - b, 24h)`.
package struct Formula: Sendable, Equatable {
    /// The most formulas of a chart.
    package static let limit = 8
    /// The most characters of a name, and of a text.
    package static let (longestName, longestText) = (100, 400)

    /// The line's name.
    package let name: String
    /// The formula as it was written.
    package let text: String
    let tree: FormulaTree

    /// Reads a formula; blanks around its name and its text do not count.
    ///
    /// Without a name, its own text names it.
    ///
    /// - Throws: what is wrong with it, and where.
    package init(name: String, text: String) throws(FormulaError) {
        let text = Self.trimmed(text)
        let name = Self.trimmed(name).isEmpty ? text : Self.trimmed(name)
        guard name.count <= Self.longestName else {
            throw FormulaError("the name has more than \(Self.longestName) characters")
        }
        guard !name.utf8.contains(0) else { throw FormulaError("the name holds a NUL") }
        (self.name, self.text) = (name, text)
        tree = try FormulaParser.parse(text)
    }

    private static func trimmed(_ text: String) -> String {
        let rest = text.drop(while: \.isWhitespace)
        return rest.lastIndex { !$0.isWhitespace }.map { String(rest[...$0]) } ?? ""
    }
}

/// What is wrong with a formula, and at which of its characters.
package struct FormulaError: Error, Sendable, Equatable {
    package let reason: String
    /// Counted from 1; 0 where it is of no single character.
    package let position: Int

    init(_ reason: String, at position: Int = 0) { (self.reason, self.position) = (reason, position) }

    package var explanation: String { position > 0 ? "\(reason) (character \(position))" : reason }
}

/// The meaning of a formula.
indirect enum FormulaTree: Sendable, Equatable {
    enum Operation: Character, Sendable {
        case plus = "+"
        case minus = "-"
        case times = "*"
        case over = "/"
        case power = "^"
    }

    /// Functions of the values of one point.
    enum Function: String, Sendable, CaseIterable {
        case abs, sqrt, exp, log, log10, min, max

        /// How many arguments it has.
        var counts: ClosedRange<Int> { self == .min || self == .max ? 2...16 : 1...1 }
    }

    enum Window: String, Sendable {
        case mean, sum
    }

    case number(Double)
    /// A line, by its name, and where the name stands in the text.
    case line(String, at: Int)
    case negated(FormulaTree)
    case binary(Operation, FormulaTree, FormulaTree)
    case function(Function, [FormulaTree])
    /// Over the points up to this one that are nearer than the span.
    case window(Window, FormulaTree, FormulaSpan)
    /// The difference from the point before.
    case difference(FormulaTree)
    /// That difference by the difference of x, in units of so many seconds, or of x.
    case rate(FormulaTree, per: Double)
    /// The sum of all values so far.
    case running(FormulaTree)
    /// The value so much earlier.
    case shifted(FormulaTree, FormulaSpan)
}

/// How far a formula looks back.
enum FormulaSpan: Sendable, Equatable {
    case points(Int)
    case seconds(Double)
    case months(Int)
}

extension FormulaTree {
    /// The parts directly below.
    var parts: [FormulaTree] {
        switch self {
        case .number, .line: []
        case .negated(let part), .difference(let part), .running(let part): [part]
        case .rate(let part, _), .window(_, let part, _), .shifted(let part, _): [part]
        case .binary(_, let left, let right): [left, right]
        case .function(_, let parts): parts
        }
    }

    /// Whether it needs x to be times.
    var needsTimes: Bool {
        switch self {
        case .window(_, let part, let span), .shifted(let part, let span):
            if case .points = span { part.needsTimes } else { true }
        default: parts.contains(where: \.needsTimes)
        }
    }

    /// The lines that it is made of, with the places of their names.
    var lines: [(name: String, position: Int)] {
        if case .line(let name, let position) = self { return [(name, position)] }
        return parts.flatMap(\.lines)
    }

    /// This tree with the trees of other formulas where their names stand.
    func replacing(_ formulas: [String: FormulaTree]) -> FormulaTree {
        switch self {
        case .number: self
        case .line(let name, _): formulas[name] ?? self
        case .negated(let part): .negated(part.replacing(formulas))
        case .difference(let part): .difference(part.replacing(formulas))
        case .running(let part): .running(part.replacing(formulas))
        case .rate(let part, let unit): .rate(part.replacing(formulas), per: unit)
        case .window(let window, let part, let span): .window(window, part.replacing(formulas), span)
        case .shifted(let part, let span): .shifted(part.replacing(formulas), span)
        case .binary(let operation, let left, let right):
            .binary(operation, left.replacing(formulas), right.replacing(formulas))
        case .function(let function, let parts): .function(function, parts.map { $0.replacing(formulas) })
        }
    }

    /// How many parts are computed for it.
    ///
    /// What looks back computes its parts twice: at the point and where the span begins.
    var cost: Int {
        let below = parts.reduce(1) { $0 + $1.cost }
        if case .window = self { return 2 * below }
        return below
    }
}
