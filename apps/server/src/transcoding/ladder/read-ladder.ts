import type { Executor } from "@kinora/db/connect.ts";
import { completeLadder, withPreset, type ProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";

/** The ladder of a project's new uploads: its own, or the default. */
export async function readLadder(on: Executor, projectId: number): Promise<ProjectLadder> {
  const row = await on
    .selectFrom("project_ladders")
    .select("ladder")
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return completeLadder(row?.ladder);
}

/** The ladder of one video: the rungs of the preset it was uploaded with, if any, else its project's. */
export async function readVideoLadder(
  on: Executor,
  video: { video_id: number; project_id: number },
): Promise<ProjectLadder> {
  const ladder = await readLadder(on, video.project_id);
  const row = await on.selectFrom("videos").select("ladder_preset").where("id", "=", video.video_id).executeTakeFirst();
  return row?.ladder_preset ? withPreset(ladder, row.ladder_preset) : ladder;
}
