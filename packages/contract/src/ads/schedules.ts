import { AD_EXCLUSIONS_MAX, AD_MODES, AD_SCHEDULE_NAME_MAX, AD_SCHEDULES_MAX } from "@kinora/domain/ads/ad-settings.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, line, message, moment, readVersion } from "../shapes.ts";
import { adSettings, adSettingsShape } from "./ads.ts";

const TAGS = ["Ads"];

const listed = z.object({
  id: z.number(),
  name: z.string(),
  mode: z.enum(AD_MODES),
  /** Applies to what no other schedule is chosen for. */
  is_default: z.boolean(),
  /** Categories and videos it is chosen for, and players that chose it. */
  used_by: z.object({ categories: z.number(), videos: z.number(), players: z.number() }),
  updated_at: moment,
});

export const adScheduleName = line("Name", AD_SCHEDULE_NAME_MAX);

const scheduleShape = {
  name: adScheduleName,
  /** Their videos and livestreams have this schedule; a category leaves the schedule it had. */
  category_ids: z.array(id).max(AD_EXCLUSIONS_MAX).default([]),
  ...adSettingsShape,
};

const answer = message.extend({ data: adSettings });

export const listAdSchedules = operation(holds("ads_view", "project", "ads_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/ads/schedules",
    tags: TAGS,
    summary: "The ad schedules of a project, the default first; empty while nothing was saved.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: z.array(listed) }));

export const getAdSchedule = operation(holds("ads_view", "project", "ads_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/ads/schedules/{id}",
    tags: TAGS,
    summary: "One ad schedule.",
  })
  .input(z.object({ project_id: id, id }))
  .output(z.object({ data: adSettings }));

export const createAdSchedule = operation(holds("ads_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/ads/schedules",
    tags: TAGS,
    successStatus: 201,
    summary: `Adds an ad schedule; a project can have ${AD_SCHEDULES_MAX}.`,
  })
  .input(z.object({ project_id: id, ...scheduleShape }))
  .output(answer);

export const updateAdSchedule = operation(holds("ads_manage", "project"))
  .route({
    method: "PUT",
    path: "/projects/{project_id}/ads/schedules/{id}",
    tags: TAGS,
    summary: "Changes an ad schedule; players that load from now on follow.",
  })
  .input(z.object({ project_id: id, id, version: readVersion, ...scheduleShape }))
  .output(answer);

export const setDefaultAdSchedule = operation(holds("ads_manage", "project"))
  .route({
    method: "PATCH",
    path: "/projects/{project_id}/ads/schedules/{id}/default",
    tags: TAGS,
    summary: "Makes an ad schedule the project's default.",
  })
  .input(z.object({ project_id: id, id }))
  .output(answer);

export const deleteAdSchedule = operation(holds("ads_manage", "project"))
  .route({
    method: "DELETE",
    path: "/projects/{project_id}/ads/schedules/{id}",
    tags: TAGS,
    summary:
      "Deletes an ad schedule other than the default; its videos get their category's or the default one, and players that chose it play those of their videos.",
  })
  .input(z.object({ project_id: id, id }))
  .output(message);
