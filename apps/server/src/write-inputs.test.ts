import type { AnyContractProcedure } from "@orpc/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Sample } from "./testing/access-samples.ts";
import { pathParameters } from "./testing/operation-input.ts";
import { operations, sharedApi } from "./testing/operations.ts";
import { someRows } from "./testing/rows-for-calls.ts";

const { services, api, root } = await sharedApi();
/** No call changes it: each is refused before it does. */
const rows = await someRows(services);

const UNKNOWN = "unknown_field";

interface WrongInput {
  /** What is wrong, for the message of the test. */
  what: string;
  /** The field that the answer names. */
  field: string;
  /** What the message about it says. */
  says: RegExp;
  body: object;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const withField = (body: object, name: string, value: unknown) => ({ ...body, [name]: value });
const without = (body: object, name: string) =>
  Object.fromEntries(Object.entries(body).filter(([field]) => field !== name));

/** A schema without what may be around it: whether it can be left out, a default. */
function inner(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  return "innerType" in def ? inner(def.innerType) : schema;
}

/** The values that a field cannot have: null where it is no choice, and one of another kind than any it takes. */
function otherKinds(schema: z.core.$ZodType): unknown[] {
  return [null, true, "another kind", { [UNKNOWN]: 1 }, [[]]].filter(
    (value) => !z.core.safeParse(schema, value).success,
  );
}

const MISSING = /\b(is required|can not be empty)\.$|^(Choose|Enter|Write|Send|The|An?|Only) /;

/** Every fault that one field can have: left out, null, of another kind; and in objects inside, the same of theirs. */
function faultsOf(
  schema: z.core.$ZodType,
  value: unknown,
  path: string,
  put: (value: unknown) => object,
): WrongInput[] {
  const shape = inner(schema);
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  if (shape instanceof z.ZodArray && Array.isArray(value) && value.length > 0)
    return faultsOf(shape.element, value[0], at("0"), (part) => put([part, ...value.slice(1)]));
  if (!(shape instanceof z.ZodObject) || !isObject(value)) return [];
  const fields = Object.entries(shape.shape as Record<string, z.core.$ZodType>);
  const unknown = { what: "unknown", field: at(UNKNOWN), says: /is not a field of this operation\.$/ };
  return [
    { ...unknown, body: put(withField(value, UNKNOWN, 1)) },
    ...fields.flatMap(([name, field]): WrongInput[] => {
      const missing = { what: "missing", field: at(name), says: MISSING, body: put(without(value, name)) };
      const wrong = otherKinds(field).map((other) => ({
        what: `${JSON.stringify(other)}`,
        field: at(name),
        says: /\S[.?]$/,
        body: put(withField(value, name, other)),
      }));
      const inside =
        name in value ? faultsOf(field, value[name], at(name), (part) => put(withField(value, name, part))) : [];
      return [...(z.core.safeParse(field, undefined).success ? [] : [missing]), ...wrong, ...inside];
    }),
  ];
}

/** The input schema of an operation without the fields of its path. */
function bodySchema(operation: AnyContractProcedure): z.ZodObject {
  const { inputSchema, route } = operation["~orpc"];
  const schema = inner(inputSchema as z.ZodType);
  if (!(schema instanceof z.ZodObject)) throw new Error(`${route.path} takes no object`);
  const inPath = pathParameters(route.path ?? "");
  const shape = Object.fromEntries(Object.entries(schema.shape).filter(([name]) => !inPath.includes(name)));
  return z.strictObject(shape as z.ZodRawShape);
}

const writing = operations.filter(({ operation }) => operation["~orpc"].route.method !== "GET");

test.each(writing)(
  "$name refuses each field that is missing, null, of another kind or unknown by its name",
  async ({ operation, access, sample }) => {
    const call: Sample = sample(rows.things);
    const caller = access.who === "superuser" ? root : rows.project.owner;
    for (const { what, field, says, body } of faultsOf(
      bodySchema(operation),
      call.body ?? {},
      "",
      (whole) => whole as object,
    )) {
      const answer = await api.call(operation, { ...call, body }, caller);
      const message = `${field} ${what}: ${answer.body}`;
      expect(answer.statusCode, message).toBe(422);
      const { errors } = answer.json() as { errors?: Record<string, string[]> };
      // An object of another kind is refused for what is missing in it as well.
      const named = Object.keys(errors ?? {}).find((name) => name === field || name.startsWith(`${field}.`));
      expect(named, message).toBeDefined();
      for (const text of errors?.[named ?? ""] ?? []) expect(text, message).toMatch(says);
    }
  },
);

const reading = operations.filter(({ operation }) => operation["~orpc"].route.method === "GET");

test.each(reading)(
  "$name refuses a parameter that it does not have by its name",
  async ({ operation, access, sample }) => {
    const { query, ...call } = sample(rows.things);
    const caller = access.who === "superuser" ? root : rows.project.owner;
    const asked = [query, `${UNKNOWN}=1`].filter(Boolean).join("&");
    const answer = await api.call(operation, { ...call, query: asked }, caller);
    expect(answer.statusCode, answer.body).toBe(422);
    expect(answer.json()).toMatchObject({ errors: { [UNKNOWN]: [`${UNKNOWN} is not a field of this operation.`] } });
  },
);
