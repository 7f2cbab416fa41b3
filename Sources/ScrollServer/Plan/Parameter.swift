// Declarations of parameters: what a request is read by, checked by and described by.

/// A parameter of a request: its name, what it may be, and what it means.
protocol Parameter: Sendable {
    var name: String { get }
    /// What it says, without a full stop.
    var meaning: String { get }
    var isRequired: Bool { get }
    var shape: ParameterShape { get }
}

extension Parameter {
    var isRequired: Bool { false }
}

/// What the text of a parameter may be.
indirect enum ParameterShape: Sendable, Equatable {
    case number(ClosedRange<Double>, default: Double?)
    case whole(ClosedRange<Int>, default: Int?)
    /// `true` or `false`; false where it is not given.
    case flag
    case word([String], default: String?)
    /// Any text, or text of a regular expression (ECMA-262).
    case text(pattern: String?)
    /// Any text but the empty one.
    case name
    /// As many values as `count` says, separated by commas.
    case list(ParameterShape, count: ClosedRange<Int>)
    /// A whole number, or one of some words.
    case wholeOrWord(ClosedRange<Int>, [String])
}

/// A number that need not be given.
struct NumberParameter: Parameter {
    let name: String
    let range: ClosedRange<Double>
    /// What it is where it is not given.
    let standard: Double
    let meaning: String
    var shape: ParameterShape { .number(range, default: standard) }

    init(_ name: String, in range: ClosedRange<Double>, default standard: Double, _ meaning: String) {
        (self.name, self.range, self.standard, self.meaning) = (name, range, standard, meaning)
    }
}

/// A number without which something is left out or chosen by the server.
struct OptionalNumberParameter: Parameter {
    let name: String
    let range: ClosedRange<Double>
    let meaning: String
    var shape: ParameterShape { .number(range, default: nil) }

    init(_ name: String, in range: ClosedRange<Double>, _ meaning: String) {
        (self.name, self.range, self.meaning) = (name, range, meaning)
    }
}

/// A number that must be given, or must be given with another parameter.
struct RequiredNumberParameter: Parameter {
    let name: String
    let range: ClosedRange<Double>
    let meaning: String
    /// Whether every request must have it.
    let isRequired: Bool
    var shape: ParameterShape { .number(range, default: nil) }

    init(_ name: String, in range: ClosedRange<Double>, isRequired: Bool = true, _ meaning: String) {
        (self.name, self.range, self.isRequired, self.meaning) = (name, range, isRequired, meaning)
    }
}

/// A whole number that need not be given.
struct WholeParameter: Parameter {
    let name: String
    let range: ClosedRange<Int>
    /// What it is where it is not given.
    let standard: Int
    let meaning: String
    var shape: ParameterShape { .whole(range, default: standard) }

    init(_ name: String, in range: ClosedRange<Int>, default standard: Int, _ meaning: String) {
        (self.name, self.range, self.standard, self.meaning) = (name, range, standard, meaning)
    }
}

/// A whole number without which something is left out or chosen by the server.
struct OptionalWholeParameter: Parameter {
    let name: String
    let range: ClosedRange<Int>
    let meaning: String
    var shape: ParameterShape { .whole(range, default: nil) }

    init(_ name: String, in range: ClosedRange<Int>, _ meaning: String) {
        (self.name, self.range, self.meaning) = (name, range, meaning)
    }
}

/// `true` or `false`; false where it is not given.
struct FlagParameter: Parameter {
    let name: String
    let meaning: String
    var shape: ParameterShape { .flag }

    init(_ name: String, _ meaning: String) { (self.name, self.meaning) = (name, meaning) }
}

/// One of some words.
struct WordParameter: Parameter {
    let name: String
    let words: [String]
    let meaning: String
    let isRequired: Bool
    /// The word that it stands for where it is not given; nil where that is another matter.
    let standard: String?
    var shape: ParameterShape { .word(words, default: standard) }

    init(
        _ name: String, _ words: [String], default standard: String? = nil, isRequired: Bool = false, _ meaning: String
    ) {
        (self.name, self.words, self.standard, self.meaning) = (name, words, standard, meaning)
        self.isRequired = isRequired
    }

    /// One of the raw values of a type.
    init<Choice: CaseIterable & RawRepresentable<String>>(
        _ name: String, _: Choice.Type, default standard: Choice? = nil, isRequired: Bool = false, _ meaning: String
    ) {
        self.init(
            name, Choice.allCases.map(\.rawValue), default: standard?.rawValue, isRequired: isRequired, meaning)
    }
}

/// Numbers separated by commas.
struct NumbersParameter: Parameter {
    let name: String
    let count: Int
    let range: ClosedRange<Double>
    let meaning: String
    var shape: ParameterShape { .list(.number(range, default: nil), count: count...count) }

    init(_ name: String, count: Int, in range: ClosedRange<Double>, _ meaning: String) {
        (self.name, self.count, self.range, self.meaning) = (name, count, range, meaning)
    }
}

/// A text, or what the server reads as one, such as a list.
struct TextParameter: Parameter {
    let name: String
    let shape: ParameterShape
    let meaning: String
    let isRequired: Bool

    init(_ name: String, _ shape: ParameterShape, isRequired: Bool = false, _ meaning: String) {
        (self.name, self.shape, self.meaning, self.isRequired) = (name, shape, meaning, isRequired)
    }

    /// Makes the declaration of any text.
    init(_ name: String, isRequired: Bool = false, _ meaning: String) {
        self.init(name, .text(pattern: nil), isRequired: isRequired, meaning)
    }
}
