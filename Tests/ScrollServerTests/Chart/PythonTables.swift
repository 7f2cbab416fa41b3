// Python's standard library as a writer of tables and a judge of them.

enum PythonTables {
    /// Whether there is a Python 3.
    static let isThere: Bool = (try? run("import csv, json, datetime")) != nil

    /// Whether there are numpy and Pillow.
    static let hasNumpy: Bool = (try? run("import numpy, PIL.Image")) != nil

    /// What a program prints.
    static func run(_ program: String) throws -> [UInt8] { try PythonOracle.run(program, input: []) }
}
