// Finds the user's cache and state folders.

/// The program's own folders in the user's home, which may not exist yet.
///
/// They follow the XDG Base Directory Specification on Linux, and Apple's File System Programming Guide on macOS. Each
/// is nil if the environment names no home.
package enum UserFolders {
    /// For files that may be deleted at any time.
    package static var cache: String? {
        #if os(macOS)
            folder("XDG_CACHE_HOME", orInHome: "Library/Caches")
        #else
            folder("XDG_CACHE_HOME", orInHome: ".cache")
        #endif
    }

    /// For files that must still be there at the next start.
    package static var state: String? {
        #if os(macOS)
            folder("XDG_STATE_HOME", orInHome: "Library/Application Support")
        #else
            folder("XDG_STATE_HOME", orInHome: ".local/state")
        #endif
    }

    /// A relative path in the variable is ignored, as the XDG Base Directory Specification requires.
    private static func folder(_ variable: String, orInHome path: String) -> String? {
        if let folder = System.environment(variable), folder.hasPrefix("/") { return folder + "/scrollserver" }
        guard let home = System.environment("HOME"), home.hasPrefix("/") else { return nil }
        return "\(home)/\(path)/scrollserver"
    }
}
