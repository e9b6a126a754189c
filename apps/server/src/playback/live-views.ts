import { emptyPart } from "@kinora/media/live/live-playlist.ts";
import { keyFrameView, trackInit, trackView } from "@kinora/media/live/track-view.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import { LRUCache } from "lru-cache";
import { encryptFile, liveKey } from "./live-encryption.ts";
import type { LiveFile, LiveSource } from "./live-source.ts";
import type { PlaybackStream } from "./playback-streams.ts";
import type { StoredFiles } from "./stored-files.ts";

/** Capacity of the cache of views, in bytes. */
const KEPT_BYTES = 32 * 1_048_576;

/** Folders in which the files of a livestream's rungs are served once more: its pictures, its sound, and the key frames of its segments. */
export const LIVE_VIEWS = ["video", "audio", "key-frames"] as const;
export type LiveView = (typeof LIVE_VIEWS)[number];

/** What is derived of a file. */
interface Derivation {
  /** What is shown of it; null for the whole. */
  view: LiveView | null;
  /** Whether it is encrypted, unless it is an initialization segment. */
  encrypted: boolean;
}

/** Derives tracks and encrypted segments from a livestream's own files, which have picture and sound: nothing is stored twice. */
export class LiveViews {
  readonly #source: Pick<LiveSource, "file">;
  readonly #secret: string;
  readonly #kept = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });
  /** What is being derived. */
  readonly #deriving = new Map<string, Promise<LiveFile>>();

  /** @param secret of the installation, from which keys are derived */
  constructor(source: Pick<LiveSource, "file">, secret: string) {
    this.#source = source;
    this.#secret = secret;
  }

  /** The key of a livestream's encrypted segments. */
  key({ id }: Pick<PlaybackStream, "id">): Buffer {
    return liveKey(this.#secret, id);
  }

  /**
   * What is derived of a file; "missing" and "unknown" as the live role's answer. Concurrent requests for the same share one derivation:
   * all viewers request the newest segment at the same time.
   * @param files null while only the live role may answer.
   * @throws BoxError when the file is malformed.
   */
  async read(
    stream: PlaybackStream,
    derivation: Derivation,
    file: string,
    files: Pick<StoredFiles, "read"> | null,
  ): Promise<LiveFile> {
    const { view, encrypted } = derivation;
    const name = view === null ? file : `${view}/${file}`;
    const key = `${stream.id}/${encrypted} ${name}`;
    const known = this.#kept.get(key);
    if (known) return known;
    // Where stored files may not answer, what others found there must not either.
    const asked = `${key} ${files !== null}`;
    const running = this.#deriving.get(asked);
    if (running) return running;
    const deriving = this.#derive(stream, derivation, { file, name, key }, files).finally(() =>
      this.#deriving.delete(asked),
    );
    this.#deriving.set(asked, deriving);
    return deriving;
  }

  /** @param names of the file below the stream's folder, of what is shown of it, and where that is kept. */
  async #derive(
    stream: PlaybackStream,
    { view, encrypted }: Derivation,
    { file, name, key }: { file: string; name: string; key: string },
    files: Pick<StoredFiles, "read"> | null,
  ): Promise<LiveFile> {
    const found = await this.#source.file(stream, file);
    const whole = typeof found === "string" ? await stored(files, `live/${stream.id}/${file}`) : found;
    // What is not stored may be in the memory of a live role that did not answer, while its stream moves.
    if (!whole) return found;
    const shown = view === null ? whole : viewOf(view, file, whole);
    if (!shown) return "missing";
    const derived = encrypted && !file.endsWith(".mp4") ? encryptFile(this.key(stream), name, shown) : shown;
    this.#kept.set(key, derived);
    return derived;
  }
}

async function stored(files: Pick<StoredFiles, "read"> | null, key: string): Promise<Buffer | null> {
  try {
    return files && (await files.read(key)).bytes;
  } catch (error) {
    if (error instanceof NotStored) return null;
    throw error;
  }
}

/** Null where there is nothing of what the view shows. */
function viewOf(view: LiveView, file: string, bytes: Buffer): Buffer | null {
  const track = view === "audio" ? "audio" : "video";
  if (file.endsWith(".mp4")) return trackInit(bytes, track);
  if (view === "key-frames") return keyFrameView(bytes);
  const media = trackView(bytes, track);
  return media.length === 0 ? emptyPart : media;
}
