import type { ProjectDocument } from "@kinora/contract/as-code/document.ts";
import type { AdSettings } from "@kinora/domain/ads/ad-settings.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { idsByName, namesById } from "../platform/named.ts";
import type { PortableList, PortableSettings } from "../platform/portable.ts";
import { describeSchedule, listSchedules } from "./schedule-rows.ts";
import { createSchedule, deleteSchedule, updateSchedule, type ScheduleSettings } from "./schedules.ts";
import { describeAds, saveAds } from "./settings.ts";

type Ads = NonNullable<ProjectDocument["ads"]>;
type Schedule = NonNullable<ProjectDocument["ad_schedules"]>[number];
type Fields = Omit<Schedule, "name" | "categories">;

/** The default schedule of a project in a file. */
export const portableAds: PortableSettings<Ads, Ads> = {
  async read(context, { projectId }) {
    const ads = await describeAds(context, projectId);
    return { name: ads.name, ...(await fieldsOf(context, projectId, ads)) };
  },
  async save(context, grant, { name, ...fields }) {
    await saveAds(context, grant, await settingsOf(context, grant, fields), { name });
  },
};

/** The other schedules of a project in a file, by their names. */
export const portableAdSchedules: PortableList<Schedule, Schedule> = {
  async read(context, { projectId }) {
    const others = (await listSchedules(context, projectId)).filter(({ is_default: isDefault }) => !isDefault);
    const read = others.map(async ({ id, used_by: { categories, videos, players } }) => {
      const schedule = await describeSchedule(context, projectId, id);
      const chosen = schedule.categories.map((category) => category.name).sort();
      return {
        id,
        value: { name: schedule.name, categories: chosen, ...(await fieldsOf(context, projectId, schedule)) },
        whenRemoved:
          categories + videos + players === 0
            ? null
            : "The videos and livestreams that have it get another ad schedule.",
      };
    });
    const schedules = await Promise.all(read);
    return schedules.toSorted((one, other) => (one.value.name < other.value.name ? -1 : 1));
  },
  async create(context, grant, wanted) {
    const ids: number[] = [];
    for (const schedule of wanted) {
      const { id } = await createSchedule(context, grant, await scheduleOf(context, grant, schedule));
      if (id !== null) ids.push(id);
    }
    return { ids, shown: [] };
  },
  async change(context, grant, { id }, wanted) {
    await updateSchedule(context, grant, id, await scheduleOf(context, grant, wanted));
    return [];
  },
  async remove(context, grant, { id }) {
    await deleteSchedule(context, grant, id);
  },
};

/** What a schedule has beside its name and categories, with names in place of ids. */
async function fieldsOf({ db }: Context, projectId: number, settings: AdSettings): Promise<Fields> {
  const categories = await namesById(db, projectId, "categories", settings.excluded_category_ids);
  const tags = await namesById(db, projectId, "tags", settings.excluded_tag_ids);
  const { mode, single, breaks, vmap_tag, live, ads_timeout_ms, preroll_timeout_ms, frequency, consent } = settings;
  return {
    ...{ mode, single, breaks, vmap_tag, live, ads_timeout_ms, preroll_timeout_ms, frequency, consent },
    excluded_categories: [...categories.values()].sort(),
    excluded_tags: [...tags.values()].sort(),
  };
}

async function settingsOf(
  { db }: Context,
  { projectId }: ProjectGrant,
  { excluded_categories: categories, excluded_tags: tags, ...settings }: Fields,
): Promise<AdSettings> {
  return {
    ...settings,
    excluded_category_ids: await idsByName(db, projectId, "categories", categories, "excluded_categories"),
    excluded_tag_ids: await idsByName(db, projectId, "tags", tags, "excluded_tags"),
  };
}

async function scheduleOf(
  context: Context,
  grant: ProjectGrant,
  { name, categories, ...fields }: Schedule,
): Promise<ScheduleSettings> {
  return {
    name,
    categoryIds: await idsByName(context.db, grant.projectId, "categories", categories, "categories"),
    settings: await settingsOf(context, grant, fields),
  };
}
