// What an annotation changes in a sidecar.

import Metadata

extension Annotation {
    /// The rating in a sidecar, where a rejected picture has −1; nil if the reader has noted none.
    private var sidecarRating: String? { flag == .reject ? "-1" : rating.map { "\($0)" } }

    /// Returns what is noted as the text of a property; nil where none is written.
    private func text(_ mark: XMPMark) -> String? {
        switch mark {
        case .rating: sidecarRating
        case .label, .labelColour, .digiKamLabel: (label?.shown).flatMap { mark.text(ofLabel: $0) }
        case .pick, .good, .digiKamPick:
            flag.flatMap { PictureFlag(rawValue: $0.name) }.flatMap { mark.text(of: $0) }
        }
    }

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
            let old = isKept && original[.rating] == "-1" ? nil : original[.rating]
            edit[.rating] = after.sidecarRating.map { .set($0) } ?? .replaced(before.sidecarRating, by: old)
        } else if isKept, after.sidecarRating == nil {
            edit[.rating] = .replaced("-1", by: nil)
        }
        let changes = [
            (marks: XMPMark.flags, isChanged: before.flag != after.flag, isNoted: after.flag != nil),
            (marks: XMPMark.labels, isChanged: before.label != after.label, isNoted: after.label != nil),
        ]
        for change in changes where change.isChanged {
            for mark in change.marks {
                edit[mark] =
                    change.isNoted ? .set(after.text(mark)) : .replaced(before.text(mark), by: original[mark])
            }
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
