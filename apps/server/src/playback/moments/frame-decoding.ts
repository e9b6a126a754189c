import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { takeFrame } from "@kinora/media/pictures/frame.ts";
import { MediaError } from "@kinora/media/tools/errors.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import { LRUCache } from "lru-cache";
import { networkOf } from "../../platform/http/client-address.ts";
import type { Logger } from "../../platform/log.ts";
import { Refusal } from "../../platform/refusal.ts";
import { Turns } from "./turns.ts";

/** Frames decoded at the same time in one process, and requests that wait for one. */
const DECODING = { atOnce: 2, mostWaiting: 16 };
/** Frames decoded for one network in a minute on this edge, of videos and livestreams together; kept ones are not counted. */
export const DECODED_PER_MINUTE = 30;
const PATIENCE_MS = 30_000;
const MINUTE_MS = 60_000;
const MAXIMUM_NETWORKS = 20_000;

/** The frame to take of a segment. */
export interface WantedFrame {
  atSeconds: number;
  /** Pixels; without a height the frame keeps its shape. */
  width: number;
  height: number | null;
}

/** Pictures made for each network within a minute. */
export class MinuteLimit {
  readonly #made = new LRUCache<string, number>({ max: MAXIMUM_NETWORKS, ttl: MINUTE_MS, noUpdateTTL: true });
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a picture. @throws Refusal `rate_limited` beyond the limit. */
  count(address: string): void {
    const network = networkOf(address);
    const before = this.#made.get(network) ?? 0;
    if (before >= this.#most)
      throw new Refusal("rate_limited", "Too many pictures were requested. Try again in a minute.", {
        retryAfterSeconds: MINUTE_MS / 1_000,
      });
    this.#made.set(network, before + 1);
  }
}

/** Decodes frames of segments for pictures of moments, some at a time in one process and so many for a network. */
export class FrameDecoding {
  readonly #log: Logger;
  readonly #limit = new MinuteLimit(DECODED_PER_MINUTE);
  readonly #turns = new Turns(DECODING);

  constructor(log: Logger) {
    this.#log = log;
  }

  /**
   * Runs work that decodes a frame, when it is its turn.
   * @param address of the client.
   * @throws Refusal `rate_limited`, `unavailable` when too many wait or the frame cannot be decoded, `not_found` when what it is
   * decoded from is gone.
   */
  run<Made>(address: string, name: string, work: () => Promise<Made>): Promise<Made> {
    this.#limit.count(address);
    return this.#turns.run(() => refusing(this.#log, name, work));
  }
}

/** Runs work that makes a picture, and refuses where it cannot be made. */
export async function refusing<Made>(log: Logger, name: string, work: () => Promise<Made>): Promise<Made> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotStored) throw new Refusal("not_found", "There is no picture of this moment.");
    if (!(error instanceof MediaError)) throw error;
    log.warn({ err: error, picture: name }, "could not decode the picture of a moment");
    throw new Refusal("unavailable", "The picture of this moment can't be made right now. Try again later.", {
      retryAfterSeconds: 30,
    });
  }
}

/** Decodes a frame of a segment. @param parts its initialization segment and itself. */
export const decodeFrame = (parts: readonly Buffer[], frame: WantedFrame): Promise<Buffer> =>
  inWorkFolder(parts, "segment.mp4", (segment, work) => takeFrame({ segment, ...frame, ...work }));

/** Calls `make` with a local file of these bytes, and answers the bytes of the file that it makes. */
export async function inWorkFolder(
  bytes: readonly Buffer[],
  name: string,
  make: (path: string, work: { workFolder: string; signal: AbortSignal }) => Promise<string>,
): Promise<Buffer> {
  const workFolder = await mkdtemp(join(tmpdir(), "kinora-moment-"));
  try {
    const path = join(workFolder, name);
    await writeFile(path, Buffer.concat(bytes));
    return await readFile(await make(path, { workFolder, signal: AbortSignal.timeout(PATIENCE_MS) }));
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}
