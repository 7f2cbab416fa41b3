// Which states are kept, and that nobody who asks for one waits for the disk.

import Foundation
import Synchronization
import Testing

@testable import ScrollServer

@Suite struct StateStoreTests {
    private func setTime(_ folder: ScratchFolder, _ name: String, _ seconds: Int) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(seconds))], ofItemAtPath: "\(folder.path)/\(name)")
    }

    /// In whatever order the directory has them.
    @Test func `the oldest files go first at the next start`() throws {
        let folder = try ScratchFolder()
        let capacity = StateStore.capacity
        // Ages that follow neither the names nor the order in which the files are made.
        let ages = (0..<capacity + 40).map { ($0 * 97) % (capacity + 40) }
        for (number, age) in ages.enumerated() {
            try folder.write("s\(number).json", [0x30])
            try setTime(folder, "s\(number).json", 1_700_000_000 + age)
        }
        let store = StateStore(folder: folder.path)
        for (number, age) in ages.enumerated() { #expect((store["s\(number)"] != nil) == (age >= 40)) }
        // While it runs, what was written longest ago goes, counted from the files' times on.
        #expect(store.save([0x31], as: "new"))
        let oldest = try #require(ages.firstIndex(of: 40))
        #expect(store["s\(oldest)"] == nil && !folder.files().contains("s\(oldest).json"))
    }

    @Test func `a state that is written again is young`() {
        let store = StateStore(folder: nil)
        for number in 0..<StateStore.capacity { _ = store.save([0x30], as: "s\(number)") }
        #expect(!store.save([0x31], as: "s0"))
        #expect(store.save([0x30], as: "new"))
        #expect(store["s0"] == [0x31] && store["s1"] == nil)
    }

    /// Event loops read states: a disk that hangs must not hold them up.
    @Test func `who reads does not wait for the disk`() throws {
        let folder = try ScratchFolder()
        let (isWriting, mayWrite) = (Promise<Bool>(), DispatchSemaphore(value: 0))
        let store = StateStore(folder: folder.path) { state, path in
            isWriting.keep(true)
            mayWrite.wait()
            StateStore.write(state, to: path)
        }
        let isSaved = Promise<Bool>()
        try System.startThread { isSaved.keep(store.save([1], as: "a")) }
        #expect(isWriting.wait() == true)
        let seen = Promise<[UInt8]>()
        try System.startThread { seen.keep(store["a"] ?? []) }
        #expect(seen.wait() == [1])
        #expect(isSaved.current == nil)
        mayWrite.signal()
        #expect(isSaved.wait() == true)
        #expect(try folder.bytes("a.json") == [1])
    }

    /// A second state comes while the first is being written, a third while the second waits.
    @Test func `the newest state is what the disk has in the end`() throws {
        let folder = try ScratchFolder()
        let (isWriting, mayWrite) = (Promise<Bool>(), DispatchSemaphore(value: 0))
        let written = Mutex<[[UInt8]?]>([])
        let store = StateStore(folder: folder.path) { state, path in
            isWriting.keep(true)
            mayWrite.wait()
            written.withLock { $0.append(state) }
            StateStore.write(state, to: path)
        }
        let saves = (0..<3).map { _ in Promise<Bool>() }
        for (number, save) in saves.enumerated() {
            try System.startThread { save.keep(store.save([UInt8(number)], as: "a")) }
            if number == 0 { #expect(isWriting.wait() == true) }
            #expect(eventually { store["a"] == [UInt8(number)] })
        }
        for _ in saves { mayWrite.signal() }
        #expect(saves.map { $0.wait() } == [true, false, false])
        #expect(try folder.bytes("a.json") == [2])
        // Who comes to the disk last finds the newest state there.
        #expect(written.withLock { $0 } == [[0], [2]])
    }
}
