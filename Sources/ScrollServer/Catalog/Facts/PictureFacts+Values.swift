// A picture's own facts as values of fields.

import Metadata

extension PictureFacts {
    /// The value of a field of `FactField.ofPictures`; nil where the header does not contain it.
    subscript(field: String) -> FactValue? {
        if field == "gps" { return position }
        return Self.properties.first { $0.name == field }.flatMap { self[$0.property] }
    }

    /// The value of a fact; setting one of another kind has no effect.
    subscript(property: Property) -> FactValue? {
        get {
            switch property {
            case .text(let path): self[keyPath: path].map { .text(Array($0.utf8)) }
            case .number(let path): self[keyPath: path].map { .number($0) }
            case .words(let path):
                self[keyPath: path].isEmpty ? nil : .words(self[keyPath: path].map { Array($0.utf8) })
            }
        }
        set {
            switch (property, newValue) {
            case (.text(let path), .text(let text)): self[keyPath: path] = String(decoding: text, as: UTF8.self)
            case (.number(let path), .number(let number)): self[keyPath: path] = number
            case (.words(let path), .words(let words)):
                self[keyPath: path] = words.map { String(decoding: $0, as: UTF8.self) }
            default: break
            }
        }
    }

    /// Where the picture was taken; setting nil has no effect.
    var position: FactValue? {
        get {
            guard let latitude, let longitude else { return nil }
            return .position(latitude: latitude, longitude: longitude)
        }
        set {
            guard case .position(let latitude, let longitude) = newValue else { return }
            (self.latitude, self.longitude) = (latitude, longitude)
        }
    }
}
