// Writes annotations into sidecars soon after they have changed.

import Dispatch
import Metadata
import Platform
import Synchronization

/// A thread that brings the sidecars of annotated pictures up to date, as `--write-sidecars` asks for.
///
/// Only changes made by this program are written, and of these only the parts that have changed. What cannot be written
/// is tried again after the next change. Since a sidecar is never the reason of a change, nothing is written in a loop.
package final class SidecarWriter: Sendable {
    /// Items of a collection whose annotations may have changed.
    private struct Place {
        let collection: any ItemCollection
        var items: [UInt64]
    }

    private struct State {
        /// The codes of the annotations that are in the sidecars, of files that were annotated since.
        var before: [FileKey: UInt32] = [:]
        var places: [Place] = []
        /// Whether there was a change since the latest place was taken, so that closed folders are tried again.
        var isChanged = false
        /// Items whose sidecars could not be written, by the ids of their collections.
        var failed: [String: Place] = [:]
    }

    /// What only the thread uses.
    private struct Progress {
        /// What sidecars had before this program first changed them: an index into `values`.
        var originals: [FileKey: Int] = [:]
        var values: [XMPContent] = []
        var known: [XMPContent: Int] = [:]
        /// Folders that were searched for leftovers of killed programs.
        var swept: Set<[UInt8]> = []
        /// Folders in which nothing can be written just now.
        var closed: Set<[UInt8]> = []

        /// What a sidecar had, with keywords that other programs have added since and that an edit takes away.
        mutating func original(
            of key: FileKey, now content: XMPContent?, from old: Annotation, to new: Annotation
        ) -> XMPContent {
            var original = originals[key].map { values[$0] } ?? content ?? XMPContent()
            for word in Set(new.removed).subtracting(old.removed).subtracting(old.added).sorted() {
                guard let lists = content?.lists[word] else { continue }
                if original.lists.updateValue(lists, forKey: word) == nil { original.marks.keywords.append(word) }
            }
            let index = known[original] ?? values.count
            if index == values.count {
                values.append(original)
                known[original] = index
            }
            originals[key] = index
            return original
        }
    }

    private let annotations: AnnotationStore
    private let state = Mutex(State())
    private let changes = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let isStopped = Atomic(false)
    private let isCut = Atomic(false)

    /// Starts the thread.
    ///
    /// - Throws: the system's error when it refuses a thread.
    package init(_ annotations: AnnotationStore) throws(SystemError) {
        self.annotations = annotations
        annotations.observe { [weak self] (keys, codes) in self?.remember(keys, codes) }
        try System.startThread { [self] in run() }
    }

    /// Remembers which annotations the sidecars have: those before the first of several changes.
    private func remember(_ keys: [FileKey], _ codes: [UInt32]) {
        state.withLock { state in
            for (key, code) in zip(keys, codes) where state.before[key] == nil { state.before[key] = code }
        }
    }

    /// Writes the sidecars of those among these items whose annotations have changed; returns at once.
    package func write(_ items: [UInt64], of collection: any ItemCollection) {
        guard !isStopped.load(ordering: .relaxed) else { return }
        state.withLock { state in
            // What has failed is tried again.
            state.places += state.failed.values
            (state.failed, state.isChanged) = ([:], true)
            state.places.append(Place(collection: collection, items: items))
        }
        changes.signal()
    }

    /// Ends the thread after what is left was written, for at most this long; blocks.
    package func stop(within seconds: Double = 5) {
        guard !isStopped.exchange(true, ordering: .relaxed) else { return }
        changes.signal()
        guard ended.wait(timeout: .now() + seconds) == .timedOut else { return }
        isCut.store(true, ordering: .relaxed)
        let count = state.withLock { $0.before.count }
        Log.warning("sidecars that are not written at the end", "\(count) sidecars were not written before the end")
    }

    // MARK: On the thread

    private func run() {
        var progress = Progress()
        while true {
            changes.wait()
            while let place = next(&progress) {
                for item in place.items where !isCut.load(ordering: .relaxed) {
                    write(item, of: place.collection, &progress)
                }
            }
            if isStopped.load(ordering: .relaxed) { break }
        }
        ended.signal()
    }

    private func next(_ progress: inout Progress) -> Place? {
        let (place, isChanged) = state.withLock { state in
            defer { state.isChanged = false }
            return (state.places.isEmpty ? nil : state.places.removeFirst(), state.isChanged)
        }
        if isChanged { progress.closed = [] }
        return place
    }

    private func write(_ item: UInt64, of collection: any ItemCollection, _ progress: inout Progress) {
        guard let key = collection.fileKeys(of: [item]).first,
            // Taken first, so that a change that comes meanwhile is remembered anew.
            let before = state.withLock({ $0.before.removeValue(forKey: key) })
        else { return }
        let id = Base32.encode(item, length: 13)
        let (old, new) = (annotations.annotation(before), annotations.annotation(of: key))
        guard old != new, let path = collection.path(ofItem: id),
            FileSystem.status(ofEntry: path.absolute) != nil
        else { return }
        let file = SidecarFile(ofItem: id, at: path, in: collection)
        do throws(SidecarFile.Failure) {
            guard !progress.closed.contains(file.folder) else { return fail(item, key, before, collection) }
            if progress.swept.insert(file.folder).inserted {
                AtomicFile.sweep(String(decoding: file.folder, as: UTF8.self))
            }
            try file.update { content in
                let original = progress.original(of: key, now: content, from: old, to: new)
                return content == nil
                    ? new.sidecarEdit : Annotation.sidecarEdit(from: old, to: new, original: original)
            }
        } catch {
            if error.isOfFolder { progress.closed.insert(file.folder) }
            let folder = String(decoding: file.folder, as: UTF8.self)
            Log.warning(
                "sidecars in '\(folder)' that cannot be written",
                "the sidecar '\(String(decoding: file.name, as: UTF8.self))' in '\(folder)' is left as it is: "
                    + "\(error.reason); it is tried again after the next change")
            fail(item, key, before, collection)
        }
    }

    private func fail(_ item: UInt64, _ key: FileKey, _ before: UInt32, _ collection: any ItemCollection) {
        state.withLock { state in
            state.before[key] = before
            state.failed[collection.id, default: Place(collection: collection, items: [])].items.append(item)
        }
    }
}
