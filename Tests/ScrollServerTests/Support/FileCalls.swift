// The system's file calls for Swift strings, so that tests need no pointers. Each returns what the system returns.

import Foundation

func link(_ path: String, _ name: String) -> Int32 { unsafe Foundation.link(path, name) }

func linkat(_ folder: Int32, _ path: String, _ newFolder: Int32, _ name: String, _ flags: Int32) -> Int32 {
    unsafe Foundation.linkat(folder, path, newFolder, name, flags)
}

@discardableResult
func symlink(_ target: String, _ name: String) -> Int32 { unsafe Foundation.symlink(target, name) }

func rename(_ path: String, _ name: String) -> Int32 { unsafe Foundation.rename(path, name) }

/// Renames to a name that need not be UTF-8 and ends with 0.
func rename(_ path: String, _ name: [CChar]) -> Int32 { unsafe Foundation.rename(path, name) }

func unlink(_ path: String) -> Int32 { unsafe Foundation.unlink(path) }

func truncate(_ path: String, _ byteCount: Int) -> Int32 { unsafe Foundation.truncate(path, off_t(byteCount)) }

@discardableResult
func chmod(_ path: String, _ mode: mode_t) -> Int32 { unsafe Foundation.chmod(path, mode) }

func access(_ path: String, _ mode: Int32) -> Int32 { unsafe Foundation.access(path, mode) }

@discardableResult
func mkfifo(_ path: String, _ mode: mode_t) -> Int32 { unsafe Foundation.mkfifo(path, mode) }

func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0o644) -> Int32 {
    unsafe Foundation.open(path, flags, mode)
}

/// Opens a file whose name need not be UTF-8 and ends with 0.
func open(_ path: [CChar], _ flags: Int32, _ mode: mode_t) -> Int32 { unsafe Foundation.open(path, flags, mode) }

func openat(_ folder: Int32, _ name: String, _ flags: Int32, _ mode: mode_t = 0o644) -> Int32 {
    unsafe Foundation.openat(folder, name, flags, mode)
}

@discardableResult
func mkdirat(_ folder: Int32, _ name: String, _ mode: mode_t) -> Int32 { unsafe Foundation.mkdirat(folder, name, mode) }

/// Sets the dates of the last access and the last change.
@discardableResult
func utimensat(_ folder: Int32, _ path: String, _ times: [timespec], _ flags: Int32) -> Int32 {
    unsafe Foundation.utimensat(folder, path, times, flags)
}

/// Returns the disk space of a file in bytes; nil if there is none.
func allocatedByteCount(_ path: String) -> Int? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_blocks) * 512 : nil
}
