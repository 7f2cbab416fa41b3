// Where decoders store what is too large for memory.

/// Where decoders store data that is too large for memory.
package struct DecodingScratch: Sendable {
    /// A folder that belongs to the server.
    package var folder: String
    /// The maximum number of bytes for one picture.
    package var byteLimit: Int

    package init(folder: String, byteLimit: Int) {
        self.folder = folder
        self.byteLimit = byteLimit
    }
}
