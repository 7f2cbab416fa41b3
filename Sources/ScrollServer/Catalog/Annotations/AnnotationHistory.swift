// The steps that undo and redo edits of annotations.

/// A set of slots, compact where many are neighbours.
struct SlotSet: Sendable {
    /// Used where they take less memory than the bits.
    private var runs: [Range<UInt32>] = []
    private var bits = RowBits()

    /// Takes ascending slots, each once.
    init(_ slots: [UInt32]) {
        for slot in slots { runs.extend(by: slot..<slot + 1) }
        guard let last = slots.last, runs.count * MemoryLayout<Range<UInt32>>.size > Int(last) / 8 else { return }
        runs = []
        for slot in slots { bits.insert(Int(slot)) }
    }

    /// Sorts slots, and drops those that repeat.
    static func sorted(_ slots: [UInt32]) -> [UInt32] {
        let sorted = slots.sorted()
        return sorted.indices.filter { $0 == 0 || sorted[$0 - 1] != sorted[$0] }.map { sorted[$0] }
    }

    /// All slots, ascending.
    var all: [UInt32] { runs.isEmpty ? bits.rows : runs.flatMap { Array($0) } }
}

/// The codes of any number of slots, compact where few differ.
struct SlotCodes: Sendable {
    private var palette: [UInt32] = []
    /// The index of each code in the palette; empty where all are the same.
    private var indices: [UInt8] = []
    /// The codes themselves where they are too many for a palette.
    private var codes: [UInt32] = []

    init(_ codes: [UInt32]) {
        var known: [UInt32: UInt8] = [:]
        // Neighbours mostly have the same code, which then need not be looked up.
        var latest: UInt32?
        for code in codes where code != latest {
            latest = code
            guard known[code] == nil else { continue }
            guard palette.count < 256 else {
                (palette, self.codes) = ([], codes)
                return
            }
            known[code] = UInt8(palette.count)
            palette.append(code)
        }
        if palette.count > 1 { indices = codes.map { known[$0] ?? 0 } }
    }

    subscript(index: Int) -> UInt32 {
        if !codes.isEmpty { return codes[index] }
        return indices.isEmpty ? palette[0] : palette[Int(indices[index])]
    }

    fileprivate var byteCount: Int { indices.count + 4 * codes.count }
}

/// What takes an edit back.
struct AnnotationStep: Sendable {
    /// The parts that the edit changed; other parts may have been changed by others since.
    var parts: Annotation.Parts
    var slots: SlotSet
    /// The annotations before the edit, by the order of the slots.
    var before: SlotCodes
}

extension AnnotationStep {
    /// The step with other slots for some of its own; `moved` has these.
    fileprivate func moving(_ moves: [UInt32: UInt32], _ moved: RowBits) -> AnnotationStep {
        let own = slots.all
        guard own.contains(where: { moved.contains(Int($0)) }) else { return self }
        var codes: [UInt32: UInt32] = [:]
        for (index, slot) in own.enumerated() where moves[slot] == nil { codes[slot] = before[index] }
        for (index, slot) in own.enumerated() { if let new = moves[slot] { codes[new] = before[index] } }
        let sorted = codes.keys.sorted()
        return AnnotationStep(
            parts: parts, slots: SlotSet(sorted), before: SlotCodes(sorted.map { codes[$0] ?? 0 }))
    }
}

/// The latest edits of one collection, kept while the program runs.
struct AnnotationHistory: Sendable {
    /// Most edits that are kept, and most bytes for those whose files had many different annotations.
    private static let (editLimit, byteLimit) = (100, 256 << 20)

    private(set) var undo: [AnnotationStep] = []
    private(set) var redo: [AnnotationStep] = []

    /// Notes an edit; what was taken back before can then not be redone.
    mutating func add(_ step: AnnotationStep) {
        redo = []
        undo.append(step)
        limit()
    }

    /// Notes that the last edit was taken back by `step`'s reverse.
    mutating func undone(_ step: AnnotationStep) {
        undo.removeLast()
        redo.append(step)
    }

    mutating func redone(_ step: AnnotationStep) {
        redo.removeLast()
        undo.append(step)
        limit()
    }

    /// Replaces slots whose annotations were moved to others.
    mutating func move(_ moves: [UInt32: UInt32]) {
        var moved = RowBits()
        for slot in moves.keys { moved.insert(Int(slot)) }
        undo = undo.map { $0.moving(moves, moved) }
        redo = redo.map { $0.moving(moves, moved) }
    }

    private mutating func limit() {
        var byteCount = undo.reduce(0) { $0 + $1.before.byteCount }
        while undo.count > 1, undo.count > Self.editLimit || byteCount > Self.byteLimit {
            byteCount -= undo.removeFirst().before.byteCount
        }
    }
}
