// Reading a mapped file that has become shorter must not end the program.

import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Knows the mappings of files. Where a page cannot be read (the file was cut short, or the disk fails), the system
/// sends SIGBUS: then the page is replaced by zeros, and the mapping counts as damaged. Whoever reads it must ask
/// `isDamaged` afterwards, and throw away what came of it.
package enum MappingGuard {
    /// The most mappings at a time.
    static let capacity = 32_768

    private struct Region: ~Copyable {
        /// The first address and the one behind the last; 0 in a free place.
        let start = Atomic<UInt>(0)
        let end = Atomic<UInt>(0)
        let isDamaged = Atomic(false)
    }

    /// Not checked by the compiler, since the signal handler may take no lock: the memory is never released, and its
    /// parts are atomic.
    nonisolated(unsafe) private static let regions: UnsafeMutablePointer<Region> = {
        let regions = UnsafeMutablePointer<Region>.allocate(capacity: capacity)
        for place in 0..<capacity { (regions + place).initialize(to: Region()) }
        return regions
    }()
    /// Places that have ever been used: the handler looks at no others.
    private static let used = Atomic(0)
    /// Mappings damaged so far: while this is 0, nothing needs to be looked at.
    private static let damageCount = Atomic(0)
    private static let pageByteCount = UInt(max(4096, sysconf(Int32(_SC_PAGESIZE))))
    /// Whether the handler is there; set once.
    private static let isReady: Bool = {
        _ = (regions, pageByteCount)
        var action = sigaction()
        #if canImport(Darwin)
            action.__sigaction_u.__sa_sigaction = { _, info, _ in handle(info?.pointee.si_addr) }
        #else
            action.__sigaction_handler.sa_sigaction = { _, info, _ in
                handle(info?.pointee._sifields._sigfault.si_addr)
            }
        #endif
        action.sa_flags = Int32(SA_SIGINFO) | Int32(SA_NODEFER)
        return sigaction(SIGBUS, &action, nil) == 0
    }()

    /// Watches over a mapping until `forget` is called with the result. O(capacity) at worst.
    ///
    /// - Returns: nil when there is no room for another one: then the file must not be mapped.
    package static func watch(_ base: UnsafeMutableRawPointer, byteCount: Int) -> Int? {
        guard isReady else { return nil }
        let start = UInt(bitPattern: base)
        for place in 0..<capacity {
            let region = regions + place
            guard region.pointee.start.load(ordering: .relaxed) == 0,
                region.pointee.start.compareExchange(expected: 0, desired: start, ordering: .acquiringAndReleasing)
                    .exchanged
            else { continue }
            region.pointee.isDamaged.store(false, ordering: .relaxed)
            region.pointee.end.store(start + UInt(byteCount), ordering: .releasing)
            var seen = used.load(ordering: .relaxed)
            while seen <= place {
                let (isDone, now) = used.compareExchange(
                    expected: seen, desired: place + 1, ordering: .acquiringAndReleasing)
                if isDone { break }
                seen = now
            }
            return place
        }
        return nil
    }

    /// Ends the watch. Call it before the memory is unmapped.
    package static func forget(_ place: Int) {
        (regions + place).pointee.end.store(0, ordering: .relaxed)
        (regions + place).pointee.start.store(0, ordering: .releasing)
    }

    /// Whether any mapping has ever been damaged.
    package static var isAnyDamaged: Bool { damageCount.load(ordering: .acquiring) > 0 }

    /// Whether a page of this mapping could not be read.
    package static func isDamaged(_ place: Int) -> Bool {
        (regions + place).pointee.isDamaged.load(ordering: .acquiring)
    }

    /// Counts damage that was found in another way, so that it is looked for.
    package static func note() { damageCount.add(1, ordering: .releasing) }

    /// The signal handler. Calls nothing that POSIX does not allow here, and allocates nothing.
    private static func handle(_ address: UnsafeMutableRawPointer?) {
        let wanted = UInt(bitPattern: address)
        for place in 0..<used.load(ordering: .acquiring) {
            let region = regions + place
            guard wanted >= region.pointee.start.load(ordering: .relaxed),
                wanted < region.pointee.end.load(ordering: .relaxed)
            else { continue }
            let page = UnsafeMutableRawPointer(bitPattern: wanted & ~(pageByteCount - 1))
            #if canImport(Darwin)
                let flags = MAP_PRIVATE | MAP_ANON | MAP_FIXED
            #else
                let flags = MAP_PRIVATE | Int32(MAP_ANONYMOUS) | MAP_FIXED
            #endif
            guard mmap(page, Int(pageByteCount), PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED else { break }
            region.pointee.isDamaged.store(true, ordering: .releasing)
            damageCount.add(1, ordering: .releasing)
            return
        }
        // Not ours: the instruction is run again and ends the program as usual.
        signal(SIGBUS, SIG_DFL)
    }
}
