// A list's edits as records of a journal.

import Platform
import Tiling

/// Each record is one edit, or a part of a whole list.
///
/// ```
///  version 1 │ last edit 8 │ revision 8 │ next number 8 │ changes: kind 1 …
///    1 insert   anchor │ index 8 │ runs of one origin: count 8 │ spelling 1 │ collection │ each: id 8, item │ count 0
///    2 remove   run
///    3 move     run │ anchor
///    4 resize   id 8 │ width 8 │ height 8
///    5 rename   name
///  anchor: 1 and the id of the item that follows, or 0 for the end; run: its first and last ids, its count
/// ```
/// Changes name items by their ids. So those behind a damaged record are still made where they fit.
extension ListItems {
    private static let version: UInt8 = 1
    /// Most items of one record of a whole list, and of one run.
    private static let batchCount = 1 << 16
    /// About how many bytes the record of a whole list has for each item.
    static let byteCountOfItem = 16

    // MARK: Writing

    private mutating func noteChange(_ kind: UInt8, _ body: (ListItems, inout IndexWriter) -> Void) {
        guard var made = edit else { return }
        // Only one copy of the bytes may exist while they grow.
        edit = nil
        made.writer.put(kind)
        body(self, &made.writer)
        edit = made
    }

    /// Notes that the items of a range were inserted.
    mutating func noteInsertion(of range: Range<Int>) {
        guard !range.isEmpty else { return }
        noteChange(1) { items, writer in
            items.writeAnchor(range.upperBound, to: &writer)
            items.write(range, to: &writer)
        }
        note(.remove(range))
    }

    /// Notes that the items of a range are about to be removed.
    mutating func noteRemoval(of range: Range<Int>) { noteChange(2) { $0.writeRun(range, to: &$1) } }

    mutating func noteMove(of range: Range<Int>, to target: Int) {
        noteChange(3) { items, writer in
            items.writeRun(range, to: &writer)
            items.writeAnchor(target < range.lowerBound ? target : target + range.count, to: &writer)
        }
    }

    mutating func noteResize(of id: UInt64, to size: PixelSize) {
        noteChange(4) { _, writer in
            writer.put(id)
            writer.put(size.width)
            writer.put(size.height)
        }
    }

    mutating func noteName(_ name: String) { noteChange(5) { $1.put(name) } }

