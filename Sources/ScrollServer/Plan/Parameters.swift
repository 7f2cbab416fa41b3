// Reads and checks the query of a request.

import Catalog
import HTTP
import Tiling

/// Reads parameters by name.
///
/// A parameter that is missing, unknown, of the wrong kind or out of range throws a 400 that names it.
struct Parameters {
    private let query: Query
    /// A bit for each given name (see `bit(of:)`), so that most absent names need no search.
    private let bits: UInt64

    /// Reads a query whose names have been checked, as those of all routes are.
    init(_ query: Query) {
        self.query = query
        var bits: UInt64 = 0
        for index in query.parameters.indices { bits |= Self.bit(of: query.parameters[index].name) }
        self.bits = bits
    }

    /// One of 64 bits, by a name's length and its first byte.
    @inline(__always)
    static func bit(of name: String) -> UInt64 {
        1 << (UInt64(truncatingIfNeeded: name.utf8.count &* 5 &+ Int(name.utf8.first ?? 0)) & 63)
    }

    /// Whether a parameter may be given: false only where it is not.
    @inline(__always)
    func mayHave(bit: UInt64) -> Bool { bits & bit != 0 }

    /// The text of a parameter; nil where it is not given.
    ///
    /// A parameter given twice is refused, since programs disagree on which of the two counts.
    func text(_ name: String) throws(Problem) -> String? {
        guard mayHave(bit: Self.bit(of: name)) else { return nil }
        var value: String?
        let length = name.utf8.count
        // By index, since a loop over the elements would retain both strings of each. Compares lengths first, since
        // comparing two strings costs a call.
        for index in query.parameters.indices
        where query.parameters[index].name.utf8.count == length && query.parameters[index].name == name {
            guard value == nil else { throw .badParameter(name, "is given more than once") }
            value = query.parameters[index].value
        }
        return value
    }

    /// The value of a parameter, or what it is where it is not given.
    func read(_ parameter: NumberParameter) throws(Problem) -> Double {
        try number(parameter.name, in: parameter.range) ?? parameter.standard
    }

    /// The value of a parameter; nil where it is not given.
    func read(_ parameter: OptionalNumberParameter) throws(Problem) -> Double? {
        try number(parameter.name, in: parameter.range)
    }

    /// The value of a parameter that must be given.
    func read(_ parameter: RequiredNumberParameter) throws(Problem) -> Double {
        guard let value = try number(parameter.name, in: parameter.range) else {
            throw .badParameter(parameter.name, "is missing; give a number from \(Self.bounds(parameter.range))")
        }
        return value
    }

    /// The value of a parameter, or what it is where it is not given.
    func read(_ parameter: WholeParameter) throws(Problem) -> Int {
        try integer(parameter.name, in: parameter.range) ?? parameter.standard
    }

    /// The value of a parameter; nil where it is not given.
    func read(_ parameter: OptionalWholeParameter) throws(Problem) -> Int? {
        try integer(parameter.name, in: parameter.range)
    }

    /// The value of a parameter; false where it is not given.
    func read(_ parameter: FlagParameter) throws(Problem) -> Bool { try flag(parameter.name) }

    /// `true` or `false`; nil where the parameter is not given.
    func readChoice(_ parameter: FlagParameter) throws(Problem) -> Bool? {
        try text(parameter.name) == nil ? nil : flag(parameter.name)
    }

    /// `true` or `false`; false where the parameter is not given.
    private func flag(_ name: String) throws(Problem) -> Bool {
        switch try text(name) {
        case nil, "false": false
        case "true": true
        case .some(let text): throw .badParameter(name, "'\(text)' is neither true nor false")
        }
    }

    /// The word of a parameter; nil where it is not given.
    func read(_ parameter: WordParameter) throws(Problem) -> String? {
        try choice(parameter.name, of: parameter.words)
    }

    /// The word of a parameter as a case of a type; nil where it is not given.
    func read<Choice: RawRepresentable<String>>(_ parameter: WordParameter) throws(Problem) -> Choice? {
        try read(parameter).flatMap(Choice.init(rawValue:))
    }

    /// The text of a parameter; nil where it is not given.
    func read(_ parameter: TextParameter) throws(Problem) -> String? { try text(parameter.name) }

