// Which files of a folder have the same bytes, found when somebody asks.

import Pixels
import Platform
import Synchronization

/// Whether a folder's files are to be compared, and what is known of their bytes.
struct DuplicateSearch: Sendable {
    /// A file's bytes, by two hashes.
    struct Contents: Sendable, Hashable {
        let byteCount: UInt64
        let hash: UInt64
        let checksum: UInt32
    }

    /// The longest time between two comparisons of a folder that keeps changing, in nanoseconds.
    private static let longestPause: UInt64 = 30_000_000_000

    fileprivate var isWanted = false
    private var isRunning = false
    private var start: UInt64 = 0
    private var next: UInt64 = 0
    /// The folder's revision when files were compared last; nil before the first time.
    fileprivate var compared: Int?
    /// What was read, by handle, with the version of the item.
    fileprivate var known: [UInt32: (version: UInt64, contents: Contents)] = [:]

    /// Begins to compare, if that is wanted, and files have changed, and no other thread does it.
    fileprivate mutating func begin(_ now: UInt64, revision: Int) -> Bool {
        guard isWanted, !isRunning, compared != revision, now >= next else { return false }
        (isRunning, start) = (true, now)
        return true
    }

    /// Ends a comparison; another one begins after as long a time as this one took.
    fileprivate mutating func end(_ now: UInt64) {
        isRunning = false
        next = now + min(now - start, Self.longestPause)
    }
}

extension FolderCollection {
    /// Bytes that are read at a time, and items that are handled while the lock is held once.
    private static let (readCount, runCount) = (1 << 18, 256)

    package func wantDuplicates() { duplicates.withLock { $0.isWanted = true } }

    package var isComparing: Bool {
        let revision = items.withLock { $0.revision }
        return duplicates.withLock { $0.isWanted && $0.compared != revision }
    }

    package func findDuplicates(pause: () -> Bool) {
        let revision = items.withLock { $0.revision }
        guard duplicates.withLock({ $0.begin(System.monotonicNanoseconds(), revision: revision) }) else { return }
        defer { duplicates.withLock { $0.end(System.monotonicNanoseconds()) } }
        var versions: [UInt32: UInt64] = [:]
        var handles: [DuplicateSearch.Contents: [UInt32]] = [:]
        for handle in handlesOfEqualLength() {
            if pause() { return }
            guard let (numbers, known) = self.numbers(of: handle) else { continue }
            guard let contents = known ?? self.contents(of: numbers, pause) else { continue }
            duplicates.withLock { $0.known[handle] = (numbers.version, contents) }
            versions[handle] = numbers.version
            handles[contents, default: []].append(handle)
        }
        // What is known of other files is of no use any more.
        duplicates.withLock { $0.known = $0.known.filter { versions[$0.key] == $0.value.version } }
        var found = RowBits()
        for equal in handles.values where equal.count > 1 { for handle in equal { found.insert(Int(handle)) } }
        show(found, versions)
        duplicates.withLock { $0.compared = revision }
    }

    /// The files that have the length of another one, shorter ones first.
    ///
    /// O(items × log items).
    private func handlesOfEqualLength() -> [UInt32] {
        let facts = items.withLock { $0.facts.snapshot }
        let lengths = facts.fileByteCounts
        var rows: [(length: UInt64, handle: UInt32)] = []
        for row in 0..<facts.rowCount where facts.present.contains(row) {
            let length = FactTable.fileByteCount(lengths[row])
            if length > 0 { rows.append((length, UInt32(truncatingIfNeeded: row))) }
        }
        rows.sort { ($0.length, $0.handle) < ($1.length, $1.handle) }
        return rows.indices.compactMap { index in
            let length = rows[index].length
            let isBefore = index > 0 && rows[index - 1].length == length
            let isBehind = index + 1 < rows.count && rows[index + 1].length == length
            return isBefore || isBehind ? rows[index].handle : nil
        }
    }

    /// The numbers of an item, and what is known of this version's bytes; nil where the item has gone.
    private func numbers(of handle: UInt32) -> (numbers: ItemNumbers, known: DuplicateSearch.Contents?)? {
        let numbers = items.withLock { items in
            items.facts.present.contains(Int(handle)) ? items.store.numbers(of: handle) : nil
        }
        guard let numbers else { return nil }
        let known = duplicates.withLock { $0.known[handle] }
        return (numbers, known?.version == numbers.version ? known?.contents : nil)
    }

    /// Reads a file; nil where it cannot be read or has changed meanwhile.
    private func contents(of numbers: ItemNumbers, _ pause: () -> Bool) -> DuplicateSearch.Contents? {
        let id = Base32.encode(numbers.item, length: 13)
        guard let original = try? self.original(ofItem: id) else { return nil }
        let file: OpenFile
        switch original {
        case .file(let open, _), .unknown(let open): file = open
        case .part, .bytes: return nil
        }
        var (hash, checksum) = (StableHash(), CRC32())
        var offset = 0
        while offset < file.count {
            guard !pause(), let bytes = try? file.bytes(at: offset, count: min(Self.readCount, file.count - offset)),
                !bytes.isEmpty
            else { return nil }
            hash.add(bytes)
            checksum.update(bytes.span)
            offset += bytes.count
        }
        guard (try? file.isUnchanged()) == true else { return nil }
        return DuplicateSearch.Contents(
            byteCount: UInt64(clamping: offset), hash: hash.value, checksum: checksum.value)
    }

    /// Shows which files have the bytes of another one, except for those that have changed meanwhile.
    private func show(_ found: RowBits, _ versions: [UInt32: UInt64]) {
        let count = items.withLock { $0.facts.rowCount }
        for start in stride(from: 0, to: count, by: Self.runCount) {
            items.withLock { items in
                items.changing { items in
                    for row in start..<max(start, min(start + Self.runCount, items.facts.rowCount))
                    where items.facts.present.contains(row) {
                        let handle = UInt32(truncatingIfNeeded: row)
                        if let version = versions[handle], items.store.numbers(of: handle).version != version {
                            continue
                        }
                        items.set(isDuplicate: found.contains(row), of: handle)
                    }
                }
            }
        }
    }
}

extension FolderItems {
    /// Notes whether another file has the same bytes; call it within `changing`.
    fileprivate mutating func set(isDuplicate: Bool, of handle: UInt32) {
        guard facts.duplicates.contains(Int(handle)) != isDuplicate else { return }
        if change(handle, { $0.facts.setDuplicate(isDuplicate, row: Int(handle)) }) { isChanged = true }
    }
}
