import { readFile } from "node:fs/promises";
import type { Tx } from "@kinora/db/connect.ts";
import type { StreamPictureKind } from "@kinora/domain/streamPictures.ts";
import { POSTER_MAXIMUM_BYTES } from "@kinora/domain/videoDetails.ts";
import { makePicturePosters } from "@kinora/media/picturePosters.ts";
import type { Context } from "../context.ts";
import { PictureDecoder, wrongPicture } from "../videos/picture-decoder.ts";
import { announceChange } from "./announce.ts";
import { liveFolder } from "./live-files.ts";
import { readStream, requireStream, type OwnProject, type StreamRow } from "./rows.ts";
import { lockStream } from "./service.ts";

/** No player needs a still larger than this. */
const LARGEST = "1080p";

const decoder = new PictureDecoder("The picture has to be a JPEG, PNG or WebP file.");

/** Where a picture of a stream lies below its folder, and below its public address. */
export const pictureFile = (kind: StreamPictureKind, number: number) => `pictures/${kind}-${number}.jpg`;

/**
 * Shows a picture in the place of the one every stream has; decoded and encoded anew in the sandbox, as posters are.
 * @throws Refusal `invalid` when it is none, too large or too small; `rate_limited` while others are being looked at.
 */
export async function uploadPicture(
  context: Context,
  ground: OwnProject,
  id: number,
  kind: StreamPictureKind,
  base64: string,
): Promise<StreamRow> {
  await requireStream(context.db, ground, id);
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > POSTER_MAXIMUM_BYTES) throw wrongPicture("A picture can have up to 5 MiB.");
  const { jpeg, width, height } = await decode(bytes);
  const number = context.clock.now().getTime();
  const key = (which: number) => `${liveFolder(id)}/${pictureFile(kind, which)}`;
  await context.storage.put(key(number), jpeg, { contentType: "image/jpeg" });
  const old = await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, ground, id);
    const before = await takePicture(tx, id, kind);
    await tx.insertInto("stream_pictures").values({ stream_id: id, kind, number, width, height }).execute();
    await announceChange(context, tx, await readStream(tx, ground, id), "stream.picture_changed", { picture: kind });
    return before;
  });
  if (old !== null && old !== number) await context.storage.delete(key(old));
  return readStream(context.db, ground, id);
}

/** Goes back to the picture every stream has. Twice is the same as once. */
export async function deletePicture(
  context: Context,
  ground: OwnProject,
  id: number,
  kind: StreamPictureKind,
): Promise<StreamRow> {
  const old = await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, ground, id);
    const before = await takePicture(tx, id, kind);
    if (before !== null)
      await announceChange(context, tx, await readStream(tx, ground, id), "stream.picture_removed", { picture: kind });
    return before;
  });
  if (old !== null) await context.storage.delete(`${liveFolder(id)}/${pictureFile(kind, old)}`);
  return readStream(context.db, ground, id);
}

/** Takes a picture's row away; answers its number, null where there was none. */
async function takePicture(tx: Tx, id: number, kind: StreamPictureKind): Promise<number | null> {
  const row = await tx
    .deleteFrom("stream_pictures")
    .where("stream_id", "=", id)
    .where("kind", "=", kind)
    .returning("number")
    .executeTakeFirst();
  return row?.number ?? null;
}

/** Announces when a stream begins, or takes that back. Twice is the same as once. */
export async function setStart(
  context: Context,
  ground: OwnProject,
  id: number,
  startAt: Date | null,
): Promise<StreamRow> {
  await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, ground, id);
    const before = await readStream(tx, ground, id);
    if (before.start_at?.getTime() === startAt?.getTime()) return;
    await tx
      .updateTable("streams")
      .set({ start_at: startAt, updated_at: context.clock.now() })
      .where("id", "=", id)
      .execute();
    await announceChange(context, tx, await readStream(tx, ground, id), "stream.start_changed", {
      start_at: [before.start_at?.toISOString() ?? null, startAt?.toISOString() ?? null],
    });
  });
  return readStream(context.db, ground, id);
}

const decode = (bytes: Buffer): Promise<{ jpeg: Buffer; width: number; height: number }> =>
  decoder.decode(bytes, async (work) => {
    const sizes = await makePicturePosters(work);
    const best = sizes.find(({ label }) => label === LARGEST) ?? sizes.at(-1);
    if (!best) throw new Error("The picture has no size.");
    return { jpeg: await readFile(best.path), width: best.width, height: best.height };
  });
