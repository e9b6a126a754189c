import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { VideoRow } from "./rows.ts";

/** The renditions of what plays now, lowest first, and of what is being made when nothing plays yet. */
export async function readRenditions(
  db: Executor,
  video: Pick<VideoRow, "id" | "version">,
  file: ((path: string) => string) | null,
) {
  const rows = await db
    .selectFrom("renditions")
    .innerJoin("transcodes", "transcodes.id", "renditions.transcode_id")
    .select([
      "renditions.id",
      "kind",
      "label",
      "width",
      "height",
      "codecs",
      "frame_rate",
      "bitrate_average",
      "size_bytes",
      "renditions.state",
      "renditions.version",
    ])
    // A ladder can be without downloads; plans from before this could be chosen have them.
    .select(sql<boolean>`coalesce((transcodes.plan ->> 'mp4')::boolean, true)`.as("mp4"))
    .where("renditions.video_id", "=", video.id)
    .where("renditions.version", "=", Math.max(1, video.version))
    .where("kind", "!=", "source")
    .orderBy("kind", "desc")
    .orderBy("height")
    .execute();
  return rows.map(({ version, mp4, ...row }) => ({
    ...row,
    mp4_url:
      file && mp4 && row.kind === "video" && row.state === "complete" ? file(`v${version}/mp4/${row.label}.mp4`) : null,
  }));
}
