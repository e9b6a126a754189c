import fc from "fast-check";
import { expect, test } from "vitest";
import { restoreTimeline } from "./journal.ts";
import {
  aFragment,
  anInit,
  KeptMedia,
  memoryJournal,
  PlaylistWatch,
  timelineOptions,
  twoRungs,
} from "./live-fixtures.ts";
import type { TimelineSource } from "./timeline-source.ts";
import type { LiveTimeline } from "./timeline.ts";

type Switch =
  | { to: "live"; seconds: number; keyframeSeconds: number; dropsHigh: boolean; lag: number; frames: number[] }
  | { to: "slate" | "loop"; segments: number; onlyLow: boolean }
  | { to: "crash"; storesAll: boolean; tornBytes: number };

const aSwitch: fc.Arbitrary<Switch> = fc.oneof(
  fc.record({
    to: fc.constant("live" as const),
    seconds: fc.double({ min: 0.3, max: 9, noNaN: true }),
    keyframeSeconds: fc.constantFrom(1, 2, 3, 30),
    dropsHigh: fc.boolean(),
    lag: fc.integer({ min: 0, max: 12 }),
    /** Frames of each fragment: most are as wanted, some short, some far too long. */
    frames: fc.array(fc.oneof({ weight: 6, arbitrary: fc.constant(15) }, fc.integer({ min: 1, max: 200 })), {
      minLength: 1,
      maxLength: 12,
    }),
  }),
  fc.record({
    to: fc.constantFrom("slate" as const, "loop" as const),
    segments: fc.integer({ min: 1, max: 5 }),
    onlyLow: fc.boolean(),
  }),
  fc.record({ to: fc.constant("crash" as const), storesAll: fc.boolean(), tornBytes: fc.integer({ min: 0, max: 30 }) }),
);

/** A stream whose role is killed and started again; its store survives. */
class Stream {
  readonly media = new KeptMedia();
  readonly watch = new PlaylistWatch();
  journalText = "";
  port = { text: "" };
  nowMs = 1_700_000_000_000;
  timeline: LiveTimeline;

  constructor() {
    this.timeline = this.start();
  }

  start(): LiveTimeline {
    const { journal, port } = memoryJournal(this.journalText);
    this.port = port;
    const options = timelineOptions({ sink: this.media, windowSeconds: 25, now: () => this.nowMs });
    return restoreTimeline({ ...options, journal });
  }

  crash(storesAll: boolean, tornBytes: number): void {
    if (storesAll) this.storeNew();
    this.media.segments.length = 0;
    // A line that was being written when the machine stopped was never acted upon.
    this.journalText = this.port.text + '{"line":"stored","sequence":12,"rung":'.slice(0, tornBytes);
    this.watch.forgetContents();
    this.timeline = this.start();
    this.look();
  }

  storeNew(): void {
    for (const { rung, sequence } of this.media.segments.splice(0)) this.timeline.stored(rung, sequence);
  }

  look(): void {
    this.watch.look(this.timeline, (name) => name.startsWith("/") || this.media.files.has(name));
  }
}

function goLive(
  stream: Stream,
  { seconds, keyframeSeconds, dropsHigh, lag, frames }: Extract<Switch, { to: "live" }>,
): void {
  const [low, high] = twoRungs;
  if (!low || !high) throw new Error("Two rungs were expected.");
  const rungs = dropsHigh ? [low] : [low, high];
  const source = stream.timeline.startSource({
    kind: "live",
    inits: new Map(rungs.map((rung) => [rung.label, anInit(rung)])),
  });
  const frame = 1 / 30;
  const queue: (() => void)[] = [];
  let at = 0.021;
  let keyframeAt = at;
  for (let count = 0; at < seconds; count += 1) {
    const durationSeconds = (frames[count % frames.length] ?? 15) * frame;
    const independent = at >= keyframeAt;
    if (independent) keyframeAt += keyframeSeconds;
    const fragment = aFragment(at, durationSeconds, independent);
    stream.timeline.append(source, low.label, fragment);
    if (!dropsHigh) queue.push(() => stream.timeline.append(source, high.label, fragment));
    if (queue.length > lag) queue.shift()?.();
    at += durationSeconds;
    stream.nowMs += durationSeconds * 1000;
    if (count % 3 === 0) stream.storeNew();
    stream.look();
  }
  for (const late of queue) late();
  if (seconds > 6) stream.timeline.finishSource(source);
  stream.look();
}

function showListed(stream: Stream, { to, segments, onlyLow }: Extract<Switch, { to: "slate" | "loop" }>): void {
  const source: TimelineSource = stream.timeline.startSource({ kind: to });
  const labels = onlyLow ? ["90p"] : ["90p", "180p"];
  for (let at = 0; at < segments; at += 1) {
    const durationSeconds = to === "slate" ? 2 : 4.004;
    const rungs = new Map(
      labels.map((label) => [
        label,
        { name: `/hls/video/${label}/0000${at}.m4s`, init: `/hls/video/${label}/init.mp4`, sizeBytes: 100 },
      ]),
    );
    stream.timeline.listSegment(source, { durationSeconds, rungs: () => rungs, discontinuity: at === 3 });
    stream.nowMs += durationSeconds * 1000;
    stream.look();
  }
}

test("through fifty switches of live, slate, loop, lost rungs and kills no playlist ever breaks a rule", () => {
  fc.assert(
    fc.property(fc.array(aSwitch, { minLength: 50, maxLength: 50 }), (switches) => {
      const stream = new Stream();
      for (const one of switches) {
        if (one.to === "live") goLive(stream, one);
        else if (one.to === "crash") stream.crash(one.storesAll, one.tornBytes);
        else showListed(stream, one);
      }
      stream.timeline.end();
      stream.look();
      expect(stream.watch.violations).toEqual([]);
    }),
    { numRuns: 8 },
  );
});
