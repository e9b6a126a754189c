import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MediaError } from "@kinora/media/errors.ts";
import { pictureKind, type PictureKind } from "@kinora/media/pictureFiles.ts";
import { Refusal } from "../platform/refusal.ts";

/** Pictures decoded at a time: each may take what a hostile one can make it take. */
const MOST_AT_ONCE = 2;
const PATIENCE_MS = 60_000;

/** What decodes a picture in the sandbox; `workFolder` goes afterwards, with everything in it. */
export interface PictureWork {
  picture: string;
  kind: PictureKind;
  workFolder: string;
  signal: AbortSignal;
}

/** A picture that cannot be used, said beside its field. */
export const wrongPicture = (message: string): Refusal =>
  new Refusal("invalid", message, { fields: { picture: [message] } });

/** Decodes what strangers upload as pictures, few at a time. */
export class PictureDecoder {
  readonly #notAPicture: string;
  #decoding = 0;

  /** `notAPicture` is the sentence for bytes that are no JPEG, PNG or WebP. */
  constructor(notAPicture: string) {
    this.#notAPicture = notAPicture;
  }

  /** @throws Refusal `invalid` when it is none, or one that `make` refuses; `rate_limited` while others are being looked at. */
  async decode<Made>(bytes: Buffer, make: (work: PictureWork) => Promise<Made>): Promise<Made> {
    const kind = pictureKind(bytes);
    if (kind === null) throw wrongPicture(this.#notAPicture);
    if (this.#decoding >= MOST_AT_ONCE)
      throw new Refusal("rate_limited", "Other pictures are being looked at. Try again in a moment.", {
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
