// The log on standard error.

import Dispatch
import Synchronization

/// Writes log lines: a time, a level and one sentence each.
///
/// No line contains an access token.
///
/// A separate thread writes the lines, so no caller waits for a terminal or a pipe. Lines over the limit are dropped
/// and counted. Only the first warning of each kind is written, unless the level is `debug`; the others are counted,
/// and `end` writes the count.
package enum Log {
    package enum Level: Int, Comparable, CaseIterable, Sendable {
        case error, warning, info, debug

        package var name: String { "\(self)" }

        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// The maximum number of bytes waiting to be written.
    private static let limit = 1 << 18

    private struct State {
        var level = Level.warning
        var waiting: [UInt8] = []
        var dropped = 0
        /// The number of warnings of each kind so far.
        var warnings: [String: Int] = [:]
        var isRunning = false
    }

    /// Guards the lines and counts; never held while writing.
    private static let state = Mutex(State())
    /// Held while lines are written, so that `flush` returns after they are out.
    private static let writing = Mutex(())
    private static let signal = DispatchSemaphore(value: 0)

    /// Sets the least important level that is written, and starts the writing thread.
    package static func begin(_ level: Level) {
        let starts = state.withLock { state in
            state.level = level
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard starts else { return }
        try? System.startThread {
            while true {
                signal.wait()
                flush()
            }
        }
    }

    static func isOn(_ level: Level) -> Bool { state.withLock { level <= $0.level } }

    package static func info(_ text: @autoclosure () -> String) { write(.info, text) }
    package static func debug(_ text: @autoclosure () -> String) { write(.debug, text) }

    /// Logs a warning if it is the first of its kind; at the level `debug`, each.
    package static func warning(_ kind: String, _ text: @autoclosure () -> String) {
        let isFirst = state.withLock { state in
            // Kinds are few, but may contain text from outside.
            if state.warnings.count >= 1000, state.warnings[kind] == nil { return false }
            state.warnings[kind, default: 0] += 1
            return state.warnings[kind] == 1 || state.level == .debug
        }
        if isFirst { write(.warning, text) }
    }

    /// Logs a line without a level, such as one of the access log.
    package static func plain(_ text: String) { append(line(text)) }

    /// Logs how often each repeated warning occurred, and writes what is left.
    ///
    /// Blocks.
    package static func end() {
        let repeated = state.withLock { state in
            defer { state.warnings = [:] }
            return state.warnings.filter { $0.value > 1 }.sorted { $0.key < $1.key }
        }
        for (kind, count) in repeated { write(.warning) { "\(kind): \(count) times in all" } }
        flush()
    }

    private static func write(_ level: Level, _ text: () -> String) {
        guard isOn(level) else { return }
        append(line("\(level.name): \(text())"))
    }

    private static func line(_ text: String) -> [UInt8] {
        let time = FileTime(seconds: Int(System.unixSeconds()), nanoseconds: 0).iso8601
        // Keep it one line, whatever a file is called.
        let safe = text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : String($0) }
        return Array("\(time) \(safe.joined())\n".utf8)
    }

    private static func append(_ line: [UInt8]) {
        let isFirst = state.withLock { state in
            guard state.waiting.count + line.count <= limit else {
                state.dropped += 1
                return false
            }
            defer { state.waiting += line }
            return state.waiting.isEmpty
        }
        if isFirst { signal.signal() }
    }

    private static func flush() {
        writing.withLock { _ in
            let (bytes, dropped) = state.withLock { state in
                defer { (state.waiting, state.dropped) = ([], 0) }
                return (state.waiting, state.dropped)
            }
            if !bytes.isEmpty { writeError(String(decoding: bytes, as: UTF8.self)) }
            if dropped > 0 {
                let text = "warning: \(dropped) lines were dropped, since nobody reads them as fast as they come"
                writeError(String(decoding: line(text), as: UTF8.self))
            }
        }
    }
}
