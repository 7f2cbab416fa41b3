// Changes of the keywords in a sidecar.

extension XMPDocument {
    private static let namespace = "http://purl.org/dc/elements/1.1/"

    /// The list in a property, and its items that are plain text; nil where the property is no list.
    private func list(in place: Place) -> (container: Int, items: [(element: Int, word: [UInt8])])? {
        guard case .element(let property) = place, outline.elements[property].children.count == 1,
            let container = outline.elements[property].children.first, isRDF(container, ["Bag", "Seq", "Alt"])
        else { return nil }
        let items = outline.elements[container].children.compactMap { child -> (element: Int, word: [UInt8])? in
            guard isRDF(child, ["li"]), let word = text(at: .element(child)) else { return nil }
            return (child, word)
        }
        return (container, items)
    }

    private func isRDF(_ element: Int, _ names: [String]) -> Bool {
        let element = outline.elements[element]
        let name = outline.localName(element.name, element.colon)
        return element.namespace == .rdf && names.contains { name.elementsEqual($0.utf8) }
    }

    /// The picture's keywords, each as often as it is written.
    var keywords: [[UInt8]] {
        places(.dc, "subject").flatMap { place in
            list(in: place)?.items.map(\.word) ?? text(at: place).map { [$0] } ?? []
        }
    }

    /// Adds keywords that are not there, and removes others.
    mutating func changeKeywords(adding added: [String], removing removed: [String]) throws(XMPEditError) {
        let removed = Set(removed.compactMap { XMLText.plain($0.utf8) })
        var known = Set(keywords)
        let new = added.compactMap { XMLText.plain($0.utf8) }
            .filter { !removed.contains($0) && known.insert($0).inserted }
        guard !new.isEmpty || !removed.isDisjoint(with: known) else { return }
        for place in places(.dc, "subject") {
            if case .element(let element) = place, list(in: place) == nil, !isPlain(element) {
                throw .unusual("the form of the keywords", offset: outline.elements[element].whole.lowerBound)
            }
        }
        try remove(removed)
        if !new.isEmpty { try add(new) }
    }

    private mutating func remove(_ words: Set<[UInt8]>) throws(XMPEditError) {
        var changes: [(range: Range<Int>, bytes: [UInt8])] = []
        for place in places(.dc, "subject") {
            if let list = list(in: place) {
                let removed = list.items.filter { words.contains($0.word) }
                if !removed.isEmpty, removed.count == outline.elements[list.container].children.count {
                    changes.append((removal(of: place), []))
                } else {
                    changes += removed.map { (removal(ofElement: $0.element), []) }
                }
            } else if let word = text(at: place), words.contains(word) {
                changes.append((removal(of: place), []))
            }
        }
        try apply(changes)
    }

    private mutating func add(_ words: [[UInt8]]) throws(XMPEditError) {
        let places = places(.dc, "subject")
        if let list = firstList {
            let prefix = prefix(of: list.container)
            return try apply([
                insertion(
                    of: { space, _ in Self.items(words, prefix, space) }, into: list.container)
            ])
        }
        guard let place = places.first else { return try addList(words) }
        let all = (text(at: place).map { [$0] } ?? []) + words
        switch place {
        case .element(let element):
            let outer = indentation(of: element)
            let bag = bag(all, outer, outer.isEmpty ? [] : [0x20])
            try apply([content(bag + outer, of: element)])
        case .attribute:
            try apply([(removal(of: place), [])])
            try addList(all)
        }
    }

    private var firstList: (container: Int, items: [(element: Int, word: [UInt8])])? {
        places(.dc, "subject").lazy.compactMap { list(in: $0) }.first
    }

    /// Adds a property with a list.
    private mutating func addList(_ words: [[UInt8]]) throws(XMPEditError) {
        let (description, known) = description(with: .dc, Self.namespace)
        let prefix = known ?? freePrefix("dc", at: description)
        let declaration = known == nil ? " xmlns:\(prefix)=\"\(Self.namespace)\"" : ""
        let change = insertion(
            of: { space, step in
                Array("<\(prefix):subject\(declaration)>".utf8) + bag(words, space, step) + space
                    + Array("</\(prefix):subject>".utf8)
            }, into: description)
        try apply([change])
    }

    /// A list with the white space before it; `space` is that before the property.
    private func bag(_ words: [[UInt8]], _ space: [UInt8], _ step: [UInt8]) -> [UInt8] {
        let prefix = prefix(of: descriptions[0])
        let inner = space + step
        return inner + Array("<\(prefix)Bag>".utf8) + (inner + step) + Self.items(words, prefix, inner + step) + inner
            + Array("</\(prefix)Bag>".utf8)
    }

    /// The items of a list with `space` between them.
    private static func items(_ words: [[UInt8]], _ prefix: String, _ space: [UInt8]) -> [UInt8] {
        let items = words.map { Array("<\(prefix)li>".utf8) + XMLText.escaped($0) + Array("</\(prefix)li>".utf8) }
        return Array(items.joined(separator: space))
    }
}
