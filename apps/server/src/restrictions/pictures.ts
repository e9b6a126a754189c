import { POSTER_MAXIMUM_BYTES } from "@kinora/domain/videos/video-details.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { record } from "../platform/events/record.ts";
import { lockRow } from "../platform/nouns/noun.ts";
import { newHash } from "../platform/secrets/hash.ts";
import { decodeCover, PictureDecoder, wrongPicture } from "../transcoding/picture-decoder.ts";
import { PROFILE, readProfile } from "./profile-rows.ts";

const decoder = new PictureDecoder("The picture has to be a JPEG, PNG or WebP file.");
/** Embeds are rarely larger. */
const LARGEST = "720p";

/**
 * Sets the picture that refused viewers see, decoded in the sandbox and encoded again as JPEG. Edges show it after two
 * seconds at most.
 * @param base64 the file, of up to 5 MB.
 * @throws Refusal `not_found`; `invalid` when it is no picture, too large or too small; `rate_limited` while others are
 *   being decoded.
 */
export async function uploadPicture(context: Context, grant: ProjectGrant, id: number, base64: string) {
  // A file for a foreign profile is not decoded.
  await readProfile(context.db, grant.projectId, id);
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > POSTER_MAXIMUM_BYTES) throw wrongPicture("A picture can have up to 5 MB.");
  const { jpeg, width, height } = await decodeCover(decoder, bytes, LARGEST);
  return context.db.transaction().execute(async (tx) => {
    const { name } = await lockRow(tx, PROFILE, grant, id);
    const picture = { hash: newHash(), width, height, picture: jpeg, created_at: context.clock.now() };
    await tx
      .insertInto("restriction_pictures")
      .values({ profile_id: id, project_id: grant.projectId, ...picture })
      .onConflict((conflict) => conflict.column("profile_id").doUpdateSet(picture))
      .execute();
    const object = { type: "restriction" as const, id, title: name };
    await record(context, tx, grant, { action: "restriction.picture_changed", object });
    return readProfile(tx, grant.projectId, id);
  });
}

/** Removes a profile's picture. Idempotent. @throws Refusal `not_found`. */
export async function deletePicture(context: Context, grant: ProjectGrant, id: number) {
  return context.db.transaction().execute(async (tx) => {
    const { name } = await lockRow(tx, PROFILE, grant, id);
    const { numDeletedRows } = await tx
      .deleteFrom("restriction_pictures")
      .where("profile_id", "=", id)
      .where("project_id", "=", grant.projectId)
      .executeTakeFirstOrThrow();
    const object = { type: "restriction" as const, id, title: name };
    if (numDeletedRows > 0n) await record(context, tx, grant, { action: "restriction.picture_removed", object });
    return readProfile(tx, grant.projectId, id);
  });
}
