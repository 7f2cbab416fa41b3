// Takes edits of annotations back, and makes them again.

import Platform

extension AnnotationStore {
    /// How many files an edit concerned that was taken back or made again.
    package struct Reverted: Equatable, Sendable {
        package var count: Int
        /// Those that stay as they are, since later edits have changed them.
        package var keptCount: Int
    }

    /// Takes back the last edit made in a collection, or the one with a number; blocks as `edit` does.
    ///
    /// Where a later edit in this collection has changed the same parts of a file, these stay.
    @discardableResult
    package func undo(in collection: String, edit: Int? = nil) throws(EditError) -> Reverted {
        try takeBack(.undo, in: collection, edit)
    }

    /// Makes the edit again that was taken back last in a collection, or the one with a number; blocks as `edit` does.
    @discardableResult
    package func redo(in collection: String, edit: Int? = nil) throws(EditError) -> Reverted {
        try takeBack(.redo, in: collection, edit)
    }

    private func takeBack(
        _ kind: AnnotationHistory.Kind, in collection: String, _ edit: Int?
    ) throws(EditError) -> Reverted {
        try changing { (progress) throws(EditError) in
            guard var history = progress.histories[collection],
                let (whole, later) = history.take(kind, where: { edit == nil || $0.edit == edit })
            else { throw .nothing }
            let step = whole.excluding(later)
            var (count, reverse) = try take(step, &progress)
            reverse.edit = step.edit
            history.add(reverse, kind)
            progress.histories[collection] = history
            return Reverted(count: count, keptCount: whole.slots.all.count - count)
        }
    }

    private func take(
        _ step: AnnotationStep, _ progress: inout Progress
    ) throws(EditError) -> (count: Int, reverse: AnnotationStep) {
        let slots = step.slots.all
        var codes = CodeMap()
        let reverse = try commit(slots, step.parts, &progress) { (index, old, table) throws(EditError) in
            let before = step.before[index]
            let pair = UInt64(old) << 32 | UInt64(before)
            if let code = codes[pair] { return code }
            let annotation = table.annotation(old).with(step.parts, of: table.annotation(before))
            return codes.add(table.code(of: annotation), for: pair)
        }
        return (slots.count, reverse ?? AnnotationStep(parts: step.parts, slots: SlotSet([]), before: SlotCodes([])))
    }
}
