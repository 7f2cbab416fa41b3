"""The proof: nine groups of measurements beside other programs; see Tests/Benchmarks/run."""
