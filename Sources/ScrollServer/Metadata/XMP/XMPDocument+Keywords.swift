// Changes of the keywords in a sidecar.

/// A property with keywords that other programs read.
///
/// New keywords go into `dc:subject`, and into each of the others that is there: darktable reads only
/// `lr:hierarchicalSubject` where a sidecar has both.
private enum KeywordProperty: CaseIterable {
    case subject, acdsee, lightroom, digiKam, microsoft

    var name: (namespace: XMPNamespace, local: String) {
        switch self {
        case .subject: (.dc, "subject")
        case .acdsee: (.acdsee, "keywords")
        case .lightroom: (.lightroom, "hierarchicalSubject")
        case .digiKam: (.digiKam, "TagsList")
        case .microsoft: (.microsoft, "LastKeywordXMP")
        }
    }

    /// Whether slashes separate the parts of a path here, not bars.
    private var hasSlashes: Bool { self == .digiKam || self == .microsoft }

    /// Returns a keyword as it is written here; nil for one with a slash, which would be read as a path.
    func spelling(of word: [UInt8]) -> [UInt8]? {
        guard hasSlashes else { return word }
        guard !word.contains(UInt8(ascii: "/")) else { return nil }
        return word.map { $0 == UInt8(ascii: "|") ? UInt8(ascii: "/") : $0 }
    }

    /// Returns the keyword that is written here as `text`; slashes are part of a word that is a subject as well.
    func word(_ text: [UInt8], subjects: Set<[UInt8]>) -> [UInt8] {
        guard hasSlashes, !subjects.contains(text) else { return text }
        return text.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "|") : $0 }
    }
}

extension XMPDocument {
    private static let namespace = "http://purl.org/dc/elements/1.1/"

    private func places(_ property: KeywordProperty) -> [Place] {
        places(property.name.namespace, property.name.local)
    }

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

    /// The texts in a property, each as often as it is written.
    private func texts(in property: KeywordProperty) -> [[UInt8]] {
        places(property).flatMap { place in
            list(in: place)?.items.map(\.word) ?? text(at: place).map { [$0] } ?? []
        }
    }

    /// The picture's keywords, each once; a path has bars between its parts.
    var keywords: [[UInt8]] {
        let subjects = Set(texts(in: .subject))
        var known: Set<[UInt8]> = []
        return KeywordProperty.allCases.flatMap { property in
            texts(in: property).map { property.word($0, subjects: subjects) }
        }.filter { known.insert($0).inserted }
    }

    /// Adds keywords that are not there, and removes others.
    mutating func changeKeywords(adding added: [String], removing removed: [String]) throws(XMPEditError) {
        let removed = Set(removed.compactMap { XMLText.plain($0.utf8) })
        var known = Set(keywords)
        let new = added.compactMap { XMLText.plain($0.utf8) }
            .filter { !removed.contains($0) && known.insert($0).inserted }
        guard !new.isEmpty || !removed.isDisjoint(with: known) else { return }
        for place in places(.subject) {
            if case .element(let element) = place, list(in: place) == nil, !isPlain(element) {
                throw .unusual("the form of the keywords", offset: outline.elements[element].whole.lowerBound)
            }
        }
        let subjects = Set(texts(in: .subject))
        for property in KeywordProperty.allCases {
            try remove(from: property) { removed.contains(property.word($0, subjects: subjects)) }
            let spelled = new.compactMap { property.spelling(of: $0) }
            if !spelled.isEmpty { try add(spelled, to: property) }
        }
    }

    private mutating func remove(
        from property: KeywordProperty, where isRemoved: ([UInt8]) -> Bool
    ) throws(XMPEditError) {
        var changes: [(range: Range<Int>, bytes: [UInt8])] = []
        for place in places(property) {
            if let list = list(in: place) {
                let removed = list.items.filter { isRemoved($0.word) }
                // Other lists stay without items, so that words which come back find them.
                if property == .subject, !removed.isEmpty,
                    removed.count == outline.elements[list.container].children.count
                {
                    changes.append((removal(of: place), []))
                } else {
                    changes += removed.map { (removal(ofElement: $0.element), []) }
                }
            } else if let word = text(at: place), isRemoved(word) {
                changes.append((removal(of: place), []))
            }
        }
        try apply(changes)
    }

    private mutating func add(_ words: [[UInt8]], to property: KeywordProperty) throws(XMPEditError) {
        let places = places(property)
        if let container = places.compactMap({ list(in: $0)?.container }).first {
            let prefix = prefix(of: container)
            return try apply([
                insertion(of: { space, _ in Self.items(words, prefix, space) }, into: container)
            ])
        }
        guard property == .subject else { return }
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
