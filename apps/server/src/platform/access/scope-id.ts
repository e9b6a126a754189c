import type { Access, Scope } from "@kinora/contract/access.ts";

/** The collection that begins the path of each scope's operations. */
const COLLECTIONS: Record<Scope, string> = {
  account: "accounts",
  project: "projects",
  video: "videos",
  upload: "uploads",
  category: "categories",
  tag: "tags",
  stream: "streams",
  player: "players",
  playlist: "playlists",
};

/**
 * The path parameter that holds the id an operation is checked on: the first one, directly after the scope's
 * collection, as `id` in `/streams/{id}/key/reveal` and `video_id` in `/videos/{video_id}/captions/{id}`.
 * Null for operations without a scope.
 *
 * @throws Error when the path does not begin with the scope: such an operation could not be checked.
 */
export function scopeParameter(access: Access, path: string | undefined): string | null {
  if (!("of" in access)) return null;
  const [, collection, parameter] = /^\/([a-z]+)\/\{(\w+)\}/.exec(path ?? "") ?? [];
  if (!parameter || collection !== COLLECTIONS[access.of])
    throw new Error(`The path ${path ?? "?"} does not begin with the ${access.of} its access is checked on.`);
  return parameter;
}

/** The id an operation is checked on, from its validated input: path parameters win over body and query there. */
export function scopeId(access: Access, path: string | undefined, input: unknown): number | string | null {
  const parameter = scopeParameter(access, path);
  if (parameter === null || typeof input !== "object" || input === null) return null;
  const id: unknown = Reflect.get(input, parameter);
  return typeof id === "number" || typeof id === "string" ? id : null;
}
