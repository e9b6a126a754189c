import { readFile } from "node:fs/promises";
import { PassThrough } from "node:stream";
import { encodedOnce } from "@kinora/media/fixtures/made-once.ts";
import type { FrameStream } from "@kinora/media/live/frame-stream.ts";
import type { StreamConfig, StreamFrame } from "@kinora/media/live/stream-frames.ts";
import type { ToolResult } from "@kinora/media/tools/run.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog } from "../../../platform/log.ts";
import { TransportIntake } from "./transport-intake.ts";

const [FIRST, SECOND, THIRD] = [0x101, 0x102, 0x103];
const packetBytes = 188;

/** A picture with three sounds, in MPEG-TS. */
const threeSounds = await readFile(
  await encodedOnce("ts", [
    ...["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25", "-f", "lavfi", "-i", "sine=sample_rate=48000"],
    ...["-map", "0:v", "-map", "1:a", "-map", "1:a", "-map", "1:a", "-t", "2"],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac"],
    ...["-metadata:s:a:0", "language=ger", "-metadata:s:a:1", "language=eng", "-metadata:s:a:2", "language=fre"],
  ]),
);

/** The packets of a stream but those of one track. */
const without = (bytes: Buffer, pid: number) =>
  Buffer.concat(
    Array.from({ length: bytes.length / packetBytes }, (_, at) =>
      bytes.subarray(at * packetBytes, (at + 1) * packetBytes),
    ).filter((packet) => (packet.readUInt16BE(1) & 0x1fff) !== pid),
  );

/** A demuxer that waits for something, as ffmpeg does, until it is stopped. */
function waitingDemuxer(): FrameStream {
  const input = new PassThrough();
  input.resume();
  const over = Promise.withResolvers<ToolResult>();
  async function* pieces(): AsyncGenerator<StreamConfig | StreamFrame, void> {
    await over.promise;
    yield* [];
  }
  const result: ToolResult = { exitCode: 0, stderrTail: [] };
  const stop = async () => {
    over.resolve(result);
    return result;
  };
  return { pid: null, input, pieces: pieces(), ended: over.promise, stop };
}

/** The sounds that demuxers were opened with, one after the other; null for the first alone. */
let opened: (number[] | null)[] = [];

beforeEach(() => {
  opened = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function anIntake(): TransportIntake {
  const sink = { write: () => true, drained: async () => undefined, reject: vi.fn(), end: () => undefined };
  return new TransportIntake(sink, {
    log: createLog("silent", "test"),
    open: async (_programme, _onLine, sounds) => {
      opened.push(sounds?.map(({ pid }) => pid) ?? null);
      return waitingDemuxer();
    },
  });
}

test("a sound that is announced and not sent within three seconds is left out, and the others are taken", async () => {
  const intake = anIntake();
  intake.write(without(threeSounds, SECOND));
  await vi.advanceTimersByTimeAsync(2_900);
  expect(opened).toEqual([[FIRST, SECOND, THIRD]]);
  await vi.advanceTimersByTimeAsync(200);
  expect(opened).toEqual([
    [FIRST, SECOND, THIRD],
    [FIRST, THIRD],
  ]);
  intake.end(false);
});

test("while all sounds are sent, a late key frame takes none away for twelve seconds", async () => {
  const intake = anIntake();
  intake.write(threeSounds);
  await vi.advanceTimersByTimeAsync(11_900);
  expect(opened).toEqual([[FIRST, SECOND, THIRD]]);
  await vi.advanceTimersByTimeAsync(200);
  expect(opened).toEqual([[FIRST, SECOND, THIRD], null]);
  intake.end(false);
});
