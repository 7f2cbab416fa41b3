// What an evening of marking has to come to: a model that knows no server.

/// What a reader notes of one picture.
struct EveningMark: Equatable {
    var rating: Int?
    var flag: String?
    var label: String?

    /// As a line of `table.csv` ends.
    var fields: String { "\(rating.map(String.init) ?? ""),\(flag ?? ""),\(label ?? "")" }
}

/// All pictures of an evening in a grid, the cursor among them, and what can be undone.
struct EveningModel {
    private(set) var marks: [EveningMark]
    private(set) var cursor = 0
    private let columnCount: Int
    private var done: [[(index: Int, before: EveningMark)]] = []
    private var undone: [[(index: Int, before: EveningMark)]] = []

    init(count: Int, columnCount: Int) {
        marks = Array(repeating: EveningMark(), count: count)
        self.columnCount = columnCount
    }

    /// Keys that note something, and what they note.
    static let notes: [(key: Character, note: @Sendable (inout EveningMark) -> Void)] = [
        ("1", { $0.rating = 1 }), ("2", { $0.rating = 2 }), ("3", { $0.rating = 3 }), ("4", { $0.rating = 4 }),
        ("5", { $0.rating = 5 }), ("p", { $0.flag = "pick" }), ("r", { $0.flag = "reject" }),
        ("6", { $0.label = "Red" }), ("7", { $0.label = "Yellow" }), ("8", { $0.label = "Green" }),
    ]

    /// Moves by a key, if there is a picture in that direction.
    mutating func move(across: Int, down: Int) -> Bool {
        let next = cursor + across + down * columnCount
        guard marks.indices.contains(next) else { return false }
        cursor = next
        return true
    }

    /// Goes to the first or the last picture.
    mutating func go(toEnd: Bool) { cursor = toEnd ? marks.count - 1 : 0 }

    /// Marks some pictures as one step; false where that would change nothing.
    mutating func mark(_ indices: [Int], _ note: (inout EveningMark) -> Void) -> Bool {
        var step: [(index: Int, before: EveningMark)] = []
        for index in indices {
            let before = marks[index]
            note(&marks[index])
            if marks[index] != before { step.append((index, before)) }
        }
        if step.isEmpty { return false }
        done.append(step)
        undone = []
        return true
    }

    /// Takes the last step back; false where there is none.
    mutating func undo() -> Bool {
        guard let step = done.popLast() else { return false }
        undone.append(revert(step))
        return true
    }

    /// Makes the step again that was taken back last; false where there is none.
    mutating func redo() -> Bool {
        guard let step = undone.popLast() else { return false }
        done.append(revert(step))
        return true
    }

    private mutating func revert(_ step: [(index: Int, before: EveningMark)]) -> [(index: Int, before: EveningMark)] {
        var opposite: [(index: Int, before: EveningMark)] = []
        for (index, before) in step {
            opposite.append((index, marks[index]))
            marks[index] = before
        }
        return opposite
    }

    /// Another part of the evening begins: what was done before stays.
    mutating func forgetSteps() { (done, undone) = ([], []) }
    /// The page has the cursor here.
    mutating func place(at index: Int) { cursor = index }

    /// The indices of pictures whose marks are so.
    func found(_ condition: (EveningMark) -> Bool) -> [Int] { marks.indices.filter { condition(marks[$0]) } }

    /// The file with this index; names sort as indices do.
    static func name(_ index: Int) -> String {
        let digits = String(index)
        return String(repeating: "0", count: 5 - digits.count) + digits + ".svg"
    }

    /// What `table.csv` has of those that are marked, without its head.
    var table: [String] {
        marks.indices.filter { marks[$0] != EveningMark() }.map { "\(Self.name($0)),\(marks[$0].fields)" }
    }
}

/// Random numbers that a seed repeats.
///
/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
struct EveningGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
