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

    /// Accepts only the parameters named in `known`.
    ///
    /// Throws a 400 for any other parameter, which suggests the most similar known name.
    init(_ query: Query, known: [String]) throws(Problem) {
        self.query = query
        var bits: UInt64 = 0
        for index in query.parameters.indices { bits |= Self.bit(of: query.parameters[index].name) }
        self.bits = bits
        // Compares lengths first, since comparing two strings costs a call.
        for index in query.parameters.indices {
            let length = query.parameters[index].name.utf8.count
            let isKnown = known.contains {
                $0.utf8.count == length && $0 == query.parameters[index].name
            }
            if !isKnown { throw Self.unknown(query.parameters[index].name, known) }
        }
    }

    /// One of 64 bits, by a name's length and its first byte.
    @inline(__always)
    private static func bit(of name: String) -> UInt64 {
        1 << (UInt64(truncatingIfNeeded: name.utf8.count &* 5 &+ Int(name.utf8.first ?? 0)) & 63)
    }

    private static func unknown(_ name: String, _ known: [String]) -> Problem {
        let name = String(name.prefix(64))
        if let nearest = NearestName.nearest(to: name, among: known) {
            return .badParameter(name, "is no parameter of this address; did you mean '\(nearest)'?")
        }
        if known.isEmpty { return .badParameter(name, "is no parameter of this address, which takes none") }
        return .badParameter(
            name, "is no parameter of this address; known are \(known.sorted().joined(separator: ", "))")
    }

    /// The text of a parameter; nil where it is not given.
    ///
    /// A parameter given twice is refused, since programs disagree on which of the two counts.
    func text(_ name: String) throws(Problem) -> String? {
        guard bits & Self.bit(of: name) != 0 else { return nil }
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

    /// A number in `range`, or `missing` where the parameter is not given.
    func number(_ name: String, in range: ClosedRange<Double>, default missing: Double) throws(Problem) -> Double {
        try number(name, in: range) ?? missing
    }

    /// A number in `range`, or nil where the parameter is not given.
    func number(_ name: String, in range: ClosedRange<Double>) throws(Problem) -> Double? {
        guard let text = try text(name) else { return nil }
        guard let value = Self.number(text) else { throw .badParameter(name, "'\(text)' is not a number") }
        guard range.contains(value) else {
            throw .badParameter(name, "\(text) is out of range; give a number from \(Self.bounds(range))")
        }
        return value
    }

    /// A number that must be given.
    func required(_ name: String, in range: ClosedRange<Double>) throws(Problem) -> Double {
        guard let value = try number(name, in: range) else {
            throw .badParameter(name, "is missing; give a number from \(Self.bounds(range))")
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

    /// `true` or `false`; false where the parameter is not given.
    func flag(_ name: String) throws(Problem) -> Bool {
        switch try text(name) {
        case nil, "false": false
        case "true": true
        case .some(let text): throw .badParameter(name, "'\(text)' is neither true nor false")
        }
    }

    /// One of `words`, or nil where the parameter is not given.
    func choice(_ name: String, of words: [String]) throws(Problem) -> String? {
        guard let text = try text(name) else { return nil }
        guard words.contains(text) else {
            throw .badParameter(name, "'\(text)' is none of \(words.joined(separator: ", "))")
        }
        return text
    }

    /// One of the cases of a type by its raw value, or nil where the parameter is not given.
    func choice<Choice: CaseIterable & RawRepresentable<String>>(_ name: String) throws(Problem) -> Choice? {
        try choice(name, of: Choice.allCases.map(\.rawValue)).flatMap(Choice.init(rawValue:))
    }

    /// The parameter `columns` of a grid, or nil where it is not given.
    func columns() throws(Problem) -> Int? { try integer("columns", in: 1...DensityZoom.mostColumns) }

    /// A colour written as six hexadecimal digits, as 0xRRGGBB, or nil where the parameter is not given.
    func colour(_ name: String) throws(Problem) -> UInt32? {
        guard let text = try text(name) else { return nil }
        guard text.utf8.count == 6, text.allSatisfy(\.isHexDigit), let value = UInt32(text, radix: 16) else {
            throw .badParameter(name, "'\(text)' is no colour of six hexadecimal digits, such as fafafa")
        }
        return value
    }

    /// Exactly `count` numbers in `range`, separated by commas, or nil where the parameter is not given.
    func numbers(_ name: String, count: Int, in range: ClosedRange<Double>) throws(Problem) -> [Double]? {
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
