import { operations, projectGrant } from "../platform/http/operations.ts";
import { readAdReport } from "./report.ts";
import { describeAds, saveAds } from "./settings.ts";
import { tryAdTag } from "./tag-test.ts";
import { describeVideoAds, saveVideoAds } from "./video-ads.ts";

export const adRoutes = {
  getAds: operations.ads.getAds.handler(async ({ context }) => ({
    data: await describeAds(context, projectGrant(context).projectId),
  })),
  saveAds: operations.ads.saveAds.handler(async ({ context, input }) => {
    const { project_id: _, ...settings } = input;
    return { data: await saveAds(context, projectGrant(context), settings), message: "Ads are saved." };
  }),
  getVideoAds: operations.ads.getVideoAds.handler(async ({ context, input }) => ({
    data: await describeVideoAds(context, projectGrant(context), input.id),
  })),
  saveVideoAds: operations.ads.saveVideoAds.handler(async ({ context, input }) => {
    const { id, ...ads } = input;
    return { data: await saveVideoAds(context, projectGrant(context), id, ads), message: "Ads are saved." };
  }),
  testAdTag: operations.ads.testAdTag.handler(async ({ context, input }) => ({
    data: await tryAdTag(context, input.tag),
  })),
  getAdReport: operations.ads.getAdReport.handler(async ({ context, input }) => ({
    data: await readAdReport(context, projectGrant(context).projectId, input.days),
  })),
};
