// The tree's nodes: making, splitting, joining.

extension ExtentTree {
    /// A new empty leaf.
    mutating func makeLeaf() -> Int32 {
        if let free = freeLeaves.popLast() { return free }
        var leaf: [Double] = []
        // The first one grows as needed, since many trees are small.
        if !leaves.isEmpty { leaf.reserveCapacity(Self.leafCapacity) }
        leaves.append(leaf)
        return Int32(leaves.count - 1)
    }

    /// A new inner node without children.
    mutating func makeInner() -> Int32 {
        if let free = freeInners.popLast() { return free }
        sums.append(contentsOf: repeatElement(0, count: Self.innerCapacity))
        counts.append(contentsOf: repeatElement(0, count: Self.innerCapacity))
        children.append(contentsOf: repeatElement(0, count: Self.innerCapacity))
        innerUsed.append(0)
        return Int32(innerUsed.count - 1)
    }

    /// The number of items below a node and the sum of their lengths.
    private func totals(of node: Int32, level: Int) -> (count: Int, sum: Double) {
        if level == 0 { return (leaves[Int(node)].count, leaves[Int(node)].reduce(0, +)) }
        let base = Int(node) * Self.innerCapacity
        let used = base..<base + Int(innerUsed[Int(node)])
        return (counts[used].reduce(0, +), sums[used].reduce(0, +))
    }

    /// Inserts below `node`.
    ///
    /// `isLast` says that no node of this level lies to its right.
    ///
    /// - Returns: the node that was split off to the right, if there was no room.
    mutating func insert(_ length: Double, at index: Int, into node: Int32, level: Int, isLast: Bool) -> Int32? {
        if level == 0 { return insert(length, at: index, intoLeaf: node, isLast: isLast) }
        var rest = index
        let entry = descend(node, to: &rest)
        let position = Int(node) * Self.innerCapacity + entry
        let child = children[position]
        let isLastChild = entry == Int(innerUsed[Int(node)]) - 1
        let sibling = insert(length, at: rest, into: child, level: level - 1, isLast: isLast && isLastChild)
        guard let sibling else {
            counts[position] += 1
            sums[position] += length
            return nil
        }
        (counts[position], sums[position]) = totals(of: child, level: level - 1)
        return insert(child: sibling, level: level, at: entry + 1, into: node, isLast: isLast)
    }

    private mutating func insert(_ length: Double, at index: Int, intoLeaf leaf: Int32, isLast: Bool) -> Int32? {
        let used = leaves[Int(leaf)].count
        if used < Self.leafCapacity - (isLast && index == used ? Self.leafRoom : 0) {
            leaves[Int(leaf)].insert(length, at: index)
            return nil
        }
        let sibling = makeLeaf()
        // Appends leave full leaves behind; a split elsewhere leaves room in both halves.
        let kept = isLast && index == used ? used : used / 2
        leaves[Int(sibling)].append(contentsOf: leaves[Int(leaf)][kept...])
        leaves[Int(leaf)].removeLast(used - kept)
        if index <= kept, kept < Self.leafCapacity {
            _ = insert(length, at: index, intoLeaf: leaf, isLast: false)
        } else {
            _ = insert(length, at: index - kept, intoLeaf: sibling, isLast: false)
        }
        return sibling
    }

    private mutating func insert(child: Int32, level: Int, at entry: Int, into node: Int32, isLast: Bool) -> Int32? {
        let used = Int(innerUsed[Int(node)])
        if used < Self.innerCapacity {
            let base = Int(node) * Self.innerCapacity
            var position = base + used
            while position > base + entry {
                move(position - 1, to: position)
                position -= 1
            }
            children[position] = child
            (counts[position], sums[position]) = totals(of: child, level: level - 1)
            innerUsed[Int(node)] += 1
            return nil
        }
        let sibling = makeInner()
        let kept = isLast && entry == used ? used : used / 2
        let (from, to) = (Int(node) * Self.innerCapacity, Int(sibling) * Self.innerCapacity)
        for moved in kept..<used { move(from + moved, to: to + moved - kept) }
        innerUsed[Int(node)] = UInt8(kept)
        innerUsed[Int(sibling)] = UInt8(used - kept)
        if entry <= kept, kept < Self.innerCapacity {
            _ = insert(child: child, level: level, at: entry, into: node, isLast: false)
        } else {
            _ = insert(child: child, level: level, at: entry - kept, into: sibling, isLast: false)
        }
        return sibling
    }