    /// A number in `range`, or nil where the parameter is not given.
    private func number(_ name: String, in range: ClosedRange<Double>) throws(Problem) -> Double? {
        guard let text = try text(name) else { return nil }
        guard let value = Self.number(text) else { throw .badParameter(name, "'\(text)' is not a number") }
        guard range.contains(value) else {
            throw .badParameter(name, "\(text) is out of range; give a number from \(Self.bounds(range))")
        }
        return value
    }

    /// A whole number in `range`, or nil where the parameter is not given.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = try text(name) else { return nil }
        guard text.utf8.count < 20, let value = Int(text) else {
            throw .badParameter(name, "'\(text)' is not a whole number")
        }
        guard range.contains(value) else {
            throw .badParameter(
                name, "\(value) is out of range; give a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// One of `words`, or nil where the parameter is not given.
    func choice(_ name: String, of words: [String]) throws(Problem) -> String? {
        guard let text = try text(name) else { return nil }
        guard words.contains(text) else {
            throw .badParameter(name, "'\(text)' is none of \(words.joined(separator: ", "))")
        }
        return text
    }

    /// The parameter `columns` of a grid, or nil where it is not given.
    func columns() throws(Problem) -> Int? { try integer(PlanRequest.columns.name, in: 1...DensityZoom.mostColumns) }

    /// A colour written as six hexadecimal digits, as 0xRRGGBB, or nil where the parameter is not given.
    func colour(_ parameter: TextParameter) throws(Problem) -> UInt32? {
        let name = parameter.name
        guard let text = try text(name) else { return nil }
        guard text.utf8.count == 6, text.allSatisfy(\.isHexDigit), let value = UInt32(text, radix: 16) else {
            throw .badParameter(name, "'\(text)' is no colour of six hexadecimal digits, such as fafafa")
        }
        return value
    }

    /// The numbers of a parameter; nil where it is not given.
    func read(_ parameter: NumbersParameter) throws(Problem) -> [Double]? {
        try numbers(parameter.name, count: parameter.count, in: parameter.range)
    }

    /// Exactly `count` numbers in `range`, separated by commas, or nil where the parameter is not given.
    private func numbers(_ name: String, count: Int, in range: ClosedRange<Double>) throws(Problem) -> [Double]? {
        guard let text = try text(name) else { return nil }
        let values = text.split(separator: ",", omittingEmptySubsequences: false).map { Self.number(String($0)) }
        guard values.count == count else {
            throw .badParameter(name, "'\(text)' is not \(count) numbers separated by commas")
        }
        var numbers: [Double] = []
        for value in values {
            guard let value, range.contains(value) else {
                throw .badParameter(name, "'\(text)' holds what is not a number from \(Self.bounds(range))")
            }
            numbers.append(value)
        }
        return numbers
    }

    /// Checks the text of a parameter, whether or not it is read.
    ///
    /// Lists other than of a fixed count of numbers, and texts, are checked where they are read.
    ///
    /// - Throws: a 400 for what is not of the parameter's kind and range, or is given twice.
    func check(_ name: String, _ shape: ParameterShape) throws(Problem) {
        switch shape {
        case .number(let range, _): _ = try number(name, in: range)
        case .whole(let range, _): _ = try integer(name, in: range)
        case .flag: _ = try flag(name)
        case .word(let words, _): _ = try choice(name, of: words)
        case .wholeOrWord(let range, let words):
            if let text = try text(name), !words.contains(text) { _ = try integer(name, in: range) }
        case .list(.number(let range, _), let count) where count.count == 1:
            _ = try numbers(name, count: count.lowerBound, in: range)
        case .name:
            if try text(name)?.isEmpty == true { throw .badParameter(name, "is empty") }
        case .list, .text: _ = try text(name)
        }
    }

    /// A decimal number as JSON and browsers write it, of at most 32 bytes; nil for hexadecimal, infinity and NaN.
    static func number(_ text: String) -> Double? {
        let isPlain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || byte == 0x2E || byte == 0x2D || byte == 0x2B || byte | 0x20 == 0x65
        }
        guard isPlain, text.utf8.count <= 32, let value = Double(text), value.isFinite else { return nil }
        return value
    }

    private static func bounds(_ range: ClosedRange<Double>) -> String {
        let ends = [range.lowerBound, range.upperBound].map { value in
            value == value.rounded() && value.magnitude < 1e15 ? String(Int(clamping: value)) : String(value)
        }
        return ends.joined(separator: " to ")
    }
}
