// The distinct sets of words that rows of a column have.

/// Distinct sets of codes, numbered from 1 on in the order in which they came: the keywords of pictures, of which many
/// have the same.
struct SetDictionary: Sendable {
    /// The members of all sets, one set behind the other, in blocks that are never moved.
    private var blocks: [[UInt32]] = []
    private static let blockBits = 12
    /// Where each set begins, and its number of members.
    private var places: [(block: UInt32, offset: UInt16, count: UInt16)] = []
    private var codes: [[UInt32]: UInt32] = [:]

    var count: Int { places.count }

    /// The most members of a set; further ones are left out.
    static let mostMembers = 1 << blockBits

    /// The members of a set; none for code 0, and for one that no set has.
    subscript(code: UInt32) -> ArraySlice<UInt32> {
        guard code > 0, Int(code) <= places.count else { return [] }
        let place = places[Int(code) - 1]
        return blocks[Int(place.block)][Int(place.offset)..<Int(place.offset) + Int(place.count)]
    }

    /// The code of a set, which is added if it is new; 0 for the empty set. O(members).
    mutating func code(of members: some Sequence<UInt32>) -> UInt32 {
        let members = Array(Set(members.filter { $0 != 0 }).sorted().prefix(Self.mostMembers))
        guard !members.isEmpty, places.count < Int(UInt32.max) - 1 else { return 0 }
        if let code = codes[members] { return code }
        if blocks.isEmpty || blocks[blocks.count - 1].count + members.count > 1 << Self.blockBits { blocks.append([]) }
        let last = blocks.count - 1
        places.append(
            (
                UInt32(truncatingIfNeeded: last), UInt16(truncatingIfNeeded: blocks[last].count),
                UInt16(truncatingIfNeeded: members.count)
            ))
        blocks[last] += members
        codes[members] = UInt32(places.count)
        return UInt32(places.count)
    }

    mutating func close() { codes = [:] }
}
