// Changes of the keywords in a sidecar.

/// A property with keywords that other programs read.
///
/// New keywords go into `dc:subject`, and into each of the others that is there: darktable reads only
/// `lr:hierarchicalSubject` where a sidecar has both.
private enum KeywordProperty: CaseIterable {
    case subject, acdsee, lightroom, digiKam, microsoft

    var list: KeywordLists {
        switch self {
        case .subject: KeywordLists(rawValue: 1)
        case .acdsee: KeywordLists(rawValue: 2)
        case .lightroom: KeywordLists(rawValue: 4)
        case .digiKam: KeywordLists(rawValue: 8)
        case .microsoft: KeywordLists(rawValue: 16)
        }
    }

    /// The usual prefix, and the address of the namespace.
    var declaration: (prefix: String, uri: String) {
        switch self {
        case .subject: ("dc", "http://purl.org/dc/elements/1.1/")
        case .acdsee: ("acdsee", "http://ns.acdsee.com/iptc/1.0/")
        case .lightroom: ("lr", "http://ns.adobe.com/lightroom/1.0/")
        case .digiKam: ("digiKam", "http://www.digikam.org/ns/1.0/")
        case .microsoft: ("MicrosoftPhoto", "http://ns.microsoft.com/photo/1.0/")
        }
    }

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
    ///
    /// A word that is a subject as well is no path.
    func spelling(of word: [UInt8], isSubject: Bool = false) -> [UInt8]? {
        guard hasSlashes, !isSubject || !word.contains(UInt8(ascii: "/")) else { return word }
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

    /// The picture's keywords, each once, with the lists that have it; a path has bars between its parts.
    var keywords: [(word: [UInt8], lists: KeywordLists)] {
        let subjects = Set(texts(in: .subject))
        var found: [(word: [UInt8], lists: KeywordLists)] = []
        var known: [[UInt8]: Int] = [:]
        for property in KeywordProperty.allCases {
            for text in texts(in: property) {
                let word = property.word(text, subjects: subjects)
                if let index = known[word] {
                    found[index].lists.insert(property.list)
                } else {
                    known[word] = found.count
                    found.append((word, property.list))
                }
            }
        }
        return found
    }

    /// Adds keywords that are not there, removes others, and brings some back into the lists that had them.
    mutating func changeKeywords(
        adding added: [String], removing removed: [String], restoring restored: [String: KeywordLists]
    ) throws(XMPEditError) {
        let removed = Set(removed.compactMap { XMLText.plain($0.utf8) })
        var known = Set(keywords.map(\.word))
        func isNew(_ word: [UInt8]) -> Bool { !removed.contains(word) && known.insert(word).inserted }
        let all = KeywordLists(rawValue: .max)
        let new =
            (restored.sorted { $0.key < $1.key } + added.map { ($0, all) })
            .compactMap { (word, lists) in XMLText.plain(word.utf8).map { (word: $0, lists: lists) } }
            .filter { isNew($0.word) }
        guard !new.isEmpty || !removed.isDisjoint(with: known) else { return }
        for place in places(.subject) {
            if case .element(let element) = place, list(in: place) == nil, !isPlain(element) {
                throw .unusual("the form of the keywords", offset: outline.elements[element].whole.lowerBound)
            }
        }
        let subjects = Set(texts(in: .subject))
        for property in KeywordProperty.allCases {
            try remove(from: property) { removed.contains(property.word($0, subjects: subjects)) }
            let own = new.filter { $0.lists.contains(property.list) }
            let spelled = own.compactMap { word, lists in
                property.spelling(of: word, isSubject: lists != all && lists.contains(KeywordProperty.subject.list))
            }
            let isNeeded = property == .subject || own.contains { $0.lists != all }
            if !spelled.isEmpty { try add(spelled, to: property, isNeeded: isNeeded) }
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

    /// Adds words to the first list of a property; if it `isNeeded`, one is made where there is none.
    private mutating func add(
        _ words: [[UInt8]], to property: KeywordProperty, isNeeded: Bool
    ) throws(XMPEditError) {
        let places = places(property)
        if let container = places.compactMap({ list(in: $0)?.container }).first {
            let prefix = prefix(of: container)
            return try apply([
                insertion(of: { space, _ in Self.items(words, prefix, space) }, into: container)
            ])
        }
        guard isNeeded else { return }
        guard let place = places.first else { return try addList(words, to: property) }
        let all = (text(at: place).map { [$0] } ?? []) + words
        switch place {
        case .element(let element):
            // What has a form of its own, other than that of keywords, stays.
            guard isPlain(element) else { return }
            let outer = indentation(of: element)
            let bag = bag(all, outer, outer.isEmpty ? [] : [0x20])
            try apply([content(bag + outer, of: element)])
        case .attribute:
            try apply([(removal(of: place), [])])
            try addList(all, to: property)
        }
    }

    /// Adds a property with a list.
    private mutating func addList(_ words: [[UInt8]], to property: KeywordProperty) throws(XMPEditError) {
        let (description, prefix, declaration) = description(with: property.declaration)
        let (name, declared) = (property.name.local, declaration.map { " \($0)" } ?? "")
        let change = insertion(
            of: { space, step in
                Array("<\(prefix):\(name)\(declared)>".utf8) + bag(words, space, step) + space
                    + Array("</\(prefix):\(name)>".utf8)
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
