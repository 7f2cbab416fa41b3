// One option of the command line: names, value, help, and how it is read.

import HTTP

/// A row of the table of options, from which the command line, the environment, the help, the manual page and the
/// completions are read or made.
struct OptionRow: Sendable {
    /// Options that belong together, in the order in which the help shows them.
    enum Group: String, CaseIterable, Sendable {
        case shown = "What is shown"
        case tables = "Tables and charts"
        case address = "Where it is reached"
        case access = "Who may ask"
        case storage = "Memory and disk"
        case program = "The program itself"
        /// Options of exports; they have no variable.
        case export = "Export, in place of serving"
        /// Options that each do one thing in place of serving; they have no variable.
        case action = "In place of serving"
    }

    /// The value after the option's name.
    enum Value: Sendable, Equatable {
        case none
        /// `--name=VALUE`, never `--name VALUE`.
        case optional(String)
        /// `--name=VALUE` or `--name VALUE`.
        case required(String)
    }

    /// What shell completion suggests for the value.
    enum Suggestion: Sendable, Equatable {
        case nothing, file, folder
        case words([String])
    }

    /// An option as it was given.
    struct Given {
        /// As the user wrote it, for messages: `--port`, `-p` or `SCROLLSERVER_PORT`.
        let name: String
        /// The value; empty where there is none.
        let value: String
        var hasValue = true
    }

    /// With both dashes.
    let name: String
    /// The short form, a dash and a letter; nil for none.
    var letter: String?
    var value = Value.none
    let group: Group
    /// A short sentence without its full stop, and further ones.
    let help: String
    /// Whether it may be given several times; in its variable, commas separate the values.
    var isRepeatable = false
    var suggestion = Suggestion.nothing
    let read: @Sendable (inout Options, Given) throws(Options.Mistake) -> Void

    /// The equivalent environment variable; nil for an action and an export.
    var variable: String? {
        group == .action || group == .export
            ? nil : Options.variablePrefix + name.dropFirst(2).uppercased().replacing("-", with: "_")
    }

    /// The name with its value, as the help shows it.
    var synopsis: String {
        let names = letter.map { "\($0), \(name)" } ?? name
        return switch value {
        case .none: names
        case .optional(let meaning): "\(names)[=\(meaning)]"
        case .required(let meaning): "\(names) \(meaning)"
        }
    }

    /// The first sentence of the help.
    var summary: String { help.split(separator: ". ", maxSplits: 1).first.map(String.init) ?? help }
}

extension OptionRow.Given {
    /// Reads a whole number; throws a `Mistake` for anything else, and for one out of range.
    func number(in range: ClosedRange<Int>) throws(Options.Mistake) -> Int {
        guard let number = Int(value), range.contains(number) else {
            throw Options.Mistake(
                message: "\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(value)'")
        }
        return number
    }

    /// A number of bytes, with an optional suffix: K, M, G, T (powers of 1000) or Ki, Mi, Gi, Ti (powers of 1024), in
    /// either case, and an optional B after it.
    func byteCount() throws(Options.Mistake) -> Int {
        let digits = value.prefix { $0.isASCII && $0.isNumber }
        var suffix = value.dropFirst(digits.count).uppercased()
        if suffix.hasSuffix("B") { suffix.removeLast() }
        let factors = [
            "": 1, "K": 1000, "M": 1_000_000, "G": 1_000_000_000, "T": 1_000_000_000_000, "KI": 1 << 10,
            "MI": 1 << 20, "GI": 1 << 30, "TI": 1 << 40,
        ]
        guard let number = Int(digits), let factor = factors[suffix] else {
            throw Options.Mistake(message: "\(name) takes a number of bytes such as 500M or 2G, not '\(value)'")
        }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: factor)
        guard !overflow else { throw Options.Mistake(message: "\(name): '\(value)' is more than any disk holds") }
        return bytes
    }

    /// One of some words.
    ///
    /// - Throws: a `Mistake` that names all of them.
    func word<Word>(_ words: [(String, Word)]) throws(Options.Mistake) -> Word {
        let wanted = value.lowercased()
        if let found = words.first(where: { $0.0 == wanted }) { return found.1 }
        let names = words.map(\.0)
        let all =
            names.count > 1 ? names.dropLast().joined(separator: ", ") + " or \(names[names.count - 1])" : names[0]
        throw Options.Mistake(message: "\(name) takes \(all), not '\(value)'")
    }

    /// Reads the address of a folder on the web, without a slash at its end.
    func webAddress() throws(Options.Mistake) -> String {
        var address = value
        while address.hasSuffix("/") { address.removeLast() }
        let rest = ["https://", "http://"].first { address.lowercased().hasPrefix($0) }.map {
            address.dropFirst($0.count)
        }
        let isPlain = address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}?#".utf8.contains($0) }
        guard let rest, let first = rest.first, first != "/", isPlain else {
            throw Options.Mistake(
                message: "\(name) takes an address such as https://pictures.example/maps, not '\(value)'")
        }
        return address
    }

    /// Reads a token; the message of a `Mistake` does not repeat the value, since it may end up in a log.
    func token() throws(Options.Mistake) -> AccessToken {
        guard let token = AccessToken(value) else {
            throw Options.Mistake(
                message: "\(name) takes a token of at least \(AccessToken.shortest) letters, digits and -._~; "
                    + "--token alone makes one")
        }
        return token
    }
}
