import type { VideoSelection } from "@kinora/contract/videoFilter.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import { bounded } from "../platform/bounded-read.ts";
import { csvDownload } from "../platform/csv-download.ts";
import type { Cell } from "../platform/csv.ts";
import type { ProjectGround } from "../platform/scope.ts";
import { readVideos } from "./rows.ts";
import { selected, trashedAfter } from "./selection.ts";
import { ownOnly } from "./service.ts";

const PAGE = 500;
const PAGE_PATIENCE_MS = 60_000;

const COLUMNS = [
  "id",
  "hash",
  "title",
  "description",
  "status",
  "published",
  "category",
  "tags",
  "resolutions",
  "duration_seconds",
  "size_bytes",
  "file_name",
  "uploader",
  "created_at",
  "updated_at",
];

/** The videos a filter shows as a CSV file, the latest first; moments are in UTC. */
export const exportVideos = (context: Context, ground: ProjectGround, selection: VideoSelection) =>
  csvDownload(context, ground, {
    fileName: "videos.csv",
    action: "video.exported",
    filter: selection,
    columns: COLUMNS,
    rows: exportedVideos(context, ground, selection),
  });

/** Every selected video as a row, read in pages of 500. */
export async function* exportedVideos(
  context: Context,
  ground: ProjectGround,
  selection: VideoSelection,
): AsyncGenerator<Cell[]> {
  const { db, clock } = context;
  const { projectId } = ground;
  const where = selected(selection, {
    projectId,
    userId: ownOnly(context, ground),
    trashedAfter: await trashedAfter(db, projectId, clock.now()),
  });
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const page = await bounded(
      db,
      (tx) =>
        sql<{
          id: number;
        }>`select v.id from videos v where ${where} and v.id < ${before} order by v.id desc limit ${PAGE}`.execute(tx),
      { patienceMs: PAGE_PATIENCE_MS },
    );
    const ids = page.rows.map(({ id }) => id);
    for (const row of await readVideos(db, ids, { deleted: selection.type === "trash" })) {
      yield [
        row.id,
        row.hash,
        row.title,
        row.description,
        row.status,
        row.published,
        row.category?.name ?? "",
        row.tags.map(({ name }) => name).join(", "),
        row.resolutions.join(", "),
        row.duration_seconds,
        row.stored_bytes,
        row.file_name,
        row.user ? `${row.user.first_name} ${row.user.last_name}`.trim() : "",
        row.created_at,
        row.updated_at,
      ];
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < PAGE) return;
    before = last;
  }
}
