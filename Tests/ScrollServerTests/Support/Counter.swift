// A number that closures add to.

import Synchronization

final class Counter: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .relaxed) }
    func add(_ count: Int) { number.add(count, ordering: .relaxed) }
}
