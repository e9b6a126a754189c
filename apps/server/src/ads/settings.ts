import type { Executor, Tx } from "@kinora/db/connect.ts";
import { adSettingsProblems, DEFAULT_AD_SCHEDULE, type AdSettings } from "@kinora/domain/ads/ad-settings.ts";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { violatedIndex } from "../platform/database/unique-violation.ts";
import { requireVersion } from "../platform/database/version.ts";
import { changesBetween } from "../platform/events/changes.ts";
import { audit } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";
import { completeAds, describeSchedule, lockDefault, namesOf } from "./schedule-rows.ts";

/** The default schedule of a project. */
export const describeAds = (context: Pick<Context, "db" | "config">, projectId: number) =>
  describeSchedule(context, projectId, null);

/**
 * Changes the default schedule of a project; players that load from now on follow. Without `name` it keeps its own.
 * @param version what the caller had read; 0: that nothing was saved. @throws Refusal `changed_since`, or `invalid` at each field that is wrong, also for a category or tag of another project.
 */
export async function saveAds(
  context: Context,
  grant: ProjectGrant,
  settings: AdSettings,
  { name, version }: { name?: string | undefined; version?: number | undefined } = {},
) {
  const { projectId } = grant;
  requireNone(await settingsProblems(context.db, projectId, settings));
  await refuseTakenName(() =>
    context.db.transaction().execute(async (tx) => {
      await lockSchedules(tx, projectId);
      const before = await lockDefault(tx, projectId);
      requireVersion(before ?? { version: 0 }, version, "ad schedule");
      const row = { settings: JSON.stringify(settings), updated_at: context.clock.now() };
      const kept = before?.name ?? DEFAULT_AD_SCHEDULE;
      const called = name ?? kept;
      if (before)
        await tx
          .updateTable("ad_schedules")
          .set({ ...row, name: called })
          .where("id", "=", before.id)
          .where("project_id", "=", projectId)
          .execute();
      else await insertDefault(tx, grant, { ...row, name: called });
      const renamed = called === kept ? {} : { name: [kept, called] };
      await announceAds(context, tx, grant, {
        action: "project.ads_change",
        object: { type: "project", id: projectId, title: "" },
        changes: { ...renamed, ...changesBetween(completeAds(before?.settings), settings) },
      });
    }),
  );
  return describeAds(context, projectId);
}

/** Schedules of a project are added and made the default by one transaction at a time. */
export async function lockSchedules(tx: Tx, projectId: number): Promise<void> {
  await tx.selectFrom("projects").select("id").where("id", "=", projectId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** The first schedule of a project. */
export async function insertDefault(
  tx: Tx,
  { projectId, accountId }: ProjectGrant,
  row: { name: string; settings: string; updated_at: Date },
): Promise<void> {
  await tx
    .insertInto("ad_schedules")
    .values({ project_id: projectId, account_id: accountId, is_default: true, ...row })
    .execute();
}

/** Why settings cannot be saved in a project, as messages by the path of their field. */
export async function settingsProblems(on: Executor, projectId: number, settings: AdSettings) {
  const problems = adSettingsProblems(settings);
  const [categories, tags] = await Promise.all([
    namesOf(on, "categories", projectId, settings.excluded_category_ids),
    namesOf(on, "tags", projectId, settings.excluded_tag_ids),
  ]);
  if (categories.length < new Set(settings.excluded_category_ids).size)
    problems["excluded_category_ids"] = "One of these categories no longer exists. Remove it.";
  if (tags.length < new Set(settings.excluded_tag_ids).size)
    problems["excluded_tag_ids"] = "One of these tags no longer exists. Remove it.";
  return problems;
}

/** Emits that the ads of a project changed and adds the change to the audit log. */
export async function announceAds(
  context: Context,
  tx: Tx,
  { accountId, projectId }: ProjectGrant,
  change: { action: string; object: { type: string; id: number; title: string }; changes?: Record<string, unknown> },
): Promise<void> {
  const { action, object, changes = {} } = change;
  const actor = actorOf(context.caller);
  const payload = { project_id: projectId };
  await context.emit(tx, { type: "project.ads_changed", accountId, projectId, payload, actor });
  const { type: objectType, id: objectId, title: objectTitle } = object;
  await audit(tx, { accountId, projectId, actor, action, objectType, objectId, objectTitle, changes });
}

/** @throws Refusal `invalid` where another schedule of the project has the name. */
export async function refuseTakenName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (violatedIndex(error) !== "ad_schedules_name") throw error;
    const message = "There is already an ad schedule of this name.";
    throw new Refusal("invalid", message, { fields: { name: [message] } });
  }
}

/** @throws Refusal `invalid` with a message for each field. */
export function requireNone(problems: Readonly<Record<string, string>>): void {
  const [first] = Object.values(problems);
  if (first === undefined) return;
  const fields = Object.fromEntries(Object.entries(problems).map(([field, said]) => [field, [said]]));
  throw new Refusal("invalid", first, { fields });
}
