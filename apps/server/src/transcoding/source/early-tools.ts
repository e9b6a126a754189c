import { beginAudio, type EncodeAudioOptions } from "@kinora/media/encoding/encode-audio.ts";
import { beginRemux, type RemuxOptions } from "@kinora/media/probe/streamable.ts";
import type { EarlyRun } from "@kinora/media/tools/early-run.ts";
import type { Workplace } from "../encoding/transcode.ts";

/** Tools started while the source is still being probed, on the guess that it is a usual one. */
export interface EarlyTools {
  picture: EarlyRun<RemuxOptions>;
  sound: EarlyRun<EncodeAudioOptions>;
  /** Ends the tools that still run. */
  end(): Promise<void>;
}

/** Starts cutting a source and encoding its sound; `bitrateKbps` is the project's bitrate for sound. */
export function beginEarlyTools(source: string, place: Workplace, bitrateKbps: number): EarlyTools {
  const begin = { source, workFolder: place.folder, signal: place.signal };
  const sound = beginAudio({ ...begin, bitrateKbps });
  const picture = beginRemux(begin);
  const end = async () => {
    await Promise.all([picture.drop(), sound.drop()]);
  };
  return { picture, sound, end };
}
