// One picture of an export: its name, its files and its description.

import Catalog
import Pixels
import Platform
import Tiles
import Tiling

/// A picture that can be exported, with the places of its files.
struct ExportedPicture: Sendable {
    /// Begins the names of all its files, and no other picture's.
    let name: String
    let item: ItemSummary
    let pyramid: Pyramid
    let options: ExportOptions
    /// The path in the folder, or the title.
    let title: String
    /// What a site says of the picture; nil in other formats.
    let details: ItemDetails?

    /// Returns nil while the size of the picture is not known.
    init?(_ item: ItemSummary, title: String, options: ExportOptions, details: ItemDetails? = nil) {
        guard let pyramid = item.pyramid else { return nil }
        (self.item, self.pyramid, self.options, self.title) = (item, pyramid, options, title)
        self.details = details
        name = Self.name(of: item.id, title: title)
    }

    /// The name of an item in an export: as much of its title as is safe in each file system and address, and its id.
    static func name(of id: String, title: String) -> String {
        let file = title.split(separator: "/").last ?? ""
        let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
        var words = ""
        for byte in stem.lowercased().utf8.prefix(longestTitle) {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                words.unicodeScalars.append(Unicode.Scalar(byte))
            default: if words.last != "-", !words.isEmpty { words += "-" }
            }
        }
        while words.hasSuffix("-") { words.removeLast() }
        let number = Base32.encode(ItemNumbers.number(ofItem: id), length: 13)
        return words.isEmpty ? number : "\(words)-\(number)"
    }

    private static let longestTitle = 40

    // MARK: Files

    /// The file that viewers open.
    var descriptionPath: String { Self.descriptionPath(name, options.format) }

    private static func descriptionPath(_ name: String, _ format: ExportOptions.Format) -> String {
        switch format {
        case .dzi: "\(name).dzi"
        case .iiif: "\(name)/info.json"
        case .site: "\(SitePicture.folder(name))/picture.json"
        }
    }

    private var tileFolder: String {
        switch options.format {
        case .dzi: "\(name)_files"
        case .iiif: name
        case .site: SitePicture.folder(name)
        }
    }

    /// The files and folders of a picture with this name.
    static func paths(_ name: String) -> [String] {
        ["\(name).dzi", "\(name)_files", name, SitePicture.folder(name)]
    }

    /// The files of the tiles; `isBegun` finds those that an earlier run has written.
    func files(in folder: ExportFolder, isBegun: Bool) -> any PictureFiles {
        let place = tileFolder
        let files = PictureFolder(
            write: { (path, bytes) throws(SystemError) in try folder.write("\(place)/\(path)", bytes) },
            contains: { folder.contains("\(place)/\($0)") })
        let source = item.format ?? .jpeg
        switch options.format {
        case .dzi:
            return DeepZoomFiles(
                DeepZoom(pyramid), in: files, source: source, quality: options.quality, isBegun: isBegun)
        case .iiif:
            return ImageAPIFiles(
                StaticImageFiles(of: pyramid), in: files, source: source, quality: options.quality, isBegun: isBegun)
        case .site:
            return PyramidFiles(pyramid, in: files, source: source, quality: options.quality, isBegun: isBegun)
        }
    }

    /// How the tiles of the pyramid are encoded.
    var encoding: TileExport {
        switch options.format {
        // The server cuts the files from tiles for viewers. With a quality of their own they lose only once.
        case .dzi: TileExport(options.quality == nil ? .asShown : .pixels)
        case .iiif, .site: TileExport(.asShown, quality: options.quality)
        }
    }

    /// The paths of all files, in a fixed order, with what they are.
    func forEachFile(_ body: (_ path: String, _ mediaType: String, _ isTile: Bool) -> Void) {
        switch options.format {
        case .dzi:
            body(descriptionPath, "application/xml", false)
            DeepZoomFiles.forEachPath(of: DeepZoom(pyramid)) { body("\(tileFolder)/\($0)", "image/jpeg", true) }
        case .iiif:
            body(descriptionPath, "application/ld+json;profile=\"\(Self.context)\"", false)
            ImageAPIFiles.forEachPath(of: StaticImageFiles(of: pyramid)) {
                body("\(tileFolder)/\($0)", "image/jpeg", true)
            }
        case .site:
            body(descriptionPath, "application/json", false)
            for part in SitePicture(self).parts { body("\(tileFolder)/\(part.path)", "application/json", false) }
            PyramidFiles.forEachPath(of: pyramid) { body("\(tileFolder)/\($0)", "image/jpeg", true) }
        }
    }

    // MARK: Description

    private static let context = "http://iiif.io/api/image/3/context.json"

    /// The bytes of the description.
    var description: [UInt8] {
        switch options.format {
        case .dzi: Array(DeepZoom(pyramid).xml.utf8)
        case .iiif: information
        case .site: SitePicture(self).description
        }
    }

    /// Writes what belongs to the description and is too much for its file.
    func writeParts(in folder: ExportFolder) throws(SystemError) {
        guard options.format == .site else { return }
        let picture = SitePicture(self)
        for part in picture.parts { try folder.write("\(tileFolder)/\(part.path)", picture.bytes(of: part)) }
    }

    /// `info.json` of the IIIF Image API 3.0, section 5.
    private var information: [UInt8] {
        let files = StaticImageFiles(of: pyramid)
        let information = files.information
        return JSONWriter.object(capacity: 1024) { json in
            json.key("@context")
            json.value(Self.context)
            json.member("id", "\(options.baseURL ?? "")/\(name)")
            json.member("type", "ImageService3")
            json.member("protocol", "http://iiif.io/api/image")
            json.member("profile", "level0")
            json.member("width", pyramid.size.width)
            json.member("height", pyramid.size.height)
            if let side = files.maximumSide { json.member("maxWidth", side) }
            json.write(information)
        }
    }
}
