// The format that a file's extension claims.

extension MediaFormat {
    /// Formats with their extensions, grouped into families whose extensions may be exchanged without harm.
    static let families: [(formats: Set<MediaFormat>, endings: [String])] = [
        ([.jpeg], ["jpg", "jpeg", "jpe", "jfif"]), ([.png], ["png", "apng"]), ([.gif, .animatedGIF], ["gif"]),
        ([.webp, .animatedWebP], ["webp"]), ([.avif, .heic], ["avif", "heic", "heif", "hif"]),
        ([.bmp], ["bmp", "dib"]),
        (
            [.tiff, .raw],
            [
                "tif", "tiff", "arw", "cr2", "cr3", "dng", "erf", "nef", "nrw", "orf", "pef", "raf", "rw2", "sr2",
                "srw",
            ]
        ),
        ([.svg], ["svg"]), ([.mp4, .quickTime], ["mp4", "m4v", "mov", "qt", "3gp"]),
        ([.webm, .matroska], ["webm", "mkv"]), ([.avi], ["avi"]),
        ([.mpeg, .transportStream], ["mpg", "mpeg", "mts", "m2ts"]), ([.windowsMedia], ["wmv"]),
        ([.pnm], ["pbm", "pgm", "ppm", "pnm", "pam"]), ([.qoi], ["qoi"]), ([.tga], ["tga"]),
        ([.ico], ["ico", "cur"]),
    ]

    /// Returns the lower-case extension of a name that claims another format; nil where it claims this one or is
    /// unknown.
    package func wrongEnding(of name: String) -> String? {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        let ending = name[name.index(after: dot)...].lowercased()
        let claimed = Self.families.first { $0.endings.contains(ending) }
        return claimed?.formats.contains(self) == false ? ending : nil
    }
}
