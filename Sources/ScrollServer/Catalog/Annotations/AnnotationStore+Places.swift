// Keeps where annotated files are and what they contain, so that their annotations can follow them.

import Platform

extension AnnotationStore {
    /// The journal of places may have this many bytes more than twice those of its latest places.
    private static let placeSlack = 1 << 20
    /// The bytes of a file in that journal besides its path.
    private static let placeByteCount = 48

    /// Whether annotations can follow files: paths are only known where they are saved.
    package var isFollowing: Bool { places != nil }

    // MARK: What folders have

    /// Notes that a folder has lost an annotated file; O(1).
    func noteGone(_ key: FileKey) { table.withLock { $0.note(key, isPresent: false) } }

    /// Notes that an annotated file has changed; O(1).
    func noteChange(of key: FileKey) { table.withLock { $0.noteChange(of: key) } }

    /// Whether a file is annotated, and its content is to be read; O(1).
    func needsContent(_ key: FileKey, byteCount: Int) -> Bool {
        table.withLock { table in
            guard let slot = table.slot(of: key), table.codes[slot] != 0 else { return false }
            return table.outdated.contains(slot) || table.content(at: slot)?.byteCount != UInt64(byteCount)
        }
    }

    /// The annotated files of these lengths that no folder has, by their slots; nil stands for all lengths; O(files).
    func lostSlots(_ byteCounts: Set<UInt64>? = nil) -> [Int] {
        let table = table.withLock { $0 }
        return table.contents.indices.filter { slot in
            guard table.codes[slot] != 0, !table.present.contains(slot), let content = table.content(at: slot),
                // Empty files are all alike.
                content.byteCount > 0
            else { return false }
            return byteCounts?.contains(content.byteCount) ?? true
        }
    }

    /// The lengths of the annotated files that no folder has; O(files).
    func lostByteCounts() -> Set<UInt64> {
        let slots = lostSlots()
        return slots.isEmpty ? [] : table.withLock { table in Set(slots.map { table.contents[$0].byteCount }) }
    }

    /// The places of some slots, from the journal; blocks.
    func places(of slots: [Int]) -> [FilePlace] {
        guard let places, !slots.isEmpty else { return [] }
        let wanted = Set(slots)
        let table = table.withLock { $0 }
        var found: [Int: FilePlace] = [:]
        _ = try? places.read(after: nil) { bytes in
            _ = PlaceRecord.read(bytes) { place in
                guard let slot = table.slot(of: place.key), wanted.contains(slot),
                    table.content(at: slot) == place.content
                else { return }
                found[slot] = place
            }
        }
        return slots.compactMap { found[$0] }
    }

    // MARK: Changing

    /// Stores where annotated files are and what they contain; blocks until that is on the disk.
    func note(_ found: [FilePlace]) throws(EditError) {
        try changing { (progress) throws(EditError) in try write(found, &progress) }
    }

    /// Moves annotations from files that are gone to others with the same content; blocks as `edit` does.
    ///
    /// Annotations that were taken back or made meanwhile stay. This cannot be undone.
    ///
    /// - Returns: the places to which annotations were moved.
    func move(_ moves: [(old: FileKey, new: FilePlace)]) throws(EditError) -> [FilePlace] {
        try changing { (progress) throws(EditError) in
            var (changes, moved) = ([(slot: UInt32, code: UInt32)](), [FilePlace]())
            table.withLock { table in
                for (old, new) in moves {
                    guard let from = table.makeSlot(of: old), let to = table.makeSlot(of: new.key) else { continue }
                    let code = table.codes[Int(from)]
                    guard code != 0, table.codes[Int(to)] == 0 else { continue }
                    changes += [(from, 0), (to, code)]
                    moved.append(new)
                }
            }
            guard !moved.isEmpty else { return [] }
            try save(changes.map(\.slot), changes.map(\.code), &progress)
            table.withLock { table in
                for (slot, code) in changes { table.set(code, at: slot) }
            }
            // Earlier edits of the old files are those of the new ones.
            let slots = stride(from: 0, to: changes.count, by: 2).map { (changes[$0].slot, changes[$0 + 1].slot) }
            let moves = Dictionary(slots, uniquingKeysWith: { first, _ in first })
            for id in progress.histories.keys { progress.histories[id]?.move(moves) }
            try write(moved, &progress)
            return moved
        }
    }

    private func write(_ found: [FilePlace], _ progress: inout Progress) throws(EditError) {
        for first in stride(from: 0, to: found.count, by: PlaceRecord.largestCount) {
            let part = found[first..<min(first + PlaceRecord.largestCount, found.count)]
            if let places {
                guard !progress.hasUnreadPlaces else { throw .unsaved("what is there cannot be read") }
                progress.placesPosition = try mapError(
                    try places.append(PlaceRecord.bytes(part), at: progress.placesPosition)
                ) { (error: SystemError) in EditError.unsaved(error.reason) }
            }
            for place in part { take(place, &progress) }
        }
        shortenPlaces(&progress)
    }

    private func take(_ place: FilePlace, _ progress: inout Progress) {
        progress.placeCount += 1
        progress.pathByteCount += place.path.count
        table.withLock { table in
            // The annotation of an unknown file may be in a part of the other journal that was not read yet.
            if let slot = table.makeSlot(of: place.key) { table.set(place.content, at: slot) }
        }
    }

    /// Reads the places that other programs have written since; blocks.
    ///
    /// A journal that cannot be read must not keep readers from annotating.
    func readPlaces(_ progress: inout Progress) {
        guard let places else { return }
        do throws(SystemError) {
            let position = progress.placesPosition
            progress.placesPosition = try places.read(after: position) { bytes in
                if !PlaceRecord.read(bytes, { take($0, &progress) }) { progress.hasSkippedPlaces = true }
            }.position
            progress.hasUnreadPlaces = false
        } catch {
            progress.hasUnreadPlaces = true
            Log.warning(
                "places that cannot be read", "those in '\(folder ?? "")' cannot be read: \(error.reason)")
        }
    }

    /// Replaces the journal of places by one that has each annotated file once, where that makes it much shorter.
    private func shortenPlaces(_ progress: inout Progress) {
        guard let places, !progress.hasSkippedPlaces, let position = progress.placesPosition,
            progress.placeCount > 0
        else { return }
        let table = table.withLock { $0 }
        let each = Self.placeByteCount + progress.pathByteCount / progress.placeCount
        guard position.offset > 2 * each * table.count + Self.placeSlack else { return }
        var (records, part, written): ([[UInt8]], [FilePlace], RowBits) = ([], [], RowBits())
        do throws(SystemError) {
            _ = try places.read(after: nil) { bytes in
                _ = PlaceRecord.read(bytes) { place in
                    guard let slot = table.slot(of: place.key), table.codes[slot] != 0, !written.contains(slot),
                        table.content(at: slot) == place.content
                    else { return }
                    written.insert(slot)
                    part.append(place)
                    guard part.count == PlaceRecord.largestCount else { return }
                    records.append(PlaceRecord.bytes(part))
                    part = []
                }
            }
            if !part.isEmpty { records.append(PlaceRecord.bytes(part)) }
            progress.placesPosition = try places.replace(with: records)
        } catch {
            // The long journal is as good.
            Log.debug("the places in '\(folder ?? "")' were not shortened: \(error.reason)")
        }
    }
}
