// What the program says on standard error while it runs.

import Dispatch
import Synchronization

/// Lines for whoever runs the program: a time, a level and one sentence each.
///
/// A line is kept in memory and written by a thread, so no caller waits for a terminal or a pipe. When more comes than
/// is taken, lines are dropped, and their number is said. A warning is written once; further ones of the same kind are
/// counted, and the count is said at the end. A line never holds a token.
package enum Log {
    package enum Level: Int, Comparable, CaseIterable, Sendable {
        case error, warning, info, debug

        package var name: String { "\(self)" }

        init?(_ name: String) {
            guard let level = Level.allCases.first(where: { $0.name == name }) else { return nil }
            self = level
        }

        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// Bytes of lines that wait to be written, at most.
    private static let limit = 1 << 18

    private struct State {
        var level = Level.warning
        var waiting: [UInt8] = []
        var dropped = 0
        /// Warnings of each kind so far.
        var warnings: [String: Int] = [:]
        var isRunning = false
    }

    /// Guards the lines and counts; held while a line is copied, never while one is written.
    private static let state = Mutex(State())
    /// Held while lines are written, so that `flush` returns when they are out.
    private static let writing = Mutex(())
    private static let signal = DispatchSemaphore(value: 0)

    /// The least important lines that are written. Starts the thread that writes.
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

    static func error(_ text: @autoclosure () -> String) { write(.error, text) }
    package static func info(_ text: @autoclosure () -> String) { write(.info, text) }
    static func debug(_ text: @autoclosure () -> String) { write(.debug, text) }

    /// A warning, written the first time that one of its kind comes.
    package static func warning(_ kind: String, _ text: @autoclosure () -> String) {
        let isFirst = state.withLock { state in
            // Kinds are few, but may be made of what comes from outside.
            if state.warnings.count >= 1000, state.warnings[kind] == nil { return false }
            state.warnings[kind, default: 0] += 1
            return state.warnings[kind] == 1
        }
        if isFirst { write(.warning, text) }
    }

    /// A line without a level, as of the access log.
    package static func plain(_ text: String) { append(line(text)) }

    /// Says how often each warning came that was said once, and writes what is left. Blocks.
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
        // One line, whatever a file is called.
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
