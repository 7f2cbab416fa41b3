// Why a query cannot be parsed.

/// Where a query cannot be parsed, and what could stand there.
package struct QueryError: Error, Equatable, CustomStringConvertible {
    /// In bytes from the query's start.
    var offset: Int
    /// The problem, without a full stop.
    var reason: String
    /// The expected text, without a full stop; empty where the reason includes it.
    var expected: String

    init(_ offset: Int, _ reason: String, expected: String = "") {
        (self.offset, self.reason, self.expected) = (offset, reason, expected)
    }

    package var description: String {
        "\(reason) (at byte \(offset))" + (expected.isEmpty ? "" : "; here could stand \(expected)")
    }
}
