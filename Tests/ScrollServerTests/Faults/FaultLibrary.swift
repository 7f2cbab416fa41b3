// Makes the program's reads fail on demand, from outside: a library that is loaded before the C library.

import Foundation
import Testing

@testable import Platform

/// Faults for one run of the program.
///
/// Only files whose real path lies in one folder are concerned.
@safe final class Faults {
    /// What the test and the library share, in a mapped file.
    ///
    /// Both sides are on one machine, so the layout is C's.
    struct Control {
        /// The file whose reads are counted; 0 for all files of the folder.
        var inode: UInt64 = 0
        /// Reads to let through until one fails; negative for no fault.
        var readsLeft: Int32 = -1
        /// The error of that read; 0 to give no byte, as at the file's end.
        var readCode: Int32 = 0
        /// Calls of open below the folder that fail from now on: one in three.
        var opensToFail: Int32 = 0
        var openCode: Int32 = 0
        /// One in so many reads fails with EIO; 0 for none.
        var failingOneIn: Int32 = 0
        /// Milliseconds that each read of `inode` takes longer.
        var delay: Int32 = 0
        /// Counted by the library: reads, and faults made.
        var reads: Int32 = 0
        var faults: Int32 = 0
        /// Writes to let through until all fail, and their error; 0 for no fault.
        var writesLeft: Int32 = 0
        var writeCode: Int32 = 0
    }

    private let folder: ScratchFolder
    private let memory: UnsafeMutablePointer<Control>
    private let watched: String

    /// `watched`: the folder whose files are concerned.
    init(in watched: String) throws {
        folder = try ScratchFolder()
        self.watched = try #require(FileSystem.realPath(watched))
        try folder.write("control", [UInt8](repeating: 0, count: MemoryLayout<Control>.size))
        let descriptor = open("\(folder.path)/control", O_RDWR)
        let mapped = unsafe mmap(
            nil, MemoryLayout<Control>.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        close(descriptor)
        unsafe memory = try unsafe #require(mapped == MAP_FAILED ? nil : mapped).bindMemory(
            to: Control.self, capacity: 1)
        unsafe memory.pointee = Control()
    }

    deinit { unsafe munmap(memory, MemoryLayout<Control>.size) }

    var control: Control {
        get { unsafe memory.pointee }
        set { unsafe memory.pointee = newValue }
    }

    /// The variables with which the program meets the faults.
    func environment() throws -> [String: String] {
        let library = try Self.built.get()
        return ["LD_PRELOAD": library, "FAULTS": "\(folder.path)/control", "FAULTS_FOLDER": watched]
    }

    /// The library, built once.
    private static let built = Result { () throws -> String in
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scrollserver-faults-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var tests = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { tests.deleteLastPathComponent() }
        let (source, library) = (tests.path + "/Faults/faults.c", "\(folder.path)/faults.so")
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: try #require(Requirement.path(of: "cc")))
        compiler.arguments = ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]
        try compiler.run()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0, "the library of faults was not built")
        return library
    }
}

extension Requirement {
    /// Faults are made by a library that is loaded before the C library.
    static let faults = Requirement(
        name: "a C compiler and LD_PRELOAD", remedy: "install gcc, on Linux",
        isThere: {
            #if os(Linux)
                return Requirement.path(of: "cc") != nil
            #else
                return false
            #endif
        }())
}
