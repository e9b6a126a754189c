import { longestVideoSeconds } from "../encoding/encoding-plan.ts";
import type { AudioFacts } from "../probe/facts.ts";
import { audioFacts } from "../probe/probe-answer.ts";
import { askProbe } from "../probe/probe-run.ts";
import { seconds, type ProbedStream } from "../probe/probed-stream.ts";
import { chooseTracks } from "../probe/track-choice.ts";
import { MediaError } from "../tools/errors.ts";

const noSoundMessage =
  "This file has no sound that can be decoded; export the sound again as MP3 or M4A and upload that.";

/** The sound of a file that is encoded alone, whatever else the file has. */
interface SoundFile {
  /** ffmpeg's demuxer, first name: mp3, mov, flac, … */
  container: string;
  /** The track that people would hear first. */
  audio: AudioFacts;
}

/**
 * Probes the sound of a file with ffprobe, sandboxed and limited.
 * @throws MediaError `corrupt_file`, `too_short`, `too_long`, `timeout`, `aborted`: each with one sentence for the owner of the file.
 */
export async function probeSound(path: string, signal: AbortSignal): Promise<SoundFile> {
  const answer = await askProbe(path, { signal }, ["-show_format", "-show_streams", "-of", "json"]).catch(soundUnread);
  const { streams = [], format } = JSON.parse(answer) as {
    streams?: ProbedStream[];
    format?: { format_name?: string; duration?: string };
  };
  const container = format?.format_name?.split(",")[0] ?? "unknown";
  const { sound, right } = chooseTracks(streams, container);
  if (!sound?.codec_name) throw new MediaError("corrupt_file", noSoundMessage, false);
  const audio = audioFacts(sound, right, seconds(format?.duration));
  if (audio.durationSeconds > longestVideoSeconds)
    throw new MediaError("too_long", "This file says that it lasts for days; upload one as long as its video.", false);
  return { container, audio };
}

/** A damaged file in words about sound. */
function soundUnread(error: unknown): never {
  if (error instanceof MediaError && error.code === "corrupt_file")
    throw new MediaError("corrupt_file", noSoundMessage, false, { cause: error });
  throw error;
}
