import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pictureKind, type PictureKind } from "@kinora/media/pictures/picture-kinds.ts";
import { makePicturePosters } from "@kinora/media/pictures/picture-posters.ts";
import { MediaError } from "@kinora/media/tools/errors.ts";
import { Refusal } from "../platform/refusal.ts";

/** Pictures decoded at a time: each may use the maximum of resources that a hostile file can. */
const MOST_AT_ONCE = 2;
const PATIENCE_MS = 60_000;

/** Decodes a picture in the sandbox; `workFolder` is deleted afterwards with everything in it. */
export interface PictureWork {
  picture: string;
  kind: PictureKind;
  workFolder: string;
  signal: AbortSignal;
}

/** The refusal of a picture, at its field. */
export const wrongPicture = (message: string): Refusal =>
  new Refusal("invalid", message, { fields: { picture: [message] } });

/** Decodes untrusted pictures, few at a time. */
export class PictureDecoder {
  readonly #notAPicture: string;
  #decoding = 0;

  /** `notAPicture` is the sentence for bytes that are no JPEG, PNG or WebP. */
  constructor(notAPicture: string) {
    this.#notAPicture = notAPicture;
  }

  /** @throws Refusal `invalid` when it is no picture, or one that `make` refuses; `rate_limited` while others are being decoded. */
  async decode<Made>(bytes: Buffer, make: (work: PictureWork) => Promise<Made>): Promise<Made> {
    const kind = pictureKind(bytes);
    if (kind === null) throw wrongPicture(this.#notAPicture);
    if (this.#decoding >= MOST_AT_ONCE)
      throw new Refusal("rate_limited", "Other pictures are being processed. Try again in a moment.", {
        retryAfterSeconds: 2,
      });
    this.#decoding += 1;
    try {
      const workFolder = await mkdtemp(join(tmpdir(), "kinora-picture-"));
      try {
        const picture = join(workFolder, "picture");
        await writeFile(picture, bytes);
        return await make({ picture, kind, workFolder, signal: AbortSignal.timeout(PATIENCE_MS) });
      } finally {
        await rm(workFolder, { recursive: true, force: true });
      }
    } catch (error) {
      if (error instanceof MediaError && !error.retryable) throw wrongPicture(error.message);
      throw error;
    } finally {
      this.#decoding -= 1;
    }
  }
}

/** A picture that covers a whole player. */
export interface CoverPicture {
  jpeg: Buffer;
  /** Pixels. */
  width: number;
  height: number;
}

/**
 * Decodes a picture that covers a whole player and encodes it again as JPEG, at most of the size `largest` and never
 * larger than it is. @throws Refusal as `decode`, and `invalid` when it is too small.
 */
export const decodeCover = (decoder: PictureDecoder, bytes: Buffer, largest: "720p" | "1080p"): Promise<CoverPicture> =>
  decoder.decode(bytes, async (work) => {
    const sizes = await makePicturePosters(work);
    // In ascending order: of a small picture only its own size is made.
    const best = sizes.find(({ label }) => label === largest) ?? sizes.at(-1);
    if (!best) throw new Error("The picture has no size.");
    return { jpeg: await readFile(best.path), width: best.width, height: best.height };
  });
