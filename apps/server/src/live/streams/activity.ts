import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { requireStream, type OwnProject } from "./rows.ts";

interface Row {
  id: number;
  at: Date;
  type: string;
  actor: string | null;
  facts: Record<string, unknown>;
}

/** A stream's entries of the audit log, newest first. `before` is the id of the last entry of the previous page. @throws Refusal `not_found`. */
export async function listStreamActivity(
  { db }: Context,
  grant: OwnProject,
  streamId: number,
  { before, per_page }: { before?: number | undefined; per_page: number },
) {
  await requireStream(db, grant, streamId);
  const { rows } = await sql<Row>`
    select a.id, a.created_at as at, a.action as type, a.changes as facts,
      case a.actor ->> 'kind'
        when 'user' then coalesce((select nullif(trim(first_name || ' ' || last_name), '') from users where id = (a.actor ->> 'user_id')::bigint),
          (select email from users where id = (a.actor ->> 'user_id')::bigint), 'A former member')
        when 'api_key' then coalesce((select 'API key ' || name from api_keys where id = (a.actor ->> 'api_key_id')::bigint), 'API key')
      end as actor
    from audit_log a
    where a.object_type = 'stream' and a.object_id = ${streamId} ${before === undefined ? sql`` : sql`and a.id < ${before}`}
    order by a.id desc limit ${per_page + 1}`.execute(db);
  return {
    data: rows.slice(0, per_page).map(({ facts, ...row }) => ({ ...row, facts: readFacts(facts) })),
    more: rows.length > per_page,
  };
}

/** Facts as shown to users: a change has its old and its new value. */
const readFacts = (facts: Record<string, unknown>): { name: string; value: string }[] =>
  Object.entries(facts).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.map((part) => readFact(part) || "none").join(" → ") : readFact(value);
    return text === "" ? [] : [{ name, value: text.slice(0, 300) }];
  });

function readFact(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
