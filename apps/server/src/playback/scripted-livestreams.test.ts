import { createHash } from "node:crypto";
import type { PlayerReport } from "@kinora/domain/analytics/player-report.ts";
import { NO_SUMS } from "@kinora/domain/analytics/view-sums.ts";
import { expect, test } from "vitest";
import { countWatching } from "../analytics/counting/viewers-now.ts";
import { closeSession, openSession } from "../live/sessions/session-records.ts";
import { sharedProject, ownedBy, addStream } from "../testing/fixtures.ts";
import { operations, serveForTests } from "../testing/operations.ts";
import { anEdge } from "./testing.ts";
import { signStamp } from "./view-stamp.ts";

const VIEWERS = 90;
/** Minutes apart, so that who stops reporting is no longer watching in the next. */
const ROUNDS = 4;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The moment that everything of the test takes for now. */
let now = new Date();
const timed = () => ({ ...services, clock: { now: () => now } });

interface Stream {
  id: number;
  project_id: number;
  account_id: number;
  hash: string;
}

const { services, project } = await sharedProject();
const streams: Stream[] = [await aStream("Harbour"), await aStream("Tower")];

async function aStream(name: string): Promise<Stream> {
  return { ...ownedBy(project), ...(await addStream(services, project, { name })) };
}

/** Numbers that look random, and are the same in every run. */
const dice = (seed: string, sides: number) => createHash("sha256").update(seed).digest().readUInt32BE() % sides;

interface Viewer {
  agent: string;
  /** The place of the stream among those of the test. */
  stream: number;
  /** What it watches in each round; 0 where it is away. */
  watchedMs: number[];
}

const viewers: Viewer[] = Array.from({ length: VIEWERS }, (_, viewer) => ({
  agent:
    viewer % 15 === 14
      ? "Googlebot/2.1 (+http://www.google.com/bot.html)"
      : `Mozilla/5.0 (X11; Linux x86_64) Firefox/${100 + viewer}.0`,
  stream: dice(`${viewer} stream`, 3) === 0 ? 1 : 0,
  watchedMs: Array.from({ length: ROUNDS }, (_round, round) =>
    dice(`${viewer} round ${round}`, 2) === 0 ? 0 : 1_000 + dice(`${viewer} watched ${round}`, 20_000),
  ),
}));
const people = viewers.filter(({ agent }) => agent.startsWith("Mozilla"));
const watchedUpTo = ({ watchedMs }: Viewer, round: number) =>
  watchedMs.slice(0, round + 1).reduce((sum, ms) => sum + ms, 0);

/** Every viewer who is there reports, some twice; what it reports are sums from its start. */
async function reportRound(round: number, stampOf: (viewer: number) => string): Promise<void> {
  const edge = await anEdge(timed());
  const arriving = viewers.flatMap((viewer, at) => {
    if (viewer.watchedMs[round] === 0 && round > 0) return [];
    return dice(`${at} twice ${round}`, 4) === 0 ? [at, at] : [at];
  });
  await Promise.all(
    arriving.map(async (at) => {
      const viewer = viewers[at];
      if (!viewer) throw new Error("There is no such viewer.");
      const watched = watchedUpTo(viewer, round);
      const report: PlayerReport = {
        ...NO_SUMS,
        ...{
          stamp: stampOf(at),
          report: round + 1,
          age_ms: 1_000,
          page: "https://news.example.org/",
          player: null,
          limited: false,
        },
        number: 0,
        ...(watched > 0 ? { played: true, first_frame_ms: 500, watched_ms: watched, heights: { 720: watched } } : {}),
      };
      const answer = await fetch(`${edge.url}/embed/${streams[viewer.stream]?.hash}/view`, {
        method: "POST",
        headers: { "user-agent": viewer.agent },
        body: JSON.stringify(report),
      });
      expect(answer.status).toBe(204);
    }),
  );
  await edge.app.close();
  await countWatching(timed());
}

const watchingIn = (round: number, stream?: number) =>
  people.filter((viewer) => (viewer.watchedMs[round] ?? 0) > 0 && (stream === undefined || viewer.stream === stream))
    .length;

