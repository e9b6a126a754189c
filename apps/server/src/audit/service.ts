import { AUDIT_SOURCES, auditFacts, type AuditFact } from "@kinora/domain/people/audit.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { csvDownload } from "../platform/http/csv-download.ts";
import { bounded } from "../platform/lists/bounded-read.ts";
import type { Cell } from "../platform/lists/csv.ts";
import { ACTOR_KINDS, readActions, readAudit, type AuditFilter, type AuditRow } from "./queries.ts";

const EXPORT_PAGE = 500;

/**
 * Entries of a project's audit log, newest first. `before` is the id of the last entry of the previous page.
 * @throws Refusal `unavailable` for a filter that takes longer than 2 s.
 */
export async function listAudit(
  { db }: Context,
  { projectId }: ProjectGrant,
  filter: AuditFilter,
  { before, per_page }: { before: number | undefined; per_page: number },
) {
  const rows = await bounded(db, (tx) => readAudit(tx, projectId, filter, { before, limit: per_page + 1 }));
  return { data: rows.slice(0, per_page).map(present), more: rows.length > per_page };
}

/** The actions that a project's audit log has, by name. */
export const listAuditActions = ({ db }: Context, { projectId }: ProjectGrant) => readActions(db, projectId);

const COLUMNS = ["time", "source", "actor", "as", "action", "object_type", "object_id", "object", "changes", "address"];

/** The filtered log as a CSV file, latest first; times are in UTC. */
export const exportAudit = (context: Context, grant: ProjectGrant, filter: AuditFilter) =>
  csvDownload(context, grant, {
    fileName: "audit.csv",
    action: "audit.exported",
    filter,
    columns: COLUMNS,
    rows: exported(context, grant, filter),
  });

async function* exported({ db }: Context, { projectId }: ProjectGrant, filter: AuditFilter): AsyncGenerator<Cell[]> {
  let before: number | undefined;
  for (;;) {
    const rows = await readAudit(db, projectId, filter, { before, limit: EXPORT_PAGE });
    for (const { at, source, actor, action, object, changes, address } of rows.map(present)) {
      const facts = changes.map(inWords).join("; ");
      yield [
        at,
        source,
        actor.name,
        actor.as_name ?? actor.as,
        action,
        object.type,
        object.id,
        object.title,
        facts,
        address,
      ];
    }
    before = rows.at(-1)?.id;
    if (rows.length < EXPORT_PAGE) return;
  }
}

const inWords = ({ name, before, after }: AuditFact): string =>
  before === null ? `${name}: ${after ?? "none"}` : `${name}: ${before} → ${after ?? "none"}`;

function present({ kind, user_id: userId, name, as, as_name, changes, ...row }: AuditRow) {
  const { object_type: type, object_id: id, object_title: title, object_exists: exists, ...entry } = row;
  return {
    ...entry,
    source: AUDIT_SOURCES.find((source) => ACTOR_KINDS[source] === kind) ?? "system",
    actor: { user_id: kind === "user" ? userId : null, name, as, as_name },
    object: { type, id, title, exists },
    changes: auditFacts(entry.action, changes),
  };
}
