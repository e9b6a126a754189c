import { z } from "zod";

type AnySchema = z.core.$ZodType;
/** The schemas inside one, under the names that its definition has for them. */
type Parts = Record<string, unknown>;

/** One strict schema for each schema that several inputs share. */
const known = new WeakMap<AnySchema, AnySchema>();

/**
 * The same schema, in which every object, however deep inside, refuses fields that it does not name. A record takes any
 * name that its key allows, as before.
 * @throws Error for an intersection: its sides would refuse each other's fields.
 */
export function strictInput<Schema extends AnySchema>(schema: Schema): Schema {
  const made = known.get(schema);
  if (made) return made as Schema;
  const { def } = schema._zod;
  const parts = strictParts(schema as unknown as z.core.$ZodTypes);
  const changed = Object.entries(parts).some(([name, part]) => (def as unknown as Parts)[name] !== part);
  const strict = changed ? z.core.clone(schema, { ...def, ...parts } as typeof def) : schema;
  known.set(schema, strict);
  known.set(strict, strict);
  return strict;
}

function strictParts({ _zod: { def } }: z.core.$ZodTypes): Parts {
  switch (def.type) {
    case "object":
      return {
        shape: Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, strictInput(field)])),
        catchall: def.catchall ?? z.never(),
      };
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return { innerType: strictInput(def.innerType) };
    case "array":
      return { element: strictInput(def.element) };
    case "tuple":
      return { items: def.items.map((item) => strictInput(item)), rest: def.rest && strictInput(def.rest) };
    case "union":
      return { options: def.options.map((option) => strictInput(option)) };
    case "record":
      return { valueType: strictInput(def.valueType) };
    case "pipe":
      return { in: strictInput(def.in), out: strictInput(def.out) };
    case "intersection":
    case "lazy":
      throw new Error(`An input cannot have a schema of the kind ${def.type}.`);
    default:
      return {};
  }
}
