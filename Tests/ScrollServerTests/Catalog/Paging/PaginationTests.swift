// The state of a source that is read page by page, whatever happens in whatever order.

import Testing

@testable import Catalog

@Suite struct PaginationTests {
    private typealias Fetch = Pagination.Fetch

    /// Carries out what the state asks for as a source and a clock would, in a seeded order, and notes what it must
    /// never do.
    private struct Bench {
        var state = Pagination()
        var now = 0.0
        /// Attempts that were begun and have not been answered.
        var underWay: [Fetch] = []
        var alarms: [(fetch: Fetch, time: Double)] = []
        /// Attempts that are over: answers to these come late.
        var past: [Fetch] = []
        var begun: [Fetch] = []
        let pageCount: Int

        mutating func perform(_ action: Pagination.Action?) {
            switch action {
            case .fetch(let fetch):
                #expect(underWay.isEmpty, "never two at once")
                #expect(state.hasNextPage && fetch.page < pageCount, "never after the end")
                #expect(fetch.page == state.pageCount, "the next one")
                #expect(!begun.contains(fetch))
                underWay.append(fetch)
                begun.append(fetch)
            case .wake(let fetch, let delay):
                #expect(delay >= Pagination.backoff.first && delay <= Pagination.backoff.longest)
                alarms.append((fetch, now + delay))
            case nil: break
            }
        }

        mutating func answer(_ isFailure: Bool, isTransient: Bool) {
            guard let fetch = underWay.popLast() else { return }
            past.append(fetch)
            if isFailure {
                perform(state.failed(fetch, .init(message: "x", isTransient: isTransient), at: now))
            } else {
                let before = state.pageCount
                let isWaitedFor = state.arrived(fetch, hasNextPage: fetch.page + 1 < pageCount)
                #expect(isWaitedFor && state.pageCount == before + 1)
            }
        }
    }

    @Test(arguments: 0..<40) func anyOrderOfEvents(seed: Int) {
        var numbers = SeededNumbers(state: UInt64(seed))
        var bench = Bench(pageCount: Int.random(in: 1...6, using: &numbers))
        var last = 0
        for _ in 0..<300 {
            switch Int.random(in: 0..<9, using: &numbers) {
            case 0, 1: bench.perform(bench.state.need())
            case 2: bench.perform(bench.state.retry())
            case 3, 4: bench.answer(false, isTransient: true)
            case 5: bench.answer(true, isTransient: Bool.random(using: &numbers))
            case 6:
                // Any alarm, also one that is out of date.
                if let alarm = bench.alarms.randomElement(using: &numbers) {
                    bench.perform(bench.state.wake(alarm.fetch))
                }
            case 7:
                // An answer that was given before counts for nothing.
                guard let fetch = bench.past.randomElement(using: &numbers) else { continue }
                let before = bench.state
                let isWaitedFor = bench.state.arrived(fetch, hasNextPage: true)
                let action = bench.state.failed(fetch, .init(message: "late"), at: bench.now)
                #expect(!isWaitedFor && action == nil && bench.state == before)
            default: bench.now += Double.random(in: 0...5, using: &numbers)
            }
            #expect(bench.state.pageCount >= last)
            last = bench.state.pageCount
            if case .fetching(let fetch) = bench.state.phase {
                #expect(bench.underWay == [fetch])
            } else {
                #expect(bench.underWay.isEmpty)
            }
        }
        // From wherever that led, the reader comes to the end.
        for _ in 0..<20 {
            bench.perform(bench.state.retry())
            bench.answer(false, isTransient: true)
        }
        #expect(bench.state.phase == .ended && bench.state.pageCount == bench.pageCount)
        let actions = [bench.state.need(), bench.state.retry()]
        #expect(actions == [nil, nil])
    }

    private func fetch(_ action: Pagination.Action?) throws -> Fetch {
        guard case .fetch(let fetch) = action else { throw Nothing() }
        return fetch
    }

    private struct Nothing: Error {}

    @Test func itWaitsLongerEachTimeAndThenForTheReader() throws {
        var state = Pagination()
        var fetch = try self.fetch(state.need())
        var delays: [Double] = []
        while case .wake(let failed, let delay) = state.failed(fetch, .init(message: "x"), at: 10) {
            #expect(failed == fetch)
            #expect(CollectionFooter(state, at: 10) == .init(.failed, message: "x", retryAfter: delay))
            let need = state.need()
            #expect(need == nil, "coming near again is no retry")
            delays.append(delay)
            let next = try self.fetch(state.wake(failed))
            #expect(next.page == 0 && next.attempt == delays.count)
            fetch = next
        }
        #expect(delays == [1, 2, 4, 8, 16])
        #expect(state.phase == .failed(fetch, .init(message: "x"), retryTime: nil))
        let wake = state.wake(fetch)
        #expect(wake == nil)
        let last = try self.fetch(state.retry())
        let isWaitedFor = state.arrived(last, hasNextPage: true)
        #expect(isWaitedFor && state.phase == .idle)
        // The next page begins anew.
        let second = try self.fetch(state.need())
        #expect(second.page == 1 && second.attempt == 0)
        let next = state.failed(second, .init(message: "y"), at: 0)
        #expect(next == .wake(second, after: 1))
    }

    @Test func aFailureThatLastsIsNotRepeated() throws {
        var state = Pagination()
        let fetch = try self.fetch(state.need())
        let action = state.failed(fetch, .init(message: "x", isTransient: false), at: 0)
        #expect(action == nil)
        #expect(CollectionFooter(state, at: 5) == .init(.failed, message: "x"))
        let retry = try self.fetch(state.retry())
        #expect(retry.page == 0)
    }
}
