// Random tables of facts and random questions, answered the slow way.

import Foundation
import Synchronization
import Tiling

@testable import Catalog

/// Facts row by row, and what is true of them by definition: the oracle that tables are compared with.
///
/// Shares no code with them but the type of a value.
struct NaiveFacts {
    typealias Row = [String: FactValue]
    var rows: [Row?] = []

    static let fields: [FactField] =
        FactField.ofPictures + [
            FactField(name: "split", kind: .category), FactField(name: "score", kind: .number),
            FactField(name: "serial", kind: .number), FactField(name: "caption2", kind: .text, isSearched: true),
        ]

    // MARK: Making

    static let words = [
        "sun", "sunset", "Sonne", "Café", "café", "naïve", "IMG", "img_20", "beach", "Strand", "Åre", "ångström", "rot",
        "Rotwein", "2019", "019", "x100", "X100V", "東京", "タワー", "привет", "Ελλάδα", "a.b", "new york", "York", "o'neil",
    ]

    static func text(_ random: inout RepeatableNoise) -> String {
        let count = Int.random(in: 1...3, using: &random)
        let separators = [" ", "_", "-", "", "/", "."]
        return (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
            .joined(separator: separators.randomElement(using: &random) ?? " ")
    }

    static func row(_ random: inout RepeatableNoise, number: Int) -> Row {
        var row: Row = [:]
        func sometimes(_ chance: Int) -> Bool { Int.random(in: 0..<100, using: &random) < chance }
        func bytes(_ text: String) -> FactValue { .text(Array(text.utf8)) }
        row["name"] = bytes("\(text(&random))\(number).jpg")
        if sometimes(90) {
            row["folder"] = bytes(
                "\(Int.random(in: 2017...2021, using: &random))/\(words.randomElement(using: &random) ?? "")")
        }
        if sometimes(60) {
            row["camera"] = bytes(
                ["Canon EOS", "FUJIFILM X100V", "Nikon", "nikon"].randomElement(using: &random) ?? "")
        }
        if sometimes(50) { row["taken"] = .time(Int64.random(in: 1_400_000_000...1_700_000_000, using: &random)) }
        if sometimes(95) {
            row["bytes"] = .number(
                Double(Int.random(in: 0...(sometimes(5) ? 9_000_000_000 : 9_000_000), using: &random)))
        }
        if sometimes(40) {
            row["iso"] = .number(Double([100, 200, 400, 3200, 6400].randomElement(using: &random) ?? 0))
        }
        if sometimes(40) { row["aperture"] = .number([1.4, 2, 2.8, 5.6].randomElement(using: &random) ?? 0) }
        if sometimes(30) {
            row["keywords"] = .words(
                (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    Array((words.randomElement(using: &random) ?? "").utf8)
                })
        }
        if sometimes(20) { row["title"] = bytes(text(&random)) }
        if sometimes(20) { row["caption2"] = bytes(text(&random)) }
        if sometimes(30) {
            row["gps"] = .position(
                latitude: Double.random(in: 47...49, using: &random),
                longitude: Double.random(in: 11...13, using: &random))
        }
        row["orientation"] = bytes(["portrait", "landscape", "square", "panorama"].randomElement(using: &random) ?? "")
        row["split"] = bytes("s\(Int.random(in: 0..<(sometimes(1) ? 70_000 : 300), using: &random))")
        if sometimes(80) { row["score"] = .number(Double.random(in: -1...1, using: &random)) }
        if sometimes(80) { row["serial"] = .number(Double(Int.random(in: -1_000_000...1_000_000, using: &random))) }
        return row
    }

    /// What a table holds after `row` was put in it: duplicates of a set count once, and positions have seven decimals.
    static func put(_ row: Row, in table: inout FactTable, at place: Int) {
        table.insert(place)
        for (name, value) in row {
            if let column = table.columnIndex(of: name) { table.set(value, row: place, column: column) }
        }
    }

    // MARK: Asking

    /// A question as people type it, and its answer for a row.
    struct Question {
        var text: String
        var isTrue: (Row) -> Bool
        /// The conditions that must all be true, each with the field that it is about.
        var conditions: [(field: String?, isTrue: (Row) -> Bool)] = []
    }

    /// Guards the words that were folded before: there are few, and each is compared many times.
    private static let folded = Mutex<[String: [Character]]>([:])

    static func fold(_ text: String) -> [Character] {
        folded.withLock { folded in
            if let known = folded[text] { return known }
            let letters = Array(
                text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).lowercased())
            folded[text] = letters
            return letters
        }
    }

    private static func isSpaceless(_ letter: Character) -> Bool { (letter.unicodeScalars.first?.value ?? 0) >= 0x2000 }

    private static func begins(_ text: [Character], _ place: Int) -> Bool {
        guard place > 0 else { return true }
        let (before, here) = (text[place - 1], text[place])
        func isWord(_ letter: Character) -> Bool { letter.isLetter || letter.isNumber }
        // Some ideographs are numbers as well.
        func isDigit(_ letter: Character) -> Bool { letter.isASCII && letter.isNumber }
        return !isWord(before) || !isWord(here) || isSpaceless(here) || isDigit(before) != isDigit(here)
    }

