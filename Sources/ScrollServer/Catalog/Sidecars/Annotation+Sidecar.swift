// What an annotation changes in a sidecar.

import Metadata

extension Annotation {
    /// The rating in a sidecar, where a rejected picture has −1; nil if the reader has noted none.
    ///
    /// A pick flag is not written: no property for it is read by several programs.
    private var sidecarRating: String? { flag == .reject ? "-1" : rating.map { "\($0)" } }

    /// Everything that is noted, for a sidecar.
    package var sidecarEdit: XMPEdit { Self.sidecarEdit(from: Annotation(), to: self, original: XMPContent()) }

    /// What a change of an annotation changes in a sidecar.
    ///
    /// Only parts that differ are changed. A part that the reader has taken back is again what it was in `original`, the
    /// sidecar before this program first changed it, unless another program has changed it meanwhile. A keyword comes back
    /// into the lists that had it.
    static func sidecarEdit(from before: Annotation, to after: Annotation, original: XMPContent) -> XMPEdit {
        let (original, lists) = (original.marks, original.lists)
        var edit = XMPEdit()
        // These flags deny that a picture is rejected, whatever its file says.
        let isKept = after.flag == .pick || after.flag == Flag.none
        if before.sidecarRating != after.sidecarRating {
            let old = isKept && original.rating == "-1" ? nil : original.rating
            edit.rating = after.sidecarRating.map { .set($0) } ?? .replaced(before.sidecarRating, by: old)
        } else if isKept, after.sidecarRating == nil {
            edit.rating = .replaced("-1", by: nil)
        }
        if before.label != after.label {
            edit.label = after.label.map { .set($0.shown) } ?? .replaced(before.label?.shown, by: original.label)
        }
        let had = Set(original.keywords)
        let (added, removed) = (Set(after.added), Set(after.removed))
        let takenBack = Set(before.added).subtracting(added).subtracting(had)
        let shownAgain = Set(before.removed).subtracting(removed).intersection(had)
        for word in shownAgain { edit.restored[word] = lists[word] }
        edit.added = added.subtracting(before.added).subtracting(shownAgain).sorted()
        edit.removed =
            removed.subtracting(before.removed).union(takenBack).subtracting(edit.added).subtracting(shownAgain)
            .sorted()
        return edit
    }
}
