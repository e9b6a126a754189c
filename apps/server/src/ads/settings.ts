import type { Executor, Tx } from "@kinora/db/connect.ts";
import { adSettingsProblems, DEFAULT_AD_SCHEDULE, type AdSettings } from "@kinora/domain/ads/ad-settings.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { requireVersion } from "../platform/database/version.ts";
import { changesBetween } from "../platform/events/changes.ts";
import { record } from "../platform/events/record.ts";
import { lockProject } from "../platform/nouns/create.ts";
import { refuseTaken } from "../platform/nouns/noun.ts";
import { Refusal } from "../platform/refusal.ts";
import { completeAds, describeSchedule, lockDefault, namesOf, SCHEDULE } from "./schedule-rows.ts";

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
  await context.db.transaction().execute(async (tx) => {
    await lockProject(tx, projectId);
    const before = await lockDefault(tx, projectId);
    requireVersion(before ?? { version: 0 }, version, "ad schedule");
    const row = { settings: JSON.stringify(settings), updated_at: context.clock.now() };
    const kept = before?.name ?? DEFAULT_AD_SCHEDULE;
    const called = name ?? kept;
    await refuseTaken(SCHEDULE, async () => {
      if (!before) return insertDefault(tx, grant, { ...row, name: called });
      await tx
        .updateTable("ad_schedules")
        .set({ ...row, name: called })
        .where("id", "=", before.id)
        .where("project_id", "=", projectId)
        .execute();
    });
    const renamed = called === kept ? {} : { name: [kept, called] };
    await record(context, tx, grant, {
      action: "project.ads_change",
      event: "project.ads_changed",
      object: { type: "project", id: projectId, title: "" },
      changes: { ...renamed, ...changesBetween(completeAds(before?.settings), settings) },
    });
  });
  return describeAds(context, projectId);
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

/** @throws Refusal `invalid` with a message for each field. */
export function requireNone(problems: Readonly<Record<string, string>>): void {
  const [first] = Object.values(problems);
  if (first === undefined) return;
  const fields = Object.fromEntries(Object.entries(problems).map(([field, said]) => [field, [said]]));
  throw new Refusal("invalid", first, { fields });
}
