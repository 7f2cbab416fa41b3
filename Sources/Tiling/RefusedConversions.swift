// Refuses conversions of floating-point numbers that could end the program.
//
// The standard library's `Int(_: Double)` traps where a value does not fit. These declarations replace it within the
// package: the compiler reports each use as deprecated, and CI, where warnings are errors, refuses it. Use
// `init(clamping:)`.

extension Int {
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Double) { self.init(clamping: value) }
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Float) { self.init(clamping: value) }
}

extension Int64 {
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Double) { self.init(clamping: value) }
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Float) { self.init(clamping: value) }
}

extension Int32 {
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Double) { self.init(clamping: value) }
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Float) { self.init(clamping: value) }
}

extension Int16 {
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Double) { self.init(clamping: value) }
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Float) { self.init(clamping: value) }
}

extension Int8 {
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Double) { self.init(clamping: value) }
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Float) { self.init(clamping: value) }
}

extension UInt {
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Double) { self.init(clamping: value) }
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Float) { self.init(clamping: value) }
}

extension UInt64 {
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Double) { self.init(clamping: value) }
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Float) { self.init(clamping: value) }
}

extension UInt32 {
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Double) { self.init(clamping: value) }
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Float) { self.init(clamping: value) }
}

extension UInt16 {
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Double) { self.init(clamping: value) }
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Float) { self.init(clamping: value) }
}

extension UInt8 {
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Double) { self.init(clamping: value) }
    @available(*, deprecated, renamed: "init(clamping:)")
    package init(_ value: Float) { self.init(clamping: value) }
}
