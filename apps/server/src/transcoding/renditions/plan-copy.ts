import type { Executor } from "@kinora/db/connect.ts";
import { exceedsLines, planCopy, type ProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import { copyProblem } from "@kinora/media/encoding/copyable.ts";
import type { PlannedWatermark } from "@kinora/media/encoding/encoding-plan.ts";
import { copyTargetDurationSeconds } from "@kinora/media/probe/streamable.ts";
import { plannedLines } from "../../platform/access/plan-encoding.ts";
import type { StoredPlan, Transcode } from "../encoding/transcode.ts";
import { sourceOf } from "../source/source-size.ts";

/** Whether a transcode's source is a recording of a livestream. */
export async function isRecording(
  on: Executor,
  { video_id, replacement }: Pick<Transcode, "video_id" | "replacement">,
) {
  if (replacement) return false;
  const video = await on.selectFrom("videos").select("recorded").where("id", "=", video_id).executeTakeFirst();
  return video?.recorded ?? false;
}

type Copied = Pick<Transcode, "video_id" | "replacement">;

/** Whether a conformant source's picture is to be copied: as the ladder says, and always for recordings. */
export const wantsCopy = async (on: Executor, transcode: Copied, ladder: ProjectLadder): Promise<boolean> =>
  ladder.remux || (await isRecording(on, transcode));

/** Removes the rung of the source's own size from the encoded ones when it can be copied, or states why it cannot. */
export async function withCopy(
  on: Executor,
  transcode: Copied & Pick<Transcode, "account_id">,
  ladder: ProjectLadder,
  source: string,
  plan: StoredPlan,
): Promise<StoredPlan> {
  const recording = await isRecording(on, transcode);
  if (!recording && !ladder.remux) return plan;
  const lines = await plannedLines(on, transcode.account_id);
  if (lines !== null && exceedsLines(sourceOf(plan), lines))
    return { ...plan, encodedBecause: `The account's plan allows renditions of up to ${lines}p.` };
  if (plan.encoding.pictureFrames !== undefined)
    return { ...plan, encodedBecause: "The sound continues after the picture ends." };
  const copy = planCopy(sourceOf(plan), ladder, recording);
  if (!copy) return plan;
  const limits = recording
    ? { maximumFps: Infinity, maximumKbps: null }
    : { maximumFps: ladder.maxFps, maximumKbps: ladder.remuxMaxKbps };
  const problem = await copyProblem(source, plan.facts, limits);
  if (problem !== null) return { ...plan, encodedBecause: problem };
  const { encoding } = plan;
  return {
    ...plan,
    // Its own picture plays at once as its rung.
    streamable: false,
    encoding: { ...encoding, renditions: copy.encoded, targetDurationSeconds: copyTargetDurationSeconds },
    copy: { label: copy.label, otherwise: encoding },
  };
}

/** The reason of a plan with a watermark: every picture has it, so none can be the source's own. */
export async function withWatermark(
  on: Executor,
  transcode: Copied,
  ladder: ProjectLadder,
  plan: StoredPlan,
  watermark: PlannedWatermark,
): Promise<StoredPlan> {
  const reason = (await wantsCopy(on, transcode, ladder)) ? "The watermark of the project is on every picture." : null;
  return { ...plan, encoding: { ...plan.encoding, watermark }, streamable: false, encodedBecause: reason };
}
