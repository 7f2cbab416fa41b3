// The names in one directory, stored compactly.

import Platform

/// The names and kinds of a directory's entries; 8 bytes an entry plus the name.
struct DirectoryListing: Sendable {
    private struct Entry {
        /// 32 bits of offset into `names`, 16 of length, 8 of kind.
        var offset: UInt32
        var length: UInt16
        var kind: FileKind
    }

    private var names: [UInt8] = []
    private var entries: [Entry] = []
    /// Hashes of the sidecars' names among them: see `Sidecar.Names`.
    private(set) var sidecars: Set<UInt64> = []

    var count: Int { entries.count }

    /// Appends an entry.
    ///
    /// - Returns: false when the listing is full (4 GiB of names), or the name is longer than 65 535 bytes.
    @discardableResult
    mutating func append(_ name: UnsafeRawBufferPointer, kind: FileKind) -> Bool {
        guard names.count + name.count <= Int(UInt32.max), name.count <= Int(UInt16.max) else { return false }
        entries.append(Entry(offset: UInt32(names.count), length: UInt16(name.count), kind: kind))
        unsafe names.append(contentsOf: name)
        if unsafe Sidecar.isName(name) { unsafe sidecars.insert(Sidecar.hash(name)) }
        return true
    }

    private static func bytes(_ entry: Entry, in names: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let start = Int(entry.offset)
        return unsafe UnsafeRawBufferPointer(rebasing: names[start..<start + Int(entry.length)])
    }

    func kind(at index: Int) -> FileKind { entries[index].kind }

    func name(at index: Int) -> ArraySlice<UInt8> {
        let start = Int(entries[index].offset)
        return names[start..<start + Int(entries[index].length)]
    }

    /// The first `count` names in natural order without duplicates, a prefix of what `sort` gives.
    ///
    /// Fewer where names are listed more than once. O(n) for a small `count`.
    func first(_ count: Int) -> DirectoryListing {
        var smallest: [Entry] = []
        unsafe names.withUnsafeBytes { names in
            let bytes = { (entry: Entry) in unsafe Self.bytes(entry, in: names) }
            let precedes = { unsafe NaturalOrder.precedes(bytes($0), bytes($1)) }
            // The least name that is certain to be dropped: names from it on need not be kept.
            var bound: Entry?
            for entry in entries where bound.map({ precedes(entry, $0) }) ?? true {
                smallest.append(entry)
                guard smallest.count == 2 * count else { continue }
                smallest.sort(by: precedes)
                bound = smallest[count]
                smallest.removeLast(count)
            }
        }
        var first = DirectoryListing()
        unsafe names.withUnsafeBytes { names in
            for entry in smallest { unsafe first.append(Self.bytes(entry, in: names), kind: entry.kind) }
        }
        first.sort()
        // The sidecar of a picture in the first part may be listed in the rest.
        first.sidecars = sidecars
        first.entries.removeLast(max(0, first.count - count))
        return first
    }

    /// Sorts the names in natural order and drops duplicates, which the system may list when a directory changes while
    /// it is read; O(n log n).
    mutating func sort() {
        unsafe names.withUnsafeBytes { names in
            let bytes = { (entry: Entry) in unsafe Self.bytes(entry, in: names) }
            entries.sort { unsafe NaturalOrder.precedes(bytes($0), bytes($1)) }
            var kept = 0
            for index in entries.indices {
                if kept > 0, unsafe bytes(entries[kept - 1]).elementsEqual(bytes(entries[index])) { continue }
                entries[kept] = entries[index]
                kept += 1
            }
            entries.removeLast(entries.count - kept)
        }
    }
}
