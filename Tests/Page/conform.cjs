// Holds samples against wire.d.ts, for WireTypeTests. The samples are a TypeScript file of constants, each with its type.
// Prints the compiler's errors, and the members of the types that no sample has.
//
// Usage: node conform.cjs samples.ts

const compiler = require("./compiler.cjs");

const { ts, types } = compiler;
const samples = process.argv[2];
const program = compiler.program([samples]);
const checker = program.getTypeChecker();

for (const { file, start, messageText } of ts.getPreEmitDiagnostics(program)) {
  const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
  // The last lines name the member; those before them, the whole object.
  const reasons = ts.flattenDiagnosticMessageText(messageText, "\n").split("\n").slice(-2);
  console.log(`error ${line} ${reasons.map(text => text.trim().slice(0, 300)).join(" ")}`);
}

/** The declarations of members that some sample has. */
const seen = new Set();
function look(node) {
  if (ts.isPropertyAssignment(node)) {
    const type = checker.getContextualType(node.parent);
    for (const kind of type?.types ?? [type]) {
      const member = kind && checker.getPropertyOfType(kind, node.name.text);
      for (const declaration of member?.declarations ?? []) seen.add(declaration);
    }
  }
  ts.forEachChild(node, look);
}
look(program.getSourceFile(samples));

function list(node, names) {
  const own = node.name?.text ? [...names, node.name.text] : names;
  // A member of type undefined says that another kind has it.
  const isNone = node.type?.kind === ts.SyntaxKind.UndefinedKeyword;
  if (ts.isPropertySignature(node) && !isNone && !seen.has(node)) console.log(`unseen ${own.slice(1).join(".")}`);
  ts.forEachChild(node, child => list(child, own));
}
list(program.getSourceFile(types), []);
