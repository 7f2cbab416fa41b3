// Arrangements of a folder's items that are made, and kept, while the folder changes.

import Testing

@testable import Catalog
@testable import Metadata
@testable import Platform

@Suite struct ArrangementBuilderTests {
    private static func finding(_ noise: inout RepeatableNoise) -> ItemStore.Finding {
        var finding = ItemStore.Finding(
            byteCount: Int.random(in: 0..<6, using: &noise),
            modified: FileTime(seconds: Int.random(in: 0..<6, using: &noise) * 86_400 * 40, nanoseconds: 0),
            stamp: UInt64.random(in: 1..<1000, using: &noise))
        if Bool.random(using: &noise) {
            var header = ImageHeader(
                format: Bool.random(using: &noise) ? .jpeg : .png, width: Int.random(in: 1...4, using: &noise) * 100,
                height: Int.random(in: 1...4, using: &noise) * 100)
            var facts = PictureFacts()
            facts.camera = ["Canon", "Nikon", nil].randomElement(using: &noise) ?? nil
            facts.iso = [100, 400, nil].randomElement(using: &noise) ?? nil
            facts.keywords = Bool.random(using: &noise) ? ["sea", "sun"] : []
            header.facts = facts
            finding.header = header
        }
        return finding
    }

    private static func change(_ items: inout FolderItems, _ count: Int, _ noise: inout RepeatableNoise) {
        items.changing { items in
            for _ in 0..<count {
                let name = [UInt8]("img\(Int.random(in: 0..<900, using: &noise)).jpg".utf8)
                switch Int.random(in: 0..<4, using: &noise) {
                case 0: items.remove(name[...], in: DirectoryTree.root)
                case 1:
                    if let handle = items.store.handle(named: name[...], in: DirectoryTree.root) {
                        items.update(handle, finding(&noise))
                    }
                default: items.put(name[...], in: DirectoryTree.root, finding(&noise))
                }
            }
        }
    }

    /// By definition: the items for which the query is true, sorted by group, field and name, those without a value last.
    private static func expected(_ items: FolderItems, _ order: ArrangedOrder) -> [UInt32] {
        let own = items.read(order.key) { $0.handles(in: 0..<$0.count) } ?? []
        let found = own.filter { order.arrangement.query.matches(items.facts, row: Int($0)) }
        func value(_ handle: UInt32, _ field: String) -> FactValue? {
            items.facts.columnIndex(of: field).flatMap { items.facts.value(row: Int(handle), column: $0) }
        }
        func precedes(_ first: FactValue?, _ second: FactValue?, _ isDescending: Bool) -> Bool? {
            if first == second { return nil }
            guard let first, let second else { return second == nil }
            switch (first, second) {
            case (.text(let one), .text(let two)): return one.lexicographicallyPrecedes(two) != isDescending
            case (.number(let one), .number(let two)): return (one < two) != isDescending
            case (.time(let one, _), .time(let two, _)): return (one < two) != isDescending
            default: return nil
            }
        }
        return found.enumerated().sorted { first, second in
            if let group = order.arrangement.group,
                let result = precedes(
                    value(first.element, group.field), value(second.element, group.field),
                    order.arrangement.sort?.field == group.field && order.arrangement.sort?.isDescending == true)
            {
                return result
            }
            if let sort = order.arrangement.sort,
                let result = precedes(
                    value(first.element, sort.field), value(second.element, sort.field), sort.isDescending)
            {
                return result
            }
            return first.offset < second.offset
        }.map(\.element)
    }

    static let orders: [(q: String, sort: String?, group: String?, key: ItemOrder.Key)] = [
        ("camera:canon", nil, nil, .name), ("camera:nikon | iso:400", nil, nil, .date), ("", "camera", nil, .name),
        ("img1", "-iso", nil, .name), ("-keywords:sea", nil, "camera", .name), ("", "-bytes", "format", .name),
        ("is:portrait width:<400", "width", "iso", .size), ("has:modified", "modified", nil, .name),
        ("", "-iso", "iso", .name), ("", "-camera", "camera", .name),
    ]

