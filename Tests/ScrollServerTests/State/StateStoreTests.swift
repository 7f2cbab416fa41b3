// Which states are kept, and that nobody who asks for one waits for the disk.

import Foundation
import Synchronization
import Testing

@testable import Platform
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
        #expect(try store.save([0x31], as: "new"))
        let oldest = try #require(ages.firstIndex(of: 40))
        #expect(store["s\(oldest)"] == nil && !folder.files().contains("s\(oldest).json"))
    }

    @Test func `a state that is written again is young`() throws {
        let store = StateStore(folder: nil)
        for number in 0..<StateStore.capacity { _ = try store.save([0x30], as: "s\(number)") }
        #expect(try !store.save([0x31], as: "s0"))
        #expect(try store.save([0x30], as: "new"))
        #expect(store["s0"] == [0x31] && store["s1"] == nil)
    }

    /// Event loops read states: a disk that hangs must not hold them up.
    @Test func `who reads does not wait for the disk`() throws {
        let folder = try ScratchFolder()
        let (isWriting, mayWrite) = (Promise<Bool>(), DispatchSemaphore(value: 0))
        let store = StateStore(folder: folder.path) { (state, path) throws(SystemError) in
            isWriting.keep(true)
            mayWrite.wait()
            try StateStore.write(state, to: path)
        }
        let isSaved = Promise<Bool>()
        try System.startThread { isSaved.keep((try? store.save([1], as: "a")) == true) }
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
        let store = StateStore(folder: folder.path) { (state, path) throws(SystemError) in
            isWriting.keep(true)
            mayWrite.wait()
            written.withLock { $0.append(state) }
            try StateStore.write(state, to: path)
        }
        let saves = (0..<3).map { _ in Promise<Bool>() }
        for (number, save) in saves.enumerated() {
            try System.startThread { save.keep((try? store.save([UInt8(number)], as: "a")) == true) }
            if number == 0 { #expect(isWriting.wait() == true) }
            #expect(eventually { store["a"] == [UInt8(number)] })
        }
        for _ in saves { mayWrite.signal() }
        #expect(saves.map { $0.wait() } == [true, false, false])
        #expect(try folder.bytes("a.json") == [2])
        // Who comes to the disk last finds the newest state there.
        #expect(written.withLock { $0 } == [[0], [2]])
    }

    /// What is acknowledged is on the disk: a state that cannot be written is said not to be, is there until the program
    /// ends, and is written with the next one.
    @Test func `a state that cannot be written is not acknowledged`() throws {
        let folder = try ScratchFolder()
        let isFull = Mutex(true)
        let store = StateStore(folder: folder.path) { (state, path) throws(SystemError) in
            if isFull.withLock({ $0 }) { throw SystemError(call: "write", code: 28) }
            try StateStore.write(state, to: path)
        }
        #expect(throws: SystemError.self) { try store.save([1], as: "a") }
        #expect(store["a"] == [1] && folder.files().isEmpty)
        isFull.withLock { $0 = false }
        #expect(try !store.save([2], as: "a"))
        #expect(try folder.bytes("a.json") == [2])
    }
}
