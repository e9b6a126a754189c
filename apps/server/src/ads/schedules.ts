import type { Executor, Tx } from "@kinora/db/connect.ts";
import { DEFAULT_AD_SCHEDULE, defaultAdSettings, type AdSettings } from "@kinora/domain/ads/ad-settings.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { changesBetween } from "../platform/events/changes.ts";
import { change, endDefault, remove } from "../platform/nouns/change.ts";
import { create, lockProject } from "../platform/nouns/create.ts";
import { Refusal } from "../platform/refusal.ts";
import {
  categoriesOf,
  chooseFor,
  completeAds,
  describeSchedule,
  lockDefault,
  namesOf,
  SCHEDULE,
} from "./schedule-rows.ts";
import { insertDefault, requireNone, settingsProblems } from "./settings.ts";

/** What people set of a schedule. */
export interface ScheduleSettings {
  /** What the caller had read. */
  version?: number | undefined;
  name: string;
  /** Their videos and livestreams have it. */
  categoryIds: readonly number[];
  settings: AdSettings;
}

/**
 * Adds a schedule. The default one that was never saved is stored first, so that it stays the default.
 * @throws Refusal `conflict` at 20 schedules, `invalid` at each field that is wrong or when the name is taken.
 */
export async function createSchedule(context: Context, grant: ProjectGrant, given: ScheduleSettings) {
  const { projectId } = grant;
  requireNone(await problemsOf(context.db, projectId, given));
  const id = await context.db.transaction().execute(async (tx) => {
    await lockProject(tx, projectId);
    const now = context.clock.now();
    if (!(await lockDefault(tx, projectId))) {
      const settings = JSON.stringify(defaultAdSettings);
      await insertDefault(tx, grant, { name: DEFAULT_AD_SCHEDULE, settings, updated_at: now });
    }
    const { name, categoryIds, settings } = given;
    const values = { name, settings: JSON.stringify(settings), updated_at: now };
    const row = await create(context, tx, SCHEDULE, grant, values);
    await chooseFor(tx, projectId, row.id, categoryIds);
    return row.id;
  });
  return describeSchedule(context, projectId, id);
}

/**
 * Changes a schedule; players that load from now on follow.
 * @throws Refusal `not_found`, `changed_since`, or `invalid` at each field that is wrong or when the name is taken.
 */
export async function updateSchedule(context: Context, grant: ProjectGrant, id: number, given: ScheduleSettings) {
  const { projectId } = grant;
  requireNone(await problemsOf(context.db, projectId, given));
  await change(context, SCHEDULE, grant, { id, version: given.version }, async (before, tx) => {
    const { name, categoryIds, settings } = given;
    const was = {
      name: before.name,
      categories: await categoryNames(tx, projectId, id),
      ...completeAds(before.settings),
    };
    await chooseFor(tx, projectId, id, categoryIds);
    const is = { name, categories: await categoryNames(tx, projectId, id), ...settings };
    const changes = changesBetween(was, is);
    return Object.keys(changes).length === 0 ? null : { set: { name, settings }, changes };
  });
  return describeSchedule(context, projectId, id);
}

const categoryNames = async (tx: Tx, projectId: number, id: number) =>
  (await categoriesOf(tx, projectId, id)).map((each) => each.name);

/** Makes a schedule the project's default. Idempotent. @throws Refusal `not_found`. */
export async function setDefaultSchedule(context: Context, grant: ProjectGrant, id: number) {
  await change(context, SCHEDULE, grant, { id, alone: true }, async (before, tx) => {
    if (before.is_default) return null;
    await endDefault(tx, SCHEDULE, grant);
    return { set: { is_default: true }, action: "made_default", changes: {} };
  });
  return describeSchedule(context, grant.projectId, id);
}

/**
 * Deletes a schedule; the videos and livestreams that had it get their category's or the default one.
 * @throws Refusal `not_found`, or `conflict` for the default.
 */
export const deleteSchedule = (context: Context, grant: ProjectGrant, id: number): Promise<void> =>
  remove(context, SCHEDULE, grant, { id, alone: true }, (before) => {
    if (before.is_default)
      throw new Refusal("conflict", "The default ad schedule cannot be deleted. Make another one the default first.");
    return {};
  });

async function problemsOf(on: Executor, projectId: number, { settings, categoryIds }: ScheduleSettings) {
  const problems = await settingsProblems(on, projectId, settings);
  const categories = await namesOf(on, "categories", projectId, categoryIds);
  if (categories.length < new Set(categoryIds).size)
    problems["category_ids"] = "One of these categories no longer exists. Remove it.";
  return problems;
}
