// The compact store and its table of ids.

import Testing
import Tiling

@testable import Catalog
@testable import Metadata
@testable import Platform

@Suite struct ItemStoreTests {
    private func insert(
        _ name: String, into store: inout ItemStore, in directory: Int = DirectoryTree.root
    ) -> UInt32? {
        store.insert([UInt8](name.utf8)[...], in: directory, ItemStore.Finding())
    }

    @Test func thousandsOfItemsAreFoundByTheirIds() throws {
        var store = ItemStore()
        let made = store.appendDirectory([UInt8]("folder".utf8)[...], in: DirectoryTree.root)
        let directory = try #require(made)
        for number in 0..<6000 {
            let handle = insert(
                "image \(number).jpg", into: &store, in: number % 2 == 0 ? directory : DirectoryTree.root)
            #expect(handle == UInt32(number))
        }
        for handle: UInt32 in 0..<6000 { #expect(store.handle(ofItem: store.summary(of: handle).id) == handle) }
        #expect(store.details(of: 4098, index: 0).name == "folder/image 4098.jpg")
        #expect(store.details(of: 4099, index: 0).name == "image 4099.jpg")
    }

    /// Handles, names and places in the table of those that have gone are used again, and nobody else is lost by it.
    @Test func itemsComeAndGo() throws {
        var store = ItemStore()
        var there: [String: UInt32] = [:]
        var noise = RepeatableNoise(seed: 5)
        for round in 0..<6000 {
            let name = "image \(Int.random(in: 0..<700, using: &noise)).jpg"
            let bytes = [UInt8](name.utf8)[...]
            #expect(store.handle(named: bytes, in: DirectoryTree.root) == there[name])
            if let handle = there[name] {
                store.remove(handle)
                there[name] = nil
            } else {
                there[name] = insert(name, into: &store)
            }
            #expect(store.count == there.count)
            guard round % 500 == 0 else { continue }
            for (name, handle) in there {
                #expect(store.handle(named: [UInt8](name.utf8)[...], in: DirectoryTree.root) == handle)
                #expect(store.handle(of: store.id(of: handle)) == handle)
                #expect(store.details(of: handle, index: 0).name == name)
            }
        }
        #expect((there.values.max() ?? 0) < 700)
    }

    /// Two paths with the same hash get two ids.
    ///
    /// The same path twice stands in for them.
    @Test func collisionsAreResolved() {
        var (first, second) = (ItemStore(), ItemStore())
        for _ in 0..<3 {
            let handles = [insert("x", into: &first), insert("x", into: &second)]
            #expect(handles[0] != nil && handles[0] == handles[1])
        }
        let ids = (0..<3).map { first.summary(of: $0).id }
        #expect(Set(ids).count == 3)
        #expect(ids == (0..<3).map { second.summary(of: $0).id })
        #expect(ids.map { first.handle(ofItem: $0) } == [0, 1, 2])
        // One that made others move on goes: they are still found.
        first.remove(0)
        #expect(first.handle(named: [UInt8]("x".utf8)[...], in: DirectoryTree.root) == 1)
    }

    @Test func namesThatCannotBeHeldAreRefused() {
        var store = ItemStore()
        let held = [String(repeating: "x", count: 5000), String(repeating: "x", count: 4096), ""].map { name in
            insert(name, into: &store)
        }
        #expect(held == [nil, 0, 1])
        #expect(store.count == 2)
        #expect(store.details(of: 1, index: 1).name.isEmpty)
    }

    @Test func updatesReportWhatIsSeen() {
        var store = ItemStore()
        _ = insert("x", into: &store)
        let sound = ItemStore.Finding(
            byteCount: 5, stamp: 9, header: ImageHeader(format: .jpeg, width: 4, height: 3, orientation: 5))
        let broken = ItemStore.Finding(byteCount: 5, stamp: 9, error: .unreadable("gone"))
        let version = store.summary(of: 0).version
        let isNewFile = store.update(0, ItemStore.Finding(byteCount: 5, stamp: 9))
        #expect(isNewFile && store.summary(of: 0).version != version)
        #expect(store.needsMeasuring(0))
        let isNewSize = store.update(0, sound)
        #expect(isNewSize)
        #expect(!store.needsMeasuring(0))
        #expect(store.size(of: 0) == PixelSize(width: 3, height: 4))
        let isSame = store.update(0, sound)
        #expect(!isSame)
        let isNewError = store.update(0, broken)
        #expect(isNewError)
        #expect(store.error(of: 0) == .unreadable("gone"))
        let isHealed = store.update(0, sound)
        #expect(isHealed)
        #expect(store.error(of: 0) == nil)
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