/** Two sessions of the first stream, of which one continues, and one of the second, whose encoder came back once. */
async function broadcast(base: Date): Promise<void> {
  const [first, second] = streams;
  if (!first || !second) throw new Error("There are no streams.");
  const open = (stream: Stream) =>
    openSession(timed(), stream, { clientIp: "192.0.2.1", testing: false, recording: false });
  const close = (stream: Stream, sessionId: number) =>
    services.db
      .transaction()
      .execute((tx) => closeSession(tx, { streamId: stream.id, sessionId }, "publisher_left", now));
  now = new Date(base.getTime() - 3 * HOUR_MS);
  const earlier = await open(first);
  now = new Date(base.getTime() - HOUR_MS);
  await close(first, earlier);
  now = new Date(base.getTime() - 30 * MINUTE_MS);
  await open(first);
  now = new Date(base.getTime() - 10 * MINUTE_MS);
  const brief = await open(second);
  now = new Date(base.getTime() - 5 * MINUTE_MS);
  expect(await open(second)).toBe(brief);
  now = new Date(base.getTime() + 2 * MINUTE_MS);
  await close(second, brief);
}

interface Row {
  id: number;
  [figure: string]: number | string | null;
}

async function readReport(base: Date) {
  const day = (days: number) => new Date(base.getTime() + days * 24 * HOUR_MS).toISOString().slice(0, 10);
  const found = operations.find((each) => each.name === "analytics.getTopLivestreamsReport");
  if (!found) throw new Error("There is no such operation.");
  const api = await serveForTests(timed());
  const query = `from=${day(-1)}&to=${day(1)}`;
  const answer = await api.call(found.operation, { path: { project_id: project.projectId }, query }, project.owner);
  await api.close();
  return (answer.json() as { data: { totals: Row; rows: Row[] } }).data;
}

/** What viewers of a stream, or of both, amount to. */
function figuresOf(watching: readonly Viewer[]) {
  const sums = watching.map((viewer) => watchedUpTo(viewer, ROUNDS - 1));
  const plays = sums.filter((ms) => ms > 0).length;
  const watched = sums.reduce((total, ms) => total + ms, 0) / 1_000;
  return {
    ...{ loads: watching.length, plays, play_rate: plays / watching.length, errors: 0 },
    views: sums.filter((ms) => ms >= 10_000).length,
    watched_seconds: watched,
    seconds_per_play: watched / plays,
  };
}

test("the report on livestreams says what encoders and viewers did, at two streams and over several minutes", async () => {
  const base = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
  await broadcast(base);
  const madeAt = new Date(base.getTime() - 10 * MINUTE_MS);
  const stamps = viewers.map(({ stream }) =>
    signStamp(services.secrets.playbackKey, { hash: streams[stream]?.hash ?? "" }, madeAt),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    now = new Date(base.getTime() + round * MINUTE_MS + 5_000);
    await reportRound(round, (viewer) => stamps[viewer] ?? "");
  }
  now = new Date(base.getTime() + 6 * MINUTE_MS);
  const { totals, rows } = await readReport(base);

  const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
  const hours = [2 + 36 / 60, 12 / 60];
  for (const [at, stream] of streams.entries()) {
    const row = rows.find(({ id }) => id === stream.id);
    const counts = rounds.map((round) => watchingIn(round, at));
    const peak = Math.max(...counts);
    expect(row).toMatchObject({
      ...figuresOf(people.filter((viewer) => viewer.stream === at)),
      ...{ sessions: 2 - at, peak },
      peak_at: new Date(base.getTime() + counts.indexOf(peak) * MINUTE_MS).toISOString(),
    });
    expect(row?.["live_hours"]).toBeCloseTo(hours[at] ?? 0, 6);
  }
  expect(totals).toMatchObject({
    ...figuresOf(people),
    ...{ sessions: 3, peak: Math.max(...rounds.map((round) => watchingIn(round))) },
  });
  expect(totals["live_hours"]).toBeCloseTo(2.8, 6);
});
