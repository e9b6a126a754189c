import { insertRow, selectOrdered, updateRows } from "@kinora/db/testing-rows.ts";
import { liveChannel, STREAM_STATS_EVENT } from "@kinora/domain/realtime.ts";
import { expect, onTestFinished, test } from "vitest";
import { REALTIME_NOTIFICATION } from "../../platform/events/events.ts";
import { aProject, testServices, type TestProject, type TestServices } from "../../platform/testing.ts";
import { addStream, ownedBy } from "../../testing/fixtures.ts";
import { until } from "../../testing/until.ts";
import type { SessionReport } from "./session-stats.ts";
import { StatsRounds } from "./stats-rounds.ts";

const FACTS = { video_codec: "h264", audio_codec: "aac", width: 1280, height: 720, frame_rate: 30 } as const;
const INGEST = {
  ...{ ...FACTS, bitrate_kbps: 7_600, keyframe_seconds: 2, audio_level_db: null, encoder: "a test" },
  left_out_tracks: [],
};
const PUSH = {
  ...INGEST,
  encode_speed: null,
  left_out: [],
  delay_seconds: 0.4,
  segment_seconds: 2,
  viewers: 3,
  latency_seconds: 0.7,
  rebuffer_percent: 0,
  captions: null,
  uptime_seconds: 1,
};

async function aSession(services: TestServices, project: TestProject) {
  const { id } = await addStream(services, project);
  const session = await insertRow(services, "stream_sessions", {
    ...{ ...ownedBy(project), stream_id: id, started_at: new Date(), client_ip: "192.0.2.7" },
  });
  return { streamId: id, sessionId: session.id };
}

test("every second all sessions of a host are pushed and their bytes added up; a closed one stays unchanged", async () => {
  const services = await testServices();
  onTestFinished(() => services.stop());
  const project = await aProject(services);
  const sessions = [await aSession(services, project), await aSession(services, project)];
  const over = await aSession(services, project);
  await updateRows(
    services,
    "stream_sessions",
    { id: over.sessionId },
    { ended_at: new Date(), end_reason: "publisher_left" },
  );
  const pushes: string[] = [];
  services.notifications.on(REALTIME_NOTIFICATION, (payload) => void pushes.push(payload));
  let swept = 0;
  const rounds = new StatsRounds(services, () =>
    [...sessions, over].map(({ streamId, sessionId }) => ({
      files: { sweep: async () => void (swept += 1) },
      report: (): SessionReport => ({
        push: { id: streamId, ...PUSH },
        save: { sessionId, ingest: INGEST, bytes: 1_000, sent: 3_000, viewers: 3, seconds: 2 },
      }),
    })),
  );
  const rows = () => selectOrdered(services, "stream_sessions", "id", {});
  await until(async () => (await rows()).some(({ bytes_in: bytes }) => bytes >= 2_000));
  rounds.stop();
  for (const { streamId } of sessions)
    expect(pushes.map((payload): unknown => JSON.parse(payload))).toContainEqual({
      channel: liveChannel(streamId),
      event: STREAM_STATS_EVENT,
      data: { id: streamId, ...PUSH },
    });
  expect(swept).toBeGreaterThanOrEqual(6);
  const [first, second, last] = await rows();
  for (const row of [first, second]) {
    expect(row).toMatchObject({ ingest: INGEST, viewers: 3, peak_viewers: 3 });
    expect(row?.bytes_out).toBe(3 * (row?.bytes_in ?? 0));
    expect(row?.watch_seconds).toBe((6 * (row?.bytes_in ?? 0)) / 1_000);
  }
  expect(last).toMatchObject({ ingest: null, bytes_in: 0, peak_viewers: 0 });
});
