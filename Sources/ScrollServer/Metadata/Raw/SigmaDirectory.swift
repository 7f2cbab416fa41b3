// Sigma's X3F: a directory at its end names the JPEGs (as exiftool documents it).

/// Finds the JPEGs of an X3F, its size and its orientation.
struct SigmaDirectory {
    static let signature = "FOVb"
    private static let entryLimit = 256
    /// The format of a picture's data that is a JPEG.
    private static let jpeg = 18
    /// Bytes before a picture's data.
    private static let pictureHeaderByteCount = 28

    private(set) var found = RawContainer()

    /// Reads the header and the directory, skipping what is damaged.
    init(_ reader: inout HeaderReader) {
        func number(_ offset: Int) -> Int { (try? reader.uint32(offset, littleEndian: true)) ?? 0 }
        // Later files have other things there.
        if number(4) < 0x4_0000, found.setSize(number(28), number(32)) {
            found.orientation = [90: 6, 180: 3, 270: 8][number(36)]
        }
        let directory = number(reader.count - 4)
        guard directory > 0, (try? reader.matches("SECd", at: directory)) == true else { return }
        for index in 0..<min(number(directory + 8), Self.entryLimit) {
            let entry = directory + 12 + 12 * index
            let (start, byteCount) = (number(entry), number(entry + 4))
            guard byteCount > Self.pictureHeaderByteCount, start < reader.count, byteCount <= reader.count - start,
                (try? reader.matches("SECi", at: start)) == true, number(start + 12) == Self.jpeg
            else { continue }
            found.candidates.append(start + Self.pictureHeaderByteCount..<start + byteCount)
        }
    }
}