    private mutating func move(_ from: Int, to: Int) {
        sums[to] = sums[from]
        counts[to] = counts[from]
        children[to] = children[from]
    }

    /// Puts a new root above the old one and the node that was split off it.
    mutating func grow(beside sibling: Int32) {
        let top = makeInner()
        let base = Int(top) * Self.innerCapacity
        for (entry, child) in [root, sibling].enumerated() {
            children[base + entry] = child
            (counts[base + entry], sums[base + entry]) = totals(of: child, level: height)
        }
        innerUsed[Int(top)] = 2
        root = top
        height += 1
    }

    /// Replaces the root by its only child, or by an empty leaf when it has no child.
    mutating func shrink() {
        let old = root
        if innerUsed[Int(old)] == 1 {
            root = children[Int(old) * Self.innerCapacity]
            height -= 1
        } else {
            root = makeLeaf()
            height = 0
        }
        innerUsed[Int(old)] = 0
        freeInners.append(old)
    }

    /// Removes an item below `node` and joins nodes that have become less than a quarter full.
    mutating func remove(at index: Int, from node: Int32, level: Int) -> Double {
        if level == 0 { return leaves[Int(node)].remove(at: index) }
        var rest = index
        let entry = descend(node, to: &rest)
        let position = Int(node) * Self.innerCapacity + entry
        let removed = remove(at: rest, from: children[position], level: level - 1)
        counts[position] -= 1
        sums[position] -= removed
        let capacity = level == 1 ? Self.leafCapacity : Self.innerCapacity
        if used(of: children[position], level: level - 1) < capacity / 4 { rebalance(entry, of: node, level: level) }
        return removed
    }

    private func used(of node: Int32, level: Int) -> Int {
        level == 0 ? leaves[Int(node)].count : Int(innerUsed[Int(node)])
    }

    /// Removes the child at `entry` if it is empty; otherwise joins it with a neighbour if both together fill at most
    /// three quarters of a node, so that the next insertion does not split them again.
    private mutating func rebalance(_ entry: Int, of node: Int32, level: Int) {
        let base = Int(node) * Self.innerCapacity
        if used(of: children[base + entry], level: level - 1) == 0 {
            drop(entry, of: node, level: level)
            return
        }
        let capacity = level == 1 ? Self.leafCapacity : Self.innerCapacity
        for left in [entry - 1, entry] where left >= 0 && left + 1 < Int(innerUsed[Int(node)]) {
            let (first, second) = (children[base + left], children[base + left + 1])
            let (a, b) = (used(of: first, level: level - 1), used(of: second, level: level - 1))
            guard a + b <= capacity * 3 / 4 else { continue }
            if level == 1 {
                leaves[Int(first)].append(contentsOf: leaves[Int(second)])
            } else {
                let (to, from) = (Int(first) * capacity + a, Int(second) * capacity)
                for moved in 0..<b { move(from + moved, to: to + moved) }
                innerUsed[Int(first)] += UInt8(b)
            }
            counts[base + left] += counts[base + left + 1]
            sums[base + left] += sums[base + left + 1]
            drop(left + 1, of: node, level: level)
            return
        }
    }

    private mutating func drop(_ entry: Int, of node: Int32, level: Int) {
        let base = Int(node) * Self.innerCapacity
        let child = children[base + entry]
        if level == 1 {
            leaves[Int(child)].removeAll(keepingCapacity: true)
            freeLeaves.append(child)
        } else {
            innerUsed[Int(child)] = 0
            freeInners.append(child)
        }
        for position in base + entry..<base + Int(innerUsed[Int(node)]) - 1 { move(position + 1, to: position) }
        innerUsed[Int(node)] -= 1
    }
}
