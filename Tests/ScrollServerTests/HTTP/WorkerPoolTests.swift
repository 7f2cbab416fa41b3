// Work on other threads: done once, in order, or not at all.

import Dispatch
import Synchronization
import Testing

@testable import Platform

@Suite struct WorkerPoolTests {
    private final class Log: Sendable {
        let entries = Mutex<[Int]>([])
        let done = DispatchSemaphore(value: 0)

        func add(_ entry: Int) {
            entries.withLock { $0.append(entry) }
            done.signal()
        }

        func wait(_ count: Int) {
            for _ in 0..<count where done.wait(timeout: .now() + 20) == .timedOut {
                Issue.record("the work was not done")
                return
            }
        }
    }

    @Test func oneThreadWorksInOrder() throws {
        let pool = try WorkerPool(threads: 1)
        let log = Log()
        for number in 0..<500 { pool.submit { log.add(number) } }
        log.wait(500)
        #expect(log.entries.withLock { $0 } == Array(0..<500))
    }

    @Test func cancelledWorkIsNotDone() throws {
        let pool = try WorkerPool(threads: 1)
        let log = Log()
        let gate = DispatchSemaphore(value: 0)
        let running = try #require(
            pool.submit {
                log.done.signal()
                gate.wait()
                log.add(0)
            })
        log.wait(1)
        let waiting = try #require(pool.submit { log.add(1) })
        pool.submit { log.add(2) }
        #expect(!running.cancel())
        #expect(waiting.cancel())
        #expect(!waiting.cancel())
        gate.signal()
        log.wait(2)
        #expect(log.entries.withLock { $0 } == [0, 2])
    }

    @Test func aStoppedPoolFinishesItsQueueAndTakesNoMore() throws {
        let pool = try WorkerPool(threads: 3)
        let log = Log()
        for number in 0..<50 { pool.submit { log.add(number) } }
        pool.stop()
        #expect(pool.submit { log.add(99) } == nil)
        log.wait(50)
        #expect(log.entries.withLock { $0.sorted() } == Array(0..<50))
    }
}
