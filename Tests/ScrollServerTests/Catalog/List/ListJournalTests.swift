// Lists and their journals: any edits, undone and redone, reopened, damaged, shared, and converted.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Platform

@Suite struct ListJournalTests {
    /// A list as a person would keep it.
    private struct Model: Equatable {
        var name: String
        var items: [Item] = []

        struct Item: Equatable {
            var id: UInt64
            var content: ListContent
        }

        init(_ items: ListItems) {
            name = items.name
            self.items = items.all.map { Item(id: $0.id, content: items.content(of: $0)) }
        }
    }

    private static func open(_ folder: TemporaryFolder) -> ListCollection {
        let store = ListStore(folder: folder.path)
        let stored = store.load("picks") ?? store.make(id: "picks", name: "Picks")
        return ListCollection(id: "picks", items: stored.items, journal: stored.journal)
    }

    private static func edit(
        _ list: ListCollection, _ body: (inout ListItems) throws(ListCollection.EditError) -> Void
    ) throws -> Model {
        _ = try list.edit(body)
        return Model(list.items.withLock { $0 })
    }

    private static func content(_ random: inout SeededNumbers) -> ListContent {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .box(PixelSize(width: .random(in: 1...90, using: &random), height: 7), number: 3)
        case 1: .reference(collection: "demo", item: String(Int.random(in: 0..<30, using: &random)))
        case 2: .reference(collection: "odd", item: "an id of more bytes \(Int.random(in: 0..<9, using: &random))")
        default: .reference(collection: "a", item: Base32.encode(.random(in: 0..<40, using: &random), length: 13))
        }
    }

    /// Makes an edit at random in a list and in its model.
    private static func change(
        _ list: ListCollection, _ before: Model, _ random: inout SeededNumbers
    ) throws -> (model: Model, expected: Model?) {
        let count = before.items.count
        var expected = before
        let model: Model
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1, 2:
            let contents = (0..<Int.random(in: 1...5, using: &random)).map { _ in content(&random) }
            let index = Int.random(in: 0...count, using: &random)
            model = try edit(list) { (items) throws(ListCollection.EditError) in
                _ = try items.insert(contents, at: index)
            }
            // Its ids and its boxes' numbers are its own.
            try #require(model.items.count == count + contents.count)
            expected.items.insert(contentsOf: model.items[index..<index + contents.count], at: index)
        case 3:
            let contents = (0..<6).map { _ in content(&random) }
            model = try edit(list) { (items) throws(ListCollection.EditError) in
                _ = try items.insert(new: contents, at: items.count)
            }
            var known = Set(before.items.map(\.content))
            let new = contents.filter { content in
                if case .box = content { true } else { known.insert(content).inserted }
            }
            try #require(model.items.count == count + new.count)
            expected.items += model.items[count...]
        case 4 where count > 0:
            let gone = before.items.filter { _ in Bool.random(using: &random) }.map(\.id)
            model = try edit(list) { (items) throws(ListCollection.EditError) in
                items.remove(gone.compactMap { items.handle(of: $0) })
            }
            expected.items.removeAll { gone.contains($0.id) }
        case 5 where count > 0:
            let start = Int.random(in: 0..<count, using: &random)
            let end = Int.random(in: start + 1...count, using: &random)
            let target = Int.random(in: 0...count - (end - start), using: &random)
            model = try edit(list) { (items) throws(ListCollection.EditError) in items.move(start..<end, to: target) }
            let moved = Array(expected.items[start..<end])
            expected.items.removeSubrange(start..<end)
            expected.items.insert(contentsOf: moved, at: target)
        case 6:
            let isName = Bool.random(using: &random)
            model = try edit(list) { (items) throws(ListCollection.EditError) in
                if isName { items.rename("Number \(count)") } else { items.removeAll() }
            }
            if isName { expected.name = "Number \(count)" } else { expected.items = [] }
        default:
            guard let index = before.items.indices.randomElement(using: &random),
                case .box(_, let number) = before.items[index].content
            else { return (before, nil) }
            let size = PixelSize(width: 5, height: count + 1)
            model = try edit(list) { (items) throws(ListCollection.EditError) in
                if let handle = items.handle(of: before.items[index].id) { items.resize(handle, to: size) }
            }
            expected.items[index].content = .box(size, number: number)
        }
        return (model, expected)
    }

    /// After each step the list is that of a model, and so is what another program reads.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func editsAreThoseOfAModel(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var random = SeededNumbers(state: seed)
        let list = Self.open(folder)
        var (undo, redo): ([Model], [Model]) = ([], [])
        var now = try Self.edit(list) { (_) throws(ListCollection.EditError) in }
        for step in 0..<60 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let before = undo.popLast()
                var isUndone = false
                let model = try Self.edit(list) { (items) throws(ListCollection.EditError) in isUndone = items.undo() }
                #expect(isUndone == (before != nil) && model == before ?? now, "seed \(seed), step \(step)")
                if before != nil { redo.append(now) }
                now = model
            case 1:
                let after = redo.popLast()
                var isRedone = false
                let model = try Self.edit(list) { (items) throws(ListCollection.EditError) in isRedone = items.redo() }
                #expect(isRedone == (after != nil) && model == after ?? now, "seed \(seed), step \(step)")
                if after != nil { undo.append(now) }
                now = model
            default:
                let (model, expected) = try Self.change(list, now, &random)
                #expect(model == expected ?? now, "seed \(seed), step \(step)")
                if let expected, expected != now { (undo, redo) = (undo + [now], []) }
                now = model
            }
            #expect(Model(Self.open(folder).items.withLock { $0 }) == now, "seed \(seed), step \(step)")
        }
    }

    /// Two programs take turns; each sees what the other has done, also where the journal was made shorter meanwhile.
    @Test func twoProgramsShareAList() throws {
        let folder = try TemporaryFolder()
        var random = SeededNumbers(state: 11)
        var lists = [Self.open(folder)]
        var now = try Self.edit(lists[0]) { (_) throws(ListCollection.EditError) in }
        lists.append(Self.open(folder))
        var byteCounts: [Int] = []
        for step in 0..<120 {
            let list = try #require(lists.randomElement(using: &random))
            // Many at once now and then, so that the journal gets long.
            if step % 5 == 0 {
                now = try Self.edit(list) { (items) throws(ListCollection.EditError) in
                    items.removeAll()
                    _ = try items.insert(
                        (0..<900).map { .reference(collection: "demo", item: "\(step).\($0)") }, at: 0)
                }
            } else {
                list.refresh()
                #expect(Model(list.items.withLock { $0 }) == now, "step \(step)")
                now = try Self.change(list, now, &random).model
            }
            byteCounts.append(try #require(FileManager.default.contents(atPath: "\(folder.path)/picks.list")).count)
        }
        for list in lists + [Self.open(folder)] {
            list.refresh()
            #expect(Model(list.items.withLock { $0 }) == now)
        }
        #expect(zip(byteCounts, byteCounts.dropFirst()).contains { $0 > $1 })
        #expect(byteCounts.allSatisfy { $0 < 200_000 })
    }

    /// A journal that was cut has all edits before; one that was overwritten has those behind, too.
    @Test func damage() throws {
        let folder = try TemporaryFolder()
        var random = SeededNumbers(state: .random(in: 0 ... .max))
        let seed = random.state
        let list = Self.open(folder)
        let path = "\(folder.path)/picks.list"
        func bytes() throws -> [UInt8] { Array(try #require(FileManager.default.contents(atPath: path))) }
        var models = [try Self.edit(list) { (_) throws(ListCollection.EditError) in }]
        var ends = [try bytes().count]
        for _ in 0..<12 {
            models.append(try Self.change(list, models[models.count - 1], &random).model)
            ends.append(try bytes().count)
        }
        let last = try Self.edit(list) { (items) throws(ListCollection.EditError) in
            _ = items.insert(.reference(collection: "last", item: "one"), at: 0)
        }
        let whole = try bytes()
        for cut in (ends[0]..<whole.count).shuffled(using: &random).prefix(40) {
            try folder.write("picks.list", Array(whole[..<cut]))
            let count = ends.count { $0 <= cut }
            let again = Self.open(folder)
            #expect(Model(again.items.withLock { $0 }) == models[count - 1], "seed \(seed), cut at \(cut)")
            // What is added then is kept.
            let more = try Self.edit(again) { (items) throws(ListCollection.EditError) in items.rename("More") }
            #expect(Model(Self.open(folder).items.withLock { $0 }) == more, "seed \(seed), cut at \(cut)")
        }
        for place in (ends[0]..<ends[ends.count - 1]).shuffled(using: &random).prefix(40) {
            var damaged = whole
            for offset in place..<min(place + 9, ends[ends.count - 1]) { damaged[offset] ^= 0x5A }
            try folder.write("picks.list", damaged)
            let again = Model(Self.open(folder).items.withLock { $0 })
            #expect(again.items.contains(last.items[0]), "seed \(seed), damaged at \(place)")
        }
        // Any payload is answered.
        var items = ListItems()
        for _ in 0..<300 {
            var record = list.items.withLock { $0.whole[1] }
            record[Int.random(in: 1..<record.count, using: &random)] = .random(in: 0...255, using: &random)
            _ = items.replay(Array(record.prefix(.random(in: 0...record.count, using: &random))))
            _ = items.all.map { items.content(of: $0) }
        }
    }

    /// Files of former versions are read once, and not lost before the journal is there.
    @Test func formerFilesAreConverted() throws {
        let folder = try TemporaryFolder()
        let ids = (1...3).map { Base32.encode(StableHash.mix($0), length: 13) }
        let former = """
            {"name":"Kept \\"ü\\"","revision":7,"next":3,"items":[{"id":"\(ids[0])","collection":"demo","item":"7"},\
            {"id":"\(ids[2])","width":30,"height":20,"number":2}]}
            """
        try folder.write("picks.json", Array(former.utf8))
        try folder.write("broken.json", Array("{".utf8))
        for _ in 0..<2 {
            let stored = try #require(ListStore(folder: folder.path).load("picks"))
            #expect(stored.items.name == "Kept \"ü\"" && stored.items.revision > 7)
            #expect(stored.items.all.map(\.id) == [1, 3].map { StableHash.mix($0) })
            #expect(
                stored.items.all.map { stored.items.content(of: $0) } == [
                    .reference(collection: "demo", item: "7"), .box(PixelSize(width: 30, height: 20), number: 2),
                ])
            #expect(
                try Set(FileManager.default.contentsOfDirectory(atPath: folder.path)) == [
                    ".lock", "broken.json", "picks.list",
                ])
        }
        #expect(ListStore(folder: folder.path).load().map(\.id) == ["picks"])
        let list = Self.open(folder)
        let added = try list.edit { (items) throws(ListCollection.EditError) in
            items.insert(.reference(collection: "demo", item: "8"), at: 0)
        }
        #expect(added.result == StableHash.mix(4))
        try list.delete()
        #expect(ListStore(folder: folder.path).load().isEmpty)
    }

    /// A list that cannot be written is not changed.
    @Test func editsThatCannotBeKept() throws {
        let folder = try TemporaryFolder()
        let list = Self.open(folder)
        try FileManager.default.removeItem(atPath: folder.path)
        #expect(throws: ListCollection.EditError.self) {
            try Self.edit(list) { (items) throws(ListCollection.EditError) in items.rename("Other") }
        }
        #expect(list.items.withLock { $0.name } == "Picks")
    }
}
