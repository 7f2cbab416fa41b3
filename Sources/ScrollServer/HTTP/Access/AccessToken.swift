// The secret that grants access.

import Platform

/// A secret whose characters need no encoding in a URL, a cookie or a header field.
///
/// Only `secret` reveals its text; printing the token does not.
package struct AccessToken: Sendable, Equatable, CustomStringConvertible {
    /// The minimum length of a token that a user chooses.
    package static let shortest = 16

    let secret: String

    /// Generates a token with 130 bits from the system's random numbers.
    init() {
        var generator = SystemRandomNumberGenerator()
        secret = Base32.encode(generator.next(), length: 13) + Base32.encode(generator.next(), length: 13)
    }

    /// Makes a token that a user chose.
    ///
    /// - Returns: nil if it is shorter than `shortest`, or has characters other than letters, digits, `-`, `.`, `_` and
    ///   `~` (unreserved by RFC 3986 §2.3, and allowed in a header field by RFC 6750 §2.1).
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

    /// Returns whether a text is this token.
    ///
    /// The time does not depend on the position of the first difference, so it does not reveal single characters.
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
