import { FRAME_TOOL, frameOutput, openFrameStream, type FrameStream } from "./frame-stream.ts";

/** Tracks of a Matroska stream made of RTP. */
export interface RtcTracks {
  /** H.264 stays unchanged, VP8 is encoded to H.264; null without a picture. */
  video: "h264" | "vp8" | null;
  /** Whether there is Opus, which is encoded to AAC. */
  audio: boolean;
}

/**
 * Turns the Matroska stream of a WebRTC publisher into frames of H.264 and AAC.
 * @throws MediaError `tool_missing`
 */
export const openRtcStream = (tracks: RtcTracks, onStderrLine: (line: string) => void): Promise<FrameStream> =>
  openFrameStream(rtcArguments(tracks), onStderrLine);

/** The tracks are described in the head of the stream: nothing is probed, so that no frame waits. */
function rtcArguments({ video, audio }: RtcTracks): string[] {
  return [
    ...FRAME_TOOL,
    ...["-protocol_whitelist", "pipe", "-format_whitelist", "matroska", "-f", "matroska"],
    ...["-probesize", "32", "-analyzeduration", "0", "-fpsprobesize", "0", "-fflags", "nobuffer", "-i", "pipe:0"],
    ...[...(video === null ? [] : ["-map", "0:v:0"]), ...(audio ? ["-map", "0:a:0"] : []), "-map_metadata", "-1"],
    ...(video === "vp8" ? VP8_TO_H264 : ["-c:v", "copy"]),
    // Browsers send sound in bursts after a pause: gaps are filled, so that it stays with the picture.
    ...["-af", "aresample=async=1000", "-c:a", "aac", "-b:a", "160k", "-ac", "2", "-ar", "48000"],
    ...frameOutput(),
  ];
}

/** A key frame each two seconds; a sender's change of size, made for its network, is scaled to the first size. */
const VP8_TO_H264 = [
  ...["-c:v", "libx264", "-preset", "veryfast", "-tune", "zerolatency", "-profile:v", "high", "-pix_fmt", "yuv420p"],
  ...["-crf", "20", "-maxrate", "6M", "-bufsize", "6M", "-fps_mode", "passthrough"],
  ...["-force_key_frames", "expr:gte(t,n_forced*2)"],
] as const;
