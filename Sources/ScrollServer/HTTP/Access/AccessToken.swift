// The secret that lets somebody in.

import Platform

/// A secret in characters that need no encoding in an address, a cookie or a header field.
///
/// Its text is given out by `secret` alone: printed by accident, it says nothing.
package struct AccessToken: Sendable, Equatable, CustomStringConvertible {
    /// The fewest characters of a token that a user chooses.
    package static let shortest = 16

    let secret: String

    /// A new one, of 130 bits of the system's randomness.
    init() {
        var generator = SystemRandomNumberGenerator()
        secret = Base32.encode(generator.next(), length: 13) + Base32.encode(generator.next(), length: 13)
    }

    /// One that a user chooses.
    ///
    /// - Returns: nil for one that is shorter than `shortest`, or that has characters other than letters, digits, `-`,
    ///   `.`, `_` and `~` (the unreserved ones of RFC 3986 §2.3; RFC 6750 §2.1 allows them in a header field).
    package init?(_ text: String) {
        let isSound = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
            default: false
            }
        }
        guard isSound, text.utf8.count >= Self.shortest else { return nil }
        secret = text
    }

    /// Whether a text is this token. Takes as long for a text that differs in its first character as for one that
    /// differs in its last, so that nobody finds the token character by character.
    func isEqual(to text: some StringProtocol) -> Bool {
        let own = Array(secret.utf8)
        var (difference, index) = (0, 0)
        for byte in text.utf8 {
            difference |= Int(byte ^ own[index % own.count])
            index += 1
        }
        return difference | (index ^ own.count) == 0
    }

    package static func == (left: AccessToken, right: AccessToken) -> Bool { left.isEqual(to: right.secret) }

    package var description: String { "a token" }
}

extension AccessToken: CustomDebugStringConvertible, CustomReflectable {
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
