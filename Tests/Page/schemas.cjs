// Writes the types of wire.d.ts as JSON Schemas (2020-12), for the description of the API: one line for each, its name and the
// schema. `.ci/embed-schemas` puts them into a Swift source.
//
// Usage: node schemas.cjs

const { ts, types, program } = require("./compiler.cjs");

const wire = program([]);
const checker = wire.getTypeChecker();
const declarations = new Map();
ts.forEachChild(wire.getSourceFile(types), node => {
  if (!ts.isModuleDeclaration(node)) return;
  ts.forEachChild(node.body, declaration => {
    if (!declaration.name) return;
    const known = declarations.get(declaration.name.text) ?? [];
    declarations.set(declaration.name.text, [...known, declaration]);
  });
});

/** Types that only serve to write others down. */
const isGeneric = declaration => (declaration.typeParameters ?? []).length > 0;

/** Whether a node names a type parameter anywhere, so that only the checker knows what it is. */
const isOpen = node => {
  if (ts.isTypeReferenceNode(node)) {
    const symbol = checker.getSymbolAtLocation(node.typeName);
    if (symbol && symbol.flags & ts.SymbolFlags.TypeParameter) return true;
  }
  return ts.forEachChild(node, child => isOpen(child) || undefined) ?? false;
};

const described = (schema, node) => {
  const text = ts.getJSDocCommentsAndTags(node).map(one => ts.getTextOfJSDocComment(one.comment)).filter(Boolean).at(-1);
  if (!text) return schema;
  // Siblings of a reference are allowed in 2020-12.
  return { ...schema, description: text.replace(/\s+/g, " ") };
};

/** One schema for kinds of the same thing, which have at least three members in common; else nothing. */
function merged(schemas) {
  if (schemas.length < 2 || !schemas.every(schema => schema.properties)) return null;
  const required = schemas[0].required?.filter(name => schemas.every(schema => schema.required?.includes(name))) ?? [];
  if (required.length < 3) return null;
  const properties = {};
  for (const schema of schemas) {
    for (const [name, own] of Object.entries(schema.properties)) {
      const known = (properties[name] ??= []);
      if (!known.some(one => JSON.stringify(one) === JSON.stringify(own))) known.push(own);
    }
  }
  for (const name in properties) properties[name] = union(properties[name]);
  return { type: "object", properties, required };
}

/** The schema of a union, with constants in one list. */
function union(kinds) {
  const schemas = kinds.flatMap(schema => schema.anyOf && !schema.description ? schema.anyOf : [schema]);
  const one = merged(schemas);
  if (one) return one;
  const isNull = schema => schema.type === "null";
  const words = schemas.filter(schema => typeof schema.const === "string" || schema.enum);
  const others = schemas.filter(schema => !words.includes(schema));
  const all = words.length > 1
    ? [{ type: "string", enum: [...new Set(words.flatMap(word => word.enum ?? [word.const]))] }, ...others] : schemas;
  if (all.length === 1) return all[0];
  const plain = all.filter(schema => !isNull(schema));
  if (plain.length === 1 && plain.length < all.length && typeof plain[0].type === "string" && !plain[0].enum) {
    return { ...plain[0], type: [plain[0].type, "null"] };
  }
  return { anyOf: all };
}

function ofNode(node) {
  switch (node.kind) {
    case ts.SyntaxKind.StringKeyword: return { type: "string" };
    case ts.SyntaxKind.NumberKeyword: return { type: "number" };
    case ts.SyntaxKind.BooleanKeyword: return { type: "boolean" };
  }
  if (ts.isParenthesizedTypeNode(node)) return ofNode(node.type);
  if (ts.isArrayTypeNode(node)) return { type: "array", items: ofNode(node.elementType) };
  if (ts.isUnionTypeNode(node)) return union(node.types.map(ofNode));
  if (ts.isLiteralTypeNode(node)) return ofType(checker.getTypeFromTypeNode(node));
  if (ts.isTypeReferenceNode(node)) {
    const name = node.typeName.getText();
    if (name === "Whole") return { type: "integer" };
    if (declarations.has(name) && !declarations.get(name).some(isGeneric)) return { $ref: `#/components/schemas/${name}` };
    if (name === "Record") return { type: "object", additionalProperties: ofNode(node.typeArguments[1]) };
  }
  return ofType(checker.getTypeFromTypeNode(node));
}

function ofType(type) {
  if (type.flags & ts.TypeFlags.Boolean) return { type: "boolean" };
  if (type.isUnion()) return union(type.types.map(ofType));
  if (type.isStringLiteral()) return { const: type.value };
  // Programs that make clients know no other constants.
  if (type.isNumberLiteral()) return { type: "integer", minimum: type.value, maximum: type.value };
  if (type.flags & ts.TypeFlags.BooleanLiteral) return { type: "boolean" };
  if (type.flags & ts.TypeFlags.Null) return { type: "null" };
  if (type.flags & ts.TypeFlags.String) return { type: "string" };
  if (type.flags & ts.TypeFlags.Number) return { type: "number" };
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) throw new Error(checker.typeToString(type));
  const [properties, required] = [{}, []];
  for (const member of checker.getPropertiesOfType(type)) {
    const own = checker.getTypeOfSymbol(member);
    // A member of type undefined says that another kind has it.
    if (checker.typeToString(own) === "undefined") continue;
    const [declaration] = member.declarations;
    const node = declaration.type;
    properties[member.name] = described(isOpen(node) ? ofType(own) : ofNode(node), declaration);
    if (!(member.flags & ts.SymbolFlags.Optional)) required.push(member.name);
  }
  return { type: "object", properties, ...(required.length ? { required } : {}) };
}

for (const [name, all] of [...declarations].sort(([one], [other]) => one < other ? -1 : 1)) {
  if (name === "Whole" || all.some(isGeneric)) continue;
  const [first] = all;
  const schema = ts.isTypeAliasDeclaration(first)
    ? ofNode(first.type) : ofType(checker.getDeclaredTypeOfSymbol(checker.getSymbolAtLocation(first.name)));
  console.log(`${name} ${JSON.stringify(described(schema, first))}`);
}