    enum Way: CaseIterable { case word, phrase, whole, within }

    static func has(_ text: [UInt8], _ wanted: String, _ way: Way, inName isName: Bool) -> Bool {
        let (text, wanted) = (fold(String(decoding: text, as: UTF8.self)), fold(wanted))
        if way == .whole { return text == wanted }
        guard text.count >= wanted.count else { return false }
        return (0...text.count - wanted.count).contains { place in
            // Most places are told by one letter: without optimisation an array takes long.
            guard wanted.isEmpty || text[place] == wanted[0], Array(text[place..<place + wanted.count]) == wanted else {
                return false
            }
            let end = place + wanted.count
            switch way {
            // Within the numbers of names, too.
            case .word:
                return begins(text, place) || isName && wanted.count >= 3 && wanted.allSatisfy { "0"..."9" ~= $0 }
            case .phrase: return begins(text, place) && (end == text.count || begins(text, end))
            case .within: return true
            case .whole: return false
            }
        }
    }

    static func texts(_ value: FactValue?) -> [[UInt8]] {
        switch value {
        case .text(let text)?: [text]
        case .words(let words)?: words
        default: []
        }
    }

    static func number(_ value: FactValue?) -> Double? {
        switch value {
        case .number(let number)?: number
        case .time(let seconds, _)?: Double(seconds)
        default: nil
        }
    }

    static func question(_ random: inout RepeatableNoise, depth: Int) -> Question {
        let kind = Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &random)
        switch kind {
        case 7:
            let part = question(&random, depth: depth - 1)
            return Question(text: "-(\(part.text))", isTrue: { !part.isTrue($0) })
        case 8, 9:
            let parts = (0..<Int.random(in: 2...3, using: &random)).map { _ in question(&random, depth: depth - 1) }
            return kind == 8
                ? Question(
                    text: parts.map { "(\($0.text))" }.joined(separator: " "),
                    isTrue: { row in parts.allSatisfy { $0.isTrue(row) } })
                : Question(
                    text: parts.map { "(\($0.text))" }.joined(separator: " | "),
                    isTrue: { row in parts.contains { $0.isTrue(row) } })
        default: return condition(&random).question
        }
    }

    static func condition(_ random: inout RepeatableNoise) -> (field: String?, question: Question) {
        let word = (words.randomElement(using: &random) ?? "").split(separator: " ").first.map(String.init) ?? ""
        let way = Way.allCases.randomElement(using: &random) ?? .word
        func typed() -> String {
            switch way {
            case .word: word
            case .phrase: "\"\(word)\""
            case .whole: "=\"\(word)\""
            case .within: "*\(word)*"
            }
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            let way = way == .whole ? .word : way
            let searched = fields.filter(\.isSearched).map(\.name)
            return (
                nil,
                Question(text: way == .word ? word : way == .phrase ? "\"\(word)\"" : "*\(word)*") { row in
                    searched.contains { name in texts(row[name]).contains { has($0, word, way, inName: name == "name") }
                    }
                }
            )
        case 1, 2:
            let name =
                ["name", "folder", "camera", "keywords", "title", "split"].randomElement(using: &random) ?? "name"
            return (
                name,
                Question(text: "\(name):\(typed())") { row in
                    texts(row[name]).contains { has($0, word, way, inName: name == "name") }
                }
            )
        case 3:
            let name = ["iso", "bytes", "serial", "score"].randomElement(using: &random) ?? "iso"
            let bound =
                name == "score"
                ? Double.random(in: -1...1, using: &random)
                : Double(Int.random(in: -1000...9_000_000, using: &random)) / (name == "iso" ? 1000 : 1)
            let sign = [">", ">=", "<", "<="].randomElement(using: &random) ?? ">"
            return (
                name,
                Question(text: "\(name):\(sign)\(bound)") { row in
                    guard let value = number(row[name]) else { return false }
                    return sign == ">"
                        ? value > bound : sign == ">=" ? value >= bound : sign == "<" ? value < bound : value <= bound
                }
            )
        case 4:
            let year = Int.random(in: 2014...2023, using: &random)
            let start = Double(CivilDate(year: year, month: 3, day: 1).daysSince1970 * 86_400)
            let end = Double(CivilDate(year: year + 1, month: 1, day: 1).daysSince1970 * 86_400)
            return (
                "taken",
                Question(text: "taken:\(year)-03..\(year)") { row in
                    number(row["taken"]).map { $0 >= start && $0 < end } ?? false
                }
            )
        case 5:
            let name = ["gps", "camera", "keywords", "score", "taken"].randomElement(using: &random) ?? "gps"
            return (name, Question(text: "has:\(name)") { $0[name] != nil })
        case 6:
            // No text of a table begins with this word.
            let name =
                ["gps", "camera", "keywords", "score", "taken", "title"].randomElement(using: &random) ?? "gps"
            return (name, Question(text: "\(name):none") { $0[name] == nil })
        default:
            let iso = [100, 3200].randomElement(using: &random) ?? 100
            return (
                "iso",
                Question(text: "iso:\(iso)..6400") { row in
                    number(row["iso"]).map { $0 >= Double(iso) && $0 <= 6400 } ?? false
                }
            )
        }
    }
}
