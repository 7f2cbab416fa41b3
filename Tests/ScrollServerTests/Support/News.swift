// Waiting for what other threads do: until they tell, or, where nobody tells, with pauses between two looks.

import Dispatch
import Foundation
import Synchronization
import Testing

/// How long a test waits for what must come.
///
/// It only passes in full where a test fails.
enum Patience {
    private static let seconds = 90.0

    static var end: DispatchTime { .now() + seconds }
}

/// Wakes whoever waits for a change.
///
/// Safe on any thread.
final class News: Sendable {
    private let waiting = Mutex<[DispatchSemaphore]>([])

    /// Something may have changed: everybody who waits looks again.
    func tell() {
        let waiting = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for one in waiting { one.signal() }
    }

    /// Blocks until a condition holds.
    ///
    /// It is looked at once at first, and after every `tell()`.
    ///
    /// - Returns: whether it came true in time.
    func comesTrue(_ condition: () -> Bool) -> Bool {
        let end = Patience.end
        let told = DispatchSemaphore(value: 0)
        while true {
            // Before looking, so that no change is missed between the look and the wait.
            waiting.withLock { $0.append(told) }
            if condition() { return true }
            if told.wait(timeout: end) == .timedOut { return condition() }
        }
    }
}

/// A value that one thread changes and others wait for.
final class Watched<Value: Sendable>: Sendable {
    private let value: Mutex<Value>
    private let news = News()

    init(_ value: Value) { self.value = Mutex(value) }

    var current: Value { value.withLock { $0 } }

    func change(_ body: (inout Value) -> Void) {
        value.withLock { body(&$0) }
        news.tell()
    }

    /// Blocks until a condition on the value holds; whether it came true in time.
    func comesTrue(_ condition: (Value) -> Bool) -> Bool {
        news.comesTrue { condition(current) }
    }
}

/// Blocks until a condition holds that nobody tells of: a counter of the server's, a file, what another process
/// answers.
///
/// Between two looks the thread sleeps, for 0.2 ms at first and for 10 ms at most, so that waiting costs no processor.
///
/// What can tell is waited for with `News`, `Watched` or `Promise` instead.
///
/// - Returns: whether it came true in time.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let end = Patience.end
    var pause = 0.000_2
    while try !condition() {
        guard DispatchTime.now() < end else { return false }
        Thread.sleep(forTimeInterval: pause)
        pause = min(2 * pause, 0.01)
    }
    return true
}

/// Waits as `eventually` until a value is what is expected, and otherwise says what it is.
func expectEventually<Value: Equatable>(
    _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation, _ value: () -> Value
) {
    var last = value()
    let hasCome = eventually {
        last = value()
        return last == expected
    }
    #expect(hasCome, "\(expected) was waited for; it is \(last)", sourceLocation: sourceLocation)
}
