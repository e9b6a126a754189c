import type { Database } from "@kinora/db/connect.ts";
import { insertRow, insertRows } from "@kinora/db/testing-rows.ts";
import { plainEntry } from "@kinora/domain/imports/imports.ts";
import type { ConsolePlace } from "./console-people.ts";

const FEED = "https://podcasts.example.com/harbour-talks/every-episode-since-the-first.xml";
const TITLE = "Interview with the harbour master about the storm of last winter";

/** Writes an import of a feed whose items ended in each way; answers its id. */
export async function addImport(db: Database, { projectId, accountId, owner }: ConsolePlace): Promise<number> {
  const { id: importId } = await insertRow(db, "import_jobs", {
    project_id: projectId,
    account_id: accountId,
    kind: "feed",
    source: FEED,
    name: "Harbour talks",
    options: JSON.stringify({ publish: "source", playlists: false, labels: true }),
    state: "complete",
    user_id: owner.id,
    started_at: new Date(Date.now() - 600_000),
    finished_at: new Date(),
  });
  const item = { job_id: importId, project_id: projectId };
  const entry = (position: number) =>
    JSON.stringify({
      ...plainEntry(`episode ${position}`, TITLE),
      category: "Documentaries of the coast",
      date: "2025-03-03T07:30:00.000Z",
      media: { url: "https://podcasts.example.com/harbour-talks/interview-with-the-harbour-master.mp4" },
    });
  const ends = [
    { state: "done" as const, notes: ["Its picture is larger than 20 MB."] },
    { state: "skipped" as const, reason: "It has no video or audio file." },
    { state: "failed" as const, reason: "The server answered with HTTP 404." },
  ];
  await insertRows(
    db,
    "import_items",
    ends.map((end, position) => ({
      ...item,
      ...end,
      position,
      source_key: `episode ${position}`,
      entry: entry(position),
    })),
  );
  return importId;
}
