import { insertRow } from "@kinora/db/testing-rows.ts";
import { NO_PROVIDERS, type AnalyticsProviders } from "@kinora/domain/analytics/providers.ts";
import { afterAll, expect, test } from "vitest";
import { aProject } from "../platform/testing.ts";
import { sharedServices, ownedBy } from "../testing/fixtures.ts";
import { anEdge, aRendition, aVideo } from "./testing.ts";

const services = await sharedServices();
const edge = await anEdge(services);
afterAll(() => edge.app.close());

/** The embed page of a video whose project has these providers, with its policy by directive. */
async function page(settings: Partial<AnalyticsProviders> | null) {
  const project = await aProject(services);
  const video = await aVideo(services, project);
  await aRendition(services, project, video, { label: "720p" });
  if (settings)
    await insertRow(services, "project_analytics", {
      ...ownedBy(project),
      settings: JSON.stringify({ ...NO_PROVIDERS, ...settings }),
    });
  const response = await fetch(`${edge.url}/embed/${video.hash}`);
  const directives = (response.headers.get("content-security-policy") ?? "").split("; ");
  const policy = (name: string) => directives.find((directive) => directive.startsWith(`${name} `));
  return { html: await response.text(), script: policy("script-src"), connect: policy("connect-src") };
}

test("the policy of an embed page allows the providers that are configured, and no other", async () => {
  const none = await page(null);
  expect([none.script, none.connect]).toEqual(["script-src 'self'", "connect-src 'self'"]);
  expect(none.html).toContain("&quot;analytics&quot;:null");
  const own = await page({
    matomo: { url: "https://m.example/x", site_id: 2 },
    pixel: { url: "https://p.example/?{event}" },
  });
  expect(own.script).toBe("script-src 'self'");
  expect(own.connect).toBe("connect-src 'self' https://m.example https://p.example");
  const google = await page({ google: { measurement_id: "G-ABCD1234" } });
  expect(google.script).toBe("script-src 'self' https://www.googletagmanager.com");
  expect(google.connect).toContain("https://*.google-analytics.com");
  expect(google.html).not.toContain("googletagmanager");
});
