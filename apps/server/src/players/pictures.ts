import { readFile } from "node:fs/promises";
import { PLAYER_PICTURE_BYTES, PLAYER_PICTURE_SIDE, PLAYER_PICTURES_MAX } from "@kinora/domain/players/settings.ts";
import { makeWatermarkPicture } from "@kinora/media/encoding/watermark-picture.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { lockRow, missing } from "../platform/nouns/noun.ts";
import { Refusal } from "../platform/refusal.ts";
import { PictureDecoder, wrongPicture } from "../transcoding/picture-decoder.ts";
import { findPlayer, PLAYER } from "./queries.ts";

const decoder = new PictureDecoder("The picture has to be a PNG, WebP or JPEG file.");

/**
 * Adds a picture to a player, decoded in the sandbox and encoded again as PNG. Returns its number.
 * @param picture the file in base64.
 * @throws Refusal `not_found`, `conflict` at `PLAYER_PICTURES_MAX` pictures, `invalid` when it is no picture or too large.
 */
export async function addPlayerPicture(
  context: Context,
  grant: ProjectGrant,
  id: number,
  picture: string,
): Promise<number> {
  // A file for a foreign player is not decoded.
  if (!(await findPlayer(context.db, grant.projectId, id))) throw missing(PLAYER);
  const bytes = Buffer.from(picture, "base64");
  if (bytes.length > PLAYER_PICTURE_BYTES) throw wrongPicture("The picture can have up to 5 MB.");
  const made = await decoder.decode(bytes, async (work) => {
    const { path, width, height } = await makeWatermarkPicture({ ...work, sidePixels: PLAYER_PICTURE_SIDE });
    return { picture: await readFile(path), width, height };
  });
  return context.db.transaction().execute(async (tx) => {
    await lockRow(tx, PLAYER, grant, id);
    const { last, count } = await tx
      .selectFrom("player_pictures")
      .select(({ fn }) => [fn.max("number").as("last"), fn.countAll<number>().as("count")])
      .where("player_id", "=", id)
      .executeTakeFirstOrThrow();
    if (count >= PLAYER_PICTURES_MAX)
      throw new Refusal("conflict", `A player can have up to ${PLAYER_PICTURES_MAX} pictures.`);
    const number = (last ?? 0) + 1;
    await tx
      .insertInto("player_pictures")
      .values({ player_id: id, number, ...made })
      .execute();
    return number;
  });
}
