// TypeScript's compiler as a library, and the types of the wire.

const { realpathSync } = require("node:fs");
const { delimiter, dirname, join } = require("node:path");

/** The compiler that `tsc` runs: wherever that is installed, it lies beside it. */
function compiler() {
  for (const folder of process.env.PATH.split(delimiter)) {
    try {
      return require(join(dirname(realpathSync(join(folder, "tsc"))), "../lib/typescript.js"));
    } catch { /* It is in another folder. */ }
  }
  throw new Error("tsc is not installed");
}

const ts = compiler();
const types = join(__dirname, "wire.d.ts");

/** A program of the types and of other files. */
const program = (/** @type {string[]} */ files) =>
  ts.createProgram([...files, types], { strict: true, noEmit: true, types: [], lib: ["lib.es2022.d.ts"] });

module.exports = { ts, types, program };
