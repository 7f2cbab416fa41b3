// The store of annotations against a model, over restarts, damage and a million files.

import Foundation
import Testing

@testable import Catalog
@testable import Platform

@Suite struct AnnotationStoreTests {
    private static func key(_ number: Int) -> FileKey { FileKey(path: Array("/pictures/\(number).jpg".utf8)) }

    private static func rated(_ rating: UInt8) -> AnnotationChange {
        var change = AnnotationChange()
        change.rating = .set(rating)
        return change
    }

    private static func state(_ store: AnnotationStore, _ count: Int) -> [Annotation] {
        (0..<count).map { store.annotation(of: key($0)) }
    }

    @Test func partsAreKeptApart() throws {
        let store = AnnotationStore(folder: nil)
        var change = AnnotationChange()
        (change.rating, change.flag, change.label) = (.set(4), .set(.pick), .set(.green))
        change.keywords = .set(.init(added: ["sea", "été"], removed: ["dog"]))
        try store.edit([Self.key(1), Self.key(2), Self.key(1)], in: "c", change)
        #expect(store.count == 2)
        let noted = store.annotation(of: Self.key(1))
        #expect(noted.rating == 4 && noted.flag == .pick && noted.label == .green)
        #expect(noted.added == ["sea", "été"].sorted() && noted.removed == ["dog"])
        // What was removed can be added again, and the other way round.
        var words = AnnotationChange()
        words.keywords = .set(.init(added: ["dog"], removed: ["sea"]))
        try store.edit([Self.key(1)], in: "c", words)
        let now = store.annotation(of: Self.key(1))
        #expect(now.added == ["dog", "été"].sorted() && now.removed == ["sea"] && now.rating == 4)
        var none = AnnotationChange()
        (none.rating, none.flag, none.label, none.keywords) = (.cleared, .cleared, .cleared, .cleared)
        try store.edit([Self.key(1), Self.key(2)], in: "c", none)
        #expect(store.annotation(of: Self.key(1)).isEmpty && store.count == 0)
    }

    @Test func keywordsAreLimited() throws {
        let store = AnnotationStore(folder: nil)
        func add(_ numbers: Range<Int>) throws {
            var change = AnnotationChange()
            change.keywords = .set(.init(added: numbers.map { "word \($0)" }, removed: []))
            try store.edit([Self.key(1), Self.key(2)], in: "c", change)
        }
        try add(0..<AnnotationChange.mostKeywords)
        #expect(throws: AnnotationStore.EditError.tooManyKeywords) { try add(5000..<5001) }
        #expect(store.annotation(of: Self.key(2)).added.count == AnnotationChange.mostKeywords)
    }

