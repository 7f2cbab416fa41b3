// Which changes concern the places of pictures in a plane, and which do not.

import Testing

@testable import Catalog

@Suite struct FieldStampTests {
    /// A plane is sorted anew only where a value or the order has changed, and not while thousands of sizes are read.
    @Test func changesOfValuesAreCounted() {
        var table = FactTable(fields: [
            FactField(name: "u", kind: .number), FactField(name: "kind", kind: .category),
            FactField(name: "gps", kind: .position),
        ])
        for row in 0..<3 { table.insert(row) }
        /// By how much the counts of the columns grow.
        func growth(_ value: FactValue?, row: Int = 1, column: Int) -> [Int] {
            let before = table.columns.map(\.changeCount)
            table.set(value, row: row, column: column)
            return zip(table.columns, before).map { $0.changeCount - $1 }
        }
        #expect(growth(.number(1.5), column: 0) == [1, 0, 0] && growth(.number(1.5), column: 0) == [0, 0, 0])
        #expect(growth(.number(2), column: 0) == [1, 0, 0] && growth(nil, column: 0) == [1, 0, 0])
        #expect(growth(nil, column: 0) == [0, 0, 0] && growth(.text(Array("sea".utf8)), column: 1) == [0, 1, 0])
        #expect(growth(.text(Array("sea".utf8)), column: 1) == [0, 0, 0])
        // Along a meridian.
        #expect(growth(.position(latitude: 1, longitude: 2), column: 2) == [0, 0, 1])
        #expect(growth(.position(latitude: 1, longitude: 3), column: 2) == [0, 0, 1])
        #expect(growth(.position(latitude: 1, longitude: 3), column: 2) == [0, 0, 0])
        // A row that is used again is empty.
        let before = table.columns[1].changeCount
        table.remove(1)
        table.insert(1)
        #expect(table.columns[1].changeCount > before)
    }

    @Test func numbersThatBecomeMany() {
        var table = FactTable(fields: [FactField(name: "u", kind: .number)])
        // From a dictionary to numbers, and from whole ones to others.
        for row in 0..<40_000 {
            table.insert(row)
            table.set(.number(Double(row) + (row < 35_000 ? 0 : 0.5)), row: row, column: 0)
        }
        #expect(table.columns[0].changeCount == 40_000)
    }

    @Test func sizesLeaveTheOrder() {
        var sequence = ItemSequence([7, 8], revision: 3)
        #expect(sequence.orderRevision == 3)
        sequence.noteSize(of: 8, revision: 4)
        #expect(sequence.orderRevision == 3)
        sequence.insert(9, at: 1, revision: 5)
        #expect(sequence.orderRevision == 5)
        sequence.remove(at: 0, id: 7, revision: 6)
        #expect(sequence.orderRevision == 6)
        sequence.removeAll(revision: 8)
        #expect(sequence.orderRevision == 8)
    }
}
