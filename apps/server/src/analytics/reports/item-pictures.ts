import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { memberLinks, smallPoster } from "../../platform/access/playback-links.ts";
import type { ItemKind } from "../sums/report-sums.ts";

/** Rows of a top list with a small picture of each video or livestream, for the caller; null where there is none. */
export async function withPictures<Row extends { id: number }>(
  context: Context,
  on: Executor,
  projectId: number,
  kind: ItemKind,
  rows: readonly Row[],
): Promise<(Row & { image_url: string | null })[]> {
  const ids = rows.map(({ id }) => id);
  const pictures = await (kind === "video" ? postersOf : picturesOf)(context, on, projectId, ids);
  return rows.map((row) => ({ ...row, image_url: pictures.get(row.id) ?? null }));
}

/** Posters of videos. Nothing of a video that was taken down or deleted can be read. */
async function postersOf(context: Context, on: Executor, projectId: number, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; hash: string; images: Record<string, string> }>`
    select id, hash, images from videos
    where project_id = ${projectId} and id = any(${ids}) and takedown is null and deleted_at is null`.execute(on);
  return new Map(rows.map((video) => [video.id, smallPoster(context, video)]));
}

/** What viewers of livestreams see now, or the picture that they see before and after. */
async function picturesOf(context: Context, on: Executor, projectId: number, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; hash: string; on_air: boolean; offline: number | null }>`
    select s.id, s.hash, s.on_air <> 'nothing' as on_air, p.number as offline
    from streams s left join stream_pictures p on p.stream_id = s.id and p.kind = 'offline'
    where s.project_id = ${projectId} and s.id = any(${ids}) and s.deleted_at is null`.execute(on);
  return new Map(
    rows.map(({ id, hash, on_air: isOnAir, offline }) => {
      const path = isOnAir ? "picture.jpg" : offline === null ? null : `pictures/offline-${offline}.jpg`;
      return [id, path && memberLinks(context, hash).file(path)];
    }),
  );
}
