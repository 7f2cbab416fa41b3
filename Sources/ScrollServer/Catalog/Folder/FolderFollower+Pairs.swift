// Raw files of which a picture comes or goes.

extension FolderFollower {
    /// Adds to what is looked at the raw files beside pictures that were changed, are new or have gone: with its picture a raw
    /// file goes, and comes back without it.
    ///
    /// - Parameter names: see `FolderDirt.names`.
    func addRaws(
        beside names: [[UInt8]: Bool], in directory: Int, _ descriptor: Int32, to listing: inout DirectoryListing
    ) {
        // Until a picture is complete, its raw file is there in its place.
        for (name, isSettled) in names where isSettled || !isBeingWritten(name, in: directory, descriptor) {
            for raw in CompanionFiles.raws(beside: name[...], in: descriptor) where names[raw] == nil {
                raw.withUnsafeBytes { _ = listing.append($0, kind: .unknown) }
            }
        }
    }
}
