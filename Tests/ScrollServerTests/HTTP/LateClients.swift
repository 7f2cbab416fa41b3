// Sockets made in advance, to be connected when no descriptor is to be had any more.

import Foundation

struct LateClients {
    private let sockets: [ClientSocket]

    init(count: Int) throws {
        sockets = try (0..<count).map { _ in try ClientSocket() }
    }

    /// Connects, and waits for the server to close the connection; false when it does not within 20 seconds.
    func connectAndSeeTheEnd(_ index: Int, port: Int) -> Bool {
        guard (try? sockets[index].connect(port: port)) != nil else { return false }
        guard let bytes = sockets[index].receive() else { return errno == ECONNRESET }
        return bytes.isEmpty
    }
}
