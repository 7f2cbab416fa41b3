// Errors of items: as in a dictionary, and equal ones only once.

import Testing

@testable import Catalog
@testable import Pixels

@Suite struct ErrorTableTests {
    @Test(arguments: 0..<4 as Range<UInt64>) func asADictionary(seed: UInt64) {
        var noise = RepeatableNoise(seed: seed)
        let errors: [ImageError] =
            [.changed, .notAnImage("x"), .unreadable("x"), .unavailable("x")]
            + (0..<300).map { .damaged("x", offset: $0) }
        var table = ErrorTable()
        var dictionary: [UInt32: ImageError] = [:]
        for round in 0..<20_000 {
            let handle = UInt32.random(in: 0..<40_000, using: &noise)
            let error = Int.random(in: 0..<3, using: &noise) == 0 ? nil : errors.randomElement(using: &noise)
            table[handle] = error
            dictionary[handle] = error
            let other = UInt32.random(in: 0..<50_000, using: &noise)
            #expect(table[other] == dictionary[other], "seed \(seed), round \(round)")
        }
        #expect(table.distinctCount == Set(dictionary.values).count, "seed \(seed)")
        #expect((0..<50_000 as Range<UInt32>).allSatisfy { table[$0] == dictionary[$0] }, "seed \(seed)")
        for handle in dictionary.keys { table[handle] = nil }
        #expect(table.distinctCount == 0, "seed \(seed)")
    }

    @Test func oneReasonIsKeptOnce() {
        var table = ErrorTable()
        for handle in 0..<20_000 as Range<UInt32> { table[handle] = .unreadable("the disk is not there") }
        #expect(table.distinctCount == 1 && table[19_999] == .unreadable("the disk is not there"))
        #expect(table[20_000] == nil)
    }
}
