import type { Executor } from "@kinora/db/connect.ts";
import {
  completeLadder,
  withinLines,
  withPreset,
  type ProjectLadder,
} from "@kinora/domain/transcoding/project-ladder.ts";
import { plannedLines } from "../../platform/access/plan-encoding.ts";

/** The ladder of a project's new uploads: its own, or the default. */
export async function readLadder(on: Executor, projectId: number): Promise<ProjectLadder> {
  const row = await on
    .selectFrom("project_ladders")
    .select("ladder")
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return completeLadder(row?.ladder);
}

/** The ladder of a project without what the account's plan does not allow. */
export async function readAllowedLadder(on: Executor, projectId: number): Promise<ProjectLadder> {
  const { account_id: accountId } = await on
    .selectFrom("projects")
    .select("account_id")
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  return withinLines(await readLadder(on, projectId), await plannedLines(on, accountId));
}

/**
 * The ladder of one video: the rungs of the preset it was uploaded with, if any, else its project's; without what the account's plan
 * does not allow.
 */
export async function readVideoLadder(
  on: Executor,
  video: { video_id: number; project_id: number; account_id: number },
): Promise<ProjectLadder> {
  return withinLines(await readChosenLadder(on, video), await plannedLines(on, video.account_id));
}

async function readChosenLadder(on: Executor, video: { video_id: number; project_id: number }): Promise<ProjectLadder> {
  const ladder = await readLadder(on, video.project_id);
  const row = await on.selectFrom("videos").select("ladder_preset").where("id", "=", video.video_id).executeTakeFirst();
  return row?.ladder_preset ? withPreset(ladder, row.ladder_preset) : ladder;
}
