// The properties with one value into which programs write ratings, labels and flags.

/// A property of a sidecar that an edit can change.
package enum XMPMark: CaseIterable, Sendable {
    case rating, label
    /// Adobe's colour beside a label in the user's language.
    case labelColour
    /// DigiKam's number of a colour.
    case digiKamLabel
    /// Lightroom's flag: 1 picked, −1 rejected, 0 none.
    case pick
    /// Lightroom's flag as a truth value, which its version without catalogues writes alone.
    case good
    /// DigiKam's flag: 0 none, 1 rejected, 2 pending, 3 accepted.
    case digiKamPick

    /// The properties that tell a flag.
    package static let flags: [XMPMark] = [.pick, .good, .digiKamPick]
    /// The properties that tell a colour label.
    package static let labels: [XMPMark] = [.label, .labelColour, .digiKamLabel]

    /// DigiKam's colours by their numbers, from 1.
    private static let digiKamLabels = [
        "Red", "Orange", "Yellow", "Green", "Blue", "Purple", "Gray", "Black", "White",
    ]
    /// Adobe's names of colours; it also allows `#RRGGBB`, which is not read.
    private static let adobeLabels = ["Red", "Yellow", "Green", "Blue", "Purple"]

    /// Whether a new value is only written where the property is already there.
    ///
    /// Otherwise programs that read it before `xmp:Label` would show an old label.
    var isOnlyUpdated: Bool { self == .labelColour || self == .digiKamLabel }

    /// The property's namespace and name.
    var name: (namespace: XMPNamespace, local: String) {
        switch self {
        case .rating: (.xmp, "Rating")
        case .label: (.xmp, "Label")
        case .labelColour: (.photoshop, "LabelColor")
        case .digiKamLabel: (.digiKam, "ColorLabel")
        case .pick: (.dynamicMedia, "pick")
        case .good: (.dynamicMedia, "good")
        case .digiKamPick: (.digiKam, "PickLabel")
        }
    }

    /// The usual prefix, and the address of the namespace.
    var declaration: (prefix: String, uri: String) {
        switch self {
        case .rating, .label: ("xmp", "http://ns.adobe.com/xap/1.0/")
        case .labelColour: ("photoshop", "http://ns.adobe.com/photoshop/1.0/")
        case .pick, .good: ("xmpDM", "http://ns.adobe.com/xmp/1.0/DynamicMedia/")
        case .digiKamLabel, .digiKamPick: ("digiKam", "http://www.digikam.org/ns/1.0/")
        }
    }

    // MARK: Flags

    /// Returns a flag as it is written here; nil where it is written as no property.
    package func text(of flag: PictureFlag) -> String? {
        switch (self, flag) {
        case (.pick, .pick): "1"
        case (.pick, .reject): "-1"
        // The spelling of XMP's truth values (ISO 16684-1 §8.2.1.1).
        case (.good, .pick): "True"
        case (.good, .reject): "False"
        case (.digiKamPick, .pick): "3"
        case (.digiKamPick, .reject): "1"
        default: nil
        }
    }

    /// Reads a flag as it is written here; nil for other texts.
    func flag(_ text: String) -> PictureFlag? {
        switch self {
        case .pick: Double(text).flatMap { [-1: .reject, 0: .none, 1: .pick][$0] }
        case .good: ["true": .pick, "false": .reject][text.lowercased()]
        // A pending picture has no flag yet.
        case .digiKamPick: Double(text).flatMap { [0: .none, 1: .reject, 2: .none, 3: .pick][$0] }
        case .rating, .label, .labelColour, .digiKamLabel: nil
        }
    }

    // MARK: Labels

    /// Returns a label of one of the five usual colours, such as `Red`, as it is written here; nil for others.
    package func text(ofLabel label: String) -> String? {
        switch self {
        case .label: label
        case .labelColour: label.lowercased()
        case .digiKamLabel: Self.digiKamLabels.firstIndex(of: label).map { "\($0 + 1)" }
        case .rating, .pick, .good, .digiKamPick: nil
        }
    }

    /// Reads a colour as it is written here; nil for other texts, and for no colour.
    func label(_ text: String) -> String? {
        switch self {
        case .labelColour: Self.adobeLabels.first { $0.lowercased() == text.lowercased() }
        case .digiKamLabel:
            Int(text).flatMap { (1...Self.digiKamLabels.count).contains($0) ? Self.digiKamLabels[$0 - 1] : nil }
        case .label, .rating, .pick, .good, .digiKamPick: nil
        }
    }

    /// Whether a label is one of the five colours by its English name.
    static func isColour(_ label: String) -> Bool { XMPMark.labelColour.label(label) != nil }
}

/// The flags that the properties of a packet tell.
struct XMPFlags {
    private var pick: PictureFlag?
    private var good: PictureFlag?
    private var digiKam: PictureFlag?
    private var isTagged = false

    /// Records the first value of a property that tells a flag.
    mutating func record(_ property: XMPProperty, _ text: String) {
        switch property {
        case .pick: pick = pick ?? XMPMark.pick.flag(text)
        case .good: good = good ?? XMPMark.good.flag(text)
        case .digiKamPick: digiKam = digiKam ?? XMPMark.digiKamPick.flag(text)
        case .tagged: isTagged = isTagged || text.lowercased() == "true"
        default: break
        }
    }

    /// The first flag; `none` where a program says that there is none, and nil where nothing is said.
    ///
    /// Lightroom and digiKam write 0 for all pictures without a flag, so that does not hide the other one's flag.
    var flag: PictureFlag? {
        // Programs that write `pick` also write `good`.
        let found = [pick ?? good, digiKam, isTagged ? .pick : nil].compactMap(\.self)
        return found.first { $0 != .none } ?? found.first
    }
}
