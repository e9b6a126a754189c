import { cloneTestDatabase } from "@kinora/db/testing.ts";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { openBreakableWay } from "../testing/breakable-way.ts";
import { addPlaylist, addStream, sharedProject } from "../testing/fixtures.ts";
import { anEdge, aRendition, aVideo } from "./testing.ts";

const database = await cloneTestDatabase(inject("postgresUrl"));
const way = await openBreakableWay(database.url);
afterAll(async () => {
  await way.close();
  await database.drop();
});
const { services, project } = await sharedProject({ DATABASE_URL: way.url });

const HTML = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const JSON_ONLY = { accept: "application/json" };

test("while the database is away an edge plays what it knows, says so, and has a page for what it does not know", async () => {
  const edge = await anEdge(services);
  onTestFinished(() => edge.app.close());
  const get = (path: string, headers: Record<string, string> = HTML) => fetch(edge.url + path, { headers });
  const known = await aVideo(services, project, { title: "A known film" });
  await aRendition(services, project, known, { label: "720p" });
  const stream = await addStream(services, project, { ingest: "receiving" });
  const playlist = await addPlaylist(services, project, { published: true });
  const pages = [
    ...[known, stream, playlist].flatMap(({ hash }) => [`/embed/${hash}`, `/v/${hash}`]),
    `/embed/${known.hash}/status.json`,
    `/hls/${known.hash}/master.m3u8`,
    `/oembed?url=${encodeURIComponent(`${services.config.urls.edge}/v/${known.hash}`)}`,
  ];
  const statuses = async () => {
    const asked = await Promise.all(pages.map(async (path) => [path, (await get(path)).status] as const));
    return Object.fromEntries<number>(asked);
  };
  const allFine = Object.fromEntries(pages.map((path) => [path, 200]));
  expect(await statuses()).toEqual(allFine);
  const readiness = async () => (await (await get("/readyz")).json()) as unknown;
  expect(await readiness()).toMatchObject({ status: "ok", dependencies: { database: "ok" } });

  for (const fault of [way.cut, way.freeze]) {
    const unknown = await aVideo(services, project, { title: "Nobody asked for it" });
    fault();
    expect(await statuses()).toEqual(allFine);
    const ready = await get("/readyz");
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({
      status: "degraded",
      reason: expect.stringContaining("go on playing"),
      dependencies: { database: expect.not.stringMatching(/^ok$/), storage: "ok" },
    });
    const embed = `/embed/${unknown.hash}`;
    const share = `/v/${unknown.hash}`;
    // At once: the answer that a frozen database does not give is waited for.
    const [framed, shared, embedAnswer, shareAnswer, status] = await Promise.all([
      get(embed),
      get(share),
      get(embed, JSON_ONLY),
      get(share, JSON_ONLY),
      get(`${embed}/status.json`, {}),
    ]);
    for (const page of [framed, shared]) {
      expect([page.status, page.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^[12]$/)]);
      expect(page.headers.get("content-type")).toContain("text/html");
      expect(page.headers.get("cache-control")).toBe("private, no-store");
      const html = await page.text();
      expect(html).toMatch(/The database (is away for a moment|has too much to do)/);
      expect(html).toContain('data-retry-seconds="5"');
    }
    expect(framed.headers.get("content-security-policy")).not.toContain("frame-ancestors");
    for (const answer of [embedAnswer, shareAnswer, status]) {
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^[12]$/)]);
      expect(await answer.json()).toMatchObject({ code: "unavailable" });
    }
    way.mend();
    await expect.poll(readiness, { timeout: 10_000 }).toMatchObject({ status: "ok" });
    expect(await statuses()).toEqual(allFine);
    expect((await get(`/v/${unknown.hash}`)).status).toBe(200);
  }
});

test("an edge that knows nothing is not ready without the database", async () => {
  const edge = await anEdge(services);
  onTestFinished(async () => {
    way.mend();
    await edge.app.close();
  });
  way.cut();
  const ready = await fetch(`${edge.url}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ status: "not ready" });
  way.mend();
  await expect.poll(async () => (await fetch(`${edge.url}/readyz`)).status, { timeout: 10_000 }).toBe(200);
});
