import { defaultAdSettings, defaultAdSource } from "@kinora/domain/ads/ad-settings.ts";
import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { session } from "../platform/session.ts";
import { answerFetch } from "../testing/answer-fetch.ts";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { aConfig, aUser } from "../testing/videos.ts";
import AdsPage from "./AdsPage.tsx";
import type { AdReport, ProjectAds } from "./queries.ts";

const TAG = "https://ads.example.com/vast";
const DEMO = "http://localhost:4003/demo/vast/skippable.xml";
let stored: ProjectAds;
let report: AdReport | null;
let sent: Partial<ProjectAds>[];
let schedules: { id: number; name: string; is_default: boolean }[];

beforeEach(() => {
  signedIn();
  sent = [];
  schedules = [];
  stored = {
    ...defaultAdSettings,
    id: null,
    name: "Default",
    is_default: true,
    version: 0,
    categories: [],
    updated_at: null,
    excluded: { categories: [], tags: [] },
    demo_tags: [{ name: "Skippable after 2 s", url: DEMO }],
  };
  const counts = { request: 200, fill: 150, impression: 140, start: 138, first_quartile: 105, midpoint: 84 };
  report = {
    totals: { ...counts, third_quartile: 77, complete: 70, skip: 21, click: 4, error: 12 },
    errors: [{ code: 303, text: "There is no ad.", count: 12 }],
    days: [],
  };
  answerFetch(async (request) => {
    const answer = (body: object, status = 200) => Response.json(body, { status });
    if (request.url.includes("/ads/report"))
      return report
        ? answer({ data: report })
        : answer({ message: "The report can't be read.", code: "internal" }, 500);
    if (request.url.endsWith("/ads/schedules") && request.method === "GET")
      return answer({
        data: schedules.map((schedule) => ({
          ...schedule,
          ...{ mode: "off", used_by: { categories: 2, videos: 0, players: 1 }, updated_at: new Date(0) },
        })),
      });
    if (request.method === "POST") {
      const made = (await request.json()) as ProjectAds;
      sent.push(made);
      stored = { ...stored, ...made, id: 9, is_default: false };
      schedules = [
        { id: 1, name: "Default", is_default: true },
        { id: 9, name: made.name, is_default: false },
      ];
      return answer({ message: "Ads are saved.", data: stored }, 201);
    }
    if (request.method !== "PUT") return answer({ data: stored });
    const body = (await request.json()) as ProjectAds;
    sent.push(body);
    if (body.mode === "vmap" && body.vmap_tag === "")
      return answer(
        { message: "Check it.", code: "invalid", errors: { vmap_tag: ["Enter the URL of a VMAP document."] } },
        422,
      );
    stored = { ...stored, ...body };
    return answer({ message: "Ads are saved.", data: stored });
  });
});

const show = () => renderPart(<AdsPage />);
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const mode = async (name: string) => fireEvent.click(await screen.findByRole("radio", { name }));
const write = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });

// spec: 2.46
test("without ads, the page offers the demo tag, which is saved as a single tag", async () => {
  await show();
  expect(await screen.findByText("No ads. Try the built-in demo tag.")).toBeTruthy();
  await press("Use the demo tag");
  await press("Save changes");
  await waitFor(() => expect(sent).toMatchObject([{ mode: "single", single: { tags: [DEMO] } }]));
});

test("a tag gets macros and fallbacks in order, with its limits", async () => {
  stored.single = { ...defaultAdSource, tags: [TAG] };
  await show();
  await mode("Single tag");
  await press("{cachebuster}");
  await press("{page_url}");
  await press("Add fallback");
  write("Fallback 1", `${TAG}/1`);
  await press("Add fallback");
  write("Fallback 2", `${TAG}/2`);
  write("Skip after", "5");
  write("Min. video length", "60");
  write("Ads preroll timeout", "2500");
  await press("Save changes");
  await waitFor(() =>
    expect(sent).toMatchObject([
      {
        mode: "single",
        single: {
          tags: [`${TAG}?cachebuster={cachebuster}&page_url={page_url}`, `${TAG}/1`, `${TAG}/2`],
          skip_after_seconds: 5,
          min_content_seconds: 60,
        },
        ads_timeout_ms: 8_000,
        preroll_timeout_ms: 2_500,
      },
    ]),
  );
});

