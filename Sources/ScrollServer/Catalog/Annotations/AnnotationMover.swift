// Lets annotations follow files that are renamed or moved.

import Dispatch
import Platform
import Synchronization

/// Moves the annotations of files that are gone to files with the same content.
///
/// The content of annotated files is read in the background, after they were annotated or changed. A file that appears
/// is read only where an annotated file of the same length is gone, path and all.
package final class AnnotationMover: Sendable {
    /// Milliseconds between two looks at the folders, and between two questions whether the program is busy.
    ///
    /// A file has been there for as long before it is looked at: programs that save a file may take its name away for a
    /// moment.
    private static let (period, pause) = (1000, 20)
    /// Most pauses for the tiles that are being made before the next batch of files.
    private static let mostPauses = 500

    private let store: AnnotationStore
    private let collections: @Sendable () -> [any ItemCollection]
    private let isBusy: @Sendable () -> Bool
    /// Called after the annotations of files of a collection were moved there.
    private let onMove: @Sendable (any ItemCollection) -> Void
    private let isStopped = Atomic(false)
    private let signal = DispatchSemaphore(value: 0)
    /// How long files that have appeared are looked at again when an annotated file is removed, in minutes.
    ///
    /// Programs that move files to another disk copy them all, and then remove them.
    private static let patience = 60

    /// What is known of a folder since its first look.
    private struct Recent {
        /// The files that have appeared.
        var files = UnseenFiles.none
        /// When they are forgotten.
        var end = DispatchTime.now()
    }

    /// By the ids of folders; held while files are looked at.
    private let recent = Mutex<[String: Recent]>([:])

    /// Makes a mover that waits a little while `isBusy`.
    package init(
        _ store: AnnotationStore, isBusy: @escaping @Sendable () -> Bool = { false },
        collections: @escaping @Sendable () -> [any ItemCollection],
        onMove: @escaping @Sendable (any ItemCollection) -> Void = { _ in }
    ) {
        (self.store, self.isBusy, self.collections, self.onMove) = (store, isBusy, collections, onMove)
    }

    /// Starts the thread, where annotations are saved.
    ///
    /// - Throws: the system's error when it refuses a thread.
    package func start() throws(SystemError) {
        guard store.isFollowing else { return }
        try System.startThread { [self] in run() }
    }

    /// Ends the thread after the file that is being read.
    package func stop() {
        isStopped.store(true, ordering: .relaxed)
        signal.signal()
    }

    private var isEnding: Bool { isStopped.load(ordering: .relaxed) }

    private func run() {
        while !isEnding {
            let batches = takeFiles()
            _ = signal.wait(timeout: .now() + .milliseconds(Self.period))
            if !batches.isEmpty, !isEnding { look(at: batches) }
        }
    }

    private var folders: [any FollowedCollection] { collections().compactMap(\.followed) }

    private func waitWhileBusy() {
        for _ in 0..<Self.mostPauses where isBusy() && !isEnding {
            _ = signal.wait(timeout: .now() + .milliseconds(Self.pause))
        }
    }

    /// Waits while a reader annotates pictures, so that the edit has the disk and the folders' locks.
    private func waitWhileEdited() {
        for _ in 0..<Self.mostPauses where store.isBeingEdited && !isEnding {
            _ = signal.wait(timeout: .now() + .milliseconds(Self.pause))
        }
    }

    // MARK: Looking

    /// Files of a folder that are to be looked at.
    private struct Batch {
        var folder: any FollowedCollection
        var files: UnseenFiles
    }

    /// Looks at all files that have appeared, changed or been annotated since the last time; blocks.
    package func look() { look(at: takeFiles()) }

    private func takeFiles() -> [Batch] {
        folders.filter(\.hasUnseenFiles).compactMap { folder in
            folder.takeUnseenFiles().map { Batch(folder: folder, files: $0) }
        }
    }

    private func look(at batches: [Batch]) {
        recent.withLock { recent in
            var batches = batches
            let hasLostFiles = batches.contains(where: \.files.hasLostFiles)
            for batch in batches { Self.note(batch, &recent) }
            guard store.count > 0 else { return }
            let mounts = MountTable.read()
            for batch in batches { readContents(batch, mounts) }
            if hasLostFiles { batches += Self.recentBatches(of: folders, recent) }
            moveAnnotations(batches, mounts)
        }
    }

    /// Notes which files have appeared in a folder.
    private static func note(_ batch: Batch, _ recent: inout [String: Recent]) {
        let now = DispatchTime.now()
        // At first all files have appeared.
        guard var known = recent[batch.folder.id] else {
            recent[batch.folder.id] = Recent()
            return
        }
        if known.end < now { known.files = .none }
        known.files.formUnion(batch.files)
        known.end = now + .seconds(60 * patience)
        recent[batch.folder.id] = known
    }

    /// The files that have appeared lately: one of them may be a file that was lost.
    private static func recentBatches(of folders: [any FollowedCollection], _ recent: [String: Recent]) -> [Batch] {
        folders.compactMap { folder in
            guard let known = recent[folder.id], known.end > .now(), !known.files.isEmpty else { return nil }
            return Batch(folder: folder, files: known.files)
        }
    }

    /// Reads the annotated files whose content is not known.
    private func readContents(_ batch: Batch, _ mounts: MountTable) {
        var found: [FilePlace] = []
        func save() {
            do throws(AnnotationStore.EditError) {
                try store.note(found)
            } catch {
                Log.warning("annotations that do not follow", "where annotated files are cannot be written")
            }
            found = []
        }
        batch.folder.withFiles(batch.files, pause: waitWhileEdited) { key, byteCount, code in
            code != 0 && store.needsContent(key, byteCount: byteCount)
        } _: { files in
            for file in files where !isEnding {
                if let content = try? FileContent(path: file.path) {
                    found.append(FilePlace(path: file.path, content: content, mounts: mounts))
                }
            }
            if found.count >= PlaceRecord.largestCount {
                save()
                waitWhileBusy()
            }
        }
        if !found.isEmpty { save() }
    }

    /// A file that has no annotation.
    private struct Candidate {
        var folder: any FollowedCollection
        var file: SeenFile
    }

    private func moveAnnotations(_ batches: [Batch], _ mounts: MountTable) {
        let lost = store.lostByteCounts()
        guard !lost.isEmpty else { return }
        var candidates: [Candidate] = []
        for batch in batches {
            batch.folder.withFiles(batch.files, pause: waitWhileEdited) { key, byteCount, code in
                code == 0 && lost.contains(UInt64(byteCount)) && store.codes(of: [key]) == [0]
            } _: { files in
                candidates += files.map { Candidate(folder: batch.folder, file: $0) }
            }
        }
        guard !candidates.isEmpty else { return }
        let slots = store.lostSlots(Set(candidates.map { UInt64($0.file.byteCount) }))
        let gone = store.places(of: slots).filter { $0.isGone(mounts) }
        move(gone, to: candidates, mounts)
    }

    private func move(_ gone: [FilePlace], to candidates: [Candidate], _ mounts: MountTable) {
        let byteCounts = Set(gone.map(\.content.byteCount))
        guard !byteCounts.isEmpty else { return }
        var old: [FileContent: [FilePlace]] = [:]
        for place in gone { old[place.content, default: []].append(place) }
        var new: [FileContent: [FilePlace]] = [:]
        var found: [FileKey: Candidate] = [:]
        for candidate in candidates where byteCounts.contains(UInt64(candidate.file.byteCount)) && !isEnding {
            // Folders within others have the same files.
            guard found.updateValue(candidate, forKey: FileKey(path: candidate.file.path)) == nil,
                let content = try? FileContent(path: candidate.file.path), old[content] != nil
            else { continue }
            new[content, default: []].append(
                FilePlace(path: candidate.file.path, content: content, mounts: mounts))
        }
        let moves = new.flatMap { content, places in Self.pairs(old[content] ?? [], places) }
        guard !moves.isEmpty else { return }
        do throws(AnnotationStore.EditError) {
            let moved = try store.move(moves.map { (old: $0.0.key, new: $0.1) })
            show(moved.compactMap { found[$0.key] })
        } catch {
            Log.warning("annotations that do not follow", "annotations of renamed files cannot be written")
        }
    }

    /// The files of one content that are gone, each with the one to which its annotations go.
    ///
    /// Those of the same name belong together. Else one that is gone belongs to the first new one, if it is the only one.
    static func pairs(_ gone: [FilePlace], _ new: [FilePlace]) -> [(FilePlace, FilePlace)] {
        var pairs: [(FilePlace, FilePlace)] = []
        var (gone, new) = (gone, new.sorted { $0.path.lexicographicallyPrecedes($1.path) })
        let names = Dictionary(grouping: gone, by: \.name)
        for place in new {
            guard let namesakes = names[place.name], namesakes.count == 1,
                let index = gone.firstIndex(where: { $0.key == namesakes[0].key })
            else { continue }
            pairs.append((gone.remove(at: index), place))
            new.removeAll { $0.key == place.key }
        }
        if gone.count == 1, let last = new.first { pairs.append((gone[0], last)) }
        return pairs
    }

    private func show(_ moved: [Candidate]) {
        for (_, candidates) in Dictionary(grouping: moved, by: { ObjectIdentifier($0.folder) }) {
            let folder = candidates[0].folder
            folder.showAnnotations(of: candidates.map(\.file.id))
            onMove(folder)
        }
    }
}
