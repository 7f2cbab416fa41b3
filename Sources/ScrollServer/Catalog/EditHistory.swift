// What undoes and redoes the latest edits.

/// The steps that undo and redo the latest edits of a list, or of the annotations in a collection.
///
/// They are kept while the program runs.
struct EditHistory<Step: Sendable>: Sendable {
    /// What an edit is to the one that it may revert.
    enum Kind: Sendable {
        case new, undo, redo
    }

    /// The most that all steps may cost, unless there is only one.
    let costLimit: Int
    /// What it takes to keep a step.
    let cost: @Sendable (Step) -> Int
    private(set) var undo: [Step] = []
    private(set) var redo: [Step] = []

    /// Notes what reverts an edit; after a new edit, nothing can be redone.
    mutating func add(_ step: Step, _ kind: Kind) {
        if kind == .undo { return redo.append(step) }
        if kind == .new { redo = [] }
        undo.append(step)
        var sum = undo.reduce(0) { $0 + cost($1) }
        while undo.count > 1, undo.count > 100 || sum > costLimit { sum -= cost(undo.removeFirst()) }
    }

    /// Removes and returns the step that undoes, or redoes, the newest edit; nil when there is none.
    mutating func take(_ kind: Kind) -> Step? { kind == .redo ? redo.popLast() : undo.popLast() }

    /// Removes and returns the newest such step that fulfils a condition, with those that came after it; nil when there
    /// is none.
    mutating func take(_ kind: Kind, where isMeant: (Step) -> Bool) -> (step: Step, later: [Step])? {
        let steps = kind == .redo ? redo : undo
        guard let index = steps.lastIndex(where: isMeant) else { return nil }
        if kind == .redo { redo.remove(at: index) } else { undo.remove(at: index) }
        return (steps[index], Array(steps[(index + 1)...]))
    }

    /// Replaces all steps.
    mutating func map(_ change: (Step) -> Step) {
        undo = undo.map(change)
        redo = redo.map(change)
    }
}
