import { completeProviders, providerProblems, type AnalyticsProviders } from "@kinora/domain/analytics/providers.ts";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { changesBetween } from "../../platform/events/changes.ts";
import { audit } from "../../platform/events/events.ts";
import { Refusal } from "../../platform/refusal.ts";

/** Where a project's players report views to. */
export async function describeProviders({ db }: Pick<Context, "db">, projectId: number) {
  const saved = await db
    .selectFrom("project_analytics")
    .select(["settings", "updated_at"])
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return { ...completeProviders(saved?.settings), updated_at: saved?.updated_at ?? null };
}

/**
 * Changes where the players of a project report views to; players that load from now on follow.
 * @throws Refusal `invalid` at each field that is wrong.
 */
export async function saveProviders(context: Context, grant: ProjectGrant, settings: AnalyticsProviders) {
  const { accountId, projectId } = grant;
  requireValid(settings);
  await context.db.transaction().execute(async (tx) => {
    const saved = await tx
      .selectFrom("project_analytics")
      .select("settings")
      .where("project_id", "=", projectId)
      .forUpdate()
      .executeTakeFirst();
    const row = { settings: JSON.stringify(settings), updated_at: context.clock.now() };
    await tx
      .insertInto("project_analytics")
      .values({ project_id: projectId, account_id: accountId, ...row })
      .onConflict((conflict) => conflict.column("project_id").doUpdateSet(row))
      .execute();
    await audit(tx, {
      accountId,
      projectId,
      actor: actorOf(context.caller),
      action: "project.analytics_change",
      objectType: "project",
      objectId: projectId,
      objectTitle: "",
      changes: changesBetween(completeProviders(saved?.settings), settings),
    });
  });
  return describeProviders(context, projectId);
}

/** @throws Refusal `invalid` with a message for each field. */
export function requireValid(settings: AnalyticsProviders): void {
  const problems = providerProblems(settings);
  const [first] = Object.values(problems);
  if (first === undefined) return;
  const fields = Object.fromEntries(Object.entries(problems).map(([field, text]) => [field, [text]]));
  throw new Refusal("invalid", first, { fields });
}
