// The nodes of a handle tree: making, splitting and joining them.

extension HandleTree {
    /// Returns an empty leaf without a parent, reusing a freed one if possible.
    mutating func makeLeaf() -> UInt32 {
        if let free = freeLeaves.popLast() { return free }
        var leaf: [UInt32] = []
        // The first leaf grows as needed, since many sequences are short.
        if !leaves.isEmpty { leaf.reserveCapacity(Self.leafCapacity) }
        leaves.append(leaf)
        leafParent.append(Self.none)
        return UInt32(leaves.count - 1)
    }

    private mutating func makeInner() -> UInt32 {
        if let free = freeInners.popLast() { return free }
        counts.append(contentsOf: repeatElement(0, count: Self.innerCapacity))
        children.append(contentsOf: repeatElement(0, count: Self.innerCapacity))
        innerUsed.append(0)
        innerParent.append(Self.none)
        return UInt32(innerUsed.count - 1)
    }

    /// Makes an inner node with these children, which are at `level`.
    mutating func makeInner(of nodes: ArraySlice<(node: UInt32, count: Int)>, level: Int) -> UInt32 {
        let inner = makeInner()
        for (index, child) in nodes.enumerated() {
            children[Int(inner) * Self.innerCapacity + index] = child.node
            counts[Int(inner) * Self.innerCapacity + index] = child.count
            setParent(inner, of: child.node, level: level)
        }
        innerUsed[Int(inner)] = UInt8(nodes.count)
        return inner
    }

    // MARK: Splitting

    /// Moves the second half of a full leaf into a new leaf behind it.
    ///
    /// When an item is being appended nothing is moved, so that appending fills every leaf.
    mutating func splitLeaf(_ leaf: UInt32, isAppending: Bool) {
        let sibling = makeLeaf()
        let used = leaves[Int(leaf)].count
        let kept = isAppending ? used : used / 2
        move(from: leaf, kept..<used, to: sibling)
        insert(sibling, count: used - kept, behind: leaf, level: 0)
    }

    /// Moves the last handles of a leaf, those of `range`, to the end of another one.
    private mutating func move(from: UInt32, _ range: Range<Int>, to: UInt32) {
        for handle in leaves[Int(from)][range] { setLeaf(to, of: handle) }
        leaves[Int(to)].append(contentsOf: leaves[Int(from)][range])
        leaves[Int(from)].removeSubrange(range)
    }

    /// Inserts `sibling` into the tree behind `node`, both at `level`; `moved` items went from `node` to `sibling`.
    private mutating func insert(_ sibling: UInt32, count moved: Int, behind node: UInt32, level: Int) {
        var parent = parent(of: node, level: level)
        if parent == Self.none {
            parent = makeInner()
            let base = Int(parent) * Self.innerCapacity
            children[base] = node
            // The new root holds all items. A moved item is counted below `node` until `sibling` is inserted.
            counts[base] = total(below: node, level: level) + moved
            innerUsed[Int(parent)] = 1
            innerParent[Int(parent)] = Self.none
            setParent(parent, of: node, level: level)
            root = parent
            height += 1
        } else if Int(innerUsed[Int(parent)]) == Self.innerCapacity {
            splitInner(parent, level: level + 1)
            parent = self.parent(of: node, level: level)
        }
        let left = childIndex(of: node, in: parent)
        var childIndex = Int(parent) * Self.innerCapacity + Int(innerUsed[Int(parent)])
        while childIndex > left + 1 {
            (children[childIndex], counts[childIndex]) = (children[childIndex - 1], counts[childIndex - 1])
            childIndex -= 1
        }
        children[childIndex] = sibling
        counts[childIndex] = moved
        counts[left] -= moved
        innerUsed[Int(parent)] += 1
        setParent(parent, of: sibling, level: level)
    }

    private mutating func splitInner(_ node: UInt32, level: Int) {
        let sibling = makeInner()
        let used = Int(innerUsed[Int(node)])
        let kept = used / 2
        let (from, to) = (Int(node) * Self.innerCapacity, Int(sibling) * Self.innerCapacity)
        var moved = 0
        for index in kept..<used {
            (children[to + index - kept], counts[to + index - kept]) = (children[from + index], counts[from + index])
            moved += counts[from + index]
            setParent(sibling, of: children[from + index], level: level - 1)
        }
        innerUsed[Int(node)] = UInt8(kept)
        innerUsed[Int(sibling)] = UInt8(used - kept)
        insert(sibling, count: moved, behind: node, level: level)
    }

