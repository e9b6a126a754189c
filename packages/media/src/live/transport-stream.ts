import { FRAME_TOOL, frameOutput, openFrameStream, type FrameStream } from "./frame-stream.ts";
import type { Programme } from "./programme-map.ts";

/**
 * Demuxes MPEG-TS into frames. Video and AAC stay unchanged; other audio is encoded to AAC.
 * @throws MediaError `tool_missing`
 */
export const openTransportStream = (programme: Programme, onStderrLine: (line: string) => void): Promise<FrameStream> =>
  openFrameStream(transportArguments(programme), onStderrLine);

/** The `moov` waits for the first frame of each track, since AAC is configured in its packets only. */
function transportArguments({ video, audio, number, others }: Programme): string[] {
  const of = others > 0 ? `0:p:${number}` : "0";
  const sound =
    audio === "aac"
      ? ["-c:a", "copy", "-bsf:a", "aac_adtstoasc"]
      : ["-c:a", "aac", "-b:a", "160k", "-ac", "2", "-ar", "48000"];
  return [
    ...FRAME_TOOL,
    ...["-protocol_whitelist", "pipe", "-format_whitelist", "mpegts", "-f", "mpegts"],
    ...["-probesize", "5000000", "-analyzeduration", "1000000", "-fpsprobesize", "0", "-i", "pipe:0"],
    ...[
      ...(video === null ? [] : ["-map", `${of}:v:0`]),
      ...(audio === null ? [] : ["-map", `${of}:a:0?`]),
      "-sn",
      "-dn",
      "-map_metadata",
      "-1",
    ],
    ...["-c:v", "copy", ...sound],
    ...frameOutput("+delay_moov"),
  ];
}
