// Makes the program's reads fail on demand, from outside: a library that is loaded before the C library.

import Foundation
import Testing

@testable import ScrollServer

/// Faults for one run of the program. Only files whose real path lies in one folder are concerned.
final class Faults {
    /// What the test and the library share, in a mapped file. Both sides are on one machine, so the layout is C's.
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
    }

    private let folder: ScratchFolder
    private let memory: UnsafeMutablePointer<Control>
    private let watched: String

    /// - Parameter watched: the folder whose files are concerned.
    init(in watched: String) throws {
        folder = try ScratchFolder()
        self.watched = try #require(FileSystem.realPath(watched))
        try folder.write("control", [UInt8](repeating: 0, count: MemoryLayout<Control>.size))
        let descriptor = open("\(folder.path)/control", O_RDWR)
        let mapped = mmap(
            nil, MemoryLayout<Control>.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        close(descriptor)
        memory = try #require(mapped == MAP_FAILED ? nil : mapped).bindMemory(to: Control.self, capacity: 1)
        memory.pointee = Control()
    }

    deinit { munmap(memory, MemoryLayout<Control>.size) }

    var control: Control {
        get { memory.pointee }
        set { memory.pointee = newValue }
    }

    /// The variables with which the program meets the faults.
    func environment() throws -> [String: String] {
        let library = try Self.library.get()
        return ["LD_PRELOAD": library, "FAULTS": "\(folder.path)/control", "FAULTS_FOLDER": watched]
    }

    /// The library, built once.
    private static let library = Result { () throws -> String in
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scrollserver-faults-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (source, library) = ("\(folder.path)/faults.c", "\(folder.path)/faults.so")
        try Data(text.utf8).write(to: URL(fileURLWithPath: source))
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: try #require(Requirement.path(of: "cc")))
        compiler.arguments = ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]
        try compiler.run()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0, "the library of faults was not built")
        return library
    }

    private static let text = #"""
        #define _GNU_SOURCE
        #include <dirent.h>
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stdarg.h>
        #include <stdint.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/mman.h>
        #include <sys/stat.h>
        #include <time.h>
        #include <unistd.h>

        struct control {
            uint64_t inode;
            int32_t reads_left, read_code, opens_to_fail, open_code, failing_one_in, delay, reads, faults;
        };
        static struct control none, *control = &none;
        static const char *folder;
        static uint32_t noise = 12345, opens;

        __attribute__((constructor)) static void start(void) {
            folder = getenv("FAULTS_FOLDER");
            int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
            int file = real(getenv("FAULTS"), O_RDWR);
            void *memory = mmap(0, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
            if (memory != MAP_FAILED) control = memory;
            close(file);
        }

        static int is_ours(int file) {
            char link[64], path[4096];
            snprintf(link, sizeof link, "/proc/self/fd/%d", file);
            ssize_t count = readlink(link, path, sizeof path - 1);
            if (count < 0 || !folder) return 0;
            path[count] = 0;
            size_t length = strlen(folder);
            return !strncmp(path, folder, length) && (path[length] == '/' || path[length] == 0);
        }

        /* -1 to read as usual, else the result of the read. */
        static ssize_t fault(int file) {
            struct stat status;
            if (!control->inode && !control->failing_one_in && control->reads_left < 0) return -1;
            if (!is_ours(file) || fstat(file, &status) || !S_ISREG(status.st_mode)) return -1;
            if (control->inode && control->inode != status.st_ino) return -1;
            __atomic_add_fetch(&control->reads, 1, __ATOMIC_SEQ_CST);
            if (control->delay) {
                struct timespec time = {control->delay / 1000, control->delay % 1000 * 1000000L};
                nanosleep(&time, 0);
            }
            if (control->failing_one_in) {
                uint32_t next = __atomic_add_fetch(&noise, 2654435761u, __ATOMIC_SEQ_CST);
                next ^= next >> 15; next *= 2246822519u; next ^= next >> 13;
                if (next % (uint32_t)control->failing_one_in == 0) {
                    __atomic_add_fetch(&control->faults, 1, __ATOMIC_SEQ_CST);
                    errno = EIO;
                    return -2;
                }
            }
            if (control->reads_left < 0 || __atomic_fetch_sub(&control->reads_left, 1, __ATOMIC_SEQ_CST) > 0) return -1;
            __atomic_add_fetch(&control->faults, 1, __ATOMIC_SEQ_CST);
            if (!control->read_code) return 0;
            errno = control->read_code;
            return -2;
        }

        #define PREAD(name) ssize_t name(int file, void *to, size_t count, off_t offset) { \
            static ssize_t (*real)(int, void *, size_t, off_t); \
            if (!real) real = dlsym(RTLD_NEXT, #name); \
            ssize_t result = fault(file); \
            return result == -1 ? real(file, to, count, offset) : result == -2 ? -1 : result; }
        PREAD(pread)
        PREAD(pread64)

        static int opening_fails(int directory, const char *path, int flags) {
            if (control->opens_to_fail <= 0 || (flags & (O_WRONLY | O_RDWR))) return 0;
            int ours = path[0] == '/' ? folder && !strncmp(path, folder, strlen(folder)) && path[strlen(folder)] : is_ours(directory);
            if (!ours || __atomic_add_fetch(&opens, 1, __ATOMIC_SEQ_CST) % 3) return 0;
            if (__atomic_fetch_sub(&control->opens_to_fail, 1, __ATOMIC_SEQ_CST) <= 0) return 0;
            __atomic_add_fetch(&control->faults, 1, __ATOMIC_SEQ_CST);
            errno = control->open_code;
            return 1;
        }

        #define OPENAT(name) int name(int directory, const char *path, int flags, ...) { \
            static int (*real)(int, const char *, int, ...); \
            if (!real) real = dlsym(RTLD_NEXT, #name); \
            va_list rest; va_start(rest, flags); mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0; va_end(rest); \
            return opening_fails(directory, path, flags) ? -1 : real(directory, path, flags, mode); }
        OPENAT(openat)
        OPENAT(openat64)
        """#
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
