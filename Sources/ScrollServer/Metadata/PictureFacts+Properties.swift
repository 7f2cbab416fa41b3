// The facts of a picture by the names of their fields.

extension PictureFacts {
    /// Where a fact is stored.
    package enum Property: Sendable {
        case text(WritableKeyPath<PictureFacts, String?> & Sendable)
        case number(WritableKeyPath<PictureFacts, Double?> & Sendable)
        case words(WritableKeyPath<PictureFacts, [String]> & Sendable)
    }

    /// All facts except position and capture time; at most 64.
    package static let properties: [(name: String, property: Property)] = [
        ("camera", .text(\.camera)), ("lens", .text(\.lens)), ("focal", .number(\.focal)),
        ("aperture", .number(\.aperture)), ("exposure", .number(\.exposure)), ("iso", .number(\.iso)),
        ("duration", .number(\.duration)), ("pages", .number(\.pages)), ("rating", .number(\.rating)),
        ("flag", .text(\.flagName)), ("label", .text(\.label)), ("keywords", .words(\.keywords)),
        ("title", .text(\.title)),
        ("caption", .text(\.caption)), ("headline", .text(\.headline)), ("people", .words(\.people)),
        ("creator", .text(\.creator)), ("copyright", .text(\.copyright)), ("sublocation", .text(\.sublocation)),
        ("city", .text(\.city)), ("state", .text(\.state)), ("country", .text(\.country)),
        ("prompt", .text(\.prompt)), ("negative", .text(\.negative)), ("model", .text(\.model)),
        ("seed", .text(\.seed)), ("sampler", .text(\.sampler)), ("zone", .text(\.zone)),
        ("extras", .words(\.extras)), ("pixelsize", .number(\.pixelSize)),
    ]
}
