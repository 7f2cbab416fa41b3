// The distinct sets of words in a column.

/// Distinct sets of codes, numbered from 1 in the order of their arrival: keywords, whose sets many pictures share.
struct SetDictionary: Sendable {
    /// The members of all sets, one set behind the other, in blocks that are never moved.
    private var blocks: [[UInt32]] = []
    private static let blockBits = 12
    /// Where each set begins, and its number of members.
    private var locations: [(block: UInt32, offset: UInt16, count: UInt16)] = []
    private var codes: [[UInt32]: UInt32] = [:]

    var count: Int { locations.count }

    /// Most members of a set; further ones are dropped.
    static let mostMembers = 1 << blockBits

    /// The members of a set; none for code 0 and for unused codes.
    subscript(code: UInt32) -> ArraySlice<UInt32> {
        guard code > 0, Int(code) <= locations.count else { return [] }
        let location = locations[Int(code) - 1]
        return blocks[Int(location.block)][Int(location.offset)..<Int(location.offset) + Int(location.count)]
    }

    /// Returns the code of a set, and adds the set if it is new; 0 for the empty set; O(members).
    mutating func code(of members: some Sequence<UInt32>) -> UInt32 {
        let members = Array(Set(members.filter { $0 != 0 }).sorted().prefix(Self.mostMembers))
        guard !members.isEmpty, locations.count < Int(UInt32.max) - 1 else { return 0 }
        if let code = codes[members] { return code }
        if blocks.isEmpty || blocks[blocks.count - 1].count + members.count > 1 << Self.blockBits { blocks.append([]) }
        let last = blocks.count - 1
        locations.append(
            (
                UInt32(truncatingIfNeeded: last), UInt16(truncatingIfNeeded: blocks[last].count),
                UInt16(truncatingIfNeeded: members.count)
            ))
        blocks[last] += members
        codes[members] = UInt32(locations.count)
        return UInt32(locations.count)
    }

    mutating func close() { codes = [:] }
}
