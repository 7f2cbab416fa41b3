// The folders of a user that programs may write to.

/// Where this program keeps what is the user's: by the XDG Base Directory Specification on Linux, by Apple's File System
/// Programming Guide on macOS. nil where the environment names no home.
enum UserFolders {
    /// For what may be deleted at any time.
    static var cache: String? {
        #if os(macOS)
            folder("XDG_CACHE_HOME", orInHome: "Library/Caches")
        #else
            folder("XDG_CACHE_HOME", orInHome: ".cache")
        #endif
    }

    /// For what is to be there at the next start.
    static var state: String? {
        #if os(macOS)
            folder("XDG_STATE_HOME", orInHome: "Library/Application Support")
        #else
            folder("XDG_STATE_HOME", orInHome: ".local/state")
        #endif
    }

    /// A relative path in these variables is to be ignored (XDG Base Directory Specification).
    private static func folder(_ variable: String, orInHome path: String) -> String? {
        if let folder = System.environment(variable), folder.hasPrefix("/") { return folder + "/scrollserver" }
        guard let home = System.environment("HOME"), home.hasPrefix("/") else { return nil }
        return "\(home)/\(path)/scrollserver"
    }
}
