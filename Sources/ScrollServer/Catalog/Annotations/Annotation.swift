// What a reader has noted about a picture.

import Platform

/// The reader's own rating, flag, label and keywords of a file; each part may be absent.
package struct Annotation: Hashable, Sendable {
    /// A flag, or none whatever the file says.
    package enum Flag: UInt8, Sendable, CaseIterable {
        case pick = 1
        case reject
        case none

        /// The name in JSON.
        package var name: String { "\(self)" }
        /// The text in queries and tables; nil for none.
        var shown: String? { self == .none ? nil : name }

        /// Takes a text of the field `flag`; nil where it is no flag.
        init?(shown text: [UInt8]) {
            guard let flag = Self.allCases.first(where: { $0.shown?.utf8.elementsEqual(text) == true }) else {
                return nil
            }
            self = flag
        }
    }

    /// A colour, or none whatever the file says.
    package enum Label: UInt8, Sendable, CaseIterable {
        case none = 1
        case red, yellow, green, blue, purple

        /// The name in JSON.
        package var name: String { "\(self)" }
        /// The text that sidecars of other programs have; nil for none.
        var shown: String? {
            self == .none ? nil : name.prefix(1).uppercased() + name.dropFirst()
        }

        /// Takes the text of a sidecar; nil where it is none of the five colours.
        init?(shown text: [UInt8]) {
            let name = String(decoding: text, as: UTF8.self).lowercased()
            guard let label = Self.allCases.first(where: { $0 != .none && $0.name == name }) else { return nil }
            self = label
        }
    }

    /// 0 (not rated) to 5.
    package fileprivate(set) var rating: UInt8?
    package fileprivate(set) var flag: Flag?
    package fileprivate(set) var label: Label?
    /// Keywords besides those of the file, sorted.
    package fileprivate(set) var added: [String] = []
    /// Keywords of the file that are not shown, sorted.
    package fileprivate(set) var removed: [String] = []

    package init() {}

    package var isEmpty: Bool { self == Annotation() }

    /// Whether it says anything about the keywords.
    package var hasKeywords: Bool { !added.isEmpty || !removed.isEmpty }

    /// Parts of an annotation.
    struct Parts: OptionSet, Sendable {
        let rawValue: UInt8

        static let rating = Parts(rawValue: 1), flag = Parts(rawValue: 2), label = Parts(rawValue: 4)
        static let keywords = Parts(rawValue: 8)
    }

    /// This annotation with some parts of another.
    func with(_ parts: Parts, of other: Annotation) -> Annotation {
        var result = self
        if parts.contains(.rating) { result.rating = other.rating }
        if parts.contains(.flag) { result.flag = other.flag }
        if parts.contains(.label) { result.label = other.label }
        if parts.contains(.keywords) { (result.added, result.removed) = (other.added, other.removed) }
        return result
    }
}

/// A change of the annotations of any number of files.
package struct AnnotationChange: Sendable {
    /// What becomes of a part.
    package enum Part<Value: Sendable>: Sendable {
        case kept
        /// The reader's own value is taken back: the file's own shows again.
        case cleared
        case set(Value)
    }

    /// Keywords to show or to hide.
    package struct Keywords: Sendable {
        package var added: [String]
        package var removed: [String]

        package init(added: [String], removed: [String]) { (self.added, self.removed) = (added, removed) }
    }

    package var rating = Part<UInt8>.kept
    package var flag = Part<Annotation.Flag>.kept
    package var label = Part<Annotation.Label>.kept
    package var keywords = Part<Keywords>.kept

    package init() {}

    /// Most keywords that one file can be given, and most that can be hidden.
    package static let mostKeywords = 1000

    /// The parts that may change.
    var parts: Annotation.Parts {
        var parts: Annotation.Parts = []
        if case .kept = rating {} else { parts.insert(.rating) }
        if case .kept = flag {} else { parts.insert(.flag) }
        if case .kept = label {} else { parts.insert(.label) }
        if case .kept = keywords {} else { parts.insert(.keywords) }
        return parts
    }

    /// Returns the changed annotation; nil where it would have too many keywords.
    func changed(_ annotation: Annotation) -> Annotation? {
        var result = annotation
        result.rating = Self.changed(result.rating, rating)
        result.flag = Self.changed(result.flag, flag)
        result.label = Self.changed(result.label, label)
        switch keywords {
        case .kept: break
        case .cleared: (result.added, result.removed) = ([], [])
        case .set(let change):
            let (more, less) = (Set(change.added), Set(change.removed).subtracting(change.added))
            result.added = Set(result.added).union(more).subtracting(less).sorted()
            result.removed = Set(result.removed).union(less).subtracting(more).sorted()
        }
        return max(result.added.count, result.removed.count) <= Self.mostKeywords ? result : nil
    }

    private static func changed<Value>(_ value: Value?, _ part: Part<Value>) -> Value? {
        switch part {
        case .kept: value
        case .cleared: nil
        case .set(let new): new
        }
    }
}

// MARK: - As bytes

extension IndexWriter {
    mutating func put(_ annotation: Annotation) {
        put((annotation.rating ?? 0xFF) as UInt8)
        put((annotation.flag?.rawValue ?? 0) as UInt8)
        put((annotation.label?.rawValue ?? 0) as UInt8)
        put(annotation.added)
        put(annotation.removed)
    }
}

extension IndexReader {
    mutating func annotation() -> Annotation? {
        guard let rating = byte(), let flag = byte(), let label = byte(), let added = texts(), let removed = texts(),
            rating <= 5 || rating == 0xFF
        else { return nil }
        var annotation = Annotation()
        annotation.rating = rating == 0xFF ? nil : rating
        annotation.flag = Annotation.Flag(rawValue: flag)
        annotation.label = Annotation.Label(rawValue: label)
        (annotation.added, annotation.removed) = (added, removed)
        return annotation
    }
}
