// Work is admitted by its memory, in order.

import Synchronization
import Testing

@testable import Platform
@testable import Tiles

@Suite struct MemoryGateTests {
    private final class Begun: Sendable {
        let numbers = Mutex<[Int]>([])
        var all: [Int] { numbers.withLock { $0 } }
    }

    @Test func workWaitsForMemory() {
        let gate = MemoryGate(byteLimit: 100)
        let begun = Begun()
        func enter(_ number: Int, _ cost: Int) -> Cancellation {
            gate.enter(cost) { begun.numbers.withLock { $0.append(number) } }
        }
        _ = enter(1, 60)
        _ = enter(2, 50)
        let third = enter(3, 10)
        // The third would fit, but the second came first.
        #expect(begun.all == [1] && gate.load == (60, 2))
        gate.leave(60)
        #expect(begun.all == [1, 2, 3] && gate.load == (60, 0))
        third.cancel()
        gate.leave(10)
        // More than the limit: alone.
        let large = enter(4, 1000)
        _ = enter(5, 10)
        #expect(begun.all == [1, 2, 3])
        gate.leave(50)
        #expect(begun.all == [1, 2, 3, 4] && gate.load == (1000, 1))
        gate.leave(1000)
        #expect(begun.all == [1, 2, 3, 4, 5])
        large.cancel()
        gate.leave(10)
        #expect(gate.load == (0, 0))
    }

    /// What is cancelled while it waits never begins, and lets others through.
    @Test func cancelledWorkLeavesTheQueue() {
        let gate = MemoryGate(byteLimit: 100)
        let begun = Begun()
        _ = gate.enter(90) { begun.numbers.withLock { $0.append(1) } }
        let second = gate.enter(50) { begun.numbers.withLock { $0.append(2) } }
        _ = gate.enter(10) { begun.numbers.withLock { $0.append(3) } }
        second.cancel()
        #expect(begun.all == [1, 3] && gate.load == (100, 0))
    }
}
