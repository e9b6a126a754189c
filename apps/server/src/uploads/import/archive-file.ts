import { Readable } from "node:stream";
import { ARCHIVE_PART_BYTES, partRange } from "@kinora/domain/imports/archive.ts";
import { KEPT_DAYS } from "@kinora/domain/imports/imports.ts";
import type { ArchiveFile } from "@kinora/domain/uploads/uploads.ts";
import type { Storage } from "@kinora/storage/storage.ts";
import { fromRandomAccessReaderPromise, RandomAccessReader } from "yauzl";
import type { Services } from "../../context.ts";
import { FetchProblem, type FetchedUrl } from "./fetch-url.ts";
import { namesInZip, openEntry, type OpenZip } from "./zip-file.ts";

export const ARCHIVES_FOLDER = "imports";

/** The storage key of a part of the archive of an import. @param part from 1 */
export const partKey = (importId: number, part: number) => `${ARCHIVES_FOLDER}/${importId}/${part}`;

/** Opens an entry of the archive that was uploaded for an import. @throws FetchProblem. */
export async function openArchiveFile(
  services: Services,
  { archive_of: importId, entry }: ArchiveFile,
): Promise<FetchedUrl> {
  const { body, sizeBytes } = await openEntry(await zipOf(services, importId), entry);
  return { body, sizeBytes, address: entry, type: "", disposition: undefined };
}

/** Names of the files in the archive of an import. @throws FetchProblem when it is no zip, or has more than `most`. */
export const namesInUpload = async (services: Services, importId: number, most: number): Promise<Set<string>> =>
  namesInZip(await zipOf(services, importId), most);

async function zipOf({ db, storage }: Services, importId: number): Promise<OpenZip> {
  const row = await db.selectFrom("import_jobs").select("archive_bytes").where("id", "=", importId).executeTakeFirst();
  const sizeBytes = row?.archive_bytes;
  if (!sizeBytes)
    throw new FetchProblem(
      "url_unreachable",
      `The archive is deleted ${KEPT_DAYS} days after an import. Import it again.`,
    );
  return () =>
    fromRandomAccessReaderPromise(new StoredParts(storage, importId, sizeBytes), sizeBytes, { autoClose: false });
}

/** An archive that is stored in parts, read as one file. */
class StoredParts extends RandomAccessReader {
  readonly #storage: Storage;
  readonly #importId: number;
  readonly #sizeBytes: number;

  constructor(storage: Storage, importId: number, sizeBytes: number) {
    super();
    this.#storage = storage;
    this.#importId = importId;
    this.#sizeBytes = sizeBytes;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#bytes(start, end), { objectMode: false });
  }

  async *#bytes(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const part = Math.floor(at / ARCHIVE_PART_BYTES) + 1;
      const range = partRange(this.#sizeBytes, part);
      const last = Math.min(end, range.end);
      const wanted = { start: at - range.start, end: last - range.start - 1 };
      const { stream } = await this.#storage.get(partKey(this.#importId, part), wanted);
      for await (const chunk of stream) yield chunk as Buffer;
      at = last;
    }
  }
}
