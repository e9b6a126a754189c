import { sql } from "kysely";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { csvDownload } from "../platform/http/csv-download.ts";
import type { InputOf } from "../platform/http/input-of.ts";
import type { Cell } from "../platform/lists/csv.ts";
import { every, readPage } from "../platform/lists/read-page.ts";
import type { ImportItem } from "./job.ts";
import { requireJob } from "./rows.ts";

interface ItemRow extends ImportItem {
  video: { id: number; title: string; status: string } | null;
}

export type ItemFilter = Pick<InputOf<"importJobs", "listImportItems">, "state">;

const COLUMNS = sql`i.*, (select json_build_object('id', v.id, 'title', v.title, 'status', v.status)
  from videos v where v.id = i.video_id and v.deleted_at is null) as video`;

const matching = (jobId: number, { state }: ItemFilter) => [
  sql`i.job_id = ${jobId}`,
  state !== undefined && sql`i.state = ${state}`,
];

/** One page of an import's items, in the order of the source. @throws Refusal `not_found`. */
export async function listImportItems(
  context: Context,
  grant: ProjectGrant,
  jobId: number,
  { page, per_page, ...filter }: ItemFilter & { page: number; per_page: number },
) {
  await requireJob(context, grant, jobId);
  const where = matching(jobId, filter);
  const list = { columns: COLUMNS, from: sql`import_items i`, where, order: sql`i.position` };
  const { data, pagination } = await readPage<ItemRow>(context.db, list, { page, per_page });
  return { data: data.map(presentItem), pagination };
}

function presentItem({ id, position, entry, state, reason, notes, video }: ItemRow) {
  const { title, date, category, tags, playlists, captions, chapters, picture } = entry;
  return {
    id,
    position,
    title,
    date,
    category,
    tags,
    playlists,
    captions: captions.map(({ language }) => language),
    chapters: chapters !== null,
    picture: picture !== null,
    state,
    reason,
    notes,
    video,
  };
}

const REPORT = ["title", "date", "source_key", "result", "reason", "notes", "video_id", "video", "video_status"];

/** The report of an import as CSV. @throws Refusal `not_found`. */
export async function exportImportItems(context: Context, grant: ProjectGrant, jobId: number, filter: ItemFilter) {
  const { id, kind } = await requireJob(context, grant, jobId);
  return csvDownload(context, grant, {
    fileName: `import-${id}.csv`,
    action: "import.report_exported",
    filter: { import_id: id, kind, ...filter },
    columns: REPORT,
    rows: reportRows(context, id, filter),
  });
}

const ROWS_AT_ONCE = 500;

async function* reportRows({ db }: Context, jobId: number, filter: ItemFilter): AsyncGenerator<Cell[]> {
  for (let after = -1; ;) {
    const { rows } = await sql<ItemRow>`
      select ${COLUMNS} from import_items i where ${every(matching(jobId, filter))} and i.position > ${after}
      order by i.position limit ${ROWS_AT_ONCE}`.execute(db);
    for (const { entry, source_key: key, state, reason, notes, video } of rows)
      yield [
        entry.title,
        entry.date,
        key,
        state,
        reason,
        notes.join(" "),
        video?.id ?? null,
        video?.title ?? "",
        video?.status ?? "",
      ];
    const last = rows.at(-1);
    if (!last) return;
    after = last.position;
  }
}
