// The folder in which series are kept from one start to the next.
struct SeriesCache: Sendable {
    let folder: String?
    init(folder: String?, path: String, options: SeriesOptions) { self.folder = folder }
    func progress(of file: OpenFile, _ status: FileStatus) -> ReadingProgress? { nil }
    func makeStore() -> any SeriesStore {
        guard let file = SeriesFile.makeTemporary() else { return MemoryStore() }
        return FileStore(file, kind: .temporary, byteCount: 0)
    }
}
extension ReadingProgress {
    mutating func keep(in cache: SeriesCache, _ file: OpenFile, _ identity: FileIdentity, _ modified: FileTime) {}
}
