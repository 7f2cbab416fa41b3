// Numbers for no value that appear only behind a table's sample.

extension ReadingProgress {
    /// Cells that show such numbers, and how far all others are from them; by column, none where there are none.
    ///
    /// O(lines · blocks), and the points of blocks that have one.
    var lateSentinels: [Int: [[UInt8]]] {
        guard case .cells = format.kind else { return [:] }
        var cells: [Int: [[UInt8]]] = [:]
        for (column, role) in format.roles.enumerated() {
            guard case .line(let measure) = role else { continue }
            let style = format.style(column)
            guard style.sentinels.isEmpty, style.duration == .none, !style.isBoolean else { continue }
            for line in stride(from: measure, to: format.lineCount, by: format.key?.measureCount ?? format.lineCount) {
                guard let (number, others) = sentinel(ofLine: line) else { continue }
                let text = [UInt8]("\(number)".utf8).map { $0 == UInt8(ascii: ".") ? style.decimal : $0 }
                let whole = number == number.rounded() ? Array(text.prefix { $0 != style.decimal }) : text
                // The nearest whole numbers around the others have no marks.
                let ends = [others.min.rounded(.down), others.max.rounded(.up)].map {
                    [UInt8]("\(Int(clamping: $0))".utf8)
                }
                cells[column] = [whole, whole] + ends
                break
            }
        }
        return cells
    }

    /// The number of a line that stands for no value, and the extremes of all others; nil where there is none.
    private func sentinel(ofLine line: Int) -> (number: Double, others: ValueExtent)? {
        let all = builder.extent(line: line)
        guard !all.isEmpty else { return nil }
        for number in [all.min, all.max] where Sentinel.isKnown(number) {
            var (count, others) = (0, ValueExtent())
            func add(_ block: SeriesBlock, _ points: Int) {
                for point in 0..<points {
                    let value = block.value(line: line, at: point)
                    if value == number {
                        count += 1
                    } else if !value.isNaN {
                        others.add(ValueExtent(min: value, max: value))
                    }
                }
            }
            for (index, block) in builder.blocks.enumerated() {
                let extent = builder.tree.extents[index, line]
                if extent.min == number || extent.max == number {
                    add(block, builder.capacity)
                } else {
                    others.add(extent)
                }
            }
            add(builder.tail, builder.tailCount)
            if count > 1, !others.isEmpty, others.max.magnitude < 1e15, others.min.magnitude < 1e15,
                Sentinel.isFar(number, from: others.min, others.max)
            {
                return (number, others)
            }
        }
        return nil
    }
}
