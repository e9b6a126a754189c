import type { Tx } from "@kinora/db/connect.ts";
import { IMPORT_ITEM_STATES, type ImportItemState, type ImportKind } from "@kinora/domain/imports/imports.ts";
import { sql, type RawBuilder } from "kysely";
import type { Context } from "../context.ts";
import { jobOwner } from "../platform/access/acting.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { readPage } from "../platform/lists/read-page.ts";
import { Refusal } from "../platform/refusal.ts";
import type { ImportJob } from "./job.ts";

interface JobRow extends ImportJob {
  counts: Partial<Record<ImportItemState, number>> | null;
  person: { id: number; first_name: string; last_name: string; avatar_url: null } | null;
}

const COLUMNS = sql`j.*,
  (select json_object_agg(state, number) from
    (select state, count(*) as number from import_items where job_id = j.id group by state) counted) as counts,
  (select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', null)
    from users u where u.id = j.user_id) as person`;

/** Condition: imports that the caller sees. */
const visible = ({ caller }: Context, { projectId, permissions }: ProjectGrant): RawBuilder<unknown> => {
  const own = jobOwner(caller);
  return permissions.has("video_view")
    ? sql`j.project_id = ${projectId}`
    : sql`j.project_id = ${projectId} and j.user_id is not distinct from ${own.user_id}::bigint
        and j.api_key_id is not distinct from ${own.api_key_id}::bigint`;
};

/** One page of a project's imports, newest first. */
export async function listImportJobs(context: Context, grant: ProjectGrant, query: { page: number; per_page: number }) {
  const list = { columns: COLUMNS, from: sql`import_jobs j`, where: [visible(context, grant)], order: sql`j.id desc` };
  const { data, pagination } = await readPage<JobRow>(context.db, list, query);
  return { data: data.map(presentJob), pagination };
}

/** An import of the project. @throws Refusal `not_found`. */
export async function readImportJob(context: Context, grant: ProjectGrant, id: number) {
  return presentJob(await requireJob(context, grant, id));
}

/** The row of an import that the caller sees. @throws Refusal `not_found`. */
export async function requireJob(context: Context, grant: ProjectGrant, id: number): Promise<JobRow> {
  const { rows } = await sql<JobRow>`
    select ${COLUMNS} from import_jobs j where ${visible(context, grant)} and j.id = ${id}`.execute(context.db);
  return rows[0] ?? missing();
}

/** The same, locked until the transaction ends. @throws Refusal `not_found`. */
export async function lockJob(tx: Tx, context: Context, grant: ProjectGrant, id: number): Promise<ImportJob> {
  const { rows } = await sql<ImportJob>`
    select j.* from import_jobs j where ${visible(context, grant)} and j.id = ${id} for no key update`.execute(tx);
  return rows[0] ?? missing();
}

function missing(): never {
  throw new Refusal("not_found", "This import does not exist or belongs to another project.");
}

function presentJob({ counts, person, ...row }: JobRow) {
  const { id, kind, name, options, state, message, created_at, started_at, finished_at } = row;
  const archive =
    row.archive_bytes === null ? null : { size_bytes: row.archive_bytes, parts_received: row.archive_parts };
  return {
    id,
    kind,
    source: sourceName(kind, row.source),
    name,
    archive,
    options,
    state,
    items: itemCounts(counts),
    message,
    user: person,
    created_at,
    started_at,
    finished_at,
  };
}

/** What people of the project see of a source: of a path on the server's disk its last part. */
const sourceName = (kind: ImportKind, source: string): string =>
  kind === "feed" || kind === "bucket" || kind === "archive"
    ? source
    : (source.split("/").findLast((part) => part !== "") ?? source);

const itemCounts = (counts: JobRow["counts"]): Record<ImportItemState, number> => {
  const all = IMPORT_ITEM_STATES.map((state) => [state, counts?.[state] ?? 0]);
  return Object.fromEntries(all) as Record<ImportItemState, number>;
};
