// Reads formulas: sums, products, powers, and functions of columns.

/// Reads the text of a formula; every text either has a meaning or is refused.
///
/// ```
/// sum      = product { (+ | -) product }
/// product  = signed { (* | /) signed }
/// signed   = - signed | + signed | power
/// power    = value [ ^ signed ]
/// value    = number | name | "name" | [name] | ( sum ) | function ( sum {, sum} [, span] )
/// span     = number [unit]
/// ```
struct FormulaParser {
    /// How deep parts may lie in each other, each with its sign, and how many there may be.
    static let (deepest, mostParts) = (24, 100)

    private var lexer: FormulaLexer
    private var next: (token: FormulaToken, position: Int)?
    private var depth = 0

    static func parse(_ text: String) throws(FormulaError) -> FormulaTree {
        guard text.count <= Formula.longestText else {
            throw FormulaError("it has more than \(Formula.longestText) characters")
        }
        guard !text.utf8.contains(0) else { throw FormulaError("it holds a NUL") }
        var parser = FormulaParser(lexer: FormulaLexer(text))
        try parser.advance()
        guard parser.next != nil else { throw FormulaError("it is empty") }
        let tree = try parser.sum()
        if let (token, position) = parser.next {
            throw FormulaError("\(Self.name(token)) is not expected", at: position)
        }
        guard tree.cost <= mostParts else { throw FormulaError("it has more than \(mostParts) parts") }
        return tree
    }

    private init(lexer: FormulaLexer) { self.lexer = lexer }

    private mutating func advance() throws(FormulaError) { next = try lexer.next() }

    private static func name(_ token: FormulaToken) -> String {
        switch token {
        case .number(let value, let unit): "the number \(value)\(unit)"
        case .word(let name), .quoted(let name): "'\(name)'"
        case .sign(let sign): "'\(sign)'"
        }
    }

    /// Moves past one of these signs, if it comes next.
    private mutating func take(_ signs: Character...) throws(FormulaError) -> Character? {
        guard case .sign(let sign)? = next?.token, signs.contains(sign) else { return nil }
        try advance()
        return sign
    }

    private mutating func expect(_ sign: Character) throws(FormulaError) {
        guard try take(sign) == nil else { return }
        guard let (token, position) = next else { throw FormulaError("'\(sign)' is missing at the end", at: lexer.end) }
        throw FormulaError("'\(sign)' is expected before \(Self.name(token))", at: position)
    }

    private mutating func sum() throws(FormulaError) -> FormulaTree {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 2 * Self.deepest else {
            throw FormulaError("its parts lie more than \(Self.deepest) deep", at: next?.position ?? lexer.end)
        }
        var tree = try product()
        while let sign = try take("+", "-") { tree = .binary(sign == "+" ? .plus : .minus, tree, try product()) }
        return tree
    }

    private mutating func product() throws(FormulaError) -> FormulaTree {
        var tree = try signed()
        while let sign = try take("*", "/") { tree = .binary(sign == "*" ? .times : .over, tree, try signed()) }
        return tree
    }

    private mutating func signed() throws(FormulaError) -> FormulaTree {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 2 * Self.deepest else {
            throw FormulaError("its parts lie more than \(Self.deepest) deep", at: next?.position ?? lexer.end)
        }
        guard let sign = try take("+", "-") else { return try power() }
        let part = try signed()
        return sign == "-" ? .negated(part) : part
    }

    private mutating func power() throws(FormulaError) -> FormulaTree {
        let base = try value()
        guard try take("^") != nil else { return base }
        return .binary(.power, base, try signed())
    }

    private mutating func value() throws(FormulaError) -> FormulaTree {
        guard let (token, position) = next else {
            throw FormulaError("a column or a number is missing at the end", at: lexer.end)
        }
        try advance()
        switch token {
        case .number(let value, let unit):
            guard unit.isEmpty else {
                throw FormulaError("'\(unit)' behind a number is only for times, as in mean(a, 24h)", at: position)
            }
            return .number(value)
        case .quoted(let name): return .line(name, at: position)
        case .word(let name):
            guard try take("(") != nil else { return .line(name, at: position) }
            let tree = try call(name, position)
            try expect(")")
            return tree
        case .sign("("):
            let tree = try sum()
            try expect(")")
            return tree
        case .sign(let sign): throw FormulaError("a column or a number is expected, not '\(sign)'", at: position)
        }
    }

    // MARK: Functions

    static let names =
        ["mean", "sum", "diff", "rate", "cumsum", "shift"] + FormulaTree.Function.allCases.map(\.rawValue)

    /// A function's arguments, behind the opening bracket.
    private mutating func call(_ name: String, _ position: Int) throws(FormulaError) -> FormulaTree {
        guard Self.names.contains(name) else {
            throw FormulaError(
                "there is no function '\(name)'; there are \(Self.names.joined(separator: ", "))", at: position)
        }
        let first = try sum()
        switch name {
        case "diff": return .difference(first)
        case "cumsum": return .running(first)
        case "rate":
            guard try take(",") != nil else { return .rate(first, per: 1) }
            let place = next?.position ?? lexer.end
            guard case .seconds(let unit) = try span(of: name) else {
                throw FormulaError("a rate is per time, such as 1s or 1h", at: place)
            }
            return .rate(first, per: unit)
        case "mean", "sum", "shift":
            try expect(",")
            let span = try span(of: name)
            return name == "shift" ? .shifted(first, span) : .window(name == "sum" ? .sum : .mean, first, span)
        default:
            let function = FormulaTree.Function(rawValue: name) ?? .abs
            var parts = [first]
            while try take(",") != nil { parts.append(try sum()) }
            guard function.counts.contains(parts.count) else {
                let most = function.counts.upperBound
                throw FormulaError(
                    most == 1 ? "\(name) takes one argument" : "\(name) takes 2 to \(most) arguments", at: position)
            }
            return .function(function, parts)
        }
    }

    /// Seconds of each unit, and months of others.
    private static let seconds = [
        "ms": 0.001, "s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400, "w": 604_800,
    ]
    private static let months = ["mo": 1, "y": 12]

    /// A number of points, or a time such as `24h`.
    private mutating func span(of name: String) throws(FormulaError) -> FormulaSpan {
        let example = "such as \(name)(a, 24h) or \(name)(a, 7) for 7 points"
        guard let (token, position) = next else { throw FormulaError("a time is missing, \(example)", at: lexer.end) }
        guard case .number(let value, let unit) = token else {
            throw FormulaError("a time is expected, \(example)", at: position)
        }
        try advance()
        guard value > 0 else { throw FormulaError("a time has to be above 0", at: position) }
        if let seconds = Self.seconds[unit] {
            guard value * seconds <= 1e12 else { throw FormulaError("the time is too long", at: position) }
            return .seconds(value * seconds)
        }
        guard unit.isEmpty || Self.months[unit] != nil else {
            throw FormulaError("'\(unit)' is no unit of time; there are ms, s, min, h, d, w, mo, y", at: position)
        }
        guard value == value.rounded(), value <= 1e9, let number = Int(exactly: value) else {
            throw FormulaError("a whole number is expected here", at: position)
        }
        guard let months = Self.months[unit] else { return .points(number) }
        guard number <= 120_000 else { throw FormulaError("the time is too long", at: position) }
        return .months(number * months)
    }
}
