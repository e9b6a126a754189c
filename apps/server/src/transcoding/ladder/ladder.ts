import type { Executor } from "@kinora/db/connect.ts";
import type { LadderSpeed } from "@kinora/domain/transcoding/ladder-estimate.ts";
import {
  completeLadder,
  ladderProblem,
  presetOf,
  type ProjectLadder,
} from "@kinora/domain/transcoding/project-ladder.ts";
import { presetsProblem } from "@kinora/domain/transcoding/saved-presets.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { linesProblem } from "../../platform/access/plan-encoding.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { changesBetween } from "../../platform/events/changes.ts";
import { record } from "../../platform/events/record.ts";
import { Refusal } from "../../platform/refusal.ts";
import { readCodecSavings } from "./codec-savings.ts";
import { newestRun } from "./ladder-runs.ts";
import { readLadder } from "./read-ladder.ts";
import { sentLadder, type WantedLadder } from "./sent-ladder.ts";

/** A project's ladder with the data of its page: preset, history of this installation, retention, newest run. */
export async function describeLadder({ db }: Pick<Context, "db">, projectId: number) {
  const saved = await db
    .selectFrom("project_ladders")
    .select(["ladder", "updated_at"])
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  const project = await db
    .selectFrom("projects")
    .select(["id", "account_id", "source_retention_days"])
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  const ladder = completeLadder(saved?.ladder);
  return {
    ...sentLadder(ladder),
    preset: presetOf(ladder),
    updated_at: saved?.updated_at ?? null,
    source_retention_days: project.source_retention_days,
    history: await readHistory(db),
    codecs: await readCodecSavings(db, project),
    run: await newestRun(db, projectId),
  };
}

/** How fast all machines of this installation were, by the top rung of the ladder, at ordinary frame rates. */
async function readHistory(on: Executor): Promise<LadderSpeed[]> {
  const { rows } = await sql<LadderSpeed>`
    select split_part(work, ':', 2) as label, sum(speed * samples) / sum(samples) as speed, sum(samples)::int as samples
    from media_speeds where work like 'ladder:%:normal' and samples > 0 group by 1 order by 1`.execute(on);
  return rows;
}

/** Changes the ladder of a project's new uploads; existing videos stay as they are, as presets that are left out. @throws Refusal `invalid` at the rung that is wrong, and for rungs that the account's plan does not allow. */
export async function saveLadder(context: Context, grant: ProjectGrant, wanted: WantedLadder) {
  const problem = ladderProblem(wanted) ?? presetsProblem(wanted.presets ?? [], wanted);
  if (problem) throw new Refusal("invalid", problem.message, { fields: { [problem.field]: [problem.message] } });
  const { accountId, projectId } = grant;
  const tallest = Math.max(0, ...wanted.rungs.map(({ enabled, height }) => (enabled ? height : 0)));
  const beyond = await linesProblem(context.db, accountId, tallest);
  if (beyond !== null) throw new Refusal("invalid", beyond, { fields: { rungs: [beyond] } });
  await context.db.transaction().execute(async (tx) => {
    const before = await readLadder(tx, projectId);
    const ladder: ProjectLadder = { ...wanted, presets: wanted.presets ?? before.presets };
    const row = { ladder: JSON.stringify(ladder), updated_at: context.clock.now() };
    await tx
      .insertInto("project_ladders")
      .values({ project_id: projectId, account_id: accountId, ...row })
      .onConflict((conflict) => conflict.column("project_id").doUpdateSet(row))
      .execute();
    await record(context, tx, grant, {
      action: "project.ladder_change",
      event: "project.ladder_changed",
      object: { type: "project", id: projectId, title: "" },
      changes: changesBetween(before, ladder),
    });
  });
  return describeLadder(context, projectId);
}