test("a schedule gets breaks with their tags, and loses them", async () => {
  stored.single = { ...defaultAdSource, tags: [TAG] };
  await show();
  await mode("Schedule");
  expect(screen.getByText("No breaks yet. Add one before, during or after the video.")).toBeTruthy();
  await press("Add break");
  await press("Add break");
  write("Percentage", "25");
  await press("Add break");
  await press("Remove break");
  await press("Save changes");
  await waitFor(() =>
    expect(sent[0]).toMatchObject({
      mode: "schedule",
      breaks: [
        { position: "pre", at: 0, tags: [TAG] },
        { position: "percent", at: 25, tags: [TAG] },
      ],
    }),
  );
});

test("what the server refuses is said at its field", async () => {
  await show();
  await mode("VMAP");
  await press("Save changes");
  expect(await screen.findByText("Enter the URL of a VMAP document.")).toBeTruthy();
});

test("the report has requests, fills, impressions, starts, quartiles, skips, clicks and errors by code", async () => {
  await show();
  const heading = await screen.findByRole("heading", { name: "Report" });
  const section = within(heading.closest("section") ?? document.body);
  await section.findByText("200");
  for (const said of [
    "75%",
    "150 filled",
    "140",
    "138 started",
    "50%",
    "25% 75% · 50% 60% · 75% 55%",
    "21 skipped",
    "4",
    "12",
  ])
    expect(section.getByText(said)).toBeTruthy();
  expect(
    within(section.getByRole("list", { name: "Errors by code" })).getByText(/12 × 303 · There is no ad\./),
  ).toBeTruthy();
});

test("a report that fails to load shows the reason, and loads again on request", async () => {
  const counts = report;
  report = null;
  await show();
  const retry = await screen.findByRole("button", { name: "Retry" });
  report = counts;
  fireEvent.click(retry);
  expect(await screen.findByText("138 started")).toBeTruthy();
});

test("without ads_manage, everything is there to read and nothing to change", async () => {
  stored.mode = "single";
  stored.single = { ...defaultAdSource, tags: [TAG] };
  session.set({
    config: aConfig(
      {},
      PERMISSIONS.filter((each) => each !== "ads_manage"),
    ),
    user: aUser(),
  });
  await show();
  expect(await screen.findByText("View only. Editing needs the “Manage ads” permission.")).toBeTruthy();
  const [tag] = screen.getAllByRole("textbox", { name: /Ad tag/ });
  expect(tag).toHaveProperty("readOnly", true);
  expect(screen.queryByRole("button", { name: "Save changes" })).toBeNull();
  expect(screen.getByRole("button", { name: "Test tag" })).toHaveProperty("disabled", true);
});

test("a new schedule is opened with its name, to be chosen for categories", async () => {
  await show();
  await press("New schedule");
  const dialog = within(await screen.findByRole("dialog", { name: "New schedule" }));
  fireEvent.change(dialog.getByRole("textbox", { name: "Name" }), { target: { value: "Sponsors" } });
  fireEvent.click(dialog.getByRole("button", { name: "Create" }));
  await waitFor(() => expect(sent).toMatchObject([{ name: "Sponsors", mode: "off" }]));
  expect(await screen.findByText("Categories with this schedule")).toBeTruthy();
  expect(screen.getByText(/videos that choose it\. 2 categories/)).toBeTruthy();
  write("Name", "Partners");
  await press("Save changes");
  await waitFor(() => expect(sent[1]).toMatchObject({ name: "Partners", category_ids: [] }));
});