    private func write(_ range: Range<Int>, to writer: inout IndexWriter) {
        writer.put(range.lowerBound)
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.batchCount) {
            var rest = records(in: start..<min(start + Self.batchCount, range.upperBound))[...]
            while let first = rest.first {
                let run = rest.prefix { $0.packed.origin == first.packed.origin }
                rest = rest[run.endIndex...]
                writer.put(run.count)
                writer.put(origins[first.packed.origin].spelling.rawValue)
                writer.put(origins[first.packed.origin].collection)
                for record in run {
                    writer.put(record.id)
                    origins.write(record.packed, to: &writer)
                }
            }
        }
        writer.put(0)
    }

    private func writeRun(_ range: Range<Int>, to writer: inout IndexWriter) {
        for index in [range.lowerBound, range.upperBound - 1] { writer.put(self[sequence.handles[index]].id) }
        writer.put(range.count)
    }

    private func writeAnchor(_ index: Int, to writer: inout IndexWriter) {
        writer.put(index < count)
        if index < count { writer.put(self[sequence.handles[index]].id) }
    }

    /// The record of an edit that has been made.
    func record(of edit: ListEdit) -> [UInt8] { head + edit.writer.bytes }

    private var head: [UInt8] {
        var writer = IndexWriter()
        writer.put(Self.version)
        writer.put(lastEdit)
        writer.put(revision)
        writer.put(nextNumber)
        return writer.bytes
    }

    /// The records of a journal that has this list, without how it was made.
    var whole: [[UInt8]] {
        var first = IndexWriter()
        first.put(UInt8(5))
        first.put(name)
        return [head + first.bytes]
            + stride(from: 0, to: count, by: Self.batchCount).map { start in
                var writer = IndexWriter()
                writer.put(UInt8(1))
                // At the end of the parts before.
                writer.put(false)
                write(start..<min(start + Self.batchCount, count), to: &writer)
                return head + writer.bytes
            }
    }

    // MARK: Reading

    /// Makes the edit of a record, as one revision that cannot be undone; changes that do not fit are left out.
    ///
    /// - Returns: false where a part of the record is not understood, as one of a later version.
    mutating func replay(_ record: [UInt8]) -> Bool {
        var reader = IndexReader(record)
        // Far below the greatest number, so that counting on cannot overflow.
        let most = 1 << 53
        guard reader.byte() == Self.version, let last = reader.number(), let saved = reader.integer(),
            let next = reader.integer()
        else { return false }
        (edit, history) = (nil, ListHistory())
        revision = max(revision + 1, min(max(saved, 0), most))
        (editRevision, lastEdit, nextNumber) = (revision, last, max(nextNumber, min(max(next, 0), most)))
        while !reader.isAtEnd { guard replayChange(&reader) else { return false } }
        return true
    }

    /// Makes the next change; false where it is not understood.
    private mutating func replayChange(_ reader: inout IndexReader) -> Bool {
        switch reader.byte() {
        case 1:
            guard let anchor = readAnchor(&reader), let index = reader.integer() else { return false }
            guard let records = readRecords(&reader) else { return false }
            perform(.insert(records, at: anchor ?? min(max(index, 0), count)))
        case 2:
            guard let run = readRun(&reader) else { return false }
            if let range = run { perform(.remove(range)) }
        case 3:
            guard let run = readRun(&reader), let anchor = readAnchor(&reader) else { return false }
            guard let range = run, let index = anchor, !(range.lowerBound..<range.upperBound).contains(index) else {
                break
            }
            perform(.move(range, to: index < range.lowerBound ? index : index - range.count))
        case 4:
            guard let id = reader.number(), let width = reader.integer(), let height = reader.integer() else {
                return false
            }
            if let size = ListContent.size(width, height) { perform(.resize(id, to: size)) }
        case 5:
            guard let name = reader.text() else { return false }
            perform(.rename(name))
        default: return false
        }
        return true
    }

    /// The index of an anchor: nil within where its item has gone, and nil where the record ends.
    private func readAnchor(_ reader: inout IndexReader) -> Int?? {
        guard let isBeforeItem = reader.bool() else { return nil }
        guard isBeforeItem else { return .some(count) }
        guard let id = reader.number() else { return nil }
        return .some(handle(of: id).flatMap { index(of: $0) })
    }

    /// The range of a run: nil within where it does not fit the list, and nil where the record ends.
    private func readRun(_ reader: inout IndexReader) -> Range<Int>?? {
        guard let first = reader.number(), let last = reader.number(), let count = reader.integer() else { return nil }
        guard let start = handle(of: first).flatMap({ index(of: $0) }), count > 0, count <= self.count - start,
            let end = handle(of: last).flatMap({ index(of: $0) }), end == start + count - 1
        else { return .some(nil) }
        return .some(start..<end + 1)
    }

    /// The items of an insertion, without those that the list has; nil where the record ends.
    private mutating func readRecords(_ reader: inout IndexReader) -> [Record]? {
        var records: [Record] = []
        while let count = reader.count(each: 16), count > 0 {
            guard let spelling = reader.byte().flatMap({ ListOrigins.Spelling(rawValue: $0) }),
                let collection = reader.text()
            else { return nil }
            let origin = origins.number(
                of: ListOrigins.Origin(collection: spelling == .box ? "" : collection, spelling: spelling))
            records.reserveCapacity(records.count + count)
            for _ in 0..<count {
                guard let id = reader.number(), let packed = origins.read(origin, from: &reader) else { return nil }
                guard handle(of: id) == nil, records.count < Self.limit - self.count else { continue }
                var record = Record(id: id, packed)
                if case .box(let size, _) = spelling == .box ? origins.content(packed) : nil { record.size = size }
                records.append(record)
            }
        }
        return records
    }
}
