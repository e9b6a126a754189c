import type { Executor, Tx } from "@kinora/db/connect.ts";
import {
  AD_SCHEDULES_MAX,
  DEFAULT_AD_SCHEDULE,
  defaultAdSettings,
  type AdMode,
  type AdSettings,
} from "@kinora/domain/ads/ad-settings.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import { missing, type Noun } from "../platform/nouns/noun.ts";
import { demoTags } from "./demo/demo-documents.ts";

/** The settings of a schedule; settings that were added since they were saved have their defaults. */
export const completeAds = (saved: Partial<AdSettings> | null | undefined): AdSettings => ({
  ...defaultAdSettings,
  ...saved,
});

export const SCHEDULE: Noun<"ad_schedules"> = {
  table: "ad_schedules",
  name: "ad_schedule",
  label: "ad schedule",
  title: ({ name }) => name,
  most: AD_SCHEDULES_MAX,
  event: () => "project.ads_changed",
  taken: [{ index: "ad_schedules_name", message: "There is already an ad schedule of this name." }],
};

const COLUMNS = ["id", "name", "settings", "is_default", "version", "updated_at"] as const;

interface ScheduleRow {
  id: number;
  name: string;
  settings: Partial<AdSettings>;
  is_default: boolean;
  version: number;
  updated_at: Date;
}

const schedulesOf = (on: Executor, projectId: number) =>
  on.selectFrom("ad_schedules").where("project_id", "=", projectId);

/** The default schedule of a project, locked until the transaction ends; undefined while nothing was saved. */
export const lockDefault = (tx: Tx, projectId: number): Promise<ScheduleRow | undefined> =>
  schedulesOf(tx, projectId).select(COLUMNS).where("is_default", "=", true).forUpdate().executeTakeFirst();

/**
 * A schedule as the contract sends it: the one of `id`, or the project's default with `id` null, which has its usual settings while
 * nothing was saved. @throws Refusal `not_found`.
 */
export async function describeSchedule(
  { db, config }: Pick<Context, "db" | "config">,
  projectId: number,
  id: number | null,
) {
  const query = schedulesOf(db, projectId).select(COLUMNS);
  const saved: ScheduleRow | undefined = await (
    id === null ? query.where("is_default", "=", true) : query.where("id", "=", id)
  ).executeTakeFirst();
  if (!saved && id !== null) throw missing(SCHEDULE);
  const settings = completeAds(saved?.settings);
  const [excludedCategories, excludedTags, categories] = await Promise.all([
    namesOf(db, "categories", projectId, settings.excluded_category_ids),
    namesOf(db, "tags", projectId, settings.excluded_tag_ids),
    saved ? categoriesOf(db, projectId, saved.id) : [],
  ]);
  return {
    ...settings,
    // What was deleted excludes nothing.
    excluded_category_ids: excludedCategories.map((each) => each.id),
    excluded_tag_ids: excludedTags.map((each) => each.id),
    excluded: { categories: excludedCategories, tags: excludedTags },
    id: saved?.id ?? null,
    name: saved?.name ?? DEFAULT_AD_SCHEDULE,
    is_default: saved?.is_default ?? true,
    version: saved?.version ?? 0,
    categories,
    updated_at: saved?.updated_at ?? null,
    demo_tags: demoTags(config.urls.edge),
  };
}

/** The schedules of a project, the default first. */
export async function listSchedules({ db }: Pick<Context, "db">, projectId: number) {
  const rows = await schedulesOf(db, projectId)
    .select([...COLUMNS])
    .select([
      sql<number>`(select count(*)::int from category_ad_schedules c where c.schedule_id = ad_schedules.id)`.as(
        "categories",
      ),
      sql<number>`(select count(*)::int from video_ads v where v.schedule_id = ad_schedules.id)`.as("videos"),
      sql<number>`(select count(*)::int from players p where p.project_id = ad_schedules.project_id
        and (p.settings->>'ad_schedule_id')::bigint = ad_schedules.id)`.as("players"),
    ])
    .orderBy("is_default", "desc")
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(({ settings, categories, videos, players, ...row }) => ({
    ...row,
    mode: completeAds(settings).mode,
    used_by: { categories, videos, players },
  }));
}

/** What can be chosen for a video, the default first. */
export async function schedulesToChoose(
  on: Executor,
  projectId: number,
): Promise<{ id: number; name: string; mode: AdMode }[]> {
  const rows = await schedulesOf(on, projectId)
    .select(["id", "name", "settings"])
    .orderBy("is_default", "desc")
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(({ id, name, settings }) => ({ id, name, mode: completeAds(settings).mode }));
}

/** Those of `ids` that are in the project, by name. */
export async function namesOf(on: Executor, table: "categories" | "tags", projectId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return on
    .selectFrom(table)
    .select(["id", "name"])
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .orderBy("name")
    .execute();
}

/** The categories that a schedule is chosen for, by name. */
export function categoriesOf(on: Executor, projectId: number, scheduleId: number) {
  return on
    .selectFrom("category_ad_schedules as chosen")
    .innerJoin("categories", "categories.id", "chosen.category_id")
    .select(["categories.id", "categories.name"])
    .where("chosen.schedule_id", "=", scheduleId)
    .where("chosen.project_id", "=", projectId)
    .where("categories.leaving_at", "is", null)
    .orderBy("categories.name")
    .execute();
}

/** Chooses a schedule for exactly these categories of its project; each leaves the schedule it had. */
export async function chooseFor(tx: Tx, projectId: number, scheduleId: number, categoryIds: readonly number[]) {
  const chosen = [...new Set(categoryIds)];
  let others = tx
    .deleteFrom("category_ad_schedules")
    .where("schedule_id", "=", scheduleId)
    .where("project_id", "=", projectId);
  if (chosen.length > 0) others = others.where("category_id", "not in", chosen);
  await others.execute();
  if (chosen.length === 0) return;
  await tx
    .insertInto("category_ad_schedules")
    .values(chosen.map((categoryId) => ({ category_id: categoryId, project_id: projectId, schedule_id: scheduleId })))
    .onConflict((conflict) => conflict.column("category_id").doUpdateSet({ schedule_id: scheduleId }))
    .execute();
}
