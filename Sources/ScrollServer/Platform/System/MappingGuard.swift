// Keeps the program alive when a mapped file was truncated and its pages are read.

import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Registers mapped files and handles SIGBUS for them.
///
/// The system sends SIGBUS when a page cannot be read (the file was truncated, or the disk fails). The page is then
/// replaced by zeros, and the mapping is marked as damaged. Readers must check `isDamaged` afterwards, and discard
/// their results if it is set.
package enum MappingGuard {
    /// The maximum number of simultaneous mappings.
    static let capacity = 32_768

    private struct Region: ~Copyable {
        /// The first address, and the one after the last; 0 in an unused entry.
        let start = Atomic<UInt>(0)
        let end = Atomic<UInt>(0)
        let isDamaged = Atomic(false)
    }

    /// Marked `nonisolated(unsafe)`, since the signal handler may take no lock.
    ///
    /// The memory is never released, and its fields are atomic.
    nonisolated(unsafe) private static let regions: UnsafeMutablePointer<Region> = {
        let regions = UnsafeMutablePointer<Region>.allocate(capacity: capacity)
        for index in 0..<capacity { unsafe (regions + index).initialize(to: Region()) }
        return unsafe regions
    }()
    /// The number of entries that have ever been used; the handler examines no others.
    private static let used = Atomic(0)
    /// The number of mappings damaged so far; while it is 0, no check is needed.
    private static let damageCount = Atomic(0)
    private static let pageByteCount = UInt(max(4096, sysconf(Int32(_SC_PAGESIZE))))
    /// Whether the handler is installed; set once.
    private static let isReady: Bool = {
        _ = unsafe (regions, pageByteCount)
        var action = sigaction()
        #if canImport(Darwin)
            action.__sigaction_u.__sa_sigaction = { _, info, _ in handle(info?.pointee.si_addr) }
        #else
            unsafe action.__sigaction_handler.sa_sigaction = { _, info, _ in
                unsafe handle(info?.pointee._sifields._sigfault.si_addr)
            }
        #endif
        action.sa_flags = Int32(SA_SIGINFO) | Int32(SA_NODEFER)
        return unsafe sigaction(SIGBUS, &action, nil) == 0
    }()

    /// Registers a mapping until `forget` is called with the result.
    ///
    /// O(capacity) at worst.
    ///
    /// - Returns: the entry's index; nil when all entries are in use: then the file must not be mapped.
    package static func watch(_ base: UnsafeMutableRawPointer, byteCount: Int) -> Int? {
        guard isReady else { return nil }
        let start = UInt(bitPattern: base)
        for index in 0..<capacity {
            let region = unsafe regions + index
            guard unsafe region.pointee.start.load(ordering: .relaxed) == 0,
                unsafe region.pointee.start.compareExchange(
                    expected: 0, desired: start, ordering: .acquiringAndReleasing
                )
                .exchanged
            else { continue }
            unsafe region.pointee.isDamaged.store(false, ordering: .relaxed)
            unsafe region.pointee.end.store(start + UInt(byteCount), ordering: .releasing)
            var seen = used.load(ordering: .relaxed)
            while seen <= index {
                let (isDone, now) = used.compareExchange(
                    expected: seen, desired: index + 1, ordering: .acquiringAndReleasing)
                if isDone { break }
                seen = now
            }
            return index
        }
        return nil
    }

    /// Unregisters a mapping; call it before the memory is unmapped.
    package static func forget(_ index: Int) {
        unsafe (regions + index).pointee.end.store(0, ordering: .relaxed)
        unsafe (regions + index).pointee.start.store(0, ordering: .releasing)
    }

    /// Whether any mapping has ever been damaged.
    package static var isAnyDamaged: Bool { damageCount.load(ordering: .acquiring) > 0 }

    /// Whether a page of this mapping could not be read.
    package static func isDamaged(_ index: Int) -> Bool {
        unsafe (regions + index).pointee.isDamaged.load(ordering: .acquiring)
    }

    /// Counts damage that was detected elsewhere, so that `isAnyDamaged` becomes true.
    package static func note() { damageCount.add(1, ordering: .releasing) }

    /// Handles SIGBUS: calls only functions that POSIX allows in signal handlers, and allocates nothing.
    private static func handle(_ address: UnsafeMutableRawPointer?) {
        let wanted = UInt(bitPattern: address)
        for index in 0..<used.load(ordering: .acquiring) {
            let region = unsafe regions + index
            guard unsafe wanted >= region.pointee.start.load(ordering: .relaxed),
                unsafe wanted < region.pointee.end.load(ordering: .relaxed)
            else { continue }
            let page = unsafe UnsafeMutableRawPointer(bitPattern: wanted & ~(pageByteCount - 1))
            #if canImport(Darwin)
                let flags = MAP_PRIVATE | MAP_ANON | MAP_FIXED
            #else
                let flags = MAP_PRIVATE | Int32(MAP_ANONYMOUS) | MAP_FIXED
            #endif
            guard unsafe mmap(page, Int(pageByteCount), PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED else {
                break
            }
            unsafe region.pointee.isDamaged.store(true, ordering: .releasing)
            damageCount.add(1, ordering: .releasing)
            return
        }
        // Not one of ours: the instruction is run again and ends the program as usual.
        signal(SIGBUS, SIG_DFL)
    }
}
