// Finds the user's cache and state folders.

/// The program's own folders in the user's home, which may not exist yet.
///
/// They follow the XDG Base Directory Specification on Linux, and Apple's File System Programming Guide on macOS. Each
/// is nil if the environment names no home.
package enum UserFolders {
    /// For files that may be deleted at any time.
    package static var cache: String? { folder("XDG_CACHE_HOME", ".cache", onMacOS: "Library/Caches") }

    /// For files that must still be there at the next start.
    package static var state: String? {
        folder("XDG_STATE_HOME", ".local/state", onMacOS: "Library/Application Support")
    }

    /// A relative path in the variable is ignored, as the XDG Base Directory Specification requires.
    private static func folder(_ variable: String, _ path: String, onMacOS macPath: String) -> String? {
        #if os(macOS)
            let path = macPath
        #endif
        if let folder = System.environment(variable), folder.hasPrefix("/") { return folder + "/scrollserver" }
        guard let home = System.environment("HOME"), home.hasPrefix("/") else { return nil }
        return "\(home)/\(path)/scrollserver"
    }
}
