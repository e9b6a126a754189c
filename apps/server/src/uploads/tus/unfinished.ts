import type { Readable } from "node:stream";
import type { Services } from "../../context.ts";
import { partBytes, readPart, removePart } from "./part-files.ts";
import { pieceBytes, readPieces, removePieces, streamPieces } from "./pieces.ts";

type Places = Pick<Services, "config" | "db" | "storage">;

/** Whether uploads arrive as pieces in storage: where storage is on this machine's disk they arrive in files beside it. */
export const arrivesInPieces = ({ storage }: Pick<Services, "storage">): boolean =>
  storage.localPath("uploads") === null;

/** The offset of an upload: how many of its bytes are stored. */
export const storedBytes = (places: Places, uploadId: string): Promise<number> =>
  arrivesInPieces(places) ? pieceBytes(places.db, uploadId) : partBytes(places.config, uploadId);

/** Bytes of an upload that are stored, from `start` up to, without it, `end`. @throws NotStored when its file is not there: it moves when it is whole. */
export async function readStored(
  places: Places,
  uploadId: string,
  part: { start: number; end: number },
): Promise<Readable> {
  if (!arrivesInPieces(places)) return readPart(places.config, uploadId, part);
  return streamPieces(places, await readPieces(places.db, uploadId), part);
}

/** Removes the bytes of an upload that ended, or became a video's source. */
export async function removeUnfinished(places: Places, uploadId: string): Promise<void> {
  await removePart(places.config, uploadId);
  if (arrivesInPieces(places)) await removePieces(places, uploadId);
}
