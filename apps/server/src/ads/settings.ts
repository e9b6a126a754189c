import type { Executor } from "@kinora/db/connect.ts";
import { adSettingsProblems, defaultAdSettings, type AdSettings } from "@kinora/domain/ads/ad-settings.ts";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { changesBetween } from "../platform/events/changes.ts";
import { audit } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";
import { demoTags } from "./demo/demo-documents.ts";

/** The settings of a project with ads; settings that were added since they were saved have their defaults. */
export const completeAds = (saved: Partial<AdSettings> | null | undefined): AdSettings => ({
  ...defaultAdSettings,
  ...saved,
});

/** A project's ads, with the names of the excluded categories and tags and the tags of the demo ad server. */
export async function describeAds({ db, config }: Pick<Context, "db" | "config">, projectId: number) {
  const saved = await db
    .selectFrom("project_ads")
    .select(["settings", "updated_at"])
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  const settings = completeAds(saved?.settings);
  const [categories, tags] = await Promise.all([
    namesOf(db, "categories", projectId, settings.excluded_category_ids),
    namesOf(db, "tags", projectId, settings.excluded_tag_ids),
  ]);
  return {
    ...settings,
    // What was deleted excludes nothing.
    excluded_category_ids: categories.map(({ id }) => id),
    excluded_tag_ids: tags.map(({ id }) => id),
    excluded: { categories, tags },
    updated_at: saved?.updated_at ?? null,
    demo_tags: demoTags(config.urls.edge),
  };
}

async function namesOf(db: Executor, table: "categories" | "tags", projectId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom(table)
    .select(["id", "name"])
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .orderBy("name")
    .execute();
}

/**
 * Changes the ads of a project; players that load from now on follow.
 * @throws Refusal `invalid` at each field that is wrong, also for a category or tag of another project.
 */
export async function saveAds(context: Context, grant: ProjectGrant, settings: AdSettings) {
  const { accountId, projectId } = grant;
  const problems = adSettingsProblems(settings);
  const [categories, tags] = await Promise.all([
    namesOf(context.db, "categories", projectId, settings.excluded_category_ids),
    namesOf(context.db, "tags", projectId, settings.excluded_tag_ids),
  ]);
  if (categories.length < new Set(settings.excluded_category_ids).size)
    problems["excluded_category_ids"] = "One of these categories no longer exists. Remove it.";
  if (tags.length < new Set(settings.excluded_tag_ids).size)
    problems["excluded_tag_ids"] = "One of these tags no longer exists. Remove it.";
  requireNone(problems);
  const actor = actorOf(context.caller);
  await context.db.transaction().execute(async (tx) => {
    const saved = await tx
      .selectFrom("project_ads")
      .select("settings")
      .where("project_id", "=", projectId)
      .forUpdate()
      .executeTakeFirst();
    const row = { settings: JSON.stringify(settings), updated_at: context.clock.now() };
    await tx
      .insertInto("project_ads")
      .values({ project_id: projectId, account_id: accountId, ...row })
      .onConflict((conflict) => conflict.column("project_id").doUpdateSet(row))
      .execute();
    const payload = { project_id: projectId };
    await context.emit(tx, { type: "project.ads_changed", accountId, projectId, payload, actor });
    await audit(tx, {
      accountId,
      projectId,
      actor,
      action: "project.ads_change",
      objectType: "project",
      objectId: projectId,
      objectTitle: "",
      changes: changesBetween(completeAds(saved?.settings), settings),
    });
  });
  return describeAds(context, projectId);
}

/** @throws Refusal `invalid` with a message for each field. */
export function requireNone(problems: Readonly<Record<string, string>>): void {
  const [first] = Object.values(problems);
  if (first === undefined) return;
  const fields = Object.fromEntries(Object.entries(problems).map(([field, said]) => [field, [said]]));
  throw new Refusal("invalid", first, { fields });
}
