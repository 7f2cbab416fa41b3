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
    /// The edit's number, which it keeps while it is taken back and made again.
    var edit = 0
}

extension AnnotationStep {
    /// The step without the slots of later edits that have changed one of its parts.
    func excluding(_ later: [AnnotationStep]) -> AnnotationStep {
        var changed = RowBits()
        for step in later where !step.parts.isDisjoint(with: parts) {
            for slot in step.slots.all { changed.insert(Int(slot)) }
        }
        let own = slots.all
        let kept = own.indices.filter { !changed.contains(Int(own[$0])) }
        guard kept.count < own.count else { return self }
        return AnnotationStep(
            parts: parts, slots: SlotSet(kept.map { own[$0] }), before: SlotCodes(kept.map { before[$0] }), edit: edit)
    }

    /// The step with other slots for some of its own; `moved` has these.
    fileprivate func moving(_ moves: [UInt32: UInt32], _ moved: RowBits) -> AnnotationStep {
        let own = slots.all
        guard own.contains(where: { moved.contains(Int($0)) }) else { return self }
        var codes: [UInt32: UInt32] = [:]
        for (index, slot) in own.enumerated() where moves[slot] == nil { codes[slot] = before[index] }
        for (index, slot) in own.enumerated() { if let new = moves[slot] { codes[new] = before[index] } }
        let sorted = codes.keys.sorted()
        return AnnotationStep(
            parts: parts, slots: SlotSet(sorted), before: SlotCodes(sorted.map { codes[$0] ?? 0 }), edit: edit)
    }
}

/// The edits of annotations in one collection, which cost bytes where the files had many different annotations.
typealias AnnotationHistory = EditHistory<AnnotationStep>

extension AnnotationHistory {
    init() { self.init(costLimit: 256 << 20) { $0.before.byteCount } }

    /// Replaces slots whose annotations were moved to others.
    mutating func move(_ moves: [UInt32: UInt32]) {
        var moved = RowBits()
        for slot in moves.keys { moved.insert(Int(slot)) }
        map { $0.moving(moves, moved) }
    }
}
