// What a user says about who may ask.

import Platform

/// The settings of an `AccessPolicy`.
package struct AccessSettings: Sendable, Equatable {
    /// Whether requests need a token.
    package enum TokenRequirement: Sendable, Equatable {
        /// Where other machines can reach the server; not on an address that only this machine has.
        case whereOthersReach
        case always
        case given(AccessToken)
        case never
    }

    /// Whose word counts about the name and the protocol that a reader used.
    package enum TrustedProxy: Sendable, Equatable {
        case addresses(NetworkRange)
        /// Whoever may open the server's Unix socket.
        case socket

        /// nil for a text that is neither `unix` nor an address or a range of them.
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
    /// Whether the program opens the page in a browser, with a token of its own where one is needed.
    package var opensBrowser = false

    package init() {}

    /// Whether all who ask are on this machine: nobody has named a proxy, a path below one or a name for others to ask by.
    ///
    /// - Parameter host: the address that the server listens at; nil for a Unix socket, which proxies use.
    package func isForThisMachine(host: String?) -> Bool {
        guard let host, hosts.isEmpty, proxies.isEmpty, base == BasePath() else { return false }
        return host == "localhost" || NetworkAddress(host)?.isLoopback == true
    }

    /// Whether the other end of a connection is a trusted proxy, whose requests are those of many clients.
    ///
    /// - Parameter peer: nil where it is a Unix socket's.
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
    /// The token that requests need; nil for none.
    ///
    /// - Parameter isLocal: whether the server can be reached by this machine's accounts only.
    func token(isLocal: Bool) -> AccessToken? {
        switch self {
        case .whereOthersReach: isLocal ? nil : AccessToken()
        case .always: AccessToken()
        case .given(let token): token
        case .never: nil
        }
    }
}
