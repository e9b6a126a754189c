import type { Executor } from "@kinora/db/connect.ts";
import { completeLadder, withPreset, type ProjectLadder } from "@kinora/domain/projectLadder.ts";

/** The ladder of a project's new uploads: its own, or the usual one. */
export async function readLadder(on: Executor, projectId: number): Promise<ProjectLadder> {
  const row = await on
    .selectFrom("project_ladders")
    .select("ladder")
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return completeLadder(row?.ladder);
}

/** The ladder one video is made with: the rungs of the preset it was uploaded with, if it was, else its project's. */
export async function readVideoLadder(
  on: Executor,
  video: { video_id: number; project_id: number },
): Promise<ProjectLadder> {
  const ladder = await readLadder(on, video.project_id);
  const row = await on.selectFrom("videos").select("ladder_preset").where("id", "=", video.video_id).executeTakeFirst();
  return row?.ladder_preset ? withPreset(ladder, row.ladder_preset) : ladder;
}
