// What an export makes, and where.

/// The options of `ScrollServer export`.
struct ExportOptions: Equatable, Sendable {
    /// What viewers open the files.
    enum Format: String, CaseIterable, Sendable {
        /// Deep Zoom.
        case dzi
        /// The IIIF Image API 3.0 at level 0.
        case iiif
        /// The page, with plans made beforehand.
        case site
    }

    /// The folder to write.
    var output = ""
    var format = Format.dzi
    /// JPEG quality, 1 … 100; nil for that of tiles for viewers.
    var quality: Int?
    /// The address at which the folder will be published, without a slash at its end.
    var baseURL: String?
    /// The file that lists what to upload; nil for none.
    var uploadList: String?

    /// What pictures are made with besides their own bytes: those made with other settings are made again.
    var settings: String { "\(format.rawValue) \(quality.map(String.init) ?? "default")" }
}
