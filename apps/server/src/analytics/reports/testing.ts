import type { TestProject, TestServices } from "../../platform/testing.ts";
import { operations, type serveForTests } from "../../testing/operations.ts";
import { sumStored } from "../../testing/stored-sums.ts";

interface Report {
  data: {
    totals: Record<string, number | null>;
    previous: Record<string, number | null> | null;
    series: { at: string; plays: number; bytes: number; jobs: number; encoded_minutes: number; peak: number }[];
    rows: Record<string, unknown>[];
    collecting_since: string | null;
  };
  pagination: { total: number };
}

type Api = Awaited<ReturnType<typeof serveForTests>>;

/** Reads a report as the owner of its project, or as someone else. */
export async function readReportOf(
  api: Api,
  project: TestProject,
  name: string,
  query: Record<string, string>,
  caller = project.owner,
) {
  const found = operations.find((each) => each.name === `analytics.${name}`);
  if (!found) throw new Error(`There is no operation ${name}.`);
  const answer = await api.call(
    found.operation,
    { path: { project_id: project.projectId }, query: new URLSearchParams(query).toString() },
    caller,
  );
  return { status: answer.statusCode, ...(answer.json() as unknown as Report) };
}

export interface Views {
  hour: string;
  item?: number;
  kind?: "video" | "stream";
  host?: string;
  player?: number;
  audience?: "viewer" | "team" | "bot";
  plays?: number;
}

/** Adds an hour's views, as an edge does. */
export async function addViewsOf({ db }: Pick<TestServices, "db">, { projectId }: TestProject, views: Views) {
  await db
    .insertInto("view_hours")
    .values({
      hour: views.hour,
      project_id: projectId,
      item_kind: views.kind ?? "video",
      item_id: views.item ?? 1,
      player_id: views.player ?? 0,
      host: views.host ?? "",
      country: "",
      device: "desktop",
      browser: "Chrome",
      audience: views.audience ?? "viewer",
      loads: 2 * (views.plays ?? 1),
      plays: views.plays ?? 1,
      watched_ms: 9_000,
      waited_ms: 1_000,
      furthest: 50 * (views.plays ?? 1),
      watched_parts: 20 * (views.plays ?? 1),
      startups: [0, views.plays ?? 1],
    })
    .execute();
  await sumStored(db, projectId);
}
