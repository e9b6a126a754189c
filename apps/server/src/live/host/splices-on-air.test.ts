import { findRow, selectOrdered } from "@kinora/db/testing-rows.ts";
import { sendWithSplices } from "@kinora/media/fixtures/splice-sender.ts";
import { liveMediaPlaylist } from "@kinora/media/live/live-playlist.ts";
import { insertSection, signalSection } from "@kinora/media/live/splice-fixtures.ts";
import { openTransportStream } from "@kinora/media/live/transport-stream.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addStream, sharedProject } from "../../testing/fixtures.ts";
import { listenForSrt, type SrtServer } from "../ingest/srt/server.ts";
import { streamKeyOf } from "../streams/keys.ts";
import { LiveHost } from "./live-host.ts";

const { services, project } = await sharedProject({ KINORA_LIVE_LADDERS: "0.05" });
let host: LiveHost;
let srt: SrtServer;

beforeAll(async () => {
  host = new LiveHost(services);
  srt = await listenForSrt("127.0.0.1", 0, {
    admit: host.admit,
    keyOf: (hash) => streamKeyOf(services, hash),
    open: openTransportStream,
    log: services.log,
  });
  await host.begin("http://127.0.0.1:9", 9);
});
afterAll(async () => {
  await srt.close();
  await host.close();
});

/** When the breaks of the test begin, in seconds after the first picture. */
const FIRST = 3;
const SECOND = 5;

async function breaksAreListed(ladder: "passthrough" | "360p"): Promise<void> {
  const stream = await addStream(services, project, { ladder, reconnect_seconds: 0 });
  const address = `srt://127.0.0.1:${srt.port}?streamid=${stream.key}`;
  const out = (pts: number) => insertSection({ eventId: 48, kind: "out", pts, durationSeconds: 20, endsItself: false });
  const back = insertSection({ eventId: 48, kind: "in" });
  let begins = "";
  const sender = await sendWithSplices(address, (firstPts) => {
    const section = out(firstPts + FIRST * 90_000);
    begins = section.toString("hex").toUpperCase();
    const next = { eventId: 9, type: 0x34, durationSeconds: 30 };
    return [
      ...[1, 1.5, 2].map((seconds) => ({ seconds, section })),
      { seconds: 4, section: back },
      { seconds: 4.2, section: signalSection(firstPts + SECOND * 90_000, [next]) },
    ];
  });
  try {
    const timeline = () => host.find(stream.hash)?.timeline;
    await vi.waitFor(() => expect(timeline()?.dateRanges, sender.said()).toHaveLength(2));
    const onAir = timeline();
    const [segment] = onAir?.segments ?? [];
    if (!onAir || !segment) throw new Error("The stream is not on air.");
    const [first, second] = onAir.dateRanges;
    const secondsOf = (ms: number | undefined) => ((ms ?? 0) - segment.startsAtMs) / 1000;
    expect(Math.abs(secondsOf(first?.startsAtMs) - FIRST)).toBeLessThan(0.1);
    expect(Math.abs((first?.durationSeconds ?? 0) - 1)).toBeLessThan(0.1);
    expect(Math.abs(secondsOf(second?.startsAtMs) - SECOND)).toBeLessThan(0.1);
    const [label = ""] = onAir.rungs.map((rung) => rung.label);
    const playlist = liveMediaPlaylist(onAir, label, { lowLatency: true });
    const id = `insert-48-${first?.startsAtMs}`;
    expect(playlist).toContain(`ID="${id}",CLASS="kinora.ad-break",`);
    expect(playlist).toContain(`,PLANNED-DURATION=20.000,SCTE35-OUT=0x${begins}\n`);
    expect(playlist).toContain(`,SCTE35-IN=0x${back.toString("hex").toUpperCase()}\n`);
    const breaks = () =>
      findRow(services, "stream_ad_breaks", { stream_id: stream.id }, "number", "begins_at", "ends_at", "of_encoder");
    await vi.waitFor(async () => expect(await breaks()).toMatchObject({ number: 2, of_encoder: true }));
    const lasting = await breaks();
    expect(lasting?.begins_at.getTime()).toBe(second?.startsAtMs);
    expect(lasting?.ends_at.getTime()).toBe((second?.startsAtMs ?? 0) + 30_000);
    const log = await selectOrdered(services, "stream_log", "id", { stream_id: stream.id, type: "ad_break" }, "detail");
    expect(log.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^(1|20) s, from the encoder$/),
      "30 s, from the encoder",
    ]);
    await host.find(stream.hash)?.update();
    expect(onAir.dateRanges.map((range) => range.id)).toEqual([id, second?.id]);
  } finally {
    sender.stop();
  }
  await vi.waitFor(() => expect(host.find(stream.hash)).toBeUndefined());
}

test.each(["passthrough"] as const)(
  "breaks that an encoder announces over SRT are in the playlist at their moment, and begin for players with ads on cue (%s)",
  breaksAreListed,
);
test.each(["360p"] as const)(
  "breaks that an encoder announces over SRT are in the playlist at their moment, and begin for players with ads on cue (%s)",
  { tags: "@slow" },
  breaksAreListed,
);
