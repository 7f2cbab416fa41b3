// Divides a formula into its words and signs.

/// A word or a sign of a formula.
enum FormulaToken: Equatable {
    /// A number, and the letters behind it: `24h`.
    case number(Double, unit: String)
    /// A name without quotes.
    case word(String)
    /// A name in quotes or brackets.
    case quoted(String)
    case sign(Character)
}

/// Reads the tokens of a formula, one after the other.
struct FormulaLexer {
    private let characters: [Character]
    private var index = 0

    init(_ text: String) { characters = Array(text) }

    /// The next token and the place of its first character, from 1; nil at the end.
    mutating func next() throws(FormulaError) -> (token: FormulaToken, position: Int)? {
        while index < characters.count, characters[index].isWhitespace { index += 1 }
        guard index < characters.count else { return nil }
        let position = index + 1
        let first = characters[index]
        switch first {
        case "0"..."9", ".": return (try number(), position)
        case "\"": return (.quoted(try name(until: "\"")), position)
        case "[": return (.quoted(try name(until: "]")), position)
        case "+", "-", "*", "/", "^", "(", ")", ",": return (sign(first), position)
        case "\u{2212}": return (sign("-"), position)
        case "×", "·": return (sign("*"), position)
        case "÷": return (sign("/"), position)
        default:
            guard first.isLetter || first == "_" else {
                throw FormulaError("'\(first)' has no meaning here", at: position)
            }
            return (.word(take { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }), position)
        }
    }

    /// The place behind the last character.
    var end: Int { characters.count + 1 }

    private mutating func sign(_ sign: Character) -> FormulaToken {
        index += 1
        return .sign(sign)
    }

    private mutating func take(_ belongs: (Character) -> Bool) -> String {
        let start = index
        while index < characters.count, belongs(characters[index]) { index += 1 }
        return String(characters[start..<index])
    }

    /// Digits, a point, an exponent, and a unit.
    private mutating func number() throws(FormulaError) -> FormulaToken {
        let position = index + 1
        func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
        var text = take(isDigit)
        if index < characters.count, characters[index] == "." {
            index += 1
            text += "." + take(isDigit)
        }
        let mark = index
        if index < characters.count, characters[index] == "e" || characters[index] == "E" {
            index += 1
            var exponent = "e"
            if index < characters.count, characters[index] == "-" || characters[index] == "+" {
                exponent.append(characters[index])
                index += 1
            }
            let digits = take(isDigit)
            // Otherwise the letter is a unit.
            if digits.isEmpty { index = mark } else { text += exponent + digits }
        }
        guard text.count <= 40, let value = Double("0" + text), value.isFinite else {
            throw FormulaError("'\(text.prefix(40))' is no number", at: position)
        }
        return .number(value, unit: take(\.isLetter))
    }

    /// A name up to its closing mark, which is doubled within the name.
    private mutating func name(until mark: Character) throws(FormulaError) -> String {
        let position = index + 1
        var name = ""
        index += 1
        while index < characters.count {
            let character = characters[index]
            index += 1
            if character != mark {
                name.append(character)
            } else if index < characters.count, characters[index] == mark {
                name.append(mark)
                index += 1
            } else {
                guard !name.isEmpty else { throw FormulaError("the name is empty", at: position) }
                return name
            }
        }
        throw FormulaError("'\(mark)' is missing behind the name", at: position)
    }
}
