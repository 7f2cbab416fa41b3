// The user's settings for access control.

import Platform

/// The settings of an `AccessPolicy`.
package struct AccessSettings: Sendable, Equatable {
    /// Whether requests need a token.
    package enum TokenRequirement: Sendable, Equatable {
        /// A token is needed if other machines can reach the server, but not on a loopback address.
        case whereOthersReach
        case always
        case given(AccessToken)
        case never
    }

    /// A proxy that is trusted to report the host name and the protocol that a client used.
    package enum TrustedProxy: Sendable, Equatable {
        case addresses(NetworkRange)
        /// Every process that may open the server's Unix socket.
        case socket

        /// Returns nil if the text is neither `unix` nor an address or range.
        package init?(_ text: String) {
            if text == "unix" {
                self = .socket
            } else if let range = NetworkRange(text) {
                self = .addresses(range)
            } else {
                return nil
            }
        }
    }

    package var token = TokenRequirement.whereOthersReach
    /// Whether only GET, HEAD and OPTIONS are answered.
    package var isReadOnly = false
    package var base = BasePath()
    /// Host names, without port, that requests may use besides `localhost` and numeric loopback addresses.
    package var hosts: [String] = []
    package var proxies: [TrustedProxy] = []
    /// Other origins whose pages may show pictures.
    package var origins = AllowedOrigins()
    /// Whether the program opens the page in a browser, with a one-time token if one is needed.
    package var opensBrowser = false

    package init() {}

    /// Returns whether all clients are on this machine: no proxy, base path or additional host name is configured.
    ///
    /// `host` is the listening address; nil for a Unix socket, which proxies use.
    package func isForThisMachine(host: String?) -> Bool {
        guard let host, hosts.isEmpty, proxies.isEmpty, base == BasePath() else { return false }
        return host == "localhost" || NetworkAddress(host)?.isLoopback == true
    }

    /// Returns whether the peer of a connection (nil for a Unix socket) is a trusted proxy, which serves many clients.
    func isProxy(_ peer: NetworkAddress?) -> Bool {
        proxies.contains { proxy in
            switch proxy {
            case .addresses(let range): peer.map { range.contains($0) } ?? false
            case .socket: peer == nil
            }
        }
    }
}

extension AccessSettings.TokenRequirement {
    /// Returns the token that requests need; nil for none.
    ///
    /// `isLocal` tells whether only this machine's accounts can reach the server.
    func token(isLocal: Bool) -> AccessToken? {
        switch self {
        case .whereOthersReach: isLocal ? nil : AccessToken()
        case .always: AccessToken()
        case .given(let token): token
        case .never: nil
        }
    }
}
