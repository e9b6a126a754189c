import type { Executor } from "@kinora/db/connect.ts";
import {
  AD_SCHEDULES_MAX,
  DEFAULT_AD_SCHEDULE,
  defaultAdSettings,
  type AdSettings,
} from "@kinora/domain/ads/ad-settings.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { requireVersion } from "../platform/database/version.ts";
import { changesBetween } from "../platform/events/changes.ts";
import { Refusal } from "../platform/refusal.ts";
import { categoriesOf, chooseFor, completeAds, describeSchedule, lockSchedule, namesOf } from "./schedule-rows.ts";
import {
  announceAds,
  insertDefault,
  lockSchedules,
  refuseTakenName,
  requireNone,
  settingsProblems,
} from "./settings.ts";

/** What people set of a schedule. */
export interface ScheduleSettings {
  /** What the caller had read. */
  version?: number | undefined;
  name: string;
  /** Their videos and livestreams have it. */
  categoryIds: readonly number[];
  settings: AdSettings;
}

const objectOf = (id: number, title: string) => ({ type: "ad_schedule", id, title });

/**
 * Adds a schedule. The default one that was never saved is stored first, so that it stays the default.
 * @throws Refusal `conflict` at 20 schedules, `invalid` at each field that is wrong or when the name is taken.
 */
export async function createSchedule(context: Context, grant: ProjectGrant, given: ScheduleSettings) {
  const { projectId, accountId } = grant;
  requireNone(await problemsOf(context.db, projectId, given));
  const id = await refuseTakenName(() =>
    context.db.transaction().execute(async (tx) => {
      await lockSchedules(tx, projectId);
      const existing = await tx
        .selectFrom("ad_schedules")
        .select("is_default")
        .where("project_id", "=", projectId)
        .execute();
      if (existing.length >= AD_SCHEDULES_MAX)
        throw new Refusal("conflict", `A project can have up to ${AD_SCHEDULES_MAX} ad schedules.`);
      const now = context.clock.now();
      if (existing.length === 0) {
        const settings = JSON.stringify(defaultAdSettings);
        await insertDefault(tx, grant, { name: DEFAULT_AD_SCHEDULE, settings, updated_at: now });
      }
      const { name, categoryIds, settings } = given;
      const owner = { project_id: projectId, account_id: accountId };
      const row = await tx
        .insertInto("ad_schedules")
        .values({ ...owner, name, settings: JSON.stringify(settings), updated_at: now })
        .returning("id")
        .executeTakeFirstOrThrow();
      await chooseFor(tx, projectId, row.id, categoryIds);
      await announceAds(context, tx, grant, { action: "ad_schedule.created", object: objectOf(row.id, name) });
      return row.id;
    }),
  );
  return describeSchedule(context, projectId, id);
}

/**
 * Changes a schedule; players that load from now on follow.
 * @throws Refusal `not_found`, `changed_since`, or `invalid` at each field that is wrong or when the name is taken.
 */
export async function updateSchedule(context: Context, grant: ProjectGrant, id: number, given: ScheduleSettings) {
  const { projectId } = grant;
  requireNone(await problemsOf(context.db, projectId, given));
  await refuseTakenName(() =>
    context.db.transaction().execute(async (tx) => {
      const { name, categoryIds, settings } = given;
      const before = await lockSchedule(tx, projectId, id);
      requireVersion(before, given.version, "ad schedule");
      const categoriesBefore = (await categoriesOf(tx, projectId, id)).map((each) => each.name);
      await tx
        .updateTable("ad_schedules")
        .set({ name, settings: JSON.stringify(settings), updated_at: context.clock.now() })
        .where("id", "=", id)
        .where("project_id", "=", projectId)
        .execute();
      await chooseFor(tx, projectId, id, categoryIds);
      const categories = (await categoriesOf(tx, projectId, id)).map((each) => each.name);
      const was = { name: before.name, categories: categoriesBefore, ...completeAds(before.settings) };
      const changes = changesBetween(was, { name, categories, ...settings });
      if (Object.keys(changes).length === 0) return;
      await announceAds(context, tx, grant, { action: "ad_schedule.updated", object: objectOf(id, name), changes });
    }),
  );
  return describeSchedule(context, projectId, id);
}

/** Makes a schedule the project's default. Idempotent. @throws Refusal `not_found`. */
export async function setDefaultSchedule(context: Context, grant: ProjectGrant, id: number) {
  const { projectId } = grant;
  await context.db.transaction().execute(async (tx) => {
    await lockSchedules(tx, projectId);
    const { name, is_default: isDefault } = await lockSchedule(tx, projectId, id);
    if (isDefault) return;
    await tx
      .updateTable("ad_schedules")
      .set({ is_default: false })
      .where("project_id", "=", projectId)
      .where("is_default", "=", true)
      .execute();
    await tx
      .updateTable("ad_schedules")
      .set({ is_default: true })
      .where("id", "=", id)
      .where("project_id", "=", projectId)
      .execute();
    await announceAds(context, tx, grant, { action: "ad_schedule.made_default", object: objectOf(id, name) });
  });
  return describeSchedule(context, projectId, id);
}

/**
 * Deletes a schedule; the videos and livestreams that had it get their category's or the default one.
 * @throws Refusal `not_found`, or `conflict` for the default.
 */
export async function deleteSchedule(context: Context, grant: ProjectGrant, id: number): Promise<void> {
  const { projectId } = grant;
  await context.db.transaction().execute(async (tx) => {
    await lockSchedules(tx, projectId);
    const { name, is_default: isDefault } = await lockSchedule(tx, projectId, id);
    if (isDefault)
      throw new Refusal("conflict", "The default ad schedule cannot be deleted. Make another one the default first.");
    await tx.deleteFrom("ad_schedules").where("id", "=", id).where("project_id", "=", projectId).execute();
    await announceAds(context, tx, grant, { action: "ad_schedule.deleted", object: objectOf(id, name) });
  });
}

async function problemsOf(on: Executor, projectId: number, { settings, categoryIds }: ScheduleSettings) {
  const problems = await settingsProblems(on, projectId, settings);
  const categories = await namesOf(on, "categories", projectId, categoryIds);
  if (categories.length < new Set(categoryIds).size)
    problems["category_ids"] = "One of these categories no longer exists. Remove it.";
  return problems;
}
