// The image formats that are listed, told apart by their first bytes.

/// A format that a browser may be able to show.
enum ImageFormat: UInt8, Sendable, CaseIterable {
    case jpeg, png, gif, webp, avif, heic, bmp, tiff, svg

    /// As registered with IANA.
    var mimeType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .gif: "image/gif"
        case .webp: "image/webp"
        case .avif: "image/avif"
        case .heic: "image/heic"
        case .bmp: "image/bmp"
        case .tiff: "image/tiff"
        case .svg: "image/svg+xml"
        }
    }

    /// The name in JSON: `jpeg`, `png` …
    var name: String { String(mimeType.dropFirst("image/".count).prefix { $0 != "+" }) }
}
