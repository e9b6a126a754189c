import type { Tx } from "@kinora/db/connect.ts";
import type { StreamPictureKind } from "@kinora/domain/live/stream-pictures.ts";
import { POSTER_MAXIMUM_BYTES } from "@kinora/domain/videos/video-details.ts";
import type { Context } from "../../context.ts";
import { change } from "../../platform/nouns/change.ts";
import { decodeCover, PictureDecoder, wrongPicture } from "../../transcoding/picture-decoder.ts";
import { liveFolder } from "../media/live-files.ts";
import { announceChange, STREAM } from "./announce.ts";
import { readStream, requireStream, type OwnProject, type StreamRow } from "./rows.ts";
import { lockStream } from "./service.ts";

/** Largest size of a stream's picture. */
const LARGEST = "1080p";

const decoder = new PictureDecoder("The picture has to be a JPEG, PNG or WebP file.");

/** Path of a picture below the stream's folder and below its public URL. */
export const pictureFile = (kind: StreamPictureKind, number: number) => `pictures/${kind}-${number}.jpg`;

/**
 * Replaces a default picture of a stream; the upload is decoded and re-encoded in the sandbox, as posters are.
 * @throws Refusal `invalid` when it is not a picture, too large or too small; `rate_limited` while others are being decoded.
 */
export async function uploadPicture(
  context: Context,
  grant: OwnProject,
  id: number,
  kind: StreamPictureKind,
  base64: string,
): Promise<StreamRow> {
  await requireStream(context.db, grant, id);
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > POSTER_MAXIMUM_BYTES) throw wrongPicture("A picture can have up to 5 MB.");
  const { jpeg, width, height } = await decodeCover(decoder, bytes, LARGEST);
  const number = context.clock.now().getTime();
  const key = (which: number) => `${liveFolder(id)}/${pictureFile(kind, which)}`;
  await context.storage.put(key(number), jpeg, { contentType: "image/jpeg" });
  const old = await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, grant, id);
    const before = await takePicture(tx, id, kind);
    await tx.insertInto("stream_pictures").values({ stream_id: id, kind, number, width, height }).execute();
    await announceChange(context, tx, await readStream(tx, grant, id), "stream.picture_changed", { picture: kind });
    return before;
  });
  if (old !== null && old !== number) await context.storage.delete(key(old));
  return readStream(context.db, grant, id);
}

/** Restores the default picture. Idempotent. */
export async function deletePicture(
  context: Context,
  grant: OwnProject,
  id: number,
  kind: StreamPictureKind,
): Promise<StreamRow> {
  const old = await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, grant, id);
    const before = await takePicture(tx, id, kind);
    if (before !== null)
      await announceChange(context, tx, await readStream(tx, grant, id), "stream.picture_removed", { picture: kind });
    return before;
  });
  if (old !== null) await context.storage.delete(`${liveFolder(id)}/${pictureFile(kind, old)}`);
  return readStream(context.db, grant, id);
}

/** Deletes a picture's row; returns its number, or null when there was none. */
async function takePicture(tx: Tx, id: number, kind: StreamPictureKind): Promise<number | null> {
  const row = await tx
    .deleteFrom("stream_pictures")
    .where("stream_id", "=", id)
    .where("kind", "=", kind)
    .returning("number")
    .executeTakeFirst();
  return row?.number ?? null;
}

/** Sets or clears a stream's announced start. Idempotent. */
export async function setStart(
  context: Context,
  grant: OwnProject,
  id: number,
  startAt: Date | null,
): Promise<StreamRow> {
  await change(context, STREAM, grant, { id }, ({ start_at: before }) =>
    before?.getTime() === startAt?.getTime()
      ? null
      : {
          set: { start_at: startAt },
          action: "start_changed",
          changes: { start_at: [before?.toISOString() ?? null, startAt?.toISOString() ?? null] },
        },
  );
  return readStream(context.db, grant, id);
}
