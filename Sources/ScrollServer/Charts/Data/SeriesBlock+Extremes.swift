// The extremes within a block, from its pyramid.

/// The types of a block's values; both convert to Float64 exactly.
protocol BlockElement {
    var exact: Double { get }
}

extension Double: BlockElement {
    @inline(__always) var exact: Double { self }
}

extension Float: BlockElement {
    @inline(__always) var exact: Double { Double(self) }
}

/// An end of some points.
enum SeriesEnd {
    case first, last
}

extension SeriesBlock {
    /// The smallest and the largest value of the points `range`, which must be published.
    ///
    /// O(log capacity).
    func extent(line: Int, _ range: Range<Int>) -> ValueExtent {
        precondition(range.lowerBound >= 0 && range.upperBound <= form.capacity)
        let capacity = form.capacity
        return readElements(
            line: line, single: { Self.extent($0, range, capacity) },
            double: { Self.extent($0, range, capacity) })
    }

    /// The value of the first or the last point of `range` that is no gap; nil where there is none.
    ///
    /// O(log capacity).
    func value(at end: SeriesEnd, line: Int, in range: Range<Int>) -> Double? {
        precondition(range.lowerBound >= 0 && range.upperBound <= form.capacity)
        let capacity = form.capacity
        switch end {
        case .first:
            return readElements(
                line: line, single: { Self.firstValue($0, range, capacity) },
                double: { Self.firstValue($0, range, capacity) })
        case .last:
            return readElements(
                line: line, single: { Self.lastValue($0, range, capacity) },
                double: { Self.lastValue($0, range, capacity) })
        }
    }

    /// `elements` holds `capacity` values, then pairs of extremes, level by level: entry e of a level is at `2 · e` of
    /// it.
    @inline(__always)
    private static func extent<Element: BlockElement>(
        _ elements: Span<Element>, _ range: Range<Int>, _ capacity: Int
    ) -> ValueExtent {
        var extent = ValueExtent()
        var (first, end) = (range.lowerBound, range.upperBound)
        var inner = ((first + 15) / 16, end / 16)
        if capacity <= 16 || inner.0 >= inner.1 {
            for index in first..<end { extent.add(elements[index].exact) }
            return extent
        }
        for index in first..<inner.0 * 16 { extent.add(elements[index].exact) }
        for index in inner.1 * 16..<end { extent.add(elements[index].exact) }
        var level = capacity
        var count = capacity / 16
        while true {
            (first, end) = inner
            inner = ((first + 15) / 16, end / 16)
            let isLast = count <= 16 || inner.0 >= inner.1
            add(elements, level, isLast ? first..<end : first..<inner.0 * 16, to: &extent)
            if isLast { return extent }
            add(elements, level, inner.1 * 16..<end, to: &extent)
            level += 2 * count
            count /= 16
        }
    }

    @inline(__always)
    private static func add<Element: BlockElement>(
        _ elements: Span<Element>, _ level: Int, _ entries: Range<Int>, to extent: inout ValueExtent
    ) {
        let pairs = elements.extracting(level + 2 * entries.lowerBound..<level + 2 * entries.upperBound)
        for entry in 0..<entries.count {
            extent.add(ValueExtent(min: pairs[2 * entry].exact, max: pairs[2 * entry + 1].exact))
        }
    }

    @inline(__always)
    private static func firstValue<Element: BlockElement>(
        _ elements: Span<Element>, _ range: Range<Int>, _ capacity: Int
    ) -> Double? {
        var index = range.lowerBound
        while index < range.upperBound {
            let value = elements[index].exact
            if value == value { return value }
            index += 1
            // At the start of a group without values: skip the largest such group.
            var (level, count, size) = (capacity, capacity / 16, 16)
            var next = index
            while count > 1, index % size == 0, index + size <= range.upperBound {
                let group = index / size
                guard elements[level + 2 * group].exact > elements[level + 2 * group + 1].exact else { break }
                next = index + size
                level += 2 * count
                (count, size) = (count / 16, size * 16)
            }
            index = next
        }
        return nil
    }

    @inline(__always)
    private static func lastValue<Element: BlockElement>(
        _ elements: Span<Element>, _ range: Range<Int>, _ capacity: Int
    ) -> Double? {
        var end = range.upperBound
        while end > range.lowerBound {
            let value = elements[end - 1].exact
            if value == value { return value }
            end -= 1
            var (level, count, size) = (capacity, capacity / 16, 16)
            var next = end
            while count > 1, end % size == 0, end - size >= range.lowerBound {
                let group = end / size - 1
                guard elements[level + 2 * group].exact > elements[level + 2 * group + 1].exact else { break }
                next = end - size
                level += 2 * count
                (count, size) = (count / 16, size * 16)
            }
            end = next
        }
        return nil
    }
}
