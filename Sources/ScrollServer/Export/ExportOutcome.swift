// What became of each item of an export, and the files that tell.

import HTTP
import Pixels
import Platform
import Tiling

/// An item of the exported collection.
struct ExportItem: Sendable {
    /// What became of an item.
    enum Outcome: Sendable {
        case exported(ExportedPicture, isNew: Bool)
        /// Why no picture is made of it; `isFailure` where something is wrong.
        case leftOut(String, isFailure: Bool)
    }

    let id: String
    /// The path in the folder, or the title.
    let title: String
    /// Nil while it is not known.
    var outcome: Outcome?
}

extension [ExportItem] {
    /// `index.json`: which picture is where, and what is left out.
    func index(_ format: ExportOptions.Format) -> [UInt8] {
        JSONWriter.object(capacity: 1 << 16) { json in
            json.member("format", format.rawValue)
            json.array("pictures") { json in
                for item in self {
                    guard case .exported(let picture, _)? = item.outcome else { continue }
                    json.object { json in
                        json.member("name", item.title)
                        json.member("path", picture.descriptionPath)
                        json.member("width", picture.pyramid.size.width)
                        json.member("height", picture.pyramid.size.height)
                    }
                }
            }
            json.array("leftOut") { json in
                for item in self {
                    guard case .leftOut(let reason, _)? = item.outcome else { continue }
                    json.object { json in
                        json.member("name", item.title)
                        json.member("reason", reason)
                    }
                }
            }
        }
    }

    /// Lines of path, media type and `Cache-Control`, for programs that copy to object storage; `others` are files
    /// besides those of the pictures.
    ///
    /// - Throws: the system's error; then there is no such file, or the old one.
    func writeUploadList(to path: String, others: [(path: String, isTile: Bool)]) throws(SystemError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let temporary = AtomicFile.temporaryPath(in: folder.isEmpty ? "/" : folder)
        let file = try OpenFile(owning: FileSystem.create(temporary, isPublic: true))
        do throws(SystemError) {
            var (lines, end) = ([UInt8](), 0)
            func flush() throws(SystemError) {
                try FileSystem.write(lines.span, to: file.descriptor, at: end)
                end += lines.count
                lines.removeAll(keepingCapacity: true)
            }
            func append(_ path: String, _ type: String, isTile: Bool) {
                lines += "\(path)\t\(type)\t\(isTile ? "public, max-age=86400" : "no-cache")\n".utf8
            }
            append(ExportItem.indexName, "application/json", isTile: false)
            for other in others {
                append(other.path, MIMEType.ofFile(named: other.path), isTile: other.isTile)
            }
            for item in self {
                guard case .exported(let picture, _)? = item.outcome else { continue }
                picture.forEachFile { append($0, $1, isTile: $2) }
                if lines.count > 1 << 16 { try flush() }
            }
            try flush()
            try FileSystem.rename(temporary, to: path)
        } catch {
            FileSystem.remove(temporary)
            throw error
        }
    }
}

extension ExportItem {
    static let indexName = "index.json"
}
