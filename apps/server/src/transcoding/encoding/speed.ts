import { hostname } from "node:os";
import { learnSpeed } from "@kinora/domain/transcoding/progress.ts";
import type { Services } from "../../context.ts";
import type { StoredPlan } from "./transcode.ts";

/** The class of an encode: encodes of the same top rung and rate cost about the same. */
const workOf = ({ encoding }: StoredPlan) => {
  const top = encoding.renditions.at(-1);
  return `ladder:${top?.label ?? "none"}:${encoding.grid.framesPerGroup > 80 ? "fast" : "normal"}`;
};
const ANY_LADDER = "ladder";

/** Media seconds per second for this class of encodes on this host, from its own history; null without one. */
export async function expectedSpeed({ db }: Services, plan: StoredPlan): Promise<number | null> {
  const rows = await db
    .selectFrom("media_speeds")
    .select(["work", "speed"])
    .where("host", "=", hostname())
    .where("work", "in", [workOf(plan), ANY_LADDER])
    .execute();
  return rows.find(({ work }) => work === workOf(plan))?.speed ?? rows[0]?.speed ?? null;
}

/** Adds a finished transcode to this host's history. */
export async function rememberSpeed({ db }: Services, plan: StoredPlan, wallSeconds: number): Promise<void> {
  if (wallSeconds <= 0) return;
  const measured = plan.encoding.durationSeconds / wallSeconds;
  // Ladders with further codecs say nothing of the others.
  const isUsual = plan.encoding.renditions.every(({ codec }) => codec === undefined);
  for (const work of [workOf(plan), ...(isUsual ? [ANY_LADDER] : [])]) {
    await db.transaction().execute(async (tx) => {
      const known = await tx
        .selectFrom("media_speeds")
        .select(["speed", "samples"])
        .where("host", "=", hostname())
        .where("work", "=", work)
        .forUpdate()
        .executeTakeFirst();
      const next = learnSpeed(known ?? null, measured);
      await tx
        .insertInto("media_speeds")
        .values({ host: hostname(), work, ...next })
        .onConflict((conflict) => conflict.columns(["host", "work"]).doUpdateSet({ ...next, updated_at: new Date() }))
        .execute();
    });
  }
}
