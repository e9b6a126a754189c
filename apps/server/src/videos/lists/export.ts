import type { VideoSelection } from "@kinora/contract/videos/video-filter.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import { bounded } from "../../platform/lists/bounded-read.ts";
import type { Cell } from "../../platform/lists/csv.ts";
import { narrowedBy, rowsAt } from "../../platform/lists/list-page.ts";
import { readVideos } from "../rows.ts";
import { readScope, videoList } from "./selection.ts";

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
export const exportVideos = (context: Context, grant: ProjectGrant, selection: VideoSelection) =>
  csvDownload(context, grant, {
    fileName: "videos.csv",
    action: "video.exported",
    filter: selection,
    columns: COLUMNS,
    rows: exportedVideos(context, grant, selection),
  });

/** Every selected video as a row, read in pages of 500. */
export async function* exportedVideos(
  context: Context,
  grant: ProjectGrant,
  selection: VideoSelection,
): AsyncGenerator<Cell[]> {
  const { db } = context;
  const list = videoList(selection, await readScope(context, grant), "-id");
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const page = await bounded(
      db,
      (tx) =>
        sql<{ id: number }>`${rowsAt(narrowedBy(list, sql`v.id < ${before}`), { offset: 0, limit: PAGE })}`.execute(tx),
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
        row.size_bytes,
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
