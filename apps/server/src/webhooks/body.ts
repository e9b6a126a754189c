import { shownNoun } from "@kinora/contract/webhooks/event-bodies.ts";
import type { Database } from "@kinora/db/connect.ts";
import { WEBHOOK_API_VERSION } from "@kinora/domain/webhooks/events.ts";
import { sql, type RawBuilder } from "kysely";

export interface Message {
  id: string;
  project_id: number;
  type: string;
  change: string;
  payload: Record<string, unknown>;
  body: string | null;
  created_at: Date;
}

/** What a body says of the object of its event, by noun: the columns, as a row of the table `o`. */
const OBJECTS: Record<string, { table: string; columns: string }> = {
  video: {
    table: "videos",
    columns: "id, hash, title, status, published, playable, duration_seconds, category_id, created_at, deleted_at",
  },
  stream: {
    table: "streams",
    columns: "id, hash, name, state, enabled, paused, on_air, category_id, created_at, deleted_at",
  },
  playlist: { table: "playlists", columns: "id, hash, name, type, published, created_at" },
  player: { table: "players", columns: "id, hash, title, is_default, version, created_at" },
  category: { table: "categories", columns: "id, name, slug, active, created_at" },
  tag: { table: "tags", columns: "id, name, created_at" },
  restriction: { table: "restriction_profiles", columns: "id, name, is_default, created_at" },
  api_key: { table: "api_keys", columns: "id, name, prefix, scopes, expires_at, disabled_at, created_at" },
  signing_key: { table: "signing_keys", columns: "id, kid, algorithm, expires_at, revoked_at, created_at" },
  webhook: { table: "webhooks", columns: "id, name, url, failing_since, disabled_at, disabled_reason, created_at" },
};

/**
 * The body of a message, the same for every webhook and in every attempt: it is stored before it is first sent. It shows the
 * object as it is then; null when it was deleted for good.
 */
export async function bodyOf(db: Database, message: Message): Promise<string> {
  if (message.body !== null) return message.body;
  const body = JSON.stringify({
    id: message.id,
    type: message.type,
    api_version: WEBHOOK_API_VERSION,
    created_at: message.created_at.toISOString(),
    project_id: message.project_id,
    data: { change: message.change, ...message.payload, ...(await objectOf(db, message)) },
  });
  const stored = await db
    .updateTable("webhook_messages")
    .set({ body: sql<string>`coalesce(body, ${body})` })
    .where("id", "=", message.id)
    .returning("body")
    .executeTakeFirst();
  return stored?.body ?? body;
}

async function objectOf(db: Database, { type, payload, project_id: projectId }: Message): Promise<object> {
  const noun = shownNoun(type);
  if (noun === "project")
    return { project: await readObject(db, "projects", "id, hash, name, domain", sql`o.id = ${projectId}`) };
  const id = payload[`${noun}_id`];
  if (noun === "user") {
    const isPerson = sql`o.id = ${id}`;
    return { user: await readObject(db, "users", "id, first_name, last_name", isPerson) };
  }
  const shown = OBJECTS[noun];
  if (!shown) return {};
  const isObject = sql`o.id = ${id} and o.project_id = ${projectId}`;
  return { [noun]: await readObject(db, shown.table, shown.columns, isObject) };
}

async function readObject(
  db: Database,
  table: string,
  columns: string,
  where: RawBuilder<unknown>,
): Promise<Record<string, unknown> | null> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.raw(columns)} from ${sql.table(table)} o where ${where}`.execute(db);
  return rows[0] ?? null;
}
