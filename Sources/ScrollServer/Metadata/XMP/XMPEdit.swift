// What is to be changed in an XMP sidecar.

/// Changes of the rating, the flag, the label and the keywords of a sidecar.
///
/// - A rejected picture has the rating −1 (ISO 16684-1). Bridge and darktable read it as rejected. Lightroom and digiKam
///   read it as not rated.
/// - A flag is written as Lightroom and as digiKam read it, also beside a rating of −1. No flag is written as no property.
/// - A label is the English name of a colour, as Lightroom, Bridge and darktable read and write it. No label is written
///   as no property, since darktable takes unknown labels for purple. Other properties with a colour follow where they are.
/// - Keywords are `dc:subject`, which all of these programs read, and also other lists of keywords that are there.
package struct XMPEdit: Sendable, Equatable {
    /// What becomes of a property with one value.
    package enum Value: Sendable, Equatable {
        case kept
        /// nil removes the property.
        case set(String?)
        /// Changes the property only where it has the first value, so that newer values of other programs stay.
        case replaced(String?, by: String?)
    }

    /// What becomes of the properties that change.
    fileprivate(set) var values: [XMPMark: Value] = [:]
    package var added: [String] = []
    package var removed: [String] = []
    /// Keywords that come back, each with the lists that had it; it is added to no other.
    package var restored: [String: KeywordLists] = [:]

    package init() {}

    package var isEmpty: Bool { self == XMPEdit() }

    /// What becomes of a property.
    package subscript(mark: XMPMark) -> Value {
        get { values[mark] ?? .kept }
        set { values[mark] = newValue == .kept ? nil : newValue }
    }
}

/// Lists of keywords in a sidecar.
package struct KeywordLists: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// The properties of a sidecar that an edit can change.
package struct XMPMarks: Sendable, Hashable {
    private var values: [XMPMark: String] = [:]
    package var keywords: [String] = []

    package init() {}

    /// The first value of a property; nil where it has none.
    package subscript(mark: XMPMark) -> String? {
        get { values[mark] }
        set { values[mark] = newValue }
    }
}

/// What a sidecar says, and which of its lists have each keyword.
package struct XMPContent: Sendable, Hashable {
    package var marks = XMPMarks()
    /// By the keywords of `marks`.
    package var lists: [String: KeywordLists] = [:]

    package init() {}
}

/// Why a sidecar cannot be changed.
package enum XMPEditError: Error, Equatable, Sendable {
    /// It is not written in UTF-8, but in this encoding.
    case encoding(String)
    /// It is not well-formed XML.
    case malformed(String, offset: Int)
    /// It is XML, but no XMP.
    case notXMP
    /// It uses a form of XML or RDF that is not changed.
    case unusual(String, offset: Int)
    /// It has more than `XMPSidecar.longest` bytes.
    case tooLarge

    /// A part of a sentence about the sidecar.
    package var reason: String {
        switch self {
        case .encoding(let name): "it is in \(name), not in UTF-8"
        case .malformed(let text, let offset): "it is no well-formed XML at byte \(offset): \(text)"
        case .notXMP: "it has no XMP in it"
        case .unusual(let text, let offset): "\(text) at byte \(offset) is not changed by this program"
        case .tooLarge: "it has more than \(XMPSidecar.longest >> 20) MiB"
        }
    }
}
