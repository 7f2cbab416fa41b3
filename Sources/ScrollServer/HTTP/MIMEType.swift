// Media types by file extension.

/// The `Content-Type` of files.
package enum MIMEType {
    private static let types: [String: String] = [
        "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8",
        "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
        "json": "application/json", "map": "application/json", "webmanifest": "application/manifest+json",
        "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8",
        "csv": "text/csv; charset=utf-8", "xml": "application/xml", "pdf": "application/pdf",
        "svg": "image/svg+xml", "png": "image/png", "apng": "image/apng", "gif": "image/gif",
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "jpe": "image/jpeg", "webp": "image/webp",
        "avif": "image/avif", "heic": "image/heic", "heif": "image/heif", "bmp": "image/bmp",
        "tif": "image/tiff", "tiff": "image/tiff", "ico": "image/x-icon",
        "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
        "wasm": "application/wasm", "mp4": "video/mp4", "webm": "video/webm",
    ]

    /// The type for unknown extensions: bytes, which no browser shows as a page.
    static let unknown = "application/octet-stream"

    /// Returns the type for a file name's extension, ignoring case.
    package static func ofFile(named name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return unknown }
        return types[name[name.index(after: dot)...].lowercased()] ?? unknown
    }
}
