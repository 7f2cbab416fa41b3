// The compact store, its table of ids and its log of sizes.

import Testing
import Tiling

@testable import ScrollServer

@Suite struct ItemStoreTests {
    private func append(_ name: String, to store: inout ItemStore, in directory: Int = ItemStore.root) -> Bool {
        [UInt8](name.utf8).withUnsafeBytes { store.append($0, in: directory, ItemStore.Finding()) }
    }

    @Test func thousandsOfItemsAreFoundByTheirIds() throws {
        var store = ItemStore()
        let name = [UInt8]("folder".utf8)
        let directory = try #require(name.withUnsafeBytes { store.appendDirectory($0, in: ItemStore.root) })
        for number in 0..<6000 {
            let isHeld = append("image \(number).jpg", to: &store, in: number % 2 == 0 ? directory : ItemStore.root)
            #expect(isHeld)
        }
        for index in 0..<6000 {
            #expect(store.index(ofItem: store.summary(at: index).id) == index)
        }
        #expect(store.details(at: 4098).name == "folder/image 4098.jpg")
        #expect(store.details(at: 4099).name == "image 4099.jpg")
    }

    /// Two paths with the same hash get two ids. The same path twice stands in for them.
    @Test func collisionsAreResolved() {
        var (first, second) = (ItemStore(), ItemStore())
        for _ in 0..<3 {
            let areHeld = append("x", to: &first) && append("x", to: &second)
            #expect(areHeld)
        }
        let ids = (0..<3).map { first.summary(at: $0).id }
        #expect(Set(ids).count == 3)
        #expect(ids == (0..<3).map { second.summary(at: $0).id })
        #expect(ids.map { first.index(ofItem: $0) } == [0, 1, 2])
    }

    @Test func namesThatCannotBeHeldAreRefused() {
        var store = ItemStore()
        let held = [String(repeating: "x", count: 5000), String(repeating: "x", count: 4096), ""].map { name in
            append(name, to: &store)
        }
        #expect(held == [false, true, true])
        #expect(store.count == 2)
        #expect(store.details(at: 1).name.isEmpty)
    }

    @Test func updatesReportWhatIsSeen() {
        var store = ItemStore()
        _ = append("x", to: &store)
        let sound = ItemStore.Finding(
            byteCount: 5, header: ImageHeader(format: .jpeg, width: 4, height: 3, orientation: 5))
        let broken = ItemStore.Finding(error: .unreadable("gone"))
        let isNewLength = store.update(0, ItemStore.Finding(byteCount: 5))
        #expect(!isNewLength)
        #expect(store.needsMeasuring(0))
        let isNewSize = store.update(0, sound)
        #expect(isNewSize)
        #expect(!store.needsMeasuring(0))
        #expect(store.size(at: 0) == PixelSize(width: 3, height: 4))
        let isSame = store.update(0, sound)
        #expect(!isSame)
        let isNewError = store.update(0, broken)
        #expect(isNewError)
        #expect(store.error(at: 0) == .unreadable("gone"))
        let isHealed = store.update(0, sound)
        #expect(isHealed)
        #expect(store.error(at: 0) == nil)
    }

    @Test func logOfSizesIsBounded() {
        var log = ResizeLog()
        for revision in 1...ResizeLog.limit * 2 + 1 { log.append(revision % 1000, revision: revision) }
        #expect(log.indices(since: 0) == nil)
        let last = ResizeLog.limit * 2 + 1
        #expect(log.indices(since: last - 3) == [(last - 2) % 1000, (last - 1) % 1000, last % 1000].sorted())
        #expect(log.indices(since: last) == [])
        #expect(log.indices(since: last - 5000)?.count == 1000)
    }

    @Test func base32() {
        #expect(Base32.encode(0, length: 13) == "0000000000000")
        #expect(Base32.encode(.max, length: 13) == "fzzzzzzzzzzzz")
        for value: UInt64 in [0, 1, 31, 32, 0x0123_4567_89AB_CDEF, .max] {
            #expect(Base32.decode64(Base32.encode(value, length: 13)) == value)
        }
        for text in ["", "g000000000000", "000000000000i", "00000000000000", "000000000000", "000000000000A"] {
            #expect(Base32.decode64(text) == nil)
        }
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
        (1_709_251_199, "2024-02-29T23:59:59Z"), (4_102_444_800, "2100-01-01T00:00:00Z"),
        (-2_203_977_600, "1900-02-28T00:00:00Z"), (-86_400, "1969-12-31T00:00:00Z"),
    ])
    func dates(seconds: Int, text: String) {
        #expect(FileTime(seconds: seconds, nanoseconds: 999_999_999).iso8601 == text)
        #expect(FileTime(seconds: seconds, nanoseconds: 5).seconds == seconds)
    }

    @Test func datesBeyondTheEnds() {
        #expect(FileTime(seconds: .max, nanoseconds: 0).iso8601.hasPrefix("2262-"))
        #expect(FileTime(seconds: .min, nanoseconds: 0).iso8601.hasPrefix("1677-"))
    }
}