    @Test(arguments: 0..<10, 0..<3 as Range<UInt64>) func arrangementsFollow(number: Int, seed: UInt64) throws {
        let wanted = Self.orders[number]
        var noise = RepeatableNoise(seed: seed)
        var items = FolderItems(zone: .universal)
        Self.change(&items, 1500, &noise)
        items.make(.date)
        items.make(.size)
        var arrangement = Arrangement(query: try QueryParser.query(wanted.q, fields: FactField.ofPictures))
        arrangement.sort = wanted.sort.map {
            Arrangement.Sort(field: String($0.drop { $0 == "-" }), isDescending: $0.hasPrefix("-"))
        }
        arrangement.group = wanted.group.flatMap { FactGroup($0, fields: FactField.ofPictures) }
        let order = ArrangedOrder(arrangement: arrangement, key: wanted.key)
        // Changes while it is being made …
        items.touched = []
        let base = try #require(items.read(order.key) { $0.handles })
        var making = ArrangementBuilder(order, facts: items.facts.snapshot, base: base)
        Self.change(&items, 600, &noise)
        while !items.catchUp(&making) { Self.change(&items, 30, &noise) }
        func now() -> [UInt32]? { items.arranged.sequence(order).map { $0.handles(in: 0..<$0.count) } }
        #expect(now() == Self.expected(items, order))
        // … and afterwards, with a log that leads from one state to the next.
        for _ in 0..<20 {
            let (before, revision) = (try #require(now()), items.revision)
            Self.change(&items, 40, &noise)
            let after = Self.expected(items, order)
            #expect(now() == after)
            let difference = try #require(items.arranged.sequence(order)?.difference(since: revision))
            var followed = before
            for run in difference.removed.reversed() { followed.removeSubrange(run) }
            for run in difference.inserted { followed.insert(contentsOf: after[run], at: run.lowerBound) }
            #expect(followed == after)
        }
        #expect(Self.expected(items, order).count > 10)
    }

    @Test(arguments: [0, 1, 239, 240, 241, 6719, 6720, 6721, 200_000] as [Int]) func treesThatAreMadeInOneGoAreWhole(
        count: Int
    ) {
        var noise = RepeatableNoise(seed: UInt64(count))
        let handles = (0..<UInt32(count)).shuffled(using: &noise)
        var tree = HandleTree(handles)
        #expect(tree.count == count)
        for place in handles.indices.shuffled(using: &noise).prefix(500) {
            #expect(tree[place] == handles[place] && tree.index(of: handles[place]) == place)
        }
        var rest = handles
        for number in 0..<min(count, 3000) {
            let place = Int.random(in: 0..<rest.count, using: &noise)
            if number % 2 == 0 {
                #expect(tree.remove(at: place) == rest.remove(at: place))
            } else {
                let handle = UInt32(count + number)
                tree.insert(handle, at: place)
                rest.insert(handle, at: place)
            }
        }
        var all: [UInt32] = []
        tree.forEach(in: 0..<tree.count) { all.append($0) }
        #expect(all == rest)
    }

    @Test func ranksAreSortedStably() {
        let seed = TestSeed.seed()
        var noise = RepeatableNoise(seed: seed)
        let spans: [ClosedRange<Int64>] = [
            0...0, 0...5, -3...3_000_000, -5_000_000_000...7_000_000_000, Int64.min + 1...Int64.max - 1,
        ]
        for span in spans {
            for isDescending in [false, true] {
                let ranks = (0..<500).map { _ in
                    Int.random(in: 0..<5, using: &noise) == 0 ? StableSort.none : Int64.random(in: span, using: &noise)
                }
                var rows = Array(0..<UInt32(ranks.count))
                StableSort.sort(&rows, by: ranks, isDescending: isDescending)
                let expected = ranks.indices.sorted { one, two in
                    if ranks[one] == ranks[two] { return one < two }
                    if ranks[one] == StableSort.none || ranks[two] == StableSort.none {
                        return ranks[two] == StableSort.none
                    }
                    return (ranks[one] < ranks[two]) != isDescending
                }
                #expect(rows.map(Int.init) == expected, "seed \(seed), \(span)")
            }
        }
    }
}
