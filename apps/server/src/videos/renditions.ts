import type { Executor } from "@kinora/db/connect.ts";
import type { VideoRow } from "./rows.ts";

/** The renditions of what plays now, lowest first, and of what is being made when nothing plays yet. */
export async function readRenditions(
  db: Executor,
  video: Pick<VideoRow, "id" | "version">,
  file: ((path: string) => string) | null,
) {
  const rows = await db
    .selectFrom("renditions")
    .select(["id", "kind", "label", "width", "height", "codecs", "frame_rate", "bitrate_average", "size_bytes", "state", "version"])
    .where("video_id", "=", video.id)
    .where("version", "=", Math.max(1, video.version))
    .where("kind", "!=", "source")
    .orderBy("kind", "desc")
    .orderBy("height")
    .execute();
  return rows.map(({ version, ...row }) => ({
    ...row,
    mp4_url: file && row.kind === "video" && row.state === "complete" ? file(`v${version}/mp4/${row.label}.mp4`) : null,
  }));
}
