import fc from "fast-check";

/** The part of JSON Schema that the contract's inputs use. */
export interface Shape {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  items?: Shape | false;
  properties?: Record<string, Shape>;
  required?: string[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
}

const NUL = "\u0000";
const LONE_SURROGATE = "\ud800";

const oddText = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    NUL,
    `a${NUL}b`,
    LONE_SURROGATE,
    "%00",
    "\\",
    "'; --",
    "%_%",
    "\u202e",
    "../../x",
    "null",
    "-0",
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.nat(3).map((power) => "a".repeat(10 ** power * 9)),
);
const oddNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.5, 1e15, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e19, -1e300, 1e308, 5e-324),
  fc.integer(),
);
const oddMoment = fc.constantFrom(
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
  "+275760-09-13T00:00:00.000Z",
  "-271821-04-20T00:00:00Z",
  "2026-02-30T00:00:00Z",
  "2026-01-01T00:00:00+14:00",
  "yesterday",
);
const oddDay = fc.constantFrom("0000-01-01", "1000-01-01", "9999-12-31", "2028-02-29", "2026-02-30", "tomorrow");
const anything = fc.oneof(
  oddText,
  oddNumber,
  oddMoment,
  fc.boolean(),
  fc.constant(null),
  fc.array(oddText, { maxLength: 3 }),
  fc.object({ maxDepth: 2, maxKeys: 3 }),
);

/** Values that mostly match a schema, at and beyond its limits, and sometimes invalid ones. */
export function valuesFor(shape: Shape): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: fitting(shape) }, { weight: 1, arbitrary: anything });
}

function fitting(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map(fitting));
  if (shape.type === "array") return fc.array(shape.items ? valuesFor(shape.items) : anything, { maxLength: 4 });
  if (shape.type === "object") return fc.record(mapped(shape.properties ?? {}), { requiredKeys: [] });
  if (shape.type === "boolean") return fc.boolean();
  if (shape.type === "integer" || shape.type === "number") return numbers(shape);
  if (shape.type === "string") return texts(shape);
  return anything;
}

export const mapped = (properties: Record<string, Shape>): Record<string, fc.Arbitrary<unknown>> =>
  Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, valuesFor(shape)]));

function numbers({ minimum = -10, maximum = 1_000_000 }: Shape): fc.Arbitrary<unknown> {
  return fc.oneof(fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1, "7", "07", "1e3"), fc.nat(50), oddNumber);
}

const NEAR: Record<string, fc.Arbitrary<unknown>> = { "date-time": oddMoment, date: oddDay, uuid: fc.uuid() };

function texts({ maxLength = 60, format }: Shape): fc.Arbitrary<unknown> {
  const edge = fc.constantFrom("a".repeat(maxLength), "é".repeat(maxLength), "a".repeat(maxLength + 1));
  const near = NEAR[format ?? ""] ?? fc.webUrl();
  return fc.oneof(fc.string({ unit: "grapheme", maxLength: Math.min(maxLength, 30) }), edge, near, oddText);
}
