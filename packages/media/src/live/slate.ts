import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PlannedRendition } from "@kinora/domain/transcoding/ladder.ts";
import { MediaError } from "../tools/errors.ts";
import { aborted } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";
import { firstRungPipe, fragmentArguments, pictureOptions } from "./encoder-arguments.ts";
import { writableFont } from "./font.ts";
import { openFragments } from "./fragment-reader.ts";
import type { LiveFragment, LiveInit } from "./fragment-reader.ts";
import { startLiveProcess } from "./live-process.ts";
import { stillFrame, stillInput } from "./still.ts";

/** A slate of one rung, whose segments are repeated. */
export interface SlateRung {
  init: LiveInit;
  segments: readonly { bytes: Buffer; durationSeconds: number }[];
}

/** Options of a slate. */
export interface SlateOptions {
  /** The rungs of the stream's ladder. */
  rungs: readonly PlannedRendition[];
  fps: number;
  audioKbps: number;
  /** One or two lines, where ffmpeg can write text. */
  text: string | null;
  /** Local path of a JPEG, PNG or WebP picture, which fills the frame; default a dark background. */
  picture: string | null;
  /** Default 2. */
  segmentSeconds?: number;
  signal: AbortSignal;
}

/** A whole number of AAC packets at 48 kHz (375) and of segments, so that it repeats without a gap. */
const slateSeconds = 8;

/** Encodes a still with silence once for a whole ladder: eight seconds, in segments. @throws MediaError */
export async function makeSlate(options: SlateOptions): Promise<Map<string, SlateRung>> {
  const { rungs, signal, segmentSeconds = 2 } = options;
  const folder = await mkdtemp(join(tmpdir(), "kinora-slate-"));
  try {
    const textFile = join(folder, "text.txt");
    await writeFile(textFile, options.text ?? "");
    const { args, readable } = await slateArguments(options, textFile, segmentSeconds);
    const process = await startLiveProcess({
      args,
      outputs: rungs.map((_, at) => firstRungPipe + at),
      readable: [...readable, textFile],
    });
    const onAbort = (): void => process.kill();
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    const made = new Map<string, SlateRung>();
    await Promise.all(
      rungs.map(async ({ label }, at) => {
        const stream = process.outputs.get(firstRungPipe + at);
        const opened = stream ? await openFragments(stream) : null;
        if (opened)
          made.set(label, { init: opened.init, segments: await segmentsOf(opened.fragments, segmentSeconds) });
      }),
    );
    const result = await process.ended;
    signal.removeEventListener("abort", onAbort);
    if (signal.aborted) throw aborted(signal);
    requireSuccess(result);
    if (made.size < rungs.length) {
      throw new MediaError("tool_failed", "The slate could not be made.", true, { detail: result.stderrTail });
    }
    return made;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function slateArguments(
  { rungs, fps, audioKbps, text, picture }: SlateOptions,
  textFile: string,
  segmentSeconds: number,
): Promise<{ args: string[]; readable: string[] }> {
  const font = text === null ? null : await writableFont();
  const { width = 2, height = 2 } = rungs.at(-1) ?? {};
  const still = { width, height, fps, picture };
  const size = Math.max(10, Math.round(Math.min(width, height) / 14));
  const chain = [
    ...stillFrame(still),
    ...(font === null
      ? []
      : [
          `drawtext=fontfile=${font}:textfile=${textFile}:expansion=none:fontcolor=white:fontsize=${size}:box=1:boxcolor=black@0.5:boxborderw=${size}:x=(w-text_w)/2:y=(h-text_h)/2`,
        ]),
    ...(picture === null ? [] : ["loop=loop=-1:size=1", `setpts=N/${fps}/TB`, `fps=${fps}`]),
    `trim=duration=${slateSeconds}`,
    `split=${rungs.length}${rungs.map((_, at) => `[s${at}]`).join("")}`,
  ].join(",");
  const scaled = rungs.map((rung, at) => `[s${at}]scale=${rung.width}:${rung.height},format=yuv420p,setsar=1[v${at}]`);
  const shape = { fps, segmentSeconds, partTargetSeconds: 0.5, passThrough: false };
  const args = [
    ...["-hide_banner", "-nostdin", "-v", "error", "-nostats", ...(await stillInput(still))],
    ...["-f", "lavfi", "-i", `anullsrc=sample_rate=48000:channel_layout=stereo:duration=${slateSeconds}`],
    ...["-filter_complex", [`[0:v]${chain}`, ...scaled].join(";")],
    ...rungs.flatMap((rung, at) => [
      ...["-map", `[v${at}]`, "-map", "1:a", "-t", String(slateSeconds), ...pictureOptions(shape, rung)],
      ...["-c:a", "aac", "-b:a", `${audioKbps}k`, "-ac", "2", "-ar", "48000"],
      ...fragmentArguments(shape, firstRungPipe + at),
    ]),
  ];
  return { args, readable: picture === null ? [] : [picture] };
}

async function segmentsOf(
  fragments: AsyncIterable<LiveFragment>,
  segmentSeconds: number,
): Promise<SlateRung["segments"]> {
  const segments: { bytes: Buffer; durationSeconds: number }[] = [];
  for await (const { bytes, durationSeconds, independent } of fragments) {
    const open = segments.at(-1);
    if (open && !(independent && open.durationSeconds > segmentSeconds * 0.9)) {
      open.bytes = Buffer.concat([open.bytes, bytes]);
      open.durationSeconds += durationSeconds;
    } else segments.push({ bytes, durationSeconds });
  }
  return segments;
}
