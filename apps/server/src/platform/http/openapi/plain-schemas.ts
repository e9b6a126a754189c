/** A part of the document: an object of JSON. */
export type Part = Readonly<Record<string, unknown>>;

export const isPart = (value: unknown): value is Part =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Keywords that another name of the same limit says already, by the values that say nothing. */
const SAYS_NOTHING: Readonly<Record<string, unknown>> = {
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};
/** A marker of the generator for its own clients. */
const MARKER = "x-native-type";
/** What the generator says of each query parameter: that it may be empty (deprecated), and unescaped, which is not so. */
const OF_PARAMETERS = new Set(["allowEmptyValue", "allowReserved"]);
/** Formats that say all that the pattern beside them says. */
const FORMATS = new Set<unknown>(["date-time", "date", "uuid", "email"]);

/** The names of an object's properties are texts in any case. */
const ANY_NAME = JSON.stringify({ type: "string" });
/** Whether the values of a schema are listed: their type is seen. */
const hasOnlyTexts = ({ enum: values, const: value }: Part) =>
  typeof value === "string" || (Array.isArray(values) && values.every((each) => typeof each === "string"));

const saysNothing = (name: string, part: unknown, schema: Part) =>
  part === undefined ||
  name === MARKER ||
  name === "$schema" ||
  (OF_PARAMETERS.has(name) && schema["in"] === "query") ||
  // Of parameters and bodies: those that are needed say so.
  (name === "required" && part === false && ("in" in schema || "content" in schema)) ||
  (name === "pattern" && FORMATS.has(schema["format"])) ||
  (name === "type" && part === "string" && hasOnlyTexts(schema)) ||
  (name === "propertyNames" && JSON.stringify(part) === ANY_NAME) ||
  (name in SAYS_NOTHING && part === SAYS_NOTHING[name]);

/** The document without markers of the generator, without limits that each integer of JSON has, and with plain unions. */
export function plainSchemas(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainSchemas);
  if (!isPart(value)) return value;
  const kept = Object.entries(value)
    .filter(([name, part]) => !saysNothing(name, part, value))
    .map(([name, part]) => [name, plainSchemas(part)] as const);
  return plainUnion(Object.fromEntries(kept));
}

/** A union without unions inside and without repetitions; `["string", "null"]` in place of a union of both types. */
function plainUnion(schema: Part): Part {
  const { anyOf, ...others } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const flat = anyOf.flatMap((option: unknown) =>
    isPart(option) && Array.isArray(option["anyOf"]) && Object.keys(option).length === 1
      ? (option["anyOf"] as unknown[])
      : [option],
  );
  const options = [...new Map(flat.map((option) => [JSON.stringify(option), option])).values()].filter(isPart);
  const [one, other] = options;
  if (options.length === 1) return { ...one, ...others };
  const isNullable = options.length === 2 && other?.["type"] === "null" && typeof one?.["type"] === "string";
  // A list of values or an object with null beside it stays a union: its values or fields have a name of their own.
  if (isNullable && !("enum" in one) && !("const" in one) && one["type"] !== "object")
    return { ...one, ...others, type: [one["type"], "null"] };
  return { ...others, anyOf: options };
}
