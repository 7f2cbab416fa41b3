// The parameters after the question mark of a request target.

/// Query parameters in the order sent. Names and values are percent-decoded once, and `+` is a space.
struct Query: Sendable, Equatable, ExpressibleByArrayLiteral {
    struct Parameter: Sendable, Equatable {
        var name: String
        var value: String
    }

    private(set) var parameters: [Parameter]

    init(_ parameters: [Parameter] = []) {
        self.parameters = parameters
    }

    init(arrayLiteral elements: (String, String)...) {
        parameters = elements.map { Parameter(name: $0.0, value: $0.1) }
    }

    var isEmpty: Bool { parameters.isEmpty }

    /// The value of the first parameter with this name; nil when there is none. O(number of parameters).
    subscript(name: String) -> String? {
        for parameter in parameters where parameter.name == name { return parameter.value }
        return nil
    }

    /// Whether a parameter is given more than once. O(number of parameters).
    func isRepeated(_ name: String) -> Bool {
        var seen = false
        for parameter in parameters where parameter.name == name {
            if seen { return true }
            seen = true
        }
        return false
    }
}
