import { FRAME_TOOL, frameOutput, openFrameStream, type FrameStream } from "./frame-stream.ts";
import type { Programme, ProgrammeSound } from "./programme-map.ts";

/**
 * Demuxes MPEG-TS into frames. Video and AAC stay unchanged; other audio is encoded to AAC.
 * @param sounds the tracks of sound that are taken; null for the first. Those after the first become AAC, 48 kHz, stereo, so that
 *   silence fits in
 * @throws MediaError `tool_missing`
 */
export const openTransportStream = (
  programme: Programme,
  onStderrLine: (line: string) => void,
  sounds: readonly ProgrammeSound[] | null = null,
): Promise<FrameStream> => openFrameStream(transportArguments(programme, sounds), onStderrLine);

/** The `moov` waits for the first frame of each track, since AAC is configured in its packets only. */
function transportArguments(
  { video, audio, number, others }: Programme,
  sounds: readonly ProgrammeSound[] | null,
): string[] {
  const further = (sounds ?? []).slice(1).map((_, index) => index + 1);
  const of = others > 0 ? `0:p:${number}` : "0";
  // By their ids: ffmpeg may count tracks as sound that the programme does not call so.
  const maps = sounds === null ? (audio === null ? [] : [`${of}:a:0?`]) : sounds.map(({ pid }) => `0:i:${pid}?`);
  const sound =
    (sounds?.[0]?.codec ?? audio) === "aac"
      ? ["-c:a:0", "copy", "-bsf:a:0", "aac_adtstoasc"]
      : ["-c:a:0", "aac", "-b:a:0", "160k", "-ac:a:0", "2", "-ar:a:0", "48000"];
  return [
    ...FRAME_TOOL,
    ...["-protocol_whitelist", "pipe", "-format_whitelist", "mpegts", "-f", "mpegts"],
    ...["-probesize", "5000000", "-analyzeduration", "1000000", "-fpsprobesize", "0", "-i", "pipe:0"],
    ...[
      ...(video === null ? [] : ["-map", `${of}:v:0`]),
      ...maps.flatMap((map) => ["-map", map]),
      "-sn",
      "-dn",
      "-map_metadata",
      "-1",
    ],
    ...["-c:v", "copy", ...sound],
    ...further.flatMap((track) => [`-c:a:${track}`, "aac", `-b:a:${track}`, "128k"]),
    ...further.flatMap((track) => [`-ac:a:${track}`, "2", `-ar:a:${track}`, "48000"]),
    ...frameOutput("+delay_moov"),
  ];
}
