// The annotations of all files, in memory.

import Platform

/// The annotation of each file that was ever annotated in this run, by a small number, its slot.
///
/// A slot takes some 30 bytes, 16 more where the file's content is known, and is kept where its annotation was taken
/// back. Equal annotations are stored once and known by their code; 0 is the code of the empty one. Neither slots nor
/// codes are ever renumbered.
struct AnnotationTable: Sendable {
    /// The files, by their slots.
    private(set) var keys: [FileKey] = []
    /// The codes of the annotations, by slots.
    private(set) var codes: [UInt32] = []
    /// What the files contained when they were read last, by slots; it may be shorter than `keys`.
    private(set) var contents: [FileContent] = []
    /// The slots of files that a folder has just now.
    private(set) var present = RowBits()
    /// The slots of files that have changed since they were read.
    private(set) var outdated = RowBits()
    private var slots = IdTable()
    private var values = [Annotation()]
    private var known: [Annotation: UInt32] = [Annotation(): 0]
    /// Number of files that have an annotation now.
    private(set) var count = 0

    /// The annotation of a code.
    func annotation(_ code: UInt32) -> Annotation { values[Int(code)] }

    /// The code of an annotation, which is stored if it is new.
    mutating func code(of annotation: Annotation) -> UInt32 {
        if let code = known[annotation] { return code }
        let code = UInt32(values.count)
        values.append(annotation)
        known[annotation] = code
        return code
    }

    /// The code of a file's annotation; O(1).
    func code(of key: FileKey) -> UInt32 { slot(of: key).map { codes[$0] } ?? 0 }

    /// The slot of a file; nil where it has none; O(1), and fastest where `guess` is right.
    ///
    /// Files that were annotated together have consecutive slots, and are mostly looked up in the same order.
    func slot(of key: FileKey, near guess: Int = .max) -> Int? {
        if guess < keys.count, keys[guess] == key { return guess }
        guard let slot = slots.handle(of: key.high, idOf: { keys[$0].high }), keys[slot] == key else { return nil }
        return slot
    }

    /// The slot of a file, which gets one if it has none; nil where another file has the same first half of its key.
    ///
    /// O(1), and fastest where `guess` is right.
    mutating func makeSlot(of key: FileKey, near guess: Int = .max) -> UInt32? {
        if guess < keys.count, keys[guess] == key { return UInt32(guess) }
        let found = slots.handle(of: key.high, idOf: { keys[$0].high })
        if let found { return keys[found] == key ? UInt32(found) : nil }
        guard keys.count < Int(UInt32.max) - 1 else { return nil }
        let slot = keys.count
        keys.append(key)
        codes.append(0)
        // A closure must not read `self` while `slots` changes. This copies a reference, not the keys.
        let known = keys
        slots.insert(key.high, handle: slot) { known[$0].high }
        return UInt32(slot)
    }

    mutating func set(_ code: UInt32, at slot: UInt32) {
        count += (code == 0 ? 0 : 1) - (codes[Int(slot)] == 0 ? 0 : 1)
        codes[Int(slot)] = code
    }

    // MARK: Files

    /// What a file contained when it was read last; nil where that is not known.
    func content(at slot: Int) -> FileContent? {
        slot < contents.count && contents[slot] != .unknown ? contents[slot] : nil
    }

    mutating func set(_ content: FileContent, at slot: UInt32) {
        while contents.count <= Int(slot) { contents.append(.unknown) }
        contents[Int(slot)] = content
        outdated.remove(Int(slot))
    }

    /// Notes whether a folder has a file; a file that is not annotated is not noted.
    mutating func note(_ key: FileKey, isPresent: Bool) {
        if let slot = slot(of: key) { note(slot, isPresent: isPresent) }
    }

    /// Notes whether a folder has the file of a slot.
    mutating func note(_ slot: Int, isPresent: Bool) {
        guard present.contains(slot) != isPresent else { return }
        if isPresent { present.insert(slot) } else { present.remove(slot) }
    }

    /// Notes that a file has changed.
    mutating func noteChange(of key: FileKey) {
        if let slot = slot(of: key) { outdated.insert(slot) }
    }
}

/// A record of a journal: files with the annotations that they have from then on.
enum AnnotationRecord {
    private static let version: UInt8 = 1
    /// The bytes of a file's key.
    private static let keyByteCount = 16

    /// The record of files, by their slots, and the codes of their new annotations.
    ///
    /// O(files): neighbours of one code are handled together.
    static func bytes(_ slots: [UInt32], _ codes: [UInt32], _ table: borrowing AnnotationTable) -> [UInt8] {
        var groups: [UInt32: [UInt32]] = [:]
        var start = 0
        for index in codes.indices where index + 1 == codes.count || codes[index + 1] != codes[index] {
            groups[codes[index], default: []] += slots[start...index]
            start = index + 1
        }
        var writer = IndexWriter()
        // Few annotations have keywords.
        writer.reserve(byteCount: keyByteCount * slots.count + 64 * groups.count + 64)
        writer.put(version)
        writer.put(groups.count)
        let keys = table.keys
        for (code, slots) in groups.sorted(by: { $0.key < $1.key }) {
            writer.put(table.annotation(code))
            writer.putBlock(byteCount: keyByteCount * slots.count) { bytes, start in
                var offset = start
                for slot in slots {
                    let key = keys[Int(slot)]
                    bytes.store(key.high.littleEndian, at: offset)
                    bytes.store(key.low.littleEndian, at: offset + 8)
                    offset += keyByteCount
                }
            }
        }
        return writer.bytes
    }

    /// Calls `body` with each group of files of a record that `bytes` made.
    ///
    /// - Returns: false for any other bytes; `body` may have been called with the groups before the damage.
    static func read(_ bytes: [UInt8], _ body: (Annotation, [FileKey]) -> Void) -> Bool {
        var reader = IndexReader(bytes)
        guard reader.byte() == version, let count = reader.count(each: 27) else { return false }
        for _ in 0..<count {
            guard let annotation = reader.annotation(), let files = reader.block(), files.count % keyByteCount == 0
            else { return false }
            var keys: [FileKey] = []
            keys.reserveCapacity(files.count / keyByteCount)
            var words = IndexReader(files)
            while let high = words.number(), let low = words.number() { keys.append(FileKey(high: high, low: low)) }
            body(annotation, keys)
        }
        return reader.isAtEnd
    }
}

/// The new codes of annotations by what they were, of which neighbours mostly have the same.
struct CodeMap {
    private var codes: [UInt64: UInt32] = [:]
    private var latest: (key: UInt64, code: UInt32)?

    subscript(key: UInt64) -> UInt32? {
        mutating get {
            if let latest, latest.key == key { return latest.code }
            guard let code = codes[key] else { return nil }
            latest = (key, code)
            return code
        }
    }

    /// Adds a code, and returns it.
    mutating func add(_ code: UInt32, for key: UInt64) -> UInt32 {
        codes[key] = code
        latest = (key, code)
        return code
    }
}
