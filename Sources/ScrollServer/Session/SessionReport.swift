// What a page says on its live session.

/// One text message of a page, a JSON object:
///
///     {"report": 12, "plan": "width=800&height=600&y=1234", "budget": 67108864, "room": 524288, "acknowledged": 41}
///
/// `report` and `plan` come together, or neither: a message may only acknowledge.
struct SessionReport: Sendable, Equatable {
    /// Where the reader is.
    struct Place: Sendable, Equatable {
        /// The page's number for it, which the plan's answer repeats.
        var number: Int
        /// The query that `GET …/plan` takes.
        var query: String
    }

    var place: Place?
    /// Bytes of tiles that the page can hold; as before when nil.
    var budget: Int?
    /// Bytes that may be under way to the page; as before when nil.
    var room: Int?
    /// Number of the last binary message that the page has dealt with.
    var acknowledged: Int?

    init(place: Place? = nil, budget: Int? = nil, room: Int? = nil, acknowledged: Int? = nil) {
        self.place = place
        self.budget = budget
        self.room = room
        self.acknowledged = acknowledged
    }

    /// - Throws: what is wrong with the text, in a few words.
    init(json text: String) throws(SessionError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.value(of: Array(text.utf8))
        } catch {
            throw SessionError("a report is not JSON: \(error.description), byte \(error.offset)")
        }
        guard case .object = value else { throw SessionError("a report is not a JSON object") }
        budget = try Self.integer("budget", of: value)
        room = try Self.integer("room", of: value)
        acknowledged = try Self.integer("acknowledged", of: value)
        switch (try Self.integer("report", of: value), value["plan"]) {
        case (nil, nil): break
        case (let number?, .text(let query)?): place = Place(number: number, query: query)
        default: throw SessionError("'report' is a number and 'plan' a text, or neither is given")
        }
    }

    private static func integer(_ name: String, of value: JSONValue) throws(SessionError) -> Int? {
        guard let member = value[name] else { return nil }
        guard let number = member.integer, number >= 0 else {
            throw SessionError("'\(name)' is not a whole number from 0")
        }
        return number
    }
}

/// What a page did wrong on its session; the connection is closed with it.
struct SessionError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
