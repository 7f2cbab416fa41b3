// The names in one directory, stored compactly.

import Platform

/// The names and kinds of a directory's entries; 8 bytes an entry plus the name.
struct DirectoryListing: Sendable {
    private struct Entry {
        /// 32 bits of offset into `names`, 16 of length, 8 of kind.
        var offset: UInt32
        var length: UInt16
        var kind: FileKind

        /// The place of the name in `names`.
        var range: Range<Int> { Int(offset)..<Int(offset) + Int(length) }
    }

    private var names: [UInt8] = []
    private var entries: [Entry] = []
    /// The sidecars among the names, searchable after `sort`.
    var sidecars = SidecarNames()

    var count: Int { entries.count }

    /// Appends an entry.
    ///
    /// - Returns: false when the listing is full (4 GiB of names), or the name is longer than 65 535 bytes.
    @discardableResult
    mutating func append(_ name: ArraySlice<UInt8>, kind: FileKind) -> Bool {
        guard names.count + name.count <= Int(UInt32.max), name.count <= Int(UInt16.max) else { return false }
        entries.append(Entry(offset: UInt32(names.count), length: UInt16(name.count), kind: kind))
        names.append(contentsOf: name)
        if SidecarNames.isName(name) { sidecars.append(name) }
        return true
    }

    func kind(at index: Int) -> FileKind { entries[index].kind }

    func name(at index: Int) -> ArraySlice<UInt8> { names[entries[index].range] }

    private static func precedes(_ first: Entry, _ second: Entry, in names: Span<UInt8>) -> Bool {
        NaturalOrder.precedes(names.extracting(first.range), names.extracting(second.range))
    }

    /// The first `count` names in natural order without duplicates, a prefix of what `sort` gives.
    ///
    /// Fewer where names are listed more than once. O(n) for a small `count`.
    func first(_ count: Int) -> DirectoryListing {
        var smallest: [Entry] = []
        let bytes = names.span
        // The least name that is certain to be dropped: names from it on need not be kept.
        var bound: Entry?
        for entry in entries where bound.map({ Self.precedes(entry, $0, in: bytes) }) ?? true {
            smallest.append(entry)
            guard smallest.count == 2 * count else { continue }
            smallest.sort { Self.precedes($0, $1, in: bytes) }
            bound = smallest[count]
            smallest.removeLast(count)
        }
        var first = DirectoryListing()
        for entry in smallest { first.append(names[entry.range], kind: entry.kind) }
        first.sort()
        // The sidecar of a picture in the first part may be listed in the rest.
        first.sidecars = sidecars
        first.sidecars.sort()
        first.entries.removeLast(max(0, first.count - count))
        return first
    }

    /// Sorts the names in natural order and drops duplicates, which the system may list when a directory changes while
    /// it is read; O(n log n).
    mutating func sort() {
        // A copy of the reference, so that the entries can change while the names are read.
        let names = names
        let bytes = names.span
        entries.sort { Self.precedes($0, $1, in: bytes) }
        var kept = 0
        for index in entries.indices {
            if kept > 0, names[entries[kept - 1].range] == names[entries[index].range] { continue }
            entries[kept] = entries[index]
            kept += 1
        }
        entries.removeLast(entries.count - kept)
        sidecars.sort()
    }
}
