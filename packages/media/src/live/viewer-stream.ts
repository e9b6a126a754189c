import { FRAME_TOOL, frameOutput, openFrameStream, type FrameStream } from "./frame-stream.ts";

/** What is encoded for viewers of WebRTC. */
export interface ViewerTracks {
  /** Whether the picture is encoded, to H.264 that every browser plays. */
  picture: boolean;
  /** Whether there is AAC, which is encoded to Opus. */
  sound: boolean;
}

/**
 * Turns the FLV of a publisher into frames that WebRTC carries: Opus, and H.264 without reordered frames.
 * @throws MediaError `tool_missing`
 */
export const openViewerStream = (tracks: ViewerTracks, onStderrLine: (line: string) => void): Promise<FrameStream> =>
  openFrameStream(viewerArguments(tracks), onStderrLine);

/** The tracks are described in the head of the stream: as little as possible is probed, so that no frame waits. */
function viewerArguments({ picture, sound }: ViewerTracks): string[] {
  return [
    ...FRAME_TOOL,
    ...["-protocol_whitelist", "pipe", "-format_whitelist", "live_flv", "-f", "live_flv"],
    ...["-probesize", "32", "-analyzeduration", "0", "-fpsprobesize", "0", "-fflags", "nobuffer", "-i", "pipe:0"],
    ...[...(picture ? ["-map", "0:v:0"] : []), ...(sound ? ["-map", "0:a:0"] : []), "-map_metadata", "-1"],
    ...(picture ? TO_H264 : []),
    // Gaps are filled, so that the sound stays with the picture.
    ...["-af", "aresample=async=1000", "-c:a", "libopus", "-b:a", "128k", "-application", "lowdelay"],
    ...["-ac", "2", "-ar", "48000"],
    ...frameOutput(),
  ];
}

/** Every browser decodes the baseline profile. A key frame each second: viewers begin at them. */
const TO_H264 = [
  ...[
    "-c:v",
    "libx264",
    "-preset",
    "veryfast",
    "-tune",
    "zerolatency",
    "-profile:v",
    "baseline",
    "-pix_fmt",
    "yuv420p",
  ],
  ...["-crf", "22", "-maxrate", "6M", "-bufsize", "3M", "-fps_mode", "passthrough"],
  ...["-force_key_frames", "expr:gte(t,n_forced)"],
] as const;