    private func total(below node: UInt32, level: Int) -> Int {
        if level == 0 { return leaves[Int(node)].count }
        let base = Int(node) * Self.innerCapacity
        return counts[base..<base + Int(innerUsed[Int(node)])].reduce(0, +)
    }

    private func parent(of node: UInt32, level: Int) -> UInt32 {
        level == 0 ? leafParent[Int(node)] : innerParent[Int(node)]
    }

    private mutating func setParent(_ parent: UInt32, of node: UInt32, level: Int) {
        if level == 0 { leafParent[Int(node)] = parent } else { innerParent[Int(node)] = parent }
    }

    // MARK: Joining

    /// Removes an empty leaf, or joins a leaf with a neighbour.
    ///
    /// Joins only if both fit into three quarters of a leaf, so that the next insertion does not split them again.
    mutating func rebalanceLeaf(_ leaf: UInt32) {
        let parent = leafParent[Int(leaf)]
        guard parent != Self.none else { return }
        if leaves[Int(leaf)].isEmpty { return drop(leaf, from: parent, level: 0) }
        guard
            let (left, right) = pair(
                for: leaf, in: parent, capacity: Self.leafCapacity, used: { leaves[Int($0)].count })
        else { return }
        let moved = leaves[Int(right)].count
        move(from: right, 0..<moved, to: left)
        let childIndex = childIndex(of: left, in: parent)
        counts[childIndex] += counts[childIndex + 1]
        drop(right, from: parent, level: 0)
    }

    private mutating func rebalanceInner(_ node: UInt32, level: Int) {
        let parent = innerParent[Int(node)]
        guard parent != Self.none else { return shrink() }
        if innerUsed[Int(node)] == 0 { return drop(node, from: parent, level: level) }
        guard Int(innerUsed[Int(node)]) < Self.innerCapacity / 4,
            let (left, right) = pair(
                for: node, in: parent, capacity: Self.innerCapacity, used: { Int(innerUsed[Int($0)]) })
        else { return }
        let (to, from) = (Int(left) * Self.innerCapacity + Int(innerUsed[Int(left)]), Int(right) * Self.innerCapacity)
        let moved = Int(innerUsed[Int(right)])
        for index in 0..<moved {
            (children[to + index], counts[to + index]) = (children[from + index], counts[from + index])
            setParent(left, of: children[from + index], level: level - 1)
        }
        innerUsed[Int(left)] += UInt8(moved)
        let childIndex = childIndex(of: left, in: parent)
        counts[childIndex] += counts[childIndex + 1]
        drop(right, from: parent, level: level)
    }

    /// Returns `node` and a neighbour of the same parent that can be joined, in order; nil when there is none.
    private func pair(
        for node: UInt32, in parent: UInt32, capacity: Int, used: (UInt32) -> Int
    ) -> (left: UInt32, right: UInt32)? {
        let base = Int(parent) * Self.innerCapacity
        let childIndex = childIndex(of: node, in: parent)
        for left in [childIndex - 1, childIndex] where left >= base && left + 1 < base + Int(innerUsed[Int(parent)]) {
            let (first, second) = (children[left], children[left + 1])
            if used(first) + used(second) <= capacity * 3 / 4 { return (first, second) }
        }
        return nil
    }

    /// Removes a child from its parent, after its items were removed or counted in a neighbour.
    private mutating func drop(_ child: UInt32, from parent: UInt32, level: Int) {
        let gone = childIndex(of: child, in: parent)
        let last = Int(parent) * Self.innerCapacity + Int(innerUsed[Int(parent)]) - 1
        for childIndex in gone..<last {
            (children[childIndex], counts[childIndex]) = (children[childIndex + 1], counts[childIndex + 1])
        }
        innerUsed[Int(parent)] -= 1
        if level == 0 {
            leaves[Int(child)].removeAll(keepingCapacity: true)
            freeLeaves.append(child)
        } else {
            innerUsed[Int(child)] = 0
            freeInners.append(child)
        }
        rebalanceInner(parent, level: level + 1)
    }

    /// Replaces the root by its only child, repeatedly; a root without children becomes an empty leaf.
    private mutating func shrink() {
        while height > 0, innerUsed[Int(root)] <= 1 {
            let old = root
            if innerUsed[Int(old)] == 1 {
                root = children[Int(old) * Self.innerCapacity]
                height -= 1
            } else {
                root = makeLeaf()
                height = 0
            }
            setParent(Self.none, of: root, level: height)
            innerUsed[Int(old)] = 0
            freeInners.append(old)
        }
    }
}
