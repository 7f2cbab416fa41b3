// The parameters that an address takes, against which its queries are checked.

import Catalog
import HTTP

/// Some parameters by name.
struct ParameterTable: Sendable {
    private struct Entry: Sendable {
        let name: String
        let shape: ParameterShape
        /// See `Parameters.bit(of:)`.
        let bit: UInt64
    }

    private let entries: [Entry]

    init(_ parameters: [any Parameter]) {
        entries = parameters.map { Entry(name: $0.name, shape: $0.shape, bit: Parameters.bit(of: $0.name)) }
    }

    /// Checks that all parameters of a query are known.
    ///
    /// - Throws: a 400 for any other one, which suggests the most similar known name.
    func checkNames(_ query: Query) throws(Problem) {
        // By index, since a loop over the elements would retain both strings of each.
        for index in query.parameters.indices where place(of: query, index) == nil {
            throw unknown(query.parameters[index].name)
        }
    }

    /// Checks that all parameters of a query are known and are what they may be, whether or not they are read.
    ///
    /// - Throws: a 400 that names the first that is not.
    func check(_ query: Query) throws(Problem) {
        if query.parameters.isEmpty { return }
        let parameters = Parameters(query)
        for index in query.parameters.indices {
            guard let place = place(of: query, index) else { throw unknown(query.parameters[index].name) }
            try parameters.check(entries[place].name, entries[place].shape)
        }
    }

    /// Checks those of these parameters that are given.
    ///
    /// - Throws: a 400 that names the first that is not what it may be.
    func check(_ parameters: Parameters) throws(Problem) {
        for place in entries.indices where parameters.mayHave(bit: entries[place].bit) {
            try parameters.check(entries[place].name, entries[place].shape)
        }
    }

    private func place(of query: Query, _ index: Int) -> Int? {
        let length = query.parameters[index].name.utf8.count
        // Compares lengths first, since comparing two strings costs a call.
        return entries.firstIndex { $0.name.utf8.count == length && $0.name == query.parameters[index].name }
    }

    private func unknown(_ name: String) -> Problem {
        let name = String(name.prefix(64))
        let known = entries.map(\.name)
        if let nearest = NearestName.nearest(to: name, among: known) {
            return .badParameter(name, "is no parameter of this address; did you mean '\(nearest)'?")
        }
        if known.isEmpty { return .badParameter(name, "is no parameter of this address, which takes none") }
        return .badParameter(
            name, "is no parameter of this address; known are \(known.sorted().joined(separator: ", "))")
    }
}
