import type { Tx } from "@kinora/db/connect.ts";
import type { RenditionReuse } from "@kinora/db/schema-videos.ts";
import type { Context } from "../../context.ts";
import { linesProblem } from "../../platform/access/plan-encoding.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { Refusal } from "../../platform/refusal.ts";
import { readVideoLadder } from "../ladder/read-ladder.ts";
import { retranscode, type FinishedVideo } from "../service.ts";
import { findMissingRungs, plannedRung, planOfVersion } from "./reuse.ts";

/**
 * Re-encodes one rung of a finished video with the current ladder; everything else is taken over, and the old one plays
 * until the new one is ready. @throws Refusal `not_found`, and `conflict` while the video is not finished, without its source, and for the sound.
 */
export async function redoRendition(
  context: Context,
  grant: ProjectGrant,
  videoId: number,
  renditionId: number,
): Promise<void> {
  await retranscode(context, grant, videoId, async (tx, video) => {
    const renditions = await finished(tx, video);
    const rendition = renditions.find(({ id }) => id === renditionId);
    if (!rendition) throw new Refusal("not_found", "This rendition does not exist or belongs to another video.");
    if (rendition.kind !== "video")
      throw new Refusal("conflict", "The sound is encoded with all renditions: re-transcode the video.");
    const plan = await planOfVersion(tx, video.id, video.version);
    const owner = { project_id: video.project_id, account_id: grant.accountId };
    const ladder = await readVideoLadder(tx, { video_id: video.id, ...owner });
    const rung = plan && plannedRung(plan, ladder, rendition.label);
    if (!rung) throw noPlan();
    const problem = await linesProblem(tx, grant.accountId, Math.min(rung.width, rung.height));
    if (problem !== null) throw new Refusal("conflict", problem);
    return reuseWithout(renditions, video, [rendition.label]);
  });
}

/**
 * Adds the rungs that the project's ladder has and a finished video lacks; the preset of its upload does not apply.
 * @throws Refusal `conflict` when none is missing, and as `redoRendition`.
 */
export async function addMissingRungs(context: Context, grant: ProjectGrant, videoId: number): Promise<void> {
  await retranscode(context, grant, videoId, async (tx, video) => {
    const missing = await findMissingRungs(tx, video);
    if (missing.length === 0) throw new Refusal("conflict", "This video has every rendition its project makes.");
    await tx.updateTable("videos").set({ ladder_preset: null }).where("id", "=", video.id).execute();
    return reuseWithout(await finished(tx, video), video, missing);
  });
}

const finished = (tx: Tx, video: FinishedVideo) =>
  tx
    .selectFrom("renditions")
    .select(["id", "kind", "label"])
    .where("video_id", "=", video.id)
    .where("version", "=", video.version)
    .where("kind", "!=", "source")
    .where("state", "=", "complete")
    .execute();

const reuseWithout = (
  renditions: readonly { label: string }[],
  { version }: FinishedVideo,
  wanted: string[],
): RenditionReuse => ({
  version,
  labels: renditions.map(({ label }) => label).filter((label) => !wanted.includes(label)),
  wanted,
});

const noPlan = () => new Refusal("conflict", "The settings of this rendition are unknown: re-transcode the video.");
