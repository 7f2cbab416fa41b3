// What the columns of codes and of numbers have in common.

/// The values of a column in the rows of one chunk, stored one by one where they are few, else in arrays.
protocol ColumnChunk: Sendable {
    associatedtype Value: Equatable & Sendable
    /// Stands for "no value".
    static var none: Value { get }

    /// A chunk without values.
    init()
    /// In use as long as all arrays are empty.
    var few: FewRows<Value> { get set }
    var isFew: Bool { get }
    /// Number of rows for which memory is allocated.
    var storedCount: Int { get }
    subscript(index: Int) -> Value { get }
    /// Sets a value in one of the arrays.
    mutating func spread(_ value: Value, at index: Int)
}

extension ColumnChunk {
    /// The same chunk with its values in one of the arrays; O(rows) where they are few.
    fileprivate var spread: Self {
        guard few.count > 0 else { return self }
        var chunk = Self()
        few.forEachFromLast { chunk.spread($1, at: $0) }
        return chunk
    }

    fileprivate mutating func set(_ value: Value, at index: Int) {
        guard isFew else { return spread(value, at: index) }
        few.set(value == Self.none ? nil : value, at: index)
        if few.count > FewRows<Value>.limit { self = spread }
    }
}

/// A value for each row, or none.
struct ChunkedColumn<Chunk: ColumnChunk>: Sendable {
    /// Stands for "no value".
    static var none: Chunk.Value { Chunk.none }

    private var chunks: [Chunk] = []

    /// Number of rows for which memory is allocated.
    var storedCount: Int { chunks.reduce(0) { $0 + $1.storedCount } }

    /// Whether no row has ever had a value.
    var isEmpty: Bool { chunks.isEmpty }
    var chunkCount: Int { chunks.count }

    /// The chunk of this number, its values in one of its arrays; nil where it has none.
    ///
    /// O(1), or O(rows) where few rows have a value.
    func chunk(_ number: Int) -> Chunk? { number < chunks.count ? chunks[number].spread : nil }

    /// The value of a row; `none` also for rows that were never set.
    subscript(row: Int) -> Chunk.Value {
        let chunk = row >> RowChunk.bits
        return chunk < chunks.count ? chunks[chunk][row & (RowChunk.count - 1)] : Self.none
    }

    /// Sets the value of a row, in O(1) unless it copies a chunk that a snapshot holds or whose values become wider.
    mutating func set(_ value: Chunk.Value, row: Int) {
        let chunk = row >> RowChunk.bits
        if chunk >= chunks.count {
            if value == Self.none { return }
            chunks.append(contentsOf: repeatElement(Chunk(), count: chunk + 1 - chunks.count))
        }
        chunks[chunk].set(value, at: row & (RowChunk.count - 1))
    }
}
