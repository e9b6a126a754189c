import { operations, projectGrant } from "../platform/http/operations.ts";
import { describeProviders, saveProviders } from "./providers/providers.ts";
import { testProviders } from "./providers/test-providers.ts";

export const analyticsRoutes = {
  getAnalyticsProviders: operations.analytics.getAnalyticsProviders.handler(async ({ context }) => ({
    data: await describeProviders(context, projectGrant(context).projectId),
  })),
  saveAnalyticsProviders: operations.analytics.saveAnalyticsProviders.handler(
    async ({ context, input: { project_id: _project, ...settings } }) => ({
      data: await saveProviders(context, projectGrant(context), settings),
      message: "Analytics settings are saved.",
    }),
  ),
  testAnalyticsProviders: operations.analytics.testAnalyticsProviders.handler(
    async ({ context, input: { project_id: _project, ...providers } }) => ({
      data: await testProviders(context, providers),
    }),
  ),
};
