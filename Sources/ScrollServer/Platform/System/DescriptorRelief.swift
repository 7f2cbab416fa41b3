// Frees descriptors when the process has none left.

import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Asks the server to close descriptors that it can spare (idle connections).
package enum DescriptorRelief {
    /// Guards the function that closes some.
    private static let relief = Mutex(Relief())

    /// A struct, since a closure that is a lock's whole value would be wrapped anew each time it is read.
    private struct Relief {
        /// nil unless a server runs.
        var close: (@Sendable () -> Bool)?
    }

    package static func set(_ close: (@Sendable () -> Bool)?) { relief.withLock { $0.close = close } }

    /// Asks for descriptors, and waits 5 ms if some are being closed.
    ///
    /// Blocks: do not call it on an event loop.
    ///
    /// - Returns: whether to try again.
    static func ask() -> Bool {
        Log.warning(
            "times without descriptors", "there are no descriptors left; idle connections are closed (ulimit -n)")
        guard let close = relief.withLock({ $0.close }), close() else { return false }
        usleep(5000)
        return true
    }
}
