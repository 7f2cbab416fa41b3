// How many connections each client has.

import Synchronization

/// Counts the connections of each client, by its address. Safe on any thread; O(1).
final class ClientShares: Sendable {
    /// Guards the counts; held for a lookup only.
    private let counts = Mutex<[UInt64: Int]>([:])

    /// Counts one more connection.
    ///
    /// - Parameter client: as `NetworkAddress.client` gives it; 0 for this machine and trusted proxies, behind which
    ///   many clients stand.
    /// - Returns: whether that is within the client's share.
    func add(_ client: UInt64, limit: Int) -> Bool {
        guard client != 0 else { return true }
        return counts.withLock { counts in
            counts[client, default: 0] += 1
            return counts[client, default: 0] <= limit
        }
    }

    func remove(_ client: UInt64) {
        guard client != 0 else { return }
        counts.withLock { counts in
            let count = counts[client, default: 0] - 1
            counts[client] = count > 0 ? count : nil
        }
    }
}