    /// Random edits, undoing, redoing and restarts of two collections, held against a model that keeps every state.
    @Test func undoAgainstAModel() throws {
        var random = RepeatableNoise(seed: TestSeed.seed())
        let folder = try ScratchFolder()
        var store = AnnotationStore(folder: folder.path)
        let fileCount = 40
        var model = [Annotation](repeating: Annotation(), count: fileCount)
        // What each step changed, with the parts before it.
        typealias Step = (parts: Annotation.Parts, before: [Int: Annotation])
        var (undo, redo): ([Step], [Step]) = ([], [])
        func take(_ step: Step) -> Step {
            var reverse: [Int: Annotation] = [:]
            for (file, before) in step.before {
                let new = model[file].with(step.parts, of: before)
                if new != model[file] { reverse[file] = model[file] }
                model[file] = new
            }
            return (step.parts, reverse)
        }
        for round in 0..<600 {
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<10:
                let change = Self.randomChange(&random)
                let files = (0..<Int.random(in: 1...fileCount, using: &random)).map { _ in
                    Int.random(in: 0..<fileCount, using: &random)
                }
                try store.edit(files.map(Self.key), in: "c", change)
                var before: [Int: Annotation] = [:]
                for file in Set(files) {
                    let changed = try #require(change.changed(model[file]))
                    if changed != model[file] { before[file] = model[file] }
                    model[file] = changed
                }
                guard !before.isEmpty else { continue }
                undo.append((change.parts, before))
                if undo.count > 100 { undo.removeFirst() }
                redo = []
            case 10..<15:
                if let step = undo.popLast() {
                    #expect(try store.undo(in: "c").count == step.before.count)
                    redo.append(take(step))
                } else {
                    #expect(throws: AnnotationStore.EditError.nothing) { try store.undo(in: "c") }
                }
            case 15..<18:
                if let step = redo.popLast() {
                    #expect(try store.redo(in: "c").count == step.before.count)
                    undo.append(take(step))
                } else {
                    #expect(throws: AnnotationStore.EditError.nothing) { try store.redo(in: "c") }
                }
            case 18:
                // Another program changes what is not in the history of this one.
                let change = Self.randomChange(&random)
                let file = Int.random(in: 0..<fileCount, using: &random)
                try AnnotationStore(folder: folder.path).edit([Self.key(file)], in: "c", change)
                try store.refresh()
                model[file] = try #require(change.changed(model[file]))
            default:
                guard Int.random(in: 0..<10, using: &random) == 0 else { continue }
                store = AnnotationStore(folder: folder.path)
                (undo, redo) = ([], [])
            }
            #expect(Self.state(store, fileCount) == model, "round \(round)")
        }
        #expect(Self.state(AnnotationStore(folder: folder.path), fileCount) == model)
    }

    private static func randomChange(_ random: inout RepeatableNoise) -> AnnotationChange {
        var change = AnnotationChange()
        switch Int.random(in: 0..<8, using: &random) {
        case 0: change.rating = .cleared
        case 1...2: change.rating = .set(UInt8.random(in: 0...5, using: &random))
        case 3:
            let flags: [AnnotationChange.Part<Annotation.Flag>] = [
                .cleared, .set(.pick), .set(.reject), .set(.none),
            ]
            change.flag = flags[Int.random(in: 0..<4, using: &random)]
        case 4:
            let labels = Annotation.Label.allCases
            change.label = .set(labels[Int.random(in: 0..<labels.count, using: &random)])
        case 5: change.keywords = .cleared
        default:
            let words = ["a", "b", "c", "d"].shuffled(using: &random)
            change.keywords = .set(.init(added: Array(words.prefix(2)), removed: Array(words.suffix(1))))
        }
        return change
    }

    /// Wherever the journal is cut off, the store is as it was after one of the edits.
    @Test func tornAtEveryByte() throws {
        let folder = try ScratchFolder()
        let store = AnnotationStore(folder: folder.path + "/whole")
        var states = [Self.state(store, 3)]
        for (number, rating) in [(0, 3), (1, 5), (0, 1), (2, 4)] as [(Int, UInt8)] {
            try store.edit([Self.key(number), Self.key(2)], in: "c", Self.rated(rating))
            states.append(Self.state(store, 3))
        }
        let bytes = try folder.bytes("whole/journal")
        var last = 0
        for count in 0...bytes.count {
            let path = "cut-\(count)"
            try folder.write("\(path)/journal", Array(bytes[..<count]))
            let found = Self.state(AnnotationStore(folder: "\(folder.path)/\(path)"), 3)
            let index = try #require(states.firstIndex(of: found), "cut off at \(count)")
            #expect(index >= last)
            last = index
        }
        #expect(last == states.count - 1)
    }

    /// A journal in which the same files were annotated again and again becomes short, and loses nothing.
    @Test func theJournalIsCompacted() throws {
        let folder = try ScratchFolder()
        let (store, other) = (AnnotationStore(folder: folder.path), AnnotationStore(folder: folder.path))
        let keys = (0..<500).map(Self.key)
        for round in 0..<60 { try store.edit(keys, in: "c", Self.rated(UInt8(round % 5 + 1))) }
        #expect(try folder.bytes("journal").count < 100_000)
        #expect(try other.refresh())
        for store in [store, other, AnnotationStore(folder: folder.path)] {
            #expect(Self.state(store, 500).allSatisfy { $0.rating == 5 } && store.count == 500)
        }
        // What was taken back before another program compacted is not there again.
        var none = AnnotationChange()
        none.rating = .cleared
        try other.edit(Array(keys.dropFirst()), in: "c", none)
        var long = AnnotationChange()
        let words = (100..<200).map { "\($0)" + String(repeating: "x", count: 197) }
        for round in 0..<12 {
            (long.rating, long.keywords) = (.set(UInt8(round % 2)), .set(.init(added: words, removed: [])))
            try other.edit([keys[0]], in: "c", long)
        }
        #expect(try folder.bytes("journal").count < 140_000)
        try store.refresh()
        #expect(store.count == 1 && store.annotation(of: keys[0]).rating == 1)
        // Edits from before can still be taken back.
        #expect(try store.undo(in: "c").count == 500)
        #expect(store.annotation(of: keys[7]).rating == 4)
    }

    @Test func aMillionFiles() throws {
        let folder = try ScratchFolder()
        let store = AnnotationStore(folder: folder.path)
        let count = 1_000_000
        let keys = (0..<UInt64(count)).map { FileKey(high: StableHash.mix($0), low: StableHash.mix(~$0)) }
        try store.edit(keys, in: "c", Self.rated(3))
        #expect(store.count == count)
        let size = try folder.bytes("journal").count
        #expect((16 * count..<16 * count + 4096).contains(size))
        #expect(AnnotationStore(folder: folder.path).count == count)
        #expect(try store.undo(in: "c").count == count)
        #expect(store.count == 0 && store.annotation(of: keys[count / 2]).isEmpty)
    }

    /// One record has files of many annotations; another program and undoing read each file's own.
    @Test func manyAnnotationsInOneStep() throws {
        let folder = try ScratchFolder()
        let store = AnnotationStore(folder: folder.path)
        let count = 700
        for number in 0..<count {
            var change = AnnotationChange()
            change.keywords = .set(.init(added: ["word \(number % 300)"], removed: []))
            try store.edit([Self.key(number)], in: "c", change)
        }
        let before = Self.state(store, count)
        // Neither in the order of the first edits, nor without repetitions.
        let order = (0..<count).map { ($0 * 333) % count } + [5, 5, 4]
        var label = AnnotationChange()
        label.label = .set(.blue)
        try store.edit(order.map(Self.key), in: "c", label)
        for store in [store, AnnotationStore(folder: folder.path)] {
            for (number, noted) in Self.state(store, count).enumerated() {
                #expect(noted.label == .blue && noted.added == ["word \(number % 300)"], "\(number)")
            }
        }
        #expect(try store.undo(in: "c").count == count)
        #expect(Self.state(store, count) == before)
        #expect(Self.state(AnnotationStore(folder: folder.path), count) == before)
    }

    @Test func editsAreNotedWhileTheyRun() throws {
        let store = AnnotationStore(folder: nil)
        #expect(!store.isBeingEdited)
        #expect(store.whileEditing { store.whileEditing { store.isBeingEdited } })
        #expect(throws: AnnotationStore.EditError.nothing) {
            try store.whileEditing { () throws(AnnotationStore.EditError) in _ = try store.undo(in: "c") }
        }
        #expect(!store.isBeingEdited)
    }

    /// What an edit reads of another program's is told as well, though the monitor then finds nothing new.
    @Test func editsTellWhatTheyRead() throws {
        let folder = try ScratchFolder()
        let (own, other) = (AnnotationStore(folder: folder.path), AnnotationStore(folder: folder.path))
        let calls = Counter()
        let (isHeld, isReleased) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let monitor = try #require(
            own.follow {
                // The monitor's thread is held in its first call, so that it cannot read what comes next.
                calls.add(1)
                guard calls.value == 1 else { return }
                isHeld.signal()
                isReleased.wait()
            })
        defer {
            monitor.stop()
            isReleased.signal()
        }
        try other.edit([Self.key(1)], in: "c", Self.rated(1))
        #expect(isHeld.wait(timeout: Patience.end) == .success)
        try other.edit([Self.key(2)], in: "c", Self.rated(2))
        try own.edit([Self.key(3)], in: "c", Self.rated(3))
        #expect(calls.value == 2 && own.annotation(of: Self.key(2)).rating == 2)
        // Nothing was read of others.
        try own.edit([Self.key(3)], in: "c", Self.rated(4))
        #expect(calls.value == 2)
        // What was read is told, also where nothing is edited.
        try other.edit([Self.key(2)], in: "c", Self.rated(5))
        #expect(throws: AnnotationStore.EditError.nothing) { _ = try own.undo(in: "unknown") }
        #expect(calls.value == 3)
    }
}
