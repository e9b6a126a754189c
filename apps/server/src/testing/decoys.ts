import type { Things } from "./access-samples.ts";
import type { OperationCall } from "./operations.ts";

/** Every field name that an operation, its schema or its path uses for a row. */
const names = (things: Things): Record<string, number | string> => ({
  account_id: things.account,
  project_id: things.project,
  video_id: things.video,
  upload_id: things.upload,
  category_id: things.category,
  tag_id: things.tag,
  stream_id: things.stream,
  player_id: things.player,
  restream_id: things.restream,
  guest_link_id: things.guestLink,
  recording_id: things.recording,
  playlist_id: things.playlist,
  role_id: things.role,
  user_id: things.member,
});

type Plant = (call: OperationCall, fields: Record<string, number | string>) => OperationCall;

const inBody = (call: OperationCall, body: Record<string, unknown>, query: string): OperationCall => ({
  ...call,
  body: { ...body, ...(call.body as object | undefined) },
  query: [call.query, query].filter(Boolean).join("&"),
});
const queryOf = (fields: Record<string, unknown>, suffix = "") =>
  Object.entries(fields)
    .map(([name, value]) => `${name}${suffix}=${String(value)}`)
    .join("&");
const mapValues = (fields: Record<string, number | string>, change: (value: number | string) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]));

/** The form whose bodies a server may refuse to parse. */
export const PROTOTYPES = "prototypes and nested inputs";

/** The ways in which ids are planted beside those of the path. */
const PLANTS: Record<string, Plant> = {
  numbers: (call, fields) => inBody(call, fields, queryOf(fields)),
  "numbers as text": (call, fields) =>
    inBody(
      call,
      mapValues(fields, (value) => String(value)),
      queryOf(fields),
    ),
  arrays: (call, fields) =>
    inBody(
      call,
      mapValues(fields, (value) => [value]),
      queryOf(fields, "[]"),
    ),
  [PROTOTYPES]: (call, fields) => {
    const nested = JSON.stringify({ ...(call.body as object | undefined), params: fields, input: fields });
    const text = `${nested.slice(0, -1)},"__proto__":${JSON.stringify(fields)},"constructor":{"prototype":${JSON.stringify(fields)}}}`;
    return { ...call, body: text, query: [call.query, queryOf(fields, "[__proto__]")].filter(Boolean).join("&") };
  },
  "duplicate query keys": (call, fields) => inBody(call, fields, `${queryOf(fields)}&${queryOf(fields)}`),
};

export const PLANT_FORMS = Object.keys(PLANTS);

/**
 * A copy of a call for each form, with another tenant's or one's own ids planted in body and query under every name
 * of a scope and as `id`, except for the fields in `declared`, which the operation uses.
 */
export function plantedCalls(
  call: OperationCall,
  things: Things,
  scopeId: number | string,
  declared: Iterable<string>,
) {
  const fields: Record<string, number | string> = { ...names(things), id: scopeId };
  for (const name of declared) delete fields[name];
  return Object.entries(PLANTS).map(([form, plant]) => ({ form, call: plant(call, fields) }));
}

/** An id that does not exist, and a name that nothing has. */
const MISSING = 9_000_000_000;
const MISSING_NAME = "nobody.example";

/**
 * A call on one's own rows, once for each further id for which another tenant's sample has a different value:
 * `foreign` contains that value, `missing` an id that does not exist.
 */
export function callsOnForeignParts(own: OperationCall, foreign: OperationCall, foreignThings: Things, scope: string) {
  const ids = new Set<unknown>(Object.values(foreignThings));
  const parts: { at: string; foreign: OperationCall; missing: OperationCall }[] = [];
  for (const [name, value] of Object.entries(foreign.path)) {
    if (name === scope || value === own.path[name] || !ids.has(value)) continue;
    const withId = (id: number | string) => ({ ...own, path: { ...own.path, [name]: id } });
    const missing = withId(name === "domain" ? MISSING_NAME : MISSING);
    parts.push({ at: `path ${name}`, foreign: withId(value), missing });
  }
  const ownBody = own.body as Record<string, unknown> | undefined;
  for (const [name, value] of Object.entries((foreign.body ?? {}) as Record<string, unknown>)) {
    const isList = Array.isArray(value);
    const inside: unknown[] = isList ? value : [value];
    if (!inside.some((item) => ids.has(item)) || JSON.stringify(value) === JSON.stringify(ownBody?.[name])) continue;
    const withId = (id: unknown) => ({ ...own, body: { ...ownBody, [name]: id } });
    parts.push({ at: `body ${name}`, foreign: withId(value), missing: withId(isList ? [MISSING] : MISSING) });
  }
  return parts;
}
