import type { Executor } from "@kinora/db/connect.ts";
import { frameOf, type PlayerFrame } from "@kinora/domain/players/frame.ts";
import { allSettings } from "@kinora/domain/players/settings.ts";

/** The frame in the embed codes of a project that name no player: that of its default one. */
export async function defaultFrame(on: Executor, projectId: number): Promise<PlayerFrame> {
  const player = await on
    .selectFrom("players")
    .select("settings")
    .where("project_id", "=", projectId)
    .where("is_default", "=", true)
    .executeTakeFirst();
  return frameOf(allSettings(player?.settings ?? {}));
}
