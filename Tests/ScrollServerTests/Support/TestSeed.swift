// Seeds of random tests, which can be said again.

import Foundation

/// The seed of a random test: another one each time, printed, or the one that is asked for, so that what failed once
/// can be looked at.
///
///     SCROLLSERVER_SEED=1234 swift test --filter FactQueryTests
enum TestSeed {
    static func seed(_ test: String = #function) -> UInt64 {
        let asked = ProcessInfo.processInfo.environment["SCROLLSERVER_SEED"].flatMap { UInt64($0) }
        let seed = asked ?? .random(in: .min ... .max)
        print("\(test): SCROLLSERVER_SEED=\(seed)")
        return seed
    }
}
