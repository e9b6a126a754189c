import type { EarlyRun } from "@kinora/media/earlyRun.ts";
import { beginAudio, type EncodeAudioOptions } from "@kinora/media/encodeAudio.ts";
import { beginRemux, type RemuxOptions } from "@kinora/media/streamable.ts";
import type { Workplace } from "./transcode.ts";

/** Tools begun while the source is still being looked at, for what most sources turn out to be. */
export interface EarlyTools {
  picture: EarlyRun<RemuxOptions>;
  sound: EarlyRun<EncodeAudioOptions>;
  /** Ends those that still run. */
  end(): Promise<void>;
}

/** Begins to cut a source and to encode its sound; `bitrateKbps` is the project's for sound. */
export function beginEarlyTools(source: string, place: Workplace, bitrateKbps: number): EarlyTools {
  const begin = { source, workFolder: place.folder, signal: place.signal };
  const sound = beginAudio({ ...begin, bitrateKbps });
  const picture = beginRemux(begin);
  const end = async () => {
    await Promise.all([picture.drop(), sound.drop()]);
  };
  return { picture, sound, end };
}
