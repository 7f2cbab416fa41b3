// Reads lines that are stored as text.

/// Reads the lines of `OutlineData`.
///
/// A number is one to three characters or four, of the 92 visible ones of ASCII without the quotation mark and the
/// backslash. 60 of them stand alone; the next 31 begin a pair, and the last one precedes three. Even numbers are the
/// halves' double, odd ones stand for negative numbers.
struct OutlineReader {
    /// Degrees in a unit.
    static let unit = 0.005

    private let text: [UInt8]
    private var position = 0

    init(_ text: String) { self.text = Array(text.utf8) }

    /// The points of the next line, in units of longitude and latitude; nil after the last one.
    mutating func next() -> [(x: Int, y: Int)]? {
        guard let count = number(), count > 0 else { return nil }
        var points: [(x: Int, y: Int)] = []
        points.reserveCapacity(min(count, text.count))
        var (x, y) = (0, 0)
        for _ in 0..<count {
            guard let right = number(), let up = number() else { return nil }
            (x, y) = (x + right, y + up)
            points.append((x, y))
        }
        return points
    }

    private mutating func number() -> Int? {
        guard var value = digit() else { return nil }
        if value == 91 {
            guard let first = digit(), let second = digit(), let third = digit() else { return nil }
            value = (first * 92 + second) * 92 + third + 60 + 31 * 92
        } else if value >= 60 {
            guard let second = digit() else { return nil }
            value = (value - 60) * 92 + second + 60
        }
        return value % 2 == 0 ? value / 2 : -(value + 1) / 2
    }

    /// The next character as a number from 0 to 91; nil at the end.
    private mutating func digit() -> Int? {
        while position < text.count {
            let code = Int(text[position])
            position += 1
            // Lines end anywhere.
            if code > 32, code < 127 { return code - 33 - (code > 34 ? 1 : 0) - (code > 92 ? 1 : 0) }
        }
        return nil
    }
}
