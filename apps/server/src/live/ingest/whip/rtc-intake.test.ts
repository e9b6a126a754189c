import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { openRtcStream } from "@kinora/media/live/rtc-stream.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { RtpPacket } from "werift";
import { FLV_AUDIO, FLV_VIDEO } from "../rtmp/flv.ts";
import type { MediaTag, PublishSink } from "../rtmp/session.ts";
import { AccessUnits } from "./access-units.ts";
import { RtcIntake } from "./rtc-intake.ts";
import { RtpOrder } from "./rtp-order.ts";
import { SenderClock } from "./sender-clock.ts";

const ENCODINGS = {
  h264: ["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "25"],
  vp8: ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "16", "-g", "25"],
} as const;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Receives RTP on a port of loopback. */
async function receive(take: (packet: RtpPacket) => void): Promise<number> {
  const socket = createSocket("udp4");
  closing.push(() => socket.close());
  // RTCP comes to the port after it.
  socket.on("message", (packet: Buffer) => take(RtpPacket.deSerialize(packet)));
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return socket.address().port;
}

/** A moving picture and a tone as RTP, three seconds of them. */
async function send(codec: keyof typeof ENCODINGS, intake: RtcIntake): Promise<void> {
  const now = () => performance.now();
  const clock = new SenderClock(now);
  const [pictures, sounds] = [clock.track(90_000), clock.track(48_000)];
  const units = new AccessUnits(
    codec,
    (unit) => intake.picture(unit, pictures.at(unit.timestamp)),
    () => undefined,
  );
  const order = new RtpOrder<RtpPacket>((packet, isAfterLoss) => units.take(packet, isAfterLoss), now);
  const picture = await receive((packet) => order.take(packet));
  const sound = await receive(({ header, payload }) => intake.sound(payload, sounds.at(header.timestamp)));
  const { ffmpegPath } = await mediaTools();
  const encoder = spawn(ffmpegPath, [
    ...["-hide_banner", "-nostdin", "-v", "error", "-re", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25"],
    ...["-re", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000", "-t", "3", "-map", "0:v"],
    ...["-pix_fmt", "yuv420p", ...ENCODINGS[codec], "-f", "rtp", `rtp://127.0.0.1:${picture}?pkt_size=1200`],
    ...["-t", "3", "-map", "1:a", "-c:a", "libopus", "-ac", "2", "-f", "rtp", `rtp://127.0.0.1:${sound}`],
  ]);
  closing.push(() => encoder.kill("SIGKILL"));
  await once(encoder, "exit");
}

test.each(["h264", "vp8"] as const)("%s and Opus become H.264 and AAC on one clock", async (codec) => {
  const tags: MediaTag[] = [];
  const ends: boolean[] = [];
  const sink: PublishSink = {
    write: (tag) => tags.push({ ...tag, body: Buffer.from(tag.body) }) > 0,
    drained: () => Promise.resolve(),
    reject: (reason) => expect.fail(reason),
    end: (clean) => void ends.push(clean),
  };
  const port = { open: openRtcStream, log: pino({ level: "silent" }), askForKeyFrame: () => undefined };
  const intake = new RtcIntake(sink, { picture: true, sound: true }, port);
  const of = (type: number) => tags.filter((tag) => tag.type === type);
  await send(codec, intake);
  // ffmpeg may still be starting.
  await vi.waitFor(() => expect(Math.min(of(FLV_VIDEO).length, of(FLV_AUDIO).length)).toBeGreaterThan(25));
  intake.end(true);
  await vi.waitFor(() => expect(ends).toEqual([true]));
  const [pictures, sounds] = [of(FLV_VIDEO), of(FLV_AUDIO)];
  // The decoder configurations of AVC and AAC come first (FLV specification 10.1, E.4.2, E.4.3).
  expect(pictures[0]?.body.subarray(0, 6).toString("hex")).toBe("170000000001");
  expect(sounds[0]?.body.subarray(0, 2).toString("hex")).toBe("af00");
  expect(pictures[1]?.body.readUInt8(0)).toBe(0x17);
  const last = (all: readonly MediaTag[]) => all.at(-1)?.timestamp ?? 0;
  expect(Math.abs(last(pictures) - last(sounds))).toBeLessThan(1_000);
  for (const all of [pictures, sounds])
    expect(all.map(({ timestamp }) => timestamp)).toEqual(
      all.map(({ timestamp }) => timestamp).toSorted((a, b) => a - b),
    );
});

test("pictures whose timestamps stand still do not wait for sound without an end", () => {
  let isOpened = false;
  const open: typeof openRtcStream = () => {
    isOpened = true;
    return new Promise(() => undefined);
  };
  const sink: PublishSink = {
    write: () => true,
    drained: () => Promise.resolve(),
    reject: () => undefined,
    end: () => undefined,
  };
  const port = { open, log: pino({ level: "silent" }), askForKeyFrame: () => undefined };
  const intake = new RtcIntake(sink, { picture: true, sound: true }, port);
  const format = { codec: "vp8", width: 640, height: 360, config: null } as const;
  let sent = 0;
  for (; sent < 1_000 && !isOpened; sent += 1)
    intake.picture({ timestamp: 1, isKey: sent === 0, data: Buffer.alloc(10), format }, 1);
  expect(sent).toBe(120);
  intake.end(false);
});
