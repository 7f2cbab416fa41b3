// The number of connections per client.

import Synchronization

/// Counts the connections of each client by its address.
///
/// Thread-safe, O(1).
final class ClientShares: Sendable {
    /// Guards the counts; held for a lookup only.
    private let counts = Mutex<[UInt64: Int]>([:])

    /// Counts one more connection of a client, as identified by `NetworkAddress.client`.
    ///
    /// Client 0 (this machine, and trusted proxies with many clients behind them) has no limit.
    ///
    /// - Returns: whether the client is within its limit.
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
