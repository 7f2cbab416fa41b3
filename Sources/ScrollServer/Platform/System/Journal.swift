// A file of records that several programs append to, of which nothing acknowledged is lost.

/// An append-only file of records, each with a checksum.
///
/// ```
///  magic 8 │ run 8 │ records: length 8 │ check 8 │ payload
/// ```
/// `run` is a random number, new whenever the file is replaced. The upper 24 bits of a length are a hash of `run` and of
/// the record's place, so that a record can be found wherever it begins. A record that was cut off, as by a power
/// failure, does not match its check: it ends what is read, and the next record takes its place. A damaged record is
/// skipped where a whole one follows. Writers must hold a lock.
package struct Journal: Sendable {
    /// Where reading goes on.
    package struct Position: Sendable, Equatable {
        fileprivate var run: UInt64
        /// The offset behind the last record that was read.
        package fileprivate(set) var offset: Int
        /// The last record's offset and check, by which it is known again; nil before the first.
        fileprivate var last: Last?
    }

    fileprivate struct Last: Sendable, Equatable {
        var offset: Int
        var check: UInt64
    }

    /// Identifies the format; another version of it needs another number.
    private static let magic: UInt64 = 0x0001_4C4E_524A_5353
    private static let headByteCount = 16
    fileprivate static let recordHeadByteCount = 16
    /// Bytes behind damage that are read at once.
    private static let searchedByteCount = 1 << 16

    private let path: String

    package init(path: String) { self.path = path }

    /// Calls `body` with the payload of each whole record after `position`; blocks.
    ///
    /// Calls `restart` before the first record where the file is no longer that of `position`.
    ///
    /// - Returns: the position behind the last record, and whether the file is no longer that of `position`, so that all
    ///   its records were read. The position is nil where there is no file, or only the start of one.
    /// - Throws: the system's error where the file cannot be read; EIO where it is no journal.
    package func read(
        after position: Position?, restart: () -> Void = {}, _ body: ([UInt8]) -> Void
    ) throws(SystemError) -> (position: Position?, isNew: Bool) {
        let file: OpenFile
        do throws(SystemError) {
            file = try OpenFile(path: path)
        } catch {
            guard error.isMissing else { throw error }
            return (nil, position != nil)
        }
        var head = IndexReader(try file.bytes(at: 0, count: Self.headByteCount))
        guard let magic = head.number(), let run = head.number() else { return (nil, position != nil) }
        guard magic == Self.magic else { throw .damaged("read") }
        // Another program may be appending: the length is that of now.
        let count = try FileSystem.status(of: file.descriptor).count
        var next = Position(run: run, offset: Self.headByteCount)
        var isNew = position != nil
        if let position, position.run == run, position.offset <= count, try Self.isThere(position.last, in: file) {
            (next, isNew) = (position, false)
        }
        if isNew { restart() }
        while let record = try Self.record(from: next, in: file, count) {
            if record.offset > next.offset {
                Log.warning(
                    "a journal with damage", "\(record.offset - next.offset) damaged bytes of '\(path)' are skipped")
            }
            next.offset = record.offset
            next.pass(record.payload, record.check)
            body(record.payload)
        }
        return (next, isNew)
    }

    /// Whether a record is still in its place; not one that failed to be flushed and was taken out.
    private static func isThere(_ last: Last?, in file: OpenFile) throws(SystemError) -> Bool {
        guard let last else { return true }
        var head = IndexReader(try file.bytes(at: last.offset + 8, count: 8))
        return head.number() == last.check
    }

    private struct Record {
        var offset: Int
        var payload: [UInt8]
        var check: UInt64
    }

    /// The first whole record that begins at `position` or behind it; nil where the rest of the file has none.
    ///
    /// Behind damage it tries every byte: O(1) for a whole record, else O(bytes that are left).
    private static func record(from position: Position, in file: OpenFile, _ count: Int) throws(SystemError) -> Record?
    {
        if let record = try record(at: position, in: file, count) { return record }
        var place = position
        var start = position.offset + 1
        while start <= count - recordHeadByteCount {
            let bytes = try file.bytes(at: start, count: min(searchedByteCount, count - start))
            let lastStart = bytes.count - 8
            guard lastStart >= 0 else { return nil }
            for offset in 0...lastStart {
                place.offset = start + offset
                let word = UInt64(littleEndian: bytes.span.load(at: offset))
                guard length(of: word, at: place) != nil else { continue }
                if let record = try record(at: place, in: file, count) { return record }
            }
            start += lastStart + 1
        }
        return nil
    }

    private static func record(at position: Position, in file: OpenFile, _ count: Int) throws(SystemError) -> Record? {
        let start = position.offset + recordHeadByteCount
        guard start <= count else { return nil }
        var head = IndexReader(try file.bytes(at: position.offset, count: recordHeadByteCount))
        guard let word = head.number(), let check = head.number(), let length = length(of: word, at: position),
            length <= count - start
        else { return nil }
        let payload = try file.bytes(at: start, count: length)
        guard payload.count == length, Self.check(payload, at: position) == check else { return nil }
        return Record(offset: position.offset, payload: payload, check: check)
    }

    /// Appends a record behind `position`, where the file must have no whole record; blocks until it is on the disk.
    ///
    /// - Returns: the position behind the record.
    /// - Throws: the system's error; the file has no record of it then.
    package func append(_ payload: [UInt8], at position: Position?) throws(SystemError) -> Position {
        guard let position else { return try replace(with: [payload]) }
        let descriptor = try FileSystem.openForWriting(path)
        defer { System.close(descriptor) }
        var next = position
        let check = Self.check(payload, at: position)
        next.pass(payload, check)
        do throws(SystemError) {
            try FileSystem.write(Self.head(of: payload, check, at: position).span, to: descriptor, at: position.offset)
            try FileSystem.write(payload.span, to: descriptor, at: position.offset + Self.recordHeadByteCount)
            // The rest of a longer record that was cut off.
            try FileSystem.setLength(of: descriptor, to: next.offset)
            try FileSystem.flushData(descriptor)
        } catch {
            // A record that is refused must not appear at the next start.
            try? FileSystem.setLength(of: descriptor, to: position.offset)
            throw error
        }
        return next
    }

    /// Replaces the file by one with these records alone; blocks until it is on the disk.
    ///
    /// - Returns: the position behind the last record.
    /// - Throws: the system's error; the old file stays then.
    package func replace(with records: [[UInt8]]) throws(SystemError) -> Position {
        var position = Position(run: .random(in: .min ... .max), offset: Self.headByteCount)
        var writer = IndexWriter()
        writer.put(Self.magic)
        writer.put(position.run)
        var parts = [writer.bytes]
        for payload in records {
            let check = Self.check(payload, at: position)
            parts.append(Self.head(of: payload, check, at: position))
            parts.append(payload)
            position.pass(payload, check)
        }
        try AtomicFile.write(parts, to: path, .flushed)
        return position
    }

    private static func head(of payload: [UInt8], _ check: UInt64, at position: Position) -> [UInt8] {
        var writer = IndexWriter()
        writer.put(UInt64(payload.count) ^ seal(of: position))
        writer.put(check)
        return writer.bytes
    }

    /// What the upper bits of a length must be at a place.
    private static func seal(of position: Position) -> UInt64 {
        StableHash.mix(position.run ^ UInt64(position.offset)) & ~(1 << 40 - 1)
    }

    /// The length of a payload from the first word of its record; nil where no record begins.
    private static func length(of word: UInt64, at position: Position) -> Int? {
        let length = word ^ seal(of: position)
        return length < 1 << 40 ? Int(length) : nil
    }

    /// A hash of a payload and its place, eight bytes at a time.
    private static func check(_ payload: [UInt8], at position: Position) -> UInt64 {
        var state = StableHash.mix(position.run ^ UInt64(position.offset)) ^ UInt64(payload.count)
        var reader = IndexReader(payload)
        while let word = reader.number() { state = StableHash.mix(state ^ word) }
        while let byte = reader.byte() { state = StableHash.mix(state ^ UInt64(byte)) }
        return state
    }
}

extension Journal.Position {
    fileprivate mutating func pass(_ payload: [UInt8], _ check: UInt64) {
        last = Journal.Last(offset: offset, check: check)
        offset += Journal.recordHeadByteCount + payload.count
    }
}
