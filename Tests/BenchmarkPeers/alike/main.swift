// How well copies are found, and how quickly a million; Tests/BenchmarkPeers/alike.py builds and runs it.

import Foundation

/// One picture of the set that alike.py makes.
struct Sample {
    static let byteCount = 16 + 768
    let number: Int
    let kind: Int
    let peerHash: UInt64
    let pixels: [UInt8]

    init(_ bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes)
        func integer(_ range: Range<Int>) -> UInt64 { range.reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) } }
        number = Int(integer(0..<4))
        kind = Int(integer(4..<8))
        peerHash = integer(8..<16)
        pixels = Array(bytes[16...])
    }
}

let kinds = ["original", "resized 50 %", "JPEG, quality 40", "cropped by 3 %", "turned by 90°", "greyed"]

/// Prints precision, recall of all kinds, and recall of each kind: a copy counts as found beside its original.
func report(_ name: String, _ samples: [Sample], _ groupOf: [UInt32]) {
    var originals: [Int: UInt32] = [:]
    for (sample, group) in zip(samples, groupOf) where sample.kind == 0 { originals[sample.number] = group }
    var members: [UInt32: [Int: Int]] = [:]
    var found = [Int](repeating: 0, count: kinds.count)
    for (sample, group) in zip(samples, groupOf) {
        if originals[sample.number] == group { found[sample.kind] += 1 }
        members[group, default: [:]][sample.number, default: 0] += 1
    }
    let (right, all) = members.values.reduce((0, 0)) { sum, counts in
        let count = counts.values.reduce(0, +)
        return (sum.0 + counts.values.reduce(0) { $0 + $1 * ($1 - 1) / 2 }, sum.1 + count * (count - 1) / 2)
    }
    line(name, Double(right) / Double(max(all, 1)), found, originals.count)
}

/// Prints the same for a hash without groups: pairs within a number of bits.
func report(peerWithin most: Int, _ samples: [Sample]) {
    let originals = samples.filter { $0.kind == 0 }
    var found = [Int](repeating: 0, count: kinds.count)
    for sample in samples {
        let hash = originals[sample.number].peerHash
        if (sample.peerHash ^ hash).nonzeroBitCount <= most { found[sample.kind] += 1 }
    }
    var (right, all) = (0, 0)
    for (index, one) in samples.enumerated() {
        for other in samples[(index + 1)...] where (one.peerHash ^ other.peerHash).nonzeroBitCount <= most {
            all += 1
            if one.number == other.number { right += 1 }
        }
    }
    line("imagededup PHash, \(most) bits", Double(right) / Double(max(all, 1)), found, originals.count)
}

func line(_ name: String, _ precision: Double, _ found: [Int], _ count: Int) {
    let share = found.dropFirst().map { Double($0) / Double(count) }
    let figures = [precision, share.reduce(0, +) / Double(share.count)] + share
    print("| \(name) | " + figures.map { String(format: "%.3f", $0) }.joined(separator: " | ") + " |")
}

/// Returns the groups of samples by the program's own code.
func groups(_ samples: [Sample]) -> [UInt32] {
    var looks = LookColumn()
    for (row, sample) in samples.enumerated() { looks.set(Look(pixels: sample.pixels), row: UInt32(row)) }
    let thumbnails = samples.map { LookThumbnail(pixels: $0.pixels) }
    let found = AlikeFinder(looks).groups { row, first in
        guard let one = thumbnails[Int(row)], let other = thumbnails[Int(first)] else { return false }
        return one.shows(other)
    }
    return Array((found ?? []).prefix(samples.count))
}

/// Measures a million looks: blends of two pictures of the set, or all equal.
func measureMillion(_ samples: [Sample], _ name: String, distinct: Int) {
    let count = 1_000_000
    var generator = SystemRandomNumberGenerator()
    var looks = LookColumn()
    for row in 0..<count {
        if row < distinct {
            let one = samples[Int.random(in: 0..<samples.count, using: &generator)].pixels
            let other = samples[Int.random(in: 0..<samples.count, using: &generator)].pixels
            let share = Int.random(in: 32...224, using: &generator)
            let blend = zip(one, other).map { UInt8((Int($0) * share + Int($1) * (256 - share)) >> 8) }
            looks.set(Look(pixels: blend), row: UInt32(row))
        } else {
            looks.set(looks[UInt32(row % distinct)], row: UInt32(row))
        }
    }
    var confirmed = 0
    // The processor's time, since one core does it all.
    let start = clock()
    let found = AlikeFinder(looks).groups { _, _ in
        confirmed += 1
        return distinct < count
    }
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    let first = Set(found ?? []).subtracting([AlikeFinder.none]).count
    print("| \(name) | \(String(format: "%.1f s", seconds)) | \(first) | \(confirmed) |")
}

guard CommandLine.arguments.count == 2, let data = FileManager.default.contents(atPath: CommandLine.arguments[1]) else {
    print("usage: alike SET")
    exit(1)
}
let bytes = [UInt8](data)
let samples = stride(from: 0, to: bytes.count - Sample.byteCount + 1, by: Sample.byteCount).map {
    Sample(bytes[$0..<$0 + Sample.byteCount])
}
print("\(samples.count / kinds.count) pictures with five copies each\n")
print("| | precision | recall | " + kinds.dropFirst().joined(separator: " | ") + " |")
print("| --- |" + String(repeating: " --- |", count: kinds.count + 1))
report("ScrollServer", samples, groups(samples))
for most in [4, 8, 10] { report(peerWithin: most, samples) }
print("\n| a million pictures | time | groups | pixels compared |\n| --- | --- | --- | --- |")
measureMillion(samples, "distinct", distinct: 1_000_000)
measureMillion(samples, "each ten times", distinct: 100_000)
measureMillion(samples, "all equal", distinct: 1)
