// Numbers of stars in natural language, such as "4 stars or more".

/// Reads English words about stars as the ratings that they mean: `4 stars or more` as `>=4`, `unrated` as `none`.
enum SpokenRating {
    private static let numbers = ["zero", "one", "two", "three", "four", "five"]
    /// What pictures without a rating are called.
    private static let unrated = [["unrated"], ["no", "stars"], ["no", "star"], ["no", "rating"]]
    /// Words before a number of stars, with the comparison that they mean.
    private static let leading: [(words: [String], sign: String)] = [
        (["at", "least"], ">="), (["at", "most"], "<="), (["more", "than"], ">"), (["less", "than"], "<"),
        (["fewer", "than"], "<"), (["exactly"], ""), (["only"], ""),
    ]
    /// Words after `or` and `and` behind a number of stars, with the comparison that they mean.
    private static let trailing: [String: String] = [
        "more": ">=", "up": ">=", "better": ">=", "higher": ">=", "above": ">=",
        "less": "<=", "fewer": "<=", "lower": "<=", "below": "<=", "down": "<=",
    ]

    /// Returns the query's value for a rating; nil where the lowercased words are none.
    static func value(_ words: [String]) -> String? {
        if unrated.contains(words) { return "none" }
        var words = words[...]
        var sign: String?
        if let start = leading.first(where: { words.starts(with: $0.words) }) {
            sign = start.sign
            words = words.dropFirst(start.words.count)
        }
        guard var number = words.popFirst() else { return nil }
        if let star = ["-stars", "-star"].first(where: number.hasSuffix) {
            number = String(number.dropLast(star.count))
        } else {
            guard let noun = words.popFirst(), ["star", "stars"].contains(noun) else { return nil }
        }
        if number.hasSuffix("+"), sign == nil {
            sign = ">="
            number = String(number.dropLast())
        }
        guard let count = numbers.firstIndex(of: number) ?? (number.utf8.count == 1 ? Int(number) : nil),
            numbers.indices.contains(count)
        else { return nil }
        if let joining = words.popFirst() {
            guard sign == nil, ["or", "and"].contains(joining), let word = words.popFirst() else { return nil }
            guard let end = trailing[word] else { return nil }
            sign = end
        }
        guard words.isEmpty else { return nil }
        // Whoever asks for zero stars means pictures that nobody has rated as well.
        return count == 0 && (sign ?? "").isEmpty ? "none" : "\(sign ?? "")\(count)"
    }
}
