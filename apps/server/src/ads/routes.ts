import { operations, projectGrant } from "../platform/http/operations.ts";
import { readAdReport } from "./report.ts";
import { describeSchedule, listSchedules } from "./schedule-rows.ts";
import { createSchedule, deleteSchedule, setDefaultSchedule, updateSchedule } from "./schedules.ts";
import { describeAds, saveAds } from "./settings.ts";
import { tryAdTag } from "./tag-test.ts";
import { describeVideoAds, saveVideoAds } from "./video-ads.ts";

const SAVED = "Ads are saved.";

export const adRoutes = {
  getAds: operations.ads.getAds.handler(async ({ context }) => ({
    data: await describeAds(context, projectGrant(context).projectId),
  })),
  saveAds: operations.ads.saveAds.handler(async ({ context, input }) => {
    const { project_id: _, version, ...settings } = input;
    return { data: await saveAds(context, projectGrant(context), settings, { version }), message: SAVED };
  }),
  listAdSchedules: operations.ads.listAdSchedules.handler(async ({ context }) => ({
    data: await listSchedules(context, projectGrant(context).projectId),
  })),
  getAdSchedule: operations.ads.getAdSchedule.handler(async ({ context, input }) => ({
    data: await describeSchedule(context, projectGrant(context).projectId, input.id),
  })),
  createAdSchedule: operations.ads.createAdSchedule.handler(async ({ context, input }) => {
    const { project_id: _, name, category_ids: categoryIds, ...settings } = input;
    return {
      data: await createSchedule(context, projectGrant(context), { name, categoryIds, settings }),
      message: SAVED,
    };
  }),
  updateAdSchedule: operations.ads.updateAdSchedule.handler(async ({ context, input }) => {
    const { project_id: _, id, name, version, category_ids: categoryIds, ...settings } = input;
    const given = { version, name, categoryIds, settings };
    return { data: await updateSchedule(context, projectGrant(context), id, given), message: SAVED };
  }),
  setDefaultAdSchedule: operations.ads.setDefaultAdSchedule.handler(async ({ context, input }) => {
    const data = await setDefaultSchedule(context, projectGrant(context), input.id);
    return { data, message: `"${data.name}" is the default.` };
  }),
  deleteAdSchedule: operations.ads.deleteAdSchedule.handler(async ({ context, input }) => {
    await deleteSchedule(context, projectGrant(context), input.id);
    return { message: "The ad schedule is deleted." };
  }),
  getVideoAds: operations.ads.getVideoAds.handler(async ({ context, input }) => ({
    data: await describeVideoAds(context, projectGrant(context), input.id),
  })),
  saveVideoAds: operations.ads.saveVideoAds.handler(async ({ context, input }) => {
    const { id, schedule_id: scheduleId, ...ads } = input;
    return { data: await saveVideoAds(context, projectGrant(context), id, ads, scheduleId), message: SAVED };
  }),
  testAdTag: operations.ads.testAdTag.handler(async ({ context, input }) => ({
    data: await tryAdTag(context, input.tag),
  })),
  getAdReport: operations.ads.getAdReport.handler(async ({ context, input }) => ({
    data: await readAdReport(context, projectGrant(context).projectId, input.days),
  })),
};
