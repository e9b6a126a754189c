import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { Executor } from "@kinora/db/connect.ts";
import type { Services } from "../../context.ts";
import { ProtocolError } from "./protocol.ts";

/** A run of an upload's bytes, stored as one object. */
export interface Piece {
  upload_id: string;
  /** The place in the file of its first byte. */
  at_byte: number;
  length_bytes: number;
  storage_key: string;
}

/** The storage folder of an upload's pieces. */
const pieceFolder = (uploadId: string): string => `uploads/${uploadId}/`;

/** Stores bytes as an object under a name of its own; they do not count before `recordPieces`. */
export async function storePiece(
  { storage }: Pick<Services, "storage">,
  place: Pick<Piece, "upload_id" | "at_byte">,
  bytes: readonly Uint8Array[],
): Promise<Piece> {
  const piece = {
    ...place,
    length_bytes: bytes.reduce((sum, { length }) => sum + length, 0),
    storage_key: `${pieceFolder(place.upload_id)}${randomUUID()}`,
  };
  await storage.put(piece.storage_key, bytes);
  return piece;
}

/**
 * Makes stored pieces part of their upload. The key of the table refuses a writer that has lost its lock without noticing.
 * @throws ProtocolError 423 when another writer has continued the upload from there.
 */
export async function recordPieces(db: Executor, pieces: readonly Piece[]): Promise<void> {
  if (pieces.length === 0) return;
  const recorded = await db
    .insertInto("upload_pieces")
    .values([...pieces])
    .onConflict((row) => row.doNothing())
    .returning("at_byte")
    .execute();
  if (recorded.length < pieces.length) throw new ProtocolError(423, "Another connection continues this upload.");
}

/** An upload's pieces from its first byte on, without a gap. */
export const readPieces = (db: Executor, uploadId: string): Promise<Piece[]> =>
  db.selectFrom("upload_pieces").selectAll().where("upload_id", "=", uploadId).orderBy("at_byte").execute();

/** How many bytes of an upload are stored in pieces. */
export async function pieceBytes(db: Executor, uploadId: string): Promise<number> {
  const last = await db
    .selectFrom("upload_pieces")
    .select(["at_byte", "length_bytes"])
    .where("upload_id", "=", uploadId)
    .orderBy("at_byte", "desc")
    .limit(1)
    .executeTakeFirst();
  return last ? last.at_byte + last.length_bytes : 0;
}

/** The bytes of pieces from `start` up to, without it, `end`. */
export function streamPieces(
  { storage }: Pick<Services, "storage">,
  pieces: readonly Piece[],
  { start = 0, end = Number.MAX_SAFE_INTEGER }: { start?: number; end?: number } = {},
): Readable {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const { at_byte: at, length_bytes: length, storage_key: key } of pieces) {
      const [from, to] = [Math.max(start - at, 0), Math.min(end - at, length)];
      if (from >= to) continue;
      const body = await storage.get(key, { start: from, end: to - 1 });
      let missing = to - from;
      for await (const chunk of body.stream) {
        missing -= (chunk as Uint8Array).length;
        yield chunk as Uint8Array;
      }
      if (missing !== 0) throw new Error(`${key} was read with ${missing} bytes missing.`);
    }
  }
  return Readable.from(bytes(), { objectMode: false });
}

/** Drops pieces, whether they were recorded or not. */
export async function forgetPieces(
  { db, storage }: Pick<Services, "db" | "storage">,
  pieces: readonly Piece[],
): Promise<void> {
  for (const { upload_id: uploadId, at_byte: at, storage_key: key } of pieces) {
    await db
      .deleteFrom("upload_pieces")
      .where("upload_id", "=", uploadId)
      .where("at_byte", "=", at)
      .where("storage_key", "=", key)
      .execute();
    await storage.delete(key);
  }
}

/** Removes an upload's pieces, also those that were never recorded. */
export async function removePieces({ db, storage }: Pick<Services, "db" | "storage">, uploadId: string): Promise<void> {
  await db.deleteFrom("upload_pieces").where("upload_id", "=", uploadId).execute();
  await storage.deletePrefix(pieceFolder(uploadId));
}
