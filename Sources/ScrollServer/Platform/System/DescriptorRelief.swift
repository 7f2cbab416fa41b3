// What is done when the process has no descriptors left.

import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Asks the part of the program that holds descriptors which it can do without (idle connections) to close some.
package enum DescriptorRelief {
    /// Guards the function that closes some; set while a server runs.
    private static let relief = Mutex<(@Sendable () -> Bool)?>(nil)

    package static func set(_ close: (@Sendable () -> Bool)?) { relief.withLock { $0 = close } }

    /// Asks, and waits for a moment where something is being closed. Blocks: not for an event loop.
    ///
    /// - Returns: whether to try again.
    static func ask() -> Bool {
        Log.warning(
            "times without descriptors", "there are no descriptors left; idle connections are closed (ulimit -n)")
        guard let close = relief.withLock({ $0 }), close() else { return false }
        usleep(5000)
        return true
    }
}
