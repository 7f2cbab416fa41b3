// Journals: whole records alone, whatever happened to the file.

import Foundation
import Testing

@testable import Platform

@Suite struct JournalTests {
    private static let payloads: [[UInt8]] = [[1], [], Array(0..<40), Array("the last".utf8)]

    private static func read(_ path: String, after position: Journal.Position? = nil) throws -> (
        records: [[UInt8]], position: Journal.Position?, isNew: Bool
    ) {
        var records: [[UInt8]] = []
        let (next, isNew) = try Journal(path: path).read(after: position) { records.append($0) }
        return (records, next, isNew)
    }

    /// Returns the bytes of a journal with all payloads, and where each of its records ends.
    private static func written(to path: String) throws -> (bytes: [UInt8], ends: [Int]) {
        let journal = Journal(path: path)
        var position: Journal.Position?
        var ends: [Int] = []
        for payload in payloads {
            position = try journal.append(payload, at: position)
            ends.append(position?.offset ?? 0)
        }
        return ([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), ends)
    }

    @Test func recordsAreReadOn() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/journal"
        let none = try Self.read(path)
        #expect(none.records.isEmpty && none.position == nil && !none.isNew)
        let journal = Journal(path: path)
        var position: Journal.Position?
        var follower: Journal.Position?
        for payload in Self.payloads {
            position = try journal.append(payload, at: position)
            let found = try Self.read(path, after: follower)
            #expect(found.records == [payload] && found.position == position && !found.isNew)
            follower = found.position
        }
        #expect(try Self.read(path).records == Self.payloads)
        #expect(try Self.read(path, after: follower).records.isEmpty)
        // A replaced file is read from its start.
        let replaced = try journal.replace(with: [[7, 7]])
        let found = try Self.read(path, after: follower)
        #expect(found.records == [[7, 7]] && found.isNew && found.position == replaced)
        // So is one that is not there any more.
        try FileManager.default.removeItem(atPath: path)
        #expect(try Self.read(path, after: replaced).isNew)
    }

    /// A byte that the disk has damaged costs one record, not those behind it; the next one comes at the end.
    @Test func damagedAtEveryByte() throws {
        let folder = try ScratchFolder()
        let (bytes, ends) = try Self.written(to: folder.path + "/whole")
        let path = folder.path + "/journal"
        for index in 16..<bytes.count {
            var damaged = bytes
            damaged[index] ^= 1
            try folder.write("journal", damaged)
            let hit = try #require(ends.firstIndex { index < $0 })
            let found = try Self.read(path)
            var kept = Self.payloads
            kept.remove(at: hit)
            #expect(found.records == kept, "damaged at \(index)")
            _ = try Journal(path: path).append([5, 6], at: found.position)
            #expect(try Self.read(path).records == kept + [[5, 6]], "damaged at \(index)")
        }
    }

    /// Whatever a run of damage replaces, the whole records before and behind it are read.
    @Test(arguments: [UInt8(0), 0xFF, 0x5A]) func overwrittenFromEveryByte(_ byte: UInt8) throws {
        let folder = try ScratchFolder()
        let (bytes, ends) = try Self.written(to: folder.path + "/whole")
        let starts = [16] + ends.dropLast()
        let path = folder.path + "/journal"
        for first in 16..<bytes.count {
            for count in [2, 9, 30, bytes.count] {
                let damage = first..<min(first + count, bytes.count)
                var damaged = bytes
                for index in damage { damaged[index] = byte }
                // Bytes that were there before are no damage.
                guard damage.allSatisfy({ bytes[$0] != byte }) else { continue }
                try folder.write("journal", damaged)
                let whole = starts.indices.filter { !damage.overlaps(starts[$0]..<ends[$0]) }
                let kept = whole.map { Self.payloads[$0] }
                #expect(try Self.read(path).records == kept, "\(damage) overwritten")
            }
        }
    }

    /// Wherever the file is cut off, the records before that are there, and the next one comes behind them.
    @Test func cutOffAtEveryByte() throws {
        let folder = try ScratchFolder()
        let (bytes, ends) = try Self.written(to: folder.path + "/whole")
        let path = folder.path + "/journal"
        for count in 0...bytes.count {
            try folder.write("journal", Array(bytes[..<count]))
            let whole = ends.count { $0 <= count }
            let found = try Self.read(path)
            #expect(found.records == Array(Self.payloads[..<whole]), "cut off at \(count)")
            _ = try Journal(path: path).append([5, 6], at: found.position)
            #expect(try Self.read(path).records == Array(Self.payloads[..<whole]) + [[5, 6]], "cut off at \(count)")
        }
    }

    /// A file of another kind is neither read nor replaced.
    @Test func otherFilesAreLeftAlone() throws {
        let folder = try ScratchFolder()
        let other = [UInt8](repeating: 0x41, count: 50)
        try folder.write("journal", other)
        #expect(throws: SystemError.self) { _ = try Self.read(folder.path + "/journal") }
        #expect(try folder.bytes("journal") == other)
    }

    /// A record that another program took out again is noticed by a reader that has seen it.
    @Test func aRecordThatWasTakenOutIsForgotten() throws {
        let folder = try ScratchFolder()
        let path = folder.path + "/journal"
        let journal = Journal(path: path)
        let first = try journal.append([1, 2, 3], at: nil)
        let second = try journal.append([4, 5, 6], at: first)
        _ = try journal.append([7, 8, 9], at: first)
        let found = try Self.read(path, after: second)
        #expect(found.records == [[1, 2, 3], [7, 8, 9]] && found.isNew)
    }
}
